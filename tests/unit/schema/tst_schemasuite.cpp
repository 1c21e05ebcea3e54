// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/normalisation.h"
#include "core/schema/schema.h"
#include "tests/support/counts.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

struct Draft {
    QString folder;
    SchemaDialect dialect;
};

const QList<Draft> &drafts()
{
    static const QList<Draft> all{{u"draft4"_s, SchemaDialect::Draft4}, {u"draft6"_s, SchemaDialect::Draft6},
        {u"draft7"_s, SchemaDialect::Draft7}, {u"draft2019-09"_s, SchemaDialect::Draft2019_09},
        {u"draft2020-12"_s, SchemaDialect::Draft2020_12}};
    return all;
}

QString suiteFolder()
{
    return QStringLiteral(TESTS_DIR "/vectors/json-schema-test-suite");
}

Json readDocument(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? parseJson(file.readAll()).value_or(Json()) : Json();
}

} // namespace

//! The official JSON Schema test suite, with one row per file. Every case must get the verdict of the suite.
class tst_SchemaSuite : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void required_data() { addRows(u""_s); }
    void required() { runFile(false); }
    void optional_data() { addRows(u"optional"_s); }
    void optional() { runFile(false); }
    void formats_data() { addRows(u"optional/format"_s); }
    void formats() { runFile(true); }
    void normalisationChangesNoValidPair_data();
    void normalisationChangesNoValidPair();
    void cleanupTestCase();

private:
    void addRows(const QString &folder);
    void runFile(bool assertFormats);

    struct Tally {
        int passed = 0;
        int total = 0;
    };
    QHash<QString, Json> m_remotes;
    QMap<QString, Tally> m_tallies;
    QMap<QString, Tally> m_groups;
};

void tst_SchemaSuite::initTestCase()
{
    const QString remotes = suiteFolder() + u"/remotes"_s;
    QDirIterator files(remotes, {u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        m_remotes.insert(u"http://localhost:1234"_s + path.sliced(remotes.size()), readDocument(path));
    }
    QVERIFY(m_remotes.size() > 30);
}

void tst_SchemaSuite::addRows(const QString &folder)
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("dialect");
    QTest::addColumn<QString>("tally");
    for (const Draft &draft : drafts()) {
        const QString below = folder.isEmpty() ? draft.folder : QString(draft.folder + u'/' + folder);
        const QDir directory(suiteFolder() + u"/tests/"_s + below);
        for (const QString &name : directory.entryList({u"*.json"_s}, QDir::Files, QDir::Name))
            QTest::newRow(qPrintable(QString(below + u'/' + name)))
                << directory.filePath(name) << int(draft.dialect) << below;
    }
}

