// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Untrusted certificates in the whole window: the question, accepting, listing and revoking, by clicks and
// against real servers. \source core/RULES.md R-30

#include "app/wiring/composition.h"
#include "core/json/jsonparser.h"
#include "core/workspace/refusedcertificate.h"
#include "tests/support/certificates.h"
#include "tests/support/closesessions.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/testprogram.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/pages/operationpage.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/sourcescontroller.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSslSocket>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;
using namespace Workbench::Ui;

class tst_Certificates : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void asksAndKeepsTheAnswer();
    void saysThatTheCertificateChanged();
    void keepsTheEarlierCertificateOnRequest();
    void listsAndRevokesAcceptedCertificates();
    void asksWhenASourceIsTested();
    void offersToShowTheCertificateAfterACall();
    void asksOneQuestionAtATime();
    void doesNotAskAboutACertificateWithAnInvalidSignature();
    void doesNotAcceptForSettingsThatChangedMeanwhile();

private:
    template <typename T> T *find(const QString &name) const { return m_window->findChild<T *>(name); }
    QDialog *question() const { return find<QDialog>(u"certificateDialog"_s); }
    QString text(const QString &label) const { return question()->findChild<QLabel *>(label)->text(); }
    void click(const QString &button, QWidget *in) const
    {
        QTest::mouseClick(in->findChild<QAbstractButton *>(button), Qt::LeftButton);
    }
    QStringList accepted(const QString &name = u"there"_s) const
    {
        return acceptedFingerprints(m_sessions->source(name)->settings, u"localhost"_s);
    }
    SourceState::Phase phase(const QString &name = u"there"_s) const { return m_sessions->state(name).phase; }
    void add(const QString &name, const McpHttpScript &server)
    {
        QVERIFY(
            m_sessions->addSource({name, u"mcp"_s, Json::object({{u"url"_s, Json::string(server.url())}})}));
    }
    void connectAgain()
    {
        m_sessions->disconnectSource(u"there"_s);
        m_window->sources()->connectSource(u"there"_s);
        QTRY_VERIFY(question());
    }
    //! Connects a source and accepts its certificate.
    void acceptFirst(McpHttpScript &server)
    {
        server.encrypt(m_good.configuration());
        add(u"there"_s, server);
        connectAgain();
        click(u"acceptCertificate"_s, question());
        QTRY_COMPARE(phase(), SourceState::Phase::Ready);
        QTRY_VERIFY(!question());
    }

    QTemporaryDir m_folder;
    MadeCertificate m_good;
    MadeCertificate m_changed;
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<App::Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
    Sessions *m_sessions = nullptr;
    WorkbenchStyle *m_style = nullptr;
};

void tst_Certificates::initTestCase()
{
    QCoreApplication::setOrganizationName(u"envelope-workbench-tests"_s);
    m_style = new WorkbenchStyle;
    QApplication::setStyle(m_style);
    m_good = makeCertificate(m_folder, u"good"_s, u"localhost"_s);
    m_changed = makeCertificate(m_folder, u"changed"_s, u"localhost"_s);
}

