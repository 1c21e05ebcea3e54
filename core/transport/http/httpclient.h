// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/transport/http/acceptedcertificate.h"
#include "core/transport/http/clientcertificate.h"

#include <QFuture>
#include <QObject>
#include <QUrl>

#include <memory>
#include <stop_token>

namespace Workbench {

using HttpHeaders = QList<std::pair<QByteArray, QByteArray>>;
struct HttpResponseHead;

struct HttpRequest {
    QByteArray method = "GET";
    QUrl url;
    //! Path and query to the byte, where a QUrl would write them differently; empty: those of url. A redirect
    //! drops it.
    QByteArray target{};
    //! Sent in this order, names as written. Host, Content-Length, Connection and their like are ours and
    //! left out.
    HttpHeaders headers{};
    std::optional<QByteArray> body{};
    //! False for MCP, token and OAuth requests: only a redirect inside the origin that keeps method and body
    //! (307, 308) is followed then; every other is an error naming both places. \source core/RULES.md R-21
    bool mayRedirect = true;
    bool longLived = false; //!< a GET stream: no total and no idle deadline
    //! Deadlines; the text of the error says which one ended it.
    std::chrono::milliseconds headersWithin{60'000};
    std::chrono::milliseconds totalWithin{600'000}; //!< not for longLived
    //! For a URL that a peer gave and nobody confirmed: refused where its host's address is loopback, private
    //! or otherwise not public. \source core/RULES.md R-32
    bool publicPeerOnly = false;
    //! Origins that the user confirmed, so that a redirect may lead there although they lie in a private
    //! network. The origin of url counts as one of them unless publicPeerOnly is set. \source core/RULES.md
    //!
    QStringList confirmedOrigins{};
    QList<AcceptedCertificate> acceptedCertificates{}; //!< besides those the system trusts (R-30)
    std::optional<ClientCertificate> clientCertificate{}; //!< for mutual TLS, never sent to another origin
    bool mayUseHttp2 = true; //!< where the server offers it over TLS; false pins HTTP/1.1
    //! Called from the event loop with each head that was sent, of a redirect or a repetition too; \a note
    //! says what is odd about it. The last one is empty if nothing was sent at the end. When the reply is
    //! deleted before its end, called from its destructor. Must not touch the reply.
    std::function<void(const HttpRequest &request, const QByteArray &head, const QString &note)> onSent{};
    //! Called from the event loop with the head of each redirect. Must not touch the reply.
    std::function<void(const HttpResponseHead &head)> onRedirect{};
};

struct HttpResponseHead {
    //! As received, with the line ends and with informational responses before it.
    QByteArray raw{};
    int status = 0;
    QByteArray reason;
    HttpHeaders headers; //!< as received, repeats kept
    QUrl url; //!< after redirects
    //! What is known by now: nothing of the body yet. Of the last request where redirects were followed.
    RequestTiming timing;

    QByteArray header(
        QByteArrayView name) const; //!< ignoring case; repeats joined with ", "; empty when missing
    //! The media type in lower case without parameters: "text/event-stream".
    QByteArray mediaType() const;
};

//! Code of an Error: the address lies in a private network and the user has not confirmed it. Its details are
//! {"wanted": origin, "redirectedFrom": origin}; without a redirect the second is missing.
inline constexpr QLatin1StringView privatePeerCode{"http.privatePeer"};

//! One request and its answer. GUI thread. Emits headReceived, then any number of bodyReceived, then finished
//! once; or only finished. Deleting it aborts. Signals never come from inside a call of ours.
class HttpReply : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void abort() = 0; //!< finished(ErrorKind::Cancelled) follows
    virtual void setReading(bool reading) = 0; //!< while false the socket is not read
    //! Whole after finished(): totalUs spans all redirects, the rest is of the last request.
    virtual RequestTiming timing() const = 0;
    //! The whole body as received, before its content coding was undone; after finished(). Empty: it had no
    //! content coding, was cut or an event stream, was larger than exchange.bytes, or the request has no
    //! onSent.
    virtual QByteArray codedBody() const { return {}; }

Q_SIGNALS:
    void headReceived(const Workbench::HttpResponseHead &head);
    //! Decoded bytes (gzip, deflate, br and zstd are undone by us, with an end-of-stream check; ).
    void bodyReceived(const QByteArray &chunk);
    //! kind Cancelled/Network/Timeout/Protocol/Limit, or nothing (complete == true) after a whole body.
    void finished(bool complete, const Workbench::Error &error);
};

//! HTTP/2 over TLS where the server offers it, else HTTP/1.1, with every bound of:
//! deadlines, redirects by hand, counted decoding, header limits, no silent resend. Requests of a client
//! share HTTP/2 connections; with HTTP/1.1 each has its own, and only what asks for no effect (GET) may have
//! a used one. Long streams never hold up a call. Messages of its errors are whole sentences that begin with
//! the source's name. What an answer means is asked of unexpectedAnswer().
class HttpClient : public QObject {
    Q_OBJECT
public:
    HttpClient(QString sourceName, Limits limits, QObject *parent = nullptr);
    ~HttpClient() override;

    //! Starts on the next turn of the event loop. The caller owns the reply.
    std::unique_ptr<HttpReply> send(HttpRequest request);

    struct Whole {
        HttpResponseHead head;
        QByteArray body;
        RequestTiming timing{};
        QByteArray coded{}; //!< HttpReply::codedBody()
    };
    //! For answers that are wanted whole.
    QFuture<Result<Whole>> fetch(HttpRequest request, std::stop_token cancellation = {});

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::HttpResponseHead)
