// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/query/iregexp.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_IRegexp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesTheWholeText_data();
    void matchesTheWholeText();
    void refusesInvalidIRegexps_data();
    void refusesInvalidIRegexps();
    void findsAnOccurrence();
    void reportsALimitWhenItGivesUp_data();
    void reportsALimitWhenItGivesUp();
    void refusesPatternsThatAreTooLarge();
};

void tst_IRegexp::matchesTheWholeText_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<bool>("matches");
    const auto row = [](const QString &pattern, const QString &subject, bool matches) {
        QTest::newRow(qPrintable(pattern + u" on "_s + subject)) << pattern << subject << matches;
    };
    row(u"abc"_s, u"abc"_s, true);
    row(u"abc"_s, u"xabc"_s, false);
    row(u"a|b"_s, u"b"_s, true);
    row(u"a|b"_s, u"bx"_s, false);
    row(u""_s, u""_s, true);
    row(u"a|"_s, u""_s, true);
    row(u"."_s, u"😀"_s, true);
    row(u"."_s, u"\n"_s, false);
    row(u"."_s, u"\u2028"_s, true);
    row(u"a"_s, u"a\n"_s, false);
    row(u"[a-c]{2,3}"_s, u"abc"_s, true);
    row(u"[^a-c]+"_s, u"xyz"_s, true);
    row(u"[-a]+"_s, u"a-"_s, true);
    row(u"[a-]+"_s, u"a-"_s, true);
    row(u"[a^$.|?*+(){}]+"_s, u"^$.|?*+(){}"_s, true);
    row(u"[\\]\\[\\\\]+"_s, u"[]\\"_s, true);
    row(u"\\p{Lu}\\P{Lu}"_s, u"Éa"_s, true);
    row(u"[\\p{Nd}x]+"_s, u"1x٣"_s, true);
    row(u"(ab)+(c|d)?"_s, u"ababd"_s, true);
    row(u"\\n\\t\\r\\.\\-"_s, u"\n\t\r.-"_s, true);
    row(u"#@/&~\"'"_s, u"#@/&~\"'"_s, true);
    row(u"a b"_s, u"a b"_s, true);
    row(u"a{0}"_s, u""_s, true);
    row(u"a{2,}"_s, u"aaa"_s, true);
}

void tst_IRegexp::matchesTheWholeText()
{
    QFETCH(QString, pattern);
    QFETCH(QString, subject);
    QFETCH(bool, matches);
    const auto regexp = IRegexp::compile(pattern);
    QVERIFY2(regexp, regexp ? "" : qPrintable(regexp.error().message));
    QCOMPARE(regexp->matches(subject.toUtf8()), matches ? IRegexp::Match::Yes : IRegexp::Match::No);
}

void tst_IRegexp::refusesInvalidIRegexps_data()
{
    QTest::addColumn<QString>("pattern");
    for (const QString &pattern : {u"("_s, u")"_s, u"a)"_s, u"*"_s, u"a**"_s, u"a+?"_s, u"|*"_s, u"(*VERB)"_s,
             u"(*LIMIT_MATCH=1)a"_s, u"(?:a)"_s, u"(?=a)"_s, u"[]"_s, u"[a"_s, u"[b-a]"_s, u"[a-\\p{L}]"_s,
             u"[a-b-c]"_s, u"[[a]]"_s, u"[:alpha:"_s, u"\\d"_s, u"\\w"_s, u"\\1"_s, u"\\Qa\\E"_s, u"\\K"_s,
             u"\\x41"_s, u"\\u0041"_s, u"\\"_s, u"\\p{Xx}"_s, u"\\p{L"_s, u"\\pL"_s, u"a{"_s, u"a{,2}"_s,
             u"a{2,1}"_s, u"a{x}"_s, u"{1}"_s, u"}"_s, u"]"_s, u"a++"_s, u"^*"_s})
        QTest::newRow(qPrintable(pattern)) << pattern;
}

void tst_IRegexp::refusesInvalidIRegexps()
{
    QFETCH(QString, pattern);
    const auto regexp = IRegexp::compile(pattern);
    QVERIFY(!regexp);
    QCOMPARE(regexp.error().kind, ErrorKind::Validation);
    QCOMPARE(regexp.error().code, u"regex.syntax"_s);
}

void tst_IRegexp::findsAnOccurrence()
{
    const QDeadlineTimer forever(QDeadlineTimer::Forever);
    QCOMPARE(IRegexp::compile(u"b+"_s)->occursIn("abbc", forever), IRegexp::Match::Yes);
    QCOMPARE(IRegexp::compile(u"^b"_s)->occursIn("abbc", forever), IRegexp::Match::No);
    QCOMPARE(IRegexp::compile(u"c$"_s)->occursIn("abbc", forever), IRegexp::Match::Yes);
    QCOMPARE(IRegexp::compile(u"c$"_s)->occursIn("abbc\n", forever), IRegexp::Match::No);
    QCOMPARE(IRegexp::compile(u""_s)->occursIn("", forever), IRegexp::Match::Yes);
    QCOMPARE(IRegexp::compile(u"."_s)->occursIn("\n😀", forever), IRegexp::Match::Yes);
}

void tst_IRegexp::reportsALimitWhenItGivesUp_data()
{
    QTest::addColumn<QString>("pattern");
    for (const QString &pattern : {u"(a+)+b"_s, u"(a*)*b"_s, u"(a|aa)+b"_s, u"(a|a)*b"_s, u"(.*a){20}b"_s})
        QTest::newRow(qPrintable(pattern)) << pattern;
}

void tst_IRegexp::reportsALimitWhenItGivesUp()
{
    QFETCH(QString, pattern);
    const auto regexp = IRegexp::compile(pattern);
    QVERIFY(regexp);
    const Test::CpuTimer timer;
    // PCRE2 answers at once if a required last letter is missing, so the subject contains it.
    QCOMPARE(regexp->matches(QByteArray(QByteArray(40, 'a') + "bc")), IRegexp::Match::Limit);
    QCOMPARE_LT(timer.elapsed(), 250);
    QCOMPARE(regexp->occursIn(QByteArray(QByteArray(200'000, 'a') + "cb"), QDeadlineTimer(50)),
        IRegexp::Match::Limit);
    QCOMPARE(IRegexp::compile(u"a"_s)->matches(QByteArray(300'000, 'a')), IRegexp::Match::Limit);
}

void tst_IRegexp::refusesPatternsThatAreTooLarge()
{
    QCOMPARE(IRegexp::compile(QString(5000, u'a')).error().code, u"limit.regex.patternBytes"_s);
    const auto deep = IRegexp::compile(QString(1000, u'(') + QString(1000, u')'));
    QVERIFY(!deep);
    QCOMPARE(deep.error().kind, ErrorKind::Limit);
    const auto wide = IRegexp::compile(u"a{70000}"_s);
    QVERIFY(!wide);
    QCOMPARE(wide.error().kind, ErrorKind::Limit);
}

WORKBENCH_TEST(tst_IRegexp, Workbench::Test::NoApplication)
#include "tst_iregexp.moc"
