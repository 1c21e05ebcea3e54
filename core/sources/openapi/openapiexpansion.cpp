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

//! Returns the text of the member \a name of \a object; absent if there is none.
JsonView textOf(JsonView object, QByteArrayView name)
{
    const JsonView member = memberOf(object, name);
    return member.kind() == JsonKind::String ? member : JsonView();
}

//! Returns true for keywords that are redundant or without meaning once references are written out.
bool isDropped(QByteArrayView key)
{
    constexpr std::array<QByteArrayView, 7> dropped{
        "$defs", "definitions", "$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$comment"};
    return (key.startsWith('$') || key == "definitions") && std::ranges::contains(dropped, key);
}

} // namespace

OpenApiExpansion::OpenApiExpansion(const OpenApiFiles &files, const OpenApiSharedSchemas &definitions,
    OpenApiVersion version, qint64 maxNodes, QStringList *remarks)
    : m_files(files)
    , m_definitions(definitions)
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
    write(view, content, place.file);
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
            reference = textOf(value, "$ref");
        if (reference.isAbsent() && isObject && isModern)
            reference = textOf(value, "$dynamicRef");
        if (reference.isAbsent()) {
            begin(value, content, file);
            return;
        }
        if (isModern && value.size() > 1) {
            // A reference with other keywords beside it is equivalent to one more part of "allOf". Before
            // 3.1, and outside of schemas, keywords beside a reference are ignored.
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
        const std::optional<OpenApiPlace> place = target(value, reference, file);
        if (!place)
            return;
        const int definition =
            content == OpenApiContent::Schema ? m_definitions.find(place->value.nodeAddress()) : -1;
        if (definition >= 0) {
            m_builder.beginObject().keyUtf8("$ref");
            m_builder.stringUtf8(m_definitions.referenceTo(definition)).endObject();
            if (!m_named.contains(definition))
                m_named.append(definition);
            return;
        }
        if (!enter(value, reference, *place))
            return;
        value = JsonView(place->value);
        file = place->file;
    }
}

//! Returns the target of a reference. Without a target, writes a placeholder and returns nothing.
std::optional<OpenApiPlace> OpenApiExpansion::target(JsonView holder, JsonView reference, int file)
{
    const QString text = jsonText(reference.text());
    const OpenApiTarget found = m_files.resolve(file, holder.nodeAddress(), text);
    if (found.trouble.isEmpty())
        return found.place;
    const QString shown = text.left(300);
    writePlaceholder(u"[unresolved reference %1]"_s.arg(shown));
    remark(u"The reference \"%1\" leads nowhere: %2."_s.arg(shown, found.trouble));
    return {};
}

//! Returns true if \a target can be written in place of the reference. Otherwise writes a placeholder.
bool OpenApiExpansion::enter(JsonView holder, JsonView reference, const OpenApiPlace &target)
{
    const JsonView view(target.value);
    const quintptr begin = placeInMemory(view.nodeAddress());
    const quintptr at = placeInMemory(holder.nodeAddress());
    const bool isAround = begin <= at && at < placeInMemory(view.next().nodeAddress());
    const bool isInside = begin >= placeInMemory(m_root);
    if (m_active.contains(view.nodeAddress()) || (isAround && isInside)) {
        writePlaceholder(u"[circular reference]"_s);
        remark(u"The reference \"%1\" leads back to itself."_s.arg(jsonText(reference.text()).left(300)));
        return false;
    }
    if (view.extentInNodes() > m_left) {
        writePlaceholder(u"[too large to expand]"_s);
        remark(u"The targets of this operation's references are too large to be written out."_s);
        return false;
    }
    m_left -= view.extentInNodes();
    m_active.insert(view.nodeAddress());
    m_chain.push_back(view.nodeAddress());
    ++m_opened;
    m_root = view.nodeAddress();
    return true;
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
    endReferences(std::exchange(m_opened, 0)); // references to a scalar or a placeholder
}

void OpenApiExpansion::endReferences(qsizetype count)
{
    for (; count > 0; --count) {
        m_active.remove(m_chain.back());
        m_chain.pop_back();
    }
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
