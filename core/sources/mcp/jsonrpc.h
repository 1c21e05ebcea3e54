// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! JSON-RPC 2.0 messages: told apart, taken apart, put together. Pure. \source core/sources/mcp/README.md 2
namespace JsonRpc {

enum class Kind : quint8 {
    Request,
    Notification,
    Response, //!< has an id; result, error, both or neither
    ConnectionError, //!< an error that names no request
    Malformed,
};

struct Message {
    Kind kind = Kind::Malformed;
    QString method;
    Json id; //!< absent without
    Json params;
    Json result;
    Json error;
    QString remark; //!< what is odd about it; empty: nothing
};

Message classify(const Json &message);

inline constexpr int parseError = -32700;
inline constexpr int invalidRequest = -32600;
inline constexpr int methodNotFound = -32601;
inline constexpr int invalidParams = -32602;
inline constexpr int internalError = -32603;

//! \a meta is added to the "_meta" of \a params, in the place of what is there by those names.
Json request(qint64 id, QStringView method, const Json &params, const QList<Json::Member> &meta = {});
Json notification(QStringView method, const Json &params);
Json response(const Json &id, const Json &result);
Json errorResponse(const Json &id, int code, QStringView message);

//! Equal for ids of the same type and value: 1 and 1.0, but not 1 and "1". Empty for what cannot be an id.
QByteArray idKey(const Json &id);

//! The result that \a message holds for a request of ours. ErrorKind::Remote for an error that the peer
//! answered; ErrorKind::Protocol for an answer that holds both result and error or neither, or an error of a
//! wrong shape.
//! \source core/RULES.md R-52
Result<Json> outcomeOf(const Message &message, const QString &sourceName, const QString &method);

//! ErrorKind::Remote with \a error as details, or ErrorKind::Protocol with {data} when \a error
//! is not an object with an integer code and a message; the sentence says what it says either way.
Error remoteError(const Json &error, const QString &sourceName, const QString &method);

//! What \a error says, whatever its form: "-32000: Quota used up". Cut after 2000 characters.
QString errorWords(const Json &error);

//! The error's number when \a error came from remoteError().
std::optional<qint64> remoteCode(const Error &error);

//! "a number", "an object", "missing": for sentences about a wrong type.
QString kindText(const Json &value);

} // namespace JsonRpc

} // namespace Workbench
