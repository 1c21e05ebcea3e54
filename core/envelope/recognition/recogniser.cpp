// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/recognition/recogniser_p.h"
#include "core/envelope/recognition/refusal_p.h"
#include "core/envelope/recognition/schemacheck_p.h"
#include "core/envelope/recognition/textcarrier_p.h"
#include "core/envelope/recognition/toolenvelope_p.h"
#include "core/envelope/recognition/unifiederror_p.h"
#include "core/json/jsonsametext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! The text blocks without ToolEnvelopes, joined. \source envelopes.md 8, "flagged text"
QString joinedText(const Json &content, const QList<qsizetype> &withoutBlocks)
{
    QStringList texts;
    qsizetype index = -1;
    for (const Json block : content.items()) {
        ++index;
        if (block.member("type"_L1).utf8() == "text" && !withoutBlocks.contains(index))
            texts.append(block.member("text"_L1).toString());
    }
    return texts.join(u'\n');
}

QByteArray mediaTypeOf(const QString &contentType)
{
    return contentType.section(u';', 0, 0).trimmed().toLower().toLatin1();
}

//! Whether the text says other JSON than \a structured; what stands under "result" counts as the same.
void compareText(const QList<Json> &blocks, const Json &structured, const RecognitionOptions &options,
    RecognitionNotes &notes)
{
    QList<Json> texts;
    for (const Json &block : blocks) {
        if (block.member("type"_L1).utf8() == "text")
            texts.append(block.member("text"_L1));
    }
    if (texts.size() != 1)
        return;
    const Json inResult = structured.member("result"_L1);
    const QByteArrayView text = texts.first().utf8();
    if (text.size() > options.maxTextBytes) {
        if (!carrierLookedLike(text).isEmpty())
            noteTooLarge("text.not-compared"_L1, text.size(), options.maxTextBytes, notes);
        return;
    }
    // mostly the same, for which a parse would cost as much as that of the result
    if (isTextOf(text, structured) || isTextOf(text, inResult))
        return;
    const Json value = readText(text).value;
    if (!value.isAbsent() && value != structured && value != inResult)
        notes.add("text.differs-from-structured"_L1);
}

} // namespace

Recogniser::Recogniser(const RecognitionInput &input, const RecognitionOptions &options)
    : m_input(input)
    , m_options(options)
{
}

Recognition Recogniser::run()
{
    switch (m_input.form) {
    case RecognitionInput::Form::Error: {
        const OpenedEnvelope whole{m_input.value};
        UnifiedError error = Errors::ofJsonRpc({}, whole, {});
        const Refusal refusal = readRefusal(error.message, m_input.tool, m_input.outputSchema, m_notes);
        if (!refusal.category.isEmpty())
            error.category = refusal.category;
        fail(std::move(error));
        break;
    }
    case RecognitionInput::Form::Http: {
        EnvelopePlace place;
        place.isHttp = true;
        place.httpStatus = m_input.statusCode;
        place.mediaType = mediaTypeOf(m_input.contentType);
        m_out.data = m_input.value;
        descend(m_input.value, place, {});
        if (m_input.statusCode >= 400 && !m_out.error)
            fail(httpError(Json::integer(m_input.statusCode)));
        break;
    }
    case RecognitionInput::Form::Result:
        readResult({m_input.result, false});
        checkSchema();
        break;
    }
    m_out.notes = m_notes.take();
    return std::move(m_out);
}

void Recogniser::readResult(const Result &result)
{
    const Json content = result.parts.content;
    Json structured = result.parts.structuredContent;
    if (structured.isNull() && !m_options.anyJsonStructured)
        structured = {};
    const ToolEnvelopeBlocks blocks = findToolEnvelopes(content, m_input.tool, m_options, m_notes);
    QList<Json> left;
    for (qsizetype i = 0; i < content.size(); ++i) {
        if (!blocks.leftOut.contains(i))
            left.append(content.at(i));
    }
    if (!result.isInner)
        m_structured = structured;

    EnvelopePlace place;
    place.isFlagged = result.parts.isFlagged;
    place.resultMeta = result.parts.meta;
    place.outputSchema = result.isInner ? Json() : m_input.outputSchema;
    if (!blocks.whole.isAbsent()) {
        const Json payload = blocks.whole.member("payload"_L1);
        if (structured.isAbsent() || structured == blocks.whole || structured == payload) {
            if (!mayOpenMore()) {
                m_notes.add("envelope.too-deep"_L1, {{"n"_L1, QString::number(m_options.maxLayers)}});
                return;
            }
            const OpenedEnvelope opened{payload, Confidence::Certain, isToolEnvelopeError(payload),
                blocks.whole.member("meta"_L1).isObject() ? blocks.whole.member("meta"_L1) : Json()};
            take(*findEnvelopeKind(toolEnvelopeKind), blocks.whole, opened, place);
            noteContradiction(*findEnvelopeKind(toolEnvelopeKind), opened, place, true);
            if (result.parts.isFlagged && !m_out.error)
                failByText(content);
            return;
        }
        m_notes.add("tool-envelope.differs-from-structured"_L1);
    }

    if (!structured.isAbsent()) {
        if (!result.isInner)
            compareText(left, structured, m_options, m_notes);
        m_out.data = structured;
        place.isStructuredRoot = true;
        descend(structured, place, result);
    } else {
        RecognitionNotes textNotes;
        const TextCarrier carrier = readTextBlocks(left, m_options, textNotes);
        m_out.closedText = carrier.closed;
        if (!result.isInner) {
            m_notes.append(textNotes);
            m_text = carrier.value;
        }
        m_out.data = left.size() == content.size() && content.isArray() ? content : Json::array(left);
        if (!carrier.value.isAbsent()) {
            addLayer(carrier.kind, Confidence::Certain, true, m_out.data, carrier.value);
            m_out.data = carrier.value;
            if (!carrier.isList)
                descend(carrier.value, place, result);
        }
    }
    if (result.parts.isFlagged && !m_out.error)
        failByText(content);
}

