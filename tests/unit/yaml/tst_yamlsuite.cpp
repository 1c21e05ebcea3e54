// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/json/yaml/yaml.h"
#include "tests/support/counts.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(QStringLiteral(TESTS_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

//! The public test suite of the YAML project, and a document that exists as JSON and as YAML.
class tst_YamlSuite : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsAsTheSuiteSays_data();
    void readsAsTheSuiteSays();
    void readsADocumentThatExistsInBothForms();
    void cleanupTestCase();

private:
    Json m_cases;
    qsizetype m_passed = 0;
    qsizetype m_total = 0;
    qsizetype m_refused = 0;
};

void tst_YamlSuite::initTestCase()
{
    m_cases = parseJson(contents(u"vectors/yaml-test-suite/cases.json"_s)).value_or(Json());
    QCOMPARE(m_cases.size(), 402);
}

void tst_YamlSuite::readsAsTheSuiteSays_data()
{
    QTest::addColumn<Json>("test");
    for (const Json &test : m_cases.items()) {
        const QString title = test.member("id"_L1).toString() + u' ' + test.member("name"_L1).toString();
        QTest::newRow(qPrintable(title)) << test;
    }
}

void tst_YamlSuite::readsAsTheSuiteSays()
{
    QFETCH(Json, test);
    const auto parsed = parseYamlDetailed(test.member("yaml"_L1).utf8().toByteArray());
    const QString problem = parsed ? QString() : parsed.error().error.message;
    const Json json = test.member("json"_L1);
    const qint64 documents = test.member("documents"_L1).toInteger().value_or(1);
    const bool isRefusedByChoice =
        !parsed && QStringList{u"yaml.tag"_s, u"yaml.key"_s}.contains(parsed.error().error.code);
    ++m_total;
    if (test.member("fail"_L1).toBoolean()) {
        QVERIFY2(!parsed, "the text is not YAML and was accepted");
    } else if (documents != 1) { // this reader accepts exactly one document
        QVERIFY(!parsed);
    } else if (isRefusedByChoice) { // tags beyond the core schema, keys that are not scalars
        --m_total;
        ++m_refused;
        return;
    } else {
        QVERIFY2(parsed, qPrintable(problem));
        if (!json.isAbsent()) {
            const Json expected = parseJson(json.utf8().toByteArray()).value_or(Json());
            QVERIFY2(parsed->value == expected, parsed->value.toBytes().constData());
        }
    }
    ++m_passed;
}

void tst_YamlSuite::readsADocumentThatExistsInBothForms()
{
    const auto yaml = parseYamlDetailed(contents(u"fixtures/yaml/galaxy-3.1.yaml"_s));
    const auto json = parseJson(contents(u"fixtures/yaml/galaxy-3.1.json"_s));
    QVERIFY(yaml && json);
    QVERIFY(yaml->value == *json);
    QCOMPARE_GT(yaml->value.nodeCount(), 1000);
    QVERIFY(yaml->remarks.isEmpty());
    // Each path of the document must be found by its key.
    for (const auto &path : json->member("paths"_L1).members()) {
        const auto place = yaml->positions.find(JsonPointer::child(u"/paths"_s, path.key()));
        QVERIFY(place);
        QCOMPARE_GT(place->line, 50);
    }
}

void tst_YamlSuite::cleanupTestCase()
{
    Test::reportCount(
        u"YAML test suite, but for %1 cases with tags and keys that JSON does not have"_s.arg(m_refused),
        m_passed, m_total);
}

WORKBENCH_TEST(tst_YamlSuite, Workbench::Test::NoApplication)
#include "tst_yamlsuite.moc"
