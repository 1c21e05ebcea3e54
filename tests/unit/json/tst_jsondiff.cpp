// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsondiff.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "tests/support/clocks.h"
#include "tests/support/jsonpatch.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

Json parsed(const QByteArray &text)
{
    return jsonLiteral(text);
}

QString readable(const JsonDiff &diff)
{
    QStringList lines;
    for (qsizetype i = 0; i < diff.size(); ++i) {
        const JsonChange change = diff.at(i);
        const QString before = QString::fromUtf8(change.before.toBytes());
        const QString after = QString::fromUtf8(change.after.toBytes());
        switch (change.kind) {
        case JsonChange::Kind::Added: lines += u"+ %1 %2"_s.arg(change.pointer, after); break;
        case JsonChange::Kind::Removed: lines += u"- %1 %2"_s.arg(change.pointer, before); break;
        case JsonChange::Kind::Changed:
            lines += change.from == change.pointer
                ? u"%1 %2 > %3"_s.arg(change.pointer, before, after)
                : u"%1 %2 %3 > %4"_s.arg(change.from, change.pointer, before, after);
            break;
        case JsonChange::Kind::Moved: lines += u"%1 > %2 %3"_s.arg(change.from, change.pointer, after); break;
        }
    }
    return lines.join(u"; "_s);
}

class Maker {
public:
    explicit Maker(quint32 seed)
        : m_random(seed)
    {
    }

    int below(int bound) { return int(m_random.bounded(bound)); }

    Json scalar()
    {
        switch (below(6)) {
        case 0: return Json::null();
        case 1: return Json::boolean(below(2) == 0);
        case 2: return parsed(QByteArray::number(below(4)) + (below(2) == 0 ? ".0" : ""));
        case 3: return Json::string(u"long text %1"_s.arg(below(5)));
        default: return Json::integer(below(6));
        }
    }

    Json value(int depth)
    {
        const int kind = depth > 0 ? below(5) : 4;
        const int count = below(7);
        if (kind < 2) {
            QList<Json> items;
            for (int i = 0; i < count; ++i)
                items += value(depth - 1);
            return Json::array(items);
        }
        if (kind < 4) {
            QList<Json::Member> members;
            for (int i = 0; i < count; ++i) // a key occasionally occurs twice
                members += {key(), value(depth - 1)};
            return Json::object(members);
        }
        return scalar();
    }

    //! Returns \a original with some parts changed, moved, added and removed.
    Json varied(const Json &original, int depth)
    {
        if (below(12) == 0)
            return value(depth);
        if (original.isArray()) {
            QList<Json> items;
            for (const Json &item : original.items()) {
                if (below(8) != 0)
                    items += varied(item, depth - 1);
                if (below(8) == 0)
                    items += value(std::max(depth - 1, 0));
            }
            if (items.size() > 1 && below(5) == 0)
                items.move(below(int(items.size())), below(int(items.size())));
            return Json::array(items);
        }
        if (original.isObject()) {
            QList<Json::Member> members;
            for (const auto &member : original.members()) {
                if (below(8) != 0)
                    members += {below(10) == 0 ? key() : member.key(), varied(member.value(), depth - 1)};
            }
            if (members.size() > 1 && below(3) == 0)
                members.swapItemsAt(0, members.size() - 1);
            return Json::object(members);
        }
        return below(6) == 0 ? scalar() : original;
    }

private:
    QString key()
    {
        static const QStringList keys{
            u"a"_s, u"b"_s, u""_s, u"a/b"_s, u"m~n"_s, u"~1"_s, u"0"_s, u"-"_s, u"é"_s};
        return keys.at(below(int(keys.size())));
    }

    QRandomGenerator m_random;
};

} // namespace

class tst_JsonDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void describesEachChange_data();
    void describesEachChange();
    void comparesNumbersByValueOrByText();
    void itsPatchTurnsBeforeIntoAfter();
    void findsFewChanges_data();
    void findsFewChanges();
    void staysUsableOnLargeValues_data();
    void staysUsableOnLargeValues();
    void survivesDeepValues();
    void reportsACoarseDiff();
    void needsBothValues();
    void canBeCancelled();
};

