// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/schema/compiler_p.h"
#include "core/schema/schemauri.h"

#include <algorithm>

// Resolves identifiers, anchors and references to schemas.
namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

namespace {

bool isAnchorName(const QString &name, SchemaDialect dialect)
{
    const auto isLetter = [](QChar c) { return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z'); };
    const auto isRest = [&](QChar c) {
        return isLetter(c) || (c >= u'0' && c <= u'9') || c == u'-' || c == u'_' || c == u'.'
            || (c == u':' && dialect == SchemaDialect::Draft2019_09);
    };
    if (name.isEmpty())
        return false;
    const QChar first = name.front();
    return (isLetter(first) || (first == u'_' && dialect != SchemaDialect::Draft2019_09))
        && std::ranges::all_of(name, isRest);
}

} // namespace

void Compiler::identify(const Task &task)
{
    Node &node = *task.node;
    if (node.resource->dialect <= SchemaDialect::OpenApi3_0)
        return; // their schemas are found only by their places
    Dialect own{node.resource->dialect, node.resource->vocabularies, node.resource->assertFormats};
    const Json declared = task.schema.member("$schema"_L1);
    if (declared.isString()) {
        const auto found = dialectOf(declared.toString(), m_options.documents);
        if (found)
            own = *found;
        else
            problem(u"$schema"_s, found.error());
    } else if (!declared.isAbsent()) {
        problem(u"$schema"_s, u"Expected a string, got %1"_s.arg(kindName(declared)));
    }
    if (task.documentRoot) {
        node.resource->dialect = own.base;
        node.resource->vocabularies = own.vocabularies;
        node.resource->assertFormats = m_options.assertFormats || own.assertFormats;
    }

    const bool old = own.base <= SchemaDialect::Draft7;
    const QString keyword = own.base == SchemaDialect::Draft4 ? u"id"_s : u"$id"_s;
    const Json id = task.schema.member(keyword);
    if (old && task.schema.member("$ref"_L1).isString())
        return; // siblings of a reference are ignored, even identifiers
    if (!id.isAbsent() && !id.isString())
        problem(keyword, u"Expected a string, got %1"_s.arg(kindName(id)));
    if (id.isString()) {
        const SchemaUri::Split parts = SchemaUri::split(id.toString());
        if (!old && !parts.fragment.isEmpty())
            problem(keyword, u"An identifier must not have a fragment in this dialect; use $anchor"_s);
        if (!parts.uri.isEmpty()) {
            const QString uri = SchemaUri::resolve(node.resource->uri, parts.uri);
            if (task.documentRoot) {
                node.resource->uri = uri;
            } else {
                node.resource = newResource(uri, task.schema, own);
                node.resource->node = &node;
                node.pointer.clear();
            }
            registerUri(uri, node.resource, keyword);
        }
        // Some generators write "#/properties/a" here, which does not define a new name.
        if (old && !parts.fragment.isEmpty() && !parts.fragment.startsWith(u'/'))
            addAnchor(SchemaUri::decoded(parts.fragment), keyword, false);
    }
    if (!old)
        readAnchors(task);
}

void Compiler::readAnchors(const Task &task)
{
    const SchemaDialect dialect = task.node->resource->dialect;
    const auto anchor = [&](const QString &keyword, bool isDynamic) {
        const Json name = task.schema.member(keyword);
        if (name.isAbsent())
            return;
        if (name.isString() && isAnchorName(name.toString(), dialect))
            addAnchor(name.toString(), keyword, isDynamic);
        else
            problem(keyword, u"Expected a name of letters, digits, - and _"_s);
    };
    anchor(u"$anchor"_s, false);
    if (dialect >= SchemaDialect::Draft2020_12) {
        anchor(u"$dynamicAnchor"_s, true);
    } else if (const Json flag = task.schema.member("$recursiveAnchor"_L1); flag.isBoolean()) {
        if (task.node->resource->node == task.node)
            task.node->resource->recursiveAnchor = flag.toBoolean();
    } else if (!flag.isAbsent()) {
        problem(u"$recursiveAnchor"_s, u"Expected a boolean, got %1"_s.arg(kindName(flag)));
    }
}

void Compiler::registerUri(const QString &uri, Resource *resource, const QString &keyword)
{
    Resource *&known = m_resources[uri];
    if (!known)
        known = resource;
    else if (known != resource && known->root != resource->root)
        problem(keyword, u"The identifier %1 is used for two schemas"_s.arg(uri));
}

void Compiler::addAnchor(const QString &name, const QString &keyword, bool isDynamic)
{
    Node *node = m_task->node;
    Node *&known = node->resource->anchors[name];
    if (known && known != node)
        problem(keyword, u"The anchor \"%1\" is used twice"_s.arg(name));
    known = node;
    if (isDynamic)
        node->resource->dynamicAnchors.insert(name, node);
}

//! Returns the root of a given or built-in document. Its task is only queued, so its identifiers are not
//! known yet.
Node *Compiler::load(const QString &uri)
{
    Json document = m_options.documents.value(uri);
    if (document.isAbsent())
        document = m_options.documents.value(QString(uri + u'#'));
    if (document.isAbsent())
        document = builtInDocument(uri);
    if (document.isAbsent())
        return nullptr;
    Resource *resource = newResource(uri, document, m_rootDialect);
    m_resources.insert(uri, resource);
    resource->node = newNode(document, resource, QString(), 0);
    m_tasks.push_back({document, resource->node, QString(), false, true, true});
    return resource->node;
}

void Compiler::resolve(const Reference &reference)
{
    Op &op = reference.node->ops[reference.op];
    const QString text = op.value.toString();
    const QString uri = SchemaUri::resolve(reference.node->resource->uri, text);
    Resource *target = m_resources.value(uri);
    if (!target) {
        if (load(uri))
            m_references.push_back(reference); // its tasks come first
        return;
    }
    const QString fragment = SchemaUri::decoded(SchemaUri::split(text).fragment);
    Node *found = nullptr;
    if (fragment.isEmpty()) {
        found = target->node;
    } else if (fragment.startsWith(u'/')) {
        found = nodeAt(*target, fragment);
    } else {
        found = target->anchors.value(fragment);
        if (op.keyword == Keyword::DynamicRef && target->dynamicAnchors.contains(fragment))
            op.anchor = fragment;
    }
    op.children.front().node = found;
}

Node *Compiler::nodeAt(Resource &resource, const QString &pointer)
{
    const QStringList tokens = JsonPointer::tokens(pointer);
    Json at = resource.root;
    const Node *nearest = resource.node;
    QString rest;
    for (const QString &token : tokens) {
        if (at.isArray()) {
            bool isNumber = false;
            const qsizetype index = token.toLongLong(&isNumber);
            at = isNumber ? at.at(index) : Json();
        } else {
            at = at.member(token);
        }
        if (at.isAbsent())
            return nullptr;
        rest += u'/' + JsonPointer::escaped(token);
        if (const Node *known = m_nodes.value(at.nodeAddress())) {
            nearest = known;
            rest.clear();
        }
    }
    if (Node *known = m_nodes.value(at.nodeAddress()))
        return known;
    if (!at.isObject() && !at.isBoolean())
        return nullptr;
    // The place is below an unknown keyword. Read it as a schema, because a reference treats it as one.
    Node *node = newNode(at, nearest->resource, QString(nearest->pointer + rest), nearest->depth + 1);
    m_tasks.push_back({at, node, QString(), false, false, true});
    return node;
}

} // namespace Workbench::SchemaProgram
