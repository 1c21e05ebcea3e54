// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Measures verifying 1,000 fixtures against a server on this machine, and comparing two results of 10 MB.
// Prints rows of tables.

#include "measure.h"
#include "records.h"

#include "app/wiring/composition.h"
#include "app/wiring/sourceargument.h"
#include "core/base/linediff.h"
#include "core/checks/recorder.h"
#include "core/checks/verification.h"
#include "core/json/jsonparser.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

constexpr int fixtureCount = 1000;
constexpr int recordCount = 23'000; // about 10 MB

//! Returns fixtures of the demo's tracker, one per city.
FixtureListing recordedCities(Sessions &sessions, const QString &source)
{
    FixtureListing listing;
    const OperationId operation{nameSpaceFor(source), u"get-weather"_s};
    for (int i = 0; i < fixtureCount; ++i) {
        const Json input = Json::object({{u"city"_s, Json::string(u"City %1"_s.arg(i))}});
        const std::unique_ptr<Invocation> call = sessions.invoke(operation, input);
        QEventLoop loop;
        QObject::connect(call.get(), &Invocation::finished, &loop, &QEventLoop::quit);
        loop.exec();
        const Recording recording = recordingOf(sessions, operation, input, call->exchangeId());
        listing.fixtures.append(
            {u"city-%1.json"_s.arg(i), recordedCall(recording, call->result(), {}).fixture.fixture});
    }
    return listing;
}

double verifySeconds(Sessions &sessions, const QString &source, const FixtureListing &fixtures)
{
    Verification verification(&sessions, source, fixtures);
    QEventLoop loop;
    QObject::connect(&verification, &Verification::finished, &loop, &QEventLoop::quit);
    QElapsedTimer clock;
    clock.start();
    verification.start();
    loop.exec();
    const double seconds = double(clock.nsecsElapsed()) / 1e9;
    if (verification.report().count(VerificationResult::Outcome::Passed) != fixtureCount)
        qFatal("not all of them passed: %s", toJson(verification.report()).toBytes().left(2000).constData());
    return seconds;
}

void verifyRows(const QString &program)
{
    std::printf("| 1,000 fixtures, MCP over stdio | ms | fixtures per second |\n| --- | ---: | ---: |\n");
    for (const qint64 atOnce : {1, 32}) {
        App::Composition composition({.limits =
                                          [atOnce] {
                                              Limits limits;
                                              limits.fixtureParallel = atOnce;
                                              return limits;
                                          }(),
            .rememberTrust = false});
        Sessions &sessions = composition.sessions();
        App::SourceArgumentOptions options;
        options.command = QStringList{program, u"serve"_s, u"--demo"_s};
        const Source source = App::sourceFromArgument({}, nullptr, options).value();
        if (!sessions.addSource(source) || !sessions.confirmTrust(source, true))
            qFatal("no source");
        QEventLoop loop;
        QObject::connect(&sessions, &Sessions::sourceChanged, &loop, [&] {
            if (sessions.state(source.name).isUsable())
                loop.quit();
        });
        sessions.connectSource(source.name);
        loop.exec();
        const FixtureListing fixtures = recordedCities(sessions, source.name);
        double best = verifySeconds(sessions, source.name, fixtures);
        for (int round = 0; round < 2; ++round)
            best = std::min(best, verifySeconds(sessions, source.name, fixtures));
        std::printf("| %lld at a time | %.0f | %.0f |\n", qlonglong(atOnce), best * 1e3, fixtureCount / best);
        QObject::connect(&sessions, &Sessions::allClosed, &loop, &QEventLoop::quit);
        sessions.closeAll();
        loop.exec();
    }
}

Fixture resultOf(const QByteArray &records, const QList<MatchRule> &rules = {})
{
    Fixture fixture;
    fixture.envelope = jsonLiteral(QByteArray("{\"data\":" + records + ",\"meta\":{\"source\":\"local\"}}"));
    fixture.match = rules;
    return fixture;
}

void compareRow(const char *what, const Fixture &a, const Fixture &b)
{
    qsizetype differences = 0;
    const double seconds = Bench::best([&] {
        const Result<FixtureComparison> comparison = compareFixtures(a, b);
        differences = comparison->differences.size() + comparison->differencesNotShown;
    });
    std::printf("| %s | %lld | %.0f |\n", what, qlonglong(differences), seconds * 1e3);
}

void compareRows()
{
    using Kind = MatchRule::Kind;
    const QByteArray records = BenchRecords::make(recordCount, 0);
    QList<Json> items;
    for (const Json &record : jsonLiteral(records).items()) {
        const bool isOther = items.size() % 20 == 0;
        items.append(isOther ? withMember(record, u"other", Json::boolean(true)) : record);
    }
    const QByteArray changed = Json::array(items).toBytes();
    const QByteArray all = BenchRecords::make(recordCount, 20);
    std::printf("\n| two results of %.1f MB | differences | ms |\n| --- | ---: | ---: |\n",
        double(records.size()) / 1e6);
    const Fixture b = resultOf(changed);
    compareRow("the same", resultOf(records), resultOf(records));
    compareRow("one record in 20 has an additional member", resultOf(records), b);
    compareRow("nearly every value differs", resultOf(records), resultOf(all));
    compareRow(
        "with a pattern in each record", resultOf(records, {{Kind::Pattern, u"$.data[*].id"_s, u"."_s}}), b);
    compareRow("the list unordered", resultOf(records, {{.kind = Kind::Unordered, .at = u"/data"_s}}), b);
    compareRow("types only", resultOf(records, {{.kind = Kind::Type, .at = u"/data"_s}}), b);
    const QByteArray textA = jsonLiteral(records).toBytes(Json::Layout::Indented);
    const QByteArray textB = jsonLiteral(changed).toBytes(Json::Layout::Indented);
    qsizetype changes = 0;
    const double seconds = Bench::best([&] { changes = diffLines(textA, textB)->changes.size(); });
    std::printf("| as texts, by lines (%.1f MB) | %lld | %.0f |\n", double(textA.size()) / 1e6,
        qlonglong(changes), seconds * 1e3);
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    verifyRows(QString::fromLocal8Bit(argv[1]));
    compareRows();
    return 0;
}
