// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/websocketchannel.h"

#include "core/base/randombytes.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/transport/http/httpadvice.h"
#include "core/transport/http/resetwatch.h"
#include "core/transport/websocket/lingeringsocket.h"

#include <QPointer>
#include <QSslSocket>

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 channelBuffer = qint64{256} << 10; // beyond it TCP makes the peer wait
constexpr qsizetype channelSlice = qsizetype{64} << 10;
constexpr qsizetype channelFlush = qsizetype{64} << 10;
constexpr auto channelTurn = 2ms;
//! A frame waits no longer for others of the same turn: the peer may work on it while we go on.
constexpr qint64 channelPatienceNs = 150'000;

//! An error of the end, with what a close frame said. \source MessageChannel
Error withCloseFrame(Error error, const WebSocketEnd &ending)
{
    JsonBuilder details;
    details.beginObject().key(u"closeCode").number(QByteArray::number(ending.code));
    details.add(u"closeReason", ending.text).endObject();
    error.details = details.take();
    return error;
}

QString closeMeaning(quint16 code)
{
    switch (code) {
    case 1000: return u", done"_s;
    case 1001: return u", going away"_s;
    case 1002: return u", it found a protocol error"_s;
    case 1003: return u", it does not take this kind of message"_s;
    case 1007: return u", it could not read a message"_s;
    case 1008: return u", against its rules"_s;
    case 1009: return u", a message was too large for it"_s;
    case 1011: return u", it failed"_s;
    case 1012: return u", it restarts"_s;
    case 1013: return u", overloaded, try again later"_s;
    default: return {};
    }
}

} // namespace

WebSocketChannel::WebSocketChannel(WebSocketRole role, QString subject, const Limits &limits)
    : m_role(role)
    , m_subject(std::move(subject))
    , m_limits(limits)
    , m_parser(role,
          role == WebSocketRole::Client ? WebSocketParser::Bounds{limits.wsMessageBytes, limits.wsFrameBytes,
                                              limits.wsFragments, "ws.messageBytes"_L1}
                                        : WebSocketParser::Bounds{limits.hubMessageBytes, limits.wsFrameBytes,
                                              limits.wsFragments, "hub.messageBytes"_L1})
{
    for (QTimer *timer : {&m_pump, &m_pongDeadline, &m_closeDeadline})
        timer->setSingleShot(true);
    connect(&m_pump, &QTimer::timeout, this, &WebSocketChannel::pump);
    connect(&m_pingTimer, &QTimer::timeout, this, &WebSocketChannel::pingDue);
    connect(&m_pongDeadline, &QTimer::timeout, this, [this] {
        setEnd({EndedBy::Network, 1006, {}},
            sentence({ErrorKind::Timeout, u"ws.pong"_s,
                u"did not answer a ping within %1. The connection was closed; check the network, or raise limits.ws.pongWait."_s
                    .arg(limitText(*findLimit(u"ws.pongWait"), m_limits.wsPongWaitMs)),
                {}, {}}),
            false);
    });
    connect(&m_closeDeadline, &QTimer::timeout, this, [this] {
        Error error{ErrorKind::Cancelled, u"ws.closed"_s, u"The connection was closed by us"_s, {}, {}};
        error.detail = u"The peer did not answer the close within %1"_s.arg(
            limitText(*findLimit(u"ws.closeWait"), m_limits.wsCloseWaitMs));
        setEnd(m_ending, error, false);
    });
}

WebSocketChannel::~WebSocketChannel()
{
    if (!m_socket)
        return;
    m_socket->disconnect(this);
    if (m_state == State::Open) {
        sendFrame(WebSocketOpcode::Close, closePayload(CloseCode::goingAway, {}));
        flush();
        m_resetWatch.reset();
        letGo(std::move(m_socket), std::chrono::milliseconds(m_limits.wsCloseWaitMs), true);
        return;
    }
    m_socket->abort();
    m_socket.release()->deleteLater(); // it may be the sender of the signal that runs now
}

void WebSocketChannel::describeHandshake(
    const QUrl &url, const HttpHeaders &peerHeaders, const QByteArray &subprotocol)
{
    m_url = url;
    m_peerHeaders = peerHeaders;
    m_subprotocol = subprotocol;
}

