// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The page that offers operations to other programs. A second set of sessions plays the other program and
// connects over a WebSocket.

#include "app/wiring/composition.h"
#include "core/exchange/exchangelog.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/session/invocation.h"
#include "tests/support/closesessions.h"
#include "tests/support/quotes.h"
#include "tests/support/rawwebsocket.h"
#include "tests/support/testprogram.h"
#include "ui/forms/themelabel.h"
#include "ui/pages/servepage.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTcpServer>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;
using Phase = SourceState::Phase;

class tst_ServePage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void anotherProgramCallsAnOfferedOperation();
    void saysWhatNormalisationChanged();
    void historyShowsFailedCalls_data();
    void historyShowsFailedCalls();
    void offersOnlyTheChosenSources();
    void aCallerWithoutTheTokenIsRefused();
    void aCallerThatSendsTooMuchIsNamed();
    void aTokenCanBeLeftOut();
    void stopEndsTheConnections();
    void closingTheTabStopsServing();
    void aTakenPortIsReported();
    void asksForASource();

private:
    template <typename T> T *find(const QString &name) const { return m_page->findChild<T *>(name); }
    void start() const { find<QPushButton>(u"startServing"_s)->click(); }
    QAbstractItemModel *calls() const { return find<QTreeView>(u"servedCalls"_s)->model(); }
    QString cell(int row, int column) const { return calls()->index(row, column).data().toString(); }
    //! Connects the other program with \a token; sends no token if it is empty.
    void connectOther(const QString &token);
    QString error() const { return m_other->sessions().state(u"peer"_s).error.message; }

    std::unique_ptr<App::Composition> m_own;
    std::unique_ptr<App::Composition> m_other;
    std::unique_ptr<ServePage> m_page;
};

void tst_ServePage::initTestCase()
{
    QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s));
}

void tst_ServePage::init()
{
    m_own = std::make_unique<App::Composition>(App::Composition::Options{.rememberTrust = false});
    m_other = std::make_unique<App::Composition>(App::Composition::Options{.rememberTrust = false});
    const Json demo = jsonLiteral(R"({"set":"demo"})");
    m_own->sessions().setSources({{u"mine"_s, u"local"_s, demo}, {u"others"_s, u"local"_s, demo}});
    for (const QString &name : {u"mine"_s, u"others"_s}) {
        m_own->sessions().connectSource(name);
        QTRY_COMPARE(m_own->sessions().state(name).phase, Phase::Ready);
    }
    m_page = std::make_unique<ServePage>(
        &m_own->sessions(), u"mine"_s, [this](const ServeRequest &request) { return m_own->serve(request); });
    m_page->resize(900, 600);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
}

void tst_ServePage::cleanup()
{
    m_page.reset();
    for (auto *composition : {&m_other, &m_own}) {
        Test::closeSessions((*composition)->sessions());
        composition->reset();
    }
}

void tst_ServePage::connectOther(const QString &token)
{
    JsonBuilder settings;
    settings.beginObject().add(u"url", find<QLineEdit>(u"serveAddress"_s)->text());
    settings.key(u"headers").beginObject();
    if (!token.isEmpty())
        settings.add(u"Authorization", QString(u"Bearer "_s + token));
    settings.endObject();
    m_other->sessions().setSources({{u"peer"_s, u"hub"_s, settings.endObject().take()}});
    m_other->sessions().connectSource(u"peer"_s);
}

void tst_ServePage::anotherProgramCallsAnOfferedOperation()
{
    start();
    const QString token = find<QLineEdit>(u"serveToken"_s)->text();
    QCOMPARE(token.size(), 43);
    find<QToolButton>(u"serveTokenCopy"_s)->click();
    QCOMPARE(QApplication::clipboard()->text(), token);
    connectOther(token);
    QTRY_COMPARE(m_other->sessions().state(u"peer"_s).phase, Phase::Ready);
    const auto call =
        m_other->sessions().invoke({u"peer"_s, u"mine.notes.find"_s}, jsonLiteral(R"({"text":"envelope"})"));
    QSignalSpy finished(call.get(), &Invocation::finished);
    QVERIFY(finished.wait());
    QVERIFY2(call->result(), call->result() ? "" : qPrintable(call->result().error().message));
    QTRY_COMPARE(calls()->rowCount(), 1);
    QVERIFY(cell(0, 1).endsWith(" (token)"_L1));
    QCOMPARE(cell(0, 2), u"mine.notes.find"_s);
    QCOMPARE(cell(0, 3), u"ok"_s);
    // History has this call, and none of the services that a client calls to list the operations.
    const ExchangeLog &history = m_own->exchanges();
    QCOMPARE(history.recordCount(), 1);
    const ExchangeRecord &record = history.recordAt(0);
    QCOMPARE(record.source, u"mine"_s);
    QCOMPARE(record.operation, u"notes.find"_s);
    QCOMPARE(record.input.member("text"_L1).toString(), u"envelope"_s);
    QCOMPARE(record.state, ExchangeRecord::State::Ok);
    QVERIFY2(record.note.startsWith("called by 127.0.0.1:"_L1), qPrintable(record.note));
    QCOMPARE(record.identity.value_or(Identity()).id, u"token"_s);
}

