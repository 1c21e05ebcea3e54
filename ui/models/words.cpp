// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/words.h"

#include "core/base/visibletext.h"
#include "core/envelope/httpreason.h"
#include "core/json/json.h"
#include "core/json/jsonparser.h"
#include "core/operation/registry/operationregistry.h"
#include "core/session/sessions.h"
#include "core/session/sourcestate.h"
#include "ui/models/coretexts.h"

#include <QKeySequence>

#include <algorithm>
#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr std::array<QLatin1StringView, 3> kindPrefixes{"resource:"_L1, "template:"_L1, "prompt:"_L1};

} // namespace

StateLook lookOf(SourceState::Phase phase)
{
    switch (phase) {
    case SourceState::Phase::Ready: return {u"state-connected"_s, Words::tr("connected"), ColorRole::Ok};
    case SourceState::Phase::Degraded:
        return {u"warning"_s, Words::tr("connected, incomplete"), ColorRole::Warning};
    case SourceState::Phase::Connecting:
        return {u"state-connecting"_s, Words::tr("connecting"), ColorRole::Warning};
    case SourceState::Phase::Failed: return {u"state-failed"_s, Words::tr("failed"), ColorRole::Error};
    case SourceState::Phase::Disconnected: break;
    }
    return {u"state-disconnected"_s, Words::tr("disconnected"), ColorRole::Stale};
}

StateLook lookOf(const ExchangeRecord &record)
{
    const QString outcome = visibleText(coreText(record.outcome), false, 40);
    switch (record.state) {
    case ExchangeRecord::State::Running:
        if (record.task.isEmpty())
            return {u"state-connecting"_s, Words::tr("running"), ColorRole::Warning};
        if (record.task == "input_required"_L1)
            return {u"state-connecting"_s, Words::tr("task, asks for input"), ColorRole::Warning};
        return {u"outcome-live"_s,
            record.taskShare >= 0 ? Words::tr("task, %L1 %").arg(int(record.taskShare * 100 + 1e-9))
                                  : Words::tr("task, running"),
            ColorRole::Live};
    case ExchangeRecord::State::Live: return {u"outcome-live"_s, Words::tr("live"), ColorRole::Live};
    case ExchangeRecord::State::Ok:
        return {u"outcome-ok"_s, outcome.isEmpty() ? Words::tr("ok") : outcome, ColorRole::Ok};
    case ExchangeRecord::State::Failed:
        return {u"outcome-error"_s, outcome.isEmpty() ? Words::tr("failed") : outcome, ColorRole::Error};
    case ExchangeRecord::State::Cancelled: {
        // A caller aborted an incoming call, or the source was disconnected. The user cancelled the rest.
        const bool isOther = record.outcome == "aborted"_L1 || record.outcome == "disconnected"_L1;
        return {u"outcome-cancelled"_s, isOther ? outcome : Words::tr("cancelled"), ColorRole::Stale};
    }
    }
    return {};
}

QString shortTaskId(const QString &id)
{
    constexpr qsizetype most = 12; // characters
    const QString shown = visibleText(id, false, 200);
    return shown.size() > most ? QString(shown.first(8) + u'…') : shown;
}

QString returnHint()
{
    const QString keys = QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText);
    const qsizetype plus = keys.lastIndexOf(u'+');
    return plus < 0 ? keys : QString(keys.first(plus + 1) + u'↵'); // macOS writes symbols without a plus
}

StateLook lookOf(Diagnosis::Severity severity)
{
    switch (severity) {
    case Diagnosis::Severity::Error: return {u"outcome-error"_s, Words::tr("error"), ColorRole::Error};
    case Diagnosis::Severity::Warning: return {u"warning"_s, Words::tr("warning"), ColorRole::Warning};
    case Diagnosis::Severity::Info: break;
    }
    return {u"info"_s, Words::tr("note"), ColorRole::TextSecond};
}

QString iconOf(OperationType type)
{
    switch (type) {
    case OperationType::Query: return u"query"_s;
    case OperationType::Mutation: return u"mutation"_s;
    case OperationType::Subscription: return u"subscription"_s;
    }
    return {};
}

QString iconOf(const OperationId &id, QStringView sourceKind, OperationType type)
{
    if (sourceKind != "mcp"_L1 || type == OperationType::Subscription)
        return iconOf(type);
    const auto *prefix =
        std::ranges::find_if(kindPrefixes, [&](QLatin1StringView each) { return id.name.startsWith(each); });
    return prefix == kindPrefixes.end() ? u"tool"_s : QString(prefix->chopped(1));
}

