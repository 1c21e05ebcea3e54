// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Variables of environments in the settings of sources: the values that an adapter gets, the sources that
// connect again, and the confirmations that are asked for.

#include "core/json/jsonparser.h"
#include "core/session/effectivesource.h"
#include "core/workspace/workspace.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Phase = SourceState::Phase;

namespace {

const QList<Environment> environments{
    {.name = u"staging"_s,
        .variables = {{.name = u"URL"_s, .value = u"https://staging.example/v1"_s},
            {.name = u"TOKEN"_s, .secret = u"keychain:staging"_s}, {.name = u"SAME"_s, .value = u"x"_s}}},
    {.name = u"production"_s,
        .variables = {{.name = u"URL"_s, .value = u"https://api.example/v1"_s},
            {.name = u"TOKEN"_s, .secret = u"env:TOKEN"_s}, {.name = u"SAME"_s, .value = u"x"_s}}},
};

Source source(const QString &name, const QByteArray &settings)
{
    return {.name = name, .kind = u"fake"_s, .settings = jsonLiteral(settings)};
}

} // namespace

class tst_Environments : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { f.reset(); }

    void anAdapterGetsTheValues();
    void anUnknownVariableIsNamed();
    void settingsAreCheckedWithTheirValues();
    void limitsOfASourceAreItsOwn_data();
    void limitsOfASourceAreItsOwn();
    void choosesOnlyWhatExists();
    void callsUseTheIdentityOfTheEnvironment();
    void onlyChangedSourcesConnectAgain();
    void disconnectedSourcesStayDisconnected();
    void openingAWorkspaceConnectsNothing();
    void runningCallsEndWithTheReason();
    void anEditCountsAsWell();
    void aFailureOfTheOtherEnvironmentIsForgotten();
    void noSecretIsReadBeforeTheConfirmation();
    void aReferenceInTheSettingsIsASecretToo();
    void aConfirmationIsForOneSecretAndOnePlace();
    void onlyTheAdapterGetsTheSecret();
    void aMissingSecretIsReported();
    void waitingForASecretCanBeStopped();
    void anotherSecretConnectsAgain();
    void aSecretMayNotChooseTheProgram();
    void aTryUsesTheEnvironmentToo();
    void survivesRemovalWhileItSwitches();

private:
    void add(const QString &name, const QByteArray &settings)
    {
        const Result<void> added = f->sessions->addSource(source(name, settings));
        QVERIFY2(added, qPrintable(added ? QString() : added.error().message));
    }
    void addConnected(const QString &name, const QByteArray &settings)
    {
        add(name, settings);
        QVERIFY(f->sessions->confirmTrust(*f->sessions->source(name)));
        f->sessions->connectSource(name);
        QTRY_COMPARE(f->phase(name), Phase::Ready);
    }
    QByteArray lastSettings() const { return f->peer->sources.constLast().settings.toBytes(); }

    std::unique_ptr<SessionsFixture> f;
};

void tst_Environments::init()
{
    f = std::make_unique<SessionsFixture>();
    f->store.secrets = {{u"staging"_s, u"hunter2-staging"_s}};
    qputenv("TOKEN", "hunter2-live");
    f->sessions->setEnvironments(environments, u"staging"_s);
}

void tst_Environments::anAdapterGetsTheValues()
{
    const QByteArray settings = R"({"url":"${URL}/mcp","args":["$${URL}","${envelope}"],"n":1.10})";
    addConnected(u"s"_s, settings);
    const QByteArray expected =
        R"({"url":"https://staging.example/v1/mcp","args":["${URL}","${envelope}"],"n":1.10})";
    QCOMPARE(lastSettings(), expected);
    QCOMPARE(f->sessions->source(u"s"_s)->settings.toBytes(), settings);
    QVERIFY(f->store.asked.isEmpty());
}

