// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/ecmaregex.h"

#include <QHash>
#include <QString>

#include <expected>
#include <optional>
#include <string>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView never{"(?!)"};

constexpr bool isSurrogate(char32_t c)
{
    return c >= 0xd800 && c <= 0xdfff;
}

constexpr bool isDigit(char32_t c)
{
    return c >= U'0' && c <= U'9';
}

constexpr bool isWord(char32_t c)
{
    return isDigit(c) || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || c == U'_';
}

//! Returns the escape "\\x{…}" for \a c.
QString hex(char32_t c)
{
    return u"\\x{%1}"_s.arg(uint(c), 0, 16);
}

constexpr QLatin1StringView anyButLineEnd{"[^\\x{a}\\x{d}\\x{2028}\\x{2029}]"};

constexpr QLatin1StringView whiteSpace{"\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{"
                                       "2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}"};
constexpr QLatin1StringView notWhiteSpace{
    "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}"
    "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}"};
constexpr QLatin1StringView anything{"(?s:.)"};

//! Returns the short name of a general category: PCRE2 knows only the short names.
QString shortCategory(const QString &name)
{
    static const QHash<QString, QString> names{{u"Letter"_s, u"L"_s}, {u"Cased_Letter"_s, u"L&"_s},
        {u"LC"_s, u"L&"_s}, {u"Uppercase_Letter"_s, u"Lu"_s}, {u"Lowercase_Letter"_s, u"Ll"_s},
        {u"Titlecase_Letter"_s, u"Lt"_s}, {u"Modifier_Letter"_s, u"Lm"_s}, {u"Other_Letter"_s, u"Lo"_s},
        {u"Mark"_s, u"M"_s}, {u"Combining_Mark"_s, u"M"_s}, {u"Nonspacing_Mark"_s, u"Mn"_s},
        {u"Spacing_Mark"_s, u"Mc"_s}, {u"Enclosing_Mark"_s, u"Me"_s}, {u"Number"_s, u"N"_s},
        {u"Decimal_Number"_s, u"Nd"_s}, {u"digit"_s, u"Nd"_s}, {u"Letter_Number"_s, u"Nl"_s},
        {u"Other_Number"_s, u"No"_s}, {u"Punctuation"_s, u"P"_s}, {u"punct"_s, u"P"_s},
        {u"Connector_Punctuation"_s, u"Pc"_s}, {u"Dash_Punctuation"_s, u"Pd"_s},
        {u"Open_Punctuation"_s, u"Ps"_s}, {u"Close_Punctuation"_s, u"Pe"_s},
        {u"Initial_Punctuation"_s, u"Pi"_s}, {u"Final_Punctuation"_s, u"Pf"_s},
        {u"Other_Punctuation"_s, u"Po"_s}, {u"Symbol"_s, u"S"_s}, {u"Math_Symbol"_s, u"Sm"_s},
        {u"Currency_Symbol"_s, u"Sc"_s}, {u"Modifier_Symbol"_s, u"Sk"_s}, {u"Other_Symbol"_s, u"So"_s},
        {u"Separator"_s, u"Z"_s}, {u"Space_Separator"_s, u"Zs"_s}, {u"Line_Separator"_s, u"Zl"_s},
        {u"Paragraph_Separator"_s, u"Zp"_s}, {u"Other"_s, u"C"_s}, {u"Control"_s, u"Cc"_s},
        {u"cntrl"_s, u"Cc"_s}, {u"Format"_s, u"Cf"_s}, {u"Surrogate"_s, u"Cs"_s}, {u"Private_Use"_s, u"Co"_s},
        {u"Unassigned"_s, u"Cn"_s}};
    return names.value(name, name);
}

//! Translates the pattern in one pass without recursion. The stack of groups holds whether each may be
//! repeated.
class EcmaTranslator {
public:
    explicit EcmaTranslator(const QString &pattern)
        : m_in(pattern.toStdU32String())
    {
    }

    std::expected<QString, QString> run()
    {
        countGroups();
        while (!atEnd()) {
            if (!term())
                return std::unexpected(m_error);
        }
        if (!m_groups.isEmpty()) {
            fail(u"A group is not closed"_s);
            return std::unexpected(m_error);
        }
        return m_out;
    }

private:
    //! The meaning of an escape: a character, or a set in PCRE2's syntax that is valid inside and outside
    //! brackets.
    struct Escape {
        std::optional<char32_t> character;
        QString set;
    };

    bool atEnd() const { return m_at >= m_in.size(); }
    char32_t peek(size_t ahead = 0) const { return m_at + ahead < m_in.size() ? m_in[m_at + ahead] : U'\0'; }

