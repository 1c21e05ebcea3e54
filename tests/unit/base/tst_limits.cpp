// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/advice.h"
#include "tests/support/testprogram.h"

#include <QSet>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Limits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLimitHasOneRowInTheTable()
    {
        QSet<QString> keys;
        Limits limits;
        const auto *const first = reinterpret_cast<const qint64 *>(&limits);
        QSet<qsizetype> places;
        for (const LimitInfo &info : limitTable()) {
            keys.insert(QString(info.key));
            places.insert(&(limits.*info.value) - first);
            QCOMPARE(findLimit(QString(info.key)), &info);
        }
        QCOMPARE(keys.size(), limitTable().size());
        QCOMPARE(places.size(), qsizetype(sizeof(Limits) / sizeof(qint64)));
    }

    void defaultsAreThoseOfTheSpecification_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *key, const QString &text) {
            QTest::newRow(key) << QString::fromLatin1(key) << text;
        };
        row("stdio.messageBytes", u"128 MiB"_s);
        row("http.decodeRatio", u"100"_s);
        row("http.headerBytes", u"300 KiB"_s);
        row("sse.idBytes", u"1 KiB"_s);
        row("json.nodes", u"20000000"_s);
        row("yaml.depth", u"128"_s);
        row("yaml.aliasNodes", u"1000000"_s);
        row("query.bytes", u"64 KiB"_s);
        row("diff.steps", u"50000000"_s);
        row("schema.compileMs", u"500 ms"_s);
        row("schema.validateMs", u"1 s"_s);
        row("request.timeout", u"60 s"_s);
        row("request.maxTotal", u"10 min"_s);
        row("stream.idle", u"5 min"_s);
        row("subscription.idle", u"off"_s);
        row("reconnect.serverRetryMin", u"100 ms"_s);
        row("child.stopTerm", u"2 s"_s);
    }
    void defaultsAreThoseOfTheSpecification()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        const LimitInfo *const info = findLimit(key);
        QVERIFY(info);
        QCOMPARE(limitText(*info, Limits().*info->value), text);
    }

    void readsValuesWithUnits_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<qint64>("amount");
        const auto row = [](const char *name, const QString &key, const QString &value, qint64 amount) {
            QTest::newRow(name) << key << value << amount;
        };
        row("MiB", u"stdio.messageBytes"_s, u"64MiB"_s, 64 << 20);
        row("KiB with a space", u"stdio.messageBytes"_s, u" 128 KiB "_s, 128 << 10);
        row("GiB", u"stdio.messageBytes"_s, u"3GiB"_s, 3LL << 30);
        row("MB", u"stdio.messageBytes"_s, u"64MB"_s, 64'000'000);
        row("bytes", u"stdio.messageBytes"_s, u"1000"_s, 1000);
        row("prefix", u"limits.stdio.messageBytes"_s, u"1B"_s, 1);
        row("seconds", u"request.timeout"_s, u"30s"_s, 30'000);
        row("milliseconds", u"request.timeout"_s, u"500ms"_s, 500);
        row("minutes", u"request.timeout"_s, u"5min"_s, 300'000);
        row("hours", u"request.timeout"_s, u"2h"_s, 7'200'000);
        row("plain milliseconds", u"schema.compileMs"_s, u"250"_s, 250);
        row("count", u"list.pages"_s, u"7"_s, 7);
        row("off", u"stream.idle"_s, u"0"_s, 0);
        row("off with a unit", u"stream.idle"_s, u"0s"_s, 0);
        row("no redirects", u"http.redirects"_s, u"0"_s, 0);
        row("the name in earlier versions", u"doctor.slow"_s, u"3s"_s, 3000);
    }
    void readsValuesWithUnits()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(qint64, amount);
        Limits limits;
        QVERIFY(setLimit(limits, key, value));
        QCOMPARE(limits.*findLimit(key)->value, amount);
    }

    void refusesInvalidValues_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QString &key, const QString &value, const QString &says) {
            QTest::newRow(name) << key << value << says;
        };
        row("unknown key", u"stdio.bytes"_s, u"1"_s, u"no limit named \"stdio.bytes\""_s);
        row("empty", u"stdio.messageBytes"_s, u""_s, u"a size such as"_s);
        row("not a number", u"stdio.messageBytes"_s, u"lots"_s, u"a size such as"_s);
        row("below zero", u"stdio.messageBytes"_s, u"-1"_s, u"a size such as"_s);
        row("unit of another kind", u"stdio.messageBytes"_s, u"30s"_s, u"a size such as"_s);
        row("time without unit", u"request.timeout"_s, u"30"_s, u"a time such as"_s);
        row("size for a time", u"request.timeout"_s, u"1KiB"_s, u"a time such as"_s);
        row("unit on a count", u"list.pages"_s, u"7s"_s, u"a number such as"_s);
        row("zero does not mean off", u"stdio.messageBytes"_s, u"0"_s, u"cannot be switched off"_s);
        row("too many digits", u"stdio.messageBytes"_s, u"99999999999999999999"_s, u"too large"_s);
        row("too large with its unit", u"stdio.messageBytes"_s, u"9999999999999GiB"_s, u"too large"_s);
        row("a count above the largest int", u"json.depth"_s, u"99999999999"_s, u"too large"_s);
        row("longer than a timer can wait", u"request.timeout"_s, u"600h"_s, u"too large"_s);
    }
    void refusesInvalidValues()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, says);
        Limits limits;
        const Result<void> result = setLimit(limits, key, value);
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Usage);
        QVERIFY2(result.error().message.contains(says), qPrintable(result.error().message));
        for (const LimitInfo &info : limitTable())
            QCOMPARE(limits.*info.value, Limits().*info.value);
    }

    void refusesContradictions_data()
    {
        QTest::addColumn<QString>("lower");
        QTest::addColumn<QString>("upper");
        QTest::newRow("a request") << u"request.timeout"_s << u"request.maxTotal"_s;
        QTest::newRow("connecting again") << u"reconnect.first"_s << u"reconnect.cap"_s;
        QTest::newRow("the server's wish") << u"reconnect.serverRetryMin"_s << u"reconnect.serverRetryMax"_s;
    }
    void refusesContradictions()
    {
        QFETCH(QString, lower);
        QFETCH(QString, upper);
        Limits limits;
        QVERIFY(checkLimits(limits));
        QVERIFY(setLimit(limits, lower, u"7s") && setLimit(limits, upper, u"7s"));
        QVERIFY(checkLimits(limits));
        QVERIFY(setLimit(limits, upper, u"6s"));
        const Result<void> checked = checkLimits(limits);
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind, ErrorKind::Usage);
        QCOMPARE(checked.error().message,
            u"The limit %1 (6 s) is below the limit %2 (7 s). Raise the first or lower the second."_s.arg(
                upper, lower));
    }

    void writesReadableValues_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<qint64>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("bytes that are not a multiple of a KiB")
            << u"doc.bytes"_s << qint64(1025) << u"1025 B"_s;
        QTest::newRow("GiB") << u"doc.bytes"_s << qint64(2LL << 30) << u"2 GiB"_s;
        QTest::newRow("odd milliseconds") << u"request.timeout"_s << qint64(1500) << u"1500 ms"_s;
        QTest::newRow("odd seconds") << u"request.timeout"_s << qint64(90'000) << u"90 s"_s;
        QTest::newRow("off") << u"stream.idle"_s << qint64(0) << u"off"_s;
        QTest::newRow("zero bytes") << u"doc.bytes"_s << qint64(0) << u"0 B"_s;
    }
    void writesReadableValues()
    {
        QFETCH(QString, key);
        QFETCH(qint64, value);
        QFETCH(QString, text);
        QCOMPARE(limitText(*findLimit(key), value), text);
    }

    void anErrorHasAllFourParts()
    {
        const LimitInfo &info = *findLimit(u"stdio.messageBytes");
        const Error error = limitError(info,
            u"Server \"files\" sent a line longer than 128 MiB (stopped at 128.0 MiB). The connection was closed."_s,
            128LL << 20);
        QCOMPARE(error.kind, ErrorKind::Limit);
        QCOMPARE(error.code, u"limit.stdio.messageBytes"_s);
        QCOMPARE(error.message,
            u"Server \"files\" sent a line longer than 128 MiB (stopped at 128.0 MiB). The connection was closed."_s);
        QCOMPARE(messageWithAdvice(error),
            QString(error.message + u" Raise the limit stdio.messageBytes to accept it."_s));
        QCOMPARE(error.details.toBytes(), QByteArray(R"({"limit":"stdio.messageBytes","value":134217728})"));
    }

    void anErrorNamesTheLimitWhenTheTextDoesNot()
    {
        const Error error = limitError(*findLimit(u"list.pages"), u"Server \"files\" has more pages"_s, 256);
        QCOMPARE(error.message, u"Server \"files\" has more pages. The limit is 256."_s);
        QCOMPARE(messageWithAdvice(error),
            u"Server \"files\" has more pages. The limit is 256. Raise the limit list.pages to accept it."_s);
    }

    void writesTheAdviceForTheWindow()
    {
        const Error late{ErrorKind::Timeout, u"late"_s, u"It did not answer."_s, {}, {}};
        QCOMPARE(messageWithAdvice(late), late.message);
        const Error named = advisingLimit(late, u"connect.timeout", 15'000);
        QCOMPARE(named.message, late.message);
        QCOMPARE(adviceOf(named).value, 15'000);
        QCOMPARE(messageWithAdvice(named),
            u"It did not answer. Raise the limit connect.timeout to wait longer."_s);
        const Error folder{ErrorKind::Network, u"child.notStarted"_s, u"no such folder"_s, {}, {}};
        QCOMPARE(messageWithAdvice(advisingSetting(folder, u"cwd")),
            u"no such folder. Correct the working folder in the source's settings."_s);
        QCOMPARE(messageWithAdvice(advisingSetting(folder, u"env.KEY")),
            u"no such folder. Add the variable KEY to the source: it is set for this program, but not passed on to the server."_s);
        QCOMPARE(messageWithAdvice(advisingSetting(folder, u"keychain.k")),
            u"no such folder. Store it in the settings of the source."_s);
        const Error refused{ErrorKind::Remote, u"http.400"_s, u"It refused this."_s, {}, {}};
        QCOMPARE(messageWithAdvice(advisingSetting(refused, u"headers")),
            u"It refused this. If the server expects another header, add it in the source's settings."_s);
        const Error inside{ErrorKind::Trust, u"http.privatePeer"_s, u"Nothing was sent there."_s, {}, {}};
        QCOMPARE(messageWithAdvice(advisingSetting(inside, u"origins")),
            u"Nothing was sent there. If this address is correct, confirm it for the source."_s);
    }

    void ignoresAdviceFromAPeer()
    {
        const Json details = Json::object({{u"limit"_s, Json::string(u"connect.timeout")}});
        const Error theirs{ErrorKind::Remote, u"EXECUTION_ERROR"_s, u"no"_s, {}, details};
        QVERIFY(!adviceOf(theirs).limit);
        QCOMPARE(messageWithAdvice(theirs), u"no"_s);
    }
};

WORKBENCH_TEST(tst_Limits, QCoreApplication)

#include "tst_limits.moc"
