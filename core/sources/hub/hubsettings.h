// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/callevent.h"
#include "core/transport/websocket/messagechannel.h"
#include "core/workspace/source.h"

namespace Workbench {

//! The settings of a source of kind "hub". read() parses them once from this JSON object: {url, token,
//! headers: {NAME: value}, offer: boolean or string[], trustsGateway, spokeName, operations: [{id, type,
//! description, inputSchema, outputSchema}], certificates: [{host, sha256}], dialect}.
//! \source core/hub/README.md 3.4, 3.6
struct HubSettings {
    QUrl url;
    QList<std::pair<QByteArray, QByteArray>> headers; //!< includes Authorization if there is a token
    CallDialect dialect = CallDialect::Operations;
    //! Operations that the hub may call: namespaces ("notes") and ids ("notes.find"). Empty: none.
    QStringList offer;
    bool offersAll = false; //!< offer every operation except those of hubs
    bool trustsGateway = false; //!< calls run as the identity in the hub's requests
    QString spokeName;
    QList<AcceptedCertificate> certificates; //!< trusted by the user and not by the system (R-30)
    QList<OperationSpec> operations; //!< entered by hand, for hubs without discovery

    //! Returns true if the hub may call any of our operations.
    bool isSpoke() const { return offersAll || !offer.isEmpty(); }
    bool offers(const OperationId &id) const
    {
        return offersAll || offer.contains(id.nameSpace) || offer.contains(id.toString());
    }

    //! Returns the settings of \a source, or ErrorKind::Usage that names the invalid field.
    static Result<HubSettings> read(const Source &source);
    //! Checks only the headers of \a settings, whose values may be placeholders of secrets. Fails like
    //! read().
    static Result<void> checkHeaders(const Json &settings);
};

//! Returns the JSON Schema of the settings, for the form of a source.
Json hubSettingsSchema();

} // namespace Workbench
