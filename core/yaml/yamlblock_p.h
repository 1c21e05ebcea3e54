// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

#include <optional>

namespace Workbench {

//! A block scalar (| or >) as its source says. libfyaml 0.8 finds where one begins, but loses line breaks and
//! ends of folded and of indented ones, leaves a NUL for some, and takes the lines below an empty one that
//! are indented like its key for its content. (What it refuses stays refused: a header on a line of its own
//! that is indented deeper than the text.) \source YAML 1.2.2 section 8.1
struct YamlBlock {
    QByteArray text;
    qsizetype header = 0; //!< where | or > stands
    qsizetype headerSize = 0; //!< with its indicators
    qsizetype end = 0; //!< of what belongs to it: the first character that is no more its own
    bool isEmpty = false; //!< without a line that is not blank
};

//! \a content is where its first line begins, in \a source that begins at \a start (behind a byte order
//! mark). \a container is the column of the list or mapping that it is in; -1: it is the whole document.
//! Nothing when there is no header before it.
std::optional<YamlBlock> readYamlBlock(
    QByteArrayView source, qsizetype start, qsizetype content, qsizetype container);

} // namespace Workbench
