// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Checks of the connection to servers that are broken in the usual ways: real programs, real HTTP.

#include "app/wiring/composition.h"
#include "core/checks/connectioncheck.h"
#include "tests/support/certificates.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryFile>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace {

using State = ConnectionStep::State;

constexpr auto waitMs = 20'000;

//! A small server of the legacy era, written as a shell script.
constexpr auto shellServer = R"(
while read -r line; do
    id=$(printf '%s' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    case "$line" in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"shell","version":"1"}}}' ;;
    *'"tools/list"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[{"name":"echo","inputSchema":{"type":"object"}}]}}' ;;
    esac
done)";

Json programSettings(const QString &script)
{
    return Json::object({{u"command"_s, Json::string(u"/bin/sh"_s)},
        {u"args"_s, Json::array({Json::string(u"-c"_s), Json::string(script)})},
        {u"protocol"_s, Json::string(u"legacy"_s)}});
}

Json addressSettings(const QString &address)
{
    return Json::object({{u"url"_s, Json::string(address)}});
}

QStringList codesOf(const ConnectionReport &report)
{
    QStringList codes;
    for (const ConnectionStep &step : report.steps)
        codes.append(step.code);
    return codes;
}

//! Returns the first failed step, or null if no step failed.
const ConnectionStep *failedStep(const ConnectionReport &report)
{
    const auto found = std::ranges::find(report.steps, State::Failed, &ConnectionStep::state);
    return found == report.steps.end() ? nullptr : &*found;
}

ConnectionStep stepNamed(const ConnectionReport &report, const QString &code)
{
    const auto found = std::ranges::find(report.steps, code, &ConnectionStep::code);
    return found == report.steps.end() ? ConnectionStep{} : *found;
}

QByteArray allOf(const ConnectionReport &report)
{
    return toJson(report).toBytes();
}

} // namespace

class tst_ConnectionCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void showsEachStepOfAProgram();
    void showsEachStepOfAnAddress();
    void namesTheStepOfABrokenProgram_data();
    void namesTheStepOfABrokenProgram();
    void aBannerIsAWarning();
    void showsWhatAProgramSaidBeforeItEnded();
    void nothingListens();
    void aNameWithoutAnAddress();
    void showsTheChainOfAnUntrustedCertificate();
    void showsTheChainOfAnAcceptedCertificate();
    void namesTheStepOfABrokenAnswer_data();
    void namesTheStepOfABrokenAnswer();
    void aServerThatIsSilent();
    void checksADocument();
    void revealsNoSecret();
    void makesTextsOfThePeerVisible();
    void canBeCancelled();
    void reportsUndefinedAndEmptyVariables();

private:
    ConnectionReport check(const Json &settings, const QString &kind = u"mcp"_s)
    {
        const Source source{u"there"_s, kind, settings};
        all->sessions().confirmTrust(source, true).error_or(Error{});
        ConnectionCheck check(&all->sessions(), source);
        QSignalSpy finished(&check, &ConnectionCheck::finished);
        check.start();
        if (!QTest::qWaitFor([&] { return !finished.isEmpty(); }, waitMs))
            qWarning("the check did not end");
        return check.report();
    }
    void compose(const Limits &limits = {})
    {
        all = std::make_unique<App::Composition>(
            App::Composition::Options{.limits = limits, .rememberTrust = false});
    }

    std::unique_ptr<App::Composition> all;
};

void tst_ConnectionCheck::init()
{
    compose();
}

void tst_ConnectionCheck::showsEachStepOfAProgram()
{
    const ConnectionReport report = check(programSettings(QString::fromLatin1(shellServer)));
    QVERIFY2(report.isConnected(), allOf(report).constData());
    QCOMPARE(codesOf(report),
        (QStringList{u"program"_s, u"start"_s, u"environment"_s, u"firstLine"_s, u"handshake"_s, u"stderr"_s,
            u"capabilities"_s}));
    for (const ConnectionStep &step : report.steps)
        QVERIFY2(step.state == State::Ok, allOf(report).constData());
    QCOMPARE(stepNamed(report, u"program"_s).observed, u"/bin/sh"_s);
    QVERIFY(stepNamed(report, u"environment"_s).observed.contains(u"PATH"_s));
    QVERIFY(stepNamed(report, u"firstLine"_s).durationMs >= 0);
    QVERIFY(stepNamed(report, u"handshake"_s).observed.contains(u"MCP 2025-06-18 (legacy), shell 1"_s));
    QCOMPARE(stepNamed(report, u"capabilities"_s).observed, u"Operations: 1; tools"_s);
}

