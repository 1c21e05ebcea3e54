// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using Phase = SourceState::Phase;

class tst_Composition : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void knowsTheKinds();
    void startsNothingWithTheDemoOpen();
    void invokesAnOperationOfTheDemo();
    void streamsFromTheDemo();
    void asksBeforeARealCommand();
    void remembersTrustOnlyWhenAsked();
};

void tst_Composition::knowsTheKinds()
{
    App::Composition composition({.rememberTrust = false});
    QStringList kinds;
    for (const SourceKind &kind : composition.sessions().kinds())
        kinds.append(kind.kind);
    QVERIFY(kinds.contains(u"mcp"_s));
    QVERIFY(kinds.contains(u"local"_s));
    QVERIFY(kinds.contains(u"hub"_s));
}

void tst_Composition::startsNothingWithTheDemoOpen()
{
    App::Composition composition({.rememberTrust = false});
    const Workspace demo = App::demoWorkspace();
    QCOMPARE(demo.sources.size(), 4);
    composition.sessions().setSources(demo.sources);
    QTest::qWait(10);
    for (const Source &source : demo.sources)
        QCOMPARE(composition.sessions().state(source.name).phase, Phase::Disconnected);
    QCOMPARE(composition.exchanges().frameCount(), 0);
}

void tst_Composition::invokesAnOperationOfTheDemo()
{
    App::Composition composition({.rememberTrust = false});
    composition.sessions().setSources(App::demoWorkspace().sources);
    const auto invocation = composition.sessions().invoke(
        {u"local"_s, u"math.divide"_s}, jsonLiteral(R"({"dividend":6,"divisor":3})"));
    QSignalSpy finished(invocation.get(), &Invocation::finished);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY2(invocation->result(),
        qPrintable(invocation->result() ? QString() : invocation->result().error().message));
    QCOMPARE(invocation->result()->envelope.data.member("quotient"_L1).toDouble(), 2.0);
    QCOMPARE(invocation->result()->envelope.source(), "local"_L1);
    QCOMPARE(composition.sessions().state(u"local"_s).phase, Phase::Ready);

    const auto failing = composition.sessions().invoke(
        {u"local"_s, u"math.divide"_s}, jsonLiteral(R"({"dividend":6,"divisor":0})"));
    QSignalSpy failed(failing.get(), &Invocation::finished);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!failing->result());
    QSignalSpy closed(&composition.sessions(), &Sessions::allClosed);
    composition.sessions().closeAll();
    QTRY_COMPARE(closed.count(), 1);
}

void tst_Composition::streamsFromTheDemo()
{
    App::Composition composition({.rememberTrust = false});
    composition.sessions().setSources(App::demoWorkspace().sources);
    const auto subscription =
        composition.sessions().subscribe({u"local"_s, u"clock.tick"_s}, Json::emptyObject());
    QTRY_VERIFY(subscription->count() >= 1 || !subscription->isLive());
    QVERIFY2(subscription->isLive() || subscription->endReason() == EndReason::Completed,
        qPrintable(subscription->endError().message));
    subscription->cancel();
    QTRY_VERIFY(!subscription->isLive());
}

void tst_Composition::asksBeforeARealCommand()
{
    App::Composition composition({.rememberTrust = false, .ownCommand = u"/nowhere/envelope"_s});
    const QList<Source> demo = App::demoWorkspace().sources;
    QVERIFY(!composition.sessions().trustNeeded(demo.at(0)));
    QVERIFY(!composition.sessions().trustNeeded(demo.at(1)));
    const Source command{u"x"_s, u"mcp"_s, jsonLiteral(R"({"command":"/bin/true","args":["a b"]})")};
    const std::optional<TrustFacts> facts = composition.sessions().trustNeeded(command);
    QVERIFY(facts);
    QVERIFY2(facts->commandLine().endsWith(u" 'a b'"_s), qPrintable(facts->commandLine()));
    QVERIFY(composition.sessions().confirmTrust(command));
    QVERIFY(!composition.sessions().trustNeeded(command));
}

void tst_Composition::remembersTrustOnlyWhenAsked()
{
    QFile::remove(App::trustStorePath());
    const TrustFacts facts{u"/bin/true"_s, {}, {}, {}};
    QVERIFY(App::Composition({.rememberTrust = false}).trust().trust(facts));
    QVERIFY(!QFileInfo::exists(App::trustStorePath()));
    QVERIFY(App::Composition(App::Composition::Options{}).trust().trust(facts));
    QVERIFY(QFileInfo::exists(App::trustStorePath()));
    QVERIFY(App::Composition(App::Composition::Options{}).trust().isTrusted(facts));
    QVERIFY(QFile::remove(App::trustStorePath()));
}

WORKBENCH_TEST(tst_Composition, QCoreApplication)
#include "tst_composition.moc"
