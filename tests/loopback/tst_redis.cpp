// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Redis as an event target, against a real redis-server on loopback. \source core/hub/README.md 3.2

#include "core/hub/redis/redistarget.h"
#include "tests/support/testprogram.h"

#include <QCryptographicHash>
#include <QProcess>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

quint16 freePort()
{
    QTcpServer probe;
    return probe.listen(QHostAddress::LocalHost) ? probe.serverPort() : 0;
}

//! A separate redis-server without persistence.
class Redis {
public:
    explicit Redis(QStringList more = {})
        : m_more(std::move(more))
    {
        start();
    }
    ~Redis() { stop(); }
    void start()
    {
        m_process.setWorkingDirectory(m_folder.path());
        m_process.start(QStringLiteral(REDIS_SERVER),
            QStringList{u"--port"_s, QString::number(port), u"--bind"_s, u"127.0.0.1"_s, u"--save"_s,
                QString(), u"--appendonly"_s, u"no"_s, u"--databases"_s, u"4"_s}
                + m_more);
        if (!m_process.waitForStarted())
            qFatal("redis-server did not start");
        const bool isUp = QTest::qWaitFor(
            [this] {
                QTcpSocket probe;
                probe.connectToHost(QHostAddress::LocalHost, port);
                return probe.waitForConnected(100);
            },
            Test::patience);
        if (!isUp)
            qFatal("redis-server does not listen");
    }
    void stop()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    RedisAddress address(const QString &path = {}) const
    {
        return *RedisAddress::fromUrl(QUrl(u"redis://127.0.0.1:%1%2"_s.arg(port).arg(path)));
    }
    const quint16 port = freePort();

private:
    QTemporaryDir m_folder;
    QStringList m_more;
    QProcess m_process;
};

EventEnvelope numbered(const QString &type, int number, const QString &id = {})
{
    return {type, id, Json::object({{u"n"_s, Json::integer(number)}})};
}

bool isUp(RedisTarget &target)
{
    return QTest::qWaitFor([&] { return target.state() == EventTarget::State::Open; }, Test::patience);
}

} // namespace

class tst_Redis : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAddresses_data();
    void readsAddresses();
    void deliversInOrder();
    void keepsPrefixesApart();
    void queuesUntilItIsOpen();
    void unsubscribesWithTheLastListener();
    void logsIn();
    void tlsNamesTheCertificateAndMayAcceptIt();
    void saysThatAServerIsNotRedis();
    void endsWhenTheServerStops();
    void subscribesAgainWhenTheServerIsBack();
    void aSlowConsumerIsClosedAndReconnects();
    void dropsMessagesThatAreNotEvents();
    void boundsMessages();
    void reportsARefusedChannel();
};

void tst_Redis::readsAddresses_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("shown"); // empty: the address is refused
    QTest::newRow("host") << u"redis://cache.example"_s << u"redis://cache.example:6379"_s;
    QTest::newRow("all parts") << u"rediss://ana:s3cret@cache.example:7000/3"_s
                               << u"rediss://cache.example:7000"_s;
    QTest::newRow("other scheme") << u"http://cache.example"_s << QString();
    QTest::newRow("no host") << u"redis:///0"_s << QString();
    QTest::newRow("a database that is not a number") << u"redis://:s3cret@cache.example/zero"_s << QString();
    QTest::newRow("negative") << u"redis://cache.example/-1"_s << QString();
}

void tst_Redis::readsAddresses()
{
    QFETCH(QString, url);
    QFETCH(QString, shown);
    const Result<RedisAddress> address = RedisAddress::fromUrl(QUrl(url));
    QCOMPARE(address.has_value(), !shown.isEmpty());
    if (address)
        QCOMPARE(address->shown().toString(), shown);
    else
        QVERIFY2(!address.error().message.contains(u"s3cret"_s), qPrintable(address.error().message));
}

