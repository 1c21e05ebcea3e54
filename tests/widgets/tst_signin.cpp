// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The sign-in dialog by clicks, with a fake browser that only records the addresses.

#include "core/json/jsonparser.h"
#include "core/session/sessions.h"
#include "tests/support/fakeadapter.h"
#include "tests/support/ourstyle.h"
#include "tests/support/testprogram.h"
#include "ui/dialogs/secretfield.h"
#include "ui/dialogs/servicefacts.h"
#include "ui/dialogs/signindialog.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/sourcescontroller.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_SignIn : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void opensNoBrowserBeforeTheClick();
    void handsTheAddressOverAsItIs_data();
    void handsTheAddressOverAsItIs();
    void copiesTheAddress();
    void saysWhatIsOddAboutAHost_data();
    void saysWhatIsOddAboutAHost();
    void asksBeforeItSendsCredentialsToAnotherOrigin();
    void remembersAllowedOrigins();
    void showsADeviceCode();
    void cancelsASignIn();
    void saysHowASignInEnded();
    void theReturnKeyConfirmsNothing();
    void asksOneQuestionAtATime();
    void marksNewScopes();
    void signsOut();
    void offersSigningInWhereTheDocumentDeclaresIt();
    void partsFitTheDialogWithoutOverlap_data();
    void partsFitTheDialogWithoutOverlap();

public Q_SLOTS:
    void openUrl(const QUrl &url) { browsed.append(url); }

private:
    static UrlFacts address(const QString &text);
    static SignIn browserStep(
        const QString &text = u"https://login.example.org/authorize?client_id=desktop&state=x"_s);
    SignInDialog *dialog() const
    {
        SignInDialog *shown = nullptr;
        for (SignInDialog *each : window->findChildren<SignInDialog *>()) {
            if (each->isVisible())
                shown = each;
        }
        return shown;
    }
    QString label(const QString &name) const
    {
        const auto *found = dialog() ? dialog()->findChild<QLabel *>(name) : nullptr;
        return found && found->isVisible() ? found->text() : QString();
    }
    QPushButton *button(const QString &name) const { return dialog()->findChild<QPushButton *>(name); }
    void click(const QString &name)
    {
        QPushButton *found = button(name);
        QVERIFY2(found && found->isVisible() && found->isEnabled(), qPrintable(name));
        QTest::mouseClick(found, Qt::LeftButton);
    }
    QFuture<Result<void>> ask(SignIn signIn)
    {
        signIn.cancel = [this] { ++cancels; };
        return signIns->ask(signIn);
    }

    std::unique_ptr<ExchangeLog> exchanges;
    std::unique_ptr<OperationRegistry> registry;
    std::unique_ptr<TrustStore> trust;
    std::unique_ptr<SignIns> signIns;
    std::unique_ptr<Sessions> sessions;
    std::unique_ptr<MainWindow> window;
    QList<QUrl> browsed;
    int cancels = 0;
};

UrlFacts tst_SignIn::address(const QString &text)
{
    UrlFacts result;
    result.url = QUrl(text);
    result.text = QString::fromLatin1(result.url.toEncoded());
    result.host = result.asciiHost = result.url.host(QUrl::FullyEncoded);
    return result;
}

SignIn tst_SignIn::browserStep(const QString &text)
{
    SignIn signIn;
    signIn.id = u"oauth:pets:0123456789ab"_s;
    signIn.source = u"pets"_s;
    signIn.clientId = u"desktop"_s;
    signIn.tokenOrigins = {u"https://login.example.org"_s};
    signIn.step = SignIn::Step::Browser;
    signIn.address = address(text);
    signIn.scopes = signIn.newScopes = {u"openid"_s, u"pets"_s};
    return signIn;
}

void tst_SignIn::init()
{
    browsed.clear();
    cancels = 0;
    for (const QString &scheme : {u"https"_s, u"http"_s})
        QDesktopServices::setUrlHandler(scheme, this, "openUrl");
    exchanges = std::make_unique<ExchangeLog>();
    registry = std::make_unique<OperationRegistry>();
    trust = std::make_unique<TrustStore>();
    signIns = std::make_unique<SignIns>(trust.get());
    const auto peer = std::make_shared<FakePeer>();
    std::vector<std::unique_ptr<AdapterFactory>> factories;
    factories.push_back(std::make_unique<FakeFactory>(peer));
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
}

