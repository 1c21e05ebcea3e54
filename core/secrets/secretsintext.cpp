// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/secretsintext.h"

#include "core/secrets/redaction.h"

#include <QRegularExpression>
#include <QUrl>

#include <array>
#include <cmath>

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

struct Shape {
    QString name; //!< the name for the placeholder
    QString what;
    QRegularExpression expression; //!< anchored, and tried only where a word begins, for linear time
};

const QList<Shape> &shapes()
{
    const auto shape = [](const QString &name, const QString &what, const QString &expression) {
        return Shape{name, u"looks like "_s + what, QRegularExpression(u"\\A(?:"_s + expression + u')')};
    };
    static const QList<Shape> all{
        shape(u"github-token"_s, u"a GitHub token"_s,
            u"gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255}"_s),
        shape(u"gitlab-token"_s, u"a GitLab token"_s, u"glpat-[A-Za-z0-9_-]{20,64}"_s),
        shape(u"aws-key"_s, u"an AWS access key"_s, u"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"_s),
        shape(u"slack-token"_s, u"a Slack token"_s,
            u"xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-[0-9]-[A-Za-z0-9-]{10,250}"_s),
        shape(u"stripe-key"_s, u"a Stripe key"_s, u"(?:sk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,255}"_s),
        shape(u"google-key"_s, u"a Google key"_s,
            u"AIza[A-Za-z0-9_-]{35}|ya29\\.[A-Za-z0-9_-]{20,2048}|GOCSPX-[A-Za-z0-9_-]{20,64}"_s),
        shape(u"npm-token"_s, u"an npm token"_s, u"npm_[A-Za-z0-9]{36,64}"_s),
        shape(u"api-key"_s, u"an API key"_s, u"sk-[A-Za-z0-9_-]{20,255}"_s),
        shape(u"jwt"_s, u"a JSON Web Token"_s,
            u"eyJ[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{0,8000}"_s),
    };
    return all;
}

bool isPlainDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

bool isWordCharacter(QChar c)
{
    return isLetterOrDigit(c) || "_-.+/="_L1.contains(c);
}

//! Returns whether the name of a value suggests that a random text in it is a secret.
bool isTellingKey(const QString &key)
{
    static const QRegularExpression telling(
        u"auth|(^|[-_.])(key|pwd|pass|pin|otp|sid|nonce)$|[a-z]Key$|access|private|cookie|bearer|jwt"_s,
        QRegularExpression::CaseInsensitiveOption);
    return telling.match(key).hasMatch();
}

double entropyOf(QStringView text)
{
    std::array<int, 128> counts{};
    for (const QChar c : text)
        ++counts.at(c.unicode() % counts.size());
    double bits = 0;
    for (const int count : counts) {
        const double share = double(count) / double(text.size());
        bits -= count > 0 ? share * std::log2(share) : 0;
    }
    return bits;
}

bool isRandom(QStringView word)
{
    constexpr qsizetype shortest = 20;
    constexpr qsizetype longest = 512; // a longer text is other data in base64
    constexpr double leastEntropy = 3.5; // bits per character; English texts and paths have less
    const auto isLetter = [](QChar c) { return c.isLetter(); };
    return word.size() >= shortest && word.size() <= longest && std::ranges::any_of(word, isPlainDigit)
        && std::ranges::any_of(word, isLetter) && std::ranges::all_of(word, isWordCharacter)
        && entropyOf(word) >= leastEntropy;
}

//! Returns the word at \a start if it follows "Bearer " or "Basic " and looks like credentials.
SecretInText afterScheme(const QString &text, qsizetype start, qsizetype size)
{
    constexpr qsizetype shortest = 12;
    const QStringView before = QStringView(text).first(start);
    for (const auto &[scheme, name] :
        {std::pair{"bearer "_L1, u"bearer-token"_s}, std::pair{"basic "_L1, u"basic-credentials"_s}}) {
        const QStringView word = QStringView(text).sliced(start, size);
        if (size >= shortest && before.endsWith(scheme, Qt::CaseInsensitive)
            && (std::ranges::any_of(word, isPlainDigit) || word.endsWith(u'=')))
            return {start, size, name, u"looks like the credentials of a request"_s};
    }
    return {};
}

SecretInText shapeAt(const QString &text, qsizetype start, qsizetype end)
{
    constexpr qsizetype shortest = 16;
    constexpr qsizetype longest = 25'000;
    const qsizetype size = std::min(end - start, longest);
    if (size < shortest)
        return {};
    const QStringView word = QStringView(text).sliced(start, size);
    for (const Shape &shape : shapes()) {
        if (const auto match = shape.expression.matchView(word); match.hasMatch())
            return {start, match.capturedLength(), shape.name, shape.what};
    }
    return {};
}

QList<SecretInText> privateKeys(const QString &text)
{
    QList<SecretInText> found;
    qsizetype at = text.indexOf("-----BEGIN "_L1);
    while (at >= 0) {
        constexpr qsizetype longestMark = 60; // with RSA, EC, OPENSSH or ENCRYPTED in the mark
        const QStringView line = QStringView(text).sliced(at).first(std::min(text.size() - at, longestMark));
        if (!line.contains("PRIVATE KEY-----"_L1)) {
            at = text.indexOf("-----BEGIN "_L1, at + 1);
            continue;
        }
        const qsizetype last = text.indexOf("-----END "_L1, at);
        const qsizetype closing = last < 0 ? -1 : text.indexOf("KEY-----"_L1, last);
        const qsizetype end = closing < 0 ? text.size() : closing + 8;
        found.append({at, end - at, u"private-key"_s, u"looks like a private key"_s});
        at = text.indexOf("-----BEGIN "_L1, end);
    }
    return found;
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

QList<SecretInText> suspectedSecrets(const QString &text, const QString &key)
{
    QList<SecretInText> found = privateKeys(text);
    if (!found.isEmpty())
        return found;
    if (isTellingKey(key) && isRandom(text))
        return {{0, text.size(), key, u"looks random, and is called \"%1\""_s.arg(key)}};
    qsizetype start = 0;
    while (start < text.size()) {
        if (!isWordCharacter(text.at(start))) {
            ++start;
            continue;
        }
        qsizetype end = start;
        while (end < text.size() && isWordCharacter(text.at(end)))
            ++end;
        SecretInText secret = afterScheme(text, start, end - start);
        // A token may also start after "=", "/" or ".". In longer words, which are data, only the start
        // counts.
        constexpr qsizetype longestWord = 64LL << 10;
        const qsizetype lastStart = end - start > longestWord ? start + 1 : end;
        for (qsizetype at = start; at < lastStart && secret.size == 0; ++at) {
            if (at == start || "=/."_L1.contains(text.at(at - 1)))
                secret = shapeAt(text, at, end);
        }
        if (secret.size > 0)
            found.append(secret);
        start = secret.size > 0 ? secret.start + secret.size : end;
    }
    return found;
}

} // namespace Workbench
