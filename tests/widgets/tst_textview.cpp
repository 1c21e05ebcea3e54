// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/clocks.h"
#include "tests/support/heartbeat.h"
#include "tests/support/testprogram.h"
#include "ui/text/textview.h"
#include "ui/theme/workbenchstyle.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyleHints>
#include <QTest>
#include <QThreadPool>
#include <QTimer>

#include <ctime>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

using Syntax = TextDocument::Syntax;

namespace {

//! Returns a list of small records, of about \a bytes in compact form.
QByteArray records(qsizetype bytes)
{
    QByteArray json("[");
    for (int i = 0; json.size() < bytes; ++i) {
        if (i > 0)
            json += ',';
        json += "{\"id\":" + QByteArray::number(i)
            + R"(,"name":"M\u00fcnchen","tags":["a","b"],"position":{"lat":48.137,"lon":11.575},"open":true,"note":null})";
    }
    return json + ']';
}

//! Measures the longest turn of the event loop, by the clock and in CPU time of this thread. On a busy
//! machine only the CPU time shows whether this thread caused a delay.
class Heartbeat : public QObject {
public:
    Heartbeat()
    {
        m_since.start();
        m_computed = computed();
        connect(&m_timer, &QTimer::timeout, this, [this] {
            longest = qMax(longest, m_since.restart());
            const qint64 now = computed();
            longestComputing = qMax(longestComputing, now - m_computed);
            m_computed = now;
        });
        m_timer.start(5);
    }
    qint64 longest = 0;
    qint64 longestComputing = 0;

private:
    static qint64 computed()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return time.tv_sec * 1000 + time.tv_nsec / 1'000'000;
    }

    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_computed = 0;
};

} // namespace

class tst_TextView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void newerDocumentsWin();
    void largeDocumentsDoNotStopTheWindow();
    void oneVeryLongLineScrollsLikeAnyOther();
    void rowsCoverEveryByteOnce_data();
    void rowsCoverEveryByteOnce();
    void findsForwardsAndBackwards();
    void searchesALargeTextOnAWorker();
    void selectsWithTheMouse();
    void selectsWithTheKeyboard();
    void movesByWholeCharacters();
    void copiesTheSelection();
    void marksFillTheirLines();
    void colorsKeysAndValues();
    void colorsXmlByItsLanguage();
    void showsControlCharacters();
    void heightForShowsAllLines();
    void isReadableByAScreenReader();

private:
    bool hasColor(ColorRole role);

    WorkbenchStyle *m_style = nullptr;
    std::unique_ptr<TextView> m_view;
};

void tst_TextView::initTestCase()
{
    m_style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(m_style);
    m_style->setScheme(WorkbenchStyle::Scheme::Light);
}

void tst_TextView::init()
{
    m_view = std::make_unique<TextView>();
    m_view->resize(600, 400);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

void tst_TextView::cleanup()
{
    m_view.reset();
}

bool tst_TextView::hasColor(ColorRole role)
{
    // Glyphs are anti-aliased, so a pixel of nearly the colour is enough.
    const QColor wanted = m_style->theme().color(role);
    const QImage image = m_view->viewport()->grab().toImage();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor found = image.pixelColor(x, y);
            if (qAbs(found.red() - wanted.red()) < 24 && qAbs(found.green() - wanted.green()) < 24
                && qAbs(found.blue() - wanted.blue()) < 24)
                return true;
        }
    }
    return false;
}

void tst_TextView::newerDocumentsWin()
{
    QSignalSpy ready(m_view.get(), &TextView::ready);
    m_view->setBytes(records(2'000'000), Syntax::Json);
    m_view->setJson(jsonLiteral("[1]"));
    QTRY_VERIFY(ready.count() >= 1);
    QTest::qWait(100);
    QCOMPARE(ready.count(), 1);
    QCOMPARE(m_view->document()->bytes(), QByteArray("[\n  1\n]"));
    m_view->setBytes("late");
    m_view->setDocument(nullptr);
    QTest::qWait(50);
    QCOMPARE(m_view->document(), nullptr);
}

