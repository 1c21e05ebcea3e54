// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/operationdefinition.h"

#include "core/base/linediff.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsondiff.h"

#include <QCryptographicHash>

#include <algorithm>
#include <mutex>
#include <vector>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype longestCommonLine = 200; // characters
constexpr ValueRoom oneLine{.whole = 80, .context = 16, .longest = 80};

class SpecDefinition final : public OperationDefinition {
public:
    explicit SpecDefinition(std::shared_ptr<const OperationSpec> spec)
        : m_spec(std::move(spec))
    {
    }

    WholeDefinition whole() const override { return wholeDefinition(*m_spec); }
    QByteArray hash() const override
    {
        std::call_once(m_once, [this] { m_hash = definitionHash(*m_spec); });
        return m_hash;
    }

private:
    std::shared_ptr<const OperationSpec> m_spec;
    mutable std::once_flag m_once;
    mutable QByteArray m_hash;
};

class KeptDefinition final : public OperationDefinition {
public:
    KeptDefinition(WholeDefinition whole, QByteArray hash)
        : m_whole(std::move(whole))
        , m_hash(std::move(hash))
    {
    }

    WholeDefinition whole() const override { return m_whole; }
    QByteArray hash() const override
    {
        std::call_once(m_once, [this] {
            if (m_hash.isEmpty())
                m_hash = definitionHash(m_whole);
        });
        return m_hash;
    }

private:
    WholeDefinition m_whole;
    mutable std::once_flag m_once;
    mutable QByteArray m_hash;
};

void addDifferences(
    DefinitionDifferences &all, const QString &name, const Json &before, const Json &now, qsizetype most)
{
    const Result<JsonDiff> diff = diffJson(before, now, {.numbers = JsonNumbers::ByText});
    if (!diff) {
        all.list.append({name, before, now});
        return;
    }
    for (qsizetype i = 0; i < diff->size(); ++i) {
        if (all.list.size() >= most) {
            all.more += diff->size() - i;
            return;
        }
        const JsonChange change = diff->at(i);
        const auto placeOf = [&name](const QString &pointer) {
            return name.isEmpty() ? pointer.sliced(pointer.isEmpty() ? 0 : 1) : QString(name + pointer);
        };
        const bool hasMoved = change.kind == JsonChange::Kind::Moved;
        all.list.append({placeOf(change.pointer), change.before, change.after,
            hasMoved ? placeOf(change.from) : QString()});
    }
}

void addOne(DefinitionDifferences &all, const DefinitionDifference &difference, qsizetype most)
{
    if (all.list.size() < most)
        all.list.append(difference);
    else
        ++all.more;
}

//! How the visible characters that are not ASCII are written.
enum class Letters : quint8 { Escaped, AsTheyAre };

struct ShownValue {
    QString text;
    bool isCut = false;
};

//! Returns about the first \a longest characters of \a text. The two halves of a character stay together.
QStringView beginningOf(QStringView text, qsizetype longest)
{
    qsizetype size = std::min(text.size(), longest);
    if (size > 0 && size < text.size() && text.at(size - 1).isHighSurrogate())
        ++size;
    return text.first(size);
}

//! Returns \a text, a part of a JSON text, safe to show.
QString safePart(QStringView text, Letters letters)
{
    const QString visible = visibleText(text);
    if (letters == Letters::AsTheyAre)
        return visible;
    QString safe;
    for (const char32_t c : visible.toUcs4()) {
        if (c < 0x80)
            safe += QChar(char16_t(c));
        else
            safe += u"\\u{%1}"_s.arg(QString::number(c, 16).toUpper());
    }
    return safe;
}

//! Returns \a text, a part of a JSON text, safe to show, and cut to about \a longest characters of \a text.
ShownValue shownPart(QStringView text, Letters letters, qsizetype longest)
{
    const QStringView beginning = beginningOf(text, longest);
    const bool isCut = beginning.size() < text.size();
    return {QString(safePart(beginning, letters) + (isCut ? u"…"_s : QString())), isCut};
}

