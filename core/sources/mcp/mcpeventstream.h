// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcphttplink.h"
#include "core/transport/sse/sseparser.h"

namespace Workbench {

//! One event stream of Streamable HTTP, over as many connections as it takes: the answer to a POST, or the
//! standing GET. When a connection ends it waits and resumes by GET with Last-Event-ID. \source
//! core/sources/mcp/README.md 4.2; core/RULES.md R-27
class McpEventStream : public QObject {
    Q_OBJECT
public:
    //! \a origin: ticket of the request whose answer comes here; 0 for the standing stream.
    McpEventStream(McpHttpLink *link, quint64 origin, QString exchangeId, QObject *parent);

    //! The answer to a POST: goes on where \a reply stands, its head received already.
    void adopt(std::unique_ptr<HttpReply> reply, const QString &channel);
    void connectByGet();
    //! The answer has come: what else arrives is read, but the stream is not resumed.
    void rest() { m_resting = true; }

Q_SIGNALS:
    //! No connection stands and none will be tried.
    void ended(const Workbench::Error &why);
    //! The GET was answered with something that is no event stream.
    void refused(int status, const Workbench::Error &why);
    void connected(); //!< by GET

private:
    void listen(std::unique_ptr<HttpReply> reply);
    void headOfGet(const HttpResponseHead &head);
    void read(const QByteArray &chunk);
    void connectionEnded(bool complete, const Error &error);
    void retryOrEnd(const Error &why);
    std::chrono::milliseconds pause() const;
    bool mayResume() const;

    McpHttpLink *m_link;
    quint64 m_origin;
    QString m_exchangeId;
    QString m_channel;
    std::unique_ptr<HttpReply> m_reply;
    SseParser m_parser;
    QByteArray m_lastEventId;
    QByteArray m_firstBytes; // of this connection, to explain what it was when it was no event stream
    std::optional<HttpResponseHead> m_refusal;
    std::optional<int> m_retryMs;
    QTimer m_retry;
    int m_tries = 0; // connections since the last event
    bool m_sawEvent = false; // on this connection
    bool m_resting = false;
};

} // namespace Workbench
