// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/secrets.h"

#include "app/cli/arguments.h"
#include "core/json/jsonbuilder.h"
#include "core/secrets/redaction.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

//! Returns \a error with \a option in its message.
std::unexpected<Error> ofOption(Error error, const QString &option)
{
    if (error.kind == ErrorKind::Usage)
        error.code = u"usage"_s;
    error.message = option + u": "_s + error.message;
    return std::unexpected(error);
}

} // namespace

Secrets::Secrets()
    : m_resolver(&m_keychain,
          [this](const Secret &secret, const QString &name) { m_known.emplaceBack(secret, name); })
{
}

Result<QByteArray> Secrets::value(const QString &reference, const QString &option)
{
    const Result<SecretReference> parsed = SecretReference::parse(reference);
    if (!parsed) {
        return wrongUsage(
            u"%1 needs env:NAME, fd:N or keychain:NAME, because other programs can read a command line"_s.arg(
                option));
    }
    const Result<Secret> secret = waitFor(m_resolver.resolve(*parsed));
    if (!secret)
        return ofOption(secret.error(), option);
    return secret->reveal();
}

Result<std::pair<QString, QString>> Secrets::header(const QString &entry)
{
    const qsizetype colon = entry.indexOf(u':');
    if (colon < 1)
        return wrongUsage(u"--header needs NAME:VALUE"_s);
    const QString name = entry.left(colon);
    const QString text = entry.mid(colon + 1).trimmed();
    if (!SecretReference::isLike(text)) {
        const QByteArray lower = name.trimmed().toLower().toUtf8();
        if (!text.isEmpty() && isCredentialHeader(lower)) {
            return wrongUsage(
                u"--header %1 needs env:NAME, fd:N or keychain:NAME, because other programs can read a command line%2"_s
                    .arg(name.trimmed(),
                        lower == "authorization" ? u"; for a token: --auth bearer:env:NAME"_s : QString()));
        }
        return std::pair(name, text);
    }
    return value(text, u"--header "_s + name).transform([&name](const QByteArray &secret) {
        return std::pair(name, QString::fromUtf8(secret));
    });
}

Result<std::pair<QString, QString>> Secrets::variable(const QString &entry)
{
    const qsizetype equals = entry.indexOf(u'=');
    if (equals < 1)
        return wrongUsage(u"--env needs NAME=VALUE"_s);
    const QString name = entry.left(equals);
    const QString text = entry.mid(equals + 1);
    if (!SecretReference::isLike(text))
        return std::pair(name, text);
    return value(text, u"--env "_s + name).transform([&name](const QByteArray &secret) {
        return std::pair(name, QString::fromUtf8(secret));
    });
}

Result<std::pair<QString, QString>> Secrets::headerFor(const QString &form, const QUrl &url)
{
    const Result<AuthArgument> argument = AuthArgument::parse(form);
    if (!argument)
        return ofOption(argument.error(), u"--auth"_s);
    if (argument->form == AuthArgument::Form::OAuth) {
        return wrongUsage(
            u"--auth oauth applies only to MCP servers over HTTP and OpenAPI documents; give a token with --auth bearer:REF"_s);
    }
    const auto header = waitFor(resolveHeader(m_resolver, *argument));
    if (!header)
        return ofOption(header.error(), u"--auth"_s);
    if (const Result<void> allowed = mayGoTo(u"--auth"_s, {credentialOrigin(url)}, url); !allowed)
        return ofOption(allowed.error(), u"--auth"_s);
    return std::pair(QString::fromUtf8(header->first), QString::fromUtf8(header->second));
}

Result<void> Secrets::authenticate(Source &source, const QString &form)
{
    const QString address = source.settings.member(u"url").toString();
    if (address.isEmpty()) {
        return wrongUsage(
            u"--auth applies only to sources with an address; \"%1\" has none"_s.arg(source.name));
    }
    const auto header = headerFor(form, QUrl(address));
    if (!header)
        return std::unexpected(header.error());
    const Json headers =
        withMember(source.settings.member(u"headers"), header->first, Json::string(header->second));
    source.settings = withMember(source.settings, u"headers", headers);
    return {};
}

Result<void> Secrets::keep(const QString &entry)
{
    const qsizetype equals = entry.indexOf(u'=');
    if (equals < 1) {
        return wrongUsage(u"--secret needs NAME=REF, for example key=env:API_KEY"_s);
    }
    const Result<QByteArray> secret = value(entry.mid(equals + 1), u"--secret"_s);
    if (!secret)
        return std::unexpected(secret.error());
    m_known.prepend({Secret(*secret), entry.first(equals)});
    return {};
}

void Secrets::keep(const QString &name, const QByteArray &value)
{
    m_known.emplaceBack(Secret(value), name);
}

std::optional<QString> Secrets::known(const QString &name) const
{
    const auto found =
        std::ranges::find_if(m_known, [&name](const auto &each) { return each.second == name; });
    return found == m_known.end() ? std::nullopt : std::optional(QString::fromUtf8(found->first.reveal()));
}

void Secrets::hideIn(ExchangeLog &log) const
{
    for (const auto &[secret, name] : m_known)
        log.hideSecret(secret.reveal(), name);
}

} // namespace Workbench::Cli
