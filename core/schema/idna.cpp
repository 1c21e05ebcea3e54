// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/idna_p.h"

#include <QList>
#include <QStringList>

#include <algorithm>

namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

namespace {

using CodePoints = QList<uint>;

constexpr uint zeroWidthNonJoiner = 0x200c;
constexpr uint zeroWidthJoiner = 0x200d;

bool isWithin(uint c, uint first, uint last)
{
    return c >= first && c <= last;
}

//! \source RFC 5892 2.6
bool isAllowedException(uint c)
{
    constexpr uint allowed[] = {0xdf, 0x3c2, 0x6fd, 0x6fe, 0xf0b, 0x3007};
    return std::ranges::find(allowed, c) != std::end(allowed);
}

//! \source RFC 5892 2.6 and 2.4, 2.5, 2.9; of the ignorable ones only letters and marks, as the rest is
//! refused by its category
bool isRefused(uint c)
{
    constexpr uint single[] = {0x640, 0x7fa, 0x302e, 0x302f, 0x303b, 0x34f, 0x17b4, 0x17b5, 0x180f};
    return std::ranges::find(single, c) != std::end(single) || isWithin(c, 0x3031, 0x3035)
        || isWithin(c, 0x1100, 0x11ff) || isWithin(c, 0xa960, 0xa97f) || isWithin(c, 0xd7b0, 0xd7ff)
        || isWithin(c, 0x180b, 0x180d) || isWithin(c, 0xfe00, 0xfe0f) || isWithin(c, 0xe0100, 0xe01ef)
        || isWithin(c, 0x20d0, 0x20ff) || isWithin(c, 0x1d100, 0x1d24f);
}

//! Whether normalising and folding would make something else of it.
bool isUnstable(uint c)
{
    const char32_t point = c;
    const QString text = QString::fromUcs4(&point, 1);
    const QString folded = text.normalized(QString::NormalizationForm_KC).toCaseFolded();
    return folded.normalized(QString::NormalizationForm_KC) != text;
}

bool isLetterOrDigit(uint c)
{
    switch (QChar::category(c)) {
    case QChar::Letter_Lowercase:
    case QChar::Letter_Uppercase:
    case QChar::Letter_Other:
    case QChar::Letter_Modifier:
    case QChar::Number_DecimalDigit:
    case QChar::Mark_NonSpacing:
    case QChar::Mark_SpacingCombining: return true;
    default: return false;
    }
}

bool isVirama(uint c)
{
    constexpr int viramaClass = 9;
    return QChar::combiningClass(c) == viramaClass;
}

//! A non-joiner between letters that would join. \source RFC 5892 A.1
bool separatesJoining(const CodePoints &label, qsizetype at)
{
    qsizetype before = at - 1;
    while (before >= 0 && QChar::joiningType(label.at(before)) == QChar::Joining_Transparent)
        --before;
    qsizetype after = at + 1;
    while (after < label.size() && QChar::joiningType(label.at(after)) == QChar::Joining_Transparent)
        ++after;
    if (before < 0 || after >= label.size())
        return false;
    const QChar::JoiningType left = QChar::joiningType(label.at(before));
    const QChar::JoiningType right = QChar::joiningType(label.at(after));
    return (left == QChar::Joining_Left || left == QChar::Joining_Dual)
        && (right == QChar::Joining_Right || right == QChar::Joining_Dual);
}

bool isScript(const CodePoints &label, qsizetype at, QChar::Script script)
{
    return at >= 0 && at < label.size() && QChar::script(label.at(at)) == script;
}

//! Nothing for a letter that needs no surroundings. \source RFC 5892 appendix A
std::optional<bool> fitsItsContext(const CodePoints &label, qsizetype at)
{
    const uint c = label.at(at);
    const auto is = [&label](qsizetype place, uint letter) {
        return place >= 0 && place < label.size() && label.at(place) == letter;
    };
    const auto has = [&label](uint first, uint last) {
        return std::ranges::any_of(label, [&](uint letter) { return isWithin(letter, first, last); });
    };
    if (c == zeroWidthJoiner || c == zeroWidthNonJoiner) {
        return (at > 0 && isVirama(label.at(at - 1)))
            || (c == zeroWidthNonJoiner && separatesJoining(label, at));
    }
    if (c == 0xb7) // middle dot
        return is(at - 1, u'l') && is(at + 1, u'l');
    if (c == 0x375) // Greek lower numeral sign
        return isScript(label, at + 1, QChar::Script_Greek);
    if (c == 0x5f3 || c == 0x5f4) // geresh, gershayim
        return isScript(label, at - 1, QChar::Script_Hebrew);
    if (c == 0x30fb) { // Katakana middle dot
        return std::ranges::any_of(label, [](uint letter) {
            const QChar::Script script = QChar::script(letter);
            return script == QChar::Script_Hiragana || script == QChar::Script_Katakana
                || script == QChar::Script_Han;
        });
    }
    if (isWithin(c, 0x660, 0x669))
        return !has(0x6f0, 0x6f9);
    if (isWithin(c, 0x6f0, 0x6f9))
        return !has(0x660, 0x669);
    return {};
}

bool isAllowed(const CodePoints &label, qsizetype at)
{
    const uint c = label.at(at);
    if (isAllowedException(c) || isWithin(c, u'a', u'z') || isWithin(c, u'0', u'9') || c == u'-')
        return true;
    if (const std::optional<bool> fits = fitsItsContext(label, at))
        return *fits;
    return !isRefused(c) && isLetterOrDigit(c) && !isUnstable(c);
}

bool isUnicodeLabel(const QString &text)
{
    const CodePoints label = text.toUcs4();
    if (label.isEmpty() || label.first() == u'-' || label.last() == u'-' || text.mid(2, 2) == "--"_L1
        || QChar::isMark(label.first()) || text.normalized(QString::NormalizationForm_C) != text)
        return false;
    for (qsizetype i = 0; i < label.size(); ++i) {
        if (!isAllowed(label, i))
            return false;
    }
    return true;
}

bool isRightToLeft(const QString &label)
{
    return std::ranges::any_of(label.toUcs4(), [](uint c) {
        const QChar::Direction direction = QChar::direction(c);
        return direction == QChar::DirR || direction == QChar::DirAL || direction == QChar::DirAN;
    });
}

//! \source RFC 5893 2
bool fitsBidiRule(const QString &text)
{
    const CodePoints label = text.toUcs4();
    const QChar::Direction first = QChar::direction(label.first());
    const bool rightToLeft = first == QChar::DirR || first == QChar::DirAL;
    if (!rightToLeft && first != QChar::DirL)
        return false;
    bool european = false;
    bool arabic = false;
    QChar::Direction last = first;
    for (const uint c : label) {
        const QChar::Direction direction = QChar::direction(c);
        if (direction != QChar::DirNSM)
            last = direction;
        european = european || direction == QChar::DirEN;
        arabic = arabic || direction == QChar::DirAN;
        switch (direction) {
        case QChar::DirEN:
        case QChar::DirES:
        case QChar::DirCS:
        case QChar::DirET:
        case QChar::DirON:
        case QChar::DirBN:
        case QChar::DirNSM: break;
        case QChar::DirR:
        case QChar::DirAL:
        case QChar::DirAN:
            if (!rightToLeft)
                return false;
            break;
        case QChar::DirL:
            if (rightToLeft)
                return false;
            break;
        default: return false;
        }
    }
    if (!rightToLeft)
        return last == QChar::DirL || last == QChar::DirEN;
    return !(european && arabic)
        && (last == QChar::DirR || last == QChar::DirAL || last == QChar::DirEN || last == QChar::DirAN);
}

} // namespace