void tst_ConnectionCheck::showsEachStepOfAnAddress()
{
    const McpHttpScript server;
    const ConnectionReport report =
        check(addressSettings(server.url().replace(u"127.0.0.1"_s, u"localhost"_s)));
    QVERIFY2(report.isConnected(), allOf(report).constData());
    QCOMPARE(codesOf(report),
        (QStringList{u"name"_s, u"tcp"_s, u"proxy"_s, u"tls"_s, u"http"_s, u"signIn"_s, u"protocol"_s,
            u"session"_s, u"capabilities"_s}));
    const QByteArray json = allOf(report);
    QVERIFY2(stepNamed(report, u"name"_s).observed.contains(u"127.0.0.1"_s), json.constData());
    QVERIFY2(stepNamed(report, u"name"_s).durationMs >= 0, json.constData());
    QVERIFY2(stepNamed(report, u"tcp"_s).observed.startsWith(u"127.0.0.1:"_s), json.constData());
    QVERIFY2(stepNamed(report, u"tcp"_s).durationMs >= 0, json.constData());
    QCOMPARE(stepNamed(report, u"proxy"_s).state, State::Skipped);
    QCOMPARE(stepNamed(report, u"tls"_s).state, State::Skipped);
    QVERIFY2(stepNamed(report, u"http"_s).observed.startsWith(u"HTTP/1.1 "_s), json.constData());
    QCOMPARE(stepNamed(report, u"signIn"_s).observed, u"The server does not require a sign-in."_s);
    QVERIFY2(stepNamed(report, u"protocol"_s).observed.contains(u"script 1"_s), json.constData());
    QCOMPARE(stepNamed(report, u"session"_s).state, State::Skipped);
    QCOMPARE(stepNamed(report, u"capabilities"_s).observed, u"Operations: 1; tools"_s);
}

void tst_ConnectionCheck::namesTheStepOfABrokenProgram_data()
{
    QTest::addColumn<Json>("settings");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("observed");
    QTest::addColumn<QString>("advice");
    QTest::newRow("there is no such program")
        << Json::object({{u"command"_s, Json::string(u"no-such-program-here"_s)}}) << u"program"_s
        << u"The program \"no-such-program-here\" was not found."_s
        << u"Install it, or give its full path."_s;
    QTest::newRow("it ends at once") << programSettings(u"exit 3"_s) << u"firstLine"_s
                                     << u"ended with exit code 3."_s << QString();
    QTest::newRow("it never answers") << withMember(programSettings(u"cat > /dev/null"_s), u"limits",
        Json::object({{u"connect.timeout"_s, Json::string(u"300ms"_s)}}))
                                      << u"firstLine"_s << u"did not answer initialize within 300 ms."_s
                                      << u"Check that it is an MCP server, or give it longer to start."_s;
    QTest::newRow("it refuses the handshake") << programSettings(
        uR"(read -r line; id=$(printf '%s' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/'); echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32603,"message":"no licence"}}'; cat > /dev/null)"_s)
                                              << u"handshake"_s << u"no licence"_s << QString();
    QTest::newRow("it speaks an unknown version")
        << programSettings(QString::fromLatin1(shellServer).replace(u"2025-06-18"_s, u"1999-01-01"_s))
        << u"handshake"_s << u"1999-01-01"_s << QString();
}

void tst_ConnectionCheck::namesTheStepOfABrokenProgram()
{
    QFETCH(Json, settings);
    QFETCH(QString, code);
    QFETCH(QString, observed);
    QFETCH(QString, advice);
    const ConnectionReport report = check(settings);
    const QByteArray json = allOf(report);
    QVERIFY(!report.isConnected());
    const ConnectionStep *const step = failedStep(report);
    QVERIFY2(step, json.constData());
    QCOMPARE(step->code, code);
    QVERIFY2(step->observed.contains(observed), json.constData());
    QVERIFY2(step->advice.contains(advice), json.constData());
    const qsizetype place = codesOf(report).indexOf(code);
    for (qsizetype i = 0; i < report.steps.size(); ++i) {
        const ConnectionStep &each = report.steps.at(i);
        if (i != place && each.code != "stderr"_L1)
            QVERIFY2((each.state == State::Skipped) == (i > place), json.constData());
    }
}