void tst_TextView::largeDocumentsDoNotStopTheWindow()
{
    const Json value = jsonLiteral(records(20'000'000));
    QVERIFY(value.isArray());
    QSignalSpy ready(m_view.get(), &TextView::ready);
    Heartbeat heartbeat;
    QElapsedTimer timer;
    timer.start();
    m_view->setJson(value);
    QTRY_COMPARE(ready.count(), 1);
    qInfo("20 MB shown after %lld ms, longest turn %lld ms", timer.elapsed(), heartbeat.longest);
    for (int i = 1; i <= 20; ++i) {
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 20 * i);
        QTest::qWait(10);
    }
    m_view->resize(700, 500);
    QTest::qWait(50);
    QVERIFY(m_view->document()->linesOf(u"/%1/position/lon"_s.arg(value.size() - 1)).has_value());
    QTest::qWait(20);
    QVERIFY2(heartbeat.longestComputing < 100 * Test::slowness,
        qPrintable(u"computed for %1 ms"_s.arg(heartbeat.longestComputing)));
    QVERIFY2(heartbeat.longest < 1000, qPrintable(u"stood for %1 ms"_s.arg(heartbeat.longest)));
}

void tst_TextView::oneVeryLongLineScrollsLikeAnyOther()
{
    m_view->setBytes(records(5'000'000), Syntax::Json);
    QTRY_VERIFY(m_view->document());
    QCOMPARE(m_view->document()->lineCount(), 1);
    QVERIFY(m_view->verticalScrollBar()->maximum() > 10'000);
    const Test::CpuTimer timer;
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
    m_view->viewport()->grab();
    QVERIFY2(timer.elapsed() < 100 * Test::slowness, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(m_view->visibleBytes().second, m_view->document()->bytes().size());
    // The highlighter knows the state in mid-line without reading the line from its start.
    QVERIFY(hasColor(ColorRole::Key));
}

void tst_TextView::rowsCoverEveryByteOnce_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("short lines") << QByteArray("a\nbb\n\nccc");
    QTest::newRow("a long line among short ones")
        << QByteArray("a\n" + QByteArray(5000, 'x') + "\nb\n" + QByteArray(300, 'y'));
    QTest::newRow("many bytes per character")
        << QByteArray(QByteArray("\xF0\x9F\x98\x80\xE4\xB8\xAD").repeated(700));
    QTest::newRow("not UTF-8") << QByteArray(4000, '\x80');
    QTest::newRow("an empty text") << QByteArray();
}

void tst_TextView::rowsCoverEveryByteOnce()
{
    QFETCH(QByteArray, bytes);
    m_view->setDocument(TextDocument::fromBytes(bytes));
    m_view->resize(600, 8000);
    QTest::qWait(1);
    QCOMPARE(m_view->visibleBytes(), std::pair(qsizetype(0), bytes.size()));
    // Walking down row by row from the top reaches the end.
    QTest::keyClick(m_view.get(), Qt::Key_Home, Qt::ControlModifier);
    qsizetype before = -1;
    int rows = 0;
    while (m_view->selection().second != before && ++rows < 2000) {
        before = m_view->selection().second;
        QTest::keyClick(m_view.get(), Qt::Key_Down);
    }
    QVERIFY(rows < 2000);
    QTest::keyClick(m_view.get(), Qt::Key_End);
    QCOMPARE(m_view->selection().second, bytes.size());
}

void tst_TextView::findsForwardsAndBackwards()
{
    m_view->setDocument(TextDocument::fromBytes("one Two\nthree two\nTWO"));
    QVERIFY(m_view->find(u"two"_s));
    QCOMPARE(m_view->selection(), std::pair(qsizetype(4), qsizetype(7)));
    QVERIFY(m_view->find(u"two"_s));
    QCOMPARE(m_view->selectedText(), u"two"_s);
    QVERIFY(m_view->find(u"two"_s));
    QCOMPARE(m_view->selectedText(), u"TWO"_s);
    QVERIFY(m_view->find(u"two"_s));
    QCOMPARE(m_view->selection().first, 4);
    QVERIFY(m_view->find(u"two"_s, true));
    QCOMPARE(m_view->selectedText(), u"TWO"_s);
    QVERIFY(!m_view->find(u"four"_s));
    QVERIFY(!m_view->find({}));
    QCOMPARE(m_view->selectedText(), u"TWO"_s);
    QVERIFY(!TextView().find(u"x"_s));
    // Every match is found in both directions, also where the letters of the needle repeat.
    const QByteArray text("abaabAabacabaBabab");
    m_view->setDocument(TextDocument::fromBytes(text));
    const auto places = [&](bool backwards) {
        QList<qsizetype> found;
        m_view->select(0, 0);
        while (m_view->find(u"aba"_s, backwards) && !found.contains(m_view->selection().first))
            found.append(m_view->selection().first);
        std::sort(found.begin(), found.end());
        return found;
    };
    QList<qsizetype> expected;
    for (qsizetype at = text.toLower().indexOf("aba"); at >= 0; at = text.toLower().indexOf("aba", at + 1))
        expected.append(at);
    QVERIFY(expected.size() > 4);
    QCOMPARE(places(false), expected);
    QCOMPARE(places(true), expected);
}

void tst_TextView::searchesALargeTextOnAWorker()
{
    QSignalSpy notFound(m_view.get(), &TextView::notFound);
    constexpr qsizetype first = (1 << 20) - 3; // across the end of the first piece that the worker reads
    const QByteArray text = QByteArray(first, 'x') + "needle" + QByteArray(1 << 20, 'x') + "Needle";
    m_view->setDocument(TextDocument::fromBytes(text));
    QVERIFY(m_view->find(u"needle"_s));
    QCOMPARE(m_view->selection().second, 0); // the worker is searching
    QTRY_COMPARE(m_view->selection().first, first);
    QVERIFY(m_view->find(u"needle"_s));
    QTRY_COMPARE(m_view->selectedText(), u"Needle"_s);
    QVERIFY(m_view->find(u"needle"_s)); // wraps around
    QTRY_COMPARE(m_view->selection().first, first);
    QVERIFY(m_view->find(u"needle"_s, true)); // wraps around backwards
    QTRY_COMPARE(m_view->selectedText(), u"Needle"_s);
    QVERIFY(m_view->find(u"needle"_s, true));
    QTRY_COMPARE(m_view->selection().first, first);
    QVERIFY(m_view->find(u"nowhere"_s));
    QTRY_COMPARE(notFound.count(), 1);
    // A newer search and a newer document end a running search.
    QVERIFY(m_view->find(u"nowhere"_s));
    QVERIFY(m_view->find(u"needle"_s));
    QTRY_COMPARE(m_view->selectedText(), u"Needle"_s);
    QVERIFY(m_view->find(u"nowhere"_s));
    m_view->setDocument(TextDocument::fromBytes("short"));
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(notFound.count(), 1);
}

void tst_TextView::selectsWithTheMouse()
{
    m_view->setLineNumbers(false);
    m_view->setDocument(TextDocument::fromBytes("hello brave world\nsecond line"));
    QWidget *port = m_view->viewport();
    QTest::mouseDClick(port, Qt::LeftButton, {}, QPoint(14, 12));
    QCOMPARE(m_view->selectedText(), u"hello"_s);
    QTest::mouseClick(port, Qt::LeftButton, {}, QPoint(14, 12)); // a third click selects the line
    QCOMPARE(m_view->selectedText(), u"hello brave world"_s);
    QTest::qWait(QGuiApplication::styleHints()->mouseDoubleClickInterval() + 20);
    QTest::mousePress(port, Qt::LeftButton, {}, QPoint(12, 12));
    QTest::mouseMove(port, QPoint(590, 28));
    QTest::mouseRelease(port, Qt::LeftButton, {}, QPoint(590, 28));
    QCOMPARE(m_view->selectedText(), u"hello brave world\nsecond line"_s);
    QTest::mouseClick(port, Qt::LeftButton, {}, QPoint(12, 12));
    QVERIFY(m_view->selectedText().isEmpty());
}

void tst_TextView::selectsWithTheKeyboard()
{
    m_view->setDocument(TextDocument::fromBytes("first row\nsecond row\nthird"));
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    QTest::keyClick(m_view.get(), Qt::Key_End, Qt::ShiftModifier);
    QCOMPARE(m_view->selectedText(), u"second row"_s);
    QTest::keyClick(m_view.get(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_view->selectedText(), u"first"_s);
    QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_view->selectedText(), u"first row\nsecond row\nthird"_s);
    QTest::keyClick(m_view.get(), Qt::Key_End, Qt::ControlModifier);
    QVERIFY(m_view->selectedText().isEmpty());
    QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_view->selectedText(), u"third"_s);
}

