// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/hub/hublink.h"

#include "core/base/visibletext.h"
#include "core/exchange/exchangelog.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "core/operation/registry/registryoperations.h"
#include "core/secrets/redaction.h"

#include <QLoggingCategory>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype malformedKept = 200; // bytes of a message that is not an event
constexpr qint64 registeredBytes = 4LL << 20; // of the specs in one hub.register, unless one spec has more

Q_LOGGING_CATEGORY(hubLog, "workbench.hub", QtWarningMsg)

} // namespace

HubLink::HubLink(QString sourceName, HubSettings settings, Services services)
    : m_sourceName(std::move(sourceName))
    , m_settings(std::move(settings))
    , m_services(std::move(services))
    , m_reconnection(m_services.limits,
          m_settings.isSpoke() ? Reconnection::Patience::Endless : Reconnection::Patience::Limited)
{
    connect(&m_reconnection, &Reconnection::due, this, &HubLink::connectNow);
    m_offerChanged.setSingleShot(true);
    m_offerChanged.setInterval(100);
    m_offerAgain.setSingleShot(true);
    m_offerAgain.setInterval(std::chrono::milliseconds(m_services.limits.reconnectCapMs));
    for (QTimer *timer : {&m_offerChanged, &m_offerAgain})
        connect(timer, &QTimer::timeout, this, &HubLink::offerNow);
    m_handler = std::make_unique<CallHandler>(std::make_shared<RegistryOperations>(m_services.own,
                                                  [this](const OperationId &id) { return offers(id); }),
        CallHandler::Options{.limits = m_services.limits,
            .maxRunning = m_services.limits.spokeRunning,
            .maxPerSecond = m_services.limits.spokePerSecond,
            .listens = m_settings.isSpoke(),
            .begin = [this](const IncomingCall &call) {
                return m_services.log
                    ? beginIncoming(*m_services.log, call, u"called by the hub \"%1\""_s.arg(m_sourceName))
                    : QString();
            }});
    connect(m_handler.get(), &CallHandler::finished, this, [this](const CallReport &report) {
        if (m_services.log)
            endIncoming(*m_services.log, report);
        Q_EMIT callFinished(report);
    });
    connect(m_handler.get(), &CallHandler::undeliverable, this, [this](EventTarget *, const Error &error) {
        say(LogLine::Level::Warning, u"A response to the hub could not be sent: %1"_s.arg(error.message));
    });
    if (m_settings.isSpoke() && m_services.own) {
        connect(
            m_services.own, &OperationRegistry::operationsChanged, this, [this](const QString &nameSpace) {
                if (nameSpace != nameSpaceFor(m_sourceName))
                    m_offerChanged.start();
            });
    }
}

HubLink::~HubLink()
{
    dismantle();
}

void HubLink::offerNow()
{
    if (m_target && m_target->state() == EventTarget::State::Open)
        QCoro::connect(registerOffered(shared_from_this()), this, [] { });
}

//! Returns true if the hub may call \a id. Operations that this hub lists are never offered to it.
bool HubLink::offers(const OperationId &id) const
{
    if (id.nameSpace == nameSpaceFor(m_sourceName) || !m_settings.offers(id))
        return false;
    if (m_services.isWithheld && m_services.isWithheld(id))
        return false;
    return !m_settings.offersAll || !m_services.mayOffer || m_services.mayOffer(id);
}

Error HubLink::notConnected() const
{
    const QString why = m_lostBecause.isEmpty() ? QString() : QString(u": "_s + m_lostBecause);
    return {ErrorKind::Closed, u"hub.closed"_s, u"The hub \"%1\" is not connected%2"_s.arg(m_sourceName, why),
        {}, Json::object({{u"retryable"_s, Json::boolean(true)}})};
}

QFuture<Result<void>> HubLink::open()
{
    m_opening.emplace();
    m_opening->start();
    QFuture<Result<void>> future = m_opening->future();
    if (m_isClosing)
        settleOpening(std::unexpected(notConnected()));
    else
        connectNow();
    return future;
}

void HubLink::settleOpening(const Result<void> &outcome)
{
    if (!m_opening)
        return;
    m_opening->addResult(outcome);
    m_opening->finish();
    m_opening.reset();
}

