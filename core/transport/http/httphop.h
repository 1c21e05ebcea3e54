// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/contentdecoder.h"
#include "core/transport/http/curlrequest.h"
#include "core/transport/http/httpheads.h"

#include <QElapsedTimer>

#include <array>
#include <deque>

namespace Workbench {

//! One request without its redirects, and the response to it: one transfer of libcurl. Callbacks of libcurl
//! only queue their data. Signals come from the event loop, and the listener may delete the hop in any of
//! them. A request that may have an effect is sent once, any other request at most twice.
class HttpHop : public QObject, private CurlMulti::Listener {
    Q_OBJECT
public:
    //! \a connections holds the connections to reuse and to keep. With \a needsPublicPeer, an address that is
    //! not public ends the hop with ErrorKind::Trust, code "http.privatePeer", before anything is sent (R-21,
    //!
    HttpHop(HttpRequest request, const Limits &limits, std::shared_ptr<HttpConnections> connections,
        bool needsPublicPeer);
    ~HttpHop() override;

    void start();
    void setReading(bool reading);
    //! Returns whether the connection leads to a public address, as far as this program can know.
    bool isPeerPublic() const;
    //! Returns the timing known yet; its totalUs counts from start(), -1 before.
    RequestTiming timing() const;
    //! Returns the error for the deadline \a key, which passes now after \a waited, if the request was not
    //! sent yet because no connection is usable; otherwise nothing. It is a predicate without a subject.
    std::optional<Error> unconnected(QStringView key, std::chrono::milliseconds waited) const;

    //! Returns the addresses that a connection was tried to, in order; of the proxy if there is one.
    const QStringList &triedAddresses() const { return m_tried; }
    //! Returns the request, which knows where the connection leads to; valid also after the transfer.
    const CurlRequest &request() const { return m_request; }

    //! Takes the body as it was on the wire, see HttpReply::rawBody().
    QByteArray takeRaw();
    //! Returns the lines of a head that headReceived() does not report, because it is not complete, not
    //! valid, or announces a body that cannot be decoded; otherwise empty.
    QByteArray brokenHead() const;
    //! Returns the first bytes that came instead of an answer in HTTP; empty if it was HTTP.
    const QByteArray &notHttpBytes() const { return m_notHttpBytes; }
    //! Takes the heads that were sent and for which sent() was not emitted yet.
    std::deque<QByteArray> takeSentHeads() { return std::exchange(m_sentHeads, {}); }

Q_SIGNALS:
    //! Emitted with each head that was sent, in the form of HTTP/1, if the request has onSent.
    void sent(const QByteArray &head);
    void headReceived(const Workbench::HttpResponseHead &head);
    void bodyReceived(const QByteArray &chunk);
    //! Emitted once. Without a complete response, \a error has a predicate without a subject as its message:
    //! "closed the connection before …".
    void ended(bool complete, const Workbench::Error &error);

private:
    static HttpHop &of(void *data) { return *static_cast<HttpHop *>(data); }
    void judgeHostOfProxy();
    void transfer();
    void startConnectDeadline();
    Error connectDeadlinePassed(QStringView key, std::chrono::milliseconds waited) const;
    void setCallbacks();
    void letGo();
    void transferEnded(CURLcode code) override;
    Error failure(CURLcode code) const;
    QByteArray firstBytes() const;

    bool takeHeadLine(QByteArrayView line);
    void noteVersion();
    size_t takeBody(QByteArrayView bytes);
    int mayBeSent(const char *peer);
    bool maySend() const;
    curl_off_t connectionId() const { return curlInfo<curl_off_t>(m_easy, CURLINFO_CONN_ID); }
    bool isReused() const { return curlInfo(m_easy, CURLINFO_NUM_CONNECTS) == 0; }
    curl_socket_t openSocket(const curl_sockaddr &address);
    void note(curl_infotype type, QByteArrayView bytes);
    void noteRaw(QByteArrayView bytes);

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
    bool m_beginsAgain = false; //!< try another connection, as nothing was sent on this one
    bool m_isResendRefused = false;
    int m_sent = 0; //!< how often the request went to a connection
    bool m_hasRefusedAddress = false;
    bool m_hasUsedAddress = false;
    bool m_hasBegunTls = false; //!< the last connection is open, and its handshake has begun
    //! Why libcurl wanted to send the request again, in libcurl's text for a reset stream.
    QByteArray m_retryReason;
    QString m_peer;
    QStringList m_tried;

    ResponseHeadReader m_head;
    QByteArray m_notHttpBytes;
    std::optional<Error> m_refusal; //!< set by a callback that refuses its data; ends the transfer
    qint64 m_received = 0; //!< bytes of the body on the wire
    qint64 m_rawBytes = 0; //!< bytes of the body on the wire, with the framing
    bool m_keepsRaw = false;
    QByteArray m_raw; //!< the body on the wire, with its chunks
    bool m_hasExcess = false; //!< bytes after the announced length
    bool m_isStalled = false; //!< libcurl waits until the queue is empty
    QByteArray m_sending; //!< the part of a head that was sent so far
    std::deque<QByteArray> m_sentHeads; //!< heads for which sent() is due
    std::optional<HttpResponseHead> m_waitingHead;
    std::deque<QByteArray> m_coded; //!< received, not decoded yet
    qint64 m_codedBytes = 0;
    std::optional<ContentDecoder> m_decoder;
    std::deque<QByteArray> m_waiting; //!< decoded, not delivered yet
    std::optional<CURLcode> m_end;
    RequestTiming m_timing; //!< set when the handle is given back
    std::optional<Error> m_failure; //!< the error of the transfer
    std::optional<Error> m_error; //!< emitted when everything before it is delivered
    bool m_isComplete = false;
    bool m_reading = true;
    bool m_isDone = false;
    QElapsedTimer m_sinceStart;
    QElapsedTimer m_sinceBody; //!< since the last bytes of the body
    QTimer m_connectDeadline;
    QTimer m_idleDeadline;
    QTimer m_pump;
};

} // namespace Workbench
