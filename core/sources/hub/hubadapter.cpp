// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/hub/hubadapter.h"

#include "core/base/answers.h"
#include "core/sources/hub/hubdiscovery.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Task<Result<PeerInfo>> openHub(std::shared_ptr<HubLink> link)
{
    const Result<void> opened = co_await link->open();
    if (!opened)
        co_return std::unexpected(opened.error());
    PeerInfo info;
    info.name = link->settings().url.host();
    info.protocol = u"call protocol over WebSocket"_s;
    if (link->settings().isSpoke())
        info.remarks.append(link->settings().offersAll
                ? u"The hub may call every operation of the connected sources"_s
                : u"The hub may call: %1"_s.arg(link->settings().offer.join(u", ")));
    if (link->settings().isSpoke() && link->settings().trustsGateway)
        info.remarks.append(u"Calls run as the identity that the hub names"_s);
    co_return info;
}

Task<Result<HandlerResult>> awaitAnswer(QFuture<Result<CallOutput>> answer)
{
    Result<CallOutput> output = co_await Answer(answer);
    if (!output)
        co_return std::unexpected(std::move(output).error());
    co_return describedResultOf(*output);
}

CallRequest requestFor(const OperationSpec &spec, Json input, CallContext context)
{
    // Several calls of one run may share our request id, so the message gets its own.
    context.requestId.clear();
    if (!context.callerRequestId.isEmpty())
        context.parentRequestId = context.callerRequestId;
    return {spec.id.name, std::move(input), std::move(context)};
}

} // namespace

HubAdapter::HubAdapter(QString sourceName, HubSettings settings, HubLink::Services services)
    : m_link(std::make_shared<HubLink>(std::move(sourceName), std::move(settings), std::move(services)))
{
    connect(m_link.get(), &HubLink::degraded, this, &Adapter::degraded);
    connect(m_link.get(), &HubLink::reconnected, this, &Adapter::operationsChanged);
    connect(m_link.get(), &HubLink::logged, this, &Adapter::logged);
    connect(m_link.get(), &HubLink::closed, this, &Adapter::closed);
}

HubAdapter::~HubAdapter()
{
    m_link->disconnect(this);
    m_link->dismantle();
}

void HubAdapter::setIdentity(const std::optional<Identity> &identity)
{
    if (m_link->identity() == identity)
        return;
    m_link->setIdentity(identity);
    if (m_link->calls())
        Q_EMIT operationsChanged();
}

Task<Result<PeerInfo>> HubAdapter::open()
{
    return openHub(m_link);
}

Task<Result<Discovery>> HubAdapter::discover()
{
    return discoverHub(m_link);
}

Task<Result<HandlerResult>> HubAdapter::invoke(OperationSpec spec, Json input, CallContext context)
{
    PendingRequestMap *calls = m_link->calls();
    if (!calls)
        return settledTask<HandlerResult>(std::unexpected(m_link->notConnected()));
    const std::chrono::milliseconds time =
        context.timeout.value_or(std::chrono::milliseconds(m_link->limits().requestTimeoutMs));
    const std::optional<qint64> deadline = context.deadline; // the deadline of the caller's own caller
    CallRequest request = requestFor(spec, std::move(input), std::move(context));
    request.deadline = deadline.value_or(QDateTime::currentMSecsSinceEpoch() + time.count());
    return awaitAnswer(calls->call(std::move(request)));
}

Result<std::unique_ptr<ItemStream>> HubAdapter::subscribe(OperationSpec spec, Json input, CallContext context)
{
    PendingRequestMap *calls = m_link->calls();
    if (!calls)
        return std::unexpected(m_link->notConnected());
    const std::optional<std::chrono::milliseconds> idle = context.timeout;
    CallRequest request = requestFor(spec, std::move(input), std::move(context));
    request.idleTimeout = idle;
    request.isSingle = spec.type != OperationType::Subscription;
    request.notesRemarks = true;
    return calls->subscribe(std::move(request));
}

OperationFeatures HubAdapter::featuresOf(const OperationSpec &spec) const
{
    return {.hasHeartbeats = spec.type == OperationType::Subscription};
}

Result<WirePreview> HubAdapter::preview(const OperationSpec &spec, const Json &input) const
{
    CallRequested event{newRequestId(), spec.id.name, input};
    event.identity = m_link->identity();
    if (spec.type != OperationType::Subscription)
        event.deadline = QDateTime::currentMSecsSinceEpoch() + m_link->limits().requestTimeoutMs;
    WirePreview preview;
    preview.frame = CallEventMap::toEnvelope(event, {}, m_link->settings().dialect).toJson();
    preview.body = preview.frame.toBytes();
    preview.url = m_link->settings().url;
    return preview;
}

void HubAdapter::close()
{
    m_link->close();
}

HubFactory::HubFactory(MessageChannelMaker makeChannel, OperationRegistry *own,
    std::function<bool(const OperationId &id)> mayOffer,
    std::function<bool(const OperationId &id)> isWithheld)
    : m_makeChannel(std::move(makeChannel))
    , m_own(own)
    , m_mayOffer(std::move(mayOffer))
    , m_isWithheld(std::move(isWithheld))
{
}

QString HubFactory::kind() const
{
    return u"hub"_s;
}

QList<SourceKind> HubFactory::sourceKinds() const
{
    return {{u"hub"_s, kind(), u"Hub"_s, u"call protocol over WebSocket"_s, u"hub"_s, hubSettingsSchema()}};
}

Result<void> HubFactory::check(const Source &source) const
{
    return HubSettings::read(source).transform([](const HubSettings &) { });
}

Result<void> HubFactory::checkHeaders(const Source &source) const
{
    return HubSettings::checkHeaders(source.settings);
}

std::unique_ptr<Adapter> HubFactory::create(
    const Source &source, const Limits &limits, ExchangeLog *log) const
{
    return std::make_unique<HubAdapter>(source.name, HubSettings::read(source).value_or(HubSettings()),
        HubLink::Services{m_makeChannel, m_own, limits, log, m_mayOffer, m_isWithheld});
}

} // namespace Workbench

#include "moc_hubadapter.cpp"
