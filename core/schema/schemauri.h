// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench {

//! URI references as text: identifiers of schemas are compared as they were written.
//! Why not QUrl: core/DECISIONS.md "Schema identifiers".
namespace SchemaUri {

struct Split {
    QString uri; //!< without the fragment
    QString fragment; //!< still percent-encoded
    bool hasFragment = false;
};

Split split(const QString &reference);

//! \a reference against \a base, dot segments removed; the fragment is dropped. \source RFC 3986 section 5.2
QString resolve(const QString &base, const QString &reference);

//! Percent signs decoded.
QString decoded(const QString &fragment);

//! A JSON Pointer as it stands in a fragment: everything percent-encoded that a URI cannot carry.
QString encodedPointer(const QString &pointer);

} // namespace SchemaUri

} // namespace Workbench
