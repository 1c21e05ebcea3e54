// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/mockplayer.h"

#include "core/base/limits.h"

#include <QRegularExpression>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> badFault(const QString &sentence)
{
    return std::unexpected(Error{ErrorKind::Usage, u"mock.fault"_s, sentence});
}

//! Reads a duration in the form of the limits: "2s", "500ms".
std::optional<std::chrono::milliseconds> delayFrom(const QString &text)
{
    Limits limits;
    if (!setLimit(limits, u"request.timeout", text))
        return {};
    return std::chrono::milliseconds(limits.requestTimeoutMs);
}

Result<void> readValue(MockFault &fault, const QString &text, const QString &value)
{
    switch (fault.kind) {
    case MockFault::Kind::Delay: {
        const auto delay = delayFrom(value);
        if (!delay)
            return badFault(u"A delay needs a duration, for example delay=2s; got \"%1\"."_s.arg(text));
        fault.delay = *delay;
        return {};
    }
    case MockFault::Kind::Error: fault.code = value; return {};
    case MockFault::Kind::Drop:
        if (!value.isEmpty())
            return badFault(u"drop takes no value; got \"%1\"."_s.arg(text));
        return {};
    case MockFault::Kind::Truncate: break;
    }
    bool isNumber = true;
    if (!value.isEmpty())
        fault.extent = value.toLongLong(&isNumber);
    if (!isNumber || (!value.isEmpty() && fault.extent < 0))
        return badFault(u"truncate needs a number, for example truncate=100; got \"%1\"."_s.arg(text));
    return {};
}

} // namespace

qint64 MockTurn::extentOf(qint64 size) const
{
    if (!breaksAt)
        return size;
    return *breaksAt < 0 ? size / 2 : std::min(*breaksAt, size);
}

MockPlayer::MockPlayer(FixtureListing listing, Options options)
    : m_replay(std::move(listing))
    , m_options(std::move(options))
{
}

MockTurn MockPlayer::turnOf(const std::shared_ptr<const Fixture> &fixture)
{
    MockTurn turn;
    turn.fixture = fixture;
    if (!fixture->isStream())
        turn.wait = m_options.speed.paced(fixture->durationMs);
    const qint64 call = ++m_calls[fixture->operation];
    for (const MockFault &fault : std::as_const(m_options.faults)) {
        if (!fault.hits(fixture->operation, call))
            continue;
        switch (fault.kind) {
        case MockFault::Kind::Delay: turn.wait += fault.delay; break;
        case MockFault::Kind::Error: turn.error = fault.code; break;
        case MockFault::Kind::Drop: turn.drops = true; break;
        case MockFault::Kind::Truncate: turn.breaksAt = fault.extent; break;
        }
    }
    return turn;
}

Result<MockTurn> MockPlayer::turn(const QString &operation, const Json &input)
{
    const Result<std::shared_ptr<const Fixture>> fixture = m_replay.answerTo(operation, input);
    if (!fixture)
        return std::unexpected(fixture.error());
    return turnOf(*fixture);
}

Result<MockTurn> MockPlayer::turn(const FixtureRequest &request, bool wantsEvents)
{
    const Result<std::shared_ptr<const Fixture>> fixture = m_replay.answerTo(request, wantsEvents);
    if (!fixture)
        return std::unexpected(fixture.error());
    return turnOf(*fixture);
}

std::unique_ptr<FixtureStream> MockPlayer::streamOf(
    const MockTurn &turn, const std::stop_token &cancellation) const
{
    auto stream = std::make_unique<FixtureStream>(turn.fixture, m_options.speed, cancellation);
    stream->delayBy(turn.wait);
    if (turn.breaksAt)
        stream->breakAfter(turn.extentOf(turn.fixture->events.size()));
    return stream;
}

bool MockFault::hits(const QString &calledOperation, qint64 calledTimes) const
{
    if (!operation.isEmpty() && operation != calledOperation)
        return false;
    return call == 0 || calledTimes == call || (andLater && calledTimes > call);
}

Result<MockFault> mockFaultFromText(const QString &text)
{
    struct Word {
        QLatin1StringView name;
        MockFault::Kind kind;
    };
    static constexpr Word words[] = {{"delay"_L1, MockFault::Kind::Delay},
        {"error"_L1, MockFault::Kind::Error}, {"drop"_L1, MockFault::Kind::Drop},
        {"truncate"_L1, MockFault::Kind::Truncate}};
    // Names of operations may contain colons and at signs, so only the last @N is the number of the call.
    static const QRegularExpression grammar(
        u"\\A([a-z]+)(?:=([^:@]*))?(?::(.+?))?(?:@([1-9][0-9]{0,8})(\\+?))?\\z"_s,
        QRegularExpression::DotMatchesEverythingOption);
    const QRegularExpressionMatch match = grammar.match(text);
    const auto word = std::ranges::find(words, match.captured(1), &Word::name);
    if (!match.hasMatch() || word == std::end(words)) {
        return badFault(
            u"Expected delay=DURATION, error[=CODE], drop or truncate[=N], then [:OPERATION][@N[+]]; got \"%1\"."_s
                .arg(text));
    }
    MockFault fault;
    fault.kind = word->kind;
    fault.operation = match.captured(3);
    fault.call = match.captured(4).toLongLong();
    fault.andLater = !match.captured(5).isEmpty();
    if (const Result<void> read = readValue(fault, text, match.captured(2)); !read)
        return std::unexpected(read.error());
    return fault;
}

} // namespace Workbench
