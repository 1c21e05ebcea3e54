// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/recognition/toolenvelope_p.h"
#include "core/envelope/recognition/toolenvelopetext_p.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontext.h"

#include <QRegularExpression>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView mark = "__ENVELOPE_V";
constexpr QByteArrayView byteOrderMark = "\xEF\xBB\xBF";

//! A block with the prefix: the digits of its version and what follows the colon.
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

//! \source envelopes.md 3.1
std::optional<Marked> findMark(QByteArrayView text)
{
    const QByteArrayView start = withoutLeadingBlanks(text);
    if (auto marked = markedAt(start)) {
        marked->hasLeadingWhitespace = start.size() != text.size();
        return marked;
    }
    if (!text.contains(mark)) // much faster than line by line
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

//! What meta says of the version; false: the envelope is refused. \source envelopes.md 3.2
bool acceptsVersion(const Json &meta, RecognitionNotes &notes)
{
    const Json version = meta.member("version"_L1);
    if (!version.isInteger()) {
        notes.add("tool-envelope.bad-version-type"_L1, {{"t"_L1, kindWords(version)}, {"v"_L1, u"1"_s}});
        return true;
    }
    if (version == Json::integer(1))
        return true;
    const QString text = QString::fromLatin1(version.numberText());
    notes.add("tool-envelope.version-conflict"_L1, {{"v"_L1, u"1"_s}, {"m"_L1, text}});
    notes.add("tool-envelope.unsupported-version"_L1, {{"v"_L1, text}});
    return false;
}

//! The decoded object of \a marked; absent, with a note, when it cannot be used. \source envelopes.md 3.2-3.4
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
        notes.add("tool-envelope.bad-shape"_L1, {{"t"_L1, kindWords(*parsed)}});
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

ToolEnvelopeBlocks findToolEnvelopes(
    const Json &content, const QString &tool, const RecognitionOptions &options, RecognitionNotes &notes)
{
    ToolEnvelopeBlocks found;
    qsizetype used = -1;
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
        if (used >= 0) {
            notes.add("tool-envelope.duplicate-block"_L1, {{"i"_L1, place}, {"u"_L1, QString::number(used)}});
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
            used = index;
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
                {{"f"_L1, QString(name)}, {"want"_L1, u"a string"_s}, {"t"_L1, kindWords(value)}});
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

bool breaksOff(QByteArrayView json)
{
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
    return inString || open > 0;
}

} // namespace Workbench
