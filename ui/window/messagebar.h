// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "ui/theme/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QToolButton;

namespace Workbench::Ui {

class IconLabel;

//! Shows one message over the lower edge of the content, without moving it: what happened, what the user can
//! do, and the detail one click away. Never modal. A notice of success closes by itself, but not while the
//! mouse is over it. All other messages stay until the user closes them or the next message replaces them.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    //! \a content, a widget inside \a parent, is the widget that the message covers.
    MessageBar(QWidget *content, QWidget *parent);
    void showError(const Error &error);
    //! Shows \a error with a button \a action that calls \a run.
    void showError(const Error &error, const QString &action, std::function<void()> run);
    //! Shows a notice of success. If \a action is not empty, adds a button that calls \a run.
    void showNotice(const QString &text, const QString &action = {}, std::function<void()> run = {});
    //! Shows a message that is neither success nor failure: something runs, waits for the user, or needs to
    //! be known. If \a action is not empty, adds a button that calls \a run. Returns a number for
    //! closeInfo().
    int showInfo(const QString &text, const QString &action = {}, std::function<void()> run = {});
    //! Closes the message that showInfo() returned \a number for, because it is out of date. Does nothing if
    //! another message has replaced it.
    void closeInfo(int number);
    //! Returns the timer that runs while a notice is open. Its timeout closes the notice.
    QTimer *closeTimer() { return &m_close; }

Q_SIGNALS:
    //! Emitted when the user wants to change the limit that the error names.
    void limitRequested(const QString &key);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Kind : quint8 { Error, Info, Success };
    struct Look {
        QString icon;
        ColorRole line;
        ColorRole fill;
    };
    static Look lookOf(Kind kind);
    void showMessage(Kind kind, const QString &text, const QString &detail, const QString &action,
        std::function<void()> run);
    void place();

    QWidget *m_content;
    QTimer m_close;
    IconLabel *m_sign;
    QLabel *m_text;
    QLabel *m_detail;
    QToolButton *m_action;
    QToolButton *m_more;
    std::function<void()> m_run;
    Kind m_kind = Kind::Info;
    int m_number = 0; //!< the number of the current message
};

} // namespace Workbench::Ui
