// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpstdiochannel.h"

#include "core/base/visibletext.h"
#include "core/sources/mcp/mcpnoise.h"
#include "core/sources/mcp/mcpnotices.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype sideNotesKept = 20;
constexpr QLatin1StringView notAMessage{"not a message: "};

} // namespace

McpStdioChannel::McpStdioChannel(
    QString sourceName, std::unique_ptr<Transport> transport, const Limits &limits, ExchangeLog *log)
    : m_sourceName(std::move(sourceName))
    , m_transport(std::move(transport))
    , m_log(log)
    , m_inbox(limits)
{
    connect(m_transport.get(), &Transport::opened, this, [this] { settleOpen({}); });
    connect(m_transport.get(), &Transport::received, this, [this](const QByteArray &frame) {
        m_inbox.push({.message = {}, .bytes = frame, .channel = u"stdout"_s, .origin = 0});
    });
    connect(m_transport.get(), &Transport::noise, this, &McpStdioChannel::noteNoise);
    connect(m_transport.get(), &Transport::sideLine, this, [this](const QByteArray &line) {
        note(u"stderr"_s, line, u"stderr"_s);
        const QString text = visibleText(QString::fromUtf8(line), false, maxLogText);
        m_sideNotes.append(text);
        if (m_sideNotes.size() > sideNotesKept)
            m_sideNotes.removeFirst();
        Q_EMIT logged(
            {QDateTime::currentDateTimeUtc(), LogLine::Level::Info, m_sourceName, u"stderr"_s, text});
    });
    connect(m_transport.get(), &Transport::closed, this,
        [this](const Error &reason) { m_inbox.afterwards([this, reason] { transportClosed(reason); }); });
    connect(&m_inbox, &McpInbox::parsed, this, &McpStdioChannel::received);
    connect(&m_inbox, &McpInbox::refused, this, [this](const McpIncoming &incoming, const QString &why) {
        noteNoise(incoming.bytes, notAMessage + why);
    });
    connect(&m_inbox, &McpInbox::exceeded, this, [this](const McpIncoming &incoming, const Error &error) {
        note(u"stdout"_s, incoming.bytes, u"noise"_s, error.message);
        Q_EMIT unreadable(quint64(answeredId(incoming.bytes)), error);
    });
    connect(&m_inbox, &McpInbox::congested, this, [this](bool full) { m_transport->setReading(!full); });
}

QFuture<Result<void>> McpStdioChannel::open()
{
    QFuture<Result<void>> future = beginOpening();
    m_transport->open();
    return future;
}

void McpStdioChannel::send(const McpOutgoing &outgoing)
{
    const QByteArray line = outgoing.message.toBytes();
    const Result<void> sent = m_transport->send(line);
    if (!sent) {
        // A program whose pipe is closed has ended or is about to. closed() follows soon and gives the
        // reason.
        if (sent.error().kind == ErrorKind::Closed && !isOpening() && !m_closed)
            return;
        Q_EMIT sendFailed(outgoing.ticket, sent.error());
        return;
    }
    if (m_log) {
        Frame frame;
        frame.source = m_sourceName;
        frame.direction = Direction::Sent;
        frame.channel = u"stdin"_s;
        frame.bytes = line;
        frame.label = outgoing.label;
        frame.exchangeId = outgoing.exchangeId;
        m_log->note(std::move(frame));
    }
    Q_EMIT delivered(outgoing.ticket);
}

//! Notes a frame that the program sent and that is not a message. \a note says what is odd about it.
void McpStdioChannel::note(
    const QString &channel, const QByteArray &bytes, const QString &label, const QString &note)
{
    if (!m_log)
        return;
    Frame frame;
    frame.source = m_sourceName;
    frame.channel = channel;
    frame.bytes = bytes;
    frame.label = label;
    frame.note = note;
    m_log->note(std::move(frame));
}

void McpStdioChannel::noteNoise(const QByteArray &bytes, const QString &why)
{
    note(u"stdout"_s, bytes, u"noise"_s, why);
    if (!bytes.trimmed().isEmpty()) // blank lines are not reported
        Q_EMIT noise(bytes, why.startsWith(notAMessage) ? why.sliced(notAMessage.size()) : QString());
}

void McpStdioChannel::transportClosed(const Error &reason)
{
    if (m_closed)
        return;
    m_closed = true;
    settleOpen(std::unexpected(reason));
    Q_EMIT closed(reason);
}

} // namespace Workbench

#include "moc_mcpstdiochannel.cpp"
