// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/json/jsontexts.h"

namespace Workbench {

//! Classifies, reads and builds JSON-RPC 2.0 messages. The functions are pure.
//! \source core/sources/mcp/README.md 2
namespace JsonRpc {

enum class Kind : quint8 {
    Request,
    Notification,
    Response, //!< has an id, and result, error, both or neither
    ConnectionError, //!< an error without an id
    Malformed,
};

struct Message {
    Kind kind = Kind::Malformed;
    QString method;
    Json id; //!< absent if the message has none
    Json params;
    Json result;
    Json error;
    QString remark; //!< what is odd about the message; empty if nothing is
};

//! Returns the kind and the members of \a message. A value that is not an object is Kind::Malformed.
Message classify(const Json &message);

inline constexpr int parseError = -32700;
inline constexpr int invalidRequest = -32600;
inline constexpr int methodNotFound = -32601;
inline constexpr int invalidParams = -32602;
inline constexpr int internalError = -32603;

//! Returns a request. \a meta is added to the "_meta" of \a params and replaces members with equal names.
Json request(qint64 id, QStringView method, const Json &params, const QList<Json::Member> &meta = {});
Json notification(QStringView method, const Json &params);
Json response(const Json &id, const Json &result);
//! Returns the object "error" of a response. Without \a data, it has no such member.
Json errorObject(qint64 code, QStringView message, const Json &data = {});
//! Returns a response with \a error, which may be any value. An absent \a id becomes null.
Json errorResponse(const Json &id, const Json &error);
Json errorResponse(const Json &id, qint64 code, QStringView message, const Json &data = {});

//! Returns a key that is equal for ids of the same type and value: for 1 and 1.0, but not for 1 and "1".
//! Returns an empty key for a value that cannot be an id.
QByteArray idKey(const Json &id);

//! Returns the result that \a message holds for a request of ours. Fails with ErrorKind::Remote if the peer
//! answered with an error. Fails with ErrorKind::Protocol if the answer holds both result and error, neither
//! of them, or a malformed error.
//! \source core/RULES.md R-52
Result<Json> outcomeOf(const Message &message, const QString &sourceName, const QString &method);

//! Returns ErrorKind::Remote with \a error as details. Returns ErrorKind::Protocol with the details {data} if
//! \a error is not an object with an integer code and a message. The sentence quotes \a error in both cases.
Error remoteError(const Json &error, const QString &sourceName, const QString &method);

//! Returns the text of \a error in any form, for example "-32000: Quota used up". The text is cut after 2000
//! characters.
QString errorWords(const Json &error);

//! Returns the JSON-RPC error code if \a error came from remoteError(), or nothing.
std::optional<qint64> remoteCode(const Error &error);

using Workbench::kindText;

} // namespace JsonRpc

} // namespace Workbench
