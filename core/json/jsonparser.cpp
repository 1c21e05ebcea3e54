// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"

#include "core/base/limits.h"
#include "core/base/visibletext.h"
#include "core/json/jsondocument_p.h"
#include "core/json/jsonpointer.h"

#include <QFile>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>
#include <vector>

namespace Workbench {

using namespace Qt::StringLiterals;

using namespace JsonNode;

namespace {

inline constexpr qsizetype maxJsonRemarks = 100;

enum class Oddity : quint8 { DuplicateKey, LoneSurrogate };

struct Finding {
    const Node *node; // a key, or a string
    Oddity oddity;
};

//! Adds the last key of each name that occurs more than once to \a findings.
void findDuplicates(const Node *object, std::vector<Finding> &findings)
{
    const size_t count = length(object);
    if (count < 2)
        return;
    if (count <= smallContainer) {
        std::array<const Node *, smallContainer> keys;
        bool any = false;
        const Node *key = object + 1;
        for (size_t i = 0; i < count && !any; ++i) {
            keys[i] = key;
            for (size_t j = 0; j < i && !any; ++j)
                any = compareKeys(keys[j], key) == 0;
            key = next(key + 1);
        }
        if (!any)
            return;
    }
    const Nodes keys = sortedKeys(object);
    for (size_t i = 1; i < keys.size(); ++i) {
        const bool same = compareKeys(keys[i - 1], keys[i]) == 0;
        const bool told = i > 1 && compareKeys(keys[i - 2], keys[i]) == 0;
        if (same && !told)
            findings.emplace_back(keys[i - 1], Oddity::DuplicateKey);
    }
}

//! Returns the oddities in the order of the text: one more than the limit if there are more.
std::vector<Finding> findOddities(const Node *root, const std::vector<const char *> &surrogates)
{
    std::vector<Finding> findings;
    const Node *const end = next(root);
    const Node *string = nullptr;
    auto surrogate = surrogates.begin();
    // The text was decoded in place: a surrogate belongs to the last string that starts before it.
    const auto settle = [&](const char *before) {
        if (surrogate == surrogates.end() || (before && *surrogate >= before))
            return;
        if (string)
            findings.emplace_back(string, Oddity::LoneSurrogate);
        while (surrogate != surrogates.end() && (!before || *surrogate < before))
            ++surrogate;
    };
    const Node *node = root;
    for (; node != end && qsizetype(findings.size()) <= maxJsonRemarks; ++node) {
        if (isObject(node))
            findDuplicates(node, findings);
        if (type(node) == YYJSON_TYPE_STR) {
            settle(node->uni.str);
            string = node;
        }
    }
    if (node == end)
        settle(nullptr);
    std::ranges::sort(findings, [](const Finding &a, const Finding &b) { return a.node < b.node; });
    if (qsizetype(findings.size()) > maxJsonRemarks)
        findings.resize(maxJsonRemarks + 1);
    return findings;
}

//! Finds the paths to nodes in one walk over the document. The nodes must be given in ascending order.
class Pathfinder {
public:
    explicit Pathfinder(const Node *root) { enter(root); }

    //! Returns the pointer to \a target; nothing if it is too long to write, because a peer chooses its
    //! length.
    std::optional<QString> pointerTo(const Node *target)
    {
        while (m_open.size() > 1 && m_open.back().end <= target)
            m_open.pop_back();
        while (!m_open.empty() && m_open.back().container != target) {
            Step &step = m_open.back();
            const Node *value = step.value();
            while (next(value) <= target) {
                step.child = next(value);
                ++step.index;
                value = step.value();
            }
            if (value == target || step.child == target || !isContainer(value))
                break;
            enter(value);
        }
        return written();
    }

private:
    struct Step {
        const Node *container;
        const Node *end;
        const Node *child; // a key in an object
        qsizetype index;

        const Node *value() const { return isObject(container) ? child + 1 : child; }
    };

    void enter(const Node *container)
    {
        if (isContainer(container))
            m_open.emplace_back(container, next(container), container + 1, 0);
    }

