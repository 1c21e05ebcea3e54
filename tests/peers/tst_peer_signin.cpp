// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The command signs in at a third-party OpenID provider, for a service that requires its tokens.

#include "tests/support/commandrun.h"
#include "tests/support/secretservice.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Workbench::Test;

class tst_PeerSignIn : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void signsInWithTheBrowser();
    void findsTheAddressesByDiscovery();
    void signsInWithADeviceCode();
    void takesClientCredentials();
    void givesUpWhenInterrupted();
    void asksForTrustBeforeItSendsTheCodeToAnotherOrigin();
    void keepsTokensInTheKeychain();
    void renewsARefusedToken();

private:
    //! Runs `envelope call DOCUMENT OPERATION --trace …`. A simulated browser opens each printed address if
    //! \a opens.
    CommandResult call(const QString &operation, const QStringList &more, bool opens = true);
    CommandResult run(const QStringList &arguments, bool opens = true, int interruptAfter = 0);
    //! Returns the issued secrets that appear in the output of the command or in any file.
    QByteArrayList leaks(const CommandResult &result);
    void useKeychain();

    QProcess server;
    QProcess browser;
    QString issuer;
    QByteArray serverOutput;
    QProcessEnvironment environment;
    std::unique_ptr<QTemporaryDir> home;
    std::unique_ptr<SecretService> keychain;
    int opened = 0;
};