bool areIdnaLabels(const QStringList &labels)
{
    constexpr qsizetype longestLabel = 63;
    constexpr qsizetype longestName = 253;
    qsizetype length = labels.size() - 1;
    QStringList unicode;
    for (const QString &label : labels) {
        const bool isAscii = std::ranges::all_of(label, [](QChar c) { return c.unicode() < 0x80; });
        QString encoded = label;
        QString decoded = label.toLower();
        if (isAscii && label.startsWith("xn--"_L1, Qt::CaseInsensitive)) {
            encoded = decoded.sliced(4);
            decoded = punycodeDecoded(encoded);
            // Spelled in the one way there is, and for something that needs it.
            if (decoded.isEmpty() || punycodeEncoded(decoded) != encoded || encoded.endsWith(u'-'))
                return false;
            encoded = label;
        } else if (!isAscii) {
            decoded = label;
            encoded = "xn--"_L1 + punycodeEncoded(label);
        } else if (!label.startsWith(u'-') && !label.endsWith(u'-')
            && std::ranges::all_of(label, [](QChar c) { return c.isLetterOrNumber() || c == u'-'; })) {
            length += label.size();
            if (label.isEmpty() || label.size() > longestLabel)
                return false;
            unicode.append(decoded);
            continue;
        }
        if (!isUnicodeLabel(decoded) || encoded.size() > longestLabel)
            return false;
        length += encoded.size();
        unicode.append(decoded);
    }
    if (length > longestName)
        return false;
    return !std::ranges::any_of(unicode, isRightToLeft) || std::ranges::all_of(unicode, fitsBidiRule);
}

} // namespace Workbench::SchemaProgram
