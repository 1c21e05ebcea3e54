// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"
#include "core/hub/eventenvelope.h"
#include "core/operation/operationspec.h"

#include <functional>
#include <optional>
#include <variant>

namespace Workbench {

// Members that the specification does not name are kept in `extra` (absent: none) and written again.

//! Caller to handler. \source core/hub/README.md 2.1
struct CallRequested {
    QString requestId;
    QString operationId; //!< as received; empty when there was none
    Json input; //!< absent is treated as {}
    QString parentRequestId{};
    std::optional<qint64> deadline{}; //!< milliseconds since the epoch; of calls
    std::optional<qint64> idleTimeout{}; //!< milliseconds; of subscriptions
    std::optional<Identity> identity{}; //!< a claim; see CallerOrigin
    Json metadata{};
    QString authToken{}; //!< of the dialect that carries one in the payload; never logged, never written
    Json extra{};
};

//! Handler to caller: the response of a call, or one value of a subscription.
struct CallResponded {
    QString requestId;
    Json output; //!< as received; absent when the member was missing
    Json extra{};
};

//! Handler to caller: the subscription has ended.
struct CallCompleted {
    QString requestId;
    Json extra{};
};

//! Either way.
struct CallAborted {
    QString requestId;
    Json extra{};
};

//! Handler to caller; "call.error" on the wire.
struct CallFailed {
    QString requestId;
    CallError error;
    Json extra{};
};

using CallEvent = std::variant<CallRequested, CallResponded, CallCompleted, CallAborted, CallFailed>;

//! Where peers differ in what they send. Reading tolerates both. \source core/hub/README.md 3.1, 4
enum class CallDialect : quint8 {
    Operations, //!< the id in the payload, envelope id empty
    Alknet, //!< the id in the envelope only, operation ids as "/ns/name"
};

//! The table of typed events. \source core/hub/README.md 2.1
namespace CallEventMap {

inline constexpr QLatin1StringView requested{"call.requested"};
inline constexpr QLatin1StringView responded{"call.responded"};
inline constexpr QLatin1StringView completed{"call.completed"};
inline constexpr QLatin1StringView aborted{"call.aborted"};
inline constexpr QLatin1StringView failed{"call.error"};

bool isCallType(QStringView type); //!< one of the five
QLatin1StringView typeOf(const CallEvent &event);
const QString &requestIdOf(const CallEvent &event);

//! \a envelopeId: as handler, the id of the request's envelope. \source core/hub/README.md 3.1 "Which id?"
EventEnvelope toEnvelope(
    const CallEvent &event, const QString &envelopeId = {}, CallDialect dialect = CallDialect::Operations);

//! Applies the tolerance of core/hub/README.md 4. ErrorKind::Protocol when it is no call event, has no
//! object as its payload or names no request.
Result<CallEvent> fromEnvelope(const EventEnvelope &envelope);

} // namespace CallEventMap

//! The envelope in an output; one without "data" counts when its meta has a known source.
std::optional<ResponseEnvelope> envelopeFromOutput(const Json &output);

//! What a response brought.
struct CallOutput {
    ResponseEnvelope envelope;
    Json output; //!< verbatim, to be passed on
    bool isLegacy = false; //!< it was no envelope and was wrapped; so says the envelope
    QStringList remarks = {}; //!< what the parser found odd about the message
};
CallOutput readOutput(const Json &output, const QString &operationId);

//! \source core/hub/README.md 2.4
bool isHeartbeat(const Json &output);

//! The error of a call.error: kinds by code, and the validation failures that peers report as
//! EXECUTION_ERROR. \source core/hub/README.md 1.6 "Interop trap"
Error errorOf(const CallFailed &event);

//! "ns.name"; a leading slash is dropped, and the first slash is read as the dot when \a isKnown knows no
//! operation of that name otherwise. \source core/hub/README.md 4
OperationId resolveOperationId(const QString &text, const std::function<bool(const OperationId &)> &isKnown);

QString newRequestId(); //!< UUID v4, lower case

} // namespace Workbench
