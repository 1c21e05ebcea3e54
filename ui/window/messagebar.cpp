// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/messagebar.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "ui/models/coretexts.h"
#include "ui/models/limitsmodel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {
constexpr int widestMessage = 720; // in pixels
constexpr int distance = 12; // from the edges of the content, in pixels
} // namespace

MessageBar::MessageBar(QWidget *content, QWidget *parent)
    : QWidget(parent)
    , m_content(content)
{
    setObjectName(u"messageBar"_s);
    content->installEventFilter(this);
    m_close.setSingleShot(true);
    m_close.setInterval(8s);
    connect(&m_close, &QTimer::timeout, this, &QWidget::hide);
    m_sign = new IconLabel(u"outcome-error"_s, ColorRole::Error, this);
    m_text = named(new QLabel(this), u"messageText"_s);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_action = named(linkButton({}, this), u"messageAction"_s);
    connect(m_action, &QToolButton::clicked, this, [this] {
        hide();
        m_close.stop();
        if (const auto run = m_run) // a copy, because the call may show the next message
            run();
    });
    m_more = linkButton(tr("Details"), this);
    m_more->setCheckable(true);
    connect(m_more, &QToolButton::toggled, this, [this](bool on) {
        m_detail->setVisible(on);
        place();
    });
    QToolButton *close = named(iconButton(u"close"_s, tr("Close this message"), this), u"messageClose"_s);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    m_detail = new QLabel(this);
    m_detail->setFont(Theme::of(this).font(FontRole::Data));
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_detail->setContentsMargins(24, 0, 0, 4);
    addAll(newColumn(this, {12, 4, 8, 4}),
        {addAll(newRow(8), {m_sign, {m_text, 1}, m_action, m_more, close}), m_detail});
    hide();
}

MessageBar::Look MessageBar::lookOf(Kind kind)
{
    switch (kind) {
    case Kind::Error: return {u"outcome-error"_s, ColorRole::Error, ColorRole::ErrorSoft};
    case Kind::Success: return {u"outcome-ok"_s, ColorRole::Ok, ColorRole::OkSoft};
    case Kind::Info: break;
    }
    return {u"info"_s, ColorRole::Accent, ColorRole::Selection};
}

void MessageBar::showError(const Error &error)
{
    if (const QString limit = limitOf(error); !limit.isEmpty())
        showError(error, tr("Change the limit…"), [this, limit] { Q_EMIT limitRequested(limit); });
    else
        showError(error, {}, {});
}

void MessageBar::showError(const Error &error, const QString &action, std::function<void()> run)
{
    showMessage(Kind::Error, coreText(messageWithAdvice(error)), error.detail, action, std::move(run));
}

void MessageBar::showNotice(const QString &text, const QString &action, std::function<void()> run)
{
    showMessage(Kind::Success, text, {}, action, std::move(run));
}

int MessageBar::showInfo(const QString &text, const QString &action, std::function<void()> run)
{
    showMessage(Kind::Info, text, {}, action, std::move(run));
    return m_number;
}

void MessageBar::closeInfo(int number)
{
    if (number == m_number && m_kind == Kind::Info)
        hide();
}

void MessageBar::showMessage(
    Kind kind, const QString &text, const QString &detail, const QString &action, std::function<void()> run)
{
    m_kind = kind;
    ++m_number;
    m_sign->setIcon(lookOf(kind).icon, lookOf(kind).line);
    m_text->setText(visibleText(text, false, 500));
    m_detail->setText(visibleText(detail, true, 4000));
    m_more->setChecked(false);
    m_more->setVisible(!detail.isEmpty());
    m_detail->hide();
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_run = std::move(run);
    place();
    show();
    raise();
    update();
    m_close.stop();
    if (kind == Kind::Success && !underMouse())
        m_close.start();
}

//! Places the message at the lower edge, so that it does not cover a tab or button that the user aims at.
void MessageBar::place()
{
    const QRect content(m_content->mapTo(parentWidget(), QPoint()), m_content->size());
    const int room = std::max(0, std::min(widestMessage, content.width() - 2 * distance));
    const int wanted =
        layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(room) : sizeHint().height();
    const int height = std::min(wanted, std::max(0, content.height() - 2 * distance));
    setGeometry(content.left() + (content.width() - room) / 2, content.bottom() + 1 - height - distance, room,
        height);
}

bool MessageBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && !isHidden())
        place();
    return QWidget::eventFilter(watched, event);
}

void MessageBar::enterEvent(QEnterEvent *event)
{
    QWidget::enterEvent(event);
    m_close.stop();
}

void MessageBar::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    if (m_kind == Kind::Success && !isHidden())
        m_close.start();
}

void MessageBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.color(lookOf(m_kind).line));
    painter.setBrush(theme.color(lookOf(m_kind).fill));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace Workbench::Ui

#include "moc_messagebar.cpp"
