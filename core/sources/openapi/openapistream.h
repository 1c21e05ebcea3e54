// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/itemstream.h"
#include "core/sources/openapi/openapicall.h"
#include "core/transport/reconnection.h"

#include <deque>

namespace Workbench {

//! A subscription over text/event-stream. It uses one connection. If the settings allow resuming and the
//! method has no effect, it connects again when the connection is lost.
//! \source core/sources/openapi/README.md 9; core/RULES.md
class OpenApiStream : public ItemStream {
    Q_OBJECT
public:
    OpenApiStream(std::shared_ptr<OpenApiLink> link, QString operationName, Json input, CallContext context);
    ~OpenApiStream() override;

    void start() override { QTimer::singleShot(0, this, &OpenApiStream::prepare); }
    void cancel() override
    {
        QTimer::singleShot(0, this, [this] { end(EndReason::Cancelled); });
    }
    void setReading(bool reading) override;
    //! Ends the stream with EndReason::Closed because the source is disconnected.
    void closeWith(const Error &why)
    {
        QTimer::singleShot(0, this, [this, why] { end(EndReason::Closed, why); });
    }

Q_SIGNALS:
    //! Emitted before ended() if a part of the stream was not used; \a text is a sentence.
    void warned(const QString &text);

private:
    void prepare();
    void connectNow();
    void takeHead(const HttpResponseHead &head);
    void takeBody(const QByteArray &chunk);
    void connectionEnded(bool complete, const Error &error);
    void takeAnswer(bool complete, const Error &error);
    void decodeNext();
    void decoded();
    void refuse(const QString &note = {});
    void renewToken(const HttpResponseHead &head, const QByteArray &body);
    void refuseWith(const HttpResponseHead &head, const QByteArray &body, const QString &remark);
    void work();
    void deliver(const SseEvent &event, StreamValue value);
    HttpFrames frames() const;
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
    std::stop_source m_stop; //!< cancels preparing a request and signing in
    bool m_isRenewed = false; //!< the token was renewed since the last accepted connection
    std::unique_ptr<HttpReply> m_reply;
    QString m_channel;
    std::optional<HttpResponseHead> m_head; //!< head of the current response
    QByteArray m_otherBody; //!< body of a response that is not a stream
    OpenApiEventReading m_eventReading; //!< for the current response
    //! End mark of the settings, or of the document after its first use. Nothing: not known yet.
    std::optional<QByteArray> m_endMark;
    QByteArray m_raw; //!< value for Frame::raw of a response that is not a stream
    QTimer m_refusalDeadline;
    SseParser m_parser;
    std::deque<SseEvent> m_events; //!< events that are parsed and not delivered yet
    bool m_isDecoding = false; //!< a worker reads the next item; delivery waits
    bool m_reading = true;
    bool m_isOver = false;
    //! How the connection ended. It is handled after all events are delivered.
    std::optional<std::pair<bool, Error>> m_ending;
    Reconnection m_reconnection;
    QByteArray m_lastEventId;
    std::optional<int> m_retryMs;
};

} // namespace Workbench
