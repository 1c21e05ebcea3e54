// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/mcp/mcprevisions.h"

#include "core/base/visibletext.h"
#include "core/json/jsontexts.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownRevision = 64;
constexpr qsizetype maxShownRevisions = 20;

} // namespace

const QStringList &mcpRevisions()
{
    static const QStringList revisions{u"2024-11-05"_s, u"2025-03-26"_s, u"2025-06-18"_s, u"2025-11-25"_s};
    return revisions;
}

const QStringList &mcpModernRevisions()
{
    static const QStringList revisions{u"2026-07-28"_s};
    return revisions;
}

QString knownRevision(const QString &label)
{
    if (label == "2024-10-07"_L1)
        return mcpRevisions().first();
    return mcpRevisions().contains(label) ? label : QString();
}

bool isRevisionFrom(const QString &revision, const QString &since)
{
    const qsizetype place = mcpRevisions().indexOf(revision);
    return place < 0 || place >= mcpRevisions().indexOf(since);
}

QStringList supportedByServer(const Error &error)
{
    return textsOf(error.details.member("data"_L1).member("supported"_L1));
}

QString revisionOffered(const Error &error, const QString &refused)
{
    const bool hasList = error.details.member("data"_L1).member("supported"_L1).isArray();
    const QStringList supported = supportedByServer(error);
    const Json body = error.details.member("body"_L1);
    const bool isPage = body.toString().trimmed().startsWith(u'<'); // its text may contain a date
    const QString said = error.details.member("message"_L1).toString()
        + QString::fromUtf8(isPage ? QByteArray() : body.toBytes());
    for (auto revision = mcpRevisions().crbegin(); revision != mcpRevisions().crend(); ++revision) {
        if (hasList ? supported.contains(*revision) : *revision != refused && said.contains(*revision))
            return *revision;
    }
    return {};
}

QString newestModern(const QStringList &theirs)
{
    for (auto revision = mcpModernRevisions().crbegin(); revision != mcpModernRevisions().crend();
        ++revision) {
        if (theirs.contains(*revision))
            return *revision;
    }
    return {};
}

bool isPlainLabel(const QString &label)
{
    return !label.isEmpty() && label.size() <= maxShownRevision
        && std::ranges::all_of(label, [](QChar c) { return c > u' ' && c < u'\x7f'; });
}

Error unknownRevision(const QString &sourceName, const QStringList &theirs, bool mayGoOn)
{
    QStringList shown;
    for (const QString &label : theirs.first(std::min(theirs.size(), maxShownRevisions)))
        shown.append(label.isEmpty() ? u"\"\""_s : visibleText(label, false, maxShownRevision));
    if (shown.isEmpty())
        shown.append(u"in a version that it does not name"_s);
    const bool isPossible = mayGoOn && std::ranges::any_of(theirs, isPlainLabel);
    const QString advice = isPossible
        ? u"Update this program, or connect anyway to read the server's lists; nothing can be called then."_s
        : u"Update this program."_s;
    const QStringList ours = mcpRevisions() + mcpModernRevisions();
    return {ErrorKind::Protocol, isPossible ? QString(unknownVersionCode) : u"mcp.unknown-revision"_s,
        u"\"%1\" speaks MCP %2, which this program does not know; it knows %3. %4"_s.arg(
            sourceName, shown.join(", "_L1), ours.join(", "_L1), advice),
        {}, Json::object({{u"server"_s, textArray(theirs)}, {u"client"_s, textArray(ours)}})};
}

Error otherEra(const QString &sourceName, const QString &revision)
{
    return {ErrorKind::Protocol, u"mcp.other-era"_s,
        u"\"%1\" speaks MCP %2, and the protocol of the source is set to another era. Set it to auto or %2."_s
            .arg(sourceName, revision)};
}

QString listsOnlyReason(const QString &revision)
{
    return u"It speaks MCP %1, which this program does not know: its lists are read, but "
           "operations cannot be called."_s.arg(visibleText(revision, false, maxShownRevision));
}

QStringList McpPin::choices()
{
    QStringList all{u"auto"_s};
    for (const QStringList &era : {mcpModernRevisions(), mcpRevisions()})
        std::ranges::reverse_copy(era, std::back_inserter(all));
    return all << u"modern"_s << u"legacy"_s;
}

Result<McpPin> McpPin::read(const QString &text)
{
    if (text.isEmpty() || text == "auto"_L1)
        return McpPin{Era::Auto, {}};
    if (text == "legacy"_L1)
        return McpPin{Era::Legacy, {}};
    if (text == "modern"_L1)
        return McpPin{Era::Modern, {}};
    if (mcpRevisions().contains(text))
        return McpPin{Era::Legacy, text};
    if (mcpModernRevisions().contains(text))
        return McpPin{Era::Modern, text};
    return std::unexpected(Error{ErrorKind::Usage, u"mcp.protocol"_s,
        u"%1 is not supported; expected one of %2"_s.arg(
            visibleText(text, false, maxShownRevision), choices().join(", "_L1))});
}

} // namespace Workbench
