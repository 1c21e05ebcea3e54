// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `compare` and `verify`: show the differences between fixtures, and between answers and their fixtures.

#include "app/cli/input.h"
#include "app/cli/recordedcalls.h"
#include "core/base/atomicfile.h"
#include "core/base/linediff.h"
#include "core/base/visibletext.h"
#include "core/checks/recorder.h"
#include "core/checks/verification.h"
#include "core/envelope/responseenvelope.h"
#include "core/fixture/fixturefolder.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontexts.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr qsizetype longestShown = 120;
constexpr qsizetype longestLead = 20;

QString shownFrom(const QString &text, qsizetype start)
{
    const bool isCut = text.size() - start > longestShown;
    return QString(
        (start > 0 ? u"…"_s : QString()) + text.mid(start, longestShown) + (isCut ? u"…"_s : QString()));
}

QString shownValue(const Json &value)
{
    return shownFrom(QString::fromUtf8(value.toBytes()), 0);
}

//! Returns both values as text. If they differ far from their start, the text begins shortly before that
//! place.
QString shownChange(const Json &expected, const Json &actual)
{
    const QString before = QString::fromUtf8(expected.toBytes());
    const QString after = actual.isAbsent() ? u"nothing"_s : QString::fromUtf8(actual.toBytes());
    const auto differs = std::ranges::mismatch(before, after);
    const qsizetype common = differs.in1 - before.begin();
    const qsizetype start = common > longestShown / 2 ? common - longestLead : 0;
    return QString(shownFrom(before, start) + u" → "_s + shownFrom(after, start));
}

QString differenceLine(const FixtureDifference &difference)
{
    using Kind = FixtureDifference::Kind;
    const QString place = difference.pointer.isEmpty() ? u"(root)"_s : visibleText(difference.pointer);
    const QString change = u"~ %1: %2"_s.arg(place, shownChange(difference.expected, difference.actual));
    switch (difference.kind) {
    case Kind::Added: return u"+ %1: %2"_s.arg(place, shownValue(difference.actual));
    case Kind::Removed: return u"- %1: %2"_s.arg(place, shownValue(difference.expected));
    case Kind::Moved:
        return u"> %1 → %2: %3"_s.arg(visibleText(difference.from), place, shownValue(difference.actual));
    case Kind::Type: return QString(change + u" (another type)"_s);
    case Kind::Pattern: return QString(change + u" (does not match the pattern)"_s);
    case Kind::Tolerance: return QString(change + u" (outside the tolerance)"_s);
    case Kind::Changed: break;
    }
    return change;
}

//! Writes a line for each difference: "~ /data/name: "a" → "b"" for a changed value, + for an added one, -
//! for a removed one, > for a moved one. Long values are cut.
void showDifferences(
    Output &output, const QList<FixtureDifference> &differences, qsizetype notShown, const QString &indent)
{
    for (const FixtureDifference &difference : differences)
        output.line(indent + differenceLine(difference));
    if (notShown > 0) {
        output.line(
            u"%1… and %2 more (--limit fixture.differences=N shows more)"_s.arg(indent).arg(notShown));
    }
}

//! Returns the members of `compare --json`: same, definitionChanged?, differences, differencesNotShown?,
//! remarks?.
QList<Json::Member> comparisonMembers(const FixtureComparison &comparison)
{
    return {{u"same"_s, Json::boolean(comparison.isSame())},
        {u"definitionChanged"_s, comparison.definitionChanged ? Json::boolean(true) : Json()},
        {u"differences"_s, arrayOf(comparison.differences)},
        {u"differencesNotShown"_s,
            comparison.differencesNotShown > 0 ? Json::integer(comparison.differencesNotShown) : Json()},
        {u"remarks"_s, comparison.remarks.isEmpty() ? Json() : textArray(comparison.remarks)}};
}

//! One side of a comparison: a fixture, or another value in the form of a fixture.
struct Compared {
    Fixture fixture;
    bool isFixture = false;
};

struct ComparedPair {
    QString file; // the file in the first folder; empty if no folders are compared
    QString other;
    Fixture a;
    Fixture b;
};

