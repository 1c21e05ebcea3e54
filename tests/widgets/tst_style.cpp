// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/testprogram.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTest>
#include <QTreeView>
#include <QWheelEvent>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

namespace {

QColor pixel(QWidget &widget, int x, int y)
{
    return widget.grab().toImage().pixelColor(x, y);
}

template <typename T> T &shown(T &widget)
{
    widget.show();
    return widget;
}

} // namespace

class tst_Style : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init() { m_style->setScheme(WorkbenchStyle::Scheme::Light); }
    void controlsAreTwentyEightPixels();
    void splitterIsOnePixel();
    void itemViewsHaveNoFrame();
    void scrollBarHasNoArrows();
    void scrollBarMovesWithTheThumb();
    void fieldShowsFocusAndInvalidity();
    void primaryButtonIsFilled();
    void checkedBoxIsFilled();
    void currentPageTabHasABarOnTop();
    void currentBottomTabHasABarBeneath();
    void spinBoxSteps();
    void schemeChangesPaletteAndColors();
    void systemSchemeIsLightWhereNoneIsKnown();
    void headerIsTwentyEightPixels();
    void menusAndBarsHaveTheirHeights();
    void theWheelPassesOverTabsAndSliders();
    void otherStylesKeepTheirControls();

private:
    WorkbenchStyle *m_style = nullptr;
};

void tst_Style::initTestCase()
{
    m_style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(m_style);
    QVERIFY(m_style->drawsControls());
    QCOMPARE(QApplication::font().pixelSize(), 13);
}

void tst_Style::controlsAreTwentyEightPixels()
{
    QLineEdit field;
    QComboBox combo;
    QSpinBox spin;
    QPushButton button(u"Cancel"_s);
    for (QWidget *widget : {static_cast<QWidget *>(&field), static_cast<QWidget *>(&combo),
             static_cast<QWidget *>(&spin), static_cast<QWidget *>(&button)}) {
        widget->ensurePolished();
        QCOMPARE(widget->sizeHint().height(), 28);
    }
}

void tst_Style::splitterIsOnePixel()
{
    QSplitter splitter;
    QCOMPARE(splitter.handleWidth(), 1);
}

void tst_Style::itemViewsHaveNoFrame()
{
    QTreeView tree;
    tree.ensurePolished();
    QCOMPARE(tree.frameWidth(), 0);
    QListView list;
    list.ensurePolished();
    QCOMPARE(list.frameWidth(), 0);
}

void tst_Style::scrollBarHasNoArrows()
{
    QScrollBar bar(Qt::Vertical);
    bar.setRange(0, 100);
    bar.setPageStep(100);
    bar.resize(bar.sizeHint().width(), 200);
    QCOMPARE(bar.width(), 12);
    shown(bar);
    const QColor thumb = m_style->theme().color(ColorRole::ScrollThumb);
    QCOMPARE(pixel(bar, 6, 50), thumb);
    QCOMPARE(pixel(bar, 6, 4), thumb); // the thumb starts at the top: there is no arrow
    QCOMPARE(pixel(bar, 1, 50), m_style->theme().color(ColorRole::Window));
    QCOMPARE(pixel(bar, 6, 150), m_style->theme().color(ColorRole::Window));
}

void tst_Style::scrollBarMovesWithTheThumb()
{
    QScrollBar bar(Qt::Vertical);
    bar.setRange(0, 100);
    bar.setPageStep(100);
    bar.resize(12, 200);
    shown(bar);
    QTest::mousePress(&bar, Qt::LeftButton, {}, QPoint(6, 20));
    QTest::mouseMove(&bar, QPoint(6, 70));
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, QPoint(6, 70));
    QCOMPARE(bar.value(), 50);
    bar.setRange(0, 1'000'000);
    bar.setValue(1'000'000);
    QCOMPARE(pixel(bar, 6, 190), m_style->theme().color(ColorRole::ScrollThumb)); // at least 24 pixels
    QCOMPARE(pixel(bar, 6, 178), m_style->theme().color(ColorRole::ScrollThumb));
}

void tst_Style::fieldShowsFocusAndInvalidity()
{
    QWidget window;
    QLineEdit field(&window);
    QLineEdit other(&window);
    field.setGeometry(0, 0, 100, 28);
    other.setGeometry(0, 40, 100, 28);
    window.resize(120, 80);
    shown(window);
    QVERIFY(QTest::qWaitForWindowActive(&window));
    other.setFocus();
    const Theme &theme = m_style->theme();
    QCOMPARE(pixel(field, 50, 0), theme.color(ColorRole::Outline));
    QCOMPARE(pixel(field, 50, 1), theme.color(ColorRole::Base));
    QCOMPARE(pixel(other, 50, 0), theme.color(ColorRole::Accent));
    QCOMPARE(pixel(other, 50, 1), theme.color(ColorRole::Accent));
    QCOMPARE(pixel(other, 50, 2), theme.color(ColorRole::Base));
    setInvalid(&field, true);
    QCOMPARE(pixel(field, 50, 0), theme.color(ColorRole::Error));
    setInvalid(&field, false);
    QCOMPARE(pixel(field, 50, 0), theme.color(ColorRole::Outline));
}

void tst_Style::primaryButtonIsFilled()
{
    QWidget window;
    QPushButton *primary = primaryButton({}, u"Invoke"_s, &window);
    primary->setGeometry(0, 0, 120, 28);
    shown(window);
    const Theme &theme = m_style->theme();
    QCOMPARE(pixel(*primary, 5, 14), theme.color(ColorRole::AccentFill));
    const int without = primary->sizeHint().width();
    setHint(primary, u"Ctrl+Enter"_s);
    QVERIFY(primary->sizeHint().width() > without + 20);
    primary->setEnabled(false);
    QVERIFY(pixel(*primary, 5, 14) != theme.color(ColorRole::AccentFill));
}