void tst_Certificates::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_composition = std::make_unique<App::Composition>(App::Composition::Options{.rememberTrust = false});
    m_sessions = &m_composition->sessions();
    MainWindow::Options options;
    options.remember = false;
    options.scratchPath = m_home->filePath(u"unsaved.workspace.json"_s);
    m_window = std::make_unique<MainWindow>(m_sessions, m_style, options);
    m_window->resize(1100, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void tst_Certificates::cleanup()
{
    m_window.reset();
    Test::closeSessions(*m_sessions);
    m_composition.reset();
}

void tst_Certificates::asksAndKeepsTheAnswer()
{
    McpHttpScript server;
    server.encrypt(m_good.configuration());
    add(u"there"_s, server);
    connectAgain();
    QCOMPARE(text(u"certificateTitle"_s), u"Is this really localhost?"_s);
    QCOMPARE(text(u"certificateFingerprint"_s).replace(u'\n', u':'), m_good.fingerprint().toUpper());
    QVERIFY2(text(u"certificateReasons"_s).contains(u"self-signed"_s), "the dialog does not name the reason");
    QCOMPARE(text(u"certificateSubject"_s), u"localhost"_s);
    QCOMPARE(text(u"certificateIssuer"_s), u"localhost"_s);
    QVERIFY(!question()->findChild<QCheckBox *>(u"replaceCertificate"_s));
    QTest::keyClick(question(), Qt::Key_Return); // presses the default button, which accepts nothing
    QTRY_VERIFY(!question());
    QCOMPARE(phase(), SourceState::Phase::Failed);
    QVERIFY(accepted().isEmpty());
    QCOMPARE(server.requests().size(), 0);

    connectAgain();
    click(u"acceptCertificate"_s, question());
    QTRY_COMPARE(phase(), SourceState::Phase::Ready);
    QCOMPARE(accepted(), QStringList{m_good.fingerprint()});
    const QString path = m_home->filePath(u"unsaved.workspace.json"_s);
    QTRY_VERIFY(Workspace::load(path));
    QTRY_COMPARE(acceptedFingerprints(Workspace::load(path)->sources.value(0).settings, u"localhost"_s),
        QStringList{m_good.fingerprint()});
    QVERIFY(!question());
}

void tst_Certificates::saysThatTheCertificateChanged()
{
    McpHttpScript server;
    acceptFirst(server);
    server.encrypt(m_changed.configuration());
    connectAgain();
    QVERIFY2(text(u"certificateTitle"_s).contains(u"a different certificate than before"_s),
        qPrintable(text(u"certificateTitle"_s)));
    QCOMPARE(text(u"certificateFingerprint"_s).replace(u'\n', u':'), m_changed.fingerprint().toUpper());
    QCOMPARE(text(u"acceptedFingerprint"_s).replace(u'\n', u':'), m_good.fingerprint().toUpper());
    QVERIFY(question()->findChild<QCheckBox *>(u"replaceCertificate"_s)->isChecked());
    click(u"acceptCertificate"_s, question());
    QTRY_COMPARE(phase(), SourceState::Phase::Ready);
    QCOMPARE(accepted(), QStringList{m_changed.fingerprint()});
}

void tst_Certificates::keepsTheEarlierCertificateOnRequest()
{
    McpHttpScript server;
    acceptFirst(server);
    server.encrypt(m_changed.configuration());
    connectAgain();
    auto *replaces = question()->findChild<QCheckBox *>(u"replaceCertificate"_s);
    QTest::mouseClick(replaces, Qt::LeftButton, {}, QPoint(8, replaces->height() / 2));
    click(u"acceptCertificate"_s, question());
    QTRY_COMPARE(phase(), SourceState::Phase::Ready);
    QCOMPARE(accepted(), (QStringList{m_good.fingerprint(), m_changed.fingerprint()}));
}

void tst_Certificates::listsAndRevokesAcceptedCertificates()
{
    McpHttpScript server;
    acceptFirst(server);
    m_window->sources()->editSource(u"there"_s);
    auto *dialog = find<AddSourceDialog>(u"addSourceDialog"_s);
    QVERIFY(dialog);
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    const auto visible = [dialog](const QString &name) {
        return dialog->findChildren<QWidget *>(name).count() == 0
            ? nullptr
            : *std::ranges::find_if(dialog->findChildren<QWidget *>(name) << nullptr,
                  [](const QWidget *each) { return !each || each->isVisible(); });
    };
    QWidget *row = visible(u"acceptedCertificate"_s);
    QVERIFY(row);
    QVERIFY(!visible(u"noCertificates"_s));
    QCOMPARE(row->findChild<QLabel *>(u"certificateHost"_s)->text(), u"localhost"_s);
    click(u"removeCertificate"_s, row);
    QTRY_VERIFY(!visible(u"acceptedCertificate"_s));
    QVERIFY(visible(u"noCertificates"_s));
    QCOMPARE(accepted().size(), 1); // removed only when the source is saved
    click(u"add"_s, dialog);
    QVERIFY(accepted().isEmpty());
    QVERIFY(!m_sessions->source(u"there"_s)->settings.hasMember("certificates"_L1));
    QTRY_VERIFY(question()); // the question comes again
    QCOMPARE(text(u"certificateTitle"_s), u"Is this really localhost?"_s);
}

void tst_Certificates::asksWhenASourceIsTested()
{
    McpHttpScript server;
    server.encrypt(m_good.configuration());
    m_window->sources()->addSourceFrom(server.url());
    auto *dialog = find<AddSourceDialog>(u"addSourceDialog"_s);
    for (QLineEdit *edit : dialog->findChildren<QLineEdit *>()) {
        if (edit->isVisible() && edit->objectName() == "sourceName"_L1)
            edit->setText(u"there"_s);
    }
    click(u"test"_s, dialog);
    QTRY_VERIFY(question());
    QCOMPARE(question()->parent(), dialog);
    click(u"acceptCertificate"_s, question());
    const auto *result = dialog->findChild<QLabel *>(u"testResult"_s);
    QTRY_VERIFY2(result->text().startsWith(u"Connected"_s), qPrintable(result->text()));
    QCOMPARE(m_sessions->sources().size(), 0); // a test adds no source
    click(u"add"_s, dialog);
    QTRY_COMPARE(phase(), SourceState::Phase::Ready);
    QCOMPARE(accepted(), QStringList{m_good.fingerprint()});
}

void tst_Certificates::offersToShowTheCertificateAfterACall()
{
    RawServer server([](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(R"({"name":"Rex"})", "Connection: close\r\n"));
    });
    server.encrypt(m_good.configuration());
    QFile document(m_home->filePath(u"pets.json"_s));
    QVERIFY(document.open(QIODevice::WriteOnly));
    document.write(R"({"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"servers":[{"url":")"
        + server.url(QString()).toEncoded()
        + R"("}],"paths":{"/pet":{"get":{"operationId":"pet","responses":{"200":{"description":"d"}}}}}})");
    document.close();
    QVERIFY(m_sessions->addSource(
        {u"there"_s, u"openapi"_s, Json::object({{u"document"_s, Json::string(document.fileName())}})}));
    m_window->sources()->connectSource(u"there"_s);
    QTRY_COMPARE(phase(), SourceState::Phase::Ready);
    OperationPage *page = m_window->openOperation({u"there"_s, u"pet"_s});
    page->invoke();
    auto *look = page->findChild<QPushButton *>(u"connectSource"_s);
    QTRY_VERIFY(look->isVisible());
    QCOMPARE(look->text(), u"Show certificate…"_s);
    QVERIFY(!question()); // a call opens no dialog by itself
    QTest::mouseClick(look, Qt::LeftButton);
    QVERIFY(question());
    click(u"acceptCertificate"_s, question());
    QTRY_COMPARE(phase(), SourceState::Phase::Ready);
    QCOMPARE(server.requests().size(), 0); // the call is not repeated by itself
    page->invoke();
    QTRY_COMPARE(server.requests().size(), 1);
    QTRY_VERIFY(!page->isRunning());
    QVERIFY(!look->isVisible());
}