    bool accept(std::u32string_view text)
    {
        if (std::u32string_view(m_in).substr(m_at).substr(0, text.size()) != text)
            return false;
        m_at += text.size();
        return true;
    }

    bool fail(const QString &why)
    {
        m_error = u"%1 at character %2"_s.arg(why, QString::number(m_at + 1));
        return false;
    }

    void write(QLatin1StringView text, bool isRepeatable)
    {
        m_out += text;
        m_repeatable = isRepeatable;
    }

    void countGroups()
    {
        bool inBrackets = false;
        for (size_t i = 0; i < m_in.size(); ++i) {
            const char32_t c = m_in[i];
            if (c == U'\\')
                ++i;
            else if (inBrackets)
                inBrackets = c != U']';
            else if (c == U'[')
                inBrackets = true;
            else if (c == U'(') {
                const std::u32string_view rest = std::u32string_view(m_in).substr(i + 1);
                if (!rest.starts_with(U'?')) {
                    ++m_groupCount;
                } else if (rest.starts_with(U"?<") && !rest.starts_with(U"?<=")
                    && !rest.starts_with(U"?<!")) {
                    ++m_groupCount;
                    const auto name = rest.substr(2, rest.find(U'>') - 2);
                    m_names.insert(QString::fromUcs4(name.data(), qsizetype(name.size())), m_groupCount);
                }
            }
        }
    }

    bool term()
    {
        const char32_t c = peek();
        switch (c) {
        case U'^': write("^"_L1, false); break;
        // Without the m flag only the end of the text; PCRE2's $ also matches before a final line feed.
        case U'$': write("\\z"_L1, false); break;
        case U'.': write(anyButLineEnd, true); break;
        case U'|': write("|"_L1, false); break;
        case U')':
            if (m_groups.isEmpty())
                return fail(u"Unmatched )"_s);
            m_out += u')';
            m_repeatable = m_groups.takeLast();
            break;
        case U'\\': return backslash();
        case U'[': return bracket();
        case U'(': return openGroup();
        case U'*':
        case U'+':
        case U'?': return quantifier();
        case U'{': return braces();
        default: literal(c);
        }
        ++m_at;
        return true;
    }

