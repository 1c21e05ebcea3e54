// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/recogniser_p.h"
#include "core/envelope/mcpblock.h"
#include "core/envelope/responseenvelope.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonsametext.h"
#include "core/json/jsontexts.h"
#include "core/schema/preparedschema.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! The meaning of the text with which a server, or a client library on the way, refused a call.
//! \source core/envelope/explanation/README.md 7.3, 7.4
struct Refusal {
    QLatin1StringView code; //!< code of the note; empty: the text is unknown
    QLatin1StringView category; //!< "schema", "validation" or "not_found"
};

constexpr qsizetype maxWords = 64 << 10; // refusals are short, but a peer may send any text

//! One known wording of a refusal. The first match in the table wins.
//! \source core/envelope/explanation/README.md 7.3
struct Wording {
    QLatin1StringView pattern; //!< matches at the beginning; the first group, if any, is the tool
    QLatin1StringView code;
    QLatin1StringView category;
};

constexpr QLatin1StringView rejectedOwn{"schema.server-rejected-own-output"};
constexpr QLatin1StringView clientRejected{"schema.client-rejected-result"};
constexpr QLatin1StringView outputMissing{"schema.server-output-missing"};
constexpr QLatin1StringView formRejected{"result.client-rejected-form"};
constexpr QLatin1StringView dialectRejected{"schema.client-rejected-dialect"};
constexpr QLatin1StringView invalidArguments{"call.invalid-arguments"};
constexpr QLatin1StringView unknownTool{"call.unknown-tool"};

constexpr std::array wordings{
    Wording{R"((?:Output validation error: )?Invalid structured content for tool ([^\n]+?): )"_L1,
        rejectedOwn, "schema"_L1},
    Wording{R"(Invalid structured content returned by tool ([^\n]+?): )"_L1, clientRejected, "schema"_L1},
    Wording{
        R"(Structured content does not match the tool's output schema: )"_L1, clientRejected, "schema"_L1},
    Wording{R"(Failed to validate structured content: )"_L1, clientRejected, "schema"_L1},
    Wording{R"(Invalid (?:tools/call|resources/read|prompts/get) result: )"_L1, formRejected, "protocol"_L1},
    Wording{
        R"(Tool ([^\n]+?) has an invalid outputSchema: [^\n]*(?:unsupported dialect|no schema with key or ref))"_L1,
        dialectRejected, "schema"_L1},
    Wording{
        R"((?:Output validation error: )?Tool ([^\n]+?) has an output schema but no structured content was provided\z)"_L1,
        outputMissing, "schema"_L1},
    Wording{R"(Output validation error: outputSchema defined but no structured output returned\z)"_L1,
        outputMissing, "schema"_L1},
    Wording{R"(Tool ([^\n]+?) has an output schema but did not return structured content\z)"_L1,
        "schema.client-output-missing"_L1, "schema"_L1},
    Wording{R"(Output validation error: )"_L1, rejectedOwn, "schema"_L1},
    Wording{R"(Error executing tool ([^\n]+?): \d+ validation errors? for [^\n]*Output\r?\n)"_L1, rejectedOwn,
        "schema"_L1},
    Wording{R"((?:Input validation error: )?Invalid arguments for tool ([^\n]+?): )"_L1, invalidArguments,
        "validation"_L1},
    Wording{R"(Input validation error: )"_L1, invalidArguments, "validation"_L1},
    Wording{R"(Tool ([^\n]+?) (?:not found|disabled)\z)"_L1, unknownTool, "not_found"_L1},
    Wording{R"(Unknown tool: ([^\n]+)\z)"_L1, unknownTool, "not_found"_L1},
};

const QRegularExpression &compiled(qsizetype index)
{
    static const auto all = [] {
        std::array<QRegularExpression, wordings.size()> made;
        for (size_t i = 0; i < wordings.size(); ++i) {
            made[i].setPattern(u"\\A%1"_s.arg(wordings[i].pattern));
            made[i].optimize();
        }
        return made;
    }();
    return all[size_t(index)];
}

QString withoutQuotes(QString name)
{
    for (const QChar quote : {u'"', u'\'', u'`'}) {
        if (name.size() > 1 && name.startsWith(quote) && name.endsWith(quote))
            return name.mid(1, name.size() - 2);
    }
    return name;
}

//! The names that a text reports as missing at the top level. \source core/envelope/explanation/README.md 7.4
struct MissingNames {
    QSet<QString> names;
    bool isDisproved = false; //!< a name is missing at a deeper level
};

