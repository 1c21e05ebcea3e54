// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/json/json.h"

#include <stop_token>
#include <vector>

namespace Workbench {

enum class JsonNumbers : quint8 {
    ByValue, //!< 1, 1.0 and 1e0 are the same
    ByText, //!< only numbers with the same digits are the same
};

//! One difference, in the form shown to the user.
struct JsonChange {
    enum class Kind : quint8 { Added, Removed, Changed, Moved };
    Kind kind = Kind::Changed;
    QString pointer; //!< the place afterwards; for a removed value the place before
    QString from; //!< the place before; empty for an added value
    Json before; //!< absent for an added value
    Json after; //!< absent for a removed value
};

//! The changes that lead from one value to another. Keeps both values alive. at() writes the pointers.
class JsonDiff {
public:
    //! Returns the number of changes. They are in the order of the text; in each object the members that were
    //! there before come first, then the added members. A value that was removed in one place and added in
    //! another is one change of kind Moved.
    qsizetype size() const { return qsizetype(m_changes.size()); }
    JsonChange at(qsizetype index) const;
    bool isEmpty() const { return m_changes.empty(); }

    //! Returns the number of lists that were compared item by item, because the search for insertions and
    //! removals would have exceeded diff.steps. Their differences are correct but not minimal.
    qsizetype coarseLists() const { return m_coarseLists; }
    //! Returns how many of diff.steps the comparison took.
    qint64 steps() const { return m_steps; }

    struct Edit;
    struct Place { //!< the path to a value: the place of the parent, then an index or a key
        quint32 parent;
        qint64 index; // -1: a key
        const void *key; // a node
    };

private:
    friend class JsonDiffer;
    struct Change {
        JsonChange::Kind kind;
        size_t removed; // the edit that removed a moved value
        size_t edit;
    };
    static QString pointerOf(const std::vector<Place> &places, quint32 place);

    Json m_before;
    Json m_after;
    std::vector<Place> m_placesBefore;
    std::vector<Place> m_placesAfter;
    std::vector<Edit> m_edits; // in the reverse order of the text
    std::vector<Change> m_changes;
    qsizetype m_coarseLists = 0;
    qint64 m_steps = 0;
};

struct JsonDiff::Edit {
    JsonChange::Kind kind;
    Json before;
    Json after;
    quint32 placeBefore; // 0 for an added value
    quint32 placeAfter; // 0 for a removed value
};

struct JsonDiffOptions {
    JsonNumbers numbers = JsonNumbers::ByValue;
    Limits limits{};
    std::stop_token stop{};
};

//! Returns the differences from \a before to \a after. Numbers are compared exactly, the order of keys is
//! ignored, and the last of duplicate keys counts. Iterative; memory is linear in both values. Searches lists
//! for the fewest insertions and removals (Myers), large lists around the items that occur once (patience).
//! Fails with ErrorKind::Cancelled when stopped, with ErrorKind::Usage when a value is absent.
Result<JsonDiff> diffJson(const Json &before, const Json &after, const JsonDiffOptions &options = {});

} // namespace Workbench
