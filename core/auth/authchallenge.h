// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QByteArrayList>
#include <QMap>

namespace Workbench {

struct HttpResponseHead;

//! One challenge of a WWW-Authenticate header.
struct AuthChallenge {
    QString scheme; //!< as the server wrote it: "Bearer", "Digest"
    QString token68; //!< in place of parameters; empty: none
    QMap<QString, QString> parameters; //!< names in lower case, values unquoted; the first of repeated ones

    bool is(QStringView name) const { return name.compare(scheme, Qt::CaseInsensitive) == 0; }
    QString parameter(const QString &name) const { return parameters.value(name); }
    QStringList scopes() const; //!< Returns the scopes of the parameter "scope".

    friend bool operator==(const AuthChallenge &, const AuthChallenge &) = default;
};

//! Returns all challenges of \a fields (each the value of one header field), in order. Malformed text ends
//! the list of its field; the challenges before it count. \source RFC 9110 section 11.6.1
QList<AuthChallenge> parseChallenges(const QByteArrayList &fields);

//! Returns the challenges of the WWW-Authenticate headers of an answer.
QList<AuthChallenge> challengesOf(const HttpResponseHead &head);

//! Returns whether another access token may help: after 401, or after 403 that asks for more scopes.
bool asksForToken(const HttpResponseHead &head);

//! Returns the challenges as one line for messages, control characters visible, at most 500 characters.
QString challengeText(const QList<AuthChallenge> &challenges);

} // namespace Workbench