void Recogniser::descend(Json value, EnvelopePlace place, const Result &result)
{
    for (bool isFirst = true;; isFirst = false) {
        const EnvelopeKind *matched = nullptr;
        std::optional<OpenedEnvelope> opened;
        for (const EnvelopeKind &kind : envelopeKinds()) {
            if (!isFirst && !kind.isMarked)
                continue;
            if (kind.name == contentBlocksKind && result.isInner)
                continue;
            opened = kind.open(value, place);
            if (opened) {
                matched = &kind;
                break;
            }
        }
        if (!matched) {
            if (!isFirst)
                return;
            noteUnknownSource(value);
            if (const QLatin1StringView kind = maybeKind(value, place); !kind.isEmpty())
                m_notes.add("envelope.maybe"_L1, {{"k"_L1, QString(kind)}});
            return;
        }
        if (!mayOpenMore()) {
            m_notes.add("envelope.too-deep"_L1, {{"n"_L1, QString::number(m_options.maxLayers)}});
            return;
        }
        if (matched->name == toolEnvelopeKind)
            checkToolEnvelopeMeta(opened->meta, m_input.tool, m_notes);
        const std::optional<Result> inner = take(*matched, value, *opened, place);
        noteContradiction(*matched, *opened, place, isFirst);
        if (inner) {
            readResult(*inner);
            return;
        }
        if (opened->isFailure || matched->name == toolEnvelopeKind) // a payload is not searched
            return;
        value = opened->inside;
        place.isStructuredRoot = false;
    }
}

//! Opens one layer. What is inside is a result of its own for some kinds.
std::optional<Recogniser::Result> Recogniser::take(
    const EnvelopeKind &kind, const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place)
{
    ++m_opened;
    addLayer(kind.name, opened.confidence, false, value, opened.inside);
    m_out.data = opened.inside;
    if (m_out.meta.isAbsent())
        m_out.meta = opened.meta;
    if (kind.name == callToolResultKind)
        return Result{ToolResultParts::of(value), true};
    if (kind.name == contentBlocksKind)
        return Result{{value, {}, {}, place.isFlagged}, true};
    if (kind.name == responseEnvelopeKind) {
        checkOwnMeta(value, opened.meta);
        if (opened.meta.member("source"_L1).utf8() == "mcp") {
            const Json content = opened.meta.member("content"_L1);
            const Json structured = opened.meta.member("structuredContent"_L1);
            if (opened.inside == structured || opened.inside == content)
                return Result{ToolResultParts::of(opened.meta), true};
            if (opened.isFailure)
                failByText(content);
            m_hasFailed |= opened.isFailure;
            return {};
        }
    } else if (kind.name == toolEnvelopeKind && opened.isFailure) {
        const QString category = opened.inside.member("category"_L1).toString();
        if (Errors::ofToolEnvelope(value, opened, place).category != category)
            m_notes.add("tool-envelope.unknown-category"_L1, {{"c"_L1, category}});
    }
    if (kind.name == "graphql"_L1 && !opened.isFailure) {
        if (const qsizetype count = value.member("errors"_L1).size(); count > 0)
            m_notes.add("graphql.partial"_L1, {{"n"_L1, QString::number(count)}, {"w"_L1, errorWord(count)}});
    }
    if (opened.isFailure && kind.error) {
        m_hasFailed = true;
        fail(kind.error(value, opened, place));
    }
    return {};
}

void Recogniser::noteContradiction(
    const EnvelopeKind &kind, const OpenedEnvelope &opened, const EnvelopePlace &place, bool isFirst)
{
    if (!isFirst || kind.name == responseEnvelopeKind)
        return;
    const QString name(kind.name);
    if (place.isHttp) {
        if (opened.isFailure && place.httpStatus > 0 && place.httpStatus < 400) {
            m_notes.add(
                "envelope.error-in-2xx"_L1, {{"k"_L1, name}, {"s"_L1, QString::number(place.httpStatus)}});
        }
        return;
    }
    if (opened.isFailure && !place.isFlagged) {
        if (kind.name == toolEnvelopeKind)
            m_notes.add("tool-envelope.error-without-isError"_L1);
        else
            m_notes.add("envelope.error-without-isError"_L1, {{"k"_L1, name}});
    } else if (!opened.isFailure && place.isFlagged && kind.saysSuccess) {
        m_notes.add("envelope.contradicts-isError"_L1, {{"k"_L1, name}});
    }
}