void tst_ConnectionCheck::aBannerIsAWarning()
{
    const ConnectionReport report =
        check(programSettings(u"echo 'Example server is starting'"_s + QString::fromLatin1(shellServer)));
    QVERIFY2(report.isConnected(), allOf(report).constData());
    const ConnectionStep step = stepNamed(report, u"firstLine"_s);
    QCOMPARE(step.state, State::Warning);
    QCOMPARE(step.observed, u"Not a message: Example server is starting"_s);
    QVERIFY(!step.advice.isEmpty());
}

void tst_ConnectionCheck::showsWhatAProgramSaidBeforeItEnded()
{
    const ConnectionReport report =
        check(programSettings(u"echo 'loading' >&2; echo 'API_KEY is not set' >&2; exit 1"_s));
    QVERIFY(!report.isConnected());
    const ConnectionStep step = stepNamed(report, u"stderr"_s);
    QCOMPARE(step.state, State::Warning);
    QVERIFY2(step.observed.endsWith(u"loading | API_KEY is not set"_s), allOf(report).constData());
}

void tst_ConnectionCheck::nothingListens()
{
    QString address;
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        address = u"http://127.0.0.1:%1/mcp"_s.arg(server.serverPort());
    }
    const ConnectionReport report = check(addressSettings(address));
    const ConnectionStep *const step = failedStep(report);
    QVERIFY2(step, allOf(report).constData());
    QCOMPARE(step->code, u"tcp"_s);
    QVERIFY2(step->observed.contains(u"nothing listens there"_s), allOf(report).constData());
    QCOMPARE(step->advice, u"Is it running?"_s);
    QCOMPARE(stepNamed(report, u"name"_s).observed, u"127.0.0.1 is an address, not a name."_s);
    QCOMPARE(stepNamed(report, u"tls"_s).state, State::Skipped);
    QCOMPARE(report.error->kind, ErrorKind::Network);
}

void tst_ConnectionCheck::aNameWithoutAnAddress()
{
    const ConnectionReport report = check(addressSettings(u"https://no-such-host.invalid/mcp"_s));
    const ConnectionStep *const step = failedStep(report);
    QVERIFY2(step, allOf(report).constData());
    QCOMPARE(step->code, u"name"_s);
    QVERIFY(step->observed.contains(u"no-such-host.invalid"_s));
    QCOMPARE(step->advice, u"Check the address and the network."_s);
}

void tst_ConnectionCheck::showsTheChainOfAnUntrustedCertificate()
{
    const QTemporaryDir folder;
    const MadeCertificate certificate = makeCertificate(folder, u"own"_s, u"localhost"_s);
    McpHttpScript server;
    server.encrypt(certificate.configuration());
    const ConnectionReport report = check(addressSettings(server.url()));
    const QByteArray json = allOf(report);
    const ConnectionStep *const step = failedStep(report);
    QVERIFY2(step, json.constData());
    QCOMPARE(step->code, u"tls"_s);
    QVERIFY2(step->detail.startsWith(u"localhost, issued by localhost, valid to "_s), json.constData());
    QVERIFY2(step->advice.contains(u"accept its certificate"_s), json.constData());
    QCOMPARE(stepNamed(report, u"tcp"_s).state, State::Ok);
    QCOMPARE(stepNamed(report, u"http"_s).state, State::Skipped);
}

void tst_ConnectionCheck::showsTheChainOfAnAcceptedCertificate()
{
    const QTemporaryDir folder;
    const MadeCertificate certificate = makeCertificate(folder, u"own"_s, u"localhost"_s);
    McpHttpScript server;
    server.encrypt(certificate.configuration());
    const Json accepted = Json::array({Json::object({{u"host"_s, Json::string(u"localhost"_s)},
        {u"sha256"_s, Json::string(certificate.fingerprint())}})});
    const ConnectionReport report =
        check(withMember(addressSettings(server.url()), u"certificates", accepted));
    QVERIFY2(report.isConnected(), allOf(report).constData());
    const ConnectionStep step = stepNamed(report, u"tls"_s);
    QCOMPARE(step.state, State::Ok);
    QVERIFY2(
        step.observed.startsWith(u"localhost, issued by localhost, valid to "_s), qPrintable(step.observed));
    QVERIFY(step.durationMs >= 0);
}

