// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/mcp/mcprevisions.h"
#include "core/sources/mcp/mcpshapes.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

//! Returns the deviations in order, as in "/content/0: Expected object, got string; …".
QString deviations(McpShape shape, const QByteArray &result, const QString &revision = u"2025-11-25"_s)
{
    QStringList all;
    for (const Warning &one : deviationsOf(shape, jsonLiteral(result), revision, 100)) {
        all.append(one.pointer + u": " + one.message);
        if (!one.isOfResult || one.keyword != "result"_L1)
            all.append(u"(not of the result)"_s);
    }
    return all.join(u"; "_s);
}

} // namespace

class tst_McpShapes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatDeviates_data();
    void findsWhatDeviates();
    void knowsWhatEachRevisionHas_data();
    void knowsWhatEachRevisionHas();
    void findsAtMostTheRequestedNumber();
};

void tst_McpShapes::findsWhatDeviates_data()
{
    QTest::addColumn<McpShape>("shape");
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, McpShape shape, const QByteArray &result, const QString &says) {
        QTest::newRow(name) << shape << result << says;
    };
    using enum McpShape;
    row("a result", CallToolResult,
        R"({"content":[{"type":"text","text":"x","annotations":{"audience":["user"],"priority":0.5}}],"isError":false,"_meta":{}})",
        {});
    row("each kind of block", CallToolResult,
        R"({"content":[{"type":"image","data":"aGk=","mimeType":"image/png"},{"type":"audio","data":"","mimeType":"audio/wav"},
            {"type":"resource","resource":{"uri":"a:b","blob":"aGkh"}},
            {"type":"resource_link","uri":"a:b","name":"n","icons":[{"src":"data:,"}]}],"structuredContent":{}})",
        {});
    row("an object in its place", CallToolResult, R"({"success":true})",
        u": Required member \"content\" is missing; /success: Unexpected member \"success\""_s);
    row("content is text", CallToolResult, R"({"content":"hello"})",
        u"/content: Expected array, got string"_s);
    row("a flag that is text", CallToolResult, R"({"content":[],"isError":"true"})",
        u"/isError: Expected boolean, got string"_s);
    row("a flag of another name", CallToolResult, R"({"content":[],"is_error":true})",
        u"/is_error: Unexpected member \"is_error\""_s);
    row("an array as structuredContent", CallToolResult, R"({"content":[],"structuredContent":[1]})",
        u"/structuredContent: Expected object, got array"_s);
    row("null in place of an absent member", CallToolResult, R"({"content":null,"_meta":null})",
        u"/content: Expected array, got null; /_meta: Expected object, got null"_s);
    row("a block without type", CallToolResult, R"({"content":[{"text":"x"}]})",
        u"/content/0: Required member \"type\" is missing"_s);
    row("a block that is text", CallToolResult, R"({"content":["x"]})",
        u"/content/0: Expected object, got string"_s);
    row("a block of another type", CallToolResult, R"({"content":[{"type":"hologram"}]})",
        u"/content/0/type: Expected one of \"text\", \"image\", \"resource\", \"audio\", \"resource_link\", got \"hologram\""_s);
    row("an object as text", CallToolResult, R"({"content":[{"type":"text","text":{"a":1}}]})",
        u"/content/0/text: Expected string, got object"_s);
    row("an unknown member of a block", CallToolResult, R"({"content":[{"type":"text","text":"x","n":1}]})",
        u"/content/0/n: Unexpected member \"n\""_s);
    row("an image without a media type", CallToolResult, R"({"content":[{"type":"image","data":"aGk="}]})",
        u"/content/0: Required member \"mimeType\" is missing"_s);
    row("data that is not base64", CallToolResult,
        R"({"content":[{"type":"image","data":"a-k=","mimeType":"image/png"}]})",
        u"/content/0/data: Expected base64, got another character at position 1"_s);
    row("base64 without its padding", CallToolResult,
        R"({"content":[{"type":"resource","resource":{"uri":"a:b","blob":"aGk"}}]})",
        u"/content/0/resource/blob: Expected base64, got 3 characters, not a multiple of 4"_s);
    row("contents", ReadResourceResult,
        R"({"contents":[{"uri":"a:b","text":"x"},{"uri":"a:b","blob":"aGkh"}]})", {});
    row("no contents", ReadResourceResult, R"({"uri":"a:b","text":"x"})",
        u": Required member \"contents\" is missing; /uri: Unexpected member \"uri\"; /text: Unexpected member \"text\""_s);
    row("contents without content", ReadResourceResult, R"({"contents":[{"uri":"a:b"}]})",
        u"/contents/0: Required member \"text\" is missing"_s);
    row("an invalid blob", ReadResourceResult, R"({"contents":[{"uri":"a:b","blob":"?"}]})",
        u"/contents/0/blob: Expected base64, got another character at position 0"_s);
    row("a prompt", GetPromptResult,
        R"({"description":"d","messages":[{"role":"user","content":{"type":"text","text":"x"}}]})", {});
    row("a prompt with a list of blocks", GetPromptResult,
        R"({"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]})",
        u"/messages/0/content: Expected object, got array"_s);
    row("an unknown role", GetPromptResult,
        R"({"messages":[{"role":"system","content":{"type":"text","text":"x"}}]})",
        u"/messages/0/role: Expected one of \"user\", \"assistant\", got \"system\""_s);
}

