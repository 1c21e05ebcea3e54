// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QByteArrayList>

namespace Workbench {

//! Returns an error that explains an unexpected answer: a media type that is not in \a expected (lower case,
//! without parameters), an error status, a web page, or an empty body. Returns nothing for a body of an
//! expected type with a 2xx status. The message is a predicate without a subject that ends with advice; the
//! caller puts the name of the source before it. \a firstBytes are the first bytes of the decoded body; some
//! KiB suffice. \source core/RULES.md R-25
std::optional<Error> unexpectedAnswer(const HttpResponseHead &head, const QByteArray &firstBytes,
    const QByteArrayList &expected, const Limits &limits = {});

//! Returns a sentence, without a full stop, that says how long the Retry-After header \a value asks to wait.
//! An empty value means that there is no such header.
QString retryAfterText(const QByteArray &value, const Limits &limits = {});

//! Returns \a error, whose message is a predicate without a subject, with whole sentences as its message:
//! which server, what happened, and what the user can do. No advice is added to a message that ends with a
//! question mark or a full stop, because such a message already contains it.
Error asSentence(Error error, const QString &sourceName);

//! Returns \a error, whose message is a whole sentence that names no peer, with the name of the source in
//! front of the message.
Error fromServer(Error error, const QString &sourceName);

} // namespace Workbench
