// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"
#include "core/sources/hub/hublink.h"

namespace Workbench {

//! A hub as a source: what it lists, and what the user entered, called over one connection.
//! \source call-protocol.md 2.2, 2.3, 3.4, 3.6
class HubAdapter : public Adapter {
    Q_OBJECT
public:
    HubAdapter(QString sourceName, HubSettings settings, HubLink::Services services);
    ~HubAdapter() override; //!< whatever waits settles

    Task<Result<PeerInfo>> open() override;
    Task<Result<Discovery>> discover() override;
    Task<Result<HandlerResult>> invoke(OperationSpec spec, Json input, CallContext context) override;
    Result<std::unique_ptr<ItemStream>> subscribe(
        OperationSpec spec, Json input, CallContext context) override;
    Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const override;
    void close() override;

private:
    std::shared_ptr<HubLink> m_link;
};

} // namespace Workbench
