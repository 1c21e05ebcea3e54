// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsontext.h"
#include "core/json/query/jsonpathprogram_p.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestInteger = (1LL << 53) - 1; // I-JSON

bool beginsName(char16_t c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_' || c >= 0x80;
}

constexpr QLatin1StringView typeError = "jsonpath.type"_L1;

bool isLower(char16_t c)
{
    return c >= u'a' && c <= u'z';
}

struct Function {
    QLatin1StringView name;
    PathExpression::Kind kind;
    size_t parameters;
    bool takesNodes; // false: takes values
    bool givesLogical; // false: returns a value
};
constexpr std::array functions{Function{"length"_L1, PathExpression::Kind::Length, 1, false, false},
    Function{"count"_L1, PathExpression::Kind::Count, 1, true, false},
    Function{"match"_L1, PathExpression::Kind::Match, 2, false, true},
    Function{"search"_L1, PathExpression::Kind::Search, 2, false, true},
    Function{"value"_L1, PathExpression::Kind::Value, 1, true, false}};

//! Parses the grammar of RFC 9535 and checks the types of function arguments (2.4.3). Recurses on brackets
//! and parentheses, which query.depth bounds.
class JsonPathParser {
public:
    JsonPathParser(QStringView text, const Limits &limits)
        : m_text(text)
        , m_limits(limits)
    {
        m_program.limits = limits;
    }

    std::expected<JsonPathProgram, JsonPathError> run()
    {
        if (m_text.size() > m_limits.queryBytes) {
            return std::unexpected(
                JsonPathError{limitError(*findLimit(u"query.bytes"),
                                  u"A JSONPath has %1 characters."_s.arg(m_text.size()), m_limits.queryBytes),
                    0});
        }
        if (peek() != u'$')
            fail(u"a JSONPath must begin with $"_s);
        else
            query();
        if (!failed() && has())
            fail(u"unexpected text after the query"_s);
        if (failed())
            return std::unexpected(*std::move(m_failure));
        return std::move(m_program);
    }

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

    //! Counts one level of nesting during its lifetime.
    class Nesting {
    public:
        explicit Nesting(JsonPathParser &parser)
            : m_parser(parser)
        {
            if (++parser.m_depth <= parser.m_limits.queryDepth || parser.failed())
                return;
            parser.m_failure = JsonPathError{
                limitError(parser.m_limits, u"query.depth", u"A JSONPath nests deeper than %1 levels."_s),
                parser.m_at};
        }
        ~Nesting() { --m_parser.m_depth; }
        Nesting(const Nesting &) = delete;
        Nesting &operator=(const Nesting &) = delete;

    private:
        JsonPathParser &m_parser;
    };

    //! Parses a query from its $ or @ on. The first query that is begun is the whole query.
    size_t query()
    {
        const size_t place = m_program.queries.size();
        m_program.queries.emplace_back();
        PathQuery read;
        read.isRelative = peek() == u'@';
        ++m_at;
        for (;;) {
            const qsizetype before = m_at;
            skipBlanks();
            if (!segment(read)) {
                m_at = failed() ? m_text.size() : before;
                break;
            }
        }
        m_program.queries[place] = std::move(read);
        return place;
    }

    bool segment(PathQuery &query)
    {
        PathSegment read;
        if (peek() == u'[') {
            bracketed(read);
        } else if (take(u'.')) {
            read.isDescendant = take(u'.');
            if (read.isDescendant && peek() == u'[')
                bracketed(read);
            else if (take(u'*'))
                read.selectors.emplace_back();
            else
                read.selectors.push_back({.kind = PathSelector::Kind::Name, .name = shorthand()});
        } else {
            return false;
        }
        query.segments.push_back(std::move(read));
        return !failed();
    }

    void bracketed(PathSegment &segment)
    {
        const Nesting nesting(*this);
        expect(u'[');
        do {
            skipBlanks();
            segment.selectors.push_back(selector());
            skipBlanks();
        } while (!failed() && take(u','));
        expect(u']');
    }

    PathSelector selector()
    {
        using Kind = PathSelector::Kind;
        const char16_t c = peek();
        if (c == u'\'' || c == u'"')
            return {.kind = Kind::Name, .name = quoted()};
        if (take(u'*'))
            return {.kind = Kind::Wildcard};
        if (take(u'?')) {
            skipBlanks();
            return {.kind = Kind::Filter, .filter = logicalOr()};
        }
        return numeric();
    }

