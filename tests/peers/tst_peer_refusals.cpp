// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The messages with which all versions of the official SDKs refuse a result or a call, and our explanations.

#include "core/envelope/explanation/explanation.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/envelope/responseenvelope.h"
#include "tests/peers/peersession.h"
#include "tests/support/commandrun.h"
#include "tests/support/testprogram.h"

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_PeerRefusals : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void explainsWhatAServerRefuses_data();
    void explainsWhatAServerRefuses();
    void restoresAnEnvelopeThatAServerPassesOn_data();
    void restoresAnEnvelopeThatAServerPassesOn();
    void theCommandLinePrintsTheExplanation_data();
    void theCommandLinePrintsTheExplanation();
    void cleanupTestCase() { m_peers.clear(); }

private:
    struct Peer {
        std::shared_ptr<PeerSession> session;
        Discovery discovery;
    };
    QHash<QString, Peer> m_peers; //!< by package; all rows share one process
    Test::CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
};

namespace {

struct Sdk {
    const char *name;
    QString package;
    bool throwsOutput; // a refused result is a JSON-RPC error
    bool throwsUnknown; // an unknown tool is a JSON-RPC error
};
const QList<Sdk> &sdks()
{
    static const QList<Sdk> list{
        {"1.20", u"mcp-sdk-1.20"_s, true, true},
        {"1.29", u"mcp-sdk-1.29"_s, false, false},
        {"1.32", u"@modelcontextprotocol/sdk"_s, false, false},
        {"2.4", u"@modelcontextprotocol/server"_s, false, true},
    };
    return list;
}

QStringList peerArguments(const QString &package, const QString &served = {})
{
    QStringList arguments{
        QStringLiteral(TESTS_DIR "/peers/refusalpeer.mjs"), QStringLiteral(PEERS_FOLDER), package};
    if (!served.isEmpty())
        arguments.append(served);
    return arguments;
}

Json peerSettings(const QStringList &arguments)
{
    QList<Json> list;
    for (const QString &argument : arguments)
        list.append(Json::string(argument));
    return Json::object(
        {{u"command"_s, Json::string(QStringLiteral(NODE_PROGRAM))}, {u"args"_s, Json::array(list)}});
}

QStringList codesOf(const QList<RecognitionNote> &notes)
{
    QStringList codes;
    for (const RecognitionNote &note : notes)
        codes.append(QString(note.code));
    codes.sort();
    return codes;
}

//! The notes, diagnoses and error of a call.
struct Said {
    QList<RecognitionNote> notes;
    QList<Diagnosis> diagnoses;
    UnifiedError error;
    bool isThrown = false;
};
Said saidOf(const Result<HandlerResult> &result, const QString &tool, const Json &outputSchema)
{
    if (!result) {
        const RecognitionInput input = inspectable(result.error(), tool, outputSchema);
        const Recognition recognition = recognise(input);
        return {
            recognition.notes, explain(input, recognition), recognition.error.value_or(UnifiedError()), true};
    }
    const Result<Outcome> outcome = runPipeline(*result, u"peer."_s + tool, *prepareSchema(outputSchema));
    return {outcome->recognition->notes, outcome->diagnoses,
        outcome->recognition->error.value_or(UnifiedError()), false};
}

} // namespace

void tst_PeerRefusals::explainsWhatAServerRefuses_data()
{
    QTest::addColumn<QString>("package");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QStringList>("codes");
    QTest::addColumn<QString>("category");
    QTest::addColumn<bool>("isThrown");
    QTest::addColumn<QStringList>("places"); // pointers into the schema
    const QString refused = u"schema.server-rejected-own-output"_s;
    for (const Sdk &sdk : sdks()) {
        const auto row = [&sdk](const char *tool, const QStringList &codes, const QString &category,
                             bool isThrown, const QStringList &places) {
            QTest::addRow("%s: %s", sdk.name, tool)
                << sdk.package << QString::fromLatin1(tool) << codes << category << isThrown << places;
        };
        row("envelope", {u"schema.likely-envelope"_s, refused}, u"schema"_s, sdk.throwsOutput,
            {u"/required"_s});
        row("partial", {refused}, u"schema"_s, sdk.throwsOutput, {u"/properties/sent"_s});
        row("deep", {refused}, u"schema"_s, sdk.throwsOutput, {u"/properties/place/required"_s});
        row("missing", {u"schema.server-output-missing"_s}, u"schema"_s, sdk.throwsOutput, {});
        row("arguments", {u"call.invalid-arguments"_s}, u"validation"_s, sdk.throwsOutput, {});
        row("nothing", {u"call.unknown-tool"_s}, u"not_found"_s, sdk.throwsUnknown, {});
    }
}

