// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/httpbody.h"

#include "core/base/visibletext.h"
#include "core/envelope/bodymedia.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontext.h"

#include <QRegularExpression>
#include <QStringDecoder>
#include <QStringEncoder>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int longestShown = 60;

struct ByteOrderMark {
    QByteArrayView bytes;
    QLatin1StringView charset;
};
// Longer marks come first, because the mark of UTF-32LE begins with that of UTF-16LE.
constexpr std::array byteOrderMarks{ByteOrderMark{{"\0\0\xFE\xFF", 4}, "UTF-32BE"_L1},
    ByteOrderMark{{"\xFF\xFE\0\0", 4}, "UTF-32LE"_L1}, ByteOrderMark{{"\xEF\xBB\xBF", 3}, "UTF-8"_L1},
    ByteOrderMark{{"\xFE\xFF", 2}, "UTF-16BE"_L1}, ByteOrderMark{{"\xFF\xFE", 2}, "UTF-16LE"_L1}};

const ByteOrderMark *byteOrderMarkOf(QByteArrayView body)
{
    const auto *const found = std::ranges::find_if(
        byteOrderMarks, [body](const ByteOrderMark &mark) { return body.startsWith(mark.bytes); });
    return found == byteOrderMarks.end() ? nullptr : found;
}

//! Returns the variant of UTF-16 for a body without a byte order mark, or an empty string if it is not
//! UTF-16. Detected by the zero byte next to the first character, which is ASCII. \source RFC 4627 section 3
QString widthOf(QByteArrayView body)
{
    if (body.size() < 2 || (body[0] != '\0') == (body[1] != '\0'))
        return {};
    return body[0] == '\0' ? u"UTF-16BE"_s : u"UTF-16LE"_s;
}

//! Returns the encoding that the XML declaration names, or an empty string. The declaration must be in ASCII.
QString declaredEncoding(const QByteArray &xml)
{
    static const QRegularExpression declaration(
        u"^\\s*<\\?xml\\s[^>]{0,200}?encoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]{0,60})[\"']"_s);
    return declaration.match(QString::fromLatin1(xml.first(std::min<qsizetype>(xml.size(), 400))))
        .captured(1);
}

bool isKnownCharset(const QString &charset)
{
    return QStringDecoder(charset.toLatin1().constData()).isValid();
}

bool isSameCharset(const QString &a, const QString &b)
{
    const auto plain = [](const QString &name) { return name.toLower().remove(u'-').remove(u'_'); };
    const QString one = plain(a);
    const QString other = plain(b); // "utf-16" does not state the byte order
    return one == other || one == other + "le"_L1 || one == other + "be"_L1;
}

struct DecodedBody {
    QString text;
    QString charset;
    bool isBroken = false; //!< whether there are bytes that are invalid in the charset
    QList<Warning> remarks{};
};

void remark(QList<Warning> &to, const QString &message)
{
    to.append({{}, message, u"charset"_s, {}});
}

//! Returns the charset of the body. All texts use the order of precedence of XML.
//! \source RFC 7303 section 3
QString charsetOf(const MediaType &type, const QByteArray &body, QList<Warning> &remarks)
{
    const QString named = type.parameter(u"charset");
    if (const ByteOrderMark *const mark = byteOrderMarkOf(body)) {
        if (!named.isEmpty() && !isSameCharset(mark->charset, named)) {
            remark(remarks,
                u"The body begins with the byte order mark of %1, not of \"%2\" as its Content-Type says; read as %1."_s
                    .arg(mark->charset, visibleText(named, false, longestShown)));
        }
        return mark->charset;
    }
    const bool isStructured = isXmlMedia(type.essence) || isJsonMedia(type.essence);
    const QString width = isStructured ? widthOf(body) : QString();
    if (!width.isEmpty() && (!isKnownCharset(named) || isSameCharset(width, named)))
        return width;
    if (isKnownCharset(named))
        return named;
    const QString declared = isXmlMedia(type.essence) ? declaredEncoding(body) : QString();
    const QString used = isKnownCharset(declared) ? declared : u"UTF-8"_s;
    const QString unknown = named.isEmpty() && used != declared ? declared : named;
    if (!unknown.isEmpty()) {
        remark(remarks,
            u"The charset \"%1\" is not known; read as %2."_s.arg(
                visibleText(unknown, false, longestShown), used));
    }
    return used;
}

