// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/advice.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Error : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void becomesACallError_data()
    {
        QTest::addColumn<ErrorKind>("kind");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("callCode");
        QTest::newRow("code of the protocol")
            << ErrorKind::Usage << u"OPERATION_NOT_FOUND"_s << u"OPERATION_NOT_FOUND"_s;
        QTest::newRow("domain code") << ErrorKind::Remote << u"FILE_NOT_FOUND_2"_s << u"FILE_NOT_FOUND_2"_s;
        QTest::newRow("our timeout") << ErrorKind::Timeout << u"request.timeout"_s << u"TIMEOUT"_s;
        QTest::newRow("our cancellation") << ErrorKind::Cancelled << QString() << u"ABORTED"_s;
        QTest::newRow("our validation")
            << ErrorKind::Validation << u"schema.input"_s << u"VALIDATION_ERROR"_s;
        QTest::newRow("end of a program") << ErrorKind::Closed << u"child.exited"_s << u"EXECUTION_ERROR"_s;
        QTest::newRow("a number is not a code") << ErrorKind::Remote << u"-32601"_s << u"EXECUTION_ERROR"_s;
        QTest::newRow("mixed case is not a code")
            << ErrorKind::Remote << u"NotFound"_s << u"EXECUTION_ERROR"_s;
        QTest::newRow("an empty code") << ErrorKind::Internal << QString() << u"EXECUTION_ERROR"_s;
    }
    void becomesACallError()
    {
        QFETCH(ErrorKind, kind);
        QFETCH(QString, code);
        QFETCH(QString, callCode);
        Error error;
        error.kind = kind;
        error.code = code;
        error.message = u"what happened"_s;
        error.detail = u"not for the wire"_s;
        error.details = Json::object({{u"a"_s, Json::integer(1)}});
        QCOMPARE(toCallError(error), (CallError{callCode, u"what happened"_s, error.details}));
    }

    // A caller over a hub may repeat a call that a lost connection ended, also if the reason was a timeout.
    void aLostConnectionIsAnExecutionError()
    {
        const Json details = Json::object({{u"retryable"_s, Json::boolean(true)}});
        const Error silent{ErrorKind::Timeout, u"ws.pong"_s, u"m"_s, {}, details};
        QCOMPARE(toCallError(silent), (CallError{u"EXECUTION_ERROR"_s, u"m"_s, details}));
    }

    void hasTheSameCodeEverywhere_data()
    {
        QTest::addColumn<ErrorKind>("kind");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("stable"); // shown on error cards and in --json
        QTest::addColumn<QString>("word"); // shown in the status line, in History and for streams
        QTest::newRow("not reached") << ErrorKind::Network << u"http.refused"_s << u"TRANSPORT_ERROR"_s
                                     << u"TRANSPORT_ERROR"_s;
        QTest::newRow("connection lost")
            << ErrorKind::Closed << u"child.exited"_s << u"TRANSPORT_ERROR"_s << u"connection lost"_s;
        QTest::newRow("cancelled") << ErrorKind::Cancelled << QString() << u"ABORTED"_s << u"cancelled"_s;
        QTest::newRow("disconnected here")
            << ErrorKind::Closed << u"source.closed"_s << u"TRANSPORT_ERROR"_s << u"disconnected"_s;
        QTest::newRow("aborted by the peer")
            << ErrorKind::Remote << u"ABORTED"_s << u"ABORTED"_s << u"aborted"_s;
        QTest::newRow("the server's own code")
            << ErrorKind::Remote << u"NO_SUCH_CITY"_s << u"NO_SUCH_CITY"_s << u"NO_SUCH_CITY"_s;
        QTest::newRow("a number instead of a code")
            << ErrorKind::Remote << u"-32000"_s << u"EXECUTION_ERROR"_s << u"error"_s;
        QTest::newRow("a limit") << ErrorKind::Limit << u"envelope.bytes"_s << u"LIMIT_EXCEEDED"_s
                                 << u"LIMIT_EXCEEDED"_s;
        QTest::newRow("a generic code")
            << ErrorKind::Protocol << u"EXECUTION_ERROR"_s << u"PROTOCOL_ERROR"_s << u"PROTOCOL_ERROR"_s;
    }
    void hasTheSameCodeEverywhere()
    {
        QFETCH(ErrorKind, kind);
        QFETCH(QString, code);
        const Error error{kind, code, u"what happened"_s, {}, {}};
        QTEST(stableCode(error), "stable");
        QTEST(outcomeWord(error), "word");
    }

    void listsEachProblemOfRefusedInputOnce()
    {
        const Error error{ErrorKind::Validation, u"VALIDATION_ERROR"_s,
            u"Validation failed for Input validation failed for s.get-sum:\n  - /a: Expected number"_s, {},
            jsonLiteral(R"({"errors":[{"path":"/a","message":"Expected number, got string"},
                {"path":"","message":"b is missing"}]})")};
        const QString title = u"The input of s.get-sum does not match its schema:"_s;
        QCOMPARE(messageLines(error),
            (QStringList{title, u"/a: Expected number, got string"_s, u"b is missing"_s}));
        QCOMPARE(messageOnOneLine(error), title + u" /a: Expected number, got string; b is missing"_s);
        const Error broken{ErrorKind::Validation, u"VALIDATION_ERROR"_s,
            u"Validation failed for Input validation failed for s.a\nb:\n  - /c\nd: no"_s, {},
            jsonLiteral(R"({"errors":[{"path":"/c\nd","message":"no"}]})")};
        QCOMPARE(messageLines(broken),
            (QStringList{u"The input of s.a\\nb does not match its schema:"_s, u"/c\\nd: no"_s}));
        const Error other{ErrorKind::Remote, {}, u"first\n  second\n"_s, {}, {}};
        QCOMPARE(messageLines(other), (QStringList{u"first"_s, u"  second"_s}));
        QCOMPARE(messageOnOneLine(other), u"first second"_s);
    }

    void isMadeFromACallError_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<ErrorKind>("kind");
        QTest::newRow("a timeout of the peer") << u"TIMEOUT"_s << ErrorKind::Remote;
        QTest::newRow("aborted by the peer") << u"ABORTED"_s << ErrorKind::Remote;
        QTest::newRow("validation") << u"VALIDATION_ERROR"_s << ErrorKind::Validation;
        QTest::newRow("execution") << u"EXECUTION_ERROR"_s << ErrorKind::Remote;
        QTest::newRow("domain") << u"NO_SUCH_CITY"_s << ErrorKind::Remote;
    }
    void isMadeFromACallError()
    {
        QFETCH(QString, code);
        QFETCH(ErrorKind, kind);
        const CallError callError{code, u"m"_s, Json::null()};
        const Error error = toError(callError);
        QCOMPARE(error.kind, kind);
        QCOMPARE(toCallError(error), callError);
    }
};

WORKBENCH_TEST(tst_Error, QCoreApplication)

#include "tst_error.moc"
