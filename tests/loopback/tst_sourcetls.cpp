// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Sources of every kind that uses TLS, against real servers with untrusted certificates and servers that
// require a client certificate. \source core/RULES.md R-30

#include "app/wiring/composition.h"
#include "core/hub/server/hub.h"
#include "core/transport/websocket/websocketserver.h"
#include "core/workspace/refusedcertificate.h"
#include "tests/support/certificates.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QSslSocket>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace {

//! A server for sources of one kind, which counts its requests.
class Service {
public:
    virtual ~Service() = default;
    virtual void show(const QSslConfiguration &configuration, const MadeCertificate &certificate) = 0;
    virtual QString kind() const = 0;
    virtual QString addressSetting() const { return u"url"_s; }
    virtual QString address() const = 0;
    virtual qsizetype requests() const = 0;
    //! Closes all open connections.
    virtual void cut() { }
};

class HubService : public Service {
public:
    void show(const QSslConfiguration &, const MadeCertificate &certificate) override
    {
        WebSocketServer::Options options;
        options.certificate = ServerCertificate{{certificate.certificate()}, certificate.key()};
        const quint16 port = m_server ? m_server->port() : 0;
        m_server.reset();
        m_server = std::make_unique<WebSocketServer>(std::move(options));
        if (!m_server->listen(QHostAddress(QHostAddress::LocalHost), port))
            qFatal("no port to listen on");
        QObject::connect(m_server.get(), &WebSocketServer::channelReady, m_server.get(), [this] {
            while (std::unique_ptr<WebSocketPeer> channel = m_server->nextChannel()) {
                ++m_requests;
                m_connection = m_hub.addConnection(std::move(channel), {}).value_or(QString());
            }
        });
    }
    QString kind() const override { return u"hub"_s; }
    QString address() const override { return u"wss://localhost:%1/ws"_s.arg(m_server->port()); }
    qsizetype requests() const override { return m_requests; }
    void cut() override { m_hub.removeConnection(m_connection); }

private:
    OperationRegistry m_registry;
    Hub m_hub{&m_registry, Hub::Options()};
    std::unique_ptr<WebSocketServer> m_server;
    QString m_connection;
    qsizetype m_requests = 0;
};

class OpenApiService : public Service {
public:
    void show(const QSslConfiguration &configuration, const MadeCertificate &) override
    {
        server.encrypt(configuration);
    }
    QString kind() const override { return u"openapi"_s; }
    QString addressSetting() const override { return u"document"_s; }
    QString address() const override { return server.url(u"/openapi.json"_s).toString(); }
    qsizetype requests() const override { return server.requests().size(); }

    QByteArray servers = "/"; //!< the server URL in the document
    QList<QSslCertificate> seen; //!< the client certificate of each request
    RawServer server{[this](QTcpSocket *socket, const RawServer::Request &request) {
        seen.append(static_cast<QSslSocket *>(socket)->peerCertificate());
        const QByteArray document =
            R"({"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"servers":[{"url":")" + servers
            + R"("}],"paths":{"/pets":{"get":{"operationId":"pets","responses":{"200":{"description":"d"}}}}}})";
        RawServer::answer(socket,
            RawServer::ok(request.target == "/openapi.json" ? document : "[]", "Connection: close\r\n"));
    }};
};

class McpService : public Service {
public:
    void show(const QSslConfiguration &configuration, const MadeCertificate &) override
    {
        m_script.encrypt(configuration);
    }
    QString kind() const override { return u"mcp"_s; }
    QString address() const override { return m_script.url(); }
    qsizetype requests() const override { return m_script.requests().size(); }

private:
    McpHttpScript m_script;
};

std::unique_ptr<Service> serviceOf(const QString &kind)
{
    if (kind == "hub"_L1)
        return std::make_unique<HubService>();
    if (kind == "openapi"_L1)
        return std::make_unique<OpenApiService>();
    return std::make_unique<McpService>();
}

void trust(const QList<QSslCertificate> &authorities)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(authorities);
    QSslConfiguration::setDefaultConfiguration(configuration);
}

} // namespace

class tst_SourceTls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void describesTheRefusedCertificate_data();
    void describesTheRefusedCertificate();
    void acceptsOneAndAsksAgainWhenItChanges_data() { addKinds(); }
    void acceptsOneAndAsksAgainWhenItChanges();
    void aHubThatComesBackWithAnotherCertificateIsNotTriedAgain();
    void showsItsOwnCertificate_data();
    void showsItsOwnCertificate();
    void showsItsOwnCertificateToNoOtherServer();
    void saysWhyItsOwnCertificateCannotBeUsed();
    void signsInWhereTheCertificateWasAccepted();

