// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <initializer_list>

namespace Workbench {

class SettingsReader;

//! Fails with ErrorKind::Usage if \a request is not one well-formed HTTP request. Examples are another
//! scheme, an invalid method, target or header name, a control character such as a line end in a header, and
//! a head over 1 MB, which libcurl does not send.
Result<void> checkRequest(const HttpRequest &request);

//! Fails with ErrorKind::Usage if a header has an invalid name, or a value with a control character such as a
//! line end. The message is a predicate without a subject; asSentence() completes it.
Result<void> checkHeaders(const HttpHeaders &headers);

//! Returns why a setting or a credential must not set the header \a name to \a value, without a full stop;
//! empty if it may. Refuses what HTTP does not allow, the headers of the connection, Accept-Encoding, because
//! this program has to decode the answer, and the headers \a own, which a kind of source sets itself.
QString headerRefusal(
    const QString &name, const QByteArray &value = {}, std::initializer_list<QByteArrayView> own = {});

//! Reads the setting "headers" of a source, {NAME: value}. Refuses the headers that headerRefusal() refuses
//! with \a own.
HttpHeaders readHeaders(SettingsReader &settings, std::initializer_list<QByteArrayView> own = {});

//! Returns path and query as they are written in the request line.
QByteArray targetOf(const HttpRequest &request);

//! Returns the size of the target and of the headers of \a request as HTTP/1 writes them. The headers that
//! this program adds are not counted; they have a few hundred bytes.
qsizetype ownHeadBytes(const HttpRequest &request);

//! Returns the headers to send besides Host, Content-Length and those of the connection. These are the
//! headers of \a request, without those that the connection sets, and the defaults for User-Agent, Accept and
//! Accept-Encoding.
HttpHeaders headersOf(const HttpRequest &request);

} // namespace Workbench
