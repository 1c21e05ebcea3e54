// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/json/json.h"

namespace Workbench {

//! A place in a text. Line and column count from 1, the column in Unicode code points.
struct TextPosition {
    qsizetype line = 1;
    qsizetype column = 1;
    qsizetype byteOffset = 0;
};

//! Returns the place of \a byteOffset in \a utf8. A leading byte order mark takes no column. Linear time.
TextPosition textPositionAt(QByteArrayView utf8, qsizetype byteOffset);

//! A note on something odd that the parser accepts: a duplicate key, a lone surrogate, a byte order mark.
struct JsonRemark {
    QString pointer; //!< RFC 6901, empty for the root
    QString message;
};

//! Returns "At /a/b: …" on one line, or only the message if the remark is on the whole text.
QString remarkText(const JsonRemark &remark);

struct ParsedJson {
    Json value;
    QList<JsonRemark> remarks; //!< at most 100
};

struct JsonParseError {
    Error error; //!< ErrorKind::Protocol, whose message names line and column, or ErrorKind::Limit
    TextPosition position;
};

//! Parses one JSON text (RFC 8259) in UTF-8. A leading byte order mark is allowed; bytes after the value are
//! an error. Lone surrogate escapes become U+FFFD with a remark. Iterative, so any depth is allowed. Fails
//! with ErrorKind::Limit when the text holds more than \a maxNodes (limits.json.nodes) values.
std::expected<ParsedJson, JsonParseError> parseJsonDetailed(QByteArray utf8, qint64 maxNodes = 20'000'000);

//! Parses one JSON text in UTF-8 with the default limit, without remarks and the position of an error.
Result<Json> parseJson(QByteArray utf8);

//! Parses a literal in code or tests; absent if it does not parse.
Json jsonLiteral(QByteArrayView utf8);
//! Returns the content of the resource :/workbench/NAME.json, which is a part of the program.
Json jsonResource(const QString &name);

} // namespace Workbench
