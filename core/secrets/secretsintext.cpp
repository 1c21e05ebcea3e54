// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/secretsintext.h"

#include "core/secrets/redaction.h"

#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype longestKey = 64;

bool isLetterOrDigit(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9');
}

bool isKeyCharacter(QChar c)
{
    return isLetterOrDigit(c) || "_-.%[]"_L1.contains(c);
}

QString whatKey(const QString &key)
{
    return u"the value of \"%1\" looks like a secret"_s.arg(key);
}

//! Finds the secret in key=value, as in forms, queries and logs; \a equals is the index of "=".
SecretInText atEqualsSign(const QString &text, qsizetype equals)
{
    qsizetype start = equals;
    while (start > 0 && equals - start < longestKey && isKeyCharacter(text.at(start - 1)))
        --start;
    const QString key = QUrl::fromPercentEncoding(QStringView(text).sliced(start, equals - start).toUtf8());
    if (!isSecretKey(key))
        return {};
    qsizetype end = equals + 1;
    if (end < text.size() && text.at(end) == u'=')
        return {}; // the padding of base64, or a comparison
    while (end < text.size() && !text.at(end).isSpace() && !"&\"'<>;#,\\"_L1.contains(text.at(end)))
        ++end;
    return {equals + 1, end - equals - 1, key, whatKey(key)};
}

qsizetype backslashesBefore(const QString &text, qsizetype at)
{
    qsizetype count = 0;
    while (count < at && text.at(at - count - 1) == u'\\')
        ++count;
    return count;
}

qsizetype pastSpace(const QString &text, qsizetype at)
{
    while (at < text.size() && text.at(at).isSpace())
        ++at;
    return at;
}

//! The key in "key":, also inside a JSON string with JSON, in which the quotes are escaped.
struct QuotedKey {
    QString name; //!< empty if there is no key or it is not secret
    qsizetype depth = 0; //!< backslashes before each quote
};

QuotedKey keyBefore(const QString &text, qsizetype colon)
{
    qsizetype keyEnd = colon;
    while (keyEnd > 0 && text.at(keyEnd - 1).isSpace())
        --keyEnd;
    if (keyEnd == 0 || text.at(keyEnd - 1) != u'"')
        return {};
    const qsizetype depth = backslashesBefore(text, keyEnd - 1);
    keyEnd -= 1 + depth;
    qsizetype keyStart = keyEnd;
    while (keyStart > 0 && keyEnd - keyStart < longestKey && isKeyCharacter(text.at(keyStart - 1)))
        --keyStart;
    const QString key = text.sliced(keyStart, keyEnd - keyStart);
    return isSecretKey(key) || isSecretHeaderAnywhere(key) ? QuotedKey{key, depth} : QuotedKey{};
}

//! Returns the end of the content of a JSON string whose content begins at \a start.
qsizetype endOfString(const QString &text, qsizetype start, qsizetype depth)
{
    qsizetype end = text.indexOf(u'"', start);
    while (end >= 0 && backslashesBefore(text, end) > depth)
        end = text.indexOf(u'"', end + 1);
    return std::max(start, end < 0 ? text.size() : end - depth);
}

SecretInText numberAt(const QString &text, qsizetype start, const QuotedKey &key)
{
    qsizetype end = start;
    while (end < text.size() && (isLetterOrDigit(text.at(end)) || "+-."_L1.contains(text.at(end))))
        ++end;
    if (!isSecretNumber(key.name, QStringView(text).sliced(start, end - start).toLatin1()))
        return {};
    return {start, end - start, key.name, whatKey(key.name)};
}

bool beginsNumber(QChar c)
{
    return (c >= u'0' && c <= u'9') || c == u'-';
}

//! Returns the string or number at \a start, the value of \a key.
SecretInText scalarAt(const QString &text, qsizetype start, const QuotedKey &key)
{
    if (start < text.size() && beginsNumber(text.at(start)))
        return numberAt(text, start, key);
    start += key.depth;
    if (start >= text.size() || text.at(start) != u'"' || backslashesBefore(text, start) != key.depth)
        return {};
    ++start;
    return {start, endOfString(text, start, key.depth) - start, key.name, whatKey(key.name)};
}

//! Returns all strings and numbers in the list or object at \a start, the value of \a key. Sets \a end to the
//! index after the container.
QList<SecretInText> inContainer(const QString &text, qsizetype start, const QuotedKey &key, qsizetype &end)
{
    QList<SecretInText> found;
    qsizetype open = 0;
    for (end = start; end < text.size(); ++end) {
        const QChar c = text.at(end);
        if (c == u'[' || c == u'{') {
            ++open;
        } else if ((c == u']' || c == u'}') && --open == 0) {
            ++end;
            break;
        } else if (c == u'"') {
            const qsizetype first = end + 1;
            const qsizetype size = endOfString(text, first, key.depth) - first;
            end = first + size + key.depth; // the closing quote
            const qsizetype next = pastSpace(text, end + 1);
            if (size > 0 && (next >= text.size() || text.at(next) != u':'))
                found.append({first, size, key.name, whatKey(key.name)});
        } else if (beginsNumber(c)) {
            if (const SecretInText number = numberAt(text, end, key); number.size > 0) {
                found.append(number);
                end += number.size - 1;
            }
        }
    }
    end = std::min(end, text.size());
    return found;
}

//! Returns whether \a json is a JSON Schema. The schema of a value called "password" holds no password.
bool describesValues(QStringView json)
{
    static const QRegularExpression schema(
        uR"("(?:\$ref|anyOf|properties)\\*"\s*:|"type\\*"\s*:\s*\\*"(?:string|number|integer|boolean|object|array|null)\\*")"_s);
    return schema.matchView(json).hasMatch();
}

