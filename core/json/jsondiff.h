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
    ByText, //!< only the same digits are
};

//! One difference, for a person.
struct JsonChange {
    enum class Kind : quint8 { Added, Removed, Changed, Moved };
    Kind kind = Kind::Changed;
    QString pointer; //!< where it stands afterwards; of a removed value where it stood
    QString from; //!< where it stood before; empty for an added value
    Json before; //!< absent for an added value
    Json after; //!< absent for a removed value
};

//! What leads from one value to another. Keeps both alive; pointers are written when asked for.
class JsonDiff {
public:
    //! Changes in the order of the text: of each object what was there before, then what was added. A value
    //! that was removed in one place and added in another is one change, moved.
    qsizetype size() const { return qsizetype(m_changes.size()); }
    JsonChange at(qsizetype index) const;
    bool isEmpty() const { return m_changes.empty(); }

    //! Lists that were compared item by item, because finding what was inserted and removed in them would
    //! have taken more than diff.steps. The differences are right, and more than need be.
    qsizetype coarseLists() const { return m_coarseLists; }
    //! How many of diff.steps it took.
    qint64 steps() const { return m_steps; }

    //! The JSON Patch (RFC 6902) of add, remove and replace that makes one value into the other.
    //! ErrorKind::Limit when its pointers pass doc.bytes.
    Result<Json> toPatch(const Limits &limits = {}) const;

    struct Edit;
    struct Place { //!< a way to a value: the rest of the way, then an index or a key
        quint32 parent;
        qint64 index; // -1: a key
        const void *key; // a node
    };

private:
    friend class JsonDiffer;
    struct Change {
        JsonChange::Kind kind;
        size_t removed; // an edit, of a moved value
        size_t edit;
    };
    static QString pointerOf(const std::vector<Place> &places, quint32 place);

    Json m_before;
    Json m_after;
    std::vector<Place> m_placesBefore;
    std::vector<Place> m_placesAfter;
    std::vector<Edit> m_edits; // in the order of a patch: of a list the last items first
    std::vector<Change> m_changes;
    qsizetype m_coarseLists = 0;
    qint64 m_steps = 0;
};

struct JsonDiff::Edit {
    JsonChange::Kind kind;
    Json before;
    Json after;
    quint32 placeBefore; // of an added value where it is to be put
    quint32 placeAfter;
};

struct JsonDiffOptions {
    JsonNumbers numbers = JsonNumbers::ByValue;
    Limits limits{};
    std::stop_token stop{};
};

//! The differences from \a before to \a after, exact on numbers and blind to the order of keys; of duplicate
//! keys the last counts. Iterative, memory linear in both values. In lists the fewest insertions and removals
//! are sought (Myers), in large ones around the items that occur once (patience). ErrorKind::Cancelled when
//! stopped, ErrorKind::Usage when a value is absent.
Result<JsonDiff> diffJson(const Json &before, const Json &after, const JsonDiffOptions &options = {});

} // namespace Workbench
