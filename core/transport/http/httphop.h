// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/contentdecoder.h"
#include "core/transport/http/curlrequest.h"
#include "core/transport/http/responsehead.h"

#include <QElapsedTimer>

#include <array>
#include <deque>

namespace Workbench {

//! One request without its redirects, and the response to it: one transfer of libcurl. Callbacks of libcurl
//! only queue what they get; signals come from the event loop, and the listener may delete the hop in any of
//! them. A request that may have an effect is sent once, any other one at most twice.
class HttpHop : public QObject, private CurlMulti::Listener {
    Q_OBJECT
public:
    //! \a connections: where a connection is looked for and left. \a needsPublicPeer: an address that is not
    //! public ends it with ErrorKind::Trust, code "http.privatePeer", before anything is sent.
    HttpHop(HttpRequest request, const Limits &limits, std::shared_ptr<HttpConnections> connections,
        bool needsPublicPeer);
    ~HttpHop() override;

    void start();
    void setReading(bool reading);
    //! Whether the connection leads to a public address, as far as this program can know.
    bool isPeerPublic() const;
    //! What is known by now; its totalUs since start().
    RequestTiming timing() const;

    //! Addresses that a connection was tried to, in order; those of the proxy, if there is one.
    const QStringList &triedAddresses() const { return m_tried; }
    //! Where the connection leads to, and whether it is encrypted; kept when the transfer is over.
    const CurlRequest &request() const { return m_request; }

    //! The whole body as received, if its content was coded and the request has onSent.
    QByteArray takeCoded() { return std::exchange(m_keptCoded, {}); }
    //! Heads that went out and that sent() did not tell yet.
    std::deque<QByteArray> takeSentHeads() { return std::exchange(m_sentHeads, {}); }

Q_SIGNALS:
    //! A head went out, in the form of HTTP/1. Emitted only if the request has onSent.
    void sent(const QByteArray &head);
    void headReceived(const Workbench::HttpResponseHead &head);
    void bodyReceived(const QByteArray &chunk);
    //! Messages are predicates without a subject: "closed the connection before …".
    void ended(bool complete, const Workbench::Error &error);

private:
    static HttpHop &of(void *data) { return *static_cast<HttpHop *>(data); }
    void judgeHostOfProxy();
    void transfer();
    void startConnectDeadline();
    void setCallbacks();
    void letGo();
    void transferEnded(CURLcode code) override;
    Error failure(CURLcode code) const;

    bool takeHeadLine(QByteArrayView line);
    size_t takeBody(QByteArrayView bytes);
    int mayBeSent(const char *peer);
    bool maySend() const;
    curl_off_t connectionId() const;
    bool isReused() const;
    curl_socket_t openSocket(const curl_sockaddr &address);
    void note(curl_infotype type, QByteArrayView bytes);

    void pump();
    bool deliverWaiting();
    void goOn();
    void decodeNext();
    void judgeEnd();
    void fail(Error error);
    void finish();
    void restartIdle();
    void pumpSoon();
    void pumpLittle();

    CurlRequest m_request;
    Limits m_limits;
    bool m_needsPublicPeer;
    std::shared_ptr<CurlMulti> m_multi;

    CURL *m_easy = nullptr; //!< while the transfer runs
    std::array<char, CURL_ERROR_SIZE> m_errorText{};
    bool m_beginsAgain = false; //!< on another connection, as nothing was sent on this one
    bool m_isResendRefused = false;
    int m_sent = 0; //!< how often the request went to a connection
    bool m_hasRefusedAddress = false;
    bool m_hasUsedAddress = false;
    QByteArray
        m_retryReason; //!< in the words of a reset stream, why libcurl wanted to send the request again
    QString m_peer;
    QStringList m_tried;

    ResponseHeadReader m_head;
    std::optional<Error> m_refusal; //!< of what a callback got; ends the transfer
    qint64 m_received = 0; //!< bytes of the body on the wire
    qint64 m_rawBytes = 0; //!< the same, with the framing
    bool m_hasExcess = false; //!< bytes after the announced length
    bool m_isStalled = false; //!< libcurl waits until the queue is empty
    QByteArray m_sending; //!< what is out of a head
    std::deque<QByteArray> m_sentHeads; //!< not told yet
    std::optional<HttpResponseHead> m_waitingHead;
    std::deque<QByteArray> m_coded; //!< as received
    qint64 m_codedBytes = 0;
    bool m_keepsCoded = false;
    QByteArray m_keptCoded;
    std::optional<ContentDecoder> m_decoder;
    std::deque<QByteArray> m_waiting; //!< decoded, not delivered yet
    std::optional<CURLcode> m_end;
    RequestTiming m_timing; //!< once there is no handle
    std::optional<Error> m_failure; //!< of libcurl
    std::optional<Error> m_error; //!< told when all before it is delivered
    bool m_isComplete = false;
    bool m_reading = true;
    bool m_isDone = false;
    QElapsedTimer m_sinceStart;
    QTimer m_connectDeadline;
    QTimer m_idleDeadline;
    QTimer m_pump;
};

} // namespace Workbench
