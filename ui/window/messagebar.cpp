// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/messagebar.h"

#include "core/base/visibletext.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/controls.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

MessageBar::MessageBar(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"messageBar"_s);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 4, 8, 4);
    column->setSpacing(0);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    m_sign = new IconLabel(u"outcome-error"_s, ColorRole::Error, this);
    row->addWidget(m_sign);
    m_text = new QLabel(this);
    m_text->setObjectName(u"messageText"_s);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(m_text, 1);
    m_action = linkButton({}, this);
    m_action->setObjectName(u"messageAction"_s);
    connect(m_action, &QToolButton::clicked, this, [this] {
        hide();
        if (const auto run = m_run) // a copy: it may show the next message
            run();
    });
    row->addWidget(m_action);
    m_more = linkButton(tr("Details"), this);
    m_more->setCheckable(true);
    connect(m_more, &QToolButton::toggled, this, [this](bool on) { m_detail->setVisible(on); });
    row->addWidget(m_more);
    QToolButton *close = iconButton(u"close"_s, tr("Close this message"), this);
    close->setObjectName(u"messageClose"_s);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    row->addWidget(close);
    column->addLayout(row);
    m_detail = new QLabel(this);
    m_detail->setFont(Theme::of(this).font(FontRole::Data));
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_detail->setContentsMargins(24, 0, 0, 4);
    column->addWidget(m_detail);
    hide();
}

void MessageBar::showError(const Error &error)
{
    showError(error, {}, {});
}

void MessageBar::showError(const Error &error, const QString &action, std::function<void()> run)
{
    m_isNotice = false;
    m_sign->setIcon(u"outcome-error"_s, ColorRole::Error);
    showMessage(error.message, error.detail, action, std::move(run));
}

void MessageBar::showNotice(const QString &text, const QString &action, std::function<void()> run)
{
    m_isNotice = true;
    m_sign->setIcon(u"outcome-ok"_s, ColorRole::Ok);
    showMessage(text, {}, action, std::move(run));
}

void MessageBar::showMessage(
    const QString &text, const QString &detail, const QString &action, std::function<void()> run)
{
    m_text->setText(visibleText(text, false, 500));
    m_detail->setText(visibleText(detail, true, 4000));
    m_more->setChecked(false);
    m_more->setVisible(!detail.isEmpty());
    m_detail->hide();
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_run = std::move(run);
    show();
    update();
}

void MessageBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    painter.fillRect(rect(), theme.color(m_isNotice ? ColorRole::OkSoft : ColorRole::ErrorSoft));
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(ColorRole::Line));
}

} // namespace Workbench::Ui
