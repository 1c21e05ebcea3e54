// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/schema/evaluator_p.h"
#include "core/schema/formats_p.h"
#include "core/schema/refusals_p.h"
#include "core/schema/schemauri.h"

#include <algorithm>
#include <utility>

// The assertions, the messages and places of errors, and the keywords that OpenAPI adds to JSON Schema: the
// direction of a member, and the alternative that is meant.
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

QString typeWords(quint8 types)
{
    static constexpr std::pair<quint8, QLatin1StringView> names[] = {{StringBit, "string"_L1},
        {NumberBit, "number"_L1}, {IntegerBit, "integer"_L1}, {BooleanBit, "boolean"_L1},
        {ArrayBit, "array"_L1}, {ObjectBit, "object"_L1}, {NullBit, "null"_L1}};
    if (types & NumberBit)
        types &= quint8(~IntegerBit);
    QStringList words;
    for (const auto &[bit, name] : names) {
        if (types & bit)
            words.append(name);
    }
    if (words.size() < 2)
        return words.value(0, u"nothing"_s);
    const QString last = words.takeLast();
    return words.join(", "_L1) + u" or "_s + last;
}

QString counted(qint64 count, QLatin1StringView word)
{
    return QString::number(count) + u' ' + word + (count == 1 ? QString() : u"s"_s);
}

QString excerpt(const Json &value)
{
    constexpr qsizetype longest = 60;
    switch (value.kind()) {
    case JsonKind::Array: return value.size() == 0 ? u"[]"_s : u"an array of %1"_s.arg(value.size());
    case JsonKind::Object: return value.size() == 0 ? u"{}"_s : u"an object"_s;
    case JsonKind::String: {
        const QByteArrayView text = value.utf8();
        if (text.size() <= longest)
            return QString::fromUtf8(value.toBytes());
        qsizetype end = longest - 4;
        while (end > 0 && (uchar(text[end]) & 0xC0) == 0x80) // inside a character
            --end;
        return QString::fromUtf8(Json::string(jsonText(text.first(end))).toBytes()).chopped(1) + u"…\""_s;
    }
    default: {
        const QString text = QString::fromUtf8(value.toBytes());
        return text.size() <= longest ? text : QString(text.first(longest) + u'…');
    }
    }
}

QString Evaluator::instancePointer(const Frame *last) const
{
    QString pointer;
    for (const Frame &frame : m_frames) {
        if (frame.reach == Reach::Member)
            pointer = JsonPointer::child(pointer, jsonText(frame.key));
        else if (frame.reach == Reach::Item)
            pointer = JsonPointer::child(pointer, frame.index);
        if (&frame == last)
            break;
    }
    return pointer;
}

QString Evaluator::evaluationPath(const Frame *last) const
{
    QString path;
    for (const Frame &frame : m_frames) {
        if (frame.via && !frame.via->path.isEmpty())
            path += u'/' + frame.via->path;
        if (&frame == last)
            break;
    }
    return path;
}

void Evaluator::fail(Frame &frame, const Op &op, const QString &message, const QString &below)
{
    frame.valid = false;
    if (!frame.report || m_stopped)
        return;
    // The members that the failed alternatives would have evaluated are unknown, so none is reported.
    if (op.keyword >= Keyword::AnyOf && op.keyword <= Keyword::If)
        frame.evaluated.all = true;
    if (m_refusals) {
        const bool isOfPart = !below.isNull() && op.keyword != Keyword::Items;
        noteRefusal(frame, op.keyword,
            !isOfPart                      ? Json()
                : frame.instance.isArray() ? frame.instance.at(below.toLongLong())
                                           : frame.instance.member(below));
        if (isFull())
            return;
    }
    QString pointer = instancePointer(&frame);
    if (!below.isNull())
        pointer = JsonPointer::child(pointer, below);
    QString text = message;
    for (auto at = m_frames.rbegin(); at != m_frames.rend(); ++at) {
        if (at->reach == Reach::Name)
            text = u"Name \"%1\": %2"_s.arg(jsonText(at->key).left(100), message);
        if (at->reach != Reach::Same)
            break;
    }
    record(frame.node, pointer, evaluationPath(&frame), op.name, text);
}

