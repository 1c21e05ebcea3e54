// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapifiles.h"

#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/schema/schemauri.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int longestReferenceChain = 100; // number of references that lead to references

//! Returns the normalised spelling of an address.
QString addressKey(const QUrl &url)
{
    return url.adjusted(QUrl::RemoveFragment | QUrl::NormalizePathSegments).toString(QUrl::FullyEncoded);
}

bool canBeFetched(const QUrl &url)
{
    return url.scheme() == "file"_L1 || url.scheme() == "https"_L1 || url.scheme() == "http"_L1;
}

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

//! Calls \a found with the ordinal and the line of each value and key of a well-formed JSON text. Their order
//! is that of their nodes. Stops when \a found returns false.
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

struct ContentWord {
    QByteArrayView key;
    OpenApiContent inObject;
    OpenApiContent inSchema;
};

constexpr qsizetype longestWord = 20;

//! Returns the words by their length, because the length rules out most keys.
const std::array<std::vector<ContentWord>, longestWord + 1> &wordsByLength()
{
    using enum OpenApiContent;
    static const auto table = [] {
        constexpr std::array words{
            ContentWord{"example", Data, Data},
            ContentWord{"default", Data, Data},
            ContentWord{"enum", Data, Data},
            ContentWord{"const", Data, Data},
            ContentWord{"required", Data, Data},
            ContentWord{"discriminator", Data, Data},
            ContentWord{"xml", Data, Data},
            ContentWord{"externalDocs", Data, Data},
            ContentWord{"value", Data, Schema},
            ContentWord{"dataValue", Data, Schema},
            ContentWord{"security", Data, Schema},
            ContentWord{"examples", Names, Data},
            ContentWord{"properties", SchemaNames, SchemaNames},
            ContentWord{"patternProperties", SchemaNames, SchemaNames},
            ContentWord{"dependentSchemas", SchemaNames, SchemaNames},
            ContentWord{"dependencies", SchemaNames, SchemaNames},
            ContentWord{"$defs", SchemaNames, SchemaNames},
            ContentWord{"definitions", SchemaNames, SchemaNames},
            ContentWord{"schemas", SchemaNames, Schema},
            ContentWord{"schema", Schema, Schema},
            ContentWord{"itemSchema", Schema, Schema},
            ContentWord{"paths", Patterned, Schema},
            ContentWord{"responses", Patterned, Schema},
            ContentWord{"parameters", Names, Schema},
            ContentWord{"headers", Names, Schema},
            ContentWord{"content", Names, Schema},
            ContentWord{"encoding", Names, Schema},
            ContentWord{"links", Names, Schema},
            ContentWord{"callbacks", Names, Schema},
            ContentWord{"webhooks", Names, Schema},
            ContentWord{"requestBodies", Names, Schema},
            ContentWord{"securitySchemes", Names, Schema},
            ContentWord{"securityDefinitions", Names, Schema},
            ContentWord{"pathItems", Names, Schema},
            ContentWord{"mediaTypes", Names, Schema},
            ContentWord{"variables", Names, Schema},
            ContentWord{"additionalOperations", Names, Schema},
        };
        std::array<std::vector<ContentWord>, longestWord + 1> result;
        for (const ContentWord &word : words)
            result[size_t(word.key.size())].push_back(word);
        return result;
    }();
    return table;
}

constexpr qsizetype mostNames = 10'000;

struct ScanFrame {
    JsonView at; // the next item or key
    qsizetype left;
    OpenApiContent content;
    bool isObject;
    JsonView container;
    JsonView key{}; // key of the current value
    qsizetype index = -1;
};

QString pointerOfFrames(const std::vector<ScanFrame> &frames)
{
    QString pointer;
    for (auto frame = frames.cbegin(); frame != frames.cend() - 1; ++frame) {
        pointer = frame->isObject ? JsonPointer::child(pointer, jsonText(frame->key.text()))
                                  : JsonPointer::child(pointer, frame->index);
    }
    return pointer;
}

} // namespace

