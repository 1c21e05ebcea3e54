// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/schema/compiler_p.h"
#include "core/schema/schemauri.h"

#include <algorithm>

// The work list of subschemas, and the identifiers, anchors and references to schemas.
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

QLatin1StringView kindWithArticle(JsonKind kind)
{
    switch (kind) {
    case JsonKind::Boolean: return "a boolean"_L1;
    case JsonKind::Number: return "a number"_L1;
    case JsonKind::String: return "a string"_L1;
    case JsonKind::Array: return "an array"_L1;
    default: return "an object"_L1;
    }
}

} // namespace

Compiler::Compiler(Schema::Compiled &out, const SchemaOptions &options)
    : m_out(out)
    , m_options(options)
    , m_deadline(options.limits.schemaCompileMs)
{
}

Result<void> Compiler::compile(const Json &root)
{
    m_rootDialect.base = m_options.defaultDialect;
    if (root.isAbsent()) {
        return std::unexpected(Error{
            .kind = ErrorKind::Validation, .code = u"schema.missing"_s, .message = u"There is no schema"_s});
    }
    if (const qint64 bytes = root.toBytes().size(); bytes > m_options.limits.schemaBytes) {
        exceeded(u"schema.bytes", u"The schema has %1 bytes"_s.arg(bytes));
        return verdict();
    }
    if (const Json declared = root.member("$schema"_L1);
        declared.isString() && m_rootDialect.base > SchemaDialect::OpenApi3_0) {
        if (const auto dialect = dialectOf(declared.toString(), m_options.documents))
            m_rootDialect = *dialect;
    }
    checkAgainstMetaschema(root);
    Resource *resource = newResource(SchemaUri::split(m_options.baseUri).uri, root, m_rootDialect);
    m_resources.insert(resource->uri, resource);
    Node *node = newNode(root, resource, QString(), 0);
    resource->node = node;
    m_tasks.push_back({root, node, QString(), true, true, true});
    if (Result<void> done = drain(); !done)
        return done;
    m_out.root = node;
    m_out.dialect = resource->dialect;
    m_out.nodesBySchema.reserve(m_nodes.size());
    for (auto at = m_nodes.cbegin(); at != m_nodes.cend(); ++at)
        m_out.nodesBySchema.insert(at.key(), at.value());
    return {};
}

Result<void> Compiler::drain()
{
    qsizetype tasksRead = 0;
    while (!m_limit && (!m_tasks.empty() || !m_references.empty())) {
        if (++tasksRead % 32 == 0 && m_deadline.hasExpired()) {
            exceeded(u"schema.compileMs", u"Reading the schema took too long"_s);
            break;
        }
        if (!m_tasks.empty()) {
            const Task task = std::move(m_tasks.front());
            m_tasks.pop_front();
            m_task = &task;
            process(task);
            m_task = nullptr;
        } else {
            const Reference reference = m_references.front();
            m_references.pop_front();
            resolve(reference);
        }
    }
    return verdict();
}

Result<void> Compiler::verdict() const
{
    if (m_limit)
        return std::unexpected(*m_limit);
    QList<SchemaProblem> problems = m_problems;
    for (const SchemaProblem &problem : m_metaschemaProblems) {
        // If both report a problem, the text of the reader is clearer.
        const auto speaksOf = [&problem](const SchemaProblem &known) {
            return known.pointer == problem.pointer || known.pointer.startsWith(problem.pointer + u'/')
                || problem.pointer.startsWith(known.pointer + u'/');
        };
        if (!std::ranges::any_of(m_problems, speaksOf))
            problems.append(problem);
    }
    if (problems.isEmpty())
        return {};
    const auto &[where, what] = problems.first();
    QStringList lines;
    QList<Json> details;
    for (const auto &[pointer, sentence] : std::as_const(problems)) {
        lines.append(u"%1: %2"_s.arg(pointer, sentence));
        details.append(
            Json::object({{u"pointer"_s, Json::string(pointer)}, {u"message"_s, Json::string(sentence)}}));
    }
    return std::unexpected(Error{ErrorKind::Validation, u"schema.malformed"_s,
        u"The schema cannot be used: %1: %2"_s.arg(where.isEmpty() ? u"root"_s : where, what),
        lines.join(u'\n'), Json::array(details)});
}

void Compiler::checkAgainstMetaschema(const Json &root)
{
    if (!m_options.checkMetaschema)
        return;
    Result<QList<SchemaProblem>> problems = metaschemaProblems(root, m_options);
    if (problems)
        m_metaschemaProblems = *std::move(problems);
    else if (problems.error().code == "depth"_L1)
        exceeded(u"schema.depth", u"The schema is nested too deeply"_s);
    else
        exceeded(u"schema.compileMs", problems.error().message);
}

Resource *Compiler::newResource(const QString &uri, const Json &root, const Dialect &dialect)
{
    Resource &resource = m_out.resources.emplace_back();
    resource.uri = uri;
    resource.root = root;
    resource.dialect = dialect.base;
    resource.vocabularies = dialect.vocabularies;
    resource.assertFormats = m_options.assertFormats || dialect.assertFormats;
    return &resource;
}

Node *Compiler::newNode(const Json &schema, Resource *resource, const QString &pointer, int depth)
{
    if (depth > m_options.limits.schemaDepth) {
        exceeded(u"schema.depth", u"The schema is nested too deeply"_s);
    }
    if (qint64(m_out.nodes.size()) >= m_options.limits.schemaSubschemas) {
        exceeded(u"schema.subschemas",
            u"There are more than %1 subschemas"_s.arg(m_options.limits.schemaSubschemas));
    }
    Node &node = m_out.nodes.emplace_back();
    node.resource = resource;
    node.pointer = pointer;
    node.depth = depth;
    m_nodes.insert(schema.nodeAddress(), &node);
    return &node;
}

