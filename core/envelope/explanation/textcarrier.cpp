// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsonpointer.h"

#include <QRegularExpression>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

QByteArrayView trimmedText(QByteArrayView text)
{
    constexpr QByteArrayView byteOrderMark = "\xEF\xBB\xBF";
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

} // namespace Workbench