DecodedBody decoded(const MediaType &type, const QByteArray &body)
{
    DecodedBody out;
    out.charset = charsetOf(type, body, out.remarks);
    // Stateless, so that an incomplete character at the end of the body is replaced and not held back. The
    // decoder removes a byte order mark.
    QStringDecoder decoder(out.charset.toLatin1().constData(), QStringDecoder::Flag::Stateless);
    out.text = decoder(body);
    out.isBroken = decoder.hasError();
    if (out.isBroken && out.remarks.isEmpty())
        remark(out.remarks, u"The text contains bytes that are not valid in its charset."_s);
    return out;
}

void showAsText(BodyReading &reading, const DecodedBody &body)
{
    reading.form = BodyReading::Form::Text;
    reading.data = Json::string(body.text);
    reading.remarks += body.remarks;
}

//! Reads JSON. JSON is UTF-8: a body that is valid UTF-8 is read as such, whatever charset its type names.
//! \source RFC 8259 section 8.1
void readJson(BodyReading &reading, const MediaType &type, const QByteArray &body)
{
    const ByteOrderMark *const mark = byteOrderMarkOf(body);
    const bool isWide = (mark && mark->charset != "UTF-8"_L1) || !widthOf(body).isEmpty();
    const bool isUtf8 = !isWide && body.isValidUtf8();
    const DecodedBody text = isUtf8 ? DecodedBody{{}, u"UTF-8"_s} : decoded(type, body);
    auto parsed = parseJsonDetailed(isUtf8 ? body : jsonUtf8(text.text));
    if (!parsed) {
        reading.warnings.append({{},
            u"The body is labelled JSON but is not JSON (%1); it is shown as text."_s.arg(
                parsed.error().error.message),
            u"parse"_s, {}});
        reading.form = BodyReading::Form::Text; // so no remark about its charset is needed
        reading.data = Json::string(isUtf8 ? jsonText(body) : text.text);
        return;
    }
    reading.form = BodyReading::Form::Json;
    reading.data = parsed->value;
    for (const JsonRemark &one : parsed->remarks)
        reading.remarks.append({one.pointer, one.message, u"json"_s, {}});
    if (!isUtf8) {
        reading.warnings.append({{},
            text.isBroken
                ? u"JSON must be UTF-8; this body contains invalid bytes, which were replaced by U+FFFD."_s
                : u"JSON must be UTF-8; this body was read as %1."_s.arg(
                      visibleText(text.charset, false, longestShown)),
            u"encoding"_s, {}});
    }
}

//! Reads the JSON texts in \a body as an array: one text on each line, or after each record separator. Texts
//! that are not JSON stay in their place as strings. \source RFC 7464 section 2
void readSequence(BodyReading &reading, const MediaType &type, const QByteArray &body)
{
    constexpr char recordSeparator = '\x1E';
    constexpr qsizetype mostNamed = 5; // of the invalid lines
    constexpr qsizetype mostRemarks = 100; // the limit for one JSON text
    const qint64 mostSequenceValues = Limits().jsonNodes; // in all texts together
    QList<Warning> remarks;
    const bool isUtf8 = isSameCharset(charsetOf(type, body, remarks), u"utf-8"_s);
    const bool isAsSent = isUtf8 && !byteOrderMarkOf(body) && body.isValidUtf8();
    const DecodedBody text = isAsSent ? DecodedBody{{}, {}, false, remarks} : decoded(type, body);
    const QByteArray utf8 = isAsSent ? body : jsonUtf8(text.text);
    const bool hasRecords = type.essence.endsWith("json-seq"_L1);
    JsonBuilder list; // one document, because many small documents would need much memory
    list.beginArray();
    qsizetype items = 0;
    qint64 left = mostSequenceValues;
    qsizetype broken = 0;
    QStringList places;
    qsizetype column = 0; // in the first invalid line
    qsizetype number = 0;
    for (qsizetype at = 0; at < utf8.size() && left > 0;) {
        const qsizetype found = utf8.indexOf(hasRecords ? recordSeparator : '\n', at);
        const qsizetype end = found < 0 ? utf8.size() : found;
        const QByteArray record = utf8.sliced(at, end - at).trimmed();
        at = end + 1;
        number += hasRecords && record.isEmpty() ? 0 : 1;
        if (record.isEmpty())
            continue;
        const auto parsed = parseJsonDetailed(record, left);
        left -= parsed ? parsed->value.nodeCount() : 1;
        if (parsed) {
            for (const JsonRemark &one : parsed->remarks) {
                if (reading.remarks.size() < mostRemarks)
                    reading.remarks.append(
                        {QString(u"/%1"_s.arg(items) + one.pointer), one.message, u"json"_s, {}});
            }
            list.value(parsed->value);
        } else {
            if (parsed.error().error.kind == ErrorKind::Limit)
                left = 0;
            if (++broken == 1)
                column = parsed.error().position.column;
            if (broken <= mostNamed)
                places.append(QString::number(number));
            list.value(Json::string(jsonText(record)));
        }
        ++items;
    }
    if (left <= 0) {
        showAsText(reading, decoded(type, body));
        reading.warnings.append({{},
            u"The list holds more values than can be read (%1); it is shown as text."_s.arg(
                mostSequenceValues),
            u"parse"_s, {}});
        return;
    }
    reading.form = BodyReading::Form::JsonSequence;
    reading.data = list.endArray().take();
    if (broken == 0) {
        reading.remarks += text.remarks;
        return;
    }
    const QString what = hasRecords ? u"Record"_s : u"Line"_s;
    QString named = places.join(", "_L1);
    if (broken > mostNamed)
        named += u" and %1 more"_s.arg(broken - mostNamed);
    const QString message = broken == 1
        ? u"%1 %2 is not JSON (column %3); it is kept as text, and the list is not validated."_s
              .arg(what, named)
              .arg(column)
        : u"%1s %2 are not JSON (the first at column %3); they are kept as text, and the list is not validated."_s
              .arg(what, named)
              .arg(column);
    reading.warnings.append({{}, message, u"parse"_s, {}});
}

