// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/utf8.h"
#include "core/base/visibletext.h"
#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/json/jsontexts.h"

#include <QRegularExpression>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView byteOrderMark = "\xEF\xBB\xBF";

QByteArrayView trimmedText(QByteArrayView text)
{
    for (bool isChanged = true; isChanged;) {
        const QByteArrayView before = text;
        text = text.trimmed();
        if (text.startsWith(byteOrderMark))
            text = text.sliced(byteOrderMark.size());
        if (text.endsWith(byteOrderMark))
            text.chop(byteOrderMark.size());
        isChanged = text.size() != before.size();
    }
    return text;
}

//! Parses an object or an array. Returns an absent value for any other text.
ParsedJson container(QByteArrayView text)
{
    text = trimmedText(text);
    if (!text.startsWith('{') && !text.startsWith('['))
        return {};
    auto parsed = parseJsonDetailed(text.toByteArray());
    return parsed ? *std::move(parsed) : ParsedJson();
}

ParsedJson fenced(QByteArrayView text)
{
    if (!text.startsWith("```") || !text.endsWith("```"))
        return {};
    const qsizetype lineEnd = text.indexOf('\n');
    if (lineEnd < 0 || text.size() < lineEnd + 4)
        return {};
    const QByteArrayView language = text.sliced(3, lineEnd - 3).trimmed();
    if (!language.isEmpty() && language.compare("json", Qt::CaseInsensitive) != 0)
        return {};
    return container(text.sliced(lineEnd + 1).chopped(3));
}

QByteArrayView lineAt(QByteArrayView text, qsizetype start, qsizetype *next)
{
    const qsizetype end = text.indexOf('\n', start);
    *next = end < 0 ? text.size() : end + 1;
    return text.sliced(start, (end < 0 ? text.size() : end) - start);
}

//! Returns the name "untrusted-data-0a1b2c3d" of a line that consists of such a marker, or an empty text. Set
//! \a isClosing for "</…>".
QByteArrayView markerName(QByteArrayView line, bool isClosing)
{
    line = line.trimmed();
    const QByteArrayView opening = isClosing ? "</" : "<";
    if (!line.startsWith(opening) || !line.endsWith('>'))
        return {};
    const QByteArrayView name = line.sliced(opening.size()).chopped(1);
    static const QRegularExpression form(u"\\Auntrusted-[^<>\\s]*?-?[0-9A-Fa-f-]{6,}\\z"_s);
    return name.startsWith("untrusted-") && form.match(QString::fromUtf8(name)).hasMatch() ? name
                                                                                           : QByteArrayView();
}

ParsedJson betweenMarkers(QByteArrayView text)
{
    if (!text.contains("<untrusted-"))
        return {};
    QByteArrayView name;
    qsizetype inside = 0;
    qsizetype insideEnd = -1;
    for (qsizetype at = 0, next = 0; at < text.size(); at = next) {
        const QByteArrayView line = lineAt(text, at, &next);
        if (const QByteArrayView opens = markerName(line, false); !opens.isEmpty()) {
            if (!name.isEmpty())
                return {}; // more than one pair
            name = opens;
            inside = next;
        } else if (const QByteArrayView closes = markerName(line, true); !closes.isEmpty()) {
            if (closes != name || insideEnd >= 0)
                return {};
            insideEnd = at;
        }
    }
    return insideEnd < inside ? ParsedJson() : container(text.sliced(inside, insideEnd - inside));
}

ParsedJson doubleEncoded(QByteArrayView text)
{
    if (!text.startsWith('"') || !text.endsWith('"'))
        return {};
    const auto string = parseJsonDetailed(text.toByteArray());
    if (!string || !string->value.isString())
        return {};
    ParsedJson inside = container(string->value.utf8());
    inside.remarks = string->remarks + inside.remarks;
    return inside;
}

struct Carrier {
    QLatin1StringView kind;
    QLatin1StringView note;
    ParsedJson (*read)(QByteArrayView trimmed);
};

