// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/linearparser_p.h"

#include <QString>

#include <memory>

namespace Workbench::LinearPattern {

namespace {

constexpr int maxNesting = 32;
constexpr int maxRepeat = 256;
constexpr size_t maxStates = 600;
constexpr int maxWritten = 10'000;

struct Part;
using Parts = std::vector<Part>;

//! A part of the pattern: a set of characters, a sequence, or alternatives, with its number of repetitions.
struct Part {
    enum class Kind : quint8 { Set, Sequence, Alternatives };
    Kind kind = Kind::Sequence;
    CharacterSet set;
    Parts parts;
    int least = 1;
    int most = 1; // -1 for any number
};

CharacterSet range(char from, char to)
{
    CharacterSet set;
    for (int c = from; c <= to; ++c)
        set.set(size_t(c));
    return set;
}

class Reader {
public:
    explicit Reader(QStringView text)
        : m_text(text)
    {
    }

    bool asciiOnly = false;

    std::optional<Part> alternatives(int nesting)
    {
        Part all;
        all.kind = Part::Kind::Alternatives;
        do {
            std::optional<Part> one = sequence(nesting);
            if (!one)
                return {};
            all.parts.push_back(*std::move(one));
        } while (take(u'|'));
        return all;
    }
    bool atEnd() const { return m_at == m_text.size(); }

private:
    QChar peek(qsizetype ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : QChar();
    }
    bool take(QChar wanted)
    {
        if (atEnd() || m_text[m_at] != wanted)
            return false;
        ++m_at;
        return true;
    }

    std::optional<Part> sequence(int nesting)
    {
        Part result;
        while (!atEnd() && peek() != u'|' && peek() != u')') {
            std::optional<Part> one = atom(nesting);
            if (!one || !repeated(*one))
                return {};
            result.parts.push_back(*std::move(one));
        }
        return result;
    }

    std::optional<Part> atom(int nesting)
    {
        if (take(u'(')) {
            if (nesting >= maxNesting || (peek() == u'?' && peek(1) != u':'))
                return {};
            if (take(u'?'))
                ++m_at;
            std::optional<Part> group = alternatives(nesting + 1);
            return group && take(u')') ? group : std::nullopt;
        }
        std::optional<CharacterSet> set;
        if (take(u'[')) {
            set = bracket();
        } else if (take(u'.')) {
            asciiOnly = true; // two line terminators are outside ASCII
            set = ~CharacterSet().set('\n').set('\r');
        } else if (take(u'\\')) {
            set = escape();
        } else if (!QStringView(u"^$*+?{}[]()|").contains(peek())) {
            set = literal();
        }
        if (!set || set->none())
            return {};
        Part part;
        part.kind = Part::Kind::Set;
        part.set = *set;
        return part;
    }

    std::optional<CharacterSet> literal()
    {
        const char16_t c = peek().unicode();
        if (atEnd() || c >= otherCharacter)
            return {};
        ++m_at;
        return CharacterSet().set(c);
    }

    std::optional<CharacterSet> escape()
    {
        if (atEnd())
            return {};
        const QChar c = m_text[m_at++];
        const CharacterSet digits = range('0', '9');
        const CharacterSet word = digits | range('a', 'z') | range('A', 'Z') | CharacterSet().set('_');
        switch (c.unicode()) {
        case u'd': return digits;
        case u'D': return ~digits;
        case u'w': return word;
        case u'W': return ~word;
        case u's':
        case u'S': {
            asciiOnly = true;
            const CharacterSet spaces = range('\t', '\r') | CharacterSet().set(' ');
            return c == u's' ? spaces : ~spaces;
        }
        case u't': return CharacterSet().set('\t');
        case u'n': return CharacterSet().set('\n');
        case u'r': return CharacterSet().set('\r');
        case u'f': return CharacterSet().set('\f');
        case u'v': return CharacterSet().set('\v');
        default: break;
        }
        if (!QStringView(u"^$\\.*+?()[]{}|/-").contains(c))
            return {};
        return CharacterSet().set(c.unicode());
    }

    std::optional<CharacterSet> bracketMember() { return take(u'\\') ? escape() : literal(); }

    std::optional<CharacterSet> bracket()
    {
        const bool negated = take(u'^');
        CharacterSet all;
        if (peek() == u']')
            return {};
        while (!take(u']')) {
            const std::optional<CharacterSet> from = bracketMember();
            if (!from)
                return {};
            const bool isRange = peek() == u'-' && peek(1) != u']';
            if (!isRange) {
                all |= *from;
                continue;
            }
            ++m_at;
            const std::optional<CharacterSet> to = bracketMember();
            if (!to || from->count() != 1 || to->count() != 1)
                return {};
            const size_t first = only(*from);
            const size_t last = only(*to);
            if (first > last || last >= otherCharacter)
                return {};
            all |= range(char(first), char(last));
        }
        return negated ? ~all : all;
    }

