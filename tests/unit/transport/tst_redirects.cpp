// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpproxy.h"
#include "core/transport/http/redirects.h"
#include "core/transport/http/responsecheck.h"
#include "tests/support/testprogram.h"

#include <QHostAddress>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

HttpResponseHead headOf(int status, const HttpHeaders &headers = {}, const QByteArray &reason = {})
{
    HttpResponseHead head;
    head.status = status;
    head.headers = headers;
    head.reason = reason;
    return head;
}

} // namespace

class tst_Redirects : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void followsByTheRules_data();
    void followsByTheRules();
    void dropsEverythingPersonalForAnotherOrigin();
    void dropsTheBodyWithItsHeaders();
    void stopsAfterTheLimit();
    void namesBothOrigins();
    void knowsPublicAddresses_data();
    void knowsPublicAddresses();
    void judgesTargetsThatAreNotPublic_data();
    void judgesTargetsThatAreNotPublic();
    void neverProxiesLoopback();
    void readsNoProxy_data();
    void readsNoProxy();
    void refusesAProxyThatCannotBeRead_data();
    void refusesAProxyThatCannotBeRead();
    void refusesOtherKindsOfProxies_data();
    void refusesOtherKindsOfProxies();
    void explainsUnexpectedAnswers_data();
    void explainsUnexpectedAnswers();
    void reportsTheWaitOfRetryAfter();
};

void tst_Redirects::followsByTheRules_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QString>("from");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("location");
    QTest::addColumn<bool>("mayRedirect");
    QTest::addColumn<QString>("expected"); // "METHOD URL", or empty when refused
    const auto row = [](const char *name, const char *method, const QString &from, int status,
                         const char *location, const QString &expected, bool mayRedirect = true) {
        QTest::newRow(name) << QByteArray(method) << from << status << QByteArray(location) << mayRedirect
                            << expected;
    };
    const QString a = u"http://a.example/x?q=1"_s;
    const QString s = u"https://a.example/x"_s;
    row("301 of a GET", "GET", a, 301, "/y", u"GET http://a.example/y"_s);
    row("relative path", "GET", a, 302, "y/z?r", u"GET http://a.example/y/z?r"_s);
    row("fragment is dropped", "GET", a, 302, "/y#part", u"GET http://a.example/y"_s);
    row("301 of a POST becomes GET", "POST", a, 301, "/y", u"GET http://a.example/y"_s);
    row("302 of a POST becomes GET", "POST", a, 302, "/y", u"GET http://a.example/y"_s);
    row("303 of a PUT becomes GET", "PUT", a, 303, "/y", u"GET http://a.example/y"_s);
    row("301 of a PUT keeps it", "PUT", a, 301, "/y", u"PUT http://a.example/y"_s);
    row("307 of a POST keeps it", "POST", a, 307, "/y", u"POST http://a.example/y"_s);
    row("308 of a DELETE keeps it", "DELETE", a, 308, "/y", u"DELETE http://a.example/y"_s);
    row("HEAD stays HEAD", "HEAD", a, 303, "/y", u"HEAD http://a.example/y"_s);
    row("message POST by 307", "POST", a, 307, "/x/", u"POST http://a.example/x/"_s, false);
    row("message POST by 308", "POST", a, 308, "/x/", u"POST http://a.example/x/"_s, false);
    row("message POST by 301", "POST", a, 301, "/x/", QString(), false);
    row("message POST by 302", "POST", a, 302, "/x/", QString(), false);
    row("message POST by 303", "POST", a, 303, "/x/", QString(), false);
    row("message POST to another origin", "POST", a, 307, "http://b.example/x", QString(), false);
    row("message GET to another origin", "GET", a, 307, "http://b.example/x", QString(), false);
    row("GET to another origin", "GET", a, 302, "http://b.example/x", u"GET http://b.example/x"_s);
    row("another port is another origin", "POST", a, 307, "http://a.example:81/x", QString());
    row("the usual port is the same origin", "POST", a, 307, "http://a.example:80/x",
        u"POST http://a.example:80/x"_s);
    row("POST to another origin", "POST", a, 303, "http://b.example/x", QString());
    row("to https of the same host", "GET", a, 301, "https://a.example/x", u"GET https://a.example/x"_s);
    row("from https to http", "GET", s, 301, "http://a.example/x", QString());
    row("scheme-relative", "GET", s, 301, "//b.example/x", u"GET https://b.example/x"_s);
    row("file", "GET", a, 302, "file:///etc/passwd", QString());
    row("data", "GET", a, 302, "data:text/plain,x", QString());
    row("javascript", "GET", a, 302, "javascript:alert(1)", QString());
    row("user-info", "GET", a, 302, "http://user:pass@a.example/", QString());
    row("no host", "GET", a, 302, "http:///x", QString());
    row("control character", "GET", a, 302,
        "/a\x01"
        "b",
        QString());
}

