// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace Workbench::Ui {

class IconLabel;

//! One message over the lower edge of the content, which does not move for it: what happened, what can be
//! done, the detail one click away. Never modal. A message of something that went well closes by itself, but
//! not while the mouse is on it.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    //! \a content: what the message lies over, inside of \a parent.
    MessageBar(QWidget *content, QWidget *parent);
    void showError(const Error &error);
    //! With one thing to do about it.
    void showError(const Error &error, const QString &action, std::function<void()> run);
    //! Of something that went well; with one thing to do about it, or none.
    void showNotice(const QString &text, const QString &action = {}, std::function<void()> run = {});
    //! Runs while a notice is open; its timeout closes the notice.
    QTimer *closeTimer() { return &m_close; }

Q_SIGNALS:
    //! The user wants to change the limit that the error names.
    void limitRequested(const QString &key);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void showMessage(
        const QString &text, const QString &detail, const QString &action, std::function<void()> run);
    void place();

    QWidget *m_content;
    QTimer m_close;
    IconLabel *m_sign;
    QLabel *m_text;
    QLabel *m_detail;
    QToolButton *m_action;
    QToolButton *m_more;
    std::function<void()> m_run;
    bool m_isNotice = false;
};

} // namespace Workbench::Ui