void tst_Redis::deliversInOrder()
{
    Redis redis;
    RedisTarget sender(redis.address(), {});
    RedisTarget receiver(redis.address(), {});
    qint64 count = 0;
    bool inOrder = true;
    QVERIFY(receiver.addListener(u"tick"_s, [&](const EventEnvelope &got) {
        inOrder = inOrder && got.payload.member("n"_L1).toInteger().value_or(-1) == count;
        ++count;
    }));
    QSignalSpy subscribed(&receiver, &RedisTarget::subscribed);
    sender.open();
    receiver.open();
    QTRY_COMPARE(subscribed.size(), 1);
    QCOMPARE(subscribed[0][0].toString(), u"tick:"_s);
    QVERIFY(isUp(sender));
    constexpr int total = 20'000;
    int sent = 0;
    const auto produce = [&] {
        while (sent < total && sender.wantsMore())
            QVERIFY(sender.publish(numbered(u"tick"_s, sent++)));
    };
    connect(&sender, &EventTarget::drained, this, produce);
    produce();
    QTRY_COMPARE(count, total);
    QVERIFY(inOrder);
    QVERIFY(!sender.publish({u"__subscribe"_s, {}, {}}));
}

void tst_Redis::keepsPrefixesApart()
{
    Redis redis;
    RedisTarget::Options options;
    options.prefix = "bench:";
    RedisTarget prefixed(redis.address(), options);
    RedisTarget plain(redis.address(u"/2"_s), {});
    int inPrefix = 0;
    int inPlain = 0;
    QVERIFY(prefixed.addListener(u"direct:a"_s, [&](const EventEnvelope &) { ++inPrefix; }));
    QVERIFY(plain.addListener(u"direct:a"_s, [&](const EventEnvelope &) { ++inPlain; }));
    QSignalSpy one(&prefixed, &RedisTarget::subscribed);
    QSignalSpy two(&plain, &RedisTarget::subscribed);
    prefixed.open();
    plain.open();
    QTRY_VERIFY(one.size() == 1 && two.size() == 1);
    QVERIFY(plain.publish(numbered(u"direct"_s, 1, u"a"_s)));
    QTRY_COMPARE(inPlain, 1);
    QVERIFY(prefixed.publish(numbered(u"direct"_s, 2, u"a"_s)));
    QTRY_COMPARE(inPrefix, 1);
    QCOMPARE(inPlain, 1);
}

void tst_Redis::queuesUntilItIsOpen()
{
    Redis redis;
    RedisTarget target(redis.address(), {});
    int count = 0;
    QVERIFY(target.addListener(u"x"_s, [&](const EventEnvelope &) { ++count; }));
    for (int i = 0; i < 1000; ++i)
        QVERIFY(target.publish(numbered(u"x"_s, i)));
    const Result<void> tooMany = target.publish(numbered(u"x"_s, 1000));
    QVERIFY(!tooMany);
    QCOMPARE(tooMany.error().kind, ErrorKind::Limit);
    target.open();
    QTRY_COMPARE(count, 1000);
}

void tst_Redis::unsubscribesWithTheLastListener()
{
    Redis redis;
    RedisTarget target(redis.address(), {});
    int count = 0;
    const auto listener = [&](const EventEnvelope &) { ++count; };
    const auto first = target.addListener(u"x"_s, listener);
    const auto second = target.addListener(u"x:"_s, listener);
    QVERIFY(first && second);
    QSignalSpy subscribed(&target, &RedisTarget::subscribed);
    target.open();
    QTRY_COMPARE(subscribed.size(), 1);
    QVERIFY(target.publish(numbered(u"x"_s, 1)));
    QTRY_COMPARE(count, 2);
    target.removeListener(*first);
    target.removeListener(*second);
    int other = 0;
    QVERIFY(target.addListener(u"y"_s, [&](const EventEnvelope &) { ++other; }));
    QVERIFY(target.publish(numbered(u"x"_s, 2)));
    QVERIFY(target.publish(numbered(u"y"_s, 3)));
    QTRY_COMPARE(other, 1);
    QCOMPARE(count, 2);
    QSignalSpy closed(&target, &EventTarget::closed);
    target.close();
    target.close();
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(closed[0][0].value<Error>().kind, ErrorKind::Cancelled);
    QVERIFY(!target.publish(numbered(u"x"_s, 4)));
}

