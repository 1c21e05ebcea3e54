// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "tests/support/clocks.h"
#include "tests/support/counts.h"
#include "tests/support/jsonpatch.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

Json parsed(const QByteArray &text)
{
    return jsonLiteral(text);
}

} // namespace

class tst_JsonPatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesThePublicTests_data();
    void passesThePublicTests();
    void keepsTheOrderOfKeysAndTheDigits();
    void namesTheFailedOperation_data();
    void namesTheFailedOperation();
    void changesNothingWhenAnOperationFails();
    void appliesManyOperationsToOneListQuickly();
    void boundsCopiesAndComparisons();
    void survivesDeepPointers();
    void usesTheLastDuplicateKey();
    void canBeCancelled();
    void cleanupTestCase();

private:
    qsizetype m_passed = 0;
    qsizetype m_total = 0;
};

void tst_JsonPatch::passesThePublicTests_data()
{
    QTest::addColumn<Json>("test");
    for (const QString &name : {u"spec_tests"_s, u"tests"_s}) {
        QFile file(QStringLiteral(TESTS_DIR "/vectors/json-patch-tests/%1.json").arg(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Json tests = parseJson(file.readAll()).value_or(Json());
        QCOMPARE_GT(tests.size(), 0);
        for (qsizetype i = 0; i < tests.size(); ++i) {
            const QString title =
                u"%1 %2 %3"_s.arg(name, QString::number(i), tests.at(i).member("comment"_L1).toString());
            QTest::newRow(qPrintable(title)) << tests.at(i);
            ++m_total;
        }
    }
}

void tst_JsonPatch::passesThePublicTests()
{
    QFETCH(Json, test);
    const Result<Json> result = applyJsonPatch(test.member("doc"_L1), test.member("patch"_L1));
    if (test.hasMember("error"_L1)) {
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Validation);
    } else {
        QVERIFY2(result, result ? "" : qPrintable(result.error().message));
        if (test.hasMember("expected"_L1))
            QVERIFY2(*result == test.member("expected"_L1), result->toBytes().constData());
    }
    ++m_passed;
}

void tst_JsonPatch::keepsTheOrderOfKeysAndTheDigits()
{
    const Json document = jsonLiteral(R"({"z":1.50,"a":{"x":1e400,"b":[1.0]},"m":0})");
    const Json patch =
        jsonLiteral(R"([{"op":"replace","path":"/a/b/0","value":2.00},{"op":"remove","path":"/m"},
        {"op":"add","path":"/n","value":-0}])");
    QCOMPARE(applyJsonPatch(document, patch)->toBytes(), R"({"z":1.50,"a":{"x":1e400,"b":[2.00]},"n":-0})");
}

void tst_JsonPatch::namesTheFailedOperation_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("operation");
    const auto row = [](const char *patch, const QString &code, int operation) {
        QTest::newRow(patch) << QByteArray(patch) << code << operation;
    };
    row(R"([{"op":"add","path":"/b","value":1},{"op":"remove","path":"/x"}])", u"patch.path"_s, 1);
    row(R"([{"op":"test","path":"/a","value":2}])", u"patch.test"_s, 0);
    row(R"([{"op":"test","path":"/a","value":1.0},{"op":"test","path":"/l/0","value":1e0}])", u"patch.test"_s,
        1);
    row(R"([{"op":"remove","path":"a"}])", u"patch.syntax"_s, 0);
    row(R"([{"op":"remove","path":"/a~"}])", u"patch.syntax"_s, 0);
    row(R"([{"op":"remove","path":""}])", u"patch.path"_s, 0);
    row(R"([{"op":"remove","path":"/l/-"}])", u"patch.path"_s, 0);
    row(R"([{"op":"remove","path":"/l/2"}])", u"patch.path"_s, 0);
    row(R"([{"op":"remove","path":"/l/01"}])", u"patch.path"_s, 0);
    row(R"([{"op":"add","path":"/l/3","value":1}])", u"patch.path"_s, 0);
    row(R"([{"op":"add","path":"/a/b","value":1}])", u"patch.path"_s, 0);
    row(R"([{"op":"move","from":"/l","path":"/l/0"}])", u"patch.path"_s, 0);
    row(R"([{"op":"add","path":"/b"}])", u"patch.syntax"_s, 0);
    row(R"([{"op":"copy","path":"/b"}])", u"patch.syntax"_s, 0);
    row(R"([{"op":"jump","path":"/b"}])", u"patch.syntax"_s, 0);
    row(R"([7])", u"patch.syntax"_s, 0);
    row(R"({})", u"patch.syntax"_s, -1);
}

