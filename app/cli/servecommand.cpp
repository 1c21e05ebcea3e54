// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `serve`: offers the operations of sources to other programs, as a hub or at a hub, until a signal arrives.

#include "app/cli/input.h"
#include "app/cli/secrets.h"
#include "app/cli/sourcerun.h"
#include "app/demo/demodesk.h"
#include "app/demo/demohttp.h"
#include "app/demo/demoserver.h"
#include "app/wiring/composition.h"
#include "core/base/randombytes.h"
#include "core/base/visibletext.h"
#include "core/hub/server/hubservice.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"
#include "core/secrets/redaction.h"
#include "core/sources/hub/hublink.h"

#include <QFile>
#include <QScopeGuard>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

std::unexpected<Error> wrongOption(const QString &sentence)
{
    return wrongUsage(sentence + u" (see envelope serve --help)");
}

//! Reads the file of --tokens into \a options: {TOKEN: {id, scopes, resources, trustedGateway}}.
Result<void> tokensFromFile(const QString &path, ServeOptions &options)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(
            Error{ErrorKind::Storage, u"file.open"_s, u"cannot read %1: %2"_s.arg(path, file.errorString())});
    const Result<Json> json = parseJson(file.readAll());
    if (!json || !json->isObject())
        return wrongOption(u"--tokens: %1 is not a JSON object of tokens"_s.arg(path));
    int number = 0;
    for (const auto &entry : json->members()) {
        // The token itself is a secret, so that the error gives the number of its entry.
        const QString what = u"--tokens: entry %1 of %2"_s.arg(++number).arg(path);
        const Result<Identity> identity = identityFromArgument(what, entry.value(), {u"trustedGateway"_s});
        if (!identity)
            return wrongOption(identity.error().message);
        if (entry.key().isEmpty())
            return wrongOption(u"%1 has an empty token"_s.arg(what));
        if (options.tokens.contains(entry.key().toUtf8()))
            return wrongOption(u"%1 has the token of another entry"_s.arg(what));
        const Json trusted = entry.value().member("trustedGateway"_L1);
        if (!trusted.isAbsent() && !trusted.isBoolean())
            return wrongOption(u"--tokens: \"trustedGateway\" in %1 must be true or false"_s.arg(path));
        options.tokens.insert(entry.key().toUtf8(), *identity);
        if (trusted.toBoolean())
            options.gateways.insert(entry.key().toUtf8());
    }
    if (options.tokens.isEmpty())
        return wrongOption(u"--tokens: %1 contains no token"_s.arg(path));
    return {};
}

Result<ServeOptions> spokeOptions(const Arguments &arguments)
{
    for (const QString &option : {u"port"_s, u"listen"_s, u"token"_s, u"tokens"_s, u"tls-cert"_s,
             u"tls-key"_s, u"allow-page"_s, u"abort-policy"_s}) {
        if (arguments.has(option))
            return wrongOption(
                u"--%1 applies only to --as hub; a spoke takes --hub URL and --auth bearer:REF"_s.arg(
                    option));
    }
    ServeOptions options;
    options.form = ServeOptions::Form::Spoke;
    options.hub = arguments.value(u"hub"_s);
    if (options.hub.startsWith("hub:"_L1))
        options.hub.remove(0, 4);
    if (options.hub.isEmpty())
        return wrongOption(u"--as spoke needs --hub ws://…"_s);
    options.trustsGateway = arguments.has(u"trust-gateway"_s);
    return options;
}

