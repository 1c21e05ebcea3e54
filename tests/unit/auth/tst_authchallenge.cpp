// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/authchallenge.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

//! Describes \a challenges on one line: "Bearer{realm=x|scope=a b} Basic(token68)".
QString described(const QList<AuthChallenge> &challenges)
{
    QStringList texts;
    for (const AuthChallenge &challenge : challenges) {
        QStringList parts;
        for (auto it = challenge.parameters.constBegin(); it != challenge.parameters.constEnd(); ++it)
            parts.append(it.key() + u'=' + it.value());
        QString text = challenge.scheme;
        if (!challenge.token68.isEmpty())
            text += u'(' + challenge.token68 + u')';
        if (!parts.isEmpty())
            text += u'{' + parts.join(u'|') + u'}';
        texts.append(text);
    }
    return texts.join(u' ');
}

} // namespace

class tst_AuthChallenge : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsChallenges_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QString>("read");
        const auto row = [](const char *name, const char *field, const QString &read) {
            QTest::newRow(name) << QByteArray(field) << read;
        };
        row("an empty field", "", u""_s);
        row("only commas and space", " ,, \t,", u""_s);
        row("scheme alone", "Negotiate", u"Negotiate"_s);
        row("token68", "Negotiate YII/+a-._~==", u"Negotiate(YII/+a-._~==)"_s);
        row("one parameter", "Basic realm=\"x\"", u"Basic{realm=x}"_s);
        row("a bare value", "Basic realm=x", u"Basic{realm=x}"_s);
        row("names ignore case", "Bearer REALM=\"x\", Scope=\"a b\"", u"Bearer{realm=x|scope=a b}"_s);
        row("quoted pairs and commas", "Bearer realm=\"a\\\"b, c=\\\\d\"", u"Bearer{realm=a\"b, c=\\d}"_s);
        row("two challenges in one field", "Basic realm=\"x\", Bearer error=\"invalid_token\", scope=\"a\"",
            u"Basic{realm=x} Bearer{error=invalid_token|scope=a}"_s);
        row("token68, then parameters", "Negotiate abc=, Digest nonce=\"1\", qop=auth",
            u"Negotiate(abc=) Digest{nonce=1|qop=auth}"_s);
        row("several schemes alone", "Negotiate, NTLM , Basic realm=r", u"Negotiate NTLM Basic{realm=r}"_s);
        row("space around the equals sign", "Basic realm =\t\"x\"", u"Basic{realm=x}"_s);
        row("empty list members", ",Basic realm=\"x\",,charset=\"UTF-8\",",
            u"Basic{charset=UTF-8|realm=x}"_s);
        row("RFC 9110's own example",
            "Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"",
            u"Basic{realm=simple} Newauth{realm=apps|title=Login to \"apps\"|type=1}"_s);
        row("the first of repeated parameters", "Bearer scope=\"a\", scope=\"b\"", u"Bearer{scope=a}"_s);
        row("an empty quoted value", "Bearer realm=\"\", error=x", u"Bearer{error=x|realm=}"_s);
        row("resource metadata",
            "Bearer resource_metadata=\"https://h/.well-known/oauth-protected-resource/mcp\"",
            u"Bearer{resource_metadata=https://h/.well-known/oauth-protected-resource/mcp}"_s);
        row("an unterminated quote", "Basic realm=\"x\", Bearer a=\"1\", b=\"never",
            u"Basic{realm=x} Bearer{a=1}"_s);
        row("a parameter without a value", "Bearer a=1, b=, c=2", u"Bearer{a=1}"_s);
        row("garbage after a value", "Bearer a=\"1\"x, b=2", u"Bearer{a=1}"_s);
        row("no scheme", "\"realm\"", u""_s);
        row("UTF-8", "Basic realm=\"Grüße\"", u"Basic{realm=Grüße}"_s);
    }
    void readsChallenges()
    {
        QFETCH(QByteArray, field);
        QFETCH(QString, read);
        QCOMPARE(described(parseChallenges({field})), read);
    }

    void readsSeveralFieldsAndSkipsMalformedOnes()
    {
        const auto challenges = parseChallenges({"Basic realm=\"never", "Bearer scope=\"read  write\""});
        QCOMPARE(described(challenges), u"Basic Bearer{scope=read  write}"_s);
        QVERIFY(challenges.at(1).is(u"bearer"));
        QCOMPARE(challenges.at(1).scopes(), (QStringList{u"read"_s, u"write"_s}));
    }

    void takesLinearTime()
    {
        const auto challenges = parseChallenges({"Bearer " + QByteArray("a=b,").repeated(75'000)});
        QCOMPARE(challenges.size(), 1);
        QCOMPARE(parseChallenges({QByteArray("A,").repeated(100'000)}).size(), 100'000);
    }

    void makesControlCharactersVisible()
    {
        const QString text = challengeText(parseChallenges({"Bearer error=\"a\x1B[2Jb\", scope=\"s\""}));
        QCOMPARE(text, u"Bearer error=\"a\\u{1B}[2Jb\", scope=\"s\""_s);
        QVERIFY(
            challengeText(parseChallenges({QByteArray("Bearer a=\"" + QByteArray(5000, 'x') + '"')})).size()
            <= 501);
    }
};

WORKBENCH_TEST(tst_AuthChallenge, QCoreApplication)
#include "tst_authchallenge.moc"
