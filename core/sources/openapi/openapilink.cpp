// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapilink.h"

#include "core/auth/peerurl.h"
#include "core/base/visibletext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

OpenApiLink::OpenApiLink(QString source, OpenApiSettings sourceSettings, const Limits &sourceLimits,
    ExchangeLog *exchangeLog, SecretResolver *resolver, OAuthAccess *access)
    : OpenApiBasis{.sourceName = std::move(source),
          .settings = std::move(sourceSettings),
          .limits = sourceLimits,
          .schemas = std::make_shared<OpenApiSchemas>(sourceLimits)}
    , log(exchangeLog)
    , client(sourceName, sourceLimits)
    , secrets(resolver)
    , oauth(access)
{
}

bool OpenApiLink::mayBePrivate(const QUrl &url) const
{
    QStringList confirmed = settings.origins;
    // A document of one's own that names a server of this machine is the usual way to try a service.
    if (settings.document.isLocalFile())
        confirmed.append(u"http://localhost"_s);
    return Workbench::mayBePrivate(url, confirmed);
}

QString OpenApiLink::nextChannel(const QByteArray &method)
{
    return u"%1 %2"_s.arg(QLatin1StringView(method)).arg(++m_requests);
}

void OpenApiLink::noteSent(const HttpRequest &request, const QByteArray &address,
    const HttpHeaders &secretHeaders, const QString &channel, const QString &exchangeId)
{
    if (!log)
        return;
    Frame frame;
    frame.source = sourceName;
    frame.direction = Direction::Sent;
    frame.channel = channel;
    frame.bytes = request.body.value_or(QByteArray());
    frame.label = visibleText(
        QString(QString::fromLatin1(request.method) + u' ' + QString::fromUtf8(address)), false, 2000);
    frame.exchangeId = exchangeId;
    frame.headers = redactedHeaders(request.headers, secretHeaders + settings.headers);
    log->note(frame);
}

void OpenApiLink::noteAnswer(const HttpResponseHead &head, const QByteArray &body,
    const HttpHeaders &secretHeaders, const QString &channel, const QString &exchangeId)
{
    if (!log)
        return;
    Frame frame;
    frame.source = sourceName;
    frame.channel = channel;
    frame.bytes = body;
    frame.label =
        u"%1 %2"_s.arg(head.status).arg(visibleText(QString::fromLatin1(head.reason), false, 60)).trimmed();
    frame.exchangeId = exchangeId;
    frame.headers = redactedHeaders(head.headers, secretHeaders + settings.headers);
    log->note(frame);
}

void OpenApiLink::noteEvent(
    const QByteArray &bytes, const QString &label, const QString &channel, const QString &exchangeId)
{
    if (!log)
        return;
    Frame frame;
    frame.source = sourceName;
    frame.channel = channel;
    frame.bytes = bytes;
    frame.label = label;
    frame.exchangeId = exchangeId;
    log->note(frame);
}

void OpenApiLink::noteTiming(const QString &exchangeId, const RequestTiming &timing)
{
    const ExchangeRecord *noted = log ? log->findRecord(exchangeId) : nullptr;
    if (!noted)
        return;
    ExchangeRecord record = *noted;
    record.timing = timing;
    log->update(record);
}

Task<Result<QByteArray>> secretFor(std::shared_ptr<OpenApiLink> link, SecretReference reference)
{
    const QString text = reference.text();
    if (const auto known = link->knownSecrets.constFind(text); known != link->knownSecrets.cend())
        co_return *known;
    if (!link->secrets) {
        co_return std::unexpected(Error{ErrorKind::Usage, u"openapi.secret"_s,
            u"%1 cannot be looked up here: no store of secrets is connected."_s.arg(text), {}, {}});
    }
    const Result<Secret> secret = co_await link->secrets->resolve(reference);
    if (!secret)
        co_return std::unexpected(secret.error());
    if (link->log)
        link->log->hideSecret(secret->reveal(), reference.name);
    link->knownSecrets.insert(text, secret->reveal());
    co_return secret->reveal();
}

} // namespace Workbench
