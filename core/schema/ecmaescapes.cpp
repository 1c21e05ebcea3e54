// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/ecmatranslator_p.h"

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace EcmaText;

namespace {

constexpr QLatin1StringView whiteSpace{"\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{"
                                       "2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}"};
constexpr QLatin1StringView notWhiteSpace{
    "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}"
    "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}"};
constexpr QLatin1StringView anything{"(?s:.)"};

//! PCRE2 knows general categories by their short names only.
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

} // namespace

bool EcmaTranslator::codeUnit(int digits, char32_t &value)
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

bool EcmaTranslator::unicodeEscape(char32_t &value)
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

bool EcmaTranslator::property(bool negated, QString &set)
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

//! An escape that means the same in and outside of brackets; the backslash is still ahead.
bool EcmaTranslator::escape(Escape &result)
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

bool EcmaTranslator::bracketItem(Escape &item)
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

bool EcmaTranslator::bracket()
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
                m_at = hyphen; // the hyphen before a class escape stands for itself
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

} // namespace Workbench
