// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/transport/http/acceptedcertificate.h"

#include <QByteArrayList>
#include <QObject>
#include <QTimer>
#include <QUrl>

#include <deque>
#include <memory>

class QTcpSocket;
namespace Workbench {

//! A value of the Redis protocol, RESP2 or RESP3.
struct RedisReply {
    enum class Kind : quint8 { Text, Error, Integer, Nil, List, Push };
    Kind kind = Kind::Nil;
    QByteArray text{}; //!< the text of Text and Error, and of numbers that are not integers
    qint64 integer = 0;
    std::vector<RedisReply> items{};
};

//! Returns a command as bytes for the wire.
QByteArray redisCommand(const QByteArrayList &words);

//! Parses replies with the reader of hiredis. The asynchronous API of hiredis is not used: it blocks while it
//! looks up host names, does not compare the certificate with the host, and does not limit replies. Our code
//! uses a QSslSocket and a limit instead.
class RedisReader {
public:
    explicit RedisReader(const Limits &limits);
    ~RedisReader();
    Q_DISABLE_COPY_MOVE(RedisReader)

    //! Returns the replies that \a bytes complete. ErrorKind::Protocol or ErrorKind::Limit, with a message
    //! that is a predicate ("sent …"); after an error the reader cannot be used any more.
    Result<std::vector<RedisReply>> feed(QByteArrayView bytes);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

//! The address of a Redis server: redis://user:password@host:6379/0, or rediss:// for TLS. The password is a
//! secret and never part of a text.
struct RedisAddress {
    QString host;
    quint16 port = 6379;
    bool isEncrypted = false;
    QByteArray user{};
    QByteArray password{};
    int database = 0;

    QUrl shown() const; //!< without user and password
    //! Reads an address. ErrorKind::Usage with the code "redis.address" if it is not valid.
    static Result<RedisAddress> fromUrl(const QUrl &url);
};

//! One connection to Redis 6 or later, for both publishing and subscribing (RESP3). Signals are emitted from
//! the event loop. GUI thread. \source core/hub/README.md 3.2; core/RULES.md
class RedisConnection : public QObject {
    Q_OBJECT
public:
    RedisConnection(RedisAddress address, QString name, const Limits &limits,
        QList<AcceptedCertificate> acceptedCertificates = {}, QObject *parent = nullptr);
    ~RedisConnection() override;

    //! Connects; call this once. opened() or closed() follows within connect.timeout.
    void open();
    bool isOpen() const { return m_state == State::Open; }
    void subscribe(const QByteArray &channel);
    void unsubscribe(const QByteArray &channel);
    void publish(const QByteArray &channel, const QByteArray &message);
    qint64 bytesToWrite() const;
    void close(); //!< closed() with ErrorKind::Cancelled follows

Q_SIGNALS:
    void opened();
    void subscribed(const QByteArray &channel);
    void received(const QByteArray &channel, const QByteArray &message);
    //! Emitted when the server refuses a command, for example for a channel that its access rules forbid.
    void refused(const QString &command, const QString &why);
    void bytesWritten();
    void closed(const Workbench::Error &reason);

private:
    enum class State : quint8 { Idle, Connecting, Open, Ending, Closed };
    enum class Command : quint8 { Hello, Select, Subscribe, Unsubscribe, Publish, Ping };
    void connectSocket();
    void greet();
    void command(Command kind, const QByteArrayList &words);
    void flush();
    void read();
    void take(const RedisReply &reply);
    void takePush(const RedisReply &reply);
    void takeAnswer(Command command, const RedisReply &reply);
    void ready();
    void fail(Error error);
    void finish();

    RedisAddress m_address;
    QString m_name;
    Limits m_limits;
    QList<AcceptedCertificate> m_accepted;
    State m_state = State::Idle;
    std::unique_ptr<QTcpSocket> m_socket;
    RedisReader m_reader;
    std::deque<Command> m_pending; //!< commands that were sent and not answered, in order
    QByteArray m_out;
    bool m_isFlushDue = false;
    std::optional<Error> m_error;
    QTimer m_deadline;
    QTimer m_ping;
    QTimer m_turn;
};

} // namespace Workbench
