// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthaccess.h"
#include "core/json/jsonparser.h"
#include "tests/support/oauthscript.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

#include <QTimer>

using namespace Workbench;
using namespace Qt::StringLiterals;

using Tokens = Result<OAuthTokens>;
using Answer = OAuthScript::Answer;

namespace {

//! A server that numbers its tokens, and programs that keep them in one store.
class Kept {
public:
    explicit Kept(int lifetime = 3600)
    {
        script.onToken = [this, lifetime](const QUrlQuery &form) {
            const QByteArray grant = OAuthScript::value(form, u"grant_type"_s).toLatin1();
            grants.append(grant);
            if (grant == "refresh_token" && refusal)
                return *refusal;
            const QByteArray number = QByteArray::number(grants.size());
            return Answer{200,
                R"({"access_token":"a)" + number + R"(","refresh_token":"r)" + number
                    + R"(","token_type":"bearer","expires_in":)" + QByteArray::number(lifetime) + '}'};
        };
        script.host.ended = [this](const QString &, const Result<void> &, const QString &notice) {
            notices.append(notice);
        };
    }
    OAuthPlan plan() const
    {
        OAuthPlan plan;
        plan.sourceName = u"pets"_s;
        plan.flow = OAuthFlow::AuthorizationCode;
        plan.clientId = u"client"_s;
        plan.authorizationUrl = script.origin() + u"/authorize"_s;
        plan.tokenUrl = script.origin() + u"/token"_s;
        plan.scopes = QStringList{u"read"_s, u"write"_s};
        plan.confirmedOrigins = QStringList{script.origin()};
        return plan;
    }
    //! Returns the grant of another program.
    std::shared_ptr<OAuthGrant> grant(SecretStore *in = nullptr)
    {
        programs.push_back(std::make_unique<OAuthAccess>(in ? in : &store, &secrets, SecretObserver()));
        programs.back()->setHost(script.host);
        return programs.back()->grant(plan(), {});
    }
    static std::shared_ptr<AuthorizationTries> call()
    {
        return std::make_shared<AuthorizationTries>(Limits());
    }

    OAuthScript script;
    MemoryStore store;
    SecretResolver secrets{&store};
    std::vector<std::unique_ptr<OAuthAccess>> programs;
    QByteArrayList grants;
    std::optional<Answer> refusal; //!< the answer to a refresh
    QStringList notices; //!< what the user was told about the store, once for each sign-in
};

//! Takes its time, as a keychain does.
class SlowStore : public MemoryStore {
public:
    QFuture<Result<std::optional<Secret>>> read(const QString &name) override
    {
        ++reads;
        return later<Result<std::optional<Secret>>>([this, name] { return MemoryStore::read(name); });
    }
    QFuture<Result<void>> write(const QString &name, const Secret &secret) override
    {
        ++writes;
        return later<Result<void>>([this, name, secret] { return MemoryStore::write(name, secret); });
    }
    int reads = 0;
    int writes = 0;

private:
    template <typename T> QFuture<T> later(std::function<QFuture<T>()> act)
    {
        const auto done = std::make_shared<QPromise<T>>();
        done->start();
        QTimer::singleShot(100, &m_context, [act = std::move(act), done] {
            done->addResult(act().result());
            done->finish();
        });
        return done->future();
    }

    QObject m_context;
};

QByteArray accessOf(const Tokens &tokens)
{
    return tokens ? tokens->accessToken.reveal() : tokens.error().message.toUtf8();
}

QList<AuthChallenge> challenge(const char *text)
{
    return parseChallenges({text});
}

} // namespace