void tst_SchemaSuite::runFile(bool assertFormats)
{
    QFETCH(QString, path);
    QFETCH(int, dialect);
    QFETCH(QString, tally);
    SchemaOptions options;
    options.defaultDialect = SchemaDialect(dialect);
    options.assertFormats = assertFormats;
    options.documents = m_remotes;
    QStringList wrong;
    // The optional tests form groups; each group is a file that several drafts have.
    const QString group = assertFormats ? u"optional/format"_s
        : tally.contains(u'/')          ? QString(u"optional/"_s + QFileInfo(path).completeBaseName())
                                        : u"required"_s;
    Tally &whole = m_groups[group];
    for (const Json &cases : readDocument(path).items()) {
        const QString about = cases.member("description"_L1).toString();
        const Result<Schema> schema = Schema::compile(cases.member("schema"_L1), options);
        for (const Json &test : cases.member("tests"_L1).items()) {
            ++m_tallies[tally].total;
            ++whole.total;
            const QString label = about + u" / "_s + test.member("description"_L1).toString();
            if (!schema) {
                wrong.append(label + u": "_s + schema.error().message);
                continue;
            }
            const ValidationReport report = schema->validate(test.member("data"_L1));
            const auto expected = test.member("valid"_L1).toBoolean() ? ValidationReport::Verdict::Valid
                                                                      : ValidationReport::Verdict::Invalid;
            ValidateOptions flag;
            flag.stopAtFirst = true;
            const bool same = schema->validate(test.member("data"_L1), flag).verdict == report.verdict;
            if (report.verdict == expected && same) {
                ++m_tallies[tally].passed;
                ++whole.passed;
            } else {
                wrong.append(label + u": "_s + report.reason
                    + (report.errors.isEmpty() ? QString() : report.errors.first().message));
            }
        }
    }
    // An optional part of the suite that the validator leaves out on purpose.
    if (path.endsWith("draft7/optional/content.json"_L1))
        QEXPECT_FAIL("", "contentEncoding and contentMediaType are annotations", Continue);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void tst_SchemaSuite::normalisationChangesNoValidPair_data()
{
    QTest::addColumn<int>("dialect");
    QTest::addColumn<QString>("below");
    for (const Draft &draft : drafts())
        QTest::newRow(qPrintable(draft.folder)) << int(draft.dialect) << draft.folder;
}

//! Normalisation leaves a valid value unchanged, both alone and beside a member that has to be cast.
void tst_SchemaSuite::normalisationChangesNoValidPair()
{
    QFETCH(int, dialect);
    QFETCH(QString, below);
    SchemaOptions options;
    options.defaultDialect = SchemaDialect(dialect);
    options.documents = m_remotes;
    int pairs = 0;
    int neighbours = 0;
    QStringList changed;
    QDirIterator files(suiteFolder() + u"/tests/"_s + below, {u"*.json"_s}, QDir::Files);
    while (files.hasNext()) {
        const Json groups = readDocument(files.next());
        for (const Json &cases : groups.items()) {
            const Json source = cases.member("schema"_L1);
            const Json around = Json::object({{u"type"_s, Json::string(u"object")},
                {u"properties"_s,
                    Json::object({{u"fits"_s, source},
                        {u"broken"_s, Json::object({{u"type"_s, Json::string(u"integer")}})}})}});
            const Schema schema = *Schema::compile(source, options);
            const Result<Schema> wider = Schema::compile(around, options);
            for (const Json &test : cases.member("tests"_L1).items()) {
                const Json data = test.member("data"_L1);
                if (schema.validate(data).verdict != ValidationReport::Verdict::Valid)
                    continue;
                ++pairs;
                const auto label = [&] {
                    return QString(cases.member("description"_L1).toString() + u" / "_s
                        + test.member("description"_L1).toString());
                };
                const Normalisation alone = normalise(data, schema, CastType::fromSchema(source));
                if (!alone.cast || alone.cast->value.nodeAddress() != data.nodeAddress())
                    changed.append(label());
                const Json pair = Json::object({{u"fits"_s, data}, {u"broken"_s, Json::string(u"x")}});
                if (!wider || wider->validate(pair).errors.size() != 1)
                    continue;
                ++neighbours;
                const Normalisation beside = normalise(pair, *wider, CastType::fromSchema(around));
                const QByteArray expected = R"({"fits":)" + data.toBytes() + R"(,"broken":0})";
                if (!beside.cast || beside.cast->value.toBytes() != expected)
                    changed.append(label() + u", beside a refused member"_s);
            }
        }
    }
    QCOMPARE(changed.join(u'\n'), QString());
    QCOMPARE_GT(pairs, 350);
    // In the other pairs a reference to the root leads to the added root.
    QCOMPARE_GT(neighbours, pairs * 9 / 10);
}

void tst_SchemaSuite::cleanupTestCase()
{
    // The README lists the required tests by draft and the optional ones by group.
    for (auto it = m_tallies.cbegin(); it != m_tallies.cend(); ++it) {
        if (it.key().contains(u'/'))
            qInfo().noquote() << u"  %1: %2 of %3"_s.arg(it.key()).arg(it->passed).arg(it->total);
        else
            Test::reportCount(u"JSON Schema test suite, %1"_s.arg(it.key()), it->passed, it->total);
    }
    for (auto it = m_groups.cbegin(); it != m_groups.cend(); ++it)
        Test::reportCount(u"JSON Schema test suite, all drafts, %1"_s.arg(it.key()), it->passed, it->total);
}

WORKBENCH_TEST(tst_SchemaSuite, QCoreApplication)
#include "tst_schemasuite.moc"