MissingNames missingInIssues(const Json &issues)
{
    MissingNames found;
    for (const Json issue : issues.items()) {
        const bool isMissing = issue.member("received"_L1).utf8() == "undefined"
            || issue.member("message"_L1).utf8().contains("received undefined");
        if (!isMissing)
            continue;
        const Json path = issue.member("path"_L1);
        if (path.size() == 1)
            found.names.insert(path.at(0).toString());
        else if (path.size() > 1)
            found.isDisproved = true;
    }
    return found;
}

MissingNames missingInText(const QString &text)
{
    static const std::array patterns{
        QRegularExpression(u"(?:received undefined|Required) at ([^\\s.,;]+)(?=$|[\\s,;])"_s),
        QRegularExpression(
            u"(?:^|[\\s,])([^\\s:,.]+): Invalid input: expected [^,\\n]+, received undefined"_s),
        QRegularExpression(
            u"'([^'\\n]+)' is a required property(?![\\s\\S]*\\nOn instance\\[)"_s), // at the top level
        QRegularExpression(u"(?:^|\\n)([^\\s.]+)\\r?\\n\\s*Field required"_s),
    };
    MissingNames found;
    for (const QRegularExpression &pattern : patterns) {
        for (auto matches = pattern.globalMatch(text); matches.hasNext();) {
            const QRegularExpressionMatch match = matches.next();
            found.names.insert(match.captured(1));
        }
    }
    // ajv writes the place before the message: "data/x must have …" does not concern the top level.
    static const QRegularExpression ajv(u"(?:(\\S+) )?must have required property '([^'\\n]+)'"_s);
    for (auto matches = ajv.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (!match.capturedView(1).contains(u'/'))
            found.names.insert(match.captured(2));
    }
    return found;
}

MissingNames missingIn(QStringView rest)
{
    const qsizetype bracket = rest.indexOf(u'[');
    MissingNames missing;
    if (bracket >= 0) {
        const Result<Json> issues = parseJson(rest.sliced(bracket).toUtf8());
        if (issues && issues->isArray())
            missing = missingInIssues(*issues);
    }
    if (missing.names.isEmpty() && !missing.isDisproved)
        missing = missingInText(rest.toString());
    return missing;
}

bool looksLikeEnvelope(const MissingNames &missing, const Json &outputSchema)
{
    if (missing.isDisproved)
        return false;
    const Json required = outputSchema.member("required"_L1);
    if (required.size() == 0)
        return outputSchema.isAbsent() && missing.names.size() >= 2;
    return std::ranges::all_of(
        required.items(), [&missing](const Json &name) { return missing.names.contains(name.toString()); });
}

//! Reads the text of a refusal and adds its notes. \a tool is the called tool. \a outputSchema is absent if
//! it is unknown.
Refusal readRefusal(
    const QString &text, const QString &tool, const Json &outputSchema, RecognitionNotes &notes)
{
    static const QRegularExpression prefix(u"\\A(?:MCP error -?\\d+: )+"_s);
    QStringView words = QStringView(text).first(qMin(text.size(), maxWords));
    if (const QList<QStringList> paths = abbreviatedPaths(words.toString()); !paths.isEmpty()) {
        MissingNames named;
        for (const QStringList &path : paths) {
            named.names.insert(path.first());
            named.isDisproved |= path.size() > 1;
        }
        notes.add(rejectedOwn, {{"tool"_L1, tool.isEmpty() ? u"?"_s : tool}});
        if (looksLikeEnvelope(named, outputSchema))
            notes.add("schema.likely-envelope"_L1);
        return {rejectedOwn, "schema"_L1};
    }
    if (const QRegularExpressionMatch match = prefix.matchView(words); match.hasMatch())
        words = words.sliced(match.capturedLength());
    if (isRefusedList(words.toString())) {
        notes.add("list.client-rejected"_L1);
        return {"list.client-rejected"_L1, "protocol"_L1};
    }
    for (size_t i = 0; i < wordings.size(); ++i) {
        const QRegularExpressionMatch match = compiled(qsizetype(i)).matchView(words);
        if (!match.hasMatch())
            continue;
        QString name = match.hasCaptured(1) ? withoutQuotes(match.captured(1)) : tool;
        if (name.isEmpty())
            name = u"?"_s;
        const Wording &wording = wordings[i];
        notes.add(wording.code, {{"tool"_L1, name}});
        if ((wording.code == rejectedOwn || wording.code == clientRejected)
            && looksLikeEnvelope(missingIn(words.sliced(match.capturedLength())), outputSchema))
            notes.add("schema.likely-envelope"_L1);
        return {wording.code, wording.category};
    }
    return {};
}

