// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/sources/hub/hubfactory.h"
#include "core/workspace/atomicfile.h"
#include "tests/support/fakeadapter.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/workspacecontroller.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
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
    void aTestThatIsNotFollowedUpLeavesNoTrace();
    void trustAndConnectIsRemembered();
    void anEditedSourceIsSaved();
    void aHubGetsNothingOfOursUnlessSaid();
    void whatAHubIsOfferedByNameStays();
    void aTestShowsWhatADescriptionOffers();
    void aLongFormShowsItsFirstFields();
    void fitsASmallWindowAndShowsWhatATestFound();

private:
    template <typename Widget> Widget *child(const QString &name)
    {
        return dialog->findChild<Widget *>(name);
    }
    void click(const QString &button) { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }
    void setName(const QString &name)
    {
        for (QLineEdit *edit : dialog->findChildren<QLineEdit *>(u"sourceName"_s)) { // one a kind
            if (edit->isVisible())
                edit->setText(name);
        }
    }
    void open(const std::optional<Source> &existing = {})
    {
        dialog = existing ? std::make_unique<AddSourceDialog>(sessions.get(), *existing)
                          : std::make_unique<AddSourceDialog>(sessions.get());
        dialog->show();
        setName(u"files"_s);
    }
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
        .closePatience = std::chrono::milliseconds(100)});
}

void tst_AddSource::cleanup()
{
    dialog.reset();
    sessions.reset();
    trust.reset();
}

void tst_AddSource::aTestThatIsNotFollowedUpLeavesNoTrace()
{
    open();
    QCOMPARE(child<QPushButton>(u"test"_s)->text(), u"Trust and test"_s);
    click(u"test"_s);
    QTRY_VERIFY(child<QLabel>(u"testResult"_s)->text().startsWith(u"It answers"_s));
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

void tst_AddSource::anEditedSourceIsSaved()
{
    const QString path = folder->filePath(u"w.workspace.json"_s);
    const Source before{u"old"_s, u"fake"_s, Json::emptyObject()};
    WorkspaceController controller(sessions.get(), {});
    QVERIFY(sessions->addSource(before));
    QVERIFY(controller.saveAs(path));
    open(before);
    click(u"add"_s); // "Save without starting"
    QCOMPARE(sessions->sources().first().name, u"files"_s);
    QTRY_COMPARE(Workspace::load(path).value_or(Workspace{}).sources.value(0).name, u"files"_s);
    QCOMPARE(Workspace::load(path)->sources.size(), 1);
    QCOMPARE(peer->opened, 0);
}

void tst_AddSource::aHubGetsNothingOfOursUnlessSaid()
{
    open();
    auto *kinds = child<QListWidget>(u"sourceKinds"_s);
    const QList<QListWidgetItem *> hubs = kinds->findItems(u"Hub"_s, Qt::MatchExactly);
    QCOMPARE(hubs.size(), 1);
    kinds->setCurrentItem(hubs.constFirst());
    setName(u"team"_s);
    child<QLineEdit>(u"source_url"_s)->setText(u"ws://127.0.0.1:7411/ws"_s);
    auto *token = child<QLineEdit>(u"source_token"_s);
    QCOMPARE(token->echoMode(), QLineEdit::Password);
    token->setText(u"secret"_s);
    QVERIFY(!child<QCheckBox>(u"source_offer"_s)->isChecked());
    click(u"add"_s);
    const Source *added = sessions->source(u"team"_s);
    QVERIFY(added);
    QCOMPARE(added->kind, u"hub"_s);
    const QByteArray expected = R"({"url":"ws://127.0.0.1:7411/ws","token":"secret"})";
    QCOMPARE(added->settings.toBytes(), expected);

    open(*added);
    setName(u"team"_s);
    child<QCheckBox>(u"source_offer"_s)->setChecked(true);
    click(u"add"_s);
    QVERIFY(sessions->source(u"team"_s));
    QCOMPARE(sessions->source(u"team"_s)->settings.member("offer"_L1), Json::boolean(true));
}

void tst_AddSource::whatAHubIsOfferedByNameStays()
{
    const Source source{u"team"_s, u"hub"_s,
        jsonLiteral(R"({"url":"ws://127.0.0.1:7411/ws","offer":["notes"],"operations":[{"id":"a.b"}]})")};
    QVERIFY(sessions->addSource(source));
    open(source);
    setName(u"team"_s);
    QVERIFY(child<QCheckBox>(u"source_offer"_s)->isChecked());
    click(u"add"_s);
    QCOMPARE(sessions->source(u"team"_s)->settings, source.settings);
    open(source);
    setName(u"team"_s);
    child<QCheckBox>(u"source_offer"_s)->setChecked(false);
    click(u"add"_s);
    QVERIFY(sessions->source(u"team"_s)->settings.member("offer"_L1).isAbsent());
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
    auto *key = child<QLineEdit>(u"scheme_key"_s);
    QVERIFY(key->placeholderText().contains(u"key in the header X-Key"_s));
    QTest::keyClicks(key, u"env:PETS"_s);
    click(u"add"_s);
    QCOMPARE(sessions->source(u"files"_s)->settings,
        jsonLiteral(
            R"({"server":"https://{region}.example","serverVariables":{"region":"us"},"security":{"key":"env:PETS"}})"));
}

void tst_AddSource::aLongFormShowsItsFirstFields()
{
    QList<Json::Member> properties;
    for (int i = 1; i <= 9; ++i)
        properties += {u"field%1"_s.arg(i), Json::object({{u"type"_s, Json::string(u"string")}})};
    properties += {u"certificate"_s,
        jsonLiteral(
            R"({"type":"object","title":"Certificate","properties":{"path":{"type":"string","title":"File"},"keyPath":{"type":"string"}}})")};
    peer->facts.reset();
    peer->settingsSchema =
        Json::object({{u"type"_s, Json::string(u"object")}, {u"properties"_s, Json::object(properties)}});
    open();
    QVERIFY(child<QWidget>(u"source_field5"_s)->isVisible());
    QVERIFY(!child<QWidget>(u"source_field6"_s)->isVisible());
    for (QToolButton *more : dialog->findChildren<QToolButton *>(u"moreSettings"_s)) { // one a long form
        if (more->isVisible())
            QTest::mouseClick(more, Qt::LeftButton);
    }
    QVERIFY(child<QWidget>(u"source_field6"_s)->isVisible());
    child<QLineEdit>(u"source_certificate_path"_s)->setText(u"/c.pem"_s);
    click(u"add"_s);
    const Source added = *sessions->source(u"files"_s);
    QCOMPARE(added.settings, jsonLiteral(R"({"certificate":{"path":"/c.pem"}})"));
    open(added); // what is set is in sight
    QVERIFY(child<QWidget>(u"source_certificate_path"_s)->isVisible());
    QCOMPARE(child<QLineEdit>(u"source_certificate_path"_s)->text(), u"/c.pem"_s);
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
    QTRY_VERIFY(result->text().startsWith(u"It answers"_s));
    QTRY_VERIFY(!result->visibleRegion().isEmpty());
    dialog.reset();
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s));
    tst_AddSource test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_addsource.moc"
