// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QtTypes>

namespace Workbench {

// The state machine of the call protocol, for both ends. PendingRequestMap and CallHandler do what these two
// functions say and decide nothing themselves.

//! What becomes of requests whose parent was aborted or failed. \source core/hub/README.md 2.7
enum class AbortPolicy : quint8 {
    AbortDependents, //!< all of them end too
    ContinueRunning, //!< only those that have not started yet
};

//! The caller's end of one request. \source core/hub/README.md 2.2, 2.3
enum class PendingState : quint8 { None, Call, Stream };

enum class PendingEvent : quint8 {
    Responded,
    Completed,
    Failed,
    Aborted, //!< by the peer
    Timer, //!< deadline of a call, idle time of a stream
    AbortedByUs, //!< abort(id), or the stop token
    ParentEnded, //!< the request on whose behalf it was made was aborted or failed
    ConsumerStopped, //!< the consumer wants no more values
    TooSlow, //!< the consumer does not keep up
    ConnectionClosed,
};

enum class PendingEnd : quint8 {
    None, //!< goes on
    Output, //!< the call resolves with the output
    PeerError, //!< with the CallError of the event
    Aborted, //!< by the peer: ABORTED "Request <id> was aborted by the peer"; a stream ends without an error
    NoResponse, //!< ABORTED "Request <id> completed without response"
    TimedOut, //!< TIMEOUT
    Completed, //!< a stream ends normally
    Cancelled, //!< by us: ABORTED "Request <id> was aborted"; a stream ends without an error
    TooSlow, //!< EXECUTION_ERROR "subscriber too slow"
    Closed, //!< EXECUTION_ERROR "connection closed"
};

struct PendingStep {
    PendingEnd end = PendingEnd::None;
    bool delivers = false; //!< a value for the stream's consumer; the idle timer starts anew
    bool tellsPeer = false; //!< publishes call.aborted
    bool isOrphan = false; //!< nothing waits for it: changes nothing, is reported (R-43)
};

//! \a hasStarted: the request has left for the peer.
constexpr PendingStep pendingStep(PendingState state, PendingEvent event,
    AbortPolicy policy = AbortPolicy::AbortDependents, bool hasStarted = true)
{
    const bool isCall = state == PendingState::Call;
    const bool isFromPeer = event <= PendingEvent::Aborted;
    if (state == PendingState::None)
        return {.isOrphan = isFromPeer};
    switch (event) {
    case PendingEvent::Responded:
        return isCall ? PendingStep{.end = PendingEnd::Output} : PendingStep{.delivers = true};
    case PendingEvent::Completed: return {.end = isCall ? PendingEnd::NoResponse : PendingEnd::Completed};
    case PendingEvent::Failed: return {.end = PendingEnd::PeerError};
    case PendingEvent::Aborted: return {.end = PendingEnd::Aborted};
    case PendingEvent::Timer: return {.end = PendingEnd::TimedOut, .tellsPeer = true};
    case PendingEvent::ParentEnded:
        if (policy == AbortPolicy::ContinueRunning && hasStarted)
            return {};
        [[fallthrough]];
    case PendingEvent::AbortedByUs:
    case PendingEvent::ConsumerStopped: return {.end = PendingEnd::Cancelled, .tellsPeer = true};
    case PendingEvent::TooSlow: return {.end = PendingEnd::TooSlow, .tellsPeer = true};
    case PendingEvent::ConnectionClosed: return {.end = PendingEnd::Closed};
    }
    return {};
}

//! The handler's end of one request. \source core/hub/README.md 2.5, 2.7, 2.8
enum class RunState : quint8 { None, Call, Stream };

enum class RunEvent : quint8 {
    Requested,
    Value, //!< the call's result, or one value of the stream
    Ended, //!< the stream has no more
    GaveUp, //!< the handler aborts on its own
    Failed,
    AbortReceived, //!< the caller's call.aborted
    ParentEnded, //!< the request that asked for this one was aborted or failed
    Deadline,
    ConnectionClosed,
};

enum class RunAnswer : quint8 { None, Responded, Completed, Error, Aborted, Timeout, Duplicate };

struct RunStep {
    RunAnswer answer = RunAnswer::None;
    bool starts = false;
    bool ends = false; //!< nothing follows for this id
    bool cancels = false; //!< the handler is stopped, and what it asked for
};

//! What runs has started, so AbortPolicy::ContinueRunning leaves it to itself when its parent ends.
constexpr RunStep runStep(RunState state, RunEvent event, AbortPolicy policy = AbortPolicy::AbortDependents)
{
    if (state == RunState::None)
        return {.starts = event == RunEvent::Requested};
    const bool isCall = state == RunState::Call;
    switch (event) {
    case RunEvent::Requested: return {.answer = RunAnswer::Duplicate};
    case RunEvent::Value: return {.answer = RunAnswer::Responded, .ends = isCall};
    case RunEvent::Ended: return {.answer = RunAnswer::Completed, .ends = true};
    case RunEvent::GaveUp: return {.answer = RunAnswer::Aborted, .ends = true, .cancels = true};
    case RunEvent::Failed: return {.answer = RunAnswer::Error, .ends = true, .cancels = true};
    case RunEvent::AbortReceived: return {.ends = true, .cancels = true};
    case RunEvent::ParentEnded:
        if (policy == AbortPolicy::ContinueRunning)
            return {};
        return {.answer = RunAnswer::Aborted, .ends = true, .cancels = true};
    case RunEvent::Deadline: return {.answer = RunAnswer::Timeout, .ends = true, .cancels = true};
    case RunEvent::ConnectionClosed: return {.ends = true, .cancels = true};
    }
    return {};
}

} // namespace Workbench
