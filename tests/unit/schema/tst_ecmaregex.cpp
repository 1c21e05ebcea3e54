// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/ecmaregex.h"
#include "tests/support/clocks.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_EcmaRegex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesAsEcmaScriptDoes_data();
    void matchesAsEcmaScriptDoes();
    void refusesInvalidPatterns_data();
    void refusesInvalidPatterns();
    void distinguishesUnsupportedFromMalformed();
    void bombsEndAsLimitQuickly_data();
    void bombsEndAsLimitQuickly();
    void slowSearchInALongTextObeysTheDeadline();
    void limitsPatternAndSubject();
    void findsMatchesAnywhereInLongTexts();
};

void tst_EcmaRegex::matchesAsEcmaScriptDoes_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<bool>("match");
    QTest::newRow("anywhere") << u"b"_s << u"abc"_s << true;
    QTest::newRow("dollar is not before a last line feed") << u"^abc$"_s << u"abc\n"_s << false;
    QTest::newRow("dot stops at line separator") << u"^.$"_s << u"\u2028"_s << false;
    QTest::newRow("dot takes an astral character") << u"^.$"_s << u"\U0001F432"_s << true;
    QTest::newRow("digits are ASCII") << u"^\\d$"_s << u"\u09ea"_s << false;
    QTest::newRow("word is ASCII") << u"^\\w$"_s << u"é"_s << false;
    QTest::newRow("not word takes é") << u"^\\W$"_s << u"é"_s << true;
    QTest::newRow("space has no-break space") << u"^\\s$"_s << u"\u00a0"_s << true;
    QTest::newRow("space has U+FEFF") << u"^[\\s]$"_s << u"\ufeff"_s << true;
    QTest::newRow("not space inside brackets") << u"^[\\S]$"_s << u"\u2003"_s << false;
    QTest::newRow("vertical tab") << u"^\\v$"_s << u"\v"_s << true;
    QTest::newRow("vertical tab is not a class") << u"^\\v$"_s << u"\n"_s << false;
    QTest::newRow("control letter") << u"^\\cC$"_s << u"\u0003"_s << true;
    QTest::newRow("empty class never matches") << u"a[]"_s << u"a]"_s << false;
    QTest::newRow("negated empty class takes a line feed") << u"^[^]$"_s << u"\n"_s << true;
    QTest::newRow("bracket inside a class is literal") << u"^[[:alpha:]]$"_s << u":]"_s << true;
    QTest::newRow("a POSIX class is not a class") << u"^[[:alpha:]]$"_s << u"z"_s << false;
    QTest::newRow("surrogate pair escape") << u"^\\ud83d\\udc32$"_s << u"\U0001F432"_s << true;
    QTest::newRow("code point escape") << u"^\\u{1F432}*$"_s << u"\U0001F432\U0001F432"_s << true;
    QTest::newRow("unset group matches empty") << u"^(?:(a)|b)\\1$"_s << u"b"_s << true;
    QTest::newRow("set group must match") << u"^(?:(a)|b)\\1$"_s << u"ab"_s << false;
    QTest::newRow("forward reference matches empty") << u"^\\1(a)$"_s << u"a"_s << true;
    QTest::newRow("named group") << u"^(?<x$y>a+)-\\k<x$y>$"_s << u"aa-aa"_s << true;
    QTest::newRow("named group differs") << u"^(?<x>a+)-\\k<x>$"_s << u"aa-a"_s << false;
    QTest::newRow("look-behind") << u"(?<=\\$)\\d+"_s << u"cost: $42"_s << true;
    QTest::newRow("negative look-ahead") << u"^(?!foo)"_s << u"foobar"_s << false;
    QTest::newRow("long property name") << u"^\\p{Letter}+$"_s << u"été"_s << true;
    QTest::newRow("property with a key") << u"^\\p{gc=Uppercase_Letter}$"_s << u"É"_s << true;
    QTest::newRow("script") << u"^\\p{Script=Greek}+$"_s << u"αβγ"_s << true;
    QTest::newRow("negated property in a class") << u"^[\\P{L}]$"_s << u"1"_s << true;
    QTest::newRow("literal braces") << u"^{a}$"_s << u"{a}"_s << true;
    QTest::newRow("no lower bound is literal") << u"^a{,3}$"_s << u"a{,3}"_s << true;
    QTest::newRow("hyphen after a class escape") << u"^[\\w-.]+$"_s << u"a-b.c"_s << true;
    QTest::newRow("escaped hyphen") << u"^[a\\-z]$"_s << u"-"_s << true;
    QTest::newRow("hash and space are literal") << u"^a #b$"_s << u"a #b"_s << true;
    QTest::newRow("word boundary") << u"\\bfoo\\b"_s << u"a foo b"_s << true;
    QTest::newRow("backspace in a class") << u"^[\\b]$"_s << u"\b"_s << true;
    QTest::newRow("NUL") << u"^\\0$"_s << QString(QChar(0)) << true;
    QTest::newRow("lazy quantifier") << u"^a+?$"_s << u"aaa"_s << true;
}

void tst_EcmaRegex::matchesAsEcmaScriptDoes()
{
    QFETCH(QString, pattern);
    QFETCH(QString, subject);
    QFETCH(bool, match);
    const Result<EcmaRegex> regex = EcmaRegex::compile(pattern);
    QVERIFY2(regex.has_value(), qPrintable(regex ? QString() : regex.error().message));
    QCOMPARE(regex->search(subject.toUtf8()), match ? EcmaRegex::Match::Yes : EcmaRegex::Match::No);
}

