// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayList>

#include <array>

namespace Workbench {

//! How \a secret stands in other bytes without an escape in it: as it is, in base64 at any offset, in
//! hexadecimal. Longest first.
QByteArrayList plainSecretForms(const QByteArray &secret);

//! What an escape begins with; the plus is a space in a form.
inline constexpr std::array escapeSigns{'%', '\\', '&', '+'};
//! Whether there may be escapes in \a bytes.
bool hasEscapes(QByteArrayView bytes);
//! Where \a secret ends that begins in \a bytes at \a at, each of its characters written as it is,
//! percent-encoded, or escaped for JSON or HTML, whichever and however often; -1 when it does not stand
//! there.
qsizetype endOfEscapedSecret(QByteArrayView bytes, qsizetype at, QByteArrayView secret);

} // namespace Workbench