Result<ServeOptions> hubOptions(const Arguments &arguments, Secrets &secrets)
{
    for (const QString &option : {u"hub"_s, u"trust-gateway"_s}) {
        if (arguments.has(option))
            return wrongOption(u"--%1 applies only to --as spoke"_s.arg(option));
    }
    ServeOptions options;
    if (const Result<void> read = readListener(arguments, options.address, options.port); !read)
        return std::unexpected(read.error());
    if (arguments.has(u"tls-cert"_s) != arguments.has(u"tls-key"_s))
        return wrongOption(u"--tls-cert and --tls-key must be given together"_s);
    if (arguments.has(u"tls-cert"_s)) {
        Result<ServerCertificate> certificate =
            readServerCertificate(arguments.value(u"tls-cert"_s), arguments.value(u"tls-key"_s));
        if (!certificate)
            return std::unexpected(certificate.error());
        options.certificate = *std::move(certificate);
    }
    for (const QString &page : arguments.values(u"allow-page"_s)) {
        const QUrl url(page, QUrl::StrictMode);
        const bool isWeb = url.scheme() == u"https"_s || url.scheme() == u"http"_s;
        const bool isOrigin =
            url.userInfo().isEmpty() && url.path().size() <= 1 && !url.hasQuery() && !url.hasFragment();
        if (!isWeb || url.host().isEmpty() || !isOrigin)
            return wrongOption(
                u"--allow-page needs an origin such as https://example.org, not \"%1\""_s.arg(page));
        const bool hasPort = url.port() >= 0 && url.port() != (url.scheme() == u"https"_s ? 443 : 80);
        options.pages.append(url.scheme().toLatin1() + "://" + url.host(QUrl::FullyEncoded).toLatin1()
            + (hasPort ? ':' + QByteArray::number(url.port()) : QByteArray())); // as browsers write it
    }
    const QString policy = arguments.value(u"abort-policy"_s, u"abort-dependents"_s);
    if (policy != "abort-dependents"_L1 && policy != "continue-running"_L1)
        return wrongOption(
            u"--abort-policy needs abort-dependents or continue-running, not \"%1\""_s.arg(policy));
    if (policy == "continue-running"_L1)
        options.abortPolicy = AbortPolicy::ContinueRunning;
    if (arguments.has(u"tokens"_s)) {
        const Result<void> read = tokensFromFile(arguments.value(u"tokens"_s), options);
        if (!read)
            return std::unexpected(read.error());
    }
    if (arguments.has(u"token"_s)) {
        const Result<QByteArray> token = secrets.value(arguments.value(u"token"_s), u"--token"_s);
        if (!token)
            return std::unexpected(token.error());
        options.tokens.insert(*token, {.id = u"token"_s, .scopes = {}, .resources = {}});
    }
    if (options.tokens.isEmpty() && !options.address.isLoopback()) {
        const QByteArray token = randomToken();
        options.madeToken = QString::fromLatin1(token);
        options.tokens.insert(token, {.id = u"token"_s, .scopes = {}, .resources = {}});
    }
    return options;
}

//! Returns the line of --json for \a answer, the result of hub.register. Another program may have made it, so
//! that only the members of the protocol are printed. \source core/hub/README.md 3.6
Json registrationJson(const Json &answer, const QString &hub)
{
    const auto text = [&answer](QLatin1StringView name) {
        const Json value = answer.member(name);
        return value.isString() ? value : Json();
    };
    QList<Json> rejected;
    for (const Json &one : answer.member("rejected"_L1).items()) {
        rejected.append(Json::object({{u"id"_s, Json::string(one.member("id"_L1).toString())},
            {u"reason"_s, Json::string(one.member("reason"_L1).toString())}}));
    }
    return Json::object({{u"spokeId"_s, text("spokeId"_L1)}, {u"connectionId"_s, text("connectionId"_L1)},
        {u"accepted"_s, textArray(textsOf(answer.member("accepted"_L1)))},
        {u"rejected"_s, Json::array(rejected)}, {u"hub"_s, Json::string(hub)}});
}

QString counted(qsizetype count, const QString &one, const QString &many)
{
    return count == 0 ? QString() : u", %1 %2"_s.arg(count).arg(count == 1 ? one : many);
}

