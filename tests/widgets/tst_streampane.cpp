// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/metamodel.h"
#include "ui/models/streammodel.h"
#include "ui/panes/datapane.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/streampane.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/workbenchstyle.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_StreamPane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void showsTheNewestFirst();
    void namesEventsThatHaveAName();
    void keepsTheVisibleRowsInPlace();
    void followsTheNewestUntilARowIsChosen();
    void detailsOutliveTheirEvent();
    void pauseHoldsTheListOnly();
    void countsEventsThatAreNoLongerKept();
    void keepsTheEventsOfAStreamThatIsShownAgain();
    void givesTheFocusToNoButtonWhenItBegins();
    void aStreamThatEndsMovesTheFocusToNoButton();
    void clearForgetsTheEvents();
    void normalisesTheEventsOnRequest();
    void asksAHubForItsHeartbeats();
    void theHeaderStopsTheStream();
    void saysWhyTheStreamEnded_data();
    void saysWhyTheStreamEnded();
    void filtersTheEvents();
    void filtersLaterEvents();
    void saysWhenNothingMatches();
    void showsMetaAndWarningsOfTheChosenEvent();
    void explainsTheChosenEvent();
    void exportsTheRowsAsJsonLines();
    void asksForTheFileToExportTo();
    void saysWhyAnExportFailed();
    void keysReachFirstAndLastRow();

private:
    QString shownTick() const
    {
        JsonTreeModel *tree = m_page->streamPane()->dataPane()->treeModel();
        return tree->indexOf(u"/tick"_s, JsonTreeModel::ValueColumn).data().toString();
    }
    QString fact(const QString &name) const
    {
        return child<ThemeLabel>(m_page->streamPane(), name)->fullText();
    }
    void push(int from, int to) const
    {
        for (int tick = from; tick <= to; ++tick)
            f->peer->stream->push(Json::object({{u"tick"_s, Json::integer(tick)}}));
    }
    void click(const QString &name) const
    {
        QTest::mouseClick(child<QToolButton>(m_page.get(), name), Qt::LeftButton);
    }
    void clickRow(int row) const
    {
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {},
            view()->visualRect(view()->model()->index(row, 0)).center());
    }
    RowTableView *view() const { return m_page->streamPane()->view(); }
    StreamModel *model() const { return m_page->streamPane()->model(); }
    void type(const QString &text) const
    {
        auto *field = child<QLineEdit>(m_page.get(), u"streamFilter"_s);
        field->clear();
        QTest::keyClicks(field, text);
    }
    QString preview(int row) const
    {
        return model()->index(row, StreamModel::PreviewColumn).data().toString();
    }

    std::unique_ptr<PageFixture> f;
    std::unique_ptr<OperationPage> m_page;
};

void tst_StreamPane::init()
{
    f = std::make_unique<PageFixture>();
    f->peer->discovery->operations[2].outputSchema =
        jsonLiteral(R"({"type":"object","properties":{"tick":{"type":"integer"}}})");
    QVERIFY(f->connectSource());
    m_page = f->streamPage();
}

void tst_StreamPane::cleanup()
{
    m_page.reset();
    f.reset();
}

void tst_StreamPane::showsTheNewestFirst()
{
    QVERIFY(m_page->inputEditor()->isFolded());
    QCOMPARE(label(m_page.get(), u"streamState"_s), u"live"_s);
    QVERIFY(child(m_page->streamPane(), u"emptyText"_s)->isVisible());
    push(1, 2);
    QTRY_COMPARE(model()->rowCount(), 2);
    QVERIFY(!child(m_page->streamPane(), u"emptyText"_s)->isVisible());
    QCOMPARE(preview(0), u"{\"tick\":2}"_s);
    QCOMPARE(model()->index(1, StreamModel::SequenceColumn).data().toString(), u"1"_s);
    QCOMPARE(model()->index(1, StreamModel::BytesColumn).data().toString(), u"10"_s);
    QTRY_VERIFY(label(m_page.get(), u"streamCount"_s).contains(u'2'));
}

