// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/redirects.h"

#include "target.h"

#include <QHostAddress>

using namespace Workbench;

namespace {

//! Reads the input as "STATUS METHOD URL" and the value of Location.
void runRedirect(const QByteArray &input)
{
    const auto [asked, location] = inTwo(input);
    const QByteArrayList words = asked.split(' ');
    const QUrl url = QUrl::fromEncoded(words.value(2), QUrl::StrictMode);
    if (words.size() < 3 || !url.isValid() || url.host().isEmpty())
        return;
    HttpRequest request;
    request.method = words[1];
    request.url = url;
    request.headers = {{"Accept", "*/*"}, {"Authorization", "Bearer secret"}, {"Content-Type", "text/plain"}};
    request.body = QByteArray("body");
    request.mayRedirect = location.size() % 2 == 0;
    HttpResponseHead head;
    head.status = words[0].toInt();
    head.headers = {{"Location", location}};
    if (!isRedirect(head))
        return;
    const Result<HttpRequest> next = redirected(request, head, 0, {});
    if (!next) {
        FUZZ_EXPECT(!next.error().message.isEmpty());
        return;
    }
    const bool isHttps = next->url.scheme() == QLatin1StringView("https");
    FUZZ_EXPECT(isHttps || next->url.scheme() == QLatin1StringView("http"));
    FUZZ_EXPECT(isHttps || url.scheme() != QLatin1StringView("https"));
    FUZZ_EXPECT(next->url.isValid() && !next->url.host().isEmpty());
    FUZZ_EXPECT(next->url.userInfo().isEmpty() && !next->url.hasFragment());
    const bool isSame = originOf(url) == originOf(next->url);
    const bool isRead = request.method == "GET" || request.method == "HEAD";
    FUZZ_EXPECT(isSame || isRead);
    FUZZ_EXPECT(isSame || next->headers == HttpHeaders({{"Accept", "*/*"}}));
    FUZZ_EXPECT(next->method == request.method || (next->method == "GET" && !next->body));
    FUZZ_EXPECT(!next->url.toEncoded().contains('\n') && !next->url.toEncoded().contains(' '));
    // The encoded address has the same origin as the address.
    FUZZ_EXPECT(originOf(QUrl::fromEncoded(next->url.toEncoded())) == originOf(next->url));

    const QHostAddress address(next->url.host());
    bool isIpv4 = false;
    const quint32 ipv4 = address.toIPv4Address(&isIpv4);
    FUZZ_EXPECT(!address.isLoopback() || !isPublicAddress(address));
    FUZZ_EXPECT(!isIpv4 || isPublicAddress(address) == isPublicAddress(QHostAddress(ipv4)));
}

} // namespace

FuzzTarget redirectTarget()
{
    return {"redirect",
        {"http://", "https://", "//", "/", "..", "/../", "example.org", "127.0.0.1", "[::1]",
            "[::ffff:10.0.0.1]", "100.64.0.1", "0x7f.1", "2130706433", "user:pass@", "@", ":443", ":80", ":0",
            "#fragment", "?query", "%00", "%2e%2e", "\\", "\t", "ws://", "file:///",
            "javascript:", "301 GET ", "303 POST ", "307 PUT ", "308 POST ", "\xC3\xA9", "xn--", "\n---\n"},
        runRedirect};
}
