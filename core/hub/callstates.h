// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QtTypes>

namespace Workbench {

// The state machine of the call protocol, for both ends. PendingRequestMap and CallHandler follow these two
// functions and make no decisions of their own.

//! Decides which requests end when their parent is aborted or fails. \source core/hub/README.md 2.7
enum class AbortPolicy : quint8 {
    AbortDependents, //!< all child requests end
    ContinueRunning, //!< only child requests that have not started end
};

//! The state of one request at the caller's end. \source core/hub/README.md 2.2, 2.3
enum class PendingState : quint8 { None, Call, Stream };

enum class PendingEvent : quint8 {
    Responded,
    Completed,
    Failed,
    Aborted, //!< by the peer
    Timer, //!< the deadline of a call or the idle time of a stream has passed
    AbortedByUs, //!< by abort(id) or the stop token
    ParentEnded, //!< the parent request was aborted or failed
    ConsumerStopped, //!< the consumer cancelled the stream
    TooSlow, //!< the consumer does not keep up
    ConnectionClosed,
};

enum class PendingEnd : quint8 {
    None, //!< the request continues
    Output, //!< the call resolves with the output
    PeerError, //!< the CallError of the event
    Aborted, //!< by the peer: ABORTED "Request <id> was aborted by the peer"; a stream ends without an error
    NoResponse, //!< ABORTED "Request <id> completed without response"
    TimedOut, //!< TIMEOUT
    Completed, //!< the stream ends without an error
    Cancelled, //!< by us: ABORTED "Request <id> was aborted"; a stream ends without an error
    TooSlow, //!< EXECUTION_ERROR "subscriber too slow"
    Closed, //!< EXECUTION_ERROR "connection closed"
};

struct PendingStep {
    PendingEnd end = PendingEnd::None;
    bool delivers = false; //!< the stream's consumer gets an item, and the idle timer restarts
    bool tellsPeer = false; //!< call.aborted is published
    bool isOrphan = false; //!< no request waits for the event; it is only reported (R-43)
};

//! Returns the reaction of the caller's end to an event. \a hasStarted is true if the request was sent.
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

//! The state of one request at the handler's end. \source core/hub/README.md 2.5, 2.7, 2.8
enum class RunState : quint8 { None, Call, Stream };

enum class RunEvent : quint8 {
    Value, //!< the call's result, or one item of the stream
    Ended, //!< the stream completed
    GaveUp, //!< the handler aborts the request
    Failed,
    AbortReceived, //!< the caller sent call.aborted
    ParentEnded, //!< the parent request was aborted or failed
    Deadline,
    ConnectionClosed,
};

enum class RunAnswer : quint8 { None, Responded, Completed, Error, Aborted, Timeout };

struct RunStep {
    RunAnswer answer = RunAnswer::None;
    bool ends = false; //!< no further event follows for this id
    bool cancels = false; //!< the handler and its child requests are cancelled
};

//! Returns the reaction of the handler's end to an event. A running request has started, so with
//! AbortPolicy::ContinueRunning it continues when its parent ends.
constexpr RunStep runStep(RunState state, RunEvent event, AbortPolicy policy = AbortPolicy::AbortDependents)
{
    if (state == RunState::None)
        return {};
    const bool isCall = state == RunState::Call;
    switch (event) {
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