void tst_JsonPatch::namesTheFailedOperation()
{
    QFETCH(QByteArray, patch);
    QFETCH(int, operation);
    const Result<Json> result = applyJsonPatch(jsonLiteral(R"({"a":1,"l":[2,3]})"), jsonLiteral(patch));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Validation);
    QTEST(result.error().code, "code");
    QCOMPARE(result.error().details.member("operation"_L1).toInteger().value_or(-1), operation);
}

void tst_JsonPatch::changesNothingWhenAnOperationFails()
{
    const Json document = jsonLiteral(R"({"a":[1]})");
    const Json patch = jsonLiteral(R"([{"op":"add","path":"/a/-","value":2},{"op":"remove","path":"/b"}])");
    QVERIFY(!applyJsonPatch(document, patch));
    QCOMPARE(document.toBytes(), R"({"a":[1]})");
}

void tst_JsonPatch::appliesManyOperationsToOneListQuickly()
{
    constexpr int count = 50'000;
    const Json document = parsed("[" + QByteArray("0,").repeated(count) + "0]");
    QByteArray patch = "[";
    for (int i = 0; i < count; ++i)
        patch += R"({"op":"add","path":"/1","value":1},{"op":"remove","path":"/2"},)";
    patch.back() = ']';
    const Test::CpuTimer timer;
    const Result<Json> result = applyJsonPatch(document, jsonLiteral(patch));
    QVERIFY(result);
    QCOMPARE(result->size(), count + 1);
    QCOMPARE(result->at(1).toInteger(), 1);
    QCOMPARE_LT(timer.elapsed(), 5'000);
}

void tst_JsonPatch::boundsCopiesAndComparisons()
{
    QByteArray patch = "[";
    for (int i = 0; i < 64; ++i)
        patch += R"({"op":"copy","from":"","path":"/-"},)";
    patch.back() = ']';
    const Test::CpuTimer timer;
    const Result<Json> bomb = applyJsonPatch(jsonLiteral("[1]"), jsonLiteral(patch));
    QVERIFY(!bomb);
    QCOMPARE(bomb.error().code, u"limit.json.nodes"_s);
    Limits limits;
    limits.diffSteps = 10;
    const Json document = jsonLiteral("[1,2,3,4,5,6]");
    const Json patchOfTest = jsonLiteral(R"([{"op":"test","path":"","value":[1,2,3,4,5,6]},
        {"op":"test","path":"","value":[1,2,3,4,5,6]}])");
    QVERIFY(applyJsonPatch(document, patchOfTest));
    QCOMPARE(applyJsonPatch(document, patchOfTest, limits).error().code, u"limit.diff.steps"_s);
    QCOMPARE_LT(timer.elapsed(), 20'000);
}

void tst_JsonPatch::survivesDeepPointers()
{
    constexpr int depth = 50'000;
    const Json document = parsed(QByteArray(depth, '[') + QByteArray(depth, ']'));
    const QString path = u"/0"_s.repeated(depth - 1) + u"/-"_s;
    const Json patch = Json::array({Json::object(
        {{u"op"_s, Json::string(u"add")}, {u"path"_s, Json::string(path)}, {u"value"_s, Json::integer(7)}})});
    const Result<Json> result = applyJsonPatch(document, patch);
    QVERIFY(result);
    QCOMPARE(result->toBytes(), QByteArray(depth, '[') + '7' + QByteArray(depth, ']'));
}

void tst_JsonPatch::usesTheLastDuplicateKey()
{
    const Json document = jsonLiteral(R"({"a":1,"b":2,"a":3})");
    const auto patched = [&document](const char *patch) {
        return applyJsonPatch(document, jsonLiteral(patch)).value_or(Json()).toBytes();
    };
    QCOMPARE(patched(R"([{"op":"replace","path":"/a","value":4}])"), R"({"b":2,"a":4})");
    QCOMPARE(patched(R"([{"op":"remove","path":"/a"}])"), R"({"b":2})");
    QCOMPARE(patched(R"([{"op":"test","path":"/a","value":3}])"), R"({"b":2,"a":3})");
}

void tst_JsonPatch::canBeCancelled()
{
    std::stop_source stop;
    stop.request_stop();
    const Result<Json> result = applyJsonPatch(
        jsonLiteral("[1]"), jsonLiteral(R"([{"op":"remove","path":"/0"}])"), Limits(), stop.get_token());
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Cancelled);
}

void tst_JsonPatch::cleanupTestCase()
{
    Test::reportCount(u"JSON Patch tests"_s, m_passed, m_total);
}

WORKBENCH_TEST(tst_JsonPatch, Workbench::Test::NoApplication)
#include "tst_jsonpatch.moc"
