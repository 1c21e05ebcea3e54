// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace Workbench {

//! A parsed media type. Different spellings of a type compare equal. \source RFC 9110 section 8.3.1
struct MediaType {
    //! Type and subtype in lower case: "application/json". Empty: the text is not a media type.
    QString essence;
    //! The parameters, sorted by name. Names are in lower case, values are unquoted. The first value of a
    //! repeated name counts. The value of charset is in lower case.
    QList<std::pair<QString, QString>> parameters{};

    //! Parses \a text. Spaces, quotes, the order of parameters and the case of names do not matter. Malformed
    //! parameters are left out.
    static MediaType read(QStringView text);

    bool isValid() const { return !essence.isEmpty(); }
    QString parameter(QStringView name) const; //!< Returns the value, or a null string if there is none.
    QString toString() const; //!< Returns "application/json; version=1"; quotes values if necessary.
    friend bool operator==(const MediaType &, const MediaType &) = default;
};

//! Returns how well \a declared, which may be a range ("text/*"), describes \a actual; larger is better.
//! Returns nothing if it does not describe it. \a actual may lack a declared parameter, but a different value
//! is a contradiction. The charset concerns only the encoding, so it only decides between equal fits.
std::optional<int> mediaFit(const MediaType &declared, const MediaType &actual);

//! Returns whether the type is a single JSON text: application/json, text/json or any type with +json.
bool isJsonMedia(QStringView contentType);
//! Returns whether the type is XML: application/xml, text/xml, any type with +xml, or a part of XML
//! (application/xml-dtd).
bool isXmlMedia(QStringView contentType);

//! Returns true if the data of an HTTP result with this Content-Type holds the body as base64: the body is
//! neither JSON nor text. Parameters are ignored. Returns false for an invalid media type; see readBody().
bool isBinaryMedia(const QString &contentType);

//! Returns whether a body of this type is a sequence of JSON values: JSON Lines or a JSON text sequence.
//! \source RFC 7464 section 2
bool isJsonSequenceMedia(const QString &contentType);

} // namespace Workbench
