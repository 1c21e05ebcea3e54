// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/calleventspane.h"

#include "core/base/visibletext.h"
#include "core/json/jsonparser.h"
#include "ui/forms/findbar.h"
#include "ui/models/logmodels.h"
#include "ui/models/words.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QStandardItemModel>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr QLatin1StringView notificationPrefix{"notifications/"};
constexpr qsizetype maxReadEvent = 16 << 10; // bytes; the text of a larger event is not shown
constexpr qsizetype maxSaid = 200; // characters
constexpr qsizetype maxDigits = 20;
constexpr qsizetype maxName = 40; // characters of a level or a logger

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

//! Returns the level of a log message in the word of Log, or as received if Log has no word for it.
QString levelText(const QString &level)
{
    static constexpr std::array<QLatin1StringView, 5> names{
        "debug"_L1, "info"_L1, "notice"_L1, "warning"_L1, "error"_L1}; // in the order of LogLine::Level
    for (size_t i = 0; i < names.size(); ++i) {
        if (level == names[i])
            return LogModel::levelWord(LogLine::Level(i));
    }
    return visibleText(level, false, maxName);
}

//! Returns a log message with its level and its logger before it.
QString loggedText(const Json &params, const QString &text)
{
    QStringList parts{levelText(params.member("level"_L1).toString()),
        visibleText(params.member("logger"_L1).toString(), false, maxName), text};
    parts.removeAll(QString());
    return parts.join(u" · "_s);
}

//! Returns the text of the event for the user. It is empty if the event has no text, or is too large to read;
//! \a params is absent then. Returns nothing for progress that says nothing.
std::optional<QString> saidBy(const Frame &frame, const Json &params, CallEventsPane::Step &lastStep)
{
    if (frame.bytes.isEmpty() || frame.bytes.size() > maxReadEvent)
        return QString();
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
    if (frame.label == "notifications/elicitation/complete"_L1)
        return CallEventsPane::tr("you are done at the address");
    const Json data = params.member("data"_L1);
    const bool isLogged = frame.label == "notifications/message"_L1;
    QString text = message;
    if (data.isString() && !data.toString().isEmpty())
        text = visibleText(data.toString(), false, maxSaid);
    else if (isLogged && message.isEmpty())
        text = data.isAbsent() || data.isString()
            ? CallEventsPane::tr("(no message)")
            : visibleText(QString::fromUtf8(data.toBytes()), false, maxSaid);
    return isLogged ? loggedText(params, text) : text;
}

} // namespace

CallEventsPane::CallEventsPane(QWidget *parent)
    : QWidget(parent)
    , m_header(new PaneHeader(tr("From the server"), this))
    , m_model(new QStandardItemModel(0, 3, this))
    , m_view(named(new RowTreeView(this), u"callEvents"_s, tr("What the server sent during this call")))
{
    setObjectName(u"callEventsPane"_s);
    setMinimumHeight(64);
    m_header->setFact(tr("during this call"));
    m_view->setModel(m_model);
    m_view->setHeaderHidden(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setRootIsDecorated(false);
    new ColumnFit(m_view, m_view->header(), {{}, {}, {80, 1}});
    addAll(newColumn(this), {m_header, new FindBar(tr("Find in the messages"), m_view, this), {m_view, 1}});
}

void CallEventsPane::setLog(ExchangeLog *log)
{
    connect(log, &ExchangeLog::noted, this, &CallEventsPane::add);
}

void CallEventsPane::setRequests(PeerRequests *requests)
{
    m_requests = requests;
    if (!requests)
        return;
    connect(requests, &PeerRequests::arrived, this, &CallEventsPane::arrived);
    connect(requests, &PeerRequests::ended, this, &CallEventsPane::ended);
}

void CallEventsPane::follow(const QString &exchangeId)
{
    m_exchangeId = exchangeId;
    m_step = {};
    m_asked.clear();
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
    const bool isReadable = frame.bytes.size() <= maxReadEvent;
    const Json params = isReadable ? parseJson(frame.bytes).value_or(Json()).member("params"_L1) : Json();
    const std::optional<QString> said = saidBy(frame, params, m_step);
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
    row.at(2)->setData(true, RowRole::ElideEnd);
    m_model->appendRow(row);
    if (!isNotification)
        m_asked.append(Asked{row.at(2)->index(), *said, params, {}, false});
    if (m_model->rowCount() > maxRows) {
        m_model->removeRow(0);
        m_asked.removeIf([](const Asked &asked) { return !asked.place.isValid(); });
    }
    if (isAtEnd)
        m_view->scrollToBottom();
    if (m_model->rowCount() == 1)
        Q_EMIT firstCame();
}

//! Finds the row of a request by what it asks, because frames and requests have different ids.
void CallEventsPane::arrived(const QString &id)
{
    const PeerRequest *request = m_requests ? m_requests->find(id) : nullptr;
    if (!request || m_exchangeId.isEmpty() || request->exchangeId != m_exchangeId)
        return;
    const auto found = std::ranges::find_if(m_asked,
        [request](const Asked &asked) { return asked.id.isEmpty() && asked.params == request->params; });
    if (found == m_asked.end())
        return;
    found->id = id;
    showWaiting();
}

void CallEventsPane::ended(const PeerRequest &request, const PeerAnswer &answer, PeerRequests::End end)
{
    const auto found = std::ranges::find(m_asked, request.id, &Asked::id);
    if (found == m_asked.end())
        return;
    found->isOver = true;
    if (end == PeerRequests::End::Withdrawn)
        showState(*found, tr("withdrawn"));
    else if (end == PeerRequests::End::TimeOver)
        showState(*found, tr("time over"));
    else if (answer.action == PeerAnswer::Action::Accept)
        showState(*found, tr("accepted"));
    else
        showState(*found, answer.action == PeerAnswer::Action::Decline ? tr("declined") : tr("cancelled"));
    showWaiting();
}

//! Shows which request waits for the user. The page shows one at a time, so later ones are queued.
void CallEventsPane::showWaiting()
{
    bool isFirst = true;
    for (const Asked &asked : std::as_const(m_asked)) {
        if (!asked.id.isEmpty() && !asked.isOver)
            showState(asked, std::exchange(isFirst, false) ? tr("waits") : tr("queued"));
    }
}

void CallEventsPane::showState(const Asked &asked, const QString &state)
{
    QStandardItem *item = m_model->itemFromIndex(asked.place);
    const QString text = asked.said.isEmpty() ? state : QString(state + u" · "_s + asked.said);
    if (!item || item->text() == text)
        return;
    item->setText(text);
    item->setToolTip(text);
}

} // namespace Workbench::Ui

#include "moc_calleventspane.cpp"
