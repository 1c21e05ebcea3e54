// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/pkce_p.h"

#include <QCryptographicHash>
#include <QRandomGenerator>

namespace Workbench {

namespace {

constexpr auto base64Form = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

} // namespace

QByteArray randomText(int bytes)
{
    QByteArray random(bytes, '\0');
    for (char &c : random)
        c = char(QRandomGenerator::system()->bounded(256));
    return random.toBase64(base64Form);
}

QByteArray pkceChallenge(const QByteArray &verifier)
{
    return QCryptographicHash::hash(verifier, QCryptographicHash::Sha256).toBase64(base64Form);
}

bool isSameText(const QByteArray &one, const QByteArray &other)
{
    if (one.size() != other.size())
        return false;
    uint difference = 0;
    for (qsizetype i = 0; i < one.size(); ++i)
        difference |= uint(uchar(one.at(i)) ^ uchar(other.at(i)));
    return difference == 0;
}

} // namespace Workbench