constexpr std::array carriers{
    Carrier{"json-text"_L1, "text.json-parsed"_L1, container},
    Carrier{"fenced-json"_L1, "text.json-parsed"_L1, fenced},
    Carrier{"untrusted-fence"_L1, "text.fence-removed"_L1, betweenMarkers},
    Carrier{"double-encoded-json"_L1, "text.double-encoded"_L1, doubleEncoded},
};

void addNote(const TextCarrier &carrier, RecognitionNotes &notes)
{
    const auto row = std::ranges::find(carriers, carrier.kind, &Carrier::kind);
    if (row != carriers.end())
        notes.add(row->note);
    addRemarksOn(carrier, notes);
}

//! Returns \a content without the blocks at the ascending \a places.
QList<Json> contentWithout(const QList<Json> &content, const QList<qsizetype> &places)
{
    QList<Json> kept;
    qsizetype next = 0;
    for (qsizetype i = 0; i < content.size(); ++i) {
        if (next < places.size() && places.at(next) == i)
            ++next;
        else
            kept.append(content.at(i));
    }
    return kept;
}

//! Describes texts that are not opened, by their beginnings and ends.
TextCarrier leftClosed(const QList<QByteArrayView> &texts, const RecognitionOptions &options, bool isTooLarge,
    RecognitionNotes &notes)
{
    qint64 bytes = 0;
    qint64 only = 0;
    QList<QLatin1StringView> kinds;
    for (const QByteArrayView text : texts) {
        bytes += text.size();
        if (const QLatin1StringView kind = carrierLookedLike(text); !kind.isEmpty()) {
            kinds.append(kind);
            only = text.size();
        }
    }
    const bool isList =
        texts.size() > 1 && kinds.size() == texts.size() && kinds.count("json-text"_L1) == kinds.size();
    if (!isList && kinds.size() != 1)
        return {};
    TextCarrier carrier;
    carrier.closed = ClosedText{kinds.first(), isList ? bytes : only, isTooLarge};
    if (isTooLarge)
        noteTooLarge("text.not-opened"_L1, bytes, options.maxTextBytes, notes);
    return carrier;
}

constexpr QByteArrayView alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_";

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool continuesCharacter(char c)
{
    return (uchar(c) & 0xC0) == 0x80;
}

//! Returns the number of characters, not bytes.
qsizetype characters(QByteArrayView utf8)
{
    return std::ranges::count_if(utf8, [](char c) { return !continuesCharacter(c); });
}

QByteArrayView withoutTrailingBlanks(QByteArrayView text)
{
    while (!text.isEmpty() && isBlank(text.back()))
        text.chop(1);
    return text;
}

//! Returns why \a text is not base64, or an empty string if it may be base64. Positions count characters of
//! the whole text.
QString flawOf(QByteArrayView text)
{
    qsizetype position = 0;
    qsizetype firstPadding = -1;
    bool hasDataAfterPadding = false;
    for (qsizetype i = 0; i < text.size(); ++i, ++position) {
        const char c = text[i];
        if (isBlank(c))
            continue;
        if (!alphabet.contains(c)) {
            qsizetype end = i + 1;
            while (end < text.size() && continuesCharacter(text[end]))
                ++end;
            return u"character \"%1\" at %2"_s.arg(
                jsonText(text.sliced(i, end - i)), QString::number(position));
        }
        if (c == '=' && firstPadding < 0)
            firstPadding = position;
        else if (c != '=' && firstPadding >= 0)
            hasDataAfterPadding = true;
    }
    return hasDataAfterPadding ? u"data after padding at %1"_s.arg(firstPadding) : QString();
}

