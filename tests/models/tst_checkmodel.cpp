// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/testprogram.h"
#include "ui/models/checkmodel.h"
#include "ui/theme/rowdelegate.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

using Severity = Diagnosis::Severity;
using Tester = QAbstractItemModelTester;

class tst_CheckModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsTheOutcomeOfEveryOperation();
    void countsFindingsAndShowsTheWorst();
    void updatesOneRunWhileOthersWait();
    void sortsBySeverity();

private:
    static CheckReport report()
    {
        CheckReport made;
        made.runs = {{u"look"_s, CheckRun::Outcome::Answered, {}, 1234, {u"json-text"_s, u"alpha"_s}},
            {u"fail"_s, CheckRun::Outcome::Failed, u"out of order"_s, 3, {}},
            {u"write"_s, CheckRun::Outcome::NotCalled, u"it may change data"_s, -1, {}}};
        made.findings = {{{}, u"list.incomplete"_s, Severity::Warning, u"The list is incomplete."_s},
            {u"look"_s, u"call.slow"_s, Severity::Warning, u"It took long."_s},
            {u"look"_s, u"schema.undeclared"_s, Severity::Info, u"No schema."_s},
            {u"fail"_s, u"schema.output-unusable"_s, Severity::Error, u"It cannot be used."_s}};
        return made;
    }
    static QString cell(const QAbstractItemModel &model, int row, int column, int role = Qt::DisplayRole)
    {
        return model.index(row, column).data(role).toString();
    }
};

void tst_CheckModel::showsTheOutcomeOfEveryOperation()
{
    CheckModel model;
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    model.setReport(report());
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(cell(model, 0, CheckModel::OutcomeColumn), u"answered"_s);
    QCOMPARE(cell(model, 0, CheckModel::OutcomeColumn, RowRole::IconName), u"outcome-ok"_s);
    QCOMPARE(cell(model, 0, CheckModel::DurationColumn), QLocale().toString(1234));
    QCOMPARE(cell(model, 0, CheckModel::EnvelopeColumn), u"JSON in text › {ok, data}"_s);
    QCOMPARE(cell(model, 1, CheckModel::OutcomeColumn), u"failed"_s);
    QCOMPARE(cell(model, 1, CheckModel::OutcomeColumn, RowRole::Note), u"out of order"_s);
    QCOMPARE(cell(model, 2, CheckModel::OutcomeColumn, Qt::AccessibleTextRole),
        u"not called: it may change data"_s);
    QCOMPARE(cell(model, 2, CheckModel::DurationColumn), QString());
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void tst_CheckModel::countsFindingsAndShowsTheWorst()
{
    CheckModel model;
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    model.setReport(report());
    QCOMPARE(cell(model, 0, CheckModel::FindingsColumn), u"2"_s);
    QCOMPARE(cell(model, 0, CheckModel::FindingsColumn, RowRole::IconName), u"warning"_s);
    QVERIFY(cell(model, 0, CheckModel::FindingsColumn, Qt::AccessibleTextRole).contains(u"warning"_s));
    QCOMPARE(cell(model, 1, CheckModel::FindingsColumn, RowRole::IconName), u"outcome-error"_s);
    QCOMPARE(cell(model, 2, CheckModel::FindingsColumn), QString());
    QCOMPARE(cell(model, 2, CheckModel::FindingsColumn, Qt::AccessibleTextRole), u"no findings"_s);
}

void tst_CheckModel::updatesOneRunWhileOthersWait()
{
    CheckReport running = report();
    running.findings.clear();
    running.runs[0] = {u"look"_s, CheckRun::Outcome::NotCalled, {}, -1, {}};
    CheckModel model;
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    model.setReport(running, true);
    QCOMPARE(cell(model, 0, CheckModel::OutcomeColumn), u"waiting"_s);
    QCOMPARE(cell(model, 2, CheckModel::OutcomeColumn), u"not called"_s);
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    running.runs[0] = report().runs.at(0);
    model.updateRun(running, u"look"_s);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(cell(model, 0, CheckModel::OutcomeColumn), u"answered"_s);
    model.updateRun(running, u"unknown"_s);
    QCOMPARE(changed.size(), 1);
}

void tst_CheckModel::sortsBySeverity()
{
    CheckModel model;
    model.setReport(report());
    const auto rank = [&](int row) {
        return model.index(row, CheckModel::FindingsColumn).data(CheckModel::SortRole).toInt();
    };
    QVERIFY(rank(1) > rank(0)); // one error ranks above two warnings
    QVERIFY(rank(0) > rank(2));
    QVERIFY(model.index(0, CheckModel::DurationColumn).data(CheckModel::SortRole).toLongLong()
        > model.index(1, CheckModel::DurationColumn).data(CheckModel::SortRole).toLongLong());
}

WORKBENCH_TEST(tst_CheckModel, QCoreApplication)
#include "tst_checkmodel.moc"
