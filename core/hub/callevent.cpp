// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/callevent.h"

#include "core/base/randombytes.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"

#include <QUuid>

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! The longest accepted request id in characters. Longer ids would only cost memory.
constexpr qsizetype maxIdLength = 512;

Json numberOrAbsent(const std::optional<qint64> &number)
{
    return number ? Json::integer(*number) : Json();
}

//! Returns a time in milliseconds. Peers in JavaScript may write it with a fraction. Returns nothing for a
//! time that cannot be added to the clock without an overflow.
std::optional<qint64> timeOf(const Json &value)
{
    if (!value.isNumber())
        return {};
    constexpr double largest = 9e15;
    const double number = value.toDouble();
    if (!(number > -largest && number < largest))
        return {};
    return value.toInteger().value_or(qint64(number));
}

struct CodeAlias {
    QLatin1StringView theirs;
    QLatin1StringView ours;
};
constexpr CodeAlias codeAliases[] = {
    {"NOT_FOUND"_L1, ErrorCode::operationNotFound},
    {"FORBIDDEN"_L1, ErrorCode::accessDenied},
    {"INVALID_INPUT"_L1, ErrorCode::validationError},
    {"INTERNAL"_L1, ErrorCode::executionError},
};

QString ourCode(const QString &code)
{
    for (const CodeAlias &alias : codeAliases) {
        if (code == alias.theirs)
            return alias.ours;
    }
    return code;
}

CallFailed readFailed(const QString &id, const Json &payload)
{
    const QString code = payload.member("code"_L1).toString();
    const QString message = payload.member("message"_L1).toString();
    CallFailed event{id,
        {code.isEmpty() ? QString(ErrorCode::unknownError) : ourCode(code),
            !message.isEmpty() ? message
                : code.isEmpty()
                ? u"The peer gave neither a code nor a message"_s
                : u"The peer gave no message, only the code %1"_s.arg(visibleText(code, false, 64)),
            presentMember(payload, "details"_L1)},
        {}};
    event.extra = membersBeside(payload, {"requestId"_L1, "code"_L1, "message"_L1, "details"_L1});
    const Json retryable = payload.member("retryable"_L1);
    if (retryable.isBoolean() && (event.error.details.isAbsent() || event.error.details.isObject())) {
        event.error.details = withMember(event.error.details, u"retryable", retryable);
        event.extra = membersBeside(event.extra, {"retryable"_L1});
    }
    return event;
}

CallRequested readRequested(const QString &id, const Json &payload)
{
    CallRequested event;
    event.requestId = id;
    event.operationId = payload.member("operationId"_L1).toString();
    event.input = payload.member("input"_L1);
    event.parentRequestId = payload.member("parentRequestId"_L1).toString();
    event.deadline = timeOf(payload.member("deadline"_L1));
    event.idleTimeout = timeOf(payload.member("idleTimeout"_L1));
    const Json identity = presentMember(payload, "identity"_L1);
    event.identity = identityFromJson(identity);
    event.isIdentityUnreadable = !identity.isAbsent() && !event.identity;
    event.metadata = presentMember(payload, "metadata"_L1);
    event.authToken = payload.member("auth_token"_L1).toString();
    event.extra = membersBeside(payload,
        {"requestId"_L1, "operationId"_L1, "input"_L1, "parentRequestId"_L1, "deadline"_L1, "idleTimeout"_L1,
            "identity"_L1, "metadata"_L1, "auth_token"_L1});
    return event;
}

//! Returns the members of a payload after its requestId, in the order of the specification.
struct Members {
    CallDialect dialect;

    QList<Json::Member> operator()(const CallRequested &event) const
    {
        const QString slashed =
            u'/' + QString(event.operationId).replace(event.operationId.indexOf(u'.'), 1, u"/"_s);
        const bool isSlashed = dialect == CallDialect::Alknet && event.operationId.contains(u'.');
        return {{u"operationId"_s, Json::string(isSlashed ? slashed : event.operationId)},
            {u"input"_s, event.input.isAbsent() ? Json::emptyObject() : event.input},
            {u"parentRequestId"_s, textOrAbsent(event.parentRequestId)},
            {u"deadline"_s, numberOrAbsent(event.deadline)},
            {u"idleTimeout"_s, numberOrAbsent(event.idleTimeout)},
            {u"identity"_s, event.identity ? toJson(*event.identity) : Json()},
            {u"metadata"_s, event.metadata}};
    }
    QList<Json::Member> operator()(const CallResponded &event) const { return {{u"output"_s, event.output}}; }
    QList<Json::Member> operator()(const CallCompleted &) const { return {}; }
    QList<Json::Member> operator()(const CallAborted &) const { return {}; }
    QList<Json::Member> operator()(const CallFailed &event) const
    {
        return {{u"code"_s, Json::string(event.error.code)},
            {u"message"_s, Json::string(event.error.message)}, {u"details"_s, event.error.details}};
    }
};

} // namespace

