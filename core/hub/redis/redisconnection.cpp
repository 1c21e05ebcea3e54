// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/redis/redisconnection.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httpadvice.h"
#include "core/transport/http/socketerrors.h"

#include <QElapsedTimer>
#include <QNetworkProxy>
#include <QPointer>
#include <QSslError>
#include <QSslSocket>

#include <hiredis/hiredis.h>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 redisSlice = qint64{64} << 10;
constexpr auto redisTurn = 8ms;

Error closedByUser()
{
    return {ErrorKind::Cancelled, u"redis.closed"_s, u"The workbench closed the connection"_s};
}

constexpr long long mostElements = 1024; // in a list; the lists of pub/sub have at most four

struct FreeReply {
    void operator()(redisReply *reply) const { freeReplyObject(reply); }
};

//! Converts a reply recursively; hiredis limits the depth to nine.
RedisReply converted(const redisReply &reply)
{
    using enum RedisReply::Kind;
    RedisReply out;
    switch (reply.type) {
    case REDIS_REPLY_INTEGER:
    case REDIS_REPLY_BOOL:
        out.kind = Integer;
        out.integer = reply.integer;
        break;
    case REDIS_REPLY_NIL: out.kind = Nil; break;
    case REDIS_REPLY_ARRAY:
    case REDIS_REPLY_SET:
    case REDIS_REPLY_MAP:
    case REDIS_REPLY_ATTR:
    case REDIS_REPLY_PUSH:
        out.kind = reply.type == REDIS_REPLY_PUSH ? Push : List;
        for (std::size_t i = 0; i < reply.elements; ++i)
            out.items.push_back(reply.element[i] ? converted(*reply.element[i]) : RedisReply{});
        break;
    default:
        out.kind = reply.type == REDIS_REPLY_ERROR ? Error : Text;
        out.text = QByteArray(reply.str, qsizetype(reply.len));
    }
    return out;
}

} // namespace

QUrl RedisAddress::shown() const
{
    QUrl url;
    url.setScheme(isEncrypted ? u"rediss"_s : u"redis"_s);
    url.setHost(host);
    url.setPort(port);
    return url;
}

Result<RedisAddress> RedisAddress::fromUrl(const QUrl &url)
{
    const QString shown = visibleText(url.toDisplayString(QUrl::RemoveUserInfo), false, 200);
    const auto unusable = [&shown](const QString &why) {
        return std::unexpected(Error{ErrorKind::Usage, u"redis.address"_s, u"\"%1\" %2"_s.arg(shown, why)});
    };
    RedisAddress address;
    address.isEncrypted = url.scheme() == u"rediss"_s;
    if (!url.isValid() || url.host().isEmpty() || (url.scheme() != u"redis"_s && !address.isEncrypted))
        return unusable(u"is not a redis or rediss address"_s);
    address.host = url.host(QUrl::FullyEncoded);
    address.port = quint16(url.port(6379));
    address.user = url.userName(QUrl::FullyDecoded).toUtf8();
    address.password = url.password(QUrl::FullyDecoded).toUtf8();
    const QString path = url.path().sliced(url.path().startsWith(u'/') ? 1 : 0);
    bool isNumber = true;
    address.database = path.isEmpty() ? 0 : path.toInt(&isNumber);
    if (!isNumber || address.database < 0)
        return unusable(u"must have a database number or nothing after its host"_s);
    return address;
}

