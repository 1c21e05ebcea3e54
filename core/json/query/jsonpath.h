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

//! Describes why a text is not a valid query, and where.
struct JsonPathError {
    Error error; //!< ErrorKind::Usage with code "jsonpath.syntax" or "jsonpath.type", or ErrorKind::Limit
    qsizetype offset = 0; //!< place of the first invalid character, in UTF-16 units from 0
};

//! The nodes that a query selects, in the order of RFC 9535. Keeps the queried document alive.
class JsonPathResult {
public:
    qsizetype size() const { return qsizetype(m_nodes.size()); }
    Json value(qsizetype index) const { return m_nodes[size_t(index)].value; }
    //! Returns the normalized path (RFC 9535, 2.7), such as $['a'][0]. Each call writes it anew, because a
    //! path may be as long as the value is deep.
    QString path(qsizetype index) const;
    QString pointer(qsizetype index) const; //!< the path as a JSON Pointer
    //! Returns why nodes are missing at the end: a limit (query.steps, query.results or a regular
    //! expression), or ErrorKind::Cancelled. Nothing if the result is complete.
    const std::optional<Error> &incomplete() const { return m_incomplete; }

private:
    friend class JsonPath;
    struct Place { // places are shared between results: a place refers to its parent
        quint32 parent;
        qint64 index; // of an item; -1 for a member
        QByteArrayView key; // of a member
    };
    struct Node {
        Json value;
        quint32 place;
    };
    std::vector<const Place *> way(qsizetype index) const;

    Json m_root; // kept alive for the keys, which are views into it and into the query
    std::shared_ptr<const JsonPathProgram> m_program;
    std::vector<Place> m_places; // the root first
    std::vector<Node> m_nodes;
    std::optional<Error> m_incomplete;
};

//! A JSONPath query of the complete RFC 9535: all selectors, filters and the functions length, count, match,
//! search and value, with I-Regexp (RFC 9485). Numbers are compared exactly, by decimal value. The last of
//! duplicate keys is the member.
//!
//! Evaluation does not recurse on data. It counts visited values against query.steps; each microsecond in a
//! regular expression counts as 4 steps. A query may be evaluated on any thread.
class JsonPath {
public:
    static std::expected<JsonPath, JsonPathError> parse(QStringView text, const Limits &limits = {});

    JsonPathResult evaluate(const Json &root, const std::stop_token &stop = {}) const;

private:
    std::shared_ptr<const JsonPathProgram> m_program;
};

} // namespace Workbench
