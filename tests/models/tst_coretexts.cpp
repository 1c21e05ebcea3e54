// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/formhints.h"
#include "core/schema/schema.h"
#include "tests/support/testprogram.h"
#include "ui/models/coretexts.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

//! A translation into another language: it puts each text of the core into «».
class Foreign final : public QTranslator {
public:
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        return QLatin1StringView(context) == "CoreText"_L1 ? u"«"_s + QLatin1StringView(source) + u'»'
                                                           : QString();
    }
    bool isEmpty() const override { return false; }
};

//! Returns the longest part of \a sentence between its placeholders.
QString longestPart(const QString &sentence)
{
    static const QRegularExpression mark(u"%\\d"_s);
    QString longest;
    for (QString part : sentence.split(mark)) {
        part = part.trimmed();
        if (part.endsWith(u'.') || part.endsWith(u':'))
            part.chop(1);
        if (part.size() > longest.size())
            longest = part;
    }
    return longest;
}

} // namespace

class tst_CoreTexts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knowsTheErrorsOfTheValidator_data();
    void knowsTheErrorsOfTheValidator();
    void knowsTheErrorsOfJson_data();
    void knowsTheErrorsOfJson();
    void knowsTheBoundsOfFields_data();
    void knowsTheBoundsOfFields();
    void translatesEachSentence_data();
    void translatesEachSentence();
    void findsEachPattern();
    void leavesEnglishAsItIs();
    void knowsOnlyWhatTheCoreSays();

private:
    static QString inForeign(const QString &text)
    {
        Foreign foreign;
        QCoreApplication::installTranslator(&foreign);
        const QString found = coreText(text);
        QCoreApplication::removeTranslator(&foreign);
        return found;
    }
};

void tst_CoreTexts::knowsTheErrorsOfTheValidator_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("translated");
    const auto row = [](const char *name, const QByteArray &schema, const QByteArray &value,
                         const QString &said) { QTest::newRow(name) << schema << value << said; };
    row("type", R"({"type":"string"})", "7", u"«Expected string, got integer»"_s);
    row("types", R"({"type":["string","null"]})", "7", u"«Expected «string or null», got integer»"_s);
    row("const", R"({"const":"a"})", "[1]", u"«Expected \"a\", got «an array of 1»»"_s);
    row("enum", R"({"enum":["a","b"]})", R"("c")", u"«Expected one of \"a\", \"b\", got \"c\"»"_s);
    row("maximum", R"({"maximum":7})", "8", u"«Expected «at most 7», got 8»"_s);
    row("exclusiveMinimum", R"({"exclusiveMinimum":7})", "7", u"«Expected «more than 7», got 7»"_s);
    row("multipleOf", R"({"multipleOf":2})", "7", u"«Expected a multiple of 2, got 7»"_s);
    row("maxLength", R"({"maxLength":1})", R"("ab")", u"«Expected ««at most 1» character», got 2»"_s);
    row("minItems", R"({"minItems":2})", "[]", u"«Expected ««at least 2» items», got 0»"_s);
    row("maxProperties", R"({"maxProperties":0})", R"({"a":1})",
        u"«Expected ««at most 0» members», got 1»"_s);
    row("pattern", R"({"pattern":"^a"})", R"("b")", u"«Expected text that matches ^a, got \"b\"»"_s);
    row("format", R"({"$schema":"http://json-schema.org/draft-07/schema#","format":"ipv4"})", R"("b")",
        u"«Expected format \"ipv4\", got \"b\"»"_s);
    row("required", R"({"required":["a"]})", "{}", u"«Required member \"a\" is missing»"_s);
    row("additionalProperties", R"({"additionalProperties":false})", R"({"a":1})",
        u"«Unexpected member \"a\"»"_s);
    row("uniqueItems", R"({"uniqueItems":true})", "[1,1]", u"«Items 0 and 1 are equal»"_s);
    row("not", R"({"not":{}})", "1", u"«Matches a schema that it must not match»"_s);
    row("anyOf", R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "1",
        u"«Expected «string or null», got integer»"_s);
    row("oneOf", R"({"oneOf":[{},{}]})", "1",
        u"«Matches more than one of 2 alternatives, expected exactly one»"_s);
    row("alternatives", R"({"anyOf":[{"minimum":5},{"minimum":9}]})", "1",
        u"«Matches none of 2 alternatives; nearest: «Expected «at least 5», got 1»»"_s);
}