void tst_TextView::movesByWholeCharacters()
{
    m_view->setDocument(TextDocument::fromBytes("\xC3\xBC\xF0\x9F\x98\x80x"));
    QList<qsizetype> stops;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        stops.append(m_view->selection().second);
    }
    QCOMPARE(stops, (QList<qsizetype>{2, 6, 7, 7}));
    QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ShiftModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(m_view->selectedText(), QString::fromUtf8("\xF0\x9F\x98\x80x"));
}

void tst_TextView::copiesTheSelection()
{
    m_view->setDocument(TextDocument::fromBytes("copy this"));
    QGuiApplication::clipboard()->setText(u"before"_s);
    m_view->copy(); // nothing selected: the clipboard stays
    QCOMPARE(QGuiApplication::clipboard()->text(), u"before"_s);
    m_view->select(5, 9);
    QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"this"_s);
}

void tst_TextView::marksFillTheirLines()
{
    m_view->setDocument(TextDocument::fromBytes("\n\n\n\n\n"));
    m_view->setMarks({{1, 2, ColorRole::Ok}, {4, 4, ColorRole::Error}});
    const QImage image = m_view->viewport()->grab().toImage();
    const int row = (m_view->heightFor(2) - m_view->heightFor(1));
    const auto at = [&](int line, int x) { return image.pixelColor(x, 4 + line * row + row / 2); };
    const Theme &theme = m_style->theme();
    QCOMPARE(at(0, 300), theme.color(ColorRole::Base));
    QCOMPARE(at(1, 300), theme.color(ColorRole::OkSoft));
    QCOMPARE(at(1, 1), theme.color(ColorRole::Ok));
    QCOMPARE(at(2, 300), theme.color(ColorRole::OkSoft));
    QCOMPARE(at(3, 300), theme.color(ColorRole::Base));
    QCOMPARE(at(4, 300), theme.color(ColorRole::ErrorSoft));
}

