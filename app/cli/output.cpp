// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/output.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

bool wantsColor(const Arguments &arguments, bool terminal)
{
    const QString wish = arguments.value(u"color"_s, u"auto"_s);
    if (wish == "always"_L1)
        return true;
    return wish != "never"_L1 && terminal && qEnvironmentVariableIsEmpty("NO_COLOR");
}

bool isInvisible(char32_t c)
{
    return c == 0x7f || (c >= 0x80 && c <= 0x9f) || c == 0xad || c == 0x61c || (c >= 0x200b && c <= 0x200f)
        || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

// One line for a person: a long value is cut, the whole is in --json.
QString shortText(const Json &value)
{
    return visibleText(QString::fromUtf8(value.toBytes()), false, 60);
}

// The text of refused input is upstream's, of several lines; a person gets one that reads well.
QString sentenceOf(const Error &error)
{
    const QString prefix = u"Validation failed for Input validation failed for "_s;
    if (!error.message.startsWith(prefix))
        return error.message;
    const QString id = error.message.section(u'\n', 0, 0).sliced(prefix.size());
    QStringList problems;
    for (const Json &one : error.details.member("errors"_L1).items()) {
        const QString path = one.member("path"_L1).toString();
        const QString message = one.member("message"_L1).toString();
        problems += path.isEmpty() ? message : QString(path + u": " + message);
    }
    if (problems.isEmpty())
        return error.message;
    return u"the input of %1 does not fit its schema: %2"_s.arg(
        id.endsWith(u':') ? id.chopped(1) : id, problems.join(u"; "_s));
}

} // namespace

int exitCodeFor(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Usage:
    case ErrorKind::Storage: return ExitCode::Usage;
    case ErrorKind::Network:
    case ErrorKind::Closed: return ExitCode::Transport;
    case ErrorKind::Timeout: return ExitCode::Timeout;
    case ErrorKind::Protocol: return ExitCode::Protocol;
    case ErrorKind::Limit: return ExitCode::Limit;
    case ErrorKind::Validation: return ExitCode::Validation;
    case ErrorKind::Trust: return ExitCode::Trust;
    case ErrorKind::Cancelled: return ExitCode::Interrupted;
    case ErrorKind::Remote:
    case ErrorKind::Internal: return ExitCode::OperationError;
    }
    return ExitCode::OperationError;
}

Output::Output(const Arguments &arguments)
    : m_json(arguments.has(u"json"_s))
    , m_quiet(arguments.has(u"quiet"_s))
    , m_outTerminal(isatty(STDOUT_FILENO) == 1)
    , m_errTerminal(isatty(STDERR_FILENO) == 1)
    , m_outColor(wantsColor(arguments, m_outTerminal))
    , m_errColor(wantsColor(arguments, m_errTerminal))
{
}

void Output::write(const QByteArray &bytes)
{
    clearProgress();
    qsizetype done = 0;
    while (done < bytes.size() && !m_closed) {
        const ssize_t count = ::write(STDOUT_FILENO, bytes.constData() + done, size_t(bytes.size() - done));
        if (count >= 0)
            done += count;
        else if (errno != EINTR && errno != EAGAIN) {
            m_closed = true;
            m_lost = errno == EPIPE ? QString() : qt_error_string(errno); // a reader that goes is no failure
        }
    }
}

void Output::writeError(const QByteArray &bytes)
{
    clearProgress();
    // nothing sensible can be done when stderr is gone
    [[maybe_unused]] const ssize_t count = ::write(STDERR_FILENO, bytes.constData(), size_t(bytes.size()));
}

void Output::clearProgress()
{
    if (!m_progressShown)
        return;
    m_progressShown = false;
    [[maybe_unused]] const ssize_t count = ::write(STDERR_FILENO, "\r\x1b[K", 4);
}

QString Output::tinted(const QString &text, Tint tint, bool onStderr) const
{
    if (tint == Tint::Plain || !(onStderr ? m_errColor : m_outColor))
        return text;
    static constexpr std::array codes{0, 2, 31, 33, 32, 34, 35};
    return u"\x1b[%1m%2\x1b[0m"_s.arg(codes.at(size_t(tint))).arg(text);
}

