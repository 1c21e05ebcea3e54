// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/bugreport.h"

#include "core/base/visibletext.h"
#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/recognition.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "core/secrets/redactedjson.h"

#include <QRegularExpression>
#include <QSysInfo>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxJsonText = 48 << 10; // of one value; trackers accept about 64,000 characters
constexpr qsizetype maxWords = 2000;

//! Returns a fence of backticks that is longer than any run of backticks in \a text.
QString fenceAround(const QString &text, qsizetype shortest)
{
    qsizetype longest = 0;
    qsizetype run = 0;
    for (const QChar c : text) {
        run = c == u'`' ? run + 1 : 0;
        longest = qMax(longest, run);
    }
    return QString(qMax(shortest, longest + 1), u'`');
}

class MarkdownWriter {
public:
    MarkdownWriter(const BugReport &report, const KnownSecrets &secrets)
        : m_report(report)
        , m_secrets(secrets)
    {
    }

    QString write()
    {
        const bool isExplained = !m_report.diagnoses.isEmpty();
        QString title = m_report.operation.isEmpty() ? QString() : asCode(m_report.operation) + u": "_s;
        title += isExplained ? asProse(m_report.diagnoses.first().title) : u"a result"_s;
        m_lines.append(u"# "_s + title);
        for (const Diagnosis &diagnosis : m_report.diagnoses)
            writeDiagnosis(diagnosis);
        writeNotes();
        if (!m_report.operation.isEmpty())
            writeSection(u"Input"_s, redactedJson(m_report.input));
        writeSection(u"Result as received"_s, redactedJson(m_report.result));
        writeSection(u"Output schema"_s, m_report.outputSchema);
        if (m_report.definition.isObject()) // the schema has its own section
            writeSection(u"Definition"_s, withoutMember(m_report.definition, u"outputSchema"));
        writeVersions();
        return m_lines.join(u'\n') + u'\n';
    }

private:
    // Secrets are hidden first, because they are no longer found after Markdown or an escape splits them.

    //! Returns the text of a peer as code, so that nothing in it is interpreted as Markdown.
    QString asCode(const QString &text) const
    {
        const QString shown = visibleText(m_secrets.hidden(text), false, maxWords);
        const QString fence = fenceAround(shown, 1);
        const bool touches = shown.startsWith(u'`') || shown.endsWith(u'`');
        return touches ? QString(fence + u' ' + shown + u' ' + fence) : QString(fence + shown + fence);
    }

    //! Returns \a text, which may contain text of a peer, with all Markdown escaped.
    QString asProse(const QString &text) const
    {
        static const QRegularExpression special(u"([\\\\`*_{}\\[\\]<>#|~@])"_s);
        return visibleText(m_secrets.hidden(text), false, maxWords).replace(special, u"\\\\1"_s);
    }

    void paragraph(const QString &text)
    {
        m_lines.append(QString());
        m_lines.append(text);
    }

    QString places(const QStringList &pointers) const
    {
        QStringList shown;
        for (const QString &pointer : pointers)
            shown.append(pointer.isEmpty() ? u"the whole"_s : asCode(pointer));
        return shown.isEmpty() ? QString() : u" at "_s + shown.join(u", "_s);
    }

    void writeDiagnosis(const Diagnosis &diagnosis)
    {
        if (m_report.diagnoses.size() > 1)
            paragraph(u"## "_s + asProse(diagnosis.title));
        paragraph(asProse(diagnosis.cause) + u" ("_s + asCode(diagnosis.code) + u')');
        m_lines.append(QString());
        if (!diagnosis.failingText.isEmpty())
            m_lines.append(u"- Received: %1%2: %3"_s.arg(asProse(diagnosis.received),
                places(diagnosis.failingPointers), asProse(diagnosis.failingText)));
        if (diagnosis.validPointer)
            m_lines.append(u"- Valid: %1%2: %3"_s.arg(asProse(diagnosis.received),
                places({*diagnosis.validPointer}), asProse(diagnosis.validText)));
        if (!diagnosis.schemaText.isEmpty())
            m_lines.append(u"- Declared: %1%2: %3"_s.arg(asProse(diagnosis.declared),
                places(diagnosis.schemaPointers), asProse(diagnosis.schemaText)));
        if (diagnosis.fixes.isEmpty())
            return;
        paragraph(u"**What to change in the server**"_s);
        m_lines.append(QString());
        for (qsizetype i = 0; i < diagnosis.fixes.size(); ++i) {
            const Diagnosis::Fix &fix = diagnosis.fixes.at(i);
            m_lines.append(u"- **%1** %2: %3"_s.arg(fixLetter(i), asProse(fix.title), asCode(fix.code)));
        }
    }