void tst_SignIn::cleanup()
{
    window.reset();
    sessions.reset();
    signIns.reset();
    for (const QString &scheme : {u"https"_s, u"http"_s})
        QDesktopServices::unsetUrlHandler(scheme);
}

void tst_SignIn::opensNoBrowserBeforeTheClick()
{
    const auto answer = ask(browserStep());
    QTRY_VERIFY(dialog());
    QVERIFY(label(u"signInTitle"_s).contains(u"pets"_s));
    QCOMPARE(label(u"signInHost"_s), u"login.example.org"_s);
    QCOMPARE(label(u"signInScopes"_s), u"openid, pets"_s);
    QCOMPARE(label(u"signInClient"_s), u"desktop"_s);
    QCOMPARE(label(u"signInTokens"_s), u"https://login.example.org"_s);
    QCOMPARE(dialog()->findChild<QPlainTextEdit *>(u"signInAddress"_s)->toPlainText(),
        u"https://login.example.org/authorize?client_id=desktop&state=x"_s);
    QTest::qWait(50);
    QVERIFY(browsed.isEmpty());
    QVERIFY(!answer.isFinished());
    click(u"openBrowser"_s);
    QCOMPARE(browsed.size(), 1);
    QVERIFY(answer.isFinished() && answer.result());
    QVERIFY2(label(u"signInProgress"_s).startsWith(u"Waiting for the browser"_s),
        qPrintable(label(u"signInProgress"_s)));
    click(u"openBrowser"_s); // again, as after the user closed the browser
    QCOMPARE(browsed.size(), 2);
    signIns->end(browserStep().id, {}, {});
    QTRY_VERIFY(!dialog());
    QVERIFY(signIns->ids().isEmpty());
}

void tst_SignIn::handsTheAddressOverAsItIs_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("substitution") << u"https://login.example.org/?a=%24(id)&b=%60id%60"_s;
    QTest::newRow("quotes") << u"https://login.example.org/?a=%22%27;&b"_s;
    QTest::newRow("long") << QString(u"https://login.example.org/?scope="_s + QString(4000, u'x'));
}

void tst_SignIn::handsTheAddressOverAsItIs()
{
    QFETCH(QString, text);
    const auto answer = ask(browserStep(text));
    QTRY_VERIFY(dialog());
    click(u"openBrowser"_s);
    QCOMPARE(browsed.constLast().toEncoded(), text.toUtf8());
    QVERIFY(dialog()->width() < 900); // long addresses are wrapped
    signIns->end(browserStep().id, {}, {});
}

void tst_SignIn::copiesTheAddress()
{
    const auto answer = ask(browserStep());
    QTRY_VERIFY(dialog());
    click(u"copyAddress"_s);
    QCOMPARE(QGuiApplication::clipboard()->text(), browserStep().address.text);
    QVERIFY(answer.isFinished() && answer.result()); // the sign-in goes on elsewhere
    QVERIFY(browsed.isEmpty());
    signIns->end(browserStep().id, {}, {});
}

void tst_SignIn::saysWhatIsOddAboutAHost_data()
{
    QTest::addColumn<bool>("punycode");
    QTest::addColumn<bool>("mixed");
    QTest::addColumn<QString>("says");
    QTest::newRow("an ordinary host") << false << false << QString();
    QTest::newRow("letters beyond a to z") << true << false << u"has letters beyond a to z"_s;
    QTest::newRow("mixed alphabets") << true << true << u"mixes alphabets"_s;
}

void tst_SignIn::saysWhatIsOddAboutAHost()
{
    QFETCH(bool, punycode);
    QFETCH(bool, mixed);
    QFETCH(QString, says);
    SignIn signIn = browserStep();
    signIn.address.isPunycode = punycode;
    signIn.address.isMixedScript = mixed;
    const auto answer = ask(signIn);
    QTRY_VERIFY(dialog());
    const QString warning = label(u"signInWarning"_s);
    QVERIFY2(says.isEmpty() ? warning.isEmpty() : warning.contains(says), qPrintable(warning));
    if (!says.isEmpty())
        QVERIFY(warning.contains(u"login.example.org"_s));
    signIns->end(signIn.id, {}, {});
}

