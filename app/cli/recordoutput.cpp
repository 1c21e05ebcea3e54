// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/recordoutput.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

QString howItEnded(const Fixture &fixture)
{
    if (fixture.isStream())
        return u"%1, %2 events"_s.arg(fixture.end).arg(fixture.events.size());
    return fixture.error.isAbsent() ? u"answered"_s : fixture.error.member("code"_L1).toString();
}

//! Returns how the exchange ended as readable text, with the kind of the error if there was one.
QString describedEnd(const Fixture &fixture)
{
    const Json meta = fixture.envelope.member("meta"_L1);
    const Json head = fixture.error.isAbsent() ? meta : fixture.error.member("details"_L1);
    const qint64 status = head.member("statusCode"_L1).toInteger().value_or(0);
    if (!fixture.isStream() && status >= 400)
        return u"error HTTP %1"_s.arg(status);
    if (fixture.isStream() || fixture.error.isAbsent())
        return meta.member("isError"_L1).toBoolean() ? u"error, reported by the tool"_s : howItEnded(fixture);
    if (fixture.error.member("code"_L1).utf8() == "http.webPage")
        return u"error, a web page"_s;
    constexpr qsizetype longest = 200;
    return u"error, %1"_s.arg(visibleText(fixture.error.member("message"_L1).toString(), false, longest));
}

Json findingsJson(const QList<RedactionFinding> &findings)
{
    QList<Json> items;
    for (const RedactionFinding &finding : findings) {
        items.append(Json::object({
            {u"at"_s, Json::string(finding.at)},
            {u"what"_s, Json::string(finding.what)},
            {u"excerpt"_s, Json::string(finding.excerpt)},
            {u"replaced"_s, Json::boolean(finding.isReplaced)},
        }));
    }
    return Json::array(items);
}

//! Returns the first of \a pointers whose value is the same in both fixtures and is not a placeholder.
std::optional<QString> notReplaced(const QStringList &pointers, const Fixture &before, const Fixture &after)
{
    const Json was = Workbench::toJson(before);
    const Json is = Workbench::toJson(after);
    for (const QString &pointer : pointers) {
        const Json value = JsonPointer::resolve(was, pointer);
        const bool isHidden = value.toString().startsWith("${secret:"_L1);
        if (!isHidden && value == JsonPointer::resolve(is, pointer))
            return pointer;
    }
    return {};
}

//! Returns the pointers of \a wanted that exist in \a fixture.
QStringList pointersInto(const Fixture &fixture, const QStringList &wanted)
{
    QStringList there;
    const Json document = Workbench::toJson(fixture);
    for (const QString &pointer : wanted) {
        if (!JsonPointer::resolve(document, pointer).isAbsent())
            there.append(pointer);
    }
    return there;
}

} // namespace

RecordOutput::RecordOutput(
    const Arguments &arguments, const QString &option, const Limits &limits, Output &output)
    : m_arguments(arguments)
    , m_folder(arguments.value(option), limits)
    , m_output(output)
    , m_isAlone(option == "to"_L1)
{
}

bool RecordOutput::isAnswer(const Error &error, qint64 sentBytes)
{
    return error.kind == ErrorKind::Remote || (error.kind == ErrorKind::Validation && sentBytes > 0);
}

bool RecordOutput::isExchange(const Error &error, const std::pair<qint64, qint64> &bytes)
{
    const auto &[sentBytes, receivedBytes] = bytes;
    const bool isBadAnswer = error.kind == ErrorKind::Protocol || error.kind == ErrorKind::Timeout;
    return isAnswer(error, sentBytes) || (isBadAnswer && receivedBytes > 0);
}

void RecordOutput::showFindings(const QString &name, const QList<RedactionFinding> &findings)
{
    for (const RedactionFinding &finding : findings) {
        if (finding.isReplaced) {
            m_output.explain(visibleText(u"%1: redacted %2: %3"_s.arg(name, finding.at, finding.what)));
        } else {
            m_output.explain(visibleText(
                u"%1: to be reviewed %2: %3 (%4)"_s.arg(name, finding.at, finding.what, finding.excerpt)));
        }
    }
}

void RecordOutput::write(RecordedExchange exchange, qsizetype turn)
{
    RedactedFixture &redacted = exchange.fixture;
    const QStringList pointers = pointersInto(redacted.fixture, m_arguments.values(u"redact"_s));
    if (!pointers.isEmpty()) {
        const Fixture before = redacted.fixture;
        redacted = redactAlso(redacted, pointers);
        if (const auto pointer = notReplaced(pointers, before, redacted.fixture)) {
            return fail(before.operation,
                usageError(u"--redact %1: a fixture needs the value at this place"_s.arg(*pointer)));
        }
    }
    if (!std::exchange(m_isTidy, true))
        m_folder.tidy();
    redacted.isReviewed = m_arguments.has(u"accept-findings"_s);
    const Fixture &fixture = redacted.fixture;
    const auto file = m_folder.write(redacted, exchange.definition, turn);
    showFindings(fixture.operation, redacted.findings);
    m_hasRecorded = m_hasRecorded || file.has_value();
    Json error;
    if (!file) {
        Error refused = file.error();
        if (refused.kind == ErrorKind::Trust)
            refused.message += u"; review it, then add --accept-findings or --redact POINTER"_s;
        error = toJson(refused);
        m_code = m_code == ExitCode::Ok ? exitCodeFor(refused) : m_code;
        if (m_isAlone)
            m_output.explain(u"not written: %1"_s.arg(refused.message));
        else
            m_output.fail(refused);
    }
    if (m_isAlone && m_output.isJson()) {
        m_written.append(Json::object({
            {u"operation"_s, Json::string(fixture.operation)},
            {u"file"_s, file ? Json::string(*file) : Json()},
            {u"outcome"_s, Json::string(howItEnded(fixture))},
            {u"durationMs"_s, Json::integer(fixture.durationMs)},
            {u"findings"_s, findingsJson(redacted.findings)},
            {u"error"_s, error},
        }));
    } else if (m_isAlone && file) {
        m_output.line(u"%1  %2: %3"_s.arg(*file, visibleText(fixture.operation), describedEnd(fixture)));
    } else if (file) {
        m_output.note(u"recorded as %1"_s.arg(*file));
    }
}

void RecordOutput::skip(const QString &operation, const QString &reason)
{
    m_output.note(u"%1: not recorded: %2"_s.arg(visibleText(operation), reason));
    m_written.append(
        Json::object({{u"operation"_s, Json::string(operation)}, {u"reason"_s, Json::string(reason)}}));
}

void RecordOutput::fail(const QString &operation, const Error &error)
{
    m_output.explain(u"%1: not recorded: "_s.arg(visibleText(operation)), error);
    m_written.append(Json::object({{u"operation"_s, Json::string(operation)}, {u"error"_s, toJson(error)}}));
    m_code = m_code == ExitCode::Ok ? exitCodeFor(error) : m_code;
}

void RecordOutput::endedWith(const QString &operation, const Error &error)
{
    if (m_isAlone) // otherwise the command itself prints the error
        m_output.explain(u"%1: recorded, but it failed: "_s.arg(visibleText(operation)), error);
    m_code = m_code == ExitCode::Ok ? exitCodeFor(error) : m_code;
}

void RecordOutput::showAll()
{
    if (m_output.isJson())
        m_output.json(Json::array(m_written));
}

} // namespace Workbench::Cli