void Output::line(const QString &text)
{
    write(visibleText(text, true).toUtf8() + '\n');
}

void Output::raw(const QByteArray &bytes)
{
    write(m_outTerminal ? visibleText(QString::fromUtf8(bytes), true).toUtf8() : bytes);
}

void Output::json(const Json &value)
{
    if (m_json && !m_outTerminal) {
        jsonLine(value);
        return;
    }
    const QByteArray text = escapedInvisible(value.toBytes(Json::Layout::Indented));
    write((m_outColor ? tintedJson(text) : text) + '\n');
}

void Output::jsonLine(const Json &value)
{
    write(escapedInvisible(value.toBytes()) + '\n');
}

// Colours an indented document: keys, strings, numbers and words. The text is ours, so every line is regular.
QByteArray Output::tintedJson(const QByteArray &indented) const
{
    QByteArray out;
    out.reserve(indented.size() * 2);
    qsizetype i = 0;
    while (i < indented.size()) {
        const char c = indented.at(i);
        if (c == '"') {
            qsizetype end = i + 1;
            while (end < indented.size() && indented.at(end) != '"')
                end += indented.at(end) == '\\' ? 2 : 1;
            end = std::min(end + 1, indented.size());
            const bool isKey = end < indented.size() && indented.at(end) == ':';
            out += isKey ? "\x1b[34m" : "\x1b[32m";
            out += indented.sliced(i, end - i);
            out += "\x1b[0m";
            i = end;
        } else if (c == '-' || (c >= '0' && c <= '9') || c == 't' || c == 'f' || c == 'n') {
            qsizetype end = i;
            while (end < indented.size() && !strchr(",\n]} ", indented.at(end)))
                ++end;
            out += (c == 't' || c == 'f' || c == 'n') ? "\x1b[35m" : "\x1b[33m";
            out += indented.sliced(i, end - i);
            out += "\x1b[0m";
            i = end;
        } else {
            out += c;
            ++i;
        }
    }
    return out;
}

void Output::table(const QList<QStringList> &rows)
{
    QList<qsizetype> widths;
    QList<QStringList> shown;
    for (const QStringList &row : rows) {
        QStringList cells;
        for (const QString &cell : row)
            cells += visibleText(QString(cell).replace(u'\n', u' '), false, 100);
        for (qsizetype i = 0; i < cells.size(); ++i) {
            if (i == widths.size())
                widths += 0;
            widths[i] = std::max(widths.at(i), cells.at(i).size());
        }
        shown += cells;
    }
    bool head = true;
    for (const QStringList &row : std::as_const(shown)) {
        QString text;
        for (qsizetype i = 0; i < row.size(); ++i)
            text += i + 1 < row.size() ? QString(row.at(i).leftJustified(widths.at(i)) + u"  ") : row.at(i);
        while (text.endsWith(u' '))
            text.chop(1);
        write(tinted(text, head ? Tint::Dim : Tint::Plain, false).toUtf8() + '\n');
        head = false;
    }
}

void Output::note(const QString &text)
{
    if (!m_quiet)
        writeError(tinted(visibleText(text, true), Tint::Dim, true).toUtf8() + '\n');
}

void Output::explain(const QString &text)
{
    writeError(visibleText(text, true).toUtf8() + '\n');
}

void Output::trace(const QString &text)
{
    writeError(tinted(visibleText(text), Tint::Dim, true).toUtf8() + '\n');
}

void Output::warning(const Warning &warning)
{
    if (m_quiet)
        return;
    const QString where = warning.pointer.isEmpty() ? u"(whole)"_s : warning.pointer;
    QString text = tinted(u"warning"_s, Tint::Yellow, true) + u' ' + visibleText(where) + u"  "
        + visibleText(warning.message);
    if (!warning.schemaLocation.isEmpty())
        text += tinted(u"  schema %1"_s.arg(visibleText(warning.schemaLocation)), Tint::Dim, true);
    writeError(text.toUtf8() + '\n');
}

