// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/schema/evaluator_p.h"
#include "core/schema/schemauri.h"

#include <algorithm>

// The keywords that OpenAPI adds to JSON Schema: the direction of a member, and the alternative that is
// meant.
namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

namespace {

constexpr int longestChain = 8; // of schemas that are only a reference

const Op *opOf(const Node *node, Keyword keyword)
{
    if (!node)
        return nullptr;
    const auto found = std::ranges::find(node->ops, keyword, &Op::keyword);
    return found == node->ops.end() ? nullptr : &*found;
}

const Child *childNamed(const Op *properties, QByteArrayView name)
{
    if (!properties)
        return nullptr;
    const auto found =
        std::ranges::find_if(properties->children, [name](const Child &child) { return child.name == name; });
    return found == properties->children.end() ? nullptr : &*found;
}

bool has(const Node *node, Keyword keyword)
{
    for (int i = 0; i < longestChain && node; ++i) {
        if (opOf(node, keyword))
            return true;
        const Op *reference = opOf(node, Keyword::Ref);
        node = reference ? reference->children.front().node : nullptr;
    }
    return false;
}

//! Returns "Cat" for a branch that refers to "#/components/schemas/Cat".
QString referredName(const Child &branch)
{
    const Op *reference = opOf(branch.node, Keyword::Ref);
    if (!reference)
        return {};
    return JsonPointer::unescaped(SchemaUri::decoded(reference->value.toString()).section(u'/', -1));
}

//! Returns whether \a branch requires \a member to be the constant \a value. This tells branches apart whose
//! references were replaced.
bool says(const Child &branch, QByteArrayView member, const Json &value)
{
    const Node *node = branch.node;
    for (int i = 0; i < longestChain && opOf(node, Keyword::Ref); ++i)
        node = opOf(node, Keyword::Ref)->children.front().node;
    const Child *property = childNamed(opOf(node, Keyword::Properties), member);
    const Op *constant = property ? opOf(property->node, Keyword::Const) : nullptr;
    const Op *values = property ? opOf(property->node, Keyword::Enum) : nullptr;
    return (constant && constant->value == value)
        || (values && values->value.size() == 1 && values->value.at(0) == value);
}

} // namespace

//! Returns whether a required member may be missing because it is not sent in this direction.
bool Evaluator::isSpared(const Frame &frame, QByteArrayView member) const
{
    using Direction = ValidateOptions::Direction;
    if (m_options.direction == Direction::Any || frame.node->resource->dialect > SchemaDialect::OpenApi3_0)
        return false;
    const Child *property = childNamed(opOf(frame.node, Keyword::Properties), member);
    return property
        && has(property->node,
            m_options.direction == Direction::Request ? Keyword::ReadOnly : Keyword::WriteOnly);
}

void Evaluator::noteDirection(const Frame &frame, const Op &op)
{
    using Direction = ValidateOptions::Direction;
    const bool isRequest = op.keyword == Keyword::ReadOnly;
    if (!frame.report || instancePointer(&frame).isEmpty()
        || m_options.direction != (isRequest ? Direction::Request : Direction::Response))
        return;
    note(frame, op,
        isRequest ? u"Read-only: must not be sent in a request"_s
                  : u"Write-only: must not be returned in a response"_s);
}

//! Adds a warning that does not make the instance invalid, once for each place and keyword.
void Evaluator::note(const Frame &frame, const Op &op, const QString &message)
{
    if (m_explainDepth > 0 || m_options.maxErrors == 0)
        return;
    const QString suffix = u'/' + op.name;
    noteAgain({{instancePointer(&frame), op.name,
        QString(frame.node->resource->uri + u'#' + SchemaUri::encodedPointer(frame.node->pointer + suffix)),
        QString(evaluationPath(&frame) + suffix), message}});
}

void Evaluator::noteAgain(const QList<ValidationError> &notes)
{
    for (const ValidationError &note : notes) {
        ++m_noted;
        const auto isSame = [&note](const ValidationError &known) {
            return known.pointer == note.pointer && known.keyword == note.keyword;
        };
        if (m_report.warnings.size() < m_options.maxErrors && std::ranges::none_of(m_report.warnings, isSame))
            m_report.warnings.append(note);
    }
}

//! Returns the end of a sentence about failed alternatives; empty without a discriminator. Sets \a named to
//! the alternative that the discriminator means.
QString Evaluator::whatDiscriminatorSays(const Frame &frame, const Op &op, const Child *&named) const
{
    const Json &discriminator = frame.node->discriminator;
    const Json property = discriminator.member("propertyName"_L1);
    if (!property.isString() || !frame.instance.isObject())
        return {};
    const QString name = property.toString().left(100);
    const Json value = frame.instance.memberUtf8(property.utf8());
    if (value.isAbsent())
        return u"; the discriminator \"%1\" is missing"_s.arg(name);
    if (!value.isString())
        return u"; the discriminator \"%1\" is not a string"_s.arg(name);
    const Json mapped = discriminator.member("mapping"_L1).memberUtf8(value.utf8());
    const QString target = mapped.isString() ? mapped.toString() : value.toString();
    const QString last = JsonPointer::unescaped(SchemaUri::decoded(target).section(u'/', -1));
    QStringList names;
    for (const Child &branch : op.children) {
        const Op *reference = opOf(branch.node, Keyword::Ref);
        const QString known = referredName(branch);
        if (!known.isEmpty())
            names.append(known);
        if (reference && (known == target || known == last || reference->value.toString() == target))
            named = &branch;
    }
    for (const Child &branch : op.children) {
        if (!named && says(branch, property.utf8(), value))
            named = &branch;
    }
    if (!named) {
        const QString among = names.isEmpty() ? QString() : QString(u": "_s + names.join(", "_L1));
        return u"; the discriminator \"%1\" is %2, which names none of them%3"_s.arg(
            name, excerpt(value), among);
    }
    const QString known = referredName(*named);
    return u"; the discriminator \"%1\" is %2, which names %3"_s.arg(
        name, excerpt(value), known.isEmpty() ? named->path : known);
}

} // namespace Workbench::SchemaProgram
