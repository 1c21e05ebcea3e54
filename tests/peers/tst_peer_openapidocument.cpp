// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "support/openapicounts.h"
#include "support/openapireading.h"

#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

//! The document of GitHub's API, the largest available one.
class tst_PeerOpenApiDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const QString path =
            QStringLiteral(PEERS_FOLDER "/node_modules/@octokit/openapi/generated/api.github.com.json");
        m_text = contents(path);
        QVERIFY(!m_text.isEmpty());
        m_document = readOpenApiFiles(path);
        QVERIFY(m_document);
    }

    void agreesWithTheCounts()
    {
        const Json counts = jsonLiteral(contents(QStringLiteral(TESTS_DIR "/fixtures/openapi/counts.json")));
        const Json expected = counts.member("github-rest.json"_L1);
        QVERIFY(expected.isObject());
        const QStringList differing = differingCounts(countsOf(*m_document, m_text), expected, {});
        QVERIFY2(differing.isEmpty(), qPrintable(differing.join(u'\n')));
    }

    void findsOnlyRealProblems()
    {
        QStringList problems;
        QStringList said;
        for (const OpenApiProblem &problem : m_document->problems) {
            problems.append(problem.pointer);
            said.append(problem.message);
        }
        // Each path conflicts with an equal path with attestation_id for another method.
        const QStringList expected{u"/paths/~1orgs~1{org}~1attestations~1{subject_digest}"_s,
            u"/paths/~1users~1{username}~1attestations~1{subject_digest}"_s};
        QVERIFY2(problems == expected, qPrintable((problems + said).join(u'\n')));
    }

    void everyOperationCanBeMadeReady()
    {
        QStringList remarks;
        SchemaOptions options;
        options.defaultDialect = m_document->dialect;
        for (const OperationSpec &spec : m_document->specs()) {
            const OperationSpec whole = completed(spec);
            const QByteArray text = whole.inputSchema.toBytes();
            QCOMPARE(text.count("\"$ref\":\""), text.count("\"$ref\":\"#/$defs/"));
            QVERIFY2(Schema::compile(whole.inputSchema, options), qPrintable(spec.id.name));
            for (const QString &remark : whole.remarks) {
                if (!remark.contains("deprecated"_L1))
                    remarks.append(spec.id.name % u": "_s % remark);
            }
        }
        QVERIFY2(remarks.isEmpty(), qPrintable(remarks.join(u'\n')));
    }

private:
    QByteArray m_text;
    std::shared_ptr<const OpenApiDocument> m_document;
};

WORKBENCH_TEST(tst_PeerOpenApiDocument, QCoreApplication)
#include "tst_peer_openapidocument.moc"