void tst_ServePage::saysWhatNormalisationChanged()
{
    start();
    connectOther(find<QLineEdit>(u"serveToken"_s)->text());
    QTRY_COMPARE(m_other->sessions().state(u"peer"_s).phase, Phase::Ready);
    const auto call = m_other->sessions().invoke(
        {u"peer"_s, u"mine.weather.now"_s}, jsonLiteral(R"({"location":"Chicago","days":3})"));
    QSignalSpy finished(call.get(), &Invocation::finished);
    QVERIFY(finished.wait());
    QVERIFY2(call->result(), call->result() ? "" : qPrintable(call->result().error().message));
    QTRY_COMPARE(calls()->rowCount(), 1);
    const qsizetype changes = call->result()->changes.size();
    QVERIFY(changes > 1);
    QVERIFY2(cell(0, 3).startsWith("ok, "_L1) && cell(0, 3).endsWith(u", %1 changes"_s.arg(changes)),
        qPrintable(cell(0, 3)));
    const ExchangeRecord &record = m_own->exchanges().recordAt(0);
    QVERIFY2(record.note.endsWith(u"; %1 values normalised"_s.arg(changes)), qPrintable(record.note));
    QCOMPARE(record.identity.value_or(Identity()).id, u"token"_s);
    QVERIFY(record.warnings >= lostValues(*call->result()));
}

void tst_ServePage::historyShowsFailedCalls_data()
{
    QTest::addColumn<QByteArray>("operation");
    QTest::addColumn<bool>("leaves");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("reason");
    QTest::newRow("a refused call") << QByteArray("mine.nothing") << false << u"OPERATION_NOT_FOUND"_s
                                    << u"Operation not found: mine.nothing"_s;
    QTest::newRow("the caller disconnects during its call")
        << QByteArray("mine.report.slow") << true << u"error"_s << u"connection closed"_s;
}

void tst_ServePage::historyShowsFailedCalls()
{
    QFETCH(QByteArray, operation);
    QFETCH(bool, leaves);
    QFETCH(QString, outcome);
    QFETCH(QString, reason);
    start();
    const QByteArray token = find<QLineEdit>(u"serveToken"_s)->text().toUtf8();
    RawWebSocketClient caller(QUrl(find<QLineEdit>(u"serveAddress"_s)->text()),
        QByteArray("Authorization: Bearer " + token + "\r\n"));
    QTRY_COMPARE(caller.status(), 101);
    const QByteArray event =
        Test::q("{'type':'call.requested','id':'','payload':{'requestId':'r','operationId':'" + operation
            + "','input':{'seconds':600}}}");
    caller.send(RawFrame{.payload = event, .isMasked = true}.bytes());
    const ExchangeLog &history = m_own->exchanges();
    QTRY_COMPARE(history.recordCount(), 1);
    if (leaves) {
        QCOMPARE(history.recordAt(0).state, ExchangeRecord::State::Running);
        caller.reset();
    }
    QTRY_COMPARE(history.recordAt(0).state, ExchangeRecord::State::Failed);
    QCOMPARE(history.recordAt(0).outcome, outcome);
    const QString note = history.recordAt(0).note;
    QVERIFY2(note.endsWith(QString(u"; "_s + reason)), qPrintable(note));
    QCOMPARE(history.recordAt(0).identity.value_or(Identity()).id, u"token"_s);
}

