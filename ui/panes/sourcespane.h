// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QTimer>
#include <QWidget>

class QLineEdit;
class QMenu;
class QStackedLayout;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class RowTreeView;
class ThemeLabel;
class SourcesFilterModel;
class SourcesModel;

//! The left zone: a filter field above the tree of sources and operations, or what to do if there are no
//! sources. Connecting may need the user's trust, and removing needs a question: signals leave both to the
//! window.
class SourcesPane : public QWidget {
    Q_OBJECT
public:
    explicit SourcesPane(Sessions *sessions, QWidget *parent = nullptr);
    ~SourcesPane() override;

    SourcesModel *model() const { return m_model; }
    RowTreeView *view() const { return m_view; }

    //! Returns the source of the current row; empty if no row is current.
    QString currentSource() const;
    OperationId currentOperation() const;
    //! Makes the row of an operation current, without operationActivated(). Scrolls to it unless the mouse is
    //! over the tree: a row must not move away from under a click.
    void selectOperation(const OperationId &operation);
    void selectSource(const QString &name); //!< Makes its row current, scrolls to it and takes the focus.
    //! Shows "live" beside a subscription that runs.
    void setLive(const OperationId &operation, bool live);
    void setCompact(bool compact); //!< For a narrow window: smaller indent, shorter placeholder.

    //! Returns the expanded rows, to be kept in the workspace: names of sources, and "source/group".
    QStringList expandedKeys() const;
    void setExpandedKeys(const QStringList &keys);

public Q_SLOTS:
    void focusFilter();

Q_SIGNALS:
    //! Emitted by a double click on an operation, by Return, and by *Open*.
    void operationActivated(const Workbench::OperationId &operation);
    void operationPreviewed(const Workbench::OperationId &operation); //!< Emitted by a single click.
    void currentSourceChanged(const QString &name);
    void addSourceRequested();
    //! Emitted to connect a source. The window asks for trust if Sessions::trustNeeded() names facts, and
    //! then calls Sessions::connectSource().
    void connectRequested(const QString &name);
    void editRequested(const QString &name);
    void removeRequested(const QString &name);
    void connectAllRequested();
    void signOutRequested(const QString &name);
    void checkRequested(const QString &source);
    void serverRequested(const QString &source); //!< Emitted to show the page of the source.

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeEmptyState();
    void showMenu(const QPoint &position);
    void fillSourceMenu(QMenu *menu, const QString &name);
    void applyFilter();
    QWidget *makeVersionBar();
    void updateEmptyState();
    void updateVersionBar();
    void activate(const QModelIndex &index);
    bool connectAt(const QModelIndex &index);
    void makeCurrent(const QModelIndex &index);
    void expandKnown();

    Sessions *m_sessions;
    SourcesModel *m_model;
    SourcesFilterModel *m_filter;
    QLineEdit *m_field;
    RowTreeView *m_view;
    QStackedLayout *m_stack;
    QWidget *m_versionBar; //!< Offers to connect although the source's protocol version is unknown.
    ThemeLabel *m_versionText;
    QString m_versionSource;
    QTimer m_filterDelay;
    QStringList m_expanded; //!< restored keys, or the keys expanded before filtering
    QStringList m_met; //!< sources that were expanded automatically when their operations arrived
};

} // namespace Workbench::Ui
