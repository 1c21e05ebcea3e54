// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonsametext.h"

#include "core/json/jsonview.h"

#include <charconv>
#include <vector>

namespace Workbench {

namespace {

//! Walks the nodes in their order and the text in parallel.
class SameText {
public:
    explicit SameText(QByteArrayView text)
        : m_at(text.begin())
        , m_end(text.end())
    {
    }

    bool matches(JsonView root)
    {
        if (!begins(root))
            return false;
        while (!m_levels.empty()) {
            Level &level = m_levels.back();
            if (level.left == 0) {
                if (!takes(level.isObject ? '}' : ']'))
                    return false;
                const JsonView after = level.node;
                m_levels.pop_back();
                if (!m_levels.empty())
                    m_levels.back().node = after;
                continue;
            }
            if (level.node.isAbsent() || (!level.isFirst && !takes(',')))
                return false;
            level.isFirst = false;
            --level.left;
            JsonView node = level.node;
            if (level.isObject) {
                if (!takes('"') || !takesString(node.text()) || !takes(':'))
                    return false;
                node = node.valueOfKey();
            }
            const bool isContainer = node.kind() == JsonKind::Array || node.kind() == JsonKind::Object;
            if (!isContainer)
                level.node = node.next(); // for a container, its end sets the next node
            if (!begins(node))
                return false;
        }
        skipSpace();
        return m_at == m_end;
    }

private:
    struct Level {
        JsonView node; //!< the next item or key
        qsizetype left;
        bool isObject;
        bool isFirst = true;
    };

    //! Takes a whole scalar, or the opening bracket of a container. Returns false if the text differs.
    bool begins(JsonView node)
    {
        switch (node.kind()) {
        case JsonKind::Array:
        case JsonKind::Object: {
            const bool isObject = node.kind() == JsonKind::Object;
            if (!takes(isObject ? '{' : '['))
                return false;
            m_levels.push_back({node.size() > 0 ? node.first() : node.next(), node.size(), isObject});
            return true;
        }
        case JsonKind::String: return takes('"') && takesString(node.text());
        case JsonKind::Number: skipSpace(); return takesBytes(node.text());
        case JsonKind::Boolean: skipSpace(); return takesBytes(node.toBoolean() ? "true" : "false");
        case JsonKind::Null: skipSpace(); return takesBytes("null");
        case JsonKind::Absent: break;
        }
        return false;
    }

    void skipSpace()
    {
        while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t'))
            ++m_at;
    }

    bool takes(char c)
    {
        if (m_at == m_end || *m_at != c)
            skipSpace();
        if (m_at == m_end || *m_at != c)
            return false;
        ++m_at;
        return true;
    }

    bool takesBytes(QByteArrayView bytes)
    {
        if (!QByteArrayView(m_at, m_end).startsWith(bytes))
            return false;
        m_at += bytes.size();
        return true;
    }

    //! Takes the rest of a string after the opening quote, including the closing quote.
    bool takesString(QByteArrayView bytes)
    {
        const char *const start = m_at;
        if (takesPlain(bytes) && m_at != m_end && *m_at == '"') {
            ++m_at;
            return true;
        }
        m_at = start;
        return takesEscaped(bytes);
    }

    //! Takes text without escapes. Names and words are too short for memcmp and memchr to pay off.
    bool takesPlain(QByteArrayView bytes)
    {
        constexpr qsizetype shortBytes = 24;
        if (bytes.size() > shortBytes)
            return !bytes.contains('"') && !bytes.contains('\\') && takesBytes(bytes);
        if (m_end - m_at < bytes.size())
            return false;
        bool isSame = true;
        for (qsizetype i = 0; i < bytes.size(); ++i)
            isSame = isSame && bytes[i] == m_at[i] && bytes[i] != '"' && bytes[i] != '\\';
        m_at += bytes.size();
        return isSame;
    }

    bool takesEscaped(QByteArrayView bytes)
    {
        while (!bytes.isEmpty()) {
            if (m_at == m_end || *m_at == '"')
                return false;
            QByteArray decoded;
            if (*m_at == '\\') {
                decoded = escape();
            } else {
                decoded = QByteArray(1, *m_at++);
            }
            if (decoded.isEmpty() || !bytes.startsWith(decoded))
                return false;
            bytes = bytes.sliced(decoded.size());
        }
        if (m_at == m_end || *m_at != '"')
            return false;
        ++m_at;
        return true;
    }

    //! Takes an escape and returns the bytes that it stands for; empty if the escape is unknown.
    QByteArray escape()
    {
        constexpr QByteArrayView letters = "\"\\/bfnrt";
        constexpr QByteArrayView meanings = "\"\\/\b\f\n\r\t";
        if (m_end - m_at < 2)
            return {};
        const char letter = m_at[1];
        m_at += 2;
        if (const qsizetype place = letters.indexOf(letter); place >= 0)
            return QByteArray(1, meanings[place]);
        const std::optional<char16_t> first = letter == 'u' ? hexUnit() : std::nullopt;
        if (!first || !QChar::isSurrogate(*first))
            return first ? QString(QChar(*first)).toUtf8() : QByteArray();
        if (m_end - m_at < 2 || m_at[0] != '\\' || m_at[1] != 'u')
            return {};
        m_at += 2;
        const std::optional<char16_t> second = hexUnit();
        if (!second || !QChar::isHighSurrogate(*first) || !QChar::isLowSurrogate(*second))
            return {};
        return QString::fromUcs4(std::array{QChar::surrogateToUcs4(*first, *second)}.data(), 1).toUtf8();
    }

    std::optional<char16_t> hexUnit()
    {
        if (m_end - m_at < 4)
            return {};
        unsigned unit = 0;
        const auto [end, problem] = std::from_chars(m_at, m_at + 4, unit, 16);
        if (problem != std::errc() || end != m_at + 4)
            return {};
        m_at = end;
        return char16_t(unit);
    }

    const char *m_at;
    const char *m_end;
    std::vector<Level> m_levels;
};

} // namespace

bool isTextOf(QByteArrayView utf8, const Json &value)
{
    return !value.isAbsent() && SameText(utf8).matches(JsonView(value));
}

} // namespace Workbench
