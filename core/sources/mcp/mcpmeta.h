// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QStringList>

namespace Workbench {

//! The client's name and version, for initialize and for every modern request.
Json clientInfo();
//! What every request of the modern era carries in its "_meta". \a logLevel: empty: none.
QList<Json::Member> requestMeta(const QString &revision, const Json &capabilities, const QString &logLevel);

//! The type of a result: "complete" where it says nothing.
QString resultType(const Json &result);
//! What is wrong with the type of \a result; nothing: it fits the era and the method. In the legacy era only
//! "input_required" is wrong. \source core/sources/mcp/README.md 3.2
std::optional<Error> resultTypeFault(
    const Json &result, const QString &method, const QString &sourceName, bool isModern);
//! What a result of the modern era leaves out: resultType and, if \a isCacheable, ttlMs and cacheScope. For
//! remarks; empty: nothing.
QStringList missingMembers(const Json &result, bool isCacheable);

//! For how long a result may be used again, in milliseconds: 0 if it says nothing, or says it wrongly.
qint64 freshFor(const Json &result);

} // namespace Workbench
