// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/ourstyle.h"
#include "tests/support/pagefixture.h"
#include "tests/support/testprogram.h"
#include "ui/models/logmodels.h"
#include "ui/panes/wirepane.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_WirePane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsThePartnerOfAFrame();
    void findsInAFrame();
    void showsCompressedAndDecodedBytes();
    void showsChunksEventsAndNotes();
};

void tst_WirePane::showsThePartnerOfAFrame()
{
    ExchangeLog log;
    const QDateTime began = QDateTime::currentDateTimeUtc();
    const auto note = [&](Direction direction, const QByteArray &bytes, int afterMs) {
        Frame frame;
        frame.source = u"tracker"_s;
        frame.direction = direction;
        frame.channel = direction == Direction::Sent ? u"stdin"_s : u"stdout"_s;
        frame.bytes = bytes;
        frame.at = began.addMSecs(afterMs);
        frame.exchangeId = u"call"_s;
        log.note(frame);
    };
    note(Direction::Sent, R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"id":8}})", 0);
    note(Direction::Received, R"({"jsonrpc":"2.0","method":"notifications/progress"})", 10);
    note(Direction::Received, R"({"result":{"id":8},"jsonrpc":"2.0","id":7})", 38);
    WirePane pane(&log);
    pane.resize(1200, 300);
    pane.show();
    QCOMPARE(pane.model()->index(0, WireModel::SourceColumn).data().toString(), u"tracker"_s);
    QCOMPARE(pane.model()->index(0, WireModel::LatencyColumn).data().toString(), u"38 ms"_s);
    QVERIFY(pane.model()->index(1, WireModel::LatencyColumn).data().toString().isEmpty());
    pane.view()->setCurrentIndex(pane.view()->model()->index(0, 0));
    auto *text = child<TextView>(&pane, u"frameText"_s);
    QTRY_VERIFY(text->document() && text->document()->lineCount() > 5); // indented
    QVERIFY(child<ThemeLabel>(&pane, u"frameFacts"_s)->fullText().contains(u"38 ms after the request"_s));
    QCoreApplication::processEvents(); // lays out the newly visible widgets
    QTest::mouseClick(child<SegmentControl>(&pane, u"frameForms"_s)->findChildren<QAbstractButton *>().at(1),
        Qt::LeftButton);
    QTRY_COMPARE(text->document()->bytes(), R"({"result":{"id":8},"jsonrpc":"2.0","id":7})");
    QTest::mouseClick(child(&pane, u"framePartner"_s), Qt::LeftButton);
    QCOMPARE(pane.view()->currentIndex().row(), 2);
    QTRY_VERIFY(text->document()->bytes().contains("tools/call"));
    QVERIFY(child<ThemeLabel>(&pane, u"frameFacts"_s)->fullText().contains(u"answered after 38 ms"_s));
}