//! The members that each source's meta should have. \source envelopes.md 4.1
void Recogniser::checkOwnMeta(const Json &envelope, const Json &meta)
{
    struct Member {
        QLatin1StringView source;
        QLatin1StringView name;
        QLatin1StringView wanted;
        bool (*isRight)(const Json &value);
    };
    static constexpr std::array members{
        Member{"local"_L1, "operationId"_L1, "a string"_L1, [](const Json &v) { return v.isString(); }},
        Member{"local"_L1, "timestamp"_L1, "a number"_L1, [](const Json &v) { return v.isNumber(); }},
        Member{"http"_L1, "statusCode"_L1, "an integer"_L1, [](const Json &v) { return v.isInteger(); }},
        Member{"http"_L1, "headers"_L1, "an object of strings"_L1,
            [](const Json &v) {
                return v.isObject()
                    && std::ranges::all_of(v.members(),
                        [](const Json::Members::Entry &entry) { return entry.value().isString(); });
            }},
        Member{"http"_L1, "contentType"_L1, "a string"_L1, [](const Json &v) { return v.isString(); }},
        Member{"mcp"_L1, "isError"_L1, "a boolean"_L1, [](const Json &v) { return v.isBoolean(); }},
        Member{"mcp"_L1, "content"_L1, "an array"_L1, [](const Json &v) { return v.isArray(); }},
    };
    const QString source = meta.member("source"_L1).toString();
    for (const Member &member : members) {
        const Json value = meta.member(member.name);
        if (source == member.source && !member.isRight(value)) {
            m_notes.add("response-envelope.bad-meta"_L1,
                {{"f"_L1, QString(member.name)}, {"s"_L1, source}, {"want"_L1, QString(member.wanted)},
                    {"t"_L1, kindWords(value)}});
        }
    }
    QStringList further;
    for (const Json::Members::Entry entry : envelope.members()) {
        if (const QString key = entry.key(); key != "data"_L1 && key != "meta"_L1)
            further.append(key);
    }
    further.sort();
    if (!further.isEmpty())
        m_notes.add("response-envelope.extra-keys"_L1, {{"keys"_L1, further.join(u", "_s)}});
    if (!envelope.hasMember("data"_L1))
        m_notes.add("response-envelope.missing-data"_L1);
}

//! What looks like an envelope of ours or a ToolEnvelope, and is neither for one word.
void Recogniser::noteUnknownSource(const Json &value)
{
    const Json meta = value.member("meta"_L1);
    if (!meta.isObject() || value.size() != 2)
        return;
    if (value.hasMember("data"_L1) && meta.member("source"_L1).isString()) {
        m_notes.add("response-envelope.unknown-source"_L1, {{"s"_L1, meta.member("source"_L1).toString()}});
    } else if (value.hasMember("payload"_L1) && meta.member("tool"_L1).isString()
        && meta.member("ts"_L1).isString() && meta.member("version"_L1).isInteger()) {
        m_notes.addShownAsData(QString::fromLatin1(meta.member("version"_L1).numberText()));
    }
}

void Recogniser::addLayer(
    QLatin1StringView kind, Confidence confidence, bool isCarrier, const Json &outside, const Json &inside)
{
    m_out.layers.append({kind, confidence, isCarrier, outside, inside});
    if (!isCarrier && m_out.confidence == Confidence::None) {
        m_out.kind = kind;
        m_out.confidence = confidence;
    }
}

void Recogniser::fail(UnifiedError error)
{
    m_out.isError = true;
    if (!m_out.error)
        m_out.error = std::move(error);
}

void Recogniser::failByText(const Json &content)
{
    RecognitionNotes unused; // the blocks have been read
    const ToolEnvelopeBlocks blocks = findToolEnvelopes(content, m_input.tool, m_options, unused);
    const QString text = joinedText(content, blocks.marked);
    const Refusal refusal = readRefusal(text, m_input.tool, m_input.outputSchema, m_notes);
    fail(textError(text.isEmpty() ? u"The tool reported an error."_s : text, QString(refusal.category)));
}

void Recogniser::checkSchema()
{
    SchemaCheck check;
    check.structured = m_structured;
    check.text = m_text;
    check.data = m_out.data;
    check.kind = m_out.confidence == Confidence::None ? QLatin1StringView() : m_out.kind;
    check.isFlagged = m_input.result.isFlagged;
    check.isFailure = m_out.isError;
    checkAgainstSchema(check, m_input, m_notes);
}

} // namespace Workbench
