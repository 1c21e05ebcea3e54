// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/output.h"

#include "app/cli/interrupt.h"
#include "core/auth/authchallenge.h"
#include "core/base/advice.h"
#include "core/base/error.h"
#include "core/base/visibletext.h"
#include "core/envelope/pipeline/httpbody.h"
#include "core/transport/http/responsecheck.h"
#include "core/workspace/refusedcertificate.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cwchar>
#include <sys/ioctl.h>
#include <unistd.h>

namespace Workbench::Cli {

using namespace Qt::StringLiterals;

namespace {

constexpr int gap = 2; // between columns
constexpr int leastLast = 24; // the last column keeps this width while other columns can shrink
constexpr int least = 4;

int columnsOfOne(char32_t c)
{
    if (c < 0x80)
        return 1;
    const int columns = ::wcwidth(wchar_t(c));
    return columns < 0 ? 1 : columns; // the character is unknown in this locale
}

//! Returns the number of terminal columns of \a text. A wide character takes two columns, a combining
//! character none.
int columnsOf(QStringView text)
{
    int columns = 0;
    for (const uint c : text.toUcs4())
        columns += columnsOfOne(char32_t(c));
    return columns;
}

//! Returns the part of \a text that fits into \a width columns, with an ellipsis if it was cut.
QString fitted(const QString &text, int width)
{
    if (columnsOf(text) <= width)
        return text;
    QString out;
    int used = 1; // the ellipsis
    for (const uint c : text.toUcs4()) {
        used += columnsOfOne(char32_t(c));
        if (used > width)
            break;
        out += QChar::fromUcs4(c);
    }
    return out + u'…';
}

void shrink(QList<int> &widths, int width)
{
    int tooMuch = -width - gap;
    for (const int each : std::as_const(widths))
        tooMuch += each + gap;
    const auto take = [&tooMuch](int &from, int atMost) {
        const int taken = std::clamp(tooMuch, 0, std::max(0, atMost));
        from -= taken;
        tooMuch -= taken;
    };
    take(widths.last(), widths.last() - leastLast);
    while (tooMuch > 0) {
        const auto widest = std::ranges::max_element(widths);
        if (*widest <= least)
            return; // narrower columns are unreadable
        take(*widest, 1);
    }
}

//! Returns \a rows as lines with aligned columns. Each cell is visible text on one line. A line has at most
//! \a width columns: longer cells are cut with an ellipsis, the last column first. 0 means no limit.
QStringList tableLines(const QList<QStringList> &rows, int width)
{
    QList<int> widths;
    QList<QStringList> shown;
    for (const QStringList &row : rows) {
        QStringList cells;
        for (const QString &cell : row)
            cells += visibleText(cell);
        for (qsizetype i = 0; i < cells.size(); ++i) {
            if (i == widths.size())
                widths += 0;
            widths[i] = std::max(widths.at(i), columnsOf(cells.at(i)));
        }
        shown += cells;
    }
    if (width > 0 && !widths.isEmpty())
        shrink(widths, width);
    QStringList lines;
    for (const QStringList &row : std::as_const(shown)) {
        QString line;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const QString cell = width > 0 ? fitted(row.at(i), widths.at(i)) : row.at(i);
            line += cell;
            if (i + 1 < row.size())
                line += QString(widths.at(i) - columnsOf(cell) + gap, u' ');
        }
        while (line.endsWith(u' '))
            line.chop(1);
        lines += line;
    }
    return lines;
}

constexpr qsizetype shownBody = 2000; // characters of an error's body
constexpr qsizetype shownLastLines = 8; // lines of a program's stderr

QString optionFor(const Json &credential)
{
    const QString form = credential.member("form"_L1).toString();
    if (form == "apikey"_L1)
        return u"--auth apikey:%1=env:NAME"_s.arg(credential.member("name"_L1).toString());
    if (form == "oauth"_L1)
        return u"--auth oauth, or --auth bearer:env:NAME"_s;
    return u"--auth %1:env:NAME"_s.arg(form);
}

//! Returns the value of a header of the HTTP response that \a error reports; empty if it has none.
QString responseHeader(const Error &error, QLatin1StringView name)
{
    return error.details.member("statusCode"_L1).isNumber()
        ? error.details.member("headers"_L1).member(name).toString()
        : QString();
}

//! Returns the options for a credential that the server asked for in its challenge.
QString challengeAdvice(const QList<AuthChallenge> &challenges)
{
    const auto asksFor = [&challenges](QStringView scheme) {
        return std::ranges::any_of(
            challenges, [scheme](const AuthChallenge &challenge) { return challenge.is(scheme); });
    };
    if (asksFor(u"Basic") && !asksFor(u"Bearer"))
        return u"Add --auth basic:env:NAME."_s;
    if (asksFor(u"Bearer") && !asksFor(u"Basic"))
        return u"Add --auth oauth to sign in, or bearer:env:NAME."_s;
    return u"Add --auth oauth to sign in, or bearer:env:NAME, basic:env:NAME or apikey:HEADER=env:NAME."_s;
}

QString credentialAdvice(const Error &error)
{
    const Json credentials = error.details.member("credentials"_L1);
    if (credentials.size() == 0)
        return challengeAdvice(
            parseChallenges(QByteArrayList{responseHeader(error, "www-authenticate"_L1).toUtf8()}));
    QStringList ways;
    for (const Json &credential : credentials.items())
        ways.append(u"%1 (%2)"_s.arg(credential.member("id"_L1).toString(), optionFor(credential)));
    return u"This operation needs %1."_s.arg(ways.join(u" or "_s));
}

bool isUnauthorized(const Error &error)
{
    const Json words = error.details.member("message"_L1); // a JSON-RPC error may report a 401
    return error.code == "http.401"_L1 || error.details.member("statusCode"_L1).toInteger() == 401
        || words.toString().contains("unauthorized"_L1, Qt::CaseInsensitive);
}

//! Returns the option that raises \a limit, whose \a value was exceeded. The given options do not
//! contradict it.
QString limitAdvice(const LimitInfo &limit, qint64 value, const GivenOptions &given)
{
    const bool isRequest = limit.key == "request.timeout"_L1;
    const bool isGiven = given.limitKeys.contains(limit.key);
    const bool isOfTimeout = given.hasTimeout && !isGiven && value == given.limits.requestTimeoutMs
        && keysOfTimeout().contains(limit.key);
    const int times = isRequest || isOfTimeout ? 2 : 4;
    const QString more = limitText(limit, std::max<qint64>(value, 1) * times).remove(u' '); // "60s", "256MiB"
    if (isOfTimeout || (isRequest && !isGiven))
        return u"Add --timeout %1."_s.arg(more);
    const bool isForConnecting = limit.key == "connect.timeout"_L1 || limit.key == "ws.handshake"_L1;
    if (given.hasTimeout && isGiven
        && (isRequest || (isForConnecting && value * 4 > given.limits.requestTimeoutMs)))
        return u"Give --timeout %1, and leave out --limit %2."_s.arg(more, limit.key);
    return u"Add --limit %1=%2."_s.arg(limit.key, more);
}

QString adviceFor(const Error &error, const GivenOptions &given)
{
    const ErrorAdvice advice = adviceOf(error);
    if (advice.limit)
        return limitAdvice(*advice.limit, advice.value, given);
    if (error.kind == ErrorKind::Timeout && error.details.hasMember("deadline"_L1))
        return limitAdvice(*findLimit(u"request.timeout"), given.limits.requestTimeoutMs, given);
    if (advice.setting == "token"_L1)
        return u"Add --auth bearer:env:NAME."_s;
    if (advice.setting == "server"_L1)
        return u"Add --server URL."_s;
    if (advice.setting == "env.PATH"_L1)
        return u"Or add --env PATH=FOLDERS."_s;
    if (advice.setting == "cwd"_L1)
        return u"Give another --cwd DIR."_s;
    if (advice.setting == "kind.openapi"_L1)
        return u"It may not speak MCP. If it is an OpenAPI document, write openapi:URL."_s;
    if (advice.setting == "headers"_L1)
        return u"If the server expects another header, add --header NAME:VALUE."_s;
    if (advice.setting.startsWith("env."_L1)) {
        return u"Add --env %1=\"$%1\": the variable is set for this program, but not passed on to the server."_s
            .arg(advice.setting.sliced(4));
    }
    if (advice.setting.startsWith("keychain."_L1))
        return u"Store it with: envelope auth set %1"_s.arg(advice.setting.sliced(9));
    const qint64 status = error.details.member("statusCode"_L1).toInteger().value_or(0);
    // The message of an MCP server contains the time to wait already, and its error has no such header.
    if (const QString wait = responseHeader(error, "retry-after"_L1);
        !wait.isEmpty() && (status == 429 || status == 503))
        return retryAfterText(wait.toUtf8()) + u'.';
    if (advice.setting != "auth"_L1 && !isUnauthorized(error))
        return {};
    if (given.hasCommand && error.code != "http.401"_L1) // --auth applies only to addresses
        return u"If the program needs a credential, add --env NAME=VALUE."_s;
    return credentialAdvice(error);
}

//! Returns the part of \a lines that is shown of each line, as visible text.
QStringList cutLines(const QStringList &lines)
{
    constexpr qsizetype shownLine = 500;
    QStringList cut;
    for (const QString &line : lines)
        cut.append(visibleText(line, true, shownLine));
    return cut;
}

//! Returns the body of an HTTP error or the data of a JSON-RPC error as visible text, with what is left out.
QStringList bodyLines(const Error &error)
{
    const Json &details = error.details;
    const bool hasBody = details.member("statusCode"_L1).isNumber() && details.hasMember("body"_L1);
    const QString text = peerText(error);
    QStringList lines = visibleText(text.first(std::min(text.size(), shownBody)), true).split(u'\n');
    while (!lines.isEmpty() && lines.constLast().trimmed().isEmpty())
        lines.removeLast();
    if (text.isEmpty() && hasBody && !details.member("body"_L1).toString().isEmpty()) {
        const Json assumed = details.member("contentType"_L1);
        const Json type =
            assumed.isString() ? assumed : details.member("headers"_L1).member("content-type"_L1);
        lines = {u"(a body of type %1; --json shows it as base64)"_s.arg(visibleText(type.toString()))};
    }
    const Json warnings = hasBody ? details.member("warnings"_L1) : Json();
    QString cut; // the sentence about a body of which only the beginning is kept
    for (const Json &warning : warnings.items()) {
        if (warning.member("keyword"_L1).toString() == "limit"_L1)
            cut = visibleText(warning.member("message"_L1).toString());
    }
    if (text.size() > shownBody) {
        lines.append(u"… (%1 of %2 characters; --json shows %3)"_s.arg(QString::number(shownBody),
            QString::number(text.size()), cut.isEmpty() ? u"all"_s : u"what is kept"_s));
    }
    if (!cut.isEmpty())
        lines.append(u"… %1 --limit http.errorBodyBytes=SIZE keeps more."_s.arg(cut));
    return lines;
}

QStringList lastWords(const Error &error)
{
    const QStringList lines = error.detail.split(u'\n', Qt::SkipEmptyParts);
    if (lines.size() <= shownLastLines + 1)
        return lines;
    QStringList shown{lines.constFirst()}; // the heading of the lines
    const QStringList older = lines.sliced(1, lines.size() - 1 - shownLastLines);
    const auto cause = std::ranges::find_if(
        older, [](const QString &line) { return line.contains("error:"_L1, Qt::CaseInsensitive); });
    if (cause != older.end())
        shown.append(*cause);
    shown.append(u"…"_s);
    return shown + lines.last(shownLastLines);
}

//! Returns the sentence of an error on the command line: what happened, and the option that helps. It has no
//! line break; errorLines() returns the other lines of the message.
QString errorSentence(const Error &problem, const GivenOptions &given)
{
    const Error error = withOriginOption(problem);
    const std::optional<RefusedCertificate> refused = RefusedCertificate::of(error);
    if (refused && refused->mayBeAccepted) {
        return u"%1 To accept it: --accept-certificate %2=%3"_s.arg(
            error.message, refused->host, refused->sha256);
    }
    QString sentence = messageLines(error).constFirst().trimmed();
    if (error.message.endsWith(": "_L1)) // the peer's part of the message is empty
        sentence += u" (no message)"_s;
    const QString advice = adviceFor(error, given);
    if (advice.isEmpty())
        return sentence;
    const bool isWhole = sentence.endsWith(u'.') || sentence.endsWith(u'?') || sentence.endsWith(u':');
    return sentence + (isWhole ? u" "_s : u". "_s) + advice;
}

constexpr auto challengeStart = "www-authenticate: "_L1; // of a line of the detail

//! Returns whether errorLines() already contains the technical detail of \a error.
bool showsDetail(const Error &error)
{
    return (error.code.startsWith("child."_L1) && error.code != "child.notStarted"_L1)
        || error.detail.startsWith(lastWordsHeading) || error.detail.startsWith(challengeStart);
}

//! Returns the lines below the sentence that appear without --verbose. They are the other lines of the
//! message, the body of an HTTP error or the data of a JSON-RPC error (shortened), the challenge of a server
//! that refused the credential, and the last lines of a program that failed.
QStringList errorLines(const Error &error)
{
    QStringList lines = cutLines(messageLines(error).sliced(1)) + bodyLines(error);
    if (showsDetail(error))
        lines += cutLines(lastWords(error));
    else
        lines +=
            cutLines(error.detail.split(u'\n').filter(QRegularExpression(QString(u'^' + challengeStart))));
    return lines;
}

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

//! Returns \a value on one line. A long value is cut; --json prints all of it.
QString shortText(const Json &value)
{
    return visibleText(QString::fromUtf8(value.toBytes()), false, 60);
}

//! Returns \a text as visible text with all lines after the first line indented. A line of a peer's text then
//! never looks like a message of the command.
QString indented(const QString &text)
{
    QString shown = visibleText(text, true);
    while (shown.endsWith(u'\n'))
        shown.chop(1);
    return shown.replace(u'\n', u"\n  "_s);
}

} // namespace

