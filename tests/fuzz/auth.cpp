// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/auth/authchallenge.h"
#include "core/auth/peerurl.h"
#include "core/base/visibletext.h"
#include "core/transport/http/httptext.h"

using namespace Workbench;

namespace {

//! Reads the input as WWW-Authenticate fields, one per line.
void runChallenge(const QByteArray &input)
{
    const QByteArrayList fields = input.split('\n');
    const QList<AuthChallenge> all = parseChallenges(fields);
    QList<AuthChallenge> oneByOne;
    for (const QByteArray &field : fields)
        oneByOne += parseChallenges({field});
    FUZZ_EXPECT(all == oneByOne);
    for (const AuthChallenge &challenge : all) {
        const QByteArray scheme = challenge.scheme.toLatin1();
        FUZZ_EXPECT(!scheme.isEmpty() && std::ranges::all_of(scheme, isTokenCharacter));
        FUZZ_EXPECT(challenge.token68.isEmpty() || challenge.parameters.isEmpty());
        for (auto it = challenge.parameters.cbegin(); it != challenge.parameters.cend(); ++it)
            FUZZ_EXPECT(!it.key().isEmpty() && it.key() == it.key().toLower());
        for (const QString &scope : challenge.scopes())
            FUZZ_EXPECT(!scope.isEmpty() && !scope.contains(QLatin1Char(' ')));
    }
    const QString text = challengeText(all);
    FUZZ_EXPECT(text.size() <= 501 && visibleText(text) == text);
}

void runPeerUrl(const QByteArray &input)
{
    const QString text = QString::fromUtf8(input);
    const Result<QUrl> url = checkedPeerUrl(text, QStringLiteral("token endpoint"));
    if (!url) {
        FUZZ_EXPECT(url.error().kind == ErrorKind::Protocol && !url.error().message.isEmpty());
        (void)urlFacts(QUrl(text));
        return;
    }
    const UrlFacts facts = urlFacts(*url);
    FUZZ_EXPECT(url->isValid() && !url->host().isEmpty());
    FUZZ_EXPECT(url->scheme() == QLatin1StringView("https")
        || (facts.isLoopback && url->scheme() == QLatin1StringView("http")));
    FUZZ_EXPECT(url->userInfo().isEmpty() && !url->hasFragment());
    for (const QChar c : facts.text)
        FUZZ_EXPECT(c > u' ' && c < u'\x7F' && !QStringView(u"\"'`<>\\^{|}").contains(c));
    FUZZ_EXPECT(facts.asciiHost == QString::fromLatin1(facts.asciiHost.toLatin1()));
    FUZZ_EXPECT(facts.isLoopback || !mayBePrivate(*url, {}));
}

} // namespace

FuzzTarget challengeTarget()
{
    return {"challenge",
        {"Bearer ", "Basic ", "Digest ", "Negotiate ", "realm=\"a\"", "scope=\"a b\"", "error=invalid_token",
            "resource_metadata=\"https://a/b\"", ", ", ",", "=", "==", "\"", "\\\"", "\\", "\t", "\n",
            "abc+/==", "\xC3\xA9", "\x1B"},
        runChallenge};
}

FuzzTarget peerUrlTarget()
{
    return {"peerurl",
        {"https://", "http://", "localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0x7f000001",
            "127.1", "example.org", "xn--", "\xD0\xB0", "\xC3\xA9", "user@", "user:pass@", ":443", ":0", "/",
            "?a=b", "#f", "%00", "%0A", "%2F", "\\", "`", "$(x)", "|", "^", "{", "'", "\"", "<", " ", "\t",
            "javascript:", "file:///", ".", ".."},
        runPeerUrl};
}
