// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/idna_p.h"

#include <QList>

#include <algorithm>

namespace Workbench::SchemaProgram {

namespace {

constexpr quint64 base = 36;
constexpr quint64 lowest = 1; // thresholds
constexpr quint64 highest = 26;
constexpr quint64 firstBias = 72;
constexpr quint64 firstCodePoint = 128;
constexpr qsizetype longest = 1024; // far beyond any label; keeps the quadratic parts short

quint64 adapted(quint64 delta, quint64 points, bool isFirst)
{
    delta /= isFirst ? 700 : 2;
    delta += delta / points;
    quint64 k = 0;
    for (; delta > (base - lowest) * highest / 2; k += base)
        delta /= base - lowest;
    return k + (base - lowest + 1) * delta / (delta + 38);
}

quint64 threshold(quint64 k, quint64 bias)
{
    return k <= bias ? lowest : std::min(highest, k - bias);
}

//! 36 for what is no digit.
quint64 digitOf(QChar c)
{
    if (c >= u'a' && c <= u'z')
        return c.unicode() - u'a';
    if (c >= u'A' && c <= u'Z')
        return c.unicode() - u'A';
    return c >= u'0' && c <= u'9' ? quint64(c.unicode() - u'0' + 26) : base;
}

QChar digit(quint64 value)
{
    return QChar(char16_t(value < 26 ? u'a' + value : u'0' + value - 26));
}

} // namespace

QString punycodeDecoded(QStringView text)
{
    if (text.size() > longest)
        return {};
    QList<char32_t> points;
    const qsizetype hyphen = text.lastIndexOf(u'-');
    for (qsizetype i = 0; i < hyphen; ++i)
        points.append(text.at(i).unicode());
    quint64 n = firstCodePoint;
    quint64 i = 0;
    quint64 bias = firstBias;
    for (qsizetype at = hyphen + 1; at < text.size();) {
        const quint64 before = i;
        quint64 weight = 1;
        for (quint64 k = base;; k += base) {
            const quint64 value = at < text.size() ? digitOf(text.at(at++)) : base;
            if (value >= base)
                return {};
            i += value * weight;
            if (i > quint64(QChar::LastValidCodePoint + 1) * longest)
                return {};
            const quint64 t = threshold(k, bias);
            if (value < t)
                break;
            weight *= base - t;
            if (weight > quint64(1) << 40)
                return {};
        }
        const quint64 count = quint64(points.size()) + 1;
        bias = adapted(i - before, count, before == 0);
        n += i / count;
        i %= count;
        if (n > QChar::LastValidCodePoint || QChar::isSurrogate(char32_t(n)))
            return {};
        points.insert(qsizetype(i++), char32_t(n));
    }
    return QString::fromUcs4(points.constData(), points.size());
}

QString punycodeEncoded(const QString &text)
{
    const QList<uint> points = text.toUcs4();
    if (points.size() > longest)
        return {};
    QString result;
    for (const uint point : points) {
        if (point < firstCodePoint)
            result += QChar(char16_t(point));
    }
    quint64 done = quint64(result.size());
    const quint64 basic = done;
    if (basic > 0)
        result += u'-';
    quint64 n = firstCodePoint;
    quint64 delta = 0;
    quint64 bias = firstBias;
    while (done < quint64(points.size())) {
        quint64 next = QChar::LastValidCodePoint;
        for (const uint point : points) {
            if (point >= n)
                next = std::min<quint64>(next, point);
        }
        delta += (next - n) * (done + 1);
        n = next;
        for (const uint point : points) {
            if (point < n)
                ++delta;
            if (point != n)
                continue;
            quint64 q = delta;
            for (quint64 k = base;; k += base) {
                const quint64 t = threshold(k, bias);
                if (q < t)
                    break;
                result += digit(t + (q - t) % (base - t));
                q = (q - t) / (base - t);
            }
            result += digit(q);
            bias = adapted(delta, done + 1, done == basic);
            delta = 0;
            ++done;
        }
        ++delta;
        ++n;
    }
    return result;
}

} // namespace Workbench::SchemaProgram