Result<Compared> readCompared(const QString &path, const Limits &limits)
{
    const Result<Json> json = readJsonFile(path, limits.docBytes);
    if (!json)
        return std::unexpected(json.error());
    if (json->hasMember("version"_L1) && json->hasMember("operation"_L1) && json->hasMember("match"_L1)) {
        const QFileInfo file(path);
        Result<Fixture> fixture = FixtureFolder(file.path(), limits).read(file.fileName());
        if (!fixture)
            return std::unexpected(fixture.error());
        return Compared{*std::move(fixture), true};
    }
    Compared compared;
    compared.fixture.envelope = *json;
    return compared;
}

//! Returns the envelope for \a value, which is the output of `call --json`, an envelope, or only the data.
Json envelopeFrom(const Json &value, const Fixture &fixture)
{
    if (isResponseEnvelope(value.member("envelope"_L1)))
        return value.member("envelope"_L1);
    if (isResponseEnvelope(value))
        return value;
    return Json::object({{u"data"_s, value}, {u"meta"_s, fixture.envelope.member("meta"_L1)}});
}

Result<QList<ComparedPair>> pairedFiles(const QString &a, const QString &b, const Limits &limits)
{
    Result<Compared> first = readCompared(a, limits);
    if (!first)
        return std::unexpected(first.error());
    Result<Compared> second = readCompared(b, limits);
    if (!second)
        return std::unexpected(second.error());
    if (first->isFixture && !second->isFixture)
        second->fixture.envelope = envelopeFrom(second->fixture.envelope, first->fixture);
    if (second->isFixture && !first->isFixture)
        first->fixture.envelope = envelopeFrom(first->fixture.envelope, second->fixture);
    return QList<ComparedPair>{{{}, {}, first->fixture, second->fixture}};
}

//! Returns pairs of fixtures of the same call from two folders, in the order of the first folder.
Result<QList<ComparedPair>> pairedFolders(
    const QString &a, const QString &b, const Limits &limits, Output &output)
{
    const Result<FixtureListing> first = FixtureFolder(a, limits).read();
    if (!first)
        return std::unexpected(first.error());
    const Result<FixtureListing> second = FixtureFolder(b, limits).read();
    if (!second)
        return std::unexpected(second.error());
    for (const FixtureProblem &problem : first->problems + second->problems)
        output.note(u"%1: %2"_s.arg(visibleText(problem.file), problem.error.message));
    const auto keyOf = [](const Fixture &fixture) {
        return qHashMulti(0, fixture.operation, fixture.input.hash());
    };
    QMultiHash<size_t, qsizetype> waiting;
    for (qsizetype i = second->fixtures.size(); i-- > 0;) // the hash returns the newest entry first
        waiting.insert(keyOf(second->fixtures.at(i).fixture), i);
    QList<ComparedPair> pairs;
    for (const StoredFixture &stored : first->fixtures) {
        const auto found = waiting.find(keyOf(stored.fixture));
        if (found == waiting.end()) {
            pairs.append({stored.file, {}, stored.fixture, {}});
            continue;
        }
        const StoredFixture &other = second->fixtures.at(found.value());
        pairs.append({stored.file, other.file, stored.fixture, other.fixture});
        waiting.erase(found);
    }
    QList<qsizetype> left = waiting.values();
    std::ranges::sort(left);
    for (const qsizetype index : std::as_const(left))
        pairs.append({{}, second->fixtures.at(index).file, {}, second->fixtures.at(index).fixture});
    return pairs;
}

QByteArray textOf(const Fixture &fixture)
{
    const Json data = fixture.envelope.member("data"_L1);
    if (data.isString())
        return data.toString().toUtf8();
    if (fixture.isStream() || fixture.envelope.isAbsent())
        return Workbench::toJson(fixture).toBytes(Json::Layout::Indented);
    return (data.isAbsent() ? fixture.envelope : data).toBytes(Json::Layout::Indented);
}

