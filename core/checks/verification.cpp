// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/verification.h"

#include "core/checks/junit.h"
#include "core/checks/recorder.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"

#include <QTimer>
#include <QtConcurrentRun>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Verdict = VerificationResult::Outcome;

constexpr qsizetype longestValue = 200; // characters of a value in a line of the JUnit report
constexpr qsizetype mostDefinitionChanges = 20; // in the report
constexpr qsizetype mostEvents = 100'000; // of a stream without a limit in its rules
constexpr auto cancelledReason = "It was cancelled."_L1;

//! Returns whether a call that failed with \a error did not reach the program of the server.
bool isUnreached(const Error &error)
{
    static const QStringList reached{u"http.cut"_s, u"http.reset"_s, u"http.noAnswer"_s};
    return error.kind == ErrorKind::Closed || error.code == "http.connectDeadline"_L1
        || (error.kind == ErrorKind::Network && !reached.contains(error.code));
}

QString withoutPrefix(const QString &hash)
{
    return hash.startsWith("sha256:"_L1) ? hash.sliced(7) : hash;
}

Json prefixedHash(const QByteArray &hash)
{
    return Json::string(QString(u"sha256:"_s + QString::fromLatin1(hash)));
}

Json definitionJson(const VerificationResult &result)
{
    QList<Json> changes;
    for (const DefinitionDifference &change : result.definitionChanges.list) {
        changes.append(Json::object({{u"place"_s, Json::string(change.place)},
            {u"from"_s, textOrAbsent(change.from)}, {u"before"_s, change.before}, {u"now"_s, change.now}}));
    }
    const qsizetype more = result.definitionChanges.more;
    return Json::object(
        {{u"was"_s, prefixedHash(result.definitionWas)}, {u"is"_s, prefixedHash(result.definitionIs)},
            {u"accepted"_s, Json::boolean(result.definitionAccepted)}, {u"changes"_s, Json::array(changes)},
            {u"changesNotShown"_s, more == 0 ? Json() : Json::integer(more)}});
}

Json toJson(const VerificationResult &result)
{
    return Json::object({
        {u"fixture"_s, Json::string(result.fixture)},
        {u"operation"_s, textOrAbsent(result.operation)},
        {u"outcome"_s, Json::string(QString(outcomeName(result.outcome)))},
        {u"reason"_s, textOrAbsent(result.reason)},
        {u"durationMs"_s, result.durationMs < 0 ? Json() : Json::integer(result.durationMs)},
        {u"definition"_s, result.hasChangedDefinition() ? definitionJson(result) : Json()},
        {u"differences"_s, arrayOf(result.differences)},
        {u"differencesNotShown"_s,
            result.differencesNotShown == 0 ? Json() : Json::integer(result.differencesNotShown)},
        {u"remarks"_s, result.remarks.isEmpty() ? Json() : textArray(result.remarks)},
    });
}

QString shortened(const Json &value)
{
    const QString text = value.isAbsent() ? u"nothing"_s : QString::fromUtf8(value.toBytes());
    return text.size() <= longestValue ? text : QString(text.first(longestValue) + u'…');
}

QString lineOf(const FixtureDifference &difference)
{
    const QString place = difference.pointer.isEmpty() ? u"(root)"_s : difference.pointer;
    const QString from = difference.from.isEmpty() ? QString() : QString(u" from "_s + difference.from);
    return u"%1 %2%3: expected %4, got %5"_s.arg(differenceKindName(difference.kind), place, from,
        shortened(difference.expected), shortened(difference.actual));
}

JUnitCase junitCase(const VerificationResult &result)
{
    JUnitCase one{.name = result.fixture, .durationMs = result.durationMs};
    if (result.outcome == Verdict::Failed) {
        QStringList lines;
        for (const FixtureDifference &difference : result.differences)
            lines.append(lineOf(difference));
        if (result.differencesNotShown > 0)
            lines.append(u"and %1 more"_s.arg(result.differencesNotShown));
        one.failures.append({u"answer"_s,
            !result.reason.isEmpty() ? result.reason : lines.value(0, u"another answer"_s), lines});
    }
    if (result.hasChangedDefinition() && !result.definitionAccepted) {
        one.failures.append({u"definition"_s,
            u"The definition of \"%1\" changed; it is now sha256:%2."_s.arg(
                result.operation, QString::fromLatin1(result.definitionIs)),
            toStrings(result.definitionChanges)});
    }
    one.isSkipped = result.outcome == Verdict::Skipped;
    one.reason = result.reason;
    one.output = result.remarks;
    return one;
}

} // namespace

