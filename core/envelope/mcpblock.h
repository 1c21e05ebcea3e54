// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"

namespace Workbench {

//! What a server says about a content block or a resource. Claims: nothing is decided by them.
struct McpAnnotations {
    QStringList audience{}; //!< "user", "assistant", or another word of the server; at most 8
    Json priority{}; //!< from 0, optional, to 1, required, as received; absent: not said
    Json lastModified{}; //!< an ISO 8601 time as received; absent: not said

    //! Reads the member "annotations" of \a holder; what has another shape is left out.
    static McpAnnotations of(const Json &holder);
    bool isEmpty() const { return audience.isEmpty() && priority.isAbsent() && lastModified.isAbsent(); }
};

//! One content block of a result or message. \source core/sources/mcp/README.md 5
struct McpBlock {
    enum class Kind : quint8 { Text, Image, Audio, ResourceLink, Resource, Unknown };
    Kind kind = Kind::Unknown;
    QString type{}; //!< the member "type" as received
    Json held{}; //!< a string: the text, or the base64 of the bytes; absent: nothing is held
    bool isBase64 = false; //!< whether \c held is base64
    QString mimeType{}; //!< as received; empty: not said
    QString uri{}; //!< of a resource or a link to one
    QString name{}; //!< of a link: its title, otherwise its name
    McpAnnotations annotations{};
    Json raw{}; //!< the block as received

    //! Reads \a block. A block of an unknown type, or one that lacks what its type needs, is Kind::Unknown.
    static McpBlock read(const Json &block);
    //! Reads one entry of the list that resources/read answers with.
    static McpBlock ofResource(const Json &contents);
};

//! One message of a prompt.
struct McpMessage {
    QString role{}; //!< "user", "assistant", or what the server says in their place
    QList<McpBlock> blocks{};
    Json raw{}; //!< the message as received
};

//! The messages in \a prompt, the data of prompts/get. Content may be one block or a list of blocks.
QList<McpMessage> messagesOf(const Json &prompt);

} // namespace Workbench
