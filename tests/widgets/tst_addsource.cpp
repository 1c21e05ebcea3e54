// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthsettings.h"
#include "core/base/atomicfile.h"
#include "core/json/jsonparser.h"
#include "core/sources/hub/hubadapter.h"
#include "tests/support/fakeadapter.h"
#include "tests/support/fakesecretstore.h"
#include "tests/support/ourstyle.h"
#include "tests/support/testprogram.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/dialogs/secretfield.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/workspacecontroller.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_AddSource : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void aTestWithoutAddingLeavesNoTrace();
    void trustAndConnectIsRemembered();
    void trustGivenToATestIsKeptWithTheSource();
    void anEditedSourceIsSaved();
    void aHubIsOfferedNothingAndNotTrustedByDefault();
    void namedOffersToAHubAreKept();
    void operationsOfAHubAreEnteredByHand();
    void aTestShowsWhatADescriptionOffers();
    void aTestFillsInAMissingNameOfTheSource();
    void advancedSettingsAreFoldedAndNamed();
    void aTypedTokenGoesToTheKeychain();
    void aVariableGoesToTheKeychain();
    void anMcpServerSignsInWithOAuth();
    void oauthIsShownOnlyWhenItIsChosen();
    void missingFieldsAreMarkedAndNamedAtTheButton();
    void oneFieldFillsInTheFormBelow();
    void filledInFieldsStayWhileTheTextIsEdited();
    void anotherKindKeepsTheAddress();
    void aDropReplacesTheText();
    void anEntryOfTheKeychainIsNeverReplaced();
    void aSecretOfACancelledTestIsForgotten();
    void aTakenNameIsReportedBeforeASecretIsStored();
    void aRefusedHeaderIsReportedBeforeASecretIsStored();
    void aTypedSecretSurvivesChoosingAnotherPlace();
    void aCommandLineInTheCommandIsSplit();
    void fitsASmallWindowAndShowsWhatATestFound();

private:
    template <typename Widget> Widget *child(const QString &name)
    {
        return dialog->findChild<Widget *>(name);
    }
    //! Finds a widget in the form that is shown.
    template <typename Widget> Widget *form(const QString &name)
    {
        return dialog->findChild<QStackedWidget *>()->currentWidget()->findChild<Widget *>(name);
    }
    void chooseKind(const QString &title)
    {
        auto *kinds = child<QComboBox>(u"sourceKinds"_s);
        kinds->setFocus();
        while (kinds->currentText() != title && kinds->currentIndex() + 1 < kinds->count())
            QTest::keyClick(kinds, Qt::Key_Down);
    }
    static void chooseSegment(SegmentControl *segments, const QString &text)
    {
        for (QAbstractButton *button : segments->findChildren<QAbstractButton *>()) {
            if (button->text() == text)
                QTest::mouseClick(button, Qt::LeftButton);
        }
    }
    static Json httpSchema()
    {
        return withOAuthSettings(jsonLiteral(
            R"({"type":"object","required":["url"],"properties":{"url":{"type":"string"},
            "headers":{"type":"object"},"auth":{"type":"string","enum":["","oauth"]},"clientCertificate":{"type":"object","properties":{"path":{"type":"string"}}},
            "transport":{"type":"string","default":"auto","enum":["auto","sse"]}}})"));
    }
    void click(const QString &button) { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }
    void setName(const QString &name)
    {
        for (QLineEdit *edit : dialog->findChildren<QLineEdit *>(u"sourceName"_s)) { // one per kind
            if (edit->isVisible())
                edit->setText(name);
        }
    }
    void open(const std::optional<Source> &existing = {})
    {
        dialog = existing ? std::make_unique<AddSourceDialog>(sessions.get(), *existing)
                          : std::make_unique<AddSourceDialog>(sessions.get());
        dialog->show();
        setName(existing ? existing->name : u"files"_s);
    }
    FakeSecretStore keychain;
    QString storePath() const { return folder->filePath(u"trust/trust.json"_s); }

    std::unique_ptr<QTemporaryDir> folder;
    std::shared_ptr<FakePeer> peer;
    std::unique_ptr<ExchangeLog> exchanges;
    std::unique_ptr<OperationRegistry> registry;
    std::unique_ptr<TrustStore> trust;
    std::unique_ptr<Sessions> sessions;
    std::unique_ptr<AddSourceDialog> dialog;
};

