// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demooperations.h"
#include "core/json/jsonparser.h"
#include "core/sources/local/localadapter.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_LocalSource : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_adapter.reset(); }

    void checksTheNameOfTheSet();
    void offersTheSetInOrder();
    void describesItsKindWithASchema();
    void hasSchemasThatCompile();
    void findsNotes_data();
    void findsNotes();
    void answersWeatherThatBreaksItsSchema();
    void failsWithADeclaredError();
    void reportsProgress();
    void aTimeoutNamesItsPointInTime();
    void cancelsPromptly();
    void closesWhatIsRunning();
    void ticksAndEnds();
    void stopsAStream();
    void endsStreamsWhenItCloses();
    void refusesAfterClosing();
    void previewsNothing();

private:
    OperationSpec specOf(const QString &name) const;
    Result<HandlerResult> invoke(const QString &name, QByteArrayView input, const CallContext &context = {})
    {
        return QCoro::waitFor(m_adapter->invoke(specOf(name), jsonLiteral(input), context));
    }
    //! Calls the operation \a name through a registry, as a session does.
    Result<Outcome> outcomeOf(const QString &name, QByteArrayView input);

    std::unique_ptr<Adapter> m_adapter;
    LocalFactory m_factory;
};

void tst_LocalSource::init()
{
    m_factory.addSet(u"demo"_s, demoOperations);
    m_adapter = m_factory.create({u"local"_s, u"local"_s, jsonLiteral(R"({"set":"demo"})")}, {}, nullptr);
    QVERIFY(QCoro::waitFor(m_adapter->open()).has_value());
}

OperationSpec tst_LocalSource::specOf(const QString &name) const
{
    for (const auto &registration : demoOperations()) {
        if (registration.spec.id.name == name)
            return registration.spec;
    }
    return {};
}

Result<Outcome> tst_LocalSource::outcomeOf(const QString &name, QByteArrayView input)
{
    OperationRegistry registry;
    if (const auto registered = registry.registerAll(demoOperations()); !registered)
        return std::unexpected(registered.error());
    return QCoro::waitFor(registry.execute({u"demo"_s, name}, jsonLiteral(input), {}));
}

void tst_LocalSource::checksTheNameOfTheSet()
{
    QVERIFY(m_factory.check({u"l"_s, u"local"_s, jsonLiteral(R"({"set":"demo"})")}).has_value());
    const auto wrong = m_factory.check({u"l"_s, u"local"_s, jsonLiteral(R"({"set":"other"})")});
    QVERIFY(!wrong.has_value());
    QCOMPARE(wrong.error().kind, ErrorKind::Usage);
    QVERIFY(wrong.error().message.contains("\"set\""_L1));
    QVERIFY(!m_factory.check({u"l"_s, u"local"_s, {}}).has_value());
    QVERIFY(!m_factory.trustFacts({u"l"_s, u"local"_s, {}}).has_value());
}

void tst_LocalSource::offersTheSetInOrder()
{
    const auto discovery = QCoro::waitFor(m_adapter->discover());
    QVERIFY(discovery.has_value());
    QStringList names;
    for (const OperationSpec &spec : discovery->operations)
        names.append(QString(spec.id.name + u' ' + operationTypeName(spec.type)));
    QCOMPARE(names,
        QStringList({u"notes.find query"_s, u"weather.now query"_s, u"math.divide query"_s,
            u"report.slow mutation"_s, u"clock.now query"_s, u"clock.tick subscription"_s}));
    QCOMPARE(discovery->operations.last().group, u"clock"_s);
}

void tst_LocalSource::describesItsKindWithASchema()
{
    const QList<SourceKind> kinds = m_factory.sourceKinds();
    QCOMPARE(kinds.size(), 1);
    const auto schema = Schema::compile(kinds.first().settingsSchema);
    QVERIFY(schema.has_value());
    QCOMPARE(schema->validate(jsonLiteral(R"({"set":"demo"})")).verdict, ValidationReport::Verdict::Valid);
    QCOMPARE(schema->validate(jsonLiteral(R"({"set":"x"})")).verdict, ValidationReport::Verdict::Invalid);
}

void tst_LocalSource::hasSchemasThatCompile()
{
    for (const auto &registration : demoOperations()) {
        QVERIFY2(registration.spec.inputSchema.isObject(), qUtf8Printable(registration.spec.id.name));
        QVERIFY2(registration.spec.outputSchema.isObject(), qUtf8Printable(registration.spec.id.name));
        QVERIFY(Schema::compile(registration.spec.inputSchema).has_value());
        QVERIFY(Schema::compile(registration.spec.outputSchema).has_value());
    }
}

