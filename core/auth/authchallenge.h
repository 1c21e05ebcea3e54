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
    QString scheme; //!< as written: "Bearer", "Digest"
    QString token68; //!< in place of parameters; empty: none
    QMap<QString, QString> parameters; //!< names in lower case, quoting undone; of repeats the first

    bool is(QStringView name) const { return name.compare(scheme, Qt::CaseInsensitive) == 0; }
    QString parameter(const QString &name) const { return parameters.value(name); }
    QStringList scopes() const; //!< of the parameter "scope"

    friend bool operator==(const AuthChallenge &, const AuthChallenge &) = default;
};

//! All challenges of all \a fields (each the value of one header field), in order. What cannot be read ends
//! that field's list; what was read before it counts. \source RFC 9110 section 11.6.1
QList<AuthChallenge> parseChallenges(const QByteArrayList &fields);

//! Those of an answer.
QList<AuthChallenge> challengesOf(const HttpResponseHead &head);

//! Whether another access token may help: 401, or 403 that asks for more scopes.
bool asksForToken(const HttpResponseHead &head);

//! The challenges as one line for a person, control characters visible, at most 500 characters.
QString challengeText(const QList<AuthChallenge> &challenges);

} // namespace Workbench