//! Decodes the text after the prefix of a ToolEnvelope to the bytes of its JSON. Adds a note and returns
//! nothing if that fails. The base64 is checked before it is decoded, because common decoders skip unknown
//! characters and would decode a damaged block.
//! \source core/envelope/explanation/README.md 3.3, 3.4
std::optional<QByteArray> decodedToolEnvelope(QByteArrayView text, qint64 maxBytes, RecognitionNotes &notes)
{
    const qint64 estimate = characters(text) * 3 / 4;
    if (estimate > maxBytes) {
        notes.add("tool-envelope.too-large"_L1,
            {{"n"_L1, QString::number(estimate)}, {"lim"_L1, QString::number(maxBytes)}});
        return {};
    }
    const QByteArrayView used = withoutTrailingBlanks(text);
    if (std::ranges::any_of(used, isBlank))
        notes.add("tool-envelope.base64-whitespace"_L1);
    QByteArray clean;
    clean.reserve(used.size());
    std::ranges::copy_if(used, std::back_inserter(clean), [](char c) { return !isBlank(c); });
    if (clean.isEmpty()) {
        notes.add("tool-envelope.empty"_L1);
        return {};
    }
    const auto refuse = [&notes](const QString &why) {
        notes.add("tool-envelope.bad-base64"_L1, {{"why"_L1, why}});
        return std::nullopt;
    };
    if (const QString flaw = flawOf(used); !flaw.isEmpty())
        return refuse(flaw);
    if (clean.contains('-') || clean.contains('_')) {
        clean.replace('-', '+').replace('_', '/');
        notes.add("tool-envelope.base64-urlsafe"_L1);
    }
    const qsizetype padding = clean.count('=');
    const qsizetype length = clean.size() - padding;
    if (length % 4 == 1)
        return refuse(u"%1 characters cannot be base64"_s.arg(length));
    const qsizetype due = (4 - length % 4) % 4;
    if (padding == 0 && due > 0)
        notes.add("tool-envelope.base64-unpadded"_L1);
    else if (padding != due)
        return refuse(u"%1 padding characters where %2 belong"_s.arg(padding).arg(due));
    clean.chop(padding);
    QByteArray bytes = QByteArray::fromBase64(clean);
    if (const qsizetype bad = firstInvalidUtf8(bytes); bad >= 0) {
        notes.add("tool-envelope.bad-utf8"_L1, {{"at"_L1, QString::number(bad)}});
        return {};
    }
    if (bytes.startsWith("\xEF\xBB\xBF")) {
        notes.add("tool-envelope.bom"_L1);
        bytes.remove(0, 3);
    }
    return bytes;
}

constexpr QByteArrayView mark = "__ENVELOPE_V";

//! A block with the prefix: the digits of its version and the text after the colon.
struct Marked {
    QByteArrayView digits;
    QByteArrayView rest;
    bool hasLeadingWhitespace = false;
    bool isMerged = false;
};

std::optional<Marked> markedAt(QByteArrayView text)
{
    if (!text.startsWith(mark))
        return {};
    qsizetype end = mark.size();
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
        ++end;
    if (end == mark.size() || !text.sliced(end).startsWith("__:"))
        return {};
    return Marked{text.sliced(mark.size(), end - mark.size()), text.sliced(end + 3)};
}

QByteArrayView withoutLeadingBlanks(QByteArrayView text)
{
    while (!text.isEmpty()) {
        if (text.startsWith(byteOrderMark))
            text = text.sliced(byteOrderMark.size());
        else if (QByteArrayView(" \t\r\n\v\f").contains(text.front()))
            text = text.sliced(1);
        else
            break;
    }
    return text;
}

//! Finds the prefix in \a text. \source core/envelope/explanation/README.md 3.1
std::optional<Marked> findMark(QByteArrayView text)
{
    const QByteArrayView start = withoutLeadingBlanks(text);
    if (auto marked = markedAt(start)) {
        marked->hasLeadingWhitespace = start.size() != text.size();
        return marked;
    }
    if (!text.contains(mark)) // much faster than searching line by line
        return {};
    for (qsizetype end = text.size(); end > 0;) {
        const qsizetype lineBreak = text.first(end).lastIndexOf('\n');
        const QByteArrayView line = text.sliced(lineBreak + 1, end - lineBreak - 1);
        if (auto marked = markedAt(line)) {
            marked->isMerged = true;
            return marked;
        }
        end = lineBreak;
    }
    return {};
}

