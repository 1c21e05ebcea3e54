// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/fixture/fixtureplay.h"
#include "core/fixture/fixturereplay.h"

#include <chrono>

namespace Workbench {

//! Something that goes wrong on purpose. Written KIND[=VALUE][:OPERATION][@N[+]]:
//!     delay=2s               waits before the answer
//!     error[=CODE]           an error in its place: of HTTP a status, else a code of the protocol
//!     drop                   the connection ends in its place
//!     truncate[=N]           the connection ends after N bytes of it, or N items of a stream; after half
//! OPERATION is the name it was recorded under (none: every one), @3 the third call of it alone, @3+ all from
//! the third on.
struct MockFault {
    enum class Kind : quint8 { Delay, Error, Drop, Truncate };
    Kind kind = Kind::Delay;
    std::chrono::milliseconds delay{0};
    QString code{}; //!< of Error; empty: the usual one
    qint64 extent = -1; //!< of Truncate; -1: half
    QString operation{}; //!< empty: every one
    qint64 call = 0; //!< counted from 1 for each operation; 0: each
    bool andLater = false;

    bool hits(const QString &calledOperation, qint64 calledTimes) const;
};

//! ErrorKind::Usage says what is wrong with \a text.
Result<MockFault> mockFaultFromText(const QString &text);

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
    Result<MockTurn> turn(const FixtureRequest &request, bool wantsEvents);
    //! The stream of a turn, its faults included.
    std::unique_ptr<FixtureStream> streamOf(const MockTurn &turn, const std::stop_token &cancellation) const;

private:
    MockTurn turnOf(const std::shared_ptr<const Fixture> &fixture);

    FixtureReplay m_replay;
    Options m_options;
    QHash<QString, qint64> m_calls; //!< by operation
};

} // namespace Workbench
