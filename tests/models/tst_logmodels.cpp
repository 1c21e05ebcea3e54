// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/models/logmodels.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/rowdelegate.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

using Tester = QAbstractItemModelTester;

class tst_LogModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void historyIsNewestFirst();
    void historyFollowsChanges();
    void historySaysWhoCalled();
    void historySaysAsWhomACallIsMade_data();
    void historySaysAsWhomACallIsMade();
    void historyShowsRunningTasks_data();
    void historyShowsRunningTasks();
    void historyGroupsTheDigitsOfItsCounts();
    void historyShowsTheInputOnOneLine();
    void historyShowsOutcomesAsIconAndText_data();
    void historyShowsOutcomesAsIconAndText();
    void historyWaitsWhilePaused();
    void historyKeepsRunningCallsWhenCleared();
    void wireIsNewestFirst();
    void wireRemovesFramesThatTheLogDrops();
    void wireShowsNothingForAFrameThatIsGone();
    void wireWaitsWhilePaused();
    void wireShowsTheFirstCharactersOnly();
    void wireCanBeFilteredByCall();
    void logIsBoundedAndNewestFirst();
    void logWaitsWhilePaused();
    void filtersByEveryWord();

private:
    static Frame frame(const QByteArray &bytes, const QString &exchange = {})
    {
        Frame made;
        made.source = u"s"_s;
        made.bytes = bytes;
        made.label = u"tools/call"_s;
        made.exchangeId = exchange;
        return made;
    }
    static ExchangeRecord record(const QString &operation)
    {
        ExchangeRecord made;
        made.source = u"everything"_s;
        made.operation = operation;
        made.startedAt = QDateTime(QDate(2026, 5, 18), QTime(12, 3, 21, 114), QTimeZone::UTC);
        return made;
    }
    static QString cell(const QAbstractItemModel &model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }
};

void tst_LogModels::historyIsNewestFirst()
{
    ExchangeLog log;
    HistoryModel model(&log);
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    log.begin(record(u"echo"_s));
    log.begin(record(u"get-sum"_s));
    QTRY_COMPARE(model.rowCount(), 2);
    QCOMPARE(cell(model, 0, HistoryModel::OperationColumn), u"get-sum"_s);
    QCOMPARE(cell(model, 1, HistoryModel::OperationColumn), u"echo"_s);
    QCOMPARE(cell(model, 1, HistoryModel::TimeColumn), u"12:03:21.114"_s);
}

void tst_LogModels::historyFollowsChanges()
{
    ExchangeLog log;
    HistoryModel model(&log);
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    ExchangeRecord call = record(u"echo"_s);
    call.id = log.begin(call);
    QTRY_COMPARE(cell(model, 0, HistoryModel::OutcomeColumn), u"running"_s);
    QCOMPARE(cell(model, 0, HistoryModel::DurationColumn), u"–"_s);
    call.state = ExchangeRecord::State::Ok;
    call.outcome = u"ok"_s;
    call.durationMs = 12;
    call.responseBytes = 612;
    call.warnings = 2;
    log.update(call);
    QTRY_COMPARE(cell(model, 0, HistoryModel::OutcomeColumn), u"ok"_s);
    QCOMPARE(cell(model, 0, HistoryModel::DurationColumn), u"12 ms"_s);
    QCOMPARE(cell(model, 0, HistoryModel::SizeColumn), u"612 B"_s);
    QCOMPARE(model.index(0, HistoryModel::WarningsColumn).data(RowRole::IconName).toString(), u"warning"_s);
    QCOMPARE(model.index(0, 0).data(HistoryModel::ExchangeIdRole).toString(), call.id);
}

//! History lists a hub's call of one of our operations under the source that runs it.
void tst_LogModels::historySaysWhoCalled()
{
    ExchangeLog log;
    HistoryModel model(&log);
    ExchangeRecord call = record(u"clock.now"_s);
    call.source = u"local"_s;
    call.note = u"called by the hub \"team\""_s;
    call.identity = Identity{u"ana\u202e"_s, {}, {}};
    log.begin(call);
    QTRY_COMPARE(cell(model, 0, HistoryModel::SourceColumn), u"local"_s);
    QCOMPARE(cell(model, 0, HistoryModel::OperationColumn), u"clock.now"_s);
    QCOMPARE(cell(model, 0, HistoryModel::NoteColumn), u"as ana\\u{202E} · called by the hub \"team\""_s);
}

