// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/recorder.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontext.h"
#include "core/secrets/redaction.h"
#include "core/secrets/substitution.h"
#include "core/session/effectivesource.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QUrlQuery>

#include <array>
#include <functional>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype shortestWord = 8; // longer than "Bearer" and "Basic"

//! Replaces the stars that a preview shows instead of secrets with named placeholders.
QString withNamedSecrets(QString query)
{
    QStringList items = query.split(u'&');
    for (QString &item : items) {
        const qsizetype equals = item.indexOf(u'=');
        if (equals > 0 && item.sliced(equals + 1) == "***"_L1)
            item = u"%1=${secret:%1}"_s.arg(item.first(equals));
    }
    return items.join(u'&');
}

//! Returns path and query of \a address below the address of the server: as many segments as the \a path of
//! the operation has.
QString targetOf(const QByteArray &address, const QString &path)
{
    const QString text = QString::fromUtf8(address).section(u'#', 0, 0);
    const QString whole = text.section(u'?', 0, 0);
    const QString query = text.section(u'?', 1);
    const qsizetype segments = path.count(u'/');
    const qsizetype start = segments > 0 ? whole.section(u'/', 0, -1 - segments).size() : 0;
    QString target = whole.sliced(start);
    if (!query.isEmpty())
        target += u'?' + withNamedSecrets(query);
    return target;
}

//! Replaces the random boundary of a multipart form with a constant one.
void keepBoundary(FixtureRequest &request)
{
    const QString boundary = request.contentType.section("boundary="_L1, 1).section(u';', 0, 0).remove(u'"');
    if (boundary.isEmpty())
        return;
    const QByteArray kept = "envelope-fixture";
    request.contentType.replace(boundary, QString::fromLatin1(kept));
    request.body.replace(QByteArray("--" + boundary.toUtf8()), QByteArray("--" + kept));
}

std::optional<FixtureRequest> requestOf(
    const Sessions &sessions, const OperationId &operation, const OperationSpec &spec, const Json &input)
{
    const auto preview = sessions.preview(operation, input);
    if (!preview || preview->method.isEmpty())
        return {};
    FixtureRequest request;
    request.method = QString::fromUtf8(preview->method);
    request.target = targetOf(preview->address.isEmpty() ? preview->url.toEncoded() : preview->address,
        spec.meta.member("path"_L1).toString());
    for (const auto &[name, value] : preview->headers) {
        if (name.compare("content-type", Qt::CaseInsensitive) == 0)
            request.contentType = QString::fromUtf8(value);
    }
    request.body = preview->body;
    keepBoundary(request);
    return request;
}

//! Returns the names of the header fields that are not UTF-8, in lower case as in results.
QStringList latin1HeadersOf(const QByteArray &head)
{
    QStringList names;
    for (const QByteArray &line : head.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        const QString name = QString::fromLatin1(line.first(std::max<qsizetype>(colon, 0))).toLower();
        if (colon > 0 && !line.isValidUtf8() && !names.contains(name))
            names.append(name);
    }
    return names;
}

std::optional<OperationSpec> specOf(const Sessions &sessions, const QString &source, const OperationId &id)
{
    for (const auto &spec : sessions.operationList(source)) {
        if (spec->id == id)
            return *spec;
    }
    return {};
}

RecordedExchange redacted(const Recording &recording, const Fixture &fixture, const KnownSecrets &secrets)
{
    return {redactFixture(fixture, secrets), redactDefinition(definitionOf(recording.spec), secrets)};
}

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

FixtureOrigin fixtureOriginOf(const Sessions &sessions, const QString &source)
{
    FixtureOrigin origin;
    origin.name = source;
    if (const Source *known = sessions.source(source))
        origin.kind = known->kind;
    const PeerInfo peer = sessions.state(source).peer;
    origin.protocol = peer.protocol;
    origin.server = u"%1 %2"_s.arg(peer.name, peer.version).trimmed();
    return origin;
}

