// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsondocument_p.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsonremarks_p.h"

#include <algorithm>

namespace Workbench {

using namespace JsonNode;
using namespace Qt::StringLiterals;

namespace {

enum class Oddity : quint8 { DuplicateKey, LoneSurrogate };

struct Finding {
    const Node *node; // a key, or a string
    Oddity oddity;
};

//! The last key of each name that occurs more than once.
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
    for (const Node *node = root; node != end && qsizetype(findings.size()) < maxJsonRemarks; ++node) {
        if (isObject(node))
            findDuplicates(node, findings);
        if (type(node) == YYJSON_TYPE_STR) {
            settle(node->uni.str);
            string = node;
        }
    }
    settle(nullptr);
    std::ranges::sort(findings, [](const Finding &a, const Finding &b) { return a.node < b.node; });
    if (qsizetype(findings.size()) > maxJsonRemarks)
        findings.resize(maxJsonRemarks);
    return findings;
}

//! Finds the ways to nodes that are asked for in ascending order: one walk over the document for all.
class Pathfinder {
public:
    explicit Pathfinder(const Node *root) { enter(root); }

    //! Empty optional when the way is too long to be written down; a peer chooses its length.
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

} // namespace

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
            : u"A \\u escape stands for half a character only; it is shown as U+FFFD."_s;
        if (!pointer)
            message += u" The way to this place is too long to be shown."_s;
        remarks.emplace_back(pointer.value_or(QString()), message);
    }
    return remarks;
}

} // namespace Workbench
