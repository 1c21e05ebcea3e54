// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapifile.h"

#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/json/jsonview.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView byteOrderMark = "\xEF\xBB\xBF";

bool looksLikeJson(QByteArrayView bytes)
{
    qsizetype at = bytes.startsWith(byteOrderMark) ? byteOrderMark.size() : 0;
    while (at < bytes.size() && QByteArrayView(" \t\r\n").contains(bytes[at]))
        ++at;
    return at < bytes.size() && (bytes[at] == '{' || bytes[at] == '[');
}

bool holds(JsonView container, const void *node)
{
    return placeInMemory(container.nodeAddress()) <= placeInMemory(node)
        && placeInMemory(node) < placeInMemory(container.next().nodeAddress());
}

//! Calls \a found with the ordinal and the line of each value and key of a JSON text that is known to be
//! well-formed; they stand in the text in the order of their nodes.
template <typename Found> void forEachToken(QByteArrayView text, Found found)
{
    int line = 1;
    qsizetype ordinal = 0;
    qsizetype at = text.startsWith(byteOrderMark) ? byteOrderMark.size() : 0;
    const auto isDelimiter = [](char c) { return QByteArrayView(" \t\r\n,:]}").contains(c); };
    while (at < text.size()) {
        const char c = text[at];
        if (c == '\n' || (c == '\r' && (at + 1 == text.size() || text[at + 1] != '\n')))
            ++line;
        if (isDelimiter(c)) {
            ++at;
            continue;
        }
        if (!found(ordinal++, line))
            return;
        ++at;
        if (c == '"') {
            while (at < text.size() && text[at] != '"')
                at += text[at] == '\\' ? 2 : 1;
            ++at;
        } else if (c != '{' && c != '[') {
            while (at < text.size() && !isDelimiter(text[at]))
                ++at;
        }
    }
}

} // namespace

std::expected<OpenApiText, OpenApiTextError> readOpenApiText(const OpenApiFile &file, const Limits &limits)
{
    OpenApiText text{.url = file.url, .root = {}, .remarks = {}, .bytes = {}, .positions = {}};
    std::optional<OpenApiTextError> jsonError;
    if (looksLikeJson(file.bytes)) {
        auto json = parseJsonDetailed(file.bytes, limits.jsonNodes);
        if (json) {
            text.root = json->value;
            text.remarks = json->remarks;
            text.bytes = file.bytes;
            return text;
        }
        jsonError = {json.error().error, int(json.error().position.line)};
        if (jsonError->error.kind == ErrorKind::Limit)
            return std::unexpected(*jsonError);
    }
    auto yaml = parseYamlDetailed(file.bytes, limits);
    if (!yaml) {
        if (jsonError)
            return std::unexpected(*jsonError);
        return std::unexpected(OpenApiTextError{yaml.error().error, int(yaml.error().position.line)});
    }
    text.root = yaml->value;
    text.remarks = yaml->remarks;
    text.isYaml = true;
    text.positions = yaml->positions;
    return text;
}

QString pointerToNode(const Json &root, const void *node, int maxLevels)
{
    QString pointer;
    JsonView at(root);
    for (int level = 0; level < maxLevels && at.nodeAddress() != node; ++level) {
        const bool isObject = at.kind() == JsonKind::Object;
        if (!isObject && at.kind() != JsonKind::Array)
            break;
        const qsizetype size = at.size();
        JsonView child = at.first();
        for (qsizetype i = 0; i < size; ++i) {
            const JsonView value = isObject ? child.valueOfKey() : child;
            if (child.nodeAddress() == node || holds(value, node)) {
                pointer = isObject ? JsonPointer::child(pointer, jsonText(child.text()))
                                   : JsonPointer::child(pointer, i);
                at = value;
                break;
            }
            child = value.next();
            if (i + 1 == size)
                return pointer;
        }
        if (size == 0)
            break;
    }
    return pointer;
}

QList<int> linesOfNodes(const OpenApiText &text, const QList<const void *> &nodes, int maxLevels)
{
    QList<int> lines(nodes.size(), 0);
    if (text.isYaml) {
        for (qsizetype i = 0; i < nodes.size(); ++i) {
            const auto place = text.positions.find(pointerToNode(text.root, nodes.at(i), maxLevels));
            lines[i] = place ? int(place->line) : 0;
        }
        return lines;
    }
    std::vector<std::pair<qsizetype, qsizetype>> wanted; // ordinal, place in nodes
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        const quintptr offset = placeInMemory(nodes.at(i)) - placeInMemory(text.root.nodeAddress());
        wanted.emplace_back(qsizetype(offset / JsonView::nodeBytes), i);
    }
    std::ranges::sort(wanted);
    auto next = wanted.cbegin();
    forEachToken(text.bytes, [&](qsizetype ordinal, int line) {
        for (; next != wanted.cend() && next->first == ordinal; ++next)
            lines[next->second] = line;
        return next != wanted.cend();
    });
    return lines;
}

} // namespace Workbench