//! A running call or stream.
struct Verification::Call {
    qsizetype index; // in the report
    Recording recording;
    std::unique_ptr<Invocation> invocation{};
    std::unique_ptr<Subscription> subscription{};
    QList<FixtureEvent> events{};
    qsizetype mostMore = 0; // the number of additional events that its rules allow
    std::unique_ptr<QTimer> timer{};
    bool isTaken = false; // later results are ignored
};

//! An answer, to be compared on a worker.
struct Verification::Answer {
    Fixture recorded;
    std::optional<FixtureDefinition> definition{}; // the recorded definition, if it is available
    Recording recording;
    std::optional<Result<Outcome>> result{}; // of a call; nothing for a stream
    QList<FixtureEvent> events{};
    QString end{};
    std::optional<Error> error{};
    KnownSecrets secrets{};
    Limits limits{};
    std::stop_token stop{};
};

struct Verification::Compared {
    Result<FixtureComparison> comparison{};
    Fixture actual{};
    std::optional<DefinitionDifferences> definition{}; // nothing if it did not change
};

std::optional<DefinitionDifferences> Verification::changedDefinition(
    const Answer &answer, const QByteArray &hash)
{
    const QByteArray &was = answer.recorded.definitionHash;
    if (was.isEmpty() || hash.isEmpty() || was == hash)
        return {};
    if (!answer.definition)
        return DefinitionDifferences();
    OperationSpec spec = answer.recording.spec;
    if (!spec.definition.isAbsent())
        spec.deferred.reset(); // the definition does not need it
    const WholeDefinition before = wholeDefinition(answer.definition->spec);
    WholeDefinition after = wholeDefinition(redactDefinition({spec}, answer.secrets).spec);
    // Earlier recordings contain only the Operation Object.
    const bool isAlone = after.root.hasMember("pathItem"_L1) && !before.root.hasMember("pathItem"_L1);
    if (isAlone) {
        for (const auto *member : {u"method", u"path", u"pathItem", u"document"})
            after.root = withoutMember(after.root, member);
        after.references.clear();
    }
    const DefinitionDifferences found = definitionDifferences(before, after, mostDefinitionChanges);
    if (isAlone && found.list.isEmpty())
        return {};
    return found;
}