private:
    static void addKinds()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"hub", "openapi", "mcp"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }
    SourceState connected(const Service &service, const Json &settings = Json::emptyObject());
    Source source(const Service &service, const Json &settings) const
    {
        return {u"there"_s, service.kind(),
            withMember(settings, service.addressSetting(), Json::string(service.address()))};
    }
    //! Returns settings with our client certificate, as a user would write them.
    Json shownSettings() const;

    QTemporaryDir folder;
    MadeCertificate good;
    MadeCertificate changed;
    MadeCertificate other;
    MadeCertificate expired;
    MadeCertificate locked; //!< our client certificate, whose key has a passphrase
    std::unique_ptr<App::Composition> all;
};

void tst_SourceTls::initTestCase()
{
    good = makeCertificate(folder, u"good"_s, u"localhost"_s);
    changed = makeCertificate(folder, u"changed"_s, u"localhost"_s);
    other = makeCertificate(folder, u"other"_s, u"elsewhere.example"_s);
    expired = makeCertificate(folder, u"expired"_s, u"localhost"_s,
        {u"-noenc"_s, u"-not_before"_s, u"20200101000000Z"_s, u"-not_after"_s, u"20200201000000Z"_s});
    locked = makeCertificate(folder, u"locked"_s, u"Ada"_s, {u"-passout"_s, u"pass:open sesame"_s});
    qputenv("TST_PASSPHRASE", "open sesame");
}

void tst_SourceTls::init()
{
    trust({});
    all = std::make_unique<App::Composition>(App::Composition::Options{.rememberTrust = false});
}

void tst_SourceTls::cleanup()
{
    all.reset();
}

Json tst_SourceTls::shownSettings() const
{
    const QByteArray settings = R"({"clientCertificate":{"path":")" + locked.certificateFile.toUtf8()
        + R"(","keyPath":")" + locked.keyFile.toUtf8() + R"(","passphrase":"env:TST_PASSPHRASE"}})";
    return jsonLiteral(settings);
}

//! Connects with \a settings and the address of \a service, and returns the resulting state.
SourceState tst_SourceTls::connected(const Service &service, const Json &settings)
{
    Sessions &sessions = all->sessions();
    const Source wanted = source(service, settings);
    const Result<void> set = sessions.source(wanted.name) ? sessions.replaceSource(wanted.name, wanted)
                                                          : sessions.addSource(wanted);
    if (!set)
        qFatal("%s", qPrintable(set.error().message));
    sessions.disconnectSource(wanted.name);
    sessions.connectSource(wanted.name);
    const bool isDone = QTest::qWaitFor(
        [&] {
            const SourceState::Phase phase = sessions.state(wanted.name).phase;
            return phase != SourceState::Phase::Connecting && phase != SourceState::Phase::Disconnected;
        },
        20'000);
    if (!isDone)
        qFatal("it neither connected nor failed");
    return sessions.state(wanted.name);
}

void tst_SourceTls::describesTheRefusedCertificate_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<MadeCertificate>("shown");
    QTest::addColumn<bool>("isTrusted");
    QTest::addColumn<QStringList>("reasons");
    QTest::addColumn<QString>("owner");
    for (const char *kind : {"hub", "openapi", "mcp"}) {
        const auto row = [kind](const char *name, const MadeCertificate &shown, bool isTrusted,
                             const QStringList &reasons, const QString &owner) {
            QTest::addRow("%s, %s", kind, name)
                << QString::fromLatin1(kind) << shown << isTrusted << reasons << owner;
        };
        row("self-signed", good, false, {u"selfSigned"_s}, u"localhost"_s);
        row("expired", expired, false, {u"expired"_s, u"selfSigned"_s}, u"localhost"_s);
        row("for another host", other, true, {u"otherHost"_s}, u"elsewhere.example"_s);
        row("for another host and self-signed", other, false, {u"otherHost"_s, u"selfSigned"_s},
            u"elsewhere.example"_s);
    }
}

void tst_SourceTls::describesTheRefusedCertificate()
{
    QFETCH(QString, kind);
    QFETCH(MadeCertificate, shown);
    QFETCH(bool, isTrusted);
    QFETCH(QStringList, reasons);
    QFETCH(QString, owner);
    if (isTrusted)
        trust({shown.certificate()});
    const std::unique_ptr<Service> service = serviceOf(kind);
    service->show(shown.configuration(), shown);
    const SourceState state = connected(*service);
    QCOMPARE(state.phase, SourceState::Phase::Failed);
    const std::optional<RefusedCertificate> refused = RefusedCertificate::of(state.error);
    QVERIFY2(refused, qPrintable(state.error.code + u": "_s + state.error.message));
    QVERIFY2(state.error.message.contains(u"could not prove that it is localhost"_s),
        qPrintable(state.error.message));
    QCOMPARE(refused->host, u"localhost"_s);
    QCOMPARE(refused->sha256, shown.fingerprint());
    QVERIFY(refused->mayBeAccepted);
    QStringList codes;
    for (const RefusedCertificate::Reason &reason : refused->reasons)
        codes.append(reason.code);
    codes.sort();
    QCOMPARE(codes, reasons);
    QCOMPARE(refused->subject, owner);
    QCOMPARE(refused->issuer, owner);
    QCOMPARE(refused->names, QStringList{owner});
    QCOMPARE(refused->validFrom, shown.certificate().effectiveDate());
    QCOMPARE(refused->validTo, shown.certificate().expiryDate());
    QCOMPARE(service->requests(), 0);
}

