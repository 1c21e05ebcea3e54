// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/itemstream.h"
#include "core/sources/openapi/openapicall.h"
#include "core/sources/openapi/openapievents.h"
#include "core/transport/reconnection.h"

#include <deque>

namespace Workbench {

//! A subscription over text/event-stream, over one connection or, where the settings say so and nothing is
//! asked for twice, over as many as it takes.
//! \source core/sources/openapi/README.md 9; core/RULES.md
class OpenApiStream : public ItemStream {
    Q_OBJECT
public:
    OpenApiStream(std::shared_ptr<OpenApiLink> link, QString operationName, Json input, CallContext context);
    ~OpenApiStream() override;

    void start() override;
    void cancel() override;
    void setReading(bool reading) override;
    //! The source is disconnected.
    void closeWith(const Error &why);

private:
    void prepare();
    void connectNow();
    void takeHead(const HttpResponseHead &head);
    void takeBody(const QByteArray &chunk);
    void connectionEnded(bool complete, const Error &error);
    void takeAnswer(bool complete, const Error &error);
    void decodeNext();
    void decoded();
    void refuse();
    void renewToken(const HttpResponseHead &head, const QByteArray &body);
    void refuseWith(const HttpResponseHead &head, const QByteArray &body, const QString &remark);
    void work();
    void deliver(const SseEvent &event, StreamValue value);
    void afterLast();
    bool mayResume() const;
    void end(EndReason reason, const Error &error = {});
    void letGo();

    std::shared_ptr<OpenApiLink> m_link;
    QString m_operationName;
    Json m_input;
    CallContext m_context;
    std::optional<OpenApiCall> m_call;
    std::shared_ptr<AuthorizationTries> m_tries;
    std::stop_source m_stop; //!< for a sign-in
    bool m_isRenewed = false; //!< the token, since the last connection that stood
    std::unique_ptr<HttpReply> m_reply;
    QString m_channel;
    std::optional<HttpResponseHead> m_head; //!< of the connection that stands
    QByteArray m_otherBody; //!< of an answer that is not a stream
    OpenApiEventReading m_eventReading; //!< of the connection that stands
    std::optional<QByteArray> m_endMark; //!< of the settings, or of the document once it was looked at
    QByteArray m_coded; //!< the whole refusal before its content coding was undone
    QTimer m_refusalDeadline;
    SseParser m_parser;
    std::deque<SseEvent> m_events; //!< parsed, not delivered yet
    bool m_isDecoding = false; //!< a large event is on a worker
    bool m_reading = true;
    bool m_isOver = false;
    //! How the connection ended; told when all before it is delivered.
    std::optional<std::pair<bool, Error>> m_ending;
    Reconnection m_reconnection;
    QByteArray m_lastEventId;
    std::optional<int> m_retryMs;
};

} // namespace Workbench
