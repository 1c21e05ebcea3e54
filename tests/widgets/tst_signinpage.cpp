// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The page of the steps of a sign-in, by clicks and while the steps happen.

#include "core/checks/connectioncheck.h"
#include "core/json/jsonparser.h"
#include "core/session/sessions.h"
#include "tests/support/fakeadapter.h"
#include "tests/support/ourstyle.h"
#include "tests/support/signinframes.h"
#include "tests/support/testprogram.h"
#include "ui/dialogs/connectionstepsview.h"
#include "ui/dialogs/signindialog.h"
#include "ui/forms/themelabel.h"
#include "ui/models/signinmodel.h"
#include "ui/pages/serverpage.h"
#include "ui/pages/signinpage.h"
#include "ui/text/textview.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/sourcescontroller.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_SignInPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void saysWhatToDoWhileItIsEmpty();
    void showsStepsAsTheyHappen();
    void showsWhatTheUserChose();
    void namesTheRequirementThatIsNotMet();
    void isOpenedFromTheSource();
    void isOpenedFromTheDialog();
    void isOpenedFromAConnectionCheck();
    void saysWhereTheAddressCameFrom();

private:
    SignInPage *page() const { return window->findChild<SignInPage *>(); }
    template <typename T> T *part(const QString &name) const { return page()->findChild<T *>(name); }
    void clickRow(int row) const
    {
        auto *view = part<RowTreeView>(u"signInSteps"_s);
        QTest::mouseClick(
            view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(row, 0)).center());
    }
    QByteArray text(const QString &name) const
    {
        const TextDocument *document = part<TextView>(name)->document();
        return document ? document->bytes() : QByteArray();
    }
    SignInDialog *askForPlace(bool isNamedByServer)
    {
        SignIn signIn;
        signIn.id = u"oauth:tools:0123456789ab"_s;
        signIn.source = u"tools"_s;
        signIn.isNamedByServer = isNamedByServer;
        signIn.wantedOrigins = {u"https://login.example.org"_s};
        answer = signIns->ask(signIn);
        SignInDialog *shown = nullptr;
        if (!QTest::qWaitFor([&] { return (shown = window->findChild<SignInDialog *>()) != nullptr; }))
            qFatal("the dialog does not open");
        return shown;
    }

    std::unique_ptr<ExchangeLog> exchanges;
    std::unique_ptr<OperationRegistry> registry;
    std::unique_ptr<TrustStore> trust;
    std::unique_ptr<SignIns> signIns;
    std::unique_ptr<Sessions> sessions;
    std::unique_ptr<MainWindow> window;
    QFuture<Result<void>> answer;
};

void tst_SignInPage::init()
{
    exchanges = std::make_unique<ExchangeLog>();
    registry = std::make_unique<OperationRegistry>();
    trust = std::make_unique<TrustStore>();
    signIns = std::make_unique<SignIns>(trust.get());
    std::vector<std::unique_ptr<AdapterFactory>> factories;
    factories.push_back(std::make_unique<FakeFactory>(std::make_shared<FakePeer>()));
    sessions = std::make_unique<Sessions>(Sessions::Services{.registry = registry.get(),
        .exchanges = exchanges.get(),
        .trust = trust.get(),
        .limits = {},
        .factories = std::move(factories),
        .closePatience = std::chrono::milliseconds(100),
        .signIns = signIns.get()});
    MainWindow::Options options;
    options.remember = false;
    window = std::make_unique<MainWindow>(
        sessions.get(), static_cast<WorkbenchStyle *>(QApplication::style()), options);
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(sessions->addSource({u"tools"_s, u"fake"_s, jsonLiteral(R"({"auth":"oauth"})")}));
    QVERIFY(sessions->addSource({u"plain"_s, u"fake"_s, Json::emptyObject()}));
}

void tst_SignInPage::cleanup()
{
    window.reset();
    sessions.reset();
    signIns.reset();
}