void tst_CoreTexts::knowsTheErrorsOfTheValidator()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    SchemaOptions options;
    options.assertFormats = true;
    const auto compiled = Schema::compile(jsonLiteral(schema), options);
    QVERIFY(compiled);
    const ValidationReport report = compiled->validate(jsonLiteral(value));
    QVERIFY(!report.errors.isEmpty());
    QTEST(inForeign(report.errors.first().message), "translated");
}

void tst_CoreTexts::knowsTheErrorsOfJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("translated");
    QTest::newRow("nothing") << QByteArray(" ")
                             << u"«not valid JSON, line 1, column 1: «there is no value»»"_s;
    QTest::newRow("cut") << QByteArray("[1")
                         << u"«not valid JSON, line 1, column 3: «the text ends too early»»"_s;
    QTest::newRow("more") << QByteArray("1 2")
                          << u"«not valid JSON, line 1, column 3: «something follows the value»»"_s;
}

void tst_CoreTexts::knowsTheErrorsOfJson()
{
    QFETCH(QByteArray, text);
    const auto parsed = parseJsonDetailed(text);
    QVERIFY(!parsed);
    QTEST(inForeign(parsed.error().error.message), "translated");
}

void tst_CoreTexts::knowsTheBoundsOfFields_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("translated");
    QTest::newRow("from to") << QByteArray(R"({"type":"integer","minimum":1,"maximum":7})") << u"«1 to 7»"_s;
    QTest::newRow("text") << QByteArray(R"({"type":"string","minLength":3})")
                          << u"««at least 3» characters»"_s;
    QTest::newRow("exclusive") << QByteArray(R"({"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1})")
                               << u"««more than 0», «less than 1»»"_s;
    QTest::newRow("none") << QByteArray(R"({"type":"number"})") << QString();
}

void tst_CoreTexts::knowsTheBoundsOfFields()
{
    QFETCH(QByteArray, schema);
    const QString unit = formHints(jsonLiteral(schema)).unit;
    Foreign foreign;
    QCoreApplication::installTranslator(&foreign);
    QTEST(boundsText(unit), "translated");
}

