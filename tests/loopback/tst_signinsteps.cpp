// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The steps of a sign-in, derived from its frames, and the demand that a broken server does not meet.

#include "core/auth/oauthstate_p.h"
#include "core/checks/signinsteps.h"
#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpsignedinreply.h"
#include "tests/support/oauthscript.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

using namespace Workbench;
using namespace Qt::StringLiterals;

using Answer = OAuthScript::Answer;
using Kind = SignInStep::Kind;
using State = SignInStep::State;

namespace {

//! An MCP server that requires a token and is its own authorisation server, and a client that signs in there.
class Signing {
public:
    //! The settings of a client that is registered already.
    static constexpr auto registered = R"({"clientId":"desktop"})";

    Signing()
    {
        script.documents.insert("/.well-known/oauth-protected-resource/mcp", resource(u"/mcp"_s));
        script.documents.insert(
            "/.well-known/oauth-authorization-server", Answer{200, script.metadata().toBytes()});
        script.onRequest = [this](const RawServer::Request &request) -> std::optional<QByteArray> {
            if (request.target != "/mcp")
                return {};
            if (request.header("authorization") == "Bearer canary-access" && acceptsTokens)
                return RawServer::ok("{}");
            return QByteArray("HTTP/1.1 401 Unauthorized\r\n" + challenge + "Content-Length: 0\r\n\r\n");
        };
        access.setHost({.openBrowser = script.host.openBrowser});
    }

    Answer resource(const QString &path) const
    {
        return {200,
            Json::object({{u"resource"_s, Json::string(QString(script.origin() + path))},
                             {u"authorization_servers"_s, Json::array({Json::string(script.issuer())})}})
                .toBytes()};
    }

    OAuthPlan planWith(const QByteArray &settings) const
    {
        return oauthPlanFor(
            u"tools"_s, *OAuthSettings::read(jsonLiteral(settings)), script.server.url(u"/mcp"_s));
    }

    std::shared_ptr<OAuthGrant> grant() { return access.grant(planWith(registered), Limits()); }

    //! Sends a request and signs in if the server requires it. Returns the error, or nothing after an answer.
    std::optional<Error> ask(const QByteArray &settings = registered)
    {
        OAuthPlan plan = planWith(settings);
        plan.log = &log;
        HttpRequest request{.url = script.server.url(u"/mcp"_s)};
        request.method = "POST";
        request.body = "{}";
        const HttpFrames frames{
            .log = &log, .source = u"tools"_s, .channel = u"POST 1"_s, .exchangeId = {}, .secretHeaders = {}};
        frames.noteSent(request, u"initialize"_s);
        std::optional<Error> ended;
        McpSignedInReply reply(
            &http, request, std::make_shared<McpSignIn>(&access, plan, Limits()), frames, {});
        QObject::connect(&reply, &HttpReply::headReceived, &reply,
            [&frames](const HttpResponseHead &head) { frames.noteReceived(head); });
        QObject::connect(
            &reply, &HttpReply::finished, &reply, [&ended](bool, const Error &error) { ended = error; });
        if (!QTest::qWaitFor([&ended] { return ended.has_value(); }, Test::patience))
            qFatal("the request was never answered");
        return ended->message.isEmpty() ? std::nullopt : ended;
    }

    QList<SignInStep> steps() const { return signInSteps(log, u"tools"_s); }

    OAuthScript script;
    QByteArray challenge = "WWW-Authenticate: Bearer error=\"invalid_token\"\r\n";
    bool acceptsTokens = true;
    ExchangeLog log;
    MemoryStore store;
    SecretResolver secrets{
        &store, [this](const Secret &secret, const QString &name) { log.hideSecret(secret.reveal(), name); }};
    OAuthAccess access{&store, &secrets, secrets.observer()};
    HttpClient http{u"tools"_s, {}};
};

QList<Kind> kindsOf(const QList<SignInStep> &steps)
{
    QList<Kind> kinds;
    for (const SignInStep &step : steps)
        kinds.append(step.kind);
    return kinds;
}

QStringList unmetOf(const SignInStep &step)
{
    QStringList unmet;
    for (const SignInDemand &demand : step.demands) {
        if (demand.isUnmet)
            unmet.append(demand.section);
    }
    return unmet;
}

} // namespace