void tst_WirePane::findsInAFrame()
{
    ExchangeLog log;
    Frame frame;
    frame.source = u"tracker"_s;
    frame.channel = u"stdout"_s;
    frame.bytes = R"({"a":1,"deep":{"needle":2}})";
    frame.at = QDateTime::currentDateTimeUtc();
    log.note(frame);
    WirePane pane(&log);
    pane.resize(1200, 300);
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    pane.view()->setCurrentIndex(pane.view()->model()->index(0, 0));
    auto *text = child<TextView>(&pane, u"frameText"_s);
    QTRY_VERIFY(text->document() && text->document()->lineCount() > 3);
    text->setFocus();
    QTest::keyClick(text, Qt::Key_F, Qt::ControlModifier);
    auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(field);
    QTest::keyClicks(field, u"needle"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(text->selectedText(), u"needle"_s);
}

void tst_WirePane::showsCompressedAndDecodedBytes()
{
    ExchangeLog log;
    Frame frame;
    frame.source = u"tracker"_s;
    frame.channel = u"GET 1"_s;
    frame.bytes = "plain text";
    log.note(frame);
    frame.head = "HTTP/2 200 \r\ncontent-encoding: gzip\r\n\r\n";
    frame.bytes = "{\"id\":  7}";
    frame.raw = QByteArray("\x1f\x8b\0ABC", 6);
    log.note(frame);
    frame.raw.clear();
    log.note(frame);
    WirePane pane(&log);
    pane.resize(1200, 300);
    pane.show();
    auto *forms = child<SegmentControl>(&pane, u"frameForms"_s);
    const QList<QAbstractButton *> buttons = forms->findChildren<QAbstractButton *>();
    auto *text = child<TextView>(&pane, u"frameText"_s);
    const auto choose = [&](int row) {
        pane.view()->setCurrentIndex(pane.view()->model()->index(row, 0));
        QCoreApplication::processEvents(); // lays out the newly visible widgets
    };
    const auto facts = [&] { return child<ThemeLabel>(&pane, u"frameCoding"_s)->text(); };
    choose(1);
    QTRY_VERIFY(text->document() && text->document()->bytes().endsWith("{\n  \"id\": 7\n}"));
    QVERIFY(text->document()->bytes().startsWith("HTTP/2 200 \ncontent-encoding: gzip\n\n"));
    QVERIFY2(facts().contains(u"HTTP/2, head shown as HTTP/1"_s), qPrintable(facts()));
    QVERIFY2(facts().contains(u"gzip: 6 B, decoded 10 B"_s), qPrintable(facts()));
    QTest::mouseClick(buttons.at(1), Qt::LeftButton);
    QTRY_VERIFY(text->document()->bytes().contains("\n0000  1f 8b 00 41 42 43 "));
    QVERIFY(text->document()->bytes().endsWith("...ABC\n"));
    QTest::mouseClick(buttons.at(2), Qt::LeftButton);
    QTRY_VERIFY(text->document()->bytes().endsWith("\n\n{\"id\":  7}"));
    Q_EMIT pane.view()->customContextMenuRequested({});
    auto *menu = pane.findChild<QMenu *>();
    QVERIFY(menu);
    menu->actions().first()->trigger(); // copies the shown form
    QTRY_COMPARE(
        QGuiApplication::clipboard()->text(), u"HTTP/2 200 \ncontent-encoding: gzip\n\n{\"id\":  7}"_s);
    menu->close();
    choose(0);
    QVERIFY(!buttons.at(2)->isEnabled());
    QVERIFY2(facts().contains(u"decoded; the bytes in gzip are not kept"_s), qPrintable(facts()));
    choose(2);
    QTRY_COMPARE(text->document()->bytes(), "plain text");
    QVERIFY(!facts().contains(u"HTTP/2"_s));
}

void tst_WirePane::showsChunksEventsAndNotes()
{
    ExchangeLog log;
    Frame frame;
    frame.channel = u"GET 1"_s;
    frame.head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    frame.bytes = "[1]";
    frame.raw = "3\r\n[1]\r\n0\r\n\r\n";
    frame.note = u"sent again on another connection"_s;
    log.note(frame);
    frame = {};
    frame.bytes = "[1]";
    frame.raw = ": waiting\n\nid: 4\ndata: [1]\n\n";
    log.note(frame);
    frame = {};
    frame.head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    log.note(frame);
    frame = {};
    frame.head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n";
    frame.bytes = "\x89PNG";
    log.note(frame);
    WirePane pane(&log);
    pane.resize(1200, 300);
    pane.show();
    const QList<QAbstractButton *> forms =
        child<SegmentControl>(&pane, u"frameForms"_s)->findChildren<QAbstractButton *>();
    auto *text = child<TextView>(&pane, u"frameText"_s);
    const auto choose = [&](int row) { // the newest frame is the first
        pane.view()->setCurrentIndex(pane.view()->model()->index(row, 0));
        QCoreApplication::processEvents(); // lays out the newly visible widgets
        QTest::mouseClick(forms.at(1), Qt::LeftButton);
    };
    const auto shows = [&](const QByteArray &bytes) {
        return text->document() && text->document()->bytes().contains(bytes);
    };
    const auto facts = [&] { return child<ThemeLabel>(&pane, u"frameCoding"_s)->text(); };
    choose(3);
    QTRY_VERIFY(shows("\n\n3\r\n[1]\r\n0\r\n\r\n"));
    QVERIFY2(facts().contains(u"chunks: 13 B, decoded 3 B"_s), qPrintable(facts()));
    QVERIFY2(facts().contains(u"sent again on another connection"_s), qPrintable(facts()));
    choose(2);
    QTRY_VERIFY(shows(": waiting\n\nid: 4\ndata: [1]\n\n"));
    QVERIFY2(facts().contains(u"stream: 28 B, decoded 3 B"_s), qPrintable(facts()));
    QTest::mouseClick(forms.at(2), Qt::LeftButton);
    QTRY_COMPARE(text->document()->bytes(), "[1]");
    choose(1);
    QTRY_VERIFY(shows("text/event-stream"));
    QVERIFY2(facts().contains(u"chunks: removed from the events that follow"_s), qPrintable(facts()));
    choose(0);
    QTRY_VERIFY(shows("0000  89 50 4e 47"));
}

WORKBENCH_TEST(tst_WirePane, QApplication, Workbench::Test::useOurStyle)
#include "tst_wirepane.moc"
