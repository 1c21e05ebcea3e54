// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/yaml/yaml.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonnumber.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/json/yaml/yamltree_p.h"

#include <QSet>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! A scalar with its type by the core schema.
struct YamlScalar {
    JsonKind kind = JsonKind::String;
    bool boolean = false;
    QByteArray number{}; // as JSON writes it, if the text of the scalar is not a JSON number
    QString remark{}; // how the scalar was converted; empty: it was not
};

// Converting between bases takes quadratic time. Longer numbers do not occur in practice.
constexpr qsizetype longestConverted = 1024;

bool isOneOf(QByteArrayView text, std::initializer_list<QByteArrayView> words)
{
    return std::ranges::find(words, text) != words.end();
}

bool isNull(QByteArrayView text)
{
    return text.isEmpty() || isOneOf(text, {"null", "Null", "NULL", "~"});
}

bool isTrue(QByteArrayView text)
{
    return isOneOf(text, {"true", "True", "TRUE"});
}

bool isFalse(QByteArrayView text)
{
    return isOneOf(text, {"false", "False", "FALSE"});
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

QByteArrayView withoutSign(QByteArrayView text)
{
    return text.startsWith('-') || text.startsWith('+') ? text.sliced(1) : text;
}

bool isDecimalInteger(QByteArrayView text)
{
    const QByteArrayView digits = withoutSign(text);
    return !digits.isEmpty() && std::ranges::all_of(digits, isDigit);
}

//! Returns 8 or 16 for a number that begins with 0o or 0x, otherwise 0.
int baseOf(QByteArrayView text)
{
    if (text.size() < 3 || text[0] != '0')
        return 0;
    const auto isOctal = [](char c) { return c >= '0' && c <= '7'; };
    const auto isHex = [](char c) { return isDigit(c) || (char(c | 0x20) >= 'a' && char(c | 0x20) <= 'f'); };
    if (text[1] == 'o' && std::ranges::all_of(text.sliced(2), isOctal))
        return 8;
    if (text[1] == 'x' && std::ranges::all_of(text.sliced(2), isHex))
        return 16;
    return 0;
}

//! [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
struct Decimal {
    bool isNegative = false;
    QByteArrayView whole;
    QByteArrayView fraction;
    QByteArrayView exponent; // including e and sign
};

std::optional<Decimal> decimal(QByteArrayView text)
{
    Decimal parts;
    parts.isNegative = text.startsWith('-');
    QByteArrayView rest = withoutSign(text);
    const auto takeDigits = [&rest] {
        const qsizetype count = std::ranges::find_if_not(rest, isDigit) - rest.begin();
        const QByteArrayView digits = rest.first(count);
        rest = rest.sliced(count);
        return digits;
    };
    parts.whole = takeDigits();
    if (rest.startsWith('.')) {
        rest = rest.sliced(1);
        parts.fraction = takeDigits();
    }
    if (parts.whole.isEmpty() && parts.fraction.isEmpty())
        return std::nullopt;
    if (rest.startsWith('e') || rest.startsWith('E')) {
        parts.exponent = rest;
        rest = withoutSign(rest.sliced(1));
        if (takeDigits().isEmpty())
            return std::nullopt;
    }
    return rest.isEmpty() ? std::optional(parts) : std::nullopt;
}

bool isNotFinite(QByteArrayView text)
{
    return isOneOf(withoutSign(text), {".inf", ".Inf", ".INF"}) || isOneOf(text, {".nan", ".NaN", ".NAN"});
}

QByteArray inBaseTen(QByteArrayView digits, int base)
{
    constexpr quint64 unit = 1'000'000'000;
    std::vector<quint64> parts{0}; // groups of nine decimal digits, the lowest first
    for (const char c : digits) {
        quint64 carry = isDigit(c) ? quint64(c - '0') : quint64((c | 0x20) - 'a') + 10;
        for (quint64 &part : parts) {
            part = part * quint64(base) + carry;
            carry = part / unit;
            part %= unit;
        }
        if (carry != 0)
            parts.push_back(carry);
    }
    QByteArray text = QByteArray::number(parts.back());
    for (auto part = parts.rbegin() + 1; part != parts.rend(); ++part)
        text += QByteArray::number(*part).rightJustified(9, '0');
    return text;
}

QByteArray asJson(const Decimal &parts)
{
    QByteArrayView whole = parts.whole;
    while (whole.size() > 1 && whole.startsWith('0'))
        whole = whole.sliced(1);
    QByteArray text = parts.isNegative ? "-" : "";
    text += whole.isEmpty() ? QByteArrayView("0") : whole;
    if (!parts.fraction.isEmpty())
        text += '.' + parts.fraction.toByteArray();
    text += parts.exponent;
    return text;
}

YamlScalar converted(QByteArray number, QByteArrayView from)
{
    const QString remark = u"The number %1 is converted to %2, as JSON writes it."_s.arg(
        QString::fromLatin1(from.first(std::min<qsizetype>(from.size(), 64))),
        QString::fromLatin1(number.first(std::min<qsizetype>(number.size(), 64))));
    return {JsonKind::Number, false, std::move(number), remark};
}

YamlScalar textWith(const QString &remark)
{
    return {JsonKind::String, false, {}, remark};
}

//! Returns \a text as a number, or nothing if it is not a number of the core schema.
std::optional<YamlScalar> number(QByteArrayView text)
{
    const char first = text.isEmpty() ? '\0' : text.front();
    if (!isDigit(first) && first != '-' && first != '+' && first != '.')
        return std::nullopt;
    if (JsonNumber::isNumber(text))
        return YamlScalar{JsonKind::Number};
    if (const int base = baseOf(text)) {
        if (text.size() > longestConverted)
            return textWith(u"A number of more than %1 digits in base %2 is kept as a string."_s.arg(
                QString::number(longestConverted), QString::number(base)));
        return converted(inBaseTen(text.sliced(2), base), text);
    }
    if (const std::optional<Decimal> parts = decimal(text))
        return converted(asJson(*parts), text);
    if (isNotFinite(text))
        return textWith(u"JSON has no number %1; it is kept as a string."_s.arg(QString::fromLatin1(text)));
    return std::nullopt;
}

std::optional<YamlScalar> literal(QByteArrayView text)
{
    if (isNull(text))
        return YamlScalar{JsonKind::Null};
    if (isTrue(text) || isFalse(text))
        return YamlScalar{JsonKind::Boolean, isTrue(text)};
    return std::nullopt;
}

QString misfit(QLatin1StringView tag, QByteArrayView text)
{
    constexpr qsizetype longestShown = 40;
    return u"the tag !!%1 does not fit \"%2\""_s.arg(
        tag, jsonText(text.first(std::min(text.size(), longestShown))));
}

//! Returns the scalar with its type, or an error that says why \a tag does not fit \a text.
std::expected<YamlScalar, QString> typeYamlScalar(QByteArrayView text, bool isPlain, YamlTag tag)
{
    switch (tag) {
    case YamlTag::None: {
        if (!isPlain)
            return YamlScalar();
        if (auto typed = number(text))
            return *std::move(typed);
        return literal(text).value_or(YamlScalar());
    }
    case YamlTag::NonSpecific:
    case YamlTag::String: return YamlScalar();
    case YamlTag::Null:
        if (isNull(text))
            return *literal(text);
        return std::unexpected(misfit("null"_L1, text));
    case YamlTag::Boolean:
        if (isTrue(text) || isFalse(text))
            return *literal(text);
        return std::unexpected(misfit("bool"_L1, text));
    case YamlTag::Integer:
        if (isDecimalInteger(text) || baseOf(text) != 0)
            return *number(text);
        return std::unexpected(misfit("int"_L1, text));
    case YamlTag::Float:
        if (decimal(text) || isNotFinite(text))
            return *number(text);
        return std::unexpected(misfit("float"_L1, text));
    case YamlTag::Sequence: return std::unexpected(misfit("seq"_L1, text));
    case YamlTag::Mapping: return std::unexpected(misfit("map"_L1, text));
    }
    return YamlScalar();
}

YamlParseError aliasBudgetError(const YamlTree &tree, quint32 node, qint64 limit)
{
    return {limitError(*findLimit(u"yaml.aliasNodes"),
                u"The aliases of a YAML text expand to more than %1 values."_s.arg(limit), limit),
        tree.position(tree.nodes[node].offset)};
}

//! One member of a mapping after its merges.
struct YamlMember {
    quint32 key; //!< index of the key's node
    bool isMerged;
};

//! Returns the members of a mapping with its merges carried out. Each key occurs once, except for duplicates
//! in the mapping itself. Each step is subtracted from \a budget; returns ErrorKind::Limit with \a limit if
//! it is exceeded.
std::expected<std::vector<YamlMember>, YamlParseError> mergedMembers(
    const YamlTree &tree, quint32 mapping, qint64 &budget, qint64 limit)
{
    using Kind = YamlTree::Kind;
    std::vector<YamlMember> members;
    QSet<QByteArrayView> seen;
    struct Source {
        quint32 index;
        bool mayBeList;
    };
    std::vector<Source> sources; // sources that are still to be merged, the next one last
    const auto forEachKey = [&tree](quint32 index, auto &&use) {
        const YamlTree::Node &node = tree.nodes[index];
        for (quint32 key = index + 1; key != node.end; key = tree.nodes[tree.nodes[key].end].end)
            use(key);
    };
    forEachKey(mapping, [&](quint32 key) {
        if (!tree.isMerge(key))
            seen.insert(tree.key(key));
    });

    const auto merge = [&](quint32 source) -> std::optional<YamlParseError> {
        sources.push_back({source, true});
        while (!sources.empty()) {
            const auto [written, mayBeList] = sources.back();
            sources.pop_back();
            const quint32 index = tree.resolvedIndex(written);
            const YamlTree::Node &node = tree.nodes[index];
            if (--budget < 0)
                return aliasBudgetError(tree, written, limit);
            const auto firstOfThese = std::ptrdiff_t(sources.size());
            if (node.kind == Kind::Sequence && mayBeList) {
                for (quint32 item = index + 1; item != node.end; item = tree.nodes[item].end)
                    sources.push_back({item, false});
            } else if (node.kind == Kind::Mapping) {
                forEachKey(index, [&](quint32 key) {
                    --budget;
                    if (tree.isMerge(key)) {
                        sources.push_back({tree.nodes[key].end, true});
                    } else if (!seen.contains(tree.key(key))) {
                        seen.insert(tree.key(key));
                        members.push_back({key, true});
                    }
                });
            } else {
                return yamlError("yaml.merge"_L1, tree.position(tree.nodes[written].offset),
                    u"expected a mapping or a list of mappings for <<"_s);
            }
            std::reverse(sources.begin() + firstOfThese, sources.end());
        }
        return std::nullopt;
    };
    std::optional<YamlParseError> failure;
    forEachKey(mapping, [&](quint32 key) {
        if (failure)
            return;
        if (tree.isMerge(key))
            failure = merge(tree.nodes[key].end);
        else
            members.push_back({key, false});
    });
    if (failure)
        return std::unexpected(*std::move(failure));
    return members;
}

constexpr qsizetype maxRemarks = 100;

//! Writes a tree as JSON and expands its aliases and merges.
class Expansion {
public:
    Expansion(const YamlTree &tree, const Limits &limits)
        : m_tree(tree)
        , m_limits(limits)
        , m_budget(limits.yamlAliasNodes)
    {
    }

    std::optional<YamlParseError> run()
    {
        if (auto failure = value(0, false))
            return failure;
        while (!m_frames.empty()) {
            const Frame &frame = m_frames.back();
            if (frame.next == frame.end) {
                if (frame.isMapping)
                    m_builder.endObject();
                else
                    m_builder.endArray();
                m_frames.pop_back();
            } else if (auto failure = step()) {
                return failure;
            }
        }
        return std::nullopt;
    }

    Json take() { return m_builder.take(); }
    QList<JsonRemark> takeRemarks() { return std::move(m_remarks); }

private:
    using Kind = YamlTree::Kind;
    struct Frame {
        quint32 next; // the next item or key, or index in members
        quint32 end;
        bool isMapping;
        bool isCopy; // reached through an alias or a merge
        bool hasMembers; // merged: the members are in \c members
        quint32 item = 0; // key or number of the current item
        quint32 count = 0;
        std::vector<YamlMember> members{};
    };

    std::optional<YamlParseError> enter(quint32 index, bool isCopy)
    {
        const YamlTree::Node &node = m_tree.nodes[index];
        if (qint64(m_frames.size()) >= m_limits.yamlDepth) {
            return YamlParseError{
                limitError(m_limits, u"yaml.depth",
                    u"A YAML text nests deeper than %1 levels when its aliases are expanded."_s),
                m_tree.position(node.offset)};
        }
        Frame frame{index + 1, node.end, node.kind == Kind::Mapping, isCopy, node.hasMerge};
        if (!frame.isMapping) {
            m_builder.beginArray();
        } else {
            m_builder.beginObject();
            if (!isCopy)
                remarkDuplicates(index);
            if (node.hasMerge) {
                auto members = mergedMembers(m_tree, index, m_budget, m_limits.yamlAliasNodes);
                if (!members)
                    return std::move(members.error());
                frame.members = *std::move(members);
                frame.next = 0;
                frame.end = quint32(frame.members.size());
            }
        }
        m_frames.push_back(std::move(frame));
        return std::nullopt;
    }

    std::optional<YamlParseError> step()
    {
        Frame &frame = m_frames.back();
        ++frame.count;
        if (!frame.isMapping) {
            const quint32 item = std::exchange(frame.next, m_tree.nodes[frame.next].end);
            return value(item, frame.isCopy);
        }
        bool isMerged = false;
        if (frame.hasMembers) {
            const YamlMember member = frame.members[frame.next++];
            frame.item = member.key;
            isMerged = member.isMerged;
        } else {
            frame.item = frame.next;
            frame.next = m_tree.nodes[m_tree.nodes[frame.item].end].end;
        }
        m_builder.keyUtf8(m_tree.key(frame.item));
        return value(m_tree.nodes[frame.item].end, frame.isCopy || isMerged);
    }

    std::optional<YamlParseError> value(quint32 written, bool isCopy)
    {
        const bool isAlias = m_tree.nodes[written].kind == Kind::Alias;
        const quint32 index = m_tree.resolvedIndex(written);
        const YamlTree::Node &node = m_tree.nodes[index];
        isCopy = isCopy || isAlias;
        if (isCopy && --m_budget < 0)
            return aliasBudgetError(m_tree, written, m_limits.yamlAliasNodes);
        if (++m_nodes > m_limits.jsonNodes) {
            return YamlParseError{
                limitError(m_limits, u"json.nodes", u"A YAML text holds more than %1 values."_s),
                m_tree.position(node.offset)};
        }
        return node.kind == Kind::Scalar ? scalar(node, isCopy) : enter(index, isCopy);
    }

    std::optional<YamlParseError> scalar(const YamlTree::Node &node, bool isCopy)
    {
        const QByteArrayView text = m_tree.scalar(node);
        const auto typed = typeYamlScalar(text, node.isPlain, node.tag);
        if (!typed)
            return yamlError("yaml.tag"_L1, m_tree.position(node.offset), typed.error());
        switch (typed->kind) {
        case JsonKind::Null: m_builder.value(Json::null()); break;
        case JsonKind::Boolean: m_builder.value(Json::boolean(typed->boolean)); break;
        case JsonKind::Number:
            m_builder.number(typed->number.isEmpty() ? text : QByteArrayView(typed->number));
            break;
        default: m_builder.stringUtf8(text); break;
        }
        if (!typed->remark.isEmpty() && !isCopy)
            remark(typed->remark);
        return std::nullopt;
    }

    void remarkDuplicates(quint32 mapping)
    {
        std::vector<quint32> keys;
        const quint32 end = m_tree.nodes[mapping].end;
        for (quint32 key = mapping + 1; key != end; key = m_tree.nodes[m_tree.nodes[key].end].end) {
            if (!m_tree.isMerge(key))
                keys.push_back(key);
        }
        // Sorts instead of hashing, because a peer chooses the keys and could make hashing slow.
        std::ranges::stable_sort(
            keys, [this](quint32 a, quint32 b) { return m_tree.key(a) < m_tree.key(b); });
        for (size_t i = 1; i < keys.size(); ++i) {
            if (m_tree.key(keys[i - 1]) != m_tree.key(keys[i]))
                continue;
            remark(u"The key occurs more than once, on lines %1 and %2; the last value counts."_s.arg(
                       QString::number(m_tree.position(m_tree.nodes[keys[i - 1]].offset).line),
                       QString::number(m_tree.position(m_tree.nodes[keys[i]].offset).line)),
                jsonText(m_tree.key(keys[i])));
        }
    }

    void remark(const QString &message, const QString &key = {})
    {
        if (m_remarks.size() >= maxRemarks)
            return;
        const QString place = pointer();
        m_remarks.emplaceBack(key.isNull() ? place : JsonPointer::child(place, key), message);
    }

    QString pointer() const
    {
        QString text;
        for (const Frame &frame : m_frames) {
            text = frame.isMapping ? JsonPointer::child(text, jsonText(m_tree.key(frame.item)))
                                   : JsonPointer::child(text, qsizetype(frame.count) - 1);
        }
        return text;
    }

    const YamlTree &m_tree;
    const Limits &m_limits;
    qint64 m_budget;
    qint64 m_nodes = 0;
    JsonBuilder m_builder;
    std::vector<Frame> m_frames;
    QList<JsonRemark> m_remarks;
};

} // namespace