void tst_LocalSource::findsNotes_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("hits");
    QTest::addColumn<int>("shown");
    QTest::newRow("words") << QByteArray(R"({"text":"TEA"})") << 2 << 2;
    QTest::newRow("all, limited") << QByteArray(R"({"text":"","limit":2})") << 6 << 2;
    QTest::newRow("tag") << QByteArray(R"({"text":"","tag":"weekend"})") << 2 << 2;
    QTest::newRow("pinned") << QByteArray(R"({"text":"","pinnedOnly":true})") << 2 << 2;
    QTest::newRow("none") << QByteArray(R"({"text":"zebra"})") << 0 << 0;
}

void tst_LocalSource::findsNotes()
{
    QFETCH(QByteArray, input);
    const auto outcome = outcomeOf(u"notes.find"_s, input);
    QVERIFY(outcome.has_value());
    QVERIFY(outcome->warnings.isEmpty());
    QTEST(int(outcome->envelope.data.member("hits"_L1).toInteger().value_or(-1)), "hits");
    QTEST(int(outcome->envelope.data.member("notes"_L1).size()), "shown");
}

void tst_LocalSource::answersWeatherThatBreaksItsSchema()
{
    const auto outcome =
        outcomeOf(u"weather.now"_s, R"({"location":"Chicago","days":3,"stations":["KORD","KMDW"]})");
    QVERIFY(outcome.has_value());
    QVERIFY(outcome->warnings.isEmpty()); // normalisation leaves no violation behind
    QStringList changes;
    for (const Change &change : outcome->changes) {
        changes.append(u"%1 %2 %3 for %4"_s.arg(QString(changeMarkName(change.mark)), change.pointer,
            QString(changeActionName(change.action)), change.violation.pointer));
    }
    QCOMPARE(changes,
        QStringList({u"lost /humidity replaced for /humidity"_s,
            u"lost /forecast/2/low replaced for /forecast/2/low"_s,
            u"lost /cacheKey removed for /cacheKey"_s}));
    QCOMPARE(outcome->envelope.data.size(), 9);
    QCOMPARE(outcome->envelope.data.member("temperature"_L1).numberText(), "18.4");
    QCOMPARE(outcome->receivedData.member("humidity"_L1), Json::string(u"82"));
    const auto hourly =
        outcomeOf(u"weather.now"_s, R"({"location":"New York","units":"imperial","hourly":true})");
    QCOMPARE(hourly->envelope.data.member("hourly"_L1).size(), 24);
    QCOMPARE(hourly->envelope.data.member("temperature"_L1).numberText(), "70.2");
}

void tst_LocalSource::failsWithADeclaredError()
{
    QCOMPARE(outcomeOf(u"math.divide"_s, R"({"dividend":7,"divisor":2})")->envelope.data,
        jsonLiteral(R"({"quotient":3.5})"));
    const auto result = outcomeOf(u"math.divide"_s, R"({"dividend":7,"divisor":0})");
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, "DIVISION_BY_ZERO"_L1);
    QCOMPARE(result.error().kind, ErrorKind::Remote);
    QCOMPARE(result.error().details.toBytes(), R"({"dividend":7})");
}

void tst_LocalSource::reportsProgress()
{
    CallContext context;
    QList<double> values;
    context.onProgress = [&values](const Progress &progress) { values.append(progress.value); };
    const auto result = invoke(u"report.slow"_s, R"({"seconds":0.04,"title":"T"})", context);
    QVERIFY(result.has_value());
    QCOMPARE(std::get<Json>(*result).member("title"_L1).toString(), u"T"_s);
    QCOMPARE(values.size(), 21);
    QVERIFY(std::ranges::is_sorted(values));
}

// core/hub/README.md 1.6
void tst_LocalSource::aTimeoutNamesItsPointInTime()
{
    CallContext context;
    context.timeout = std::chrono::milliseconds(20);
    const qint64 begin = QDateTime::currentMSecsSinceEpoch();
    const auto result = invoke(u"report.slow"_s, R"({"seconds":600})", context);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().kind, ErrorKind::Timeout);
    const qint64 passed = result.error().details.member("deadline"_L1).toInteger().value_or(0);
    QVERIFY(passed >= begin && passed <= QDateTime::currentMSecsSinceEpoch());
}

