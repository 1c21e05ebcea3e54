// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/text/textdocument_p.h"
#include "ui/text/texttokens_p.h"

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QTextLayout>

#include <stop_token>

namespace Workbench::Ui {

//! The measures of a TextView, in pixels.
namespace TextMeasures {
inline constexpr int topMargin = 4;
inline constexpr int gutterGap = 16;
inline constexpr int plainMargin = 12; //!< left margin without line numbers
inline constexpr int rightMargin = 12;
inline constexpr int bar = 2;
inline constexpr int minRowHeight = 16;
} // namespace TextMeasures

//! Lays out and colours one row of a document.
class RowPainter {
public:
    RowPainter(const TextDocument &document, const Theme &theme, OtherHighlighter *other)
        : m_document(document)
        , m_theme(theme)
        , m_other(other)
    {
    }
    //! Returns the text of the row as it is shown. A visible character replaces each character that is
    //! invisible or rearranges others.
    QString text(const RowMap::Row &row) const;
    void layOut(QTextLayout &layout, const RowMap::Row &row, const QFont &font, bool colors) const;
    //! Returns the number of bytes of the row before the UTF-16 \a position. positionOf() is the inverse.
    qsizetype bytesBefore(const RowMap::Row &row, qsizetype position) const;
    int positionOf(const RowMap::Row &row, qsizetype offset) const;

private:
    QList<TextToken> tokens(const RowMap::Row &row) const;
    JsonScan stateAt(const RowMap::Row &row) const;

    const TextDocument &m_document;
    const Theme &m_theme;
    OtherHighlighter *m_other;
};

struct TextView::Private {
    std::shared_ptr<const TextDocument> document;
    OtherHighlighter other;
    RowMap rows;
    QList<Mark> marks;
    bool marksAreSorted = true; //!< whether marks are sorted and do not overlap
    std::vector<LineLabel> labels;
    QString placeholder;
    QFont font;
    quint64 generation = 0;
    std::stop_source searching; //!< stops the worker of find()
    qsizetype anchor = 0;
    qsizetype cursor = 0;
    int contentWidth = 0; //!< the widest row painted so far
    int rowHeight = TextMeasures::minRowHeight;
    int digitWidth = 7;
    bool lineNumbers = true;
    bool selecting = false;
    QBasicTimer autoScroll;
    QPoint lastMouse;
    QElapsedTimer lastDoubleClick;

    int textLeft() const
    {
        if (!lineNumbers || !document)
            return TextMeasures::plainMargin;
        const qsizetype digits = qMax<qsizetype>(2, QString::number(document->lineCount()).size());
        const int sign = labels.empty() ? 0 : 2 * digitWidth;
        return 18 + sign + int(digits) * digitWidth + TextMeasures::gutterGap;
    }
    QString lineLabel(qsizetype line) const
    {
        if (labels.empty())
            return QString::number(line + 1);
        const LineLabel label = size_t(line) < labels.size() ? labels[size_t(line)] : LineLabel();
        const QString number = label.number > 0 ? QString::number(label.number) : QString();
        return number + u' ' + QChar(label.sign);
    }
    qsizetype selectionBegin() const { return qMin(anchor, cursor); }
    qsizetype selectionEnd() const { return qMax(anchor, cursor); }
};

//! Registers the accessible text interface of TextView with Qt. Further calls do nothing.
void installTextViewAccessibility();

} // namespace Workbench::Ui
