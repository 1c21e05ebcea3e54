// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/testprogram.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

class tst_Controls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void chipIsTwentyPixelsInItsColors();
    void chipTakesClicksOnlyWhenAsked();
    void segmentsAreExclusive();
    void arrowKeysMoveBetweenSegments();
    void smallSegmentsShowTheirTextAsToolTips();
    void paneHeaderShowsTitleAndFact();
    void buttonsHaveNamesAndSizes();
    void fieldButtonShowsItsShortcut();
    void aLinkTakesTheFocusByTab();
    void separatorIsOnePixel();

private:
    WorkbenchStyle *m_style = nullptr;
};

void tst_Controls::initTestCase()
{
    m_style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(m_style);
    m_style->setScheme(WorkbenchStyle::Scheme::Light);
}

void tst_Controls::chipIsTwentyPixelsInItsColors()
{
    Chip chip(u"2 warnings"_s);
    QCOMPARE(chip.sizeHint().height(), 20);
    const int bare = chip.sizeHint().width();
    chip.setIconName(u"warning"_s);
    QVERIFY(chip.sizeHint().width() > bare);
    chip.setColors(ColorRole::WarningSoft, ColorRole::Warning);
    chip.resize(chip.sizeHint());
    chip.show();
    QCOMPARE(chip.grab().toImage().pixelColor(3, 10), m_style->theme().color(ColorRole::WarningSoft));
}

void tst_Controls::chipTakesClicksOnlyWhenAsked()
{
    QWidget window;
    window.resize(200, 60);
    Chip chip(u"query"_s, &window);
    chip.resize(chip.sizeHint());
    window.show();
    QSignalSpy clicked(&chip, &QAbstractButton::clicked);
    QCOMPARE(window.childAt(5, 5), nullptr);
    QCOMPARE(chip.focusPolicy(), Qt::NoFocus);
    chip.setClickable(true);
    QCOMPARE(window.childAt(5, 5), &chip);
    QTest::mouseClick(&chip, Qt::LeftButton);
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(chip.focusPolicy(), Qt::StrongFocus);
}

void tst_Controls::segmentsAreExclusive()
{
    SegmentControl control;
    QSignalSpy changed(&control, &SegmentControl::currentChanged);
    QCOMPARE(control.current(), -1);
    QCOMPARE(control.addSegment(u"Form"_s), 0);
    QCOMPARE(control.addSegment(u"JSON"_s), 1);
    QCOMPARE(control.addSegment(u"Both"_s), 2);
    QCOMPARE(control.current(), 0);
    QCOMPARE(changed.count(), 0);
    control.setCurrent(2);
    QCOMPARE(control.current(), 2);
    QCOMPARE(changed.takeLast().first().toInt(), 2);
    control.setCurrent(2);
    QCOMPARE(changed.count(), 0);
    control.setCurrent(7);
    QCOMPARE(control.current(), 2);
    QCOMPARE(control.sizeHint().height(), 24);
    control.resize(control.sizeHint());
    control.show();
    QTest::mouseClick(control.findChildren<QAbstractButton *>().at(1), Qt::LeftButton);
    QCOMPARE(control.current(), 1);
}

void tst_Controls::arrowKeysMoveBetweenSegments()
{
    SegmentControl control;
    for (const QString &word : {u"Tree"_s, u"Text"_s, u"Table"_s, u"View"_s})
        control.addSegment(word);
    control.setSegmentEnabled(2, false);
    control.show();
    QTest::keyClick(&control, Qt::Key_Right);
    QCOMPARE(control.current(), 1);
    QTest::keyClick(&control, Qt::Key_Right); // skips the disabled segment
    QCOMPARE(control.current(), 3);
    QTest::keyClick(&control, Qt::Key_Right);
    QCOMPARE(control.current(), 3);
    QTest::keyClick(&control, Qt::Key_Left);
    QCOMPARE(control.current(), 1);
}

