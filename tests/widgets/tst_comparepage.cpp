// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/heartbeat.h"
#include "tests/support/testprogram.h"
#include "ui/fixtures/comparepage.h"
#include "ui/fixtures/comparisonmodel.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <ctime>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

Fixture fixtureOf(const Json &data)
{
    Fixture fixture;
    fixture.operation = u"list-items"_s;
    fixture.envelope =
        Json::object({{u"data"_s, data}, {u"meta"_s, Json::object({{u"source"_s, Json::string(u"mcp"_s)}})}});
    return fixture;
}

//! Returns about ten megabytes of records. With \a isOther some are changed, dropped or added.
Json manyRecords(bool isOther)
{
    constexpr int count = 80'000;
    JsonBuilder builder;
    builder.beginArray();
    for (int i = 0; i < count; ++i) {
        if (isOther && i % 977 == 5)
            continue;
        builder.beginObject().add(u"id"_s, Json::integer(i));
        builder.add(u"name"_s, u"record number %1 of a longer list"_s.arg(i));
        builder.add(u"seen"_s, Json::integer(isOther && i % 101 == 0 ? -i : i));
        builder.key(u"place"_s).beginObject().add(u"x"_s, Json::integer(i % 360));
        builder.add(u"y"_s, Json::integer(i % 90))
            .add(u"note"_s, u"a text that takes some room on its line"_s);
        builder.endObject().endObject();
        if (isOther && i % 1013 == 7)
            builder.value(Json::object({{u"id"_s, Json::integer(-i)}}));
    }
    return builder.endArray().take();
}

//! The CPU time of this thread in milliseconds, which does not depend on the load of the machine.
double ownMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1000 + double(time.tv_nsec) / 1e6;
}

//! Runs the event loop until \a isDone. Returns the longest CPU time of one turn in milliseconds.
template <typename Done> double longestTurn(Done isDone)
{
    double longest = 0;
    QElapsedTimer since;
    since.start();
    constexpr int patienceMs = 240'000;
    QTimer looks; // wakes the event loop, so that each turn ends
    looks.start(5);
    while (!isDone() && since.elapsed() < patienceMs) {
        const double begin = ownMs();
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        longest = std::max(longest, ownMs() - begin);
    }
    return longest;
}

} // namespace

class tst_ComparePage : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<ComparePage> m_page;

    void compare(const Fixture &before, const Fixture &after, const QString &file = {})
    {
        m_page->compare({u"then"_s, before, file}, {u"now"_s, after});
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->isRunning(), 60'000);
    }
    QString fact(const QString &name) const { return m_page->findChild<QLabel *>(name)->text(); }

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new WorkbenchStyle); }
    void init();
    void cleanup() { m_page.reset(); }
    void countsAndNamesTheDifferences();
    void givesBothSidesTheWidthTheyNeed();
    void stepsThroughTheDifferences();
    void saysWhenNothingDiffers();
    void asksForARuleByAClick();
    void countsAllowedDifferencesSeparately();
    void countsRepeatedMcpDataOnce_data();
    void countsRepeatedMcpDataOnce();
    void showsTheTextAtOneHeight();
    void scrollsBothSidesTogether();
    void canBeCancelled();
    void staysUsableWithTenMegabytes();
};

void tst_ComparePage::init()
{
    m_page = std::make_unique<ComparePage>(u"list-items"_s, Limits());
    m_page->resize(1100, 640);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
}

void tst_ComparePage::countsAndNamesTheDifferences()
{
    compare(
        fixtureOf(jsonLiteral(R"({"a":1,"b":2,"c":3})")), fixtureOf(jsonLiteral(R"({"a":1,"b":3,"d":"x"})")));
    QCOMPARE(fact(u"compareWord"_s), u"3 differences"_s);
    for (const QString &part : {u"1 added"_s, u"1 removed"_s, u"1 changed"_s})
        QVERIFY2(fact(u"compareFacts"_s).contains(part), qPrintable(fact(u"compareFacts"_s)));
    QCOMPARE(
        m_page->model()->headerData(ComparisonModel::AfterColumn, Qt::Horizontal, Qt::DisplayRole), u"now"_s);
}

void tst_ComparePage::givesBothSidesTheWidthTheyNeed()
{
    m_page->resize(800, 600);
    const QString title = u"list-items-ad28c90a.json, recorded on Wednesday, 25 November 2026 at 15:22"_s;
    const Json text = Json::string(u"a text that is as long as the title of the other side, or longer"_s);
    m_page->compare({title, fixtureOf(jsonLiteral(R"({"a":{"b":1}})"))},
        {u"now"_s, fixtureOf(Json::object({{u"a"_s, Json::object({{u"b"_s, text}})}}))});
    const RowTreeView *view = m_page->view();
    QTRY_VERIFY(view->columnWidth(ComparisonModel::AfterColumn)
        > view->columnWidth(ComparisonModel::BeforeColumn) * 3 / 4);
}