void tst_SignIn::asksBeforeItSendsCredentialsToAnotherOrigin()
{
    SignIn signIn = browserStep();
    signIn.step = SignIn::Step::Origins;
    signIn.confirmedOrigins = {u"https://api.example.org"_s};
    signIn.wantedOrigins = {u"https://evil.example"_s};
    auto answer = ask(signIn);
    QTRY_VERIFY(dialog());
    QCOMPARE(label(u"signInConfirmed"_s), u"https://api.example.org"_s);
    QCOMPARE(label(u"signInWanted"_s), u"https://evil.example"_s);
    QVERIFY(!button(u"openBrowser"_s)->isVisible());
    QVERIFY(button(u"leave"_s)->isDefault()); // Return presses the default button, which sends nothing
    QTest::keyClick(dialog(), Qt::Key_Return);
    QVERIFY(answer.isFinished());
    QCOMPARE(answer.result().error_or(Error{}).kind, ErrorKind::Cancelled);
    signIns->end(signIn.id, std::unexpected(answer.result().error()), {});
    QTRY_VERIFY(!dialog());
    answer = ask(signIn); // a refusal is not remembered
    QTRY_VERIFY(dialog());
    click(u"allow"_s);
    QVERIFY(answer.isFinished() && answer.result());
    signIns->end(signIn.id, {}, {});
}

void tst_SignIn::remembersAllowedOrigins()
{
    SignIn signIn = browserStep();
    signIn.step = SignIn::Step::Origins;
    signIn.wantedOrigins = {u"https://login.example.org"_s};
    const auto first = ask(signIn);
    QTRY_VERIFY(dialog());
    click(u"allow"_s);
    signIns->end(signIn.id, {}, {});
    QTRY_VERIFY(!dialog());
    QVERIFY(ask(signIn).isFinished());
    signIn.wantedOrigins = {u"https://login.example.com"_s}; // another origin: the question comes again
    QVERIFY(!ask(signIn).isFinished());
    signIns->end(signIn.id, {}, {});
}

void tst_SignIn::showsADeviceCode()
{
    SignIn signIn = browserStep(u"https://login.example.org/device"_s);
    signIn.step = SignIn::Step::DeviceCode;
    signIn.userCode = u"WDJB-MJHT"_s;
    signIn.withCode = address(u"https://login.example.org/device?user_code=WDJB-MJHT"_s);
    signIn.codeEndsAt = QDateTime::currentDateTimeUtc().addSecs(600);
    signIn.cancel = [this] { ++cancels; };
    signIns->show(signIn);
    QTRY_VERIFY(dialog());
    QCOMPARE(label(u"signInCode"_s), u"WDJB-MJHT"_s);
    const auto *code = dialog()->findChild<QLabel *>(u"signInCode"_s);
    QVERIFY(QFontInfo(code->font()).pixelSize() > 1.5 * QFontInfo(dialog()->font()).pixelSize());
    click(u"copyCode"_s);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"WDJB-MJHT"_s);
    QVERIFY2(label(u"signInProgress"_s).contains(QRegularExpression(u"(9:5\\d|10:00)"_s)),
        qPrintable(label(u"signInProgress"_s)));
    click(u"openBrowser"_s);
    QCOMPARE(browsed.constLast().query(), u"user_code=WDJB-MJHT"_s);
    QCOMPARE(label(u"signInCode"_s), u"WDJB-MJHT"_s); // the code stays visible for typing
    click(u"cancelSignIn"_s);
    QCOMPARE(cancels, 1);
    signIns->end(signIn.id, std::unexpected(Error{ErrorKind::Cancelled, {}, u"Cancelled."_s, {}, {}}), {});
    QTRY_VERIFY(!dialog());
}

