// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/exchangelog.h"
#include "core/json/jsonparser.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

const QByteArray secret = "s3cr?t/\"Wert\" \xc3\xa4+=";

}

class tst_KnownSecrets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hidesEveryForm_data();
    void hidesEveryForm();
    void leavesTheRestAlone();
    void hidesTheLongerOneWhole();
    void takesTheLastName();
    void theLogHoldsNone();
};

void tst_KnownSecrets::hidesEveryForm_data()
{
    QTest::addColumn<QByteArray>("written");
    QTest::newRow("raw") << secret;
    QTest::newRow("percent") << secret.toPercentEncoding();
    QTest::newRow("percent, small") << secret.toPercentEncoding().toLower();
    QTest::newRow("form") << secret.toPercentEncoding().replace("%20", "+");
    QByteArray json = Json::string(QString::fromUtf8(secret)).toBytes();
    QTest::newRow("JSON") << json.sliced(1, json.size() - 2);
    QTest::newRow("JSON with escaped slashes") << json.sliced(1, json.size() - 2).replace("/", "\\/");
}

void tst_KnownSecrets::hidesEveryForm()
{
    QFETCH(QByteArray, written);
    KnownSecrets secrets;
    QVERIFY(secrets.isEmpty());
    secrets.add(secret, u"TOKEN"_s);
    QCOMPARE(secrets.hidden("a=" + written + "&b"), "a=${secret:TOKEN}&b");
}

void tst_KnownSecrets::leavesTheRestAlone()
{
    KnownSecrets secrets;
    secrets.add("abc", u"SHORT"_s);
    QVERIFY(secrets.isEmpty());
    secrets.add(secret, u"TOKEN"_s);
    const QByteArray other = "nothing of it";
    QCOMPARE(secrets.hidden(other).constData(), other.constData()); // not even a copy
    const Json value = jsonLiteral(R"({"n":1.10,"a":"b"})");
    QCOMPARE(secrets.hidden(value).nodeAddress(), value.nodeAddress());
    // In base64 the secret shifts with what stands before it.
    for (const QByteArray &before : {QByteArray(), QByteArray("u"), QByteArray("us"), QByteArray("ana:")}) {
        for (const auto alphabet : {QByteArray::Base64Encoding, QByteArray::Base64UrlEncoding}) {
            const QByteArray whole = before + secret + '!';
            const QByteArray shown = secrets.hidden(whole.toBase64(alphabet));
            QVERIFY2(shown.contains("${secret:TOKEN}"), shown.constData());
            QVERIFY2(shown.size() < 28, shown.constData());
        }
    }
}

void tst_KnownSecrets::hidesTheLongerOneWhole()
{
    KnownSecrets secrets;
    secrets.add("hunter", u"A"_s);
    secrets.add("hunter2hunter2", u"B"_s);
    QCOMPARE(secrets.hidden(u"hunter2hunter2 hunter"_s), u"${secret:B} ${secret:A}"_s);
}

void tst_KnownSecrets::takesTheLastName()
{
    KnownSecrets secrets;
    secrets.add("hunter2", u"A"_s);
    secrets.add("hunter2", u"B"_s);
    const Error error = secrets.hidden(Error{.kind = ErrorKind::Remote,
        .code = u"x"_s,
        .message = u"got hunter2"_s,
        .detail = u"hunter2"_s,
        .details = jsonLiteral(R"({"token":"hunter2"})")});
    QCOMPARE(error.message, u"got ${secret:B}"_s);
    QCOMPARE(error.detail, u"${secret:B}"_s);
    QCOMPARE(error.details.toBytes(), R"({"token":"${secret:B}"})");
}

void tst_KnownSecrets::theLogHoldsNone()
{
    ExchangeLog log;
    log.hideSecret("hunter2", u"TOKEN"_s);
    ExchangeRecord begun;
    begun.source = u"s"_s;
    const QString id = log.begin(begun);
    Frame sent;
    sent.bytes = "hunter2!";
    sent.label = u"GET /?k=hunter2"_s;
    sent.note = u"hunter2"_s;
    sent.exchangeId = id;
    sent.headers = {{"X-Echo", "hunter2"}};
    log.note(sent);
    const Frame &frame = log.frameAt(0);
    QCOMPARE(frame.bytes, "${secret:TOKEN}!");
    QCOMPARE(frame.label, u"GET /?k=${secret:TOKEN}"_s);
    QCOMPARE(frame.note, u"${secret:TOKEN}"_s);
    QCOMPARE(frame.headers.first().second, "${secret:TOKEN}");
    QCOMPARE(log.bytesOf(id).second, 8); // as many as there were
    ExchangeRecord record = *log.findRecord(id);
    record.note = u"no hunter2 here"_s;
    log.update(record);
    QCOMPARE(log.findRecord(id)->note, u"no ${secret:TOKEN} here"_s);
}

QTEST_GUILESS_MAIN(tst_KnownSecrets)
#include "tst_knownsecrets.moc"
