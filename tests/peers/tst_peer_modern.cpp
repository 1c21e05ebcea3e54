// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Subscriptions and lists that change, with a server of MCP 2026-07-28 that uses version 2 of the SDK.

#include "tests/peers/peersession.h"
#include "tests/support/commandrun.h"
#include "tests/support/testprogram.h"

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_PeerModern : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void watchesAResource_data() { wires(); }
    void watchesAResource();
    void readsTheListAgainWhenItChanges_data() { wires(); }
    void readsTheListAgainWhenItChanges();

private:
    static void wires()
    {
        QTest::addColumn<bool>("overHttp");
        QTest::newRow("stdio") << false;
        QTest::newRow("HTTP") << true;
    }
    //! Returns the settings of the peer, which is started here if it listens on HTTP.
    Json peer(bool overHttp);
    //! Returns the operation \a name of \a session once it is listed.
    static std::optional<OperationSpec> listed(PeerSession &session, QStringView name);

    Test::CommandRun m_run{QStringLiteral(ENVELOPE_PROGRAM)};
    std::optional<Test::RunningCommand> m_server;
};

Json tst_PeerModern::peer(bool overHttp)
{
    QStringList line{QStringLiteral(MODERN_PEER), QStringLiteral(PEERS_FOLDER)};
    if (!overHttp) {
        QList<Json> arguments;
        for (const QString &word : line + QStringList{u"stdio"_s})
            arguments.append(Json::string(word));
        return Json::object({{u"command"_s, Json::string(QStringLiteral(NODE_PROGRAM))},
            {u"args"_s, Json::array(arguments)}});
    }
    m_server.emplace(m_run, line + QStringList{u"http"_s}, QStringLiteral(NODE_PROGRAM));
    return Json::object({{u"url"_s, Json::string(QString::fromUtf8(m_server->line().trimmed()))}});
}

std::optional<OperationSpec> tst_PeerModern::listed(PeerSession &session, QStringView name)
{
    const Result<Discovery> discovery = session.discover();
    const OperationSpec *found = discovery ? findOperation(*discovery, name) : nullptr;
    return found ? std::optional(*found) : std::nullopt;
}

void tst_PeerModern::watchesAResource()
{
    QFETCH(bool, overHttp);
    PeerSession session(peer(overHttp));
    const Result<PeerInfo> opened = session.open();
    QVERIFY2(opened, opened ? "" : qPrintable(opened.error().message + u'\n' + opened.error().detail));
    QCOMPARE(opened->protocol, u"MCP 2026-07-28"_s);
    const std::optional<OperationSpec> notes = listed(session, u"resource:notes://today");
    QVERIFY(notes && session.adapter->featuresOf(*notes).watches);
    auto stream = session.adapter->subscribe(*notes, Json::emptyObject(), {});
    QVERIFY2(stream, stream ? "" : qPrintable(stream.error().message));
    QSignalSpy items(stream->get(), &ItemStream::item);
    QSignalSpy ended(stream->get(), &ItemStream::ended);
    QSignalSpy logged(session.adapter.get(), &Adapter::logged);
    // The first subscription is to the lists; the second is to the resource too.
    QTRY_COMPARE(session.noted(u"notifications/subscriptions/acknowledged"), 1);
    (*stream)->start();
    QTRY_COMPARE(session.noted(u"notifications/subscriptions/acknowledged"), 2);
    QVERIFY(session.call(u"note"_s, R"({"text":"milk"})"));
    QTRY_COMPARE(items.size(), 1);
    const auto update = items.first().first().value<StreamValue>();
    QCOMPARE(
        std::get<ResponseEnvelope>(update.value).data.toBytes(), QByteArray(R"({"uri":"notes://today"})"));
    const auto contents = QCoro::waitFor(session.adapter->invoke(*notes, Json::emptyObject(), {}));
    QVERIFY2(contents, contents ? "" : qPrintable(contents.error().message));
    QCOMPARE(envelopeOf(*contents)->data.at(0).member("text"_L1).toString(), u"milk"_s);
    (*stream)->cancel();
    QCOMPARE(ended.size(), 1);
    QVERIFY(session.call(u"note"_s, R"({"text":"bread"})"));
    QCOMPARE(items.size(), 1);
    QCOMPARE(logged.size(), 0); // neither side has to complain
}

void tst_PeerModern::readsTheListAgainWhenItChanges()
{
    QFETCH(bool, overHttp);
    PeerSession session(peer(overHttp));
    QVERIFY(session.open());
    QVERIFY(!listed(session, u"whistle"));
    QSignalSpy changed(session.adapter.get(), &Adapter::operationsChanged);
    QTRY_COMPARE(session.noted(u"notifications/subscriptions/acknowledged"), 1);
    QVERIFY(session.call(u"learn"_s, "{}"));
    QTRY_COMPARE(changed.size(), 1);
    QVERIFY(listed(session, u"whistle"));
    QVERIFY(session.call(u"whistle"_s, "{}"));
}

WORKBENCH_TEST(tst_PeerModern, QCoreApplication)
#include "tst_peer_modern.moc"