    //! Parses an index or a slice.
    PathSelector numeric()
    {
        using Kind = PathSelector::Kind;
        PathSelector read;
        const std::optional<qint64> first = integer();
        const qsizetype afterFirst = m_at;
        skipBlanks();
        if (!take(u':')) {
            m_at = failed() ? m_text.size() : afterFirst;
            if (!first)
                fail(u"expected a quoted name, an index, a slice, * or ?"_s);
            read.kind = Kind::Index;
            read.index = first.value_or(0);
            return read;
        }
        read.kind = Kind::Slice;
        read.start = first;
        skipBlanks();
        read.end = integer();
        const qsizetype afterEnd = m_at;
        skipBlanks();
        if (take(u':')) {
            skipBlanks();
            const qsizetype beforeStep = m_at;
            const std::optional<qint64> step = integer();
            read.step = step.value_or(1);
            if (!step)
                m_at = failed() ? m_text.size() : beforeStep;
        } else {
            m_at = failed() ? m_text.size() : afterEnd;
        }
        return read;
    }

    QByteArray shorthand()
    {
        const qsizetype start = m_at;
        if (!has() || !beginsName(peek())) {
            fail(u"expected a name"_s);
            return {};
        }
        while (has() && (beginsName(peek()) || isDigit(peek())))
            ++m_at;
        const QStringView name = m_text.sliced(start, m_at - start);
        if (!name.isValidUtf16())
            fail(u"the name contains half a surrogate pair"_s, start);
        return name.toUtf8();
    }

    //! Parses "0" or a number without leading zeros, in the range of I-JSON; nothing if there is no number
    //! here.
    std::optional<qint64> integer()
    {
        const qsizetype start = m_at;
        const bool isNegative = take(u'-');
        const qsizetype digits = m_at;
        while (has() && isDigit(peek()))
            ++m_at;
        if (m_at == digits) {
            if (isNegative)
                fail(u"expected digits"_s);
            return std::nullopt;
        }
        bool fits = false;
        const qint64 value = m_text.sliced(start, m_at - start).toLongLong(&fits);
        if (m_text.at(digits) == u'0' && (m_at - digits > 1 || isNegative))
            fail(u"a number must not have a leading zero, and 0 must not have a sign"_s, start);
        else if (!fits || value > largestInteger || value < -largestInteger)
            fail(u"the number is beyond 2^53 - 1"_s, start);
        return value;
    }

    QByteArray quoted()
    {
        const qsizetype start = m_at;
        const char16_t quote = peek();
        ++m_at;
        QString text;
        while (has() && peek() != quote) {
            const char16_t c = peek();
            if (c < 0x20) {
                fail(u"a control character must be escaped"_s);
            } else if (c == u'\\') {
                ++m_at;
                if (peek() == quote) {
                    text += QChar(quote);
                    ++m_at;
                } else {
                    escaped(text);
                }
            } else {
                text += QChar(c);
                ++m_at;
            }
        }
        if (!failed() && !has())
            fail(u"the closing quote is missing"_s, start);
        ++m_at;
        if (failed())
            m_at = m_text.size();
        else if (!text.isValidUtf16())
            fail(u"the text contains half a surrogate pair"_s, start);
        return text.toUtf8();
    }

    //! Parses the text after a backslash, except for an escaped quote.
    void escaped(QString &text)
    {
        constexpr QStringView letters = u"bfnrt/\\";
        constexpr QStringView meanings = u"\b\f\n\r\t/\\";
        if (const qsizetype place = has() ? letters.indexOf(QChar(peek())) : -1; place >= 0) {
            ++m_at;
            text += meanings.at(place);
            return;
        }
        const qsizetype start = m_at - 1;
        if (!take(u'u'))
            return fail(u"an unknown escape"_s, start);
        const char16_t first = hexUnit();
        text += QChar(first);
        if (!QChar::isHighSurrogate(first))
            return QChar::isLowSurrogate(first) ? fail(u"the escape is half a surrogate pair"_s, start)
                                                : void();
        if (!take(u'\\') || !take(u'u'))
            return fail(u"the escape is half a surrogate pair"_s, start);
        const char16_t second = hexUnit();
        if (!QChar::isLowSurrogate(second))
            return fail(u"the escape is half a surrogate pair"_s, start);
        text += QChar(second);
    }

