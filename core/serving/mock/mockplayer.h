// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/fixture/fixtureplay.h"
#include "core/fixture/fixturereplay.h"

#include <chrono>

namespace Workbench {

//! A fault on demand, written KIND[=VALUE][:OPERATION][@N[+]]:
//!     delay=2s               waits before the answer
//!     error[=CODE]           an error instead of the answer: an HTTP status or a code of the protocol
//!     drop                   the connection ends instead of the answer
//!     truncate[=N]           the connection ends after N bytes of the answer or N items of a stream; without
//!                            N, after half of it
//! OPERATION is the recorded name of the operation. Without it, the fault applies to every operation. @3 is
//! the third call only, @3+ all calls from the third on.
struct MockFault {
    enum class Kind : quint8 { Delay, Error, Drop, Truncate };
    Kind kind = Kind::Delay;
    std::chrono::milliseconds delay{0};
    QString code{}; //!< for Error; empty: the default of the protocol
    qint64 extent = -1; //!< for Truncate, bytes or items; -1: half
    QString operation{}; //!< empty: every operation
    qint64 call = 0; //!< number of the call, from 1 for each operation; 0: every call
    bool andLater = false; //!< also hits the calls after \c call

    bool hits(const QString &calledOperation, qint64 calledTimes) const;
};

//! Reads a fault. Fails with ErrorKind::Usage; the message says what is wrong with \a text.
Result<MockFault> mockFaultFromText(const QString &text);

//! The answer to one call.
struct MockTurn {
    std::shared_ptr<const Fixture> fixture; //!< never null
    std::chrono::milliseconds wait{0}; //!< time before the answer, or before a stream begins
    std::optional<QString> error{}; //!< the code of an injected error, which may be empty
    bool drops = false; //!< the connection ends instead of an answer
    std::optional<qint64> breaksAt{}; //!< bytes of an answer or items of a stream that are sent; -1: half
    //! Returns how much of \a size is sent; \a size if the answer does not break off.
    qint64 extentOf(qint64 size) const;
};

//! The common part of all mock servers: it chooses the recording that answers, its time, and the faults. GUI
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
    //! Returns the stream of a turn, with its faults.
    std::unique_ptr<FixtureStream> streamOf(const MockTurn &turn, const std::stop_token &cancellation) const;

private:
    MockTurn turnOf(const std::shared_ptr<const Fixture> &fixture);

    FixtureReplay m_replay;
    Options m_options;
    QHash<QString, qint64> m_calls; //!< by operation
};

} // namespace Workbench