int showText(const ComparedPair &pair, const Limits &limits, Output &output)
{
    const QByteArray before = textOf(pair.a);
    const QByteArray after = textOf(pair.b);
    const Result<LineDiff> diff = diffLines(before, after, limits);
    if (!diff)
        return output.fail(diff.error());
    const QByteArray text = unifiedText(before, after, *diff);
    if (output.isJson())
        output.json(Json::object({{u"same"_s, Json::boolean(diff->changes.isEmpty())},
            {u"text"_s, Json::string(QString::fromUtf8(text))}}));
    else
        output.raw(text);
    return diff->changes.isEmpty() ? ExitCode::Ok : ExitCode::Validation;
}

class PairReport {
public:
    PairReport(const Arguments &arguments, const Limits &limits, Output &output)
        : m_limits(limits)
        , m_output(output)
        , m_suggests(arguments.has(u"suggest"_s))
    {
    }

    //! Shows one comparison, and returns the rules of the first fixture, or the suggested rules with
    //! --suggest.
    Result<QList<MatchRule>> show(ComparedPair pair, bool isOfFolders)
    {
        const QString name = pair.file.isEmpty() ? pair.other : pair.file;
        if (isOfFolders && (pair.file.isEmpty() || pair.other.isEmpty())) {
            note({{u"same"_s, Json::boolean(false)},
                     {u"only"_s, Json::string(pair.file.isEmpty() ? u"second" : u"first")}},
                name, pair.other);
            m_isSame = false;
            if (!m_output.isJson())
                m_output.line(u"%1: only in the %2"_s.arg(
                    visibleText(name), pair.file.isEmpty() ? u"second"_s : u"first"_s));
            return QList<MatchRule>();
        }
        if (m_suggests)
            pair.a.match = suggestRules(pair.a, pair.b, m_limits);
        const Result<FixtureComparison> comparison = compareFixtures(pair.a, pair.b, m_limits);
        if (!comparison)
            return std::unexpected(comparison.error());
        m_isSame = m_isSame && comparison->isSame();
        QList<Json::Member> members = comparisonMembers(*comparison);
        if (m_suggests)
            members.append({u"rules"_s, arrayOf(pair.a.match)});
        note(members, isOfFolders ? name : QString(), pair.other);
        if (m_output.isJson())
            return pair.a.match;
        const bool hasMore = !comparison->isSame() || (m_suggests && !pair.a.match.isEmpty());
        if (isOfFolders && hasMore)
            m_output.line(visibleText(name));
        const QString indent = isOfFolders ? u"  "_s : QString();
        if (m_suggests) {
            for (const MatchRule &rule : std::as_const(pair.a.match))
                m_output.line(indent + QString::fromUtf8(Workbench::toJson(rule).toBytes()));
        }
        showDifferences(m_output, comparison->differences, comparison->differencesNotShown, indent);
        for (const QString &remark : comparison->remarks)
            m_output.note(visibleText(remark));
        if (comparison->definitionChanged)
            m_output.note(u"their definitions differ"_s);
        return pair.a.match;
    }

    int end(bool isOfFolders)
    {
        if (m_output.isJson() && isOfFolders)
            m_output.json(
                Json::object({{u"same"_s, Json::boolean(m_isSame)}, {u"results"_s, Json::array(m_results)}}));
        else if (m_output.isJson())
            m_output.json(m_results.constFirst());
        return m_isSame ? ExitCode::Ok : ExitCode::Validation;
    }

private:
    void note(QList<Json::Member> members, const QString &name, const QString &other)
    {
        if (!name.isEmpty() && name != other && !other.isEmpty())
            members.prepend({u"other"_s, Json::string(other)});
        if (!name.isEmpty())
            members.prepend({u"fixture"_s, Json::string(name)});
        m_results.append(Json::object(members));
    }

    const Limits &m_limits;
    Output &m_output;
    bool m_suggests;
    bool m_isSame = true;
    QList<Json> m_results;
};

MatchRule ignoring(const QString &at)
{
    return {.kind = MatchRule::Kind::Ignore, .at = at};
}

//! Returns the envelopes that the pointers of match rules start from.
QList<Json> answersIn(const Fixture &fixture)
{
    QList<Json> answers;
    if (!fixture.envelope.isAbsent())
        answers.append(fixture.envelope);
    for (const FixtureEvent &event : fixture.events)
        answers.append(event.envelope);
    return answers;
}