void tst_StreamPane::namesEventsThatHaveAName()
{
    f->peer->stream->push(
        Json::integer(1), SseFields{.eventType = u"message"_s, .lastEventId = {}, .retryMs = {}});
    QTRY_COMPARE(model()->rowCount(), 1);
    QVERIFY(view()->isColumnHidden(StreamModel::EventColumn));
    f->peer->stream->push(
        Json::integer(2), SseFields{.eventType = u"tick"_s, .lastEventId = u"42"_s, .retryMs = 3000});
    QTRY_COMPARE(model()->rowCount(), 2);
    QVERIFY(!view()->isColumnHidden(StreamModel::EventColumn));
    QCOMPARE(model()->index(0, StreamModel::EventColumn).data().toString(), u"tick"_s);
    clickRow(0);
    auto *meta = qobject_cast<MetaModel *>(child<QTreeView>(m_page.get(), u"metaTree"_s)->model());
    const auto row = [&](const QString &pointer) {
        return meta->indexOf(pointer, MetaModel::ValueColumn).data().toString();
    };
    QTRY_COMPARE(row(u"/id"_s), u"42"_s);
    QCOMPARE(row(u"/event"_s), u"tick"_s);
    QCOMPARE(row(u"/retry"_s), u"3000"_s);
    clickRow(1);
    QTRY_COMPARE(row(u"/event"_s), u"message"_s);
    QVERIFY(!meta->indexOf(u"/id"_s).isValid());
}

void tst_StreamPane::keepsTheVisibleRowsInPlace()
{
    push(1, 200);
    QTRY_COMPARE(model()->rowCount(), 200);
    QCOMPARE(view()->verticalScrollBar()->value(), 0);
    view()->verticalScrollBar()->setValue(view()->verticalScrollBar()->maximum() / 2);
    const QPersistentModelIndex read = view()->indexAt({5, 5});
    const int top = view()->visualRect(read).top();
    push(201, 250);
    QTRY_COMPARE(model()->rowCount(), 250);
    QCOMPARE(view()->visualRect(read).top(), top);
    view()->verticalScrollBar()->setValue(0);
    push(251, 260);
    QTRY_COMPARE(model()->rowCount(), 260);
    QCOMPARE(view()->verticalScrollBar()->value(), 0); // back at the newest event, so it follows again
}

void tst_StreamPane::followsTheNewestUntilARowIsChosen()
{
    push(1, 3);
    QTRY_COMPARE(shownTick(), u"3"_s);
    push(4, 4);
    QTRY_COMPARE(shownTick(), u"4"_s);
    clickRow(2);
    QCOMPARE(shownTick(), u"2"_s);
    push(5, 5);
    QTRY_COMPARE(model()->rowCount(), 5);
    QTest::qWait(250); // longer than the details take to follow
    QCOMPARE(shownTick(), u"2"_s);
    QCOMPARE(view()->currentIndex().row(), 3);
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_Home);
    QCOMPARE(shownTick(), u"5"_s);
    push(6, 6);
    QTRY_COMPARE(shownTick(), u"6"_s);
}

void tst_StreamPane::detailsOutliveTheirEvent()
{
    auto *keep = child<QComboBox>(m_page.get(), u"keepLast"_s);
    keep->setCurrentIndex(0);
    Q_EMIT keep->activated(0);
    push(1, 50);
    QTRY_COMPARE(model()->rowCount(), 50);
    clickRow(4);
    QCOMPARE(shownTick(), u"46"_s);
    push(51, 250);
    QTRY_COMPARE(model()->newest(), quint64(250));
    QCOMPARE(model()->rowCount(), 100);
    QCOMPARE(shownTick(), u"46"_s);
    QVERIFY(!view()->currentIndex().isValid());
}

void tst_StreamPane::pauseHoldsTheListOnly()
{
    push(1, 2);
    QTRY_COMPARE(model()->rowCount(), 2);
    click(u"pauseStream"_s);
    QCOMPARE(label(m_page.get(), u"streamState"_s), u"paused"_s);
    push(3, 9);
    QTRY_VERIFY(fact(u"streamNotes"_s).contains(u"7 waiting"_s));
    QCOMPARE(model()->rowCount(), 2);
    QVERIFY(label(m_page.get(), u"streamCount"_s).contains(u'9'));
    click(u"pauseStream"_s);
    QTRY_COMPARE(model()->rowCount(), 9);
    QCOMPARE(label(m_page.get(), u"streamState"_s), u"live"_s);
}

void tst_StreamPane::countsEventsThatAreNoLongerKept()
{
    auto *keep = child<QComboBox>(m_page.get(), u"keepLast"_s);
    QTest::keyClick(keep, Qt::Key_Home);
    QCOMPARE(keep->currentData().toInt(), 100);
    push(1, 130);
    QTRY_COMPARE(model()->rowCount(), 100);
    QTRY_VERIFY(fact(u"streamNotes"_s).contains(u"30 no longer kept"_s));
    QVERIFY(label(m_page.get(), u"streamCount"_s).contains(u"130"_s));
}

