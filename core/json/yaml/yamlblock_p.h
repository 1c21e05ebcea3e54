// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

#include <optional>

namespace Workbench {

//! A block scalar (| or >), read from the source. libfyaml 0.8 finds the beginning of a block scalar but has
//! defects. It loses line breaks and ends of folded and of indented block scalars, and leaves a NUL in some.
//! Below an empty one it takes lines that are indented like its key as content. Block scalars that libfyaml
//! refuses stay errors: a header on its own line that is indented deeper than the text.
//! \source YAML 1.2.2 section 8.1
struct YamlBlock {
    QByteArray text;
    qsizetype header = 0; //!< position of | or >
    qsizetype headerSize = 0; //!< including its indicators
    qsizetype end = 0; //!< position of the first character after the block
    bool isEmpty = false; //!< all lines of the content are blank
};

//! Reads a block scalar. \a content is the position of its first line in \a source, whose text begins at
//! \a start (after a byte order mark). \a container is the column of the list or mapping that contains the
//! block; -1: it is the whole document. Returns nothing if there is no header before \a content.
std::optional<YamlBlock> readYamlBlock(
    QByteArrayView source, qsizetype start, qsizetype content, qsizetype container);

} // namespace Workbench
