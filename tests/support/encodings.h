// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QMap>

namespace Workbench::Test {

//! Returns each character of \a text as \a format, with its number in place of %1.
inline QByteArray eachCharacter(const QByteArray &text, const QString &format, int base, int digits)
{
    QString all;
    for (const QChar unit : QString::fromUtf8(text))
        all += format.arg(uint(unit.unicode()), digits, base, QLatin1Char('0'));
    return all.toUtf8();
}

//! Returns every form in which \a secret may be encoded in another text, by the name of the encoding.
inline QMap<QString, QByteArray> encodingsOf(const QByteArray &secret)
{
    using namespace Qt::StringLiterals;
    const auto quoted = [](const QByteArray &text) {
        const QByteArray json = Json::string(QString::fromUtf8(text)).toBytes();
        return json.sliced(1, json.size() - 2);
    };
    const QByteArray json = quoted(secret);
    const QByteArray percent = secret.toPercentEncoding();
    QByteArray smallDigits = percent;
    for (qsizetype at = smallDigits.indexOf('%'); at >= 0; at = smallDigits.indexOf('%', at + 3))
        smallDigits.replace(at, 3, smallDigits.sliced(at, 3).toLower());
    return {{u"raw"_s, secret}, {u"percent"_s, percent}, {u"percent, small digits"_s, smallDigits},
        {u"percent, some"_s, secret.toPercentEncoding("/+=!'()*&;,")},
        {u"percent, all"_s, '%' + secret.toHex('%')}, {u"percent, twice"_s, percent.toPercentEncoding()},
        {u"form"_s, QByteArray(percent).replace("%20", "+")}, {u"json"_s, json},
        {u"json, slash"_s, QByteArray(json).replace("/", "\\/")}, {u"json in json"_s, quoted(json)},
        {u"json, escaped"_s, eachCharacter(secret, u"\\u%1"_s, 16, 4)},
        {u"json, escaped in capitals"_s,
            eachCharacter(secret, u"\\u%1"_s, 16, 4).toUpper().replace("\\U", "\\u")},
        {u"html"_s, QString::fromUtf8(secret).toHtmlEscaped().toUtf8()},
        {u"html, numbers"_s, eachCharacter(secret, u"&#%1;"_s, 10, 0)},
        {u"html, hex"_s, eachCharacter(secret, u"&#x%1;"_s, 16, 2)}, {u"hex"_s, secret.toHex()},
        {u"hex, capitals"_s, secret.toHex().toUpper()},
        {u"base64"_s, secret.toBase64(QByteArray::OmitTrailingEquals)},
        {u"base64url"_s, secret.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals)},
        {u"base64 at 1"_s, QByteArray("u" + secret).toBase64()},
        {u"base64 at 2"_s, QByteArray("u:" + secret).toBase64()}};
}

//! Returns whether \a content contains enough of \a encoded to reveal the secret.
inline bool holdsEncoded(const QByteArray &content, const QByteArray &encoded, const QString &encoding)
{
    constexpr qsizetype edge = 4; // in base64 the neighbouring bytes affect the first and last characters
    const bool isBase64 = encoding.startsWith(QLatin1StringView("base64"));
    return content.contains(isBase64 ? encoded.sliced(edge, encoded.size() - 2 * edge) : encoded);
}

} // namespace Workbench::Test
