// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/idna_p.h"

#include <QStringList>

#include <algorithm>
#include <idn2.h>
#include <memory>

namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

namespace {

//! Returns the label in its DNS form ("xn--…"). Empty if IDNA2008 does not allow it, or if an "xn--…" is not
//! the canonical encoding of its text.
QByteArray asciiLabel(const QString &label, bool isEncoded)
{
    const QByteArray text = label.toUtf8();
    const auto *bytes = reinterpret_cast<const uint8_t *>(text.constData());
    uint8_t *encoded = nullptr;
    const int result = isEncoded ? idn2_register_u8(nullptr, bytes, &encoded, 0)
                                 : idn2_register_u8(bytes, nullptr, &encoded, 0);
    const std::unique_ptr<uint8_t, decltype(&idn2_free)> owner(encoded, idn2_free);
    return result == IDN2_OK ? QByteArray(reinterpret_cast<const char *>(encoded)) : QByteArray();
}

QString unicodeLabel(const QByteArray &encoded)
{
    char *decoded = nullptr;
    const int result = idn2_to_unicode_8z8z(encoded.constData(), &decoded, 0);
    const std::unique_ptr<char, decltype(&idn2_free)> owner(decoded, idn2_free);
    return result == IDN2_OK ? QString::fromUtf8(decoded) : QString();
}

// libidn2 leaves the check of directions to its callers.
bool isRightToLeft(const QString &label)
{
    return std::ranges::any_of(label.toUcs4(), [](uint c) {
        const QChar::Direction direction = QChar::direction(c);
        return direction == QChar::DirR || direction == QChar::DirAL || direction == QChar::DirAN;
    });
}

//! \source RFC 5893 section 2
bool fitsBidiRule(const QString &text)
{
    const QList<uint> label = text.toUcs4();
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
        const bool isEncoded = isAscii && label.startsWith("xn--"_L1, Qt::CaseInsensitive);
        const bool isPlain = isAscii && !isEncoded;
        const bool isHostLabel = !label.startsWith(u'-') && !label.endsWith(u'-')
            && std::ranges::all_of(label, [](QChar c) { return c.isLetterOrNumber() || c == u'-'; });
        if (isPlain && !isHostLabel)
            return false;
        if (label.size() > 2 * longestLabel || label.contains(QChar::Null)) // at most two units per character
            return false;
        const QByteArray encoded =
            isPlain ? label.toLatin1() : asciiLabel(isEncoded ? label.toLower() : label, isEncoded);
        if (encoded.isEmpty() || encoded.size() > longestLabel)
            return false;
        length += encoded.size();
        unicode.append(isPlain ? label.toLower() : unicodeLabel(encoded));
    }
    if (length > longestName)
        return false;
    return !std::ranges::any_of(unicode, isRightToLeft) || std::ranges::all_of(unicode, fitsBidiRule);
}

} // namespace Workbench::SchemaProgram