void tst_Redirects::followsByTheRules()
{
    QFETCH(QByteArray, method);
    QFETCH(QString, from);
    QFETCH(int, status);
    QFETCH(QByteArray, location);
    QFETCH(bool, mayRedirect);
    QFETCH(QString, expected);
    HttpRequest request;
    request.method = method;
    request.url = QUrl(from);
    request.mayRedirect = mayRedirect;
    const HttpResponseHead head = headOf(status, {{"Location", location}});
    QVERIFY(isRedirect(head));
    const Result<HttpRequest> next = redirected(request, head, 0, {});
    QCOMPARE(next ? QString(QString::fromLatin1(next->method) + u' ' + next->url.toString()) : QString(),
        expected);
    if (!next)
        QCOMPARE(next.error().kind, ErrorKind::Protocol);
}

void tst_Redirects::dropsEverythingPersonalForAnotherOrigin()
{
    HttpRequest request;
    request.url = QUrl(u"http://a.example/"_s);
    request.headers = {{"Accept", "*/*"}, {"Authorization", "Bearer c"}, {"cookie", "c"},
        {"Proxy-Authorization", "c"}, {"X-Api-Key", "c"}, {"X-Mine", "c"}, {"Mcp-Session-Id", "c"},
        {"Accept-Language", "de"}};
    const Result<HttpRequest> other =
        redirected(request, headOf(302, {{"Location", "http://b.example/"}}), 0, {});
    QVERIFY(other);
    QVERIFY((other->headers == HttpHeaders{{"Accept", "*/*"}, {"Accept-Language", "de"}}));
    const Result<HttpRequest> same = redirected(request, headOf(302, {{"Location", "/y"}}), 0, {});
    QVERIFY(same);
    QVERIFY(same->headers == request.headers);
}

void tst_Redirects::dropsTheBodyWithItsHeaders()
{
    HttpRequest request;
    request.method = "POST";
    request.url = QUrl(u"http://a.example/"_s);
    request.headers = {{"Content-Type", "application/json"}, {"X", "y"}};
    request.body = "{}";
    const Result<HttpRequest> get = redirected(request, headOf(303, {{"Location", "/y"}}), 0, {});
    QVERIFY(get);
    QVERIFY(!get->body);
    QVERIFY((get->headers == HttpHeaders{{"X", "y"}}));
    const Result<HttpRequest> post = redirected(request, headOf(307, {{"Location", "/y"}}), 0, {});
    QVERIFY(post);
    QCOMPARE(post->body, "{}"_ba);
}

void tst_Redirects::stopsAfterTheLimit()
{
    HttpRequest request;
    request.url = QUrl(u"http://a.example/"_s);
    QVERIFY(redirected(request, headOf(302, {{"Location", "/y"}}), 4, {}));
    const Result<HttpRequest> sixth = redirected(request, headOf(302, {{"Location", "/y"}}), 5, {});
    QVERIFY(!sixth);
    QCOMPARE(sixth.error().kind, ErrorKind::Limit);
    QVERIFY(!isRedirect(headOf(302)));
    QVERIFY(!isRedirect(headOf(304, {{"Location", "/y"}})));
}

void tst_Redirects::namesBothOrigins()
{
    HttpRequest request;
    request.method = "POST";
    request.url = QUrl(u"http://a.example/"_s);
    const Result<HttpRequest> next =
        redirected(request, headOf(307, {{"Location", "https://b.example:8443/x"}}), 0, {});
    QVERIFY(!next);
    QVERIFY2(next.error().message.contains(u"http://a.example"_s), qPrintable(next.error().message));
    QVERIFY2(next.error().message.contains(u"https://b.example:8443"_s), qPrintable(next.error().message));
}

