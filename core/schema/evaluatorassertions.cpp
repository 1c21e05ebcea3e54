// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/jsontext.h"
#include "core/schema/evaluator_p.h"
#include "core/schema/formats_p.h"
#include "core/schema/refusals_p.h"

namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

quint8 typeBits(const Json &value, SchemaDialect dialect)
{
    switch (value.kind()) {
    case JsonKind::Absent: return 0;
    case JsonKind::Null: return NullBit;
    case JsonKind::Boolean: return BooleanBit;
    case JsonKind::String: return StringBit;
    case JsonKind::Array: return ArrayBit;
    case JsonKind::Object: return ObjectBit;
    case JsonKind::Number: break;
    }
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

} // namespace Workbench::SchemaProgram