    std::optional<QString> written() const
    {
        constexpr qsizetype longest = 4096;
        QString pointer;
        for (const Step &step : m_open) {
            if (!isObject(step.container))
                pointer = JsonPointer::child(pointer, step.index);
            else if (length(step.child) <= longest)
                pointer = JsonPointer::child(pointer, jsonText(text(step.child)));
            else
                return std::nullopt;
            if (pointer.size() > longest)
                return std::nullopt;
        }
        return pointer;
    }

    std::vector<Step> m_open;
};

//! Returns the remarks on a newly parsed document: duplicate keys, and the strings that contain
//! \a surrogates, the ascending places in the text of lone surrogate escapes.
QList<JsonRemark> jsonRemarks(const Json &root, const std::vector<const char *> &surrogates)
{
    QList<JsonRemark> remarks;
    const Node *const node = JsonDocument::node(root);
    const std::vector<Finding> findings = findOddities(node, surrogates);
    if (findings.empty())
        return remarks;
    Pathfinder pathfinder(node);
    for (const Finding &finding : findings) {
        const std::optional<QString> pointer = pathfinder.pointerTo(finding.node);
        QString message = finding.oddity == Oddity::DuplicateKey
            ? u"The key occurs more than once; the last value counts."_s
            : u"A \\u escape is only half of a surrogate pair; it is shown as U+FFFD."_s;
        if (!pointer)
            message += u" The path to this place is too long to show."_s;
        remarks.emplace_back(pointer.value_or(QString()), message);
    }
    return remarks;
}

constexpr QByteArrayView byteOrderMark = "\xEF\xBB\xBF";

//! The memory for yyjson, bounded by the limit of nodes, so that a flood of brackets is refused while it is
//! read.
struct Budget {
    size_t maxBytes; // for yyjson's values; a node takes at most two, a key and its value
    bool exceeded = false;

    yyjson_alc allocator()
    {
        return {[](void *, size_t size) { return std::malloc(size); }, &Budget::grow,
            [](void *, void *memory) { std::free(memory); }, this};
    }

