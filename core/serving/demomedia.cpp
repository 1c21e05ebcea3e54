// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/demomedia.h"

#include <QtEndian>

#include <cmath>
#include <numbers>

namespace Workbench {

namespace {

constexpr int samplesPerSecond = 8000;

// CRC-32 of PNG chunks (ISO 3309); QtCore offers only CRC-16.
quint32 crc32(const QByteArray &bytes)
{
    quint32 crc = 0xffffffffU;
    for (const char byte : bytes) {
        crc ^= quint8(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) ? (crc >> 1U) ^ 0xedb88320U : crc >> 1U;
    }
    return ~crc;
}

QByteArray bigEndian(quint32 value)
{
    QByteArray out(4, '\0');
    qToBigEndian(value, out.data());
    return out;
}

template <typename T> QByteArray littleEndian(T value)
{
    QByteArray out(sizeof(T), '\0');
    qToLittleEndian(value, out.data());
    return out;
}

QByteArray chunk(const QByteArray &type, const QByteArray &content)
{
    const QByteArray body = type + content;
    return bigEndian(quint32(content.size())) + body + bigEndian(crc32(body));
}

} // namespace

QByteArray dotPng(std::array<quint8, 3> rgb, int side)
{
    QByteArray rows;
    const double centre = (side - 1) / 2.0;
    for (int y = 0; y < side; ++y) {
        rows.append('\0'); // no filter
        for (int x = 0; x < side; ++x) {
            const bool inside = std::hypot(x - centre, y - centre) <= side / 2.0;
            for (const quint8 part : rgb)
                rows.append(char(part));
            rows.append(inside ? '\xff' : '\0');
        }
    }
    const QByteArray header =
        bigEndian(quint32(side)) + bigEndian(quint32(side)) + QByteArray("\x08\x06\0\0\0", 5); // 8 bits, RGBA
    return QByteArray("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", header)
        + chunk("IDAT", qCompress(rows).sliced(4)) // after Qt's length
        + chunk("IEND", {});
}

QByteArray beepWav(int hertz, int milliseconds)
{
    QByteArray samples;
    const int count = samplesPerSecond * milliseconds / 1000;
    for (int i = 0; i < count; ++i)
        samples.append(char(
            quint8(128 + std::lround(96 * std::sin(2 * std::numbers::pi * hertz * i / samplesPerSecond)))));
    const QByteArray format = littleEndian<quint16>(1) + littleEndian<quint16>(1)
        + littleEndian<quint32>(samplesPerSecond) + littleEndian<quint32>(samplesPerSecond)
        + littleEndian<quint16>(1) + littleEndian<quint16>(8); // PCM, mono
    if (samples.size() % 2 != 0)
        samples.append('\x80'); // chunks have even length
    const QByteArray body = QByteArray("WAVEfmt ") + littleEndian<quint32>(quint32(format.size())) + format
        + "data" + littleEndian<quint32>(quint32(samples.size())) + samples;
    return QByteArray("RIFF") + littleEndian<quint32>(quint32(body.size())) + body;
}

} // namespace Workbench
