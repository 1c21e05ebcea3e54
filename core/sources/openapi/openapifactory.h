// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"

namespace Workbench {

class OAuthAccess;
class SecretResolver;

//! Sources of kind "openapi".
class OpenApiFactory : public AdapterFactory {
public:
    //! \a secrets looks references up, \a oauth signs in; both outlive every adapter. Null: refused.
    explicit OpenApiFactory(SecretResolver *secrets = nullptr, OAuthAccess *oauth = nullptr)
        : m_secrets(secrets)
        , m_oauth(oauth)
    {
    }

    QString kind() const override;
    QList<SourceKind> sourceKinds() const override;
    Result<void> check(const Source &source) const override;
    std::optional<TrustFacts> trustFacts(const Source &source) const override;
    std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const override;
    SchemaDialect defaultDialect() const override { return SchemaDialect::OpenApi3_1; }

private:
    SecretResolver *m_secrets;
    OAuthAccess *m_oauth;
};

} // namespace Workbench