RedisConnection::RedisConnection(RedisAddress address, QString name, const Limits &limits,
    QList<AcceptedCertificate> acceptedCertificates, QObject *parent)
    : QObject(parent)
    , m_address(std::move(address))
    , m_name(std::move(name))
    , m_limits(limits)
    , m_accepted(std::move(acceptedCertificates))
    , m_reader(limits)
{
    for (QTimer *timer : {&m_deadline, &m_turn})
        timer->setSingleShot(true);
    connect(&m_turn, &QTimer::timeout, this, &RedisConnection::read);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        const bool wasOpen = m_state == State::Open;
        fail({ErrorKind::Timeout, wasOpen ? u"redis.silent"_s : u"redis.connectDeadline"_s,
            wasOpen
                ? u"did not answer a ping. Check the network."_s
                : u"did not answer at %1 in time. Check its address."_s.arg(m_address.shown().toString())});
    });
    connect(&m_ping, &QTimer::timeout, this, [this] {
        if (m_deadline.isActive())
            return;
        command(Command::Ping, {"PING"});
        m_deadline.start(std::chrono::milliseconds(m_limits.wsPongWaitMs));
    });
}

RedisConnection::~RedisConnection()
{
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
        m_socket.release()->deleteLater(); // it may be the sender of the signal that runs now
    }
}

void RedisConnection::open()
{
    if (m_state != State::Idle)
        return;
    m_state = State::Connecting;
    m_deadline.start(std::chrono::milliseconds(m_limits.connectTimeoutMs));
    connectSocket();
}

void RedisConnection::connectSocket()
{
    auto *const tls = m_address.isEncrypted ? new QSslSocket : nullptr;
    m_socket.reset(tls ? tls : new QTcpSocket);
    m_socket->setProxy(QNetworkProxy::NoProxy);
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::RemoteHostClosedError && m_state == State::Open)
            return; // disconnected() follows; the received bytes are handled first
        fail(socketError(*m_socket, error, m_address.shown()));
    });
    connect(m_socket.get(), &QTcpSocket::disconnected, this, [this] { m_turn.start(0ms); });
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &RedisConnection::read);
    connect(m_socket.get(), &QTcpSocket::bytesWritten, this,
        [this] { QMetaObject::invokeMethod(this, &RedisConnection::bytesWritten, Qt::QueuedConnection); });
    if (tls) {
        connect(tls, &QSslSocket::sslErrors, this, [this, tls](const QList<QSslError> &errors) {
            if (isAccepted(tls->peerCertificate(), errors, m_address.host, m_accepted))
                tls->ignoreSslErrors(errors);
        });
        connect(tls, &QSslSocket::encrypted, this, &RedisConnection::greet);
        tls->connectToHostEncrypted(m_address.host, m_address.port);
    } else {
        connect(m_socket.get(), &QTcpSocket::connected, this, &RedisConnection::greet);
        m_socket->connectToHost(m_address.host, m_address.port);
    }
}

void RedisConnection::greet()
{
    QByteArrayList hello{"HELLO", "3"};
    if (!m_address.password.isEmpty())
        hello +=
            {"AUTH", m_address.user.isEmpty() ? QByteArray("default") : m_address.user, m_address.password};
    command(Command::Hello, hello);
    if (m_address.database != 0)
        command(Command::Select, {"SELECT", QByteArray::number(m_address.database)});
}

void RedisConnection::command(Command kind, const QByteArrayList &words)
{
    if (!m_socket || m_state == State::Ending || m_state == State::Closed)
        return;
    m_out += redisCommand(words);
    m_pending.push_back(kind);
    if (!std::exchange(m_isFlushDue, true))
        QMetaObject::invokeMethod(this, &RedisConnection::flush, Qt::QueuedConnection);
}

void RedisConnection::flush()
{
    m_isFlushDue = false;
    if (!m_socket || m_out.isEmpty())
        return;
    m_socket->write(std::exchange(m_out, {}));
    m_socket->flush(); // errors are handled from the event loop
}

void RedisConnection::subscribe(const QByteArray &channel)
{
    command(Command::Subscribe, {"SUBSCRIBE", channel});
}

void RedisConnection::unsubscribe(const QByteArray &channel)
{
    command(Command::Unsubscribe, {"UNSUBSCRIBE", channel});
}

void RedisConnection::publish(const QByteArray &channel, const QByteArray &message)
{
    command(Command::Publish, {"PUBLISH", channel, message});
}

