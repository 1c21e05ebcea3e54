// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Verifying recorded calls whose inputs hold secrets, in the whole window, by clicks and keys.

#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/fixtures/askedsecrets.h"
#include "ui/fixtures/fixturespane.h"
#include "ui/fixtures/fixturestore.h"
#include "ui/fixtures/fixtureverifier.h"
#include "ui/pages/operationpage.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/workspacecontroller.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_FixtureSecrets : public QObject {
    Q_OBJECT

private:
    using State = FixtureVerdict::State;

    FixturesModel *model() const { return m_window->fixtures()->store()->model(); }
    QString folder() const { return m_home->filePath(u"fixtures"_s); }
    SecretsDialog *dialog() const { return m_window->findChild<SecretsDialog *>(); }
    Json lastInput() const { return m_peer->peer->calls.back()->input; }
    qsizetype calls() const { return qsizetype(m_peer->peer->calls.size()); }
    QString record(const QString &operation, const QByteArray &input);
    void pressVerify();
    void forget(); // like a restart of the program
    State state(const QString &file) const { return model()->verdict(file).state; }
    bool hasEnded(const QString &file) const
    {
        return state(file) != State::None && state(file) != State::Waiting && state(file) != State::Running;
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<SessionsFixture> m_peer;
    std::unique_ptr<MainWindow> m_window;
    WorkbenchStyle *m_style = nullptr;

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void asksOnceForMissingSecrets();
    void doesNotVerifyAFixtureWithoutItsSecrets();
    void storesSecretsOnRequest();
    void usesTheSecretsOfTheSource();
    void proposesASecretOfTheSameName();
    void doesNotAskForFixturesThatAreNotCalled();
    void closesTheQuestionWhenTheVerificationIsCancelled();
};

void tst_FixtureSecrets::initTestCase()
{
    QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
    m_style = new WorkbenchStyle;
    QApplication::setStyle(m_style);
}

void tst_FixtureSecrets::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_peer = std::make_unique<SessionsFixture>();
    m_peer->peer->discovery->operations = {
        fakeOperation(u"log-in"_s), fakeOperation(u"set-item"_s, OperationType::Mutation)};
    MainWindow::Options options;
    options.remember = false;
    m_window = std::make_unique<MainWindow>(m_peer->sessions.get(), m_style, options);
    m_window->resize(1280, 800);
    QVERIFY(m_window->workspace()->saveAs(m_home->filePath(u"a.workspace.json"_s)).has_value());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QVERIFY(m_peer->sessions->addSource(SessionsFixture::source(u"s"_s)).has_value());
    m_peer->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(m_peer->phase(), SourceState::Phase::Ready);
}

void tst_FixtureSecrets::cleanup()
{
    m_window.reset();
    m_peer.reset();
    m_home.reset();
}