void tst_Redis::logsIn()
{
    Redis redis({u"--requirepass"_s, u"s3 cret"_s});
    RedisAddress address = redis.address();
    for (const QByteArray &password : {QByteArray(), QByteArray("wrong")}) {
        address.password = password;
        RedisTarget refused(address, {});
        QSignalSpy closed(&refused, &EventTarget::closed);
        refused.open();
        QTRY_COMPARE(closed.size(), 1);
        const auto reason = closed[0][0].value<Error>();
        QCOMPARE(reason.code, u"redis.access"_s);
        QVERIFY2(reason.message.startsWith(u"Server \"redis\" refuses access"_s), qPrintable(reason.message));
    }
    address = *RedisAddress::fromUrl(QUrl(u"redis://:s3%20cret@127.0.0.1:%1/3"_s.arg(redis.port)));
    RedisTarget target(address, {});
    target.open();
    QVERIFY(isUp(target));
    address.database = 9;
    RedisTarget noDatabase(address, {});
    QSignalSpy closed(&noDatabase, &EventTarget::closed);
    noDatabase.open();
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(closed[0][0].value<Error>().code, u"redis.database"_s);
}

void tst_Redis::tlsNamesTheCertificateAndMayAcceptIt()
{
    const QString folder = QStringLiteral(TESTS_DIR "/fixtures/tls/");
    const quint16 port = freePort();
    Redis redis({u"--tls-port"_s, QString::number(port), u"--tls-auth-clients"_s, u"no"_s,
        u"--tls-cert-file"_s, QString(folder + u"localhost.pem"), u"--tls-key-file"_s,
        QString(folder + u"localhost.key"), u"--tls-ca-cert-file"_s, QString(folder + u"localhost.pem")});
    const RedisAddress address = *RedisAddress::fromUrl(QUrl(u"rediss://localhost:%1"_s.arg(port)));
    const QByteArray fingerprint = QSslCertificate::fromPath(QString(folder + u"localhost.pem"))
                                       .value(0)
                                       .digest(QCryptographicHash::Sha256);
    RedisTarget stranger(address, {});
    QSignalSpy closed(&stranger, &EventTarget::closed);
    stranger.open();
    QTRY_COMPARE(closed.size(), 1);
    const auto reason = closed[0][0].value<Error>();
    QCOMPARE(reason.code, u"http.tls"_s);
    QVERIFY2(reason.detail.contains(QString::fromLatin1(fingerprint.toHex(':'))), qPrintable(reason.detail));

    RedisTarget::Options options;
    options.acceptedCertificates = {{u"localhost"_s, fingerprint}};
    RedisTarget target(address, options);
    int count = 0;
    QVERIFY(target.addListener(u"x"_s, [&](const EventEnvelope &) { ++count; }));
    QSignalSpy subscribed(&target, &RedisTarget::subscribed);
    target.open();
    QTRY_COMPARE(subscribed.size(), 1);
    QVERIFY(target.publish(numbered(u"x"_s, 1)));
    QTRY_COMPARE(count, 1);
}

