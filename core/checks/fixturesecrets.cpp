// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/fixturesecrets.h"

#include "core/json/jsonparser.h"
#include "core/secrets/substitution.h"
#include "core/session/effectivesource.h"

#include <QCryptographicHash>
#include <QRegularExpression>

#include <functional>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView placeholderStart = "${secret:";

//! Returns the JSON \a text with its placeholders replaced by the results of \a valueOf. A null result leaves
//! the placeholder unchanged.
QByteArray replacedSecrets(const QByteArray &text, const std::function<QString(const QString &name)> &valueOf)
{
    QByteArray out;
    qsizetype done = 0;
    for (qsizetype start = text.indexOf(placeholderStart); start >= 0;) {
        const qsizetype nameStart = start + placeholderStart.size();
        const qsizetype end = text.indexOf('}', nameStart);
        if (end < 0)
            break;
        // The name is escaped as in any JSON string.
        const QByteArray quoted = '"' + text.sliced(nameStart, end - nameStart) + '"';
        const QString value = valueOf(jsonLiteral(quoted).toString());
        if (!value.isNull()) {
            const QByteArray written = Json::string(value).toBytes();
            out += text.sliced(done, start - done) + written.sliced(1, written.size() - 2);
            done = end + 1;
        }
        start = text.indexOf(placeholderStart, end);
    }
    return QByteArray(out + text.sliced(done));
}

const Environment *activeEnvironment(const Sessions &sessions)
{
    const QList<Environment> &all = sessions.environments();
    const auto active = std::ranges::find(all, sessions.environment(), &Environment::name);
    return active == all.end() ? nullptr : &*active;
}

//! Returns the references in the settings of a source, by the names that recordings use for their values.
QHash<QString, QString> ownReferences(const Source &source, const Environment *environment)
{
    static const QRegularExpression reference(u"(?:\\A|:|=)((?:keychain|env):(\\S+))\\z"_s);
    QHash<QString, QString> references;
    visitStrings(source.settings, [&references](const QString &text) {
        if (const QRegularExpressionMatch match = reference.match(text); match.hasMatch())
            references.insert(match.captured(2), match.captured(1));
    });
    for (const QString &name : placeholdersIn(source.settings)) {
        const EnvironmentVariable *variable = environment ? environment->variable(name) : nullptr;
        if (variable && variable->isSecret())
            references.insert(name, variable->secret);
    }
    return references;
}

//! Returns a hash of the address or command of a source, so that a secret for one address is not sent to
//! another.
QString placeOf(const Source &source, const Environment *environment)
{
    const Result<EffectiveSource> effective = effectiveSource(source, environment);
    const Json settings = effective ? effective->source.settings : source.settings;
    QByteArray text = source.kind.toUtf8();
    for (const QLatin1StringView member : {"url"_L1, "command"_L1, "args"_L1, "document"_L1, "server"_L1})
        text += '\n' + settings.member(member).toBytes();
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().first(12));
}

} // namespace

QStringList secretsIn(const Json &input)
{
    QStringList names;
    replacedSecrets(input.toBytes(), [&names](const QString &name) {
        if (!name.isEmpty() && !names.contains(name))
            names.append(name);
        return QString();
    });
    return names;
}

Json withSecrets(const Json &input, const QHash<QString, QString> &secrets)
{
    if (input.isAbsent() || secrets.isEmpty())
        return input;
    return parseJson(replacedSecrets(input.toBytes(), [&secrets](const QString &name) {
        return secrets.value(name);
    })).value_or(input);
}

QList<NeededSecret> neededSecrets(const Sessions &sessions, const QList<StoredFixture> &fixtures)
{
    const Environment *const environment = activeEnvironment(sessions);
    QList<NeededSecret> needed;
    for (const StoredFixture &stored : fixtures) {
        const QString &sourceName = stored.fixture.source.name;
        const Source *const source = sessions.source(sourceName);
        const QStringList names = source ? secretsIn(stored.fixture.input) : QStringList();
        for (const QString &name : names) {
            const auto known = std::ranges::find_if(needed, [&](const NeededSecret &secret) {
                return secret.source == sourceName && secret.name == name;
            });
            if (known != needed.end()) {
                ++known->fixtures;
                continue;
            }
            const EnvironmentVariable *variable = environment ? environment->variable(name) : nullptr;
            needed.append({.source = sourceName,
                .name = name,
                .fixtures = 1,
                .reference = ownReferences(*source, environment).value(name),
                .offered = variable ? variable->secret : QString(),
                .keptAs = u"fixture/%1/%2"_s.arg(placeOf(*source, environment), name)});
        }
    }
    return needed;
}

} // namespace Workbench