void WebSocketChannel::takeOver(std::unique_ptr<QTcpSocket> socket, const QByteArray &early)
{
    m_socket = std::move(socket);
    m_early = early;
    m_socket->setReadBufferSize(channelBuffer);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_peer = u"%1:%2"_s.arg(m_socket->peerAddress().toString()).arg(m_socket->peerPort());
    m_resetWatch = std::make_unique<ResetWatch>(m_socket->socketDescriptor());
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &WebSocketChannel::pump);
    connect(m_socket.get(), &QTcpSocket::disconnected, this, &WebSocketChannel::peerGone);
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, &WebSocketChannel::peerGone);
    const auto written = [this] {
        if (m_pongDeadline.isActive())
            m_pongDeadline.start(); // what we sent moves: the ping may have been on its way until now
        if (m_latePong && bytesToWrite() < m_limits.queueOutBytes)
            takePing(*std::exchange(m_latePong, {}));
        tellWritten();
    };
    connect(m_socket.get(), &QTcpSocket::bytesWritten, this, written);
    if (auto *const tls = qobject_cast<QSslSocket *>(m_socket.get()))
        connect(tls, &QSslSocket::encryptedBytesWritten, this, written);
    m_state = State::Open;
    if (m_socket->state() == QAbstractSocket::UnconnectedState)
        peerGone(); // already while it was taken over
}

void WebSocketChannel::start()
{
    m_pingTimer.start(std::chrono::milliseconds(m_limits.wsPingEveryMs));
    m_pump.start(0ms);
}

void WebSocketChannel::setReading(bool reading)
{
    if (std::exchange(m_isReading, reading) == reading)
        return;
    m_pongDeadline.stop(); // a pong cannot be seen while nothing is read
    if (reading && m_state != State::Closed)
        m_pump.start(0ms);
}

void WebSocketChannel::pump()
{
    const QPointer<WebSocketChannel> self(this);
    QElapsedTimer timer;
    timer.start();
    while (self && m_state != State::Closed && m_state != State::Connecting) {
        if (!deliverWaiting(timer))
            return;
        if (m_error) {
            finish();
            return;
        }
        const bool mayRead = m_isReading || m_isClosingByUs;
        if (!mayRead && m_isPeerGone && m_early.isEmpty() && m_socket->bytesAvailable() == 0) {
            endOfStream(); // nothing is held back
            continue;
        }
        if (!mayRead)
            return;
        if (timer.durationElapsed() > channelTurn) {
            m_pump.start(0ms);
            return;
        }
        if (readSlice() == 0) {
            if (!m_isPeerGone)
                return;
            endOfStream();
            continue;
        }
        heard();
        m_parsed.clear();
        const auto fed = m_parser.feed(m_slice, m_parsed);
        for (const WebSocketEvent &event : m_parsed)
            take(event);
        if (!fed)
            fault(fed.error());
    }
}

qsizetype WebSocketChannel::readSlice()
{
    if (!m_early.isEmpty()) {
        m_slice = std::exchange(m_early, {});
        return m_slice.size();
    }
    m_slice.resize(channelSlice);
    const qint64 size = m_socket->read(m_slice.data(), channelSlice);
    m_slice.truncate(qsizetype(std::max<qint64>(size, 0)));
    return m_slice.size();
}

//! False when the listener deleted this, asked for a pause or took its time.
bool WebSocketChannel::deliverWaiting(const QElapsedTimer &since)
{
    const QPointer<WebSocketChannel> self(this);
    while (!m_waiting.empty() && m_isReading) {
        if (since.durationElapsed() > channelTurn) {
            m_pump.start(0ms);
            return false;
        }
        const WebSocketEvent event = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (event.kind == WebSocketEvent::Kind::Binary && !event.bytes.isValidUtf8())
            Q_EMIT noise(event.bytes, u"a binary message that is not UTF-8"_s);
        else
            Q_EMIT received(event.bytes);
        if (!self)
            return false;
    }
    return m_waiting.empty() && m_state != State::Closed;
}

void WebSocketChannel::take(const WebSocketEvent &event)
{
    using enum WebSocketEvent::Kind;
    switch (event.kind) {
    case Text:
    case Binary:
        if (!m_isClosingByUs && !m_error)
            m_waiting.push_back(event);
        break;
    case Ping: takePing(event.bytes); break;
    case Pong: break; // any byte counts as a sign of life
    case Close: takeClose(event); break;
    }
}