    char16_t hexUnit()
    {
        char16_t unit = 0;
        for (int i = 0; i < 4; ++i) {
            const char16_t c = peek();
            const char16_t lower = c | 0x20;
            if (isDigit(c))
                unit = char16_t(unit * 16 + (c - u'0'));
            else if (lower >= u'a' && lower <= u'f')
                unit = char16_t(unit * 16 + (lower - u'a' + 10));
            else
                fail(u"expected four hexadecimal digits"_s);
            ++m_at;
        }
        if (failed())
            m_at = m_text.size();
        return unit;
    }

    size_t logicalOr()
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

    size_t logicalAnd()
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

    //! Parses a group, a test, or a comparison.
    size_t basic()
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
                fail(u"a comparison after ! needs parentheses"_s);
            expression = failed() ? 0 : isComparison ? comparison(left) : test(left);
        }
        return isNegated ? add({.kind = Expression::Kind::Not, .operands = {expression}}) : expression;
    }

    size_t comparison(const Operand &left)
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

    std::optional<Expression::Kind> comparisonSign()
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

    //! Parses a literal, a query or a function.
    Operand operand()
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
        fail(u"expected a query, a literal or a function"_s, offset);
        return {};
    }

    Operand functionCall(const QString &name, qsizetype offset)
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
                fail(u"expected an argument"_s);
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

    Json number()
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
            fail(u"this is not a valid number"_s, start);
        return value;
    }

    size_t test(const Operand &operand)
    {
        if (operand.type == Type::Logical)
            return operand.expression;
        if (operand.isLiteral)
            fail(u"a literal must be part of a comparison"_s, operand.offset);
        else if (operand.type == Type::Value)
            fail(u"the value of this function must be part of a comparison"_s, operand.offset, typeError);
        if (failed())
            return 0;
        return add(
            {.kind = Expression::Kind::Exists, .query = m_program.expressions[operand.expression].query});
    }

    void requireValue(const Operand &operand, const QString &what)
    {
        if (operand.type == Type::Logical)
            fail(what + u" a value, but this is true or false"_s, operand.offset, typeError);
        else if (operand.type == Type::Nodes && !operand.isSingular)
            fail(what + u" a value, but this query may select several"_s, operand.offset, typeError);
    }

    size_t add(Expression expression)
    {
        m_program.expressions.push_back(std::move(expression));
        return m_program.expressions.size() - 1;
    }

    void fail(const QString &what, qsizetype offset = -1, QLatin1StringView code = QLatin1StringView())
    {
        if (failed())
            return;
        if (offset < 0)
            offset = m_at;
        m_failure = JsonPathError{{ErrorKind::Usage, code.isEmpty() ? u"jsonpath.syntax"_s : QString(code),
                                      u"JSONPath, position %1: %2"_s.arg(QString::number(offset + 1), what)},
            offset};
        m_at = m_text.size();
    }

    bool failed() const { return m_failure.has_value(); }
    bool has() const { return m_at < m_text.size(); }
    char16_t peek(qsizetype ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text.at(m_at + ahead).unicode() : u'\0';
    }
    static bool isDigit(char16_t c) { return c >= u'0' && c <= u'9'; }

    bool take(char16_t c)
    {
        if (!has() || peek() != c)
            return false;
        ++m_at;
        return true;
    }

    void expect(char16_t c)
    {
        if (!take(c))
            fail(u"expected %1"_s.arg(QChar(c)));
    }

    void skipBlanks()
    {
        while (has() && (peek() == u' ' || peek() == u'\t' || peek() == u'\n' || peek() == u'\r'))
            ++m_at;
    }

    QStringView m_text;
    const Limits &m_limits;
    qsizetype m_at = 0;
    int m_depth = 0;
    JsonPathProgram m_program;
    std::optional<JsonPathError> m_failure;
};

} // namespace

bool PathQuery::isSingular() const
{
    return std::ranges::all_of(segments, [](const PathSegment &segment) {
        using Kind = PathSelector::Kind;
        return !segment.isDescendant && segment.selectors.size() == 1
            && (segment.selectors[0].kind == Kind::Name || segment.selectors[0].kind == Kind::Index);
    });
}

std::expected<JsonPathProgram, JsonPathError> parseJsonPath(QStringView text, const Limits &limits)
{
    return JsonPathParser(text, limits).run();
}

} // namespace Workbench