void tst_StreamPane::keepsTheEventsOfAStreamThatIsShownAgain()
{
    push(1, 130);
    QTRY_COMPARE(model()->rowCount(), 130);
    m_page->cancel();
    QTRY_VERIFY(!m_page->isRunning());
    StreamPane again;
    again.show();
    QTest::keyClick(child<QComboBox>(&again, u"keepLast"_s), Qt::Key_Home);
    again.setSubscription(m_page->subscription().get(), 1);
    again.setFacts(jsonLiteral(R"({"status":200})"));
    again.setFixed();
    QCOMPARE(again.model()->rowCount(), 130);
    QCOMPARE(model()->rowCount(), 130);
    QVERIFY(!child<QToolButton>(&again, u"clearStream"_s)->isVisible());
    QVERIFY(!child<QComboBox>(&again, u"keepLast"_s)->isVisible());
}

void tst_StreamPane::givesTheFocusToNoButtonWhenItBegins()
{
    m_page->cancel();
    QTRY_VERIFY(!m_page->isRunning());
    m_page->focusInput();
    QVERIFY(m_page->inputEditor()->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m_page->isRunning());
    QCOMPARE(QApplication::focusWidget(), m_page.get());
}

void tst_StreamPane::aStreamThatEndsMovesTheFocusToNoButton()
{
    auto *stop = child<QPushButton>(m_page.get(), u"cancel"_s);
    stop->setFocus();
    QCOMPARE(QApplication::focusWidget(), stop);
    f->peer->stream->finish(EndReason::Completed, {});
    QTRY_VERIFY(!m_page->isRunning());
    QCOMPARE(QApplication::focusWidget(), m_page.get());
    QTest::keyClick(m_page.get(), Qt::Key_Space);
    QVERIFY(!m_page->isRunning());
}

void tst_StreamPane::clearForgetsTheEvents()
{
    push(1, 5);
    QTRY_COMPARE(model()->rowCount(), 5);
    click(u"clearStream"_s);
    QCOMPARE(model()->rowCount(), 0);
    QVERIFY(child(m_page->streamPane(), u"emptyText"_s)->isVisible());
    push(6, 6);
    QTRY_COMPARE(model()->rowCount(), 1);
    QCOMPARE(model()->index(0, StreamModel::SequenceColumn).data().toString(), u"6"_s);
}

void tst_StreamPane::normalisesTheEventsOnRequest()
{
    m_page->cancel();
    QTRY_COMPARE(label(m_page.get(), u"streamState"_s), u"cancelled"_s);
    Q_EMIT m_page->moreMenu()->aboutToShow();
    auto *normalises = m_page->findChild<QAction *>(u"normaliseEvents"_s);
    QVERIFY(normalises->isVisible());
    normalises->trigger();
    m_page->invoke();
    QTRY_VERIFY(f->peer->stream && f->peer->stream->isStarted && !f->peer->stream->isCancelled);
    f->peer->stream->push(jsonLiteral(R"({"tick":"2"})"));
    QTRY_COMPARE(model()->rowCount(), 1);
    QCOMPARE(m_page->subscription()->at(0).outcome.changes.size(), 1);
    const auto other = f->page(u"tick"_s, false);
    other->restoreLayout(m_page->saveLayout());
    QVERIFY(other->findChild<QAction *>(u"normaliseEvents"_s)->isChecked());
}

void tst_StreamPane::asksAHubForItsHeartbeats()
{
    m_page->cancel();
    QTRY_COMPARE(label(m_page.get(), u"streamState"_s), u"cancelled"_s);
    QVERIFY(!f->peer->subscribed.showsHeartbeats);
    auto *shows = m_page->findChild<QAction *>(u"showHeartbeats"_s);
    Q_EMIT m_page->moreMenu()->aboutToShow();
    QVERIFY(!shows->isVisible());
    f->peer->features.hasHeartbeats = true;
    Q_EMIT m_page->moreMenu()->aboutToShow();
    QVERIFY(shows->isVisible());
    shows->trigger();
    m_page->invoke();
    QTRY_VERIFY(f->peer->subscribed.showsHeartbeats);
    const auto other = f->page(u"tick"_s, false);
    other->restoreLayout(m_page->saveLayout());
    QVERIFY(other->findChild<QAction *>(u"showHeartbeats"_s)->isChecked());
}

void tst_StreamPane::theHeaderStopsTheStream()
{
    push(1, 1);
    QTest::mouseClick(child<QPushButton>(m_page.get(), u"cancel"_s), Qt::LeftButton);
    QTRY_COMPARE(label(m_page.get(), u"streamState"_s), u"cancelled"_s);
    QVERIFY(!m_page->isRunning());
    QVERIFY(!child<QToolButton>(m_page.get(), u"pauseStream"_s)->isEnabled());
}

