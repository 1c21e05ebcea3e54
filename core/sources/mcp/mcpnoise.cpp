// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpnoise.h"

#include "core/base/visibletext.h"

#include <QRegularExpression>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownNoise = 200;
constexpr qsizetype maxExaminedNoise = 64 * 1024;
constexpr qsizetype examinedForId = 256 * 1024;

} // namespace

QString shownNoise(const QByteArray &bytes)
{
    return visibleText(
        QString::fromUtf8(bytes.first(std::min(bytes.size(), maxShownNoise))), false, maxShownNoise);
}

QString shownReason(const QByteArray &bytes, const QString &why)
{
    if (why.isEmpty() || !bytes.contains("\"jsonrpc\""))
        return {};
    return u" (%1)"_s.arg(QString(why).remove("not valid JSON, "_L1)); // the sentence around it says so
}

QString noiseHint(const QByteArray &bytes)
{
    // Without a newline, the header of the next message follows the previous message on the same line.
    static const QRegularExpression header(
        u"(?:^|[}\\]])content-length: *\\d"_s, QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression notANumber(u"[:,\\[]\\s*(-?(?:NaN|Infinity|nan|inf))\\s*[,\\]}]"_s);
    const QString text = QString::fromUtf8(bytes.first(std::min(bytes.size(), maxExaminedNoise))).trimmed();
    if (text.contains(header))
        return u"Content-Length is the framing of language servers; "
               "MCP over stdio sends one message per line."_s;
    const bool isBegun = text.startsWith(u'{') || text.startsWith(u'[');
    if (isBegun && text.size() == 1)
        return u"It looks like a message over several lines; a message must be on one line."_s;
    if (const auto found = notANumber.match(text); isBegun && found.hasMatch())
        return u"%1 is not JSON."_s.arg(found.captured(1));
    if (text.indexOf("{\"jsonrpc\""_L1) > 0)
        return u"There is other text on the line before a message."_s;
    const bool isAnswer = text.contains("\"result\""_L1) || text.contains("\"error\""_L1);
    if (isBegun && isAnswer && text.contains("\"id\""_L1) && !text.contains("\"jsonrpc\""_L1))
        return u"A message needs the member \"jsonrpc\"."_s;
    return {};
}

qint64 answeredId(const QByteArray &bytes)
{
    static const QRegularExpression idMember(u"\"id\"\\s*:\\s*(\\d{1,10})\\b"_s);
    const QByteArray start = bytes.first(std::min(bytes.size(), examinedForId)).trimmed();
    if (!start.startsWith('{') || !start.contains("\"jsonrpc\""))
        return 0;
    return idMember.match(QString::fromUtf8(start)).captured(1).toLongLong();
}

void McpNoise::add(const QByteArray &bytes, const QString &why)
{
    if (m_count++ == 0)
        m_first = shownNoise(bytes) + shownReason(bytes, why);
    if (m_hint.isEmpty())
        m_hint = noiseHint(bytes);
}

void McpNoise::addForeign(const QString &said)
{
    if (m_foreign.isEmpty())
        m_foreign = said;
}

QString McpNoise::sentences(const QByteArray &unfinished) const
{
    QStringList all;
    if (m_count == 1)
        all.append(u"It sent a line that is not a message: %1"_s.arg(m_first));
    else if (m_count > 1)
        all.append(u"It sent %1 lines that are not messages, the first: %2"_s.arg(m_count).arg(m_first));
    if (!m_hint.isEmpty())
        all.append(m_hint);
    if (!m_foreign.isEmpty())
        all.append(m_foreign);
    const bool isExplained = m_hint.startsWith("Content-Length"_L1);
    if (const QString rest = shownNoise(unfinished.trimmed()); !rest.isEmpty() && !isExplained)
        all.append(u"It sent a message without a newline at its end: %1"_s.arg(rest));
    for (QString &one : all) {
        if (!one.endsWith(u'.'))
            one += u'.';
    }
    return all.join(u' ');
}

} // namespace Workbench