//! Adds a refusal: \a frame violates \a keyword, or its member or item \a unwanted must not be there.
void Evaluator::noteRefusal(const Frame &frame, Keyword keyword, Json unwanted)
{
    auto at = m_frames.rbegin();
    for (auto part = at; part != m_frames.rend(); ++part) {
        if (part->reach == Reach::Name) { // a refused name refuses its member
            at = std::next(part);
            unwanted = at->instance.memberUtf8(part->key);
        }
        if (part->reach != Reach::Same)
            break;
    }
    const void *last = nullptr; // several frames may be at one place
    for (; at != m_frames.rend(); ++at) {
        if (std::exchange(last, at->instance.nodeAddress()) != at->instance.nodeAddress()
            && !m_refusals->addAbove(at->instance))
            break;
    }
    if (unwanted.isAbsent())
        m_refusals->add(frame.instance, keyword, frame.node);
    else
        m_refusals->addUnwanted(unwanted);
}

void Evaluator::failFalse(const Frame &parent, const Start &what)
{
    if (m_refusals) {
        const Json part = what.reach == Reach::Name ? parent.instance.memberUtf8(what.key)
            : what.reach == Reach::Same             ? Json()
                                                    : what.instance;
        noteRefusal(parent, Keyword::Not, part);
        if (isFull())
            return;
    }
    QString pointer = instancePointer(&parent);
    QString message = u"No value is allowed here"_s;
    if (what.reach == Reach::Member)
        pointer = JsonPointer::child(pointer, jsonText(what.key));
    else if (what.reach == Reach::Item)
        pointer = JsonPointer::child(pointer, what.index);
    else if (what.reach == Reach::Name)
        message = u"No member is allowed, got \"%1\""_s.arg(jsonText(what.key).left(100));
    QString path = evaluationPath(&parent);
    if (!what.child->path.isEmpty())
        path += u'/' + what.child->path;
    record(what.child->node, pointer, path, QString(), message);
}

//! Returns whether the report has reached its limit, so that no more messages are made. Limits pointers too,
//! because keys make a pointer as long as the instance.
bool Evaluator::isFull()
{
    constexpr qsizetype mostCharacters = 16 << 20;
    const bool full = m_report.errors.size() >= m_options.maxErrors || m_pointerCharacters > mostCharacters;
    m_report.moreErrors = m_report.moreErrors || full;
    return full;
}

//! Adds an error to the report. An empty \a name means the node itself, a false schema.
void Evaluator::record(const Node *node, const QString &pointer, const QString &path, const QString &name,
    const QString &message)
{
    if (m_stopped)
        return;
    const QString suffix = name.isEmpty() ? QString() : QString(u'/' + name);
    const QString location = node->resource->uri + u'#' + SchemaUri::encodedPointer(node->pointer + suffix);
    // A node that is reached by two paths gives the same error twice. Messages distinguish the names in one
    // "required".
    const std::pair<QString, QString> place{pointer, QString(location + u' ' + message)};
    if (m_seen.contains(place))
        return;
    if (isFull()) {
        m_stopped = !m_refusals; // refusals need all places
        return;
    }
    m_seen.insert(place);
    m_pointerCharacters += pointer.size();
    m_report.errors.append(
        {pointer, name.isEmpty() ? u"false"_s : name, location, QString(path + suffix), message});
    m_stopped = m_options.stopAtFirst;
}

