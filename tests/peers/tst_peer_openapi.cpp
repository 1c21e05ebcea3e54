// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Prism serves each example document and validates our requests: no answer may report an invalid request.

#include "core/json/jsonparser.h"
#include "core/secrets/secretreference.h"
#include "core/sources/openapi/openapiadapter.h"
#include "core/sources/openapi/openapidocument.h"
#include "tests/support/exampleinput.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTcpServer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

//! Operations that are skipped because of a fault of Prism.
struct Exception {
    QLatin1StringView document;
    QLatin1StringView operation; //!< the name, or its beginning
    ExampleInput::Extent extent;
    const char *reason;
};

constexpr auto delimitedReason = "Prism 5.16.0 ends with a TypeError over an object in a delimited style";

constexpr Exception exceptions[] = {
    {"parameters-style-3.0.json"_L1, ""_L1, ExampleInput::Extent::Required,
        "Prism 5.16.0 ends with a TypeError when an optional list or object is left out"},
    {"parameters-style-3.0.json"_L1, "paths_"_L1, ExampleInput::Extent::All,
        "Prism 5.16.0 ends with a TypeError where a path value holds a comma: it is split twice"},
    {"parameters-style-3.0.json"_L1, "query_spaceDelimited"_L1, ExampleInput::Extent::All, delimitedReason},
    {"parameters-style-3.0.json"_L1, "query_pipeDelimited"_L1, ExampleInput::Extent::All, delimitedReason},
};

bool isExcepted(const QString &document, const QString &operation, ExampleInput::Extent extent)
{
    return std::ranges::any_of(exceptions, [&](const Exception &each) {
        return document == each.document && operation.startsWith(each.operation) && extent == each.extent;
    });
}

quint16 freePort()
{
    QTcpServer server;
    if (!server.listen(QHostAddress::LocalHost))
        qFatal("no port to listen on");
    return server.serverPort();
}

} // namespace

class tst_Peer_OpenApi : public QObject {
    Q_OBJECT

private:
    QProcess m_prism;
    QByteArray m_output;
    qsizetype m_asked = 0;
    qsizetype m_good = 0;

    QString startPrism(const QString &path)
    {
        const QString server = u"http://127.0.0.1:%1"_s.arg(freePort());
        m_output.clear();
        m_prism.setProcessChannelMode(QProcess::MergedChannels);
        m_prism.start(QStringLiteral(NODE_PROGRAM),
            {QStringLiteral(PEERS_FOLDER "/node_modules/@stoplight/prism-cli/dist/index.js"), u"mock"_s,
                u"-h"_s, u"127.0.0.1"_s, u"-p"_s, server.section(u':', -1), path});
        const bool isUp = QTest::qWaitFor(
            [this] {
                m_output += m_prism.readAll();
                return m_output.contains("Prism is listening") || m_prism.state() == QProcess::NotRunning;
            },
            60'000);
        return isUp && m_prism.state() == QProcess::Running ? server : QString();
    }

private Q_SLOTS:
    void cleanup()
    {
        m_prism.kill();
        m_prism.waitForFinished();
    }

    void cleanupTestCase() { qInfo("Prism accepts %lld of %lld requests", m_good, m_asked); }

    void judgesEveryOperation_data()
    {
        QTest::addColumn<QString>("document");
        for (const auto name : {"petstore-2.0.json", "parameters-style-3.0.json", "links-3.0.json",
                 "callbacks-3.0.json", "security-3.0.json", "schema-circular-3.0.json", "galaxy-3.1.yaml",
                 "airflow-3.0.json", "otoroshi-3.0.json"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void judgesEveryOperation()
    {
        QFETCH(QString, document);
        const QString path = QStringLiteral(TESTS_DIR "/fixtures/openapi/") + document;
        const QString server = startPrism(path);
        QVERIFY2(!server.isEmpty(), m_output);
        qputenv("WORKBENCH_JUDGED", "user:password");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        OpenApiDocument::Reader reader({QUrl::fromLocalFile(path), file.readAll()});
        QVERIFY(reader.read());
        const std::shared_ptr<const OpenApiDocument> described = reader.finish();
        QList<Json::Member> credentials;
        for (const OpenApiSecurityScheme &scheme : described->securitySchemes)
            credentials.append({scheme.id, Json::string(u"env:WORKBENCH_JUDGED")});
        const Json settings = Json::object({{u"document"_s, Json::string(path)},
            {u"server"_s, Json::string(server)}, {u"security"_s, Json::object(credentials)}});
        ExchangeLog log;
        SecretResolver secrets(nullptr);
        const auto adapter = OpenApiFactory(&secrets).create({u"api"_s, u"openapi"_s, settings}, {}, &log);
        const auto info = QCoro::waitFor(adapter->open());
        QVERIFY2(info, qPrintable(info ? QString() : info.error().message));
        const auto found = QCoro::waitFor(adapter->discover());
        QVERIFY(found);
        QStringList blamed;
        for (const OperationSpec &listed : found->operations) {
            const OperationSpec spec = completed(listed);
            for (const auto extent : {ExampleInput::Extent::Required, ExampleInput::Extent::All}) {
                if (isExcepted(document, listed.id.name, extent))
                    continue;
                const Json input = ExampleInput(spec.inputSchema, extent).valueOf(spec.inputSchema);
                const auto result = QCoro::waitFor(adapter->invoke(spec, input, {}));
                ++m_asked;
                const bool isTheirs = result || result.error().kind == ErrorKind::Remote;
                const Json details = result ? Json() : result.error().details;
                const qint64 status = details.member("statusCode"_L1).toInteger().value_or(200);
                const QString type = details.member("body"_L1).member("type"_L1).toString();
                const bool isOurs = !isTheirs || (status < 500 && type.contains("prism/errors"_L1));
                if (!isOurs) {
                    ++m_good;
                    continue;
                }
                blamed.append(spec.id.name + u": "_s + result.error().message + u" "_s
                    + QString::fromUtf8(details.member("body"_L1).toBytes().left(700)) + u"\n  input "_s
                    + QString::fromUtf8(input.toBytes().left(500)));
            }
        }
        qInfo("%lld operations", found->operations.size());
        QVERIFY2(blamed.isEmpty(), qPrintable(blamed.join(u'\n')));
    }
};

WORKBENCH_TEST(tst_Peer_OpenApi, QCoreApplication)
#include "tst_peer_openapi.moc"
