// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/ecmaregex.h"
#include "core/schema/ecmatranslator_p.h"

// The grammar: terms, groups and quantifiers. Escapes and brackets are in ecmaescapes.cpp.
namespace Workbench {

using namespace Qt::StringLiterals;
using namespace EcmaText;

namespace {
constexpr QLatin1StringView anyButLineEnd{"[^\\x{a}\\x{d}\\x{2028}\\x{2029}]"};
} // namespace

QString EcmaText::hex(char32_t c)
{
    return u"\\x{%1}"_s.arg(uint(c), 0, 16);
}

bool EcmaTranslator::accept(std::u32string_view text)
{
    if (std::u32string_view(m_in).substr(m_at).substr(0, text.size()) != text)
        return false;
    m_at += text.size();
    return true;
}

bool EcmaTranslator::fail(const QString &why)
{
    m_error = u"%1 at character %2"_s.arg(why).arg(m_at + 1);
    return false;
}

void EcmaTranslator::countGroups()
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
            } else if (rest.starts_with(U"?<") && !rest.starts_with(U"?<=") && !rest.starts_with(U"?<!")) {
                ++m_groupCount;
                const auto name = rest.substr(2, rest.find(U'>') - 2);
                m_names.insert(QString::fromUcs4(name.data(), qsizetype(name.size())), m_groupCount);
            }
        }
    }
}

std::expected<QString, QString> EcmaTranslator::run()
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

bool EcmaTranslator::term()
{
    const char32_t c = peek();
    switch (c) {
    case U'^':
        m_out += u'^';
        m_repeatable = false;
        break;
    case U'$': // without the m flag only the very end, while PCRE2's $ also matches before a last line feed
        m_out += "\\z"_L1;
        m_repeatable = false;
        break;
    case U'.':
        m_out += anyButLineEnd;
        m_repeatable = true;
        break;
    case U'|':
        m_out += u'|';
        m_repeatable = false;
        break;
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

void EcmaTranslator::literal(char32_t c)
{
    if (isSurrogate(c))
        m_out += never; // a lone one does not occur in well-formed text
    else if (isWord(c))
        m_out += QChar(char16_t(c));
    else
        m_out += hex(c);
    m_repeatable = true;
}

bool EcmaTranslator::openGroup()
{
    ++m_at;
    m_repeatable = false;
    if (accept(U"?:")) {
        m_out += "(?:"_L1;
        m_groups.append(true);
    } else if (accept(U"?=")) {
        m_out += "(?="_L1;
        m_groups.append(false);
    } else if (accept(U"?!")) {
        m_out += "(?!"_L1;
        m_groups.append(false);
    } else if (accept(U"?<=")) {
        m_out += "(?<="_L1;
        m_groups.append(false);
    } else if (accept(U"?<!")) {
        m_out += "(?<!"_L1;
        m_groups.append(false);
    } else if (accept(U"?<")) {
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
        m_out += u'(';
        m_groups.append(true);
    } else if (peek() == U'?') {
        return fail(u"Unknown kind of group"_s);
    } else {
        m_out += u'(';
        m_groups.append(true);
    }
    return true;
}

bool EcmaTranslator::quantifier()
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

bool EcmaTranslator::braces()
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

bool EcmaTranslator::backslash()
{
    const char32_t next = peek(1);
    if (next == U'b' || next == U'B') {
        m_out += next == U'b' ? "\\b"_L1 : "\\B"_L1;
        m_at += 2;
        m_repeatable = false;
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

bool EcmaTranslator::backReference(int group)
{
    if (group > m_groupCount)
        return fail(u"Reference to a group that does not exist"_s);
    // A group that took no part matches the empty string in ECMA-262 and nothing in PCRE2.
    m_out += u"(?:(?(%1)\\g{%1}))"_s.arg(group);
    m_repeatable = true;
    return true;
}

std::expected<QString, QString> pcrePattern(const QString &ecmaPattern)
{
    return EcmaTranslator(ecmaPattern).run();
}

} // namespace Workbench
