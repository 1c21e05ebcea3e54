// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayView>
#include <QString>

namespace Workbench {

//! Returns \a text as UTF-8, with U+FFFD for invalid UTF-16: a document is always valid UTF-8.
QByteArray jsonUtf8(QStringView text);
//! Returns \a utf8 as a QString. Unlike QString::fromUtf8 it keeps a leading U+FEFF, which is an ordinary
//! character in a key or a string.
QString jsonText(QByteArrayView utf8);

} // namespace Workbench