    static size_t only(const CharacterSet &set)
    {
        size_t at = 0;
        while (!set.test(at))
            ++at;
        return at;
    }

    std::optional<int> number()
    {
        int value = 0;
        const qsizetype from = m_at;
        while (peek() >= u'0' && peek() <= u'9' && value <= maxRepeat)
            value = value * 10 + m_text[m_at++].unicode() - u'0';
        return m_at > from && value <= maxRepeat ? std::optional(value) : std::nullopt;
    }

    //! Reads an optional quantifier. A lazy quantifier is treated as greedy, because both find a match in the
    //! same texts.
    bool repeated(Part &part)
    {
        if (take(u'*')) {
            part.least = 0;
            part.most = -1;
        } else if (take(u'+')) {
            part.most = -1;
        } else if (take(u'?')) {
            part.least = 0;
        } else if (take(u'{')) {
            const std::optional<int> least = number();
            if (!least)
                return false;
            part.least = part.most = *least;
            if (take(u',')) {
                part.most = -1;
                if (peek() != u'}') {
                    const std::optional<int> most = number();
                    if (!most || *most < *least)
                        return false;
                    part.most = *most;
                }
            }
            if (!take(u'}'))
                return false;
        } else {
            return true;
        }
        take(u'?');
        return true;
    }

    QStringView m_text;
    qsizetype m_at = 0;
};

//! Writes the states from the last part to the first, so that the target of each state is known.
class Writer {
public:
    std::vector<State> states;

    int add(State state)
    {
        states.push_back(state);
        return int(states.size()) - 1;
    }

    //! Returns the first state of the repeated \a part; -1 if there would be too many states.
    int repeated(const Part &part, int then)
    {
        int at = then;
        if (part.most < 0) {
            const int loop = add({.set = {}, .to = -1, .orTo = then});
            const int body = once(part, loop);
            if (body < 0)
                return -1;
            states[size_t(loop)].to = body;
            at = loop;
        }
        for (int i = part.least; i < part.most; ++i) {
            const int body = once(part, at);
            if (body < 0)
                return -1;
            at = add({.set = {}, .to = body, .orTo = then});
        }
        for (int i = 0; i < part.least && at >= 0; ++i)
            at = once(part, at);
        return at;
    }

private:
    int once(const Part &part, int then)
    {
        if (states.size() > maxStates || ++m_written > maxWritten)
            return -1;
        switch (part.kind) {
        case Part::Kind::Set: return add({.set = part.set, .to = then});
        case Part::Kind::Sequence: {
            int at = then;
            for (auto one = part.parts.rbegin(); one != part.parts.rend() && at >= 0; ++one)
                at = repeated(*one, at);
            return at;
        }
        case Part::Kind::Alternatives: {
            int at = -1;
            for (const Part &one : part.parts) {
                const int begin = repeated(one, then);
                if (begin < 0)
                    return -1;
                at = at < 0 ? begin : add({.set = {}, .to = at, .orTo = begin});
            }
            return at;
        }
        }
        Q_UNREACHABLE_RETURN(-1);
    }

    int m_written = 0; // number of written parts, including parts without a character
};

} // namespace

std::optional<Automaton> parse(QStringView pattern)
{
    Automaton result;
    if (pattern.startsWith(u'^')) {
        result.fromTheStart = true;
        pattern = pattern.sliced(1);
    }
    qsizetype backslashes = 0;
    while (backslashes + 1 < pattern.size() && pattern[pattern.size() - 2 - backslashes] == u'\\')
        ++backslashes;
    if (pattern.endsWith(u'$') && backslashes % 2 == 0) {
        result.toTheEnd = true;
        pattern.chop(1);
    }
    Reader reader(pattern);
    const std::optional<Part> whole = reader.alternatives(0);
    // With several alternatives, an anchor would belong to only one of them.
    if (!whole || !reader.atEnd() || (whole->parts.size() > 1 && (result.fromTheStart || result.toTheEnd)))
        return {};
    Writer writer;
    result.accept = writer.add({});
    result.start = writer.repeated(*whole, result.accept);
    if (result.start < 0 || writer.states.size() > maxStates)
        return {};
    result.states = std::move(writer.states);
    result.asciiOnly = reader.asciiOnly;
    return result;
}

} // namespace Workbench::LinearPattern
