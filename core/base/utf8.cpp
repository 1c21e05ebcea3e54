// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/utf8.h"

namespace Workbench {

namespace {

struct Lead {
    qsizetype length; // of the whole sequence; 0 if no sequence starts with this byte
    uchar lowest; // lowest second byte
    uchar highest; // highest second byte
};

//! Looks up \a byte in table 3-7 of Unicode 16, "Well-Formed UTF-8 Byte Sequences".
Lead leadOf(uchar byte)
{
    if (byte < 0x80)
        return {1, 0, 0};
    if (byte >= 0xC2 && byte <= 0xDF)
        return {2, 0x80, 0xBF};
    if (byte >= 0xE0 && byte <= 0xEF)
        return {3, uchar(byte == 0xE0 ? 0xA0 : 0x80), uchar(byte == 0xED ? 0x9F : 0xBF)};
    if (byte >= 0xF0 && byte <= 0xF4)
        return {4, uchar(byte == 0xF0 ? 0x90 : 0x80), uchar(byte == 0xF4 ? 0x8F : 0xBF)};
    return {0, 0, 0};
}

//! A sequence of bytes that belong together.
struct Sequence {
    qsizetype length;
    bool isWhole; // whether they are a complete character
};

Sequence sequenceAt(const QByteArray &bytes, qsizetype at)
{
    const Lead lead = leadOf(uchar(bytes[at]));
    qsizetype length = 1;
    for (; length < lead.length && at + length < bytes.size(); ++length) {
        const auto next = uchar(bytes[at + length]);
        const bool fits = length == 1 ? next >= lead.lowest && next <= lead.highest : (next & 0xC0) == 0x80;
        if (!fits)
            break;
    }
    return {length, length == lead.length};
}

} // namespace

QByteArray repairedUtf8(QByteArray bytes)
{
    if (bytes.isValidUtf8())
        return bytes;
    QByteArray out;
    out.reserve(bytes.size() + 16);
    qsizetype at = 0;
    while (at < bytes.size()) {
        const Sequence sequence = sequenceAt(bytes, at);
        if (sequence.isWhole)
            out.append(bytes.constData() + at, sequence.length);
        else
            out.append("\xEF\xBF\xBD");
        at += sequence.length;
    }
    return out;
}

qsizetype firstInvalidUtf8(const QByteArray &bytes)
{
    if (bytes.isValidUtf8())
        return -1;
    qsizetype at = 0;
    for (Sequence sequence; at < bytes.size(); at += sequence.length) {
        sequence = sequenceAt(bytes, at);
        if (!sequence.isWhole)
            break;
    }
    return at;
}

} // namespace Workbench
