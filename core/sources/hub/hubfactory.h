// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"
#include "core/registry/operationregistry.h"
#include "core/transport/websocket/messagechannel.h"

#include <QPointer>

namespace Workbench {

//! Sources of kind "hub"; see HubSettings for their settings.
class HubFactory : public AdapterFactory {
public:
    //! \a own: what the user may offer to a hub; null: nothing.
    //! \a mayOffer: what of it, when the user offers everything; nothing: all.
    HubFactory(MessageChannelMaker makeChannel, OperationRegistry *own,
        std::function<bool(const OperationId &id)> mayOffer = {});

    QString kind() const override;
    QList<SourceKind> sourceKinds() const override;
    Result<void> check(const Source &source) const override;
    std::optional<TrustFacts> trustFacts(const Source &source) const override;
    std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const override;

private:
    MessageChannelMaker m_makeChannel;
    QPointer<OperationRegistry> m_own;
    std::function<bool(const OperationId &id)> m_mayOffer;
};

} // namespace Workbench
