// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/mockplayer.h"

namespace Workbench {

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

Result<MockTurn> MockPlayer::turn(const FixtureRequest &request)
{
    const Result<std::shared_ptr<const Fixture>> fixture = m_replay.answerTo(request);
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

} // namespace Workbench
