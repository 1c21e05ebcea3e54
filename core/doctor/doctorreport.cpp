// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/doctor/doctorreport.h"

#include "core/base/visibletext.h"

#include <QXmlStreamWriter>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

QString outcomeName(DoctorRun::Outcome outcome)
{
    switch (outcome) {
    case DoctorRun::Outcome::Answered: return u"answered"_s;
    case DoctorRun::Outcome::Failed: return u"failed"_s;
    case DoctorRun::Outcome::NotCalled: break;
    }
    return u"not-called"_s;
}

Json texts(const QStringList &list)
{
    QList<Json> items;
    for (const QString &text : list)
        items.append(Json::string(text));
    return Json::array(items);
}

Json toJson(const DoctorRun &run)
{
    const bool wasCalled = run.outcome != DoctorRun::Outcome::NotCalled;
    return Json::object({
        {u"name"_s, Json::string(run.operation)},
        {u"outcome"_s, Json::string(outcomeName(run.outcome))},
        {u"reason"_s, run.reason.isEmpty() ? Json() : Json::string(run.reason)},
        {u"durationMs"_s, wasCalled ? Json::integer(run.durationMs) : Json()},
        {u"layers"_s, texts(run.layers)},
    });
}

Json toJson(const DoctorFinding &finding)
{
    return Json::object({
        {u"operation"_s, finding.operation.isEmpty() ? Json() : Json::string(finding.operation)},
        {u"code"_s, Json::string(finding.code)},
        {u"severity"_s, Json::string(QString(severityName(finding.severity)))},
        {u"message"_s, Json::string(finding.message)},
    });
}

//! XML has no way to write most control characters.
QString forXml(const QString &text)
{
    return visibleText(text, true);
}

class JUnitWriter {
public:
    explicit JUnitWriter(const DoctorReport &report)
        : m_report(report)
        , m_xml(&m_out)
    {
    }

    QByteArray write()
    {
        m_xml.setAutoFormatting(true);
        m_xml.writeStartDocument();
        m_xml.writeStartElement(u"testsuite"_s);
        m_xml.writeAttribute(u"name"_s, forXml(m_report.source));
        const qsizetype hasOwn = hasFindings({}) ? 1 : 0;
        m_xml.writeAttribute(u"tests"_s, QString::number(m_report.runs.size() + hasOwn));
        m_xml.writeAttribute(u"failures"_s, QString::number(failures()));
        m_xml.writeAttribute(u"skipped"_s,
            QString::number(
                std::ranges::count(m_report.runs, DoctorRun::Outcome::NotCalled, &DoctorRun::outcome)));
        if (hasOwn)
            writeCase({}, u"(the source)"_s, nullptr);
        for (const DoctorRun &run : m_report.runs)
            writeCase(run.operation, run.operation, &run);
        m_xml.writeEndElement();
        m_xml.writeEndDocument();
        return m_out;
    }

private:
    bool hasFindings(const QString &operation) const
    {
        return std::ranges::contains(m_report.findings, operation, &DoctorFinding::operation);
    }

    QList<DoctorFinding> findings(const QString &operation, bool areErrors) const
    {
        QList<DoctorFinding> found;
        for (const DoctorFinding &finding : m_report.findings) {
            if (finding.operation == operation
                && (finding.severity == Diagnosis::Severity::Error) == areErrors)
                found.append(finding);
        }
        return found;
    }

    qsizetype failures() const
    {
        qsizetype count = findings({}, true).isEmpty() ? 0 : 1;
        for (const DoctorRun &run : m_report.runs)
            count += findings(run.operation, true).isEmpty() ? 0 : 1;
        return count;
    }

    void writeCase(const QString &operation, const QString &name, const DoctorRun *run)
    {
        m_xml.writeStartElement(u"testcase"_s);
        m_xml.writeAttribute(u"classname"_s, forXml(m_report.source));
        m_xml.writeAttribute(u"name"_s, forXml(name));
        if (run && run->durationMs >= 0)
            m_xml.writeAttribute(u"time"_s, QString::number(double(run->durationMs) / 1000, 'f', 3));
        for (const DoctorFinding &finding : findings(operation, true)) {
            m_xml.writeStartElement(u"failure"_s);
            m_xml.writeAttribute(u"type"_s, finding.code);
            m_xml.writeAttribute(u"message"_s, forXml(finding.message));
            m_xml.writeEndElement();
        }
        if (run && run->outcome == DoctorRun::Outcome::NotCalled) {
            m_xml.writeStartElement(u"skipped"_s);
            m_xml.writeAttribute(u"message"_s, forXml(run->reason));
            m_xml.writeEndElement();
        }
        QStringList rest;
        for (const DoctorFinding &finding : findings(operation, false))
            rest.append(u"%1 %2: %3"_s.arg(severityName(finding.severity), finding.code, finding.message));
        if (!rest.isEmpty())
            m_xml.writeTextElement(u"system-out"_s, forXml(rest.join(u'\n')));
        m_xml.writeEndElement();
    }

    const DoctorReport &m_report;
    QByteArray m_out;
    QXmlStreamWriter m_xml;
};

} // namespace

qsizetype DoctorReport::count(Diagnosis::Severity severity) const
{
    return std::ranges::count(findings, severity, &DoctorFinding::severity);
}

Json toJson(const DoctorReport &report)
{
    QList<Json> operations;
    for (const DoctorRun &run : report.runs)
        operations.append(toJson(run));
    QList<Json> findings;
    for (const DoctorFinding &finding : report.findings)
        findings.append(toJson(finding));
    QList<Json::Member> envelopes;
    for (const auto &[kind, count] : report.envelopes.asKeyValueRange())
        envelopes.append({kind, Json::integer(count)});
    return Json::object({
        {u"source"_s, Json::string(report.source)},
        {u"peer"_s, Json::string(report.peer)},
        {u"operations"_s, Json::array(operations)},
        {u"findings"_s, Json::array(findings)},
        {u"envelopes"_s, Json::object(envelopes)},
    });
}

QByteArray toJUnit(const DoctorReport &report)
{
    return JUnitWriter(report).write();
}

} // namespace Workbench
