// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QAbstractSocket>
#include <QUrl>

#include <curl/curl.h>

namespace Workbench {

//! Returns the error that explains the failure of \a socket to the user, as a predicate without a subject.
//! For a refused certificate it names host, reason, issuer, validity and fingerprint. \source core/RULES.md
//!
Error socketError(const QAbstractSocket &socket, QAbstractSocket::SocketError error, const QUrl &url);

//! Returns the error that explains a failed TLS handshake with \a url to the user, as a predicate without a
//! subject. \a text is the reason in the words of OpenSSL; it becomes the detail of the error. The code is
//! "http.tlsRefused" if the peer sent an alert, which the message names; "http.tlsVersion" if it chose a
//! version of TLS that this program does not accept; otherwise "http.tlsHandshake".
Error tlsHandshakeError(const QString &text, const QUrl &url);

//! A transfer that ended with an error, and how far it got.
struct FailedTransfer {
    CURLcode code = CURLE_OK;
    QByteArray text{}; //!< the error text of libcurl
    int systemError = 0; //!< errno
    int proxyStatus = 0; //!< the status of the answer to CONNECT; 0: no answer
    QUrl url{};
    QString proxy{}; //!< host and port; empty: no proxy is used
    QString version{}; //!< "HTTP/1.1", "HTTP/2" or "HTTP/3"; empty: no answer began
    bool wasSent = false; //!< the request went to a connection
    QByteArray firstBytes{}; //!< with which the answer begins; empty: none came, or they are not known
    bool hasHeadBegun = false;
    bool hasHead = false;
    std::optional<qint64> length{}; //!< the announced length of the body in bytes
    qint64 received = 0; //!< the received bytes of the body
};

//! Returns the error that explains the failure of a transfer to the user, as a predicate without a subject.
Error curlError(const FailedTransfer &failed);

} // namespace Workbench