//! A result replaces the note of the record, but not the identity.
void tst_LogModels::historySaysAsWhomACallIsMade_data()
{
    QTest::addColumn<QByteArray>("identity");
    QTest::addColumn<QString>("note");
    QTest::addColumn<QString>("toolTip");
    QTest::newRow("no identity") << QByteArray() << u"2 values normalised"_s << u"2 values normalised"_s;
    QTest::newRow("without rights") << QByteArray(R"({"id":"bo"})") << u"as bo · 2 values normalised"_s
                                    << u"as bo · 2 values normalised"_s;
    QTest::newRow("with rights")
        << QByteArray(R"({"id":"ana","scopes":["read","admin"],"resources":{"note:1":["drop"]}})")
        << u"as ana · 2 values normalised"_s
        << u"as ana · 2 values normalised\nscopes: read, admin\nresources: note:1 (drop)"_s;
}

void tst_LogModels::historySaysAsWhomACallIsMade()
{
    QFETCH(QByteArray, identity);
    ExchangeLog log;
    HistoryModel model(&log);
    ExchangeRecord call = record(u"echo"_s);
    if (!identity.isEmpty())
        call.identity = identityFromJson(jsonLiteral(identity));
    call.id = log.begin(call);
    call.note = u"2 values normalised"_s;
    log.update(call);
    QTRY_COMPARE(model.rowCount(), 1);
    QTEST(cell(model, 0, HistoryModel::NoteColumn), "note");
    QTEST(model.index(0, HistoryModel::NoteColumn).data(Qt::ToolTipRole).toString(), "toolTip");
}

void tst_LogModels::historyShowsRunningTasks_data()
{
    QTest::addColumn<QString>("status");
    QTest::addColumn<double>("share");
    QTest::addColumn<QString>("word");
    QTest::addColumn<ColorRole>("color");
    QTest::newRow("progress is unknown") << u"working"_s << -1.0 << u"task, running"_s << ColorRole::Live;
    QTest::newRow("progress is known") << u"working"_s << 0.625 << u"task, 62 %"_s << ColorRole::Live;
    QTest::newRow("waits for the user")
        << u"input_required"_s << 0.5 << u"task, asks for input"_s << ColorRole::Warning;
}

void tst_LogModels::historyShowsRunningTasks()
{
    QFETCH(const QString, status);
    QFETCH(const double, share);
    QFETCH(const ColorRole, color);
    ExchangeLog log;
    HistoryModel model(&log);
    ExchangeRecord call = record(u"archive"_s);
    call.id = log.begin(call);
    QCOMPARE(log.runningTasks(), 0);
    call.task = status;
    call.taskId = u"7f31c0de-0000-4000-8000-00000000beef"_s;
    call.taskShare = share;
    call.note = u"packing"_s;
    log.update(call);
    QTRY_COMPARE(cell(model, 0, HistoryModel::NoteColumn), u"task 7f31c0de… · packing"_s);
    QCOMPARE(log.runningTasks(), 1);
    const QModelIndex outcome = model.index(0, HistoryModel::OutcomeColumn);
    QTEST(outcome.data().toString(), "word");
    QCOMPARE(ColorRole(outcome.data(RowRole::TextColor).toInt()), color);
    const QModelIndex note = model.index(0, HistoryModel::NoteColumn);
    QVERIFY(note.data(Qt::ToolTipRole).toString().contains(call.taskId));
    call.state = ExchangeRecord::State::Ok;
    log.update(call);
    QCOMPARE(log.runningTasks(), 0);
}

void tst_LogModels::historyGroupsTheDigitsOfItsCounts()
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
    const auto back = qScopeGuard([&before] { QLocale::setDefault(before); });
    ExchangeLog log;
    HistoryModel model(&log);
    ExchangeRecord call = record(u"clock.tick"_s);
    call.note = u"100000 events"_s;
    log.begin(call);
    QTRY_COMPARE(cell(model, 0, HistoryModel::NoteColumn), u"100,000 events"_s);
    call.note = u"Error 100000 of the server"_s; // text of the server
    log.begin(call);
    QTRY_COMPARE(cell(model, 0, HistoryModel::NoteColumn), call.note);
}

void tst_LogModels::historyShowsTheInputOnOneLine()
{
    ExchangeLog log;
    log.hideSecret("hunter22hunter22", u"TOKEN"_s);
    HistoryModel model(&log);
    ExchangeRecord call = record(u"get-forecast"_s);
    call.input = jsonLiteral(R"({"city":"Chicago","days":3,"units":{"t":"C"},"key":"hunter22hunter22"})");
    log.begin(call);
    QTRY_COMPARE(cell(model, 0, HistoryModel::InputColumn),
        u"city=Chicago, days=3, units={\"t\":\"C\"}, key=${secret:TOKEN}"_s);
    call.operation = u"resource:demo://docs/architecture.md"_s;
    call.input = jsonLiteral("[1,2]");
    log.begin(call);
    QTRY_COMPARE(cell(model, 0, HistoryModel::InputColumn), u"[1,2]"_s);
    QCOMPARE(cell(model, 0, HistoryModel::OperationColumn), u"architecture.md"_s);
    call.input = Json::object({{u"text"_s, Json::string(QString(1000, u'x'))}});
    log.begin(call);
    QTRY_COMPARE(model.rowCount(), 3);
    QVERIFY(cell(model, 0, HistoryModel::InputColumn).size() < 220);
}

