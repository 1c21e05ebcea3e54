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

//! The left zone: a filter field over the tree of sources and operations, or what to do when there are none.
//! Connecting may need the user's trust, removing needs a question: both are left to the window by signals.
class SourcesPane : public QWidget {
    Q_OBJECT
public:
    explicit SourcesPane(Sessions *sessions, QWidget *parent = nullptr);
    ~SourcesPane() override;

    SourcesModel *model() const { return m_model; }
    RowTreeView *view() const { return m_view; }

    //! Of the current row; empty when nothing is current.
    QString currentSource() const;
    OperationId currentOperation() const;
    //! Makes an operation the current row; emits nothing. Scrolls to it unless the mouse is over the tree,
    //! where a row must not move away from under a click.
    void selectOperation(const OperationId &operation);
    void selectSource(const QString &name); //!< makes it the current row, scrolls to it and takes the focus
    //! Shows "live" beside a subscription that runs.
    void setLive(const OperationId &operation, bool live);
    void setCompact(bool compact); //!< for a narrow window: smaller indent, shorter placeholder

    //! What is open, to be kept in the workspace: names of sources, and "source/group".
    QStringList expandedKeys() const;
    void setExpandedKeys(const QStringList &keys);

public Q_SLOTS:
    void focusFilter();

Q_SIGNALS:
    //! A click on an operation, or Return.
    void operationActivated(const Workbench::OperationId &operation);
    void operationPreviewed(const Workbench::OperationId &operation); //!< Emitted by a single click.
    void currentSourceChanged(const QString &name);
    void addSourceRequested();
    //! The window asks for trust where Sessions::trustNeeded() names facts, then calls
    //! Sessions::connectSource().
    void connectRequested(const QString &name);
    void editRequested(const QString &name);
    void removeRequested(const QString &name);
    void connectAllRequested();
    void signOutRequested(const QString &name);
    void checkRequested(const QString &source);
    void serverRequested(const QString &source); //!< for its page

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
    QWidget *m_versionBar; //!< a source's protocol version is not known here: the way on
    ThemeLabel *m_versionText;
    QString m_versionSource;
    QTimer m_filterDelay;
    QStringList m_expanded; //!< restored keys, and what was open before filtering
    QStringList m_met; //!< sources that were opened once by themselves, when their operations came
};

} // namespace Workbench::Ui
