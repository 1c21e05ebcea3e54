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
    // The secrets that the settings hold are known already.
    hiddenHeaders = hiddenInPreviews(settings.headers, log ? &log->secrets() : nullptr);
    const QStringList server = settings.serverVariables.values() + QStringList{settings.server};
    if (log && log->secrets().occurIn(server.join(u'\n').toUtf8()))
        serverSecrets = log->secrets();
}

bool OpenApiLink::mayBePrivate(const QUrl &url) const
{
    QStringList confirmed = settings.origins;
    // Users often try a service with a local document that names a server on this computer.
    if (settings.document.isLocalFile())
        confirmed.append(u"http://localhost"_s);
    return Workbench::mayBePrivate(url, confirmed);
}

QString OpenApiLink::nextChannel(const QByteArray &method)
{
    return u"%1 %2"_s.arg(QLatin1StringView(method)).arg(++m_requests);
}

HttpFrames OpenApiLink::frames(
    const HttpHeaders &secretHeaders, const QString &channel, const QString &exchangeId) const
{
    return {.log = log,
        .source = sourceName,
        .channel = channel,
        .exchangeId = exchangeId,
        .secretHeaders = secretHeaders + settings.headers};
}

void OpenApiLink::noteSent(HttpRequest &request, const QByteArray &address, const HttpHeaders &secretHeaders,
    const QString &channel, const QString &exchangeId) const
{
    const QString label = visibleText(
        QString(QString::fromLatin1(request.method) + u' ' + QString::fromUtf8(address)), false, 2000);
    const qsizetype authority = std::min(address.size(), address.indexOf("://") + 3);
    const auto target = std::find_if(
        address.cbegin() + authority, address.cend(), [](char c) { return c == '/' || c == '?'; });
    QByteArray shown(target, address.cend() - target);
    if (!shown.startsWith('/'))
        shown.prepend('/');
    frames(secretHeaders, channel, exchangeId).noteSent(request, label, shown);
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
            u"%1 cannot be resolved: no secret store is connected."_s.arg(text)});
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