void OpenApiFiles::add(OpenApiText text, const QUrl &asked)
{
    const int file = count();
    QString base = addressKey(text.url);
    m_byAddress.insert(base, file);
    if (!asked.isEmpty())
        m_byAddress.insert(addressKey(asked), file);
    // Version 3.2 has "$self": the document names its own address, for references only.
    if (const Json self = text.root.member("$self"_L1);
        self.isString() && text.root.member("openapi"_L1).toString().startsWith("3.2"_L1)) {
        base = SchemaUri::resolve(base, self.toString());
        m_byAddress.insert(addressKey(QUrl(base)), file);
    }
    m_files.append({std::move(text), base, {}, {}, {}});
}

void OpenApiFiles::addFailed(const QUrl &asked, const QString &reason)
{
    m_failed.insert(addressKey(asked), reason);
}

void OpenApiFiles::scan(int number, OpenApiVersion version)
{
    File &file = m_files[number];
    const Json root = file.text.root;
    OpenApiScan scan = scanForReferences(root, version, int(m_limits.jsonDepth));
    file.references = std::move(scan.references);
    std::vector<Resource> resources;
    for (const OpenApiScan::Name &id : std::as_const(scan.ids)) {
        const Json value = JsonPointer::resolve(root, id.pointer);
        const JsonView view(value);
        resources.push_back({placeInMemory(view.nodeAddress()), placeInMemory(view.next().nodeAddress()),
            id.name, value, -1});
    }
    std::ranges::sort(resources, {}, &Resource::begin); // outer ones first
    for (Resource &resource : resources) {
        resource.outer = resourceAt(number, resource.value.nodeAddress());
        const QString &base = resource.outer < 0 ? file.base : file.resources[size_t(resource.outer)].uri;
        resource.uri = SchemaUri::resolve(base, resource.uri);
        m_byId.insert(resource.uri, {number, resource.value});
        file.resources.push_back(resource);
    }
    for (const OpenApiScan::Name &anchor : std::as_const(scan.anchors)) {
        const Json value = JsonPointer::resolve(root, anchor.pointer);
        const Resource *const resource = resourceOf(number, value.nodeAddress());
        m_anchors.insert(
            (resource ? resource->uri : file.base) + u'#' + anchor.name, OpenApiPlace{number, value});
    }
    noteExternals(number);
}

//! Returns the index of the innermost resource around a node, or -1. It is the last one that begins before
//! the node, or one of those around it.
qsizetype OpenApiFiles::resourceAt(int file, const void *node) const
{
    const std::vector<Resource> &resources = m_files.at(file).resources;
    const auto after = std::ranges::upper_bound(resources, placeInMemory(node), {}, &Resource::begin);
    qsizetype at = after - resources.begin() - 1;
    while (at >= 0 && placeInMemory(node) >= resources[size_t(at)].end)
        at = resources[size_t(at)].outer;
    return at;
}

const OpenApiFiles::Resource *OpenApiFiles::resourceOf(int file, const void *node) const
{
    const qsizetype at = resourceAt(file, node);
    return at < 0 ? nullptr : &m_files.at(file).resources[size_t(at)];
}

QString OpenApiFiles::absolute(int file, const void *holder, const QString &text) const
{
    const Resource *const resource = resourceOf(file, holder);
    return SchemaUri::resolve(resource ? resource->uri : m_files.at(file).base, text);
}

void OpenApiFiles::noteExternals(int file)
{
    QSet<QByteArrayView> seen;
    QSet<QString> known;
    for (const OpenApiScan::Reference &reference : references(file)) {
        if (reference.text.startsWith('#') || (!hasIds(file) && seen.contains(reference.text)))
            continue;
        seen.insert(reference.text);
        const QString uri = absolute(file, reference.holder, jsonText(reference.text));
        const QUrl url = QUrl(uri).adjusted(QUrl::NormalizePathSegments);
        if (known.contains(uri) || !canBeFetched(url))
            continue;
        known.insert(uri);
        m_files[file].externals.append({uri, addressKey(url), url});
    }
}

