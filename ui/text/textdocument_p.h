// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/text/textview.h"

#include <QStringList>

#include <vector>

namespace KSyntaxHighlighting {
class Definition;
class State;
} // namespace KSyntaxHighlighting

namespace Workbench::Ui {

//! Where a line is too long for one row, it is broken every \a width bytes, at a character's border. Only the
//! lines that are broken are stored, so that a row is found by a search in few entries.
class RowMap {
public:
    RowMap() = default;
    RowMap(const TextDocument &document, qsizetype width);

    struct Row {
        qsizetype line = 0;
        qsizetype begin = 0; //!< byte offset in the document
        qsizetype end = 0;
        bool first = true; //!< of its line
    };

    qsizetype count() const { return m_count; }
    Row row(const TextDocument &document, qsizetype index) const;
    qsizetype rowAt(const TextDocument &document, qsizetype offset) const;
    qsizetype firstRowOfLine(qsizetype line) const;

private:
    struct Broken {
        qsizetype line;
        qsizetype extraBefore; //!< rows beyond one a line, of all lines before this one
        qsizetype extra;
    };
    Row piece(const TextDocument &document, qsizetype line, qsizetype part) const;

    std::vector<Broken> m_broken;
    qsizetype m_width = 1;
    qsizetype m_count = 0;
};

struct TextDocument::Private {
    QByteArray bytes;
    Syntax syntax = Syntax::Plain;
    std::vector<quint32> lineStarts; //!< never empty; the limits keep documents far below 4 GiB
    qsizetype headLines = 0; //!< Http: lines before the body
    bool jsonBody = false; //!< Http: the body is JSON
    int indentLevels = -1; //!< Json made by us: levels that are indented exactly; -1: as received
    //! For lines longer than a checkpoint: whether each checkpoint of the line stands in a string or after a
    //! backslash.
    struct LongLine {
        qsizetype line;
        std::vector<quint8> states;
    };
    std::vector<LongLine> longLines;
    RowMap fixedRows; //!< for large documents, whose rows do not follow the width of the view

    void index();
    qsizetype lineBegin(qsizetype line) const { return lineStarts[size_t(line)]; }
    qsizetype lineEnd(qsizetype line) const; //!< without CR and LF
    qsizetype lineAt(qsizetype offset) const;
};

namespace TextLimits {
inline constexpr qsizetype rowBytes = 320; //!< of a broken line in a large document
inline constexpr qsizetype largeBytes = 1 << 20; //!< rows no longer follow the width of the view
inline constexpr qsizetype checkpointBytes = 4096;
inline constexpr qsizetype prettyBytes = qsizetype(256) << 20; //!< deeper levels stop being indented beyond
} // namespace TextLimits

//! Bytes of the row's first character or later, never inside a UTF-8 sequence.
qsizetype characterBorder(QByteArrayView bytes, qsizetype offset);

//! JSON in compact form, indented by two. \a levels receives how many levels are indented; short arrays of
//! scalars stay on one line when \a inlineArrays.
QByteArray indentedJson(QByteArrayView compact, bool inlineArrays, int *levels = nullptr);

//! First and last byte of the value at the pointer in any JSON text.
std::optional<std::pair<qsizetype, qsizetype>> findValue(QByteArrayView json, const QStringList &tokens);

} // namespace Workbench::Ui
