// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

namespace Workbench::Test {

//! Returns \a text with double quotes in place of single ones, for JSON in a test: moc miscounts braces in
//! raw strings with quotes and slashes.
inline QByteArray q(QByteArray text)
{
    return text.replace('\'', '"');
}

} // namespace Workbench::Test