void tst_Redirects::knowsPublicAddresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isPublic");
    // The first and the last address of each range, and the neighbours that are public.
    for (const auto address :
        {"0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
            "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.255.255", "172.16.0.0", "172.31.255.255",
            "192.0.0.0", "192.0.0.192", "192.0.0.255", "192.0.2.0", "192.0.2.255", "192.88.99.0",
            "192.88.99.255", "192.168.0.0", "192.168.255.255", "198.51.100.0", "198.51.100.255",
            "203.0.113.0", "203.0.113.255", "224.0.0.1", "239.255.255.255", "240.0.0.0", "255.255.255.255"})
        QTest::newRow(address) << QString::fromLatin1(address) << false;
    for (const auto address : {"1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
             "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
             "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255",
             "192.169.0.0", "198.18.0.0", "198.19.255.255", "198.51.99.255", "198.51.101.0", "203.0.112.255",
             "203.0.114.0", "223.255.255.255"})
        QTest::newRow(address) << QString::fromLatin1(address) << true;
    for (const auto address : {"::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:0:8.8.8.8",
             "64:ff9b:1::808:808", "64:ff9b:0:1::808:808", "100::1", "1fff:ffff::1", "2001::1",
             "2001:0:808:808::1", "2001:1::1", "2001:2::1", "2001:20::1", "2001:1ff:ffff::1", "2001:db8::1",
             "2001:db8:ffff::1", "3fff::1", "3fff:fff:ffff::1", "4000::1", "5f00::1", "fc00::1", "fd00::1",
             "fe80::1", "febf::1", "fec0::1", "feff::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
             "::ffff:192.0.0.192", "64:ff9b::7f00:1", "64:ff9b::192.168.1.1", "2002:7f00:1::1",
             "2002:a00:1::1", "2002:c000:201::1", ""})
        QTest::addRow("IPv6 %s", address) << QString::fromLatin1(address) << false;
    for (const auto address :
        {"2000::1", "2001:200::1", "2001:4860:4860::8888", "2001:db7:ffff::1", "2001:db9::1", "2003::1",
            "3ffe:ffff::1", "3fff:1000::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"})
        QTest::addRow("IPv6 %s", address) << QString::fromLatin1(address) << true;
}

void tst_Redirects::knowsPublicAddresses()
{
    QFETCH(QString, address);
    QFETCH(bool, isPublic);
    QCOMPARE(isPublicAddress(QHostAddress(address)), isPublic);
}

void tst_Redirects::judgesTargetsThatAreNotPublic_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QStringList>("confirmed");
    QTest::addColumn<bool>("isFromPublic");
    QTest::addColumn<bool>("isAllowed");
    const QStringList names{u"127.0.0.1"_s, u"127.0.0.2"_s, u"localhost"_s, u"LocalHost."_s, u"a.localhost"_s,
        u"a.localhost."_s, u"[::1]"_s, u"[::ffff:127.0.0.1]"_s};
    for (const QString &from : names) {
        for (const QString &to : names) {
            QTest::addRow("%s to %s", qPrintable(from), qPrintable(to))
                << u"http://%1:8000/"_s.arg(from) << u"http://%1:9000/"_s.arg(to) << QStringList() << false
                << true;
        }
        QTest::addRow("%s to a private host", qPrintable(from))
            << u"http://%1/"_s.arg(from) << u"http://10.0.0.8/"_s << QStringList() << false << false;
        QTest::addRow("a private host to %s", qPrintable(from))
            << u"http://10.0.0.8/"_s << u"http://%1/"_s.arg(from) << QStringList() << false << false;
        QTest::addRow("a public host to %s", qPrintable(from))
            << u"http://a.example/"_s << u"http://%1/"_s.arg(from) << QStringList() << true << false;
    }
    const QString own = u"http://127.0.0.1:8000/"_s;
    const QStringList confirmed{u"http://127.0.0.1:8000"_s};
    const QString publicHost = u"http://a.example/"_s;
    QTest::newRow("a public host back to the confirmed origin")
        << publicHost << own << confirmed << true << true;
    QTest::newRow("a public host to another name of the confirmed origin")
        << publicHost << u"http://localhost:8000/"_s << confirmed << true << false;
    QTest::newRow("a public host to another port of the confirmed origin")
        << publicHost << u"http://127.0.0.1:9000/"_s << confirmed << true << false;
    QTest::newRow("a name that only begins with localhost")
        << own << u"http://localhost.example/"_s << QStringList() << false << false;
    QTest::newRow("a name with two dots at its end")
        << own << u"http://localhost../"_s << QStringList() << false << false;
}

