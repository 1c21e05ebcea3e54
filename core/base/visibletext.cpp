// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"

#include <QtMath>

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

struct CodePoints {
    char32_t first;
    char32_t last;
};

//! Characters without a visible shape that are not in category Cf. Category Cf is checked separately.
constexpr std::array invisibleRanges{
    CodePoints{0x034F, 0x034F}, // combining grapheme joiner
    CodePoints{0x115F, 0x1160}, // Hangul fillers
    CodePoints{0x17B4, 0x17B5}, // Khmer inherent vowels
    CodePoints{0x180B, 0x180F}, // Mongolian selectors
    CodePoints{0x2060, 0x206F}, // word joiner, isolates, unassigned
    CodePoints{0x2800, 0x2800}, // empty Braille pattern
    CodePoints{0x3164, 0x3164}, // Hangul filler
    CodePoints{0xFDD0, 0xFDEF}, // noncharacters
    CodePoints{0xFE00, 0xFE0F}, // variation selectors
    CodePoints{0xFFA0, 0xFFA0}, // half-width Hangul filler
    CodePoints{0xFFF0, 0xFFFB}, // unassigned, annotations
    CodePoints{0xE0000, 0xE0FFF}, // tags, variation selectors
};

//! Returns whether \a c selects text or emoji presentation of the preceding character. One such selector is
//! part of an ordinary emoji.
bool isPresentationSelector(char32_t c)
{
    return c == 0xFE0E || c == 0xFE0F;
}

//! Returns the short escape for \a c, or an empty text if it has none.
QLatin1StringView shortEscape(char32_t c)
{
    switch (c) {
    case u'\n': return "\\n"_L1;
    case u'\r': return "\\r"_L1;
    case u'\t': return "\\t"_L1;
    default: return {};
    }
}

//! Writes \a value with at most two decimals and three digits; digits before the decimal point are all kept.
QString threeDigits(double value)
{
    return QString::number(value, 'f', value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

} // namespace

bool isInvisible(char32_t c)
{
    if (c < 0x7F)
        return c < 0x20;
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return true;
    default: break;
    }
    if ((c & 0xFFFE) == 0xFFFE)
        return true;
    for (const CodePoints &range : invisibleRanges) {
        if (c >= range.first && c <= range.last)
            return true;
    }
    return false;
}

QString visibleText(QStringView text, bool multiLine, qsizetype maxLength)
{
    QString result;
    result.reserve(maxLength < 0 ? text.size() : std::min(text.size(), maxLength + 1));
    bool afterVisible = false;
    for (qsizetype at = 0; at < text.size();) {
        char32_t c = text.at(at).unicode();
        qsizetype units = 1;
        if (text.at(at).isHighSurrogate() && at + 1 < text.size() && text.at(at + 1).isLowSurrogate()) {
            c = QChar::surrogateToUcs4(text.at(at), text.at(at + 1));
            units = 2;
        }
        if (multiLine && c == u'\r' && at + 1 < text.size() && text.at(at + 1) == u'\n') {
            ++at;
            continue;
        }
        const bool keep = (multiLine && (c == u'\n' || c == u'\t'))
            || (afterVisible && isPresentationSelector(c)) || !isInvisible(c);
        const qsizetype before = result.size();
        if (keep)
            result += text.sliced(at, units);
        else if (const QLatin1StringView escape = shortEscape(c); !escape.isEmpty())
            result += escape;
        else
            result += u"\\u{%1}"_s.arg(QString::number(c, 16).toUpper());
        if (maxLength >= 0 && result.size() > maxLength) {
            result.truncate(before);
            result += u'…';
            break;
        }
        afterVisible = keep && !isPresentationSelector(c);
        at += units;
    }
    return result;
}

QString sizeText(qint64 bytes)
{
    constexpr qint64 kilo = 1000;
    if (bytes < kilo)
        return u"%1 B"_s.arg(bytes);
    constexpr std::array units{"kB"_L1, "MB"_L1, "GB"_L1, "TB"_L1, "PB"_L1, "EB"_L1};
    double value = double(bytes) / kilo;
    size_t unit = 0;
    while (value >= 999.5 && unit + 1 < units.size()) {
        value /= kilo;
        ++unit;
    }
    return threeDigits(value) + u' ' + units[unit];
}

QString durationText(qint64 milliseconds)
{
    constexpr qint64 second = 1000;
    if (milliseconds < second)
        return u"%1 ms"_s.arg(milliseconds);
    if (milliseconds < 59'950) // everything that does not round to 60.0 s
        return threeDigits(double(milliseconds) / second) + " s"_L1;
    const qint64 seconds = milliseconds / second + (milliseconds % second >= second / 2 ? 1 : 0);
    const qint64 minutes = seconds / 60;
    if (minutes < 60)
        return u"%1 min %2 s"_s.arg(minutes).arg(seconds % 60);
    return u"%1 h %2 min"_s.arg(minutes / 60).arg(minutes % 60);
}

} // namespace Workbench