bool YamlTree::isMerge(quint32 keyIndex) const
{
    const Node &node = nodes[keyIndex];
    return node.kind == Kind::Scalar && node.isPlain && node.tag == YamlTag::None
        && scalar(node) == QByteArrayView("<<");
}

TextPosition YamlTree::position(quint32 offset) const
{
    const auto line = std::prev(std::ranges::upper_bound(lines, std::max(offset, lines.front())));
    TextPosition position;
    position.line = line - lines.begin() + 1;
    position.byteOffset = offset;
    for (quint32 at = *line; at < offset; ++at)
        position.column += (uchar(text[at]) & 0xC0) != 0x80;
    return position;
}

YamlParseError yamlError(QLatin1StringView code, const TextPosition &position, const QString &what)
{
    const QString message = u"YAML, line %1 column %2: %3"_s.arg(
        QString::number(position.line), QString::number(position.column), what);
    return {{ErrorKind::Protocol, QString(code), message}, position};
}

YamlPositions::YamlPositions(std::shared_ptr<const YamlTree> tree)
    : m_tree(std::move(tree))
{
}

std::optional<TextPosition> YamlPositions::find(QStringView pointer) const
{
    if (!m_tree || (!pointer.isEmpty() && !pointer.startsWith(u'/')))
        return std::nullopt;
    const YamlTree &tree = *m_tree;
    qint64 budget = Limits().yamlAliasNodes;
    quint32 place = 0;
    for (const QString &token : JsonPointer::tokens(pointer)) {
        const quint32 index = tree.resolvedIndex(place);
        const YamlTree::Node &node = tree.nodes[index];
        bool found = false;
        if (node.kind == YamlTree::Kind::Sequence) {
            bool isNumber = false;
            const uint wanted = token.toUInt(&isNumber);
            quint32 item = index + 1;
            for (uint i = 0; isNumber && i < wanted && item != node.end; ++i)
                item = tree.nodes[item].end;
            found = isNumber && item != node.end && QString::number(wanted) == token;
            place = item;
        } else if (node.kind == YamlTree::Kind::Mapping) {
            const QByteArray key = token.toUtf8();
            const auto members = mergedMembers(tree, index, budget, budget);
            for (const YamlMember &member : members.value_or(std::vector<YamlMember>())) {
                if (tree.key(member.key) == QByteArrayView(key)) { // of duplicates the last counts
                    found = true;
                    place = tree.nodes[member.key].end;
                }
            }
        }
        if (!found)
            return std::nullopt;
    }
    return tree.position(tree.nodes[place].offset);
}

std::expected<ParsedYaml, YamlParseError> parseYamlDetailed(QByteArray utf8, const Limits &limits)
{
    const bool hasMark = utf8.startsWith("\xEF\xBB\xBF");
    auto tree = readYamlTree(std::move(utf8), limits);
    if (!tree)
        return std::unexpected(std::move(tree.error()));
    Expansion expansion(**tree, limits);
    if (auto failure = expansion.run())
        return std::unexpected(*std::move(failure));
    ParsedYaml parsed{expansion.take(), expansion.takeRemarks(), YamlPositions(*std::move(tree))};
    if (hasMark) {
        parsed.remarks.emplaceFront(
            QString(), u"The text starts with a byte order mark, which was skipped."_s);
        if (parsed.remarks.size() > maxRemarks)
            parsed.remarks.removeLast();
    }
    return parsed;
}

Result<Json> parseYaml(QByteArray utf8, const Limits &limits)
{
    auto parsed = parseYamlDetailed(std::move(utf8), limits);
    if (!parsed)
        return std::unexpected(std::move(parsed.error().error));
    return std::move(parsed->value);
}

} // namespace Workbench
