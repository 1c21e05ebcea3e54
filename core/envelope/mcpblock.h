// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"

namespace Workbench {

//! What a server says about a content block or a resource. These are claims; no decision depends on them.
struct McpAnnotations {
    QStringList audience{}; //!< "user", "assistant" or other values of the server; at most 8
    Json priority{}; //!< from 0 (optional) to 1 (required), as received; absent: not given
    Json lastModified{}; //!< an ISO 8601 time as received; absent: not given

    //! Reads the member "annotations" of \a holder. An audience that is not an array is left out.
    static McpAnnotations of(const Json &holder);
    bool isEmpty() const { return audience.isEmpty() && priority.isAbsent() && lastModified.isAbsent(); }
};

//! One content block of a result or message. \source core/sources/mcp/README.md 5
struct McpBlock {
    enum class Kind : quint8 { Text, Image, Audio, ResourceLink, Resource, Unknown };
    Kind kind = Kind::Unknown;
    QString type{}; //!< the member "type" as received
    Json held{}; //!< a string: the text, or the base64 of the bytes; absent: none
    bool isBase64 = false; //!< whether \c held is base64
    QString mimeType{}; //!< as received; empty: not given
    QString uri{}; //!< URI of a resource or a resource link
    QString name{}; //!< title of a resource link, or its name if it has no title
    McpAnnotations annotations{};
    Json raw{}; //!< the block as received

    //! Reads \a block. A block of an unknown type, or one that lacks what its type needs, is Kind::Unknown.
    static McpBlock read(const Json &block);
    //! Reads one entry of the list that resources/read answers with.
    static McpBlock ofResource(const Json &contents);
};

//! One message of a prompt.
struct McpMessage {
    QString role{}; //!< "user", "assistant" or another value of the server
    QList<McpBlock> blocks{};
    Json raw{}; //!< the message as received
};

//! Returns the messages in \a prompt, the data of prompts/get. The content of a message may be a block or a
//! list of blocks.
QList<McpMessage> messagesOf(const Json &prompt);

} // namespace Workbench
