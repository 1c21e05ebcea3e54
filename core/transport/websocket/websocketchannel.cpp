// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/websocketchannel.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/transport/http/responsecheck.h"

namespace Workbench {

using namespace Qt::StringLiterals;

using namespace std::chrono_literals;

namespace {

constexpr qint64 channelBuffer = qint64{256} << 10; // above this TCP makes the peer wait
constexpr qint64 messageOverhead = 64; // of one queued message
constexpr auto channelTurn = 2ms;
//! The longest time that a frame waits for others of the same turn, so that the peer can process it
//! meanwhile.
constexpr qint64 channelPatienceNs = 150'000;

//! Returns \a error with code and text of the close frame in its details, see MessageChannel.
Error withCloseFrame(Error error, const WebSocketEnd &ending)
{
    JsonBuilder details;
    details.beginObject().key(u"closeCode").number(QByteArray::number(ending.code));
    details.add(u"closeReason", ending.text).endObject();
    error.details = details.take();
    return error;
}

struct CloseMeaning {
    quint16 code;
    QLatin1StringView what; // follows the code
    QLatin1StringView advice{}; // a sentence that says what to do
};
// \source RFC 6455 section 7.4.1
constexpr std::array closeMeanings{
    CloseMeaning{1000, ", done"_L1},
    CloseMeaning{1001, ", going away"_L1},
    CloseMeaning{1002, ", it found a protocol error"_L1},
    CloseMeaning{1003, ", it does not accept this kind of message"_L1},
    CloseMeaning{1007, ", it could not read a message"_L1, "Check what was sent."_L1},
    CloseMeaning{1008, ", policy violation"_L1, "Check the credential and what was sent."_L1},
    CloseMeaning{1009, ", a message was too large for it"_L1, "Send less at once, or raise its limit."_L1},
    CloseMeaning{1010, ", it requires an extension that was not offered"_L1},
    CloseMeaning{1011, ", it failed"_L1, "Its own log says why."_L1},
};

CloseMeaning meaningOf(quint16 code)
{
    const auto found = std::ranges::find(closeMeanings, code, &CloseMeaning::code);
    return found == closeMeanings.end() ? CloseMeaning{code, {}} : *found;
}

} // namespace

WebSocketChannel::WebSocketChannel(WebSocketRole role, QString subject, const Limits &limits)
    : m_role(role)
    , m_subject(std::move(subject))
    , m_limits(limits)
{
    for (QTimer *timer : {&m_pump, &m_pongDeadline, &m_closeDeadline})
        timer->setSingleShot(true);
    connect(&m_pump, &QTimer::timeout, this, &WebSocketChannel::pump);
    connect(&m_pingTimer, &QTimer::timeout, this, &WebSocketChannel::pingDue);
    connect(&m_pongDeadline, &QTimer::timeout, this, [this] {
        const QString what =
            hasPongsToRead() ? u"sent pings and did not read our answers"_s : u"did not answer a ping"_s;
        setEnd({EndedBy::Network, 1006, {}},
            sentence(
                advisingLimit({ErrorKind::Timeout, u"ws.pong"_s,
                                  u"%1 within %2. The connection was closed; check the network."_s.arg(
                                      what, limitText(*findLimit(u"ws.pongWait"), m_limits.wsPongWaitMs))},
                    u"ws.pongWait", m_limits.wsPongWaitMs)),
            false);
    });
    connect(&m_closeDeadline, &QTimer::timeout, this, [this] {
        m_saysClose = false;
        endAsWeAsked(u"The peer did not end the connection within %1"_s.arg(
            limitText(*findLimit(u"ws.closeWait"), m_limits.wsCloseWaitMs)));
    });
}

WebSocketChannel::~WebSocketChannel()
{
    if (!m_webSocket)
        return;
    stopListening();
    if (m_state == State::Open) {
        keepSecondEnd();
        m_webSocket->close(QWebSocketProtocol::CloseCodeGoingAway);
    }
    const std::chrono::milliseconds atMost(m_limits.wsCloseWaitMs);
    letGo(std::move(m_secondEnd), atMost, true);
    letGo(std::move(m_webSocket), atMost);
}

void WebSocketChannel::stopListening()
{
    m_webSocket->disconnect(this);
    for (QObject *const below : m_webSocket->findChildren<QObject *>())
        below->disconnect(this);
    if (m_secondEnd)
        m_secondEnd->disconnect(this);
}

void WebSocketChannel::describeHandshake(const QUrl &url, const HttpHeaders &peerHeaders)
{
    m_url = url;
    m_peerHeaders = peerHeaders;
}

void WebSocketChannel::takeOver(WebSocketPtr webSocket)
{
    m_webSocket = std::move(webSocket);
    m_socket = socketOf(*m_webSocket);
    m_state = State::Open;
    m_peer = u"%1:%2"_s.arg(m_socket->peerAddress().toString()).arg(m_socket->peerPort());
    m_spare = secondEndOf(*m_socket);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setSocketOption(QAbstractSocket::ReceiveBufferSizeSocketOption, channelBuffer);
    m_webSocket->setMaxAllowedIncomingMessageSize(quint64(messageBytes()));
    m_webSocket->setMaxAllowedIncomingFrameSize(quint64(std::min(messageBytes(), m_limits.wsFrameBytes)));
    m_webSocket->setOutgoingFrameSize(QWebSocket::maxOutgoingFrameSize());
    loosenFrameTimer(*m_webSocket);

    QWebSocket *const webSocketNow = m_webSocket.get();
    connect(webSocketNow, &QWebSocket::textFrameReceived, this, [this](const QString &frame, bool isLast) {
        const bool isWholeMessage = isLast && m_fragments == 0; // Qt has counted its bytes
        countFrame(isWholeMessage ? 0 : frame.toUtf8().size(), isLast);
    });
    connect(webSocketNow, &QWebSocket::binaryFrameReceived, this,
        [this](const QByteArray &frame, bool isLast) { countFrame(frame.size(), isLast); });
    connect(webSocketNow, &QWebSocket::textMessageReceived, this, [this](const QString &message) {
        QByteArray bytes = message.toUtf8();
        bytes.squeeze(); // toUtf8() reserves three bytes for each character
        take(std::move(bytes), false);
    });
    connect(webSocketNow, &QWebSocket::binaryMessageReceived, this,
        [this](const QByteArray &message) { take(message, true); });
    if (!tellEnds(*webSocketNow, this, SLOT(closedByPeer()), SLOT(refusedByQt()))) {
        // Then only the text tells which side closed, and a peer that runs on Qt can send the texts of Qt.
        connect(webSocketNow, &QWebSocket::aboutToClose, this,
            [this, webSocketNow] { faultOf(webSocketNow->closeReason()) ? refusedByQt() : closedByPeer(); });
    }
    connect(webSocketNow, &QWebSocket::disconnected, this, &WebSocketChannel::peerGone);
    connect(m_socket, &QTcpSocket::errorOccurred, this, &WebSocketChannel::socketFailed);
    const QList<QTcpSocket *> writing = writingSockets(*m_socket);
    m_writing = QList<QPointer<QTcpSocket>>(writing.begin(), writing.end());
    connect(writing.last(), &QTcpSocket::bytesWritten, this, &WebSocketChannel::hasWritten);
    connect(m_socket, &QTcpSocket::readyRead, this, &WebSocketChannel::hasRead);
    if (m_socket->state() == QAbstractSocket::UnconnectedState)
        peerGone(); // it was closed before the signals were connected
}

void WebSocketChannel::start()
{
    m_isStarted = true;
    m_isOpenDue = isClient();
    m_pingTimer.start(std::chrono::milliseconds(m_limits.wsPingEveryMs));
    m_pump.start(0ms);
}

void WebSocketChannel::setReading(bool reading)
{
    if (std::exchange(m_isReading, reading) == reading)
        return;
    updateReading();
    if (reading && m_state != State::Closed)
        m_pump.start(0ms);
}

//! Pauses or continues reading from the socket. Messages that wait in this channel count like bytes that wait
//! in the socket.
void WebSocketChannel::updateReading()
{
    if (!m_socket || m_state != State::Open)
        return;
    const bool isWanted = m_isReading && m_waitingBytes < channelBuffer && !hasPongsToRead();
    const bool wasWanted = std::exchange(m_isSocketRead, isWanted);
    if (isWanted != wasWanted)
        m_pongDeadline.stop(); // a pong cannot be seen while nothing is read
    if (!isWanted && hasPongsToRead() && !m_pongDeadline.isActive())
        m_pongDeadline.start(std::chrono::milliseconds(m_limits.wsPongWaitMs));
    if (!isWanted || !wasWanted)
        setSocketReading(*m_socket, isWanted);
}

//! Called after Qt's slot, which has read all available bytes. Any byte of the peer proves like a pong that
//! the peer is alive, because a long message may precede the pong.
void WebSocketChannel::hasRead()
{
    m_pongDeadline.stop();
    const qint64 out = bytesToWrite();
    m_pongBytes += std::max<qint64>(0, out - std::exchange(m_knownOut, out));
    updateReading();
    if (!m_pump.isActive())
        m_pump.start(0ms);
}

void WebSocketChannel::hasWritten()
{
    m_knownOut = bytesToWrite();
    m_pongBytes = std::min(m_pongBytes, m_knownOut);
    if (m_pongDeadline.isActive() && m_knownOut > 0)
        m_pongDeadline.start(); // the peer reads, and the ping may not have left yet
    updateReading();
    tellWritten();
}

void WebSocketChannel::pump()
{
    if (m_webSocket && !m_isStarted)
        return; // no receiver yet
    const QPointer<WebSocketChannel> self(this);
    QElapsedTimer timer;
    timer.start();
    if (std::exchange(m_isOpenDue, false)) {
        Q_EMIT opened();
        if (!self)
            return;
    }
    const bool isAllSaid = deliverWaiting(timer);
    if (!self || m_state == State::Closed)
        return;
    updateReading();
    if (!isAllSaid)
        return;
    if (m_isPeerGone)
        endOfStream();
    if (m_error)
        finish();
}

//! Emits the waiting messages. Returns false when the listener deleted this channel or asked for a pause, or
//! when the turn lasted too long.
bool WebSocketChannel::deliverWaiting(const QElapsedTimer &since)
{
    const QPointer<WebSocketChannel> self(this);
    while (!m_waiting.empty() && m_isReading) {
        if (since.durationElapsed() > channelTurn) {
            m_pump.start(0ms);
            return false;
        }
        const Message message = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_waitingBytes -= message.bytes.size() + messageOverhead;
        if (message.isBinary && !message.bytes.isValidUtf8())
            Q_EMIT noise(message.bytes, u"a binary message that is not UTF-8"_s);
        else
            Q_EMIT received(message.bytes);
        if (!self)
            return false;
    }
    return m_waiting.empty();
}

//! Counts the bytes of a message in several frames. Qt counts the UTF-16 units of a text, which would allow
//! up to three times as many bytes.
void WebSocketChannel::countFrame(qint64 bytes, bool isLast)
{
    m_fragmentBytes += bytes;
    if (++m_fragments > m_limits.wsFragments)
        exceeded("ws.fragments"_L1, u"sent a message in more than %1 frames"_s, m_limits.wsFragments);
    else if (m_fragmentBytes > messageBytes())
        exceeded(messageKey(), u"sent a message of more than %1"_s, messageBytes());
    if (isLast)
        m_fragments = m_fragmentBytes = 0;
}

void WebSocketChannel::take(QByteArray message, bool isBinary)
{
    if (m_isClosingByUs || m_error)
        return;
    m_waitingBytes += message.size() + messageOverhead;
    m_waiting.push_back({std::move(message), isBinary});
}

//! Called when Qt has answered the close frame of the peer. If the frame itself was invalid, the reason is a
//! text of Qt.
void WebSocketChannel::closedByPeer()
{
    if (m_isClosingByUs || m_error)
        return;
    using enum QtFault::What;
    const QString text = m_webSocket->closeReason();
    const std::optional<QtFault> found = faultOf(text);
    const int code = m_webSocket->closeCode(); // with a text of Qt, also the code is Qt's
    const bool isQtText = code == QWebSocketProtocol::CloseCodeProtocolError
        || code == QWebSocketProtocol::CloseCodeWrongDatatype;
    if (isQtText && found && (found->what == CloseFrame || found->what == Utf8)) {
        refusedByQt();
        return;
    }
    WebSocketEnd ending{EndedBy::Peer, quint16(m_webSocket->closeCode()), text};
    const CloseMeaning meaning = meaningOf(ending.code);
    QString how = u"with code %1%2"_s.arg(ending.code).arg(meaning.what);
    if (isQtText && isUnknownCloseCode(text)) {
        ending = {EndedBy::Peer, CloseCode::tryAgainLater, {}};
        how =
            u"with code 1012, 1013, 1014 or an invalid one (Qt does not say which): it may restart or be overloaded, try again later"_s;
    }
    QString message = u"closed the connection "_s + how;
    if (!ending.text.isEmpty())
        message += u": "_s + visibleText(ending.text, false, 200);
    if (!meaning.advice.isEmpty())
        message += (message.endsWith(u'.') ? u" "_s : u". "_s) + meaning.advice;
    setEnd(ending, withCloseFrame(sentence({ErrorKind::Closed, u"ws.closed"_s, message}), ending), true);
}

//! Called when Qt has closed because of invalid data of the peer.
void WebSocketChannel::refusedByQt()
{
    using enum QtFault::What;
    const QString text = m_webSocket->closeReason();
    const QtFault found = faultOf(text).value_or(QtFault{Frames, u"sent data that Qt refuses: "_s + text});
    if (found.what == MessageBytes || (found.what == FrameBytes && messageBytes() < m_limits.wsFrameBytes)) {
        exceeded(messageKey(), u"sent a message of more than %1"_s, messageBytes());
    } else if (found.what == FrameBytes) {
        exceeded("ws.frameBytes"_L1, u"announced a frame of more than %1"_s, m_limits.wsFrameBytes);
    } else {
        const QString remedy = found.what == Utf8 ? u"let the peer send each message in one frame, as UTF-8"_s
                                                  : u"the peer needs a correction"_s;
        fault(m_webSocket->closeCode(),
            {ErrorKind::Protocol, found.what == Utf8 ? u"ws.utf8"_s : u"ws.protocol"_s,
                QString(found.words + u". The connection was closed; "_s + remedy + u'.')});
    }
}

void WebSocketChannel::exceeded(QLatin1StringView key, const QString &what, qint64 limit)
{
    const LimitInfo &info = *findLimit(QString(key));
    fault(
        QWebSocketProtocol::CloseCodeTooMuchData, limitError(info, what.arg(limitText(info, limit)), limit));
}

void WebSocketChannel::fault(int closeCode, const Error &error)
{
    if (m_isClosingByUs || m_error)
        return;
    keepSecondEnd();
    setEnd({EndedBy::Us, quint16(closeCode), error.message}, sentence(error), true);
    m_webSocket->close(QWebSocketProtocol::CloseCode(closeCode), closeTextOf(error.message));
}

//! Keeps the connection readable after the close. Otherwise bytes that the peer sends before it has read the
//! close frame would turn the close into a reset.
void WebSocketChannel::keepSecondEnd()
{
    m_secondEnd = socketOn(std::exchange(m_spare, FileDescriptor()));
}

//! Handles an error of the socket. If it is still connected, disconnected() does not follow, for example
//! after a TLS failure.
void WebSocketChannel::socketFailed(QAbstractSocket::SocketError error)
{
    m_brokeTls = m_brokeTls || error == QAbstractSocket::SslInternalError;
    if (m_socket->state() == QAbstractSocket::ConnectedState)
        peerGone();
}

void WebSocketChannel::peerGone()
{
    if (std::exchange(m_isPeerGone, true))
        return;
    const QTcpSocket *const socket = m_socket;
    m_isGoneInMessage = m_fragments > 0 || (socket && socket->bytesAvailable() > 0);
    m_pump.start(0ms);
}

//! The connection ended without a close frame. \source core/RULES.md R-42
void WebSocketChannel::endOfStream()
{
    if (m_isClosingByUs) {
        const bool isAnswerDue = m_secondEnd && isClient();
        if (!isAnswerDue) // a client with a second descriptor waits until the server ends
            endAsWeAsked();
        return;
    }
    const bool isReset = wasReset(m_spare);
    const QString how = m_brokeTls ? u"broke the TLS encryption"_s
        : isReset                  ? u"reset the connection"_s
                                   : u"ended the connection without a close frame"_s;
    const QString where = m_isGoneInMessage ? u", in the middle of a message"_s : QString();
    setEnd({EndedBy::Network, 1006, {}},
        sentence({ErrorKind::Closed, isReset ? u"ws.reset"_s : u"ws.cut"_s,
            QString(how + where + u". It may have stopped, or the network failed.")}),
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
    m_spare.close();
    for (QTimer *timer : {&m_pingTimer, &m_pongDeadline, &m_closeDeadline})
        timer->stop();
    m_pump.start(0ms);
}

void WebSocketChannel::endAsWeAsked(const QString &detail)
{
    setEnd(m_ending, {ErrorKind::Cancelled, u"ws.closed"_s, u"The connection was closed by us"_s, detail},
        detail.isEmpty());
}

void WebSocketChannel::finish()
{
    m_state = State::Closed;
    m_pingTimer.stop();
    if (m_webSocket) {
        stopListening();
        if (!m_saysClose) {
            m_secondEnd.reset();
            m_webSocket->abort();
        }
        const std::chrono::milliseconds atMost(m_limits.wsCloseWaitMs);
        letGo(std::move(m_secondEnd), atMost, true);
        letGo(std::move(m_webSocket), atMost);
    }
    const Error error = *m_error;
    Q_EMIT closed(error);
}

void WebSocketChannel::closeWith(int code, const QString &reason)
{
    if (m_state == State::Closed)
        return;
    m_waiting.clear(); // also if the peer has ended and a paused listener delays closed()
    m_isOpenDue = false;
    m_pump.start(0ms);
    if (m_state == State::Closing)
        return;
    m_ending = {EndedBy::Us, quint16(code), reason};
    m_isClosingByUs = true;
    if (m_state == State::Connecting)
        stopConnecting();
    if (m_state == State::Connecting || m_isPeerGone) {
        endAsWeAsked();
        return;
    }
    m_state = State::Closing;
    m_pingTimer.stop();
    m_pongDeadline.stop();
    m_closeDeadline.start(std::chrono::milliseconds(m_limits.wsCloseWaitMs));
    keepSecondEnd();
    if (m_secondEnd) {
        QTcpSocket *const second = m_secondEnd.get();
        connect(second, &QTcpSocket::readyRead, this, [second] { second->skip(second->bytesAvailable()); });
        connect(second, &QTcpSocket::disconnected, this, [this] { endAsWeAsked(); });
    }
    m_webSocket->close(QWebSocketProtocol::CloseCode(code), closeTextOf(reason));
}

void WebSocketChannel::abort()
{
    if (m_state == State::Closed)
        return;
    m_waiting.clear();
    m_isOpenDue = false;
    m_pump.start(0ms);
    m_isClosingByUs = true;
    stopConnecting();
    setEnd({EndedBy::Us, 1006, {}},
        {ErrorKind::Cancelled, u"ws.closed"_s, u"The connection was closed by us"_s}, false);
}

Result<void> WebSocketChannel::send(const QByteArray &message)
{
    if (m_state != State::Open) {
        return std::unexpected(sentence({ErrorKind::Closed, u"ws.closed"_s,
            isClient() ? u"is not connected. Try again with a new connection."_s
                       : u"is not connected any more."_s}));
    }
    const qint64 waiting = bytesToWrite();
    if (waiting > 0 && waiting + message.size() > m_limits.queueOutBytes) {
        return std::unexpected(sentence(limitError(*findLimit(u"queue.outBytes"),
            u"is not reading: %1 already wait to be sent"_s.arg(sizeText(waiting)), m_limits.queueOutBytes)));
    }
    if (!message.isValidUtf8())
        return std::unexpected(
            Error{ErrorKind::Usage, u"ws.text"_s, u"A message that is not UTF-8 cannot be sent"_s});
    m_webSocket->sendTextMessage(QString::fromUtf8(message));
    if (!std::exchange(m_isFlushDue, true)) {
        m_outSince.start();
        QMetaObject::invokeMethod(this, &WebSocketChannel::flush, Qt::QueuedConnection);
    } else if (m_outSince.nsecsElapsed() > channelPatienceNs) {
        m_outSince.start();
        m_webSocket->flush(); // the event loop handles an error that it finds
    }
    m_knownOut = bytesToWrite();
    return {};
}

//! Writes the frames of one turn together, since each write costs a system call at both ends.
void WebSocketChannel::flush()
{
    m_isFlushDue = false;
    if (m_webSocket)
        m_webSocket->flush();
}

qint64 WebSocketChannel::bytesToWrite() const
{
    qint64 bytes = 0;
    for (const QTcpSocket *const socket : m_writing) {
        if (socket)
            bytes += socket->bytesToWrite();
    }
    return bytes;
}

//! Emits bytesWritten() from the event loop, once for several writes.
void WebSocketChannel::tellWritten()
{
    if (std::exchange(m_isWrittenDue, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isWrittenDue = false;
            if (m_state != State::Closed)
                Q_EMIT bytesWritten();
        },
        Qt::QueuedConnection);
}

void WebSocketChannel::pingDue()
{
    if (!m_isSocketRead || m_pongDeadline.isActive())
        return;
    m_webSocket->ping("envelope");
    m_knownOut = bytesToWrite();
    m_pongDeadline.start(std::chrono::milliseconds(m_limits.wsPongWaitMs));
}

Error WebSocketChannel::sentence(Error error) const
{
    if (isClient())
        return asSentence(std::move(error), m_subject);
    error.message = u"Client " + m_subject + u' ' + error.message;
    return error;
}

} // namespace Workbench

#include "moc_websocketchannel.cpp"
