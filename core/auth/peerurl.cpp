// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/peerurl.h"

#include "core/auth/credential.h"
#include "core/base/visibletext.h"
#include "core/transport/http/httpproxy.h"

#include <QSet>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns whether the letters of \a label come from alphabets that no language mixes.
bool mixesScripts(QStringView label)
{
    QSet<QChar::Script> scripts;
    for (const uint c : label.toUcs4()) {
        const QChar::Script script = QChar::script(char32_t(c));
        if (script > QChar::Script_Common) // neither unknown, inherited nor common
            scripts.insert(script);
    }
    const QSet<QChar::Script> japanese{
        QChar::Script_Han, QChar::Script_Hiragana, QChar::Script_Katakana, QChar::Script_Latin};
    const QSet<QChar::Script> korean{QChar::Script_Han, QChar::Script_Hangul, QChar::Script_Latin};
    const QSet<QChar::Script> chinese{QChar::Script_Han, QChar::Script_Bopomofo, QChar::Script_Latin};
    return scripts.size() > 1 && !japanese.contains(scripts) && !korean.contains(scripts)
        && !chinese.contains(scripts);
}

//! Returns whether \a text is free of characters that an address does not need and that are special to a
//! shell.
bool isPlainUrlText(QStringView text)
{
    return std::ranges::all_of(
        text, [](QChar c) { return c > u' ' && c < u'\x7F' && !u"\"'`$;|<>(){}\\^"_s.contains(c); });
}

} // namespace

UrlFacts urlFacts(const QUrl &url)
{
    UrlFacts facts;
    facts.url = url;
    facts.text = QString::fromLatin1(url.toEncoded());
    facts.asciiHost = url.host(QUrl::FullyEncoded);
    facts.host = visibleText(QUrl::fromAce(facts.asciiHost.toLatin1(), QUrl::IgnoreIDNWhitelist), false, 255);
    facts.isPunycode = facts.asciiHost.contains("xn--"_L1);
    const QStringList labels = facts.host.split(u'.');
    facts.isMixedScript =
        std::ranges::any_of(labels, [](const QString &label) { return mixesScripts(label); });
    facts.isLoopback = isLoopbackHost(url.host());
    return facts;
}

Result<QUrl> checkedPeerUrl(const QString &text, const QString &what)
{
    const auto wrong = [&](const QString &why) {
        return std::unexpected(Error{ErrorKind::Protocol, u"auth.url"_s,
            u"The %1 is \"%2\", which %3. It was not used."_s.arg(what, visibleText(text, false, 200), why)});
    };
    if (!isPlainUrlText(text))
        return wrong(u"contains characters that are not allowed in such an address"_s);
    QUrl url(text, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty())
        return wrong(u"is not a valid address"_s);
    const bool isLoopback = isLoopbackHost(url.host());
    if (url.scheme() != "https"_L1 && !(url.scheme() == "http"_L1 && isLoopback))
        return wrong(u"is not https (http is allowed on this computer only)"_s);
    if (url.authority(QUrl::FullyEncoded).contains(u'@') || text.section(u'/', 2, 2).contains(u'@'))
        return wrong(u"carries a user name"_s);
    if (url.hasFragment())
        return wrong(u"has a fragment"_s);
    if (!isPlainUrlText(QString::fromLatin1(url.toEncoded())))
        return wrong(u"contains characters that are not allowed in such an address"_s);
    return url;
}

bool mayBePrivate(const QUrl &url, const QStringList &confirmedOrigins)
{
    if (confirmedOrigins.contains(credentialOrigin(url)))
        return true;
    return isLoopbackHost(url.host()) && std::ranges::any_of(confirmedOrigins, [](const QString &origin) {
        return isLoopbackHost(QUrl(origin).host());
    });
}

} // namespace Workbench