void tst_SourceTls::acceptsOneAndAsksAgainWhenItChanges()
{
    QFETCH(QString, kind);
    const std::unique_ptr<Service> service = serviceOf(kind);
    service->show(good.configuration(), good);
    const std::optional<RefusedCertificate> first = RefusedCertificate::of(connected(*service).error);
    QVERIFY(first);
    const Json accepting = withAcceptedCertificate(Json::emptyObject(), *first, true);
    const SourceState state = connected(*service, accepting);
    QVERIFY2(state.isUsable(), qPrintable(state.error.message));
    QVERIFY(service->requests() > 0);

    service->show(changed.configuration(), changed);
    const std::optional<RefusedCertificate> second =
        RefusedCertificate::of(connected(*service, accepting).error);
    QVERIFY(second);
    QCOMPARE(second->sha256, changed.fingerprint());
    QCOMPARE(acceptedFingerprints(accepting, second->host), QStringList{good.fingerprint()});

    const Json both = withAcceptedCertificate(accepting, *second, false);
    QCOMPARE(both.member("certificates"_L1).size(), 2);
    QVERIFY(connected(*service, both).isUsable());
    const Json changedOnly = withAcceptedCertificate(both, *second, true);
    QCOMPARE(acceptedFingerprints(changedOnly, u"LOCALHOST"_s), QStringList{changed.fingerprint()});
    QVERIFY(connected(*service, changedOnly).isUsable());
    // Without the acceptance the certificate is refused again.
    QVERIFY(RefusedCertificate::of(connected(*service).error));
}

void tst_SourceTls::aHubThatComesBackWithAnotherCertificateIsNotTriedAgain()
{
    HubService hub;
    hub.show(good.configuration(), good);
    const std::optional<RefusedCertificate> first = RefusedCertificate::of(connected(hub).error);
    QVERIFY(first);
    QVERIFY(connected(hub, withAcceptedCertificate(Json::emptyObject(), *first, true)).isUsable());
    hub.show(changed.configuration(), changed);
    hub.cut();
    QTRY_COMPARE(all->sessions().state(u"there"_s).phase, SourceState::Phase::Failed);
    const std::optional<RefusedCertificate> second =
        RefusedCertificate::of(all->sessions().state(u"there"_s).error);
    QVERIFY(second);
    QCOMPARE(second->sha256, changed.fingerprint());
}

void tst_SourceTls::showsItsOwnCertificate_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("protocol");
    for (const char *kind : {"openapi", "mcp"}) {
        QTest::addRow("%s, TLS 1.2", kind) << QString::fromLatin1(kind) << int(QSsl::TlsV1_2);
        QTest::addRow("%s, TLS 1.3", kind) << QString::fromLatin1(kind) << int(QSsl::TlsV1_3);
    }
}

void tst_SourceTls::showsItsOwnCertificate()
{
    QFETCH(QString, kind);
    QFETCH(int, protocol);
    trust({good.certificate()});
    const std::unique_ptr<Service> service = serviceOf(kind);
    QSslConfiguration demanding = good.configuration();
    demanding.setProtocol(QSsl::SslProtocol(protocol));
    demanding.setPeerVerifyMode(QSslSocket::VerifyPeer);
    demanding.setCaCertificates({locked.certificate()});
    service->show(demanding, good);

    const SourceState without = connected(*service);
    QCOMPARE(without.phase, SourceState::Phase::Failed);
    QCOMPARE(service->requests(), 0);
    QVERIFY(!RefusedCertificate::of(without.error)); // the server certificate was not the problem

    const SourceState with = connected(*service, shownSettings());
    QVERIFY2(with.isUsable(), qPrintable(with.error.message));
    QVERIFY(service->requests() > 0);

    demanding.setCaCertificates({other.certificate()}); // the server requires another certificate
    service->show(demanding, good);
    QCOMPARE(connected(*service, shownSettings()).phase, SourceState::Phase::Failed);
}

