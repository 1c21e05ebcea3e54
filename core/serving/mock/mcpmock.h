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

//! The answer to one message.
struct McpReply {
    Json message{}; //!< absent: no answer is sent
    bool drops = false; //!< the connection ends instead of an answer
    std::optional<qint64> breaksAt{}; //!< number of bytes of the message after which it ends; -1: half
};

//! Serves recorded fixtures as an MCP server of the legacy era: tools, resources and prompts as they were
//! defined, CallToolResults as they were recorded. Operations of other protocols become tools. It contains no
//! transport and starts no program.
//! \source core/sources/mcp/README.md 4; core/envelope/README.md 3; core/RULES.md
class McpMock : public QObject {
    Q_OBJECT
public:
    explicit McpMock(std::shared_ptr<MockPlayer> player, QObject *parent = nullptr);
    ~McpMock() override;

    using Reply = std::function<void(const McpReply &reply)>;
    //! Handles one message, not a batch. For a request, \a reply is called once, now or later, unless the
    //! request is cancelled. For any other message it is called at once with an absent message, or with an
    //! error.
    void handle(const Json &message, const Reply &reply);
    //! Forgets the waiting request \a id. Only for mocks with a single client.
    void cancel(const Json &id);
    //! Returns the number of requests that wait for their recorded time.
    qsizetype waiting() const { return qsizetype(m_waiting.size()); }
    //! Returns the operations that MCP cannot express: streams.
    const QStringList &leftOut() const { return m_leftOut; }

    static Json parseError(const QString &why); //!< Returns the answer to invalid JSON.
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
    QHash<QString, QString> m_operations; //!< by kind and name on the wire: "tool NAME", "prompt NAME"
    QHash<QString, std::shared_ptr<const Fixture>> m_read; //!< fixtures of templates, by the address read
    QStringList m_leftOut;
    std::map<QByteArray, std::unique_ptr<Waiting>> m_waiting; //!< by id
    quint64 m_number = 0; //!< counter for the keys of requests whose id is in use already
};

//! Serves an McpMock over Streamable HTTP at /mcp: each POST gets a JSON answer. It has no sessions and
//! offers no stream of its own (GET, DELETE: 405), which the specification allows for any server.
//! \source core/sources/mcp/README.md 4.2; core/RULES.md R-120
class McpMockHttp : public QObject {
    Q_OBJECT
public:
    //! \a mock must outlive this object.
    McpMockHttp(McpMock *mock, HttpServer *server, QObject *parent = nullptr);

    static constexpr QByteArrayView path{"/mcp"};

private:
    void serve(ServedExchange *exchange);

    McpMock *m_mock;
};

//! Serves an McpMock to the one client at the other end of stdin and stdout. It ends when stdin has ended and
//! every request is answered, or when a fault breaks the connection.
class McpMockStdio : public QObject {
    Q_OBJECT
public:
    //! \a mock and \a lines must outlive this object.
    McpMockStdio(McpMock *mock, StdioLines *lines, QObject *parent = nullptr);

Q_SIGNALS:
    //! Emitted when the client (\a inOrder is true) or a fault ended the connection.
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