bool sharesMember(const Json &value, const Json &properties)
{
    return std::ranges::any_of(value.members(), [&properties](const Json::Members::Entry &entry) {
        return !properties.memberUtf8(entry.keyUtf8()).isAbsent();
    });
}

QLatin1StringView describedEnvelope(const Json &value, const PreparedSchema &schema)
{
    const Json properties = schema.schema.member("properties"_L1);
    for (const ForeignEnvelope &envelope : foreignEnvelopes()) {
        const EnvelopeForm &form = envelope.form;
        if (form.around && form.isDeclaredBy(properties) && isValid(form.around(value), schema))
            return envelope.name;
    }
    return {};
}

//! Returns the text blocks without ToolEnvelopes, joined. \source core/envelope/explanation/README.md 8
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

//! Adds a note if the text contains JSON that differs from \a structured and from its member "result".
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
    // The text is usually equal. Parsing it would cost as much as parsing the result.
    if (isTextOf(text, structured) || isTextOf(text, inResult))
        return;
    const Json value = readText(text).value;
    if (!value.isAbsent() && value != structured && value != inResult)
        notes.add("text.differs-from-structured"_L1);
}

} // namespace

//! Runs one recognition. \source core/envelope/explanation/README.md 2
class Recogniser {
public:
    Recogniser(const RecognitionInput &input, const RecognitionOptions &options);
    Recognition run();

private:
    //! A result to search next.
    struct Result {
        ToolResultParts parts;
        bool isInner = false; //!< whether it was found inside another layer
    };
    void readResult(const Result &result);
    void descend(Json value, EnvelopePlace place, const Result &result);
    std::optional<Result> take(const ForeignEnvelope &kind, const Json &value, const OpenedEnvelope &opened,
        const EnvelopePlace &place);
    void noteContradiction(
        const ForeignEnvelope &kind, const OpenedEnvelope &opened, const EnvelopePlace &place, bool isFirst);
    void checkOwnMeta(const Json &envelope, const Json &meta);
    void noteUnknownSource(const Json &value);
    void addLayer(QLatin1StringView kind, Confidence confidence, bool isCarrier, const Json &outside,
        const Json &inside);
    void fail(UnifiedError error);
    //! Sets the error from the text of a flagged result.
    void failByText(const Json &content);
    void checkSchema();
    bool mayOpenMore() const { return m_opened < m_options.maxLayers; }