Output::Output(const Arguments &arguments)
    : m_json(arguments.has(u"json"_s))
    , m_hasManyResults(arguments.has(u"calls"_s))
    , m_quiet(arguments.has(u"quiet"_s))
    , m_verbose(arguments.has(u"verbose"_s))
    , m_raw(arguments.has(u"raw"_s))
    , m_outTerminal(isatty(STDOUT_FILENO) == 1)
    , m_errTerminal(isatty(STDERR_FILENO) == 1)
    , m_outColor(wantsColor(arguments, m_outTerminal))
    , m_errColor(wantsColor(arguments, m_errTerminal))
    , m_given{limitsFromArguments(arguments).value_or(Limits()), arguments.has(u"timeout"_s),
          keysOfLimits(arguments), !arguments.childCommand.isEmpty()}
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
        if (Interrupt::isPending()
            && done < bytes.size()) { // the reader does not read, and the user has interrupted the command
            m_closed = true;
        } else if (problem != 0 && problem != EINTR && problem != EAGAIN) {
            m_closed = true;
            m_lost =
                problem == EPIPE ? QString() : qt_error_string(problem); // a closed pipe is not a failure
        }
    }
}

void Output::writeError(const QByteArray &bytes)
{
    clearProgress();
    // A closed stderr is ignored: there is no other place for the message.
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
    write(indented(text).toUtf8() + '\n');
}

