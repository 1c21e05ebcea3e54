// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpeventstream.h"

namespace Workbench {

//! One message that is sent by POST, and the server's answer to it.
class McpHttpPost : public QObject {
    Q_OBJECT
public:
    McpHttpPost(McpHttpLink *link, McpOutgoing outgoing);

    void start();
    //! Returns whether the message cancels a request or a task. Closing waits for it.
    bool isFarewell() const;
    //! Called when the response to this request was read.
    void answered();
    ~McpHttpPost() override; //!< Notes what came of an answer that is not complete.
    //! Returns HttpReply::unconnected() of the request; nothing if an answer has begun.
    std::optional<Error> unconnected(QStringView key, std::chrono::milliseconds waited) const
    {
        return m_reply ? m_reply->unconnected(key, waited) : std::nullopt;
    }

Q_SIGNALS:
    //! Emitted when the server accepted the message.
    void delivered();
    void failed(const Workbench::Error &error);
    //! Emitted when the answer to initialize arrives, with its session id; empty: it has none.
    void sessionGiven(const QByteArray &id);
    //! Emitted when nothing more will arrive; the owner may delete the object.
    void over();

private:
    enum class Body : quint8 { Unknown, Json, Events, Refusal };
    void headCame(const HttpResponseHead &head);
    void bodyCame(const QByteArray &chunk);
    void replyEnded(bool complete, const Error &error);
    void jsonEnded();
    void refusalEnded();
    Error withStatus(Error error) const;
    void fail(const Error &error);
    void finish();

    McpHttpLink *m_link;
    McpOutgoing m_outgoing;
    HttpFrames m_frames;
    HttpResponseHead m_head;
    QByteArray m_body;
    QByteArray m_raw; //!< value for Frame::raw
    bool m_isCut = false; //!< m_body is only the beginning
    std::unique_ptr<HttpReply> m_reply;
    std::unique_ptr<McpEventStream> m_stream;
    Body m_kind = Body::Unknown;
    bool m_isInitialize = false;
    bool m_hadSession = false; // the request carried a session id
    bool m_answered = false;
    bool m_over = false;
};

} // namespace Workbench