void tst_Redis::saysThatAServerIsNotRedis()
{
    QTcpServer web;
    QVERIFY(web.listen(QHostAddress::LocalHost));
    connect(&web, &QTcpServer::newConnection, this,
        [&] { web.nextPendingConnection()->write("HTTP/1.1 400 Bad Request\r\n\r\n"); });
    RedisTarget::Options options;
    RedisAddress address{u"127.0.0.1"_s, web.serverPort()};
    RedisTarget target(address, options);
    QSignalSpy closed(&target, &EventTarget::closed);
    target.open();
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(closed[0][0].value<Error>().kind, ErrorKind::Protocol);

    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    address.port = silent.serverPort();
    options.limits.connectTimeoutMs = 200;
    RedisTarget waiting(address, options);
    options.limits.connectTimeoutMs = Limits().connectTimeoutMs;
    QSignalSpy timedOut(&waiting, &EventTarget::closed);
    waiting.open();
    QTRY_COMPARE(timedOut.size(), 1);
    QCOMPARE(timedOut[0][0].value<Error>().kind, ErrorKind::Timeout);

    address.port = freePort();
    RedisTarget nobody(address, options);
    QSignalSpy refused(&nobody, &EventTarget::closed);
    nobody.open();
    QTRY_COMPARE(refused.size(), 1);
    QCOMPARE(refused[0][0].value<Error>().kind, ErrorKind::Network);
}

void tst_Redis::endsWhenTheServerStops()
{
    Redis redis;
    RedisTarget target(redis.address(), {});
    target.open();
    QVERIFY(isUp(target));
    QSignalSpy closed(&target, &EventTarget::closed);
    redis.stop();
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(closed[0][0].value<Error>().kind, ErrorKind::Closed);
    QVERIFY(!target.publish(numbered(u"x"_s, 1)));
}

void tst_Redis::subscribesAgainWhenTheServerIsBack()
{
    Redis redis;
    RedisTarget::Options options;
    options.onLoss = RedisTarget::OnLoss::Reconnect;
    options.limits.reconnectFirstMs = 50;
    options.limits.reconnectCapMs = 100;
    RedisTarget target(redis.address(), options);
    int count = 0;
    QVERIFY(target.addListener(u"x"_s, [&](const EventEnvelope &) { ++count; }));
    QSignalSpy subscribed(&target, &RedisTarget::subscribed);
    QSignalSpy lost(&target, &RedisTarget::lost);
    target.open();
    QTRY_COMPARE(subscribed.size(), 1);
    redis.stop();
    QTRY_VERIFY(lost.size() >= 1);
    QCOMPARE(target.state(), EventTarget::State::Connecting);
    QVERIFY(target.publish(numbered(u"x"_s, 1))); // queued until the connection is back
    QTest::qWait(200);
    redis.start();
    QTRY_COMPARE(subscribed.size(), 2);
    QTRY_COMPARE(count, 1);
    QVERIFY(target.publish(numbered(u"x"_s, 2)));
    QTRY_COMPARE(count, 2);
    target.close();
    QTRY_COMPARE(target.state(), EventTarget::State::Closed);
}

