// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/advice.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"

#include <QHash>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Json detailsOf(const Error &error)
{
    return error.details.isObject() ? error.details : Json::emptyObject();
}

QString windowText(const ErrorAdvice &advice, ErrorKind kind)
{
    if (advice.limit) {
        return kind == ErrorKind::Limit ? u"Raise the limit %1 to accept it."_s.arg(advice.limit->key)
                                        : u"Raise the limit %1 to wait longer."_s.arg(advice.limit->key);
    }
    static const QHash<QString, QString> texts{
        {u"env.PATH"_s, u"Set PATH in the source's environment."_s},
        {u"cwd"_s, u"Correct the working folder in the source's settings."_s},
        {u"auth"_s, u"Set the credential in the source's settings."_s},
        {u"token"_s, u"Set the token in the source's settings."_s},
        {u"server"_s, u"Set the server in the source's settings."_s},
        {u"headers"_s, u"If the server expects another header, add it in the source's settings."_s},
        {u"origins"_s, u"If this address is correct, confirm it for the source."_s},
        {u"kind.openapi"_s,
            u"It may not speak MCP. If it serves an OpenAPI document, add it as an OpenAPI source."_s},
    };
    if (const auto text = texts.constFind(advice.setting); text != texts.cend())
        return *text;
    if (advice.setting.startsWith("env."_L1)) {
        return u"Add the variable %1 to the source: it is set for this program, but not passed on to the server."_s
            .arg(advice.setting.sliced(4));
    }
    return advice.setting.startsWith("keychain."_L1) ? u"Store it in the settings of the source."_s
                                                     : QString();
}

QLatin1StringView classCode(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Usage: return "USAGE_ERROR"_L1;
    case ErrorKind::Storage: return "STORAGE_ERROR"_L1;
    case ErrorKind::Network:
    case ErrorKind::Closed: return "TRANSPORT_ERROR"_L1;
    case ErrorKind::Timeout: return ErrorCode::timeout;
    case ErrorKind::Protocol: return "PROTOCOL_ERROR"_L1;
    case ErrorKind::Limit: return "LIMIT_EXCEEDED"_L1;
    case ErrorKind::Validation: return ErrorCode::validationError;
    case ErrorKind::Trust: return "TRUST_REQUIRED"_L1;
    case ErrorKind::Cancelled: return ErrorCode::aborted;
    case ErrorKind::Internal: return "INTERNAL_ERROR"_L1;
    case ErrorKind::Remote: break;
    }
    return ErrorCode::executionError;
}

//! Returns the lines that describe input which our registry or a peer's registry refused. Returns an empty
//! list if \a error is any other error.
QStringList refusedInputLines(const Error &error)
{
    const auto prefix = "Validation failed for Input validation failed for "_L1;
    if (!error.message.startsWith(prefix))
        return {};
    // The name of an operation or of a member may contain a line break.
    const qsizetype end = error.message.indexOf(":\n"_L1, prefix.size());
    const QString id = error.message.first(end < 0 ? error.message.size() : end).sliced(prefix.size());
    QStringList lines{u"The input of %1 does not match its schema:"_s.arg(visibleText(id))};
    for (const Json &one : error.details.member("errors"_L1).items()) {
        const QString path = one.member("path"_L1).toString();
        const QString message = one.member("message"_L1).toString();
        lines.append(visibleText(path.isEmpty() ? message : QString(path + u": " + message)));
    }
    return lines.size() > 1 ? lines : QStringList();
}

} // namespace

ErrorAdvice adviceOf(const Error &error)
{
    ErrorAdvice advice;
    advice.setting = error.details.member("setting"_L1).toString();
    if (error.kind == ErrorKind::Remote)
        return advice.setting == "auth"_L1 || advice.setting == "headers"_L1 ? advice : ErrorAdvice{};
    advice.limit = findLimit(error.details.member("limit"_L1).toString());
    advice.value = error.details.member("value"_L1).toInteger().value_or(0);
    return advice;
}

Error advisingLimit(Error error, QStringView key, qint64 value)
{
    error.details =
        withMember(withMember(detailsOf(error), u"limit", Json::string(key)), u"value", Json::integer(value));
    return error;
}

Error advisingSetting(Error error, QStringView setting)
{
    error.details = withMember(detailsOf(error), u"setting", Json::string(setting));
    return error;
}

QString stableCode(const Error &error)
{
    const bool isCallCode = toCallError(error).code == error.code;
    const bool saysNothing = error.code == ErrorCode::executionError || error.code == ErrorCode::unknownError;
    if (isCallCode && (!saysNothing || error.kind == ErrorKind::Remote))
        return error.code;
    return classCode(error.kind);
}

bool isDisconnect(const Error &error)
{
    return error.kind == ErrorKind::Closed && error.code == "source.closed"_L1;
}

QString outcomeWord(const Error &error)
{
    if (error.kind == ErrorKind::Cancelled)
        return u"cancelled"_s;
    if (error.kind == ErrorKind::Closed)
        return isDisconnect(error) ? u"disconnected"_s : u"connection lost"_s;
    const QString code = stableCode(error);
    if (code == ErrorCode::aborted)
        return u"aborted"_s;
    return code == ErrorCode::executionError ? u"error"_s : code;
}

QStringList messageLines(const Error &error)
{
    const QStringList refused = refusedInputLines(error);
    return refused.isEmpty() ? error.message.trimmed().split(u'\n') : refused;
}

QString messageOnOneLine(const Error &error)
{
    const QStringList refused = refusedInputLines(error);
    if (!refused.isEmpty())
        return refused.constFirst() + u' ' + refused.sliced(1).join(u"; "_s);
    return error.message.simplified();
}

QString messageWithAdvice(const Error &error)
{
    const QString message = messageLines(error).join(u'\n');
    const QString text = windowText(adviceOf(error), error.kind);
    if (text.isEmpty())
        return message;
    const bool isSentence = message.endsWith(u'.') || message.endsWith(u'?');
    return message + (isSentence ? u" "_s : u". "_s) + text;
}

} // namespace Workbench
