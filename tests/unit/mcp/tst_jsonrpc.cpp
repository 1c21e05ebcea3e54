// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/mcp/jsonrpc.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;
using JsonRpc::Kind;

class tst_JsonRpc : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void distinguishesKindsOfMessages_data();
    void distinguishesKindsOfMessages();
    void comparesIdsByTypeAndValue_data();
    void comparesIdsByTypeAndValue();
    void readsOutcomes_data();
    void readsOutcomes();
    void keepsCodeMessageAndDataOfARemoteError();
    void describesRemoteErrors_data();
    void describesRemoteErrors();
    void buildsMessages();
};

void tst_JsonRpc::distinguishesKindsOfMessages_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("hasRemark");
    const auto row = [](const char *name, const char *text, Kind kind, bool remark) {
        QTest::newRow(name) << QByteArray(text) << int(kind) << remark;
    };
    row("method and id", R"({"jsonrpc":"2.0","id":1,"method":"ping"})", Kind::Request, false);
    row("method alone", R"({"jsonrpc":"2.0","method":"notifications/x"})", Kind::Notification, false);
    row("method with a null id", R"({"jsonrpc":"2.0","id":null,"method":"ping"})", Kind::Malformed, true);
    row("result", R"({"jsonrpc":"2.0","id":"a","result":{}})", Kind::Response, false);
    row("null result still is one", R"({"jsonrpc":"2.0","id":1,"result":null})", Kind::Response, false);
    row("error", R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}})", Kind::Response, false);
    row("both", R"({"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"x"}})", Kind::Response,
        true);
    row("neither", R"({"jsonrpc":"2.0","id":1})", Kind::Response, true);
    row("method beside the result", R"({"jsonrpc":"2.0","id":1,"method":"x","result":{}})", Kind::Response,
        true);
    row("method beside the error",
        R"({"jsonrpc":"2.0","id":1,"method":"x","error":{"code":1,"message":"x"}})", Kind::Response, true);
    row("request with null members", R"({"jsonrpc":"2.0","id":1,"method":"x","result":null,"error":null})",
        Kind::Request, false);
    row("error with null id", R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}})",
        Kind::ConnectionError, false);
    row("error without id", R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}})",
        Kind::ConnectionError, false);
    row("result without id", R"({"jsonrpc":"2.0","result":{}})", Kind::Malformed, true);
    row("error with an object as id", R"({"jsonrpc":"2.0","id":{},"error":{}})", Kind::Malformed, true);
    row("version missing", R"({"id":1,"result":{}})", Kind::Response, true);
    row("method is a number", R"({"jsonrpc":"2.0","method":7})", Kind::Malformed, true);
    row("not an object", R"([1])", Kind::Malformed, true);
    row("empty", R"({})", Kind::Malformed, true);
}

void tst_JsonRpc::distinguishesKindsOfMessages()
{
    QFETCH(QByteArray, text);
    QFETCH(int, kind);
    QFETCH(bool, hasRemark);
    const JsonRpc::Message message = JsonRpc::classify(jsonLiteral(text));
    QCOMPARE(int(message.kind), kind);
    QCOMPARE(!message.remark.isEmpty(), hasRemark);
}

void tst_JsonRpc::comparesIdsByTypeAndValue_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<bool>("same");
    QTest::newRow("same number") << QByteArray("7") << QByteArray("7") << true;
    QTest::newRow("same value") << QByteArray("7") << QByteArray("7.0") << true;
    QTest::newRow("number and string") << QByteArray("1") << QByteArray(R"("1")") << false;
    QTest::newRow("beyond 2^53") << QByteArray("9007199254740993") << QByteArray("9007199254740992") << false;
    QTest::newRow("beyond 64 bits") << QByteArray("36893488147419103232")
                                    << QByteArray("36893488147419103233") << false;
    QTest::newRow("strings") << QByteArray(R"("a")") << QByteArray(R"("\u0061")") << true;
}

void tst_JsonRpc::comparesIdsByTypeAndValue()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    QFETCH(bool, same);
    QCOMPARE(JsonRpc::idKey(jsonLiteral(a)) == JsonRpc::idKey(jsonLiteral(b)), same);
    QVERIFY(!JsonRpc::idKey(jsonLiteral(a)).isEmpty());
    QVERIFY(JsonRpc::idKey(Json::null()).isEmpty());
}

