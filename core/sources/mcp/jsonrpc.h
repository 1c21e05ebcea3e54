// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! JSON-RPC 2.0 messages: told apart, taken apart, put together. Pure. \source mcp-client.md section 2
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

Json request(qint64 id, QStringView method, const Json &params);
Json notification(QStringView method, const Json &params);
Json response(const Json &id, const Json &result);
Json errorResponse(const Json &id, int code, QStringView message);

//! Equal for ids of the same type and value: 1 and 1.0, but not 1 and "1". Empty for what cannot be an id.
QByteArray idKey(const Json &id);

//! Whether an answer to a request of ours can be read from \a message; the error names what is wrong.
//! Both result and error: the error wins. \source R-52
Result<Json> outcomeOf(const Message &message, const QString &sourceName, const QString &method);

//! ErrorKind::Remote with {code, message, data} as details.
Error remoteError(const Json &error, const QString &sourceName, const QString &method);

//! The error's number when \a error came from remoteError().
std::optional<qint64> remoteCode(const Error &error);

//! "a number", "an object", "missing": for sentences about a wrong type.
QString kindText(const Json &value);

} // namespace JsonRpc

} // namespace Workbench
