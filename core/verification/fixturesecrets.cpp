// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/verification/fixturesecrets.h"

#include "core/json/jsonparser.h"

#include <functional>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView placeholderStart = "${secret:";

//! JSON \a text with what \a valueOf says in the places of its placeholders; a null text leaves one as it is.
QByteArray replacedSecrets(const QByteArray &text, const std::function<QString(const QString &name)> &valueOf)
{
    QByteArray out;
    qsizetype done = 0;
    for (qsizetype start = text.indexOf(placeholderStart); start >= 0;) {
        const qsizetype nameStart = start + placeholderStart.size();
        const qsizetype end = text.indexOf('}', nameStart);
        if (end < 0)
            break;
        // A name is written as in every string.
        const QByteArray quoted = '"' + text.sliced(nameStart, end - nameStart) + '"';
        const QString value = valueOf(jsonLiteral(quoted).toString());
        if (!value.isNull()) {
            const QByteArray written = Json::string(value).toBytes();
            out += text.sliced(done, start - done) + written.sliced(1, written.size() - 2);
            done = end + 1;
        }
        start = text.indexOf(placeholderStart, end);
    }
    return QByteArray(out + text.sliced(done));
}

} // namespace

QStringList secretsIn(const Json &input)
{
    QStringList names;
    replacedSecrets(input.toBytes(), [&names](const QString &name) {
        if (!name.isEmpty() && !names.contains(name))
            names.append(name);
        return QString();
    });
    return names;
}

Json withSecrets(const Json &input, const QHash<QString, QString> &secrets)
{
    if (input.isAbsent() || secrets.isEmpty())
        return input;
    return parseJson(replacedSecrets(input.toBytes(), [&secrets](const QString &name) {
        return secrets.value(name);
    })).value_or(input);
}

} // namespace Workbench
