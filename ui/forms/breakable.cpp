// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/breakable.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

QString breakable(const QString &text)
{
    QString parts;
    for (const QChar character : text) {
        parts += character;
        if (u"/?&=.-_%"_s.contains(character))
            parts += QChar(0x200B); // zero width space
    }
    return parts;
}

} // namespace Workbench::Ui
