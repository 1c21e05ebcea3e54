// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QStringList>

namespace Workbench {

//! Returns the client's name and version, for initialize and for every modern request.
Json clientInfo();
//! Returns the "_meta" members of every request of the modern era. An empty \a logLevel is left out.
QList<Json::Member> requestMeta(const QString &revision, const Json &capabilities, const QString &logLevel);

//! Returns the type of a result, or "complete" if the result names none.
QString resultType(const Json &result);
//! Returns the error (ErrorKind::Protocol) for a type of \a result that does not fit the era and the method,
//! or nothing. In the legacy era, only "input_required", and "task" in a result of tools/call without
//! content, are wrong. \source core/sources/mcp/README.md 3.2
std::optional<Error> resultTypeFault(
    const Json &result, const QString &method, const QString &sourceName, bool isModern);
//! Returns the names of the members that are missing or wrong in a result of the modern era: resultType and,
//! if \a isCacheable, ttlMs and cacheScope. For remarks.
QStringList missingMembers(const Json &result, bool isCacheable);

//! Returns for how many milliseconds a result may be reused, or 0 if ttlMs is missing or invalid.
qint64 freshFor(const Json &result);

} // namespace Workbench
