// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/definitionhash.h"

#include <QCryptographicHash>

#include <algorithm>
#include <vector>

namespace Workbench {

namespace {

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
