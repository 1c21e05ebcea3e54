// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/transport/http/certificates.h"
#include "core/transport/http/httptext.h"

#include <QFuture>
#include <QObject>
#include <QUrl>

#include <memory>
#include <stop_token>

namespace Workbench {

class HttpConnections;
struct HttpResponseHead;

struct HttpRequest {
    QByteArray method = "GET";
    QUrl url;
    //! The exact bytes of path and query, for targets that a QUrl would write differently; empty: those of
    //! url. A redirect clears it.
    QByteArray target{};
    //! The headers in the order and with the names as they are sent. Host, Content-Length, Connection and
    //! other headers of the connection are ignored, because the client sets them.
    HttpHeaders headers{};
    std::optional<QByteArray> body{};
    //! False for MCP, token and OAuth requests. Then only a redirect inside the origin that keeps method and
    //! body is followed. Any other redirect is an error that names both addresses. \source core/RULES.md R-21
    bool mayRedirect = true;
    bool longLived = false; //!< a GET stream, which has no total and no idle deadline
    //! The deadline for the head of the response. The text of an error names the deadline that expired
    //!
    std::chrono::milliseconds headersWithin{60'000};
    std::chrono::milliseconds totalWithin{600'000}; //!< for the whole response; not used with longLived
    //! True for a URL that a peer gave and the user did not confirm. The request is refused if the address of
    //! its host is loopback, private or otherwise not public. \source core/RULES.md R-32
    bool publicPeerOnly = false;
    //! Origins that the user confirmed, so that a redirect may lead there although their address is not
    //! public. The origin of url is added unless publicPeerOnly is set. \source core/RULES.md
    QStringList confirmedOrigins{};
    QList<AcceptedCertificate> acceptedCertificates{}; //!< in addition to those the system trusts (R-30)
    std::optional<ClientCertificate> clientCertificate{}; //!< for mutual TLS, never sent to another origin
    bool mayUseHttp2 = true; //!< uses HTTP/2 if the server offers it over TLS; false forces HTTP/1.1
    //! Called from the event loop with each \a head that was sent, also after a redirect and when the request
    //! is sent again; \a note says if something is odd about it. If the last request could not be sent, the
    //! last call has an empty head. If the reply is deleted before its end, called from its destructor. Must
    //! not touch the reply.
    std::function<void(const HttpRequest &request, const QByteArray &head, const QString &note)> onSent{};
    //! Called from the event loop with the head of each redirect. Must not touch the reply.
    std::function<void(const HttpResponseHead &head)> onRedirect{};
    //! Called from the event loop with what came of an answer that ends with \a error: if the head is not
    //! complete or not valid, its lines as \a head.raw with the status 0; for HttpClient::fetch() also later.
    //! Must not touch the reply.
    std::function<void(
        const HttpResponseHead &head, const QByteArray &body, const QByteArray &raw, const Error &error)>
        onBroken{};
    //! What to do if a redirect is refused: a sentence. Empty: the target becomes the address of the source.
    QString redirectAdvice{};
};

struct HttpResponseHead {
    //! The received bytes, with the line ends and with the informational responses before the final one.
    QByteArray raw{};
    int status = 0;
    QByteArray reason;
    HttpHeaders headers; //!< in the order received, repeated ones included
    QUrl url; //!< the URL that answered, after redirects
    //! The timing until the head; that of the last request if redirects were followed.
    RequestTiming timing;

    //! Returns the value of the header \a name, ignoring case. Repeated ones are joined with ", ". Empty if
    //! the header is missing.
    QByteArray header(QByteArrayView name) const { return joinedValue(headers, name); }
    //! Returns the media type in lower case without parameters, for example "text/event-stream".
    QByteArray mediaType() const;
};

//! The code of the error for an address that is not public and that the user has not confirmed. The details
//! are {"wanted": origin, "setting": "origins", "redirectedFrom": origin}; without a redirect the last is
//! missing.
inline constexpr QLatin1StringView privatePeerCode{"http.privatePeer"};

//! One request and its answer. GUI thread. Emits headReceived(), then any number of bodyReceived(), then
//! finished() once; or only finished(). Deleting the reply aborts the request. Signals never come from inside
//! a call of a member function.
class HttpReply : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void abort() = 0; //!< Cancels the request; finished() with ErrorKind::Cancelled follows.
    virtual void setReading(bool reading) = 0; //!< Pauses reading while \a reading is false.
    //! Returns the timing, complete after finished(). totalUs spans all redirects; the other times are those
    //! of the last request.
    virtual RequestTiming timing() const = 0;
    //! Returns, after finished(), the body as it went over the wire, with its chunks and content coding.
    //! Empty if it had neither, was an event stream or larger than exchange.bytes, was compressed and cut
    //! off, or if the request has no onSent.
    virtual QByteArray rawBody() const = 0;
    //! Returns the error for the deadline \a key of the caller, which passes now after \a waited, if the
    //! request was not sent yet because no connection is usable; otherwise nothing.
    virtual std::optional<Error> unconnected(QStringView key, std::chrono::milliseconds waited) const = 0;

Q_SIGNALS:
    void headReceived(const Workbench::HttpResponseHead &head);
    //! Emitted with decoded bytes of the body (gzip, deflate, br and zstd, with an end-of-stream check; R-22,
    //!
    void bodyReceived(const QByteArray &chunk);
    //! Emitted once, when the request has ended. \a complete is true after a whole body; otherwise \a error
    //! has the kind Cancelled, Network, Timeout, Protocol, Limit, Usage or Trust.
    void finished(bool complete, const Workbench::Error &error);
};

//! An HTTP client with every bound of: deadlines, checked redirects, counted decoding,
//! header limits, no silent resend. It uses HTTP/2 where TLS agrees on it, HTTP/3 where an earlier response
//! offered it for the same port and libcurl has ngtcp2, and HTTP/1.1 otherwise.
//!
//! The requests of a client share HTTP/2 and HTTP/3 connections. With HTTP/1.1 only GET, HEAD, OPTIONS, TRACE
//! and QUERY use kept connections; any other request and every long stream has its own. Long streams never
//! hold up a call. Error messages are whole sentences that begin with the name of the source.
//! unexpectedAnswer() says what an answer means. \source core/transport/README.md 3
class HttpClient : public QObject {
    Q_OBJECT
public:
    HttpClient(QString sourceName, const Limits &limits, QObject *parent = nullptr);

    //! Sends \a request, starting on the next turn of the event loop. The caller owns the reply.
    std::unique_ptr<HttpReply> send(HttpRequest request);

    struct Whole {
        HttpResponseHead head;
        QByteArray body;
        RequestTiming timing{};
        QByteArray raw{}; //!< HttpReply::rawBody()
    };
    //! Sends \a request and collects the whole answer, at most http.bodyBytes. ErrorKind::Cancelled after
    //! \a cancellation and when the client is deleted.
    QFuture<Result<Whole>> fetch(HttpRequest request, std::stop_token cancellation = {});

private:
    QString m_sourceName;
    Limits m_limits;
    std::shared_ptr<HttpConnections> m_connections;
    QObject m_jobs; //!< the parent of all running fetches
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::HttpResponseHead)