//! Returns whether \a body is valid UTF-8 without control characters that do not occur in texts.
bool looksLikeText(const QByteArray &body)
{
    return body.isValidUtf8() && std::ranges::none_of(body, [](char c) {
        return (uchar(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1B')
            || c == '\x7F';
    });
}

//! Reads a body without a usable type by its bytes, with a warning that states the assumption.
//! \source RFC 9110 section 8.3
void examine(BodyReading &reading, const QString &contentType, const QByteArray &body, bool expectsJson)
{
    const QString said = contentType.isEmpty()
        ? u"The answer has no Content-Type"_s
        : u"The Content-Type \"%1\" is not a media type"_s.arg(visibleText(contentType, false, longestShown));
    const ByteOrderMark *const mark = byteOrderMarkOf(body);
    const bool isWide = (mark && mark->charset != "UTF-8"_L1) || !widthOf(body).isEmpty();
    const DecodedBody wide = isWide ? decoded({u"application/json"_s}, body) : DecodedBody{};
    const QByteArray utf8 = isWide ? jsonUtf8(wide.text) : body;
    const bool isXml = utf8.trimmed().startsWith("<?xml");
    const auto parsed = parseJsonDetailed(utf8);
    QString assumed;
    if (parsed && (expectsJson || parsed->value.isObject() || parsed->value.isArray())) {
        reading.mediaType = u"application/json"_s;
        readJson(reading, {reading.mediaType}, body);
        assumed = u"JSON"_s;
    } else if (!wide.isBroken && (isXml || looksLikeText(utf8))) {
        reading.mediaType = isXml ? u"application/xml"_s : u"text/plain"_s;
        showAsText(reading, isWide && !isXml ? wide : decoded({reading.mediaType}, body));
        assumed = isXml ? u"XML"_s : u"text"_s;
    } else {
        reading.mediaType = u"application/octet-stream"_s;
        reading.form = BodyReading::Form::Bytes;
        reading.data = Json::string(QString::fromLatin1(body.toBase64()));
        assumed = u"bytes"_s;
    }
    reading.warnings.append({{}, u"%1; read as %2."_s.arg(said, assumed), u"contentType"_s, {}});
}

QByteArray encodedText(const QString &text, const MediaType &type)
{
    const QString charset = type.parameter(u"charset");
    QStringEncoder encoder(charset.isEmpty() ? "UTF-8" : charset.toLatin1().constData());
    if (!encoder.isValid())
        return jsonUtf8(text);
    const QByteArray bytes = encoder(text);
    return encoder.hasError() ? jsonUtf8(text) : bytes;
}

} // namespace

BodyReading readBody(const QString &contentType, const QByteArray &body, bool expectsJson)
{
    const MediaType type = MediaType::read(contentType);
    BodyReading reading;
    reading.mediaType = contentType;
    if (body.isEmpty())
        return reading;
    if (!type.isValid()) {
        examine(reading, contentType, body, expectsJson);
    } else if (isJsonMedia(type.essence)) {
        readJson(reading, type, body);
    } else if (isJsonSequenceMedia(type.essence)) {
        readSequence(reading, type, body);
    } else if (!isBinaryMedia(type.essence)) {
        showAsText(reading, decoded(type, body));
    } else {
        reading.form = BodyReading::Form::Bytes;
        reading.data = Json::string(QString::fromLatin1(body.toBase64()));
    }
    return reading;
}

QByteArray bodyOfData(const Json &data, const QString &contentType, bool isText)
{
    if (data.isAbsent())
        return {};
    const MediaType type = MediaType::read(contentType);
    if (isJsonSequenceMedia(type.essence) && data.isArray()) {
        QByteArray lines;
        for (const Json &item : data.items())
            lines += (type.essence.endsWith("json-seq"_L1) ? "\x1E" : "") + item.toBytes() + '\n';
        return lines;
    }
    if (!data.isString() || (isJsonMedia(type.essence) && !isText))
        return data.toBytes();
    const QString text = data.toString();
    if (isBinaryMedia(contentType)) { // a hand-written fixture may contain text here
        const auto decodedBytes = QByteArray::fromBase64Encoding(
            text.toLatin1(), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        if (decodedBytes)
            return *decodedBytes;
    }
    return encodedText(text, type);
}

QByteArray bodyOf(const Outcome &outcome, const QByteArray &kept)
{
    const auto *const http = std::get_if<HttpMeta>(&outcome.envelope.meta());
    if (!http || outcome.receivedData.isAbsent())
        return {};
    const QByteArray ours = outcome.receivedData.toBytes();
    const bool isWhole = readBody(http->contentType, kept).data.toBytes() == ours
        || readBody(http->contentType, kept, true).data.toBytes() == ours;
    const bool isText = std::ranges::any_of(
        outcome.warnings, [](const Warning &warning) { return warning.keyword == "parse"_L1; });
    return isWhole ? kept : bodyOfData(outcome.receivedData, http->contentType, isText);
}

QByteArray keptErrorBody(const QByteArray &body, const Limits &limits)
{
    if (body.size() <= limits.httpErrorBodyBytes)
        return body;
    const QByteArray first = body.first(limits.httpErrorBodyBytes);
    QByteArray kept = first;
    for (int i = 0; i < 3 && !kept.isEmpty() && !kept.isValidUtf8(); ++i) // removes a character that was cut
        kept.chop(1);
    return kept.isValidUtf8() ? kept : first;
}

Warning cutBodyWarning(qsizetype kept)
{
    return {{}, u"Only the first %1 bytes of the body are kept (limit http.errorBodyBytes)."_s.arg(kept),
        u"limit"_s, {}};
}

Error withErrorBody(
    Error error, int status, const QString &contentType, const QByteArray &body, const Limits &limits)
{
    if (body.trimmed().isEmpty())
        return error;
    const QByteArray kept = keptErrorBody(body, limits);
    const bool isCut = kept.size() < body.size();
    const QString essence = MediaType::read(contentType).essence;
    const bool isPart = isCut && (isJsonMedia(essence) || isJsonSequenceMedia(essence));
    const BodyReading reading = readBody(isPart ? u"text/plain"_s : contentType, kept);
    const QString type = contentType.isEmpty() ? reading.mediaType : contentType;
    error.detail.clear();
    error.details = withMember(error.details, u"statusCode", Json::integer(status));
    error.details =
        withMember(error.details, u"headers", Json::object({{u"content-type"_s, Json::string(type)}}));
    error.details = withMember(error.details, u"body", reading.data);
    if (isCut) {
        const Warning cut = cutBodyWarning(kept.size());
        error.details = withMember(error.details, u"warnings",
            Json::array({Json::object({{u"pointer"_s, Json::string(cut.pointer)},
                {u"message"_s, Json::string(cut.message)}, {u"keyword"_s, Json::string(cut.keyword)},
                {u"schemaLocation"_s, Json::string(cut.schemaLocation)}})}));
    }
    return error;
}

QString peerText(const Error &error)
{
    const Json &details = error.details;
    const bool isHttp = details.member("statusCode"_L1).isNumber();
    const bool isJsonRpc = details.member("code"_L1).isNumber() && details.member("message"_L1).isString();
    const Json said = isHttp ? details.member("body"_L1) : isJsonRpc ? details.member("data"_L1) : Json();
    if (said.isAbsent() || said.isNull())
        return {};
    const Json assumed = details.member("contentType"_L1);
    const Json type = assumed.isString() ? assumed : details.member("headers"_L1).member("content-type"_L1);
    if (isHttp && said.isString() && isBinaryMedia(type.toString()))
        return {};
    return said.isString() ? said.toString() : QString::fromUtf8(said.toBytes(Json::Layout::Indented));
}

} // namespace Workbench
