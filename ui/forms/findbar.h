// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QPointer>
#include <QWidget>

#include <functional>

class QLineEdit;

namespace Workbench::Ui {

class ThemeLabel;

//! A bar that finds text in a pane. It has a text field, buttons for the next and the previous match, and a
//! label for the result. Ctrl+F opens it from anywhere in the pane. Escape closes it and returns the focus.
class FindBar : public QWidget {
    Q_OBJECT
public:
    //! Shows the next match, or the previous one, and returns a sentence for the user; empty if none is
    //! needed, or as long as a worker searches.
    using Find = std::function<QString(const QString &text, bool backwards)>;

    //! \a what is the placeholder text of the field, for example "Find in the data". \a pane is the parent.
    FindBar(const QString &what, Find find, QWidget *pane);

    //! Activates the shortcut for QKeySequence::Find of the pane that contains \a focus. If no pane around
    //! \a focus has such a shortcut, uses the largest visible pane of \a page that has one. Returns false if
    //! there is no such pane.
    static bool openFor(const QWidget *focus, const QWidget *page);

    //! Shows \a fact beside the field: the result of a search that ended after its Find returned.
    void setFact(const QString &fact);

public Q_SLOTS:
    void open();
    void close();
    void showNotFound() { setFact(tr("Not found")); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void findNext(bool backwards);

    Find m_find;
    QLineEdit *m_field;
    ThemeLabel *m_fact;
    QPointer<QWidget> m_before; //!< the widget that had the focus before the bar opened
};

} // namespace Workbench::Ui
