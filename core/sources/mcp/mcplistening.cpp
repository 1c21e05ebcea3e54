// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcplistening.h"

#include "core/base/delay.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"

#include <QTimer>

#include <algorithm>
#include <cmath>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto whileItStands = 24h * 365; // a subscription has no deadline
constexpr double listenBackOff = 1.5;
constexpr qsizetype maxShownUri = 200;

// the capability of each list, and the member of the request for it
constexpr std::pair<QLatin1StringView, QStringView> changingLists[] = {{"tools"_L1, u"toolsListChanged"},
    {"prompts"_L1, u"promptsListChanged"}, {"resources"_L1, u"resourcesListChanged"}};

//! Returns what to listen for; an empty object: nothing.
Json wanted(const McpAgreement &agreement, const QStringList &uris)
{
    JsonBuilder builder;
    builder.beginObject();
    for (const auto &[capability, member] : changingLists) {
        if (agreement.has(capability, "listChanged"_L1))
            builder.add(member, Json::boolean(true));
    }
    if (!uris.isEmpty())
        builder.add(u"resourceSubscriptions", textArray(uris));
    return builder.endObject().take();
}

Error notWatched(const QString &source, const QString &uri)
{
    return {ErrorKind::Remote, u"mcp.not-watched"_s,
        u"\"%1\" does not report changes of %2."_s.arg(source, visibleText(uri, false, maxShownUri))};
}

} // namespace

struct McpListening::State {
    Json wanted;
    std::shared_ptr<qint64> id = std::make_shared<qint64>(0);
    std::stop_source stop;
    int requests = 0;
    bool awaitsAcknowledgement = false; // of the last request
    bool hasEnded = false; // no further request follows
    int failures = 0; // since the last acknowledgement
    std::optional<Error> failure{}; // why listening ended; nothing: the server ended it in order
};

//! Marks the source as incomplete if the server does not acknowledge the last request within
//! limits.request.timeout. While the user signs in, the time begins again.
void McpListening::awaitAcknowledgement(McpConnection &connection, const std::shared_ptr<State> &state)
{
    state->awaitsAcknowledgement = true;
    const auto patience = std::chrono::milliseconds(connection.limits().requestTimeoutMs);
    QTimer::singleShot(patience, &connection, [&connection, state, patience, number = ++state->requests] {
        const bool isLast = number == state->requests && !state->stop.stop_requested();
        if (!isLast || !state->awaitsAcknowledgement || connection.isClosed())
            return;
        if (connection.isSigningIn())
            return awaitAcknowledgement(connection, state);
        const QString words = u"The server did not acknowledge the subscription to its changes within %1 "
                              "(limit request.timeout). Refresh the operations to see changes."_s;
        Q_EMIT connection.degraded(words.arg(durationText(patience.count())));
    });
}

McpListening::McpListening(std::shared_ptr<McpConnection> connection)
    : m_connection(std::move(connection))
{
    connect(m_connection.get(), &McpConnection::notified, this,
        [this](const QString &method, const Json &params, const QList<JsonRemark> &remarks) {
            if (method == "notifications/subscriptions/acknowledged"_L1)
                acknowledged(params);
            else if (method == "notifications/cancelled"_L1 && m_state
                && params.member("requestId"_L1).toInteger() == *m_state->id)
                m_state->stop.request_stop(); // the server ends it
            else if (method == "notifications/resources/updated"_L1)
                take(params, remarks);
        });
    connect(m_connection.get(), &McpConnection::renewed, this, [this] {
        if (isModern())
            return;
        for (auto watched = m_watched.cbegin(); watched != m_watched.cend(); ++watched)
            ask(watched.key(), {});
    });
}

McpListening::~McpListening()
{
    if (m_state)
        m_state->stop.request_stop();
}

void McpListening::start()
{
    if (!m_state)
        restart();
}

bool McpListening::isWithin(const QString &uri, const QString &watched)
{
    return uri == watched
        || (uri.startsWith(watched) && (watched.endsWith(u'/') || uri.at(watched.size()) == u'/'));
}

void McpListening::watch(const QString &uri, const QString &exchangeId)
{
    if (++m_watched[uri] == 1)
        ask(uri, exchangeId);
}

void McpListening::unwatch(const QString &uri)
{
    const auto watched = m_watched.find(uri);
    if (watched == m_watched.end() || --*watched > 0)
        return;
    m_watched.erase(watched);
    m_unwatched.insert(uri);
    if (m_connection->isClosed())
        return;
    if (isModern()) {
        // After the end of a subscription only watch() subscribes again.
        const bool hasEnded = m_state && m_state->hasEnded;
        if (!hasEnded || wanted(*m_connection->agreement, m_watched.keys()).size() == 0)
            restart();
        return;
    }
    McpConnection::Request request;
    request.method = u"resources/unsubscribe"_s;
    request.params = Json::object({{u"uri"_s, Json::string(uri)}});
    m_connection->request(request); // the answer does not matter: updates are ignored from now on
}

void McpListening::ask(const QString &uri, const QString &exchangeId)
{
    if (isModern()) {
        restart();
        return;
    }
    QCoro::connect(subscribe(weak_from_this(), m_connection, uri, exchangeId), this, [] { });
}

Task<void> McpListening::subscribe(std::weak_ptr<McpListening> self,
    std::shared_ptr<McpConnection> connection, QString uri, QString exchangeId)
{
    if (connection->agreement && !connection->agreement->has("resources"_L1, "subscribe"_L1)) {
        connection->say(LogLine::Level::Notice,
            u"resources/subscribe is sent although the server does not announce resources.subscribe."_s);
    }
    McpConnection::Request request;
    request.method = u"resources/subscribe"_s;
    request.params = Json::object({{u"uri"_s, Json::string(uri)}});
    request.exchangeId = exchangeId;
    const QFuture<Result<Json>> asked = connection->request(request);
    const Result<Json> answer = co_await asked;
    const auto listening = self.lock();
    if (!answer && listening && !connection->isClosed())
        Q_EMIT listening->refused(uri, answer.error());
}

