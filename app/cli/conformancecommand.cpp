// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/sourcerun.h"
#include "app/wiring/composition.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/session/signins.h"
#include "core/transport/http/httpclient.h"

#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr int maxExampleDepth = 8;

const QString conformanceName = u"conformance"_s;

//! Returns an example value for \a schema. It fits simple schemas.
Json exampleFor(const Json &schema, int depth = 0)
{
    if (const Json fallback = schema.member("default"_L1); !fallback.isAbsent())
        return fallback;
    if (const Json constant = schema.member("const"_L1); !constant.isAbsent())
        return constant;
    if (const Json choices = schema.member("enum"_L1); choices.size() > 0)
        return choices.at(0);
    if (const Json choices = schema.member("oneOf"_L1); choices.size() > 0)
        return exampleFor(choices.at(0), depth + 1);
    const QString type = schema.member("type"_L1).toString();
    if (type == "boolean"_L1)
        return Json::boolean(true);
    if (type == "integer"_L1 || type == "number"_L1)
        return schema.hasMember("minimum"_L1) ? schema.member("minimum"_L1) : Json::integer(1);
    if (type == "array"_L1)
        return Json::emptyArray();
    if (type != "object"_L1 || depth > maxExampleDepth)
        return Json::string(u"example");
    Json object = Json::emptyObject();
    for (const Json &required : schema.member("required"_L1).items()) {
        const QString key = required.toString();
        const Json property = schema.member("properties"_L1).member(QStringView(key));
        object = withMember(object, key, exampleFor(property, depth + 1));
    }
    return object;
}

//! Accepts every request of the server. A form gets its defaults, and true for a boolean without a default.
void acceptAll(PeerRequests *requests)
{
    using enum PeerRequest::Kind;
    requests->offer({Form, Link, Sampling});
    QObject::connect(requests, &PeerRequests::asked, requests, [requests](const QString &id) {
        const PeerRequest *request = requests->current();
        if (!request || request->id != id)
            return;
        PeerAnswer answer{PeerAnswer::Action::Accept, {}};
        if (request->kind == Form) {
            answer.content = Json::emptyObject();
            for (const auto &property : request->schema.member("properties"_L1).members())
                answer.content = withMember(answer.content, property.key(), exampleFor(property.value()));
        } else if (request->kind == Sampling) {
            answer.content = samplingAnswer(u"example"_s, u"none"_s, u"assistant"_s, {});
        }
        requests->answer(id, answer);
    });
}

//! Does what a browser does at the authorisation servers of the suite. They show no form, so one GET request
//! leads back to the redirect URI.
void browse(HttpClient &client, const UrlFacts &address)
{
    HttpRequest request;
    request.url = address.url;
    const QUrl back(QUrlQuery(address.url).queryItemValue(u"redirect_uri"_s, QUrl::FullyDecoded));
    request.confirmedOrigins = {credentialOrigin(back)};
    client.fetch(std::move(request));
}

void signInAll(SignIns *signIns, HttpClient &client)
{
    QObject::connect(signIns, &SignIns::changed, signIns, [signIns, &client](const QString &id) {
        const SignIn *found = signIns->find(id);
        if (found && found->step == SignIn::Step::Origins) {
            signIns->allow(id, true);
        } else if (found && found->step == SignIn::Step::Browser) {
            browse(client, found->address);
            signIns->opened(id);
        }
    });
}

//! Returns the sign-in settings from the context of the suite. Secrets are passed as references, as
//! everywhere.
Json oauthForSuite(const Json &context)
{
    Json oauth = Json::object(
        {{u"clientMetadataUrl"_s, Json::string(u"https://conformance-test.local/client-metadata.json")}});
    struct Member {
        QLatin1StringView given;
        QString setting;
        const char *variable;
    };
    for (const Member &member : {Member{"client_id"_L1, u"clientId"_s, nullptr},
             Member{"client_secret"_L1, u"clientSecret"_s, "WORKBENCH_SUITE_SECRET"},
             Member{"private_key_pem"_L1, u"privateKey"_s, "WORKBENCH_SUITE_KEY"}}) {
        const QString text = context.member(member.given).toString();
        if (text.isEmpty())
            continue;
        if (member.variable)
            qputenv(member.variable, text.toUtf8());
        oauth = withMember(oauth, member.setting,
            Json::string(member.variable ? QString(u"env:"_s + QLatin1StringView(member.variable)) : text));
    }
    return oauth;
}

