// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/testprogram.h"
#include "ui/models/doctormodel.h"
#include "ui/theme/rowdelegate.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

using Severity = Diagnosis::Severity;
using Tester = QAbstractItemModelTester;

class tst_DoctorModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsWhatBecameOfEveryOperation();
    void countsFindingsAndShowsTheWorst();
    void updatesOneRunWhileOthersWait();
    void sortsByHowBadItIs();

private:
    static DoctorReport report()
    {
        DoctorReport made;
        made.runs = {{u"look"_s, DoctorRun::Outcome::Answered, {}, 1234, {u"json-text"_s, u"alpha"_s}},
            {u"fail"_s, DoctorRun::Outcome::Failed, u"out of order"_s, 3, {}},
            {u"write"_s, DoctorRun::Outcome::NotCalled, u"it may change something"_s, -1, {}}};
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

void tst_DoctorModel::tellsWhatBecameOfEveryOperation()
{
    DoctorModel model;
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    model.setReport(report());
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(cell(model, 0, DoctorModel::OutcomeColumn), u"answered"_s);
    QCOMPARE(cell(model, 0, DoctorModel::OutcomeColumn, RowRole::IconName), u"outcome-ok"_s);
    QCOMPARE(cell(model, 0, DoctorModel::DurationColumn), QLocale().toString(1234));
    QCOMPARE(cell(model, 0, DoctorModel::EnvelopeColumn), u"JSON in text › {ok, data}"_s);
    QCOMPARE(cell(model, 1, DoctorModel::OutcomeColumn), u"failed"_s);
    QCOMPARE(cell(model, 1, DoctorModel::OutcomeColumn, RowRole::Note), u"out of order"_s);
    QCOMPARE(cell(model, 2, DoctorModel::OutcomeColumn, Qt::AccessibleTextRole),
        u"not called: it may change something"_s);
    QCOMPARE(cell(model, 2, DoctorModel::DurationColumn), QString());
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void tst_DoctorModel::countsFindingsAndShowsTheWorst()
{
    DoctorModel model;
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    model.setReport(report());
    QCOMPARE(cell(model, 0, DoctorModel::FindingsColumn), u"2"_s);
    QCOMPARE(cell(model, 0, DoctorModel::FindingsColumn, RowRole::IconName), u"warning"_s);
    QVERIFY(cell(model, 0, DoctorModel::FindingsColumn, Qt::AccessibleTextRole).contains(u"warning"_s));
    QCOMPARE(cell(model, 1, DoctorModel::FindingsColumn, RowRole::IconName), u"outcome-error"_s);
    QCOMPARE(cell(model, 2, DoctorModel::FindingsColumn), QString());
    QCOMPARE(cell(model, 2, DoctorModel::FindingsColumn, Qt::AccessibleTextRole), u"no findings"_s);
}

void tst_DoctorModel::updatesOneRunWhileOthersWait()
{
    DoctorReport running = report();
    running.findings.clear();
    running.runs[0] = {u"look"_s, DoctorRun::Outcome::NotCalled, {}, -1, {}};
    DoctorModel model;
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    model.setReport(running, true);
    QCOMPARE(cell(model, 0, DoctorModel::OutcomeColumn), u"waiting"_s);
    QCOMPARE(cell(model, 2, DoctorModel::OutcomeColumn), u"not called"_s);
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    running.runs[0] = report().runs.at(0);
    model.updateRun(running, u"look"_s);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(cell(model, 0, DoctorModel::OutcomeColumn), u"answered"_s);
    model.updateRun(running, u"unknown"_s);
    QCOMPARE(changed.size(), 1);
}

void tst_DoctorModel::sortsByHowBadItIs()
{
    DoctorModel model;
    model.setReport(report());
    const auto rank = [&](int row) {
        return model.index(row, DoctorModel::FindingsColumn).data(DoctorModel::SortRole).toInt();
    };
    QVERIFY(rank(1) > rank(0)); // one error is worse than two warnings
    QVERIFY(rank(0) > rank(2));
    QVERIFY(model.index(0, DoctorModel::DurationColumn).data(DoctorModel::SortRole).toLongLong()
        > model.index(1, DoctorModel::DurationColumn).data(DoctorModel::SortRole).toLongLong());
}

WORKBENCH_TEST(tst_DoctorModel, QCoreApplication)
#include "tst_doctormodel.moc"
