// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapiscan.h"

#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"

#include <array>

namespace Workbench {

namespace {

struct ContentWord {
    QByteArrayView key;
    OpenApiContent inObject;
    OpenApiContent inSchema;
};

constexpr qsizetype longestWord = 20;

//! The words of each length: most keys are ruled out by theirs.
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
    JsonView key; // of the value that is being looked at
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

JsonView referenceIn(JsonView object)
{
    if (object.kind() != JsonKind::Object)
        return {};
    JsonView found;
    JsonView key = object.first();
    for (qsizetype left = object.size(); left > 0; --left, key = key.nextKey()) {
        if (sameBytes(key.text(), "$ref"))
            found = key.valueOfKey().kind() == JsonKind::String ? key.valueOfKey() : JsonView();
    }
    return found;
}

OpenApiScan scanForReferences(const Json &root, OpenApiVersion version, int maxLevels)
{
    OpenApiScan scan;
    const bool hasNames = version >= OpenApiVersion::V3_1;
    std::vector<ScanFrame> frames;
    const auto enter = [&frames](JsonView value, OpenApiContent content) {
        if (value.size() > 0 && content != OpenApiContent::Data
            && (value.kind() == JsonKind::Object || value.kind() == JsonKind::Array)) {
            frames.push_back(
                {value.first(), value.size(), content, value.kind() == JsonKind::Object, {}, -1});
        }
    };
    const auto note = [&](QList<OpenApiScan::Name> &names, JsonView name) {
        if (names.size() < mostNames && qsizetype(frames.size()) <= maxLevels)
            names.append({pointerOfFrames(frames), jsonText(name.text())});
    };
    std::vector<JsonView> holders; // beside the frames of objects and arrays
    const JsonView top(root);
    enter(top, OpenApiContent::Object);
    if (!frames.empty())
        holders.push_back(top);
    while (!frames.empty()) {
        ScanFrame &frame = frames.back();
        if (frame.left-- == 0) {
            frames.pop_back();
            holders.pop_back();
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
                    scan.references.push_back({holders.back().nodeAddress(), value.text()});
                else if (isNamed && key == "$id")
                    note(scan.ids, value);
                else if (isNamed && (key == "$anchor" || key == "$dynamicAnchor"))
                    note(scan.anchors, value);
            }
        }
        frame.at = value.next();
        const size_t depth = frames.size();
        enter(value, content);
        if (frames.size() > depth)
            holders.push_back(value);
    }
    return scan;
}

} // namespace Workbench
