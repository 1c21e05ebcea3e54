// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/serveoptions.h"

#include "app/cli/input.h"
#include "app/cli/secrets.h"
#include "core/base/randombytes.h"
#include "core/json/jsonparser.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

std::unexpected<Error> wrongOption(const QString &sentence)
{
    return wrongUsage(sentence + u" (see envelope serve --help)");
}

//! Reads the file of --tokens into \a options: {TOKEN: {id, scopes, resources, trustedGateway}}.
Result<void> tokensFromFile(const QString &path, ServeOptions &options)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(
            Error{ErrorKind::Storage, u"file.open"_s, u"cannot read %1: %2"_s.arg(path, file.errorString())});
    const Result<Json> json = parseJson(file.readAll());
    if (!json || !json->isObject())
        return wrongOption(u"--tokens: %1 is not a JSON object of tokens"_s.arg(path));
    int number = 0;
    for (const auto &entry : json->members()) {
        // The token itself is a secret, so that the error gives the number of its entry.
        const QString what = u"--tokens: entry %1 of %2"_s.arg(++number).arg(path);
        const Result<Identity> identity = identityFromArgument(what, entry.value(), {u"trustedGateway"_s});
        if (!identity)
            return wrongOption(identity.error().message);
        if (entry.key().isEmpty())
            return wrongOption(u"%1 has an empty token"_s.arg(what));
        if (options.tokens.contains(entry.key().toUtf8()))
            return wrongOption(u"%1 has the token of another entry"_s.arg(what));
        const Json trusted = entry.value().member("trustedGateway"_L1);
        if (!trusted.isAbsent() && !trusted.isBoolean())
            return wrongOption(u"--tokens: \"trustedGateway\" in %1 must be true or false"_s.arg(path));
        options.tokens.insert(entry.key().toUtf8(), *identity);
        if (trusted.toBoolean())
            options.gateways.insert(entry.key().toUtf8());
    }
    if (options.tokens.isEmpty())
        return wrongOption(u"--tokens: %1 contains no token"_s.arg(path));
    return {};
}

Result<ServeOptions> spokeOptions(const Arguments &arguments)
{
    for (const QString &option : {u"port"_s, u"listen"_s, u"token"_s, u"tokens"_s, u"tls-cert"_s,
             u"tls-key"_s, u"allow-page"_s, u"abort-policy"_s}) {
        if (arguments.has(option))
            return wrongOption(
                u"--%1 applies only to --as hub; a spoke takes --hub URL and --auth bearer:REF"_s.arg(
                    option));
    }
    ServeOptions options;
    options.form = ServeOptions::Form::Spoke;
    options.hub = arguments.value(u"hub"_s);
    if (options.hub.startsWith("hub:"_L1))
        options.hub.remove(0, 4);
    if (options.hub.isEmpty())
        return wrongOption(u"--as spoke needs --hub ws://…"_s);
    options.trustsGateway = arguments.has(u"trust-gateway"_s);
    return options;
}

Result<ServeOptions> hubOptions(const Arguments &arguments, Secrets &secrets)
{
    for (const QString &option : {u"hub"_s, u"trust-gateway"_s}) {
        if (arguments.has(option))
            return wrongOption(u"--%1 applies only to --as spoke"_s.arg(option));
    }
    ServeOptions options;
    if (arguments.has(u"listen"_s) && !options.address.setAddress(arguments.value(u"listen"_s)))
        return wrongOption(u"--listen needs an IP address, not \"%1\""_s.arg(arguments.value(u"listen"_s)));
    bool isPort = true;
    options.port = arguments.value(u"port"_s, u"0"_s).toUShort(&isPort);
    if (!isPort)
        return wrongOption(
            u"--port needs a number from 0 to 65535, not \"%1\""_s.arg(arguments.value(u"port"_s)));
    if (arguments.has(u"tls-cert"_s) != arguments.has(u"tls-key"_s))
        return wrongOption(u"--tls-cert and --tls-key must be given together"_s);
    if (arguments.has(u"tls-cert"_s)) {
        Result<ServerCertificate> certificate =
            readServerCertificate(arguments.value(u"tls-cert"_s), arguments.value(u"tls-key"_s));
        if (!certificate)
            return std::unexpected(certificate.error());
        options.certificate = *std::move(certificate);
    }
    for (const QString &page : arguments.values(u"allow-page"_s)) {
        const QUrl url(page, QUrl::StrictMode);
        const bool isWeb = url.scheme() == u"https"_s || url.scheme() == u"http"_s;
        const bool isOrigin =
            url.userInfo().isEmpty() && url.path().size() <= 1 && !url.hasQuery() && !url.hasFragment();
        if (!isWeb || url.host().isEmpty() || !isOrigin)
            return wrongOption(
                u"--allow-page needs an origin such as https://example.org, not \"%1\""_s.arg(page));
        const bool hasPort = url.port() >= 0 && url.port() != (url.scheme() == u"https"_s ? 443 : 80);
        options.pages.append(url.scheme().toLatin1() + "://" + url.host(QUrl::FullyEncoded).toLatin1()
            + (hasPort ? ':' + QByteArray::number(url.port()) : QByteArray())); // as browsers write it
    }
    const QString policy = arguments.value(u"abort-policy"_s, u"abort-dependents"_s);
    if (policy != "abort-dependents"_L1 && policy != "continue-running"_L1)
        return wrongOption(
            u"--abort-policy needs abort-dependents or continue-running, not \"%1\""_s.arg(policy));
    if (policy == "continue-running"_L1)
        options.abortPolicy = AbortPolicy::ContinueRunning;
    if (arguments.has(u"tokens"_s)) {
        const Result<void> read = tokensFromFile(arguments.value(u"tokens"_s), options);
        if (!read)
            return std::unexpected(read.error());
    }
    if (arguments.has(u"token"_s)) {
        const Result<QByteArray> token = secrets.value(arguments.value(u"token"_s), u"--token"_s);
        if (!token)
            return std::unexpected(token.error());
        options.tokens.insert(*token, {.id = u"token"_s, .scopes = {}, .resources = {}});
    }
    if (options.tokens.isEmpty() && !options.address.isLoopback()) {
        const QByteArray token = randomToken();
        options.madeToken = QString::fromLatin1(token);
        options.tokens.insert(token, {.id = u"token"_s, .scopes = {}, .resources = {}});
    }
    return options;
}

} // namespace

Result<ServeOptions> serveOptions(const Arguments &arguments, Secrets &secrets)
{
    if (arguments.has(u"identity"_s))
        return wrongOption(
            u"--identity does not apply to serve: a served call runs as its caller; see --tokens"_s);
    const QString form = arguments.value(u"as"_s);
    if (form == "hub"_L1)
        return hubOptions(arguments, secrets);
    if (form == "spoke"_L1)
        return spokeOptions(arguments);
    if (form == "mcp-stdio"_L1)
        return wrongOption(u"this version serves only the demo over stdio: envelope serve --demo"_s);
    return wrongOption(form.isEmpty()
            ? u"serve needs --as hub or --as spoke"_s
            : u"this version serves --as hub and --as spoke, not \"%1\""_s.arg(form));
}

} // namespace Workbench::Cli
