// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "openapireading.h"

#include <QStringList>

namespace Workbench {

//! Returns a document of \a version with \a paths.
inline QByteArray withPaths(const QByteArray &paths, const QByteArray &version = "3.1.0")
{
    return "{\"openapi\":\"" + version + "\",\"info\":{\"title\":\"T\",\"version\":\"1\"},\"paths\":" + paths
        + "}";
}

inline QStringList namesOf(const OpenApiDocument &document)
{
    QStringList names;
    for (const OperationSpec &spec : document.specs())
        names.append(spec.id.name);
    return names;
}

//! Returns the problems of \a document as "pointer:line message".
inline QStringList problemsOf(const OpenApiDocument &document)
{
    using namespace Qt::StringLiterals;
    QStringList problems;
    for (const OpenApiProblem &problem : document.problems)
        problems.append(u"%1:%2 %3"_s.arg(problem.pointer).arg(problem.line).arg(problem.message));
    return problems;
}

//! Returns a document with one POST operation.
inline QByteArray withOperation(const QByteArray &operation, const QByteArray &rest = {},
    const QByteArray &version = "3.1.0", const QByteArray &path = "/a")
{
    const QByteArray word = version == "2.0" ? "swagger" : "openapi";
    return "{\"" + word + "\":\"" + version + "\",\"info\":{},\"paths\":{\"" + path
        + "\":{\"post\":" + operation + "}}" + (rest.isEmpty() ? QByteArray() : "," + rest) + "}";
}

//! Returns an operation whose response 200 is JSON with \a schema.
inline QByteArray answering(const QByteArray &schema)
{
    return "{\"responses\":{\"200\":{\"content\":{\"application/json\":{\"schema\":" + schema + "}}}}}";
}

//! Returns the only operation of \a document, completed.
inline OperationSpec only(const std::shared_ptr<const OpenApiDocument> &document)
{
    return document && document->entries.size() == 1 ? completed(document->specs().first()) : OperationSpec();
}

} // namespace Workbench