void tst_JsonDiff::describesEachChange_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("changes");
    const auto row = [](const char *name, const char *before, const char *after, const QString &changes) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << changes;
    };
    row("nothing", R"({"a":1,"b":[2]})", R"({"b":[2],"a":1.0})", u""_s);
    row("the whole", "1", "[1]", u" 1 > [1]"_s);
    row("members", R"({"a":1,"b":2,"c":3})", R"({"d":4,"c":0,"a":1})", u"- /b 2; /c 3 > 0; + /d 4"_s);
    row("null is a value", R"({"a":null})", R"({"b":null})", u"- /a null; + /b null"_s);
    row("an item added in the middle", "[1,2,3]", "[1,9,2,3]", u"+ /1 9"_s);
    row("items removed from the middle", "[1,2,3,4,5]", "[1,5]", u"- /1 2; - /2 3; - /3 4"_s);
    row("items added and removed all over", "[1,2,3,4]", "[0,1,4,5]", u"+ /0 0; - /1 2; - /2 3; + /3 5"_s);
    row("items added at one place", "[1,4]", "[1,2,3,4]", u"+ /1 2; + /2 3"_s);
    row("a replaced item", "[1,2,3]", "[1,9,3]", u"/1 2 > 9"_s);
    row("inside an item", R"([{"a":1},{"b":2}])", R"([0,{"a":1},{"b":3}])", u"+ /0 0; /1/b /2/b 2 > 3"_s);
    row("similar items are matched", R"([{"id":1,"n":"a"},{"id":2,"n":"b"}])",
        R"([{"new":true},{"id":1,"n":"A"},{"id":2,"n":"B"}])",
        u"+ /0 {\"new\":true}; /0/n /1/n \"a\" > \"A\"; /1/n /2/n \"b\" > \"B\""_s);
    row("a list among lists", "[[1,2,3],[4,5,6]]", "[[4,5,7]]", u"- /0 [1,2,3]; /1/2 /0/2 6 > 7"_s);
    row("a renamed member", R"({"old":{"x":1}})", R"({"new":{"x":1}})", u"/old > /new {\"x\":1}"_s);
    row("an item that moved", R"([{"x":1},2,3,4])", R"([2,3,4,{"x":1}])", u"/0 > /3 {\"x\":1}"_s);
    row("keys that need escapes", R"({"a/b":{"m~n":1}})", R"({"a/b":{"m~n":2}})", u"/a~1b/m~0n 1 > 2"_s);
    row("a key that is a byte order mark", "{\"\xef\xbb\xbf\":1,\"\":2}", "{\"\":2}", u"- /\ufeff 1"_s);
    row("a key of numbers", R"({"0":[1]})", R"({"0":[2]})", u"/0/0 1 > 2"_s);
    row("the last duplicate counts", R"({"a":1,"a":2})", R"({"a":2})", u""_s);
    row("the last duplicate is compared", R"({"a":1,"a":2})", R"({"a":1})", u"/a 2 > 1"_s);
    row("numbers beyond double", "9007199254740992", "9007199254740993",
        u" 9007199254740992 > 9007199254740993"_s);
}

void tst_JsonDiff::describesEachChange()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const auto diff = diffJson(jsonLiteral(before), jsonLiteral(after));
    QVERIFY(diff);
    QTEST(readable(*diff), "changes");
    QCOMPARE(diff->coarseLists(), 0);
}

void tst_JsonDiff::comparesNumbersByValueOrByText()
{
    const Json before = jsonLiteral(R"({"a":[1,2.50],"b":1e2})");
    const Json after = jsonLiteral(R"({"b":100,"a":[1.0,2.5]})");
    QVERIFY(diffJson(before, after)->isEmpty());
    JsonDiffOptions options;
    options.numbers = JsonNumbers::ByText;
    const auto diff = diffJson(before, after, options);
    QCOMPARE(readable(*diff), u"/a/0 1 > 1.0; /a/1 2.50 > 2.5; /b 1e2 > 100"_s);
    QCOMPARE(applyJsonPatch(before, patchOf(*diff))->toBytes(), R"({"a":[1.0,2.5],"b":100})");
}

