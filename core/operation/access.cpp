// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/access.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontexts.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

bool isAbsentOrNull(const Json &json)
{
    return json.isAbsent() || json.isNull();
}

//! Returns whether \a json is an array of strings.
bool isTextArray(const Json &json)
{
    return json.isArray() && textsOf(json).size() == json.size();
}

std::unexpected<Error> wrongIdentity(const QString &pointer, const QString &wanted)
{
    return std::unexpected(Error{.kind = ErrorKind::Usage,
        .code = u"identity.invalid"_s,
        .message = u"%1 must be %2"_s.arg(pointer.isEmpty() ? u"an identity"_s : pointer, wanted)});
}

} // namespace

bool AccessControl::isRestricted() const
{
    return !requiredScopes.isEmpty() || !requiredScopesAny.isEmpty() || !resourceType.isEmpty();
}

bool checkAccess(const AccessControl &control, const Identity &identity)
{
    return !missingAccess(control, identity).isRestricted();
}

AccessControl missingAccess(const AccessControl &control, const std::optional<Identity> &identity)
{
    if (!identity)
        return control;
    const auto isHeld = [&identity](const QString &scope) { return identity->scopes.contains(scope); };
    AccessControl missing;
    missing.requiredScopes = control.requiredScopes;
    missing.requiredScopes.removeIf(isHeld);
    if (std::ranges::none_of(control.requiredScopesAny, isHeld))
        missing.requiredScopesAny = control.requiredScopesAny;
    const QString prefix = control.resourceType + u':';
    bool isAllowed = control.resourceType.isEmpty() || control.resourceAction.isEmpty();
    for (const auto &[key, actions] : identity->resources.asKeyValueRange())
        isAllowed = isAllowed || (key.startsWith(prefix) && actions.contains(control.resourceAction));
    if (!isAllowed) {
        missing.resourceType = control.resourceType;
        missing.resourceAction = control.resourceAction;
    }
    return missing;
}

QString accessText(const AccessControl &control)
{
    QStringList needs;
    if (!control.requiredScopes.isEmpty())
        needs += control.requiredScopes.join(u", "_s);
    if (!control.requiredScopesAny.isEmpty())
        needs += u"one of: %1"_s.arg(control.requiredScopesAny.join(u", "_s));
    if (!control.resourceType.isEmpty()) {
        needs += control.resourceAction.isEmpty()
            ? u"resource %1"_s.arg(control.resourceType)
            : u"resource %1: %2"_s.arg(control.resourceType, control.resourceAction);
    }
    return needs.join(u"; "_s);
}

Json unenforcedMembers(const AccessControl &control)
{
    JsonBuilder builder;
    builder.beginObject();
    if (control.resourceType.isEmpty())
        builder.add(u"resourceAction", textOrAbsent(control.resourceAction));
    builder.add(u"customAuth", textOrAbsent(control.customAuth)).members(control.extra);
    const Json members = builder.endObject().take();
    return members.size() > 0 ? members : Json();
}

QString identityText(const Identity &identity)
{
    QStringList rights;
    if (!identity.scopes.isEmpty())
        rights += u"scopes: %1"_s.arg(identity.scopes.join(u", "_s));
    for (const auto &[key, actions] : identity.resources.asKeyValueRange())
        rights += u"%1: %2"_s.arg(key, actions.join(u", "_s));
    return rights.isEmpty() ? identity.id : u"%1 (%2)"_s.arg(identity.id, rights.join(u"; "_s));
}

Result<void> enforceAccess(
    const AccessControl &control, const std::optional<Identity> &identity, const QString &operationId)
{
    if (!control.isRestricted())
        return {};
    const auto denied = [](const QString &message, const Json &details) {
        return std::unexpected(
            Error{ErrorKind::Remote, QString(ErrorCode::accessDenied), message, {}, details});
    };
    const Json scopes = textArray(control.requiredScopes);
    if (!identity) {
        return denied(u"Access denied for operation: %1 — identity required"_s.arg(operationId),
            Json::object({{u"operationId"_s, Json::string(operationId)}, {u"requiredScopes"_s, scopes}}));
    }
    if (!checkAccess(control, *identity))
        return denied(u"Access denied for operation: %1"_s.arg(operationId),
            Json::object({{u"requiredScopes"_s, scopes}}));
    return {};
}