namespace CallEventMap {

bool isCallType(QStringView type)
{
    return type == requested || type == responded || type == completed || type == aborted || type == failed;
}

QLatin1StringView typeOf(const CallEvent &event)
{
    // in the order of the types in CallEvent
    static constexpr std::array names{requested, responded, completed, aborted, failed};
    static_assert(names.size() == std::variant_size_v<CallEvent>);
    return names[event.index()];
}

const QString &requestIdOf(const CallEvent &event)
{
    return std::visit([](const auto &each) -> const QString & { return each.requestId; }, event);
}

EventEnvelope toEnvelope(const CallEvent &event, const QString &envelopeId, CallDialect dialect)
{
    const QString &requestId = requestIdOf(event);
    const bool inPayload = dialect == CallDialect::Operations;
    QList<Json::Member> members;
    if (inPayload)
        members.append({u"requestId"_s, Json::string(requestId)});
    members += std::visit(Members{dialect}, event);
    const Json &extra = std::visit([](const auto &each) -> const Json & { return each.extra; }, event);
    return {QString(typeOf(event)), inPayload ? envelopeId : requestId, withExtra(members, extra)};
}

Result<CallEvent> fromEnvelope(const EventEnvelope &envelope)
{
    const auto malformed = [](const QString &why) {
        return std::unexpected(Error{ErrorKind::Protocol, u"event.malformed"_s, why});
    };
    if (!isCallType(envelope.type))
        return malformed(u"\"%1\" is not an event of a call"_s.arg(envelope.type.left(64)));
    const Json &payload = envelope.payload;
    if (!payload.isObject())
        return malformed(u"The peer sent %1 without a payload"_s.arg(envelope.type));
    const Json named = presentMember(payload, "requestId"_L1);
    if (!named.isAbsent() && !named.isString())
        return malformed(u"%1: the requestId must be a string"_s.arg(envelope.type));
    const QString id = named.isAbsent() ? envelope.id : named.toString();
    if (id.isEmpty() || id.size() > maxIdLength)
        return malformed(u"%1 has no requestId of 1 to 512 characters"_s.arg(envelope.type));
    if (envelope.type == requested)
        return readRequested(id, payload);
    if (envelope.type == responded)
        return CallResponded{
            id, payload.member("output"_L1), membersBeside(payload, {"requestId"_L1, "output"_L1})};
    if (envelope.type == completed)
        return CallCompleted{id, membersBeside(payload, {"requestId"_L1})};
    if (envelope.type == aborted)
        return CallAborted{id, membersBeside(payload, {"requestId"_L1})};
    return readFailed(id, payload);
}

} // namespace CallEventMap

QString newRequestId()
{
    std::array<uchar, 16> bytes;
    fillRandom(bytes);
    bytes[6] = uchar((bytes[6] & 0x0F) | 0x40); // version 4
    bytes[8] = uchar((bytes[8] & 0x3F) | 0x80); // the variant of RFC 9562
    return QUuid::fromRfc4122(QByteArrayView(bytes)).toString(QUuid::WithoutBraces);
}

// Outputs of responses, also those of older and newer peers.

std::optional<ResponseEnvelope> envelopeFromOutput(const Json &output)
{
    if (output.size() != 1 || !output.hasMember("meta"_L1))
        return envelopeFromJson(output);
    // If an operation returned nothing, its envelope has no member "data".
    std::optional<ResponseEnvelope> envelope = envelopeFromJson(withMember(output, u"data", Json::null()));
    if (envelope)
        envelope->data = Json();
    return envelope;
}

CallOutput readOutput(const Json &output, const QString &operationId)
{
    if (std::optional<ResponseEnvelope> envelope = envelopeFromOutput(output))
        return {*std::move(envelope), output, false};
    ResponseEnvelope wrapped = localEnvelope(output, operationId);
    wrapped.isLegacy = true;
    const Json written = wrapped.toJson();
    return {std::move(wrapped), written, true};
}

bool isHeartbeat(const Json &output)
{
    const auto marked = [](const Json &around) {
        return around.member("_meta"_L1).member("heartbeat"_L1).toBoolean();
    };
    return marked(output) || marked(output.member("meta"_L1));
}

Error errorOf(const CallFailed &event)
{
    Error error = toError(event.error);
    if (event.error.code == ErrorCode::executionError
        && event.error.message.startsWith("Validation failed for Input validation failed for "_L1))
        error.kind = ErrorKind::Validation;
    return error;
}

OperationId resolveOperationId(const QString &text, const std::function<bool(const OperationId &)> &isKnown)
{
    const QStringView bare = text.startsWith(u'/') ? QStringView(text).sliced(1) : QStringView(text);
    OperationId id = OperationId::fromString(bare);
    const qsizetype slash = bare.indexOf(u'/');
    if (slash < 0 || isKnown(id))
        return id;
    OperationId slashed{bare.first(slash).toString(), bare.sliced(slash + 1).toString()};
    const bool isBetter = id.nameSpace.isEmpty() || isKnown(slashed);
    return isBetter ? slashed : id;
}

} // namespace Workbench