void tst_LogModels::historyShowsOutcomesAsIconAndText_data()
{
    QTest::addColumn<ExchangeRecord::State>("state");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("icon");
    QTest::newRow("ok") << ExchangeRecord::State::Ok << u"200"_s << u"200"_s << u"outcome-ok"_s;
    QTest::newRow("failed") << ExchangeRecord::State::Failed << u"503"_s << u"503"_s << u"outcome-error"_s;
    QTest::newRow("cancelled") << ExchangeRecord::State::Cancelled << u"ABORTED"_s << u"cancelled"_s
                               << u"outcome-cancelled"_s;
    QTest::newRow("aborted by the caller")
        << ExchangeRecord::State::Cancelled << u"aborted"_s << u"aborted"_s << u"outcome-cancelled"_s;
    QTest::newRow("disconnected") << ExchangeRecord::State::Cancelled << u"disconnected"_s
                                  << u"disconnected"_s << u"outcome-cancelled"_s;
    QTest::newRow("live") << ExchangeRecord::State::Live << QString() << u"live"_s << u"outcome-live"_s;
}

void tst_LogModels::historyShowsOutcomesAsIconAndText()
{
    QFETCH(const ExchangeRecord::State, state);
    QFETCH(const QString, outcome);
    QFETCH(const QString, word);
    QFETCH(const QString, icon);
    ExchangeLog log;
    ExchangeRecord call = record(u"x"_s);
    call.state = state;
    call.outcome = outcome;
    log.begin(call);
    HistoryModel model(&log);
    QCOMPARE(cell(model, 0, HistoryModel::OutcomeColumn), word);
    QCOMPARE(model.index(0, HistoryModel::OutcomeColumn).data(RowRole::IconName).toString(), icon);
}

void tst_LogModels::historyWaitsWhilePaused()
{
    ExchangeLog log;
    HistoryModel model(&log);
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    QSignalSpy announced(&log, &ExchangeLog::recordAdded);
    model.setPaused(true);
    log.begin(record(u"a"_s));
    QTRY_COMPARE(announced.size(), 1);
    QCOMPARE(model.rowCount(), 0);
    model.setPaused(false);
    QCOMPARE(model.rowCount(), 1);
}

void tst_LogModels::historyKeepsRunningCallsWhenCleared()
{
    ExchangeLog log;
    HistoryModel model(&log);
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    log.begin(record(u"running"_s));
    ExchangeRecord done = record(u"done"_s);
    done.state = ExchangeRecord::State::Ok;
    log.begin(done);
    QTRY_COMPARE(model.rowCount(), 2);
    log.clearRecords();
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(cell(model, 0, HistoryModel::OperationColumn), u"running"_s);
}

void tst_LogModels::wireIsNewestFirst()
{
    ExchangeLog log;
    WireModel model(&log);
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    Frame sent = frame(R"({"id":1})");
    sent.direction = Direction::Sent;
    log.note(sent);
    log.note(frame(R"({"result":{}})"));
    QTRY_COMPARE(model.rowCount(), 2);
    QCOMPARE(cell(model, 0, WireModel::TextColumn), uR"({"result":{}})"_s);
    QCOMPARE(cell(model, 0, WireModel::DirectionColumn), u"in"_s);
    QCOMPARE(cell(model, 1, WireModel::DirectionColumn), u"out"_s);
    QCOMPARE(model.index(1, WireModel::DirectionColumn).data(RowRole::IconName).toString(), u"arrow-out"_s);
    QCOMPARE(cell(model, 1, WireModel::FrameColumn), u"tools/call"_s);
    QCOMPARE(cell(model, 1, WireModel::SizeColumn), u"8 B"_s);
}

