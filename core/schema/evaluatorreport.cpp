// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/schema/evaluator_p.h"
#include "core/schema/refusals_p.h"
#include "core/schema/schemauri.h"

#include <utility>

// The messages and places of errors.
namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

QString typeWords(quint8 types)
{
    QStringList words;
    if (types & StringBit)
        words.append(u"string"_s);
    if (types & NumberBit)
        words.append(u"number"_s);
    else if (types & IntegerBit)
        words.append(u"integer"_s);
    if (types & BooleanBit)
        words.append(u"boolean"_s);
    if (types & ArrayBit)
        words.append(u"array"_s);
    if (types & ObjectBit)
        words.append(u"object"_s);
    if (types & NullBit)
        words.append(u"null"_s);
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
        for (int i = 0; i < 8 && node && node->ops.size() == 1 && node->ops.front().keyword == Keyword::Ref;
            ++i)
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

} // namespace Workbench::SchemaProgram
