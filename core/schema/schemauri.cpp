// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/schemauri.h"

#include "core/json/jsontext.h"

#include <QByteArray>
#include <QUrl>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

struct Parts {
    QString scheme; // with the colon
    QString authority; // with the slashes
    QString path;
    QString query; // with the question mark
};

Parts partsOf(const QString &uri)
{
    Parts parts;
    QStringView rest = uri;
    const qsizetype colon = rest.indexOf(u':');
    const qsizetype stop = rest.indexOf(u'/');
    if (colon > 0 && (stop < 0 || colon < stop) && rest.at(0).isLetter()) {
        parts.scheme = rest.first(colon + 1).toString();
        rest = rest.sliced(colon + 1);
    }
    if (const qsizetype mark = rest.indexOf(u'?'); mark >= 0) {
        parts.query = rest.sliced(mark).toString();
        rest = rest.first(mark);
    }
    if (rest.startsWith("//"_L1)) {
        const qsizetype slash = rest.indexOf(u'/', 2);
        const qsizetype end = slash < 0 ? rest.size() : slash;
        parts.authority = rest.first(end).toString();
        rest = rest.sliced(end);
    }
    parts.path = rest.toString();
    return parts;
}

QString withoutDotSegments(const QString &path)
{
    QStringList kept;
    const QStringList segments = path.split(u'/');
    for (qsizetype i = 0; i < segments.size(); ++i) {
        const bool last = i + 1 == segments.size();
        if (segments.at(i) == "."_L1 || segments.at(i) == ".."_L1) {
            if (segments.at(i).size() == 2 && kept.size() > 1)
                kept.removeLast();
            if (last)
                kept.append(QString());
        } else {
            kept.append(segments.at(i));
        }
    }
    return kept.join(u'/');
}

} // namespace

SchemaUri::Split SchemaUri::split(const QString &reference)
{
    const qsizetype mark = reference.indexOf(u'#');
    if (mark < 0)
        return {reference, {}};
    return {reference.first(mark), reference.sliced(mark + 1)};
}

QString SchemaUri::resolve(const QString &base, const QString &reference)
{
    const QString target = split(reference).uri;
    if (target.isEmpty())
        return split(base).uri;
    Parts to = partsOf(target);
    if (to.scheme.isEmpty()) {
        const Parts from = partsOf(split(base).uri);
        to.scheme = from.scheme;
        if (to.authority.isEmpty()) {
            to.authority = from.authority;
            if (to.path.isEmpty())
                to.path = from.path;
            else if (!to.path.startsWith(u'/'))
                to.path = QString(from.path.first(from.path.lastIndexOf(u'/') + 1) + to.path);
            if (!to.authority.isEmpty() && !to.path.startsWith(u'/'))
                to.path.prepend(u'/');
        }
    }
    if (to.path.startsWith(u'/'))
        to.path = withoutDotSegments(to.path);
    return to.scheme + to.authority + to.path + to.query;
}

QString SchemaUri::decoded(const QString &fragment)
{
    return jsonText(QByteArray::fromPercentEncoding(fragment.toUtf8()));
}

QString SchemaUri::encodedPointer(const QString &pointer)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(pointer, "/!$&'()*+,;=:@?~"));
}

} // namespace Workbench
