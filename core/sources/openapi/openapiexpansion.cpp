// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapiexpansion.h"

#include "core/json/jsontext.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

JsonView memberOf(JsonView object, QByteArrayView name)
{
    JsonView found;
    if (object.kind() != JsonKind::Object)
        return found;
    JsonView key = object.first();
    for (qsizetype left = object.size(); left > 0; --left, key = key.nextKey()) {
        if (sameBytes(key.text(), name))
            found = key.valueOfKey();
    }
    return found;
}

//! Keywords that say nothing more once references are written out, or would say it twice.
bool isDropped(QByteArrayView key)
{
    constexpr std::array<QByteArrayView, 7> dropped{
        "$defs", "definitions", "$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$comment"};
    return (key.startsWith('$') || key == "definitions") && std::ranges::contains(dropped, key);
}

//! Whether a value that fits \a schema is an object, as far as it says so plainly.
bool isObjectSchema(JsonView schema)
{
    const JsonView type = memberOf(schema, "type");
    if (type.kind() == JsonKind::String)
        return sameBytes(type.text(), "object") && memberOf(schema, "nullable").isAbsent();
    if (!type.isAbsent())
        return false;
    for (const char *const keyword : {"oneOf", "anyOf", "enum", "const", "items"}) {
        if (!memberOf(schema, keyword).isAbsent())
            return false;
    }
    return !memberOf(schema, "properties").isAbsent() || !memberOf(schema, "allOf").isAbsent();
}

} // namespace

OpenApiExpansion::OpenApiExpansion(
    const OpenApiFiles &files, OpenApiVersion version, qint64 maxNodes, QStringList *remarks)
    : m_files(files)
    , m_version(version)
    , m_left(maxNodes)
    , m_remarks(remarks)
{
}

Json OpenApiExpansion::expanded(const OpenApiPlace &place, OpenApiContent content)
{
    if (place.value.isAbsent())
        return {};
    Json &made = m_made[{place.value.nodeAddress(), int(content)}];
    if (!made.isAbsent())
        return made;
    const JsonView view(place.value);
    m_root = view.nodeAddress();
    if (view.extentInNodes() > m_left) {
        writeTooLarge();
    } else {
        m_left -= view.extentInNodes();
        write(view, content, place.file);
    }
    while (!m_frames.empty())
        step();
    endReferences(std::exchange(m_opened, 0));
    return made = m_builder.take();
}

void OpenApiExpansion::writeScalar(JsonView value)
{
    switch (value.kind()) {
    case JsonKind::String: m_builder.stringUtf8(value.text()); break;
    case JsonKind::Number: m_builder.number(value.text()); break;
    case JsonKind::Boolean: m_builder.value(Json::boolean(value.toBoolean())); break;
    default: m_builder.value(Json::null()); break;
    }
}

void OpenApiExpansion::begin(JsonView container, OpenApiContent content, int file, bool isBeside)
{
    const bool isObject = container.kind() == JsonKind::Object;
    if (isObject)
        m_builder.beginObject();
    else
        m_builder.beginArray();
    const qsizetype size = container.size();
    m_frames.push_back({size > 0 ? container.first() : JsonView(), size, content, file, isObject, isBeside,
        std::exchange(m_opened, 0), m_root});
}

void OpenApiExpansion::write(JsonView value, OpenApiContent content, int file)
{
    const bool isModern = m_version >= OpenApiVersion::V3_1 && content == OpenApiContent::Schema;
    for (;;) {
        const bool isObject = value.kind() == JsonKind::Object;
        if (!isObject && value.kind() != JsonKind::Array) {
            writeScalar(value);
            return;
        }
        JsonView reference;
        if (isObject && mayRefer(content))
            reference = referenceIn(value);
        if (reference.isAbsent() && isObject && isModern) {
            if (const JsonView dynamic = memberOf(value, "$dynamicRef"); dynamic.kind() == JsonKind::String)
                reference = dynamic;
        }
        if (reference.isAbsent()) {
            begin(value, content, file);
            return;
        }
        if (isModern && value.size() > 1) {
            // With other keywords beside it a reference says the same as one more part of "allOf". Before
            // 3.1, and in anything but schemas, they do not count.
            begin(value, content, file, true);
            m_builder.keyUtf8("allOf");
            const JsonView own = memberOf(value, "allOf");
            if (own.kind() == JsonKind::Array) {
                begin(own, content, file);
            } else {
                static const Json none = Json::emptyArray();
                begin(JsonView(none), content, file);
            }
        }
        const std::optional<OpenApiPlace> target = enter(value, reference, file);
        if (!target)
            return;
        value = JsonView(target->value);
        file = target->file;
    }
}

