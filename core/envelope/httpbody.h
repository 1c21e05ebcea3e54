// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

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

} // namespace Workbench