//! All names of loopback mean this computer. \source core/RULES.md R-21
void tst_Redirects::judgesTargetsThatAreNotPublic()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QStringList, confirmed);
    QFETCH(bool, isFromPublic);
    QFETCH(bool, isAllowed);
    HttpRequest request;
    request.url = QUrl(from);
    request.confirmedOrigins = confirmed;
    QCOMPARE(redirectMayBePrivate(request, QUrl(to), isFromPublic), isAllowed);
}

void tst_Redirects::neverProxiesLoopback()
{
    qputenv("http_proxy", "http://proxy.example:3128");
    qputenv("https_proxy", "proxy.example");
    qputenv("no_proxy", "internal.example, .corp.example");
    QCOMPARE(proxyFor(QUrl(u"http://a.example/"_s))->hostName(), u"proxy.example"_s);
    QCOMPARE(proxyFor(QUrl(u"http://a.example/"_s))->port(), 3128);
    QCOMPARE(proxyFor(QUrl(u"https://a.example/"_s))->port(), 8080);
    for (const auto url : {"http://localhost/", "http://127.0.0.1:80/", "http://127.9.9.9/", "http://[::1]/",
             "https://x.localhost/", "http://localhost./", "http://internal.example/",
             "http://a.corp.example/", "http://a.internal.example/"})
        QCOMPARE(proxyFor(QUrl(QString::fromLatin1(url)))->type(), QNetworkProxy::NoProxy);
    for (const auto name : {"http_proxy", "https_proxy", "no_proxy"})
        qunsetenv(name);
}

void tst_Redirects::readsNoProxy_data()
{
    QTest::addColumn<QByteArray>("exceptions");
    QTest::addColumn<QString>("host"); // with a port if it is not 80
    QTest::addColumn<bool>("isExcepted");
    const auto row = [](const char *exceptions, const QString &host, bool isExcepted) {
        QTest::addRow("%s, %s", exceptions, qPrintable(host)) << QByteArray(exceptions) << host << isExcepted;
    };
    row("*", u"a.example"_s, true);
    row("b.example c.example\ta.example", u"a.example"_s, true);
    row("*.example", u"a.example"_s, true);
    row("a.example.", u"a.example"_s, true);
    row("a.example", u"a.example."_s, true);
    row("A.EXAMPLE", u"b.a.example"_s, true);
    row("a.example", u"ba.example"_s, false);
    row("a.example:8080", u"a.example:8080"_s, true);
    row("a.example:8080", u"a.example"_s, false);
    row("a.example:80", u"a.example"_s, true);
    row("10.0.0.0/8", u"10.2.3.4"_s, true);
    row("10.0.0.0/8", u"11.2.3.4"_s, false);
    row("10.0.0.0/8", u"10.example"_s, false);
    row("192.0.2.7", u"192.0.2.7"_s, true);
    row("2.7", u"192.0.2.7"_s, false);
    row("192.0.2.7:81", u"192.0.2.7"_s, false);
    row("fd00::1", u"[fd00::1]"_s, true);
    row("[fd00::1]", u"[fd00:0::1]"_s, true);
    row("[fd00::1]:8080", u"[fd00::1]:8080"_s, true);
    row("[fd00::1]:8080", u"[fd00::1]"_s, false);
    row("fd00::/8", u"[fd12::1]"_s, true);
    row(",,/,:,[,]:,.", u"a.example"_s, false);
}

void tst_Redirects::readsNoProxy()
{
    QFETCH(QByteArray, exceptions);
    QFETCH(QString, host);
    QFETCH(bool, isExcepted);
    qputenv("http_proxy", "http://proxy.example:3128");
    for (const char *variable : {"no_proxy", "NO_PROXY"}) {
        qputenv(variable, exceptions);
        QCOMPARE(proxyFor(QUrl(u"http://%1/"_s.arg(host)))->type() == QNetworkProxy::NoProxy, isExcepted);
        qunsetenv(variable);
    }
    qunsetenv("http_proxy");
}

void tst_Redirects::refusesAProxyThatCannotBeRead_data()
{
    QTest::addColumn<QByteArray>("proxy");
    for (const auto proxy : {"http://ana:can#ary@proxy.example:3128", "http://proxy.example:99999", "http://",
             "ana:can/ary@proxy.example", "http://pro xy.example"})
        QTest::newRow(proxy) << QByteArray(proxy);
}