void Compiler::process(const Task &task)
{
    Node &node = *task.node;
    if (task.schema.isBoolean()) {
        node.kind = task.schema.toBoolean() ? Node::Kind::True : Node::Kind::False;
        if (node.resource->dialect <= SchemaDialect::Draft4 && !task.booleanAllowed)
            problem({}, u"Expected a schema, an object, got boolean"_s);
        return;
    }
    if (!task.schema.isObject()) {
        problem({}, u"Expected a schema, an object or a boolean, got %1"_s.arg(kindName(task.schema)));
        return;
    }
    identify(task);
    const Resource &resource = *node.resource;
    const auto &table = keywordTable(resource.dialect);
    const bool onlyRefers =
        resource.dialect <= SchemaDialect::OpenApi3_0 && task.schema.member("$ref"_L1).isString();
    for (const auto &entry : task.schema.members()) {
        if (onlyRefers && entry.keyUtf8() != "$ref")
            continue;
        const auto info = table.constFind(entry.keyUtf8().toByteArray());
        if (info == table.cend() || !(resource.vocabularies & info->vocabulary))
            continue;
        const Json value = entry.value();
        if (task.schema.memberUtf8(entry.keyUtf8()).nodeAddress() != value.nodeAddress())
            continue; // a later duplicate counts
        const bool isFit = info->kind == JsonKind::Absent || info->kind == value.kind();
        if (expect(isFit, *info, value, kindWithArticle(info->kind)) && info->read)
            (this->*info->read)(*info, value);
    }
    finish(node);
}

void Compiler::finish(Node &node)
{
    if (node.resource->dialect <= SchemaDialect::Draft7) {
        const auto isReference = [](const Op &op) { return op.keyword == Keyword::Ref; };
        if (std::ranges::any_of(node.ops, isReference))
            std::erase_if(node.ops, [&](const Op &op) { return !isReference(op); });
    }
    std::ranges::stable_sort(node.ops, {}, &Op::keyword);
    size_t ways = 0;
    for (size_t i = 0; i < node.ops.size(); ++i) {
        const Op &op = node.ops[i];
        if (op.keyword >= Keyword::Ref && op.keyword <= Keyword::DependentSchemas)
            ways += op.children.size();
        if (op.keyword >= Keyword::Ref && op.keyword <= Keyword::DynamicRef)
            m_references.push_back({&node, i});
        node.wantsEvaluated = node.wantsEvaluated || op.keyword >= Keyword::UnevaluatedItems;
    }
    node.branches = ways > 1;
}

void Compiler::problem(const QString &path, const QString &sentence)
{
    constexpr qsizetype mostProblems = 100;
    const QString place = path.isEmpty() ? m_task->place : QString(m_task->place + u'/' + path);
    if (!m_task->strict)
        m_task->node->unusable = sentence;
    else if (m_problems.size() < mostProblems)
        m_problems.append({place, sentence});
}

void Compiler::exceeded(QStringView key, const QString &what)
{
    const LimitInfo &info = *findLimit(key);
    if (!m_limit)
        m_limit = limitError(info, what, m_options.limits.*info.value);
}

bool Compiler::expect(bool condition, const KeywordInfo &info, const Json &value, QLatin1StringView what)
{
    if (!condition)
        problem(info.name,
            u"Expected %1, got %2"_s.arg(what,
                value.isNumber() ? QString::fromLatin1(value.numberText().left(40))
                                 : QString(kindName(value))));
    return condition;
}

Node *Compiler::child(const QString &path, const Json &schema, bool booleanAllowed)
{
    if (Node *known = m_nodes.value(schema.nodeAddress()))
        return known;
    const Node &parent = *m_task->node;
    Node *node = newNode(schema, parent.resource, QString(parent.pointer + u'/' + path), parent.depth + 1);
    m_tasks.push_back(
        {schema, node, QString(m_task->place + u'/' + path), m_task->strict, false, booleanAllowed});
    return node;
}

Op &Compiler::add(Keyword keyword, const KeywordInfo &info, const Json &value)
{
    Op &op = m_task->node->ops.emplace_back();
    op.keyword = keyword;
    op.name = info.name;
    op.value = value;
    return op;
}

RegexPointer Compiler::regex(const QString &path, const QString &pattern)
{
    if (const auto known = m_regexes.constFind(pattern); known != m_regexes.cend())
        return *known;
    if (m_deadline.hasExpired())
        exceeded(u"schema.compileMs", u"Reading the schema took too long"_s);
    RegexPointer result;
    if (Result<EcmaRegex> compiled = EcmaRegex::compile(pattern, m_options.limits)) {
        result = std::make_shared<const EcmaRegex>(*std::move(compiled));
    } else if (compiled.error().kind == ErrorKind::Limit) {
        exceeded(u"regex.patternBytes", compiled.error().message);
    } else if (compiled.error().code == "regex.syntax"_L1) {
        problem(path, u"Invalid regular expression: %1"_s.arg(compiled.error().message));
    }
    m_regexes.insert(pattern, result); // null: PCRE2 cannot run it, which is reported when it is reached
    return result;
}

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
    Json document = documentAt(uri, m_options.documents);
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
