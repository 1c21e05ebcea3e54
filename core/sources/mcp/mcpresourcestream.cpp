// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpresourcestream.h"

#include "core/json/jsonbuilder.h"
#include "core/sources/mcp/mcpnotices.h"

#include <QTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

McpResourceStream::McpResourceStream(std::shared_ptr<McpConnection> connection,
    std::shared_ptr<McpListening> listening, QString uri, QString exchangeId)
    : m_connection(std::move(connection))
    , m_listening(std::move(listening))
    , m_uri(std::move(uri))
    , m_exchangeId(std::move(exchangeId))
{
    connect(m_connection.get(), &McpConnection::closed, this,
        [this](const Error &reason) { finish(EndReason::Closed, reason); });
    connect(m_listening.get(), &McpListening::updated, this,
        [this](const QString &what, const Json &params, const QList<JsonRemark> &remarks) {
            if (McpListening::isWithin(what, m_uri))
                updated(params, remarks);
        });
    connect(m_listening.get(), &McpListening::refused, this, [this](const QString &what, const Error &why) {
        if (what == m_uri)
            finish(EndReason::Error, why);
    });
    connect(m_listening.get(), &McpListening::ended, this, [this](const QString &what) {
        if (what == m_uri)
            finish(EndReason::Completed);
    });
}

McpResourceStream::~McpResourceStream()
{
    m_hasEnded = true;
    if (std::exchange(m_isWatching, false))
        m_listening->unwatch(m_uri);
}

void McpResourceStream::start()
{
    QTimer::singleShot(0, this, [this] {
        if (m_hasEnded)
            return;
        m_isWatching = true;
        m_listening->watch(m_uri, m_exchangeId);
    });
}

void McpResourceStream::setReading(bool reading)
{
    m_isReading = reading;
    if (reading && !m_held.isAbsent())
        updated(std::exchange(m_held, Json()), std::exchange(m_heldRemarks, {}));
}

void McpResourceStream::updated(const Json &params, const QList<JsonRemark> &remarks)
{
    if (m_hasEnded)
        return;
    if (!m_isReading) {
        m_held = params;
        m_heldRemarks = remarks;
        return;
    }
    McpMeta meta;
    meta.content = Json::emptyArray();
    meta.meta = params.member("_meta"_L1);
    DescribedEnvelope made{mcpEnvelope(withoutMember(params, u"_meta"), meta), nullptr};
    made.notes = notesOn(remarks);
    const bool isPlain = made.notes.isEmpty();
    Q_EMIT item({.value = isPlain ? HandlerResult(std::move(made.envelope)) : HandlerResult(std::move(made)),
        .sse = {}});
}

void McpResourceStream::finish(EndReason reason, const Error &error)
{
    if (std::exchange(m_hasEnded, true))
        return;
    if (std::exchange(m_isWatching, false))
        m_listening->unwatch(m_uri);
    Q_EMIT ended(reason, error);
}

} // namespace Workbench

#include "moc_mcpresourcestream.cpp"