Verification::Verification(Sessions *sessions, QString source, const FixtureListing &fixtures,
    VerificationOptions options, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_fixtures(fixtures.fixtures)
    , m_definitions(fixtures.definitions)
    , m_options(std::move(options))
{
    m_report.source = std::move(source);
    QHash<QByteArray, qsizetype> firsts;
    for (const StoredFixture &stored : std::as_const(m_fixtures)) {
        const qsizetype index = m_report.results.size();
        const QByteArray call = stored.fixture.operation.toUtf8() + '\n' + stored.fixture.input.toBytes();
        if (!firsts.contains(call))
            firsts.insert(call, index);
        m_firsts.append(firsts.value(call));
        m_waiting.append(index);
        m_report.results.append({.fixture = stored.file,
            .operation = stored.fixture.operation,
            .reason = u"It was not called."_s});
    }
    for (const FixtureProblem &problem : fixtures.problems) {
        m_report.results.append({.fixture = problem.file,
            .operation = {},
            .outcome = problem.isNewer ? Verdict::Skipped : Verdict::Failed,
            .reason = problem.error.message});
    }
    for (QString &hash : m_options.acceptedDefinitions)
        hash = withoutPrefix(hash);
}

Verification::~Verification()
{
    m_stop.request_stop();
}

void Verification::start()
{
    for (const auto &[name, value] : m_options.secrets.asKeyValueRange())
        m_sessions->exchanges()->hideSecret(value.toUtf8(), name);
    for (const auto &spec : m_sessions->operationList(m_report.source))
        m_operations.insert(spec->id.name, spec);
    m_settled = m_report.results.size() - m_waiting.size();
    callNext();
}

bool Verification::takeUnreached(Call &call, const Error *error)
{
    const Json &recorded = m_fixtures.at(call.index).fixture.error;
    const bool wasUnreached = !recorded.isAbsent() && isUnreached(errorFromFixture(recorded));
    if (!error || !isUnreached(*error) || wasUnreached) {
        m_hasReached = true;
        return false;
    }
    if (!m_unreached)
        m_unreached = *error;
    const qsizetype index = call.index;
    m_report.results[index].outcome = Verdict::Failed;
    m_report.results[index].reason = error->message;
    drop(call);
    settle(index);
    callNext();
    return true;
}

void Verification::skipWaiting(const QString &reason)
{
    for (const qsizetype index : std::as_const(m_waiting))
        m_report.results[index].reason = reason;
    m_waiting.clear();
}

void Verification::callNext()
{
    const bool mayBeUnreachable = m_unreached && !m_hasReached;
    if (mayBeUnreachable && m_calls.empty()) {
        m_report.unreached = m_unreached;
        const QList<qsizetype> rest = m_waiting;
        skipWaiting(u"The server was not reached."_s);
        for (const qsizetype index : rest)
            settle(index);
    }
    while (!mayBeUnreachable && m_sessions && !m_waiting.isEmpty()
        && qsizetype(m_calls.size()) + m_comparing < m_sessions->limits().fixtureParallel) {
        const auto next =
            std::ranges::find_if(m_waiting, [this](qsizetype index) { return !isRunning(index); });
        if (next == m_waiting.end())
            break;
        const qsizetype index = *next;
        m_waiting.erase(next);
        if (const QString reason = begin(index); !reason.isEmpty()) {
            m_report.results[index].reason = reason;
            settle(index);
        }
    }
    if (m_calls.empty() && m_comparing == 0)
        QTimer::singleShot(0, this, &Verification::finish);
}

bool Verification::isRunning(qsizetype index) const
{
    return std::ranges::any_of(
        m_calls, [&](const auto &call) { return m_firsts.at(call->index) == m_firsts.at(index); });
}

QString Verification::begin(qsizetype index)
{
    const Fixture &fixture = m_fixtures.at(index).fixture;
    const std::shared_ptr<const OperationSpec> spec = m_operations.value(fixture.operation);
    if (!spec) {
        m_report.results[index].outcome = Verdict::Failed;
        return u"The source no longer has an operation \"%1\"."_s.arg(fixture.operation);
    }
    const bool isOnlyStream = spec->type == OperationType::Subscription;
    if (fixture.isStream() ? !isOnlyStream && !isStreamToo(*spec) : isOnlyStream) {
        m_report.results[index].outcome = Verdict::Failed;
        return fixture.isStream() ? u"The operation is no longer a stream."_s
                                  : u"The operation is now a stream."_s;
    }
    if (!fixture.isStream() && mayChangeSomething(*spec) && !m_options.allowMutations)
        return beginSkip(index, *spec, mutationReason);
    QStringList missing = secretsIn(fixture.input);
    missing.removeIf([this](const QString &name) { return m_options.secrets.contains(name); });
    if (!missing.isEmpty()) {
        return beginSkip(index, *spec,
            missing.size() == 1 ? u"The secret %1 is missing."_s.arg(missing.constFirst())
                                : u"The secrets %1 are missing."_s.arg(missing.join(u", "_s)));
    }
    const Json input = withSecrets(fixture.input, m_options.secrets);
    auto call = std::make_unique<Call>(Call{.index = index, .recording = {}});
    call->recording.origin = fixtureOriginOf(*m_sessions, m_report.source);
    call->recording.spec = *spec;
    call->recording.input = fixture.input;
    call->recording.startedAt = QDateTime::currentDateTimeUtc();
    Call *const started = call.get();
    m_calls.push_back(std::move(call));
    InvokeOptions options;
    options.timeout = m_options.timeout;
    options.sendInvalid = true; // the recorded input is sent unchanged
    options.despiteChangedDefinition = true; // the report contains the change
    if (fixture.isStream()) {
        beginStream(*started, spec->id, input, options);
        return {};
    }
    started->invocation = m_sessions->invoke(spec->id, input, options);
    connect(
        started->invocation.get(), &Invocation::finished, this, [this, started] { takeResult(*started); });
    return {};
}

QString Verification::beginSkip(qsizetype index, const OperationSpec &spec, const QString &reason)
{
    if (m_fixtures.at(index).fixture.definitionHash.isEmpty())
        return reason;
    Answer answer{.recorded = m_fixtures.at(index).fixture,
        .definition = recordedDefinition(index),
        .recording = {},
        .secrets = recordingSecrets(*m_sessions, m_report.source)};
    answer.recording.spec = spec;
    ++m_comparing;
    skip(this, index, reason, std::move(answer));
    return {};
}

void Verification::beginStream(
    Call &call, const OperationId &operation, const Json &input, const InvokeOptions &options)
{
    const Fixture &recorded = m_fixtures.at(call.index).fixture;
    Call *const started = &call;
    call.mostMore = allowedEvents(recorded, m_sessions->limits()).value_or(mostEvents);
    call.subscription = m_sessions->subscribe(operation, input, options);
    connect(call.subscription.get(), &Subscription::itemsChanged, this,
        [this, started](qsizetype added) { takeItems(*started, added); });
    connect(call.subscription.get(), &Subscription::ended, this, [this, started](EndReason reason) {
        const Error &error = started->subscription->endError();
        takeStream(*started, endName(reason),
            reason == EndReason::Error ? std::optional(error) : std::optional<Error>());
    });
    // A stream without recorded events is watched for its recorded time. Other streams may be slower than
    // before.
    const bool showedNothing = recorded.events.isEmpty() && recorded.isCutShort();
    const std::chrono::milliseconds patience =
        m_options.timeout.value_or(std::chrono::milliseconds(m_sessions->limits().requestTimeoutMs));
    call.timer = std::make_unique<QTimer>();
    call.timer->setSingleShot(true);
    connect(call.timer.get(), &QTimer::timeout, this, [this, started, showedNothing] {
        const Fixture &fixture = m_fixtures.at(started->index).fixture;
        takeStream(*started, showedNothing ? fixture.end : u"time"_s, {});
    });
    call.timer->start(std::chrono::milliseconds(recorded.durationMs)
        + (showedNothing ? std::chrono::milliseconds(0) : patience));
}

void Verification::takeItems(Call &call, qsizetype added)
{
    const Fixture &recorded = m_fixtures.at(call.index).fixture;
    // If the stream ended by itself, one event more than recorded or than its rules allow is a difference.
    const qsizetype wanted = recorded.events.size() + (recorded.isCutShort() ? 0 : call.mostMore + 1);
    const Subscription &items = *call.subscription;
    for (qsizetype i = items.count() - added;
        i < items.count() && call.events.size() < std::max(wanted, qsizetype(1)); ++i)
        call.events.append(fixtureEventOf(items.at(i)));
    if (call.events.size() >= std::max(wanted, qsizetype(1)))
        takeStream(call, wanted > 0 && recorded.isCutShort() ? recorded.end : u"count"_s, {});
}

bool Verification::takeEnd(Call &call, qint64 durationMs, const Error *error)
{
    if (std::exchange(call.isTaken, true))
        return false;
    const qsizetype index = call.index;
    m_report.results[index].durationMs = durationMs;
    call.recording.durationMs = durationMs;
    if (!m_stop.stop_requested())
        return !takeUnreached(call, error);
    m_report.results[index].reason = cancelledReason;
    drop(call);
    settle(index);
    callNext();
    return false;
}

void Verification::takeResult(Call &call)
{
    const Result<Outcome> &result = call.invocation->result();
    if (!takeEnd(call, call.invocation->durationMs(), result ? nullptr : &result.error()))
        return;
    if (const Frame *const frame = m_sessions && call.recording.spec.meta.hasMember("method"_L1)
            ? lastAnswer(*m_sessions->exchanges(), call.invocation->exchangeId())
            : nullptr)
        call.recording.body = frame->bytes;
    Q_EMIT answered(call.recording, *call.invocation);
    Answer answer;
    answer.result = result;
    compareAnswer(call, std::move(answer));
}

void Verification::takeStream(Call &call, const QString &end, const std::optional<Error> &error)
{
    const qint64 durationMs = call.recording.startedAt.msecsTo(QDateTime::currentDateTimeUtc());
    if (!takeEnd(call, durationMs, error && call.events.isEmpty() ? &*error : nullptr))
        return;
    Answer answer;
    answer.events = call.events;
    answer.end = end;
    answer.error = error;
    compareAnswer(call, std::move(answer));
}

void Verification::compareAnswer(Call &call, Answer answer)
{
    const qsizetype index = call.index;
    answer.recorded = m_fixtures.at(index).fixture;
    answer.definition = recordedDefinition(index);
    answer.recording = call.recording;
    answer.stop = m_stop.get_token();
    if (m_sessions) {
        answer.secrets = recordingSecrets(*m_sessions, m_report.source);
        answer.limits = m_sessions->limits();
    }
    drop(call);
    ++m_comparing;
    compare(this, index, std::move(answer));
}

std::optional<FixtureDefinition> Verification::recordedDefinition(qsizetype index) const
{
    const auto definition = m_definitions.constFind(m_fixtures.at(index).fixture.definitionHash);
    return definition == m_definitions.cend() ? std::nullopt : std::optional(*definition);
}

void Verification::drop(Call &call)
{
    const auto place =
        std::ranges::find_if(m_calls, [&call](const auto &each) { return each.get() == &call; });
    std::unique_ptr<Call> gone = std::move(*place);
    m_calls.erase(place);
    // One of these objects may be emitting its signal.
    const auto release = [this](QObject *object) {
        object->disconnect(this);
        object->deleteLater();
    };
    if (gone->invocation)
        release(gone->invocation.release());
    if (gone->subscription)
        release(gone->subscription.release());
    if (gone->timer)
        release(gone->timer.release());
}

Task<void> Verification::compare(QPointer<Verification> self, qsizetype index, Answer answer)
{
    const Compared compared = co_await QtConcurrent::run([answer = std::move(answer)] {
        const Fixture fresh = answer.result
            ? fixtureOfCall(answer.recording, *answer.result)
            : fixtureOfStream(answer.recording, answer.events, answer.end, answer.error);
        const Fixture actual = redactFixture(fresh, answer.secrets).fixture;
        return Compared{compareFixtures(answer.recorded, actual, answer.limits, answer.stop), actual,
            changedDefinition(answer, actual.definitionHash)};
    });
    if (self)
        self->take(index, compared);
}

Task<void> Verification::skip(QPointer<Verification> self, qsizetype index, QString reason, Answer answer)
{
    const auto [changes, hash] = co_await QtConcurrent::run([answer = std::move(answer)] {
        const QByteArray now = definitionHash(answer.recording.spec).toHex();
        return std::pair(changedDefinition(answer, now), now);
    });
    if (!self)
        co_return;
    --self->m_comparing;
    VerificationResult &result = self->m_report.results[index];
    result.reason = reason;
    self->takeDefinition(index, changes, hash);
    if (result.hasChangedDefinition() && !result.definitionAccepted)
        result.outcome = Verdict::Changed;
    self->settle(index);
    self->callNext();
}

void Verification::takeDefinition(
    qsizetype index, const std::optional<DefinitionDifferences> &changes, const QByteArray &hash)
{
    if (!changes)
        return;
    VerificationResult &result = m_report.results[index];
    result.definitionChanges = *changes;
    result.definitionWas = m_fixtures.at(index).fixture.definitionHash;
    result.definitionIs = hash;
    result.definitionAccepted = m_options.acceptedDefinitions.contains(QString::fromLatin1(hash));
}

void Verification::take(qsizetype index, const Compared &compared)
{
    --m_comparing;
    VerificationResult &result = m_report.results[index];
    result.reason.clear();
    if (!compared.comparison) {
        const bool isCancelled = compared.comparison.error().kind == ErrorKind::Cancelled;
        result.outcome = isCancelled ? Verdict::Skipped : Verdict::Failed;
        result.reason = isCancelled ? QString(cancelledReason) : compared.comparison.error().message;
    } else {
        const Fixture &recorded = m_fixtures.at(index).fixture;
        result.differences = compared.comparison->differences;
        result.differencesNotShown = compared.comparison->differencesNotShown;
        result.remarks = compared.comparison->remarks;
        takeDefinition(index, compared.definition, compared.actual.definitionHash);
        const bool isNewDefinition = result.hasChangedDefinition() && !result.definitionAccepted;
        result.outcome = !compared.comparison->isSame() ? Verdict::Failed
            : isNewDefinition                           ? Verdict::Changed
                                                        : Verdict::Passed;
        if (result.outcome == Verdict::Failed) {
            result.actual = std::make_shared<const Fixture>(compared.actual);
            if (recorded.error.isAbsent())
                result.reason = compared.actual.error.member("message"_L1).toString();
        }
    }
    settle(index);
    callNext();
}

void Verification::settle(qsizetype index)
{
    ++m_settled;
    Q_EMIT settled(index);
    Q_EMIT progressed(m_settled, m_report.results.size(), m_report.results.at(index).fixture);
}

void Verification::cancel()
{
    m_stop.request_stop();
    skipWaiting(cancelledReason);
    for (const auto &call : m_calls) {
        if (call->invocation)
            call->invocation->cancel();
        else
            call->subscription->cancel();
    }
}

void Verification::finish()
{
    if (!std::exchange(m_isFinished, true))
        Q_EMIT finished();
}

QLatin1StringView outcomeName(VerificationResult::Outcome outcome)
{
    static constexpr std::array names{"passed"_L1, "failed"_L1, "changed"_L1, "skipped"_L1};
    return names.at(size_t(outcome)); // in the order of Verdict
}

bool VerificationReport::hasVerified() const
{
    return !unreached && std::ranges::any_of(results, [](const VerificationResult &result) {
        return result.outcome != Verdict::Skipped;
    });
}

qsizetype VerificationReport::count(VerificationResult::Outcome outcome) const
{
    return std::ranges::count(results, outcome, &VerificationResult::outcome);
}

QStringList VerificationReport::newDefinitions() const
{
    QStringList hashes;
    for (const VerificationResult &result : results) {
        if (result.hasChangedDefinition() && !result.definitionAccepted)
            hashes.append(prefixedHash(result.definitionIs).toString());
    }
    hashes.removeDuplicates();
    return hashes;
}

Json toJson(const FixtureDifference &difference)
{
    return Json::object({
        {u"pointer"_s, Json::string(difference.pointer)},
        {u"kind"_s, Json::string(QString(differenceKindName(difference.kind)))},
        {u"from"_s, textOrAbsent(difference.from)},
        {u"expected"_s, difference.expected},
        {u"actual"_s, difference.actual},
    });
}

Json toJson(const VerificationReport &report)
{
    QList<Json> results;
    for (const VerificationResult &result : report.results)
        results.append(toJson(result));
    return Json::object({
        {u"passed"_s, Json::integer(report.count(Verdict::Passed))},
        {u"failed"_s, Json::integer(report.count(Verdict::Failed))},
        {u"changed"_s, Json::integer(report.count(Verdict::Changed))},
        {u"skipped"_s, Json::integer(report.count(Verdict::Skipped))},
        {u"results"_s, Json::array(results)},
    });
}

QByteArray toJUnit(const VerificationReport &report)
{
    QList<JUnitCase> cases;
    for (const VerificationResult &result : report.results)
        cases.append(junitCase(result));
    return toJUnit(report.source, cases);
}

} // namespace Workbench

#include "moc_verification.cpp"
