// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpnotices.h"

#include "core/base/visibletext.h"
#include "core/mcp/jsonrpc.h"

#include <cmath>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxLogger = 40;
constexpr qsizetype maxLevelName = 20;
constexpr qsizetype maxMemberName = 200;
constexpr qsizetype maxShownRemarks = 20;

LogLine::Level levelOf(const QString &name)
{
    if (name == "debug"_L1)
        return LogLine::Level::Debug;
    if (name == "notice"_L1)
        return LogLine::Level::Notice;
    if (name == "warning"_L1)
        return LogLine::Level::Warning;
    if (name == "error"_L1 || name == "critical"_L1 || name == "alert"_L1 || name == "emergency"_L1)
        return LogLine::Level::Error;
    return LogLine::Level::Info;
}

bool isLevelOfTheLog(const QString &name)
{
    static const QStringList names{u"debug"_s, u"info"_s, u"notice"_s, u"warning"_s, u"error"_s};
    return names.contains(name);
}

} // namespace

QList<JsonRemark> remarksWithin(const QList<JsonRemark> &remarks, QLatin1StringView part)
{
    const QString place = u"/%1/"_s.arg(part);
    QList<JsonRemark> found;
    for (const JsonRemark &remark : remarks) {
        if (remark.pointer.isEmpty()) { // about the whole text
            found.append(remark);
        } else if (remark.pointer.startsWith(place)) {
            found.append({remark.pointer.sliced(place.size() - 1), remark.message});
        } else if (remark.pointer.lastIndexOf(u'/') == 0) { // a pointer into the part could not name it
            found.append({QString(),
                u"\"%1\": %2"_s.arg(
                    visibleText(remark.pointer.sliced(1), false, maxMemberName), remark.message)});
        }
    }
    return found;
}

QString frameRemark(const QString &own, const QList<JsonRemark> &remarks)
{
    QStringList texts;
    if (!own.isEmpty())
        texts.append(own);
    if (!remarks.isEmpty())
        texts.append(remarkText(remarks.first()));
    if (remarks.size() > 1)
        texts.append(u"%1 more notes about its text"_s.arg(remarks.size() - 1));
    return texts.join(u"; "_s);
}

QList<RecognitionNote> notesOn(const QList<JsonRemark> &remarks)
{
    QList<RecognitionNote> notes;
    for (const JsonRemark &remark : remarks)
        notes.append({"received.json"_L1, Diagnosis::Severity::Info, remarkText(remark)});
    return notes;
}

void addRemarks(QStringList &lines, const QString &subject, const QList<JsonRemark> &remarks)
{
    for (const JsonRemark &remark : remarks) {
        if (lines.size() < maxShownRemarks)
            lines.append(u"%1: %2"_s.arg(subject, remarkText(remark)));
        else if (lines.size() == maxShownRemarks)
            lines.append(u"%1: more remarks about its text were left out."_s.arg(subject));
    }
}

McpServerLog serverLogLine(const Json &params)
{
    const Json data = params.member("data"_L1);
    QString text = data.isString() ? data.toString() : QString::fromUtf8(data.toBytes().left(4 * maxLogText));
    if (text.isEmpty())
        text = u"(no message)"_s; // an empty line would look like a fault of the log
    const QString level = params.member("level"_L1).toString();
    const QString logger = visibleText(params.member("logger"_L1).toString(), false, maxLogger);
    QString origin = u"server log"_s;
    if (!level.isEmpty() && !isLevelOfTheLog(level))
        origin += u" (%1)"_s.arg(visibleText(level, false, maxLevelName));
    if (!logger.isEmpty())
        origin += u": "_s + logger;
    return {levelOf(level), origin, visibleText(text, false, maxLogText)};
}

std::expected<Progress, QString> progressFrom(const Json &params)
{
    const Json value = params.member("progress"_L1);
    if (value.isAbsent())
        return std::unexpected(u"its progress is missing"_s);
    if (!value.isNumber())
        return std::unexpected(u"its progress is %1, expected a number"_s.arg(JsonRpc::kindText(value)));
    Progress progress;
    progress.value = value.toDouble();
    if (!std::isfinite(progress.value))
        return std::unexpected(u"its progress is not a finite number"_s);
    const double total = params.member("total"_L1).toDouble();
    if (std::isfinite(total) && total > 0 && total >= progress.value)
        progress.total = total;
    progress.message = visibleText(params.member("message"_L1).toString(), false, maxLogText);
    return progress;
}

} // namespace Workbench