void tst_SignIn::cancelsASignIn()
{
    auto answer = ask(browserStep());
    QTRY_VERIFY(dialog());
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QVERIFY(answer.isFinished());
    QCOMPARE(answer.result().error_or(Error{}).kind, ErrorKind::Cancelled);
    signIns->end(browserStep().id, std::unexpected(answer.result().error()), {});
    answer = ask(browserStep());
    QTRY_VERIFY(dialog());
    click(u"openBrowser"_s);
    click(u"cancelSignIn"_s); // while the dialog waits for the browser
    QCOMPARE(cancels, 1);
}

void tst_SignIn::saysHowASignInEnded()
{
    auto answer = ask(browserStep());
    QTRY_VERIFY(dialog());
    click(u"openBrowser"_s);
    const Error refused{ErrorKind::Remote, u"oauth.access_denied"_s,
        u"Sign-in to \"pets\": the authorisation server answered access_denied."_s, {}, {}};
    signIns->end(browserStep().id, std::unexpected(refused), {});
    QVERIFY(dialog());
    QCOMPARE(label(u"signInTitle"_s), u"Not signed in to pets"_s);
    QCOMPARE(label(u"signInText"_s), refused.message);
    QVERIFY(!button(u"openBrowser"_s)->isVisible());
    QCOMPARE(button(u"cancelSignIn"_s)->text(), u"Close"_s);

    answer = ask(browserStep()); // the next sign-in replaces it
    QTRY_COMPARE(label(u"signInTitle"_s), u"pets asks you to sign in"_s);
    click(u"openBrowser"_s);
    signIns->end(browserStep().id, {}, u"This system has no keychain."_s);
    QVERIFY(dialog()); // the dialog stays open to show the note
    QCOMPARE(label(u"signInTitle"_s), u"Signed in to pets"_s);
    QCOMPARE(label(u"signInText"_s), u"This system has no keychain."_s);
    click(u"cancelSignIn"_s);
    QTRY_VERIFY(!dialog());
    QCOMPARE(cancels, 0);
}

void tst_SignIn::theReturnKeyConfirmsNothing()
{
    const auto answer = ask(browserStep());
    QTRY_VERIFY(dialog());
    dialog()->setFocus();
    QTest::keyClick(dialog(), Qt::Key_Return);
    QVERIFY(browsed.isEmpty());
    QVERIFY(!answer.isFinished());
    signIns->end(browserStep().id, {}, {});
}

void tst_SignIn::asksOneQuestionAtATime()
{
    SignIn other = browserStep();
    other.id = u"oauth:other:0123456789ab"_s;
    other.source = u"other"_s;
    const auto first = ask(browserStep());
    const auto second = ask(other);
    QTRY_VERIFY(dialog());
    QTest::qWait(50);
    QCOMPARE(window->findChildren<SignInDialog *>().size(), 1);
    QString shown = dialog()->id();
    signIns->end(shown, {}, {});
    QTRY_VERIFY(dialog() && dialog()->id() != shown);
    shown = dialog()->id();
    signIns->end(shown, {}, {});
    QTRY_VERIFY(!dialog());
}

void tst_SignIn::marksNewScopes()
{
    SignIn signIn = browserStep();
    signIn.newScopes = {u"pets"_s};
    const auto answer = ask(signIn);
    QTRY_VERIFY(dialog());
    QCOMPARE(label(u"signInScopes"_s), u"openid, pets (new)"_s);
    signIns->end(signIn.id, {}, {});
}

void tst_SignIn::signsOut()
{
    QStringList asked;
    signIns->setSignOut([&asked](const QString &source) {
        asked.append(source);
        return QtFuture::makeReadyValueFuture(Result<bool>(asked.size() == 1));
    });
    QVERIFY(sessions->addSource({u"pets"_s, u"fake"_s, jsonLiteral(R"({"auth":"oauth"})")}));
    QVERIFY(sessions->addSource({u"plain"_s, u"fake"_s, Json::emptyObject()}));
    QVERIFY(sessions->signsIn(u"pets"_s));
    QVERIFY(!sessions->signsIn(u"plain"_s));
    window->sources()->signOut(u"pets"_s);
    const auto message = [this] { return window->findChild<QLabel *>(u"messageText"_s)->text(); };
    QTRY_VERIFY2(message().contains(u"Signed out of pets"_s), qPrintable(message()));
    window->sources()->signOut(u"pets"_s);
    QTRY_VERIFY2(message().contains(u"not signed in"_s), qPrintable(message()));
    QCOMPARE(asked, (QStringList{u"pets"_s, u"pets"_s}));
}

