// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/utf8.h"
#include "core/envelope/recognition/toolenvelopetext_p.h"
#include "core/json/jsontext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_";

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool continuesCharacter(char c)
{
    return (uchar(c) & 0xC0) == 0x80;
}

//! Characters, not bytes.
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

//! Why \a text is not base64; empty when it may be. Positions count characters of the whole text.
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
            return u"character \"%1\" at %2"_s.arg(jsonText(text.sliced(i, end - i))).arg(position);
        }
        if (c == '=' && firstPadding < 0)
            firstPadding = position;
        else if (c != '=' && firstPadding >= 0)
            hasDataAfterPadding = true;
    }
    return hasDataAfterPadding ? u"data after padding at %1"_s.arg(firstPadding) : QString();
}

} // namespace

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

} // namespace Workbench