bool hasPlace(const Fixture &fixture, const QString &pointer)
{
    return std::ranges::any_of(answersIn(fixture),
        [&pointer](const Json &answer) { return !JsonPointer::resolve(answer, pointer).isAbsent(); });
}

Json originIn(const Fixture &fixture)
{
    const QList<Json> answers = answersIn(fixture);
    return answers.isEmpty() ? Json() : answers.constFirst().member("meta"_L1).member("source"_L1);
}

//! Ignores the origin of the answers, because the metadata depends on the protocol.
void ignoreOrigins(Fixture &first, Fixture &second)
{
    first.match.append(ignoring(u"/meta/operationId"_s));
    first.match.append(second.match);
    if (!(originIn(first) == originIn(second)))
        first.match.append(ignoring(u"/meta"_s));
    first.match.removeIf(
        [&](const MatchRule &rule) { return !hasPlace(first, rule.at) && !hasPlace(second, rule.at); });
    // The number of events in a given time is random.
    if (first.end == "time"_L1 && second.end == "time"_L1 && first.events.size() != second.events.size())
        first.match.append(ignoring(u"/count"_s));
    second.definitionHash = first.definitionHash; // two sources may describe an operation differently
}

//! Returns the operation of each source that the first positional names. Fails with ErrorKind::Usage.
Result<QList<OperationSpec>> comparedOperations(const SourceRun &run)
{
    const QString wanted = run.arguments.positionals.constFirst();
    QList<OperationSpec> specs;
    for (const QString &name : run.names) {
        const Result<OperationSpec> spec = run.operationNamed({name}, wanted);
        if (!spec)
            return std::unexpected(spec.error());
        specs.append(*spec);
    }
    const auto isStream = [](const OperationSpec &spec) { return spec.type == OperationType::Subscription; };
    if (isStream(specs[0]) != isStream(specs[1])) {
        const bool isFirst = isStream(specs[0]);
        return wrongUsage(u"%1 is a stream and %2 is not: they cannot be compared"_s.arg(
            visibleText(specs[isFirst ? 0 : 1].id.toString()),
            visibleText(specs[isFirst ? 1 : 0].id.toString())));
    }
    return specs;
}

//! Returns the answers of the sources. Fails with the first error that is not an answer of the peer.
Result<QList<Fixture>> comparedCalls(
    const SourceRun &run, const QList<OperationSpec> &specs, const Json &value)
{
    std::vector<std::unique_ptr<Invocation>> calls;
    QEventLoop loop;
    qsizetype running = specs.size();
    for (const OperationSpec &spec : specs) {
        InvokeOptions options;
        options.sendInvalid = run.sendsInvalid();
        calls.push_back(run.sessions.invoke(spec.id, value, options));
        Invocation *const call = calls.back().get();
        QObject::connect(&run.interrupt, &Interrupt::interrupted, call, &Invocation::cancel);
        QObject::connect(call, &Invocation::finished, &loop, [&] {
            if (--running == 0)
                loop.quit();
        });
    }
    loop.exec();
    QList<Fixture> answers;
    for (size_t i = 0; i < calls.size(); ++i) {
        const Result<Outcome> &result = calls[i]->result();
        const qint64 sentBytes = run.sessions.exchanges()->bytesOf(calls[i]->exchangeId()).first;
        if (!result && !RecordOutput::isAnswer(result.error(), sentBytes))
            return std::unexpected(result.error());
        const Recording recording =
            recordingOf(run.sessions, specs[qsizetype(i)].id, value, calls[i]->exchangeId());
        answers.append(recordedCall(recording, result, recordingSecrets(run.sessions, recording.origin.name))
                .fixture.fixture);
    }
    return answers;
}