//! Reports an anyOf or oneOf without a match. Explains the nearest branch whose type fits.
void Evaluator::failAlternatives(Frame &frame, const Op &op, const QString &otherwise)
{
    if (!frame.report) {
        frame.valid = false;
        return;
    }
    quint8 expected = 0;
    QList<const Node *> candidates;
    const quint8 got = typeBits(frame.instance, frame.node->resource->dialect);
    for (const Child &child : op.children) {
        const Node *node = child.node;
        for (int i = 0; i < longestChain && node && node->ops.size() == 1 && opOf(node, Keyword::Ref); ++i)
            node = node->ops.front().children.front().node;
        const Op *type = node && !node->ops.empty() ? &node->ops.front() : nullptr;
        if (type && type->keyword == Keyword::Type && !(type->types & got))
            expected |= type->types;
        else if (node && node->kind == Node::Kind::Object)
            candidates.append(node);
    }
    const qsizetype before = m_report.errors.size();
    const Child *named = nullptr;
    if (const QString words = whatDiscriminatorSays(frame, op, named); !words.isEmpty()) {
        fail(frame, op, otherwise + words);
        if (named && m_report.errors.size() > before)
            m_unexplained.append({before, named->node, frame.instance, frame.scope});
        return;
    }
    if (candidates.isEmpty() && expected != 0) {
        const quint8 kind = got & IntegerBit ? quint8(IntegerBit) : got;
        fail(frame, op, u"Expected %1, got %2"_s.arg(typeWords(expected), typeWords(kind)));
        return;
    }
    fail(frame, op, otherwise);
    constexpr qsizetype mostCompared = 8;
    if (m_report.errors.size() > before && candidates.size() <= mostCompared) {
        for (const Node *candidate : std::as_const(candidates))
            m_unexplained.append({before, candidate, frame.instance, frame.scope});
    }
}

//! Returns the distance of a value from a branch that refuses it. A value of another kind has the greatest
//! distance.
static std::pair<bool, qsizetype> distanceOf(const QList<ValidationError> &errors)
{
    const ValidationError &first = errors.constFirst();
    const bool isOtherKind = first.pointer.isEmpty()
        && (first.keyword == "type"_L1 || first.keyword == "enum"_L1 || first.keyword == "const"_L1);
    return {isOtherKind, errors.size()};
}

void Evaluator::explain()
{
    constexpr int deepest = 3; // levels of alternatives inside alternatives
    if (m_explainDepth == 0 && m_options.stopAtFirst)
        return;
    if (m_explainDepth >= deepest || m_report.verdict == ValidationReport::Verdict::NotValidated)
        return;
    QHash<qsizetype, QList<ValidationError>> nearest; // the fewest errors, by the error that they explain
    for (const Unexplained &branch : std::as_const(m_unexplained)) {
        Evaluator inner(*this, branch, m_explainDepth + 1);
        const ValidationReport report = inner.run();
        m_steps = inner.m_steps;
        if (report.errors.isEmpty())
            break;
        const auto known = nearest.constFind(branch.error);
        if (known == nearest.cend() || distanceOf(report.errors) < distanceOf(*known))
            nearest.insert(branch.error, report.errors);
    }
    for (auto it = nearest.cbegin(); it != nearest.cend(); ++it) {
        const ValidationError &first = it->constFirst();
        const QString where = first.pointer.isEmpty() ? QString() : QString(u" at "_s + first.pointer);
        m_report.errors[it.key()].message += u"; nearest%1: %2"_s.arg(where, first.message);
    }
}

quint8 typeBits(const Json &value, SchemaDialect dialect)
{
    if (!value.isNumber())
        return typeBit(value.kind());
    // Draft 4 and OpenAPI up to 3.0 define an integer by its notation.
    const QByteArray text = value.numberText();
    const bool isInteger = dialect <= SchemaDialect::Draft4
        ? !text.contains('.') && !text.contains('e') && !text.contains('E')
        : value.isInteger();
    return isInteger ? NumberBit | IntegerBit : NumberBit;
}