void tst_Environments::anUnknownVariableIsNamed()
{
    add(u"s"_s, R"({"url":"${WHO}"})");
    f->sessions->connectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Failed);
    const Error error = f->sessions->state(u"s"_s).error;
    QCOMPARE(error.kind, ErrorKind::Usage);
    for (const QString &part : {u"\"WHO\""_s, u"\"s\""_s, u"\"staging\""_s})
        QVERIFY2(error.message.contains(part), qPrintable(error.message));
    QVERIFY(f->sessions->setEnvironment({}));
    f->sessions->connectSource(u"s"_s);
    QVERIFY(f->sessions->state(u"s"_s).error.message.contains(u"no environment is chosen"_s));
    QCOMPARE(f->peer->created, 0);
}

void tst_Environments::settingsAreCheckedWithTheirValues()
{
    f->peer->settingsCheck = std::unexpected(Error{.kind = ErrorKind::Usage, .message = u"wrong"_s});
    QVERIFY(!f->sessions->addSource(source(u"s"_s, R"({"url":"${URL}"})")));
    add(u"later"_s, R"({"url":"${WHO}"})"); // the value is not known yet
    add(u"secret"_s, R"({"url":"${TOKEN}"})");
    QVERIFY(f->sessions->confirmTrust(*f->sessions->source(u"secret"_s)));
    f->sessions->connectSource(u"secret"_s);
    QTRY_COMPARE(f->phase(u"secret"_s), Phase::Failed);
    QCOMPARE(f->sessions->state(u"secret"_s).error.message, u"wrong"_s);
}

void tst_Environments::limitsOfASourceAreItsOwn_data()
{
    QTest::addColumn<QByteArray>("limits");
    QTest::addColumn<qint64>("timeoutMs"); // -1: refused
    QTest::addColumn<QString>("refusal");
    QTest::newRow("none") << QByteArray("{}") << Limits().requestTimeoutMs << QString();
    QTest::newRow("text") << QByteArray(R"({"request.timeout":"2s"})") << qint64(2000) << QString();
    QTest::newRow("without a unit") << QByteArray(R"({"request.timeout":2500})") << qint64(-1)
                                    << u"\"2500\""_s;
    QTest::newRow("unknown") << QByteArray(R"({"request.tmeout":"2s"})") << qint64(-1) << u"no limit named"_s;
    QTest::newRow("not a time") << QByteArray(R"({"request.timeout":"soon"})") << qint64(-1) << u"\"soon\""_s;
    QTest::newRow("contradiction") << QByteArray(R"({"request.maxTotal":"1s"})") << qint64(-1)
                                   << u"is below the limit"_s;
    QTest::newRow("a list") << QByteArray("[]") << qint64(-1) << u"not an object"_s;
}

void tst_Environments::limitsOfASourceAreItsOwn()
{
    QFETCH(QByteArray, limits);
    QFETCH(qint64, timeoutMs);
    QFETCH(QString, refusal);
    const Source limited = source(u"s"_s, R"({"limits":)" + limits + '}');
    const Result<Limits> own = limitsOf(limited, Limits());
    QCOMPARE(own ? own->requestTimeoutMs : -1, timeoutMs);
    const Result<void> added = f->sessions->addSource(limited);
    QCOMPARE(added.has_value(), timeoutMs >= 0);
    if (!added)
        QVERIFY2(added.error().message.contains(refusal), qPrintable(added.error().message));
}

void tst_Environments::choosesOnlyWhatExists()
{
    QSignalSpy changed(f->sessions.get(), &Sessions::environmentChanged);
    const Result<void> chosen = f->sessions->setEnvironment(u"test"_s);
    QVERIFY(!chosen);
    QCOMPARE(chosen.error().kind, ErrorKind::Usage);
    QVERIFY(chosen.error().message.contains(u"staging, production"_s));
    QCOMPARE(f->sessions->environment(), u"staging"_s);
    QVERIFY(f->sessions->setEnvironment(u"staging"_s));
    QCOMPARE(changed.count(), 0);
    QVERIFY(f->sessions->setEnvironment(u"production"_s));
    QCOMPARE(changed.count(), 1);
    f->sessions->setEnvironments({environments.first()});
    QCOMPARE(f->sessions->environment(), QString());
    QCOMPARE(changed.count(), 2);
    f->sessions->setEnvironments({environments.first()});
    QCOMPARE(changed.count(), 2);
}

