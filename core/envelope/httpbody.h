// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

#include <QByteArray>

namespace Workbench {

//! What the bytes of an HTTP body say.
struct BodyReading {
    enum class Form : quint8 {
        Empty,
        Json,
        JsonSequence, //!< a list, one item for each JSON text
        Text, //!< a string as it was written, without a byte order mark
        Bytes, //!< a string in base64
    };
    Form form = Form::Empty;
    Json data; //!< absent: the body is empty
    QString mediaType; //!< that it was read by: the Content-Type, or what was assumed where there is none
    //! What hinders reading it as its Content-Type says, by keyword: "contentType" it says nothing usable,
    //! "encoding" JSON that is not UTF-8, "parse" it is not JSON and stands as text.
    QList<Warning> warnings{};
    //! What is odd and changes nothing, by keyword: "charset", "json".
    QList<Warning> remarks{};
};

//! Reads \a body by \a contentType: JSON exactly, a sequence of JSON as a list, text by its byte order mark,
//! else its charset, else the XML declaration, else as UTF-8; any other bytes as base64. Without a usable
//! Content-Type the bytes tell: JSON if \a expectsJson or if it is an object or an array, else text, else
//! bytes. Any thread. \source core/sources/openapi/README.md 8
BodyReading readBody(const QString &contentType, const QByteArray &body, bool expectsJson = false);

//! The body that readBody() reads as \a data, in its simplest form: compact JSON, text in its charset.
//! \a isText: the data is a string that stands for itself, where the type says JSON.
QByteArray bodyOfData(const Json &data, const QString &contentType, bool isText);

//! The body of an HTTP result, to be saved: \a kept, which is what a log has of it, if the data was read from
//! that; else what bodyOfData() makes, for a log hides secrets. Empty: there is none. Any thread.
QByteArray bodyOf(const Outcome &outcome, const QByteArray &kept);

} // namespace Workbench