QByteArrayView withoutLeadingZeros(QByteArrayView digits)
{
    while (digits.size() > 1 && digits.front() == '0')
        digits = digits.sliced(1);
    return digits;
}

//! Checks the version in meta. Returns false if the envelope is refused.
//! \source core/envelope/explanation/README.md 3.2
bool acceptsVersion(const Json &meta, RecognitionNotes &notes)
{
    const Json version = meta.member("version"_L1);
    if (!version.isInteger()) {
        notes.add("tool-envelope.bad-version-type"_L1, {{"t"_L1, kindText(version)}, {"v"_L1, u"1"_s}});
        return true;
    }
    if (version == Json::integer(1))
        return true;
    const QString text = QString::fromLatin1(version.numberText());
    notes.add("tool-envelope.version-conflict"_L1, {{"v"_L1, u"1"_s}, {"m"_L1, text}});
    notes.add("tool-envelope.unsupported-version"_L1, {{"v"_L1, text}});
    return false;
}

//! Returns the decoded object of \a marked. Adds a note and returns absent if it cannot be used.
//! \source core/envelope/explanation/README.md 3.2, 3.3, 3.4
Json opened(
    const Marked &marked, const QString &tool, const RecognitionOptions &options, RecognitionNotes &notes)
{
    const QByteArrayView version = withoutLeadingZeros(marked.digits);
    if (version.size() != marked.digits.size()) {
        notes.add("tool-envelope.noncanonical-version"_L1,
            {{"tok"_L1, QString::fromLatin1(marked.digits)}, {"v"_L1, QString::fromLatin1(version)}});
    }
    if (version != "1") {
        notes.add("tool-envelope.unsupported-version"_L1, {{"v"_L1, QString::fromLatin1(version)}});
        return {};
    }
    const std::optional<QByteArray> bytes = decodedToolEnvelope(marked.rest, options.maxEnvelopeBytes, notes);
    if (!bytes)
        return {};
    const Result<Json> parsed = parseJson(*bytes);
    if (!parsed) {
        notes.add(breaksOff(*bytes) ? "tool-envelope.truncated"_L1 : "tool-envelope.bad-json"_L1);
        return {};
    }
    if (!parsed->isObject()) {
        notes.add("tool-envelope.bad-shape"_L1, {{"t"_L1, kindText(*parsed)}});
        return {};
    }
    if (!parsed->hasMember("payload"_L1)) {
        notes.add("tool-envelope.missing-payload"_L1);
        return {};
    }
    const Json meta = parsed->member("meta"_L1);
    if (!meta.isObject()) {
        notes.add("tool-envelope.missing-meta"_L1);
        return *parsed;
    }
    if (!acceptsVersion(meta, notes))
        return {};
    checkToolEnvelopeMeta(meta, tool, notes);
    return *parsed;
}

} // namespace

void addRemarksOn(const TextCarrier &carrier, RecognitionNotes &notes)
{
    for (const JsonRemark &remark : carrier.remarks)
        notes.add("received.json"_L1, {{"what"_L1, remarkText(remark)}});
}

QLatin1StringView carrierLookedLike(QByteArrayView text)
{
    constexpr qsizetype headBytes = 4096; // the prose before a marker is short
    const QByteArrayView trimmed = trimmedText(text);
    if ((trimmed.startsWith('{') && trimmed.endsWith('}'))
        || (trimmed.startsWith('[') && trimmed.endsWith(']')))
        return "json-text"_L1;
    if (trimmed.size() > 6 && trimmed.startsWith("```") && trimmed.endsWith("```")) {
        const QByteArrayView inside = trimmed.sliced(3).chopped(3).trimmed();
        const QByteArrayView end = inside.right(1);
        return end == "}" || end == "]" ? "fenced-json"_L1 : QLatin1StringView();
    }
    if (trimmed.startsWith("\"{") || trimmed.startsWith("\"["))
        return trimmed.endsWith("}\"") || trimmed.endsWith("]\"") ? "double-encoded-json"_L1
                                                                  : QLatin1StringView();
    return trimmed.first(qMin(headBytes, trimmed.size())).contains("<untrusted-") ? "untrusted-fence"_L1
                                                                                  : QLatin1StringView();
}