//! Writes a note such as "127.0.0.1:4711 (ana) called notes.find: ok in 3 ms, 1 warning", then a line for
//! each warning and change of the last result.
void tell(const QString &peer, const CallReport &report, Output &output)
{
    const QString who = visibleText(report.identity ? u"%1 (%2)"_s.arg(peer, report.identity->id) : peer);
    const CallError &error = report.error;
    // A failure is one line, because another line could look like another call.
    const QString failure = report.failure();
    const QString end = failure.isEmpty()                  ? u"ok"_s
        : !error.code.isEmpty() && error.message.isEmpty() ? u"aborted by the caller"_s
                                                           : failure;
    output.note(u"%1 called %2: %3 in %4 ms%5%6"_s.arg(who,
        visibleText(report.operation.toString(), false, 200), end, QString::number(report.duration.count()),
        counted(report.warningCount, u"warning"_s, u"warnings"_s),
        counted(report.changeCount, u"change"_s, u"changes"_s)));
    const auto place = [](const Json &each) {
        const QString pointer = each.member("pointer"_L1).toString();
        return pointer.isEmpty() ? QString() : QString(u' ' + visibleText(pointer));
    };
    for (const Json &warning : report.warnings.items())
        output.note(
            u"  warning%1: %2"_s.arg(place(warning), warning.member("message"_L1).toString().simplified()));
    for (const Json &change : report.changes.items()) {
        const auto value = [&change](QLatin1StringView name) {
            const Json given = change.member(name);
            return given.isAbsent() ? u"nothing"_s
                                    : visibleText(QString::fromUtf8(given.toBytes()), false, 60);
        };
        // Long values are not reported.
        const bool hasValues = change.hasMember("before"_L1) || change.hasMember("after"_L1);
        const QString values =
            hasValues ? u": %1 became %2"_s.arg(value("before"_L1), value("after"_L1)) : QString();
        output.note(
            u"  %1%2%3"_s.arg(change.member("mark"_L1).toString(u"changed"_s), place(change), values));
    }
}

//! Returns the function that says which operations are not offered: those whose changed definition the user
//! has not accepted. \source core/RULES.md R-130
std::function<bool(const OperationId &id)> withheldBy(const Sessions &sessions)
{
    return [&sessions](const OperationId &id) { return sessions.definitionChange(id).has_value(); };
}

int serveHub(const SourceRun &run, const ServeOptions &options)
{
    const Limits &limits = run.sessions.limits();
    HubService hub(run.sessions.registry(),
        {.limits = limits,
            .tokens = options.tokens,
            .gateways = options.gateways,
            .certificate = options.certificate,
            .pages = options.pages,
            .abortPolicy = options.abortPolicy,
            .log = run.arguments.has(u"trace"_s) ? run.sessions.exchanges() : nullptr,
            .isWithheld = withheldBy(run.sessions)});
    QEventLoop loop;
    QObject::connect(&run.interrupt, &Interrupt::interrupted, &loop, &QEventLoop::quit);
    const bool isVerbose = run.arguments.has(u"verbose"_s);
    QObject::connect(&hub, &HubService::callFinished, &loop,
        [&run, isVerbose](const QString &peer, const CallReport &report) {
            if (isVerbose || !HubService::isService(report.operation))
                tell(peer, report, run.output);
        });
    QObject::connect(
        &hub, &HubService::refused, &loop, [&run](const QString &peer, int status, const QString &why) {
            const QString answer = status == 0 ? QString() : u" with %1"_s.arg(status);
            run.output.note(u"refused %1%2: %3"_s.arg(peer, answer, why));
        });
    QObject::connect(&hub, &HubService::logged, &loop, [&run, isVerbose](const LogLine &line) {
        if (isVerbose || line.level >= LogLine::Level::Warning)
            run.output.note(
                visibleText(line.source.isEmpty() ? line.text : QString(line.source + u": " + line.text)));
    });
    if (isVerbose) {
        const auto count = [&run, &hub] {
            run.output.note(
                u"%1 connections, %2 requests running, %3 waiting for spokes"_s.arg(hub.connections())
                    .arg(hub.running())
                    .arg(hub.pending()));
        };
        QObject::connect(&hub, &HubService::connectionsChanged, &loop, count);
    }
    if (const Result<void> listening = hub.listen(options.address, options.port); !listening)
        return run.output.fail(listening.error());
    const QString address = hub.address().toString();
    const QString fingerprint =
        options.certificate ? QString::fromLatin1(options.certificate->sha256().toHex(':')) : QString();
    if (run.output.isJson()) {
        run.output.jsonLine(Json::object({{u"url"_s, Json::string(address)},
            {u"sha256"_s, fingerprint.isEmpty() ? Json() : Json::string(fingerprint)}}));
    } else {
        run.output.line(address);
        if (!fingerprint.isEmpty())
            run.output.note(u"the SHA-256 fingerprint of its certificate is %1"_s.arg(fingerprint));
    }
    if (!options.address.isLoopback() && !options.certificate)
        run.output.explain(
            u"warning: other computers can reach this hub, and nothing is encrypted. Add --tls-cert and --tls-key."_s);
    else if (!options.address.isLoopback())
        run.output.explain(u"warning: other computers can reach this hub"_s);
    if (!options.madeToken.isEmpty())
        run.output.explain(u"clients need this token: %1"_s.arg(options.madeToken));
    if (!run.interrupt.happened() && !run.output.isClosed())
        loop.exec();
    return ExitCode::Ok;
}