void Evaluator::assertion(Frame &frame, const Op &op)
{
    const Json &value = frame.instance;
    switch (op.keyword) {
    case Keyword::Type: {
        const quint8 bits = typeBits(value, frame.node->resource->dialect);
        if (!(bits & op.types)) {
            const quint8 got = bits & IntegerBit ? quint8(IntegerBit) : bits;
            fail(frame, op, u"Expected %1, got %2"_s.arg(typeWords(op.types), typeWords(got)));
        }
        return;
    }
    case Keyword::Const:
        if (!equal(value, op.value))
            fail(frame, op, u"Expected %1, got %2"_s.arg(excerpt(op.value), excerpt(value)));
        return;
    case Keyword::Enum: {
        if (!charge(value.nodeCount()))
            return;
        for (const qsizetype index : op.lookup.value(value.hash())) {
            if (equal(value, op.value.at(index)) || m_stopped)
                return;
        }
        constexpr qsizetype worthListing = 30;
        if (op.value.size() > worthListing) {
            fail(frame, op, u"Expected one of %1 values, got %2"_s.arg(op.value.size()).arg(excerpt(value)));
            return;
        }
        QStringList allowed;
        for (const Json &item : op.value.items())
            allowed.append(excerpt(item));
        fail(frame, op, u"Expected one of %1, got %2"_s.arg(allowed.join(", "_L1), excerpt(value)));
        return;
    }
    case Keyword::MultipleOf:
    case Keyword::Maximum:
    case Keyword::ExclusiveMaximum:
    case Keyword::Minimum:
    case Keyword::ExclusiveMinimum: assertNumber(frame, op); return;
    case Keyword::MaxLength:
    case Keyword::MinLength:
    case Keyword::Pattern: assertString(frame, op); return;
    case Keyword::Format: assertFormat(frame, op); return;
    case Keyword::ReadOnly:
    case Keyword::WriteOnly: noteDirection(frame, op); return;
    case Keyword::MaxItems:
    case Keyword::MinItems:
        if (value.isArray())
            assertCount(frame, op, value.size(), "item"_L1);
        return;
    case Keyword::UniqueItems: assertUnique(frame, op); return;
    case Keyword::MaxProperties:
    case Keyword::MinProperties:
        if (value.isObject() && (op.keyword == Keyword::MinProperties || value.size() > op.count))
            assertCount(frame, op, memberCount(value), "member"_L1);
        return;
    default: assertRequired(frame, op); return;
    }
}

//! Compares \a count with the bound of a keyword such as maxItems or minLength.
void Evaluator::assertCount(Frame &frame, const Op &op, qint64 count, QLatin1StringView word)
{
    const bool isMost = op.keyword == Keyword::MaxItems || op.keyword == Keyword::MaxLength
        || op.keyword == Keyword::MaxProperties;
    if (isMost ? count > op.count : count < op.count) {
        fail(frame, op,
            (isMost ? u"Expected at most %1, got %2"_s : u"Expected at least %1, got %2"_s)
                .arg(counted(op.count, word))
                .arg(count));
    }
}

void Evaluator::assertNumber(Frame &frame, const Op &op)
{
    if (!frame.instance.isNumber())
        return;
    const QByteArray value = frame.instance.numberText();
    const QByteArray bound = op.value.numberText();
    if (op.keyword == Keyword::MultipleOf) {
        const std::optional<bool> whole = JsonNumber::isMultipleOf(value, bound);
        if (!whole)
            abort(u"budget: a number has too many digits for multipleOf"_s);
        else if (!*whole)
            fail(frame, op,
                u"Expected a multiple of %1, got %2"_s.arg(excerpt(op.value), excerpt(frame.instance)));
        return;
    }
    const std::strong_ordering order = JsonNumber::compare(value, bound);
    QString words;
    if (op.keyword == Keyword::Maximum && order > 0)
        words = u"at most"_s;
    else if (op.keyword == Keyword::Minimum && order < 0)
        words = u"at least"_s;
    else if (op.keyword == Keyword::ExclusiveMaximum && order >= 0)
        words = u"less than"_s;
    else if (op.keyword == Keyword::ExclusiveMinimum && order <= 0)
        words = u"more than"_s;
    if (!words.isEmpty())
        fail(frame, op, u"Expected %1 %2, got %3"_s.arg(words, excerpt(op.value), excerpt(frame.instance)));
}

void Evaluator::assertString(Frame &frame, const Op &op)
{
    if (!frame.instance.isString())
        return;
    if (op.keyword == Keyword::MaxLength || op.keyword == Keyword::MinLength) {
        qint64 length = 0; // in code points: all bytes except continuation bytes
        for (const char c : frame.instance.utf8())
            length += (static_cast<uchar>(c) & 0xc0) != 0x80;
        assertCount(frame, op, length, "character"_L1);
    } else {
        const std::optional<bool> match = matches(op.patterns.front(), frame.instance.utf8());
        if (match && !*match) {
            fail(frame, op,
                u"Expected text that matches %1, got %2"_s.arg(
                    op.value.toString().left(100), excerpt(frame.instance)));
        }
    }
}