void HubLink::connectNow()
{
    qCDebug(hubLog) << m_sourceName << "connecting to" << redactedUrl(m_settings.url);
    dropTarget();
    ChannelTarget::Options options;
    options.limits = m_services.limits;
    options.sourceName = m_sourceName;
    auto channel = m_services.makeChannel(
        {m_sourceName, m_settings.url, m_settings.headers, m_settings.certificates}, m_services.limits);
    m_target = std::make_unique<ChannelTarget>(
        std::move(channel), ChannelTarget::Side::Client, options, m_services.log);
    m_target->exchangeOf = [this](const EventEnvelope &event) { return exchangeOf(event); };
    m_calls = std::make_unique<PendingRequestMap>(m_target.get(),
        PendingRequestMap::Options{
            .limits = m_services.limits, .dialect = m_settings.dialect, .peerName = m_sourceName});
    m_remarks = 0;
    m_expected = 0;
    m_malformed.reset();
    connect(m_calls.get(), &PendingRequestMap::violated, this, [this](const CallViolation &violation) {
        remark(violation.text, violation.isExpected ? LogLine::Level::Info : LogLine::Level::Warning);
    });
    connect(
        m_calls.get(), &PendingRequestMap::parentEnded, m_handler.get(),
        [handler = m_handler.get(), target = m_target.get()](
            const QString &requestId) { handler->abortChildren(target, requestId); },
        Qt::QueuedConnection);
    connect(m_target.get(), &ChannelTarget::malformedMessage, this,
        [this](const Error &error, const QByteArray &message) {
            remark(u"The hub sent a message that is not an event: %1"_s.arg(error.message));
            m_calls->heard(u"a message that is not an event (%1), which begins with: %2"_s.arg(error.message,
                visibleText(
                    QString::fromUtf8(message.first(std::min(message.size(), malformedKept))), false, 200)));
            if (!m_malformed)
                m_malformed = Malformed{error, message.first(std::min(message.size(), malformedKept))};
        });
    // Calls to operations that the user does not offer are refused, not left without a response.
    m_handler->attach(
        m_target.get(), {.connectionId = m_sourceName, .isTrustedGateway = m_settings.trustsGateway});
    connect(m_target.get(), &EventTarget::stateChanged, this, [this](EventTarget::State state) {
        if (state == EventTarget::State::Open)
            targetOpened();
    });
    connect(m_target.get(), &EventTarget::closed, this, &HubLink::targetClosed);
    if (m_target->state() == EventTarget::State::Open)
        targetOpened();
    else
        m_target->open();
}

void HubLink::targetOpened()
{
    qCDebug(hubLog) << m_sourceName << "open";
    m_reconnection.connected();
    m_lostBecause.clear();
    if (m_settings.isSpoke())
        QCoro::connect(registerOffered(shared_from_this()), this, [] { });
    settleOpening({});
    if (std::exchange(m_wasOpen, true)) {
        say(LogLine::Level::Notice, u"Connected again"_s);
        Q_EMIT degraded({});
        Q_EMIT reconnected();
    }
}

void HubLink::targetClosed(const Error &reason)
{
    qCDebug(hubLog) << m_sourceName << "closed:" << reason.code;
    m_offerAgain.stop();
    m_registered.clear();
    m_registration = {};
    m_lostBecause = reason.message;
    // The hub has another certificate than before. Connecting again automatically would fail again; only the
    // user may retry.
    const bool isRefused = reason.code == "http.tls"_L1;
    if (m_isClosing || !m_wasOpen || isRefused) {
        settleOpening(std::unexpected(reason));
        finish(reason);
        return;
    }
    if (!m_reconnection.lost()) {
        finish(reason);
        return;
    }
    Q_EMIT degraded(u"The connection to the hub was lost (%1); connecting again"_s.arg(reason.message));
}

void HubLink::dropTarget()
{
    m_calls.reset();
    if (!m_target)
        return;
    m_handler->detach(m_target.get());
    m_target->disconnect(this);
    m_target.release()->deleteLater(); // the target may be emitting a signal
}

void HubLink::close()
{
    if (std::exchange(m_isClosing, true))
        return;
    m_reconnection.stop();
    m_offerChanged.stop();
    m_offerAgain.stop();
    if (m_calls)
        m_calls->closeAll(notConnected());
    const bool hasWire = m_target && m_target->state() != EventTarget::State::Closed;
    if (hasWire) {
        m_target->close(); // closed() follows
    } else {
        QMetaObject::invokeMethod(
            this,
            [this] {
                const Error reason{
                    ErrorKind::Cancelled, u"hub.closed"_s, u"The source was disconnected"_s, {}, {}};
                settleOpening(std::unexpected(reason));
                finish(reason);
            },
            Qt::QueuedConnection);
    }
}

void HubLink::dismantle()
{
    m_isClosing = true;
    m_isClosed = true;
    m_reconnection.stop();
    m_offerChanged.stop();
    m_offerAgain.stop();
    settleOpening(std::unexpected(notConnected()));
    m_calls.reset();
    if (m_target) {
        m_target->disconnect(this);
        m_handler->detach(m_target.get());
        m_target->close();
        m_target.release()->deleteLater();
    }
}

void HubLink::finish(const Error &reason)
{
    if (!std::exchange(m_isClosed, true))
        Q_EMIT closed(reason);
}

QString HubLink::exchangeOf(const EventEnvelope &event) const
{
    if (!m_calls || !CallEventMap::isCallType(event.type))
        return {};
    return m_calls->exchangeIdOf(event.payload.member("requestId"_L1).toString(event.id));
}

