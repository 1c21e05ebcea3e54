// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QPointer>
#include <QWidget>

#include <functional>

class QLineEdit;

namespace Workbench::Ui {

class ThemeLabel;

//! A line that finds text in a pane: a field, the way to the next and previous match, and what was found.
//! Ctrl+F opens it from anywhere in the pane, Escape closes it and gives the focus back.
class FindBar : public QWidget {
    Q_OBJECT
public:
    //! Shows the next match, or the previous one, and returns a sentence for the user; empty if none is
    //! needed.
    using Find = std::function<QString(const QString &text, bool backwards)>;

    //! \a what: "Find in the data". \a pane is the parent.
    FindBar(const QString &what, Find find, QWidget *pane);

    //! Starts what Ctrl+F starts in the pane that holds \a focus: its shortcut for QKeySequence::Find. If no
    //! pane around \a focus has one, the largest pane of \a page that has one is searched. Returns false if
    //! none has.
    static bool openFor(const QWidget *focus, const QWidget *page);

public Q_SLOTS:
    void open();
    void close();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void findNext(bool backwards);

    Find m_find;
    QLineEdit *m_field;
    ThemeLabel *m_fact;
    QPointer<QWidget> m_before; //!< had the focus
};

} // namespace Workbench::Ui