//! Where a reference leads, when that can be written there; else a placeholder is.
std::optional<OpenApiPlace> OpenApiExpansion::enter(JsonView holder, JsonView reference, int file)
{
    const QString text = jsonText(reference.text());
    const OpenApiTarget target = m_files.resolve(file, holder.nodeAddress(), text);
    const QString shown = text.left(300);
    if (!target.trouble.isEmpty()) {
        writePlaceholder(u"[unresolved reference %1]"_s.arg(shown));
        remark(u"The reference “%1” leads nowhere: %2."_s.arg(shown, target.trouble));
        return {};
    }
    const JsonView view(target.place.value);
    const quintptr begin = placeInMemory(view.nodeAddress());
    const quintptr at = placeInMemory(holder.nodeAddress());
    const bool isAround = begin <= at && at < placeInMemory(view.next().nodeAddress());
    const bool isInside = begin >= placeInMemory(m_root);
    if (m_active.contains(view.nodeAddress()) || (isAround && isInside)) {
        writeCycle(view);
        remark(u"The schema is circular: “%1” leads back to where it stands."_s.arg(shown));
        return {};
    }
    if (view.extentInNodes() > m_left) {
        writeTooLarge();
        return {};
    }
    m_left -= view.extentInNodes();
    m_active.insert(view.nodeAddress());
    m_chain.push_back(view.nodeAddress());
    ++m_opened;
    m_root = view.nodeAddress();
    return target.place;
}

void OpenApiExpansion::step()
{
    Frame &frame = m_frames.back();
    m_root = frame.root;
    if (frame.left-- == 0) {
        if (frame.isObject)
            m_builder.endObject();
        else
            m_builder.endArray();
        const qsizetype references = frame.references;
        m_frames.pop_back();
        endReferences(references);
        return;
    }
    const int file = frame.file;
    OpenApiContent content = frame.content;
    JsonView value = frame.at;
    if (frame.isObject) {
        const QByteArrayView key = frame.at.text();
        value = frame.at.valueOfKey();
        frame.at = value.next();
        const bool isWritten = frame.isBeside && (key == "$ref" || key == "allOf");
        if (isWritten || (hasFields(content) && isDropped(key)))
            return;
        m_builder.keyUtf8(key);
        content = contentOf(content, key, value.kind(), m_version);
    } else {
        frame.at = value.next();
    }
    write(value, content, file);
    endReferences(std::exchange(m_opened, 0)); // what led to a scalar or a placeholder
}

void OpenApiExpansion::endReferences(qsizetype count)
{
    for (; count > 0; --count) {
        m_active.remove(m_chain.back());
        m_chain.pop_back();
    }
}

void OpenApiExpansion::writeCycle(JsonView target)
{
    m_builder.beginObject();
    if (isObjectSchema(target)) // else a type would be a false alarm for every value
        m_builder.add(u"type", u"object");
    m_builder.add(u"description", u"[circular reference]").endObject();
}

void OpenApiExpansion::writeTooLarge()
{
    writePlaceholder(u"[too large to expand]"_s);
    remark(u"The schemas of this operation are too large to be written out whole."_s);
}

void OpenApiExpansion::writePlaceholder(const QString &description)
{
    m_builder.beginObject().add(u"description", description).endObject();
}

void OpenApiExpansion::remark(const QString &text)
{
    constexpr qsizetype most = 50;
    if (m_said.size() >= most || m_said.contains(text))
        return;
    m_said.insert(text);
    m_remarks->append(text);
}

} // namespace Workbench
