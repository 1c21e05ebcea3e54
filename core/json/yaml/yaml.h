// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/json/jsonparser.h"

#include <memory>
#include <optional>

namespace Workbench {

struct YamlTree;

//! The positions of the values of a YAML document in its text. Cheap to copy; keeps the text alive.
class YamlPositions {
public:
    YamlPositions() = default;
    explicit YamlPositions(std::shared_ptr<const YamlTree> tree);

    //! Returns the position of the value at a JSON Pointer: for an alias that of the alias, for a merged
    //! member the place where it was written. Returns nothing if the pointer leads nowhere.
    std::optional<TextPosition> find(QStringView pointer) const;

private:
    std::shared_ptr<const YamlTree> m_tree;
};

struct ParsedYaml {
    Json value;
    QList<JsonRemark> remarks; //!< at most 100
    YamlPositions positions;
};

struct YamlParseError {
    Error error; //!< ErrorKind::Protocol with a code "yaml.…", or ErrorKind::Limit
    TextPosition position;
};

//! Reads one YAML 1.2 document in UTF-8 into a JSON value, by the core schema:
//! - A number keeps its text if it is valid JSON. Others (0x1F, 0o17, +1, .5, 007) are converted exactly,
//!   with a remark. JSON has no .inf and .nan: they become strings, with a remark.
//! - Keys are the texts of scalars of any type. A list or mapping as a key is an error.
//! - Aliases are expanded. `<<` merges mappings: own members win, then the first merged mapping. The expanded
//!   values count against yaml.aliasNodes. An alias inside its own anchor is an error.
//! - Tags other than those of the core schema are an error. Duplicate keys are kept, with a remark.
//! - A second document, bytes that are not UTF-8, and control characters are errors.
//!
//! The parser does not recurse. yaml.depth bounds the depth after expansion, doc.bytes and json.nodes bound
//! the size. Returns ErrorKind::Protocol for a faulty text and ErrorKind::Limit beyond a limit.
//! \source core/RULES.md; YAML 1.2.2, 10.3
std::expected<ParsedYaml, YamlParseError> parseYamlDetailed(QByteArray utf8, const Limits &limits = {});

//! Reads one YAML 1.2 document like parseYamlDetailed(), but returns only the value.
Result<Json> parseYaml(QByteArray utf8, const Limits &limits = {});

} // namespace Workbench