void noteTooLarge(QLatin1StringView code, qint64 bytes, qint64 limit, RecognitionNotes &notes)
{
    notes.add(code, {{"n"_L1, sizeText(bytes)}, {"lim"_L1, sizeText(limit)}});
}

TextCarrier readText(QByteArrayView text)
{
    const QByteArrayView trimmed = trimmedText(text);
    for (const Carrier &carrier : carriers) {
        if (ParsedJson parsed = carrier.read(trimmed); !parsed.value.isAbsent())
            return {
                .value = std::move(parsed.value), .kind = carrier.kind, .remarks = std::move(parsed.remarks)};
    }
    return {};
}

TextCarrier readTextBlocks(
    const QList<Json> &content, const RecognitionOptions &options, RecognitionNotes &notes)
{
    QList<QByteArrayView> texts;
    QList<qsizetype> places; // of the texts in the content
    qint64 bytes = 0;
    for (qsizetype i = 0; i < content.size(); ++i) {
        const Json text = content.at(i).member("text"_L1);
        if (content.at(i).member("type"_L1).utf8() == "text" && text.isString()) {
            texts.append(text.utf8());
            places.append(i);
        }
    }
    for (const QByteArrayView text : std::as_const(texts))
        bytes += text.size();
    if (!options.opensText || bytes > options.maxTextBytes)
        return leftClosed(texts, options, bytes > options.maxTextBytes, notes);
    if (texts.size() == 1) {
        TextCarrier carrier = readText(texts.first());
        if (!carrier.value.isAbsent()) {
            addNote(carrier, notes);
            carrier.beside = contentWithout(content, places);
        } else {
            const QByteArrayView trimmed = trimmedText(texts.first());
            if ((trimmed.startsWith('{') || trimmed.startsWith('[')) && breaksOff(trimmed.toByteArray()))
                notes.add("text.truncated-json"_L1);
        }
        return carrier;
    }
    constexpr qsizetype mostRemarks = 100; // as the parser keeps on one text
    QList<Json> whole;
    QList<JsonRemark> remarks;
    TextCarrier only;
    qsizetype readable = 0;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        TextCarrier carrier = readText(texts.at(i));
        if (carrier.kind == "json-text"_L1) {
            for (const JsonRemark &remark : std::as_const(carrier.remarks)) {
                if (remarks.size() <= mostRemarks)
                    remarks.append({QString(JsonPointer::child(QString(), whole.size()) + remark.pointer),
                        remark.message});
            }
            whole.append(carrier.value);
        }
        if (!carrier.value.isAbsent() && ++readable == 1) {
            only = std::move(carrier);
            only.beside = contentWithout(content, {places.at(i)});
        }
    }
    if (texts.size() > 1 && whole.size() == texts.size()) {
        notes.add("text.multiple-json-blocks"_L1, {{"n"_L1, QString::number(whole.size())}});
        TextCarrier all{.value = Json::array(whole), .kind = "json-text"_L1, .isList = true};
        if (remarks.size() > mostRemarks) {
            remarks.resize(mostRemarks - 1);
            remarks.emplaceBack(QString(), u"More remarks about this text were left out."_s);
        }
        all.remarks = std::move(remarks);
        all.beside = contentWithout(content, places);
        addRemarksOn(all, notes);
        return all;
    }
    if (readable != 1)
        return {};
    addNote(only, notes);
    return only;
}

