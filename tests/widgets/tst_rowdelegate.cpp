// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QImage>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QTest>
#include <QToolTip>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

class tst_RowDelegate : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void rowsHaveTheirHeights();
    void selectionHasABarByFocus();
    void aMarkFillsTheRow();
    void aMarkBelowShowsOnlyTheTriangle();
    void chevronsStandBesideParentsOnly();
    void aLongTextIsWholeInTheToolTip();
    void aShortTextHasNoToolTip();
    void aTextOfMegabytesPaintsAtOnce();
    void numbersAreRightAligned();
    void elidesTheEndOfATextIfConfigured();
    void animatesTheIconOfAWaitingRow();

private:
    QImage picture() { return m_view->viewport()->grab().toImage(); }
    QStandardItem *item(const QString &text);

    WorkbenchStyle *m_style = nullptr;
    std::unique_ptr<QWidget> m_window;
    RowTreeView *m_view = nullptr;
    QStandardItemModel *m_model = nullptr;
};

void tst_RowDelegate::initTestCase()
{
    m_style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(m_style);
    m_style->setScheme(WorkbenchStyle::Scheme::Light);
}

void tst_RowDelegate::init()
{
    m_window = std::make_unique<QWidget>();
    m_window->resize(420, 320);
    auto *layout = new QVBoxLayout(m_window.get());
    m_view = new RowTreeView(m_window.get());
    m_view->setHeaderHidden(true);
    m_model = new QStandardItemModel(m_view);
    m_view->setModel(m_model);
    layout->addWidget(m_view);
    layout->addWidget(new QLineEdit(m_window.get()));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void tst_RowDelegate::cleanup()
{
    m_window.reset();
    QToolTip::hideText();
}

QStandardItem *tst_RowDelegate::item(const QString &text)
{
    auto *made = new QStandardItem(text);
    m_model->appendRow(made);
    return made;
}

void tst_RowDelegate::rowsHaveTheirHeights()
{
    m_view->setUniformRowHeights(false);
    QStandardItem *plain = item(u"echo"_s);
    QStandardItem *source = item(u"everything"_s);
    source->setData(int(FontRole::Strong), RowRole::Font);
    QStandardItem *failed = item(u"tracker"_s);
    failed->setData(u"exit code 127: npx not found"_s, RowRole::SecondLine);
    QStandardItem *kind = item(u"MCP, command"_s);
    kind->setData(u"starts a program"_s, RowRole::SecondLine);
    kind->setSizeHint(QSize(100, 48));
    QCOMPARE(m_view->visualRect(plain->index()).height(), 24);
    QCOMPARE(m_view->visualRect(source->index()).height(), 28);
    QCOMPARE(m_view->visualRect(failed->index()).height(), 40);
    QCOMPARE(m_view->visualRect(kind->index()).height(), 48);
}

void tst_RowDelegate::selectionHasABarByFocus()
{
    QStandardItem *row = item({});
    m_view->setFocus();
    m_view->setCurrentIndex(row->index());
    const Theme &theme = m_style->theme();
    QCOMPARE(picture().pixelColor(1, 12), theme.color(ColorRole::Accent));
    QCOMPARE(picture().pixelColor(2, 12), theme.color(ColorRole::Selection));
    QCOMPARE(picture().pixelColor(m_view->viewport()->width() - 1, 12), theme.color(ColorRole::Selection));
    m_window->findChild<QLineEdit *>()->setFocus();
    QCOMPARE(picture().pixelColor(1, 12), theme.color(ColorRole::Stale));
    QCOMPARE(picture().pixelColor(2, 12), theme.color(ColorRole::SelectionInactive));
}

void tst_RowDelegate::aMarkFillsTheRow()
{
    QStandardItem *row = item({});
    row->setData(int(ColorRole::Error), RowRole::Mark);
    const Theme &theme = m_style->theme();
    QCOMPARE(picture().pixelColor(0, 12), theme.color(ColorRole::Error));
    QCOMPARE(picture().pixelColor(200, 12), theme.color(ColorRole::ErrorSoft));
    m_view->setFocus();
    m_view->setCurrentIndex(row->index());
    QCOMPARE(picture().pixelColor(200, 12), theme.color(ColorRole::Selection));
}

void tst_RowDelegate::aMarkBelowShowsOnlyTheTriangle()
{
    QStandardItem *row = item({});
    const auto inked = [this] {
        const QImage image = picture();
        int count = 0;
        for (int x = image.width() - 30; x < image.width(); ++x) {
            for (int y = 0; y < 24; ++y)
                count += image.pixelColor(x, y) != m_style->theme().color(ColorRole::Base);
        }
        return count;
    };
    QCOMPARE(inked(), 0);
    row->setData(true, RowRole::MarkRight);
    QVERIFY(inked() > 20);
    QCOMPARE(picture().pixelColor(0, 12), m_style->theme().color(ColorRole::Base));
}

void tst_RowDelegate::chevronsStandBesideParentsOnly()
{
    QStandardItem *leaf = item({});
    QStandardItem *parent = item({});
    parent->appendRow(new QStandardItem);
    const auto inked = [this](const QModelIndex &index) {
        const QRect row = m_view->visualRect(index);
        const QImage image = picture().copy(0, row.top(), 16, row.height());
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < image.height(); ++y) {
                if (image.pixelColor(x, y) != m_style->theme().color(ColorRole::Base))
                    return true;
            }
        }
        return false;
    };
    QVERIFY(!inked(leaf->index()));
    QVERIFY(inked(parent->index()));
}