//! Returns the specs as they are registered. If a source shares definitions between its operations, each
//! schema holds its nearest definitions, as many as its part of one message allows.
static QList<Json> registrationsOf(const QList<OperationSpec> &offered, const Limits &limits)
{
    constexpr qint64 leastBytes = 1024;
    // schemas of the input, the result and some errors
    const qint64 schemas = 4 * qMax<qint64>(1, offered.size());
    Limits each = limits;
    each.schemaBytes = qMax(leastBytes, registeredBytes / schemas);
    QHash<QString, SharedDefinitions> definitions; // by namespace
    QList<Json> specs;
    for (const OperationSpec &listed : offered) {
        SharedDefinitions &shared = definitions[listed.id.nameSpace];
        specs.append(toJson(compact(listed, shared, each)));
    }
    return specs;
}

//! Returns \a specs in parts that each fit into one message. Specs that came from another hub may be large.
static QList<QList<Json>> inParts(const QList<Json> &specs)
{
    QList<QList<Json>> parts(1);
    qint64 bytes = 0;
    for (const Json &spec : specs) {
        const qint64 more = spec.toBytes().size();
        if (bytes + more > registeredBytes && !parts.last().isEmpty()) {
            parts.emplaceBack();
            bytes = 0;
        }
        bytes += more;
        parts.last().append(spec);
    }
    return parts;
}

Task<void> HubLink::registerOffered(std::shared_ptr<HubLink> self)
{
    QList<OperationSpec> offered =
        self->m_services.own ? self->m_services.own->list() : QList<OperationSpec>();
    offered.removeIf([&self](const OperationSpec &spec) { return !self->offers(spec.id); });
    const QList<QList<Json>> parts = inParts(registrationsOf(offered, self->m_services.limits));
    QSet<QString> ids;
    for (const OperationSpec &spec : std::as_const(offered))
        ids.insert(spec.id.toString());
    QList<Json> gone;
    for (const QString &id : std::as_const(self->m_registered)) {
        if (!ids.contains(id))
            gone.append(Json::string(id));
    }
    if (!self->m_calls)
        co_return;
    if (!gone.isEmpty()) {
        // The response changes nothing here, because a call to a withdrawn operation is refused anyway.
        std::ignore =
            self->m_calls->call({u"hub.unregister"_s, Json::object({{u"operations"_s, Json::array(gone)}})});
    }
    self->m_registered = ids; // before the answer, so that an operation that goes meanwhile is withdrawn
    const int offer = ++self->m_offers;
    Json registration;
    QStringList accepted;
    QList<Json> allRejected;
    for (const QList<Json> &specs : parts) {
        CallRequest request{u"hub.register"_s,
            Json::object({{u"name"_s, Json::string(self->m_settings.spokeName)},
                {u"spokeType"_s, Json::string(u"client"_s)}, {u"operations"_s, Json::array(specs)}})};
        request.deadline = QDateTime::currentMSecsSinceEpoch() + self->m_services.limits.requestTimeoutMs;
        const Result<CallOutput> answer = co_await self->m_calls->call(std::move(request));
        if (self->m_isClosed)
            co_return;
        if (!answer) {
            self->say(LogLine::Level::Warning,
                u"The hub did not accept our operations: %1"_s.arg(answer.error().message));
            if (registration.isAbsent() || offer != self->m_offers || !self->m_calls)
                co_return;
            break; // what the hub said about the parts before
        }
        // A later offer sends all operations again, and the rest of this one may have been withdrawn.
        if (offer != self->m_offers || !self->m_calls)
            co_return;
        registration = answer->envelope.data;
        accepted += textsOf(registration.member("accepted"_L1));
        for (const Json &rejected : registration.member("rejected"_L1).items())
            allRejected.append(rejected);
    }
    registration = withMember(registration, u"accepted", textArray(accepted));
    registration = withMember(registration, u"rejected", Json::array(allRejected));
    const bool isNew = !(registration == self->m_registration);
    self->m_registration = registration;
    for (const Json &rejected : std::as_const(allRejected)) {
        const QString reason = rejected.member("reason"_L1).toString();
        // The spoke that has the id may disconnect. It may be ourselves, on a connection whose loss the hub
        // has not noticed yet.
        if (reason == "conflict"_L1)
            self->m_offerAgain.start();
        if (!isNew)
            continue;
        self->say(LogLine::Level::Warning,
            u"The hub rejected %1: %2"_s.arg(rejected.member("id"_L1).toString(),
                reason == "conflict"_L1
                    ? u"conflict. It is offered there already; offer it from a source with another name."_s
                    : reason));
    }
    if (isNew)
        Q_EMIT self->registered();
}

//! Logs a violation of the protocol by the hub, at most 100 for each connection. \a level is Info for an
//! event that came because the hub did not know yet that the request had ended; these are counted separately.
void HubLink::remark(const QString &text, LogLine::Level level)
{
    constexpr int saidAtMost = 100;
    int &said = level == LogLine::Level::Info ? m_expected : m_remarks;
    if (said++ < saidAtMost)
        say(level, text);
}

void HubLink::say(LogLine::Level level, const QString &text)
{
    Q_EMIT logged({QDateTime::currentDateTimeUtc(), level, m_sourceName, u"protocol"_s, text});
}

} // namespace Workbench

#include "moc_hublink.cpp"