void tst_McpShapes::findsWhatDeviates()
{
    QFETCH(McpShape, shape);
    QFETCH(QByteArray, result);
    QTEST(deviations(shape, result), "says");
}

void tst_McpShapes::knowsWhatEachRevisionHas_data()
{
    QTest::addColumn<McpShape>("shape");
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("fits"); // the first and the last revision in which the result is valid
    const auto row = [](const char *name, McpShape shape, const QByteArray &result, const QString &fits) {
        QTest::newRow(name) << shape << result << fits;
    };
    using enum McpShape;
    row("text", CallToolResult, R"({"content":[{"type":"text","text":"x"}]})", u"2024-11-05 2025-11-25"_s);
    row("audio", CallToolResult, R"({"content":[{"type":"audio","data":"","mimeType":"a/b"}]})",
        u"2025-03-26 2025-11-25"_s);
    row("a link", CallToolResult, R"({"content":[{"type":"resource_link","uri":"a:b","name":"n"}]})",
        u"2025-06-18 2025-11-25"_s);
    row("icons of a link", CallToolResult,
        R"({"content":[{"type":"resource_link","uri":"a:b","name":"n","icons":[]}]})",
        u"2025-11-25 2025-11-25"_s);
    row("_meta of a block", CallToolResult, R"({"content":[{"type":"text","text":"x","_meta":{}}]})",
        u"2025-06-18 2025-11-25"_s);
    row("structuredContent", CallToolResult, R"({"content":[],"structuredContent":{}})",
        u"2025-06-18 2025-11-25"_s);
    row("structuredContent of any type", CallToolResult,
        R"({"content":[],"structuredContent":[1],"resultType":"complete"})", u"2026-07-28 2026-07-28"_s);
    row("a cached resource", ReadResourceResult,
        R"({"contents":[],"resultType":"complete","ttlMs":0,"cacheScope":"private"})",
        u"2026-07-28 2026-07-28"_s);
}

void tst_McpShapes::knowsWhatEachRevisionHas()
{
    QFETCH(McpShape, shape);
    QFETCH(QByteArray, result);
    QStringList fits;
    for (const QString &revision : mcpRevisions() + mcpModernRevisions()) {
        if (deviations(shape, result, revision).isEmpty())
            fits.append(revision);
    }
    QVERIFY(!fits.isEmpty());
    QTEST(QString(fits.first() + u' ' + fits.last()), "fits");
}

void tst_McpShapes::findsAtMostTheRequestedNumber()
{
    const Json result = jsonLiteral(R"({"content":[1,2,3,{"type":"image","data":"?","mimeType":""}]})");
    QCOMPARE(deviationsOf(McpShape::CallToolResult, result, u"2025-11-25"_s, 2).size(), 2);
    QCOMPARE(deviationsOf(McpShape::CallToolResult, result, u"2025-11-25"_s, 9).size(), 4);
}

WORKBENCH_TEST(tst_McpShapes, QCoreApplication)
#include "tst_mcpshapes.moc"
