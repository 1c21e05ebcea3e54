// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Both sides of a WebSocket on real sockets: handshakes, deadlines, ends, back-pressure.
// \source core/hub/README.md 3.4, 3.5; core/RULES.md

#pragma once

#include "core/transport/reconnection.h"
#include "core/transport/websocket/websocketclient.h"
#include "core/transport/websocket/websocketserver.h"
#include "tests/support/rawserver.h"
#include "tests/support/rawwebsocket.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QFile>
#include <QPointer>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Script = RawWebSocketServer::Script;

//! Records all signals of a channel.
struct Heard {
    explicit Heard(MessageChannel *channel)
    {
        QObject::connect(channel, &Transport::opened, channel, [this] { ++opened; });
        QObject::connect(channel, &Transport::received, channel, [this](const QByteArray &message) {
            ++count;
            last = message;
            inOrder = inOrder && (!wantsOrder || message.toLongLong() == count - 1);
        });
        QObject::connect(channel, &Transport::closed, channel, [this](const Error &reason) {
            ++closed;
            end = reason;
        });
    }
    int opened = 0;
    int closed = 0;
    qint64 count = 0;
    bool wantsOrder = false;
    bool inOrder = true;
    QByteArray last;
    Error end;
};

//! Our server and the first channel that it accepts.
struct Hub {
    explicit Hub(WebSocketServer::Options options = {})
        : server(std::move(options))
    {
        if (!server.listen())
            qFatal("no port to listen on");
        QObject::connect(&server, &WebSocketServer::channelReady, &server, [this] {
            channel = server.nextChannel();
            heard = std::make_unique<Heard>(channel.get());
        });
    }
    WebSocketServer server;
    std::unique_ptr<Heard> heard;
    std::unique_ptr<WebSocketPeer> channel;
};

inline QByteArray handshakeHead(const QByteArray &line, const QByteArray &headers)
{
    return line + "\r\n" + headers + "\r\n";
}

class tst_WebSocket : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusesHandshakes_data();
    void refusesHandshakes();
    void tellsAnAnswerThatIsNotHttp_data();
    void tellsAnAnswerThatIsNotHttp();
    void qtRefusesRightAnswers_data();
    void qtRefusesRightAnswers();
    void sendsAValidHandshake();
    void handshakeHasADeadline();
    void connectionRefusedHasItsText();
    void refusesOtherAddresses();
    void reportsHowConnectionsEnd_data();
    void reportsHowConnectionsEnd();
    void dropsAPeerThatDoesNotPong();
    void closesThoughThePeerIgnoresIt();
    void closesInOrder();
    void aDeletedChannelSendsItsQueueAndACloseFrame();
    void mayBeDeletedByEverySignal();
    void serverRefuses_data();
    void serverRefuses();
    void serverRefusesSlowAndMany();
    void theServerReadsTheToken();
    void serverReadsUnmaskedFrames();
    void serverBoundsMessages();
    void takesFramesSentWithTheHandshake();
    void losesNothingThoughReadingPauses();
    void aFullBufferAsksTheSenderToWait();
    void refusesToQueueWithoutBound();
    void pongsDoNotPileUp();
    void bigMessagesTravel();
    void tlsNamesTheCertificateAndMayAcceptIt();
    void reconnectsLaterEachTime();
    void aHealthyConnectionStartsTheDelaysAnew();
};
