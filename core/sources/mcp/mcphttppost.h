// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpeventstream.h"

namespace Workbench {

//! One message on its way by POST, and what comes back for it.
class McpHttpPost : public QObject {
    Q_OBJECT
public:
    McpHttpPost(McpHttpLink *link, McpOutgoing outgoing, QObject *parent);

    void start();
    //! The response to this request has been read.
    void answered();
    const McpOutgoing &outgoing() const { return m_outgoing; }

Q_SIGNALS:
    void delivered();
    void failed(const Workbench::Error &error);
    void sessionGiven(const QByteArray &id); //!< by the answer to initialize
    //! Nothing more will come; whoever owns it may delete it.
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
    QString m_channel;
    HttpResponseHead m_head;
    QByteArray m_body;
    QByteArray m_coded; //!< the whole body before its content coding was undone
    bool m_isCut = false; //!< m_body is only the beginning
    std::unique_ptr<HttpReply> m_reply;
    std::unique_ptr<McpEventStream> m_stream;
    Body m_kind = Body::Unknown;
    bool m_isInitialize = false;
    bool m_hadSession = false; // a session id went along
    bool m_answered = false;
    bool m_over = false;
};

} // namespace Workbench
