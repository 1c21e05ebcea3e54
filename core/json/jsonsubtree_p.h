// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsondiff.h"
#include "core/json/jsondocument_p.h"

namespace Workbench {

//! A hash for each value below one, itself included: equal values have equal ones, but for duplicate keys.
class JsonHashes {
public:
    //! Stops early, with hashes of no use, when asked to.
    JsonHashes(const JsonNode::Node *root, JsonNumbers numbers, const std::stop_token &stop);
    quint64 of(const JsonNode::Node *node) const { return m_hashes[size_t(node - m_root)]; }

private:
    const JsonNode::Node *m_root;
    std::vector<quint64> m_hashes; // by place in the document
};

//! Whether two values are the same to the letter, but for the order of keys and, by value, the way numbers
//! are written.
bool isSameJson(const JsonNode::Node *a, const JsonNode::Node *b, JsonNumbers numbers);

} // namespace Workbench
