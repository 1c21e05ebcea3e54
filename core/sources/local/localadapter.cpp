// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/local/localadapter.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! One token out of two: the caller's, and that of the adapter which closes.
class LinkedStop {
public:
    LinkedStop(std::stop_token caller, std::stop_token adapter)
        : m_onCaller(std::move(caller), Forward{&m_source})
        , m_onAdapter(std::move(adapter), Forward{&m_source})
    {
    }
    std::stop_token token() const { return m_source.get_token(); }

private:
    struct Forward {
        std::stop_source *source;
        void operator()() const { source->request_stop(); }
    };
    std::stop_source m_source;
    std::stop_callback<Forward> m_onCaller;
    std::stop_callback<Forward> m_onAdapter;
};

Error closedError()
{
    return {ErrorKind::Closed, u"local.closed"_s, u"The source was disconnected"_s, {}, {}};
}

Error noSuchOperation(const OperationSpec &spec)
{
    return {ErrorKind::Usage, QString(ErrorCode::operationNotFound),
        u"Operation not found: %1"_s.arg(spec.id.toString()), {},
        Json::object({{u"operationId"_s, Json::string(spec.id.toString())}})};
}

template <typename T> Task<Result<T>> finished(Result<T> result)
{
    co_return result;
}

Task<Result<HandlerResult>> callHandler(
    Handler handler, Json input, CallContext context, std::stop_token closing)
{
    const LinkedStop stop(context.cancellation, closing);
    const std::stop_token caller = context.cancellation;
    context.cancellation = stop.token();
    Result<HandlerResult> result = co_await handler(std::move(input), std::move(context));
    if (!result && result.error().kind == ErrorKind::Cancelled && closing.stop_requested()
        && !caller.stop_requested())
        co_return std::unexpected(closedError());
    co_return result;
}

} // namespace

LocalAdapter::LocalAdapter(QString setName, const QList<OperationRegistry::Registration> &set)
    : m_setName(std::move(setName))
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
        return finished<PeerInfo>(std::unexpected(closedError()));
    PeerInfo info;
    info.name = m_setName;
    info.protocol = u"in process"_s;
    return finished<PeerInfo>(std::move(info));
}

Task<Result<Discovery>> LocalAdapter::discover()
{
    if (m_closing.stop_requested())
        return finished<Discovery>(std::unexpected(closedError()));
    return finished<Discovery>(Discovery{m_specs, {}, {}});
}

const AnyHandler *LocalAdapter::handlerOf(const OperationSpec &spec) const
{
    const auto found = m_handlers.constFind(spec.id.name);
    return found == m_handlers.constEnd() ? nullptr : &*found;
}

Task<Result<HandlerResult>> LocalAdapter::invoke(OperationSpec spec, Json input, CallContext context)
{
    if (m_closing.stop_requested())
        return finished<HandlerResult>(std::unexpected(closedError()));
    const AnyHandler *any = handlerOf(spec);
    const auto *handler = any ? std::get_if<Handler>(any) : nullptr;
    if (!handler)
        return finished<HandlerResult>(std::unexpected(noSuchOperation(spec)));
    return callHandler(*handler, std::move(input), std::move(context), m_closing.get_token());
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
    Result<std::unique_ptr<ItemStream>> stream = (*handler)(std::move(input), std::move(context));
    if (stream) {
        m_streams.removeIf([](const QPointer<ItemStream> &each) { return each.isNull(); });
        m_streams.append(stream->get());
    }
    return stream;
}

Result<WirePreview> LocalAdapter::preview(const OperationSpec &spec, const Json &) const
{
    return std::unexpected(Error{ErrorKind::Usage, u"local.noWire"_s,
        u"%1 runs inside this program: nothing is sent"_s.arg(spec.id.toString()), {}, {}});
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

} // namespace Workbench