void Evaluator::assertFormat(Frame &frame, const Op &op)
{
    const QString format = op.value.toString();
    const SchemaDialect dialect = frame.node->resource->dialect;
    std::optional<bool> match;
    if (frame.instance.isString())
        match = matchesFormat(format, frame.instance.utf8(), dialect);
    else if (frame.instance.isNumber())
        match = matchesNumberFormat(format, frame.instance.numberText(), dialect);
    if (match.value_or(true))
        return;
    const bool isAsserted = frame.node->resource->assertFormats;
    if (!isAsserted && (!frame.notes || m_report.warnings.size() >= m_options.maxErrors)) {
        m_noted += frame.notes ? 1 : 0;
        return; // saves making up to a million sentences that are not shown
    }
    const QString message = u"Expected format %1, got %2"_s.arg(excerpt(op.value), excerpt(frame.instance));
    if (isAsserted)
        fail(frame, op, message);
    else
        note(frame, op, message);
}

void Evaluator::assertUnique(Frame &frame, const Op &op)
{
    if (!frame.instance.isArray() || !charge(frame.instance.nodeCount()))
        return;
    QHash<size_t, QList<qsizetype>> seen;
    qsizetype index = 0;
    for (const Json &item : frame.instance.items()) {
        QList<qsizetype> &alike = seen[item.hash()];
        for (const qsizetype other : std::as_const(alike)) {
            if (m_stopped)
                return;
            if (equal(frame.instance.at(other), item)) {
                fail(frame, op, u"Items %1 and %2 are equal"_s.arg(other).arg(index));
                return;
            }
        }
        alike.append(index++);
    }
}

void Evaluator::assertRequired(Frame &frame, const Op &op)
{
    if (!frame.instance.isObject())
        return;
    for (const auto &[trigger, names] : op.requirements) {
        if (!trigger.isEmpty() || op.keyword == Keyword::DependentRequired) {
            if (frame.instance.memberUtf8(trigger).isAbsent())
                continue;
        }
        for (const QByteArray &name : names) {
            if (!charge(1))
                return;
            if (!frame.instance.memberUtf8(name).isAbsent())
                continue;
            if (op.keyword == Keyword::Required && isSpared(frame, name))
                continue;
            if (m_refusals && frame.report)
                m_refusals->addMissing(frame.instance, name);
            const QString missing = jsonText(name).left(100);
            if (op.keyword == Keyword::Required) {
                fail(frame, op, u"Required member \"%1\" is missing"_s.arg(missing));
            } else {
                const QString present = jsonText(trigger).left(100);
                fail(frame, op, u"Member \"%1\" is missing, which \"%2\" requires"_s.arg(missing, present));
            }
            if (!frame.report)
                return;
        }
    }
}

bool Evaluator::equal(const Json &a, const Json &b)
{
    if (a.kind() != b.kind() || a.size() > 2 * b.size() + 2)
        return a == b; // decided without visiting the content
    return charge(a.nodeCount()) && a == b;
}

std::optional<bool> Evaluator::matches(const RegexPointer &regex, QByteArrayView text)
{
    if (!regex) {
        abort(u"regex: the pattern uses an unsupported feature (unbounded look-behind)"_s);
        return {};
    }
    const EcmaRegex::Match match = regex->search(text, m_deadline);
    m_nextLook = m_steps; // a match may have taken long, so check the clock soon
    if (match == EcmaRegex::Match::Limit) {
        abort(u"regex: matching %1 exceeded a limit"_s.arg(regex->source().left(100)));
        return {};
    }
    return match == EcmaRegex::Match::Yes;
}

//! Returns whether a later duplicate of the member at \a index counts instead.
bool Evaluator::isShadowed(const Json &object, qsizetype index)
{
    return object.memberUtf8(object.keyUtf8At(index)).nodeAddress() != object.at(index).nodeAddress();
}

qint64 Evaluator::memberCount(const Json &object)
{
    qint64 count = 0;
    for (qsizetype i = 0; i < object.size() && charge(1); ++i)
        count += !isShadowed(object, i);
    return count;
}

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
