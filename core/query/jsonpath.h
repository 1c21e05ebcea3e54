// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace Workbench {

struct JsonPathProgram;

//! Says why a text is no query, and where.
struct JsonPathError {
    Error error; //!< ErrorKind::Usage with code "jsonpath.syntax" or "jsonpath.type", or ErrorKind::Limit
    qsizetype offset = 0; //!< of the first character that cannot be, in UTF-16 units from 0
};

//! The nodes that a query selects, in the order of RFC 9535. Keeps the queried document alive.
class JsonPathResult {
public:
    qsizetype size() const { return qsizetype(m_nodes.size()); }
    Json value(qsizetype index) const { return m_nodes[size_t(index)].value; }
    //! $['a'][0]: the normalized path (RFC 9535, 2.7). Written when asked for: it may be as long as the value
    //! is deep.
    QString path(qsizetype index) const;
    QString pointer(qsizetype index) const; //!< the same place as a JSON Pointer
    //! Why the nodes are only the first of all: a limit (of query.steps, query.results or a regular
    //! expression), or ErrorKind::Cancelled. Nothing when they are all.
    const std::optional<Error> &incomplete() const { return m_incomplete; }

private:
    friend class JsonPath;
    struct Place { // places are shared between results: a place knows the one it is in
        quint32 parent;
        qint64 index; // of an item, else -1
        QByteArrayView key; // of a member
    };
    struct Node {
        Json value;
        quint32 place;
    };
    std::vector<const Place *> way(qsizetype index) const;

    Json m_root; // keys are views into it, and into the query
    std::shared_ptr<const JsonPathProgram> m_program;
    std::vector<Place> m_places; // the root first
    std::vector<Node> m_nodes;
    std::optional<Error> m_incomplete;
};

//! A JSONPath query, RFC 9535 complete: all selectors, filters and the functions length, count, match, search
//! and value, with I-Regexp (RFC 9485). Numbers are compared by decimal value, exactly. Of duplicate keys the
//! last one is the member.
//!
//! Evaluation does not recurse on data; it counts visited values against query.steps, of which time spent in
//! regular expressions takes 4 a microsecond. May be evaluated on any thread.
class JsonPath {
public:
    static std::expected<JsonPath, JsonPathError> parse(QStringView text, const Limits &limits = {});

    JsonPathResult evaluate(const Json &root, const std::stop_token &stop = {}) const;

private:
    std::shared_ptr<const JsonPathProgram> m_program;
};

} // namespace Workbench
