// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QHash>
#include <QString>

#include <expected>
#include <optional>
#include <string>

namespace Workbench {

//! One pass over the pattern, no recursion: groups are a stack of "may be repeated".
class EcmaTranslator {
public:
    explicit EcmaTranslator(const QString &pattern)
        : m_in(pattern.toStdU32String())
    {
    }
    std::expected<QString, QString> run();

private:
    //! What a backslash stood for: a character, or a set in PCRE2's syntax that is valid in and outside of
    //! brackets.
    struct Escape {
        std::optional<char32_t> character;
        QString set;
    };

    bool atEnd() const { return m_at >= m_in.size(); }
    char32_t peek(size_t ahead = 0) const { return m_at + ahead < m_in.size() ? m_in[m_at + ahead] : U'\0'; }
    bool accept(std::u32string_view text);
    bool fail(const QString &why);

    void countGroups();
    bool term();
    bool backslash();
    bool openGroup();
    bool quantifier();
    bool braces();
    bool bracket();
    bool bracketItem(Escape &item);
    bool escape(Escape &result);
    bool codeUnit(int digits, char32_t &value);
    bool unicodeEscape(char32_t &value);
    bool property(bool negated, QString &set);
    bool backReference(int group);
    void literal(char32_t c);

    std::u32string m_in;
    size_t m_at = 0;
    QString m_out;
    QString m_error;
    bool m_repeatable = false; // what was just written may take a quantifier
    QList<bool> m_groups;
    QHash<QString, int> m_names;
    int m_groupCount = 0;
};

namespace EcmaText {

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

QString hex(char32_t c); //!< "\\x{…}"

} // namespace EcmaText

} // namespace Workbench