void tst_ConnectionCheck::namesTheStepOfABrokenAnswer_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("observed");
    const auto answer = [](const QByteArray &status, const QByteArray &headers,
                            const QByteArray &body) -> QByteArray {
        return "HTTP/1.1 " + status + "\r\n" + headers
            + "Connection: close\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    };
    QTest::newRow("it asks for a sign-in")
        << answer("401 Unauthorized", "WWW-Authenticate: Bearer realm=\"example\", scope=\"tools\"\r\n", "{}")
        << u"signIn"_s << u"requires authentication (HTTP 401 Unauthorized)."_s;
    QTest::newRow("a web page") << answer(
        "200 OK", "Content-Type: text/html\r\n", "<!DOCTYPE html><title>Welcome</title><p>hi")
                                << u"protocol"_s << u"answered with a web page titled \"Welcome\"."_s;
    QTest::newRow("there is nothing at this path")
        << answer("404 Not Found", {}, "nothing here") << u"http"_s << u"has no MCP endpoint at"_s;
    QTest::newRow("it fails") << answer("500 Internal Server Error", {}, "oops") << u"http"_s
                              << u"failed (HTTP 500 Internal Server Error)."_s;
    QTest::newRow("it speaks something else")
        << QByteArray("220 mail.example.org ESMTP\r\n") << u"http"_s << u"not a valid HTTP answer"_s;
}

void tst_ConnectionCheck::namesTheStepOfABrokenAnswer()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    QFETCH(QString, observed);
    McpHttpScript server;
    server.allBytes = bytes;
    const ConnectionReport report = check(addressSettings(server.url()));
    const QByteArray json = allOf(report);
    const ConnectionStep *const step = failedStep(report);
    QVERIFY2(step, json.constData());
    QCOMPARE(step->code, code);
    QVERIFY2(step->observed.contains(observed), json.constData());
    QVERIFY2(!step->advice.isEmpty(), json.constData());
    QCOMPARE(stepNamed(report, u"tcp"_s).state, State::Ok);
    if (code == "signIn"_L1)
        QVERIFY2(step->detail.contains(u"Bearer"_s) && step->detail.contains(u"tools"_s), json.constData());
}

void tst_ConnectionCheck::aServerThatIsSilent()
{
    Limits limits;
    limits.connectTimeoutMs = 400;
    limits.probeTimeoutMs = 100;
    compose(limits);
    const RawServer server([](QTcpSocket *, const RawServer::Request &) { });
    const ConnectionReport report = check(addressSettings(server.url().toString()));
    const QByteArray json = allOf(report);
    QCOMPARE(stepNamed(report, u"http"_s).state, State::Warning);
    QCOMPARE(stepNamed(report, u"signIn"_s).observed, u"The server did not answer."_s);
    const ConnectionStep *const step = failedStep(report);
    QVERIFY2(step, json.constData());
    QCOMPARE(step->code, u"protocol"_s);
    QCOMPARE(report.error->kind, ErrorKind::Timeout);
}

