// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench {

//! Operations on URI references as text: identifiers of schemas are compared as written. See "Schema
//! identifiers" in core/DECISIONS.md for why QUrl is not used.
namespace SchemaUri {

struct Split {
    QString uri; //!< without the fragment
    QString fragment; //!< still percent-encoded
};

Split split(const QString &reference);

//! Returns \a reference resolved against \a base, without dot segments and fragment.
//! \source RFC 3986 section 5.2
QString resolve(const QString &base, const QString &reference);

//! Returns \a fragment with its percent-encoding decoded.
QString decoded(const QString &fragment);

//! Returns a JSON Pointer as a URI fragment: characters that are not allowed in a URI are percent-encoded.
QString encodedPointer(const QString &pointer);

} // namespace SchemaUri

} // namespace Workbench