class tst_SignInSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsTheStepsInTheirOrder()
    {
        Signing signing;
        const auto failed = signing.ask();
        QVERIFY2(!failed, failed ? qPrintable(failed->message) : "");
        const QList<SignInStep> steps = signing.steps();
        QCOMPARE(kindsOf(steps),
            (QList{Kind::Challenge, Kind::ResourceMetadata, Kind::ServerMetadata, Kind::AuthorizationRequest,
                Kind::AuthorizationAnswer, Kind::TokenRequest, Kind::Repeated}));
        const QString authority = signing.script.server.url().authority();
        const QStringList addresses{u"/mcp"_s, u"/.well-known/oauth-protected-resource/mcp"_s,
            u"/.well-known/oauth-authorization-server"_s, u"/authorize"_s, {}, u"/token"_s, u"/mcp"_s};
        for (qsizetype i = 0; i < steps.size(); ++i) {
            const SignInStep &step = steps.at(i);
            QVERIFY2(step.state == State::Ok, qPrintable(titleOf(step.kind) + step.problem));
            QVERIFY2(unmetOf(step).isEmpty(), qPrintable(titleOf(step.kind)));
            QVERIFY2(!step.demands.isEmpty(), qPrintable(titleOf(step.kind)));
            if (!addresses.at(i).isEmpty())
                QCOMPARE(step.address, authority + addresses.at(i));
            for (const Frame &frame : {step.request, step.answer}) {
                for (const char *secret : {"canary-code", "canary-access", "canary-refresh"})
                    QVERIFY2(!QByteArray(frame.head + frame.bytes).contains(secret),
                        qPrintable(titleOf(step.kind)));
            }
        }
        QCOMPARE(steps.at(0).status, u"401 Unauthorized"_s);
        QCOMPARE(steps.at(5).method, QByteArray("POST"));
        QVERIFY(steps.at(3).request.bytes.contains("code_challenge_method=S256"));
        QVERIFY(steps.at(4).answer.bytes.contains("code=***"));
        QVERIFY(steps.at(5).request.bytes.contains("grant_type=authorization_code"));
        QVERIFY(std::ranges::contains(
            steps.at(2).demands, u"MCP 2025-11-25, basic/authorization"_s, &SignInDemand::section));
        const QList<SignInStep> earlier = signInSteps(signing.log, u"tools"_s, u"2025-06-18"_s);
        const auto isDemanded = [&earlier](qsizetype at) {
            return std::ranges::contains(
                earlier.at(at).demands, u"MCP 2025-06-18, basic/authorization"_s, &SignInDemand::section);
        };
        QVERIFY(isDemanded(1));
        QVERIFY(!isDemanded(2)); // the metadata with S256 came later
    }

    void severalCallersShareOneSignIn()
    {
        Signing signing;
        const auto grant = signing.grant();
        QList<QFuture<Result<OAuthTokens>>> callers;
        for (int i = 0; i < 3; ++i)
            callers.append(grant->tokens({}, std::make_shared<AuthorizationTries>(Limits())));
        for (const QFuture<Result<OAuthTokens>> &caller : std::as_const(callers)) {
            QTRY_VERIFY(caller.isFinished());
            QVERIFY2(caller.result(), caller.result() ? "" : qPrintable(caller.result().error().message));
            QCOMPARE(caller.result()->accessToken.reveal(), QByteArray("canary-access"));
        }
        QCOMPARE(signing.script.opened.size(), 1);
    }

    void looksForTheServerAgainAfterEachRefusedToken()
    {
        Signing signing;
        const auto grant = signing.grant();
        const auto renewed = [&grant](const OAuthTokens &refused) {
            return settled(grant->renew(refused, parseChallenges({"Bearer error=\"invalid_token\""}),
                std::make_shared<AuthorizationTries>(Limits())));
        };
        const auto moveTo = [&signing](const QString &path) {
            signing.script.issuerPath = path;
            signing.script.documents.insert(
                "/.well-known/oauth-protected-resource/mcp", signing.resource(u"/mcp"_s));
            signing.script.documents.insert("/.well-known/oauth-authorization-server" + path.toLatin1(),
                Answer{200, signing.script.metadata().toBytes()});
        };
        const Result<OAuthTokens> first = renewed({});
        QVERIFY(first);
        QCOMPARE(first->issuer, signing.script.origin());
        moveTo(u"/other"_s);
        signing.script.comeBack = [](const QUrlQuery &asked) {
            return QString(OAuthScript::value(asked, u"redirect_uri"_s) + u"?error=access_denied&state="
                + OAuthScript::value(asked, u"state"_s));
        };
        QCOMPARE(renewed(*first).error_or(Error()).code, u"oauth.access_denied"_s);
        moveTo({}); // the token of this server is in the store
        const Result<OAuthTokens> back = renewed(*first);
        QVERIFY(back);
        QCOMPARE(back->issuer, signing.script.origin());
    }

    void namesTheUnmetRequirement_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("section");
        const auto row = [](const char *fault, Kind kind, const QString &code, const QString &section) {
            QTest::newRow(fault) << QString::fromLatin1(fault) << int(kind) << code << section;
        };
        row("another resource", Kind::ResourceMetadata, u"oauth.resource"_s, u"RFC 9728 section 3.3"_s);
        row("another issuer", Kind::ServerMetadata, u"oauth.issuer"_s, u"RFC 8414 section 3.3"_s);
        row("no metadata", Kind::ServerMetadata, u"oauth.metadata"_s, u"RFC 8414 section 3"_s);
        row("no S256", Kind::AuthorizationRequest, u"oauth.pkce"_s, u"RFC 7636 section 4.3"_s);
        row("no registration", Kind::Registration, u"oauth.client"_s, u"RFC 8414 section 2"_s);
        row("registration refused", Kind::Registration, u"oauth.invalid_redirect_uri"_s,
            u"RFC 7591 section 3.2.2"_s);
        row("another state", Kind::AuthorizationAnswer, u"oauth.state"_s, u"RFC 6749 section 4.1.2"_s);
        row("access denied", Kind::AuthorizationAnswer, u"oauth.access_denied"_s,
            u"RFC 6749 section 4.1.2.1"_s);
        row("code refused", Kind::TokenRequest, u"oauth.invalid_grant"_s, u"RFC 6749 section 4.1.3"_s);
        row("token endpoint broken", Kind::TokenRequest, u"oauth.refused"_s, u"RFC 6749 section 5.2"_s);
        row("no token", Kind::TokenRequest, u"oauth.token"_s, u"RFC 6749 section 5.1"_s);
    }

    void namesTheUnmetRequirement()
    {
        QFETCH(QString, fault);
        QFETCH(int, kind);
        QFETCH(QString, code);
        QFETCH(QString, section);
        Signing signing;
        OAuthScript &script = signing.script;
        QByteArray metadata = script.metadata().toBytes();
        QByteArray settings = R"({"clientId":"desktop"})";
        const auto comeBack = [&script](const QByteArray &query) {
            script.comeBack = [query](const QUrlQuery &asked) {
                const QString state = OAuthScript::value(asked, u"state"_s);
                return QString(OAuthScript::value(asked, u"redirect_uri"_s) + u'?'
                    + QString::fromLatin1(query).replace("STATE"_L1, state));
            };
        };
        if (fault == "another resource"_L1)
            script.documents["/.well-known/oauth-protected-resource/mcp"] = signing.resource(u"/other"_s);
        else if (fault == "another issuer"_L1)
            metadata.replace(R"("issuer":")", R"("issuer":"https://evil.example)");
        else if (fault == "no S256"_L1)
            metadata.replace("S256", "plain");
        else if (fault == "no registration"_L1)
            settings = "{}";
        else if (fault == "another state"_L1)
            comeBack("code=canary-code&state=other");
        else if (fault == "access denied"_L1)
            comeBack("error=access_denied&state=STATE");
        else if (fault == "code refused"_L1)
            script.documents["/token"] = {400, R"({"error":"invalid_grant"})"};
        else if (fault == "token endpoint broken"_L1)
            script.documents["/token"] = {500, "oops"};
        else if (fault == "no token"_L1)
            script.documents["/token"] = {200, R"({"token_type":"bearer"})"};
        if (fault == "registration refused"_L1) {
            settings = "{}";
            metadata.replace(R"({"issuer")",
                QByteArray(
                    R"({"registration_endpoint":")" + script.origin().toUtf8() + R"(/register","issuer")"));
            script.documents["/register"] = {400, R"({"error":"invalid_redirect_uri"})"};
        }
        script.documents["/.well-known/oauth-authorization-server"] = {200, metadata};
        if (fault == "no metadata"_L1)
            script.documents.remove("/.well-known/oauth-authorization-server");
        const auto failed = signing.ask(settings);
        QVERIFY(failed);
        QCOMPARE(failed->code, code);
        const SignInStep last = signing.steps().constLast();
        QCOMPARE(int(last.kind), kind);
        QVERIFY(last.state == State::Failed);
        QCOMPARE(last.code, code);
        QCOMPARE(last.problem, failed->message);
        QCOMPARE(unmetOf(last), QStringList{section});
        if (fault == "another state"_L1) // an answer with another state is not shown
            QCOMPARE(last.answer.bytes, QByteArray());
    }

    void saysWhenAGoodTokenIsRefused()
    {
        Signing signing;
        signing.acceptsTokens = false;
        QVERIFY(signing.ask());
        const QList<SignInStep> steps = signing.steps();
        const auto repeated = std::ranges::find(steps, Kind::Repeated, &SignInStep::kind);
        QVERIFY(repeated != steps.end());
        QVERIFY(repeated->state == State::Failed);
        QCOMPARE(unmetOf(*repeated), QStringList{u"RFC 6750 section 3.1"_s});
    }

    void warnsOfARefusalWithoutAChallenge()
    {
        Signing signing;
        signing.challenge.clear();
        QVERIFY(!signing.ask());
        const SignInStep first = signing.steps().constFirst();
        QVERIFY(first.state == State::Warning);
        QCOMPARE(unmetOf(first), QStringList{u"RFC 6750 section 3"_s});
    }

    void goesOnWithoutMetadataOfTheResource()
    {
        Signing signing;
        signing.script.documents.remove("/.well-known/oauth-protected-resource/mcp");
        QVERIFY(!signing.ask());
        const QList<SignInStep> steps = signing.steps();
        QCOMPARE(kindsOf(steps).count(Kind::ResourceMetadata), 2); // one request with the path, one without
        QVERIFY(steps.at(1).state == State::Missing && steps.at(2).state == State::Missing);
    }

    void saysWhyNoAnswerCame()
    {
        ExchangeLog log;
        OAuthScript script;
        OAuthClient client(u"tools"_s, {}, script.host);
        client.setLog(&log);
        const QString closed = u"http://127.0.0.1:1"_s;
        QVERIFY(!settled(asFuture(discoverIssuer(client.state(), closed, {closed}))));
        const QList<SignInStep> steps = signInSteps(log, u"tools"_s);
        QCOMPARE(kindsOf(steps), QList{Kind::ServerMetadata});
        QVERIFY(steps.constFirst().state == State::Failed);
        QCOMPARE(steps.constFirst().code, u"http.refused"_s);
        QVERIFY2(steps.constFirst().problem.contains("nothing listens there"_L1),
            qPrintable(steps.constFirst().problem));
        QVERIFY(unmetOf(steps.constFirst()).isEmpty()); // no specification covers this failure
    }

    void distinguishesARefreshFromATokenRequest()
    {
        ExchangeLog log;
        OAuthScript script;
        OAuthClient client(u"pets"_s, {}, script.host);
        client.setLog(&log);
        const auto tokens = settled(client.authorize(script.setup()));
        QVERIFY(tokens);
        script.documents["/token"] = {400, R"({"error":"invalid_grant"})"};
        QVERIFY(!settled(client.refresh(script.setup(), *tokens)));
        const SignInStep last = signInSteps(log, u"pets"_s).constLast();
        QVERIFY(last.kind == Kind::Refresh && last.state == State::Failed);
        QCOMPARE(unmetOf(last), QStringList{u"RFC 6749 section 6"_s});
        for (const SignInStep &step : signInSteps(log, u"pets"_s)) { // the server is not an MCP server
            for (const SignInDemand &demand : step.demands)
                QVERIFY2(!demand.section.startsWith("MCP"_L1) && !demand.section.startsWith("RFC 8707"_L1),
                    qPrintable(demand.sentence));
        }
        QVERIFY(signInSteps(log, u"others"_s).isEmpty());
    }

    void showsAStepThatStillRuns()
    {
        ExchangeLog log;
        OAuthScript script;
        script.comeBack = [](const QUrlQuery &) { return QString(); };
        OAuthClient client(u"pets"_s, {}, script.host);
        client.setLog(&log);
        std::stop_source stop;
        const auto tokens = client.authorize(script.setup(), stop.get_token());
        QTRY_COMPARE(kindsOf(signInSteps(log, u"pets"_s)), QList{Kind::AuthorizationRequest});
        QVERIFY(signInSteps(log, u"pets"_s).constFirst().state == State::Running);
        stop.request_stop();
        QVERIFY(!settled(tokens));
        QVERIFY(signInSteps(log, u"pets"_s).constLast().state == State::Cancelled);
    }

    void notesNoTokenOfABrokenAnswer_data()
    {
        QTest::addColumn<QByteArray>("end"); // of the answer, after its tokens
        QTest::addColumn<int>("missing"); // bytes that do not come
        QTest::newRow("the connection closes") << QByteArray("}") << 9;
        QTest::newRow("inside the tokens") << QByteArray() << 9;
        QTest::newRow("invalid JSON") << QByteArray() << 0;
    }

    void notesNoTokenOfABrokenAnswer()
    {
        QFETCH(QByteArray, end);
        QFETCH(int, missing);
        OAuthScript script;
        script.onRequest = [&](const RawServer::Request &request) -> std::optional<QByteArray> {
            if (request.target != "/token")
                return {};
            const QByteArray body = OAuthScript::tokens().chopped(1) + end;
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                + QByteArray::number(body.size() + missing) + "\r\n\r\n" + body;
        };
        ExchangeLog log;
        OAuthClient client(u"tools"_s, {}, script.host,
            [&log](const Secret &secret, const QString &name) { log.hideSecret(secret.reveal(), name); });
        client.setLog(&log);
        QVERIFY(!settled(client.authorize(script.setup())));
        const Frame &last = log.frameAt(log.frameCount() - 1);
        QVERIFY(last.head.startsWith("HTTP/1.1 200 OK"));
        QVERIFY(!last.note.isEmpty());
        for (qsizetype i = 0; i < log.frameCount(); ++i) {
            const Frame &frame = log.frameAt(i);
            QVERIFY2(!QByteArray(frame.bytes + frame.raw).contains("canary-access"), frame.bytes.constData());
        }
    }
};

WORKBENCH_TEST(tst_SignInSteps, QCoreApplication)
#include "tst_signinsteps.moc"
