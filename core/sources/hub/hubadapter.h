// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/operationregistry.h"
#include "core/sources/adapter.h"
#include "core/sources/hub/hublink.h"
#include "core/transport/websocket/messagechannel.h"

#include <QPointer>

namespace Workbench {

//! A hub as a source. Calls the operations that the hub lists or that the user entered over one connection.
//! \source core/hub/README.md 2.2, 2.3, 3.4, 3.6
class HubAdapter : public Adapter {
    Q_OBJECT
public:
    HubAdapter(QString sourceName, HubSettings settings, HubLink::Services services);
    ~HubAdapter() override; //!< settles everything that is pending

    void setIdentity(const std::optional<Identity> &identity) override;
    Task<Result<PeerInfo>> open() override;
    Task<Result<Discovery>> discover() override;
    Task<Result<HandlerResult>> invoke(OperationSpec spec, Json input, CallContext context) override;
    Result<std::unique_ptr<ItemStream>> subscribe(
        OperationSpec spec, Json input, CallContext context) override;
    OperationFeatures featuresOf(const OperationSpec &spec) const override
    {
        return {.hasHeartbeats = spec.type == OperationType::Subscription};
    }
    Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const override;
    void close() override { m_link->close(); }

private:
    std::shared_ptr<HubLink> m_link;
};

//! Makes adapters for sources of kind "hub". HubSettings describes their settings.
class HubFactory : public AdapterFactory {
public:
    //! \a own holds the operations that the user may offer to a hub; null: none. \a mayOffer selects among
    //! them if the user offers everything; an empty function: all. \a isWithheld: see HubLink::Services.
    HubFactory(MessageChannelMaker makeChannel, OperationRegistry *own,
        std::function<bool(const OperationId &id)> mayOffer = {},
        std::function<bool(const OperationId &id)> isWithheld = {})
        : m_makeChannel(std::move(makeChannel))
        , m_own(own)
        , m_mayOffer(std::move(mayOffer))
        , m_isWithheld(std::move(isWithheld))
    {
    }

    QString kind() const override { return QStringLiteral("hub"); }
    QList<SourceKind> sourceKinds() const override;
    Result<void> check(const Source &source) const override;
    Result<void> checkHeaders(const Source &source) const override
    {
        return HubSettings::checkHeaders(source.settings);
    }
    std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const override;

private:
    MessageChannelMaker m_makeChannel;
    QPointer<OperationRegistry> m_own;
    std::function<bool(const OperationId &id)> m_mayOffer;
    std::function<bool(const OperationId &id)> m_isWithheld;
};

//! Reads one entry of a listing, or a whole spec. The name of the operation is its id on the hub, because the
//! session sets the namespace. The hub enforces access control, because it knows our identity. Returns
//! ErrorKind::Protocol if \a json has no id or no known type.
Result<OperationSpec> hubOperation(const Json &json);

} // namespace Workbench