QList<QUrl> OpenApiFiles::missing() const
{
    QList<QUrl> urls;
    QSet<QString> known;
    for (const File &file : m_files) {
        for (const External &external : file.externals) {
            if (known.contains(external.key) || m_byId.contains(external.uri)
                || m_byAddress.contains(external.key) || m_failed.contains(external.key))
                continue;
            known.insert(external.key);
            urls.append(external.url);
        }
    }
    return urls;
}

void OpenApiFiles::dropTexts()
{
    for (File &file : m_files) {
        file.text.bytes.clear();
        file.text.positions = {};
        file.text.remarks.clear();
        file.references = {};
    }
}

std::expected<OpenApiFiles::Start, QString> OpenApiFiles::startOf(
    int file, const void *holder, const QString &text) const
{
    const SchemaUri::Split split = SchemaUri::split(text);
    const QString fragment = SchemaUri::decoded(split.fragment);
    if (split.uri.isEmpty()) {
        const Resource *const resource = resourceOf(file, holder);
        if (resource)
            return Start{{file, resource->value}, fragment, resource->uri};
        return Start{root(file), fragment, m_files.at(file).base};
    }
    const QString uri = absolute(file, holder, split.uri);
    if (const auto id = m_byId.constFind(uri); id != m_byId.cend())
        return Start{*id, fragment, uri};
    const QString key = addressKey(QUrl(uri));
    if (const auto known = m_byAddress.constFind(key); known != m_byAddress.cend())
        return Start{root(*known), fragment, m_files.at(*known).base};
    if (const auto failed = m_failed.constFind(key); failed != m_failed.cend())
        return std::unexpected(*failed);
    return std::unexpected(u"%1 was not read"_s.arg(uri));
}

//! Returns the target of \a pointer from \a place and follows references on the path. Absent if it leads
//! nowhere.
Json OpenApiFiles::walked(OpenApiPlace &place, const QString &pointer) const
{
    if (Json found = JsonPointer::resolve(place.value, pointer); !found.isAbsent())
        return found;
    QStringList waiting = JsonPointer::tokens(pointer);
    std::ranges::reverse(waiting);
    if (waiting.isEmpty())
        return {};
    int hops = 0;
    while (!waiting.isEmpty()) {
        const Json next = JsonPointer::resolve(place.value, JsonPointer::child({}, waiting.last()));
        if (!next.isAbsent()) {
            place.value = next;
            waiting.removeLast();
            continue;
        }
        const Json reference = place.value.member("$ref"_L1);
        if (!reference.isString() || ++hops > longestReferenceChain)
            return {};
        const auto start = startOf(place.file, place.value.nodeAddress(), reference.toString());
        if (!start)
            return {};
        place = start->place;
        QStringList before = JsonPointer::tokens(start->fragment);
        std::ranges::reverse(before);
        waiting += before;
    }
    return place.value;
}

OpenApiTarget OpenApiFiles::resolve(int file, const void *holder, const QString &text) const
{
    const auto start = startOf(file, holder, text);
    if (!start)
        return {{}, false, start.error()};
    if (!start->fragment.isEmpty() && !start->fragment.startsWith(u'/')) {
        const auto anchor = m_anchors.constFind(start->uri + u'#' + start->fragment);
        if (anchor != m_anchors.cend())
            return {*anchor, false, {}};
        return {{}, false, u"there is no such anchor"_s};
    }
    OpenApiPlace place = start->place;
    if (const Json found = walked(place, start->fragment); !found.isAbsent())
        return {{place.file, found}, false, {}};
    if (file != 0 && text.startsWith(u'#')) { // most likely what the author means
        place = root(0);
        if (const Json found = walked(place, start->fragment); !found.isAbsent())
            return {{place.file, found}, true, {}};
    }
    return {{}, false, u"nothing is there"_s};
}

OpenApiTarget OpenApiFiles::followed(const OpenApiPlace &place) const
{
    OpenApiTarget target{place, false, {}};
    for (int hops = 0; hops < longestReferenceChain; ++hops) {
        const Json reference = target.place.value.member("$ref"_L1);
        if (!reference.isString())
            return target;
        target = resolve(target.place.file, target.place.value.nodeAddress(), reference.toString());
        if (!target.trouble.isEmpty())
            return target;
    }
    return {{}, false, u"it leads back to itself"_s};
}