//! Returns the streams of the sources. Fails with the first error that is not an answer of the peer.
Result<QList<Fixture>> comparedStreams(
    const SourceRun &run, const QList<OperationSpec> &specs, const Json &value, const StreamEnd &until)
{
    std::vector<std::unique_ptr<StreamTake>> takes;
    QEventLoop loop;
    qsizetype running = specs.size();
    for (const OperationSpec &spec : specs) {
        InvokeOptions options;
        options.sendInvalid = run.sendsInvalid();
        takes.push_back(std::make_unique<StreamTake>(
            run.sessions.subscribe(spec.id, value, options), until, run.interrupt));
        QObject::connect(takes.back().get(), &StreamTake::finished, &loop, [&] {
            if (--running == 0)
                loop.quit();
        });
    }
    loop.exec();
    QList<Fixture> answers;
    for (const auto &take : takes) {
        const QString &id = take->subscription().exchangeId();
        const std::optional<Error> failure = failureOf(take->subscription(), take->end());
        if (failure && !RecordOutput::isAnswer(*failure, run.sessions.exchanges()->bytesOf(id).first))
            return std::unexpected(*failure);
        const Recording recording = recordingOf(run.sessions, take->subscription().operation(), value, id);
        answers.append(recordedStream(recording, take->events(), take->end(), take->error(),
            recordingSecrets(run.sessions, recording.origin.name))
                .fixture.fixture);
    }
    if (answers[0].events.size() != answers[1].events.size()) {
        run.output.note(
            u"received %1 and %2 events"_s.arg(answers[0].events.size()).arg(answers[1].events.size()));
    }
    return answers;
}

//! Prints the differences of two fixtures according to the rules of the first, and returns the exit code.
int showComparison(
    const Fixture &a, const Fixture &b, const Arguments &arguments, const Limits &limits, Output &output)
{
    const ComparedPair pair{{}, {}, a, b};
    if (arguments.has(u"text"_s))
        return showText(pair, limits, output);
    PairReport report(arguments, limits, output);
    if (const auto shown = report.show(pair, false); !shown)
        return output.fail(shown.error());
    return report.end(false);
}

using Verdict = VerificationResult::Outcome;

//! Returns the error of a run that compared no fixture, or nothing if it compared at least one.
std::optional<Error> nothingVerified(const VerificationReport &report, bool allowsMutations)
{
    if (report.unreached) {
        Error error = withSource(*report.unreached, report.source);
        error.message += u" No fixture was verified."_s;
        return error;
    }
    if (report.hasVerified())
        return {};
    const qsizetype mutations = std::ranges::count(
        report.results, QString(Verification::mutationReason), &VerificationResult::reason);
    const bool isOne = report.results.size() == 1;
    QString sentence = isOne ? u"No fixture was verified: the only one was skipped."_s
                             : u"No fixture was verified: all %1 were skipped."_s.arg(report.results.size());
    if (mutations > 0 && !allowsMutations) {
        const bool areAll = mutations == report.results.size();
        sentence += isOne ? u" It may change data; add --allow-mutations to call it."_s
                          : u" %1 may change data; add --allow-mutations to call them."_s.arg(
                                areAll ? u"They"_s : QString::number(mutations));
    }
    return Error{ErrorKind::Validation, u"verify.nothing"_s, sentence};
}

void print(const VerificationReport &report, bool isVerbose, Output &output)
{
    for (const VerificationResult &result : report.results) {
        if (result.outcome == Verdict::Passed && !isVerbose && result.remarks.isEmpty())
            continue;
        const QString outcome(outcomeName(result.outcome));
        const QString took = result.durationMs < 0 ? QString() : u" (%1 ms)"_s.arg(result.durationMs);
        const QString reason = result.reason.isEmpty() ? QString() : QString(u": "_s + result.reason);
        output.line(visibleText(u"%1  %2%3%4"_s.arg(outcome.leftJustified(7), result.fixture, took, reason)));
        if (result.hasChangedDefinition()) {
            const QString accepted = result.definitionAccepted ? u" (accepted)"_s : QString();
            const QStringList changes = toStrings(result.definitionChanges);
            if (changes.isEmpty()) {
                output.line(
                    u"  its definition changed%1: it is now sha256:%2, and the recorded definition is not available"_s
                        .arg(accepted, QString::fromLatin1(result.definitionIs)));
            } else if (changes.size() == 1) {
                output.line(u"  its definition changed%1: %2"_s.arg(accepted, changes.constFirst()));
            } else {
                output.line(u"  its definition changed%1:"_s.arg(accepted));
                for (const QString &change : changes)
                    output.line(QString(u"    "_s + change));
            }
        }
        showDifferences(output, result.differences, result.differencesNotShown, u"  "_s);
        for (const QString &remark : result.remarks)
            output.line(u"  note: "_s + visibleText(remark));
    }
}

} // namespace

