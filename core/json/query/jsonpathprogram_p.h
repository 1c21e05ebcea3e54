// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/query/iregexp.h"
#include "core/json/query/jsonpath.h"

namespace Workbench {

struct PathSelector {
    enum class Kind : quint8 { Name, Wildcard, Index, Slice, Filter };
    Kind kind = Kind::Wildcard;
    QByteArray name{};
    qint64 index = 0;
    std::optional<qint64> start{};
    std::optional<qint64> end{};
    qint64 step = 1;
    size_t filter = 0; // index of an expression
};

struct PathSegment {
    bool isDescendant = false;
    std::vector<PathSelector> selectors;
};

struct PathQuery {
    bool isRelative = false; // starts at @, not at $
    std::vector<PathSegment> segments{};

    bool isSingular() const;
};

struct PathExpression {
    enum class Kind : quint8 {
        Or,
        And,
        Not,
        Exists, // whether a query selects a node
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual,
        Literal,
        Query,
        Length,
        Count,
        Match,
        Search,
        Value,
    };
    Kind kind = Kind::Literal;
    std::vector<size_t> operands{}; // indexes of expressions
    size_t query = 0;
    Json literal{};
    std::optional<IRegexp> pattern{}; // for match and search with a valid literal pattern
};

//! A parsed query. queries[0] is the whole query.
struct JsonPathProgram {
    std::vector<PathQuery> queries;
    std::vector<PathExpression> expressions;
    Limits limits;
};

//! Parses \a text by the grammar of RFC 9535.
std::expected<JsonPathProgram, JsonPathError> parseJsonPath(QStringView text, const Limits &limits);

} // namespace Workbench
