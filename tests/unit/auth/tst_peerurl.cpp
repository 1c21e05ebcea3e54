// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/peerurl.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_PeerUrl : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void acceptsOnlySafeAddresses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("good");
        const auto row = [](const QString &text, bool good) {
            QTest::newRow(qPrintable(text)) << text << good;
        };
        row(u"https://as.example/token"_s, true);
        row(u"https://as.example:8443/a/b?x=1&y=%20z"_s, true);
        row(u"http://127.0.0.1:9/token"_s, true);
        row(u"http://localhost/token"_s, true);
        row(u"http://[::1]:80/token"_s, true);
        row(u"http://2130706433/token"_s, true); // this is 127.0.0.1 and is treated as such
        row(u"http://as.example/token"_s, false);
        row(u"http://localhost.evil.example/"_s, false);
        row(u"http://169.254.169.254/latest"_s, false);
        row(u"file:///etc/passwd"_s, false);
        row(u"javascript:alert(1)"_s, false);
        row(u"data:text/html,x"_s, false);
        row(u"https:///token"_s, false);
        row(u"https:as.example"_s, false);
        row(u"//as.example/token"_s, false);
        row(u"https://user@as.example/"_s, false);
        row(u"https://user:pw@as.example/"_s, false);
        row(u"https://@as.example/"_s, false);
        row(u"https://as.example/#fragment"_s, false);
        row(u"https://as.example/$(id)"_s, false);
        row(u"https://as.example/`id`"_s, false);
        row(u"https://as.example/;id"_s, false);
        row(u"https://as.example/|id"_s, false);
        row(u"https://as.example/a b"_s, false);
        row(u"https://as.example/'x'"_s, false);
        row(u"https://as.example/\"x\""_s, false);
        row(u"https://as.example/\nx"_s, false);
        row(u"https://as.example/\u202Ex"_s, false);
        row(u"https://аррӏе.example/"_s, false); // addresses in documents are ASCII
        row(u"-oProxyCommand=x"_s, false);
        row(QString(), false);
    }
    void acceptsOnlySafeAddresses()
    {
        QFETCH(QString, text);
        QFETCH(bool, good);
        const Result<QUrl> url = checkedPeerUrl(text, u"token endpoint"_s);
        QCOMPARE(url.has_value(), good);
        if (url)
            return;
        QCOMPARE(url.error().kind, ErrorKind::Protocol);
        QVERIFY(url.error().message.startsWith("The token endpoint is \""_L1));
        QVERIFY(!url.error().message.contains(u'\u202E') && !url.error().message.contains(u'\n'));
    }

    void describesUnusualHosts_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("punycode");
        QTest::addColumn<bool>("mixed");
        const auto row = [](const QString &url, const QString &host, bool punycode, bool mixed) {
            QTest::newRow(qPrintable(url)) << url << host << punycode << mixed;
        };
        row(u"https://as.example/x"_s, u"as.example"_s, false, false);
        row(u"https://xn--bcher-kva.example/"_s, u"bücher.example"_s, true, false);
        row(u"https://xn--80ak6aa92e.com/"_s, u"аррӏе.com"_s, true, false); // all letters are Cyrillic
        row(u"https://xn--pple-43d.com/"_s, u"аpple.com"_s, true, true); // one letter is Cyrillic
        row(u"https://xn--eckwd4c7c.xn--zckzah/"_s, u"ドメイン.テスト"_s, true, false);
        row(u"http://127.0.0.1:1/"_s, u"127.0.0.1"_s, false, false);
    }
    void describesUnusualHosts()
    {
        QFETCH(QString, url);
        QFETCH(QString, host);
        QFETCH(bool, punycode);
        QFETCH(bool, mixed);
        const UrlFacts facts = urlFacts(QUrl(url));
        QCOMPARE(facts.host, host);
        QCOMPARE(facts.isPunycode, punycode);
        QCOMPARE(facts.isMixedScript, mixed);
        QCOMPARE(facts.text, url); // keeps the host in the form used for the look-up
        QCOMPARE(facts.isLoopback, url.contains("127.0.0.1"_L1));
    }

    void allowsPrivateAddressesOnlyIfTheUserConfirmedThem_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QStringList>("confirmed");
        QTest::addColumn<bool>("may");
        const QStringList far{u"https://as.example"_s};
        const QStringList here{u"http://127.0.0.1:9"_s};
        QTest::newRow("a confirmed origin") << u"https://as.example/x"_s << far << true;
        QTest::newRow("another origin") << u"https://other.example/x"_s << far << false;
        QTest::newRow("loopback from a remote origin") << u"http://127.0.0.1:9/x"_s << far << false;
        QTest::newRow("loopback from loopback") << u"http://localhost:1/x"_s << here << true;
        QTest::newRow("a remote address from loopback") << u"https://10.0.0.1/x"_s << here << false;
        QTest::newRow("nothing confirmed") << u"http://[::1]/"_s << QStringList() << false;
    }
    void allowsPrivateAddressesOnlyIfTheUserConfirmedThem()
    {
        QFETCH(QString, url);
        QFETCH(QStringList, confirmed);
        QFETCH(bool, may);
        QCOMPARE(mayBePrivate(QUrl(url), confirmed), may);
    }
};

WORKBENCH_TEST(tst_PeerUrl, QCoreApplication)
#include "tst_peerurl.moc"
