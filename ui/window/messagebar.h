// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace Workbench::Ui {

class IconLabel;

//! One message across the window: what happened, what can be done, the detail one click away. Never modal.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget *parent = nullptr);
    void showError(const Error &error);
    //! With one thing to do about it.
    void showError(const Error &error, const QString &action, std::function<void()> run);
    //! Of something that went well; with one thing to do about it, or none.
    void showNotice(const QString &text, const QString &action = {}, std::function<void()> run = {});

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showMessage(
        const QString &text, const QString &detail, const QString &action, std::function<void()> run);

    IconLabel *m_sign;
    QLabel *m_text;
    QLabel *m_detail;
    QToolButton *m_action;
    QToolButton *m_more;
    std::function<void()> m_run;
    bool m_isNotice = false;
};

} // namespace Workbench::Ui
