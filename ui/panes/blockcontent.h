// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/mcpblock.h"
#include "core/envelope/pipeline/outcome.h"

#include <QCoreApplication>

namespace Workbench::Ui {

//! The content of one content block of a result, and the facts about it. The texts are safe to show.
struct BlockContent {
    Q_DECLARE_TR_FUNCTIONS(BlockContent)
public:
    enum class Kind : quint8 { Text, Markdown, Json, Image, Audio, Link, Binary, Unknown };
    Kind kind = Kind::Unknown;
    QString name; //!< "Text", or the last part of an address
    QString type; //!< "Markdown", "PNG"; empty: the name says enough
    QString annotations; //!< audience, priority and last change, as text; empty: not declared
    QString mimeType; //!< in lower case and without parameters
    QString uri; //!< the address of a resource or link, as received
    QString description; //!< what the server says about a link; empty: nothing
    Json held; //!< a string: the text, or the base64 of the bytes; absent: no content
    Json encoded; //!< the base64 from which the text in \c held was decoded; absent: the text came as text
    qint64 size = -1; //!< bytes of the text or of the decoded content; -1: no content

    QString fileName() const; //!< Returns a name to propose for saving.
    bool isText() const
    {
        return kind == Kind::Text || kind == Kind::Markdown || kind == Kind::Json || kind == Kind::Unknown;
    }
    //! Returns the UTF-8 of the text, or the decoded bytes. ErrorKind::Protocol if they are not valid base64.
    Result<QByteArray> bytes() const;
};

//! Returns the content of \a block. \a listedType is the MIME type of a resource whose content has none;
//! empty: it is not known. The base64 of a text in UTF-8 of at most 1 MiB is decoded.
BlockContent contentOf(const McpBlock &block, const QString &listedType = {});
bool isMedia(const McpBlock &block); //!< Returns whether contentOf() of \a block is an image or audio.
//! Returns the Content-Type of an HTTP response; nothing if the result did not come over HTTP.
std::optional<QString> contentTypeOf(const Outcome &outcome);
//! Returns the content for \a body, a string that is a whole result: a text, or the base64 of a binary body.
BlockContent bodyContent(const Json &body, const std::optional<QString> &contentType);

} // namespace Workbench::Ui
