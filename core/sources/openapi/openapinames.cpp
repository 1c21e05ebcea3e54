// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapinames.h"

#include "core/base/invisible.h"
#include "core/base/visibletext.h"

#include <QCryptographicHash>

namespace Workbench {

using namespace Qt::StringLiterals;

QString nameFromPath(const QByteArray &method, const QString &path)
{
    QStringList words{QString::fromLatin1(method).toLower()};
    for (const QString &segment : path.split(u'/', Qt::SkipEmptyParts)) {
        if (!segment.startsWith(u'{'))
            words.append(segment);
    }
    if (words.size() == 1)
        words.append(u"root"_s);
    return nameFromId(words.join(u'_'));
}

QString nameFromId(const QString &operationId)
{
    constexpr qsizetype longest = 200;
    QString name;
    const QList<char32_t> letters = [&] {
        const QList<uint> points = operationId.toUcs4();
        return QList<char32_t>(points.cbegin(), points.cend());
    }();
    for (const char32_t letter : letters) {
        if (isInvisible(letter) || QChar::isSpace(letter))
            name += u'_';
        else
            name += QChar::fromUcs4(letter);
    }
    if (name.size() <= longest)
        return name;
    const QByteArray hash =
        QCryptographicHash::hash(operationId.toUtf8(), QCryptographicHash::Sha256).toHex().first(8);
    qsizetype end = longest - hash.size() - 1;
    if (name.at(end - 1).isHighSurrogate())
        --end;
    return name.first(end) % u'_' % QString::fromLatin1(hash);
}

void nameOperations(OpenApiDocument::Private &d)
{
    QHash<QString, int> wanted; // by how many
    for (OpenApiEntry &entry : d.entries) {
        const QString id = entry.operation.value.member("operationId"_L1).toString();
        if (id.isEmpty()) {
            entry.name = nameFromPath(entry.method, d.basePath + d.pathOf(entry));
        } else {
            entry.name = nameFromId(id);
            if (entry.name != id)
                entry.remarks.append(u"Its id in the document is “%1”."_s.arg(visibleText(id, false, 300)));
        }
        ++wanted[entry.name];
    }
    QHash<QString, int> given; // the last number
    for (qsizetype index = 0; index < d.entries.size(); ++index) {
        OpenApiEntry &entry = d.entries[index];
        int &number = given[entry.name];
        if (++number > 1) {
            const Json id = entry.operation.value.member("operationId"_L1);
            if (id.isString()) {
                d.found.add({entry.operation.file, id},
                    u"The operation id “%1” is there more than once."_s.arg(
                        visibleText(id.toString(), false, 300)));
            }
            const QString stem = entry.name % u'_';
            while (wanted.contains(stem + QString::number(number)))
                ++number;
            entry.remarks.append(u"Another operation has the same name, “%1”."_s.arg(entry.name));
            entry.name = stem + QString::number(number);
        }
        d.byName.insert(entry.name, index);
    }
}

} // namespace Workbench
