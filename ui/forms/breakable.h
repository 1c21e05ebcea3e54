// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench::Ui {

//! Returns \a text with invisible break points in addresses, paths and names, for a label that wraps. Without
//! them, the label breaks lines only between words. The result is for display only, not for copying.
inline QString breakable(const QString &text)
{
    QString parts;
    for (const QChar character : text) {
        parts += character;
        if (QStringView(u"/?&=.-_%").contains(character))
            parts += QChar(0x200B); // zero width space
    }
    return parts;
}

} // namespace Workbench::Ui
