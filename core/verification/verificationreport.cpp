// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/verification/verificationreport.h"

#include "core/base/visibletext.h"

#include <QXmlStreamWriter>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Verdict = VerificationResult::Outcome;

constexpr qsizetype longestValue = 200; // of one in a line of the JUnit report

Json prefixedHash(const QByteArray &hash)
{
    return Json::string(QString(u"sha256:"_s + QString::fromLatin1(hash)));
}

Json toJson(const VerificationResult &result)
{
    QList<Json> differences;
    for (const FixtureDifference &difference : result.differences)
        differences.append(toJson(difference));
    QList<Json> remarks;
    for (const QString &remark : result.remarks)
        remarks.append(Json::string(remark));
    return Json::object({
        {u"fixture"_s, Json::string(result.fixture)},
        {u"operation"_s, result.operation.isEmpty() ? Json() : Json::string(result.operation)},
        {u"outcome"_s, Json::string(QString(outcomeName(result.outcome)))},
        {u"reason"_s, result.reason.isEmpty() ? Json() : Json::string(result.reason)},
        {u"durationMs"_s, result.durationMs < 0 ? Json() : Json::integer(result.durationMs)},
        {u"definition"_s,
            !result.hasChangedDefinition() ? Json()
                                           : Json::object({{u"was"_s, prefixedHash(result.definitionWas)},
                                                 {u"is"_s, prefixedHash(result.definitionIs)},
                                                 {u"accepted"_s, Json::boolean(result.definitionAccepted)}})},
        {u"differences"_s, Json::array(differences)},
        {u"differencesNotShown"_s,
            result.differencesNotShown == 0 ? Json() : Json::integer(result.differencesNotShown)},
        {u"remarks"_s, remarks.isEmpty() ? Json() : Json::array(remarks)},
    });
}

//! XML has no way to write most control characters.
QString inXml(const QString &text)
{
    return visibleText(text, true);
}

QString shortened(const Json &value)
{
    const QString text = value.isAbsent() ? u"nothing"_s : QString::fromUtf8(value.toBytes());
    return text.size() <= longestValue ? text : QString(text.first(longestValue) + u'…');
}

QString lineOf(const FixtureDifference &difference)
{
    const QString place = difference.pointer.isEmpty() ? u"(all of it)"_s : difference.pointer;
    const QString from = difference.from.isEmpty() ? QString() : QString(u" from "_s + difference.from);
    return u"%1 %2%3: expected %4, got %5"_s.arg(differenceKindName(difference.kind), place, from,
        shortened(difference.expected), shortened(difference.actual));
}

bool hasFailed(const VerificationResult &result)
{
    return result.outcome == Verdict::Failed
        || (result.outcome == Verdict::Changed && !result.definitionAccepted);
}

class VerificationXml {
public:
    explicit VerificationXml(const VerificationReport &report)
        : m_report(report)
        , m_xml(&m_out)
    {
    }

    QByteArray write()
    {
        m_xml.setAutoFormatting(true);
        m_xml.writeStartDocument();
        m_xml.writeStartElement(u"testsuite"_s);
        m_xml.writeAttribute(u"name"_s, inXml(m_report.source));
        m_xml.writeAttribute(u"tests"_s, QString::number(m_report.results.size()));
        m_xml.writeAttribute(
            u"failures"_s, QString::number(std::ranges::count_if(m_report.results, hasFailed)));
        m_xml.writeAttribute(u"skipped"_s, QString::number(m_report.count(Verdict::Skipped)));
        for (const VerificationResult &result : m_report.results)
            writeCase(result);
        m_xml.writeEndElement();
        m_xml.writeEndDocument();
        return m_out;
    }

private:
    void writeFailure(const QString &type, const QString &message, const QStringList &lines = {})
    {
        m_xml.writeStartElement(u"failure"_s);
        m_xml.writeAttribute(u"type"_s, type);
        m_xml.writeAttribute(u"message"_s, inXml(message));
        if (!lines.isEmpty())
            m_xml.writeCharacters(inXml(lines.join(u'\n')));
        m_xml.writeEndElement();
    }

    void writeCase(const VerificationResult &result)
    {
        m_xml.writeStartElement(u"testcase"_s);
        m_xml.writeAttribute(u"classname"_s, inXml(m_report.source));
        m_xml.writeAttribute(u"name"_s, inXml(result.fixture));
        if (result.durationMs >= 0)
            m_xml.writeAttribute(u"time"_s, QString::number(double(result.durationMs) / 1000, 'f', 3));
        if (result.outcome == Verdict::Failed) {
            QStringList lines;
            for (const FixtureDifference &difference : result.differences)
                lines.append(lineOf(difference));
            if (result.differencesNotShown > 0)
                lines.append(u"and %1 more"_s.arg(result.differencesNotShown));
            const QString message =
                !result.reason.isEmpty() ? result.reason : lines.value(0, u"another answer"_s);
            writeFailure(u"answer"_s, message, lines);
        }
        if (result.hasChangedDefinition() && !result.definitionAccepted) {
            writeFailure(u"definition"_s,
                u"The definition of \"%1\" changed; it is sha256:%2 now."_s.arg(
                    result.operation, QString::fromLatin1(result.definitionIs)));
        }
        if (result.outcome == Verdict::Skipped) {
            m_xml.writeStartElement(u"skipped"_s);
            m_xml.writeAttribute(u"message"_s, inXml(result.reason));
            m_xml.writeEndElement();
        }
        if (!result.remarks.isEmpty())
            m_xml.writeTextElement(u"system-out"_s, inXml(result.remarks.join(u'\n')));
        m_xml.writeEndElement();
    }

    const VerificationReport &m_report;
    QByteArray m_out;
    QXmlStreamWriter m_xml;
};

} // namespace

QLatin1StringView outcomeName(VerificationResult::Outcome outcome)
{
    switch (outcome) {
    case Verdict::Passed: return "passed"_L1;
    case Verdict::Failed: return "failed"_L1;
    case Verdict::Changed: return "changed"_L1;
    case Verdict::Skipped: break;
    }
    return "skipped"_L1;
}

qsizetype VerificationReport::count(VerificationResult::Outcome outcome) const
{
    return std::ranges::count(results, outcome, &VerificationResult::outcome);
}

QStringList VerificationReport::newDefinitions() const
{
    QStringList hashes;
    for (const VerificationResult &result : results) {
        if (result.hasChangedDefinition() && !result.definitionAccepted)
            hashes.append(prefixedHash(result.definitionIs).toString());
    }
    hashes.removeDuplicates();
    return hashes;
}

Json toJson(const FixtureDifference &difference)
{
    return Json::object({
        {u"pointer"_s, Json::string(difference.pointer)},
        {u"kind"_s, Json::string(QString(differenceKindName(difference.kind)))},
        {u"from"_s, difference.from.isEmpty() ? Json() : Json::string(difference.from)},
        {u"expected"_s, difference.expected},
        {u"actual"_s, difference.actual},
    });
}

Json toJson(const VerificationReport &report)
{
    QList<Json> results;
    for (const VerificationResult &result : report.results)
        results.append(toJson(result));
    return Json::object({
        {u"passed"_s, Json::integer(report.count(Verdict::Passed))},
        {u"failed"_s, Json::integer(report.count(Verdict::Failed))},
        {u"changed"_s, Json::integer(report.count(Verdict::Changed))},
        {u"skipped"_s, Json::integer(report.count(Verdict::Skipped))},
        {u"results"_s, Json::array(results)},
    });
}

QByteArray toJUnit(const VerificationReport &report)
{
    return VerificationXml(report).write();
}

} // namespace Workbench
