// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope doctor` over the demo, whose tracker has its faults on purpose.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliDoctor : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

    QString inputs(const QByteArray &content)
    {
        QFile file(run.home() + u"/inputs.json"_s);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write a test file");
        return file.fileName();
    }

private Q_SLOTS:
    void findsTheFaultOfTheTracker();
    void callsNothingThatMayChangeSomething();
    void writesJUnit();
    void refusesInputsThatAreNone();
};

namespace {

QStringList codesOf(const Json &report, const QString &operation)
{
    QStringList codes;
    for (const Json finding : report.member("findings"_L1).items()) {
        if (finding.member("operation"_L1).toString() == operation)
            codes.append(finding.member("code"_L1).toString());
    }
    return codes;
}

} // namespace

void tst_CliDoctor::findsTheFaultOfTheTracker()
{
    const CommandResult result = run({u"doctor"_s, u"demo:tracker"_s, u"--json"_s, u"--inputs"_s,
        inputs(R"({"list-issues":{"project":"workbench"}})")});
    QVERIFY2(result.exitCode == 7, result.err.constData());
    const Json report = jsonLiteral(result.out);
    QVERIFY(codesOf(report, u"list-issues"_s).contains(u"schema.describes-data-not-envelope"_s));
    QVERIFY(report.member("envelopes"_L1).size() > 0);
}

void tst_CliDoctor::callsNothingThatMayChangeSomething()
{
    const CommandResult result = run({u"doctor"_s, u"demo:tracker"_s, u"--json"_s});
    const Json report = jsonLiteral(result.out);
    qsizetype notCalled = 0;
    for (const Json operation : report.member("operations"_L1).items()) {
        const bool wasCalled = operation.member("outcome"_L1).toString() != u"not-called"_s;
        QCOMPARE(operation.hasMember("durationMs"_L1), wasCalled);
        notCalled += wasCalled ? 0 : 1;
    }
    QVERIFY(notCalled > 0);
}

void tst_CliDoctor::writesJUnit()
{
    const QString path = run.home() + u"/report.xml"_s;
    run({u"doctor"_s, u"demo:tracker"_s, u"--junit"_s, path});
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray xml = file.readAll();
    QVERIFY(xml.contains("<testsuite name=\"tracker\""));
    QVERIFY(xml.contains("<skipped message=\"it may change something\""));
}

void tst_CliDoctor::refusesInputsThatAreNone()
{
    const CommandResult result = run({u"doctor"_s, u"demo:tracker"_s, u"--inputs"_s, inputs("[1]")});
    QCOMPARE(result.exitCode, 2);
    QVERIFY(result.err.contains("--inputs wants an object"));
}

QTEST_GUILESS_MAIN(tst_CliDoctor)
#include "tst_clidoctor.moc"