void tst_ComparePage::stepsThroughTheDifferences()
{
    compare(fixtureOf(jsonLiteral(R"({"a":1,"b":[1,2],"c":3})")),
        fixtureOf(jsonLiteral(R"({"a":2,"b":[1,3],"c":4})")));
    const auto pointer = [this] {
        return m_page->view()->currentIndex().data(ComparisonModel::PointerRole).toString();
    };
    QCOMPARE(pointer(), u"/data/a"_s); // the first difference is chosen
    auto *next = m_page->findChild<QPushButton *>(u"nextDifference"_s);
    QTest::mouseClick(next, Qt::LeftButton);
    QCOMPARE(pointer(), u"/data/b/1"_s);
    QTest::keyClick(m_page.get(), Qt::Key_F8);
    QTRY_COMPARE(pointer(), u"/data/c"_s);
    QTest::mouseClick(next, Qt::LeftButton);
    QCOMPARE(pointer(), u"/data/a"_s);
    QTest::mouseClick(m_page->findChild<QPushButton *>(u"previousDifference"_s), Qt::LeftButton);
    QCOMPARE(pointer(), u"/data/c"_s);
}

void tst_ComparePage::saysWhenNothingDiffers()
{
    compare(fixtureOf(jsonLiteral(R"({"a":1.0,"b":2})")), fixtureOf(jsonLiteral(R"({"b":2,"a":1})")));
    QCOMPARE(fact(u"compareWord"_s), u"the same"_s);
    QCOMPARE(fact(u"placeholderTitle"_s), u"The same"_s);
    QVERIFY(!m_page->findChild<QPushButton *>(u"nextDifference"_s)->isEnabled());
}

void tst_ComparePage::asksForARuleByAClick()
{
    compare(fixtureOf(jsonLiteral(R"({"at":"10:00"})")), fixtureOf(jsonLiteral(R"({"at":"11:00"})")),
        u"x.json"_s);
    const QSignalSpy asked(m_page.get(), &ComparePage::ruleRequested);
    QTest::mouseClick(m_page->findChild<QToolButton *>(u"compareByType"_s), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.at(0).at(0).toString(), u"x.json"_s);
    const auto rule = asked.at(0).at(1).value<MatchRule>();
    QCOMPARE(rule.kind, MatchRule::Kind::Type);
    QCOMPARE(rule.at, u"/data/at"_s);
}

void tst_ComparePage::countsAllowedDifferencesSeparately()
{
    Fixture before = fixtureOf(jsonLiteral(R"({"at":"10:00","n":1})"));
    before.match = {{.kind = MatchRule::Kind::Ignore, .at = u"/data/at"_s}};
    compare(before, fixtureOf(jsonLiteral(R"({"at":"11:00","n":2})")), u"x.json"_s);
    QCOMPARE(fact(u"compareWord"_s), u"1 differences"_s);
    QVERIFY2(fact(u"compareFacts"_s).contains(u"not counted"_s), qPrintable(fact(u"compareFacts"_s)));
    m_page->setRules(before.match + QList<MatchRule>{{.kind = MatchRule::Kind::Type, .at = u"/data/n"_s}});
    QTRY_COMPARE(fact(u"compareWord"_s), u"the same"_s);
}

void tst_ComparePage::countsRepeatedMcpDataOnce_data()
{
    QTest::addColumn<QByteArray>("envelope"); // %1 stands for the number
    QTest::addColumn<QString>("pointer");
    QTest::newRow("text") << R"({"data":[{"type":"text","text":"No. %1"}],
        "meta":{"source":"mcp","content":[{"type":"text","text":"No. %1"}]}})"_ba
                          << u"/data/0/text"_s;
    QTest::newRow("JSON in text") << R"({"data":[{"type":"text","text":"{\"n\":%1}"}],
        "meta":{"source":"mcp","content":[{"type":"text","text":"{\"n\":%1}"}]}})"_ba
                                  << u"/opened/n"_s;
    QTest::newRow("structured content") << R"({"data":{"n":%1},"meta":{"source":"mcp",
        "structuredContent":{"n":%1},"content":[{"type":"text","text":"{\"n\":%1}"}]}})"_ba
                                        << u"/data/n"_s;
}

