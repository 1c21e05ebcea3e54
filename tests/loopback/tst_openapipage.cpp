// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The page of an operation, with a real document and a server on this computer.
#include "core/json/jsonparser.h"
#include "core/session/sessions.h"
#include "core/sources/openapi/openapiadapter.h"
#include "tests/support/ourstyle.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"
#include "ui/forms/fields.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/themelabel.h"
#include "ui/models/metamodel.h"
#include "ui/models/streammodel.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/metapane.h"
#include "ui/panes/requestpane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/streampane.h"
#include "ui/text/textview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

constexpr QByteArrayView document = R"({"openapi":"3.1.0","info":{"title":"Pets","version":"1"},
"paths":{
 "/pets/{id}":{
  "get":{"operationId":"showPet","parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}},
    {"name":"X-Trace","in":"header","schema":{"type":"string"}}],
   "responses":{"200":{"description":"it","content":{"application/json":{"schema":{"type":"object"}}}},
    "404":{"description":"none"}}},
  "delete":{"operationId":"removePet","parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],
   "responses":{"204":{"description":"gone"}}}},
 "/photos":{"post":{"operationId":"sendPhoto","requestBody":{"required":true,"content":{"multipart/form-data":{"schema":
   {"type":"object","required":["photo"],"properties":{"photo":{"type":"string","format":"binary"}}}}}},
   "responses":{"200":{"description":"taken"}}}},
 "/things":{"post":{"operationId":"sendThing","requestBody":{"required":true,"content":{
   "application/json":{"schema":{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"integer"}}}},
   "multipart/form-data":{"schema":{"allOf":[{"$ref":"#/components/schemas/Named"},
     {"type":"object","required":["photo"],"properties":{"photo":{"allOf":[{"type":"string","format":"binary"}],"description":"A picture"}}}]}},
   "image/\u002a":{}}},
   "responses":{"200":{"description":"taken"}}}},
 "/events":{"get":{"operationId":"watch","responses":{"200":{"description":"ticks","content":{"text/event-stream":{}}}}}}},
"components":{"schemas":{"Named":{"type":"object","properties":{"name":{"type":"string"}}}}}})";

QByteArray reply(const QByteArray &status, const QByteArray &body)
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

} // namespace

class tst_OpenApiPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void sendsWhatTheFormSays();
    void showsAnAnswerThatIsAnError();
    void showsNotesBelowTheWarnings();
    void asksWithTheUrlBeforeItDeletes();
    void withdrawsAQuestionWhenTheRequestChanges();
    void asksBeforeItSendsACredentialToAnUnconfirmedOrigin();
    void asksBeforeItCallsIntoAPrivateNetwork();
    void asksBeforeItFollowsARedirectIntoAPrivateNetwork();
    void sendsTheBytesOfAFile();
    void followsTheMediaTypeWithTheBody();
    void reportsAMissingRequiredFile();
    void namesTheEventsOfAStream();

private:
    std::unique_ptr<OperationPage> page(const QString &name)
    {
        auto made = std::make_unique<OperationPage>(sessions.get(), OperationId{u"pets"_s, name});
        made->resize(1100, 700);
        made->show();
        return made;
    }
    template <typename T> static T *child(const QWidget *of, const QString &name)
    {
        return of->findChild<T *>(name);
    }
    static void type(const OperationPage *page, const QString &field, const QString &text)
    {
        QTest::keyClicks(page->findChild<QWidget *>(u"field:"_s + field)->findChild<QLineEdit *>(), text);
    }
    static void click(const QWidget *page, const QString &button)
    {
        QTest::mouseClick(child<QPushButton>(page, button), Qt::LeftButton);
    }
    static QString word(const QWidget *page) { return child<ThemeLabel>(page, u"outcomeWord"_s)->text(); }

    std::unique_ptr<QTemporaryDir> folder;
    std::unique_ptr<RawServer> server;
    std::unique_ptr<ExchangeLog> exchanges;
    std::unique_ptr<OperationRegistry> registry;
    TrustStore trust;
    std::unique_ptr<Sessions> sessions;
};

