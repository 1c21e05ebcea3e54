// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsontext.h"
#include "core/query/jsonpathparser_p.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView typeError = "jsonpath.type"_L1;

bool isLower(char16_t c)
{
    return c >= u'a' && c <= u'z';
}

struct Function {
    QLatin1StringView name;
    PathExpression::Kind kind;
    size_t parameters;
    bool takesNodes; // else values
    bool givesLogical; // else a value
};
constexpr std::array functions{Function{"length"_L1, PathExpression::Kind::Length, 1, false, false},
    Function{"count"_L1, PathExpression::Kind::Count, 1, true, false},
    Function{"match"_L1, PathExpression::Kind::Match, 2, false, true},
    Function{"search"_L1, PathExpression::Kind::Search, 2, false, true},
    Function{"value"_L1, PathExpression::Kind::Value, 1, true, false}};

} // namespace

size_t JsonPathParser::add(Expression expression)
{
    m_program.expressions.push_back(std::move(expression));
    return m_program.expressions.size() - 1;
}

size_t JsonPathParser::logicalOr()
{
    const Nesting nesting(*this);
    std::vector<size_t> operands;
    do {
        skipBlanks();
        operands.push_back(logicalAnd());
        skipBlanks();
    } while (!failed() && peek() == u'|' && peek(1) == u'|' && (m_at += 2));
    if (operands.size() == 1)
        return operands[0];
    return add({.kind = Expression::Kind::Or, .operands = std::move(operands)});
}

size_t JsonPathParser::logicalAnd()
{
    std::vector<size_t> operands;
    for (;;) {
        skipBlanks();
        operands.push_back(basic());
        const qsizetype before = m_at;
        skipBlanks();
        if (failed() || peek() != u'&' || peek(1) != u'&') {
            m_at = failed() ? m_text.size() : before;
            break;
        }
        m_at += 2;
    }
    if (operands.size() == 1)
        return operands[0];
    return add({.kind = Expression::Kind::And, .operands = std::move(operands)});
}

//! A group, a test, or a comparison.
size_t JsonPathParser::basic()
{
    if (failed())
        return 0;
    const bool isNegated = take(u'!');
    skipBlanks();
    size_t expression = 0;
    if (take(u'(')) {
        expression = logicalOr();
        skipBlanks();
        expect(u')');
    } else {
        const Operand left = operand();
        const qsizetype before = m_at;
        skipBlanks();
        const qsizetype sign = m_at;
        const bool isComparison = !failed() && comparisonSign().has_value();
        m_at = failed() ? m_text.size() : isComparison ? sign : before;
        if (isComparison && isNegated)
            fail(u"the comparison behind ! needs parentheses"_s);
        expression = failed() ? 0 : isComparison ? comparison(left) : test(left);
    }
    return isNegated ? add({.kind = Expression::Kind::Not, .operands = {expression}}) : expression;
}

size_t JsonPathParser::test(const Operand &operand)
{
    if (operand.type == Type::Logical)
        return operand.expression;
    if (operand.isLiteral)
        fail(u"a literal has to be compared"_s, operand.offset);
    else if (operand.type == Type::Value)
        fail(u"the value of this function has to be compared"_s, operand.offset, typeError);
    if (failed())
        return 0;
    return add({.kind = Expression::Kind::Exists, .query = m_program.expressions[operand.expression].query});
}

std::optional<PathExpression::Kind> JsonPathParser::comparisonSign()
{
    using Kind = Expression::Kind;
    struct Sign {
        char16_t first;
        char16_t second;
        Kind kind;
    };
    static constexpr std::array signs{Sign{u'=', u'=', Kind::Equal}, Sign{u'!', u'=', Kind::NotEqual},
        Sign{u'<', u'=', Kind::LessOrEqual}, Sign{u'>', u'=', Kind::GreaterOrEqual},
        Sign{u'<', 0, Kind::Less}, Sign{u'>', 0, Kind::Greater}};
    for (const Sign &sign : signs) {
        if (has() && peek() == sign.first && (sign.second == 0 || peek(1) == sign.second)) {
            m_at += sign.second == 0 ? 1 : 2;
            return sign.kind;
        }
    }
    return std::nullopt;
}