void tst_SignIn::offersSigningInWhereTheDocumentDeclaresIt()
{
    PeerInfo peer;
    peer.raw = jsonLiteral(R"({"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X"}}})");
    ServiceFacts facts(sessions.get());
    facts.setFacts(peer, Source());
    QVERIFY(facts.findChild<SecretField *>(u"scheme_k"_s));
    QVERIFY(!facts.findChild<QLabel *>(u"signInDeclared"_s));
    peer.raw = jsonLiteral(
        R"({"securitySchemes":{"s":{"type":"oauth2","flows":{"authorizationCode":{},"deviceAuthorization":{}}}}})");
    facts.setFacts(peer, Source());
    QVERIFY(facts.findChild<QLabel *>(u"signInDeclared"_s));
    QVERIFY(!facts.findChild<SecretField *>(u"scheme_s"_s)); // OAuth tokens are not typed
}

void tst_SignIn::partsFitTheDialogWithoutOverlap_data()
{
    QTest::addColumn<int>("step");
    QTest::newRow("origins") << int(SignIn::Step::Origins);
    QTest::newRow("browser") << int(SignIn::Step::Browser);
    QTest::newRow("device") << int(SignIn::Step::DeviceCode);
}

//! Parts do not overlap, and every button has a text. WORKBENCH_PICTURES=FOLDER saves pictures there.
void tst_SignIn::partsFitTheDialogWithoutOverlap()
{
    QFETCH(int, step);
    SignIn signIn = browserStep(
        u"https://login.example.org/realms/pets/protocol/openid-connect/auth?response_type=code&client_id=desktop&redirect_uri=http%3A%2F%2F127.0.0.1%3A41233%2Fcallback&scope=openid%20pets&state=Jx7b0Vb5cX2m&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"_s);
    signIn.step = SignIn::Step(step);
    signIn.confirmedOrigins = {u"https://api.example.org"_s};
    signIn.wantedOrigins = {u"https://login.example.org"_s};
    signIn.userCode = u"WDJB-MJHT"_s;
    signIn.codeEndsAt = QDateTime::currentDateTimeUtc().addSecs(600);
    signIns->show(signIn);
    QTRY_VERIFY(dialog());
    QTest::qWait(50);
    const QList<QWidget *> parts = dialog()->findChildren<QWidget *>(Qt::FindDirectChildrenOnly);
    for (const QWidget *one : parts) {
        if (!one->isVisible())
            continue;
        QVERIFY2(dialog()->rect().contains(one->geometry()), qPrintable(one->objectName()));
        for (const QWidget *other : parts)
            QVERIFY2(one == other || !other->isVisible() || !one->geometry().intersects(other->geometry()),
                qPrintable(one->objectName() + u" over "_s + other->objectName()));
        if (qobject_cast<const QPushButton *>(one))
            QVERIFY(!static_cast<const QPushButton *>(one)->text().isEmpty());
    }
    const QString folder = qEnvironmentVariable("WORKBENCH_PICTURES");
    if (!folder.isEmpty()) {
        auto *style = static_cast<WorkbenchStyle *>(QApplication::style());
        for (const auto &[scheme, name] : {std::pair(WorkbenchStyle::Scheme::Light, u"light"_s),
                 std::pair(WorkbenchStyle::Scheme::Dark, u"dark"_s)}) {
            style->setScheme(scheme);
            QTest::qWait(100);
            QVERIFY(dialog()->grab().save(
                u"%1/signin-%2-%3.png"_s.arg(folder, QString::fromLatin1(QTest::currentDataTag()), name)));
        }
        style->setScheme(WorkbenchStyle::Scheme::Light);
    }
    signIns->end(signIn.id, {}, {});
}

WORKBENCH_TEST(tst_SignIn, QApplication, Workbench::Test::useOurStyle)
#include "tst_signin.moc"
