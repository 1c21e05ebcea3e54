// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"
#include "core/sources/openapi/openapistream.h"

namespace Workbench {

//! One source of kind "openapi": the operations of a document, called over HTTP. The source is open once its
//! document is read; there is no standing connection.
class OpenApiAdapter : public Adapter {
    Q_OBJECT
public:
    explicit OpenApiAdapter(std::shared_ptr<OpenApiLink> link)
        : m_link(std::move(link))
    {
    }
    ~OpenApiAdapter() override;

    Task<Result<PeerInfo>> open() override;
    Task<Result<Discovery>> discover() override;
    Task<Result<HandlerResult>> invoke(OperationSpec spec, Json input, CallContext context) override;
    Result<std::unique_ptr<ItemStream>> subscribe(
        OperationSpec spec, Json input, CallContext context) override;
    Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const override
    {
        return previewing(spec, input)();
    }
    std::function<Result<WirePreview>()> previewing(
        const OperationSpec &spec, const Json &input) const override;
    void close() override;

private:
    std::shared_ptr<OpenApiLink> m_link;
    QList<QPointer<OpenApiStream>> m_streams;
    bool m_isListed = false; //!< discover() has returned the document that open() read
};

class OAuthAccess;
class SecretResolver;

//! Makes adapters for sources of kind "openapi".
class OpenApiFactory : public AdapterFactory {
public:
    //! \a secrets resolves references to secrets, \a oauth signs in. Both outlive every adapter. If one is
    //! null, calls that need it fail with ErrorKind::Usage.
    explicit OpenApiFactory(SecretResolver *secrets = nullptr, OAuthAccess *oauth = nullptr)
        : m_secrets(secrets)
        , m_oauth(oauth)
    {
    }

    QString kind() const override { return QStringLiteral("openapi"); }
    QList<SourceKind> sourceKinds() const override;
    Result<void> check(const Source &source) const override;
    std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const override;
    SchemaDialect defaultDialect() const override { return SchemaDialect::OpenApi3_1; }

private:
    SecretResolver *m_secrets;
    OAuthAccess *m_oauth;
};

} // namespace Workbench