void Output::raw(const QByteArray &bytes)
{
    write(m_outTerminal && !m_raw ? visibleText(QString::fromUtf8(bytes), true).toUtf8() : bytes);
}

void Output::json(const Json &value)
{
    if (m_json && (!m_outTerminal || m_hasManyResults)) {
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

void Output::value(const Json &value)
{
    if (m_json)
        json(value.isAbsent() ? Json::null() : value);
    else if (value.isString())
        raw(value.utf8().toByteArray() + '\n');
    else if (!value.isAbsent())
        json(value);
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
        writeError(tinted(indented(text), Tint::Dim, true).toUtf8() + '\n');
}

void Output::explain(const QString &text)
{
    writeError(indented(text).toUtf8() + '\n');
}

void Output::trace(const QString &text)
{
    writeError(tinted(visibleText(text), Tint::Dim, true).toUtf8() + '\n');
}

//! Writes a line such as "warning /id: MESSAGE  schema #/properties/id/type" to stderr.
void Output::tell(QStringView word, Tint tint, const QString &pointer, const QString &message,
    const QString &schemaLocation)
{
    if (m_quiet)
        return;
    QString text = tinted(word.toString(), tint, true);
    if (!pointer.isEmpty())
        text += u' ' + visibleText(pointer);
    text += u": " + visibleText(message);
    if (!schemaLocation.isEmpty())
        text += tinted(u"  schema %1"_s.arg(visibleText(schemaLocation)), Tint::Dim, true);
    writeError(text.toUtf8() + '\n');
}

void Output::warning(const Warning &warning)
{
    // "of the result" means the whole result that the server sent; the data is a part of it.
    const QString place = !warning.isOfResult ? warning.pointer
        : warning.pointer.isEmpty()           ? u"of the result"_s
                                              : QString(warning.pointer + u" of the result");
    tell(u"warning", Tint::Yellow, place, warning.message, warning.schemaLocation);
}

void Output::changes(const QList<Change> &changes, qint64 most)
{
    for (const Change &one : changes.first(std::min(qsizetype(most), changes.size())))
        change(one);
    if (changes.size() <= most)
        return;
    const auto lost = std::ranges::count(changes.sliced(most), ChangeMark::Lost, &Change::mark);
    note(u"… and %1 more changes, %2 of them lost; --json lists all"_s.arg(changes.size() - most).arg(lost));
}

void Output::change(const Change &change)
{
    const bool isLost = change.mark == ChangeMark::Lost;
    // A hub leaves long values out of its report.
    const QString before = change.before.isAbsent() ? u"an unknown value"_s : shortText(change.before);
    QString what;
    switch (change.action) {
    case ChangeAction::Added:
        what = isLost ? u"%1 was invented because nothing was received"_s.arg(shortText(change.after))
                      : u"the default %1 was filled in"_s.arg(shortText(change.after));
        break;
    case ChangeAction::Removed: what = u"%1 was removed"_s.arg(before); break;
    case ChangeAction::Replaced: what = u"%1 became %2"_s.arg(before, shortText(change.after)); break;
    }
    const ValidationError &violation = change.violation;
    if (!violation.message.isEmpty()) {
        const QString elsewhere = violation.pointer == change.pointer || violation.pointer.isEmpty()
            ? QString()
            : violation.pointer;
        what +=
            u" (%1)"_s.arg(elsewhere.isEmpty() ? violation.message : elsewhere + u": " + violation.message);
    }
    tell(changeMarkName(change.mark).toString(), isLost ? Tint::Yellow : Tint::Dim, change.pointer, what,
        violation.schemaLocation);
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
    if (m_remarks.contains(text))
        return;
    if (m_remarks.size() < remarksKept)
        m_remarks += text;
    else
        ++m_moreRemarks;
}

void Output::showRemarks()
{
    const qsizetype shown = std::min(m_remarks.size(), m_verbose ? remarksKept : remarksShown);
    for (const QString &remark : m_remarks.first(shown))
        note(visibleText(remark));
    if (const qsizetype more = m_remarks.size() - shown + std::exchange(m_moreRemarks, 0); more > 0)
        note(u"… and %1 more notes; envelope check lists them"_s.arg(more));
    m_remarks.clear();
}

void Output::explain(const QString &start, const Error &error)
{
    const QString sentence = errorSentence(error, m_given);
    // A remark repeats the error of its source; it may lack a sentence that a command added.
    m_remarks.removeIf([&sentence](const QString &remark) {
        const QString text = remark.section(u": "_s, 1);
        return remark.endsWith(sentence) || (!text.isEmpty() && sentence.startsWith(text));
    });
    const bool hasDetail = !error.detail.isEmpty() && !sentence.endsWith(error.detail) && !showsDetail(error);
    const bool hasRemarks = exitCodeFor(error) != ExitCode::Usage && !m_remarks.isEmpty();
    const QString text = start + visibleText(sentence);
    const QStringList lines = errorLines(error);
    const QString more = !m_verbose && (hasDetail || hasRemarks)
        ? tinted(u" (--verbose shows more)"_s, Tint::Dim, true)
        : QString();
    writeError((lines.isEmpty() ? QString(text + more) : text).toUtf8() + '\n');
    for (const QString &line : lines)
        writeError((u"  "_s + line).toUtf8() + '\n');
    if (!lines.isEmpty() && !more.isEmpty())
        writeError((u' ' + more).toUtf8() + '\n');
    if (!m_verbose)
        return;
    for (const QString &line : hasDetail ? error.detail.trimmed().split(u'\n') : QStringList())
        writeError(tinted(u"  "_s + visibleText(line, false, 500), Tint::Dim, true).toUtf8() + '\n');
    if (hasRemarks)
        showRemarks();
}

QString Output::sentenceOf(const Error &error) const
{
    return errorSentence(error, m_given);
}

int Output::fail(const Error &problem, const Json &exchange, const Json &diagnostics)
{
    Error error = problem;
    const int code = exitCodeFor(error);
    if (m_json) {
        const Json object = Json::object({{u"error"_s, toJson(error)},
            {u"diagnostics"_s, diagnostics.size() > 0 ? diagnostics : Json()}, {u"exchange"_s, exchange}});
        const QByteArray line = escapedInvisible(object.toBytes()) + '\n';
        if (code == ExitCode::OperationError)
            write(line);
        else
            writeError(line);
        return code;
    }
    // A line break in the name of a tool does not start another line of the message.
    if (const QString tool = error.details.member("toolName"_L1).toString(); !tool.isEmpty())
        error.message.replace(tool, visibleText(tool));
    explain(tinted(u"error"_s, Tint::Red, true) + u": "_s, error);
    return code;
}

int Output::interrupted()
{
    return m_json ? fail(Error{ErrorKind::Cancelled, u"interrupted"_s, u"The command was interrupted."_s})
                  : int(ExitCode::Interrupted);
}

int Output::failLost()
{
    return fail(Error{ErrorKind::Storage, u"output.lost"_s, u"cannot write to stdout: %1"_s.arg(m_lost)});
}

} // namespace Workbench::Cli