//! Pongs do not pile up for a peer that does not read: the newest is enough. \source RFC 6455, 5.5.3
void WebSocketChannel::takePing(const QByteArray &payload)
{
    if (m_isClosingByUs || m_error)
        return;
    if (bytesToWrite() < m_limits.queueOutBytes)
        sendFrame(WebSocketOpcode::Pong, payload);
    else
        m_latePong = payload;
}

void WebSocketChannel::takeClose(const WebSocketEvent &event)
{
    if (m_isClosingByUs) {
        setEnd(m_ending, {ErrorKind::Cancelled, u"ws.closed"_s, u"The connection was closed by us"_s, {}, {}},
            true);
        return;
    }
    const WebSocketEnd ending{EndedBy::Peer, event.closeCode, QString::fromUtf8(event.bytes)};
    sendFrame(WebSocketOpcode::Close, closePayload(ending.code, {}));
    const QString said =
        ending.text.isEmpty() ? QString() : QString(u": " + visibleText(ending.text, false, 200));
    const QString code = ending.code == 1005
        ? u"without a code"_s
        : u"with code %1%2"_s.arg(ending.code).arg(closeMeaning(ending.code));
    setEnd(ending,
        withCloseFrame(sentence({ErrorKind::Closed, u"ws.closed"_s,
                           u"closed the connection %1%2"_s.arg(code, said), {}, {}}),
            ending),
        true);
}

void WebSocketChannel::fault(const WebSocketFault &fault)
{
    if (m_error)
        return;
    if (!m_isClosingByUs)
        sendFrame(WebSocketOpcode::Close, closePayload(fault.closeCode, fault.error.message));
    Error error = fault.error;
    if (error.kind == ErrorKind::Protocol)
        error.message += u". The connection was closed; the peer needs a correction."_s;
    setEnd({EndedBy::Us, fault.closeCode, fault.error.message}, sentence(std::move(error)), true);
}

void WebSocketChannel::peerGone()
{
    if (m_isPeerGone)
        return;
    m_isPeerGone = true;
    m_pump.start(0ms);
}

//! The connection ended without a close frame. \source reliability.md R-42
void WebSocketChannel::endOfStream()
{
    if (m_isClosingByUs) {
        setEnd(m_ending, {ErrorKind::Cancelled, u"ws.closed"_s, u"The connection was closed by us"_s, {}, {}},
            false);
        return;
    }
    const bool isReset = m_resetWatch && m_resetWatch->wasReset();
    const QString how = isReset ? u"reset the connection"_s : u"ended the connection without a close frame"_s;
    const QString where = m_parser.isBetweenMessages() ? QString() : u", in the middle of a message"_s;
    setEnd({EndedBy::Network, 1006, {}},
        sentence({ErrorKind::Closed, isReset ? u"ws.reset"_s : u"ws.cut"_s,
            QString(how + where + u". It may have stopped, or the network failed."), {}, {}}),
        false);
}

void WebSocketChannel::setEnd(WebSocketEnd ending, Error error, bool hasFrame)
{
    if (m_error)
        return;
    m_error = std::move(error);
    m_ending = std::move(ending);
    m_saysClose = hasFrame;
    m_state = State::Closing;
    for (QTimer *timer : {&m_pingTimer, &m_pongDeadline, &m_closeDeadline})
        timer->stop();
    m_pump.start(0ms);
}

void WebSocketChannel::endBeforeOpen(WebSocketEnd ending, Error error)
{
    setEnd(std::move(ending), std::move(error), false);
}

void WebSocketChannel::finish()
{
    m_state = State::Closed;
    if (m_socket) {
        flush();
        m_socket->disconnect(this);
        m_resetWatch.reset(); // it holds a copy of the descriptor, which would keep the connection open
        if (!m_saysClose)
            m_socket->abort();
        letGo(std::move(m_socket), std::chrono::milliseconds(m_limits.wsCloseWaitMs),
            m_ending.by == EndedBy::Us && !m_isClosingByUs);
    }
    const Error error = *m_error;
    Q_EMIT closed(error);
}

void WebSocketChannel::closeWith(int code, const QString &reason)
{
    if (m_state == State::Closed || m_state == State::Closing)
        return;
    m_ending = {EndedBy::Us, quint16(code), reason};
    m_isClosingByUs = true;
    m_waiting.clear();
    if (m_state == State::Connecting) {
        endBeforeOpen(
            m_ending, {ErrorKind::Cancelled, u"ws.closed"_s, u"The connection was closed by us"_s, {}, {}});
        return;
    }
    m_state = State::Closing;
    sendFrame(WebSocketOpcode::Close, closePayload(quint16(code), reason));
    m_pingTimer.stop();
    m_pongDeadline.stop();
    m_closeDeadline.start(std::chrono::milliseconds(m_limits.wsCloseWaitMs));
    m_pump.start(0ms);
}

