// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QMap>
#include <QStringList>

namespace Workbench {

//! Who calls. \source core/hub/README.md 1.2
struct Identity {
    QString id;
    QStringList scopes;
    QMap<QString, QStringList> resources; //!< "<type>:<id>" to actions
};

//! Who may call. \source core/hub/README.md 1.2
struct AccessControl {
    QStringList requiredScopes;
    QStringList requiredScopesAny;
    QString resourceType;
    QString resourceAction;
    QString customAuth; //!< kept, never enforced
    Json extra{}; //!< an object of members that the specification does not name; absent: none

    bool isRestricted() const;
};

bool checkAccess(const AccessControl &control, const Identity &identity);

//! ACCESS_DENIED with the texts and details of core/hub/README.md 1.2, or nothing. \a identity may be empty
//! (nullopt).
Result<void> enforceAccess(const AccessControl &control, const std::optional<Identity> &identity,
    const QString &operationId, bool trusted);

Json toJson(const AccessControl &control);
AccessControl accessControlFromJson(const Json &json);
Json toJson(const Identity &identity);
std::optional<Identity> identityFromJson(const Json &json);

} // namespace Workbench