void tst_SignInPage::saysWhatToDoWhileItIsEmpty()
{
    window->sources()->showSignIn(u"tools"_s);
    QVERIFY(page()->isVisible());
    auto *words = part<QLabel>(u"placeholderWords"_s);
    QVERIFY(words->isVisible());
    QVERIFY2(words->text().startsWith(u"Connect tools"_s), qPrintable(words->text()));
    QTest::mouseClick(part<QPushButton>(u"connectSigningIn"_s), Qt::LeftButton);
    QTRY_VERIFY(sessions->state(u"tools"_s).phase != SourceState::Phase::Disconnected);
    window->pageStack()->closeCurrent();
    window->sources()->showSignIn(u"plain"_s);
    auto *plain = qobject_cast<SignInPage *>(window->pageStack()->currentTool());
    QVERIFY(plain->findChild<QLabel *>(u"placeholderWords"_s)->text().contains(u"does not sign in"_s));
}

void tst_SignInPage::showsStepsAsTheyHappen()
{
    window->sources()->showSignIn(u"tools"_s);
    SignInModel *model = page()->model();
    const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QSignalSpy resets(model, &QAbstractItemModel::modelReset);
    SignInFrames frames(exchanges.get(), u"tools"_s);
    frames.noteRefusal();
    frames.noteResourceRequest();
    QTRY_COMPARE(model->rowCount(), 2);
    QCOMPARE(model->index(0, SignInModel::StatusColumn).data().toString(), u"401 Unauthorized"_s);
    QCOMPARE(model->index(1, SignInModel::StatusColumn).data().toString(), u"waiting"_s);
    QVERIFY(part<QWidget>(u"signInSplitter"_s)->isVisible());
    QCOMPARE(part<RowTreeView>(u"signInSteps"_s)->currentIndex().row(), 1); // the newest step
    frames.noteResourceAnswer();
    QTRY_COMPARE(model->index(1, SignInModel::StatusColumn).data().toString(), u"200 OK"_s);
    QTRY_VERIFY2(text(u"signInAnswer"_s).contains("authorization_servers"), text(u"signInAnswer"_s));
    QTRY_VERIFY2(
        text(u"signInRequest"_s).startsWith("GET /.well-known/oauth-protected-resource/mcp HTTP/1.1"),
        text(u"signInRequest"_s));
    SignInFrames(exchanges.get(), u"others"_s).noteRefusal(); // frames of other sources are not shown
    frames.noteServerMetadata();
    frames.noteBrowser();
    QTRY_COMPARE(model->rowCount(), 5);
    QCOMPARE(resets.size(), 0);
    QTRY_COMPARE(part<RowTreeView>(u"signInSteps"_s)->currentIndex().row(), 4);
    QTRY_VERIFY2(text(u"signInAnswer"_s).contains("\nstate = x7"), text(u"signInAnswer"_s));
    exchanges->clearFrames();
    QTRY_VERIFY(part<QLabel>(u"placeholderWords"_s)->isVisible());
}

void tst_SignInPage::showsWhatTheUserChose()
{
    SignInFrames frames(exchanges.get(), u"tools"_s);
    frames.noteRefusal();
    frames.noteResourceRequest();
    frames.noteResourceAnswer();
    window->sources()->showSignIn(u"tools"_s);
    QTRY_COMPARE(page()->model()->rowCount(), 2);
    clickRow(0);
    QTRY_VERIFY2(text(u"signInAnswer"_s).startsWith("HTTP/1.1 401"), text(u"signInAnswer"_s));
    QCOMPARE(part<QWidget>(u"signInDemands"_s)->findChildren<QLabel *>(u"signInSection"_s).size(), 3);
    frames.noteServerMetadata();
    QTRY_COMPARE(page()->model()->rowCount(), 3);
    QCOMPARE(part<RowTreeView>(u"signInSteps"_s)->currentIndex().row(), 0);
    QTest::keyClick(part<RowTreeView>(u"signInSteps"_s), Qt::Key_Down);
    QTRY_VERIFY2(text(u"signInAnswer"_s).contains("authorization_servers"), text(u"signInAnswer"_s));
}

