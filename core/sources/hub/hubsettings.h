// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/callevent.h"
#include "core/transport/websocket/messagechannel.h"
#include "core/workspace/source.h"

namespace Workbench {

//! The settings of a source of kind "hub", read once: {url, token, headers: {NAME: value}, offer: boolean or
//! string[], trustsGateway, spokeName, operations: [{id, type, description, inputSchema, outputSchema}],
//! certificates:
//! [{host, sha256}], dialect}.
//! \source core/hub/README.md 3.4, 3.6
struct HubSettings {
    QUrl url;
    QList<std::pair<QByteArray, QByteArray>> headers; //!< with Authorization when there is a token
    CallDialect dialect = CallDialect::Operations;
    //! What the user lets the hub call: namespaces ("notes") and ids ("notes.find"). Empty: nothing.
    QStringList offer;
    bool offersAll = false; //!< everything that is no hub's
    bool trustsGateway = false; //!< the identity in the hub's requests is who asks
    QString spokeName;
    QList<AcceptedCertificate> certificates; //!< that the system does not trust and the user does (R-30)
    QList<OperationSpec> operations; //!< entered by hand, for hubs without discovery

    bool isSpoke() const { return offersAll || !offer.isEmpty(); }
    bool offers(const OperationId &id) const;

    //! ErrorKind::Usage naming the field.
    static Result<HubSettings> read(const Source &source);
};

Json hubSettingsSchema();

} // namespace Workbench
