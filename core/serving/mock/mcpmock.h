// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/mock/mockplayer.h"

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
//! starts no program. \source mcp-client.md; envelopes.md 9; reliability.md
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

} // namespace Workbench
