// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/source.h"

#include "core/base/visibletext.h"

#include <QCryptographicHash>
#include <QtEndian>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

//! Length first, so that no two lists of fields give the same bytes.
void addField(QCryptographicHash &hash, const QString &field)
{
    const QByteArray bytes = field.toUtf8();
    const quint64 length = qToLittleEndian(quint64(bytes.size()));
    hash.addData(QByteArrayView(reinterpret_cast<const char *>(&length), sizeof length));
    hash.addData(bytes);
}

void addList(QCryptographicHash &hash, const QStringList &list)
{
    addField(hash, QString::number(list.size()));
    for (const QString &field : list)
        addField(hash, field);
}

bool isPlain(QChar character)
{
    return character.unicode() < 0x80
        && (character.isLetterOrNumber() || u"_-./:=@%+,"_s.contains(character));
}

//! As a shell would want it typed: bare, or in single quotes.
QString quoted(const QString &word)
{
    if (!word.isEmpty() && std::ranges::all_of(word, isPlain))
        return word;
    QString inside = word;
    inside.replace(u'\'', u"'\\''"_s);
    return u'\'' + inside + u'\'';
}

} // namespace

QByteArray TrustFacts::hash() const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    addField(hash, u"command 1"_s);
    addField(hash, program);
    addList(hash, arguments);
    QStringList names = environmentNames;
    names.sort();
    names.removeDuplicates();
    addList(hash, names);
    addField(hash, workingDirectory);
    return hash.result();
}

QString TrustFacts::commandLine() const
{
    QStringList words{quoted(program)};
    for (const QString &argument : arguments)
        words.append(quoted(argument));
    return visibleText(words.join(u' '));
}

} // namespace Workbench