void tst_Redirects::refusesAProxyThatCannotBeRead()
{
    QFETCH(QByteArray, proxy);
    qputenv("http_proxy", proxy);
    const auto found = proxyFor(QUrl(u"http://a.example/"_s));
    const auto onLoopback = proxyFor(QUrl(u"http://localhost/"_s));
    qunsetenv("http_proxy");
    QVERIFY(onLoopback);
    QVERIFY(!found);
    QCOMPARE(found.error().kind, ErrorKind::Usage);
    QVERIFY2(found.error().message.contains(u"http_proxy is not the address"_s),
        qPrintable(found.error().message));
    QVERIFY(!found.error().message.contains(u"ary"_s));
}

void tst_Redirects::refusesOtherKindsOfProxies_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<QByteArray>("proxy");
    QTest::addColumn<bool>("isSpoken");
    const auto row = [](const char *variable, const char *proxy, bool isSpoken) {
        QTest::addRow("%s=%s", variable, proxy) << QByteArray(variable) << QByteArray(proxy) << isSpoken;
    };
    row("http_proxy", "http://ana:canary@proxy.example:3128", true);
    row("http_proxy", "ana:canary@proxy.example", true);
    row("http_proxy", "HTTP://proxy.example", true);
    row("https_proxy", "socks5://proxy.example", true);
    row("HTTPS_PROXY", "socks5h://proxy.example", true);
    row("http_proxy", "https://ana:canary@proxy.example:3128", false);
    row("https_proxy", "https://ana:canary@proxy.example:3128", false);
    row("HTTPS_PROXY", "https://ana:canary@proxy.example:3128", false);
    row("http_proxy", "socks4://ana:canary@proxy.example", false);
    row("https_proxy", "socks4a://proxy.example", false);
    row("https_proxy", "socks://proxy.example", false);
    row("http_proxy", "ftp://proxy.example", false);
}

void tst_Redirects::refusesOtherKindsOfProxies()
{
    QFETCH(QByteArray, variable);
    QFETCH(QByteArray, proxy);
    QFETCH(bool, isSpoken);
    qputenv(variable.constData(), proxy);
    const bool isPlain = variable == "http_proxy";
    const auto found = proxyFor(QUrl(isPlain ? u"http://a.example/"_s : u"https://a.example/"_s));
    const auto onLoopback = proxyFor(QUrl(isPlain ? u"http://localhost/"_s : u"https://localhost/"_s));
    qunsetenv(variable.constData());
    QCOMPARE(found.has_value(), isSpoken);
    QVERIFY(onLoopback);
    if (isSpoken)
        return;
    QCOMPARE(found.error().kind, ErrorKind::Usage);
    QVERIFY(found.error().message.contains(QString::fromLatin1(variable)));
    QVERIFY(found.error().message.contains(QString::fromLatin1(proxy.split(':').first())));
    QVERIFY(!found.error().message.contains(u"canary"_s));
}