int serveSpoke(const SourceRun &run, const ServeOptions &options)
{
    const QString shownHub = redactedUrl(QUrl(options.hub)).toString();
    QList<Json> offer;
    for (const QString &name : run.names)
        offer.append(Json::string(nameSpaceFor(name)));
    QList<Json::Member> headers;
    for (const auto &[name, value] : options.headers)
        headers.append({name, Json::string(value)});
    const Json settings = Json::object({{u"url"_s, Json::string(options.hub)},
        {u"offer"_s, Json::array(offer)}, {u"trustsGateway"_s, Json::boolean(options.trustsGateway)},
        {u"spokeName"_s, Json::string(run.names.join(u", "_s))}, {u"headers"_s, Json::object(headers)}});
    const Result<Json> accepting =
        App::withCertificates(settings, options.acceptedCertificates, QUrl(options.hub).host());
    if (!accepting)
        return run.output.fail(accepting.error());
    const Result<HubSettings> read = HubSettings::read({shownHub, u"hub"_s, *accepting});
    if (!read)
        return run.output.fail(read.error());
    const auto link = std::make_shared<HubLink>(shownHub, *read,
        HubLink::Services{App::webSocketChannels(), run.sessions.registry(), run.sessions.limits(),
            run.sessions.exchanges(), {}, withheldBy(run.sessions)});
    QEventLoop loop;
    std::optional<Error> end;
    QObject::connect(link.get(), &HubLink::closed, &loop, [&](const Error &reason) {
        end = reason;
        loop.quit();
    });
    QObject::connect(link.get(), &HubLink::registered, &loop, [&run, &link, &shownHub] {
        const Json answer = link->registration();
        if (run.output.isJson())
            run.output.jsonLine(registrationJson(answer, shownHub));
        else
            run.output.line(answer.member("accepted"_L1).size() == 1
                    ? u"%1 offers 1 operation"_s.arg(shownHub)
                    : u"%1 offers %2 operations"_s.arg(shownHub).arg(answer.member("accepted"_L1).size()));
    });
    QObject::connect(link.get(), &HubLink::degraded, &loop, [&run, &link](const QString &why) {
        if (why.isEmpty())
            return;
        run.output.note(why);
        if (run.arguments.has(u"verbose"_s))
            run.output.note(u"%1 requests running"_s.arg(link->running()));
    });
    QObject::connect(link.get(), &HubLink::logged, &loop, [&run](const LogLine &line) {
        if (line.level >= LogLine::Level::Notice)
            run.output.note(visibleText(line.text));
    });
    QObject::connect(link.get(), &HubLink::callFinished, &loop,
        [&run, &shownHub](const CallReport &report) { tell(shownHub, report, run.output); });
    QObject::connect(&run.interrupt, &Interrupt::interrupted, link.get(), &HubLink::close);
    std::ignore = link->open(); // closed() reports its failure
    if (run.interrupt.happened())
        link->close();
    loop.exec();
    return run.interrupt.happened() ? int(ExitCode::Ok) : run.output.fail(*end);
}

//! Returns the demo's server with this name, or null for an unknown name.
std::unique_ptr<LineServer> demoServer(const QString &name)
{
    if (name == "tracker"_L1)
        return std::make_unique<DemoServer>();
    if (name == "desk"_L1)
        return std::make_unique<DemoDesk>(DemoDesk::Era::Legacy);
    if (name == "modern"_L1)
        return std::make_unique<DemoDesk>(DemoDesk::Era::Modern);
    return nullptr;
}