void JsonPathParser::requireValue(const Operand &operand, const QString &what)
{
    if (operand.type == Type::Logical)
        fail(what + u" a value, and this is true or false"_s, operand.offset, typeError);
    else if (operand.type == Type::Nodes && !operand.isSingular)
        fail(what + u" a value, and this query may select several"_s, operand.offset, typeError);
}

size_t JsonPathParser::comparison(const Operand &left)
{
    const Expression::Kind kind = *comparisonSign();
    skipBlanks();
    const Operand right = operand();
    if (failed())
        return 0;
    requireValue(left, u"a comparison takes"_s);
    requireValue(right, u"a comparison takes"_s);
    return add({.kind = kind, .operands = {left.expression, right.expression}});
}

//! A literal, a query or a function.
JsonPathParser::Operand JsonPathParser::operand()
{
    const qsizetype offset = m_at;
    const auto literal = [&](const Json &value) {
        return Operand{.expression = add({.kind = Expression::Kind::Literal, .literal = value}),
            .type = Type::Value,
            .isLiteral = true,
            .offset = offset};
    };
    const char16_t c = peek();
    if (c == u'\'' || c == u'"')
        return literal(Json::string(jsonText(quoted())));
    if (c == u'-' || isDigit(c))
        return literal(number());
    if (c == u'@' || c == u'$') {
        const size_t place = query();
        return {.expression = add({.kind = Expression::Kind::Query, .query = place}),
            .type = Type::Nodes,
            .isSingular = m_program.queries[place].isSingular(),
            .offset = offset};
    }
    while (has() && (isLower(peek()) || (m_at > offset && (isDigit(peek()) || peek() == u'_'))))
        ++m_at;
    const QString word = m_text.sliced(offset, m_at - offset).toString();
    if (take(u'('))
        return functionCall(word, offset);
    if (word == "true"_L1 || word == "false"_L1)
        return literal(Json::boolean(word == "true"_L1));
    if (word == "null"_L1)
        return literal(Json::null());
    fail(u"here a query, a literal or a function is missing"_s, offset);
    return {};
}

Json JsonPathParser::number()
{
    const qsizetype start = m_at;
    const auto digits = [this] {
        while (has() && isDigit(peek()))
            ++m_at;
    };
    take(u'-');
    digits();
    if (take(u'.'))
        digits();
    if (peek() == u'e' || peek() == u'E') {
        ++m_at;
        if (peek() == u'+' || peek() == u'-')
            ++m_at;
        digits();
    }
    const Json value = Json::numberFromText(m_text.sliced(start, m_at - start).toLatin1());
    if (value.isAbsent())
        fail(u"this is no number"_s, start);
    return value;
}

JsonPathParser::Operand JsonPathParser::functionCall(const QString &name, qsizetype offset)
{
    const Nesting nesting(*this);
    const auto function = std::ranges::find(functions, name, &Function::name);
    if (function == functions.end()) {
        fail(u"there is no function %1"_s.arg(name), offset, typeError);
        return {};
    }
    Expression call{.kind = function->kind};
    skipBlanks();
    while (!failed() && peek() != u')') {
        const Operand argument = operand();
        if (failed())
            return {};
        if (!function->takesNodes)
            requireValue(argument, u"the function %1 takes"_s.arg(name));
        else if (argument.type != Type::Nodes)
            fail(u"the function %1 takes a query"_s.arg(name), argument.offset, typeError);
        call.operands.push_back(argument.expression);
        skipBlanks();
        if (!take(u','))
            break;
        skipBlanks();
        if (peek() == u')')
            fail(u"here an argument is missing"_s);
    }
    if (!failed())
        expect(u')');
    if (failed())
        return {};
    if (call.operands.size() != function->parameters) {
        fail(u"the function %1 takes %2"_s.arg(
                 name, function->parameters == 1 ? u"one argument"_s : u"two arguments"_s),
            offset, typeError);
        return {};
    }
    if (function->givesLogical) {
        const Expression &pattern = m_program.expressions[call.operands[1]];
        if (pattern.kind == Expression::Kind::Literal && pattern.literal.isString()) {
            if (auto compiled = IRegexp::compile(pattern.literal.toString(), m_limits))
                call.pattern = *std::move(compiled);
        }
    } else if (function->takesNodes) {
        call.query = m_program.expressions[call.operands[0]].query;
    }
    return {.expression = add(std::move(call)),
        .type = function->givesLogical ? Type::Logical : Type::Value,
        .offset = offset};
}

} // namespace Workbench