//! What two texts have in common, in characters.
struct CommonText {
    qsizetype begin = 0;
    qsizetype end = 0;
};

CommonText commonText(const QString &before, const QString &now)
{
    const qsizetype shorter = std::min(before.size(), now.size());
    CommonText common;
    while (common.begin < shorter && before.at(common.begin) == now.at(common.begin))
        ++common.begin;
    if (common.begin > 0 && before.at(common.begin - 1).isHighSurrogate())
        --common.begin; // the two halves of a character stay together
    while (common.end < shorter - common.begin
        && before.at(before.size() - common.end - 1) == now.at(now.size() - common.end - 1))
        ++common.end;
    if (common.end > 0 && before.at(before.size() - common.end).isLowSurrogate())
        --common.end;
    return common;
}

//! Returns \a text as JSON: about \a longest characters of the part that is not \a common, and of the common
//! parts at most \a context characters each.
ShownValue shownText(
    QStringView text, CommonText common, qsizetype context, Letters letters, qsizetype longest)
{
    const auto json = [](QStringView part) {
        return QString::fromUtf8(Json::string(part).toBytes()).sliced(1).chopped(1); // without the quotes
    };
    const qsizetype start = std::max<qsizetype>(0, common.begin - context);
    const qsizetype rest = std::min(common.end, context);
    const QStringView own = text.sliced(common.begin).chopped(common.end);
    const QStringView beginning = beginningOf(own, longest); // only this is written as JSON
    ShownValue shown{u"\""_s, beginning.size() < own.size()};
    if (start > 0)
        shown.text += u'…';
    shown.text += visibleText(json(text.sliced(start, common.begin - start)));
    shown.text += safePart(json(beginning), letters);
    if (!shown.isCut)
        shown.text += visibleText(json(text.sliced(text.size() - common.end, rest)));
    if (shown.isCut || rest < common.end)
        shown.text += u'…';
    shown.text += u'"';
    return shown;
}

//! Returns a line of a text, whose first character in \a unified is the sign of a difference.
DefinitionLine shownLine(QByteArrayView unified, qsizetype longest, bool &isCut)
{
    using enum DefinitionLine::Kind;
    const char sign = unified.front();
    if (sign == '@')
        return {Place, QString::fromLatin1(unified)};
    // A backslash of the text must not look like the beginning of an escape.
    QString whole = QString::fromUtf8(unified.sliced(1));
    whole.replace(u'\\', u"\\\\"_s);
    const bool isCommon = sign == ' ';
    const QStringView part = beginningOf(whole, isCommon ? std::min(longest, longestCommonLine) : longest);
    const QString end = part.size() < whole.size() ? u"…"_s : QString();
    const QString visible = visibleText(part);
    if (isCommon)
        return {Common, QString(visible + end)};
    isCut = isCut || !end.isEmpty();
    QString safe = safePart(part, Letters::Escaped);
    const bool isReadable = safe == visible;
    qsizetype spaces = 0;
    while (spaces < safe.size() && safe.at(safe.size() - 1 - spaces) == u' ')
        ++spaces;
    safe.chop(spaces);
    safe += uR"(\u{20})"_s.repeated(spaces);
    return {
        sign == '-' ? Removed : Added, QString(safe + end), isReadable ? QString() : QString(visible + end)};
}

ShownValue shownJson(const Json &value, Letters letters, qsizetype longest)
{
    if (value.isAbsent())
        return {u"nothing"_s};
    if (value.isString())
        return shownText(value.toString(), {}, 0, letters, longest);
    if (value.nodeCount() > longest)
        return {value.isObject() ? u"{…}"_s : u"[…]"_s, true};
    return shownPart(QString::fromUtf8(value.toBytes()), letters, longest);
}