    static void *grow(void *context, void *memory, size_t oldSize, size_t size)
    {
        auto *const budget = static_cast<Budget *>(context);
        if (oldSize > budget->maxBytes) {
            budget->exceeded = true;
            return nullptr;
        }
        return std::realloc(memory, size);
    }
};

//! Returns the code unit of the escape \uXXXX at \a at, or -1 if there is none.
int escapedUnit(const char *at, const char *end)
{
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return -1;
    unsigned unit = 0;
    return std::from_chars(at + 2, at + 6, unit, 16).ptr == at + 6 ? int(unit) : -1;
}

//! Turns escapes of lone surrogates, which yyjson refuses, into escapes of U+FFFD of the same length. Returns
//! their places. A backslash can only occur in a string, so the strings need not be found first.
std::vector<const char *> repairSurrogates(char *begin, char *end)
{
    std::vector<const char *> repaired;
    char *at = begin;
    while ((at = static_cast<char *>(std::memchr(at, '\\', size_t(end - at))))) {
        const int unit = escapedUnit(at, end);
        const bool high = unit >= 0xD800 && unit < 0xDC00;
        const bool low = unit >= 0xDC00 && unit < 0xE000;
        const int following = high ? escapedUnit(at + 6, end) : -1;
        if (high && following >= 0xDC00 && following < 0xE000) {
            at += 12;
            continue;
        }
        if (high || low) {
            std::memcpy(at + 2, "FFFD", 4);
            repaired.push_back(at);
        }
        at += unit >= 0 ? 6 : std::min<std::ptrdiff_t>(2, end - at);
    }
    return repaired;
}

QString messageOf(const yyjson_read_err &problem)
{
    switch (problem.code) {
    case YYJSON_READ_ERROR_EMPTY_CONTENT: return u"there is no value"_s;
    case YYJSON_READ_ERROR_UNEXPECTED_CONTENT: return u"something follows the value"_s;
    case YYJSON_READ_ERROR_UNEXPECTED_END: return u"the text ends too early"_s;
    default: return QString::fromUtf8(problem.msg);
    }
}

std::unexpected<JsonParseError> syntaxError(QByteArrayView text, qsizetype byteOffset, const QString &what)
{
    const TextPosition position = textPositionAt(text, byteOffset);
    const QString message = u"not valid JSON, line %1, column %2: %3"_s.arg(
        QString::number(position.line), QString::number(position.column), what);
    return std::unexpected(JsonParseError{{ErrorKind::Protocol, u"json.syntax"_s, message}, position});
}

std::unexpected<JsonParseError> nodesError(qint64 maxNodes)
{
    return std::unexpected(
        JsonParseError{limitError(*findLimit(u"json.nodes"),
                           u"A JSON text holds more than %1 values."_s.arg(maxNodes), maxNodes),
            {}});
}

} // namespace

TextPosition textPositionAt(QByteArrayView utf8, qsizetype byteOffset)
{
    TextPosition position;
    position.byteOffset = std::min(byteOffset, utf8.size());
    qsizetype at = utf8.startsWith(byteOrderMark) ? byteOrderMark.size() : 0;
    for (; at < position.byteOffset; ++at) {
        const auto c = uchar(utf8[at]);
        const bool ofPair = c == '\r' && at + 1 < utf8.size() && utf8[at + 1] == '\n';
        if (c == '\n' || (c == '\r' && !ofPair)) {
            ++position.line;
            position.column = 1;
        } else if ((c & 0xC0) != 0x80) {
            ++position.column;
        }
    }
    return position;
}

QString remarkText(const JsonRemark &remark)
{
    return remark.pointer.isEmpty()
        ? remark.message
        : u"At %1: %2"_s.arg(visibleText(remark.pointer, false, 200), remark.message);
}

std::expected<ParsedJson, JsonParseError> parseJsonDetailed(QByteArray utf8, qint64 maxNodes)
{
    const qsizetype start = utf8.startsWith(byteOrderMark) ? byteOrderMark.size() : 0;
    const auto size = size_t(utf8.size() - start);
    if (size == 0)
        return syntaxError(utf8, start, u"there is no value"_s);

    // yyjson decodes in place, so it gets a copy: the received text is needed for the position of an error.
    auto text = std::make_unique_for_overwrite<char[]>(size + YYJSON_PADDING_SIZE);
    std::memcpy(text.get(), utf8.constData() + start, size);
    std::memset(text.get() + size, 0, YYJSON_PADDING_SIZE);
    const std::vector<const char *> surrogates = repairSurrogates(text.get(), text.get() + size);

    Budget budget{size_t(maxNodes + 8) * 2 * sizeof(yyjson_val)};
    const yyjson_alc allocator = budget.allocator();
    yyjson_read_err problem{};
    yyjson_doc *const parsed = yyjson_read_opts(
        text.get(), size, YYJSON_READ_INSITU | YYJSON_READ_NUMBER_AS_RAW, &allocator, &problem);
    if (!parsed) {
        if (budget.exceeded)
            return nodesError(maxNodes);
        return syntaxError(utf8, start + qsizetype(problem.pos), messageOf(problem));
    }
    utf8.clear();
    ParsedJson result{
        JsonDocument::toJson(std::make_shared<const JsonDocument>(parsed, std::move(text))), {}};
    if (qint64(yyjson_doc_get_val_count(parsed)) > maxNodes && result.value.nodeCount() > maxNodes)
        return nodesError(maxNodes);
    result.remarks = jsonRemarks(result.value, surrogates);
    if (start != 0)
        result.remarks.emplaceFront(
            QString(), u"The text starts with a byte order mark, which was skipped."_s);
    if (result.remarks.size() > maxJsonRemarks) {
        result.remarks.resize(maxJsonRemarks - 1);
        result.remarks.emplaceBack(QString(), u"More remarks about this text were left out."_s);
    }
    return result;
}

Result<Json> parseJson(QByteArray utf8)
{
    auto parsed = parseJsonDetailed(std::move(utf8));
    if (!parsed)
        return std::unexpected(std::move(parsed.error().error));
    return std::move(parsed->value);
}

Json jsonLiteral(QByteArrayView utf8)
{
    return parseJson(utf8.toByteArray()).value_or(Json());
}

Json jsonResource(const QString &name)
{
    QFile file(u":/workbench/%1.json"_s.arg(name));
    const bool isOpen = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(isOpen, "jsonResource", qPrintable(file.fileName()));
    const Result<Json> json = parseJson(isOpen ? file.readAll() : QByteArray());
    Q_ASSERT_X(json, "jsonResource", qPrintable(file.fileName()));
    return json.value_or(Json());
}

} // namespace Workbench
