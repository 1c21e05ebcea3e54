// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/nextpage.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_NextPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheCursor_data();
    void findsTheCursor();
    void readsLinkHeaders_data();
    void readsLinkHeaders();
    void usesTheParameterForTheCursor_data();
    void usesTheParameterForTheCursor();
    void usesTheQueryOfALink();
    void ignoresALinkToTheCurrentPage();
    void looksInsideEnvelopes_data();
    void looksInsideEnvelopes();
    void findsACursorThatNormalisationRemoves();
    void readsALinkFromTheBody();
};

namespace {

Outcome finished(const ResponseEnvelope &envelope, const Json &outputSchema = {})
{
    return *runPipeline(envelope, u"s.t"_s, *prepareSchema(outputSchema));
}

Outcome toolResult(const QByteArray &result, const Json &outputSchema = {})
{
    const ToolResultParts parts = ToolResultParts::of(jsonLiteral(result));
    const Json data = parts.structuredContent.isAbsent() ? parts.content : parts.structuredContent;
    return finished(
        mcpEnvelope(data, {parts.isFlagged, parts.content, parts.structuredContent, {}}), outputSchema);
}

} // namespace

void tst_NextPage::findsTheCursor_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QString>("found");
    QTest::newRow("beside the list") << QByteArray(R"({"items":[],"nextCursor":"b"})") << u"nextCursor=b"_s;
    QTest::newRow("in pagination") << QByteArray(R"({"data":[1],"pagination":{"next_cursor":"c"}})")
                                   << u"next_cursor=c"_s;
    QTest::newRow("in links") << QByteArray(R"({"results":[],"links":{"next":"/x?page=2"}})")
                              << u"next=/x?page=2"_s;
    QTest::newRow("two lists") << QByteArray(R"({"items":[],"data":[],"nextCursor":"b"})") << QString();
    QTest::newRow("no list") << QByteArray(R"({"nextCursor":"b"})") << QString();
    QTest::newRow("an empty cursor") << QByteArray(R"({"items":[],"nextCursor":""})") << QString();
    QTest::newRow("the cursor is null") << QByteArray(R"({"items":[],"nextCursor":null})") << QString();
    QTest::newRow("the end") << QByteArray(R"({"items":[],"nextCursor":"b","hasMore":false})") << QString();
    QTest::newRow("the end, beside the cursor")
        << QByteArray(R"({"items":[],"page":{"cursor":"b","has_more":false}})") << QString();
    QTest::newRow("a list alone") << QByteArray("[1,2]") << QString();
}

void tst_NextPage::findsTheCursor()
{
    QFETCH(QByteArray, data);
    const auto cursor = findCursor(jsonLiteral(data));
    QTEST(cursor ? QString(cursor->name + u'=' + cursor->value) : QString(), "found");
}

void tst_NextPage::readsLinkHeaders_data()
{
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("next");
    QTest::newRow("one link") << u"<https://a.example/x?page=2>; rel=\"next\""_s
                              << u"https://a.example/x?page=2"_s;
    QTest::newRow("the second link") << u"</x?page=1>; rel=prev, </x?page=3>; title=\"a, b\"; REL=next"_s
                                     << u"/x?page=3"_s;
    QTest::newRow("several relations") << u"</x?a=1>; rel=\"last next\""_s << u"/x?a=1"_s;
    QTest::newRow("a comma in the address") << u"</x?a=1,2>; rel=next"_s << u"/x?a=1,2"_s;
    QTest::newRow("no next link") << u"</x>; rel=\"prev\""_s << QString();
    QTest::newRow("a malformed header") << u"<https://a.example"_s << QString();
}

void tst_NextPage::readsLinkHeaders()
{
    QFETCH(QString, header);
    QTEST(nextLink(header), "next");
}

void tst_NextPage::usesTheParameterForTheCursor_data()
{
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QByteArray>("input");
    QTest::newRow("a parameter with the same name")
        << QByteArray(R"({"nextCursor":{},"cursor":{}})") << QByteArray(R"({"size":5,"nextCursor":"7"})");
    QTest::newRow("the name without \"next\"")
        << QByteArray(R"({"after":{},"cursor":{}})") << QByteArray(R"({"size":5,"cursor":"7"})");
    QTest::newRow("a common name") << QByteArray(R"({"page_token":{}})")
                                   << QByteArray(R"({"size":5,"page_token":"7"})");
    QTest::newRow("as a number") << QByteArray(R"({"cursor":{"type":"integer"}})")
                                 << QByteArray(R"({"size":5,"cursor":7})");
    QTest::newRow("as a number or null")
        << QByteArray(R"({"cursor":{"type":["integer","null"]}})") << QByteArray(R"({"size":5,"cursor":7})");
    QTest::newRow("as a text that could be a number") << QByteArray(
        R"({"cursor":{"type":["string","integer"]}})") << QByteArray(R"({"size":5,"cursor":"7"})");
    QTest::newRow("no parameter for a cursor") << QByteArray(R"({"size":{}})") << QByteArray();
}