qint64 RedisConnection::bytesToWrite() const
{
    qint64 bytes = m_out.size();
    if (m_socket)
        bytes += m_socket->bytesToWrite();
    if (const auto *const tls = qobject_cast<const QSslSocket *>(m_socket.get()))
        bytes += tls->encryptedBytesToWrite();
    return bytes;
}

void RedisConnection::read()
{
    const QPointer<RedisConnection> self(this);
    QElapsedTimer timer;
    timer.start();
    while (self && m_state != State::Closed) {
        if (m_error) {
            finish();
            return;
        }
        if (timer.durationElapsed() > redisTurn) {
            m_turn.start(0ms);
            return;
        }
        const QByteArray bytes = m_socket->read(redisSlice);
        if (bytes.isEmpty()) {
            if (m_socket->state() != QAbstractSocket::UnconnectedState)
                return;
            fail({ErrorKind::Closed, u"redis.lost"_s,
                u"closed the connection. It may have stopped; Redis also closes a subscriber that does not keep up (client-output-buffer-limit pubsub)."_s});
            continue;
        }
        if (m_state == State::Open)
            m_deadline.stop(); // any received byte counts as the answer to a ping
        const Result<std::vector<RedisReply>> replies = m_reader.feed(bytes);
        if (!replies) {
            fail(replies.error());
            continue;
        }
        for (const RedisReply &reply : *replies) {
            take(reply);
            if (!self || m_error || m_state == State::Closed)
                break;
        }
    }
}

void RedisConnection::take(const RedisReply &reply)
{
    if (reply.kind == RedisReply::Kind::Push) {
        takePush(reply);
        return;
    }
    if (m_pending.empty()) {
        fail({ErrorKind::Protocol, u"redis.protocol"_s,
            u"sent a reply without a command. Check its address."_s});
        return;
    }
    const Command command = m_pending.front();
    m_pending.pop_front();
    takeAnswer(command, reply);
}

//! Handles messages and the answers to SUBSCRIBE and UNSUBSCRIBE, which come in the order of the commands.
void RedisConnection::takePush(const RedisReply &reply)
{
    const QByteArray kind = reply.items.empty() ? QByteArray() : reply.items[0].text;
    if (kind == "message" && reply.items.size() == 3) {
        const RedisReply kept = reply; // a receiver may delete the owner of the original
        Q_EMIT received(kept.items[1].text, kept.items[2].text);
        return;
    }
    const bool answersSubscribe = kind == "subscribe";
    if (!answersSubscribe && kind != "unsubscribe")
        return; // another push message of the server
    const Command awaited = answersSubscribe ? Command::Subscribe : Command::Unsubscribe;
    if (!m_pending.empty() && m_pending.front() == awaited)
        m_pending.pop_front();
    if (answersSubscribe && reply.items.size() > 1)
        Q_EMIT subscribed(QByteArray(reply.items[1].text));
}

void RedisConnection::takeAnswer(Command command, const RedisReply &reply)
{
    const bool isError = reply.kind == RedisReply::Kind::Error;
    const QString said = visibleText(QString::fromUtf8(reply.text), false, 200);
    if (command == Command::Hello || command == Command::Select) {
        const bool isAccess = reply.text.startsWith("WRONGPASS") || reply.text.startsWith("NOAUTH")
            || reply.text.startsWith("NOPERM");
        if (isAccess) {
            fail({ErrorKind::Remote, u"redis.access"_s,
                u"refuses access: %1. Check the user and the password of its address."_s.arg(said)});
        } else if (isError && command == Command::Hello) {
            fail({ErrorKind::Remote, u"redis.version"_s,
                u"refused the greeting of Redis 6: %1. Redis 6 or later is needed."_s.arg(said)});
        } else if (isError) {
            fail({ErrorKind::Remote, u"redis.database"_s,
                u"has no database %1: %2. Check its address."_s.arg(m_address.database).arg(said)});
        } else if (m_pending.empty() || m_pending.front() != Command::Select) {
            ready();
        }
        return;
    }
    if (!isError)
        return;
    const QString name = command == Command::Publish ? u"PUBLISH"_s
        : command == Command::Subscribe              ? u"SUBSCRIBE"_s
        : command == Command::Unsubscribe            ? u"UNSUBSCRIBE"_s
                                                     : u"PING"_s;
    Q_EMIT refused(name, said);
}

