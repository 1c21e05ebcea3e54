// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/nearestnames.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype lettersPerEdit = 3;
constexpr qsizetype shortestPart = 3; // a shorter text is a part of too many names
constexpr qsizetype longestName = 200;

//! Returns the number of edits from \a a to \a b by optimal string alignment, or any number above \a most.
qsizetype editsBetween(QStringView a, QStringView b, qsizetype most)
{
    if (qAbs(a.size() - b.size()) > most)
        return most + 1;
    QList<qsizetype> twoBack;
    QList<qsizetype> before(b.size() + 1);
    for (qsizetype j = 0; j <= b.size(); ++j)
        before[j] = j;
    for (qsizetype i = 1; i <= a.size(); ++i) {
        QList<qsizetype> row(b.size() + 1);
        row[0] = i;
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const qsizetype replaced = before.at(j - 1) + (a.at(i - 1) == b.at(j - 1) ? 0 : 1);
            row[j] = std::min({before.at(j) + 1, row.at(j - 1) + 1, replaced});
            const bool isSwap = i > 1 && j > 1 && a.at(i - 1) == b.at(j - 2) && a.at(i - 2) == b.at(j - 1);
            if (isSwap)
                row[j] = std::min(row.at(j), twoBack.at(j - 2) + 1);
        }
        twoBack = std::exchange(before, std::move(row));
    }
    return before.constLast();
}

} // namespace

QStringList nearestNames(const QString &wanted, const QStringList &candidates, qsizetype most)
{
    if (wanted.isEmpty() || wanted.size() > longestName)
        return {};
    const QString word = wanted.toLower();
    const qsizetype mostEdits = std::max<qsizetype>(1, word.size() / lettersPerEdit);
    qsizetype fewest = mostEdits;
    QStringList near;
    QStringList containing;
    for (const QString &candidate : candidates) {
        const QString name = candidate.toLower();
        const qsizetype edits = editsBetween(word, name, fewest);
        if (edits < fewest || (edits == fewest && near.isEmpty())) {
            near = {candidate};
            fewest = edits;
        } else if (edits == fewest && !near.contains(candidate)) {
            near.append(candidate);
        }
        if (word.size() >= shortestPart && name.contains(word) && !containing.contains(candidate))
            containing.append(candidate);
    }
    // An edit of a text of one or two letters gives an unrelated word. A name that contains the text is
    // nearer than a name with several edits.
    if ((fewest > 0 && word.size() <= 2) || (fewest > 1 && !containing.isEmpty()))
        near.clear();
    const QStringList &found = near.isEmpty() ? containing : near;
    return found.first(std::min(found.size(), most));
}

QString didYouMean(const QString &wanted, const QStringList &candidates)
{
    return didYouMean(nearestNames(wanted, candidates));
}

QString didYouMean(QStringList names)
{
    if (names.isEmpty())
        return {};
    const QString last = u"\"%1\"?"_s.arg(names.takeLast());
    if (names.isEmpty())
        return u" Did you mean "_s + last;
    return u" Did you mean \"%1\" or %2"_s.arg(names.join(u"\", \""_s), last);
}

} // namespace Workbench