void tst_RowDelegate::aLongTextIsWholeInTheToolTip()
{
    const QString text = u"trigger-<long>-"_s.repeated(20);
    QStandardItem *row = item(text);
    const QPoint place = m_view->visualRect(row->index()).center();
    QHelpEvent help(QEvent::ToolTip, place, m_view->viewport()->mapToGlobal(place));
    QApplication::sendEvent(m_view->viewport(), &help);
    QTRY_COMPARE(QToolTip::text(), text);
}

void tst_RowDelegate::aShortTextHasNoToolTip()
{
    QStandardItem *row = item(u"echo"_s);
    const QPoint place = m_view->visualRect(row->index()).center();
    QHelpEvent help(QEvent::ToolTip, place, m_view->viewport()->mapToGlobal(place));
    QApplication::sendEvent(m_view->viewport(), &help);
    QVERIFY(QToolTip::text().isEmpty());
}

void tst_RowDelegate::aTextOfMegabytesPaintsAtOnce()
{
    item(u"0123456789"_s.repeated(500'000));
    const Test::CpuTimer timer;
    picture();
    QVERIFY2(timer.elapsed() < 500 * Test::slowness, qPrintable(QString::number(timer.elapsed())));
}

void tst_RowDelegate::numbersAreRightAligned()
{
    QStandardItem *row = item(u"1"_s);
    row->setData(true, RowRole::RightAligned);
    const auto lastInk = [this] {
        const QImage image = picture();
        for (int x = image.width() - 1; x >= 0; --x) {
            for (int y = 0; y < 24; ++y) {
                if (image.pixelColor(x, y) != m_style->theme().color(ColorRole::Base))
                    return x;
            }
        }
        return -1;
    };
    const int right = m_view->visualRect(row->index()).right();
    QVERIFY(lastInk() > right - 16 && lastInk() <= right - 8);
    row->setData(false, RowRole::RightAligned);
    QVERIFY(lastInk() < 60);
}

void tst_RowDelegate::elidesTheEndOfATextIfConfigured()
{
    QStandardItem *row = item(QString(u"."_s.repeated(300) + u"W"_s.repeated(300)));
    const auto ink = [this] {
        const QImage image = picture();
        int count = 0;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < 24; ++y)
                count += image.pixelColor(x, y) != m_style->theme().color(ColorRole::Base);
        }
        return count;
    };
    const int bothEnds = ink(); // half of the text consists of wide letters
    row->setData(true, RowRole::ElideEnd);
    QVERIFY2(ink() < bothEnds * 3 / 4, qPrintable(u"%1 of %2"_s.arg(ink()).arg(bothEnds)));
}

void tst_RowDelegate::animatesTheIconOfAWaitingRow()
{
    QStandardItem *row = item({});
    row->setData(u"state-connecting"_s, RowRole::IconName);
    const QImage still = picture();
    QTest::qWait(250);
    QCOMPARE(picture(), still);
    row->setData(true, RowRole::Spinning);
    QTRY_VERIFY(picture() != still);
    const QImage turned = picture();
    QTRY_VERIFY(picture() != turned);
    row->setData(false, RowRole::Spinning);
    QTRY_COMPARE(picture(), still);
}

WORKBENCH_TEST(tst_RowDelegate, QApplication)
#include "tst_rowdelegate.moc"
