// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixtureplay.h"
#include "core/fixture/fixturereplay.h"
#include "core/serving/mock/mockfault.h"

namespace Workbench {

//! How one call is answered.
struct MockTurn {
    std::shared_ptr<const Fixture> fixture; //!< never null
    std::chrono::milliseconds wait{0}; //!< before the answer, or before a stream begins
    std::optional<QString> error{}; //!< an error on demand: its code, which may be empty
    bool drops = false;
    std::optional<qint64> breaksAt{}; //!< bytes of an answer, items of a stream; -1: half
    //! Of \a size, where it breaks; \a size when it does not.
    qint64 extentOf(qint64 size) const;
};

//! What every mock server has in common: which recording answers, when, and what goes wrong on demand. GUI
//! thread.
class MockPlayer {
public:
    struct Options {
        ReplaySpeed speed{};
        QList<MockFault> faults{};
    };
    MockPlayer(FixtureListing listing, Options options);

    const FixtureReplay &replay() const { return m_replay; }
    ReplaySpeed speed() const { return m_options.speed; }

    Result<MockTurn> turn(const QString &operation, const Json &input);
    Result<MockTurn> turn(const FixtureRequest &request);
    //! The stream of a turn, its faults included.
    std::unique_ptr<FixtureStream> streamOf(const MockTurn &turn, const std::stop_token &cancellation) const;

private:
    MockTurn turnOf(const std::shared_ptr<const Fixture> &fixture);

    FixtureReplay m_replay;
    Options m_options;
    QHash<QString, qint64> m_calls; //!< by operation
};

} // namespace Workbench
