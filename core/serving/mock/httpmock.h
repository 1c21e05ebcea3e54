// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/mock/httpserver.h"
#include "core/serving/mock/mockplayer.h"

namespace Workbench {

//! Serves fixtures of HTTP services as an HTTP service: the recorded status, headers and body, and streams as
//! server-sent events. A request that was not recorded is answered with 501 and a problem document, because
//! recordings hardly ever have this status. Targets are compared, never looked up as paths.
//! \source core/RULES.md
class HttpMock : public QObject {
    Q_OBJECT
public:
    HttpMock(std::shared_ptr<MockPlayer> player, HttpServer *server, QObject *parent = nullptr);

Q_SIGNALS:
    //! Emitted for a request that was not recorded.
    void unmatched(const Workbench::Error &error);

private:
    void serve(ServedExchange *exchange);
    void stream(ServedExchange *exchange, const MockTurn &turn);

    std::shared_ptr<MockPlayer> m_player;
};

//! Returns status, headers and body of a recorded HTTP answer, also of a failed one; nothing if there was no
//! answer. Leaves out headers of the connection, the length, the content coding and cross-origin access
//! (Access-Control-…).
std::optional<ServedAnswer> servedAnswerOf(const Fixture &fixture);
//! Returns a recorded item as a server-sent event.
QByteArray serverSentEvent(const Json &data, const std::optional<SseFields> &fields);

} // namespace Workbench