void tst_ServePage::offersOnlyTheChosenSources()
{
    const auto *sources = find<QListWidget>(u"serveSources"_s);
    QCOMPARE(sources->count(), 2);
    QCOMPARE(sources->item(0)->checkState(), Qt::Checked);
    QCOMPARE(sources->item(1)->checkState(), Qt::Unchecked);
    start();
    connectOther(find<QLineEdit>(u"serveToken"_s)->text());
    QTRY_COMPARE(m_other->sessions().state(u"peer"_s).phase, Phase::Ready);
    const QList<OperationSpec> operations = m_other->sessions().operations(u"peer"_s);
    QVERIFY(!operations.isEmpty());
    for (const OperationSpec &operation : operations)
        QVERIFY2(operation.id.name.startsWith("mine."_L1), qPrintable(operation.id.name));
    const auto call =
        m_other->sessions().invoke({u"peer"_s, u"others.notes.find"_s}, jsonLiteral(R"({"text":"x"})"));
    QSignalSpy finished(call.get(), &Invocation::finished);
    QVERIFY(finished.wait());
    QVERIFY(!call->result());
}

void tst_ServePage::aCallerWithoutTheTokenIsRefused()
{
    start();
    connectOther({});
    QTRY_COMPARE(m_other->sessions().state(u"peer"_s).phase, Phase::Failed);
    QTRY_VERIFY(calls()->rowCount() > 0);
    QVERIFY2(cell(0, 3).startsWith("refused: 401"_L1), qPrintable(cell(0, 3)));
}

// The list shows connections that the hub closed, with the reason.
void tst_ServePage::aCallerThatSendsTooMuchIsNamed()
{
    start();
    connectOther(find<QLineEdit>(u"serveToken"_s)->text());
    QTRY_COMPARE(m_other->sessions().state(u"peer"_s).phase, Phase::Ready);
    const auto call = m_other->sessions().invoke({u"peer"_s, u"mine.notes.find"_s},
        Json::object({{u"text"_s, Json::string(QString(17 << 20, u'x'))}}));
    QTRY_VERIFY(calls()->rowCount() > 0);
    QVERIFY2(cell(0, 3).startsWith("Client 127.0.0.1:"_L1)
            && cell(0, 3).contains("sent a message of more than 16 MiB."_L1)
            && cell(0, 3).endsWith("Raise the limit hub.messageBytes to accept it."_L1),
        qPrintable(cell(0, 3)));
}

void tst_ServePage::aTokenCanBeLeftOut()
{
    find<QCheckBox>(u"serveNeedsToken"_s)->click();
    start();
    QCOMPARE(find<QLineEdit>(u"serveToken"_s)->text(), u"not needed"_s);
    connectOther({});
    QTRY_COMPARE(m_other->sessions().state(u"peer"_s).phase, Phase::Ready);
}

void tst_ServePage::stopEndsTheConnections()
{
    start();
    QVERIFY(!find<QPushButton>(u"startServing"_s)->isVisible());
    QVERIFY(!find<QListWidget>(u"serveSources"_s)->isVisible());
    connectOther(find<QLineEdit>(u"serveToken"_s)->text());
    QTRY_COMPARE(m_other->sessions().state(u"peer"_s).phase, Phase::Ready);
    find<QPushButton>(u"stopServing"_s)->click();
    QVERIFY(find<QListWidget>(u"serveSources"_s)->isVisible());
    QTRY_VERIFY(m_other->sessions().state(u"peer"_s).phase != Phase::Ready);
}

void tst_ServePage::closingTheTabStopsServing()
{
    start();
    connectOther(find<QLineEdit>(u"serveToken"_s)->text());
    QTRY_COMPARE(m_other->sessions().state(u"peer"_s).phase, Phase::Ready);
    m_page->cancel();
    QTRY_VERIFY(m_other->sessions().state(u"peer"_s).phase != Phase::Ready);
    QVERIFY(find<QPushButton>(u"startServing"_s)->isVisible());
}

void tst_ServePage::aTakenPortIsReported()
{
    QTcpServer taken;
    QVERIFY(taken.listen(QHostAddress::LocalHost));
    find<QSpinBox>(u"servePort"_s)->setValue(taken.serverPort());
    start();
    const auto *problem = find<ThemeLabel>(u"serveProblem"_s);
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(QString::number(taken.serverPort())), qPrintable(problem->text()));
    taken.close();
    start();
    QVERIFY(find<QLineEdit>(u"serveAddress"_s)->isVisible());
    QVERIFY(!problem->isVisible());
}

void tst_ServePage::asksForASource()
{
    find<QListWidget>(u"serveSources"_s)->item(0)->setCheckState(Qt::Unchecked);
    start();
    QCOMPARE(find<ThemeLabel>(u"serveProblem"_s)->text(), u"Choose at least one source to offer."_s);
    QVERIFY(!find<QLineEdit>(u"serveAddress"_s)->isVisible());
}

WORKBENCH_TEST(tst_ServePage, QApplication)
#include "tst_servepage.moc"
