// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"
#include "core/hub/eventtarget.h"
#include "core/operation/operationspec.h"

#include <functional>
#include <optional>
#include <variant>

namespace Workbench {

// `extra` keeps the members that the specification does not name, so that they are written again. It is
// absent if there are none.

//! The caller requests an operation. Sent from the caller to the handler. \source core/hub/README.md 2.1
struct CallRequested {
    QString requestId;
    QString operationId; //!< as received; empty if the member was missing
    Json input; //!< absent is treated as {}
    QString parentRequestId{};
    //! Only for calls: milliseconds since the epoch. In a subscription without idleTimeout, a value below
    //! 10^11 is an idle time in milliseconds (README 2.4).
    std::optional<qint64> deadline{};
    std::optional<qint64> idleTimeout{}; //!< milliseconds; only for subscriptions
    std::optional<Identity> identity{}; //!< an unverified claim; see CallerOrigin
    Json metadata{};
    QString authToken{}; //!< the token in the payload, in some dialects; never logged, never written
    Json extra{};
    bool isIdentityUnreadable = false; //!< the payload has an identity that is not one
};

//! The response of a call, or one item of a subscription. Sent from the handler to the caller.
struct CallResponded {
    QString requestId;
    Json output; //!< as received; absent if the member was missing
    Json extra{};
};

//! The subscription has completed. Sent from the handler to the caller.
struct CallCompleted {
    QString requestId;
    Json extra{};
};

//! The request is aborted. Sent by either end.
struct CallAborted {
    QString requestId;
    Json extra{};
};

//! The request failed. Sent from the handler to the caller, as "call.error" on the wire.
struct CallFailed {
    QString requestId;
    CallError error;
    Json extra{};
};

using CallEvent = std::variant<CallRequested, CallResponded, CallCompleted, CallAborted, CallFailed>;

//! The form in which events are written. Both forms can be read. \source core/hub/README.md 3.1, 4
enum class CallDialect : quint8 {
    Operations, //!< the request id is in the payload, and the envelope id is empty
    Alknet, //!< the request id is only in the envelope, and operation ids are written as "/ns/name"
};

//! Names and conversions of the call events. \source core/hub/README.md 2.1
namespace CallEventMap {

inline constexpr QLatin1StringView requested{"call.requested"};
inline constexpr QLatin1StringView responded{"call.responded"};
inline constexpr QLatin1StringView completed{"call.completed"};
inline constexpr QLatin1StringView aborted{"call.aborted"};
inline constexpr QLatin1StringView failed{"call.error"};

bool isCallType(QStringView type); //!< whether \a type is one of these five
QLatin1StringView typeOf(const CallEvent &event);
const QString &requestIdOf(const CallEvent &event);

//! Returns the envelope of an event. A handler passes the id of the request's envelope as \a envelopeId.
//! \source core/hub/README.md 3.1 "Which id?"
EventEnvelope toEnvelope(
    const CallEvent &event, const QString &envelopeId = {}, CallDialect dialect = CallDialect::Operations);

//! Reads a call event with the tolerance of core/hub/README.md 4. ErrorKind::Protocol if it is not a call
//! event, its payload is not an object, or it has no usable request id.
Result<CallEvent> fromEnvelope(const EventEnvelope &envelope);

} // namespace CallEventMap

//! Returns the envelope in an output, or nothing if it is not an envelope. An envelope without "data" counts
//! if its meta has a known source.
std::optional<ResponseEnvelope> envelopeFromOutput(const Json &output);

//! The output of a response.
struct CallOutput {
    ResponseEnvelope envelope;
    Json output; //!< the output to pass on: as received, or the new envelope if it was wrapped
    bool isLegacy = false; //!< the output was not an envelope and was wrapped; the envelope says so too
    QStringList remarks = {}; //!< remarks of the parser about the message
};
//! Reads an output; wraps it in an envelope if it is not one.
CallOutput readOutput(const Json &output, const QString &operationId);

//! Returns whether an output is a heartbeat and not an item. \source core/hub/README.md 2.4
bool isHeartbeat(const Json &output);

//! Returns the error of a call.error, with the kind for its code. Recognises the validation failures that
//! peers report as EXECUTION_ERROR. \source core/hub/README.md 1.6 "Interop trap"
Error errorOf(const CallFailed &event);

//! Returns the operation id in \a text, "ns.name". Drops a leading slash. If \a isKnown does not know that
//! id, reads the first slash as the dot, provided that the text has no dot or \a isKnown knows the result.
//! \source core/hub/README.md 4
OperationId resolveOperationId(const QString &text, const std::function<bool(const OperationId &)> &isKnown);

//! Returns a new random UUID v4 in lower case.
QString newRequestId();

//! An event from a peer that violates the call protocol. It is reported and, except for Legacy, never
//! counts as an answer. \source core/RULES.md
struct CallViolation {
    enum class Kind : quint8 {
        Malformed, //!< it is not a call event, or it has no usable request id
        Unknown, //!< its request id was never used here, or too long ago
        Second, //!< another answer to an answered call
        AfterCompleted,
        AfterError,
        AfterAbort,
        Late, //!< after the deadline or the idle time of the request
        Legacy, //!< its output is not an envelope; the output was wrapped and used
    };
    Kind kind = Kind::Unknown;
    QString requestId; //!< empty if the event has none
    QString eventType;
    QString exchangeId; //!< the exchange of the request; empty if there is none
    QString text; //!< a description in one sentence
    //! Whether the peer may have sent the event before it learned that this side had ended the request.
    bool isExpected = false;
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::CallViolation)