//! A container that is being written.
struct Level {
    Json container;
    std::vector<qsizetype> order; //!< indexes of the members or items to write, in order
    size_t next = 0;
};

std::vector<qsizetype> orderOf(const Json &container)
{
    std::vector<qsizetype> order(size_t(container.size()));
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = qsizetype(i);
    if (!container.isObject())
        return order;
    const auto key = [&container](qsizetype index) { return container.keyUtf8At(index); };
    std::ranges::stable_sort(order, {}, key);
    const auto sameKey = [&key](qsizetype a, qsizetype b) { return key(a) == key(b); };
    std::ranges::reverse(order); // so that unique() keeps the last of equal keys
    order.erase(std::ranges::unique(order, sameKey).begin(), order.end());
    std::ranges::reverse(order);
    return order;
}

} // namespace

WholeDefinition wholeDefinition(const OperationSpec &spec)
{
    if (spec.parts)
        return spec.parts->whole();
    if (!spec.definition.isAbsent())
        return {spec.definition};
    // The name of the source in the workspace is not part of the definition.
    return {withoutMember(withoutMember(toJson(spec), u"namespace"), u"id")};
}

DefinitionPointer sharedDefinition(std::shared_ptr<const OperationSpec> spec)
{
    return std::make_shared<const SpecDefinition>(std::move(spec));
}

DefinitionPointer keptDefinition(WholeDefinition whole, QByteArray hash)
{
    return std::make_shared<const KeptDefinition>(std::move(whole), std::move(hash));
}

DefinitionDifferences definitionDifferences(
    const WholeDefinition &before, const WholeDefinition &now, qsizetype most)
{
    DefinitionDifferences all;
    addDifferences(all, {}, before.root, now.root, most);
    for (const auto &[name, definition] : now.references.asKeyValueRange()) {
        if (const auto known = before.references.constFind(name); known != before.references.cend())
            addDifferences(all, name, *known, definition, most);
        else
            addOne(all, {name, {}, definition}, most);
    }
    for (const auto &[name, definition] : before.references.asKeyValueRange()) {
        if (!now.references.contains(name))
            addOne(all, {name, definition, {}}, most);
    }
    return all;
}

ValueTexts valueTexts(const DefinitionDifference &difference, const ValueRoom &room)
{
    const bool areTexts =
        difference.before.isString() && difference.now.isString() && difference.from.isEmpty();
    const QString before = areTexts ? difference.before.toString() : QString();
    const QString now = areTexts ? difference.now.toString() : QString();
    const CommonText common = commonText(before, now);
    const qsizetype length = std::max(before.size(), now.size());
    const qsizetype context = length <= room.whole ? length : room.context;
    const auto show = [&](const Json &value, const QString &text, Letters letters) {
        return areTexts ? shownText(text, common, context, letters, room.longest)
                        : shownJson(value, letters, room.longest);
    };
    // The letters of a moved value are the same before and now.
    const Letters letters = difference.from.isEmpty() ? Letters::Escaped : Letters::AsTheyAre;
    const ShownValue shownBefore = show(difference.before, before, letters);
    const ShownValue shownNow = show(difference.now, now, letters);
    const auto readable = [&](const Json &value, const QString &text, const ShownValue &shown) {
        const QString visible = room.withReadable ? show(value, text, Letters::AsTheyAre).text : QString();
        return visible == shown.text ? QString() : visible;
    };
    return {shownBefore.text, shownNow.text, readable(difference.now, now, shownNow),
        shownBefore.isCut || shownNow.isCut, readable(difference.before, before, shownBefore)};
}

