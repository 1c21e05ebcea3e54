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
        QTest::newRow("not an object") << QByteArray("[1]") << QByteArray();
    }

    void fillsAndChecksAForm()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, filled);
        const Json schema = jsonLiteral(R"({"type":"object","required":["name"],"properties":{
            "name":{"type":"string","default":"John"},"ok":{"type":"boolean","default":false}}})");
        const Result<Json> form = formContent(schema, content.isEmpty() ? Json() : jsonLiteral(content));
        QCOMPARE(form.has_value(), !filled.isEmpty());
        if (form)
            QCOMPARE(*form, jsonLiteral(filled));
        else
            QCOMPARE(form.error().kind, ErrorKind::Validation);
    }
};

WORKBENCH_TEST(tst_PeerRequests, QCoreApplication)
#include "tst_peerrequests.moc"