QString wordOf(OperationType type)
{
    switch (type) {
    case OperationType::Query: return Words::tr("query");
    case OperationType::Mutation: return Words::tr("mutation");
    case OperationType::Subscription: return Words::tr("subscription");
    }
    return {};
}

QString iconOf(const OperationSpec &spec)
{
    if (spec.type == OperationType::Subscription)
        return iconOf(spec.type);
    if (spec.kind == "tool"_L1 || spec.kind == "resource"_L1 || spec.kind == "prompt"_L1)
        return spec.kind;
    return spec.kind == "resource-template"_L1 ? u"template"_s : iconOf(spec.type);
}

QString wordOf(const OperationSpec &spec)
{
    if (spec.kind == "tool"_L1)
        return Words::tr("tool");
    if (spec.kind == "resource"_L1)
        return Words::tr("resource");
    if (spec.kind == "resource-template"_L1)
        return Words::tr("template");
    if (spec.kind == "prompt"_L1)
        return Words::tr("prompt");
    if (spec.kind == "task"_L1)
        return Words::tr("task");
    return wordOf(spec.type);
}

QString nameOf(const OperationSpec &spec)
{
    if (spec.kind == "operation"_L1 || spec.kind == "tool"_L1)
        return spec.id.name;
    if (spec.kind == "task"_L1) // the workbench names tasks, not the server
        return coreText(spec.title);
    return spec.title.isEmpty() ? nameOf(spec.id) : spec.title;
}

QString claimText(const QString &claim)
{
    if (claim == "read-only"_L1)
        return Words::tr("read-only");
    if (claim == "destructive"_L1)
        return Words::tr("destructive");
    if (claim == "closed-world"_L1)
        return Words::tr("closed-world");
    return claim == "idempotent"_L1 ? Words::tr("idempotent") : claim;
}

QString descriptionOf(const OperationSpec &spec)
{
    const QString summary = spec.meta.member("summary"_L1).toString();
    return !httpRouteOf(spec) || spec.description.startsWith(summary)
        ? spec.description
        : QString(summary + u"\n\n" + spec.description);
}

QString nameOf(const OperationId &id)
{
    for (const QLatin1StringView prefix : kindPrefixes) {
        if (!id.name.startsWith(prefix) || id.name.size() == prefix.size())
            continue;
        const QString name = id.name.sliced(prefix.size());
        const QString file = name.section(u'/', -1, -1, QString::SectionSkipEmpty);
        return prefix == "prompt:"_L1 || file.isEmpty() ? name : file;
    }
    return id.name;
}

QString nameOf(const Sessions &sessions, const QString &source, const QString &operation)
{
    const OperationId id{nameSpaceFor(source), operation};
    const OperationSpec *spec = sessions.registry()->listedSpec(id);
    return spec ? nameOf(*spec) : nameOf(id);
}

QString iconOf(const Sessions &sessions, const QString &source, const QString &operation)
{
    const OperationId id{nameSpaceFor(source), operation};
    if (const OperationSpec *spec = sessions.registry()->listedSpec(id))
        return iconOf(*spec);
    const Source *known = sessions.source(source);
    return known ? iconOf(id, known->kind, OperationType::Query) : QString();
}

QString verbOf(const OperationSpec &spec)
{
    if (spec.type == OperationType::Subscription)
        return Words::tr("Subscribe");
    if (spec.kind == "resource"_L1 || spec.kind == "resource-template"_L1)
        return Words::tr("Read");
    return spec.kind == "prompt"_L1 ? Words::tr("Get") : Words::tr("Invoke");
}

QStringList needsOf(const AccessControl &access)
{
    static constexpr qsizetype most = 50;
    const auto visible = [](const QStringList &scopes) {
        QStringList texts;
        for (const QString &scope : scopes.first(std::min(scopes.size(), most)))
            texts.append(visibleText(scope, false, 100));
        return texts;
    };
    QStringList needs = visible(access.requiredScopes);
    if (const QStringList any = visible(access.requiredScopesAny); !any.isEmpty())
        needs.append(Words::tr("one of: %1").arg(any.join(u", "_s)));
    if (access.resourceType.isEmpty())
        return needs;
    const QString type = visibleText(access.resourceType, false, 100);
    const QString action = visibleText(access.resourceAction, false, 100);
    needs.append(action.isEmpty() ? Words::tr("resource %1").arg(type)
                                  : Words::tr("resource %1: %2").arg(type, action));
    return needs;
}

QString missingText(const AccessControl &access, const std::optional<Identity> &identity)
{
    const AccessControl missing = missingAccess(access, identity);
    if (!missing.isRestricted())
        return {};
    if (!identity)
        return Words::tr("No identity is set");
    const QString needs = needsOf(missing).join(u" · "_s);
    return Words::tr("Missing for %1: %2").arg(visibleText(identity->id, false, 100), needs);
}