void tst_TextView::colorsKeysAndValues()
{
    m_view->setLineNumbers(false);
    const QString key = u"\"mmmmmmmm\":"_s;
    const QList<std::pair<QByteArray, ColorRole>> values{{R"(["MMMMMMMM"])", ColorRole::String},
        {"[88888888]", ColorRole::Number}, {"[false,true,null]", ColorRole::Keyword}};
    for (const auto &[json, role] : values) {
        m_view->setDocument(TextDocument::fromBytes(json, Syntax::Json));
        QVERIFY(hasColor(role));
        QVERIFY(!hasColor(ColorRole::Key));
        m_view->setDocument(TextDocument::fromBytes(json, Syntax::Plain));
        QVERIFY(!hasColor(role));
    }
    m_view->setDocument(TextDocument::fromBytes(R"({"MMMMMMMM" : 1})", Syntax::Json));
    QVERIFY(hasColor(ColorRole::Key));
    QVERIFY(!hasColor(ColorRole::String));
    m_view->setDocument(TextDocument::fromBytes(
        "GET /x HTTP/1.1\r\nContent-Type: MMMMMM\r\n\r\n{\"a\":888888888}", Syntax::Http));
    QVERIFY(hasColor(ColorRole::Key));
    QVERIFY(hasColor(ColorRole::Number));
}