void tst_PeerSignIn::init()
{
    home = std::make_unique<QTemporaryDir>();
    environment = QProcessEnvironment::systemEnvironment();
    for (const auto &[name, folder] : SecretService::folders(*home))
        environment.insert(name, folder);
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nowhere"_s);
    environment.remove(u"DISPLAY"_s);
    environment.insert(u"SERVICE_SECRET"_s, u"canary secret%&~"_s);
    serverOutput.clear();
    server.start(QStringLiteral(NODE_PROGRAM),
        {QStringLiteral(TESTS_DIR "/peers/oidcpeer.mjs"), QStringLiteral(PEERS_FOLDER)});
    while (!QByteArray('\n' + serverOutput).contains("\nhttp")
        || !serverOutput.endsWith('\n')) { // skips warnings of the provider
        QVERIFY2(server.waitForReadyRead(20'000), "the provider did not start");
        serverOutput += server.readAllStandardOutput();
    }
    for (const QByteArray &line : serverOutput.split('\n')) {
        if (line.startsWith("http"))
            issuer = QString::fromUtf8(line);
    }
    opened = 0;
}

void tst_PeerSignIn::cleanup()
{
    for (QProcess *process : {&browser, &server}) {
        process->kill();
        process->waitForFinished();
    }
    keychain.reset();
    home.reset();
}

CommandResult tst_PeerSignIn::run(const QStringList &arguments, bool opens, int interruptAfter)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(home->path());
    process.start(QStringLiteral(ENVELOPE_PROGRAM), arguments);
    process.closeWriteChannel();
    CommandResult result;
    bool isOpen = false;
    const auto isOver = [&] {
        result.out += process.readAllStandardOutput();
        result.err += process.readAllStandardError();
        const qsizetype at = result.err.lastIndexOf("\n  http");
        const qsizetype end = at < 0 ? -1 : result.err.indexOf('\n', at + 1);
        if (end > 0 && !std::exchange(isOpen, true)) {
            ++opened;
            const QString address = QString::fromUtf8(result.err.sliced(at + 3, end - at - 3));
            if (opens)
                browser.start(QStringLiteral(NODE_PROGRAM),
                    {QStringLiteral(TESTS_DIR "/peers/oidcbrowser.mjs"), address});
            if (interruptAfter > 0)
                ::kill(pid_t(process.processId()), SIGINT);
        }
        return process.state() == QProcess::NotRunning;
    };
    if (!QTest::qWaitFor(isOver, 60'000)) {
        process.kill();
        process.waitForFinished();
        result.crashed = true;
    }
    isOver();
    result.exitCode = process.exitCode();
    result.crashed = result.crashed || process.exitStatus() == QProcess::CrashExit;
    browser.waitForFinished();
    return result;
}

CommandResult tst_PeerSignIn::call(const QString &operation, const QStringList &more, bool opens)
{
    return run(QStringList{u"call"_s, issuer + u"/api/openapi.json"_s, operation, u"--data"_s, u"--trace"_s,
                   u"--auth"_s, u"oauth"_s}
            + more,
        opens);
}

QByteArrayList tst_PeerSignIn::leaks(const CommandResult &result)
{
    server.waitForReadyRead(100);
    serverOutput += server.readAllStandardOutput();
    QByteArrayList found;
    QByteArrayList secrets{"canary secret"};
    for (const QByteArray &line : serverOutput.split('\n')) {
        if (line.startsWith("issued "))
            secrets.append(line.sliced(7));
    }
    for (const QByteArray &secret : secrets) {
        // The service echoes the token in its answer, which belongs to the user. Nothing else may contain it.
        const bool isInText = result.err.contains(secret);
        if (isInText || !filesWith(home->path(), secret).isEmpty()
            || (keychain && !filesWith(keychain->home().path(), secret).isEmpty()))
            found.append(secret);
    }
    if (secrets.size() < 2)
        found.append("no token was given");
    return found;
}

void tst_PeerSignIn::useKeychain()
{
    const bool isThere = !QByteArray(KEYRING_DAEMON).endsWith("NOTFOUND")
        && !QByteArray(DBUS_DAEMON).endsWith("NOTFOUND") && !QByteArray(DBUS_SEND).endsWith("NOTFOUND")
        && !QByteArray(KEYRING_DAEMON).isEmpty();
    if (!isThere)
        QSKIP("This test needs gnome-keyring-daemon, dbus-daemon and dbus-send.");
    keychain = std::make_unique<SecretService>();
    const QString problem = keychain->start();
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    const QProcessEnvironment with = keychain->environment();
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, with.value(u"DBUS_SESSION_BUS_ADDRESS"_s));
}

void tst_PeerSignIn::signsInWithTheBrowser()
{
    const CommandResult result = call(u"listPets"_s, {u"--oauth"_s, u"clientId=desktop"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains("Rex") && result.out.contains("desktop"), result.out.constData());
    QCOMPARE(opened, 1);
    QVERIFY2(result.err.contains("asks you to sign in at 127.0.0.1 as the client desktop, for pets"),
        result.err.constData());
    QVERIFY2(result.err.contains("no keychain"), result.err.constData()); // a message tells the user
    QCOMPARE(leaks(result), QByteArrayList());
}

void tst_PeerSignIn::findsTheAddressesByDiscovery()
{
    const CommandResult result = call(u"openPets"_s, {u"--oauth"_s, u"clientId=desktop"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(result.out.contains("Rex"));
    QCOMPARE(leaks(result), QByteArrayList());
}

void tst_PeerSignIn::signsInWithADeviceCode()
{
    const CommandResult result =
        call(u"addPet"_s, {u"--oauth"_s, u"clientId=desktop"_s, u"--oauth"_s, u"grant=device"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(result.out.contains("\"POST\""));
    QVERIFY2(result.err.contains("type this code"), result.err.constData());
    QCOMPARE(leaks(result), QByteArrayList());
}

void tst_PeerSignIn::takesClientCredentials()
{
    const CommandResult result = call(u"listPets"_s,
        {u"--oauth"_s, u"clientId=service:1"_s, u"--oauth"_s, u"grant=client"_s, u"--oauth"_s,
            u"clientSecret=env:SERVICE_SECRET"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(result.out.contains("service:1"));
    QCOMPARE(opened, 0);
    QCOMPARE(leaks(result), QByteArrayList());

    environment.insert(u"SERVICE_SECRET"_s, u"canary wrong"_s);
    const CommandResult refused = call(u"listPets"_s,
        {u"--oauth"_s, u"clientId=service:1"_s, u"--oauth"_s, u"grant=client"_s, u"--oauth"_s,
            u"clientSecret=env:SERVICE_SECRET"_s});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.err.contains("invalid_client"), refused.err.constData());
    QVERIFY(!refused.err.contains("canary"));
}

void tst_PeerSignIn::givesUpWhenInterrupted()
{
    const CommandResult result = run({u"call"_s, issuer + u"/api/openapi.json"_s, u"listPets"_s, u"--auth"_s,
                                         u"oauth"_s, u"--oauth"_s, u"clientId=desktop"_s},
        false, 1);
    QCOMPARE(result.exitCode, 130);
    QVERIFY(!result.crashed);
}

void tst_PeerSignIn::asksForTrustBeforeItSendsTheCodeToAnotherOrigin()
{
    // In a document from a file, the author chooses the server that receives the code.
    const CommandResult document =
        run({u"request"_s, issuer + u"/api/openapi.json"_s, u"listPets"_s, u"--as"_s, u"http"_s});
    QCOMPARE(document.exitCode, 0);
    QFile file(home->filePath(u"pets.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"openapi":"3.0.0","info":{"title":"t","version":"1"},"servers":[{"url":")"
        + issuer.toUtf8()
        + R"(/api"}],"paths":{"/pets":{"get":{"operationId":"listPets","security":[{"s":["pets"]}],)"
        + R"("responses":{}}}},"components":{"securitySchemes":{"s":{"type":"oauth2","flows":{"authorizationCode":{)"
        + R"("authorizationUrl":")" + issuer.toUtf8() + R"(/auth","tokenUrl":")" + issuer.toUtf8()
        + R"(/token","scopes":{}}}}}}})");
    file.close();
    const QStringList arguments{u"call"_s, file.fileName(), u"listPets"_s, u"--auth"_s, u"oauth"_s,
        u"--oauth"_s, u"clientId=desktop"_s, u"--data"_s};
    const CommandResult refused = run(arguments);
    QCOMPARE(refused.exitCode, 8);
    QVERIFY2(
        refused.err.contains(issuer.toUtf8()) && refused.err.contains("--trust"), refused.err.constData());
    QCOMPARE(opened, 0);
    const CommandResult allowed = run(arguments + QStringList{u"--server"_s, issuer + u"/api"_s});
    QVERIFY2(allowed.exitCode == 0, allowed.err.constData());
}

