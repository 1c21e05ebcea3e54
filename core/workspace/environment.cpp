// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/environment.h"

#include "core/json/jsonpointer.h"
#include "core/secrets/substitution.h"
#include "core/workspace/workspacejson_p.h"

#include <QHash>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

Result<EnvironmentVariable> variableFromJson(const Json &item, const QString &pointer)
{
    if (!item.isObject())
        return wrongInWorkspace(pointer, u"an object"_s);
    EnvironmentVariable variable{.name = item.member("name"_L1).toString()};
    if (!isVariableName(variable.name)) {
        return wrongInWorkspace(pointer + u"/name",
            u"a name of letters, digits, '_', '.' and '-' that begins with a letter or '_' and is not \"envelope\""_s);
    }
    const Json value = item.member("value"_L1);
    const Json secret = item.member("secret"_L1);
    if (value.isAbsent() == secret.isAbsent())
        return brokenWorkspace(u"%1 must have either a \"value\" or a \"secret\""_s.arg(pointer));
    if (!value.isAbsent() && !value.isString())
        return wrongInWorkspace(pointer + u"/value", u"a string"_s);
    // The error does not quote the value: it may be the secret itself.
    if (!secret.isAbsent() && !isEnvironmentSecret(secret.toString()))
        return wrongInWorkspace(pointer + u"/secret", u"\"keychain:NAME\" or \"env:NAME\""_s);
    variable.value = value.toString();
    variable.secret = secret.toString();
    return variable;
}

Result<Environment> environmentFromJson(const Json &item, const QString &pointer)
{
    if (!item.isObject())
        return wrongInWorkspace(pointer, u"an object"_s);
    Environment environment{.name = item.member("name"_L1).toString()};
    if (environment.name.trimmed().isEmpty())
        return wrongInWorkspace(pointer + u"/name", u"a non-empty string"_s);
    const Json variables = item.member("variables"_L1);
    const QString place = pointer + u"/variables";
    if (!variables.isAbsent() && !variables.isArray())
        return wrongInWorkspace(place, u"an array"_s);
    QSet<QString> names;
    for (const Json entry : variables.items()) {
        const QString at = JsonPointer::child(place, environment.variables.size());
        Result<EnvironmentVariable> variable = variableFromJson(entry, at);
        if (!variable)
            return std::unexpected(variable.error());
        if (names.contains(variable->name))
            return brokenWorkspace(u"%1/name: two variables are called \"%2\""_s.arg(at, variable->name));
        names.insert(variable->name);
        environment.variables.append(*std::move(variable));
    }
    Result<std::optional<Identity>> identity = identityIn(item, pointer);
    if (!identity)
        return std::unexpected(identity.error());
    environment.identity = *std::move(identity);
    return environment;
}

QHash<QString, Json> byName(const Json &list)
{
    QHash<QString, Json> found;
    for (const Json item : list.items())
        found.insert(item.member("name"_L1).toString(), item);
    return found;
}

} // namespace

const EnvironmentVariable *Environment::variable(QStringView variableName) const
{
    const auto found = std::ranges::find(variables, variableName, &EnvironmentVariable::name);
    return found == variables.end() ? nullptr : &*found;
}

Result<QList<Environment>> environmentsFromJson(const Json &list)
{
    const QString place = u"/environments"_s;
    if (!list.isAbsent() && !list.isArray())
        return wrongInWorkspace(place, u"an array"_s);
    QList<Environment> environments;
    QSet<QString> names;
    for (const Json item : list.items()) {
        const QString pointer = JsonPointer::child(place, environments.size());
        Result<Environment> environment = environmentFromJson(item, pointer);
        if (!environment)
            return std::unexpected(environment.error());
        if (names.contains(environment->name)) {
            return brokenWorkspace(
                u"%1/name: two environments are called \"%2\""_s.arg(pointer, environment->name));
        }
        names.insert(environment->name);
        environments.append(*std::move(environment));
    }
    return environments;
}

Json toJson(const QList<Environment> &environments, const Json &original)
{
    const QHash<QString, Json> originals = byName(original);
    QList<Json> list;
    for (const Environment &environment : environments) {
        const Json before = originals.value(environment.name);
        const QHash<QString, Json> variablesBefore = byName(before.member("variables"_L1));
        QList<Json> variables;
        for (const EnvironmentVariable &variable : environment.variables) {
            variables.append(inPlace(variablesBefore.value(variable.name),
                {{u"name"_s, Json::string(variable.name)},
                    {u"value"_s, variable.isSecret() ? Json() : Json::string(variable.value)},
                    {u"secret"_s, variable.isSecret() ? Json::string(variable.secret) : Json()}}));
        }
        list.append(inPlace(before,
            {{u"name"_s, Json::string(environment.name)}, {u"variables"_s, Json::array(variables)},
                {u"identity"_s, identityInPlace(environment.identity, before.member("identity"_L1))}}));
    }
    return Json::array(list);
}

} // namespace Workbench
