// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Saves pictures of the panes over a fake peer, to be compared with the design by eye. pages light|dark
// FOLDER

#include "core/json/jsonparser.h"
#include "core/serving/demotools.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/forms/inputeditor.h"
#include "ui/panes/historypane.h"
#include "ui/panes/inspectpage.h"
#include "ui/panes/inspecttext.h"
#include "ui/panes/operationpage.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/warningcard.h"
#include "ui/panes/warningspane.h"
#include "ui/panes/wirepane.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QDir>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

namespace {

OperationSpec weather()
{
    OperationSpec spec = fakeOperation(u"get-structured-content"_s);
    spec.description = u"Returns structured content along with an output schema for client data validation"_s;
    spec.tags = {u"read-only"_s, u"idempotent"_s};
    spec.group = u"tools"_s;
    spec.inputSchema = jsonLiteral(R"({"type":"object","required":["location"],"properties":{
        "location":{"enum":["Chicago","New York"],"default":"Chicago"},"units":{"enum":["metric","imperial"],"default":"metric"},
        "days":{"type":"integer","minimum":1,"maximum":7,"default":3},
        "hourly":{"type":"boolean","description":"Include hourly values","default":false},
        "stations":{"type":"array","items":{"type":"string"}}}})");
    spec.outputSchema = jsonLiteral(
        R"({"type":"object","additionalProperties":true,"properties":{"humidity":{"type":"number"}}})");
    return spec;
}

HandlerResult answer()
{
    const Json data = jsonLiteral(R"({"location":"Chicago","observedAt":"2026-05-18T12:00:00Z",
        "conditions":"Light rain / drizzle","temperature":18.4,"humidity":"82","wind":{"speed":5.1,"direction":"NNE"},
        "forecast":[{"day":"2026-05-19","high":21,"low":13.5,"alert":null,"title":"Tue 19 May"},
        {"day":"2026-05-20","high":20,"low":12,"title":"Wed 20 May"},{"day":"2026-05-21","high":19,"low":null,"title":"Thu 21 May"}],
        "station":{"id":"KORD","lat":41.97,"lon":-87.9},"hourly":false})");
    return mcpEnvelope(data,
        McpMeta{.isError = false,
            .content =
                jsonLiteral(R"([{"type":"text","text":"see data"},{"type":"resource_link","uri":"x:y"}])"),
            .structuredContent = data,
            .meta = jsonLiteral(R"({"progressToken":17})")});
}

void save(QWidget *widget, const QDir &folder, const QString &name)
{
    QTest::qWait(200);
    widget->grab().save(folder.filePath(name));
}

