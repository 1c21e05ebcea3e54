// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/session/sessionsfixture.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QMenu>
#include <QPushButton>
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
    void offersItForNoOtherFailure();

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
    //! The actions of the menu over the first source.
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
    QAction *anyway = menuAction(u"Connect Anyway"_s);
    QVERIFY(anyway);
    anyway->trigger();
    QTRY_COMPARE(f->phase(), Phase::Degraded);
}

void tst_SourcesPane::offersItForNoOtherFailure()
{
    failWith(u"mcp.bad-handshake"_s);
    QVERIFY(!pane->findChild<QWidget *>(u"versionBar"_s)->isVisible());
    QVERIFY(menuAction(u"Connect"_s));
    QVERIFY(!menuAction(u"Connect Anyway"_s));
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s));
    tst_SourcesPane test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_sourcespane.moc"
