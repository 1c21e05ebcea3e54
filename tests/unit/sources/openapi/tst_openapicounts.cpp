// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "support/openapicounts.h"
#include "support/openapireading.h"

#include "core/json/jsonparser.h"
#include "core/schema/schemadefinitions.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

QString fixture(const QString &name)
{
    return QStringLiteral(TESTS_DIR) % u"/fixtures/openapi/"_s % name;
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

//! Compares what the reader finds in published documents with the expected counts.
class tst_OpenApiCounts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheCounts_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("leftOut");
        for (const auto name : {"galaxy-3.1.yaml"_L1, "parameters-style-3.0.json"_L1, "petstore-2.0.json"_L1,
                 "schema-circular-3.0.json"_L1, "security-3.0.json"_L1, "callbacks-3.0.json"_L1,
                 "links-3.0.json"_L1, "otoroshi-3.0.json"_L1, "airflow-3.0.json"_L1})
            QTest::newRow(name.data()) << QString(name) << QStringList();
        // Its counts cover only the entry file, which names no host; the responses are in other files.
        QTest::newRow("multi-file-2.0/index.yaml")
            << u"multi-file-2.0/index.yaml"_s << QStringList{u"responseMediaTypes"_s, u"servers"_s};
    }

    void agreesWithTheCounts()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, leftOut);
        const Json expected = jsonLiteral(contents(fixture(u"counts.json"_s))).member(name);
        QVERIFY(expected.isObject());
        const auto document = readOpenApiFiles(fixture(name));
        QVERIFY(document);
        const Json counted = countsOf(*document, contents(fixture(name)));
        const QStringList differing = differingCounts(counted, expected, leftOut);
        QVERIFY2(differing.isEmpty(), qPrintable(differing.join(u'\n')));
    }

    void everyOperationCanBeMadeReady_data() { agreesWithTheCounts_data(); }

    void everyOperationCanBeMadeReady()
    {
        QFETCH(QString, name);
        const auto document = readOpenApiFiles(fixture(name));
        QVERIFY(document);
        SchemaOptions options;
        options.defaultDialect = document->dialect;
        for (const OperationSpec &spec : document->specs()) {
            const OperationSpec whole = completed(spec);
            QVERIFY(!whole.deferred);
            QVERIFY(whole.inputSchema.isObject());
            for (const Json &schema : {whole.inputSchema, whole.outputSchema}) {
                const QByteArray text = schema.toBytes();
                QCOMPARE(text.count("\"$ref\":\""), text.count("\"$ref\":\"#/$defs/"));
                for (const QByteArray &defined : definitionsNamedIn(schema))
                    QVERIFY2(!schema.member("$defs"_L1).memberUtf8(defined).isAbsent(), defined.constData());
            }
            const Result<Schema> input = Schema::compile(whole.inputSchema, options);
            QVERIFY2(input, input ? "" : qPrintable(spec.id.name % u": "_s % input.error().detail));
            if (whole.outputSchema.isAbsent())
                continue;
            const Result<Schema> output = Schema::compile(whole.outputSchema, options);
            QVERIFY2(output, output ? "" : qPrintable(spec.id.name % u": "_s % output.error().detail));
        }
    }
};

WORKBENCH_TEST(tst_OpenApiCounts, QCoreApplication)
#include "tst_openapicounts.moc"