Json toJson(const AccessControl &control)
{
    return withExtra(
        {
            {u"requiredScopes"_s, textArray(control.requiredScopes)},
            {u"requiredScopesAny"_s,
                control.requiredScopesAny.isEmpty() ? Json() : textArray(control.requiredScopesAny)},
            {u"resourceType"_s, textOrAbsent(control.resourceType)},
            {u"resourceAction"_s, textOrAbsent(control.resourceAction)},
            {u"customAuth"_s, textOrAbsent(control.customAuth)},
        },
        control.extra);
}

AccessControl accessControlFromJson(const Json &json)
{
    return {textsOf(json.member("requiredScopes"_L1)), textsOf(json.member("requiredScopesAny"_L1)),
        json.member("resourceType"_L1).toString(), json.member("resourceAction"_L1).toString(),
        json.member("customAuth"_L1).toString(),
        membersBeside(json,
            {"requiredScopes"_L1, "requiredScopesAny"_L1, "resourceType"_L1, "resourceAction"_L1,
                "customAuth"_L1})};
}

bool isAccessControl(const Json &json)
{
    for (const QLatin1StringView name : {"requiredScopes"_L1, "requiredScopesAny"_L1}) {
        if (const Json scopes = json.member(name); !isAbsentOrNull(scopes) && !isTextArray(scopes))
            return false;
    }
    for (const QLatin1StringView name : {"resourceType"_L1, "resourceAction"_L1}) {
        if (const Json text = json.member(name); !isAbsentOrNull(text) && !text.isString())
            return false;
    }
    return isAbsentOrNull(json) || json.isObject();
}

Json toJson(const Identity &identity)
{
    QList<Json::Member> resources;
    for (const auto &[key, actions] : identity.resources.asKeyValueRange())
        resources.append({key, textArray(actions)});
    return Json::object({
        {u"id"_s, Json::string(identity.id)},
        {u"scopes"_s, textArray(identity.scopes)},
        {u"resources"_s, resources.isEmpty() ? Json() : Json::object(resources)},
    });
}

std::optional<Identity> identityFromJson(const Json &json)
{
    const Json id = json.member("id"_L1);
    if (!json.isObject() || !id.isString())
        return {};
    Identity identity{id.toString(), textsOf(json.member("scopes"_L1)), {}};
    for (const Json::Members::Entry &entry : json.member("resources"_L1).members())
        identity.resources.insert(entry.key(), textsOf(entry.value()));
    return identity;
}

Result<Identity> readIdentity(const Json &json, const QString &pointer)
{
    if (!json.isObject())
        return wrongIdentity(pointer, u"an object with \"id\" and \"scopes\""_s);
    if (json.member("id"_L1).toString().isEmpty())
        return wrongIdentity(pointer + u"/id", u"a non-empty string"_s);
    const Json scopes = json.member("scopes"_L1);
    if (!isAbsentOrNull(scopes) && !isTextArray(scopes))
        return wrongIdentity(pointer + u"/scopes", u"an array of strings"_s);
    const Json resources = json.member("resources"_L1);
    const QString place = pointer + u"/resources";
    if (!isAbsentOrNull(resources) && !resources.isObject())
        return wrongIdentity(place, u"an object of arrays, such as {\"note:1\": [\"drop\"]}"_s);
    for (const Json::Members::Entry &entry : resources.members()) {
        if (!isTextArray(entry.value()))
            return wrongIdentity(JsonPointer::child(place, entry.key()), u"an array of strings"_s);
    }
    return identityFromJson(json).value_or(Identity());
}

} // namespace Workbench