void tst_Redirects::explainsUnexpectedAnswers_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("says"); // empty: the answer is as expected
    const QByteArray json("application/json");
    QTest::newRow("JSON") << 200 << json << QByteArray("{}") << QString();
    QTest::newRow("parameters and case")
        << 200 << QByteArray("Application/JSON; charset=utf-8") << QByteArray("{}") << QString();
    QTest::newRow("an event stream") << 200 << QByteArray("text/event-stream") << QByteArray("data: 1")
                                     << QString();
    QTest::newRow("a web page") << 200 << QByteArray("text/html")
                                << QByteArray("<html><TITLE>\n Sign in </title>")
                                << u"answered with a web page titled \"Sign in\". A proxy or a login"_s;
    QTest::newRow("a page in disguise")
        << 200 << json << QByteArray("  <!DOCTYPE html><p>") << u"web page. A proxy"_s;
    QTest::newRow("a page with an error")
        << 502 << QByteArray("text/html") << QByteArray("<title>Bad</title>")
        << u"not reached by the gateway in front of it (HTTP 502)"_s;
    QTest::newRow("a title that attacks")
        << 200 << QByteArray("text/html") << QByteArray("<title>\x1b[2J</title>") << u"\\u{1B}"_s;
    const auto status = [](int code, const QString &says) {
        QTest::addRow("status %d", code) << code << QByteArray() << QByteArray() << says;
    };
    status(202, u"accepted the request (HTTP 202) and gave no answer to it. Check the address."_s);
    status(204, u"accepted the request (HTTP 204) and gave no answer to it. Check the address."_s);
    status(302, u"redirected without saying where to (HTTP 302). Check the address."_s);
    status(304, u"\"not modified\" (HTTP 304) to a request without a condition. Check for a cache"_s);
    status(400, u"finds the request malformed (HTTP 400). Check the address."_s);
    status(401, u"requires authentication (HTTP 401). A credential is missing or not accepted."_s);
    status(403, u"refuses access (HTTP 403). A credential is missing or does not allow this."_s);
    status(404, u"has nothing at this address (HTTP 404). Check the address."_s);
    status(405, u"does not accept this method at this address (HTTP 405). Check the address."_s);
    status(406, u"has no answer in a form that the header Accept asks for (HTTP 406). Check the address."_s);
    status(407, u"is behind a proxy that requires a user name and a password (HTTP 407). Write them into"_s);
    status(408, u"gave up waiting for the request (HTTP 408). Try again."_s);
    status(413, u"finds the request too large (HTTP 413). Send less"_s);
    status(415, u"does not accept the Content-Type that was sent (HTTP 415). Check the address."_s);
    status(418, u"refused the request (HTTP 418). Check the address and what was sent."_s);
    status(429, u"received too many requests (HTTP 429). Try again later."_s);
    status(500, u"failed (HTTP 500). Its own log says why."_s);
    status(502, u"was not reached by the gateway in front of it (HTTP 502). Check that it is running"_s);
    status(503, u"is unavailable at the moment (HTTP 503). Try again later."_s);
    status(504, u"did not answer the gateway in front of it in time (HTTP 504). Check that it is running"_s);
    status(599, u"failed (HTTP 599). Try again later."_s);
    status(799, u"a status that HTTP does not know (HTTP 799). Check the address."_s);
    QTest::newRow("JSON labelled as a stream")
        << 200 << QByteArray("text/event-stream") << QByteArray(" {\"a\":1}")
        << u"labelled JSON as an event stream"_s;
    QTest::newRow("a stream labelled as JSON")
        << 200 << json << QByteArray("event: x\n") << u"labelled an event stream as JSON"_s;
    QTest::newRow("another type") << 200 << QByteArray("text/plain") << QByteArray("hello")
                                  << u"answered with text/plain where application/json or"_s;
    QTest::newRow("no type") << 200 << QByteArray() << QByteArray("hello")
                             << u"answered without a Content-Type"_s;
    QTest::newRow("nothing at all") << 200 << QByteArray() << QByteArray() << u"empty body"_s;
}

void tst_Redirects::explainsUnexpectedAnswers()
{
    QFETCH(int, status);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    QFETCH(QString, says);
    const HttpHeaders headers = type.isEmpty() ? HttpHeaders{} : HttpHeaders{{"Content-Type", type}};
    const std::optional<Error> error =
        unexpectedAnswer(headOf(status, headers), body, {"application/json", "text/event-stream"});
    QCOMPARE(error.has_value(), !says.isEmpty());
    if (error) {
        QVERIFY2(error->message.contains(says), qPrintable(error->message));
        // The last sentence says what to do.
        QVERIFY2(error->message.endsWith(u'.'), qPrintable(error->message));
        QVERIFY2(error->message.count(u". "_s) >= 1, qPrintable(error->message));
    }
    if (error && !body.isEmpty())
        QVERIFY(error->detail.endsWith(QString::fromUtf8(body))); // exact, because each view escapes it
}

void tst_Redirects::reportsTheWaitOfRetryAfter()
{
    const auto message = [](const QByteArray &value) {
        return unexpectedAnswer(headOf(429, {{"Retry-After", value}}), {}, {"application/json"})
            .value_or(Error{})
            .message;
    };
    const auto says = [&](const QByteArray &value, const QString &text) {
        return message(value).contains(text);
    };
    QVERIFY2(says("7", u"It asks to try again in 7 s."_s), qPrintable(message("7")));
    QVERIFY(says("300", u"It asks to try again in 300 s."_s));
    QVERIFY(says("301", u"It asks for a wait of 301 s, longer than"_s));
    QVERIFY(says("99999999999999999999", u"It asks for a wait of 99999999999999999999 s, longer than"_s));
    QVERIFY(says("-1", u"It asks to wait until \"-1\"."_s));
    QVERIFY(says("Wed, 21 Oct 2026 07:28:00 GMT", u"until \"Wed, 21 Oct 2026 07:28:00 GMT\"."_s));
    QVERIFY(says("", u"Try again later."_s));
}

WORKBENCH_TEST(tst_Redirects, QCoreApplication)
#include "tst_redirects.moc"