std::optional<DefinitionLines> differentLines(const DefinitionDifference &difference, qsizetype longest)
{
    if (!difference.before.isString() || !difference.now.isString() || !difference.from.isEmpty())
        return {};
    const QByteArray before = difference.before.toString().toUtf8();
    const QByteArray now = difference.now.toString().toUtf8();
    if (!before.contains('\n') || !now.contains('\n'))
        return {};
    const Result<LineDiff> diff = diffLines(before, now);
    if (!diff || diff->changes.isEmpty())
        return {};
    const QByteArray unified = unifiedText(before, now, *diff);
    DefinitionLines lines;
    for (qsizetype at = 0; at < unified.size();) {
        if (longest <= 0) {
            lines.isCut = true;
            break;
        }
        const qsizetype end = unified.indexOf('\n', at); // each line has a line feed at its end
        lines.list.append(shownLine(QByteArrayView(unified).sliced(at, end - at), longest, lines.isCut));
        longest -= lines.list.constLast().text.size() + 1;
        at = end + 1;
    }
    return lines;
}

QString shownPlace(const DefinitionDifference &difference, const QString &place, qsizetype longest)
{
    if (place.isEmpty())
        return u"(root)"_s;
    const bool isNameNew =
        difference.before.isAbsent() || difference.now.isAbsent() || !difference.from.isEmpty();
    return shownPart(place, isNameNew ? Letters::Escaped : Letters::AsTheyAre, longest).text;
}

QString toString(const DefinitionDifference &difference)
{
    const QString place = shownPlace(difference, difference.place);
    const ValueTexts values = valueTexts(difference, oneLine);
    if (!difference.from.isEmpty())
        return u"%1 moved to %2: %3"_s.arg(shownPlace(difference, difference.from), place, values.now);
    return u"%1: %2 → %3"_s.arg(place, values.before, values.now);
}

QStringList toStrings(const DefinitionDifferences &differences)
{
    QStringList lines;
    for (const DefinitionDifference &difference : differences.list)
        lines.append(toString(difference));
    if (differences.more > 0)
        lines.append(u"and %1 more"_s.arg(differences.more));
    return lines;
}

QByteArray canonicalBytes(const Json &value)
{
    QByteArray out;
    std::vector<Level> levels;
    const auto begin = [&](const Json &each) {
        if (!each.isObject() && !each.isArray()) {
            out += each.toBytes();
            return;
        }
        out += each.isObject() ? '{' : '[';
        levels.push_back({each, orderOf(each)});
    };
    begin(value);
    while (!levels.empty()) {
        Level &level = levels.back();
        const bool isObject = level.container.isObject();
        if (level.next == level.order.size()) {
            out += isObject ? '}' : ']';
            levels.pop_back();
            continue;
        }
        if (level.next > 0)
            out += ',';
        const qsizetype index = level.order[level.next++];
        if (isObject)
            out += Json::string(level.container.keyAt(index)).toBytes() + ':';
        begin(level.container.at(index));
    }
    return out;
}

QByteArray definitionHash(const Json &root)
{
    return QCryptographicHash::hash(canonicalBytes(root), QCryptographicHash::Sha256);
}

QByteArray referencesHash(const QMap<QString, QByteArray> &hashes)
{
    if (hashes.isEmpty())
        return {};
    QCryptographicHash all(QCryptographicHash::Sha256);
    for (const auto &[name, hash] : hashes.asKeyValueRange()) {
        all.addData(QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256));
        all.addData(hash);
    }
    return all.result();
}

QByteArray definitionHash(const Json &root, const QByteArray &references)
{
    const QByteArray own = definitionHash(root);
    return references.isEmpty()
        ? own
        : QCryptographicHash::hash(QByteArray(own + references), QCryptographicHash::Sha256);
}

QByteArray definitionHash(const WholeDefinition &definition)
{
    QMap<QString, QByteArray> hashes;
    for (const auto &[name, referenced] : definition.references.asKeyValueRange())
        hashes.insert(name, definitionHash(referenced));
    return definitionHash(definition.root, referencesHash(hashes));
}

QByteArray definitionHash(const OperationSpec &spec)
{
    return spec.parts ? spec.parts->hash() : definitionHash(wholeDefinition(spec));
}

} // namespace Workbench
