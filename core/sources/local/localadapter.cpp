// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/local/localadapter.h"

#include "core/base/advice.h"
#include "core/base/settle.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"
#include "core/operation/registry/itemstream.h"

#include <QDateTime>
#include <QTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Error closedError()
{
    return {ErrorKind::Closed, u"local.closed"_s, u"The source was disconnected"_s};
}

Error noSuchOperation(const OperationSpec &spec)
{
    return {ErrorKind::Usage, QString(ErrorCode::operationNotFound),
        u"Operation not found: %1"_s.arg(spec.id.toString()), {},
        Json::object({{u"operationId"_s, Json::string(spec.id.toString())}})};
}

Error lateError(const QString &operation, std::chrono::milliseconds idle)
{
    return advisingLimit(
        {ErrorKind::Timeout, ErrorCode::timeout,
            u"%1 gave neither a result nor progress for %2."_s.arg(
                operation, limitText(*findLimit(u"request.timeout"), idle.count())),
            {}, Json::object({{u"deadline"_s, Json::integer(QDateTime::currentMSecsSinceEpoch())}})},
        u"request.timeout", idle.count());
}

//! The idle timer of one call. Progress restarts it. When it expires, \c isOver is set and the call is
//! stopped.
struct Patience {
    QTimer timer;
    bool isOver = false;
};

Task<Result<HandlerResult>> callHandler(
    Handler handler, QString operation, Json input, CallContext context, std::stop_token closing)
{
    LinkedStop stop(context.cancellation, closing);
    const std::stop_token caller = context.cancellation;
    context.cancellation = stop.token();
    const std::chrono::milliseconds idle = *context.timeout;
    // shared, because the handler may report progress after it has ended
    const auto patience = std::make_shared<Patience>();
    patience->timer.setSingleShot(true);
    QObject::connect(&patience->timer, &QTimer::timeout, &patience->timer, [&stop, waited = patience.get()] {
        waited->isOver = true;
        stop.request();
    });
    context.onProgress = [patience, told = std::move(context.onProgress)](const Progress &progress) {
        if (patience->timer.isActive())
            patience->timer.start();
        if (told)
            told(progress);
    };
    patience->timer.start(idle);
    Result<HandlerResult> result = co_await handler(std::move(input), std::move(context));
    patience->timer.stop();
    if (result || result.error().kind != ErrorKind::Cancelled || caller.stop_requested())
        co_return result;
    if (closing.stop_requested())
        co_return std::unexpected(closedError());
    if (patience->isOver)
        co_return std::unexpected(lateError(operation, idle));
    co_return result;
}

QString setName(const Source &source)
{
    return source.settings.member("set"_L1).toString();
}

} // namespace

LocalAdapter::LocalAdapter(
    QString setName, const QList<OperationRegistry::Registration> &set, const Limits &limits)
    : m_setName(std::move(setName))
    , m_timeout(limits.requestTimeoutMs)
{
    for (const OperationRegistry::Registration &registration : set) {
        m_specs.append(registration.spec);
        m_handlers.insert(registration.spec.id.name, registration.handler);
    }
}

LocalAdapter::~LocalAdapter()
{
    m_closing.request_stop();
}

Task<Result<PeerInfo>> LocalAdapter::open()
{
    if (m_closing.stop_requested())
        return settledTask<PeerInfo>(std::unexpected(closedError()));
    PeerInfo info;
    info.name = m_setName;
    info.protocol = u"in process"_s;
    return settledTask<PeerInfo>(std::move(info));
}

Task<Result<Discovery>> LocalAdapter::discover()
{
    if (m_closing.stop_requested())
        return settledTask<Discovery>(std::unexpected(closedError()));
    return settledTask<Discovery>(Discovery{m_specs, {}, {}});
}

const AnyHandler *LocalAdapter::handlerOf(const OperationSpec &spec) const
{
    const auto found = m_handlers.constFind(spec.id.name);
    return found == m_handlers.constEnd() ? nullptr : &*found;
}

Task<Result<HandlerResult>> LocalAdapter::invoke(OperationSpec spec, Json input, CallContext context)
{
    if (m_closing.stop_requested())
        return settledTask<HandlerResult>(std::unexpected(closedError()));
    const AnyHandler *any = handlerOf(spec);
    const auto *handler = any ? std::get_if<Handler>(any) : nullptr;
    if (!handler)
        return settledTask<HandlerResult>(std::unexpected(noSuchOperation(spec)));
    context.timeout = context.timeout.value_or(m_timeout);
    return callHandler(
        *handler, spec.id.toString(), std::move(input), std::move(context), m_closing.get_token());
}

Result<std::unique_ptr<ItemStream>> LocalAdapter::subscribe(
    OperationSpec spec, Json input, CallContext context)
{
    if (m_closing.stop_requested())
        return std::unexpected(closedError());
    const AnyHandler *any = handlerOf(spec);
    const auto *handler = any ? std::get_if<StreamHandler>(any) : nullptr;
    if (!handler)
        return std::unexpected(noSuchOperation(spec));
    const std::optional<std::chrono::milliseconds> idle = context.timeout;
    const QString requestId = context.requestId;
    Result<std::unique_ptr<ItemStream>> made = (*handler)(std::move(input), std::move(context));
    if (!made)
        return made;
    std::unique_ptr<ItemStream> stream = withIdleLimit(*std::move(made), idle, requestId);
    m_streams.removeIf([](const QPointer<ItemStream> &each) { return each.isNull(); });
    m_streams.append(stream.get());
    return stream;
}

Result<WirePreview> LocalAdapter::preview(const OperationSpec &spec, const Json &) const
{
    return std::unexpected(Error{ErrorKind::Usage, u"local.noWire"_s,
        u"%1 runs inside this program: nothing is sent"_s.arg(spec.id.toString())});
}

void LocalAdapter::close()
{
    if (m_closing.stop_requested())
        return;
    m_closing.request_stop();
    for (const QPointer<ItemStream> &stream : std::as_const(m_streams)) {
        if (ItemStream *running = stream.data())
            running->cancel();
    }
    QMetaObject::invokeMethod(this, [this] { Q_EMIT closed(closedError()); }, Qt::QueuedConnection);
}

QList<SourceKind> LocalFactory::sourceKinds() const
{
    QStringList names = m_sets.keys();
    names.sort();
    const Json set =
        Json::object({{u"type"_s, Json::string(u"string"_s)}, {u"title"_s, Json::string(u"Set"_s)},
            {u"description"_s, Json::string(u"Set of operations of this program"_s)},
            {u"enum"_s, textArray(names)}});
    const Json schema = Json::object(
        {{u"type"_s, Json::string(u"object"_s)}, {u"properties"_s, Json::object({{u"set"_s, set}})},
            {u"required"_s, Json::array({Json::string(u"set"_s)})}});
    return {{u"local"_s, kind(), u"Local"_s, u"operations inside this program"_s, u"flask"_s, schema}};
}

Result<void> LocalFactory::check(const Source &source) const
{
    if (m_sets.contains(setName(source)))
        return {};
    return std::unexpected(Error{ErrorKind::Usage, u"source.settings"_s,
        u"Source \"%1\": \"set\" is not the name of a set of local operations"_s.arg(source.name)});
}

std::unique_ptr<Adapter> LocalFactory::create(const Source &source, const Limits &limits, ExchangeLog *) const
{
    const QString name = setName(source);
    const OperationSet set = m_sets.value(name);
    return std::make_unique<LocalAdapter>(
        name, set ? set() : QList<OperationRegistry::Registration>(), limits);
}

} // namespace Workbench

#include "moc_localadapter.cpp"
