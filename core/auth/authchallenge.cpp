// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/authchallenge.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httpclient.h"
#include "core/transport/http/httptext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Reads one field from its beginning to its end. Every function advances the position past what it read.
class ChallengeReader {
public:
    explicit ChallengeReader(QByteArrayView text)
        : m_text(text)
    {
    }

    void readAll(QList<AuthChallenge> &out)
    {
        skipSeparators();
        while (m_at < m_text.size()) {
            AuthChallenge challenge;
            challenge.scheme = QString::fromLatin1(takeToken());
            if (challenge.scheme.isEmpty())
                return;
            const bool isSound = readRest(challenge);
            out.append(challenge);
            if (!isSound)
                return;
            skipSeparators();
        }
    }

private:
    bool isAt(char c) const { return m_at < m_text.size() && m_text.at(m_at) == c; }
    void skipSpace()
    {
        while (isAt(' ') || isAt('\t'))
            ++m_at;
    }
    void skipSeparators()
    {
        while (isAt(' ') || isAt('\t') || isAt(','))
            ++m_at;
    }
    QByteArrayView takeToken()
    {
        const qsizetype from = m_at;
        while (m_at < m_text.size() && isTokenCharacter(m_text.at(m_at)))
            ++m_at;
        return m_text.sliced(from, m_at - from);
    }

    //! Reads a token68, which only a comma or the end may follow. \source RFC 9110 section 11.2
    bool takeToken68(AuthChallenge &challenge)
    {
        const auto isInside = [](char c) { return isTokenCharacter(c) || c == '/'; };
        qsizetype end = m_at;
        while (end < m_text.size() && isInside(m_text.at(end)))
            ++end;
        const bool hasText = end > m_at;
        while (end < m_text.size() && m_text.at(end) == '=')
            ++end;
        const QByteArrayView text = m_text.sliced(m_at, end - m_at);
        while (end < m_text.size() && (m_text.at(end) == ' ' || m_text.at(end) == '\t'))
            ++end;
        if (!hasText || (end < m_text.size() && m_text.at(end) != ','))
            return false;
        challenge.token68 = QString::fromLatin1(text);
        m_at = end;
        return true;
    }

    //! Reads the name of a parameter and its equals sign. Returns an empty name and reads nothing if there is
    //! something else.
    QByteArrayView takeName()
    {
        const qsizetype from = m_at;
        const QByteArrayView name = takeToken();
        skipSpace();
        if (!name.isEmpty() && isAt('=')) {
            ++m_at;
            skipSpace();
            return name;
        }
        m_at = from;
        return {};
    }

    std::optional<QByteArray> takeValue()
    {
        if (!isAt('"')) {
            const QByteArrayView token = takeToken();
            return token.isEmpty() ? std::nullopt : std::optional(token.toByteArray());
        }
        QByteArray value;
        for (++m_at; m_at < m_text.size(); ++m_at) {
            char c = m_text.at(m_at);
            if (c == '"') {
                ++m_at;
                return value;
            }
            if (c == '\\' && m_at + 1 < m_text.size())
                c = m_text.at(++m_at);
            value.append(c);
        }
        return {}; // the closing quote is missing
    }

    bool readRest(AuthChallenge &challenge)
    {
        if (m_at == m_text.size() || isAt(','))
            return true;
        if (!isAt(' ') && !isAt('\t'))
            return false;
        skipSpace();
        if (m_at == m_text.size() || isAt(',') || takeToken68(challenge))
            return true;
        while (true) {
            const QByteArrayView name = takeName();
            if (name.isEmpty())
                return m_at < m_text.size() && !challenge.parameters.isEmpty();
            const std::optional<QByteArray> value = takeValue();
            if (!value)
                return false;
            const QString key = QString::fromLatin1(name).toLower();
            if (!challenge.parameters.contains(key))
                challenge.parameters.insert(key, QString::fromUtf8(*value));
            skipSpace();
            if (m_at == m_text.size())
                return true;
            if (!isAt(','))
                return false;
            skipSeparators();
            if (m_at == m_text.size())
                return true;
        }
    }

    QByteArrayView m_text;
    qsizetype m_at = 0;
};

} // namespace

QStringList AuthChallenge::scopes() const
{
    return parameter(u"scope"_s).split(u' ', Qt::SkipEmptyParts);
}

QList<AuthChallenge> parseChallenges(const QByteArrayList &fields)
{
    QList<AuthChallenge> challenges;
    for (const QByteArray &field : fields)
        ChallengeReader(field).readAll(challenges);
    return challenges;
}

QList<AuthChallenge> challengesOf(const HttpResponseHead &head)
{
    QByteArrayList fields;
    for (const auto &[name, value] : head.headers) {
        if (name.compare("www-authenticate", Qt::CaseInsensitive) == 0)
            fields.append(value);
    }
    return parseChallenges(fields);
}

bool asksForToken(const HttpResponseHead &head)
{
    if (head.status == 401)
        return true;
    return head.status == 403 && std::ranges::any_of(challengesOf(head), [](const AuthChallenge &challenge) {
        return challenge.is(u"Bearer") && challenge.parameter(u"error"_s) == "insufficient_scope"_L1;
    });
}

QString challengeText(const QList<AuthChallenge> &challenges)
{
    QStringList texts;
    for (const AuthChallenge &challenge : challenges) {
        QStringList parts;
        if (!challenge.token68.isEmpty())
            parts.append(challenge.token68);
        for (auto it = challenge.parameters.constBegin(); it != challenge.parameters.constEnd(); ++it)
            parts.append(u"%1=\"%2\""_s.arg(it.key(), it.value()));
        texts.append(
            parts.isEmpty() ? challenge.scheme : QString(challenge.scheme + u' ' + parts.join(u", "_s)));
    }
    return visibleText(texts.join(u", "_s), false, 500);
}

} // namespace Workbench