void tst_ConnectionCheck::checksADocument()
{
    const RawServer server([](QTcpSocket *socket, const RawServer::Request &request) {
        RawServer::answer(socket,
            request.target == "/openapi.json"
                ? RawServer::ok(
                      R"({"openapi":"3.1.0","info":{"title":"Pets","version":"7"},"paths":{"/pets":{"get":{"operationId":"pets","responses":{"200":{"description":"d"}}}}}})",
                      "Connection: close\r\n")
                : QByteArray("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
    });
    const auto settings = [&server](const QString &path) {
        return Json::object({{u"document"_s, Json::string(server.url(path).toString())}});
    };
    const ConnectionReport good = check(settings(u"/openapi.json"_s), u"openapi"_s);
    QVERIFY2(good.isConnected(), allOf(good).constData());
    QVERIFY2(stepNamed(good, u"protocol"_s).observed.startsWith(u"OpenAPI 3.1.0, Pets 7"_s),
        allOf(good).constData());
    QCOMPARE(stepNamed(good, u"capabilities"_s).observed, u"Operations: 1"_s);
    const ConnectionReport wrong = check(settings(u"/other.json"_s), u"openapi"_s);
    QVERIFY2(failedStep(wrong), allOf(wrong).constData());
    QCOMPARE(failedStep(wrong)->code, u"http"_s);
    const ConnectionReport file =
        check(Json::object({{u"document"_s, Json::string(u"/nowhere/openapi.json"_s)}}), u"openapi"_s);
    QCOMPARE(codesOf(file), (QStringList{u"protocol"_s, u"capabilities"_s}));
    QCOMPARE(failedStep(file)->code, u"protocol"_s);
    QTemporaryFile there(QDir::tempPath() + u"/XXXXXX.json"_s);
    QVERIFY(there.open()
        && there.write(R"({"openapi":"3.1.0","info":{"title":"Pets","version":"7"},"paths":{}})") > 0);
    there.close();
    const ConnectionReport read =
        check(Json::object({{u"document"_s, Json::string(there.fileName())}}), u"openapi"_s);
    QVERIFY2(read.isConnected(), allOf(read).constData());
    QCOMPARE(stepNamed(read, u"tcp"_s).state, State::Skipped);
    QCOMPARE(stepNamed(read, u"tcp"_s).observed,
        u"The document was not read from a server. No server was contacted."_s);
}

void tst_ConnectionCheck::revealsNoSecret()
{
    McpHttpScript server;
    qputenv("TST_CHECK_TOKEN", "canary-0123456789");
    server.allBytes = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer realm=\"canary-0123456789\"\r\n"
                      "Content-Length: 0\r\nConnection: close\r\n\r\n";
    const Json headers =
        Json::object({{u"Authorization"_s, Json::string(u"Bearer ${env:TST_CHECK_TOKEN}"_s)}});
    const ConnectionReport report = check(withMember(addressSettings(server.url()), u"headers", headers));
    QVERIFY2(failedStep(report), allOf(report).constData());
    QCOMPARE(failedStep(report)->code, u"signIn"_s);
    QVERIFY2(!allOf(report).contains("canary"), allOf(report).constData());
    // The request that only measures the connection carries no header of the user.
    QVERIFY(server.requests().size() > 1);
    QCOMPARE(server.requests().constFirst().method, "GET"_ba);
    QVERIFY(!server.requests().constFirst().hasHeader("authorization"));
    QVERIFY(server.requests().constLast().hasHeader("authorization"));
}

void tst_ConnectionCheck::makesTextsOfThePeerVisible()
{
    const ConnectionReport report =
        check(programSettings(uR"(printf '\033[31mred\n'; printf 'a\tb\033[0m\n' >&2; exit 1)"_s));
    for (const ConnectionStep &step : report.steps) {
        for (const QChar c : QString(step.observed + step.advice + step.detail))
            QVERIFY2(c.isPrint(), allOf(report).constData());
    }
    QVERIFY2(stepNamed(report, u"firstLine"_s).observed.contains(u"[31mred"_s), allOf(report).constData());
}

void tst_ConnectionCheck::canBeCancelled()
{
    const Source source{u"there"_s, u"mcp"_s, programSettings(u"cat > /dev/null"_s)};
    all->sessions().confirmTrust(source, true).error_or(Error{});
    ConnectionCheck check(&all->sessions(), source);
    QSignalSpy finished(&check, &ConnectionCheck::finished);
    QSignalSpy noted(&all->exchanges(), &ExchangeLog::noted);
    check.start();
    QTRY_VERIFY_WITH_TIMEOUT(!noted.isEmpty(), waitMs);
    check.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, waitMs);
    QCOMPARE(check.report().error->kind, ErrorKind::Cancelled);
    QCOMPARE(failedStep(check.report())->code, u"firstLine"_s);
}

void tst_ConnectionCheck::reportsUndefinedAndEmptyVariables()
{
    const ConnectionReport unknown = check(addressSettings(u"https://${HOST_NAME}/mcp"_s));
    QVERIFY2(failedStep(unknown), allOf(unknown).constData());
    QVERIFY2(failedStep(unknown)->observed.contains(u"HOST_NAME"_s), allOf(unknown).constData());
    const Json variables = Json::object({{u"API_KEY"_s, Json::string(u"")}});
    const ConnectionReport empty =
        check(withMember(programSettings(QString::fromLatin1(shellServer)), u"env", variables));
    const ConnectionStep step = stepNamed(empty, u"environment"_s);
    QCOMPARE(step.state, State::Warning);
    QCOMPARE(step.observed, u"Empty: API_KEY"_s);
}

WORKBENCH_TEST(tst_ConnectionCheck, QCoreApplication)
#include "tst_connectioncheck.moc"
