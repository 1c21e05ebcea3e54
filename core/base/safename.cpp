// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/safename.h"

#include <QCryptographicHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype longestFileName = 100;
constexpr qsizetype longestExtension = 10; // a longer ending does not count as an extension
constexpr qsizetype hashDigits = 8;

bool isAllowed(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'.'
        || c == u'_' || c == u'-';
}

//! Returns whether Windows treats \a name as a device: a device name, with anything after its first dot.
bool isDevice(const QString &name)
{
    static const QRegularExpression devices(
        u"\\A(con|prn|aux|nul|clock|conin|conout|com[0-9]|lpt[0-9])(\\.|_*\\z)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return devices.match(name).hasMatch();
}

} // namespace

QString safeFileName(const QString &name)
{
    QString safe = name;
    for (QChar &c : safe) {
        if (!isAllowed(c))
            c = u'_';
    }
    if (safe.startsWith(u'.') || safe.startsWith(u'-'))
        safe[0] = u'_';
    if (safe.endsWith(u'.'))
        safe.back() = u'_';
    if (isDevice(safe))
        safe.prepend(u'_');
    if (safe == name && !safe.isEmpty() && safe.size() <= longestFileName)
        return safe;

    const qsizetype dot = safe.lastIndexOf(u'.');
    const bool hasExtension = dot > 0 && safe.size() - dot <= longestExtension;
    const QString extension = hasExtension ? safe.sliced(dot) : QString();
    safe.chop(extension.size());
    safe.truncate(longestFileName - 1 - hashDigits - extension.size());
    const QByteArray hash = QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256);
    return u"%1-%2%3"_s.arg(
        safe.isEmpty() ? u"_"_s : safe, QString::fromLatin1(hash.toHex().first(hashDigits)), extension);
}

} // namespace Workbench