// Redis does not slow down producers. It closes a client that does not read, and the client learns that
// events may be missing.
void tst_Redis::aSlowConsumerIsClosedAndReconnects()
{
    Redis redis({u"--client-output-buffer-limit"_s, u"pubsub"_s, u"1mb"_s, u"512kb"_s, u"1"_s});
    RedisTarget::Options options;
    options.onLoss = RedisTarget::OnLoss::Reconnect;
    options.limits.reconnectFirstMs = 50;
    RedisTarget target(redis.address(), options);
    int count = 0;
    QVERIFY(target.addListener(u"x"_s, [&](const EventEnvelope &) { ++count; }));
    QSignalSpy subscribed(&target, &RedisTarget::subscribed);
    QSignalSpy lost(&target, &RedisTarget::lost);
    target.open();
    QTRY_COMPARE(subscribed.size(), 1);
    QTcpSocket producer; // writes without the event loop, because the target would read in it
    producer.connectToHost(QHostAddress::LocalHost, redis.port);
    QVERIFY(producer.waitForConnected(Test::patience));
    const QByteArray padding(100'000, 'x');
    const QByteArray message = "{\"type\":\"x\",\"id\":\"\",\"payload\":\"" + padding + "\"}";
    constexpr int total = 400;
    for (int i = 0; i < total; ++i) {
        producer.write(redisCommand({"PUBLISH", "x:", message}));
        QVERIFY(producer.waitForBytesWritten(Test::patience));
    }
    QTRY_VERIFY(!lost.isEmpty());
    QVERIFY2(lost[0][0].value<Error>().message.contains(u"does not keep up"_s),
        qPrintable(lost[0][0].value<Error>().message));
    QVERIFY(count < total);
    QTRY_COMPARE(subscribed.size(), 2);
    const int before = count;
    QVERIFY(target.publish(numbered(u"x"_s, 1)));
    QTRY_COMPARE(count, before + 1);
}

void tst_Redis::dropsMessagesThatAreNotEvents()
{
    Redis redis;
    RedisTarget target(redis.address(), {});
    int count = 0;
    QVERIFY(target.addListener(u"x"_s, [&](const EventEnvelope &) { ++count; }));
    QSignalSpy subscribed(&target, &RedisTarget::subscribed);
    target.open();
    QTRY_COMPARE(subscribed.size(), 1);
    RedisConnection other(redis.address(), u"other"_s, {});
    other.open();
    QTRY_VERIFY(other.isOpen());
    for (int i = 0; i < 20; ++i)
        other.publish("x:", "no JSON");
    other.publish("x:", "[]");
    other.publish("x:", "\xFF\xFE");
    other.publish("x:", R"({"type":"y","id":"","payload":null})"); // the topic differs from the channel
    other.publish("x:", R"({"type":"__subscribe","id":"","payload":{"topic":"y:"}})");
    other.publish("x:", R"({"type":"x","id":"","payload":1})");
    QTRY_COMPARE(count, 1);
    QCOMPARE(target.malformed(), 24U);
}

void tst_Redis::boundsMessages()
{
    Redis redis;
    RedisTarget::Options options;
    options.limits.redisMessageBytes = 1 << 20;
    RedisTarget target(redis.address(), options);
    QVERIFY(target.addListener(u"x"_s, [](const EventEnvelope &) { }));
    QSignalSpy subscribed(&target, &RedisTarget::subscribed);
    QSignalSpy closed(&target, &EventTarget::closed);
    target.open();
    QTRY_COMPARE(subscribed.size(), 1);
    RedisConnection other(redis.address(), u"other"_s, {});
    other.open();
    QTRY_VERIFY(other.isOpen());
    other.publish("x:", QByteArray(4 << 20, 'x'));
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(closed[0][0].value<Error>().code, u"limit.redis.messageBytes"_s);
}

void tst_Redis::reportsARefusedChannel()
{
    Redis redis(
        {u"--user"_s, u"limited"_s, u"on"_s, u">pw"_s, u"resetchannels"_s, u"&allowed:*"_s, u"+@all"_s});
    RedisAddress address = redis.address();
    address.user = "limited";
    address.password = "pw";
    RedisTarget target(address, {});
    int count = 0;
    QVERIFY(target.addListener(u"forbidden"_s, [](const EventEnvelope &) { }));
    QVERIFY(target.addListener(u"allowed"_s, [&](const EventEnvelope &) { ++count; }));
    QSignalSpy refused(&target, &RedisTarget::refused);
    QSignalSpy subscribed(&target, &RedisTarget::subscribed);
    target.open();
    QTRY_COMPARE(subscribed.size(), 1);
    QTRY_COMPARE(refused.size(), 1);
    QCOMPARE(refused[0][0].toString(), u"SUBSCRIBE"_s);
    QVERIFY(target.publish(numbered(u"allowed"_s, 1)));
    QTRY_COMPARE(count, 1);
}

WORKBENCH_TEST(tst_Redis, QCoreApplication)
#include "tst_redis.moc"