void tst_StreamPane::saysWhyTheStreamEnded_data()
{
    QTest::addColumn<EndReason>("reason");
    QTest::addColumn<Error>("error");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("message"); // of the card; empty: no card
    const Error busy{.kind = ErrorKind::Remote, .code = u"BUSY"_s, .message = u"it went away"_s};
    const Error here{
        .kind = ErrorKind::Closed, .code = u"source.closed"_s, .message = u"it was disconnected"_s};
    QTest::newRow("completed") << EndReason::Completed << busy << u"completed"_s << QString();
    QTest::newRow("aborted") << EndReason::Aborted << busy << u"aborted"_s << busy.message;
    QTest::newRow("aborted without an error")
        << EndReason::Aborted << Error{} << u"aborted"_s << u"\"s\" aborted the subscription"_s;
    QTest::newRow("closed") << EndReason::Closed << busy << u"connection lost"_s << busy.message;
    QTest::newRow("disconnected here") << EndReason::Closed << here << u"disconnected"_s << here.message;
    QTest::newRow("error") << EndReason::Error << busy << u"BUSY"_s << busy.message;
}

void tst_StreamPane::saysWhyTheStreamEnded()
{
    QFETCH(const EndReason, reason);
    QFETCH(const Error, error);
    QFETCH(const QString, word);
    QFETCH(const QString, message);
    f->peer->stream->finish(reason, error);
    QTRY_COMPARE(label(m_page.get(), u"streamState"_s), word);
    QCOMPARE(child(m_page->streamPane(), u"errorCard"_s)->isVisible(), !message.isEmpty());
    if (!message.isEmpty())
        QCOMPARE(label(m_page->streamPane(), u"errorMessage"_s), message);
}

void tst_StreamPane::filtersTheEvents()
{
    push(1, 1200);
    QTRY_COMPARE(model()->rowCount(), 1200);
    type(u"119"_s);
    QTRY_COMPARE(model()->rowCount(), 12); // 119, 1119, 1190 … 1199
    QCOMPARE(preview(0), u"{\"tick\":1199}"_s);
    QCOMPARE(preview(11), u"{\"tick\":119}"_s);
    QTRY_VERIFY(fact(u"streamNotes"_s).contains(u"12 match"_s));
    clickRow(11);
    QCOMPARE(shownTick(), u"119"_s);
    QTest::keyClick(child<QLineEdit>(m_page.get(), u"streamFilter"_s), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(child<QLineEdit>(m_page.get(), u"streamFilter"_s), Qt::Key_Delete);
    QTRY_COMPARE(model()->rowCount(), 1200);
    QCOMPARE(view()->currentIndex().row(), 1200 - 119); // the chosen event stays chosen
}

void tst_StreamPane::filtersLaterEvents()
{
    push(1, 20);
    QTRY_COMPARE(model()->rowCount(), 20);
    type(u"TICK 7"_s);
    QTRY_COMPARE(model()->rowCount(), 2);
    push(21, 30);
    QTRY_COMPARE(model()->rowCount(), 3);
    QCOMPARE(preview(0), u"{\"tick\":27}"_s);
    click(u"clearStream"_s);
    QCOMPARE(model()->rowCount(), 0);
    push(31, 40);
    QTRY_COMPARE(model()->rowCount(), 1);
}

void tst_StreamPane::saysWhenNothingMatches()
{
    push(1, 5);
    QTRY_COMPARE(model()->rowCount(), 5);
    type(u"nowhere"_s);
    QTRY_COMPARE(model()->rowCount(), 0);
    QTRY_VERIFY(label(m_page->streamPane(), u"emptyText"_s).contains(u"filter"_s));
    QVERIFY(!child<QToolButton>(m_page.get(), u"exportStream"_s)->isEnabled());
}

void tst_StreamPane::showsMetaAndWarningsOfTheChosenEvent()
{
    push(1, 1);
    f->peer->stream->push(jsonLiteral(R"({"tick":"two"})"));
    QTRY_COMPARE(model()->rowCount(), 2);
    QCOMPARE(model()->index(0, StreamModel::WarningsColumn).data().toString(), u"1"_s);
    clickRow(0);
    const auto *warnings = child(m_page->streamPane(), u"warningsPane"_s);
    QTRY_VERIFY(child(warnings, u"warningCard"_s));
    const auto *meta = child<QAbstractItemView>(m_page->streamPane(), u"metaTree"_s)->model();
    const auto hasKey = [meta](const QString &key) {
        return !meta->match(meta->index(0, 0), Qt::DisplayRole, key, 1, Qt::MatchExactly).isEmpty();
    };
    QTRY_VERIFY(hasKey(u"source"_s) && hasKey(u"received"_s));
    clickRow(1);
    QTRY_VERIFY(!child(warnings, u"warningCard"_s) || child(warnings, u"noWarnings"_s)->isVisible());
}

void tst_StreamPane::explainsTheChosenEvent()
{
    auto *card = child<ExplanationCard>(m_page->streamPane(), u"explanationCard"_s);
    push(1, 1);
    QTRY_COMPARE(shownTick(), u"1"_s);
    QVERIFY(!card->isVisible());
    f->peer->stream->push(jsonLiteral(R"({"tick":"two"})"));
    QTRY_VERIFY(card->isVisible());
    QVERIFY(card->isBrief());
    QCOMPARE(card->diagnosis().code, u"schema.mismatch"_s);
    QCOMPARE(card->diagnosis().failingPointers, QStringList{u"/tick"_s});
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(child<QToolButton>(card, u"copyBugReport"_s), Qt::LeftButton);
    QTRY_VERIFY(QGuiApplication::clipboard()->text().contains(u"schema.mismatch"));
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"\"two\""));
    push(3, 3);
    QTRY_VERIFY(!card->isVisible());
    clickRow(1);
    QTRY_VERIFY(card->isVisible());
}