void tst_Certificates::asksOneQuestionAtATime()
{
    McpHttpScript first;
    McpHttpScript second;
    first.encrypt(m_good.configuration());
    second.encrypt(m_changed.configuration());
    add(u"first"_s, first);
    add(u"second"_s, second);
    m_window->sources()->connectSource(u"first"_s);
    m_window->sources()->connectSource(u"second"_s);
    QTRY_COMPARE(phase(u"first"_s), SourceState::Phase::Failed);
    QTRY_COMPARE(phase(u"second"_s), SourceState::Phase::Failed);
    QCOMPARE(m_window->findChildren<QDialog *>(u"certificateDialog"_s).size(), 1);
    const QString asked = question()->windowTitle();
    QTest::keyClick(question(), Qt::Key_Escape);
    QTRY_VERIFY(question() && question()->windowTitle() != asked);
    QTest::keyClick(question(), Qt::Key_Escape);
    QTRY_VERIFY(!question());
    QVERIFY(accepted(u"first"_s).isEmpty());
    QVERIFY(accepted(u"second"_s).isEmpty());
}

void tst_Certificates::doesNotAskAboutACertificateWithAnInvalidSignature()
{
    const MadeCertificate authority = makeCertificate(m_folder, u"authority"_s, u"Authority"_s);
    const MadeCertificate sound = makeCertificate(m_folder, u"sound"_s, u"localhost"_s,
        {u"-noenc"_s, u"-CA"_s, authority.certificateFile, u"-CAkey"_s, authority.keyFile});
    QSslConfiguration trusting = QSslConfiguration::defaultConfiguration();
    const QSslConfiguration before = trusting;
    trusting.setCaCertificates({authority.certificate()});
    QSslConfiguration::setDefaultConfiguration(trusting);
    const auto restore = qScopeGuard([&before] { QSslConfiguration::setDefaultConfiguration(before); });
    QByteArray bytes = sound.certificate().toDer();
    bytes.back() = char(bytes.back() ^ 1); // the end of the signature
    QSslConfiguration configuration = sound.configuration();
    configuration.setLocalCertificate(QSslCertificate(bytes, QSsl::Der));
    McpHttpScript server;
    server.encrypt(configuration);
    add(u"there"_s, server);
    m_window->sources()->connectSource(u"there"_s);
    QTRY_COMPARE(phase(), SourceState::Phase::Failed);
    QVERIFY(RefusedCertificate::of(m_sessions->state(u"there"_s).error));
    QVERIFY(!question());
}

void tst_Certificates::doesNotAcceptForSettingsThatChangedMeanwhile()
{
    McpHttpScript server;
    McpHttpScript elsewhere;
    server.encrypt(m_good.configuration());
    elsewhere.encrypt(m_good.configuration());
    add(u"there"_s, server);
    connectAgain();
    QVERIFY(m_sessions->replaceSource(
        u"there"_s, {u"there"_s, u"mcp"_s, Json::object({{u"url"_s, Json::string(elsewhere.url())}})}));
    click(u"acceptCertificate"_s, question());
    QTRY_VERIFY(!question());
    QVERIFY(accepted().isEmpty());
    QCOMPARE(phase(), SourceState::Phase::Disconnected);
}

WORKBENCH_TEST(tst_Certificates, QApplication)
#include "tst_certificates.moc"
