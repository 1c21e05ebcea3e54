// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"

namespace Workbench::JsonPointer {

using namespace Qt::StringLiterals;

bool isWellFormed(QStringView pointer)
{
    if (!pointer.isEmpty() && !pointer.startsWith(u'/'))
        return false;
    for (qsizetype at = pointer.indexOf(u'~'); at >= 0; at = pointer.indexOf(u'~', at + 1)) {
        if (at + 1 == pointer.size() || (pointer.at(at + 1) != u'0' && pointer.at(at + 1) != u'1'))
            return false;
    }
    return true;
}

qsizetype toIndex(QStringView token)
{
    constexpr qsizetype mostDigits = 18;
    if (token.isEmpty() || token.size() > mostDigits || (token.size() > 1 && token.front() == u'0'))
        return -1;
    qsizetype index = 0;
    for (const QChar c : token) {
        if (c < u'0' || c > u'9')
            return -1;
        index = index * 10 + (c.unicode() - u'0');
    }
    return index;
}

QString escaped(QStringView token)
{
    QString text = token.toString();
    if (text.contains(u'~'))
        text.replace(u'~', "~0"_L1);
    if (text.contains(u'/'))
        text.replace(u'/', "~1"_L1);
    return text;
}

QString unescaped(QStringView token)
{
    QString text = token.toString();
    if (text.contains(u'~'))
        text.replace("~1"_L1, "/"_L1).replace("~0"_L1, "~"_L1);
    return text;
}

QString child(const QString &parent, QStringView token)
{
    return parent + u'/' + escaped(token);
}

QString child(const QString &parent, qsizetype index)
{
    return parent + u'/' + QString::number(index);
}

QStringList tokens(QStringView pointer)
{
    QStringList result;
    if (!pointer.startsWith(u'/'))
        return result;
    for (const QStringView token : pointer.sliced(1).tokenize(u'/'))
        result += unescaped(token);
    return result;
}

Json resolve(const Json &root, QStringView pointer)
{
    if (pointer.isEmpty())
        return root;
    if (!isWellFormed(pointer))
        return {};
    Json value = root;
    for (const QStringView token : pointer.sliced(1).tokenize(u'/')) {
        value = value.isArray() ? value.at(toIndex(token)) : value.member(unescaped(token));
        if (value.isAbsent())
            break;
    }
    return value;
}

} // namespace Workbench::JsonPointer
