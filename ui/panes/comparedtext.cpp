// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/comparedtext.h"

#include "core/base/linediff.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype linesAround = 3;

class TextAligner {
public:
    TextAligner(const TextDocument &before, const TextDocument &after)
        : m_sources{&before, &after}
    {
        m_texts[0].reserve(before.bytes().size());
        m_texts[1].reserve(after.bytes().size());
    }

    void addSame(qsizetype before, qsizetype after, qsizetype count)
    {
        for (qsizetype i = 0; i < count; ++i) {
            addLine(0, before + i, u' ');
            addLine(1, after + i, u' ');
        }
    }

    void addLeftOut()
    {
        const QByteArray words = QCoreApplication::translate("ComparedText", "⋯ unchanged").toUtf8();
        for (const int side : {0, 1}) {
            add(side, words, {});
        }
    }

    void addChange(const LineChange &change)
    {
        const qsizetype begin = qsizetype(m_labels[0].size());
        m_changes.append(begin);
        const qsizetype both = std::min(change.linesBefore, change.linesAfter);
        const qsizetype all = std::max(change.linesBefore, change.linesAfter);
        for (qsizetype i = 0; i < all; ++i) {
            if (i < change.linesBefore)
                addLine(0, change.before + i, i < both ? u'~' : u'-');
            else
                add(0, {}, {});
            if (i < change.linesAfter)
                addLine(1, change.after + i, i < both ? u'~' : u'+');
            else
                add(1, {}, {});
        }
        if (both > 0) {
            for (const int side : {0, 1})
                m_marks[size_t(side)].append({begin, begin + both - 1, ColorRole::Warning});
        }
        if (change.linesBefore > both)
            m_marks[0].append({begin + both, begin + change.linesBefore - 1, ColorRole::Error});
        if (change.linesAfter > both)
            m_marks[1].append({begin + both, begin + change.linesAfter - 1, ColorRole::Ok});
    }

    ComparedText take()
    {
        ComparedText text;
        for (size_t side : {0, 1}) {
            text.sides[side] = {TextDocument::fromBytes(m_texts[side], TextDocument::Syntax::Json),
                m_marks[side], std::move(m_labels[side])};
        }
        text.changes = std::move(m_changes);
        return text;
    }

private:
    void add(int side, QByteArrayView line, TextView::LineLabel label)
    {
        QByteArray &text = m_texts[size_t(side)];
        if (!m_labels[size_t(side)].empty())
            text += '\n';
        text += line;
        m_labels[size_t(side)].push_back(label);
    }

    void addLine(int side, qsizetype line, char16_t sign)
    {
        add(side, m_sources[size_t(side)]->line(line), {qint32(line + 1), sign});
    }

    std::array<const TextDocument *, 2> m_sources;
    std::array<QByteArray, 2> m_texts;
    std::array<std::vector<TextView::LineLabel>, 2> m_labels;
    std::array<QList<TextView::Mark>, 2> m_marks;
    QList<qsizetype> m_changes;
};

} // namespace

Result<ComparedText> comparedText(
    const Json &before, const Json &after, TextLines lines, const Limits &limits, const std::stop_token &stop)
{
    const auto left = TextDocument::fromJson(before);
    const auto right = TextDocument::fromJson(after);
    const Result<LineDiff> diff = diffLines(left->bytes(), right->bytes(), limits, stop);
    if (!diff)
        return std::unexpected(diff.error());
    TextAligner aligner(*left, *right);
    qsizetype doneBefore = 0;
    qsizetype doneAfter = 0;
    const auto addUnchanged = [&](qsizetype until, bool isFirst, bool isLast) {
        const qsizetype count = until - doneBefore;
        const qsizetype head = isFirst ? 0 : linesAround;
        const qsizetype tail = isLast ? 0 : linesAround;
        if (lines == TextLines::Changed && count > head + tail + 1) {
            aligner.addSame(doneBefore, doneAfter, head);
            aligner.addLeftOut();
            aligner.addSame(until - tail, doneAfter + count - tail, tail);
        } else {
            aligner.addSame(doneBefore, doneAfter, count);
        }
    };
    for (const LineChange &change : diff->changes) {
        if (stop.stop_requested())
            return std::unexpected(Error{.kind = ErrorKind::Cancelled});
        addUnchanged(change.before, doneBefore == 0, false);
        aligner.addChange(change);
        doneBefore = change.before + change.linesBefore;
        doneAfter = change.after + change.linesAfter;
    }
    addUnchanged(diff->linesBefore, false, true);
    ComparedText text = aligner.take();
    text.isCoarse = diff->isCoarse;
    return text;
}

} // namespace Workbench::Ui
