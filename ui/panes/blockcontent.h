// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/mcpblock.h"
#include "core/envelope/outcome.h"

#include <QCoreApplication>

namespace Workbench::Ui {

//! What a content block of a result holds, and what is said of it. Texts are safe to show.
struct BlockContent {
    Q_DECLARE_TR_FUNCTIONS(BlockContent)
public:
    enum class Kind : quint8 { Text, Markdown, Json, Image, Audio, Link, Binary, Unknown };
    Kind kind = Kind::Unknown;
    QString name; //!< "Text", or the last part of an address
    QString type; //!< "Markdown", "PNG"; empty: the name says it
    QString annotations; //!< whom it is for, how much it matters, when it changed; empty: nothing
    QString mimeType; //!< in lower case, without parameters
    QString uri; //!< of a resource or link, as received
    Json held; //!< a string: the text, or the base64 of the bytes; absent: nothing
    qint64 size = -1; //!< of the text or bytes; -1: nothing is held

    QString fileName() const; //!< proposed for saving
    bool isText() const
    {
        return kind == Kind::Text || kind == Kind::Markdown || kind == Kind::Json || kind == Kind::Unknown;
    }
    Result<QByteArray> bytes() const; //!< of the text, or decoded; an error if it is not base64
};

BlockContent contentOf(const McpBlock &block);
//! The Content-Type of an answer over HTTP; nothing: the result came another way.
std::optional<QString> contentTypeOf(const Outcome &outcome);
//! A string that is a whole result: a text, or the base64 of a body that is none.
BlockContent bodyContent(const Json &body, const std::optional<QString> &contentType);

} // namespace Workbench::Ui
