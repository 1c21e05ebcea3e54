// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QMap>
#include <QStringList>

namespace Workbench {

//! The identity of a caller. \source core/hub/README.md 1.2
struct Identity {
    QString id;
    QStringList scopes;
    QMap<QString, QStringList> resources; //!< allowed actions by "<type>:<id>"

    bool operator==(const Identity &) const = default;
};

//! What a caller needs in order to call an operation. \source core/hub/README.md 1.2
struct AccessControl {
    QStringList requiredScopes;
    QStringList requiredScopesAny;
    QString resourceType;
    QString resourceAction;
    QString customAuth; //!< kept, never enforced
    Json extra{}; //!< an object with the members that the specification does not name; absent: none

    //! Returns whether callers need scopes or a resource.
    bool isRestricted() const;
};

bool checkAccess(const AccessControl &control, const Identity &identity);

//! Returns the part of \a control that \a identity does not fulfil, which is all of it for nullopt. It is not
//! restricted if nothing is missing.
AccessControl missingAccess(const AccessControl &control, const std::optional<Identity> &identity);
//! Returns what \a control requires, for people: "admin; one of: a, b; resource note: drop". Empty if it does
//! not restrict callers.
QString accessText(const AccessControl &control);
//! Returns the members of \a control that are kept but restrict no caller: customAuth, an action without a
//! type of resource, and those that the specification does not name. Absent if there are none.
Json unenforcedMembers(const AccessControl &control);
//! Returns an identity for people: "ana (scopes: admin; note:1: drop)".
QString identityText(const Identity &identity);

//! Checks that \a identity may call the operation. Returns ACCESS_DENIED with the texts and details of
//! core/hub/README.md 1.2 if it may not, or if \a identity is nullopt and the operation is restricted.
Result<void> enforceAccess(
    const AccessControl &control, const std::optional<Identity> &identity, const QString &operationId);

Json toJson(const AccessControl &control);
//! Ignores invalid members, so that they restrict no caller. Use isAccessControl() before you rely on it.
AccessControl accessControlFromJson(const Json &json);
//! Returns whether accessControlFromJson() reads every restriction in \a json: the scopes are arrays of
//! strings, the type and the action of the resource are strings. An absent value and null restrict no caller.
bool isAccessControl(const Json &json);
Json toJson(const Identity &identity);
//! Reads an identity from the wire: ignores invalid scopes and actions. Nothing without a textual "id".
std::optional<Identity> identityFromJson(const Json &json);
//! Reads an identity that the user wrote at \a pointer, a JSON Pointer. ErrorKind::Usage names the member
//! that is not as it must be, because a right that is silently lost looks like a fault of the peer.
Result<Identity> readIdentity(const Json &json, const QString &pointer);

} // namespace Workbench
