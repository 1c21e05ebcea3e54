// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_VisibleText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void escapesControlAndInvisibleCharacters_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char *name, const QString &text, const QString &shown) {
            QTest::newRow(name) << text << shown;
        };
        row("empty", QString(), QString());
        row("plain", u"Grüße, 世界 — \\u{1B}"_s, u"Grüße, 世界 — \\u{1B}"_s);
        row("OSC 52", u"\x1b]52;c;aGk=\x07"_s, u"\\u{1B}]52;c;aGk=\\u{7}"_s);
        row("CSI 2J", u"\x1b[2J"_s, u"\\u{1B}[2J"_s);
        row("NUL", QString(QChar(0)), u"\\u{0}"_s);
        row("DEL", QString(QChar(0x7f)), u"\\u{7F}"_s);
        row("C1 CSI", QString(QChar(0x9b)) + u"2J"_s, u"\\u{9B}2J"_s);
        row("newline and tab", u"a\n\tb"_s, u"a\\n\\tb"_s);
        row("direction override", u"\u202Etxt.exe"_s, u"\\u{202E}txt.exe"_s);
        row("direction isolate", u"a\u2066b\u2069"_s, u"a\\u{2066}b\\u{2069}"_s);
        row("zero width space", u"pay\u200Bpal"_s, u"pay\\u{200B}pal"_s);
        row("byte order mark", u"\uFEFFx"_s, u"\\u{FEFF}x"_s);
        row("soft hyphen", u"a\u00ADb"_s, u"a\\u{AD}b"_s);
        row("line separator", u"a\u2028b\u2029"_s, u"a\\u{2028}b\\u{2029}"_s);
        row("Hangul filler", u"\u3164"_s, u"\\u{3164}"_s);
        row("tag characters", u"x\U000E0041"_s, u"x\\u{E0041}"_s);
        row("half a surrogate pair", u"a"_s + QChar(0xD83D), u"a\\u{D83D}"_s);
        row("noncharacter", u"a"_s + QChar(0xFFFE), u"a\\u{FFFE}"_s);
        row("emoji stays", u"❤\uFE0F😀"_s, u"❤\uFE0F😀"_s);
        row("repeated selectors are escaped", u"a\uFE0F\uFE0E"_s, u"a\uFE0F\\u{FE0E}"_s);
        row("selector without a character", u"\uFE0F"_s, u"\\u{FE0F}"_s);
        row("combining marks stay", u"e\u0301"_s, u"e\u0301"_s);
        row("no-break space stays", u"1\u00A0kg"_s, u"1\u00A0kg"_s);
    }
    void escapesControlAndInvisibleCharacters()
    {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        QCOMPARE(visibleText(text), shown);
        QCOMPARE(visibleText(shown), shown);
    }

    void keepsLinesWhenAskedTo() { QCOMPARE(visibleText(u"a\n\tb\r\nc\rd", true), u"a\n\tb\nc\\rd"_s); }

    void escapesAllControlsOfTheBasicPlane()
    {
        for (int c = 0; c <= 0xFFFF; ++c) {
            const QString shown = visibleText(QString(QChar(c)));
            const QChar::Category category = QChar::category(char32_t(c));
            if (category == QChar::Other_Control || category == QChar::Other_Format
                || category == QChar::Other_Surrogate)
                QVERIFY2(shown.startsWith(u'\\'), qPrintable(QString::number(c, 16)));
        }
    }

    void cutsWithAnEllipsis_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("shown");
        QTest::newRow("fits") << u"abc"_s << 3 << u"abc"_s;
        QTest::newRow("too long") << u"abcd"_s << 3 << u"abc…"_s;
        QTest::newRow("no cut inside a character") << u"ab😀"_s << 3 << u"ab…"_s;
        QTest::newRow("no cut inside an escape") << u"ab\x1b"_s << 5 << u"ab…"_s;
        QTest::newRow("length zero") << u"a"_s << 0 << u"…"_s;
        QTest::newRow("empty text") << QString() << 0 << QString();
    }
    void cutsWithAnEllipsis()
    {
        QFETCH(QString, text);
        QFETCH(int, length);
        QFETCH(QString, shown);
        QCOMPARE(visibleText(text, false, length), shown);
    }

    void writesSizes_data()
    {
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<QString>("text");
        const auto row = [](qint64 bytes, const QString &text) {
            QTest::addRow("%lld", static_cast<long long>(bytes)) << bytes << text;
        };
        row(0, u"0 B"_s);
        row(412, u"412 B"_s);
        row(999, u"999 B"_s);
        row(1000, u"1.00 kB"_s);
        row(1181, u"1.18 kB"_s);
        row(9'996, u"10.0 kB"_s);
        row(99'960, u"100 kB"_s);
        row(101'400, u"101 kB"_s);
        row(999'499, u"999 kB"_s);
        row(999'500, u"1.00 MB"_s);
        row(12'345'678, u"12.3 MB"_s);
        row(5'000'000'000, u"5.00 GB"_s);
        row(std::numeric_limits<qint64>::max(), u"9.22 EB"_s);
    }
    void writesSizes()
    {
        QFETCH(qint64, bytes);
        QFETCH(QString, text);
        QCOMPARE(sizeText(bytes), text);
    }

    void writesDurations_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<QString>("text");
        const auto row = [](qint64 milliseconds, const QString &text) {
            QTest::addRow("%lld", static_cast<long long>(milliseconds)) << milliseconds << text;
        };
        row(0, u"0 ms"_s);
        row(12, u"12 ms"_s);
        row(999, u"999 ms"_s);
        row(1000, u"1.00 s"_s);
        row(4210, u"4.21 s"_s);
        row(12'340, u"12.3 s"_s);
        row(59'949, u"59.9 s"_s);
        row(59'950, u"1 min 0 s"_s);
        row(125'000, u"2 min 5 s"_s);
        row(3'599'600, u"1 h 0 min"_s);
        row(7'500'000, u"2 h 5 min"_s);
    }
    void writesDurations()
    {
        QFETCH(qint64, milliseconds);
        QFETCH(QString, text);
        QCOMPARE(durationText(milliseconds), text);
    }
};

WORKBENCH_TEST(tst_VisibleText, QCoreApplication)

#include "tst_visibletext.moc"