void tst_JsonRpc::readsOutcomes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("errorKind"); // -1: none
    QTest::newRow("result") << QByteArray(R"({"id":1,"result":{"a":1}})") << -1;
    QTest::newRow("error") << QByteArray(R"({"id":1,"error":{"code":-32602,"message":"bad"}})")
                           << int(ErrorKind::Remote);
    QTest::newRow("both break the protocol")
        << QByteArray(R"({"id":1,"result":1,"error":{"code":1,"message":"x"}})") << int(ErrorKind::Protocol);
    QTest::newRow("neither breaks the protocol") << QByteArray(R"({"id":1})") << int(ErrorKind::Protocol);
    QTest::newRow("error of a wrong type")
        << QByteArray(R"({"id":1,"error":"no"})") << int(ErrorKind::Protocol);
    QTest::newRow("code of a wrong type")
        << QByteArray(R"({"id":1,"error":{"code":"x","message":"x"}})") << int(ErrorKind::Protocol);
    QTest::newRow("code with a fraction")
        << QByteArray(R"({"id":1,"error":{"code":1.5,"message":"x"}})") << int(ErrorKind::Protocol);
    QTest::newRow("message missing") << QByteArray(R"({"id":1,"error":{"code":1}})")
                                     << int(ErrorKind::Protocol);
    QTest::newRow("a null error beside a result")
        << QByteArray(R"({"id":1,"result":1,"error":null})") << int(ErrorKind::Protocol);
}

void tst_JsonRpc::readsOutcomes()
{
    QFETCH(QByteArray, text);
    QFETCH(int, errorKind);
    const Result<Json> outcome =
        JsonRpc::outcomeOf(JsonRpc::classify(jsonLiteral(text)), u"files"_s, u"tools/call"_s);
    QCOMPARE(outcome ? -1 : int(outcome.error().kind), errorKind);
    if (!outcome) {
        QVERIFY(outcome.error().message.contains(u"files"_s));
        QVERIFY(outcome.error().message.contains(u"tools/call"_s));
    }
}

void tst_JsonRpc::keepsCodeMessageAndDataOfARemoteError()
{
    const Json error =
        jsonLiteral(R"({"code":-32602,"message":"bad \u001b[2J input","data":{"field":"city"}})");
    const Error made = JsonRpc::remoteError(error, u"files"_s, u"tools/call"_s);
    QCOMPARE(made.details, error);
    QCOMPARE(made.code, u"EXECUTION_ERROR"_s);
    QCOMPARE(JsonRpc::remoteCode(made), std::optional<qint64>(-32602));
    // The error holds the whole text of the peer; views make its control characters visible.
    QVERIFY(made.message.endsWith(u"bad \x1b[2J input"_s));
}

void tst_JsonRpc::describesRemoteErrors_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<QString>("message"); // the text after "files" answered tools/call with
    const auto row = [](const char *name, const QByteArray &error, const QString &message) {
        QTest::newRow(name) << error << message;
    };
    row("a valid error", R"({"code":-32000,"message":"Quota used up"})", u"error -32000: Quota used up"_s);
    row("a text", R"("Session not found")",
        u"a malformed error: Session not found (the error is a string, expected an object)"_s);
    row("a code that is text", R"({"code":"E_QUOTA","message":"Quota used up"})",
        u"a malformed error: E_QUOTA: Quota used up (the error's code is a string, expected an integer)"_s);
    row("no code", R"({"message":"Quota used up"})",
        u"a malformed error: Quota used up (the error's code is missing, expected an integer)"_s);
    row("no message", R"({"code":-32603,"data":{"cause":"disk full"}})",
        u"a malformed error: {\"code\":-32603,\"data\":{\"cause\":\"disk full\"}} (the error's message is "
        u"missing, "
        "expected a string)"_s);
    row("an empty text", R"("")", u"a malformed error (the error is a string, expected an object)"_s);
    row("a list", R"([1])", u"a malformed error: [1] (the error is an array, expected an object)"_s);
}

void tst_JsonRpc::describesRemoteErrors()
{
    QFETCH(QByteArray, error);
    QFETCH(QString, message);
    const Error made = JsonRpc::remoteError(jsonLiteral(error), u"files"_s, u"tools/call"_s);
    QCOMPARE(made.message, QString(u"\"files\" answered tools/call with "_s + message));
}

void tst_JsonRpc::buildsMessages()
{
    QCOMPARE(JsonRpc::request(3, u"ping", {}).toBytes(),
        QByteArray(R"({"jsonrpc":"2.0","id":3,"method":"ping"})"));
    QCOMPARE(JsonRpc::notification(u"n", Json::emptyObject()).toBytes(),
        QByteArray(R"({"jsonrpc":"2.0","method":"n","params":{}})"));
    QCOMPARE(JsonRpc::response(Json::string(u"x"), Json::emptyObject()).toBytes(),
        QByteArray(R"({"jsonrpc":"2.0","id":"x","result":{}})"));
    QCOMPARE(JsonRpc::errorResponse(Json::integer(1), -32601, u"no").toBytes(),
        QByteArray(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}})"));
}

WORKBENCH_TEST(tst_JsonRpc, QCoreApplication)
#include "tst_jsonrpc.moc"
