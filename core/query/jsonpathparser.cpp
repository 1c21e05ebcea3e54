// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/query/jsonpathparser_p.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestInteger = (1LL << 53) - 1; // I-JSON

bool beginsName(char16_t c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_' || c >= 0x80;
}

} // namespace

bool PathQuery::isSingular() const
{
    return std::ranges::all_of(segments, [](const PathSegment &segment) {
        using Kind = PathSelector::Kind;
        return !segment.isDescendant && segment.selectors.size() == 1
            && (segment.selectors[0].kind == Kind::Name || segment.selectors[0].kind == Kind::Index);
    });
}

JsonPathParser::Nesting::Nesting(JsonPathParser &parser)
    : m_parser(parser)
{
    if (++parser.m_depth <= parser.m_limits.queryDepth || parser.failed())
        return;
    parser.m_failure =
        JsonPathError{limitError(*findLimit(u"query.depth"),
                          u"A JSONPath nests deeper than %1 levels."_s.arg(parser.m_limits.queryDepth),
                          parser.m_limits.queryDepth),
            parser.m_at};
}

JsonPathParser::JsonPathParser(QStringView text, const Limits &limits)
    : m_text(text)
    , m_limits(limits)
{
    m_program.limits = limits;
}

std::expected<JsonPathProgram, JsonPathError> JsonPathParser::run()
{
    if (m_text.size() > m_limits.queryBytes) {
        return std::unexpected(
            JsonPathError{limitError(*findLimit(u"query.bytes"),
                              u"A JSONPath has %1 characters."_s.arg(m_text.size()), m_limits.queryBytes),
                0});
    }
    if (peek() != u'$')
        fail(u"a JSONPath begins with $"_s);
    else
        query();
    if (!failed() && has())
        fail(u"nothing can follow here"_s);
    if (failed())
        return std::unexpected(*std::move(m_failure));
    return std::move(m_program);
}

void JsonPathParser::fail(const QString &what, qsizetype offset, QLatin1StringView code)
{
    if (failed())
        return;
    if (offset < 0)
        offset = m_at;
    Error error;
    error.kind = ErrorKind::Usage;
    error.code = code.isEmpty() ? u"jsonpath.syntax"_s : QString(code);
    error.message = u"JSONPath, position %1: %2"_s.arg(QString::number(offset + 1), what);
    m_failure = JsonPathError{std::move(error), offset};
    m_at = m_text.size();
}

bool JsonPathParser::take(char16_t c)
{
    if (!has() || peek() != c)
        return false;
    ++m_at;
    return true;
}

void JsonPathParser::expect(char16_t c)
{
    if (!take(c))
        fail(u"here %1 is missing"_s.arg(QChar(c)));
}

void JsonPathParser::skipBlanks()
{
    while (has() && (peek() == u' ' || peek() == u'\t' || peek() == u'\n' || peek() == u'\r'))
        ++m_at;
}

//! From its $ or @ on. The first one that is begun is the whole.
size_t JsonPathParser::query()
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

bool JsonPathParser::segment(PathQuery &query)
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

void JsonPathParser::bracketed(PathSegment &segment)
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

PathSelector JsonPathParser::selector()
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

//! An index or a slice.
PathSelector JsonPathParser::numeric()
{
    using Kind = PathSelector::Kind;
    PathSelector read;
    const std::optional<qint64> first = integer();
    const qsizetype afterFirst = m_at;
    skipBlanks();
    if (!take(u':')) {
        m_at = failed() ? m_text.size() : afterFirst;
        if (!first)
            fail(u"here a name in quotes, an index, a slice, * or ? is missing"_s);
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

QByteArray JsonPathParser::shorthand()
{
    const qsizetype start = m_at;
    if (!has() || !beginsName(peek())) {
        fail(u"here a name is missing"_s);
        return {};
    }
    while (has() && (beginsName(peek()) || isDigit(peek())))
        ++m_at;
    const QStringView name = m_text.sliced(start, m_at - start);
    if (!name.isValidUtf16())
        fail(u"the name contains half a character"_s, start);
    return name.toUtf8();
}

//! "0" or a number without leading zeros, in the range of I-JSON; nothing when none stands here.
std::optional<qint64> JsonPathParser::integer()
{
    const qsizetype start = m_at;
    const bool isNegative = take(u'-');
    const qsizetype digits = m_at;
    while (has() && isDigit(peek()))
        ++m_at;
    if (m_at == digits) {
        if (isNegative)
            fail(u"here the digits are missing"_s);
        return std::nullopt;
    }
    bool fits = false;
    const qint64 value = m_text.sliced(start, m_at - start).toLongLong(&fits);
    if (m_text.at(digits) == u'0' && (m_at - digits > 1 || isNegative))
        fail(u"a number has no leading zero, and 0 no sign"_s, start);
    else if (!fits || value > largestInteger || value < -largestInteger)
        fail(u"the number is beyond 2^53 - 1"_s, start);
    return value;
}

QByteArray JsonPathParser::quoted()
{
    const qsizetype start = m_at;
    const char16_t quote = peek();
    ++m_at;
    QString text;
    while (has() && peek() != quote) {
        const char16_t c = peek();
        if (c < 0x20) {
            fail(u"a control character has to be escaped"_s);
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
        fail(u"the text contains half a character"_s, start);
    return text.toUtf8();
}

//! What stands behind a backslash, but for the quotes.
void JsonPathParser::escaped(QString &text)
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
        return QChar::isLowSurrogate(first) ? fail(u"the escape is half a character"_s, start) : void();
    if (!take(u'\\') || !take(u'u'))
        return fail(u"the escape is half a character"_s, start);
    const char16_t second = hexUnit();
    if (!QChar::isLowSurrogate(second))
        return fail(u"the escape is half a character"_s, start);
    text += QChar(second);
}

char16_t JsonPathParser::hexUnit()
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
            fail(u"an escape has four hexadecimal digits"_s);
        ++m_at;
    }
    if (failed())
        m_at = m_text.size();
    return unit;
}

std::expected<JsonPath, JsonPathError> JsonPath::parse(QStringView text, const Limits &limits)
{
    auto program = JsonPathParser(text, limits).run();
    if (!program)
        return std::unexpected(std::move(program.error()));
    JsonPath path;
    path.m_program = std::make_shared<const JsonPathProgram>(*std::move(program));
    return path;
}

bool JsonPath::isSingular() const
{
    return m_program && m_program->queries[0].isSingular();
}

} // namespace Workbench