void tst_PeerRefusals::explainsWhatAServerRefuses()
{
    QFETCH(QString, package);
    QFETCH(QString, tool);
    QFETCH(QStringList, codes);
    QFETCH(QString, category);
    QFETCH(bool, isThrown);
    QFETCH(QStringList, places);
    Peer &peer = m_peers[package];
    if (!peer.session) {
        peer.session = std::make_shared<PeerSession>(peerSettings(peerArguments(package)));
        const Result<PeerInfo> opened = peer.session->open();
        QVERIFY2(opened, opened ? "" : qPrintable(opened.error().message + opened.error().detail));
        const Result<Discovery> discovery = peer.session->discover();
        QVERIFY(discovery);
        peer.discovery = *discovery;
    }
    const OperationSpec *spec = findOperation(peer.discovery, tool);
    const Json outputSchema = spec ? completed(*spec).outputSchema : Json();
    const Said said = saidOf(peer.session->call(tool, R"({"count":"x"})"), tool, outputSchema);
    QCOMPARE(said.isThrown, isThrown);
    QCOMPARE(codesOf(said.notes), codes);
    QCOMPARE(said.error.category, category);
    if (category != "schema"_L1)
        return;
    QCOMPARE(said.diagnoses.size(), 1);
    const Diagnosis &diagnosis = said.diagnoses.first();
    QVERIFY(codes.contains(diagnosis.code));
    QVERIFY(diagnosis.cause.contains(u"The fault is in the server, not in the arguments."));
    QVERIFY(!diagnosis.failingPointers.isEmpty());
    QCOMPARE(diagnosis.schemaPointers, places);
    QCOMPARE(diagnosis.fixes.size(), codes.contains(u"schema.likely-envelope"_s) ? 3 : 2);
}

void tst_PeerRefusals::restoresAnEnvelopeThatAServerPassesOn_data()
{
    QTest::addColumn<QString>("package");
    for (const Sdk &sdk : sdks())
        QTest::newRow(sdk.name) << sdk.package;
}

void tst_PeerRefusals::restoresAnEnvelopeThatAServerPassesOn()
{
    QFETCH(QString, package);
    const Json meta =
        jsonLiteral(R"({"source":"local","operationId":"notes.count","timestamp":1760000000000})");
    const Json served = Json::object(
        {{u"content"_s, Json::emptyArray()}, {u"structuredContent"_s, jsonLiteral(R"({"result":[1,2.5]})")},
            {u"_meta"_s,
                Json::object({{QString(envelopeMetaMark), meta},
                    {u"fastmcp"_s, jsonLiteral(R"({"wrap_result":true})")}})}});
    PeerSession session(peerSettings(peerArguments(package, QString::fromUtf8(served.toBytes()))));
    QVERIFY(session.open());
    const Result<HandlerResult> result = session.call(u"served"_s, "{}");
    QVERIFY(result);
    const ResponseEnvelope *envelope = envelopeOf(*result);
    QVERIFY(envelope && envelope->isClaimed);
    QCOMPARE(envelope->metaJson(), meta);
    QCOMPARE(envelope->data.toBytes(), "[1,2.5]");
}

void tst_PeerRefusals::theCommandLinePrintsTheExplanation_data()
{
    QTest::addColumn<QString>("package");
    for (const Sdk &sdk : sdks())
        QTest::newRow(sdk.name) << sdk.package;
}

void tst_PeerRefusals::theCommandLinePrintsTheExplanation()
{
    QFETCH(QString, package);
    const QStringList server = QStringList{u"--"_s, QStringLiteral(NODE_PROGRAM)} + peerArguments(package);
    const Test::CommandResult result = run(QStringList{u"call"_s, u"envelope"_s} + server);
    QCOMPARE(result.exitCode, 1);
    for (const char *words :
        {"[schema.server-rejected-own-output]", "most likely, an envelope is around the data",
            "The fault is in the server, not in the arguments.", "outputSchema /required",
            "Fix A     Return the bare data as structuredContent"})
        QVERIFY2(result.err.contains(words), result.err.constData());
    const Test::CommandResult json = run(QStringList{u"call"_s, u"envelope"_s, u"--json"_s} + server);
    const Json first = jsonLiteral(json.out).member("diagnostics"_L1).at(0);
    QCOMPARE(first.member("code"_L1).toString(), u"schema.server-rejected-own-output"_s);
    QCOMPARE(first.member("changes"_L1).size(), 3);
    const Test::CommandResult thrown =
        run(QStringList{u"call"_s, u"envelope"_s, u"--is-error"_s, u"throw"_s} + server);
    QCOMPARE(thrown.exitCode, 1);
    QVERIFY(thrown.out.isEmpty());
    QVERIFY2(thrown.err.contains("[schema.server-rejected-own-output]"), thrown.err.constData());
}

WORKBENCH_TEST(tst_PeerRefusals, QCoreApplication)
#include "tst_peer_refusals.moc"