    bool backslash()
    {
        const char32_t next = peek(1);
        if (next == U'b' || next == U'B') {
            write(next == U'b' ? "\\b"_L1 : "\\B"_L1, false);
            m_at += 2;
            return true;
        }
        if (next >= U'1' && next <= U'9') {
            ++m_at;
            int group = 0;
            for (; isDigit(peek()) && group < 100'000; ++m_at)
                group = group * 10 + int(peek() - U'0');
            return backReference(group);
        }
        if (next == U'k') {
            m_at += 2;
            if (!accept(U"<"))
                return fail(u"Invalid reference to a named group"_s);
            QString name;
            for (; !atEnd() && peek() != U'>'; ++m_at)
                name += QString::fromUcs4(&m_in[m_at], 1);
            ++m_at;
            return backReference(m_names.value(name, m_groupCount + 1));
        }
        Escape meaning;
        if (!escape(meaning))
            return false;
        if (meaning.character) {
            literal(*meaning.character);
        } else {
            m_out += u'[' + meaning.set + u']';
            m_repeatable = true;
        }
        return true;
    }

    bool openGroup()
    {
        ++m_at;
        m_repeatable = false;
        for (const std::u32string_view kind : {U"?:", U"?=", U"?!", U"?<=", U"?<!"}) {
            if (accept(kind)) {
                m_out += u'(' + QString::fromUcs4(kind.data(), qsizetype(kind.size()));
                m_groups.append(kind == U"?:");
                return true;
            }
        }
        if (accept(U"?<")) {
            const size_t start = m_at;
            while (!atEnd() && peek() != U'>')
                ++m_at;
            const std::u32string_view name = std::u32string_view(m_in).substr(start, m_at - start);
            bool good = !name.empty() && !isDigit(name.front()) && !atEnd();
            for (const char32_t c : name)
                good = good && (isWord(c) || c == U'$' || (c > 0x7f && QChar::isLetterOrNumber(c)));
            if (!good)
                return fail(u"Invalid group name"_s);
            ++m_at;
        } else if (peek() == U'?') {
            return fail(u"Unknown kind of group"_s);
        }
        m_out += u'(';
        m_groups.append(true);
        return true;
    }

    bool quantifier()
    {
        if (!m_repeatable)
            return fail(u"Nothing to repeat"_s);
        m_out += QChar(char16_t(peek()));
        ++m_at;
        if (accept(U"?"))
            m_out += u'?';
        m_repeatable = false;
        return true;
    }

    bool braces()
    {
        size_t i = m_at + 1;
        const auto number = [&](QString &digits) {
            for (; i < m_in.size() && isDigit(m_in[i]); ++i)
                digits += QChar(char16_t(m_in[i]));
        };
        QString low;
        QString high;
        number(low);
        const bool comma = i < m_in.size() && m_in[i] == U',';
        if (comma) {
            ++i;
            number(high);
        }
        if (low.isEmpty() || i >= m_in.size() || m_in[i] != U'}') {
            literal(U'{');
            ++m_at;
            return true;
        }
        if (!m_repeatable)
            return fail(u"Nothing to repeat"_s);
        if (!high.isEmpty() && high.toULongLong() < low.toULongLong())
            return fail(u"Numbers out of order in braces"_s);
        m_out += u'{' + low + (comma ? u","_s : QString()) + high + u'}';
        m_at = i + 1;
        if (accept(U"?"))
            m_out += u'?';
        m_repeatable = false;
        return true;
    }

    bool bracket()
    {
        ++m_at;
        const bool negated = accept(U"^");
        QString set;
        while (true) {
            if (atEnd())
                return fail(u"A character class is not closed"_s);
            if (accept(U"]"))
                break;
            Escape from;
            if (!bracketItem(from))
                return false;
            if (!from.character) {
                set += from.set;
                continue;
            }
            char32_t first = *from.character;
            char32_t last = first;
            if (peek() == U'-' && peek(1) != U']' && m_at + 1 < m_in.size()) {
                const size_t hyphen = m_at;
                ++m_at;
                Escape to;
                if (!bracketItem(to))
                    return false;
                if (to.character)
                    last = *to.character;
                else
                    m_at = hyphen; // a hyphen before a class escape is a literal hyphen
            }
            if (last < first)
                return fail(u"Range out of order in a character class"_s);
            if (isSurrogate(first))
                first = 0xe000;
            if (isSurrogate(last))
                last = 0xd7ff;
            if (first < last)
                set += hex(first) + u'-' + hex(last);
            else if (first == last)
                set += hex(first);
        }
        if (set.isEmpty())
            m_out += negated ? anything : never;
        else
            m_out += (negated ? u"[^"_s : u"["_s) + set + u']';
        m_repeatable = true;
        return true;
    }

    bool bracketItem(Escape &item)
    {
        if (peek() != U'\\') {
            item.character = m_in[m_at++];
            return true;
        }
        if (peek(1) == U'b') {
            m_at += 2;
            item.character = U'\b';
            return true;
        }
        return escape(item);
    }

    //! Parses an escape that has one meaning inside and outside brackets, from its backslash on.
    bool escape(Escape &result)
    {
        ++m_at;
        if (atEnd())
            return fail(u"Backslash at the end"_s);
        const char32_t c = m_in[m_at++];
        char32_t value = 0;
        switch (c) {
        case U'd': result.set = u"0-9"_s; return true;
        case U'D': result.set = u"\\D"_s; return true;
        case U'w': result.set = u"\\w"_s; return true;
        case U'W': result.set = u"\\W"_s; return true;
        case U's': result.set = whiteSpace; return true;
        case U'S': result.set = notWhiteSpace; return true;
        case U't': result.character = U'\t'; return true;
        case U'n': result.character = U'\n'; return true;
        case U'v': result.character = U'\v'; return true;
        case U'f': result.character = U'\f'; return true;
        case U'r': result.character = U'\r'; return true;
        case U'p':
        case U'P': return property(c == U'P', result.set);
        case U'0':
            if (isDigit(peek()))
                return fail(u"Octal escapes are not allowed"_s);
            result.character = U'\0';
            return true;
        case U'c':
            value = peek();
            if (!isWord(value) || isDigit(value) || value == U'_')
                return fail(u"Invalid control escape"_s);
            ++m_at;
            result.character = value % 32;
            return true;
        case U'x':
            if (!codeUnit(2, value))
                return false;
            result.character = value;
            return true;
        case U'u':
            if (!unicodeEscape(value))
                return false;
            result.character = value;
            return true;
        default:
            if (isWord(c) && c != U'_')
                return fail(u"Unknown escape \\%1"_s.arg(QChar(char16_t(c))));
            result.character = c;
            return true;
        }
    }

    bool codeUnit(int digits, char32_t &value)
    {
        value = 0;
        for (int i = 0; i < digits; ++i, ++m_at) {
            const char32_t c = peek();
            const int digit = isDigit(c) ? int(c - U'0')
                : c >= U'a' && c <= U'f' ? int(c - U'a') + 10
                : c >= U'A' && c <= U'F' ? int(c - U'A') + 10
                                         : -1;
            if (digit < 0)
                return fail(u"Invalid hexadecimal escape"_s);
            value = value * 16 + char32_t(digit);
        }
        return true;
    }

    bool unicodeEscape(char32_t &value)
    {
        if (accept(U"{")) {
            int digits = 0;
            while (peek(size_t(digits)) != U'}' && m_at + size_t(digits) < m_in.size() && digits < 9)
                ++digits;
            if (digits == 0 || digits > 8 || !codeUnit(digits, value) || !accept(U"}") || value > 0x10ffff)
                return fail(u"Invalid Unicode escape"_s);
            return true;
        }
        if (!codeUnit(4, value))
            return false;
        if (value >= 0xd800 && value <= 0xdbff && peek() == U'\\' && peek(1) == U'u') {
            const size_t back = m_at;
            m_at += 2;
            char32_t low = 0;
            if (peek() != U'{' && codeUnit(4, low) && low >= 0xdc00 && low <= 0xdfff)
                value = 0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00);
            else
                m_at = back;
            m_error.clear();
        }
        return true;
    }

