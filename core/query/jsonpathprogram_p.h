// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/query/iregexp.h"
#include "core/query/jsonpath.h"

namespace Workbench {

struct PathSelector {
    enum class Kind : quint8 { Name, Wildcard, Index, Slice, Filter };
    Kind kind = Kind::Wildcard;
    QByteArray name{};
    qint64 index = 0;
    std::optional<qint64> start{};
    std::optional<qint64> end{};
    qint64 step = 1;
    size_t filter = 0; // an expression
};

struct PathSegment {
    bool isDescendant = false;
    std::vector<PathSelector> selectors;
};

struct PathQuery {
    bool isRelative = false; // to @
    std::vector<PathSegment> segments{};

    bool isSingular() const;
};

struct PathExpression {
    enum class Kind : quint8 {
        Or,
        And,
        Not,
        Exists, // of a query
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
    std::vector<size_t> operands{}; // expressions
    size_t query = 0;
    Json literal{};
    std::optional<IRegexp> pattern{}; // of match and search, when it is a literal that can be run
};

//! A parsed query: the whole is queries[0].
struct JsonPathProgram {
    std::vector<PathQuery> queries;
    std::vector<PathExpression> expressions;
    Limits limits;
};

} // namespace Workbench