void tst_SignInPage::namesTheRequirementThatIsNotMet()
{
    SignInFrames frames(exchanges.get(), u"tools"_s);
    frames.noteRefusal();
    frames.noteServerMetadata();
    frames.noteBrowser();
    frames.noteTokenRefused();
    window->sources()->showSignIn(u"tools"_s);
    QTRY_COMPARE(page()->model()->rowCount(), 5);
    const auto *problem = part<QLabel>(u"signInProblem"_s);
    QVERIFY(problem && problem->isVisible());
    QVERIFY2(problem->text().contains(u"the token endpoint answered invalid_grant"_s),
        qPrintable(problem->text()));
    QCOMPARE(part<QLabel>(u"signInUnmet"_s)->text(), u"RFC 6749 section 4.1.3 · not met"_s);
    clickRow(1);
    QVERIFY(!part<QLabel>(u"signInProblem"_s));
    clickRow(4);
    QTRY_VERIFY2(
        text(u"signInRequest"_s).contains("grant_type=authorization_code"), text(u"signInRequest"_s));
}

void tst_SignInPage::isOpenedFromTheSource()
{
    window->sources()->showServer(u"tools"_s);
    const auto button = [this] {
        return window->pageStack()->currentTool()->findChild<QPushButton *>(u"showSignIn"_s);
    };
    QTest::mouseClick(button(), Qt::LeftButton);
    QVERIFY(page() && page()->isVisible());
    QCOMPARE(page()->source(), u"tools"_s);
    window->sources()->showServer(u"tools"_s);
    QTest::mouseClick(button(), Qt::LeftButton);
    QCOMPARE(window->findChildren<SignInPage *>().size(), 1); // the same page is reused
    window->sources()->showServer(u"plain"_s);
    QVERIFY(!button()->isVisible());
}

void tst_SignInPage::isOpenedFromTheDialog()
{
    const QPointer<SignInDialog> dialog = askForPlace(true);
    QVERIFY(dialog->isModal());
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"showSteps"_s), Qt::LeftButton);
    QVERIFY(page() && page()->isVisible());
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    QVERIFY(!answer.isFinished());
    signIns->end(dialog->id(), {}, {});
    QTRY_VERIFY(!dialog);
}

void tst_SignInPage::isOpenedFromAConnectionCheck()
{
    ConnectionStepsView view(sessions.get());
    const QSignalSpy wanted(&view, &ConnectionStepsView::signInRequested);
    const ConnectionReport report{u"tools"_s, {{u"signIn"_s, ConnectionStep::State::Failed, u"Refused."_s}},
        Error{ErrorKind::Remote, u"oauth.refused"_s, u"Refused."_s, {}, {}}};
    view.showSteps(report);
    QVERIFY(!view.findChild<QToolButton *>(u"showSignInSteps"_s)); // there are no steps yet
    SignInFrames(exchanges.get(), u"tools"_s).noteRefusal();
    view.showSteps(report);
    QTest::mouseClick(view.findChild<QToolButton *>(u"showSignInSteps"_s), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().toString(), u"tools"_s);
}

void tst_SignInPage::saysWhereTheAddressCameFrom()
{
    const auto textOf = [](const SignInDialog *dialog) {
        return dialog->findChild<QLabel *>(u"signInText"_s)->text();
    };
    QPointer<SignInDialog> dialog = askForPlace(true);
    QVERIFY2(textOf(dialog).contains(u"its metadata"_s), qPrintable(textOf(dialog)));
    dialog->reject();
    QTRY_VERIFY(!dialog);
    dialog = askForPlace(false);
    QVERIFY2(textOf(dialog).startsWith(u"The description"_s), qPrintable(textOf(dialog)));
}

WORKBENCH_TEST(tst_SignInPage, QApplication, Workbench::Test::useOurStyle)
#include "tst_signinpage.moc"