void tst_AddSource::init()
{
    folder = std::make_unique<QTemporaryDir>();
    keychain.secrets.clear();
    peer = std::make_shared<FakePeer>();
    peer->facts = TrustFacts{
        .program = u"/bin/server"_s, .arguments = {}, .environmentNames = {}, .workingDirectory = {}};
    exchanges = std::make_unique<ExchangeLog>();
    registry = std::make_unique<OperationRegistry>();
    trust = std::make_unique<TrustStore>(storePath());
    std::vector<std::unique_ptr<AdapterFactory>> factories;
    factories.push_back(std::make_unique<FakeFactory>(peer));
    factories.push_back(std::make_unique<HubFactory>(MessageChannelMaker(), nullptr));
    sessions = std::make_unique<Sessions>(Sessions::Services{.registry = registry.get(),
        .exchanges = exchanges.get(),
        .trust = trust.get(),
        .limits = {},
        .factories = std::move(factories),
        .closePatience = std::chrono::milliseconds(100),
        .secretStore = &keychain});
}

void tst_AddSource::cleanup()
{
    dialog.reset();
    sessions.reset();
    trust.reset();
}

void tst_AddSource::aTestWithoutAddingLeavesNoTrace()
{
    open();
    QCOMPARE(child<QPushButton>(u"test"_s)->text(), u"Trust and test"_s);
    click(u"test"_s);
    QTRY_VERIFY(child<QLabel>(u"testResult"_s)->text().startsWith(u"Connected"_s));
    QCOMPARE(peer->opened, 1);
    click(u"cancel"_s);
    QVERIFY(!dialog->isVisible());
    QCOMPARE(sessions->sources().size(), 0);
    QVERIFY(!QFileInfo::exists(storePath()));
    QVERIFY(!TrustStore(storePath()).isTrusted(*peer->facts)); // the next start asks again
}

void tst_AddSource::trustAndConnectIsRemembered()
{
    open();
    click(u"connect"_s);
    QVERIFY(!dialog->isVisible());
    QCOMPARE(sessions->sources().size(), 1);
    QVERIFY(TrustStore(storePath()).isTrusted(*peer->facts));
}

void tst_AddSource::trustGivenToATestIsKeptWithTheSource()
{
    open();
    click(u"test"_s); // "Trust and test"
    QTRY_VERIFY(child<QLabel>(u"testResult"_s)->text().startsWith(u"Connected"_s));
    QCOMPARE(child<QPushButton>(u"add"_s)->text(), u"Add and connect"_s);
    click(u"add"_s);
    QCOMPARE(sessions->sources().size(), 1);
    QVERIFY(TrustStore(storePath()).isTrusted(*peer->facts)); // the next start does not ask again
}

void tst_AddSource::anEditedSourceIsSaved()
{
    const QString path = folder->filePath(u"w.workspace.json"_s);
    const Source before{u"old"_s, u"fake"_s, Json::emptyObject()};
    WorkspaceController controller(sessions.get(), {});
    QVERIFY(sessions->addSource(before));
    QVERIFY(controller.saveAs(path));
    open(before);
    setName(u"files"_s);
    click(u"add"_s); // "Save without starting"
    QCOMPARE(sessions->sources().first().name, u"files"_s);
    QTRY_COMPARE(Workspace::load(path).value_or(Workspace{}).sources.value(0).name, u"files"_s);
    QCOMPARE(Workspace::load(path)->sources.size(), 1);
    QCOMPARE(peer->opened, 0);
}