int runCompare(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    if (arguments.has(u"source"_s) || !arguments.childCommand.isEmpty())
        return runOverSources(context, runCompareSources);
    if (arguments.positionals.size() != 2)
        return output.fail(
            usageError(u"compare needs two files, two folders, or --source twice and an OPERATION"_s));
    const QString a = arguments.positionals.at(0);
    const QString b = arguments.positionals.at(1);
    const bool areFolders = QFileInfo(a).isDir();
    if (areFolders != QFileInfo(b).isDir())
        return output.fail(usageError(u"a file and a folder cannot be compared"_s));
    const bool writes = arguments.has(u"write"_s);
    if (writes && !arguments.has(u"suggest"_s))
        return output.fail(usageError(u"--write needs --suggest"_s));
    if (areFolders && arguments.has(u"text"_s))
        return output.fail(usageError(u"--text applies only to two files"_s));
    const Result<QList<ComparedPair>> pairs =
        areFolders ? pairedFolders(a, b, limits, output) : pairedFiles(a, b, limits);
    if (!pairs)
        return output.fail(pairs.error());
    if (pairs->isEmpty()) {
        return output.fail(Error{ErrorKind::Validation, u"compare.nothing"_s,
            u"Nothing was compared: neither \"%1\" nor \"%2\" has a fixture that can be read."_s.arg(a, b)});
    }
    if (!areFolders && arguments.has(u"text"_s))
        return showText(pairs->constFirst(), limits, output);
    if (writes && !areFolders && pairs->constFirst().a.operation.isEmpty())
        return output.fail(usageError(u"--write adds rules to a fixture; \"%1\" is not one"_s.arg(a)));
    PairReport report(arguments, limits, output);
    const FixtureFolder folder(areFolders ? a : QFileInfo(a).path(), limits);
    for (const ComparedPair &pair : *pairs) {
        const Result<QList<MatchRule>> rules = report.show(pair, areFolders);
        if (!rules)
            return output.fail(rules.error());
        const bool isPair = !areFolders || (!pair.file.isEmpty() && !pair.other.isEmpty());
        if (!writes || !isPair || *rules == pair.a.match)
            continue;
        const QString file = areFolders ? pair.file : QFileInfo(a).fileName();
        if (const Result<void> written = folder.setRules(file, *rules); !written)
            return output.fail(written.error());
        output.note(u"wrote %1 rules to %2"_s.arg(QString::number(rules->size()), file));
    }
    return report.end(areFolders);
}

int runCompareSources(const SourceRun &run)
{
    const Result<QList<OperationSpec>> specs = comparedOperations(run);
    if (!specs)
        return run.output.fail(specs.error());
    const Result<StreamEnd> until = streamEnd(run.arguments);
    if (!until)
        return run.output.fail(until.error());
    const bool areStreams = specs->constFirst().type == OperationType::Subscription;
    if (areStreams != until->isBounded()) {
        const QString problem = areStreams ? u"%1 is a stream: limit it with --count N or --for DURATION"_s
                                           : u"--count and --for apply only to streams; %1 is not one"_s;
        return run.output.fail(usageError(problem.arg(visibleText(specs->constFirst().id.toString()))));
    }
    for (const OperationSpec &spec : *specs) {
        if (const Result<void> accepted = run.acceptDefinition(spec); !accepted)
            return run.output.fail(accepted.error());
    }
    const Result<Json> value = run.input(specs->constFirst());
    if (!value)
        return run.output.fail(value.error());
    Result<QList<Fixture>> answers =
        areStreams ? comparedStreams(run, *specs, *value, *until) : comparedCalls(run, *specs, *value);
    if (run.interrupt.happened())
        return run.output.interrupted();
    if (!answers)
        return run.output.fail(answers.error());
    Fixture &first = (*answers)[0];
    Fixture &second = (*answers)[1];
    ignoreOrigins(first, second);
    return showComparison(first, second, run.arguments, run.sessions.limits(), run.output);
}