class tst_OAuthTokens : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void signsInOnceForAllWaitingCalls()
    {
        Kept kept;
        const auto grant = kept.grant();
        const QFuture<Tokens> one = grant->tokens({}, Kept::call());
        const QFuture<Tokens> two = grant->tokens({}, Kept::call());
        QCOMPARE(accessOf(settled(one)), QByteArray("a1"));
        QCOMPARE(accessOf(settled(two)), QByteArray("a1"));
        QCOMPARE(accessOf(settled(grant->tokens({}, Kept::call()))), QByteArray("a1"));
        QCOMPARE(kept.script.opened.size(), 1);
        QCOMPARE(kept.notices, QStringList{kept.store.notice()});
    }

    void findsTokensInTheStore()
    {
        Kept kept;
        QCOMPARE(accessOf(settled(kept.grant()->tokens({}, Kept::call()))), QByteArray("a1"));
        QCOMPARE(*settled(kept.store.names()), QStringList{kept.plan().storeName()});
        const auto later = kept.grant();
        QCOMPARE(accessOf(settled(later->tokens({}, Kept::call()))), QByteArray("a1"));
        QCOMPARE(kept.script.opened.size(), 1);
        QVERIFY(*settled(later->forget()));
        QVERIFY(settled(kept.store.names())->isEmpty());
        QCOMPARE(accessOf(settled(later->tokens({}, Kept::call()))), QByteArray("a2"));
        QCOMPARE(kept.script.opened.size(), 2);
    }

    void usesNoTokensOfAnotherIssuer()
    {
        Kept kept;
        OAuthTokens stored{.accessToken = Secret("canary"), .refreshToken = Secret("canary-r")};
        stored.issuer = u"https://other.example"_s;
        stored.clientId = u"client"_s;
        QVERIFY(settled(kept.store.write(kept.plan().storeName(), stored.toSecret())));
        QCOMPARE(accessOf(settled(kept.grant()->tokens({}, Kept::call()))), QByteArray("a1"));
        QCOMPARE(kept.grants, QByteArrayList{"authorization_code"});
    }

    void refreshesOnceATokenThatIsAboutToExpire()
    {
        Kept kept(5); // expires within the margin
        const auto grant = kept.grant();
        QCOMPARE(accessOf(settled(grant->tokens({}, Kept::call()))), QByteArray("a1"));
        const QFuture<Tokens> one = grant->tokens({}, Kept::call());
        const QFuture<Tokens> two = grant->tokens({}, Kept::call());
        // New tokens are used even though they expire soon.
        QCOMPARE(accessOf(settled(one)), QByteArray("a2"));
        QCOMPARE(accessOf(settled(two)), QByteArray("a2"));
        QCOMPARE(kept.grants, (QByteArrayList{"authorization_code", "refresh_token"}));
        QCOMPARE(OAuthScript::value(kept.script.forms("/token").at(1), u"refresh_token"_s), u"r1"_s);
    }

    void signsInAnewWhenRefreshingIsRefused_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("an OAuth error") << 400 << QByteArray(R"({"error":"invalid_grant"})");
        QTest::newRow("an HTTP error") << 404 << QByteArray("{}");
    }

    void signsInAnewWhenRefreshingIsRefused()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        Kept kept(5);
        kept.refusal = Answer{status, body};
        const auto grant = kept.grant();
        QCOMPARE(accessOf(settled(grant->tokens({}, Kept::call()))), QByteArray("a1"));
        QCOMPARE(accessOf(settled(grant->tokens({}, Kept::call()))), QByteArray("a3"));
        QCOMPARE(kept.grants, (QByteArrayList{"authorization_code", "refresh_token", "authorization_code"}));
    }

    void usesTokensThatAnotherProcessRenewed()
    {
        Kept kept(5);
        const auto mine = kept.grant();
        const auto theirs = kept.grant(); // uses the keychain of the first program
        QCOMPARE(accessOf(settled(mine->tokens({}, Kept::call()))), QByteArray("a1"));
        QCOMPARE(accessOf(settled(theirs->tokens({}, Kept::call()))), QByteArray("a2"));
        QCOMPARE(accessOf(settled(mine->tokens({}, Kept::call()))), QByteArray("a3"));
        QCOMPARE(OAuthScript::value(kept.script.forms("/token").at(2), u"refresh_token"_s), u"r2"_s);
    }

    void usesTokensThatAnotherProcessRenewedFirst()
    {
        Kept kept(5);
        QStringList used; // each refresh token is valid once
        kept.script.onToken = [&used, give = kept.script.onToken](const QUrlQuery &form) {
            const QString token = OAuthScript::value(form, u"refresh_token"_s);
            if (used.contains(token))
                return Answer{400, R"({"error":"invalid_grant"})"};
            used.append(token.isEmpty() ? u"none"_s : token);
            return give(form);
        };
        const auto mine = kept.grant();
        const auto theirs = kept.grant();
        QCOMPARE(accessOf(settled(mine->tokens({}, Kept::call()))), QByteArray("a1"));
        const QFuture<Tokens> one = mine->tokens({}, Kept::call());
        const QFuture<Tokens> two = theirs->tokens({}, Kept::call());
        QCOMPARE(accessOf(settled(one)), QByteArray("a2"));
        QCOMPARE(accessOf(settled(two)), QByteArray("a2"));
        QCOMPARE(kept.script.forms("/token").size(), 3);
        QCOMPARE(kept.script.opened.size(), 1);
    }

    void doesNotAskTheUserWhileTheServerIsBusy()
    {
        Kept kept(5);
        const auto grant = kept.grant();
        QCOMPARE(accessOf(settled(grant->tokens({}, Kept::call()))), QByteArray("a1"));
        kept.script.onToken = [](const QUrlQuery &) { return Answer{429, R"({"error":"slow_down"})"}; };
        QCOMPARE(settled(grant->tokens({}, Kept::call())).error_or(Error()).code, u"oauth.slow_down"_s);
        QCOMPARE(kept.script.opened.size(), 1);
    }

    void forgetsTokensDuringARefresh_data()
    {
        QTest::addColumn<bool>("isRefused");
        QTest::newRow("renewed meanwhile") << false;
        QTest::newRow("refused meanwhile") << true;
    }

    void forgetsTokensDuringARefresh()
    {
        QFETCH(bool, isRefused);
        Kept kept(5);
        const auto grant = kept.grant();
        QCOMPARE(accessOf(settled(grant->tokens({}, Kept::call()))), QByteArray("a1"));
        if (isRefused)
            kept.refusal = Answer{400, R"({"error":"invalid_grant"})"};
        QFuture<Result<bool>> forgotten;
        kept.script.onToken = [&, give = kept.script.onToken](const QUrlQuery &form) {
            if (kept.grants.size() == 1)
                forgotten = grant->forget();
            return give(form);
        };
        QCOMPARE(settled(grant->tokens({}, Kept::call())).error_or(Error()).kind, ErrorKind::Cancelled);
        QVERIFY(*settled(forgotten));
        QTRY_COMPARE(kept.grants.size(), 2);
        QTest::qWait(50); // time for the answer
        QVERIFY(settled(kept.store.names())->isEmpty());
        QCOMPARE(accessOf(settled(grant->tokens({}, Kept::call()))), QByteArray("a3"));
        QCOMPARE(kept.grants.last(), "authorization_code"_ba);
        QCOMPARE(kept.script.opened.size(), 2);
    }

    void forgetsTokensThatAreBeingStored()
    {
        SlowStore store;
        Kept kept;
        const auto grant = kept.grant(&store);
        const QFuture<Tokens> tokens = grant->tokens({}, Kept::call());
        QTRY_COMPARE(store.writes, 1);
        QVERIFY(settled(grant->forget()));
        QCOMPARE(settled(tokens).error_or(Error()).kind, ErrorKind::Cancelled);
        QTest::qWait(150); // time for the pending write
        QTRY_VERIFY(settled(store.names())->isEmpty());
    }

    void showsTheChallengeAfterThreeAuthorisations()
    {
        Kept kept;
        const auto grant = kept.grant();
        const auto call = Kept::call();
        Tokens tokens = settled(grant->tokens({}, call));
        int renewals = 0;
        while (tokens && renewals < 10) { // the server refuses each new token
            ++renewals;
            tokens = settled(
                grant->renew(*tokens, challenge("Bearer error=\"invalid_token\", realm=\"pets\""), call));
        }
        QCOMPARE(renewals, 3);
        QCOMPARE(kept.grants.size(), 3);
        QCOMPARE(tokens.error().kind, ErrorKind::Remote);
        QCOMPARE(tokens.error().code, u"auth.tries"_s);
        QVERIFY(tokens.error().message.contains("Bearer error=\"invalid_token\", realm=\"pets\""_L1));
        // The next call may try again.
        QVERIFY(settled(grant->tokens({}, Kept::call())));
    }

    void asksForMoreScopesAndNamesTheNewOnes()
    {
        Kept kept;
        const auto grant = kept.grant();
        const auto call = Kept::call();
        const Tokens first = settled(grant->tokens({}, call));
        QVERIFY(first);
        QCOMPARE(kept.script.opened.at(0).newScopes, (QStringList{u"read"_s, u"write"_s}));
        const auto more = challenge("Bearer error=\"insufficient_scope\", scope=\"write admin\"");
        QCOMPARE(accessOf(settled(grant->renew(*first, more, call))), QByteArray("a2"));
        QCOMPARE(kept.grants.last(), QByteArray("authorization_code")); // a refresh cannot add scopes
        QCOMPARE(kept.script.opened.at(1).scopes, (QStringList{u"read"_s, u"write"_s, u"admin"_s}));
        QCOMPARE(kept.script.opened.at(1).newScopes, QStringList{u"admin"_s});
        // Another call that was refused with the old token gets the new token.
        QCOMPARE(accessOf(settled(grant->renew(*first, more, Kept::call()))), QByteArray("a2"));
        QCOMPARE(kept.grants.size(), 2);
    }

    void cancellingOneCallKeepsTheSignInOfAnother()
    {
        Kept kept;
        QUrlQuery asked;
        kept.script.comeBack = [&asked](const QUrlQuery &query) {
            asked = query;
            return QString();
        };
        const auto grant = kept.grant();
        std::stop_source stop;
        const QFuture<Tokens> leaving = grant->tokens({}, Kept::call(), stop.get_token());
        const QFuture<Tokens> staying = grant->tokens({}, Kept::call());
        QTRY_COMPARE(kept.script.opened.size(), 1);
        stop.request_stop();
        QVERIFY(!leaving.isFinished()); // the caller may be in its destructor
        QTRY_VERIFY(leaving.isFinished());
        QCOMPARE(leaving.result().error().kind, ErrorKind::Cancelled);
        HttpClient browser(u"browser"_s, {});
        const QString back = OAuthScript::value(asked, u"redirect_uri"_s) + u"?code=c&state="_s
            + OAuthScript::value(asked, u"state"_s);
        QVERIFY(settled(browser.fetch({.url = QUrl(back)})));
        QCOMPARE(accessOf(settled(staying)), QByteArray("a1"));
    }

    void startsAnewForACallAfterAllOthersWereCancelled()
    {
        Kept kept;
        kept.script.comeBack = [](const QUrlQuery &) { return QString(); };
        const auto grant = kept.grant();
        std::stop_source stop;
        const QFuture<Tokens> leaving = grant->tokens({}, Kept::call(), stop.get_token());
        QTRY_COMPARE(kept.script.opened.size(), 1);
        kept.script.comeBack = OAuthScript().comeBack;
        stop.request_stop();
        const QFuture<Tokens> coming = grant->tokens({}, Kept::call());
        QCOMPARE(accessOf(settled(coming)), QByteArray("a1"));
        QCOMPARE(kept.script.opened.size(), 2);
    }

    void doesNotSignInForACallThatWasCancelledWhileTheStoreIsRead()
    {
        SlowStore store;
        Kept kept;
        const auto grant = kept.grant(&store);
        std::stop_source stop;
        const QFuture<Tokens> tokens = grant->tokens({}, Kept::call(), stop.get_token());
        QTRY_COMPARE(store.reads, 1);
        stop.request_stop();
        QCOMPARE(settled(tokens).error_or(Error()).kind, ErrorKind::Cancelled);
        QTest::qWait(150); // time for the pending read
        QVERIFY(kept.script.opened.isEmpty());
    }

    void settlesWhenTheGrantIsDestroyed()
    {
        Kept kept;
        kept.script.comeBack = [](const QUrlQuery &) { return QString(); };
        auto grant = kept.grant();
        const QFuture<Tokens> tokens = grant->tokens({}, Kept::call());
        QTRY_COMPARE(kept.script.opened.size(), 1);
        grant.reset();
        QTRY_VERIFY(tokens.isFinished());
        QCOMPARE(tokens.result().error().kind, ErrorKind::Cancelled);
        QTest::qWait(20); // the begun requests end by themselves
    }
};

WORKBENCH_TEST(tst_OAuthTokens, QCoreApplication)
#include "tst_oauthtokens.moc"
