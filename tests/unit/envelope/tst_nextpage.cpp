// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/nextpage.h"
#include "core/json/jsonparser.h"

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
    void asksWithTheParameterThatTakesACursor_data();
    void asksWithTheParameterThatTakesACursor();
    void asksWithTheQueryOfALink();
    void offersNothingWhenTheLinkIsWhereWeAre();
};

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
    QTest::newRow("empty") << QByteArray(R"({"items":[],"nextCursor":""})") << QString();
    QTest::newRow("null") << QByteArray(R"({"items":[],"nextCursor":null})") << QString();
    QTest::newRow("the end") << QByteArray(R"({"items":[],"nextCursor":"b","hasMore":false})") << QString();
    QTest::newRow("the end, in its place")
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
    QTest::newRow("alone") << u"<https://a.example/x?page=2>; rel=\"next\""_s
                           << u"https://a.example/x?page=2"_s;
    QTest::newRow("the second") << u"</x?page=1>; rel=prev, </x?page=3>; title=\"a, b\"; REL=next"_s
                                << u"/x?page=3"_s;
    QTest::newRow("several relations") << u"</x?a=1>; rel=\"last next\""_s << u"/x?a=1"_s;
    QTest::newRow("a comma in the address") << u"</x?a=1,2>; rel=next"_s << u"/x?a=1,2"_s;
    QTest::newRow("none") << u"</x>; rel=\"prev\""_s << QString();
    QTest::newRow("broken") << u"<https://a.example"_s << QString();
}

void tst_NextPage::readsLinkHeaders()
{
    QFETCH(QString, header);
    QTEST(nextLink(header), "next");
}

void tst_NextPage::asksWithTheParameterThatTakesACursor_data()
{
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QByteArray>("input");
    QTest::newRow("of the same name")
        << QByteArray(R"({"nextCursor":{},"cursor":{}})") << QByteArray(R"({"size":5,"nextCursor":"7"})");
    QTest::newRow("without next") << QByteArray(R"({"after":{},"cursor":{}})")
                                  << QByteArray(R"({"size":5,"cursor":"7"})");
    QTest::newRow("a usual one") << QByteArray(R"({"page_token":{}})")
                                 << QByteArray(R"({"size":5,"page_token":"7"})");
    QTest::newRow("as a number") << QByteArray(R"({"cursor":{"type":"integer"}})")
                                 << QByteArray(R"({"size":5,"cursor":7})");
    QTest::newRow("none") << QByteArray(R"({"size":{}})") << QByteArray();
}

void tst_NextPage::asksWithTheParameterThatTakesACursor()
{
    QFETCH(QByteArray, properties);
    QFETCH(QByteArray, input);
    const ResponseEnvelope envelope =
        localEnvelope(jsonLiteral(R"({"items":[1],"nextCursor":"7"})"), u"a.b"_s);
    const Json schema = Json::object({{u"properties"_s, jsonLiteral(properties)}});
    const auto next = nextPageInput(envelope, jsonLiteral(R"({"size":5})"), schema);
    QCOMPARE(next ? next->toBytes() : QByteArray(), input);
}

void tst_NextPage::asksWithTheQueryOfALink()
{
    const HttpMeta meta{200, {{u"link"_s, u"<https://a.example/x?page=2&per_page=30&sig=1>; rel=\"next\""_s}},
        u"application/json"_s};
    const Json schema = jsonLiteral(R"({"properties":{"page":{"type":"integer"},"per_page":{}}})");
    const auto next =
        nextPageInput(httpEnvelope(jsonLiteral("[]"), meta), jsonLiteral(R"({"page":1})"), schema);
    QVERIFY(next.has_value());
    QCOMPARE(next->toBytes(), R"({"page":2,"per_page":"30"})");
}

void tst_NextPage::offersNothingWhenTheLinkIsWhereWeAre()
{
    const HttpMeta meta{200, {{u"link"_s, u"</x?page=1>; rel=\"next\""_s}}, u"application/json"_s};
    const Json schema = jsonLiteral(R"({"properties":{"page":{"type":"integer"}}})");
    QVERIFY(!nextPageInput(httpEnvelope(jsonLiteral("[]"), meta), jsonLiteral(R"({"page":1})"), schema));
}

QTEST_GUILESS_MAIN(tst_NextPage)
#include "tst_nextpage.moc"
