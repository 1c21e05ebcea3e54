// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/commandwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

QStringList splitArguments(const QString &text)
{
    QStringList result;
    QString current;
    bool inside = false;
    QChar quote;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (!quote.isNull()) {
            if (c == quote)
                quote = QChar();
            else if (c == u'\\' && quote == u'"' && i + 1 < text.size()
                && (text.at(i + 1) == u'"' || text.at(i + 1) == u'\\'))
                current += text.at(++i);
            else
                current += c;
        } else if (c == u'"' || c == u'\'') {
            quote = c;
            inside = true;
        } else if (c == u'\\' && i + 1 < text.size()) {
            if (text.at(++i) == u'\n')
                continue;
            current += text.at(i);
            inside = true;
        } else if (c.isSpace()) {
            if (inside)
                result += current;
            current.clear();
            inside = false;
        } else {
            current += c;
            inside = true;
        }
    }
    if (inside)
        result += current;
    return result;
}

QString joinArguments(const QStringList &arguments)
{
    QStringList shown;
    for (const QString &argument : arguments) {
        const bool plain = !argument.isEmpty() && std::ranges::none_of(argument, [](QChar c) {
            return c.isSpace() || c == u'"' || c == u'\'' || c == u'\\';
        });
        shown += plain ? argument : QString(u'\'' + QString(argument).replace(u'\'', u"'\\''"_s) + u'\'');
    }
    return shown.join(u' ');
}

} // namespace Workbench