int runVerify(const SourceRun &run)
{
    if (run.names.size() != 1)
        return run.output.fail(usageError(u"verify needs one source, not %1"_s.arg(run.names.size())));
    const Result<QStringList> accepted = acceptedDefinitions(run.arguments);
    if (!accepted)
        return run.output.fail(accepted.error());
    const QString folder = run.arguments.positionals.constFirst();
    const Result<FixtureListing> listing = FixtureFolder(folder, run.sessions.limits()).read();
    if (!listing)
        return run.output.fail(listing.error());
    if (listing->fixtures.isEmpty() && listing->problems.isEmpty())
        return run.output.fail(usageError(u"there are no fixtures in \"%1\""_s.arg(folder)));
    VerificationOptions options{
        .allowMutations = run.arguments.has(u"allow-mutations"_s), .acceptedDefinitions = *accepted};
    for (const StoredFixture &stored : listing->fixtures) {
        for (const QString &name : secretsIn(stored.fixture.input)) {
            if (options.secrets.contains(name))
                continue;
            if (const std::optional<QString> secret = run.secretOf(name))
                options.secrets.insert(name, *secret);
        }
    }
    if (run.interrupt.happened())
        return run.output.interrupted();

    QElapsedTimer clock;
    clock.start();
    Verification verification(&run.sessions, run.names.constFirst(), *listing, options);
    QEventLoop loop;
    QObject::connect(&verification, &Verification::finished, &loop, &QEventLoop::quit);
    QObject::connect(&run.interrupt, &Interrupt::interrupted, &verification, &Verification::cancel);
    QObject::connect(&verification, &Verification::progressed, &loop,
        [&run](qsizetype done, qsizetype total, const QString &fixture) {
            run.output.progress(
                u"%1 of %2: %3"_s.arg(QString::number(done), QString::number(total), fixture));
        });
    verification.start();
    loop.exec();
    const VerificationReport &report = verification.report();
    if (run.arguments.has(u"junit"_s)) {
        if (const Result<void> written =
                writeFileAtomically(run.arguments.value(u"junit"_s), toJUnit(report));
            !written)
            return run.output.fail(written.error());
    }
    const QStringList newDefinitions = report.newDefinitions();
    const std::optional<Error> nothing = nothingVerified(report, options.allowMutations);
    if (report.unreached && !run.interrupt.happened())
        return run.output.fail(*nothing);
    if (run.output.isJson()) {
        run.output.json(Workbench::toJson(report));
    } else {
        print(report, run.arguments.has(u"verbose"_s), run.output);
        run.output.line(u"%1 passed, %2 failed, %3 changed, %4 skipped, in %5 s"_s.arg(
            QString::number(report.count(Verdict::Passed)), QString::number(report.count(Verdict::Failed)),
            QString::number(report.count(Verdict::Changed)), QString::number(report.count(Verdict::Skipped)),
            QString::number(double(clock.elapsed()) / 1000, 'f', 1)));
        run.noteIdentity();
    }
    if (!newDefinitions.isEmpty())
        run.output.note(u"Definitions changed. If that is expected, add --accept-definitions %1"_s.arg(
            newDefinitions.join(u',')));
    if (run.interrupt.happened())
        return ExitCode::Interrupted;
    if (nothing)
        return run.output.fail(*nothing);
    const bool hasRemarks = std::ranges::any_of(report.results, [](const VerificationResult &result) {
        return !result.remarks.isEmpty() || result.outcome == Verdict::Skipped;
    });
    if (report.count(Verdict::Failed) > 0 || (run.arguments.has(u"strict"_s) && hasRemarks))
        return ExitCode::Validation;
    return newDefinitions.isEmpty() ? ExitCode::Ok : ExitCode::Trust;
}

} // namespace Workbench::Cli
