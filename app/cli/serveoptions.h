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
#include <QUrl>

namespace Workbench::Cli {

class Secrets;

//! What `serve` is to be.
struct ServeOptions {
    enum class Form : quint8 { Hub, Spoke } form = Form::Hub;
    QHostAddress address{QHostAddress::LocalHost};
    quint16 port = 0; //!< 0: any that is free
    //! Who may connect to the hub, by token; empty: everybody who can reach it, without an identity.
    QMap<QByteArray, Identity> tokens;
    QString madeToken; //!< ours, because the hub would be open to others; empty: none
    std::optional<ServerCertificate> certificate; //!< of a hub: with it wss
    QByteArrayList pages; //!< of a hub: origins of web pages that may connect
    AbortPolicy abortPolicy = AbortPolicy::AbortDependents; //!< of a hub
    QString hub; //!< of a spoke: the address of its hub
    QList<std::pair<QString, QString>> headers; //!< of a spoke: what its handshake carries
    QStringList acceptedCertificates; //!< of a spoke: each [HOST=]SHA256
    bool trustsGateway = false; //!< of a spoke: calls run as the identity that the hub names
};

//! ErrorKind::Usage names the option.
Result<ServeOptions> serveOptions(const Arguments &arguments, Secrets &secrets);

} // namespace Workbench::Cli