void tst_AddSource::aHubIsOfferedNothingAndNotTrustedByDefault()
{
    open();
    chooseKind(u"Hub"_s);
    setName(u"team"_s);
    child<QLineEdit>(u"source_url"_s)->setText(u"ws://127.0.0.1:7411/ws"_s);
    auto *token = child<SecretField>(u"source_token"_s)->findChild<QLineEdit *>(u"secretText"_s);
    QCOMPARE(token->echoMode(), QLineEdit::Password);
    QTest::keyClicks(token, u"secret"_s);
    QVERIFY(!child<QCheckBox>(u"source_offer"_s)->isChecked());
    click(u"add"_s);
    QTRY_VERIFY(sessions->source(u"team"_s));
    const Source *added = sessions->source(u"team"_s);
    QCOMPARE(added->kind, u"hub"_s);
    QCOMPARE(keychain.secrets.value(u"team/token"_s), u"secret"_s);
    const QByteArray expected = R"({"url":"ws://127.0.0.1:7411/ws","token":"${keychain:team/token}"})";
    QCOMPARE(added->settings.toBytes(), expected);

    open(*added);
    child<QCheckBox>(u"source_offer"_s)->setChecked(true);
    QVERIFY(!child<QCheckBox>(u"source_trustsGateway"_s)->isChecked());
    child<QCheckBox>(u"source_trustsGateway"_s)->setChecked(true);
    click(u"add"_s);
    const Source changed = *sessions->source(u"team"_s);
    QCOMPARE(changed.settings.member("offer"_L1), Json::boolean(true));
    QCOMPARE(changed.settings.member("trustsGateway"_L1), Json::boolean(true));
    open(changed);
    QVERIFY(child<QCheckBox>(u"source_trustsGateway"_s)->isChecked());
}

