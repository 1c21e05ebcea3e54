// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/query/jsonpathprogram_p.h"

namespace Workbench {

//! Parses the grammar of RFC 9535 and checks the types of function arguments (2.4.3). Recurses on brackets
//! and parentheses, which query.depth bounds.
class JsonPathParser {
public:
    JsonPathParser(QStringView text, const Limits &limits);
    std::expected<JsonPathProgram, JsonPathError> run();

private:
    using Expression = PathExpression;
    enum class Type : quint8 { Logical, Value, Nodes };
    struct Operand {
        size_t expression = 0;
        Type type = Type::Logical;
        bool isLiteral = false;
        bool isSingular = false; // for a query
        qsizetype offset = 0;
    };

    // queries: jsonpathparser.cpp
    size_t query();
    bool segment(PathQuery &query);
    void bracketed(PathSegment &segment);
    PathSelector selector();
    PathSelector numeric();
    QByteArray shorthand();
    std::optional<qint64> integer();
    QByteArray quoted();
    void escaped(QString &text);
    char16_t hexUnit();

    // filters
    size_t logicalOr();
    size_t logicalAnd();
    size_t basic();
    size_t comparison(const Operand &left);
    std::optional<Expression::Kind> comparisonSign();
    Operand operand();
    Operand functionCall(const QString &name, qsizetype offset);
    Json number();
    size_t test(const Operand &operand);
    void requireValue(const Operand &operand, const QString &what);
    size_t add(Expression expression);

    void fail(const QString &what, qsizetype offset = -1, QLatin1StringView code = QLatin1StringView());
    bool failed() const { return m_failure.has_value(); }
    bool has() const { return m_at < m_text.size(); }
    char16_t peek(qsizetype ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text.at(m_at + ahead).unicode() : u'\0';
    }
    static bool isDigit(char16_t c) { return c >= u'0' && c <= u'9'; }
    bool take(char16_t c);
    void expect(char16_t c);
    void skipBlanks();

    class Nesting;
    QStringView m_text;
    const Limits &m_limits;
    qsizetype m_at = 0;
    int m_depth = 0;
    JsonPathProgram m_program;
    std::optional<JsonPathError> m_failure;
};

//! Counts one level of nesting during its lifetime.
class JsonPathParser::Nesting {
public:
    explicit Nesting(JsonPathParser &parser);
    ~Nesting() { --m_parser.m_depth; }
    Nesting(const Nesting &) = delete;
    Nesting &operator=(const Nesting &) = delete;

private:
    JsonPathParser &m_parser;
};

} // namespace Workbench