void tst_CoreTexts::translatesEachSentence_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("translated");
    QTest::newRow("with its advice")
        << u"The program npx was not found. Install it, or give its full path. Set PATH in the source's environment."_s
        << u"«The program npx was not found. Install it, or give its full path.» «Set PATH in the source's environment.»"_s;
    QTest::newRow("advice behind an unknown sentence")
        << u"no such folder. Correct the working folder in the source's settings."_s
        << u"no such folder. «Correct the working folder in the source's settings.»"_s;
    QTest::newRow("two sentences of advice")
        << u"Odd. It may not speak MCP. If it serves an OpenAPI document, add it as an OpenAPI source."_s
        << u"Odd. «It may not speak MCP.» «If it serves an OpenAPI document, add it as an OpenAPI source.»"_s;
    QTest::newRow("unknown beside known")
        << u"Nobody knows this. The limit is 3 MiB."_s << u"Nobody knows this. «The limit is 3 MiB.»"_s;
    QTest::newRow("lines with places")
        << u"The input of a.b does not match its schema:\n/c: Unexpected item"_s
        << u"«The input of a.b does not match its schema:»\n/c: «Unexpected item»"_s;
    QTest::newRow("places on a line")
        << u"The input of a.b does not match its schema: /c: Required member \"d\" is missing; /e: Unexpected item"_s
        << u"«The input of a.b does not match its schema: /c: «Required member \"d\" is missing»; /e: «Unexpected item»»"_s;
    QTest::newRow("a place in a sentence")
        << u"/data has it, and is valid"_s << u"«/data has it, and is valid»"_s;
    QTest::newRow("a fix of a check") << u"Fix C  Or declare no output schema: { name }"_s
                                      << u"«Fix C  «Or declare no output schema»: { name }»"_s;
    QTest::newRow("a secret") << u"looks like a GitHub token"_s << u"«looks like «a GitHub token»»"_s;
    QTest::newRow("a secret by its key") << u"the value of \"session\" looks like a secret"_s
                                         << u"«the value of \"session\" looks like a secret»"_s;
    QTest::newRow("a placeholder in an argument")
        << u"Operation not found: %1"_s << u"«Operation not found: %1»"_s;
    QTest::newRow("a caller") << u"called by 127.0.0.1:4711; 2 values normalised"_s
                              << u"«called by 127.0.0.1:4711; «2 values normalised»»"_s;
    QTest::newRow("a caller and an error") << u"called by 127.0.0.1:4711; Operation not found: a.b"_s
                                           << u"«called by 127.0.0.1:4711; «Operation not found: a.b»»"_s;
    QTest::newRow("a hub that aborted a call") << u"called by the hub \"team\"; the caller aborted it"_s
                                               << u"«called by the hub \"team\"; «the caller aborted it»»"_s;
    QTest::newRow("a text of the peer") << u"no such issue"_s << u"no such issue"_s;
    QTest::newRow("nothing") << QString() << QString();
}

void tst_CoreTexts::translatesEachSentence()
{
    QFETCH(QString, text);
    QTEST(inForeign(text), "translated");
}

// No pattern hides another one.
void tst_CoreTexts::findsEachPattern()
{
    static const QRegularExpression mark(u"%(\\d)"_s);
    QStringList hidden;
    for (const QString &pattern : knownCoreTexts()) {
        if (pattern.startsWith(u' '))
            continue; // occurs only as an argument
        const QString text = QString(pattern).replace(mark, u"<\\1>"_s);
        if (const QString found = inForeign(text); found != u'«' + text + u'»')
            hidden.append(pattern + u" is found as "_s + found);
    }
    QVERIFY2(hidden.isEmpty(), qPrintable(hidden.join(u'\n')));
}

void tst_CoreTexts::leavesEnglishAsItIs()
{
    for (const QString &text : knownCoreTexts())
        QCOMPARE(coreText(text), text);
}

// If the core rewords a message, its pattern no longer matches and the window shows it in English.
void tst_CoreTexts::knowsOnlyWhatTheCoreSays()
{
    static const QRegularExpression who(u"^(Server \"%1\" |Sign-in to \"%1\": )"_s);
    static const QRegularExpression seam(u"\"(_s|_L1)?\\s*u?\""_s);
    QString core;
    QDirIterator files(QStringLiteral(SOURCE_DIR) + u"/core"_s, {u"*.cpp"_s, u"*.h"_s}, QDir::Files,
        QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        core += QString::fromUtf8(file.readAll())
                    .replace(u"\\\""_s, u"''"_s)
                    .replace(seam, QString())
                    .replace(u"\\\\"_s, u"\\"_s);
    }
    core += QString(core).remove(u" of ''%1''"_s).remove(u" of ''%2''"_s); // as withLayerNames() does
    QStringList unknown;
    for (const QString &text : knownCoreTexts()) {
        const QString part = longestPart(text.section(u';', 0, 0).remove(who)).replace(u'"', u"''"_s);
        if (!core.contains(part))
            unknown.append(text);
    }
    QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(u'\n')));
}

WORKBENCH_TEST(tst_CoreTexts, QCoreApplication)
#include "tst_coretexts.moc"
