// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace Workbench {

//! A media type, taken apart: two spellings of the same type are equal. \source RFC 9110 section 8.3.1
struct MediaType {
    QString essence; //!< type and subtype in lower case: "application/json"; empty: the text is no media type
    //! Names in lower case, values without their quotes, sorted by name. Of a name that is there twice the
    //! first value counts. A charset is in lower case.
    QList<std::pair<QString, QString>> parameters{};

    //! Spaces, quotes, the order of parameters and the case of names do not matter. A parameter that cannot
    //! be read is left out.
    static MediaType read(QStringView text);

    bool isValid() const { return !essence.isEmpty(); }
    QString parameter(QStringView name) const; //!< null: there is none
    QString toString() const; //!< "application/json; version=1", values quoted where they have to be
    friend bool operator==(const MediaType &, const MediaType &) = default;
};

//! How well \a declared, which may be a range ("text/*"), describes \a actual: the larger, the better.
//! Nothing: it does not. A parameter that \a actual lacks is no contradiction, one with another value is; the
//! charset says how the text is written and not what it is, so it only decides between equals.
std::optional<int> mediaFit(const MediaType &declared, const MediaType &actual);

//! JSON by itself: application/json, text/json and everything +json.
bool isJsonMedia(QStringView contentType);
//! XML: application/xml, text/xml, everything +xml, and what XML is made of (application/xml-dtd).
bool isXmlMedia(QStringView contentType);

//! Returns true if the data of an HTTP result with this Content-Type holds the body as base64: the body is
//! neither JSON nor text. Parameters are ignored. What is no media type is not binary: see readBody().
bool isBinaryMedia(const QString &contentType);

//! Whether a body of this type is a list of JSON values, one after another: JSON Lines and JSON text
//! sequences. \source RFC 7464 section 2
bool isJsonSequenceMedia(const QString &contentType);

} // namespace Workbench
