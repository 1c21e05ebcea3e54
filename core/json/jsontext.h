// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayView>
#include <QString>

namespace Workbench {

//! UTF-8 of \a text, with U+FFFD where it is not valid UTF-16: a document is always valid UTF-8.
QByteArray jsonUtf8(QStringView text);
//! And back. QString::fromUtf8 takes a byte order mark away; in a key or a string U+FEFF is a character like
//! every other.
QString jsonText(QByteArrayView utf8);

} // namespace Workbench