// The certificate identifies the user. Only the origin of the document, the server that the user chose, and
// confirmed origins see it.
void tst_SourceTls::showsItsOwnCertificateToNoOtherServer()
{
    trust({good.certificate()});
    QSslConfiguration curious = good.configuration();
    curious.setPeerVerifyMode(QSslSocket::QueryPeer);
    OpenApiService document;
    OpenApiService elsewhere;
    document.show(curious, good);
    elsewhere.show(curious, good);
    const QString origin = elsewhere.server.url(QString()).toString();
    document.servers = origin.toUtf8();

    const auto call = [this](const Json &settings, const OpenApiService &service) {
        if (!connected(service, settings).isUsable())
            qFatal("the document was not read");
        const std::unique_ptr<Invocation> running =
            all->sessions().invoke({u"there"_s, u"pets"_s}, Json::emptyObject());
        QSignalSpy finished(running.get(), &Invocation::finished);
        if (finished.isEmpty() && !finished.wait(20'000))
            qFatal("the call did not end");
    };
    call(shownSettings(), document);
    QCOMPARE(document.seen, QList{locked.certificate()});
    QCOMPARE(elsewhere.seen, QList{QSslCertificate()});
    call(withMember(shownSettings(), u"origins", Json::array({Json::string(origin)})), document);
    QCOMPARE(elsewhere.seen.size(), 2);
    QCOMPARE(elsewhere.seen.last(), locked.certificate());
}

void tst_SourceTls::saysWhyItsOwnCertificateCannotBeUsed()
{
    trust({good.certificate()});
    McpService service;
    service.show(good.configuration(), good);
    const auto failure = [&](const QByteArray &certificate) {
        const QByteArray settings = "{\"clientCertificate\":" + certificate + '}';
        return connected(service, jsonLiteral(settings)).error;
    };
    const QByteArray files =
        R"({"path":")" + locked.certificateFile.toUtf8() + R"(","keyPath":")" + locked.keyFile.toUtf8() + '"';
    const Error closed = failure(files + '}');
    QCOMPARE(closed.code, u"http.clientCertificate"_s);
    QVERIFY2(closed.message.contains(u"passphrase"_s), qPrintable(closed.message));
    QCOMPARE(failure(R"({"path":"/nowhere/at/all.pem"})").kind, ErrorKind::Storage);
    qunsetenv("TST_NO_SUCH_THING");
    const Error unset = failure(files + R"(,"passphrase":"env:TST_NO_SUCH_THING"})");
    QVERIFY2(unset.message.contains(u"TST_NO_SUCH_THING"_s), qPrintable(unset.message));
    QCOMPARE(service.requests(), 0);
}

void tst_SourceTls::signsInWhereTheCertificateWasAccepted()
{
    OpenApiService service;
    service.show(good.configuration(), good);
    RawServer authority([&](QTcpSocket *socket, const RawServer::Request &request) {
        const QByteArray origin = authority.url(QString()).toEncoded();
        const bool isToken = request.target == "/token";
        RawServer::answer(socket,
            RawServer::ok(isToken
                    ? R"({"access_token":"canary","token_type":"bearer"})"_ba
                    : R"({"issuer":")" + origin + R"(","token_endpoint":")" + origin + R"(/token"})",
                "Content-Type: application/json\r\nConnection: close\r\n"));
    });
    authority.encrypt(changed.configuration());
    const QByteArray oauth =
        R"({"auth":"oauth","oauth":{"grant":"client","clientId":"robot","clientSecret":"env:TST_PASSPHRASE","issuer":")"
        + authority.url(QString()).toEncoded() + R"("}})";
    const auto accepting = [](const Json &settings, const MadeCertificate &shown) {
        RefusedCertificate certificate;
        certificate.host = u"localhost"_s;
        certificate.sha256 = shown.fingerprint();
        return withAcceptedCertificate(settings, certificate, false);
    };
    const auto error = [&](const Json &settings) {
        if (!connected(service, settings).isUsable())
            qFatal("the document was not read");
        const std::unique_ptr<Invocation> running =
            all->sessions().invoke({u"there"_s, u"pets"_s}, Json::emptyObject());
        QSignalSpy finished(running.get(), &Invocation::finished);
        if (finished.isEmpty() && !finished.wait(20'000))
            qFatal("the call did not end");
        return running->result().error_or(Error());
    };
    const Json one = accepting(jsonLiteral(oauth), good);
    const Error refused = error(one);
    const std::optional<RefusedCertificate> asked = RefusedCertificate::of(refused);
    QVERIFY2(asked, qPrintable(refused.message));
    QCOMPARE(asked->sha256, changed.fingerprint());
    QVERIFY(asked->mayBeAccepted);
    QCOMPARE(authority.requests().size(), 0);

    const Error none = error(accepting(one, changed));
    QVERIFY2(none.message.isEmpty(), qPrintable(none.message));
    QCOMPARE(authority.requests().size(), 2);
    QCOMPARE(service.server.requests().last().header("authorization"), "Bearer canary"_ba);
}

WORKBENCH_TEST(tst_SourceTls, QCoreApplication)
#include "tst_sourcetls.moc"