QString addressOf(const OperationSpec &spec)
{
    if (spec.kind != "resource"_L1 && spec.kind != "resource-template"_L1)
        return {};
    const QString uri = spec.definition.member("uri"_L1).toString();
    return uri.isEmpty() ? spec.definition.member("uriTemplate"_L1).toString() : uri;
}

QStringList distinctParts(const QStringList &addresses)
{
    QList<QStringList> paths;
    qsizetype shortest = addresses.isEmpty() ? 0 : std::numeric_limits<qsizetype>::max();
    for (const QString &address : addresses) {
        paths.append(address.split(u'/'));
        shortest = std::min(shortest, paths.last().size());
    }
    const auto isSame = [&paths](qsizetype fromStart, qsizetype fromEnd) {
        return std::ranges::all_of(paths, [&](const QStringList &path) {
            return fromEnd > 0
                ? path.at(path.size() - fromEnd) == paths.first().at(paths.first().size() - fromEnd)
                : path.at(fromStart) == paths.first().at(fromStart);
        });
    };
    qsizetype head = 0;
    while (head < shortest && isSame(head, 0))
        ++head;
    qsizetype tail = 0;
    while (tail < shortest - head && isSame(0, tail + 1))
        ++tail;
    QStringList parts;
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString part = paths.at(i).mid(head, paths.at(i).size() - head - tail).join(u'/');
        parts.append(part.isEmpty() ? addresses.at(i) : part);
    }
    return parts;
}

QString clockText(const QDateTime &utc)
{
    return utc.isValid() ? utc.toLocalTime().toString(u"HH:mm:ss.zzz"_s) : QString();
}

QString elapsedText(qint64 milliseconds)
{
    const qint64 seconds = milliseconds / 1000;
    const QString minutesAndSeconds =
        u"%1:%2"_s.arg(seconds / 60 % 60, 2, 10, '0'_L1).arg(seconds % 60, 2, 10, '0'_L1);
    return seconds < 3600 ? minutesAndSeconds : QString::number(seconds / 3600) + u':' + minutesAndSeconds;
}

namespace {

QList<std::pair<QString, QString>> headersOf(const Json &headers)
{
    QList<std::pair<QString, QString>> pairs;
    for (const auto entry : headers.members())
        pairs.append({entry.key(), entry.value().toString()});
    if (!headers.isArray())
        return pairs;
    for (const Json &pair : headers.items())
        pairs.append({pair.at(0).toString(), pair.at(1).toString()});
    return pairs;
}

} // namespace

std::optional<HttpRoute> httpRouteOf(const OperationSpec &spec)
{
    const QString method = spec.meta.member("method"_L1).toString();
    const QString path = spec.meta.member("path"_L1).toString();
    if (method.isEmpty() || !path.startsWith(u'/'))
        return {};
    return HttpRoute{method, path};
}

bool isDeprecated(const OperationSpec &spec)
{
    return spec.definition.member("deprecated"_L1).toBoolean();
}

QStringList serversOf(const OperationSpec &spec)
{
    Json servers = spec.meta.member("servers"_L1);
    if (!servers.isArray())
        servers = spec.definition.member("servers"_L1);
    QStringList urls;
    for (const Json &server : servers.items()) {
        const QString url = server.isString() ? server.toString() : server.member("url"_L1).toString();
        if (!url.isEmpty())
            urls.append(url);
    }
    return urls.size() > 1 ? urls : QStringList();
}

QString statusText(int status)
{
    const QString reason(httpReason(status));
    return reason.isEmpty() ? QString::number(status) : QString(QString::number(status) + u' ' + reason);
}

std::optional<Outcome> answerOf(const Error &error)
{
    const std::optional<qint64> status = error.details.member("statusCode"_L1).toInteger();
    if (!status || *status < 100 || *status > 999)
        return {};
    HttpMeta meta;
    meta.statusCode = int(*status);
    meta.headers = headersOf(error.details.member("headers"_L1));
    meta.contentType = error.details.member("contentType"_L1).toString();
    for (const auto &[name, value] : std::as_const(meta.headers)) {
        if (meta.contentType.isEmpty() && name.compare("content-type"_L1, Qt::CaseInsensitive) == 0)
            meta.contentType = value;
    }
    Json body = error.details.member("body"_L1);
    if (body.isString() && meta.contentType.contains("json"_L1, Qt::CaseInsensitive)) {
        if (const auto parsed = parseJsonDetailed(body.toString().toUtf8()))
            body = parsed->value;
    }
    return Outcome{httpEnvelope(body, meta), body, {}, 0, {}, {}};
}

} // namespace Workbench::Ui
