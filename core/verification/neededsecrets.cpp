// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/verification/neededsecrets.h"

#include "core/session/effectivesource.h"
#include "core/verification/fixturesecrets.h"
#include "core/workspace/substitution.h"

#include <QCryptographicHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

const Environment *activeEnvironment(const Sessions &sessions)
{
    const QList<Environment> &all = sessions.environments();
    const auto active = std::ranges::find(all, sessions.environment(), &Environment::name);
    return active == all.end() ? nullptr : &*active;
}

//! References in the settings of a source, by the names that recordings give what they stand for.
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

//! Where a source is, so that what was given for one place does not go to another one.
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