void tst_ComparePage::countsRepeatedMcpDataOnce()
{
    QFETCH(const QByteArray, envelope);
    QFETCH(const QString, pointer);
    const auto numbered = [&envelope](const QByteArray &number) {
        Fixture fixture;
        fixture.operation = u"count"_s;
        fixture.envelope = jsonLiteral(QByteArray(envelope).replace("%1", number));
        return fixture;
    };
    compare(numbered("1"), numbered("2"));
    QCOMPARE(fact(u"compareWord"_s), u"1 differences"_s);
    QCOMPARE(m_page->view()->currentIndex().data(ComparisonModel::PointerRole).toString(), pointer);
}

void tst_ComparePage::showsTheTextAtOneHeight()
{
    compare(fixtureOf(jsonLiteral(R"({"a":[{"k":1}],"z":true})")),
        fixtureOf(jsonLiteral(R"({"a":[{"k":1},{"k":2},{"k":3}],"z":true})")));
    m_page->setFace(ComparePage::Face::Text);
    const TextDocument *left = m_page->text(0)->document();
    const TextDocument *right = m_page->text(1)->document();
    QVERIFY(m_page->text(0)->isVisible());
    QCOMPARE(left->lineCount(), right->lineCount());
    const auto lineOf = [](const TextDocument *document, QByteArrayView wanted) {
        for (qsizetype i = 0; i < document->lineCount(); ++i) {
            if (document->line(i).contains(wanted))
                return i;
        }
        return qsizetype(-1);
    };
    QVERIFY(lineOf(left, "\"z\"") >= 0);
    QCOMPARE(lineOf(left, "\"z\""), lineOf(right, "\"z\""));
}

void tst_ComparePage::scrollsBothSidesTogether()
{
    JsonBuilder numbers;
    numbers.beginArray();
    for (int i = 0; i < 400; ++i)
        numbers.value(Json::object({{u"n"_s, Json::integer(i)}}));
    const Json list = numbers.endArray().take();
    m_page->setOnlyDifferences(false);
    compare(fixtureOf(list), fixtureOf(Json::array({list, Json::integer(1)})));
    m_page->setFace(ComparePage::Face::Text);
    QTRY_VERIFY(m_page->text(0)->verticalScrollBar()->maximum() > 100);
    m_page->text(0)->verticalScrollBar()->setValue(70);
    QCOMPARE(m_page->text(1)->topLine(), m_page->text(0)->topLine());
    m_page->text(1)->verticalScrollBar()->setValue(20);
    QCOMPARE(m_page->text(0)->topLine(), m_page->text(1)->topLine());
}

void tst_ComparePage::canBeCancelled()
{
    m_page->compare({u"then"_s, fixtureOf(manyRecords(false))}, {u"now"_s, fixtureOf(manyRecords(true))});
    m_page->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(!m_page->isRunning(), 60'000);
    QCOMPARE(fact(u"compareWord"_s), u"cancelled"_s);
}

void tst_ComparePage::staysUsableWithTenMegabytes()
{
    const Fixture before = fixtureOf(manyRecords(false));
    const Fixture after = fixtureOf(manyRecords(true));
    QVERIFY(before.envelope.toBytes().size() > 9'000'000);
    constexpr double allowedMs = 250.0 * Test::slowness;
    m_page->compare({u"then"_s, before}, {u"now"_s, after});
    const double comparing = longestTurn([this] { return !m_page->isRunning(); });
    QVERIFY(!m_page->isRunning());
    QVERIFY(m_page->comparison()->count() > 600);
    double inTree = ownMs();
    for (int i = 0; i < 50; ++i)
        m_page->nextDifference();
    inTree = (ownMs() - inTree) / 50;
    double opening = ownMs();
    m_page->findChild<QCheckBox *>(u"onlyDifferences"_s)->setChecked(false); // shows all rows
    opening = ownMs() - opening;
    const double again = longestTurn([this] { return !m_page->isRunning(); });
    m_page->setFace(ComparePage::Face::Text);
    const double text = longestTurn([this] { return m_page->text(0)->document() != nullptr; });
    double stepping = ownMs();
    for (int i = 0; i < 50; ++i)
        m_page->nextDifference();
    stepping = (ownMs() - stepping) / 50;
    qInfo(
        "longest turns of the window's thread: comparing %.0f ms, all rows %.0f and %.0f ms, text %.0f ms; a "
        "step in the tree %.1f ms, in the text %.1f ms",
        comparing, opening, again, text, inTree, stepping);
    for (const double turn : {comparing, opening, again, text, inTree, stepping})
        QVERIFY2(turn < allowedMs, qPrintable(QString::number(turn)));
}

WORKBENCH_TEST(tst_ComparePage, QApplication)
#include "tst_comparepage.moc"
