// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "core/hub/callstates.h"
#include "core/operation/access.h"
#include "core/transport/websocket/servercertificate.h"

#include <QByteArrayList>
#include <QHostAddress>
#include <QMap>
#include <QSet>
#include <QUrl>

namespace Workbench::Cli {

class Secrets;

//! The options of `serve`.
struct ServeOptions {
    enum class Form : quint8 { Hub, Spoke } form = Form::Hub;
    QHostAddress address{QHostAddress::LocalHost};
    quint16 port = 0; //!< 0: any free port
    //! The identities of the clients that may connect to the hub, by token. Empty if any client may connect,
    //! without an identity.
    QMap<QByteArray, Identity> tokens;
    QSet<QByteArray> gateways; //!< hub: the tokens of trusted gateways, see HubService::Options
    QString madeToken; //!< the token generated because other computers can reach the hub; else empty
    std::optional<ServerCertificate> certificate; //!< hub: serve wss with it
    QByteArrayList pages; //!< hub: the origins of web pages that may connect
    AbortPolicy abortPolicy = AbortPolicy::AbortDependents; //!< hub
    QString hub; //!< spoke: the address of its hub
    QList<std::pair<QString, QString>> headers; //!< spoke: the headers of its handshake
    QStringList acceptedCertificates; //!< spoke: each [HOST=]SHA256
    bool trustsGateway = false; //!< spoke: calls run as the identity that the hub names
};

//! Returns the options of `serve`. Fails with ErrorKind::Usage, which names the option, or with the error of
//! a file or a secret that cannot be read.
Result<ServeOptions> serveOptions(const Arguments &arguments, Secrets &secrets);

} // namespace Workbench::Cli
