// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/text/jsonedit.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

class tst_JsonEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void indentsOnReturn();
    void reformats();
    void marksTheErrorLine();
    void numbersEveryLineAtTheHeightOfItsText();

private:
    WorkbenchStyle *m_style = nullptr;
};

void tst_JsonEdit::initTestCase()
{
    m_style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(m_style);
    m_style->setScheme(WorkbenchStyle::Scheme::Light);
}

void tst_JsonEdit::indentsOnReturn()
{
    JsonEdit edit;
    edit.show();
    QTest::keyClicks(&edit, u"{"_s);
    QTest::keyClick(&edit, Qt::Key_Return);
    QTest::keyClicks(&edit, u"\"a\": 1,"_s);
    QTest::keyClick(&edit, Qt::Key_Return);
    QCOMPARE(edit.toPlainText(), u"{\n  \"a\": 1,\n  "_s);
    edit.setReadOnly(true);
    QTest::keyClick(&edit, Qt::Key_Return);
    QCOMPARE(edit.toPlainText(), u"{\n  \"a\": 1,\n  "_s);
}

void tst_JsonEdit::reformats()
{
    JsonEdit edit;
    edit.setPlainText(u"{\"stations\":[\"KORD\",\"KMDW\"],\"n\":{\"deep\":[{\"x\":1.0}]}}"_s);
    QVERIFY(edit.reformat());
    const QString indented =
        u"{\n  \"stations\": [\"KORD\", \"KMDW\"],\n  \"n\": {\n    \"deep\": [\n      {\n        \"x\": 1.0\n      }\n    ]\n  }\n}"_s;
    QCOMPARE(edit.toPlainText(), indented);
    edit.undo();
    QVERIFY(edit.toPlainText() != indented);
    edit.setPlainText(u"{\"a\":"_s);
    QVERIFY(!edit.reformat());
    QCOMPARE(edit.toPlainText(), u"{\"a\":"_s);
    QSignalSpy changed(&edit, &QPlainTextEdit::textChanged);
    edit.setJson(jsonLiteral("[1]"));
    QCOMPARE(edit.toPlainText(), u"[1]"_s);
    const auto changes = changed.count();
    edit.setJson(jsonLiteral("[1]"));
    QCOMPARE(changed.count(), changes);
}

void tst_JsonEdit::marksTheErrorLine()
{
    JsonEdit edit;
    edit.resize(300, 200);
    edit.setPlainText(u"\n\n\n"_s);
    edit.show();
    const auto marked = [&] {
        const QImage image = edit.viewport()->grab().toImage();
        int rows = 0;
        for (int y = 0; y < image.height(); ++y)
            rows += image.pixelColor(200, y) == m_style->theme().color(ColorRole::ErrorSoft);
        return rows;
    };
    QCOMPARE(marked(), 0);
    edit.setErrorLine(2);
    QVERIFY(marked() > 8 && marked() < 30);
    edit.setErrorLine(0);
    QCOMPARE(marked(), 0);
}

void tst_JsonEdit::numbersEveryLineAtTheHeightOfItsText()
{
    JsonEdit edit;
    edit.resize(300, 200);
    edit.show();
    const auto firstRow = [&edit, this](int line) { // the first non-empty row of the gutter at this line
        const int height = edit.fontMetrics().lineSpacing();
        const QImage image = edit.grab(QRect(0, 4 + line * height, 28, height)).toImage();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) != m_style->theme().color(ColorRole::Base))
                    return y;
            }
        }
        return -1;
    };
    edit.setPlainText(u"1\n1\n"_s);
    const int before = firstRow(1);
    edit.setPlainText(u"1\n1"_s); // the second line is the last one
    QVERIFY(before >= 0);
    QCOMPARE(firstRow(1), before);
}

WORKBENCH_TEST(tst_JsonEdit, QApplication)
#include "tst_jsonedit.moc"