void tst_Environments::callsUseTheIdentityOfTheEnvironment()
{
    const auto named = [](const QString &id) { return Identity{.id = id, .scopes = {}, .resources = {}}; };
    const auto seen = [this] { return f->sessions->identity().value_or(Identity()).id; };
    QSignalSpy changed(f->sessions.get(), &Sessions::identityChanged);
    addConnected(u"s"_s, R"({"url":"https://a.example"})");
    QVERIFY(!f->sessions->identity());
    f->sessions->setIdentity(named(u"workspace"_s));
    QCOMPARE(seen(), u"workspace"_s);
    QList<Environment> edited = environments;
    edited[1].identity = named(u"production"_s);
    f->sessions->setEnvironments(edited); // staging is active
    QCOMPARE(seen(), u"workspace"_s);
    QCOMPARE(changed.count(), 1);
    QVERIFY(f->sessions->setEnvironment(u"production"_s));
    QCOMPARE(seen(), u"production"_s);
    QCOMPARE(changed.count(), 2);
    QVERIFY(f->peer->identity == named(u"production"_s));
    f->sessions->setIdentity(named(u"other"_s));
    QCOMPARE(changed.count(), 2);
    const auto call = f->sessions->invoke({u"s"_s, u"one"_s}, Json::emptyObject());
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    QVERIFY(f->peer->calls.front()->context.identity == named(u"production"_s));
    f->sessions->overrideIdentity(named(u"given"_s));
    QCOMPARE(seen(), u"given"_s);
    QVERIFY(f->sessions->setEnvironment(QString()));
    QCOMPARE(changed.count(), 3);
    f->sessions->overrideIdentity(std::nullopt);
    QCOMPARE(seen(), u"other"_s);
    QCOMPARE(f->peer->opened, 1); // an identity connects nothing again
    addConnected(u"later"_s, R"({"url":"https://b.example"})");
    QVERIFY(f->peer->identity == named(u"other"_s));
}

void tst_Environments::onlyChangedSourcesConnectAgain()
{
    addConnected(u"other"_s, R"({"url":"${URL}"})");
    addConnected(u"same"_s, R"({"url":"${SAME}"})");
    addConnected(u"none"_s, R"({"url":"https://a.example"})");
    QCOMPARE(f->peer->opened, 3);
    QVERIFY(f->sessions->setEnvironment(u"production"_s));
    QCOMPARE(f->phase(u"same"_s), Phase::Ready);
    QCOMPARE(f->phase(u"none"_s), Phase::Ready);
    QTRY_COMPARE(f->phase(u"other"_s), Phase::Ready);
    QCOMPARE(f->peer->opened, 4);
    QCOMPARE(f->peer->closed, 1);
    const QByteArray expected = R"({"url":"https://api.example/v1"})";
    QCOMPARE(lastSettings(), expected);
    QCOMPARE(f->sessions->operations(u"other"_s).size(), 3);
}

void tst_Environments::disconnectedSourcesStayDisconnected()
{
    add(u"s"_s, R"({"url":"${URL}"})");
    QVERIFY(f->sessions->setEnvironment(u"production"_s));
    QTest::qWait(10);
    QCOMPARE(f->phase(), Phase::Disconnected);
    QCOMPARE(f->peer->created, 0);
}

void tst_Environments::openingAWorkspaceConnectsNothing()
{
    addConnected(u"s"_s, R"({"url":"${URL}"})");
    f->sessions->setEnvironments(environments, u"production"_s, Sessions::Reconnect::Nothing);
    QTest::qWait(10);
    QCOMPARE(f->phase(), Phase::Disconnected);
    QCOMPARE(f->peer->opened, 1);
}

void tst_Environments::runningCallsEndWithTheReason()
{
    addConnected(u"s"_s, R"({"url":"${URL}"})");
    f->peer->answersAtOnce = false;
    const auto call = f->sessions->invoke({u"s"_s, u"one"_s}, Json::emptyObject());
    QTRY_COMPARE(f->peer->calls.size(), size_t(1));
    QSignalSpy finished(call.get(), &Invocation::finished);
    QVERIFY(f->sessions->setEnvironment(u"production"_s));
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(!call->result());
    QCOMPARE(call->result().error().kind, ErrorKind::Closed);
    QVERIFY(call->result().error().message.contains(u"because the environment is \"production\" now"_s));
}

void tst_Environments::anEditCountsAsWell()
{
    addConnected(u"s"_s, R"({"url":"${URL}"})");
    QList<Environment> edited = environments;
    edited[1].variables[0].value = u"https://elsewhere.example"_s; // of an environment that is not active
    f->sessions->setEnvironments(edited);
    QCOMPARE(f->peer->closed, 0);
    edited[0].variables[0].value = u"https://new.example"_s;
    f->sessions->setEnvironments(edited);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    const QByteArray expected = R"({"url":"https://new.example"})";
    QCOMPARE(lastSettings(), expected);
    edited[0].name = u"renamed"_s;
    f->sessions->setEnvironments(edited, u"renamed"_s);
    QCOMPARE(f->sessions->environment(), u"renamed"_s);
    QCOMPARE(f->peer->opened, 2); // the name of an environment alone does not affect a source
}

void tst_Environments::aFailureOfTheOtherEnvironmentIsForgotten()
{
    QVERIFY(f->sessions->setEnvironment({}));
    add(u"s"_s, R"({"url":"${URL}"})");
    f->sessions->connectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Failed);
    QVERIFY(f->sessions->setEnvironment(u"staging"_s));
    QCOMPARE(f->phase(), Phase::Disconnected);
    QCOMPARE(f->sessions->state(u"s"_s).error.message, QString());
}

void tst_Environments::noSecretIsReadBeforeTheConfirmation()
{
    add(u"s"_s, R"({"url":"${URL}","headers":{"Authorization":"Bearer ${TOKEN}"}})");
    const Source saved = *f->sessions->source(u"s"_s);
    const std::optional<TrustFacts> facts = f->sessions->trustNeeded(saved);
    QVERIFY(facts);
    QVERIFY(facts->program.isEmpty());
    QCOMPARE(facts->secrets, QStringList{u"keychain:staging"_s});
    QCOMPARE(facts->destinations, QStringList{u"https://staging.example"_s});
    f->sessions->connectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Failed);
    QCOMPARE(f->sessions->state(u"s"_s).error.kind, ErrorKind::Trust);
    QVERIFY(f->store.asked.isEmpty());
    QVERIFY(f->sessions->confirmTrust(saved));
    QVERIFY(!f->sessions->trustNeeded(saved));
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    QCOMPARE(f->store.asked, QStringList{u"keychain:staging"_s});
}

void tst_Environments::aReferenceInTheSettingsIsASecretToo()
{
    QVERIFY(f->sessions->setEnvironment({}));
    add(u"s"_s, R"({"url":"https://a.example","headers":{"Authorization":"Bearer ${keychain:staging}"}})");
    const std::optional<TrustFacts> facts = f->sessions->trustNeeded(*f->sessions->source(u"s"_s));
    QVERIFY(facts);
    QCOMPARE(facts->secrets, QStringList{u"keychain:staging"_s});
    QCOMPARE(facts->destinations, QStringList{u"https://a.example"_s});
    QVERIFY(f->sessions->confirmTrust(*f->sessions->source(u"s"_s)));
    QStringList lines;
    connect(f->sessions.get(), &Sessions::logged, this,
        [&lines](const LogLine &line) { lines.append(line.text); });
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    const QByteArray expected =
        R"({"url":"https://a.example","headers":{"Authorization":"Bearer hunter2-staging"}})";
    QCOMPARE(lastSettings(), expected);
    LogLine line;
    line.text = u"got hunter2-staging"_s;
    Q_EMIT f->peer->adapter->logged(line);
    QCOMPARE(lines, QStringList{u"got ${secret:staging}"_s});
}

void tst_Environments::aConfirmationIsForOneSecretAndOnePlace()
{
    addConnected(u"s"_s, R"({"url":"${URL}","token":"${TOKEN}"})");
    const Source evil = source(u"s"_s, R"({"url":"https://evil.example","token":"${TOKEN}"})");
    QVERIFY(f->sessions->trustNeeded(evil));
    QVERIFY(!f->sessions->trustNeeded(source(u"s"_s, R"({"url":"${URL}/other","token":"x${TOKEN}"})")));
    // Another secret for another place needs a confirmation.
    QVERIFY(f->sessions->setEnvironment(u"production"_s));
    QTRY_COMPARE(f->phase(), Phase::Failed);
    QCOMPARE(f->sessions->state(u"s"_s).error.kind, ErrorKind::Trust);
    QCOMPARE(f->store.asked.size(), 1);
}

void tst_Environments::onlyTheAdapterGetsTheSecret()
{
    QStringList lines;
    connect(f->sessions.get(), &Sessions::logged, this,
        [&lines](const LogLine &line) { lines.append(line.text); });
    addConnected(u"s"_s, R"({"headers":{"Authorization":"Bearer ${TOKEN}"}})");
    QCOMPARE(lastSettings(), R"({"headers":{"Authorization":"Bearer hunter2-staging"}})");

    LogLine line;
    line.text = u"got hunter2-staging"_s;
    Q_EMIT f->peer->adapter->logged(line);
    QCOMPARE(lines, QStringList{u"got ${secret:TOKEN}"_s});
    f->peer->answer = std::unexpected(Error{
        .kind = ErrorKind::Remote, .message = u"hunter2-staging is wrong"_s, .detail = u"hunter2-staging"_s});
    const auto call = f->sessions->invoke({u"s"_s, u"one"_s}, Json::emptyObject());
    QTRY_COMPARE(call->state(), Invocation::State::Finished);
    QCOMPARE(call->result().error().message, u"${secret:TOKEN} is wrong"_s);
    QCOMPARE(call->result().error().detail, u"${secret:TOKEN}"_s);
    QVERIFY(!f->lastRecord().note.contains(u"hunter2"_s));
    f->peer->adapter->die({.kind = ErrorKind::Closed, .message = u"hunter2-staging"_s});
    QCOMPARE(f->sessions->state(u"s"_s).error.message, u"${secret:TOKEN}"_s);

    Workspace workspace;
    workspace.sources = f->sessions->sources();
    workspace.environments = f->sessions->environments();
    QVERIFY(!workspace.toBytes().contains("hunter2"));
    QVERIFY(workspace.toBytes().contains("${TOKEN}"));
}

void tst_Environments::aMissingSecretIsReported()
{
    f->store.secrets.clear();
    add(u"s"_s, R"({"token":"${TOKEN}"})");
    QVERIFY(f->sessions->confirmTrust(*f->sessions->source(u"s"_s)));
    f->sessions->connectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Connecting);
    QTRY_COMPARE(f->phase(), Phase::Failed);
    QCOMPARE(f->sessions->state(u"s"_s).error.message, u"source \"s\": keychain:staging is not there"_s);
    QCOMPARE(f->peer->created, 0);
}

void tst_Environments::waitingForASecretCanBeStopped()
{
    f->store.holdsSecrets = true;
    add(u"s"_s, R"({"token":"${TOKEN}"})");
    QVERIFY(f->sessions->confirmTrust(*f->sessions->source(u"s"_s)));
    const auto call = f->sessions->invoke({u"s"_s, u"one"_s}, Json::emptyObject());
    QTRY_VERIFY(f->store.settleSecret);
    f->sessions->connectSource(u"s"_s); // the source is already connecting
    QCOMPARE(f->store.asked.size(), 1);
    f->sessions->disconnectSource(u"s"_s);
    QCOMPARE(f->phase(), Phase::Disconnected);
    QTRY_COMPARE(call->state(), Invocation::State::Finished);
    QCOMPARE(call->result().error().kind, ErrorKind::Closed);
    f->store.settleSecret();
    QTest::qWait(10);
    QCOMPARE(f->phase(), Phase::Disconnected);
    QCOMPARE(f->peer->created, 0);
}

void tst_Environments::anotherSecretConnectsAgain()
{
    addConnected(u"s"_s, R"({"token":"${TOKEN}"})");
    addConnected(u"other"_s, R"({"url":"${URL}"})");
    f->sessions->setEnvironments(environments);
    QCOMPARE(f->peer->closed, 0);
    QVERIFY(f->sessions->keepSecret(u"staging"_s, u"hunter3"_s).result());
    f->sessions->setEnvironments(environments);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    QCOMPARE(lastSettings(), R"({"token":"hunter3"})");
    QCOMPARE(f->peer->opened, 3);
}

void tst_Environments::aSecretMayNotChooseTheProgram()
{
    f->peer->factsOf = [](const Source &source) {
        return TrustFacts{.program = source.settings.member("command"_L1).toString(),
            .arguments = {source.settings.member("arg"_L1).toString()},
            .environmentNames = {},
            .workingDirectory = {}};
    };
    addConnected(u"argument"_s, R"({"command":"/bin/server","arg":"--token=${TOKEN}"})");
    QCOMPARE(lastSettings(), R"({"command":"/bin/server","arg":"--token=hunter2-staging"})");
    add(u"s"_s, R"({"command":"${TOKEN}","arg":""})");
    const std::optional<TrustFacts> facts = f->sessions->trustNeeded(*f->sessions->source(u"s"_s));
    QVERIFY(facts);
    QCOMPARE(facts->program, u"${keychain:staging}"_s);
    QVERIFY(f->sessions->confirmTrust(*f->sessions->source(u"s"_s)));
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Failed);
    QCOMPARE(f->sessions->state(u"s"_s).error.code, u"trust.secret"_s);
    QCOMPARE(f->peer->created, 1);
}

void tst_Environments::aTryUsesTheEnvironmentToo()
{
    const auto test = f->sessions->testSource(source(u"s"_s, R"({"url":"${URL}"})"));
    QSignalSpy finished(test.get(), &SourceTest::finished);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(test->result());
    const QByteArray expected = R"({"url":"https://staging.example/v1"})";
    QCOMPARE(lastSettings(), expected);
}

void tst_Environments::survivesRemovalWhileItSwitches()
{
    addConnected(u"a"_s, R"({"url":"${URL}"})");
    addConnected(u"b"_s, R"({"url":"${URL}"})");
    const auto gone = connect(f->sessions.get(), &Sessions::sourceChanged, this, [this](const QString &name) {
        if (name == "a"_L1 && f->sessions->source(u"b"_s))
            f->sessions->removeSource(u"b"_s);
    });
    QVERIFY(f->sessions->setEnvironment(u"production"_s));
    QTRY_COMPARE(f->phase(u"a"_s), Phase::Ready);
    QCOMPARE(f->peer->opened, 3);
    disconnect(gone);
}

WORKBENCH_TEST(tst_Environments, QCoreApplication)
#include "tst_environments.moc"
