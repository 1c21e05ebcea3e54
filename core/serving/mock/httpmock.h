// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/mock/httpserver.h"
#include "core/serving/mock/mockplayer.h"

namespace Workbench {

//! Fixtures of HTTP services as an HTTP service: status, headers and body of what was recorded, streams as
//! server-sent events. What was not recorded is answered 501 with a problem document, a status that no
//! recording is likely to be mistaken for. Targets are compared, never looked up as paths.
//! \source core/RULES.md
class HttpMock : public QObject {
    Q_OBJECT
public:
    HttpMock(std::shared_ptr<MockPlayer> player, HttpServer *server, QObject *parent = nullptr);

Q_SIGNALS:
    //! A request that nothing was recorded for.
    void unmatched(const Workbench::Error &error);

private:
    void serve(ServedExchange *exchange);
    void stream(ServedExchange *exchange, const MockTurn &turn);

    std::shared_ptr<MockPlayer> m_player;
};

//! Status, headers and body of a recorded HTTP answer, a failed one included; nothing when there was none.
//! Headers of one connection, of the length, of a content coding and of what pages of others may do
//! (Access-Control-…) are left out.
std::optional<ServedAnswer> servedAnswerOf(const Fixture &fixture);
//! A recorded item as a server-sent event.
QByteArray serverSentEvent(const Json &data, const std::optional<SseFields> &fields);

} // namespace Workbench