//! Serves the demo's modern server over HTTP until a signal arrives.
int serveDemoOverHttp(const CommandContext &context)
{
    ServeOptions options;
    if (const Result<void> read = readListener(context.arguments, options.address, options.port); !read)
        return context.output.fail(read.error());
    if (!options.address.isLoopback())
        return context.output.fail(usageError(u"the demo listens on a loopback address only"_s));
    const Interrupt interrupt; // before the address is written, because a reader of it may send the signal
    HttpServer server({.limits = context.limits});
    const DemoHttp demo(&server);
    if (const Result<void> listening = server.listen(options.address, options.port); !listening)
        return context.output.fail(listening.error());
    const QString url = server.url() + QString::fromLatin1(DemoHttp::path);
    if (context.output.isJson())
        context.output.jsonLine(Json::object({{u"url"_s, Json::string(url)}}));
    else
        context.output.line(url);
    QEventLoop loop;
    QObject::connect(&interrupt, &Interrupt::interrupted, &loop, &QEventLoop::quit);
    if (!interrupt.happened())
        loop.exec();
    return ExitCode::Ok;
}

int serveSources(const SourceRun &run)
{
    const ServeOptions &options = *run.serving;
    // The command runs until it is stopped, so remarks are written when they come.
    run.output.showRemarks();
    const QMetaObject::Connection remarks = QObject::connect(
        &run.sessions, &Sessions::logged, &run.sessions, [output = &run.output] { output->showRemarks(); });
    const auto stop = qScopeGuard([&remarks] { QObject::disconnect(remarks); });
    return options.form == ServeOptions::Form::Hub ? serveHub(run, options) : serveSpoke(run, options);
}

} // namespace

Result<ServeOptions> serveOptions(const Arguments &arguments, Secrets &secrets)
{
    if (arguments.has(u"identity"_s))
        return wrongOption(
            u"--identity does not apply to serve: a served call runs as its caller; see --tokens"_s);
    const QString form = arguments.value(u"as"_s);
    if (form == "hub"_L1)
        return hubOptions(arguments, secrets);
    if (form == "spoke"_L1)
        return spokeOptions(arguments);
    if (form == "mcp-stdio"_L1)
        return wrongOption(u"this version serves only the demo over stdio: envelope serve --demo"_s);
    return wrongOption(form.isEmpty()
            ? u"serve needs --as hub or --as spoke"_s
            : u"this version serves --as hub and --as spoke, not \"%1\""_s.arg(form));
}

int runServe(const CommandContext &context)
{
    const Arguments &arguments = context.arguments;
    if (!arguments.has(u"demo"_s))
        return runOverSources(context, serveSources);
    const QString name = arguments.source.isEmpty() ? u"tracker"_s : arguments.source;
    const QString form = arguments.value(u"as"_s, u"mcp-stdio"_s);
    QStringList foreign{u"hub"_s, u"trust-gateway"_s, u"token"_s, u"tokens"_s, u"tls-cert"_s, u"tls-key"_s,
        u"allow-page"_s, u"abort-policy"_s};
    if (form == "mcp-stdio"_L1)
        foreign += {u"listen"_s, u"port"_s};
    for (const QString &option : std::as_const(foreign)) {
        if (arguments.has(option))
            return context.output.fail(
                wrongOption(u"--%1 does not apply to --demo --as %2"_s.arg(option, form)).error());
    }
    const bool isAlone = arguments.positionals.isEmpty() && arguments.childCommand.isEmpty();
    if (isAlone && name == "modern"_L1 && form == "mcp-http"_L1)
        return serveDemoOverHttp(context);
    const std::unique_ptr<LineServer> server = demoServer(name);
    if (!server || !isAlone || form != "mcp-stdio"_L1)
        return context.output.fail(
            usageError(u"--demo serves an MCP server of the demo over stdio: tracker, desk or modern; modern "
                       u"also with --as "
                       "mcp-http; the demo's sources are demo: (see envelope serve --help)"_s));
    return serveOverStdio(*server);
}

} // namespace Workbench::Cli
