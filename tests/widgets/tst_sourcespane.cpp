// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/ourstyle.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;
using Phase = SourceState::Phase;

class tst_SourcesPane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void offersToConnectAnywayWhereTheFailureIsShown();
    void offersToConnectAnywayInTheMenu();
    void offersToConnectAnywayForNoOtherFailure();
    void aDoubleClickConnectsASource();
    void returnConnectsASourceAndOpensAnOperation();
    void anOperationHasNoEntriesOfItsSource();
    void aNewSourceIsCurrentAndVisible();
    void rowsStayUnderTheMouse();

private:
    void failWith(const QString &code)
    {
        f->peer->handshake = std::unexpected(
            Error{ErrorKind::Protocol, code, u"\"s\" speaks MCP 2031-01-01, it knows 2025-11-25."_s, {}, {}});
        PeerInfo limited;
        limited.listsOnly = u"lists only"_s;
        f->peer->handshakeAnyway = limited;
        QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)));
        f->sessions->connectSource(u"s"_s);
        QTRY_COMPARE(f->phase(), Phase::Failed);
    }
    //! The actions of the first source's menu.
    QAction *menuAction(const QString &text)
    {
        Q_EMIT pane->view()->customContextMenuRequested(
            pane->view()->visualRect(pane->view()->model()->index(0, 0)).center());
        const auto *menu = pane->findChild<QMenu *>(u"sourcesMenu"_s);
        for (QAction *action : menu ? menu->actions() : QList<QAction *>()) {
            if (action->text() == text)
                return action;
        }
        return nullptr;
    }
    std::unique_ptr<SessionsFixture> f;
    std::unique_ptr<SourcesPane> pane;
};

void tst_SourcesPane::init()
{
    f = std::make_unique<SessionsFixture>();
    pane = std::make_unique<SourcesPane>(f->sessions.get());
    pane->resize(300, 400);
    pane->show();
}

void tst_SourcesPane::cleanup()
{
    pane.reset();
    f.reset();
}

void tst_SourcesPane::offersToConnectAnywayWhereTheFailureIsShown()
{
    auto *bar = pane->findChild<QWidget *>(u"versionBar"_s);
    QVERIFY(bar && !bar->isVisible());
    failWith(QString(unknownVersionCode));
    QVERIFY(bar->isVisible());
    QTest::mouseClick(pane->findChild<QPushButton *>(u"connectAnyway"_s), Qt::LeftButton);
    QTRY_COMPARE(f->phase(), Phase::Degraded);
    QCOMPARE(f->sessions->state(u"s"_s).error.message, u"lists only"_s);
    QCOMPARE(f->sessions->operations(u"s"_s).size(), 3);
    QVERIFY(!bar->isVisible());
}

void tst_SourcesPane::offersToConnectAnywayInTheMenu()
{
    failWith(QString(unknownVersionCode));
    QAction *anyway = menuAction(u"Connect anyway"_s);
    QVERIFY(anyway);
    anyway->trigger();
    QTRY_COMPARE(f->phase(), Phase::Degraded);
}

void tst_SourcesPane::offersToConnectAnywayForNoOtherFailure()
{
    failWith(u"mcp.bad-handshake"_s);
    QVERIFY(!pane->findChild<QWidget *>(u"versionBar"_s)->isVisible());
    QVERIFY(menuAction(u"Connect"_s));
    QVERIFY(!menuAction(u"Connect anyway"_s));
}

void tst_SourcesPane::aDoubleClickConnectsASource()
{
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)));
    QSignalSpy asked(pane.get(), &SourcesPane::connectRequested);
    const QPoint place = pane->view()->visualRect(pane->view()->model()->index(0, 0)).center();
    QTest::mouseClick(pane->view()->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(asked.size(), 0);
    QTest::mouseDClick(pane->view()->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.first().first().toString(), u"s"_s);
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), Phase::Ready);
    QTest::mouseDClick(pane->view()->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(asked.size(), 1); // the second double click folds the source
}

void tst_SourcesPane::returnConnectsASourceAndOpensAnOperation()
{
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)));
    QSignalSpy asked(pane.get(), &SourcesPane::connectRequested);
    QSignalSpy opened(pane.get(), &SourcesPane::operationActivated);
    pane->view()->setCurrentIndex(pane->view()->model()->index(0, 0));
    QTest::keyClick(pane->view(), Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(pane->view()->model()->rowCount(pane->view()->model()->index(0, 0)), 3);
    pane->selectOperation({u"s"_s, u"two"_s});
    QTest::keyClick(pane->view(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(asked.size(), 1);
}

void tst_SourcesPane::anOperationHasNoEntriesOfItsSource()
{
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)));
    f->sessions->connectSource(u"s"_s);
    const QAbstractItemModel *model = pane->view()->model();
    QTRY_COMPARE(model->rowCount(model->index(0, 0)), 3);
    QTRY_VERIFY(pane->view()->isExpanded(model->index(0, 0)));
    Q_EMIT pane->view()->customContextMenuRequested(
        pane->view()->visualRect(model->index(0, 0, model->index(0, 0))).center());
    const auto *menu = pane->findChild<QMenu *>(u"sourcesMenu"_s);
    QVERIFY(menu);
    QStringList texts;
    for (const QAction *action : menu->actions())
        texts.append(action->text());
    QCOMPARE(texts.size(), 2);
    QCOMPARE(texts.first(), u"Open"_s);
}

void tst_SourcesPane::aNewSourceIsCurrentAndVisible()
{
    for (int i = 0; i < 40; ++i)
        QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s%1"_s.arg(i))));
    pane->selectSource(u"s39"_s);
    QCOMPARE(pane->currentSource(), u"s39"_s);
    const QRect place = pane->view()->visualRect(pane->view()->currentIndex());
    QVERIFY(pane->view()->viewport()->rect().contains(place.center()));
}

void tst_SourcesPane::rowsStayUnderTheMouse()
{
    QList<OperationSpec> operations;
    for (int i = 0; i < 60; ++i)
        operations.append(fakeOperation(u"o%1"_s.arg(i)));
    f->peer->discovery = Discovery{.operations = operations, .incompleteReason = {}, .remarks = {}};
    QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)));
    f->sessions->connectSource(u"s"_s);
    const QModelIndex source = pane->view()->model()->index(0, 0);
    QTRY_VERIFY(pane->view()->isExpanded(source));
    const auto top = [this] { return pane->view()->indexAt({100, 4}); };
    const QPersistentModelIndex before = top();
    pane->view()->viewport()->setAttribute(Qt::WA_UnderMouse);
    pane->selectOperation({u"s"_s, u"o59"_s}); // another page came to the front
    QCOMPARE(pane->currentOperation().name, u"o59"_s);
    QCOMPARE(top(), QModelIndex(before));
    pane->view()->viewport()->setAttribute(Qt::WA_UnderMouse, false);
    pane->selectOperation({u"s"_s, u"o59"_s});
    QVERIFY(top() != QModelIndex(before));
}

WORKBENCH_TEST(tst_SourcesPane, QApplication, Workbench::Test::useOurStyle)
#include "tst_sourcespane.moc"