void tst_StreamPane::exportsTheRowsAsJsonLines()
{
    push(1, 3);
    QTRY_COMPARE(model()->rowCount(), 3);
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"ticks.jsonl"_s);
    QSignalSpy exported(m_page->streamPane(), &StreamPane::exported);
    m_page->streamPane()->exportTo(path);
    QTRY_COMPARE(exported.size(), 1);
    QVERIFY(exported.first().first().toBool());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 4); // the last line has an end, too
    QVERIFY(lines.last().isEmpty());
    for (int i = 0; i < 3; ++i) {
        const Result<Json> line = parseJson(lines.at(i));
        QVERIFY(line);
        QCOMPARE(line->member("seq"_L1).toInteger().value_or(0), qint64(i + 1));
        const Json data = line->member("envelope"_L1).member("data"_L1);
        QCOMPARE(data.member("tick"_L1).toInteger().value_or(0), qint64(i + 1));
        QVERIFY(line->member("warnings"_L1).isArray());
    }
    QVERIFY(fact(u"streamNotes"_s).contains(u"ticks.jsonl"_s));
}

void tst_StreamPane::asksForTheFileToExportTo()
{
    push(1, 3);
    QTRY_COMPARE(model()->rowCount(), 3);
    QTRY_VERIFY(child<QToolButton>(m_page.get(), u"exportStream"_s)->isEnabled());
    click(u"exportStream"_s);
    auto *dialog = m_page->findChild<QFileDialog *>(u"exportDialog"_s);
    QVERIFY(dialog && dialog->isVisible());
    const QTemporaryDir folder;
    dialog->setDirectory(folder.path());
    QTest::keyClicks(dialog->findChild<QLineEdit *>(u"fileNameEdit"_s), u"mine"_s);
    QTest::keyClick(dialog->findChild<QLineEdit *>(u"fileNameEdit"_s), Qt::Key_Return);
    QTRY_VERIFY(QFile::exists(folder.filePath(u"mine.jsonl"_s)));
}

void tst_StreamPane::saysWhyAnExportFailed()
{
    push(1, 3);
    QTRY_COMPARE(model()->rowCount(), 3);
    QSignalSpy exported(m_page->streamPane(), &StreamPane::exported);
    m_page->streamPane()->exportTo(u"/nowhere/at/all/ticks.jsonl"_s);
    QTRY_COMPARE(exported.size(), 1);
    QVERIFY(!exported.first().first().toBool());
    QVERIFY(child(m_page->streamPane(), u"errorCard"_s)->isVisible());
    QVERIFY(child<QToolButton>(m_page.get(), u"exportStream"_s)->isEnabled());
}

void tst_StreamPane::keysReachFirstAndLastRow()
{
    push(1, 300);
    QTRY_COMPARE(model()->rowCount(), 300);
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_End);
    QCOMPARE(view()->currentIndex().row(), 299);
    QCOMPARE(shownTick(), u"1"_s);
    QTest::keyClick(view(), Qt::Key_Up);
    QCOMPARE(shownTick(), u"2"_s);
    QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(m_page->focusWidget(), child<QLineEdit>(m_page.get(), u"streamFilter"_s));
}

WORKBENCH_TEST(tst_StreamPane, QApplication, Workbench::Test::useOurStyle)
#include "tst_streampane.moc"
