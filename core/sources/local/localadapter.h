// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"
#include "core/registry/operationregistry.h"

#include <QPointer>

namespace Workbench {

//! Offers a set of registrations through their handlers. Nothing goes over a wire.
class LocalAdapter : public Adapter {
    Q_OBJECT
public:
    LocalAdapter(QString setName, const QList<OperationRegistry::Registration> &set);
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
    QList<OperationSpec> m_specs;
    QHash<QString, AnyHandler> m_handlers;
    QList<QPointer<ItemStream>> m_streams;
    std::stop_source m_closing; //!< reaches every call that runs
};

} // namespace Workbench