void tst_TextView::colorsXmlByItsLanguage()
{
    m_view->setLineNumbers(false);
    m_view->setDocument(TextDocument::fromBytes(
        "<?xml version=\"1.0\"?>\n<MMMMMM a=\"WWWWWWWW\">\n<!-- x -->\n</MMMMMM>\n", Syntax::Other));
    QVERIFY(hasColor(ColorRole::Key));
    QVERIFY(hasColor(ColorRole::String));
    m_view->setDocument(TextDocument::fromBytes("just words", Syntax::Other));
    QVERIFY(!hasColor(ColorRole::Key));
}

void tst_TextView::showsControlCharacters()
{
    // A bidirectional override must not reverse the rest of the row: the ink stays in the same place.
    m_view->setLineNumbers(false);
    m_view->setDocument(TextDocument::fromBytes(QByteArray("a\xE2\x80\xAE"
                                                           "bc\x1B[31m")));
    const QImage shown = m_view->viewport()->grab().toImage();
    m_view->setDocument(TextDocument::fromBytes(QByteArray("abc[31m")));
    QVERIFY(shown != m_view->viewport()->grab().toImage());
    m_view->setDocument(TextDocument::fromBytes(QByteArray("a\xE2\x80\xAE"
                                                           "bc\x1B[31m")));
    m_view->selectAll();
    QCOMPARE(m_view->selectedText().toUtf8(),
        QByteArray("a\xE2\x80\xAE"
                   "bc\x1B[31m")); // copied unchanged
}

void tst_TextView::heightForShowsAllLines()
{
    m_view->setDocument(TextDocument::fromBytes("1\n2\n3"));
    const int three = m_view->heightFor(10);
    QVERIFY(m_view->heightFor(2) < three);
    m_view->resize(400, three);
    QTest::qWait(1);
    QCOMPARE(m_view->verticalScrollBar()->maximum(), 0);
    m_view->resize(400, m_view->heightFor(2));
    QTest::qWait(1);
    QCOMPARE(m_view->verticalScrollBar()->maximum(), 1);
}

void tst_TextView::isReadableByAScreenReader()
{
    m_view->setDocument(TextDocument::fromBytes("M\xC3\xBCnchen\nzwei"));
    QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(m_view.get());
    QVERIFY(interface);
    QAccessibleTextInterface *text = interface->textInterface();
    QVERIFY(text);
    QCOMPARE(text->characterCount(), 12);
    QCOMPARE(text->text(0, 7), u"München"_s);
    QCOMPARE(text->text(8, 100), u"zwei"_s);
    text->setSelection(0, 1, 7);
    QCOMPARE(m_view->selectedText(), u"ünchen"_s);
    int begin = 0;
    int end = 0;
    text->selection(0, &begin, &end);
    QCOMPARE(begin, 1);
    QCOMPARE(end, 7);
    QVERIFY(interface->state().readOnly);
    m_view->setDocument(TextDocument::fromBytes(QByteArray("0123456789\n").repeated(300'000)));
    QVERIFY(text->characterCount() < 10'000); // only the visible part of a large document
    QVERIFY(text->text(0, 10).startsWith(u"0123456789"_s));
}

WORKBENCH_TEST(tst_TextView, QApplication)
#include "tst_textview.moc"