void WebSocketChannel::abort()
{
    if (m_state == State::Closed)
        return;
    m_waiting.clear();
    m_isClosingByUs = true;
    m_out.clear();
    setEnd({EndedBy::Us, 1006, {}},
        {ErrorKind::Cancelled, u"ws.closed"_s, u"The connection was closed by us"_s, {}, {}}, false);
}

Result<void> WebSocketChannel::send(const QByteArray &message)
{
    if (m_state != State::Open) {
        return std::unexpected(
            sentence({ErrorKind::Closed, u"ws.closed"_s, u"is not connected. Connect it again."_s, {}, {}}));
    }
    const qint64 waiting = bytesToWrite();
    if (waiting > 0 && waiting + message.size() > m_limits.queueOutBytes) {
        return std::unexpected(sentence(limitError(*findLimit(u"queue.outBytes"),
            u"is not reading: %1 wait for it already"_s.arg(sizeText(waiting)), m_limits.queueOutBytes)));
    }
    if (!message.isValidUtf8())
        return std::unexpected(
            Error{ErrorKind::Usage, u"ws.text"_s, u"A message that is not UTF-8 cannot be sent"_s, {}, {}});
    sendFrame(WebSocketOpcode::Text, message);
    return {};
}

qint64 WebSocketChannel::bytesToWrite() const
{
    qint64 bytes = m_out.size();
    if (m_socket)
        bytes += m_socket->bytesToWrite();
    if (const auto *const tls = qobject_cast<const QSslSocket *>(m_socket.get()))
        bytes += tls->encryptedBytesToWrite();
    return bytes;
}

void WebSocketChannel::sendFrame(WebSocketOpcode opcode, const QByteArray &payload)
{
    if (!m_socket)
        return;
    if (m_out.isEmpty())
        m_outSince.start();
    if (m_role == WebSocketRole::Client) {
        std::array<uchar, 4> mask{};
        fillRandom(mask); // unpredictable, as section 5.3 asks
        appendFrameHead(m_out, opcode, payload.size(), &mask);
        const qsizetype at = m_out.size();
        m_out.append(payload);
        applyMask(m_out.data() + at, payload.size(), mask, 0);
    } else {
        appendFrameHead(m_out, opcode, payload.size(), nullptr);
        m_out.append(payload);
    }
    if (m_out.size() >= channelFlush || m_outSince.nsecsElapsed() > channelPatienceNs)
        flush();
    else
        flushSoon();
}

//! From the event loop, once for what several writes did.
void WebSocketChannel::tellWritten()
{
    if (std::exchange(m_isWrittenDue, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isWrittenDue = false;
            Q_EMIT bytesWritten();
        },
        Qt::QueuedConnection);
}

//! Small frames of one turn become few writes: each costs a call of the system at both ends, but to wait for
//! the last one would keep the peer idle while we work, and us while it does.
void WebSocketChannel::flushSoon()
{
    if (std::exchange(m_isFlushDue, true))
        return;
    QMetaObject::invokeMethod(this, &WebSocketChannel::flush, Qt::QueuedConnection);
}

void WebSocketChannel::flush()
{
    m_isFlushDue = false;
    if (!m_socket || m_out.isEmpty())
        return;
    m_socket->write(std::exchange(m_out, {}));
    m_socket->flush(); // whatever it finds out is dealt with from the event loop
}

void WebSocketChannel::pingDue()
{
    if (!m_isReading || m_pongDeadline.isActive())
        return;
    sendFrame(WebSocketOpcode::Ping, "envelope");
    m_pongDeadline.start(std::chrono::milliseconds(m_limits.wsPongWaitMs));
}

//! A byte from the peer is as good as a pong; a long message may stand before it.
void WebSocketChannel::heard()
{
    m_pongDeadline.stop();
}

Error WebSocketChannel::sentence(Error error) const
{
    if (m_role == WebSocketRole::Client)
        return asSentence(std::move(error), m_subject);
    error.message = u"Client " + m_subject + u' ' + error.message;
    return error;
}

} // namespace Workbench