Recording recordingOf(
    const Sessions &sessions, const OperationId &operation, const Json &input, const QString &exchangeId)
{
    Recording recording;
    const Source *source = sessions.sourceOf(operation);
    const QString name = source ? source->name : operation.nameSpace;
    recording.origin = fixtureOriginOf(sessions, name);
    OperationSpec unknown;
    unknown.id = operation;
    recording.spec = specOf(sessions, name, operation).value_or(unknown);
    recording.input = input;
    if (recording.spec.meta.hasMember("method"_L1)) {
        recording.request = requestOf(sessions, operation, recording.spec, input);
        if (const Frame *const answer = lastAnswer(*sessions.exchanges(), exchangeId)) {
            if (recording.spec.type != OperationType::Subscription)
                recording.body = answer->bytes;
            recording.latin1Headers = latin1HeadersOf(answer->head);
        }
    }
    if (const ExchangeRecord *record = sessions.exchanges()->findRecord(exchangeId)) {
        recording.startedAt = record->startedAt;
        recording.durationMs = std::max<qint64>(record->durationMs, 0);
    } else {
        recording.startedAt = QDateTime::currentDateTimeUtc();
    }
    return recording;
}

KnownSecrets recordingSecrets(const Sessions &sessions, const QString &source)
{
    KnownSecrets secrets = sessions.exchanges()->secrets();
    const Source *known = sessions.source(source);
    if (!known)
        return secrets;
    const auto add = [&secrets](const QString &value, const QString &name) {
        // A reference is not a secret, and a word such as "Bearer" occurs in many places.
        for (const QString &word : value.split(u' ')) {
            if (word.size() >= shortestWord && !word.startsWith("${"_L1))
                secrets.add(word.toUtf8(), name);
        }
    };
    const auto addMembers = [&add](const Json &object, bool (*isSecret)(const QString &)) {
        for (const Json::Members::Entry &entry : object.members()) {
            if (isSecret(entry.key()))
                add(entry.value().toString(), entry.key());
        }
    };
    addMembers(known->settings.member("headers"_L1),
        [](const QString &name) { return isSecretHeader(name.toLatin1()) || isSecretKey(name); });
    addMembers(known->settings.member("env"_L1), &isSecretKey);
    const QUrl url(known->settings.member("url"_L1).toString());
    add(url.password(), u"password"_s);
    for (const auto &[name, value] : QUrlQuery(url).queryItems(QUrl::FullyDecoded)) {
        if (isSecretKey(name))
            add(value, name);
    }
    return secrets;
}

QString endName(EndReason reason)
{
    static constexpr std::array names{"completed"_L1, "cancelled"_L1, "aborted"_L1, "closed"_L1, "error"_L1};
    return names.at(size_t(reason)); // in the order of EndReason
}

FixtureEvent fixtureEventOf(const StreamItem &item)
{
    FixtureEvent event;
    event.envelope =
        Json::object({{u"data"_s, item.outcome.receivedData}, {u"meta"_s, item.outcome.envelope.metaJson()}});
    event.warnings = recordedWarnings(item.outcome);
    if (item.sse) {
        event.sse = withMember(
            toJson(*item.sse), u"data", item.sse->data ? Json::string(jsonText(*item.sse->data)) : Json());
    }
    event.gapMs = item.gapMs;
    return event;
}

QList<FixtureEvent> fixtureEventsOf(const Subscription &subscription, const QDateTime &startedAt)
{
    QList<FixtureEvent> events;
    for (qsizetype i = 0; i < subscription.count(); ++i)
        events.append(fixtureEventOf(subscription.at(i)));
    if (!events.isEmpty())
        events.first().gapMs = std::max<qint64>(0, startedAt.msecsTo(subscription.at(0).at));
    return events;
}

RecordedExchange recordedCall(
    const Recording &recording, const Result<Outcome> &result, const KnownSecrets &secrets)
{
    return redacted(recording, fixtureOfCall(recording, result), secrets);
}

RecordedExchange recordedStream(const Recording &recording, const QList<FixtureEvent> &events,
    const QString &end, const std::optional<Error> &error, const KnownSecrets &secrets)
{
    return redacted(recording, fixtureOfStream(recording, events, end, error), secrets);
}

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