void Output::change(const Change &change)
{
    if (m_quiet)
        return;
    const QString where = visibleText(change.pointer.isEmpty() ? u"(whole)"_s : change.pointer);
    QString what;
    switch (change.action) {
    case ChangeAction::Added: what = u"added %1"_s.arg(shortText(change.after)); break;
    case ChangeAction::Removed: what = u"removed %1"_s.arg(shortText(change.before)); break;
    case ChangeAction::Replaced:
        what = u"%1 became %2"_s.arg(shortText(change.before), shortText(change.after));
        break;
    }
    writeError((tinted(u"changed"_s, Tint::Blue, true) + u' ' + where + u"  " + what).toUtf8() + '\n');
}

void Output::progress(const QString &text)
{
    if (!m_errTerminal || m_quiet)
        return;
    clearProgress();
    const QByteArray bytes = visibleText(text, false, 100).toUtf8();
    [[maybe_unused]] const ssize_t count = ::write(STDERR_FILENO, bytes.constData(), size_t(bytes.size()));
    m_progressShown = true;
}

int Output::fail(const Error &error, const Json &exchange)
{
    const int code = exitCodeFor(error);
    if (m_json) {
        const CallError callError = toCallError(error);
        JsonBuilder builder;
        builder.beginObject().key(u"error").beginObject();
        builder.add(u"code", callError.code).add(u"message", error.message);
        builder.add(u"details", callError.details);
        if (!error.detail.isEmpty())
            builder.add(u"detail", error.detail);
        builder.endObject().add(u"exchange", exchange).endObject();
        const QByteArray line = escapedInvisible(builder.take().toBytes()) + '\n';
        if (code == ExitCode::OperationError)
            write(line);
        else
            writeError(line);
        return code;
    }
    writeError(
        (tinted(u"error"_s, Tint::Red, true) + u": "_s + visibleText(sentenceOf(error))).toUtf8() + '\n');
    if (!error.detail.isEmpty() && !m_quiet && !error.message.endsWith(error.detail)) {
        for (const QString &line : error.detail.trimmed().split(u'\n'))
            writeError(tinted(u"  "_s + visibleText(line, false, 500), Tint::Dim, true).toUtf8() + '\n');
    }
    return code;
}

int Output::failLost()
{
    return fail(
        Error{ErrorKind::Storage, u"output.lost"_s, u"stdout cannot be written: %1"_s.arg(m_lost), {}, {}});
}

QByteArray escapedInvisible(const QByteArray &json)
{
    // Everything to escape is DEL or outside ASCII, and in JSON that can only stand inside a string.
    const auto suspicious = [](char c) { return c == 0x7f || uchar(c) >= 0x80; };
    if (std::ranges::none_of(json, suspicious))
        return json;
    QByteArray out;
    out.reserve(json.size());
    qsizetype i = 0;
    while (i < json.size()) {
        const uchar lead = uchar(json.at(i));
        const qsizetype length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        const QByteArrayView piece = QByteArrayView(json).sliced(i, std::min(length, json.size() - i));
        i += piece.size();
        if (lead < 0x7f) {
            out += piece;
            continue;
        }
        const QList<uint> codePoints = QString::fromUtf8(piece).toUcs4();
        const char32_t c = codePoints.isEmpty() ? 0 : codePoints.constFirst();
        if (isInvisible(c))
            out += "\\u" + QByteArray::number(uint(c), 16).rightJustified(4, '0');
        else
            out += piece;
    }
    return out;
}

Json toJson(const Warning &warning)
{
    JsonBuilder builder;
    builder.beginObject()
        .add(u"pointer", warning.pointer)
        .add(u"message", warning.message)
        .add(u"keyword", warning.keyword);
    builder.add(u"schemaLocation", warning.schemaLocation).endObject();
    return builder.take();
}

Json toJson(const Change &change)
{
    JsonBuilder builder;
    builder.beginObject()
        .add(u"pointer", change.pointer)
        .add(u"action", QString(changeActionName(change.action)));
    builder.add(u"before", change.before).add(u"after", change.after).endObject();
    return builder.take();
}

} // namespace Workbench::Cli