void tst_Style::checkedBoxIsFilled()
{
    QCheckBox box;
    box.resize(box.sizeHint());
    shown(box);
    const int middle = box.height() / 2;
    QCOMPARE(pixel(box, 3, middle - 4), m_style->theme().color(ColorRole::Base));
    box.setChecked(true);
    QCOMPARE(pixel(box, 3, middle - 4), m_style->theme().color(ColorRole::AccentFill));
}

void tst_Style::currentPageTabHasABarOnTop()
{
    QTabBar tabs;
    tabs.addTab(u"first"_s);
    tabs.addTab(u"second"_s);
    tabs.resize(tabs.sizeHint());
    shown(tabs);
    const Theme &theme = m_style->theme();
    QCOMPARE(tabs.height(), 36);
    const QRect first = tabs.tabRect(0);
    const QRect second = tabs.tabRect(1);
    QCOMPARE(pixel(tabs, first.center().x(), 0), theme.color(ColorRole::Accent));
    QCOMPARE(pixel(tabs, first.center().x(), 1), theme.color(ColorRole::Accent));
    QCOMPARE(pixel(tabs, first.left() + 4, 20), theme.color(ColorRole::Base));
    QCOMPARE(pixel(tabs, first.center().x(), 35), theme.color(ColorRole::Base));
    QCOMPARE(pixel(tabs, second.center().x(), 35), theme.color(ColorRole::Line));
    QVERIFY(pixel(tabs, second.center().x(), 0) != theme.color(ColorRole::Accent));
}

void tst_Style::currentBottomTabHasABarBeneath()
{
    QTabBar tabs;
    tabs.setProperty("bottomTabs", true);
    tabs.addTab(u"History"_s);
    tabs.addTab(u"Wire"_s);
    tabs.setCurrentIndex(1);
    tabs.resize(tabs.sizeHint());
    shown(tabs);
    const QRect wire = tabs.tabRect(1);
    QCOMPARE(pixel(tabs, wire.center().x(), 35), m_style->theme().color(ColorRole::Accent));
    QCOMPARE(pixel(tabs, wire.center().x(), 34), m_style->theme().color(ColorRole::Accent));
    QVERIFY(pixel(tabs, tabs.tabRect(0).center().x(), 35) != m_style->theme().color(ColorRole::Accent));
}

void tst_Style::spinBoxSteps()
{
    QSpinBox spin;
    spin.resize(80, 28);
    shown(spin);
    QTest::mouseClick(&spin, Qt::LeftButton, {}, QPoint(70, 7));
    QCOMPARE(spin.value(), 1);
    QTest::mouseClick(&spin, Qt::LeftButton, {}, QPoint(70, 21));
    QCOMPARE(spin.value(), 0);
}

void tst_Style::schemeChangesPaletteAndColors()
{
    QSignalSpy changed(m_style, &WorkbenchStyle::themeChanged);
    QWidget widget;
    shown(widget);
    m_style->setScheme(WorkbenchStyle::Scheme::Dark);
    QCOMPARE(changed.count(), 1);
    QVERIFY(Theme::of(&widget).isDark());
    QVERIFY(Theme::ofApplication().isDark());
    QTRY_COMPARE(widget.palette().color(QPalette::Window), Theme::dark().color(ColorRole::Window));
    QCOMPARE(QApplication::palette().color(QPalette::Base), Theme::dark().color(ColorRole::Base));
}

void tst_Style::systemSchemeIsLightWhereNoneIsKnown()
{
    m_style->setScheme(WorkbenchStyle::Scheme::System);
    QCOMPARE(m_style->scheme(), WorkbenchStyle::Scheme::System);
    QVERIFY(!m_style->theme().isDark());
}

void tst_Style::headerIsTwentyEightPixels()
{
    QTreeView tree;
    QStandardItemModel model(1, 2);
    tree.setModel(&model);
    tree.ensurePolished();
    QCOMPARE(tree.header()->sizeHint().height(), 28);
}

void tst_Style::menusAndBarsHaveTheirHeights()
{
    QMenuBar bar;
    QMenu *menu = bar.addMenu(u"&File"_s);
    QAction *open = menu->addAction(u"&Open\tCtrl+O"_s);
    bar.ensurePolished();
    QCOMPARE(bar.sizeHint().height(), 28);
    menu->ensurePolished();
    QCOMPARE(menu->actionGeometry(open).height(), 26);
}

void tst_Style::theWheelPassesOverTabsAndSliders()
{
    QWidget window;
    QTabBar tabs(&window);
    for (const auto *name : {"one", "two", "three"})
        tabs.addTab(QString::fromLatin1(name));
    QSlider slider(Qt::Horizontal, &window);
    slider.move(0, 60);
    slider.setValue(50);
    window.resize(400, 120);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const auto turn = [](QWidget *widget) {
        const QPointF at(widget->rect().center());
        QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    };
    tabs.setFocus();
    turn(&tabs);
    turn(&slider);
    QCOMPARE(tabs.currentIndex(), 0);
    QCOMPARE(slider.value(), 50);
    slider.setFocus();
    turn(&slider);
    QVERIFY(slider.value() != 50);
}

void tst_Style::otherStylesKeepTheirControls()
{
    WorkbenchStyle windows(u"Windows"_s);
    QVERIFY(!windows.drawsControls());
    QCOMPARE(windows.pixelMetric(QStyle::PM_SplitterWidth, nullptr, nullptr), 1);
    QScrollBar bar;
    bar.setStyle(&windows);
    QVERIFY(windows.pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, &bar) != 12);
}

WORKBENCH_TEST(tst_Style, QApplication)
#include "tst_style.moc"
