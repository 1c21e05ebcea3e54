// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"
#include "core/registry/operationregistry.h"

namespace Workbench {

//! Operations that live in this process. Settings of kind "local": {set: name}; each set is a list of
//! registrations whose namespaces the session replaces by the source's.
class LocalFactory : public AdapterFactory {
public:
    using OperationSet = std::function<QList<OperationRegistry::Registration>()>;
    void addSet(const QString &name, OperationSet set);

    QString kind() const override;
    QList<SourceKind> sourceKinds() const override;
    Result<void> check(const Source &source) const override;
    std::optional<TrustFacts> trustFacts(const Source &source) const override;
    std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const override;

private:
    QHash<QString, OperationSet> m_sets;
};

//! The demo's local operations: typed, failing, slow with progress, a stream. Set name "demo".
QList<OperationRegistry::Registration> demoOperations();

} // namespace Workbench
