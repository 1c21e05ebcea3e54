// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/text/textview.h"

#include <QStringList>

#include <vector>

namespace Workbench::Ui {

//! Maps lines to rows. A line that is longer than the width is broken every width bytes, at a character
//! boundary. Only broken lines are stored, so that the search for a row has few entries.
class RowMap {
public:
    RowMap() = default;
    RowMap(const TextDocument &document, qsizetype width);

    struct Row {
        qsizetype line = 0;
        qsizetype begin = 0; //!< byte offset in the document
        qsizetype end = 0;
        bool first = true; //!< whether the row is the first row of its line
    };

    qsizetype count() const { return m_count; }
    Row row(const TextDocument &document, qsizetype index) const;
    qsizetype rowAt(const TextDocument &document, qsizetype offset) const;
    qsizetype firstRowOfLine(qsizetype line) const;

private:
    struct Broken {
        qsizetype line;
        qsizetype extraBefore; //!< sum of extra over all lines before this line
        qsizetype extra; //!< number of rows of this line beyond the first
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
    qsizetype headLines = 0; //!< for Syntax::Http, the number of lines before the body
    bool jsonBody = false; //!< for Syntax::Http, whether the body is JSON
    //! The number of levels that fromJson() has indented, or -1 for a document as received.
    int indentLevels = -1;
    //! The scan state (JsonScan) at each checkpoint of a line that is longer than
    //! TextLimits::checkpointBytes.
    struct LongLine {
        qsizetype line;
        std::vector<quint8> states;
    };
    std::vector<LongLine> longLines;
    RowMap fixedRows; //!< rows of a large document, which do not depend on the width of the view

    void index();
    qsizetype lineBegin(qsizetype line) const { return lineStarts[size_t(line)]; }
    qsizetype lineEnd(qsizetype line) const; //!< without CR and LF
};

namespace TextLimits {
inline constexpr qsizetype rowBytes = 320; //!< length of a row of a broken line in a large document
//! The size from which the rows of a document do not depend on the width of the view.
inline constexpr qsizetype largeBytes = 1 << 20;
inline constexpr qsizetype checkpointBytes = 4096;
//! The budget for indented text. Levels beyond it are not indented.
inline constexpr qsizetype prettyBytes = qsizetype(256) << 20;
} // namespace TextLimits

//! Returns the start of the UTF-8 sequence that contains \a offset. Returns \a offset, limited to the size of
//! \a bytes, if there is no such sequence.
qsizetype characterBorder(QByteArrayView bytes, qsizetype offset);

//! Returns the JSON text \a compact indented by two spaces. \a levels receives the number of indented levels.
//! If \a inlineArrays is true, short arrays of scalars stay on one line.
QByteArray indentedJson(QByteArrayView compact, bool inlineArrays, int *levels = nullptr);

//! Returns the offsets of the first and the last byte of the value at the pointer \a tokens in a JSON text,
//! or no value if there is none.
std::optional<std::pair<qsizetype, qsizetype>> findValue(QByteArrayView json, const QStringList &tokens);

} // namespace Workbench::Ui
