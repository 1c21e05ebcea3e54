// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpchannel.h"

#include <functional>

namespace Workbench {

//! A channel without a wire. It shows the sent messages and plays received ones that the test provides. If
//! \c respond is set, its result answers each message, one turn of the event loop later.
class FakeChannel : public McpChannel {
public:
    using Answers = QList<QByteArray>;

    QFuture<Result<void>> open() override { return QtFuture::makeReadyValueFuture(openOutcome); }
    void send(const McpOutgoing &outgoing) override
    {
        sent.append(outgoing);
        if (const auto error = failSend ? failSend(outgoing) : std::nullopt) {
            Q_EMIT sendFailed(outgoing.ticket, *error);
            return;
        }
        if (!holdsDelivery)
            Q_EMIT delivered(outgoing.ticket);
        if (!respond)
            return;
        for (const QByteArray &bytes : respond(outgoing))
            QMetaObject::invokeMethod(this, [this, bytes] { play(bytes); }, Qt::QueuedConnection);
    }
    void forget(quint64 ticket) override { forgotten.append(ticket); }
    void close() override
    {
        ++closeCalls;
        QMetaObject::invokeMethod(
            this,
            [this] {
                Q_EMIT closed(
                    Error{ErrorKind::Cancelled, QStringLiteral("ABORTED"), QStringLiteral("closed"), {}, {}});
            },
            Qt::QueuedConnection);
    }

    void play(const QByteArray &bytes)
    {
        McpIncoming incoming;
        incoming.bytes = bytes;
        if (const auto parsed = parseJsonDetailed(bytes)) {
            incoming.message = parsed->value;
            incoming.remarks = parsed->remarks;
        }
        incoming.channel = QStringLiteral("stdout");
        Q_ASSERT(!incoming.message.isAbsent());
        Q_EMIT received(incoming);
    }
    qsizetype countSent(QStringView method) const
    {
        return std::ranges::count_if(
            sent, [method](const McpOutgoing &one) { return methodOf(one) == method; });
    }
    static QString methodOf(const McpOutgoing &outgoing)
    {
        return outgoing.message.member(QLatin1StringView("method")).toString();
    }
    //! Returns {"jsonrpc":"2.0","id":ID,"result":RESULT} for the request \a outgoing.
    static QByteArray resultFor(const McpOutgoing &outgoing, const QByteArray &result)
    {
        return R"({"jsonrpc":"2.0","id":)" + outgoing.message.member(QLatin1StringView("id")).toBytes()
            + R"(,"result":)" + result + "}";
    }
    static QByteArray errorFor(const McpOutgoing &outgoing, const QByteArray &error)
    {
        return R"({"jsonrpc":"2.0","id":)" + outgoing.message.member(QLatin1StringView("id")).toBytes()
            + R"(,"error":)" + error + "}";
    }

    QList<McpOutgoing> sent;
    QList<quint64> forgotten;
    std::function<Answers(const McpOutgoing &)> respond;
    std::function<std::optional<Error>(const McpOutgoing &)> failSend;
    Result<void> openOutcome;
    bool holdsDelivery = false; //!< sent messages are not reported as delivered
    int closeCalls = 0;
};

} // namespace Workbench