void tst_LocalSource::cancelsPromptly()
{
    std::stop_source stop;
    CallContext context;
    context.cancellation = stop.get_token();
    QTimer::singleShot(5, this, [&stop] { stop.request_stop(); });
    QElapsedTimer timer;
    timer.start();
    const auto result = invoke(u"report.slow"_s, R"({"seconds":600})", context);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().kind, ErrorKind::Cancelled);
    QVERIFY(timer.elapsed() < 5000);
}

void tst_LocalSource::closesWhatIsRunning()
{
    const QSignalSpy closed(m_adapter.get(), &Adapter::closed);
    QTimer::singleShot(5, this, [this] { m_adapter->close(); });
    const auto result = invoke(u"report.slow"_s, R"({"seconds":600})");
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().kind, ErrorKind::Closed);
    QTRY_COMPARE(closed.size(), 1);
    m_adapter->close();
    QCoreApplication::processEvents();
    QCOMPARE(closed.size(), 1);
}

void tst_LocalSource::ticksAndEnds()
{
    auto stream =
        m_adapter->subscribe(specOf(u"clock.tick"_s), jsonLiteral(R"({"interval":1,"count":4})"), {});
    QVERIFY(stream.has_value());
    QList<Json> items;
    QList<EndReason> ends;
    connect(stream->get(), &ItemStream::item, this,
        [&items](const StreamValue &value) { items.append(std::get<Json>(value.value)); });
    connect(stream->get(), &ItemStream::ended, this, [&ends](EndReason reason) { ends.append(reason); });
    (*stream)->start();
    QVERIFY(items.isEmpty()); // items never arrive from inside start()
    QTRY_COMPARE(ends, QList<EndReason>{EndReason::Completed});
    QCOMPARE(items.size(), 4);
    QCOMPARE(items.at(3).member("tick"_L1), Json::integer(4));
    QVERIFY(items.at(1).member("drift"_L1).isAbsent());
    QCOMPARE(items.at(2).member("drift"_L1), Json::string(u"0.4"));
}

void tst_LocalSource::stopsAStream()
{
    std::stop_source stop;
    CallContext context;
    context.cancellation = stop.get_token();
    auto stream = m_adapter->subscribe(specOf(u"clock.tick"_s), jsonLiteral(R"({"interval":1})"), context);
    QVERIFY(stream.has_value());
    int items = 0;
    QList<EndReason> ends;
    connect(stream->get(), &ItemStream::item, this, [&items] { ++items; });
    connect(stream->get(), &ItemStream::ended, this, [&ends](EndReason reason) { ends.append(reason); });
    (*stream)->start();
    QTRY_VERIFY(items > 1);
    (*stream)->setReading(false);
    const int held = items;
    QTest::qWait(20);
    QCOMPARE(items, held);
    (*stream)->setReading(true);
    QTRY_VERIFY(items > held);
    stop.request_stop();
    QVERIFY(ends.isEmpty());
    QTRY_COMPARE(ends, QList<EndReason>{EndReason::Cancelled});
    (*stream)->cancel();
    QCoreApplication::processEvents();
    QCOMPARE(ends.size(), 1);
}

void tst_LocalSource::endsStreamsWhenItCloses()
{
    auto stream = m_adapter->subscribe(specOf(u"clock.tick"_s), jsonLiteral(R"({"interval":1})"), {});
    QVERIFY(stream.has_value());
    int ends = 0;
    connect(stream->get(), &ItemStream::ended, this, [&ends] { ++ends; });
    (*stream)->start();
    m_adapter->close();
    QTRY_COMPARE(ends, 1);
}

void tst_LocalSource::refusesAfterClosing()
{
    m_adapter->close();
    QCOMPARE(invoke(u"clock.now"_s, "{}").error().kind, ErrorKind::Closed);
    QCOMPARE(QCoro::waitFor(m_adapter->discover()).error().kind, ErrorKind::Closed);
    QCOMPARE(m_adapter->subscribe(specOf(u"clock.tick"_s), {}, {}).error().kind, ErrorKind::Closed);
}

void tst_LocalSource::previewsNothing()
{
    QVERIFY(!m_adapter->preview(specOf(u"clock.now"_s), {}).has_value());
    OperationSpec unknown;
    unknown.id = {u"demo"_s, u"no.such"_s};
    QCOMPARE(QCoro::waitFor(m_adapter->invoke(unknown, {}, {})).error().code, "OPERATION_NOT_FOUND"_L1);
}

WORKBENCH_TEST(tst_LocalSource, QCoreApplication)
#include "tst_localsource.moc"
