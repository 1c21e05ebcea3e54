// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/testprogram.h"
#include "ui/theme/icons.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QDir>
#include <QPixmap>
#include <QRegularExpression>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

namespace {

QStringList names()
{
    QStringList found;
    for (const QString &file : QDir(u":/workbench/icons"_s).entryList({u"*.svg"_s}))
        found.append(file.chopped(4));
    return found;
}

//! The colour of the darkest covered pixel. Strokes have one colour and are anti-aliased at their edges.
QColor ink(const QPixmap &pixmap)
{
    const QImage image = pixmap.toImage().convertToFormat(QImage::Format_ARGB32);
    QRgb best = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (qAlpha(image.pixel(x, y)) > qAlpha(best))
                best = image.pixel(x, y);
        }
    }
    return QColor::fromRgba(best);
}

bool near(const QColor &a, const QColor &b)
{
    return qAbs(a.red() - b.red()) <= 4 && qAbs(a.green() - b.green()) <= 4 && qAbs(a.blue() - b.blue()) <= 4;
}

} // namespace

class tst_Icons : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyPictureFollowsTheStyle_data();
    void everyPictureFollowsTheStyle();
    void everyPictureDrawsSomething_data() { everyPictureFollowsTheStyle_data(); }
    void everyPictureDrawsSomething();
    void theFolderAndTheProgramAgree();
    void colorFollowsRoleModeAndState();
    void colorFollowsTheTheme();
    void isSharpAtEveryRatio();
    void anUnknownNameWarns();

private:
    WorkbenchStyle *m_style = nullptr;
};

void tst_Icons::initTestCase()
{
    m_style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(m_style);
    m_style->setScheme(WorkbenchStyle::Scheme::Light);
    QVERIFY(names().size() > 40);
}

void tst_Icons::everyPictureFollowsTheStyle_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : names())
        QTest::newRow(qPrintable(name)) << name;
}

void tst_Icons::everyPictureFollowsTheStyle()
{
    QFETCH(QString, name);
    QFile file(u":/workbench/icons/"_s + name + u".svg"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray svg = file.readAll();
    QVERIFY(svg.contains("viewBox=\"0 0 16 16\""));
    QCOMPARE(svg.count("stroke-width=\"1.2\""), 1);
    QCOMPARE(svg.count("stroke-width="), 1);
    QVERIFY(svg.contains("stroke-linecap=\"round\""));
    QVERIFY(svg.contains("SPDX-License-Identifier: Apache-2.0"));
    static const QRegularExpression paint(uR"re((?:fill|stroke|color)="([^"]*)")re"_s);
    auto uses = paint.globalMatch(QString::fromUtf8(svg));
    while (uses.hasNext()) {
        const QString value = uses.next().captured(1);
        QVERIFY2(value == "currentColor"_L1 || value == "none"_L1, qPrintable(value));
    }
    QVERIFY(!svg.contains("style="));
}

void tst_Icons::everyPictureDrawsSomething()
{
    QFETCH(QString, name);
    for (const int side : {16, 24, 32}) {
        const QPixmap pixmap = icon(name, ColorRole::Error).pixmap(QSize(side, side), 1.0);
        QCOMPARE(pixmap.size(), QSize(side, side));
        QVERIFY(ink(pixmap).alpha() > 120);
        QVERIFY(near(ink(pixmap), Theme::light().color(ColorRole::Error)));
    }
}

void tst_Icons::theFolderAndTheProgramAgree()
{
    const QStringList files =
        QDir(QString::fromLatin1(SOURCE_DIR "/resources/icons")).entryList({u"*.svg"_s});
    QCOMPARE(files.size(), names().size());
}

void tst_Icons::colorFollowsRoleModeAndState()
{
    const Theme theme = Theme::light();
    const QSize size(16, 16);
    const QIcon plain = icon(u"state-connected"_s);
    QVERIFY(near(ink(plain.pixmap(size, 1.0)), theme.color(ColorRole::TextSecond)));
    QVERIFY(near(ink(plain.pixmap(size, 1.0, QIcon::Disabled)), theme.color(ColorRole::Disabled)));
    QVERIFY(near(ink(plain.pixmap(size, 1.0, QIcon::Normal, QIcon::On)), theme.color(ColorRole::Accent)));
    const QIcon state = icon(u"state-connected"_s, ColorRole::Ok);
    QVERIFY(near(ink(state.pixmap(size, 1.0, QIcon::Normal, QIcon::On)), theme.color(ColorRole::Ok)));
}

void tst_Icons::colorFollowsTheTheme()
{
    const QIcon ok = icon(u"state-connected"_s, ColorRole::Ok);
    QVERIFY(near(ink(ok.pixmap(QSize(16, 16), 1.0)), Theme::light().color(ColorRole::Ok)));
    m_style->setScheme(WorkbenchStyle::Scheme::Dark);
    QVERIFY(near(ink(ok.pixmap(QSize(16, 16), 1.0)), Theme::dark().color(ColorRole::Ok)));
    m_style->setScheme(WorkbenchStyle::Scheme::Light);
}

void tst_Icons::isSharpAtEveryRatio()
{
    for (const qreal ratio : {1.0, 1.5, 2.0}) {
        const QPixmap pixmap = icon(u"plus"_s).pixmap(QSize(16, 16), ratio);
        QCOMPARE(pixmap.devicePixelRatio(), ratio);
        QCOMPARE(pixmap.size(), (QSizeF(16, 16) * ratio).toSize());
    }
}

void tst_Icons::anUnknownNameWarns()
{
    QTest::ignoreMessage(QtWarningMsg, "There is no icon named \"unicorn\"");
    QVERIFY(icon(u"unicorn"_s).isNull());
}

WORKBENCH_TEST(tst_Icons, QApplication)
#include "tst_icons.moc"