//! Tools of the demo's server that get something wrong, and a refusal as an error of JSON-RPC.
void saveFaults(const QDir &folder)
{
    struct Call {
        QString tool;
        Json input;
    };
    const QList<Call> calls{{u"list-issues"_s, jsonLiteral(R"({"project":"workbench"})")},
        {u"count-issues"_s, Json::emptyObject()}, {u"newest-issue"_s, Json::emptyObject()},
        {u"list-closed"_s, Json::emptyObject()}, {u"get-issue"_s, jsonLiteral(R"({"id":412})")},
        {u"close-issue"_s, jsonLiteral(R"({"id":1})")},
        {u"get-forecast"_s, jsonLiteral(R"({"city":"Lisbon","days":2})")}};
    SessionsFixture fixture;
    QList<OperationSpec> operations;
    for (const Json &definition : demoToolDefinitions()) {
        OperationSpec spec = fakeOperation(definition.member("name"_L1).toString());
        spec.description = definition.member("description"_L1).toString();
        spec.inputSchema = definition.member("inputSchema"_L1);
        spec.outputSchema = definition.member("outputSchema"_L1);
        operations.append(spec);
    }
    fixture.peer->discovery->operations = operations;
    (void)fixture.sessions->addSource(SessionsFixture::source(u"tracker"_s));
    fixture.sessions->connectSource(u"tracker"_s);
    QTest::qWait(100);
    DemoTools tools;
    const auto shoot = [&](const Call &call, const QString &name) {
        OperationPage page(fixture.sessions.get(), {u"tracker"_s, call.tool});
        page.resize(1176, 640);
        page.show();
        page.setInput(call.input);
        page.invoke();
        QTest::qWait(300);
        save(&page, folder, name + u".png"_s);
        page.setCompact(true);
        QTest::qWait(50);
        page.resize(608, 380);
        save(&page, folder, name + u"-compact.png"_s);
    };
    for (const Call &call : calls) {
        const Json result = tools.call(call.tool, call.input);
        const Json structured = result.member("structuredContent"_L1);
        const Json content = result.member("content"_L1);
        fixture.peer->answer = mcpEnvelope(structured.isAbsent() ? content : structured,
            {result.member("isError"_L1).toBoolean(), content, structured, {}});
        shoot(call, u"fault-"_s + call.tool);
    }
    fixture.peer->answer = std::unexpected(Error{ErrorKind::Remote, ErrorCode::executionError,
        u"\"tracker\" answered tools/call with error -32602: MCP error -32602: Invalid structured content …"_s,
        {},
        jsonLiteral(
            R"({"code":-32602,"message":"MCP error -32602: Invalid structured content for tool list-closed: [{\"code\":\"invalid_type\",\"expected\":\"array\",\"received\":\"undefined\",\"path\":[\"issues\"],\"message\":\"Required\"},{\"code\":\"invalid_type\",\"expected\":\"number\",\"received\":\"undefined\",\"path\":[\"total\"],\"message\":\"Required\"}]"})")});
    shoot({u"list-closed"_s, Json::emptyObject()}, u"fault-jsonrpc"_s);
    InspectPage inspect;
    inspect.resize(1176, 800);
    inspect.show();
    inspect.schema()->setBytes(
        R"({"type":"object","required":["issues","total"],"properties":{"issues":{"type":"array"},"total":{"type":"integer"}}})");
    inspect.text()->setBytes(
        R"({"content":[],"structuredContent":{"ok":true,"data":{"issues":[{"id":412}],"total":1}}})");
    QTest::qWait(500);
    save(&inspect, folder, u"fault-inspect.png"_s);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    auto *style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(style);
    style->setScheme(
        arguments.value(1) == "dark"_L1 ? WorkbenchStyle::Scheme::Dark : WorkbenchStyle::Scheme::Light);
    QDir folder(arguments.value(2, u"."_s));
    folder.mkpath(u"."_s);

    saveFaults(folder);
    SessionsFixture fixture;
    QList<OperationSpec> operations{fakeOperation(u"echo"_s), fakeOperation(u"get-sum"_s), weather(),
        fakeOperation(u"gzip-file-as-resource"_s, OperationType::Mutation),
        fakeOperation(u"tick"_s, OperationType::Subscription)};
    for (OperationSpec &operation : operations)
        operation.group = operation.type == OperationType::Subscription ? u"clock"_s : u"tools"_s;
    operations.last().inputSchema =
        jsonLiteral(R"({"type":"object","properties":{"interval":{"type":"integer","default":10}}})");
    operations.last().outputSchema =
        jsonLiteral(R"({"type":"object","properties":{"drift":{"type":"number"}}})");
    fixture.peer->discovery->operations = operations;
    fixture.peer->answer = answer();
    SourcesPane sources(fixture.sessions.get());
    HistoryPane history(&fixture.exchanges);
    WirePane wire(&fixture.exchanges);
    sources.resize(264, 640);
    save(&sources, folder, u"nosources.png"_s);
    (void)fixture.sessions->addSource(SessionsFixture::source(u"everything"_s));
    (void)fixture.sessions->addSource(SessionsFixture::source(u"archive"_s));
    fixture.sessions->connectSource(u"everything"_s);
    QTest::qWait(100);

    OperationPage page(fixture.sessions.get(), {u"everything"_s, u"get-structured-content"_s});
    page.resize(1176, 606);
    page.show();
    page.setInput(jsonLiteral(
        R"({"location":"Chicago","units":"metric","days":3,"hourly":false,"stations":["KORD","KMDW"]})"));
    save(&page, folder, u"before.png"_s);
    page.invoke();
    QTest::qWait(300);
    if (auto *card = page.resultPane()->warningsPane()->findChild<WarningCard *>())
        Q_EMIT card->chosen();
    save(&page, folder, u"result.png"_s);
    page.setInput(jsonLiteral(R"({"location":"Paris","days":9})"));
    fixture.peer->answer = std::unexpected(Error{ErrorKind::Remote, u"HTTP_503"_s,
        u"The server answered 503 Service Unavailable."_s, u"Retry-After: 3"_s, {}});
    page.invoke();
    QTest::qWait(300);
    save(&page, folder, u"refused.png"_s);
    page.sendAnyway();
    QTest::qWait(300);
    save(&page, folder, u"failed.png"_s);
    fixture.peer->answer = answer();
    page.setInput(jsonLiteral(R"({"location":"Chicago","days":3})"));
    page.invoke();
    QTest::qWait(300);
    page.setCompact(true);
    QTest::qWait(50); // the old layout would not let it get smaller
    page.resize(608, 380); // what a window of 800 by 600 leaves
    save(&page, folder, u"compact.png"_s);

    OperationPage stream(fixture.sessions.get(), {u"everything"_s, u"tick"_s});
    stream.resize(1176, 606);
    stream.show();
    stream.invoke();
    QTest::qWait(100);
    for (int i = 1; i <= 40 && fixture.peer->stream; ++i) {
        fixture.peer->stream->push(
            jsonLiteral(i == 39 ? R"({"tick":1203,"at":"2026-05-18T12:03:21.104Z","drift":"0.4"})"
                                : R"({"tick":1204,"at":"2026-05-18T12:03:21.114Z"})"));
        QTest::qWait(5);
    }
    save(&stream, folder, u"stream.png"_s);
    sources.selectOperation({u"everything"_s, u"get-sum"_s});
    sources.setLive({u"everything"_s, u"tick"_s}, true);
    save(&sources, folder, u"sources.png"_s);
    history.resize(1440, 148);
    save(&history, folder, u"history.png"_s);
    return 0;
}