struct SuiteCall {
    OperationId operation;
    Json input;
};

//! Returns the calls that the suite names, else a call of every listed operation with an example input.
QList<SuiteCall> callsForSuite(const QList<OperationSpec> &operations, const Json &context)
{
    QList<SuiteCall> calls;
    const auto find = [&operations](const QString &wanted) {
        return std::ranges::find_if(
            operations, [&wanted](const OperationSpec &spec) { return spec.id.name == wanted; });
    };
    if (const Json named = context.member("toolCalls"_L1); named.isArray()) {
        for (const Json &call : named.items()) {
            if (const auto spec = find(call.member("name"_L1).toString()); spec != operations.end())
                calls.append({spec->id, call.member("arguments"_L1)});
        }
        return calls;
    }
    for (const OperationSpec &spec : operations) {
        if (spec.type != OperationType::Subscription && spec.kind != "task"_L1)
            calls.append({spec.id, exampleFor(spec.inputSchema)});
    }
    // One scenario needs a specific input: the listed schema of another tool.
    const auto focal = find(u"json_schema_2020_12_tool"_s);
    for (SuiteCall &call : calls) {
        if (call.operation.name == "json_schema_echo"_L1 && focal != operations.end())
            call.input = Json::object({{u"schema"_s, focal->inputSchema}});
    }
    return calls;
}

//! Makes one call and returns the exit code. An error that the server returned counts as success.
int callForSuite(Sessions &sessions, const SuiteCall &call, Output &output)
{
    InvokeOptions options;
    options.sendInvalid = true;
    options.despiteChangedDefinition = true;
    const std::unique_ptr<Invocation> invocation = sessions.invoke(call.operation, call.input, options);
    QEventLoop loop;
    QObject::connect(invocation.get(), &Invocation::finished, &loop, &QEventLoop::quit);
    loop.exec();
    if (invocation->result()) {
        output.note(u"called %1"_s.arg(visibleText(call.operation.name)));
        return ExitCode::Ok;
    }
    const int code = output.fail(invocation->result().error());
    return invocation->result().error().kind == ErrorKind::Remote ? int(ExitCode::Ok) : code;
}

} // namespace

int runConformance(const CommandContext &command)
{
    const auto &[arguments, limits, output] = command;
    const QByteArray text = qgetenv("MCP_CONFORMANCE_CONTEXT");
    const Result<Json> context = text.isEmpty() ? Result<Json>(Json::emptyObject()) : parseJson(text);
    if (!context)
        return output.fail(context.error());
    const QString protocol = qEnvironmentVariable("MCP_CONFORMANCE_PROTOCOL_VERSION", u"auto"_s);
    App::Composition composition({.limits = limits, .rememberTrust = false});
    acceptAll(&composition.peerRequests());
    HttpClient browser(conformanceName, limits);
    signInAll(&composition.signIns(), browser);
    Sessions &sessions = composition.sessions();
    const Json settings = Json::object(
        {{u"url"_s, Json::string(arguments.positionals.constLast())}, {u"protocol"_s, Json::string(protocol)},
            {u"auth"_s, Json::string(u"oauth")}, {u"oauth"_s, oauthForSuite(*context)}});
    QObject::connect(
        &sessions, &Sessions::logged, &sessions, [&output](const LogLine &line) { output.note(line.text); });
    if (const Result<void> added = sessions.addSource({conformanceName, u"mcp"_s, settings}); !added)
        return output.fail(added.error());
    QEventLoop loop;
    sessions.connectSource(conformanceName);
    runUntilSettled(loop, sessions);
    const SourceState state = sessions.state(conformanceName);
    int code = state.phase == SourceState::Phase::Failed ? output.fail(state.error) : int(ExitCode::Ok);
    if (code == ExitCode::Ok) {
        const QList<SuiteCall> calls = callsForSuite(sessions.operations(conformanceName), *context);
        for (const SuiteCall &call : calls)
            code = std::max(code, callForSuite(sessions, call, output));
    }
    composition.closeSources();
    return code;
}

} // namespace Workbench::Cli