    const RecognitionInput &m_input;
    RecognitionOptions m_options;
    Recognition m_out;
    RecognitionNotes m_notes;
    int m_opened = 0; //!< number of opened layers, without carriers
    bool m_hasFailed = false; //!< whether an envelope reported a failure
    Json m_structured; //!< structuredContent of the outermost result
    Json m_text; //!< JSON in the text of the outermost result
};

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
        const Refusal refusal =
            readRefusal(refusalText(error.code, error.message), m_input.tool, m_input.outputSchema, m_notes);
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
    QList<Json> readable;
    for (qsizetype i = 0; i < content.size(); ++i) {
        if (blocks.leftOut.contains(i))
            continue;
        left.append(content.at(i));
        if (McpBlock::read(left.last()).kind != McpBlock::Kind::Unknown)
            readable.append(left.last());
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
            take(*findForeignEnvelope(toolEnvelopeKind), blocks.whole, opened, place);
            noteContradiction(*findForeignEnvelope(toolEnvelopeKind), opened, place, true);
            if (!result.isInner)
                m_out.envelopeBlock = blocks.used;
            for (qsizetype i = 0; i < content.size(); ++i) {
                if (!std::ranges::binary_search(blocks.marked, i))
                    m_out.beside.append(content.at(i));
            }
            if (result.parts.isFlagged && !m_out.error)
                failByText(content);
            return;
        }
        m_notes.add("tool-envelope.differs-from-structured"_L1);
    }

    if (!structured.isAbsent()) {
        if (!result.isInner)
            compareText(readable, structured, m_options, m_notes);
        m_out.data = structured;
        place.isStructuredRoot = true;
        descend(structured, place, result);
    } else if (!result.parts.other.isAbsent()) {
        m_out.data = result.parts.other;
        descend(m_out.data, place, result);
    } else {
        RecognitionNotes textNotes;
        const TextCarrier carrier = readTextBlocks(left, m_options, textNotes);
        m_out.closedText = carrier.closed;
        m_out.beside += carrier.beside;
        if (!result.isInner) {
            m_notes.append(textNotes);
            m_text = carrier.value;
        } else {
            addRemarksOn(carrier, m_notes);
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
        const ForeignEnvelope *matched = nullptr;
        std::optional<OpenedEnvelope> opened;
        for (const ForeignEnvelope &kind : foreignEnvelopes()) {
            if (!kind.open || (!isFirst && !kind.isMarked))
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

//! Opens one layer. Returns the result inside it, for kinds that contain a result.
std::optional<Recogniser::Result> Recogniser::take(
    const ForeignEnvelope &kind, const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place)
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
    const ForeignEnvelope &kind, const OpenedEnvelope &opened, const EnvelopePlace &place, bool isFirst)
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

//! Checks the members of meta, which depend on its source. \source core/envelope/explanation/README.md 4.1
void Recogniser::checkOwnMeta(const Json &envelope, const Json &meta)
{
    for (const EnvelopeFlaw &flaw : flawsOfMeta(meta)) {
        m_notes.add("response-envelope.bad-meta"_L1,
            {{"f"_L1, flaw.member}, {"s"_L1, meta.member("source"_L1).toString()}, {"want"_L1, flaw.wanted},
                {"t"_L1, kindText(flaw.value)}});
    }
    const QStringList further = membersBesideEnvelope(envelope);
    if (!further.isEmpty())
        m_notes.add("response-envelope.extra-keys"_L1, {{"keys"_L1, further.join(u", "_s)}});
    if (!envelope.hasMember("data"_L1))
        m_notes.add("response-envelope.missing-data"_L1);
}

//! Adds a note if \a value would be our envelope or a ToolEnvelope with another source or version.
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
    RecognitionNotes unused; // the notes about the blocks have been added already
    const ToolEnvelopeBlocks blocks = findToolEnvelopes(content, m_input.tool, m_options, unused);
    const QString text = joinedText(content, blocks.marked);
    const Refusal refusal = readRefusal(text, m_input.tool, m_input.outputSchema, m_notes);
    fail(textError(text.isEmpty() ? u"The tool reported an error."_s : text, QString(refusal.category)));
}

//! Compares the result with the output schema of its tool.
//! \source core/envelope/explanation/README.md 7.1, 7.2
void Recogniser::checkSchema()
{
    if (m_input.outputSchema.isAbsent())
        return;
    const std::shared_ptr<const PreparedSchema> schema =
        m_input.prepared ? m_input.prepared : prepareSchema(m_input.outputSchema);
    if (!schema->validator)
        return;
    const auto errorsIn = [&schema](
                              const Json &value) { return schema->validator->validate(value).errors.size(); };
    const QString tool = m_input.tool.isEmpty() ? u"?"_s : visibleText(m_input.tool);
    const bool isFlagged = m_input.result.isFlagged;
    if (m_structured.isAbsent()) {
        if (isFlagged)
            return;
        m_notes.add("schema.missing-structured-content"_L1, {{"tool"_L1, tool}});
        if (isValid(m_text, *schema))
            m_notes.add("schema.text-matches"_L1);
        return;
    }
    const qsizetype errors = m_input.structuredErrors ? *m_input.structuredErrors : errorsIn(m_structured);
    if (errors == 0)
        return;
    const bool isOpened = m_out.confidence != Confidence::None;
    const bool isFailure = isOpened && m_out.isError;
    if (isFlagged) {
        m_notes.add("schema.error-result-not-validated"_L1);
    } else if (isOpened && !isFailure && isValid(m_out.data, *schema)) {
        m_notes.add(
            "schema.describes-data-not-envelope"_L1, {{"tool"_L1, tool}, {"k"_L1, QString(m_out.kind)}});
    } else if (const QLatin1StringView kind =
                   isOpened ? QLatin1StringView() : describedEnvelope(m_structured, *schema);
        !kind.isEmpty()) {
        m_notes.add("schema.describes-envelope-not-data"_L1, {{"tool"_L1, tool}, {"k"_L1, QString(kind)}});
    } else if (isFailure && !sharesMember(m_structured, m_input.outputSchema.member("properties"_L1))) {
        m_notes.add("schema.error-result-not-validated"_L1);
    } else {
        const qsizetype count = isOpened && !isFailure ? qMin(errors, errorsIn(m_out.data)) : errors;
        m_notes.add("schema.mismatch"_L1,
            {{"tool"_L1, tool}, {"n"_L1, QString::number(count)}, {"w"_L1, errorWord(count)}});
    }
}

Recognition recognise(const RecognitionInput &input, const RecognitionOptions &options)
{
    return Recogniser(input, options).run();
}

} // namespace Workbench
