// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/access.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Json stringArray(const QStringList &texts)
{
    QList<Json> items;
    for (const QString &text : texts)
        items.append(Json::string(text));
    return Json::array(items);
}

QStringList stringsOf(const Json &array)
{
    QStringList texts;
    for (const Json &item : array.items()) {
        if (item.isString())
            texts.append(item.toString());
    }
    return texts;
}

Json textOrAbsent(const QString &text)
{
    return text.isEmpty() ? Json() : Json::string(text);
}

} // namespace

bool AccessControl::isRestricted() const
{
    return !requiredScopes.isEmpty() || !requiredScopesAny.isEmpty() || !resourceType.isEmpty();
}

bool checkAccess(const AccessControl &control, const Identity &identity)
{
    const auto held = [&identity](const QString &scope) { return identity.scopes.contains(scope); };
    if (!std::ranges::all_of(control.requiredScopes, held))
        return false;
    if (!control.requiredScopesAny.isEmpty() && !std::ranges::any_of(control.requiredScopesAny, held))
        return false;
    if (control.resourceType.isEmpty() || control.resourceAction.isEmpty())
        return true;
    const QString prefix = control.resourceType + u':';
    for (const auto &[key, actions] : identity.resources.asKeyValueRange()) {
        if (key.startsWith(prefix) && actions.contains(control.resourceAction))
            return true;
    }
    return false;
}

Result<void> enforceAccess(const AccessControl &control, const std::optional<Identity> &identity,
    const QString &operationId, bool trusted)
{
    if (trusted || !control.isRestricted())
        return {};
    const auto denied = [](const QString &message, const Json &details) {
        return std::unexpected(
            Error{ErrorKind::Remote, QString(ErrorCode::accessDenied), message, {}, details});
    };
    const Json scopes = stringArray(control.requiredScopes);
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
    return Json::object({
        {u"requiredScopes"_s, stringArray(control.requiredScopes)},
        {u"requiredScopesAny"_s,
            control.requiredScopesAny.isEmpty() ? Json() : stringArray(control.requiredScopesAny)},
        {u"resourceType"_s, textOrAbsent(control.resourceType)},
        {u"resourceAction"_s, textOrAbsent(control.resourceAction)},
        {u"customAuth"_s, textOrAbsent(control.customAuth)},
    });
}

AccessControl accessControlFromJson(const Json &json)
{
    return {stringsOf(json.member("requiredScopes"_L1)), stringsOf(json.member("requiredScopesAny"_L1)),
        json.member("resourceType"_L1).toString(), json.member("resourceAction"_L1).toString(),
        json.member("customAuth"_L1).toString()};
}

Json toJson(const Identity &identity)
{
    QList<Json::Member> resources;
    for (const auto &[key, actions] : identity.resources.asKeyValueRange())
        resources.append({key, stringArray(actions)});
    return Json::object({
        {u"id"_s, Json::string(identity.id)},
        {u"scopes"_s, stringArray(identity.scopes)},
        {u"resources"_s, resources.isEmpty() ? Json() : Json::object(resources)},
    });
}

std::optional<Identity> identityFromJson(const Json &json)
{
    const Json id = json.member("id"_L1);
    if (!json.isObject() || !id.isString())
        return {};
    Identity identity{id.toString(), stringsOf(json.member("scopes"_L1)), {}};
    for (const Json::Members::Entry &entry : json.member("resources"_L1).members())
        identity.resources.insert(entry.key(), stringsOf(entry.value()));
    return identity;
}

} // namespace Workbench