void tst_AddSource::namedOffersToAHubAreKept()
{
    const Source source{u"team"_s, u"hub"_s,
        jsonLiteral(R"({"url":"ws://127.0.0.1:7411/ws","offer":["notes"],"operations":[{"id":"a.b"}]})")};
    QVERIFY(sessions->addSource(source));
    open(source);
    QVERIFY(child<QCheckBox>(u"source_offer"_s)->isChecked());
    click(u"add"_s);
    QCOMPARE(sessions->source(u"team"_s)->settings, source.settings);
    open(source);
    child<QCheckBox>(u"source_offer"_s)->setChecked(false);
    click(u"add"_s);
    QVERIFY(sessions->source(u"team"_s)->settings.member("offer"_L1).isAbsent());
}

void tst_AddSource::operationsOfAHubAreEnteredByHand()
{
    open();
    chooseKind(u"Hub"_s);
    setName(u"team"_s);
    child<QLineEdit>(u"source_url"_s)->setText(u"ws://127.0.0.1:7411/ws"_s);
    auto *operations = child<QPlainTextEdit>(u"source_operations"_s);
    for (const QString &refused : {u"notes.find"_s, u"[{}]"_s}) {
        operations->setPlainText(refused);
        click(u"add"_s);
        QVERIFY(!sessions->source(u"team"_s));
        QVERIFY(form<QLabel>(u"sourceProblem"_s)->text().contains(u"operations"_s));
    }
    operations->setPlainText(u" [{\"id\": \"a.b\"}] "_s);
    click(u"add"_s);
    QCOMPARE(sessions->source(u"team"_s)->settings.member("operations"_L1), jsonLiteral(R"([{"id":"a.b"}])"));
}

void tst_AddSource::aTestFillsInAMissingNameOfTheSource()
{
    peer->facts.reset();
    peer->handshake = PeerInfo{.name = u"Pet Store"_s,
        .version = u"1.2"_s,
        .protocol = u"OpenAPI 3.1.0"_s,
        .instructions = {},
        .raw = {},
        .remarks = {},
        .notes = {},
        .listsOnly = {}};
    open();
    setName({});
    click(u"test"_s);
    QTRY_COMPARE(form<QLineEdit>(u"sourceName"_s)->text(), u"pet-store"_s);
    click(u"add"_s);
    QVERIFY(sessions->source(u"pet-store"_s));
}

void tst_AddSource::aTestShowsWhatADescriptionOffers()
{
    peer->facts.reset();
    peer->handshake = PeerInfo{.name = u"Pets"_s,
        .version = u"1.2"_s,
        .protocol = u"OpenAPI 3.1.0"_s,
        .instructions = {},
        .raw = jsonLiteral(R"({
            "servers":[{"url":"https://a.example"},
                {"url":"https://{region}.example","description":"near you","variables":{"region":{"default":"eu","enum":["eu","us"]}}}],
            "securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"},"token":{"type":"http","scheme":"bearer"}},
            "problems":[{"file":"pets.yaml","pointer":"/paths/~1pets","line":12,"message":"A parameter needs a name."}]})"),
        .remarks = {},
        .notes = {},
        .listsOnly = {}};
    open();
    click(u"test"_s);
    QTRY_VERIFY(child<QLabel>(u"testResult"_s)->text().contains(u"Pets 1.2, OpenAPI 3.1.0"_s));
    QVERIFY(child<QWidget>(u"serviceFacts"_s)->isVisible());
    QCOMPARE(child<QLabel>(u"documentProblem"_s)->text(),
        u"pets.yaml, line 12, /paths/~1pets: A parameter needs a name."_s);
    auto *server = child<QComboBox>(u"serverChoice"_s);
    QCOMPARE(server->count(), 2);
    server->setFocus();
    QTest::keyClick(server, Qt::Key_Down);
    auto *region = child<QComboBox>(u"variable_region"_s);
    QVERIFY(region);
    QTest::keyClick(region, Qt::Key_Down);
    auto *key = child<SecretField>(u"scheme_key"_s);
    auto *place = key->findChild<QComboBox *>(u"secretPlace"_s);
    auto *text = key->findChild<QLineEdit *>(u"secretText"_s);
    QVERIFY(text->placeholderText().contains(u"key in the header X-Key"_s));
    place->setFocus();
    QTest::keyClick(place, Qt::Key_Down); // an environment variable
    QTest::keyClicks(text, u"PETS"_s);
    click(u"add"_s);
    QCOMPARE(sessions->source(u"files"_s)->settings,
        jsonLiteral(
            R"({"server":"https://{region}.example","serverVariables":{"region":"us"},"security":{"key":"env:PETS"}})"));
}

void tst_AddSource::advancedSettingsAreFoldedAndNamed()
{
    peer->facts.reset();
    peer->settingsSchema = httpSchema();
    open();
    QVERIFY(form<QWidget>(u"source_url"_s)->isVisible());
    QVERIFY(!form<QWidget>(u"source_transport"_s)->isVisible());
    auto *values = form<ThemeLabel>(u"advancedValues"_s);
    QCOMPARE(values->fullText(), u"Headers 0 · Transport automatic"_s);
    QTest::mouseClick(form<QToolButton>(u"advancedSettings"_s), Qt::LeftButton);
    auto *transport = form<QComboBox>(u"source_transport"_s);
    QVERIFY(transport->isVisible());
    transport->setFocus();
    QTest::keyClick(transport, Qt::Key_Down);
    form<QLineEdit>(u"source_clientCertificate_path"_s)->setText(u"/c.pem"_s);
    form<QLineEdit>(u"source_url"_s)->setText(u"https://a.example/mcp"_s);
    QTest::mouseClick(form<QToolButton>(u"advancedSettings"_s), Qt::LeftButton);
    QCOMPARE(values->fullText(), u"Headers 0 · Transport SSE"_s);
    click(u"add"_s);
    const Source added = *sessions->source(u"files"_s);
    QCOMPARE(added.settings,
        jsonLiteral(
            R"({"url":"https://a.example/mcp","clientCertificate":{"path":"/c.pem"},"transport":"sse"})"));
    open(added);
    QVERIFY(form<QWidget>(u"source_clientCertificate_path"_s)->isVisible()); // it has a value
    QCOMPARE(form<QLineEdit>(u"source_clientCertificate_path"_s)->text(), u"/c.pem"_s);
}

void tst_AddSource::aTypedTokenGoesToTheKeychain()
{
    peer->facts.reset();
    peer->settingsSchema = httpSchema();
    open();
    form<QLineEdit>(u"source_url"_s)->setText(u"https://a.example/mcp"_s);
    auto *methods = form<SegmentControl>(u"signInMethod"_s);
    QVERIFY(!form<QWidget>(u"signInSecret"_s)->isVisible());
    chooseSegment(methods, u"Bearer"_s);
    auto *secret = form<SecretField>(u"signInSecret"_s);
    QVERIFY(secret->isVisible());
    QVERIFY(!form<QWidget>(u"signInUser"_s)->isVisible());
    auto *text = secret->findChild<QLineEdit *>(u"secretText"_s);
    QCOMPARE(text->echoMode(), QLineEdit::Password);
    QTest::keyClicks(text, u"t0ken"_s);
    click(u"add"_s);
    QTRY_VERIFY(sessions->source(u"files"_s));
    QCOMPARE(keychain.secrets.value(u"files/sign-in"_s), u"t0ken"_s);
    const Source added = *sessions->source(u"files"_s);
    QCOMPARE(added.settings,
        jsonLiteral(
            R"({"url":"https://a.example/mcp","headers":{"Authorization":"Bearer ${keychain:files/sign-in}"}})"));
    open(added); // shows the chosen kind of sign-in, and no header beside it
    QCOMPARE(form<SegmentControl>(u"signInMethod"_s)->current(), 1);
    QCOMPARE(form<SecretField>(u"signInSecret"_s)->reference(), u"keychain:files/sign-in"_s);
    QCOMPARE(form<ThemeLabel>(u"advancedValues"_s)->fullText(), u"Headers 0 · Transport automatic"_s);
}

void tst_AddSource::anMcpServerSignsInWithOAuth()
{
    peer->facts.reset();
    peer->settingsSchema = httpSchema();
    open();
    form<QLineEdit>(u"source_url"_s)->setText(u"https://a.example/mcp"_s);
    chooseSegment(form<SegmentControl>(u"signInMethod"_s), u"OAuth"_s);
    QVERIFY(!form<QWidget>(u"signInSecret"_s)->isVisible());
    click(u"add"_s); // the server supplies the other settings
    QTRY_VERIFY(sessions->source(u"files"_s));
    const Source added = *sessions->source(u"files"_s);
    QCOMPARE(added.settings, jsonLiteral(R"({"url":"https://a.example/mcp","auth":"oauth"})"));
    open(added);
    QVERIFY(form<QWidget>(u"source_oauth_clientId"_s)->isVisible());
}

void tst_AddSource::aVariableGoesToTheKeychain()
{
    peer->facts.reset();
    peer->settingsSchema = jsonLiteral(
        R"({"type":"object","required":["command"],"properties":{"command":{"type":"string"},"env":{"type":"object"}}})");
    open();
    form<QLineEdit>(u"source_command"_s)->setText(u"node"_s);
    auto *variables = form<QWidget>(u"source_env"_s);
    QTest::mouseClick(variables->findChild<QToolButton *>(u"addPair"_s), Qt::LeftButton);
    const QList<QLineEdit *> texts = variables->findChildren<QLineEdit *>();
    QTest::keyClicks(texts.at(0), u"API_KEY"_s);
    QTest::keyClicks(texts.at(1), u"t0k"_s);
    auto *isSecret = variables->findChild<QToolButton *>(u"isSecret"_s);
    QTest::mouseClick(isSecret, Qt::LeftButton); // the typed text is kept
    auto *secret = variables->findChild<QLineEdit *>(u"secretText"_s);
    QTRY_VERIFY(secret->isVisible());
    QVERIFY(!texts.at(1)->isVisible());
    QCOMPARE(secret->text(), u"t0k"_s);
    QTest::mouseClick(isSecret, Qt::LeftButton); // and back
    QCOMPARE(texts.at(1)->text(), u"t0k"_s);
    QTest::mouseClick(isSecret, Qt::LeftButton);
    QTest::keyClicks(secret, u"en"_s);
    click(u"add"_s);
    QTRY_VERIFY(sessions->source(u"files"_s));
    QCOMPARE(keychain.secrets.value(u"files/env.API_KEY"_s), u"t0ken"_s);
    const Source added = *sessions->source(u"files"_s);
    QCOMPARE(added.settings,
        jsonLiteral(R"({"command":"node","env":{"API_KEY":"${keychain:files/env.API_KEY}"}})"));
    open(added);
    QVERIFY(form<QToolButton>(u"isSecret"_s)->isChecked());
    QCOMPARE(form<QWidget>(u"source_env"_s)->findChild<SecretField *>()->reference(),
        u"keychain:files/env.API_KEY"_s);
}

void tst_AddSource::oauthIsShownOnlyWhenItIsChosen()
{
    peer->facts.reset();
    peer->settingsSchema = jsonLiteral(R"({"type":"object","required":["document"],"properties":{
        "document":{"type":"string"},"auth":{"type":"string"},
        "oauth":{"type":"object","properties":{
            "clientId":{"type":"string"},"clientSecret":{"type":"string"},
            "grant":{"type":"string","enum":["code","client","device"]},"scopes":{"type":"string"},
            "issuer":{"type":"string"}}}}})");
    open();
    form<QLineEdit>(u"source_document"_s)->setText(u"/pets.yaml"_s);
    QVERIFY(!form<QWidget>(u"source_oauth_clientId"_s)->isVisible());
    chooseSegment(form<SegmentControl>(u"signInMethod"_s), u"OAuth"_s);
    auto *client = form<QLineEdit>(u"source_oauth_clientId"_s);
    QVERIFY(client->isVisible());
    QVERIFY(!form<QWidget>(u"source_oauth_issuer"_s)->isVisible());
    QTest::mouseClick(form<QToolButton>(u"moreOAuth"_s), Qt::LeftButton);
    QVERIFY(form<QWidget>(u"source_oauth_issuer"_s)->isVisible());
    QTest::keyClicks(client, u"desk"_s);
    auto *grant = form<QComboBox>(u"source_oauth_grant"_s);
    grant->setFocus();
    QTest::keyClick(grant, Qt::Key_Down);
    QTest::keyClick(grant, Qt::Key_Down); // a program signs in by itself
    click(u"add"_s);
    QCOMPARE(child<QLabel>(u"sourceNote"_s)->text(), u"Missing: Client secret"_s);
    QTest::keyClick(grant, Qt::Key_Up);
    click(u"add"_s);
    QVERIFY(sessions->source(u"files"_s));
    QCOMPARE(sessions->source(u"files"_s)->settings,
        jsonLiteral(
            R"({"document":"/pets.yaml","auth":"oauth","oauth":{"grant":"code","clientId":"desk"}})"));
}

void tst_AddSource::missingFieldsAreMarkedAndNamedAtTheButton()
{
    peer->facts.reset();
    peer->settingsSchema = httpSchema();
    open();
    setName({});
    click(u"add"_s);
    QVERIFY(dialog->isVisible());
    QCOMPARE(sessions->sources().size(), 0);
    QCOMPARE(child<QLabel>(u"sourceNote"_s)->text(), u"Missing: Name, Address"_s);
    QCOMPARE(dialog->focusWidget(), form<QLineEdit>(u"sourceName"_s));
    QVERIFY(form<QLineEdit>(u"source_url"_s)->property("invalid").toBool());
    setName(u"files"_s);
    QCOMPARE(child<QLabel>(u"sourceNote"_s)->text(), u"Missing: Address"_s);
    QTest::keyClicks(form<QLineEdit>(u"source_url"_s), u"https://a.example"_s);
    QVERIFY(!child<QLabel>(u"sourceNote"_s)->text().contains(u"Missing"_s));
    QVERIFY(!form<QLineEdit>(u"source_url"_s)->property("invalid").toBool());
    click(u"add"_s);
    QCOMPARE(sessions->sources().size(), 1);
}

void tst_AddSource::oneFieldFillsInTheFormBelow()
{
    peer->facts.reset();
    open();
    auto *text = child<QLineEdit>(u"sourceText"_s);
    QCOMPARE(dialog->focusWidget(), text);
    setName({});
    QTest::keyClicks(text, u"wss://hub.team.example/ws"_s);
    QCOMPARE(child<QComboBox>(u"sourceKinds"_s)->currentText(), u"Hub"_s);
    QCOMPARE(child<Chip>(u"sourceGuess"_s)->text(), u"Hub"_s);
    QCOMPARE(form<QLineEdit>(u"sourceName"_s)->text(), u"team"_s);
    QCOMPARE(form<QLineEdit>(u"source_url"_s)->text(), u"wss://hub.team.example/ws"_s);
    QCOMPARE(dialog->focusWidget(), text);
    QCOMPARE(peer->opened, 0);
    text->setText(u"curl -X POST"_s);
    QVERIFY(!child<Chip>(u"sourceGuess"_s)->isVisible());
    QVERIFY(child<ThemeLabel>(u"sourceGuessText"_s)->fullText().contains(u"names no address"_s));
}

void tst_AddSource::filledInFieldsStayWhileTheTextIsEdited()
{
    peer->facts.reset();
    open();
    setName({});
    auto *text = child<QLineEdit>(u"sourceText"_s);
    QTest::keyClicks(text, u"wss://hub.team.example/w"_s);
    auto *headers = form<QWidget>(u"source_headers"_s);
    QTest::mouseClick(form<QToolButton>(u"advancedSettings"_s), Qt::LeftButton);
    QTest::mouseClick(headers->findChild<QToolButton *>(u"addPair"_s), Qt::LeftButton);
    QTest::keyClicks(headers->findChildren<QLineEdit *>().at(0), u"X-Team"_s);
    QTest::keyClicks(headers->findChildren<QLineEdit *>().at(1), u"blue"_s);
    QTest::keyClicks(form<QLineEdit>(u"sourceName"_s), u"-mine"_s);
    text->setFocus();
    QTest::keyClick(text, Qt::Key_End);
    QTest::keyClicks(text, u"s"_s);
    QCOMPARE(form<QLineEdit>(u"source_url"_s)->text(), u"wss://hub.team.example/ws"_s);
    QCOMPARE(form<QLineEdit>(u"sourceName"_s)->text(), u"team-mine"_s);
    QCOMPARE(headers->findChildren<QLineEdit *>().at(1)->text(), u"blue"_s);
}

void tst_AddSource::anotherKindKeepsTheAddress()
{
    peer->facts.reset();
    peer->settingsSchema = httpSchema();
    open();
    setName({});
    QTest::keyClicks(child<QLineEdit>(u"sourceText"_s), u"wss://hub.team.example/ws"_s);
    auto *kinds = child<QComboBox>(u"sourceKinds"_s);
    kinds->setFocus();
    QTest::keyClick(kinds, Qt::Key_Up);
    QVERIFY(kinds->currentText() != u"Hub"_s);
    QCOMPARE(form<QLineEdit>(u"source_url"_s)->text(), u"wss://hub.team.example/ws"_s);
    QCOMPARE(form<QLineEdit>(u"sourceName"_s)->text(), u"team"_s);
}

void tst_AddSource::aDropReplacesTheText()
{
    peer->facts.reset();
    open();
    setName({});
    child<QLineEdit>(u"sourceText"_s)->setText(u"node server.js"_s);
    QMimeData dropped;
    dropped.setText(u"wss://hub.team.example/ws"_s);
    QDragEnterEvent enter({200, 60}, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(dialog.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(200, 60), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(dialog.get(), &event);
    QCOMPARE(form<QLineEdit>(u"source_url"_s)->text(), u"wss://hub.team.example/ws"_s);
}

void tst_AddSource::anEntryOfTheKeychainIsNeverReplaced()
{
    keychain.secrets.insert(u"files/sign-in"_s, u"of another source"_s);
    peer->facts.reset();
    peer->settingsSchema = httpSchema();
    open();
    form<QLineEdit>(u"source_url"_s)->setText(u"https://a.example/mcp"_s);
    chooseSegment(form<SegmentControl>(u"signInMethod"_s), u"Bearer"_s);
    QTest::keyClicks(
        form<SecretField>(u"signInSecret"_s)->findChild<QLineEdit *>(u"secretText"_s), u"t0ken"_s);
    click(u"add"_s);
    QTRY_VERIFY(sessions->source(u"files"_s));
    QCOMPARE(keychain.secrets.value(u"files/sign-in"_s), u"of another source"_s);
    QCOMPARE(keychain.secrets.value(u"files/sign-in-2"_s), u"t0ken"_s);
    QCOMPARE(
        sessions->source(u"files"_s)->settings.member("headers"_L1).member("Authorization"_L1).toString(),
        u"Bearer ${keychain:files/sign-in-2}"_s);
}

void tst_AddSource::aSecretOfACancelledTestIsForgotten()
{
    peer->facts.reset();
    peer->settingsSchema = httpSchema();
    open();
    form<QLineEdit>(u"source_url"_s)->setText(u"https://a.example/mcp"_s);
    chooseSegment(form<SegmentControl>(u"signInMethod"_s), u"Bearer"_s);
    QTest::keyClicks(
        form<SecretField>(u"signInSecret"_s)->findChild<QLineEdit *>(u"secretText"_s), u"t0ken"_s);
    click(u"test"_s);
    QTRY_VERIFY(keychain.secrets.contains(u"files/sign-in"_s));
    QTest::keyClick(dialog.get(), Qt::Key_Escape);
    QTRY_VERIFY(keychain.secrets.isEmpty());
}

void tst_AddSource::aTakenNameIsReportedBeforeASecretIsStored()
{
    peer->facts.reset();
    peer->settingsSchema = httpSchema();
    open();
    form<QLineEdit>(u"source_url"_s)->setText(u"https://a.example/mcp"_s);
    click(u"add"_s);
    QTRY_VERIFY(sessions->source(u"files"_s));
    open();
    form<QLineEdit>(u"source_url"_s)->setText(u"https://b.example/mcp"_s);
    chooseSegment(form<SegmentControl>(u"signInMethod"_s), u"Bearer"_s);
    QTest::keyClicks(
        form<SecretField>(u"signInSecret"_s)->findChild<QLineEdit *>(u"secretText"_s), u"t0ken"_s);
    click(u"add"_s);
    QVERIFY(dialog->isVisible());
    QVERIFY(child<QLabel>(u"sourceNote"_s)->text().contains(u"files"_s));
    QCOMPARE(dialog->focusWidget(), form<QLineEdit>(u"sourceName"_s));
    QVERIFY(keychain.secrets.isEmpty());
}

void tst_AddSource::aRefusedHeaderIsReportedBeforeASecretIsStored()
{
    const Source source{u"team"_s, u"hub"_s,
        jsonLiteral(R"({"url":"ws://127.0.0.1:7411/ws","headers":{"Host":"a.example"}})")};
    sessions->setSources({source}); // as a workspace file may name it
    open(source);
    QTest::keyClicks(
        child<SecretField>(u"source_token"_s)->findChild<QLineEdit *>(u"secretText"_s), u"secret"_s);
    click(u"add"_s);
    QVERIFY(dialog->isVisible());
    const QString says = child<QLabel>(u"sourceNote"_s)->text();
    QVERIFY2(says.contains(u"the header \"Host\" belongs to the connection"_s), qPrintable(says));
    QVERIFY(keychain.secrets.isEmpty());
    QCOMPARE(sessions->source(u"team"_s)->settings, source.settings);
}

void tst_AddSource::aTypedSecretSurvivesChoosingAnotherPlace()
{
    SecretField field(nullptr, u"Token"_s);
    field.show();
    auto *text = field.findChild<QLineEdit *>(u"secretText"_s);
    auto *place = field.findChild<QComboBox *>(u"secretPlace"_s);
    QTest::keyClicks(text, u"t0ken"_s);
    QTest::keyClick(place, Qt::Key_Down);
    QCOMPARE(text->text(), QString());
    QTest::keyClick(place, Qt::Key_Up);
    QCOMPARE(field.typed(), u"t0ken"_s);
}

void tst_AddSource::aCommandLineInTheCommandIsSplit()
{
    peer->settingsSchema = jsonLiteral(R"({"type":"object","required":["command"],"properties":{
        "command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}}}})");
    open();
    QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
    auto *command = form<QLineEdit>(u"source_command"_s);
    auto *arguments = form<QLineEdit>(u"source_args"_s);
    const QString line = uR"(npx -y "@scope/a server")"_s;
    command->setFocus();
    QTest::keyClicks(command, line);
    QTest::keyClick(command, Qt::Key_Tab);
    QCOMPARE(command->text(), u"npx"_s);
    QCOMPARE(arguments->text(), u"-y '@scope/a server'"_s);
    command->setFocus(); // with arguments already set, the text is not split
    command->selectAll();
    QTest::keyClicks(command, line);
    QTest::keyClick(command, Qt::Key_Tab);
    QCOMPARE(command->text(), line);
}

void tst_AddSource::fitsASmallWindowAndShowsWhatATestFound()
{
    QList<Json::Member> properties;
    for (int i = 1; i <= 30; ++i)
        properties += {u"field%1"_s.arg(i), Json::object({{u"type"_s, Json::string(u"string")}})};
    peer->facts.reset();
    peer->settingsSchema =
        Json::object({{u"type"_s, Json::string(u"object")}, {u"properties"_s, Json::object(properties)}});
    QWidget window;
    window.resize(800, 300);
    dialog = std::make_unique<AddSourceDialog>(sessions.get(), &window);
    dialog->show();
    QVERIFY(dialog->width() <= window.width());
    setName(u"files"_s);
    const auto *result = child<QLabel>(u"testResult"_s);
    QVERIFY(result->visibleRegion().isEmpty());
    click(u"test"_s);
    QTRY_VERIFY(result->text().startsWith(u"Connected"_s));
    QTRY_VERIFY(!result->visibleRegion().isEmpty());
    dialog.reset();
}

WORKBENCH_TEST(tst_AddSource, QApplication, Workbench::Test::useOurStyle)
#include "tst_addsource.moc"