    void writeNotes()
    {
        QStringList told;
        for (const RecognitionNote &note : m_report.notes) {
            if (!isToldBy(m_report.diagnoses, note))
                told.append(u"- %1: %2 (%3)"_s.arg(
                    severityName(note.severity), asProse(withLayerNames(note.message)), asCode(note.code)));
        }
        if (told.isEmpty())
            return;
        paragraph(u"## Also noted"_s);
        m_lines.append(QString());
        m_lines += told;
    }

    void writeSection(const QString &title, const Json &value)
    {
        if (value.isAbsent())
            return;
        const QString whole = QString::fromUtf8(m_secrets.hidden(value).toBytes(Json::Layout::Indented));
        const QString shown = visibleText(whole.first(qMin(whole.size(), maxJsonText)), true);
        const QString fence = fenceAround(shown, 3);
        paragraph(u"## "_s + title);
        paragraph(fence + u"json"_s);
        m_lines.append(shown);
        m_lines.append(fence);
        if (whole.size() > maxJsonText)
            paragraph(u"(The first %1 of %2.)"_s.arg(sizeText(maxJsonText), sizeText(whole.size())));
    }

    void writeVersions()
    {
        paragraph(u"## Versions"_s);
        m_lines.append(QString());
        const QString server = QString(m_report.serverName + u' ' + m_report.serverVersion).trimmed();
        if (!server.isEmpty())
            m_lines.append(u"- Server: "_s + asCode(server));
        if (!m_report.protocol.isEmpty())
            m_lines.append(u"- Protocol: "_s + asCode(m_report.protocol));
        m_lines.append(u"- Client: Envelope Workbench %1, Qt %2, %3"_s.arg(QStringLiteral(WORKBENCH_VERSION),
            QString::fromLatin1(qVersion()), asProse(QSysInfo::prettyProductName())));
        paragraph(u"Known secrets and the values of secret keys are not in this report. Please review it "
                  u"before you "
                  "publish it."_s);
    }

    const BugReport &m_report;
    const KnownSecrets &m_secrets;
    QStringList m_lines;
};

} // namespace

BugReport BugReport::of(const OperationSpec &spec, const Json &input, const Outcome &outcome)
{
    return {.operation = spec.id.name,
        .definition = spec.definition,
        .outputSchema = spec.outputSchema,
        .input = input,
        .result = rawResult(outcome.envelope, outcome.receivedData),
        .diagnoses = outcome.diagnoses,
        .notes = notesOf(outcome)};
}

BugReport BugReport::of(
    const OperationSpec &spec, const Json &input, const Error &error, const QList<Diagnosis> &diagnoses)
{
    return {.operation = spec.id.name,
        .definition = spec.definition,
        .outputSchema = spec.outputSchema,
        .input = input,
        .result = rawError(error),
        .diagnoses = diagnoses};
}

Json rawResult(const ResponseEnvelope &envelope, const Json &receivedData)
{
    if (const auto *mcp = std::get_if<McpMeta>(&envelope.meta())) {
        if (!mcp->result.isAbsent())
            return mcp->result;
        return Json::object({{u"content"_s, mcp->content}, {u"structuredContent"_s, mcp->structuredContent},
            {u"_meta"_s, mcp->meta}, {u"isError"_s, mcp->isError ? Json::boolean(true) : Json()}});
    }
    if (const auto *http = std::get_if<HttpMeta>(&envelope.meta())) {
        QList<Json::Member> headers;
        for (const auto &[name, value] : http->headers)
            headers.append({name, Json::string(value)});
        return Json::object({{u"statusCode"_s, Json::integer(http->statusCode)},
            {u"headers"_s, Json::object(headers)}, {u"body"_s, receivedData}});
    }
    return receivedData;
}

Json rawError(const Error &error)
{
    if (error.details.hasMember("message"_L1) || error.details.hasMember("statusCode"_L1))
        return error.details;
    return Json::object({{u"code"_s, Json::string(error.code)}, {u"message"_s, Json::string(error.message)},
        {u"details"_s, error.details}, {u"detail"_s, textOrAbsent(error.detail)}});
}

QString toMarkdown(const BugReport &report, const KnownSecrets &secrets)
{
    return secrets.hidden(MarkdownWriter(report, secrets).write());
}

} // namespace Workbench