void tst_PeerSignIn::keepsTokensInTheKeychain()
{
    useKeychain();
    const QStringList as{u"--oauth"_s, u"clientId=desktop"_s};
    CommandResult result = call(u"listPets"_s, as);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(!result.err.contains("no keychain"));
    result = call(u"listPets"_s, as);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(opened, 1); // the second call used the stored token
    QCOMPARE(leaks(result), QByteArrayList());
    const CommandResult listed = run({u"auth"_s, u"list"_s});
    QVERIFY2(listed.out.startsWith("oauth:openapi:"), listed.out.constData());
    QVERIFY2(listed.out.contains("signed in as desktop"), listed.out.constData());
    QCOMPARE(leaks(listed), QByteArrayList());
    QCOMPARE(run({u"auth"_s, u"remove"_s, u"oauth:openapi"_s}).exitCode, 0);
    QCOMPARE(run({u"auth"_s, u"list"_s}).out, QByteArray());
    result = call(u"listPets"_s, as);
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(opened, 2);
}

void tst_PeerSignIn::renewsARefusedToken()
{
    useKeychain();
    const QStringList as{u"--oauth"_s, u"clientId=desktop"_s};
    QCOMPARE(call(u"listPets"_s, as).exitCode, 0);
    const auto refuseNext = [this] {
        QProcess fetch;
        fetch.start(QStringLiteral(NODE_PROGRAM),
            {u"-e"_s, u"fetch('%1/api/refuse').then(() => process.exit(0))"_s.arg(issuer)});
        return fetch.waitForFinished() && fetch.exitCode() == 0;
    };
    QVERIFY(refuseNext());
    CommandResult result = call(u"listPets"_s, as);
    // The command renewed the token with the refresh token, without the user.
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(opened, 1);
    QVERIFY(refuseNext());
    result = call(u"addPet"_s, as + QStringList{u"--verbose"_s});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains("was not sent again"), result.err.constData());
    result = call(u"addPet"_s, as);
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(opened, 1);
    QCOMPARE(leaks(result), QByteArrayList());
}

WORKBENCH_TEST(tst_PeerSignIn, QCoreApplication)
#include "tst_peer_signin.moc"
