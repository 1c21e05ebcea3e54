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

} // namespace Workbench