void tst_LogModels::wireRemovesFramesThatTheLogDrops()
{
    Limits limits;
    limits.exchangeFrames = 3;
    ExchangeLog log(limits);
    WireModel model(&log);
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    for (int i = 0; i < 2; ++i)
        log.note(frame(QByteArray::number(i)));
    QTRY_COMPARE(model.rowCount(), 2);
    for (int i = 2; i < 4; ++i)
        log.note(frame(QByteArray::number(i)));
    QTRY_COMPARE(cell(model, 0, WireModel::TextColumn), u"3"_s);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(cell(model, 2, WireModel::TextColumn), u"1"_s);
    for (int i = 4; i < 20; ++i)
        log.note(frame(QByteArray::number(i)));
    QTRY_COMPARE(cell(model, 0, WireModel::TextColumn), u"19"_s);
    QCOMPARE(model.rowCount(), 3);
    log.clearFrames();
    QTRY_COMPARE(model.rowCount(), 0);
}

void tst_LogModels::wireShowsNothingForAFrameThatIsGone()
{
    Limits limits;
    limits.exchangeFrames = 2;
    ExchangeLog log(limits);
    log.note(frame("0"));
    log.note(frame("1"));
    WireModel model(&log);
    QCOMPARE(model.rowCount(), 2);
    log.note(frame("2")); // the model is told later, when the oldest frame is already dropped
    QCOMPARE(model.frameAt(1), nullptr);
    QVERIFY(!model.index(1, WireModel::TextColumn).data().isValid());
    QCOMPARE(cell(model, 0, WireModel::TextColumn), u"1"_s);
}

void tst_LogModels::wireWaitsWhilePaused()
{
    ExchangeLog log;
    WireModel model(&log);
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    model.setPaused(true);
    QSignalSpy announced(&log, &ExchangeLog::framesChanged);
    log.note(frame("a"));
    QTRY_COMPARE(announced.size(), 1);
    QCOMPARE(model.rowCount(), 0);
    model.setPaused(false);
    QCOMPARE(model.rowCount(), 1);
}

void tst_LogModels::wireShowsTheFirstCharactersOnly()
{
    ExchangeLog log;
    log.note(frame(QByteArray(100'000, 'x')));
    const WireModel model(&log);
    QVERIFY(cell(model, 0, WireModel::TextColumn).size() <= WireModel::textShown + 1);
}

void tst_LogModels::wireCanBeFilteredByCall()
{
    ExchangeLog log;
    log.note(frame("a", u"first"_s));
    log.note(frame("b", u"second"_s));
    WireModel model(&log);
    WireFilterModel filter;
    filter.setSourceModel(&model);
    const Tester tester(&filter, Tester::FailureReportingMode::QtTest);
    QCOMPARE(filter.rowCount(), 2);
    filter.setExchange(u"first"_s);
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(cell(filter, 0, WireModel::TextColumn), u"a"_s);
    filter.setExchange({});
    QCOMPARE(filter.rowCount(), 2);
}

void tst_LogModels::logIsBoundedAndNewestFirst()
{
    LogModel model;
    const Tester tester(&model, Tester::FailureReportingMode::QtTest);
    for (int i = 0; i < LogModel::maxLines; ++i)
        model.add({.at = {},
            .level = LogLine::Level::Info,
            .source = {},
            .origin = {},
            .text = QString::number(i)});
    QTRY_COMPARE(model.rowCount(), int(LogModel::maxLines));
    for (int i = 0; i < 5; ++i)
        model.add({.at = {}, .level = LogLine::Level::Error, .source = {}, .origin = {}, .text = u"new"_s});
    QTRY_COMPARE(cell(model, 0, LogModel::TextColumn), u"new"_s);
    QCOMPARE(model.rowCount(), int(LogModel::maxLines));
    QCOMPARE(cell(model, 0, LogModel::LevelColumn), u"error"_s);
    QCOMPARE(cell(model, model.rowCount() - 1, LogModel::TextColumn), u"5"_s);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void tst_LogModels::logWaitsWhilePaused()
{
    LogModel model;
    model.setPaused(true);
    model.add({.at = {}, .level = LogLine::Level::Info, .source = {}, .origin = {}, .text = u"x"_s});
    QTest::qWait(80);
    QCOMPARE(model.rowCount(), 0);
    model.setPaused(false);
    QCOMPARE(model.rowCount(), 1);
}

void tst_LogModels::filtersByEveryWord()
{
    ExchangeLog log;
    log.begin(record(u"get-sum"_s));
    log.begin(record(u"echo"_s));
    HistoryModel model(&log);
    TextFilterModel filter;
    filter.setSourceModel(&model);
    const Tester tester(&filter, Tester::FailureReportingMode::QtTest);
    filter.setText(u"EVERY sum"_s);
    QCOMPARE(filter.rowCount(), 1);
    filter.setText(u"every none"_s);
    QCOMPARE(filter.rowCount(), 0);
    filter.setText({});
    QCOMPARE(filter.rowCount(), 2);
}

WORKBENCH_TEST(tst_LogModels, QCoreApplication)
#include "tst_logmodels.moc"