void tst_NextPage::usesTheParameterForTheCursor()
{
    QFETCH(QByteArray, properties);
    QFETCH(QByteArray, input);
    const Outcome outcome =
        finished(localEnvelope(jsonLiteral(R"({"items":[1],"nextCursor":"7"})"), u"a.b"_s));
    const Json schema = Json::object({{u"properties"_s, jsonLiteral(properties)}});
    const auto next = nextPageInput(outcome, jsonLiteral(R"({"size":5})"), schema);
    QCOMPARE(next ? next->toBytes() : QByteArray(), input);
}

void tst_NextPage::usesTheQueryOfALink()
{
    const HttpMeta meta{200,
        {{u"link"_s, u"<https://a.example/x?page=2&per_page=30&sig=true&more=1>; rel=\"next\""_s}},
        u"application/json"_s};
    const Json schema =
        jsonLiteral(R"({"properties":{"page":{"type":"integer"},"per_page":{},"sig":{"type":"boolean"}}})");
    const auto next =
        nextPageInput(finished(httpEnvelope(jsonLiteral("[]"), meta)), jsonLiteral(R"({"page":1})"), schema);
    QVERIFY(next.has_value());
    QCOMPARE(next->toBytes(), R"({"page":2,"per_page":"30","sig":true})");
}

void tst_NextPage::ignoresALinkToTheCurrentPage()
{
    const HttpMeta meta{200, {{u"link"_s, u"</x?page=1>; rel=\"next\""_s}}, u"application/json"_s};
    const Json schema = jsonLiteral(R"({"properties":{"page":{"type":"integer"}}})");
    QVERIFY(!nextPageInput(
        finished(httpEnvelope(jsonLiteral("[]"), meta)), jsonLiteral(R"({"page":1})"), schema));
}

void tst_NextPage::looksInsideEnvelopes_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("input");
    const QByteArray seven = R"({"size":5,"cursor":"7"})";
    QTest::newRow("inside {ok, data}") << QByteArray(
        R"({"content":[],"structuredContent":{"ok":true,"data":{"items":[1],"nextCursor":"7"}}})")
                                       << seven;
    QTest::newRow("beside the data") << QByteArray(
        R"({"content":[],"structuredContent":{"success":true,"data":[1],"pagination":{"next_cursor":"7"}}})")
                                     << seven;
    QTest::newRow("JSON in a text") << QByteArray(
        R"({"content":[{"type":"text","text":"{\"results\":[],\"cursor\":\"7\"}"}]})")
                                    << seven;
    QTest::newRow("an envelope in a text") << QByteArray(
        R"({"content":[{"type":"text","text":"{\"ok\":true,\"data\":{\"items\":[],\"cursor\":\"7\"}}"}]})")
                                           << seven;
    QTest::newRow("a failure") << QByteArray(
        R"({"isError":true,"content":[{"type":"text","text":"{\"results\":[],\"cursor\":\"7\"}"}]})")
                               << QByteArray();
}

void tst_NextPage::looksInsideEnvelopes()
{
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, input);
    const Json schema = jsonLiteral(R"({"properties":{"cursor":{}}})");
    const auto next = nextPageInput(toolResult(result), jsonLiteral(R"({"size":5})"), schema);
    QCOMPARE(next ? next->toBytes() : QByteArray(), input);
}

void tst_NextPage::findsACursorThatNormalisationRemoves()
{
    const Outcome outcome = toolResult(R"({"content":[],"structuredContent":{"items":[1],"nextCursor":"7"}})",
        jsonLiteral(
            R"({"type":"object","additionalProperties":false,"properties":{"items":{"type":"array"}}})"));
    QVERIFY(!outcome.envelope.data.hasMember("nextCursor"_L1));
    QVERIFY(nextPageInput(outcome, {}, jsonLiteral(R"({"properties":{"cursor":{}}})")).has_value());
}

void tst_NextPage::readsALinkFromTheBody()
{
    const Outcome outcome =
        finished(httpEnvelope(jsonLiteral(R"({"data":[],"links":{"next":"/x?page%5Bnumber%5D=2&sort=a"}})"),
            {200, {}, u"application/vnd.api+json"_s}));
    const auto input = [&outcome](QByteArrayView properties) {
        const auto next =
            nextPageInput(outcome, {}, Json::object({{u"properties"_s, jsonLiteral(properties)}}));
        return next ? next->toBytes() : QByteArray();
    };
    QCOMPARE(input(R"({"page[number]":{"type":"integer"},"cursor":{}})"), R"({"page[number]":2})");
    QCOMPARE(input(R"({"cursor":{}})"), QByteArray()); // an address is not a cursor
    QCOMPARE(input(R"({"next":{}})"), R"({"next":"/x?page%5Bnumber%5D=2&sort=a"})");
}

WORKBENCH_TEST(tst_NextPage, QCoreApplication)
#include "tst_nextpage.moc"
