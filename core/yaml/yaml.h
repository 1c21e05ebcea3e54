// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/json/jsonparser.h"

#include <memory>
#include <optional>

namespace Workbench {

struct YamlTree;

//! Where the values of a YAML document stand in its text. Cheap to copy; keeps the text alive.
class YamlPositions {
public:
    YamlPositions() = default;
    explicit YamlPositions(std::shared_ptr<const YamlTree> tree);

    //! The place of the value at a JSON Pointer: of an alias where the alias stands, of a merged member where
    //! it was written. Nothing when the pointer leads nowhere.
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
//! - A number keeps its text when JSON has it; others (0x1F, 0o17, +1, .5, 007) are converted exactly, with a
//!   remark. JSON has no .inf and .nan: they stay texts, with a remark.
//! - Keys are the texts of scalars, whatever their type; a list or mapping as a key is an error.
//! - Aliases are expanded, `<<` merges mappings (own members win, then the first merged). What they expand to
//!   counts against yaml.aliasNodes. An alias inside its own anchor is an error.
//! - Tags other than those of the core schema are an error. Duplicate keys are kept, with a remark.
//! - A second document, bytes that are no UTF-8 and control characters are errors.
//! No depth costs stack: yaml.depth bounds it, with aliases expanded. Size: doc.bytes, json.nodes.
//! \source core/RULES.md; YAML 1.2.2, 10.3
std::expected<ParsedYaml, YamlParseError> parseYamlDetailed(QByteArray utf8, const Limits &limits = {});

//! As above, without remarks and positions.
Result<Json> parseYaml(QByteArray utf8, const Limits &limits = {});

} // namespace Workbench
