// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/query/iregexp.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QStringView singleEscapes = u"()*+-.?[\\]^{|}nrt$";

constexpr std::array categories{u"L", u"Ll", u"Lm", u"Lo", u"Lt", u"Lu", u"M", u"Mc", u"Me", u"Mn", u"N",
    u"Nd", u"Nl", u"No", u"P", u"Pc", u"Pd", u"Pe", u"Pf", u"Pi", u"Po", u"Ps", u"Z", u"Zl", u"Zp", u"Zs",
    u"S", u"Sc", u"Sk", u"Sm", u"So", u"C", u"Cc", u"Cf", u"Cn", u"Co"};

//! Parses i-regexp = branch *( "|" branch ) and writes it in PCRE2's syntax. Counts groups instead of
//! recursing into them.
class Translator {
public:
    explicit Translator(QStringView pattern)
        : m_pattern(pattern)
    {
    }

    std::expected<QString, QString> run()
    {
        bool isAtom = false; // whether a quantifier may follow
        while (m_problem.isEmpty() && m_at < m_pattern.size()) {
            const QChar c = m_pattern.at(m_at);
            if (c == u'(') {
                ++m_open;
                ++m_at;
                m_text += u"(?:";
                isAtom = false;
            } else if (c == u')') {
                if (m_open-- == 0)
                    fail(u"a ) without a matching ("_s);
                ++m_at;
                m_text += u')';
                isAtom = true;
            } else if (c == u'|') {
                ++m_at;
                m_text += c;
                isAtom = false;
            } else if (c == u'*' || c == u'+' || c == u'?' || c == u'{') {
                if (!isAtom)
                    fail(u"a quantifier with nothing before it"_s);
                quantifier();
                isAtom = false;
            } else {
                atom();
                isAtom = c != u'^' && c != u'$';
            }
        }
        if (m_problem.isEmpty() && m_open != 0)
            fail(u"a ( without a matching )"_s);
        if (!m_problem.isEmpty())
            return std::unexpected(m_problem);
        return m_text;
    }

private:
    void fail(const QString &what)
    {
        if (m_problem.isEmpty())
            m_problem = u"%1 at position %2"_s.arg(what, QString::number(m_at + 1));
    }

    QChar peek() const { return m_at < m_pattern.size() ? m_pattern.at(m_at) : QChar(); }
    bool has() const { return m_at < m_pattern.size(); }

    void quantifier()
    {
        if (peek() != u'{') {
            m_text += m_pattern.at(m_at++);
            return;
        }
        const qsizetype start = m_at++;
        if (!number())
            return fail(u"a quantifier without a number"_s);
        if (peek() == u',') {
            ++m_at;
            number();
        }
        if (peek() != u'}')
            return fail(u"a quantifier without a closing }"_s);
        ++m_at;
        m_text += m_pattern.sliced(start, m_at - start);
    }

    bool number()
    {
        const qsizetype start = m_at;
        while (has() && peek() >= u'0' && peek() <= u'9')
            ++m_at;
        return m_at > start;
    }

    void atom()
    {
        switch (peek().unicode()) {
        case u'.':
            ++m_at;
            m_text += u"[^\\n\\r]";
            return;
        case u'^':
            ++m_at;
            m_text += u"\\A";
            return;
        case u'$':
            ++m_at;
            m_text += u"\\z";
            return;
        case u'[': return characterClass();
        case u'\\': return escape();
        case u']':
        case u'}': return fail(u"%1 must be escaped"_s.arg(peek()));
        default: literal();
        }
    }

