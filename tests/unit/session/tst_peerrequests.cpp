// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/session/peerrequests.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_PeerRequests : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsOneAtATimeInOrder()
    {
        PeerRequests requests;
        QSignalSpy asked(&requests, &PeerRequests::asked);
        const auto first = requests.ask({.source = u"a"_s}, {});
        const auto second = requests.ask({.source = u"b"_s}, {});
        QTRY_COMPARE(asked.size(), 1);
        QCOMPARE(requests.count(), 2);
        QCOMPARE(requests.current()->source, u"a"_s);
        QVERIFY(!first.isFinished());
        requests.answer(requests.current()->id, {PeerAnswer::Action::Accept, jsonLiteral(R"({"x":1})")});
        QCOMPARE(first.result().content.toBytes(), QByteArray(R"({"x":1})"));
        QTRY_COMPARE(asked.size(), 2);
        QCOMPARE(requests.current()->source, u"b"_s);
        requests.answer(u"no such"_s, {});
        QVERIFY(!second.isFinished());
    }

    void aWithdrawnRequestEndsWithoutADecision()
    {
        PeerRequests requests;
        QSignalSpy ended(&requests, &PeerRequests::ended);
        std::stop_source stop;
        const auto answer = requests.ask({}, stop.get_token());
        stop.request_stop();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(answer.result().action, PeerAnswer::Action::Cancel);
        QVERIFY(!requests.current());
    }

    void cancelsARequestAfterItsPatience()
    {
        PeerRequests requests;
        const auto answer = requests.ask({.patience = std::chrono::milliseconds(1)}, {});
        QTRY_VERIFY(answer.isFinished());
        QCOMPARE(answer.result().action, PeerAnswer::Action::Cancel);
    }

    void patienceBeginsWhenTheRequestIsTheCurrentOne()
    {
        PeerRequests requests;
        QSignalSpy ended(&requests, &PeerRequests::ended);
        const auto first = requests.ask({.source = u"a"_s, .patience = std::chrono::milliseconds(50)}, {});
        const auto second = requests.ask({.source = u"b"_s, .patience = std::chrono::milliseconds(1)}, {});
        QTRY_COMPARE(ended.size(), 2);
        QCOMPARE(ended.first().first().value<PeerRequest>().source, u"a"_s);
        QVERIFY(first.isFinished() && second.isFinished());
    }

    void tellsTheTimeLeftOfTheCurrentRequestOnly()
    {
        PeerRequests requests;
        const auto first = requests.ask({.patience = std::chrono::minutes(1)}, {});
        const auto second = requests.ask({.patience = std::chrono::minutes(1)}, {});
        const QString one = requests.waiting().first()->id;
        const QString two = requests.waiting().last()->id;
        QTRY_VERIFY(requests.timeLeft(one));
        QVERIFY(*requests.timeLeft(one) < std::chrono::minutes(2)); // a timer may be late by some percent
        QVERIFY(!requests.timeLeft(two));
        requests.answer(one, {});
        QTRY_VERIFY(requests.timeLeft(two));
        QVERIFY(!requests.timeLeft(one));
    }

    void destructionSettlesWaitingRequests()
    {
        auto requests = std::make_unique<PeerRequests>();
        const auto answer = requests->ask({}, {});
        requests.reset();
        QVERIFY(answer.isFinished());
    }

    void fillsAndChecksAForm_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("filled"); // empty: refused
        QTest::newRow("nothing typed") << QByteArray() << QByteArray(R"({"name":"John","ok":false})");
        QTest::newRow("one typed") << QByteArray(R"({"name":"Eve"})")
                                   << QByteArray(R"({"name":"Eve","ok":false})");
        QTest::newRow("wrong type") << QByteArray(R"({"name":7})") << QByteArray();
        QTest::newRow("wrong format") << QByteArray(R"({"mail":"nonsense"})") << QByteArray();
        QTest::newRow("right format") << QByteArray(R"({"mail":"a@example.org"})")
                                      << QByteArray(R"({"mail":"a@example.org","name":"John","ok":false})");
        QTest::newRow("not an object") << QByteArray("[1]") << QByteArray();
    }

    void fillsAndChecksAForm()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, filled);
        const Json schema = jsonLiteral(R"({"type":"object","required":["name"],"properties":{
            "name":{"type":"string","default":"John"},"ok":{"type":"boolean","default":false},
            "mail":{"type":"string","format":"email"}}})");
        const Result<Json> form = formContent(schema, content.isEmpty() ? Json() : jsonLiteral(content));
        QCOMPARE(form.has_value(), !filled.isEmpty());
        if (form)
            QCOMPARE(*form, jsonLiteral(filled));
        else
            QCOMPARE(form.error().kind, ErrorKind::Validation);
    }

    void checksAFormWithoutFillingItIn()
    {
        const Json schema = jsonLiteral(
            R"({"type":"object","properties":{"name":{"type":"string","minLength":2,"default":"John"}}})");
        QCOMPARE(checkedFormContent(schema, {}).value_or(Json()), Json::emptyObject());
        QVERIFY(!checkedFormContent(schema, jsonLiteral(R"({"name":"J"})")));
    }

    void readsWhatACommandPrinted_data()
    {
        QTest::addColumn<QByteArray>("printed");
        QTest::addColumn<QByteArray>("answer"); // empty: refused
        QTest::newRow("a text")
            << QByteArray("hi\n")
            << QByteArray(
                   R"({"role":"assistant","content":{"type":"text","text":"hi"},"model":"m","stopReason":"endTurn"})");
        QTest::newRow("a block")
            << QByteArray(R"({"role":"user","content":{"type":"text","text":"hi"},"model":"n"})")
            << QByteArray(R"({"role":"user","content":{"type":"text","text":"hi"},"model":"n"})");
        QTest::newRow("a text as content")
            << QByteArray(R"({"role":"assistant","content":"hi"})")
            << QByteArray(R"({"role":"assistant","content":{"type":"text","text":"hi"},"model":"m"})");
        QTest::newRow("a number as content")
            << QByteArray(R"({"role":"assistant","content":7})") << QByteArray();
        QTest::newRow("a number as model")
            << QByteArray(R"({"role":"assistant","content":"hi","model":7})") << QByteArray();
        QTest::newRow("nothing") << QByteArray(" \n") << QByteArray();
    }

    void readsWhatACommandPrinted()
    {
        QFETCH(QByteArray, printed);
        QFETCH(QByteArray, answer);
        const Result<Json> read = samplingPrinted(printed, u"m"_s);
        QCOMPARE(read.has_value(), !answer.isEmpty());
        if (read)
            QCOMPARE(*read, jsonLiteral(answer));
        else
            QCOMPARE(read.error().kind, ErrorKind::Validation);
    }
};

WORKBENCH_TEST(tst_PeerRequests, QCoreApplication)
#include "tst_peerrequests.moc"