ToolEnvelopeBlocks findToolEnvelopes(
    const Json &content, const QString &tool, const RecognitionOptions &options, RecognitionNotes &notes)
{
    ToolEnvelopeBlocks found;
    qsizetype index = -1;
    for (const Json block : content.items()) {
        ++index;
        if (block.member("type"_L1).utf8() != "text")
            continue;
        const Json text = block.member("text"_L1);
        const std::optional<Marked> marked = findMark(text.utf8());
        if (!marked)
            continue;
        found.marked.append(index);
        const QString place = QString::number(index);
        if (found.used) {
            notes.add("tool-envelope.duplicate-block"_L1,
                {{"i"_L1, place}, {"u"_L1, QString::number(*found.used)}});
            continue;
        }
        if (marked->hasLeadingWhitespace)
            notes.add("tool-envelope.leading-whitespace"_L1);
        else if (marked->isMerged)
            notes.add("tool-envelope.merged-block"_L1, {{"i"_L1, place}});
        else if (index != 1)
            notes.add("tool-envelope.unexpected-index"_L1, {{"i"_L1, place}});
        found.whole = opened(*marked, tool, options, notes);
        if (!found.whole.isAbsent())
            found.used = index;
        else if (!marked->isMerged)
            found.leftOut.append(index);
    }
    return found;
}

void checkToolEnvelopeMeta(const Json &meta, const QString &tool, RecognitionNotes &notes)
{
    for (const QLatin1StringView name : {"tool"_L1, "ts"_L1}) {
        const Json value = meta.member(name);
        if (!value.isString()) {
            notes.add("tool-envelope.bad-meta"_L1,
                {{"f"_L1, QString(name)}, {"want"_L1, u"a string"_s}, {"t"_L1, kindText(value)}});
        }
    }
    static const QRegularExpression iso(
        u"\\A\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})\\z"_s);
    const Json ts = meta.member("ts"_L1);
    if (ts.isString() && !iso.matchView(ts.toString()).hasMatch())
        notes.add("tool-envelope.bad-timestamp"_L1, {{"ts"_L1, ts.toString()}});
    const Json named = meta.member("tool"_L1);
    if (named.isString() && !tool.isEmpty() && named.toString() != tool && named.utf8() != "mcp")
        notes.add("tool-envelope.tool-differs"_L1, {{"a"_L1, named.toString()}, {"b"_L1, tool}});
    for (const Json entry : meta.member("deprecations"_L1).items()) {
        const Json field = entry.member("field"_L1);
        const Json removedIn = entry.member("removeInVersion"_L1);
        if (field.isAbsent() || removedIn.isAbsent())
            continue;
        const auto text = [](const Json &value) {
            return value.isString() ? value.toString() : jsonText(value.toBytes());
        };
        notes.add("tool-envelope.deprecated-field"_L1, {{"f"_L1, text(field)}, {"v"_L1, text(removedIn)}});
    }
}

bool isToolEnvelopeError(const Json &payload)
{
    return payload.member("category"_L1).isString() && payload.member("code"_L1).isString()
        && payload.member("message"_L1).isString() && payload.member("recoverable"_L1).isBoolean();
}

bool breaksOff(const QByteArray &json)
{
    // An escape sequence whose end may be missing.
    static const QRegularExpression escapes(u"\\A[\\\\u0-9A-Fa-f]*\\z"_s);
    qsizetype open = 0;
    bool inString = false;
    for (qsizetype i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            ++open;
        } else if (c == '}' || c == ']') {
            --open;
        }
    }
    if (!inString && open <= 0)
        return false;
    const auto parsed = parseJsonDetailed(json);
    if (parsed)
        return false;
    const QByteArrayView unread = QByteArrayView(json).sliced(parsed.error().position.byteOffset);
    return unread.isEmpty()
        || (inString && unread.size() <= 12 && escapes.match(QString::fromLatin1(unread)).hasMatch());
}

} // namespace Workbench