    bool property(bool negated, QString &set)
    {
        if (!accept(U"{"))
            return fail(u"Invalid property"_s);
        QString name;
        QString value;
        bool assigned = false;
        for (; !atEnd() && peek() != U'}'; ++m_at) {
            const char32_t c = peek();
            if (c == U'=' && !assigned)
                assigned = true;
            else if (isWord(c))
                (assigned ? value : name) += QChar(char16_t(c));
            else
                return fail(u"Invalid property"_s);
        }
        if (!accept(U"}") || name.isEmpty() || assigned == value.isEmpty())
            return fail(u"Invalid property"_s);
        if (!assigned)
            value = shortCategory(name);
        else if (name == "General_Category"_L1 || name == "gc"_L1)
            value = shortCategory(value);
        else if (name == "Script"_L1 || name == "sc"_L1)
            value.prepend("sc:"_L1);
        else if (name == "Script_Extensions"_L1 || name == "scx"_L1)
            value.prepend("scx:"_L1);
        else
            return fail(u"Unknown property"_s);
        set = (negated ? u"\\P{"_s : u"\\p{"_s) + value + u'}';
        return true;
    }

    bool backReference(int group)
    {
        if (group > m_groupCount)
            return fail(u"Reference to a group that does not exist"_s);
        // A reference to a group that did not take part matches the empty string in ECMA-262, but fails in
        // PCRE2.
        m_out += u"(?:(?(%1)\\g{%1}))"_s.arg(group);
        m_repeatable = true;
        return true;
    }

    void literal(char32_t c)
    {
        if (isSurrogate(c))
            m_out += never; // a lone surrogate does not occur in well-formed text
        else if (isWord(c))
            m_out += QChar(char16_t(c));
        else
            m_out += hex(c);
        m_repeatable = true;
    }

    std::u32string m_in;
    size_t m_at = 0;
    QString m_out;
    QString m_error;
    bool m_repeatable = false; // whether a quantifier may follow
    QList<bool> m_groups;
    QHash<QString, int> m_names;
    int m_groupCount = 0;
};

} // namespace

std::expected<QString, QString> pcrePattern(const QString &ecmaPattern)
{
    return EcmaTranslator(ecmaPattern).run();
}

Result<EcmaRegex> EcmaRegex::compile(const QString &pattern, const Limits &limits)
{
    if (pattern.toUtf8().size() > limits.regexPatternBytes) {
        const QString text = u"The pattern is longer than %1 bytes (limit regex.patternBytes)"_s;
        return std::unexpected(Error{.kind = ErrorKind::Limit,
            .code = u"regex.patternBytes"_s,
            .message = text.arg(limits.regexPatternBytes)});
    }
    const auto translated = pcrePattern(pattern);
    if (!translated) {
        return std::unexpected(
            Error{.kind = ErrorKind::Validation, .code = u"regex.syntax"_s, .message = translated.error()});
    }
    // Named captures were removed. Numbered captures must stay if there is a back-reference.
    auto compiled = BoundedRegex::compile(*translated, limits, translated->contains("(?("_L1));
    if (!compiled) {
        return std::unexpected(Error{.kind = ErrorKind::Validation,
            .code = u"regex.unsupported"_s,
            .message = compiled.error(),
            .detail = *translated});
    }
    EcmaRegex result;
    result.m_source = pattern;
    result.m_regex = *std::move(compiled);
    return result;
}

} // namespace Workbench