    //! Writes one character in a form that PCRE2 cannot misread.
    void literal()
    {
        char32_t code = peek().unicode();
        if (peek().isHighSurrogate() && m_at + 1 < m_pattern.size()
            && m_pattern.at(m_at + 1).isLowSurrogate())
            code = QChar::surrogateToUcs4(m_pattern.at(m_at), m_pattern.at(m_at + 1));
        else if (peek().isSurrogate())
            return fail(u"half a surrogate pair"_s);
        m_at += code > 0xFFFF ? 2 : 1;
        if ((code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9'))
            m_text += QChar(char16_t(code));
        else
            m_text += u"\\x{%1}"_s.arg(uint(code), 0, 16);
    }

    void escape()
    {
        ++m_at;
        if (!has())
            return fail(u"a \\ at the end"_s);
        const QChar c = peek();
        if (c == u'p' || c == u'P')
            return category();
        if (!singleEscapes.contains(c))
            return fail(u"an unknown escape"_s);
        ++m_at;
        m_text += u'\\';
        m_text += c;
    }

    void category()
    {
        const qsizetype start = m_at++;
        const qsizetype end = m_pattern.indexOf(u'}', m_at);
        if (peek() != u'{' || end < 0)
            return fail(u"a category without braces"_s);
        const QStringView name = m_pattern.sliced(m_at + 1, end - m_at - 1);
        if (std::ranges::find(categories, name, [](const char16_t *each) { return QStringView(each); })
            == categories.end())
            return fail(u"an unknown category"_s);
        m_at = end + 1;
        m_text += u'\\';
        m_text += m_pattern.sliced(start, m_at - start);
    }

    //! "[" [ "^" ] ( "-" / CCE1 ) *CCE1 [ "-" ] "]"
    void characterClass()
    {
        ++m_at;
        m_text += u'[';
        if (peek() == u'^') {
            ++m_at;
            m_text += u'^';
        }
        bool isEmpty = true;
        while (m_problem.isEmpty()) {
            if (!has())
                return fail(u"a [ without a matching ]"_s);
            const QChar c = peek();
            if (c == u']' && !isEmpty)
                break;
            if (c == u'-') {
                const bool isLast = m_at + 1 < m_pattern.size() && m_pattern.at(m_at + 1) == u']';
                if (!isEmpty && !isLast)
                    return fail(u"an unescaped - inside a class"_s);
                ++m_at;
                m_text += u"\\-";
            } else if (c == u'\\' && (next() == u'p' || next() == u'P')) {
                escape();
            } else {
                range();
            }
            isEmpty = false;
        }
        ++m_at;
        m_text += u']';
    }

    QChar next() const { return m_at + 1 < m_pattern.size() ? m_pattern.at(m_at + 1) : QChar(); }

    void range()
    {
        classCharacter();
        if (!m_problem.isEmpty() || peek() != u'-' || next() == u']')
            return;
        ++m_at;
        m_text += u'-';
        if (!has() || peek() == u'-')
            return fail(u"a range without an end"_s);
        classCharacter();
    }

    void classCharacter()
    {
        if (peek() == u'\\') {
            if (next() == u'p' || next() == u'P')
                return fail(u"a category as the end of a range"_s);
            return escape();
        }
        if (peek() == u'[' || peek() == u']')
            return fail(u"%1 must be escaped"_s.arg(peek()));
        literal();
    }

    QStringView m_pattern;
    qsizetype m_at = 0;
    int m_open = 0;
    QString m_text;
    QString m_problem;
};

} // namespace

std::expected<QString, QString> pcreFromIRegexp(QStringView pattern)
{
    return Translator(pattern).run();
}

Result<IRegexp> IRegexp::compile(const QString &pattern, const Limits &limits)
{
    if (pattern.toUtf8().size() > limits.regexPatternBytes) {
        return std::unexpected(limitError(*findLimit(u"regex.patternBytes"),
            u"A regular expression has %1 bytes."_s.arg(pattern.toUtf8().size()), limits.regexPatternBytes));
    }
    const auto translated = pcreFromIRegexp(pattern);
    if (!translated) {
        return std::unexpected(Error{
            ErrorKind::Validation, u"regex.syntax"_s, u"Not a valid I-Regexp: "_s + translated.error()});
    }
    const QString group = u"(?:%1)"_s.arg(*translated);
    auto whole = BoundedRegex::compile(QString(u"\\A"_s + group + u"\\z"_s), limits);
    auto part = BoundedRegex::compile(group, limits);
    if (!whole || !part) {
        // PCRE2 refuses a well-formed pattern if a range or quantifier is reversed, or if it is too large.
        const QString why = whole ? part.error() : whole.error();
        const bool isSize =
            why.contains("too l"_L1) || why.contains("too big"_L1) || why.contains("nested"_L1);
        return std::unexpected(Error{isSize ? ErrorKind::Limit : ErrorKind::Validation,
            isSize ? u"regex.unsupported"_s : u"regex.syntax"_s,
            u"The regular expression cannot be run: %1"_s.arg(why)});
    }
    IRegexp result;
    result.m_whole = *std::move(whole);
    result.m_part = *std::move(part);
    return result;
}

} // namespace Workbench
