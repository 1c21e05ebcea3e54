// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/junit.h"

#include "core/base/visibletext.h"

#include <QXmlStreamWriter>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns \a lines as visible text. A line end inside one of them becomes an escape, so that a name from a
//! peer does not look like another line.
QString linesForXml(const QStringList &lines)
{
    QStringList shown;
    for (const QString &line : lines)
        shown.append(visibleText(line));
    return shown.join(u'\n');
}

void writeCase(QXmlStreamWriter &xml, const QString &suite, const JUnitCase &one)
{
    xml.writeStartElement(u"testcase"_s);
    xml.writeAttribute(u"classname"_s, visibleText(suite));
    xml.writeAttribute(u"name"_s, visibleText(one.name));
    if (one.durationMs >= 0)
        xml.writeAttribute(u"time"_s, QString::number(double(one.durationMs) / 1000, 'f', 3));
    for (const JUnitCase::Failure &failure : one.failures) {
        xml.writeStartElement(u"failure"_s);
        xml.writeAttribute(u"type"_s, failure.type);
        xml.writeAttribute(u"message"_s, visibleText(failure.message));
        if (!failure.lines.isEmpty())
            xml.writeCharacters(linesForXml(failure.lines));
        xml.writeEndElement();
    }
    if (one.isSkipped) {
        xml.writeStartElement(u"skipped"_s);
        xml.writeAttribute(u"message"_s, visibleText(one.reason));
        xml.writeEndElement();
    }
    if (!one.output.isEmpty())
        xml.writeTextElement(u"system-out"_s, linesForXml(one.output));
    xml.writeEndElement();
}

} // namespace

QByteArray toJUnit(const QString &suite, const QList<JUnitCase> &cases)
{
    QByteArray out;
    QXmlStreamWriter xml(&out);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuite"_s);
    xml.writeAttribute(u"name"_s, visibleText(suite));
    xml.writeAttribute(u"tests"_s, QString::number(cases.size()));
    const auto hasFailed = [](const JUnitCase &one) { return !one.failures.isEmpty(); };
    xml.writeAttribute(u"failures"_s, QString::number(std::ranges::count_if(cases, hasFailed)));
    xml.writeAttribute(u"skipped"_s, QString::number(std::ranges::count(cases, true, &JUnitCase::isSkipped)));
    for (const JUnitCase &one : cases)
        writeCase(xml, suite, one);
    xml.writeEndElement();
    xml.writeEndDocument();
    return out;
}

} // namespace Workbench
