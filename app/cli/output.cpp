// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/output.h"

#include "app/cli/interrupt.h"
#include "app/cli/texttable.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/workspace/refusedcertificate.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr qsizetype remarksShown = 5;
constexpr qsizetype remarksKept = 20;

int terminalColumns()
{
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    const int columns = qEnvironmentVariableIntValue("COLUMNS");
    return columns > 0 ? columns : 80;
}

bool wantsColor(const Arguments &arguments, bool terminal)
{
    const QString wish = arguments.value(u"color"_s, u"auto"_s);
    if (wish == "always"_L1)
        return true;
    return wish != "never"_L1 && terminal && qEnvironmentVariableIsEmpty("NO_COLOR");
}

// One line for a person: a long value is cut, the whole is in --json.
QString shortText(const Json &value)
{
    return visibleText(QString::fromUtf8(value.toBytes()), false, 60);
}

// The text of refused input is upstream's, of several lines; a person gets one that reads well.
QString sentenceOf(const Error &error)
{
    const std::optional<RefusedCertificate> refused = RefusedCertificate::of(error);
    if (refused && refused->mayBeAccepted) {
        return u"%1 To accept it: --accept-certificate %2=%3"_s.arg(
            error.message, refused->host, refused->sha256);
    }
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

Output::Output(const Arguments &arguments)
    : m_json(arguments.has(u"json"_s))
    , m_quiet(arguments.has(u"quiet"_s))
    , m_verbose(arguments.has(u"verbose"_s))
    , m_raw(arguments.has(u"raw"_s))
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
        const int problem = count < 0 ? errno : 0;
        if (count >= 0)
            done += count;
        if (Interrupt::isPending() && done < bytes.size()) { // nobody reads, and the user gave up
            m_closed = true;
        } else if (problem != 0 && problem != EINTR && problem != EAGAIN) {
            m_closed = true;
            m_lost =
                problem == EPIPE ? QString() : qt_error_string(problem); // a reader that goes is no failure
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
    write(m_outTerminal && !m_raw ? visibleText(QString::fromUtf8(bytes), true).toUtf8() : bytes);
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

void Output::table(const QList<QStringList> &rows)
{
    bool head = true;
    for (const QString &text : tableLines(rows, m_outTerminal ? terminalColumns() : 0)) {
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

void Output::addRemark(const QString &text)
{
    if (m_remarks.size() < remarksKept && !m_remarks.contains(text))
        m_remarks += text;
}

void Output::showRemarks()
{
    for (const QString &remark : m_remarks.first(std::min(m_remarks.size(), remarksShown)))
        note(remark);
    if (m_remarks.size() > remarksShown)
        note(u"… and more of the kind; --trace shows every frame"_s);
    m_remarks.clear();
}

int Output::fail(const Error &error, const Json &exchange, const Json &diagnostics)
{
    const int code = exitCodeFor(error);
    if (m_json) {
        JsonBuilder builder;
        builder.beginObject().add(u"error", toJson(error));
        if (diagnostics.size() > 0)
            builder.add(u"diagnostics", diagnostics);
        builder.add(u"exchange", exchange).endObject();
        const QByteArray line = escapedInvisible(builder.take().toBytes()) + '\n';
        if (code == ExitCode::OperationError)
            write(line);
        else
            writeError(line);
        return code;
    }
    const QString sentence = sentenceOf(error);
    m_remarks.removeIf([&sentence](const QString &remark) { return remark.endsWith(sentence); });
    const bool hasDetail = !error.detail.isEmpty() && !sentence.endsWith(error.detail);
    const bool hasRemarks = code != ExitCode::Usage && !m_remarks.isEmpty();
    QString text = tinted(u"error"_s, Tint::Red, true) + u": "_s + visibleText(sentence);
    if (!m_verbose && (hasDetail || hasRemarks))
        text += tinted(u" (--verbose tells more)"_s, Tint::Dim, true);
    writeError(text.toUtf8() + '\n');
    if (!m_verbose)
        return code;
    for (const QString &line : hasDetail ? error.detail.trimmed().split(u'\n') : QStringList())
        writeError(tinted(u"  "_s + visibleText(line, false, 500), Tint::Dim, true).toUtf8() + '\n');
    if (hasRemarks)
        showRemarks();
    return code;
}

int Output::failLost()
{
    return fail(
        Error{ErrorKind::Storage, u"output.lost"_s, u"stdout cannot be written: %1"_s.arg(m_lost), {}, {}});
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