std::expected<OpenApiText, JsonParseError> readOpenApiText(const OpenApiFile &file, const Limits &limits)
{
    OpenApiText text{.url = file.url, .root = {}, .remarks = {}, .bytes = {}, .positions = {}};
    std::optional<JsonParseError> jsonError;
    if (looksLikeJson(file.bytes)) {
        auto json = parseJsonDetailed(file.bytes, limits.jsonNodes);
        if (json) {
            text.root = json->value;
            text.remarks = json->remarks;
            text.bytes = file.bytes;
            return text;
        }
        jsonError = json.error();
        if (jsonError->error.kind == ErrorKind::Limit)
            return std::unexpected(*jsonError);
    }
    auto yaml = parseYamlDetailed(file.bytes, limits);
    if (!yaml)
        return std::unexpected(jsonError.value_or(JsonParseError{yaml.error().error, yaml.error().position}));
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
    std::vector<std::pair<qsizetype, qsizetype>> wanted; // ordinal, index in nodes
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

OpenApiContent contentOf(
    OpenApiContent parent, QByteArrayView key, JsonKind valueKind, OpenApiVersion version)
{
    using enum OpenApiContent;
    switch (parent) {
    case Data: return Data;
    case SchemaNames: return Schema;
    case Names: return Object;
    case Patterned: return key.startsWith("x-") ? Data : Object;
    case Object:
    case Schema: break;
    }
    if (key.startsWith("x-"))
        return Data;
    if (key.size() > longestWord)
        return parent;
    for (const ContentWord &word : wordsByLength()[size_t(key.size())]) {
        if (!sameBytes(word.key, key))
            continue;
        const OpenApiContent content = parent == Object ? word.inObject : word.inSchema;
        if (content == Names && key == "examples"
            && (valueKind != JsonKind::Object || version == OpenApiVersion::Swagger2))
            return Data;
        const bool isMap = content == Names || content == Patterned || content == SchemaNames;
        return isMap && valueKind != JsonKind::Object ? parent : content;
    }
    return parent;
}

OpenApiScan scanForReferences(const Json &root, OpenApiVersion version, int maxLevels)
{
    OpenApiScan scan;
    const bool hasNames = version >= OpenApiVersion::V3_1;
    std::vector<ScanFrame> frames;
    const auto enter = [&frames](JsonView value, OpenApiContent content) {
        if (value.size() > 0 && content != OpenApiContent::Data
            && (value.kind() == JsonKind::Object || value.kind() == JsonKind::Array)) {
            frames.push_back({value.first(), value.size(), content, value.kind() == JsonKind::Object, value});
        }
    };
    const auto note = [&](QList<OpenApiScan::Name> &names, JsonView name) {
        if (names.size() < mostNames && qsizetype(frames.size()) <= maxLevels)
            names.append({pointerOfFrames(frames), jsonText(name.text())});
    };
    enter(JsonView(root), OpenApiContent::Object);
    while (!frames.empty()) {
        ScanFrame &frame = frames.back();
        if (frame.left-- == 0) {
            frames.pop_back();
            continue;
        }
        ++frame.index;
        const JsonView value = frame.isObject ? frame.at.valueOfKey() : frame.at;
        OpenApiContent content = frame.content;
        if (frame.isObject) {
            frame.key = frame.at;
            const QByteArrayView key = frame.at.text();
            content = contentOf(frame.content, key, value.kind(), version);
            if (value.kind() == JsonKind::String && key.startsWith('$') && mayRefer(frame.content)) {
                const bool isNamed = hasNames && hasFields(frame.content);
                if (key == "$ref" || (isNamed && key == "$dynamicRef"))
                    scan.references.push_back({frame.container.nodeAddress(), value.text()});
                else if (isNamed && key == "$id")
                    note(scan.ids, value);
                else if (isNamed && (key == "$anchor" || key == "$dynamicAnchor"))
                    note(scan.anchors, value);
            }
        }
        frame.at = value.next();
        enter(value, content);
    }
    return scan;
}

} // namespace Workbench
