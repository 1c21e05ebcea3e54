// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QWidget>

class QHBoxLayout;
class QMenu;
class QPushButton;
class QToolButton;

namespace Workbench::Ui {

class Chip;
class IconLabel;
class ThemeLabel;

//! The head of an operation's page: what it is at the left, what can be done with it at the right.
class OperationHeader : public QWidget {
    Q_OBJECT
public:
    explicit OperationHeader(QWidget *parent = nullptr);
    void setSpec(const OperationSpec &spec);
    void setMissing(const OperationId &id); //!< its source does not offer it at present
    void setRunning(bool running);
    void setRecordable(bool recordable); //!< whether there is a result to record
    void setCompact(bool compact);
    void setRequestShown(bool shown); //!< emits nothing
    void setStrictCast(bool strict); //!< a chip says so, and takes it back by a click
    QMenu *moreMenu() const { return m_menu; }

Q_SIGNALS:
    void invokeRequested();
    void cancelRequested();
    void recordRequested();
    void requestToggled(bool shown);
    void strictCastDropped();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Chip *addChip(const QString &text);
    void addRoute(const OperationSpec &spec);
    void updateButtons();

    IconLabel *m_icon;
    ThemeLabel *m_title;
    QWidget *m_chips;
    QHBoxLayout *m_chipRow;
    Chip *m_strict;
    ThemeLabel *m_description;
    QPushButton *m_invoke;
    QPushButton *m_cancel;
    QPushButton *m_record;
    QPushButton *m_request;
    QToolButton *m_more;
    QMenu *m_menu;
    bool m_isSubscription = false;
    bool m_isThere = false;
    bool m_running = false;
    bool m_recordable = false;
    bool m_compact = false;
};

} // namespace Workbench::Ui
