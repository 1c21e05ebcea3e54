// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/json/json.h"

namespace Workbench {

//! A place in a text, both counted from 1; the column counts Unicode code points.
struct TextPosition {
    qsizetype line = 1;
    qsizetype column = 1;
    qsizetype byteOffset = 0;
};

//! The place of \a byteOffset in \a utf8. A leading byte order mark takes no column. Linear.
TextPosition textPositionAt(QByteArrayView utf8, qsizetype byteOffset);

//! Something odd that was kept: a duplicate key, a lone surrogate, a byte order mark.
struct JsonRemark {
    QString pointer; //!< RFC 6901, empty for the root
    QString message;
};

//! "At /a/b: …", or only the message for the whole text. For one line.
QString remarkText(const JsonRemark &remark);

struct ParsedJson {
    Json value;
    QList<JsonRemark> remarks; //!< at most 100
};

struct JsonParseError {
    Error error; //!< ErrorKind::Protocol, or ErrorKind::Limit; its message names line and column
    TextPosition position;
};

//! Parses one JSON text (RFC 8259) in UTF-8, a leading byte order mark allowed. Bytes after the value are an
//! error. Lone surrogate escapes become U+FFFD with a remark. Iterative: any depth.
//! \a maxNodes is limits.json.nodes; beyond it ErrorKind::Limit.
std::expected<ParsedJson, JsonParseError> parseJsonDetailed(QByteArray utf8, qint64 maxNodes = 20'000'000);

//! As above, without remarks and position.
Result<Json> parseJson(QByteArray utf8);

//! For literals in code and tests; absent when it does not parse.
Json jsonLiteral(QByteArrayView utf8);

} // namespace Workbench
