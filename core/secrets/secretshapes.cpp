// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/secretsintext.h"

#include <QRegularExpression>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

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

bool isWordCharacter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9')
        || "_-.+/="_L1.contains(c);
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
    const auto isDigit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    const auto isLetter = [](QChar c) { return c.isLetter(); };
    return word.size() >= shortest && word.size() <= longest && std::ranges::any_of(word, isDigit)
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
        const auto isDigit = [](QChar c) { return c >= u'0' && c <= u'9'; };
        const QStringView word = QStringView(text).sliced(start, size);
        if (size >= shortest && before.endsWith(scheme, Qt::CaseInsensitive)
            && (std::ranges::any_of(word, isDigit) || word.endsWith(u'=')))
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
