// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/operationregistry.h"
#include "core/sources/adapter.h"

#include <QPointer>

namespace Workbench {

//! Calls the handlers of a set of registrations in this process. Nothing is sent.
class LocalAdapter : public Adapter {
    Q_OBJECT
public:
    //! The limit request.timeout of \a limits is the longest time that a call may take without a result or
    //! progress.
    LocalAdapter(QString setName, const QList<OperationRegistry::Registration> &set, const Limits &limits);
    ~LocalAdapter() override;

    Task<Result<PeerInfo>> open() override;
    Task<Result<Discovery>> discover() override;
    Task<Result<HandlerResult>> invoke(OperationSpec spec, Json input, CallContext context) override;
    Result<std::unique_ptr<ItemStream>> subscribe(
        OperationSpec spec, Json input, CallContext context) override;
    Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const override;
    void close() override;

private:
    const AnyHandler *handlerOf(const OperationSpec &spec) const;

    QString m_setName;
    std::chrono::milliseconds m_timeout;
    QList<OperationSpec> m_specs;
    QHash<QString, AnyHandler> m_handlers;
    QList<QPointer<ItemStream>> m_streams;
    std::stop_source m_closing; //!< cancels every running call
};

//! Makes adapters for operations in this process. Settings of kind "local": {set: name}. A set is a list of
//! registrations. The session replaces their namespaces by that of the source.
class LocalFactory : public AdapterFactory {
public:
    using OperationSet = std::function<QList<OperationRegistry::Registration>()>;
    void addSet(const QString &name, OperationSet set) { m_sets.insert(name, std::move(set)); }

    QString kind() const override { return QStringLiteral("local"); }
    QList<SourceKind> sourceKinds() const override;
    Result<void> check(const Source &source) const override;
    bool hasPeer() const override { return false; }
    std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const override;

private:
    QHash<QString, OperationSet> m_sets;
};

} // namespace Workbench
