// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/testprogram.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QTest>

#include <cmath>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

namespace {

qreal luminance(const QColor &color)
{
    const auto linear = [](qreal part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

//! WCAG 2, "contrast ratio"
qreal contrast(const QColor &a, const QColor &b)
{
    const qreal first = luminance(a) + 0.05;
    const qreal second = luminance(b) + 0.05;
    return qMax(first, second) / qMin(first, second);
}

Theme themeNamed(const QString &name)
{
    return name == "dark"_L1 ? Theme::dark() : Theme::light();
}

QByteArray themeFile(const QString &name)
{
    QFile file(QString::fromLatin1(SOURCE_DIR "/resources/themes/") + name + u".json"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_Theme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textCanBeReadOnEveryBackgroundItAppearsOn_data();
    void textCanBeReadOnEveryBackgroundItAppearsOn();
    void outlinesOfControlsCanBeSeen_data();
    void outlinesOfControlsCanBeSeen();
    void refusesAnIncompleteFile_data();
    void refusesAnIncompleteFile();
    void everyRoleHasItsOwnName();
    void paletteCarriesTheRoles();
    void sizesFollowTheBaseFont();
    void dataFontCanBeOverridden();
};

void tst_Theme::textCanBeReadOnEveryBackgroundItAppearsOn_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<ColorRole>("text");
    QTest::addColumn<QList<ColorRole>>("grounds");
    const QList<ColorRole> panes{ColorRole::Base, ColorRole::Window, ColorRole::Header, ColorRole::Hover,
        ColorRole::Selection, ColorRole::SelectionInactive};
    const QList<ColorRole> rows =
        panes + QList{ColorRole::OkSoft, ColorRole::WarningSoft, ColorRole::ErrorSoft};
    const QList<std::pair<ColorRole, QList<ColorRole>>> rules{
        {ColorRole::Text, rows + QList{ColorRole::LiveSoft, ColorRole::SegmentChosen}},
        {ColorRole::TextSecond, rows + QList{ColorRole::LiveSoft}},
        {ColorRole::Accent, panes},
        {ColorRole::OnAccentFill, {ColorRole::AccentFill}},
        {ColorRole::Ok, panes + QList{ColorRole::OkSoft}},
        {ColorRole::Warning, panes + QList{ColorRole::WarningSoft}},
        {ColorRole::Error, panes + QList{ColorRole::ErrorSoft}},
        {ColorRole::Live, panes + QList{ColorRole::LiveSoft}},
        {ColorRole::Stale, rows},
        {ColorRole::Key, rows},
        {ColorRole::String, rows},
        {ColorRole::Number, rows},
        {ColorRole::Keyword, rows},
    };
    for (const QString &theme : {u"light"_s, u"dark"_s}) {
        for (const auto &[text, grounds] : rules)
            QTest::addRow("%ls %s", qUtf16Printable(theme), colorRoleName(text).data())
                << theme << text << grounds;
    }
}

void tst_Theme::textCanBeReadOnEveryBackgroundItAppearsOn()
{
    QFETCH(QString, theme);
    QFETCH(ColorRole, text);
    QFETCH(QList<ColorRole>, grounds);
    const Theme colors = themeNamed(theme);
    for (const ColorRole ground : std::as_const(grounds)) {
        const qreal found = contrast(colors.color(text), colors.color(ground));
        QVERIFY2(found >= 4.5,
            qPrintable(
                u"%1 on %2: %3"_s.arg(colorRoleName(text), colorRoleName(ground)).arg(found, 0, 'f', 2)));
    }
}

void tst_Theme::outlinesOfControlsCanBeSeen_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<ColorRole>("outline");
    for (const QString &theme : {u"light"_s, u"dark"_s}) {
        for (const ColorRole outline : {ColorRole::Outline, ColorRole::Accent, ColorRole::Error})
            QTest::addRow("%ls %s", qUtf16Printable(theme), colorRoleName(outline).data())
                << theme << outline;
    }
}

void tst_Theme::outlinesOfControlsCanBeSeen()
{
    QFETCH(QString, theme);
    QFETCH(ColorRole, outline);
    const Theme colors = themeNamed(theme);
    for (const ColorRole ground : {ColorRole::Base, ColorRole::Window})
        QVERIFY(contrast(colors.color(outline), colors.color(ground)) >= 3.0);
}

void tst_Theme::refusesAnIncompleteFile_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("named");
    const QByteArray whole = themeFile(u"light"_s);
    QTest::newRow("empty") << QByteArray() << u"read"_s;
    QTest::newRow("cut off") << whole.first(whole.size() / 2) << u"read"_s;
    QTest::newRow("a role is missing")
        << QByteArray(whole).replace("\"ratePast\"", "\"rateBefore\"") << u"ratePast"_s;
    QTest::newRow("a role is not a colour") << QByteArray(whole).replace("#5A636F", "grayish") << u"stale"_s;
    QTest::newRow("a role is a number") << QByteArray(whole).replace("\"#5A636F\"", "5") << u"stale"_s;
    QTest::newRow("no name") << QByteArray(whole).replace("\"name\"", "\"title\"") << u"name"_s;
}

void tst_Theme::refusesAnIncompleteFile()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, named);
    const Result<Theme> theme = Theme::fromBytes(file);
    QVERIFY(!theme.has_value());
    QCOMPARE(theme.error().kind, ErrorKind::Storage);
    QVERIFY2(theme.error().message.contains(named), qPrintable(theme.error().message));
}

