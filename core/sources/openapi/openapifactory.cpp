// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapifactory.h"

#include "core/sources/openapi/openapiadapter.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Stands in where the settings are wrong, so that create() never gives nothing.
class RefusedOpenApiAdapter : public Adapter {
public:
    explicit RefusedOpenApiAdapter(Error error)
        : m_error(std::move(error))
    {
    }
    Task<Result<PeerInfo>> open() override { return refused<PeerInfo>(m_error); }
    Task<Result<Discovery>> discover() override { return refused<Discovery>(m_error); }
    Task<Result<HandlerResult>> invoke(OperationSpec, Json, CallContext) override
    {
        return refused<HandlerResult>(m_error);
    }
    Result<std::unique_ptr<ItemStream>> subscribe(OperationSpec, Json, CallContext) override
    {
        return std::unexpected(m_error);
    }
    Result<WirePreview> preview(const OperationSpec &, const Json &) const override
    {
        return std::unexpected(m_error);
    }
    void close() override
    {
        QTimer::singleShot(0, this, [this] { Q_EMIT closed(m_error); });
    }

private:
    template <typename T> static Task<Result<T>> refused(Error error)
    {
        co_return std::unexpected(std::move(error));
    }
    Error m_error;
};

} // namespace

QString OpenApiFactory::kind() const
{
    return u"openapi"_s;
}

QList<SourceKind> OpenApiFactory::sourceKinds() const
{
    return {{u"openapi"_s, kind(), u"OpenAPI"_s, u"file or address, 3.x and 2.0"_s, u"code"_s,
        openApiSettingsSchema()}};
}

Result<void> OpenApiFactory::check(const Source &source) const
{
    return OpenApiSettings::read(source).transform([](const OpenApiSettings &) { });
}

std::optional<TrustFacts> OpenApiFactory::trustFacts(const Source &) const
{
    return {}; // no program is started
}

std::unique_ptr<Adapter> OpenApiFactory::create(
    const Source &source, const Limits &limits, ExchangeLog *log) const
{
    Result<OpenApiSettings> settings = OpenApiSettings::read(source);
    if (!settings)
        return std::make_unique<RefusedOpenApiAdapter>(settings.error());
    return std::make_unique<OpenApiAdapter>(
        std::make_shared<OpenApiLink>(source.name, *std::move(settings), limits, log, m_secrets, m_oauth));
}

} // namespace Workbench
