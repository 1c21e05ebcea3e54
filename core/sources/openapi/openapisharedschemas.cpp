// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapisharedschemas.h"

#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/schema/schemadefinitions.h"
#include "core/schema/schemauri.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

enum class OpenApiSharedSchemas::End : quint8 { Unknown, Schema, Circle };

struct OpenApiSharedSchemas::Definition {
    OpenApiPlace place;
    QString name;
    Json value; // absent until it is needed
    QList<int> named; // definitions that the value refers to
    QStringList remarks;
    End end = End::Unknown;
};

namespace {

//! Returns \a name with the characters replaced that would be encoded in a reference.
QString plainName(QString name)
{
    for (QChar &c : name) {
        if (!c.isLetterOrNumber() && c != u'.' && c != u'-' && c != u'_')
            c = u'_';
    }
    return name.isEmpty() ? u"schema"_s : name;
}

//! Returns true if \a reference leads to a schema in the components of a description.
bool isComponent(QByteArrayView reference)
{
    for (const QByteArrayView prefix :
        {QByteArrayView("#/components/schemas/"), QByteArrayView("#/definitions/")}) {
        if (reference.startsWith(prefix))
            return !reference.sliced(prefix.size()).contains('/');
    }
    return false;
}

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

QString referencedName(const QString &reference)
{
    const SchemaUri::Split parts = SchemaUri::split(reference);
    if (parts.fragment.isEmpty())
        return parts.uri.section(u'/', -1).section(u'.', 0, 0);
    return JsonPointer::unescaped(SchemaUri::decoded(parts.fragment).section(u'/', -1));
}

OpenApiSharedSchemas::OpenApiSharedSchemas(
    std::shared_ptr<const OpenApiFiles> files, OpenApiVersion version, qint64 maxNodes)
    : m_files(std::move(files))
    , m_version(version)
    , m_maxNodes(maxNodes)
{
}

OpenApiSharedSchemas::~OpenApiSharedSchemas() = default;

void OpenApiSharedSchemas::collect()
{
    // Components of the entry document keep their names even if another file uses the same name.
    for (const bool areComponents : {true, false}) {
        for (int file = 0; file < m_files->count(); ++file) {
            QSet<QByteArrayView> tried;
            for (const OpenApiScan::Reference &reference : m_files->references(file)) {
                if ((file == 0 && isComponent(reference.text)) != areComponents
                    || (!m_files->hasIds(file) && tried.contains(reference.text)))
                    continue;
                tried.insert(reference.text);
                const QString text = jsonText(reference.text);
                const OpenApiTarget target = m_files->resolve(file, reference.holder, text);
                if (target.trouble.isEmpty())
                    add(target.place, plainName(referencedName(text)));
            }
        }
    }
}

void OpenApiSharedSchemas::add(const OpenApiPlace &target, const QString &wanted)
{
    const void *const node = target.value.nodeAddress();
    if (m_byNode.contains(node))
        return;
    QString name = wanted;
    for (int number = 2; m_byName.contains(name.toUtf8()); ++number)
        name = u"%1_%2"_s.arg(wanted, QString::number(number));
    m_byNode.insert(node, int(m_definitions.size()));
    m_byName.insert(name.toUtf8(), int(m_definitions.size()));
    m_definitions.push_back({target, name, {}, {}, {}});
}

QByteArray OpenApiSharedSchemas::referenceTo(int definition) const
{
    return definitionPrefix() + m_definitions[size_t(definition)].name.toUtf8();
}

//! Writes the definition if it is not written yet. Call it with m_mutex locked.
OpenApiSharedSchemas::Definition &OpenApiSharedSchemas::written(int number) const
{
    Definition &definition = m_definitions[size_t(number)];
    if (definition.value.isAbsent()) {
        OpenApiExpansion expansion(*m_files, *this, m_version, m_maxNodes, &definition.remarks);
        definition.value = expansion.schema(definition.place);
        definition.named = expansion.named();
    }
    return definition;
}

//! Returns the written definition. A definition that only refers to itself becomes a placeholder. Call it
//! with m_mutex locked.
const OpenApiSharedSchemas::Definition &OpenApiSharedSchemas::made(int number) const
{
    Definition &definition = written(number);
    QList<int> chain;
    End end = definition.end;
    for (int at = number; end == End::Unknown; at = soleTarget(written(at).value)) {
        if (at < 0)
            end = End::Schema;
        else if (m_definitions[size_t(at)].end != End::Unknown)
            end = m_definitions[size_t(at)].end;
        else if (chain.size() > qsizetype(m_definitions.size()))
            end = End::Circle;
        else
            chain.append(at);
        if (end != End::Unknown)
            break;
    }
    for (const int at : std::as_const(chain)) {
        Definition &each = m_definitions[size_t(at)];
        each.end = end;
        if (end != End::Circle)
            continue;
        each.value = Json::object({{u"description"_s, Json::string(u"[circular reference]")}});
        each.named.clear();
        each.remarks = {u"The schema \"%1\" only refers to itself."_s.arg(each.name)};
    }
    return definition;
}

//! Returns the number of the definition if \a schema is only a reference to one, otherwise -1.
int OpenApiSharedSchemas::soleTarget(const Json &schema) const
{
    const Json reference = schema.size() == 1 ? schema.member("$ref"_L1) : Json();
    if (!reference.utf8().startsWith(definitionPrefix()))
        return -1;
    return m_byName.value(reference.utf8().sliced(definitionPrefix().size()).toByteArray(), -1);
}

QList<int> OpenApiSharedSchemas::namedIn(const Json &schema) const
{
    QList<int> numbers;
    for (const QByteArray &name : definitionsNamedIn(schema)) {
        if (const auto known = m_byName.constFind(name); known != m_byName.cend())
            numbers.append(*known);
    }
    return numbers;
}

//! Calls \a visit once with the number and the definition of each of \a waiting and of everything that they
//! reach. Definitions behind one are reached only if \a visit returns true for it.
template <typename Visit> void OpenApiSharedSchemas::forEachReached(QList<int> waiting, Visit visit) const
{
    const QMutexLocker lock(&m_mutex);
    std::vector<bool> known(m_definitions.size());
    for (const int number : std::as_const(waiting))
        known[size_t(number)] = true;
    while (!waiting.isEmpty()) {
        const int number = waiting.takeLast();
        const Definition &definition = made(number);
        if (!visit(number, definition))
            continue;
        for (const int next : definition.named) {
            if (!known[size_t(next)]) {
                known[size_t(next)] = true;
                waiting.append(next);
            }
        }
    }
}

Json OpenApiSharedSchemas::followed(const Json &schema) const
{
    Json at = schema;
    const QMutexLocker lock(&m_mutex);
    for (int number = soleTarget(at); number >= 0; number = soleTarget(at))
        at = made(number).value;
    return at;
}

Json OpenApiSharedSchemas::selfContained(const Json &schema) const
{
    const Json own = followed(schema);
    QList<int> reached;
    forEachReached(namedIn(own), [&reached](int number, const Definition &) {
        reached.append(number);
        return true;
    });
    if (reached.isEmpty())
        return own;
    std::ranges::sort(reached);
    JsonBuilder builder;
    builder.beginObject();
    for (const auto entry : own.members())
        builder.keyUtf8(entry.keyUtf8()).value(entry.value());
    builder.key(u"$defs").beginObject();
    const QMutexLocker lock(&m_mutex);
    for (const int number : std::as_const(reached)) {
        const Definition &definition = m_definitions[size_t(number)];
        builder.add(definition.name, definition.value);
    }
    return builder.endObject().endObject().take();
}

void OpenApiSharedSchemas::addReached(const Json &schema, SharedDefinitions &shared) const
{
    forEachReached(namedIn(schema), [&shared](int, const Definition &definition) {
        if (shared.contains(definition.name))
            return false;
        shared.insert(definition.name, definition.value);
        return true;
    });
}

QStringList OpenApiSharedSchemas::remarks(const QList<int> &definitions) const
{
    QStringList all;
    forEachReached(definitions, [&all](int, const Definition &definition) {
        all += definition.remarks;
        return true;
    });
    return all;
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
