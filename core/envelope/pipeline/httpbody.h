// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/envelope/pipeline/outcome.h"

#include <QByteArray>

namespace Workbench {

//! The result of reading the bytes of an HTTP body.
struct BodyReading {
    enum class Form : quint8 {
        Empty,
        Json,
        JsonSequence, //!< an array with one item for each JSON text
        Text, //!< a string, without its byte order mark
        Bytes, //!< a string in base64
    };
    Form form = Form::Empty;
    Json data; //!< absent: the body is empty
    QString mediaType; //!< the type used for reading: the Content-Type, or the assumed type without one
    //! Problems of reading the body by its Content-Type, by keyword. "contentType": the type is missing or
    //! unusable. "encoding": the JSON is not UTF-8. "parse": the body is not JSON and is kept as text.
    QList<Warning> warnings{};
    //! Harmless oddities, by keyword: "charset", "json".
    QList<Warning> remarks{};
};

//! Reads \a body by \a contentType: JSON exactly, a sequence of JSON as an array, and other bytes as base64.
//! The charset of a text comes from the byte order mark, the charset parameter or the XML declaration, in
//! this order; the default is UTF-8. Without a usable Content-Type the bytes decide: JSON if \a expectsJson
//! or if it is an object or an array, otherwise text, otherwise bytes. Any thread.
//! \source core/sources/openapi/README.md 8
BodyReading readBody(const QString &contentType, const QByteArray &body, bool expectsJson = false);

//! Returns a body that readBody() reads as \a data: compact JSON, or text in its charset. Set \a isText if
//! the data is a string that is not JSON although the type says JSON.
QByteArray bodyOfData(const Json &data, const QString &contentType, bool isText);

//! Returns the body of an HTTP result for saving, or an empty array if there is none. Returns \a kept, the
//! body in a log, if the data was read from exactly that. Otherwise, because a log hides secrets, returns the
//! result of bodyOfData(). Any thread.
QByteArray bodyOf(const Outcome &outcome, const QByteArray &kept);

//! Returns the part of an error response's body that the error keeps: at most http.errorBodyBytes. A text
//! ends with a whole character.
QByteArray keptErrorBody(const QByteArray &body, const Limits &limits);
//! Returns the warning about a body of which the first \a kept bytes are kept. Its keyword is "limit".
Warning cutBodyWarning(qsizetype kept);
//! Returns \a error with the body of the response in its details, as {statusCode, headers, body, warnings?}.
//! The details of an error response of an OpenAPI service have the same form. The body replaces the error's
//! detail. Returns \a error unchanged if the body is blank.
Error withErrorBody(
    Error error, int status, const QString &contentType, const QByteArray &body, const Limits &limits);
//! Returns the text that the peer sent with \a error: the body of an HTTP error or the data of a JSON-RPC
//! error. JSON is indented. Returns an empty string if there is none, or if the body is not text.
QString peerText(const Error &error);

} // namespace Workbench