void tst_Controls::smallSegmentsShowTheirTextAsToolTips()
{
    SegmentControl control;
    control.addSegment(u"Tree"_s, u"tree"_s);
    control.addSegment(u"Text"_s, u"text"_s);
    const int wide = control.sizeHint().width();
    control.setLook(SegmentControl::Look::Icons);
    QVERIFY(control.sizeHint().width() < wide);
    QAbstractButton *first = control.findChildren<QAbstractButton *>().first();
    QCOMPARE(first->toolTip(), u"Tree"_s);
    QCOMPARE(first->accessibleName(), u"Tree"_s);
    control.setLook(SegmentControl::Look::Both);
    QCOMPARE(control.sizeHint().width(), wide);
    QVERIFY(first->toolTip().isEmpty());
}

void tst_Controls::paneHeaderShowsTitleAndFact()
{
    PaneHeader header(u"Warnings"_s);
    QCOMPARE(header.height(), 37);
    const QList<QLabel *> labels = header.findChildren<QLabel *>();
    QCOMPARE(labels.size(), 2);
    QCOMPARE(labels[0]->text(), u"Warnings"_s);
    QVERIFY(labels[1]->isHidden());
    header.setFact(u"<b>2</b>"_s);
    QVERIFY(!labels[1]->isHidden());
    QCOMPARE(labels[1]->textFormat(), Qt::PlainText);
    header.setSmall(true);
    QCOMPARE(header.height(), 33);
    header.resize(300, 33);
    header.show();
    QCOMPARE(header.grab().toImage().pixelColor(150, 32), m_style->theme().color(ColorRole::Line));
}

void tst_Controls::buttonsHaveNamesAndSizes()
{
    QWidget parent;
    QToolButton *copy = iconButton(u"copy"_s, u"Copy data"_s, &parent);
    QCOMPARE(copy->toolTip(), u"Copy data"_s);
    QCOMPARE(copy->accessibleName(), u"Copy data"_s);
    QCOMPARE(copy->size(), QSize(28, 28));
    QVERIFY(!copy->icon().isNull());
    QPushButton *add = plainButton(u"plus"_s, u"&Add source…"_s, &parent);
    QCOMPARE(add->accessibleName(), u"Add source"_s);
    QCOMPARE(add->height(), 28);
    QVERIFY(!add->autoDefault());
    QVERIFY(primaryButton({}, u"Invoke"_s, &parent)->property("primary").toBool());
    QLineEdit *filter = iconField(u"search"_s, u"Filter operations"_s, &parent);
    QCOMPARE(filter->placeholderText(), u"Filter operations"_s);
    QCOMPARE(filter->accessibleName(), u"Filter operations"_s);
}

void tst_Controls::fieldButtonShowsItsShortcut()
{
    QWidget parent;
    QPushButton *go = fieldButton(u"search"_s, u"Go to operation…"_s, u"Ctrl+K"_s, &parent);
    go->resize(240, 28);
    parent.show();
    const QImage image = go->grab().toImage();
    bool inkAtTheRight = false;
    for (int x = 200; x < 230; ++x) {
        for (int y = 6; y < 22; ++y)
            inkAtTheRight |= image.pixelColor(x, y) != m_style->theme().color(ColorRole::Base);
    }
    QVERIFY(inkAtTheRight);
    QCOMPARE(image.pixelColor(120, 0), m_style->theme().color(ColorRole::Outline));
}

void tst_Controls::aLinkTakesTheFocusByTab()
{
    QWidget parent;
    QToolButton *link = linkButton(u"Show in schema"_s, &parent);
    QVERIFY(link->focusPolicy() & Qt::TabFocus);
    QVERIFY(link->autoRaise());
}

void tst_Controls::separatorIsOnePixel()
{
    QWidget parent;
    QCOMPARE(separator(Qt::Horizontal, &parent)->height(), 1);
    QCOMPARE(separator(Qt::Vertical, &parent)->width(), 1);
}

WORKBENCH_TEST(tst_Controls, QApplication)
#include "tst_controls.moc"