//! Records a fixture with the input \a input and returns its name.
QString tst_FixtureSecrets::record(const QString &operation, const QByteArray &input)
{
    OperationPage *page = m_window->openOperation({u"s"_s, operation});
    page->setInput(jsonLiteral(R"({"place":1})"));
    page->invoke();
    if (!QTest::qWaitFor([&] { return !page->exchangeId().isEmpty() && !page->isRunning(); }, 30'000))
        qFatal("the call does not end");
    const int before = model()->rowCount();
    QTest::mouseClick(page->findChild<QPushButton *>(u"record"_s), Qt::LeftButton);
    if (!QTest::qWaitFor([&] { return model()->rowCount() == before + 1; }, 30'000))
        qFatal("nothing was recorded");
    QString name;
    for (const StoredFixture &stored : model()->listing().fixtures) {
        if (stored.fixture.operation == operation)
            name = stored.file;
    }
    QFile file(QDir(folder()).filePath(name));
    if (!file.open(QIODevice::ReadWrite))
        qFatal("the fixture is missing");
    QByteArray text = file.readAll();
    text.replace(jsonLiteral(R"({"place":1})").toBytes(Json::Layout::Indented).split('\n').at(1), input);
    file.seek(0);
    file.resize(0);
    file.write(text);
    file.close();
    m_window->fixtures()->store()->read();
    if (!QTest::qWaitFor(
            [&] { return model()->find(name)->fixture.input.toBytes().contains("secret"); }, 30'000))
        qFatal("the fixture has no secret");
    m_peer->peer->calls.clear();
    return name;
}

void tst_FixtureSecrets::pressVerify()
{
    QTRY_VERIFY(!m_window->fixtures()->verifier()->isRunning()); // waits for the previous verification
    m_window->bottomPanel()->showPane(m_window->fixtures()->pane());
    QTest::mouseClick(m_window->findChild<QToolButton *>(u"verify"_s), Qt::LeftButton);
}

void tst_FixtureSecrets::forget()
{
    m_window->findChild<FixtureSecrets *>()->forget();
}

void tst_FixtureSecrets::asksOnceForMissingSecrets()
{
    const QString file =
        record(u"log-in"_s, R"("user": "${secret:user-name}", "password": "Bearer ${secret:pass}")");
    pressVerify();
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    QCOMPARE(calls(), 0); // nothing is sent before the user answers
    const QList<QLineEdit *> fields = dialog()->findChildren<QLineEdit *>(u"secretField"_s);
    QCOMPARE(fields.size(), 2);
    QCOMPARE(fields.at(0)->echoMode(), QLineEdit::Password);
    QTRY_VERIFY(fields.at(0)->hasFocus());
    QTest::keyClicks(fields.at(0), u"jane-doe"_s);
    QTest::keyClick(fields.at(0), Qt::Key_Tab);
    QVERIFY(fields.at(1)->hasFocus());
    QTest::keyClicks(fields.at(1), u"hunter2-hunter2"_s);
    QTest::keyClick(fields.at(1), Qt::Key_Return);
    QTRY_COMPARE(state(file), State::Same);
    QCOMPARE(lastInput().toBytes(), QByteArray(R"({"user":"jane-doe","password":"Bearer hunter2-hunter2"})"));
    QVERIFY(m_peer->store.secrets.isEmpty()); // the user did not choose to store them
    QVERIFY(!m_peer->exchanges.secrets().hidden(QByteArray("hunter2-hunter2")).contains("hunter2"));

    pressVerify(); // known for the rest of the run
    QTRY_COMPARE(calls(), 2);
    QTRY_COMPARE(state(file), State::Same);
    QVERIFY(!dialog());
    forget(); // another workspace
    pressVerify();
    QTRY_VERIFY(dialog() && dialog()->isVisible());
}

void tst_FixtureSecrets::doesNotVerifyAFixtureWithoutItsSecrets()
{
    const QString file = record(u"log-in"_s, R"("password": "${secret:password}")");
    pressVerify();
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    QTest::mouseClick(dialog()->findChild<QPushButton *>(u"secretsSkip"_s), Qt::LeftButton);
    QTRY_COMPARE(state(file), State::NotCalled);
    QCOMPARE(model()->verdict(file).note, u"The secret password is missing."_s);
    const int row = model()->rowOf(file);
    QCOMPARE(model()->index(row, FixturesModel::StateColumn).data().toString(), u"skipped"_s);
    QCOMPARE(calls(), 0);
}

void tst_FixtureSecrets::storesSecretsOnRequest()
{
    const QString file = record(u"log-in"_s, R"("password": "${secret:password}")");
    pressVerify();
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    QTest::keyClicks(dialog()->findChild<QLineEdit *>(u"secretField"_s), u"hunter2-hunter2"_s);
    auto *keep = dialog()->findChild<QCheckBox *>(u"keepSecrets"_s);
    QVERIFY(keep->isVisible() && !keep->isChecked());
    QTest::mouseClick(keep, Qt::LeftButton, {}, QPoint(8, keep->height() / 2));
    QTest::mouseClick(dialog()->findChild<QPushButton *>(u"secretsUse"_s), Qt::LeftButton);
    QTRY_COMPARE(state(file), State::Same);
    QCOMPARE(m_peer->store.secrets.values(), QStringList{u"hunter2-hunter2"_s});
    QVERIFY(m_peer->store.secrets.keys().constFirst().startsWith("fixture/"_L1));
    forget(); // as after a restart
    pressVerify();
    QTRY_COMPARE(calls(), 2);
    QCOMPARE(lastInput().toBytes(), QByteArray(R"({"password":"hunter2-hunter2"})"));
    QVERIFY(!dialog());
    m_peer->store.isTemporary = true; // the check box to store secrets is hidden then
    m_peer->store.secrets.clear();
    forget();
    QTRY_COMPARE(state(file), State::Same);
    pressVerify();
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    QVERIFY(!dialog()->findChild<QCheckBox *>(u"keepSecrets"_s)->isVisible());
}

void tst_FixtureSecrets::usesTheSecretsOfTheSource()
{
    const QString file = record(u"log-in"_s, R"("password": "${secret:TOKEN}", "key": "${secret:petstore}")");
    m_peer->store.secrets = {{u"petstore"_s, u"of-the-chain"_s}};
    qputenv("STAGING", "of-the-environment");
    m_peer->sessions->setEnvironments(
        {{.name = u"staging"_s, .variables = {{.name = u"TOKEN"_s, .secret = u"env:STAGING"_s}}}},
        u"staging"_s);
    Source source = SessionsFixture::source(u"s"_s);
    source.settings = jsonLiteral(R"({"header":"${TOKEN}","auth":"bearer:keychain:petstore"})");
    QVERIFY(m_peer->sessions->replaceSource(u"s"_s, source));
    QVERIFY(m_peer->sessions->confirmTrust(source, true)); // confirms its use of secrets
    pressVerify();
    QTRY_VERIFY(hasEnded(file));
    QVERIFY2(state(file) == State::Same, qPrintable(model()->verdict(file).note));
    QVERIFY(!dialog());
    QCOMPARE(lastInput().toBytes(), QByteArray(R"({"password":"of-the-environment","key":"of-the-chain"})"));
}

void tst_FixtureSecrets::proposesASecretOfTheSameName()
{
    const QString file = record(u"log-in"_s, R"("password": "${secret:github}")");
    m_peer->store.secrets = {{u"github"_s, u"of-the-chain"_s}};
    pressVerify();
    QTRY_VERIFY(dialog() && dialog()->isVisible()); // a fixture may name any secret, so the user is asked
    QCOMPARE(calls(), 0);
    const auto *field = dialog()->findChild<QLineEdit *>(u"secretField"_s);
    QVERIFY2(field->placeholderText().contains("github"_L1), qPrintable(field->placeholderText()));
    QTest::mouseClick(dialog()->findChild<QPushButton *>(u"secretsUse"_s), Qt::LeftButton);
    QTRY_COMPARE(state(file), State::Same);
    QCOMPARE(lastInput().toBytes(), QByteArray(R"({"password":"of-the-chain"})"));
}

void tst_FixtureSecrets::doesNotAskForFixturesThatAreNotCalled()
{
    const QString file = record(u"set-item"_s, R"("password": "${secret:password}")");
    QSignalSpy failed(m_window->fixtures()->verifier(), &FixtureVerifier::failed);
    pressVerify();
    QTRY_VERIFY(hasEnded(file));
    QCOMPARE(state(file), State::NotCalled);
    QTRY_COMPARE(failed.size(), 1); // nothing was verified
    QVERIFY2(
        model()->verdict(file).note.contains("may change data"_L1), qPrintable(model()->verdict(file).note));
    QVERIFY(!dialog());
}

void tst_FixtureSecrets::closesTheQuestionWhenTheVerificationIsCancelled()
{
    const QString file = record(u"log-in"_s, R"("password": "${secret:password}")");
    pressVerify();
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    m_window->fixtures()->verifier()->cancel();
    QTRY_VERIFY(!dialog());
    QCOMPARE(state(file), State::NotCalled);
    QCOMPARE(calls(), 0);
    QVERIFY(!m_window->fixtures()->verifier()->isRunning());
}

WORKBENCH_TEST(tst_FixtureSecrets, QApplication)
#include "tst_fixturesecrets.moc"
