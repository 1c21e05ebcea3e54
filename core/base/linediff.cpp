// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/linediff.h"

#include "core/base/sequencematch.h"

#include <algorithm>
#include <unordered_map>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::vector<QByteArrayView> linesOf(QByteArrayView text)
{
    std::vector<QByteArrayView> lines;
    for (qsizetype from = 0;;) {
        const qsizetype end = text.indexOf('\n', from);
        lines.push_back(text.sliced(from, (end < 0 ? text.size() : end) - from));
        if (end < 0)
            return lines;
        from = end + 1;
    }
}

struct LineHash {
    size_t operator()(QByteArrayView line) const { return qHash(line, QHashSeed::globalSeed()); }
};
using LineNumbers = std::unordered_map<QByteArrayView, quint32, LineHash>;

//! Numbers the lines so that equal lines have the same number. Adds new lines to \a known.
std::vector<quint32> numbersOf(const std::vector<QByteArrayView> &lines, LineNumbers &known)
{
    std::vector<quint32> numbers;
    numbers.reserve(lines.size());
    for (const QByteArrayView line : lines)
        numbers.push_back(known.try_emplace(line, quint32(known.size())).first->second);
    return numbers;
}

//! Returns a range for the "@@" line, such as "-3,2". Lines are counted from 1; an empty range names the line
//! before it.
QByteArray rangeText(char sign, qsizetype first, qsizetype count)
{
    QByteArray text(1, sign);
    text += QByteArray::number(count == 0 ? first : first + 1);
    if (count != 1)
        text += ',' + QByteArray::number(count);
    return text;
}

void appendLines(
    QByteArray &text, char sign, const std::vector<QByteArrayView> &lines, qsizetype from, qsizetype count)
{
    for (qsizetype i = from; i < from + count; ++i) {
        text += sign;
        text += lines[size_t(i)];
        text += '\n';
    }
}

} // namespace

Result<LineDiff> diffLines(
    QByteArrayView before, QByteArrayView after, const Limits &limits, const std::stop_token &stop)
{
    LineNumbers known;
    const std::vector<quint32> a = numbersOf(linesOf(before), known);
    const std::vector<quint32> b = numbersOf(linesOf(after), known);
    qint64 budget = limits.diffSteps;
    const SequenceMatch match = matchSequences(a, b, budget, stop);
    if (stop.stop_requested())
        return std::unexpected(
            Error{ErrorKind::Cancelled, u"diff.cancelled"_s, u"The comparison was cancelled."_s});
    LineDiff diff{{}, qsizetype(a.size()), qsizetype(b.size()), match.isCoarse};
    LineChange next;
    const auto close = [&](qsizetype endBefore, qsizetype endAfter) {
        next.linesBefore = endBefore - next.before;
        next.linesAfter = endAfter - next.after;
        if (next.linesBefore > 0 || next.linesAfter > 0)
            diff.changes.append(next);
        next = {endBefore + 1, 0, endAfter + 1, 0};
    };
    for (const auto &[lineBefore, lineAfter] : match.pairs)
        close(lineBefore, lineAfter);
    close(diff.linesBefore, diff.linesAfter);
    return diff;
}

QByteArray unifiedText(
    QByteArrayView before, QByteArrayView after, const LineDiff &diff, qsizetype linesAround)
{
    const std::vector<QByteArrayView> a = linesOf(before);
    const std::vector<QByteArrayView> b = linesOf(after);
    QByteArray text;
    for (auto part = diff.changes.begin(); part != diff.changes.end();) {
        auto end = part + 1; // changes whose context lines touch share one hunk
        const auto endOf = [](const LineChange &change) { return change.before + change.linesBefore; };
        while (end != diff.changes.end() && end->before - endOf(*(end - 1)) <= 2 * linesAround)
            ++end;
        const qsizetype lead = std::min(linesAround, part->before);
        const LineChange &last = *(end - 1);
        const qsizetype tail = std::min(linesAround, diff.linesBefore - endOf(last));
        const qsizetype fromA = part->before - lead;
        const qsizetype fromB = part->after - lead;
        text += "@@ " + rangeText('-', fromA, endOf(last) + tail - fromA) + ' '
            + rangeText('+', fromB, last.after + last.linesAfter + tail - fromB) + " @@\n";
        qsizetype at = fromA;
        for (; part != end; ++part) {
            appendLines(text, ' ', a, at, part->before - at);
            appendLines(text, '-', a, part->before, part->linesBefore);
            appendLines(text, '+', b, part->after, part->linesAfter);
            at = endOf(*part);
        }
        appendLines(text, ' ', a, at, tail);
    }
    return text;
}

} // namespace Workbench