void tst_JsonDiff::itsPatchTurnsBeforeIntoAfter()
{
    const quint32 seed = QRandomGenerator::global()->generate();
    qInfo() << "seed" << seed;
    Maker maker(seed);
    Limits tight;
    qsizetype changed = 0;
    for (int round = 0; round < 3000; ++round) {
        const Json before = maker.value(4);
        const Json after = maker.below(10) == 0 ? maker.value(4) : maker.varied(before, 4);
        JsonDiffOptions options;
        options.numbers = maker.below(2) == 0 ? JsonNumbers::ByValue : JsonNumbers::ByText;
        options.limits.diffSteps = maker.below(4) == 0 ? maker.below(20) : tight.diffSteps;
        const auto diff = diffJson(before, after, options);
        QVERIFY(diff);
        const Json patch = patchOf(*diff);
        const auto patched = applyJsonPatch(before, patch);
        const QByteArray told = before.toBytes() + "\n" + after.toBytes() + "\n" + patch.toBytes();
        QVERIFY2(patched, told.constData());
        QVERIFY2(*patched == after, told.constData());
        QVERIFY2((before == after) || !diff->isEmpty(), told.constData());
        changed += diff->size();
        for (qsizetype i = 0; i < diff->size(); ++i) {
            const JsonChange change = diff->at(i);
            if (change.kind != JsonChange::Kind::Added)
                QVERIFY2(JsonPointer::resolve(before, change.from) == change.before, told.constData());
            if (change.kind != JsonChange::Kind::Removed)
                QVERIFY2(JsonPointer::resolve(after, change.pointer) == change.after, told.constData());
        }
        if (options.numbers == JsonNumbers::ByText) {
            JsonDiffOptions again = options;
            QVERIFY2(diffJson(*patched, after, again)->isEmpty(), told.constData());
        }
    }
    QCOMPARE_GT(changed, 3000);
}

void tst_JsonDiff::findsFewChanges_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<qsizetype>("changes");
    const auto list = [](int from, int to) {
        QByteArray text;
        for (int i = from; i < to; ++i)
            text += QByteArray::number(i) + ',';
        return text;
    };
    QTest::newRow("one insertion") << "[" + list(0, 5000) + "0]"
                                   << "[" + list(0, 2500) + "7," + list(2500, 5000) + "0]" << qsizetype(1);
    QTest::newRow("many insertions at two places") << "[" + list(0, 10'000) + "0]"
                                                   << "[" + list(0, 10) + list(20'000, 25'000)
            + list(10, 5000) + list(30'000, 35'000) + list(5000, 10'000) + "0]"
                                                   << qsizetype(10'000);
    QTest::newRow("repeated items") << "[" + QByteArray("1,2,3,").repeated(500) + "0]"
                                    << "[" + QByteArray("1,2,3,").repeated(250) + "2,"
            + QByteArray("1,2,3,").repeated(250) + "0]"
                                    << qsizetype(1);
}

void tst_JsonDiff::findsFewChanges()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const auto diff = diffJson(jsonLiteral(before), jsonLiteral(after));
    QVERIFY(diff);
    QCOMPARE(diff->coarseLists(), 0);
    QTEST(diff->size(), "changes");
}

void tst_JsonDiff::staysUsableOnLargeValues_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("10 MB of records, some changed") << 0;
    QTest::newRow("records, all changed") << 1;
    QTest::newRow("records, reversed") << 2;
    QTest::newRow("many numbers of a few values, shuffled") << 3;
    QTest::newRow("a wide object, all keys changed") << 4;
}