//! Finds the secret in a header line of HTTP: "Authorization: Bearer …".
SecretInText inHeader(const QString &text, qsizetype colon)
{
    qsizetype start = colon;
    while (start > 0 && colon - start < longestKey && isKeyCharacter(text.at(start - 1)))
        --start;
    const QString name = text.sliced(start, colon - start);
    const bool isLine = start == 0 || text.at(start - 1) == u'\n';
    if (!isSecretHeaderAnywhere(name) && !(isLine && isSecretHeader(name.toLatin1())))
        return {};
    qsizetype value = colon + 1;
    while (value < text.size() && text.at(value) == u' ')
        ++value;
    qsizetype end = value;
    while (end < text.size() && !"\r\n\"'\\"_L1.contains(text.at(end)))
        ++end;
    const QString lower = name.toLower();
    return {value, end - value, lower, whatKey(lower)};
}

//! Finds the user-info in scheme://user:password@host.
SecretInText inUrl(const QString &text, qsizetype colon)
{
    if (!QStringView(text).sliced(colon).startsWith("://"_L1))
        return {};
    const qsizetype start = colon + 3;
    qsizetype end = start;
    while (end < text.size() && !text.at(end).isSpace() && !"/?#@\"'<>\\"_L1.contains(text.at(end)))
        ++end;
    if (end == start || end >= text.size() || text.at(end) != u'@')
        return {};
    return {start, end - start, u"user-info"_s, u"user-info of a URL"_s};
}

SecretInText secretAt(const QString &text, qsizetype at)
{
    if (text.at(at) == u'=')
        return atEqualsSign(text, at);
    if (const SecretInText found = inUrl(text, at); found.size > 0)
        return found;
    if (const QuotedKey key = keyBefore(text, at); !key.name.isEmpty()) {
        if (const SecretInText found = scalarAt(text, pastSpace(text, at + 1), key); found.size > 0)
            return found;
    }
    return inHeader(text, at);
}

bool isPlaceholder(QStringView text)
{
    return text.startsWith("${secret:"_L1) && text.indexOf(u'}') == text.size() - 1;
}

} // namespace

bool isSecretHeaderAnywhere(const QString &name)
{
    static const QStringList names{u"authorization"_s, u"proxy-authorization"_s, u"cookie"_s, u"set-cookie"_s,
        u"x-api-key"_s, u"api-key"_s};
    return names.contains(name, Qt::CaseInsensitive);
}

bool looksLikeSchema(const Json &value)
{
    static const QStringList types{
        u"string"_s, u"number"_s, u"integer"_s, u"boolean"_s, u"object"_s, u"array"_s, u"null"_s};
    return types.contains(value.member("type"_L1).toString()) || value.hasMember("$ref"_L1)
        || value.hasMember("anyOf"_L1) || value.hasMember("properties"_L1);
}

bool namesCredentials(const Json &value)
{
    static const QStringList forms{u"apikey"_s, u"basic"_s, u"bearer"_s, u"oauth"_s};
    for (const Json &one : value.items()) {
        const qsizetype members = one.hasMember("name"_L1) ? 3 : 2;
        if (one.size() != members || !one.member("id"_L1).isString()
            || !forms.contains(one.member("form"_L1).toString()))
            return false;
    }
    return value.isArray();
}

bool isSecretNumber(const QString &key, const QByteArray &digits)
{
    static const QRegularExpression expression(
        u"secret|password|passwd|api[-_]?key|credential|signature|code_verifier|(token|session([-_]?id)?)$"_s,
        QRegularExpression::CaseInsensitiveOption);
    constexpr qsizetype shortest = 4;
    return digits.size() >= shortest && expression.match(key).hasMatch();
}

QString secretPlaceholder(const QString &name)
{
    QString clean = name;
    clean.remove(u'}'); // would end the placeholder
    return u"${secret:%1}"_s.arg(clean);
}

QString secretExcerpt(QStringView secret)
{
    constexpr qsizetype most = 4;
    constexpr qsizetype part = 8;
    return u"%1…"_s.arg(secret.first(std::min(most, secret.size() / part)));
}

QList<SecretInText> namedSecrets(const QString &text)
{
    QList<SecretInText> found;
    qsizetype done = 0;
    qsizetype described = 0; // the end of the containers that were searched already
    const auto isHidden = [&text](const SecretInText &secret) {
        return isPlaceholder(QStringView(text).sliced(secret.start, secret.size));
    };
    for (qsizetype at = 0; at < text.size(); ++at) {
        if ((text.at(at) != u'=' && text.at(at) != u':') || at < done)
            continue;
        const qsizetype value =
            text.at(at) == u':' && at >= described ? pastSpace(text, at + 1) : text.size();
        if (value < text.size() && (text.at(value) == u'[' || text.at(value) == u'{')) {
            if (const QuotedKey key = keyBefore(text, at); !key.name.isEmpty()) {
                QList<SecretInText> all = inContainer(text, value, key, described);
                if (!describesValues(QStringView(text).sliced(value, described - value))) {
                    all.removeIf(isHidden);
                    found += all;
                    done = described;
                }
                continue;
            }
        }
        const SecretInText secret = secretAt(text, at);
        if (secret.size == 0 || isHidden(secret))
            continue;
        found.append(secret);
        done = secret.start + secret.size;
    }
    return found;
}

QString withPlaceholders(const QString &text, const QList<SecretInText> &secrets)
{
    QString out;
    qsizetype done = 0;
    for (const SecretInText &secret : secrets) {
        out += QStringView(text).sliced(done, secret.start - done);
        out += secretPlaceholder(secret.name);
        done = secret.start + secret.size;
    }
    return out + QStringView(text).sliced(done);
}

} // namespace Workbench
