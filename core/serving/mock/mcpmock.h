// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/mock/httpserver.h"
#include "core/serving/mock/mockplayer.h"
#include "core/serving/stdiolines.h"

#include <QObject>

#include <functional>
#include <map>

namespace Workbench {

//! What one message is answered with.
struct McpReply {
    Json message{}; //!< absent: nothing is answered
    bool drops = false; //!< the connection ends instead
    std::optional<qint64> breaksAt{}; //!< it ends after so many bytes of the message; -1: half
};

//! Recorded fixtures as an MCP server of the legacy era: tools, resources and prompts as they were defined,
//! CallToolResults as they were recorded. Operations of other protocols are tools. Understands no transport,
//! starts no program.
//! \source core/sources/mcp/README.md 4; core/envelope/README.md 3; core/RULES.md
class McpMock : public QObject {
    Q_OBJECT
public:
    explicit McpMock(std::shared_ptr<MockPlayer> player, QObject *parent = nullptr);
    ~McpMock() override;

    using Reply = std::function<void(const McpReply &reply)>;
    //! \a reply is called once, now or later, for a request; never after it was cancelled; at once with an
    //! absent message for anything else. A whole batch is not for here.
    void handle(const Json &message, const Reply &reply);
    //! Forgets a request that waits: the only client there is gave up on \a id.
    void cancel(const Json &id);
    //! Requests that wait for their recorded time.
    qsizetype waiting() const { return qsizetype(m_waiting.size()); }
    //! Operations that MCP has no form for: streams.
    const QStringList &leftOut() const { return m_leftOut; }

    static Json parseError(const QString &why); //!< the message that answers what is no JSON
    static bool isKnownRevision(const QString &revision);

private:
    struct Waiting;
    void describe(const OperationSpec &spec);
    void request(const QString &method, const Json &id, const Json &params, const Reply &reply);
    Json initialized(const Json &params) const;
    void callTool(const Json &id, const Json &params, const Reply &reply);
    void readResource(const Json &id, const Json &params, const Reply &reply);
    void getPrompt(const Json &id, const Json &params, const Reply &reply);
    void play(const Json &id, const Result<MockTurn> &turn, int refusal, const Reply &reply);

    std::shared_ptr<MockPlayer> m_player;
    QList<Json> m_tools;
    QList<Json> m_resources;
    QList<Json> m_templates;
    QList<Json> m_prompts;
    QHash<QString, QString> m_operations; //!< by what the wire calls it: "tool NAME", "prompt NAME"
    QHash<QString, std::shared_ptr<const Fixture>> m_read; //!< of templates, by the address that was read
    QStringList m_leftOut;
    std::map<QByteArray, std::unique_ptr<Waiting>> m_waiting; //!< by id
    quint64 m_number = 0; //!< of the next one without an id of its own
};

//! An McpMock over Streamable HTTP at /mcp: a POST, a JSON answer. It keeps no sessions and offers no stream
//! of its own (GET, DELETE: 405), which a client has to expect of any server.
//! \source core/sources/mcp/README.md 4.2; core/RULES.md R-120
class McpMockHttp : public QObject {
    Q_OBJECT
public:
    //! \a mock outlives it.
    McpMockHttp(McpMock *mock, HttpServer *server, QObject *parent = nullptr);

    static constexpr QByteArrayView path{"/mcp"};

private:
    void serve(ServedExchange *exchange);

    McpMock *m_mock;
};

//! An McpMock for the one client at the other end of stdin and stdout. It ends when stdin has ended and
//! everything is answered, or when a fault breaks the connection.
class McpMockStdio : public QObject {
    Q_OBJECT
public:
    //! Both outlive it.
    McpMockStdio(McpMock *mock, StdioLines *lines, QObject *parent = nullptr);

Q_SIGNALS:
    //! \a inOrder: by the client, not by a fault.
    void ended(bool inOrder);

private:
    void receive(const QByteArray &line);
    void deliver(const McpReply &reply);
    void endWhenDone();

    McpMock *m_mock;
    StdioLines *m_lines;
    bool m_hasInputEnded = false;
    bool m_isBroken = false;
};

} // namespace Workbench