void tst_JsonDiff::staysUsableOnLargeValues()
{
    QFETCH(int, kind);
    QRandomGenerator random(7);
    QByteArray before;
    QByteArray after;
    if (kind < 3) {
        const int count = (kind == 0 ? 80'000 : 20'000) / Test::slowness;
        QList<QByteArray> records;
        for (int i = 0; i < count; ++i) {
            const QByteArray id = QByteArray::number(i);
            const auto record = [&id](const QByteArray &state) {
                return R"({"id":)" + id + R"(,"name":"record )" + id + R"(","tags":["one","two"],"state":")"
                    + state + R"(","place":{"x":1.5,"y":)" + id + R"(}})";
            };
            before += record("open") + ',';
            if (kind == 0 && random.bounded(100) == 0)
                records += record("closed");
            else if (kind != 0 || random.bounded(100) != 0)
                records += record(kind == 1 ? "closed" : "open");
        }
        if (kind == 2)
            std::ranges::reverse(records);
        after = records.join(',') + ',';
    } else if (kind == 3) {
        for (int i = 0; i < 200'000 / Test::slowness; ++i) {
            before += QByteArray::number(random.bounded(5)) + ',';
            after += QByteArray::number(random.bounded(5)) + ',';
        }
    }
    before = '[' + before + "0]";
    after = '[' + after + "0]";
    if (kind == 4) {
        QByteArray keysBefore;
        QByteArray keysAfter;
        for (int i = 0; i < 60'000 / Test::slowness; ++i) {
            keysBefore += "\"a" + QByteArray::number(i) + "\":1,";
            keysAfter += "\"b" + QByteArray::number(i) + "\":1,";
        }
        before = '{' + keysBefore + "\"z\":0}";
        after = '{' + keysAfter + "\"z\":0}";
    }
    const Json first = jsonLiteral(before);
    const Json second = jsonLiteral(after);
    constexpr qsizetype large = 60'000 / Test::slowness;
    QVERIFY(first.nodeCount() > large && second.nodeCount() > large);
    Test::CpuTimer timer;
    const auto diff = diffJson(first, second);
    const qint64 diffMs = timer.elapsed();
    timer.start();
    QVERIFY(diff);
    const auto patched = applyJsonPatch(first, patchOf(*diff));
    QVERIFY(patched);
    QVERIFY(*patched == second);
    QCOMPARE(diff->coarseLists(), kind == 3 ? 1 : 0);
    qInfo() << "changes" << diff->size() << "coarse" << diff->coarseLists() << "diff ms" << diffMs
            << "patch, apply and compare ms" << timer.elapsed();
    QCOMPARE_LT(diffMs, 20'000);
}

void tst_JsonDiff::survivesDeepValues()
{
    constexpr int depth = 100'000 / Test::slowness; // stack frames are larger with sanitizers
    const Json before = parsed(QByteArray(depth, '[') + "1" + QByteArray(depth, ']'));
    const Json after = parsed(QByteArray(depth, '[') + "2" + QByteArray(depth, ']'));
    const Test::CpuTimer timer;
    const auto diff = diffJson(before, after);
    QCOMPARE(diff->size(), 1);
    QCOMPARE(diff->at(0).pointer, u"/0"_s.repeated(depth));
    QVERIFY(*applyJsonPatch(before, patchOf(*diff)) == after);
    // A change on every level.
    const Json many = parsed(QByteArray("[1,").repeated(depth) + "1" + QByteArray(depth, ']'));
    const Json others = parsed(QByteArray("[2,").repeated(depth) + "1" + QByteArray(depth, ']'));
    const auto wide = diffJson(many, others);
    QCOMPARE(wide->size(), depth);
    QCOMPARE_LT(timer.elapsed(), 60'000); // quadratic work would take hours
}

void tst_JsonDiff::reportsACoarseDiff()
{
    JsonDiffOptions options;
    options.limits.diffSteps = 1;
    const Json before = jsonLiteral(R"({"a":[1,2,3,4,9],"b":[1]})");
    const Json after = jsonLiteral(R"({"a":[7,1,2,3,5,9],"b":[2]})");
    const auto exact = diffJson(before, after);
    QCOMPARE(exact->coarseLists(), 0);
    QCOMPARE(exact->size(), 3);
    const auto coarse = diffJson(before, after, options);
    QCOMPARE_GT(coarse->coarseLists(), 0);
    QCOMPARE_GT(coarse->size(), exact->size());
    QVERIFY(*applyJsonPatch(before, patchOf(*coarse)) == after);
}

void tst_JsonDiff::needsBothValues()
{
    QCOMPARE(diffJson(Json(), Json::null()).error().kind, ErrorKind::Usage);
    QCOMPARE(diffJson(Json::null(), Json()).error().kind, ErrorKind::Usage);
    QVERIFY(diffJson(Json::null(), Json::null())->isEmpty());
}

void tst_JsonDiff::canBeCancelled()
{
    std::stop_source stop;
    stop.request_stop();
    JsonDiffOptions options;
    options.stop = stop.get_token();
    const auto diff = diffJson(jsonLiteral("[1,2]"), jsonLiteral("[2,3]"), options);
    QVERIFY(!diff);
    QCOMPARE(diff.error().kind, ErrorKind::Cancelled);
}

WORKBENCH_TEST(tst_JsonDiff, Workbench::Test::NoApplication)
#include "tst_jsondiff.moc"
