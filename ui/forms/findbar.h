// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QPointer>
#include <QWidget>

#include <functional>

class QAbstractItemView;
class QLineEdit;
class QPlainTextEdit;
class QShortcut;
class QTextEdit;

namespace Workbench::Ui {

class TextView;
class ThemeLabel;

// Each function selects the next or previous match in a view. It starts at the cursor and wraps around. It
// returns the sentence that FindBar shows, or an empty string if no sentence is needed.

QString findIn(QPlainTextEdit *edit, const QString &text, bool backwards);
QString findIn(QTextEdit *edit, const QString &text, bool backwards);
//! A worker searches large texts and emits TextView::notFound().
QString findIn(TextView *view, const QString &text, bool backwards);
//! Searches the text of all cells in the first 5000 rows, including rows inside collapsed items.
QString findIn(QAbstractItemView *view, const QString &text, bool backwards);

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
    //! Finds text in \a view with findIn().
    template <typename View>
    FindBar(const QString &what, View *view, QWidget *pane)
        : FindBar(
              what, [view](const QString &text, bool backwards) { return findIn(view, text, backwards); },
              pane)
    {
        if constexpr (requires { &View::notFound; })
            connect(view, &View::notFound, this, &FindBar::showNotFound);
    }

    //! Activates the shortcut for QKeySequence::Find of the pane that contains \a focus. If no pane around
    //! \a focus has such a shortcut, uses the largest visible pane of \a page that has one. Returns false if
    //! there is no such pane.
    static bool openFor(const QWidget *focus, const QWidget *page);

    //! Makes \a shortcut, the Find of a pane, open the search of the innermost pane around the focus if
    //! several panes around it have one.
    static void openInnermost(const QShortcut *shortcut);

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