void tst_Theme::everyRoleHasItsOwnName()
{
    QSet<QString> names;
    for (int role = 0; role < colorRoleCount; ++role)
        names.insert(QString(colorRoleName(ColorRole(role))));
    QCOMPARE(names.size(), colorRoleCount);
    const Result<Theme> dark = Theme::fromBytes(themeFile(u"dark"_s));
    QVERIFY(dark.has_value());
    QVERIFY(dark->isDark());
    QCOMPARE(dark->name(), u"dark"_s);
    QVERIFY(!Theme::light().isDark());
}

void tst_Theme::paletteCarriesTheRoles()
{
    const Theme theme = Theme::dark();
    const QPalette palette = theme.palette();
    QCOMPARE(palette.color(QPalette::Active, QPalette::Highlight), theme.color(ColorRole::Selection));
    QCOMPARE(
        palette.color(QPalette::Inactive, QPalette::Highlight), theme.color(ColorRole::SelectionInactive));
    QCOMPARE(palette.color(QPalette::HighlightedText), palette.color(QPalette::Text));
    QCOMPARE(palette.color(QPalette::Window), theme.color(ColorRole::Window));
    QCOMPARE(palette.color(QPalette::Disabled, QPalette::ButtonText), theme.color(ColorRole::Disabled));
    QCOMPARE(palette.color(QPalette::Accent), theme.color(ColorRole::Accent));
}

void tst_Theme::sizesFollowTheBaseFont()
{
    const QFont before = QApplication::font();
    QFont font = before;
    font.setPixelSize(17);
    QApplication::setFont(font);
    const Theme theme = Theme::light();
    QCOMPARE(theme.font(FontRole::Body).pixelSize(), 17);
    QCOMPARE(theme.font(FontRole::Title).pixelSize(), 20);
    QCOMPARE(theme.font(FontRole::Title).weight(), QFont::DemiBold);
    QCOMPARE(theme.font(FontRole::Strong).pixelSize(), 17);
    QCOMPARE(theme.font(FontRole::Small).pixelSize(), 16);
    QCOMPARE(theme.font(FontRole::Data).pixelSize(), 16);
    QCOMPARE(theme.font(FontRole::Number).featureValue("tnum"), 1u);
    QVERIFY(!theme.font(FontRole::Body).isFeatureSet("tnum"));
    QCOMPARE(theme.font(FontRole::Data).featureValue("liga"), 0u);
    QVERIFY(theme.font(FontRole::Data).isFeatureSet("calt"));
    QApplication::setFont(before);
    QVERIFY(Theme::light().font(FontRole::Body).pixelSize() != 17);
}

void tst_Theme::dataFontCanBeOverridden()
{
    Theme::setDataFont(QFont(u"DejaVu Sans Mono"_s));
    QCOMPARE(Theme::light().font(FontRole::Data).family(), u"DejaVu Sans Mono"_s);
    QCOMPARE(
        Theme::light().font(FontRole::Data).pixelSize(), Theme::light().font(FontRole::Small).pixelSize());
}

WORKBENCH_TEST(tst_Theme, QApplication)
#include "tst_theme.moc"