void tst_EcmaRegex::refusesInvalidPatterns_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::newRow("verb at the start") << u"(*LIMIT_MATCH=4000000000)a"_s;
    QTest::newRow("UTF verb") << u"(*UCP)\\w"_s;
    QTest::newRow("accept verb inside") << u"a(*ACCEPT)b"_s;
    QTest::newRow("possessive quantifier") << u"a++"_s;
    QTest::newRow("atomic group") << u"(?>a)"_s;
    QTest::newRow("recursion") << u"(a(?R)?b)"_s;
    QTest::newRow("conditional group") << u"(a)?(?(1)b)"_s;
    QTest::newRow("comment") << u"(?#c)"_s;
    QTest::newRow("inline flags of Python") << u"(?i)a"_s;
    QTest::newRow("named group of Python") << u"(?P<x>a)"_s;
    QTest::newRow("quoting") << u"\\Qa\\E"_s;
    QTest::newRow("end anchor of .NET") << u"a\\Z"_s;
    QTest::newRow("reset of the match start") << u"a\\Kb"_s;
    QTest::newRow("alert") << u"\\a"_s;
    QTest::newRow("unclosed group") << u"(a"_s;
    QTest::newRow("unmatched parenthesis") << u"a)"_s;
    QTest::newRow("unclosed class") << u"[a"_s;
    QTest::newRow("range out of order") << u"[z-a]"_s;
    QTest::newRow("nothing to repeat") << u"*a"_s;
    QTest::newRow("repeated anchor") << u"^*"_s;
    QTest::newRow("braces out of order") << u"a{3,1}"_s;
    QTest::newRow("backslash at the end") << u"a\\"_s;
    QTest::newRow("reference to an unknown group") << u"\\2(a)"_s;
    QTest::newRow("reference to an unknown name") << u"\\k<x>"_s;
    QTest::newRow("octal") << u"\\01"_s;
    QTest::newRow("bad hexadecimal") << u"\\xg0"_s;
    QTest::newRow("code point beyond Unicode") << u"\\u{110000}"_s;
    QTest::newRow("property with a caret") << u"\\p{^Lu}"_s;
}

void tst_EcmaRegex::refusesInvalidPatterns()
{
    QFETCH(QString, pattern);
    const Result<EcmaRegex> regex = EcmaRegex::compile(pattern);
    QVERIFY(!regex);
    QCOMPARE(regex.error().kind, ErrorKind::Validation);
    QCOMPARE(regex.error().code, u"regex.syntax"_s);
}

void tst_EcmaRegex::distinguishesUnsupportedFromMalformed()
{
    const Result<EcmaRegex> regex = EcmaRegex::compile(u"(?<=a*)b"_s);
    QVERIFY(!regex);
    QCOMPARE(regex.error().code, u"regex.unsupported"_s);
}

void tst_EcmaRegex::bombsEndAsLimitQuickly_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::newRow("nested plus") << u"^(a+)+$"_s;
    QTest::newRow("nested star") << u"^(a*)*$"_s;
    QTest::newRow("nested class") << u"^([a-zA-Z]+)*$"_s;
    QTest::newRow("overlapping alternatives") << u"^(a|aa)+$"_s;
    QTest::newRow("same alternatives") << u"^(a|a)*$"_s;
    QTest::newRow("many optional") << u"^(a?){40}a{40}$"_s;
    QTest::newRow("not anchored") << u"(x*a+x*)+$"_s;
}

void tst_EcmaRegex::bombsEndAsLimitQuickly()
{
    QFETCH(QString, pattern);
    const Result<EcmaRegex> regex = EcmaRegex::compile(pattern);
    QVERIFY(regex);
    const Test::CpuTimer timer;
    QCOMPARE(regex->search(QByteArray(QByteArray(39, 'a') + '!')), EcmaRegex::Match::Limit);
    QVERIFY2(timer.elapsed() < 250, qPrintable(QString::number(timer.elapsed())));
}

void tst_EcmaRegex::slowSearchInALongTextObeysTheDeadline()
{
    const Result<EcmaRegex> regex = EcmaRegex::compile(u"[a-z]*[0-9a-z]*[!?]"_s);
    QVERIFY(regex);
    const Test::CpuTimer timer;
    QCOMPARE(regex->search(QByteArray(1300, 'a'), QDeadlineTimer(50)), EcmaRegex::Match::Limit);
    QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed())));
}

void tst_EcmaRegex::limitsPatternAndSubject()
{
    Limits limits;
    limits.regexPatternBytes = 10;
    limits.regexSubjectBytes = 10;
    QCOMPARE(EcmaRegex::compile(QString(11, u'a'), limits).error().kind, ErrorKind::Limit);
    const Result<EcmaRegex> regex = EcmaRegex::compile(u"a"_s, limits);
    QVERIFY(regex);
    QCOMPARE(regex->search(QByteArray(10, 'a')), EcmaRegex::Match::Yes);
    QCOMPARE(regex->search(QByteArray(11, 'a')), EcmaRegex::Match::Limit);
    QCOMPARE(regex->search(QString(4, u'€').toUtf8()), EcmaRegex::Match::Limit);
}

void tst_EcmaRegex::findsMatchesAnywhereInLongTexts()
{
    const Result<EcmaRegex> regex = EcmaRegex::compile(u"(?<=\U0001F432)needle$"_s);
    QVERIFY(regex);
    const QString hay = QString(5000, u'x') + u"\U0001F432"_s;
    QCOMPARE(regex->search(QString(hay + u"needle"_s).toUtf8()), EcmaRegex::Match::Yes);
    QCOMPARE(regex->search(QString(hay + u"needles"_s).toUtf8()), EcmaRegex::Match::No);
}

WORKBENCH_TEST(tst_EcmaRegex, QCoreApplication)
#include "tst_ecmaregex.moc"