void McpListening::restart()
{
    if (m_state)
        m_state->stop.request_stop();
    const bool hasAsked = std::exchange(m_state, nullptr) != nullptr;
    const std::optional<McpAgreement> &agreement = m_connection->agreement;
    if (!agreement || !agreement->isModern || !agreement->listsOnly.isEmpty())
        return;
    const Json what = wanted(*agreement, m_watched.keys());
    if (what.size() == 0) {
        if (hasAsked)
            Q_EMIT m_connection->degraded({}); // nothing is missed any more
        return;
    }
    m_state = std::make_shared<State>();
    m_state->wanted = what;
    QCoro::connect(listen(m_connection, m_state), this, [this, state = m_state] {
        if (state != m_state || m_connection->isClosed())
            return; // another request replaced it, or the streams learn of the end by closed()
        state->hasEnded = true;
        if (!state->failure) {
            Q_EMIT m_connection->degraded(u"Changes are not received any more: the server ended the "
                                          "subscription. Connect again to receive them."_s);
        }
        const QStringList uris = m_watched.keys();
        for (const QString &uri : uris) {
            if (state->failure)
                Q_EMIT refused(uri, *state->failure);
            else
                Q_EMIT ended(uri);
        }
    });
}

void McpListening::take(const Json &params, const QList<JsonRemark> &remarks)
{
    const QString uri = params.member("uri"_L1).toString();
    for (auto watched = m_watched.cbegin(); watched != m_watched.cend(); ++watched) {
        if (isWithin(uri, watched.key())) {
            Q_EMIT updated(uri, params, remarks);
            return;
        }
    }
    const auto isLate = [&uri](const QString &former) { return isWithin(uri, former); };
    if (std::ranges::any_of(m_unwatched, isLate) || std::exchange(m_saidUnasked, true))
        return;
    m_connection->say(LogLine::Level::Warning,
        u"Sent an update of a resource that was not subscribed to; such updates are ignored: %1"_s.arg(
            uri.isEmpty() ? u"it names no resource"_s : visibleText(uri, false, maxShownUri)));
}

void McpListening::acknowledged(const Json &params)
{
    const Json id = params.member("_meta"_L1).member("io.modelcontextprotocol/subscriptionId"_L1);
    if (!m_state || (!id.isAbsent() && id.toInteger() != *m_state->id))
        return;
    m_state->awaitsAcknowledgement = false;
    if (std::exchange(m_state->failures, 0) > 0) {
        m_connection->say(LogLine::Level::Notice,
            u"Subscribed again after the connection was lost. What changed meanwhile was not reported, so "
            u"the "
            "lists are read again."_s);
        for (const auto &[capability, member] : changingLists) {
            if (m_state->wanted.hasMember(member))
                m_connection->listMayDiffer(QString(capability));
        }
    }
    Q_EMIT m_connection->degraded({});
    const Json honoured = params.member("notifications"_L1);
    QStringList refused;
    for (const auto &member : m_state->wanted.members()) {
        if (honoured.member(member.key()) != member.value())
            refused.append(member.key());
    }
    const Json resources = honoured.member("resourceSubscriptions"_L1);
    const QStringList uris = m_watched.keys();
    for (const QString &uri : uris) {
        const auto isMeant = [&uri](const Json &item) { return item.toString() == uri; };
        if (std::ranges::none_of(resources.items(), isMeant))
            Q_EMIT this->refused(uri, notWatched(m_connection->sourceName(), uri));
    }
    if (!refused.isEmpty())
        m_connection->say(LogLine::Level::Notice,
            u"Does not honour all of the subscription; left out or changed: %1."_s.arg(
                refused.join(", "_L1)));
}

Task<void> McpListening::listen(std::shared_ptr<McpConnection> connection, std::shared_ptr<State> state)
{
    for (;;) {
        McpConnection::Request request;
        request.method = u"subscriptions/listen"_s;
        request.params = Json::object({{u"notifications"_s, state->wanted}});
        request.idle = whileItStands;
        request.total = whileItStands;
        request.cancellation = state->stop.get_token();
        request.isLongLived = true;
        request.id = state->id;
        const QFuture<Result<Json>> asked = connection->request(request);
        awaitAcknowledgement(*connection, state);
        const Result<Json> ended = co_await asked;
        state->awaitsAcknowledgement = false;
        if (connection->isClosed() || state->stop.stop_requested())
            co_return;
        if (ended)
            co_return;
        if (ended.error().kind == ErrorKind::Remote || ended.error().kind == ErrorKind::Protocol
            || state->failures >= connection->limits().reconnectTries) {
            state->failure = ended.error();
            Q_EMIT connection->degraded(u"Changes cannot be received: %1"_s.arg(ended.error().message));
            co_return;
        }
        const Limits &limits = connection->limits();
        const double grown = double(limits.reconnectFirstMs) * std::pow(listenBackOff, state->failures++);
        const auto wait = std::chrono::milliseconds(qint64(std::min(grown, double(limits.reconnectCapMs))));
        const QFuture<bool> pause = delay(wait, state->stop.get_token());
        const bool goesOn = co_await pause;
        if (!goesOn || connection->isClosed())
            co_return;
    }
}

} // namespace Workbench

#include "moc_mcplistening.cpp"
