// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QFuture>
#include <QObject>
#include <QUrl>

#include <memory>
#include <stop_token>

namespace Workbench {

using HttpHeaders = QList<std::pair<QByteArray, QByteArray>>;

struct HttpRequest {
    QByteArray method = "GET";
    QUrl url;
    //! Sent in this order, names as written. Host, Content-Length, Connection and their like are ours and
    //! left out.
    HttpHeaders headers;
    std::optional<QByteArray> body;
    //! False for MCP, token and OAuth requests: only a redirect inside the origin that keeps method and body
    //! (307, 308) is followed then; every other is an error naming both places. \source reliability.md R-21
    bool mayRedirect = true;
    bool longLived = false; //!< a GET stream: no total and no idle deadline
    //! Deadlines; the text of the error says which one ended it.
    std::chrono::milliseconds headersWithin{60'000};
    std::chrono::milliseconds totalWithin{600'000}; //!< not for longLived
};

struct HttpResponseHead {
    int status = 0;
    QByteArray reason;
    HttpHeaders headers; //!< as received, repeats kept
    QUrl url; //!< after redirects

    QByteArray header(
        QByteArrayView name) const; //!< ignoring case; repeats joined with ", "; empty when missing
    //! The media type in lower case without parameters: "text/event-stream".
    QByteArray mediaType() const;
};

//! One request and its answer. GUI thread. Emits headReceived, then any number of bodyReceived, then finished
//! once; or only finished. Deleting it aborts. Signals never come from inside a call of ours.
class HttpReply : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void abort() = 0; //!< finished(ErrorKind::Cancelled) follows
    virtual void setReading(bool reading) = 0; //!< while false the socket is not read

Q_SIGNALS:
    void headReceived(const Workbench::HttpResponseHead &head);
    //! Decoded bytes (gzip and deflate are undone by us, with an end-of-stream check; ).
    void bodyReceived(const QByteArray &chunk);
    //! kind Cancelled/Network/Timeout/Protocol/Limit, or nothing (complete == true) after a whole body.
    void finished(bool complete, const Workbench::Error &error);
};

//! HTTP/1.1 with every bound of: deadlines, redirects by hand, counted decoding, header
//! limits, no silent resend. Every request has a connection of its own, so long streams never hold up a call.
//! Messages of its errors are whole sentences that begin with the source's name. What an answer means is
//! asked of unexpectedAnswer().
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
    };
    //! For answers that are wanted whole.
    QFuture<Result<Whole>> fetch(HttpRequest request, std::stop_token cancellation = {});

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::HttpResponseHead)