void tst_OpenApiPage::init()
{
    folder = std::make_unique<QTemporaryDir>();
    QFile file(folder->filePath(u"pets.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(document.toByteArray());
    file.close();
    server = std::make_unique<RawServer>([](QTcpSocket *socket, const RawServer::Request &request) {
        if (request.target == "/events")
            socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                          "id: 7\nevent: tick\nretry: 3000\ndata: {\"n\":1}\n\n");
        else if (request.target == "/pets/elsewhere")
            socket->write(reply("302 Found\r\nLocation: http://169.254.169.254/latest", {}));
        else if (request.target == "/pets/twice")
            socket->write(reply("200 OK", R"({"name":"Rex","name":"Max"})"));
        else if (request.target == "/pets/none")
            socket->write(reply("404 Not Found", R"({"why":"no such pet"})"));
        else
            socket->write(reply("200 OK", R"({"name":"Rex"})"));
    });
    exchanges = std::make_unique<ExchangeLog>();
    registry = std::make_unique<OperationRegistry>();
    std::vector<std::unique_ptr<AdapterFactory>> factories;
    factories.push_back(std::make_unique<OpenApiFactory>());
    sessions = std::make_unique<Sessions>(Sessions::Services{.registry = registry.get(),
        .exchanges = exchanges.get(),
        .trust = &trust,
        .limits = {},
        .factories = std::move(factories),
        .closePatience = std::chrono::milliseconds(100)});
    const Json settings = Json::object({{u"document"_s, Json::string(file.fileName())},
        {u"server"_s, Json::string(server->url().toString().chopped(1))}});
    QVERIFY(sessions->addSource({u"pets"_s, u"openapi"_s, settings}));
    sessions->connectSource(u"pets"_s);
    QTRY_COMPARE(sessions->state(u"pets"_s).phase, SourceState::Phase::Ready);
}

void tst_OpenApiPage::cleanup()
{
    sessions.reset();
    server.reset();
}

void tst_OpenApiPage::sendsWhatTheFormSays()
{
    const auto p = page(u"showPet"_s);
    p->setRequestShown(true);
    type(p.get(), u"id"_s, u"a/b"_s);
    type(p.get(), u"X-Trace"_s, u"t1"_s);
    const auto shown = [&] {
        const TextDocument *text = p->requestPane()->textView()->document();
        return text ? QString::fromUtf8(text->bytes()) : QString();
    };
    QTRY_VERIFY(shown().startsWith(u"GET "_s + server->url().toString() + u"pets/a%2Fb\n"));
    QTRY_VERIFY(shown().contains(u"X-Trace: t1\n"_s));
    click(p.get(), u"invoke"_s);
    QTRY_COMPARE(word(p.get()), u"200 OK"_s);
    QCOMPARE(server->requests().constLast().target, "/pets/a%2Fb"_ba);
    QCOMPARE(server->requests().constLast().header("X-Trace"), "t1"_ba);
    MetaModel *meta = p->resultPane()->metaPane()->model();
    const QModelIndex total = meta->indexOf(MetaModel::timingPointer() + u"/total"_s, MetaModel::ValueColumn);
    QVERIFY(total.isValid());
    QVERIFY(total.data().toString().endsWith(u"ms"_s));
}

void tst_OpenApiPage::showsAnAnswerThatIsAnError()
{
    const auto p = page(u"showPet"_s);
    type(p.get(), u"id"_s, u"none"_s);
    click(p.get(), u"invoke"_s);
    QTRY_COMPARE(word(p.get()), u"404 Not Found"_s);
    QVERIFY(child<QWidget>(p.get(), u"errorCard"_s)->isVisible());
    auto *data = qobject_cast<JsonTreeModel *>(child<QTreeView>(p.get(), u"dataTree"_s)->model());
    QCOMPARE(data->indexOf(u"/why"_s, JsonTreeModel::ValueColumn).data().toString(), u"\"no such pet\""_s);
    QCOMPARE(exchanges->recordAt(exchanges->recordCount() - 1).outcome, u"404"_s);
}

void tst_OpenApiPage::showsNotesBelowTheWarnings()
{
    const auto p = page(u"showPet"_s);
    type(p.get(), u"id"_s, u"twice"_s);
    click(p.get(), u"invoke"_s);
    QTRY_COMPARE(word(p.get()), u"200 OK"_s);
    const auto *pane = child<QWidget>(p.get(), u"warningsPane"_s);
    const auto *notes = child<ThemeLabel>(pane, u"notes"_s);
    QTRY_VERIFY2(
        notes->text().contains(u"/name: The key occurs more than once"_s), qPrintable(notes->text()));
    QVERIFY(!child<QWidget>(pane, u"warningsCount"_s)->isVisible()); // a note does not count as a warning
    QVERIFY(child<QWidget>(pane, u"noWarnings"_s)->isVisible());
}

void tst_OpenApiPage::asksWithTheUrlBeforeItDeletes()
{
    const auto p = page(u"removePet"_s);
    type(p.get(), u"id"_s, u"7"_s);
    click(p.get(), u"invoke"_s);
    const QWidget *bar = child<QWidget>(p.get(), u"askBar"_s);
    QVERIFY(!bar->isVisible()); // the request is built on a worker, because a body may be large
    QTRY_VERIFY(bar->isVisible());
    const QString question = child<ThemeLabel>(p.get(), u"question"_s)->text();
    QVERIFY2(question.contains(u"DELETE "_s + server->url().toString() + u"pets/7 "), qPrintable(question));
    QCOMPARE(server->requests().size(), 0);
    click(p.get(), u"yes"_s);
    QTRY_COMPARE(server->requests().size(), 1);
    QCOMPARE(server->requests().constFirst().method, "DELETE"_ba);
    QTRY_VERIFY(!p->isRunning());
}

// A confirmation applies only to the shown request, not to another input or another environment.
void tst_OpenApiPage::withdrawsAQuestionWhenTheRequestChanges()
{
    const auto p = page(u"removePet"_s);
    const QWidget *bar = child<QWidget>(p.get(), u"askBar"_s);
    const auto question = [&p] { return child<ThemeLabel>(p.get(), u"question"_s)->text(); };
    type(p.get(), u"id"_s, u"7"_s);
    click(p.get(), u"invoke"_s);
    QTRY_VERIFY(bar->isVisible());
    type(p.get(), u"id"_s, u"8"_s);
    QVERIFY(!bar->isVisible());
    click(p.get(), u"invoke"_s);
    QTRY_VERIFY(bar->isVisible());
    QVERIFY2(question().contains(u"pets/78 "_s), qPrintable(question()));

    sessions->setEnvironments({{.name = u"production"_s, .variables = {}}}, u"production"_s);
    QVERIFY(!bar->isVisible());
    click(p.get(), u"invoke"_s);
    QTRY_VERIFY(bar->isVisible());
    click(p.get(), u"yes"_s);
    QTRY_COMPARE(server->requests().size(), 1);
    QTRY_VERIFY(!p->isRunning());
    sessions->setEnvironments({}, QString()); // the confirmation applied only to production
    click(p.get(), u"invoke"_s);
    QTRY_VERIFY(bar->isVisible());
    QCOMPARE(server->requests().size(), 1);
}

// The server address comes from a document on this computer, so the user has not confirmed it.
void tst_OpenApiPage::asksBeforeItSendsACredentialToAnUnconfirmedOrigin()
{
    const QString origin = server->url().toString().chopped(1);
    QFile file(folder->filePath(u"served.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray servers = R"("servers":[{"url":")" + origin.toUtf8() + R"("}],"paths":)";
    file.write(document.toByteArray().replace(R"("paths":)", servers));
    file.close();
    const Json settings = Json::object({{u"document"_s, Json::string(file.fileName())},
        {u"headers"_s, Json::object({{u"X-Api-Key"_s, Json::string(u"canary"_s)}})}});
    QVERIFY(sessions->replaceSource(u"pets"_s, {u"pets"_s, u"openapi"_s, settings}));
    sessions->connectSource(u"pets"_s);
    QTRY_COMPARE(sessions->state(u"pets"_s).phase, SourceState::Phase::Ready);
    const auto p = page(u"showPet"_s);
    const QWidget *bar = child<QWidget>(p.get(), u"askBar"_s);
    type(p.get(), u"id"_s, u"7"_s);
    click(p.get(), u"invoke"_s);
    QTRY_VERIFY(bar->isVisible());
    const QString question = child<ThemeLabel>(p.get(), u"question"_s)->text();
    QVERIFY2(question.contains(origin) && question.contains(u"X-Api-Key"_s), qPrintable(question));
    click(p.get(), u"no"_s);
    QVERIFY(!bar->isVisible());
    QVERIFY(server->requests().isEmpty());
    click(p.get(), u"invoke"_s);
    QTRY_VERIFY(bar->isVisible());
    click(p.get(), u"invoke"_s);
    QVERIFY(!bar->isVisible()); // the question was about the previous call
    QTRY_VERIFY(bar->isVisible());
    click(p.get(), u"yes"_s);
    QTRY_COMPARE(server->requests().size(), 1);
    QCOMPARE(server->requests().constFirst().header("x-api-key"), "canary"_ba);
    QTRY_VERIFY(!p->isRunning());
    QVERIFY(!bar->isVisible());
    QCOMPARE(sessions->source(u"pets"_s)->settings.member("origins"_L1).at(0).toString(), origin);
}

void tst_OpenApiPage::asksBeforeItCallsIntoAPrivateNetwork()
{
    QFile file(folder->filePath(u"private.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(document.toByteArray().replace(
        R"("paths":)", R"("servers":[{"url":"http://10.255.255.1:9"}],"paths":)"));
    file.close();
    const Json settings = Json::object({{u"document"_s, Json::string(file.fileName())}});
    QVERIFY(sessions->replaceSource(u"pets"_s, {u"pets"_s, u"openapi"_s, settings}));
    sessions->connectSource(u"pets"_s);
    QTRY_COMPARE(sessions->state(u"pets"_s).phase, SourceState::Phase::Ready);
    const auto p = page(u"showPet"_s);
    const QWidget *bar = child<QWidget>(p.get(), u"askBar"_s);
    type(p.get(), u"id"_s, u"7"_s);
    click(p.get(), u"invoke"_s);
    QTRY_VERIFY(bar->isVisible());
    const QString question = child<ThemeLabel>(p.get(), u"question"_s)->text();
    QVERIFY2(question.contains(u"http://10.255.255.1:9"_s), qPrintable(question));
    click(p.get(), u"no"_s);
    QVERIFY(!bar->isVisible());
    QVERIFY(!p->isRunning());
    QVERIFY(sessions->source(u"pets"_s)->settings.member("origins"_L1).isAbsent());
}

void tst_OpenApiPage::asksBeforeItFollowsARedirectIntoAPrivateNetwork()
{
    const auto p = page(u"showPet"_s);
    const QWidget *bar = child<QWidget>(p.get(), u"askBar"_s);
    type(p.get(), u"id"_s, u"elsewhere"_s);
    click(p.get(), u"invoke"_s);
    QTRY_VERIFY(bar->isVisible());
    const QString question = child<ThemeLabel>(p.get(), u"question"_s)->text();
    const QString from = server->url(QString()).toString();
    QVERIFY2(question.contains(u"http://169.254.169.254"_s) && question.contains(from), qPrintable(question));
    click(p.get(), u"no"_s);
    QVERIFY(!bar->isVisible());
    QVERIFY(!p->isRunning());
    QCOMPARE(server->requests().size(), 1);
}

void tst_OpenApiPage::sendsTheBytesOfAFile()
{
    QFile file(folder->filePath(u"rex.png"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray bytes = "\x89PNG\r\n\x1A\n\0\xFF"_ba;
    file.write(bytes);
    file.close();
    const auto p = page(u"sendPhoto"_s);
    auto *photo = qobject_cast<FileField *>(p->findChild<QWidget *>(u"field:photo"_s));
    QVERIFY(photo);
    photo->readFile(file.fileName());
    QCOMPARE(photo->findChild<ThemeLabel *>(u"fileFacts"_s)->fullText(), u"reading…"_s);
    QTRY_COMPARE(p->input().member("body"_L1).member("photo"_L1).member(u"$file").toString(), u"rex.png"_s);
    QTRY_COMPARE(p->inputEditor()->validity(), InputEditor::Validity::Valid);
    click(p.get(), u"invoke"_s);
    QTRY_COMPARE(word(p.get()), u"200 OK"_s);
    const QByteArray sent = server->requests().constLast().body;
    QVERIFY2(sent.contains("name=\"photo\"; filename=\"rex.png\""), sent.toPercentEncoding(" \r\n=;:/\""));
    QVERIFY(sent.contains(QByteArray("Content-Type: image/png\r\n\r\n" + bytes + "\r\n")));
}

void tst_OpenApiPage::followsTheMediaTypeWithTheBody()
{
    const auto p = page(u"sendThing"_s);
    const auto type = [&p] { return p->findChild<QWidget *>(u"field:contentType"_s); };
    const auto shape = [&p] {
        return p->findChild<QWidget *>(u"field:body"_s)->findChild<QComboBox *>(u"variant"_s);
    };
    QVERIFY(type() && shape());
    const auto field = [&p](const QString &name) {
        const QList<QWidget *> found = p->findChildren<QWidget *>(u"field:"_s + name);
        const auto shown = std::ranges::find_if(found, [](QWidget *each) { return each->isVisible(); });
        return shown == found.end() ? nullptr : *shown;
    };
    QTest::keyClicks(field(u"name"_s)->findChild<QLineEdit *>(), u"Rex"_s);
    QVERIFY(field(u"size"_s));
    auto *edit = type()->findChild<QLineEdit *>(); // editable, because one of the types is a range
    QVERIFY(edit);
    QTest::keyClicks(edit, u"multipart/form-data"_s);
    QTRY_VERIFY(field(u"photo"_s));
    QVERIFY(qobject_cast<FileField *>(field(u"photo"_s))); // also for a property declared inside allOf
    QVERIFY(!field(u"size"_s));
    // Both shapes have this member.
    QCOMPARE(p->input().member("body"_L1).member("name"_L1).toString(), u"Rex"_s);
    edit->clear();
    QTest::keyClicks(edit, u"image/png"_s);
    const auto wholeFile = [&p] {
        return std::ranges::any_of(p->findChildren<FileField *>(),
            [](FileField *each) { return each->isVisible() && each->hint().name == "body"_L1; });
    };
    QTRY_VERIFY(wholeFile());
    // The switch back keeps the value as well.
    shape()->setCurrentIndex(1);
    Q_EMIT shape()->activated(1);
    QTRY_COMPARE(p->input().member("contentType"_L1).toString(), u"application/json"_s);
    QTRY_VERIFY(field(u"size"_s));
}

void tst_OpenApiPage::reportsAMissingRequiredFile()
{
    const auto p = page(u"sendPhoto"_s);
    QTRY_COMPARE(p->inputEditor()->validity(), InputEditor::Validity::Refused);
    auto *photo = qobject_cast<FileField *>(p->findChild<QWidget *>(u"field:photo"_s));
    QVERIFY(photo);
    QTRY_COMPARE(photo->findChild<ThemeLabel *>(u"error"_s)->text(), u"Choose a file"_s);
    click(p.get(), u"invoke"_s);
    QTest::qWait(50);
    QCOMPARE(server->requests().size(), 0);
}

void tst_OpenApiPage::namesTheEventsOfAStream()
{
    const auto p = page(u"watch"_s);
    click(p.get(), u"invoke"_s);
    const StreamModel *events = p->streamPane()->model();
    QTRY_COMPARE(events->rowCount(), 1);
    QCOMPARE(events->index(0, StreamModel::EventColumn).data().toString(), u"tick"_s);
    auto *meta = qobject_cast<MetaModel *>(child<QTreeView>(p.get(), u"metaTree"_s)->model());
    const auto row = [&](const QString &pointer) {
        return meta->indexOf(pointer, MetaModel::ValueColumn).data().toString();
    };
    QTRY_COMPARE(row(u"/id"_s), u"7"_s);
    QCOMPARE(row(u"/retry"_s), u"3000"_s);
    p->cancel();
}

WORKBENCH_TEST(tst_OpenApiPage, QApplication, Workbench::Test::useOurStyle)
#include "tst_openapipage.moc"