void RedisConnection::ready()
{
    if (m_state != State::Connecting)
        return;
    m_state = State::Open;
    m_deadline.stop();
    m_ping.start(std::chrono::milliseconds(m_limits.wsPingEveryMs));
    Q_EMIT opened();
}

void RedisConnection::close()
{
    if (m_state == State::Closed || m_error)
        return;
    flush();
    m_error = closedByUser();
    m_state = State::Ending;
    m_turn.start(0ms);
}

void RedisConnection::fail(Error error)
{
    if (m_state == State::Closed || m_error)
        return;
    m_error = asSentence(std::move(error), m_name);
    m_state = State::Ending;
    m_turn.start(0ms);
}

void RedisConnection::finish()
{
    m_state = State::Closed;
    for (QTimer *timer : {&m_deadline, &m_ping, &m_turn})
        timer->stop();
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->disconnectFromHost();
        m_socket.release()->deleteLater();
    }
    const Error error = *m_error;
    Q_EMIT closed(error);
}

struct RedisReader::Private {
    qint64 maxBytes;
    std::unique_ptr<redisReader, decltype(&redisReaderFree)> reader{redisReaderCreate(), &redisReaderFree};
};

RedisReader::RedisReader(const Limits &limits)
    : d(std::make_unique<Private>(Private{limits.redisMessageBytes}))
{
    if (d->reader)
        d->reader->maxelements = mostElements;
}

RedisReader::~RedisReader() = default;

Result<std::vector<RedisReply>> RedisReader::feed(QByteArrayView bytes)
{
    redisReader *const reader = d->reader.get();
    const auto broken = [](const QString &why) {
        return std::unexpected(Workbench::Error{ErrorKind::Protocol, u"redis.protocol"_s,
            u"did not answer like a Redis server: %1. Check its address."_s.arg(why)});
    };
    if (!reader || redisReaderFeed(reader, bytes.data(), std::size_t(bytes.size())) != REDIS_OK)
        return broken(reader ? visibleText(QString::fromUtf8(reader->errstr)) : u"out of memory"_s);
    std::vector<RedisReply> replies;
    for (;;) {
        void *raw = nullptr;
        if (redisReaderGetReply(reader, &raw) != REDIS_OK)
            return broken(visibleText(QString::fromUtf8(reader->errstr)));
        if (!raw)
            break;
        const std::unique_ptr<redisReply, FreeReply> reply(static_cast<redisReply *>(raw));
        replies.push_back(converted(*reply));
    }
    if (qint64(reader->len - reader->pos) > d->maxBytes) {
        return std::unexpected(limitError(
            *findLimit(u"redis.messageBytes"), u"sent a message larger than the limit"_s, d->maxBytes));
    }
    return replies;
}

QByteArray redisCommand(const QByteArrayList &words)
{
    std::vector<const char *> texts;
    std::vector<std::size_t> sizes;
    for (const QByteArray &word : words) {
        texts.push_back(word.constData());
        sizes.push_back(std::size_t(word.size()));
    }
    char *raw = nullptr;
    const long long size = redisFormatCommandArgv(&raw, int(texts.size()), texts.data(), sizes.data());
    const QByteArray command = size > 0 ? QByteArray(raw, qsizetype(size)) : QByteArray();
    if (raw)
        redisFreeCommand(raw);
    return command;
}

} // namespace Workbench

#include "moc_redisconnection.cpp"
