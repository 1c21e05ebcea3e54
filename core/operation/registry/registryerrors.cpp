// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/registry/operationregistry.h"

namespace Workbench {

using namespace Qt::StringLiterals;

Error inputValidationError(const QString &operationId, const QList<CastError> &errors)
{
    QList<Json> listed;
    for (const CastError &error : errors) {
        listed.append(Json::object(
            {{u"path"_s, Json::string(error.path)}, {u"message"_s, Json::string(error.message)}}));
    }
    return {ErrorKind::Validation, QString(ErrorCode::validationError),
        u"Validation failed for Input validation failed for %1:\n%2"_s.arg(
            operationId, formatValueErrors(errors)),
        {}, Json::object({{u"errors"_s, Json::array(listed)}})};
}

CallError mapError(const Error &error, const QList<ErrorDefinition> &errorSchemas)
{
    CallError mapped = toCallError(error);
    if (mapped.code == error.code)
        return mapped; // it already has the code of a CallError
    for (const ErrorDefinition &definition : errorSchemas) {
        if (definition.code.isEmpty())
            continue;
        if (error.message == definition.code || error.message.startsWith(QString(definition.code + u':'))) {
            mapped.code = definition.code;
            break;
        }
    }
    return mapped;
}

} // namespace Workbench
