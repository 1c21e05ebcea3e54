// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpsignin.h"
#include "core/transport/http/httpframes.h"

#include <QPointer>

namespace Workbench {

//! A request to a server that requires an access token. An answer that asks for a token is noted, but not
//! emitted; the request is sent again with the token. That is safe, because a server that refuses a request
//! in this way has not processed it. The reply emits the answer to the last request, or the error why there
//! is no token, with {"httpStatus": 401 or 403} in the details.
class McpSignedInReply : public HttpReply {
    Q_OBJECT
public:
    //! Sends \a request. Without \a client, which may be deleted first, the request is not repeated.
    McpSignedInReply(HttpClient *client, HttpRequest request, std::shared_ptr<McpSignIn> signIn,
        HttpFrames frames, const Limits &limits);
    ~McpSignedInReply() override;

    void abort() override;
    void setReading(bool reading) override;
    RequestTiming timing() const override { return m_reply ? m_reply->timing() : RequestTiming(); }
    QByteArray rawBody() const override { return m_reply ? m_reply->rawBody() : QByteArray(); }
    std::optional<Error> unconnected(QStringView key, std::chrono::milliseconds waited) const override;

private:
    void start();
    void headCame(const HttpResponseHead &head);
    void bodyCame(const QByteArray &chunk);
    void replyEnded(bool complete, const Error &error);
    void signedIn(const Result<void> &result);

    QPointer<HttpClient> m_client;
    HttpRequest m_request;
    std::shared_ptr<McpSignIn> m_signIn;
    HttpFrames m_frames;
    std::shared_ptr<AuthorizationTries> m_tries;
    std::unique_ptr<HttpReply> m_reply;
    QByteArray m_sent; //!< the header Authorization of the last request
    std::optional<HttpResponseHead> m_refused;
    QByteArray m_refusal; //!< the beginning of the body of m_refused
    std::stop_source m_stop;
    bool m_isReading = true;
};

} // namespace Workbench
