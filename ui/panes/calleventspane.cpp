// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/calleventspane.h"

#include "core/base/visibletext.h"
#include "core/json/jsonparser.h"
#include "ui/forms/findbar.h"
#include "ui/models/words.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QStandardItemModel>

#include <cmath>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr QLatin1StringView notificationPrefix{"notifications/"};
constexpr qsizetype maxReadEvent = 16 << 10; // bytes; the text of a larger event is not shown
constexpr qsizetype maxSaid = 200; // characters
constexpr qsizetype maxDigits = 20;

//! Returns whether \a frame is a message of the server during a call, other than the answer to it.
bool isEvent(const Frame &frame)
{
    return frame.direction == Direction::Received
        && (frame.label.startsWith(notificationPrefix) || frame.label == "elicitation/create"_L1
            || frame.label == "sampling/createMessage"_L1 || frame.label == "roots/list"_L1);
}

//! Returns the progress in \a params, and makes it \a last. Returns an empty text if it is not a number, or
//! below \a last with the same token.
QString stepOf(const Json &params, CallEventsPane::Step &last)
{
    if (const Json token = params.member("progressToken"_L1); token != last.token)
        last = {token, 0}; // the call sends another request, whose progress begins again
    const Json value = params.member("progress"_L1);
    const double step = value.toDouble(-1);
    if (!std::isfinite(step) || step < last.value)
        return {};
    last.value = step;
    const auto digits = [](const Json &number) {
        return visibleText(QString::fromUtf8(number.toBytes()), false, maxDigits);
    };
    const Json total = params.member("total"_L1);
    const double most = total.toDouble();
    return std::isfinite(most) && most > 0 && most >= step
        ? CallEventsPane::tr("%1 of %2").arg(digits(value), digits(total))
        : digits(value);
}

//! Returns the text of the event for the user. It is empty if the event has no text, or is too large to read.
//! Returns nothing for progress that says nothing.
std::optional<QString> saidBy(const Frame &frame, CallEventsPane::Step &lastStep)
{
    if (frame.bytes.isEmpty() || frame.bytes.size() > maxReadEvent)
        return QString();
    const Json params = parseJson(frame.bytes).value_or(Json()).member("params"_L1);
    const QString message = visibleText(params.member("message"_L1).toString(), false, maxSaid);
    if (frame.label == "notifications/progress"_L1) {
        QStringList parts;
        if (const QString step = stepOf(params, lastStep); !step.isEmpty())
            parts.append(step);
        if (!frame.note.isEmpty()) // the progress is wrong or late, or its JSON is odd
            parts.append(visibleText(frame.note, false, maxSaid));
        if (!message.isEmpty())
            parts.append(message);
        return parts.isEmpty() ? std::nullopt : std::optional(parts.join(u" · "_s));
    }
    const Json data = params.member("data"_L1);
    if (data.isString() && !data.toString().isEmpty())
        return visibleText(data.toString(), false, maxSaid);
    if (frame.label != "notifications/message"_L1 || !message.isEmpty())
        return message;
    return data.isAbsent() || data.isString()
        ? CallEventsPane::tr("(no message)")
        : visibleText(QString::fromUtf8(data.toBytes()), false, maxSaid);
}

} // namespace

CallEventsPane::CallEventsPane(QWidget *parent)
    : QWidget(parent)
    , m_header(new PaneHeader(tr("From the server"), this))
    , m_model(new QStandardItemModel(0, 3, this))
    , m_view(named(new RowTreeView(this), u"callEvents"_s, tr("What the server sent during this call")))
{
    setObjectName(u"callEventsPane"_s);
    setMinimumWidth(300); // time, kind and a short message
    m_header->setFact(tr("during this call"));
    m_view->setModel(m_model);
    m_view->setHeaderHidden(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setRootIsDecorated(false);
    m_view->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    addAll(newColumn(this), {m_header, new FindBar(tr("Find in the messages"), m_view, this), {m_view, 1}});
}

void CallEventsPane::setLog(ExchangeLog *log)
{
    connect(log, &ExchangeLog::noted, this, &CallEventsPane::add);
}

void CallEventsPane::follow(const QString &exchangeId)
{
    m_exchangeId = exchangeId;
    m_step = {};
    m_model->removeRows(0, m_model->rowCount());
}

bool CallEventsPane::hasEvents() const
{
    return m_model->rowCount() > 0;
}

void CallEventsPane::add(const Frame &frame)
{
    if (m_exchangeId.isEmpty() || frame.exchangeId != m_exchangeId || !isEvent(frame))
        return;
    const std::optional<QString> said = saidBy(frame, m_step);
    if (!said)
        return;
    const bool isAtEnd = m_view->verticalScrollBar()->value() == m_view->verticalScrollBar()->maximum();
    const bool isNotification = frame.label.startsWith(notificationPrefix);
    const QString label =
        visibleText(isNotification ? frame.label.sliced(notificationPrefix.size()) : frame.label, false, 100);
    QList<QStandardItem *> row;
    for (const QString &text :
        {clockText(frame.at.isValid() ? frame.at : QDateTime::currentDateTimeUtc()), label, *said}) {
        auto *item = new QStandardItem(text);
        item->setToolTip(text);
        row.append(item);
    }
    row.at(0)->setData(int(FontRole::Number), RowRole::Font);
    row.at(0)->setData(int(ColorRole::TextSecond), RowRole::TextColor);
    row.at(1)->setData(isNotification ? u"info"_s : u"prompt"_s, RowRole::IconName);
    row.at(1)->setData(int(isNotification ? ColorRole::TextSecond : ColorRole::Warning), RowRole::IconColor);
    row.at(2)->setData(int(ColorRole::TextSecond), RowRole::TextColor);
    m_model->appendRow(row);
    if (m_model->rowCount() > maxRows)
        m_model->removeRow(0);
    if (isAtEnd)
        m_view->scrollToBottom();
    if (m_model->rowCount() == 1)
        Q_EMIT firstCame();
}

} // namespace Workbench::Ui

#include "moc_calleventspane.cpp"
