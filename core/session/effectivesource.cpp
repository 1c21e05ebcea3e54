// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/effectivesource.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/secrets/substitution.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

Error unknownVariable(const QString &name, const QString &source, const Environment *environment)
{
    QString message;
    if (environment) {
        message =
            u"source \"%1\" needs the variable \"%2\", which the environment \"%3\" does not have; add it "
            "there, or choose another environment"_s.arg(source, name, environment->name);
    } else {
        message =
            u"source \"%1\" needs the variable \"%2\", and no environment is chosen; choose one that has "
            "it"_s.arg(source, name);
    }
    return {ErrorKind::Usage, u"environment.variable"_s, message};
}

QStringList originsIn(const Json &settings)
{
    static const QStringList schemes{u"http"_s, u"https"_s, u"ws"_s, u"wss"_s};
    QStringList origins;
    visitStrings(settings, [&origins](const QString &text) {
        const QUrl url(text);
        if (!schemes.contains(url.scheme()) || url.host().isEmpty())
            return;
        const QString origin =
            url.toString(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment);
        if (!origins.contains(origin))
            origins.append(origin);
    });
    return origins;
}

} // namespace

Result<EffectiveSource> effectiveSource(const Source &source, const Environment *environment)
{
    EffectiveSource effective{.source = source};
    const auto settings = substituted(source.settings, [&](const QString &name) -> std::optional<QString> {
        QString secret = isEnvironmentSecret(name) ? name : QString();
        if (secret.isEmpty()) {
            const EnvironmentVariable *variable = environment ? environment->variable(name) : nullptr;
            if (!variable)
                return {};
            if (!variable->isSecret())
                return variable->value;
            secret = variable->secret;
        }
        if (!effective.secrets.contains(secret))
            effective.secrets.append(secret);
        return QString(u"${"_s + secret + u'}');
    });
    if (!settings)
        return std::unexpected(unknownVariable(settings.error(), source.name, environment));
    effective.source.settings = *settings;
    return effective;
}

Source withSecrets(
    const Source &source, const Environment *environment, const QHash<QString, QString> &secrets)
{
    const auto settings = substituted(source.settings, [&](const QString &name) -> std::optional<QString> {
        if (isEnvironmentSecret(name))
            return secrets.value(name);
        const EnvironmentVariable *variable = environment ? environment->variable(name) : nullptr;
        if (!variable)
            return QString();
        return variable->isSecret() ? secrets.value(variable->secret) : variable->value;
    });
    return {source.name, source.kind, settings.value_or(source.settings)};
}

Json withLimitsSetting(const Json &settingsSchema)
{
    static const Json limits = jsonLiteral(R"({
        "type": "object", "title": "Limits", "additionalProperties": {"type": "string"},
        "description": "For example request.timeout 2min"
    })");
    return withMember(
        settingsSchema, u"properties", withMember(settingsSchema.member("properties"_L1), u"limits", limits));
}

Result<Limits> limitsOf(const Source &source, Limits limits)
{
    const auto wrong = [&source](const QString &what) {
        return std::unexpected(
            Error{ErrorKind::Usage, u"source.settings"_s, u"source \"%1\": %2"_s.arg(source.name, what)});
    };
    const Json written = source.settings.member("limits"_L1);
    if (!written.isAbsent() && !written.isObject())
        return wrong(u"the setting \"limits\" is not an object"_s);
    for (const auto &entry : written.members()) {
        // A number is read like its digits: as bytes, or as milliseconds if the key ends in Ms.
        const Json value = entry.value();
        const QString text = value.isNumber() ? QString::fromLatin1(value.numberText()) : value.toString();
        if (const Result<void> set = setLimit(limits, entry.key(), text); !set)
            return wrong(set.error().message);
    }
    if (const Result<void> checked = checkLimits(limits); !checked)
        return wrong(checked.error().message);
    return limits;
}

std::optional<TrustFacts> trustFactsOf(const AdapterFactory &factory, const EffectiveSource &effective)
{
    std::optional<TrustFacts> facts = factory.trustFacts(effective.source);
    if (effective.secrets.isEmpty())
        return facts;
    if (!facts)
        facts.emplace();
    facts->secrets = effective.secrets;
    facts->destinations = originsIn(effective.source.settings);
    return facts;
}

Result<void> checkAgainst(
    const TrustFacts &confirmed, const std::optional<TrustFacts> &real, const QString &sourceName)
{
    const TrustFacts now = real.value_or(TrustFacts());
    const bool isSame = now.program == confirmed.program && now.workingDirectory == confirmed.workingDirectory
        && now.environmentNames == confirmed.environmentNames
        && now.loaderVariables == confirmed.loaderVariables;
    if (isSame)
        return {};
    return std::unexpected(Error{ErrorKind::Trust, u"trust.secret"_s,
        u"source \"%1\": a secret may not choose the program that is started, its folder or what it "
        "loads; use a variable that is not a secret"_s.arg(sourceName)});
}

} // namespace Workbench
