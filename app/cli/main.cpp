// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope`: the workbench without a window. Parses, wires, runs one command, stops its children.

#include "app/cli/arguments.h"
#include "app/cli/authcommand.h"
#include "app/cli/comparecommand.h"
#include "app/cli/completion.h"
#include "app/cli/filecommands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/replaycommand.h"
#include "app/cli/secrets.h"
#include "app/cli/serveoptions.h"
#include "app/cli/signinoutput.h"
#include "app/cli/sourcecommands.h"
#include "app/wiring/composition.h"
#include "app/wiring/sourceargument.h"
#include "core/base/visibletext.h"
#include "core/serving/demoserver.h"
#include "core/workspace/substitution.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>

#include <csignal>
#include <span>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Cli;

namespace {

Error usageError(const QString &sentence)
{
    return Error{ErrorKind::Usage, u"usage"_s, sentence, {}, {}};
}

// Where to look for the key of a limit that does not exist.
QString likeLimits(const QString &key)
{
    QStringList similar;
    for (const LimitInfo &info : limitTable()) {
        const QString name(info.key);
        const QString last = key.section(u'.', -1);
        if (name.compare(key, Qt::CaseInsensitive) == 0
            || (last.size() > 3 && name.contains(last, Qt::CaseInsensitive)))
            similar += name;
    }
    const QString all = u" envelope limits shows them all."_s;
    return similar.isEmpty() ? all : QString(u" Is it %1?"_s.arg(similar.join(u" or "_s)) + all);
}

Result<Limits> limitsFromArguments(const Arguments &arguments)
{
    Limits limits;
    // A command that has its answer waits for nobody's leisure: a server that does not end by itself when its
    // stdin closes gets SIGTERM after this. --limit child.stopStdin=2s gives it longer.
    limits.childStopStdinMs = 25;
    for (const QString &entry : arguments.values(u"limit"_s)) {
        const qsizetype equals = entry.indexOf(u'=');
        if (equals < 1)
            return std::unexpected(usageError(
                u"--limit wants KEY=VALUE, for example http.bodyBytes=256MiB, not \"%1\""_s.arg(entry)));
        QString key = entry.left(equals);
        if (key.startsWith("limits."_L1)) // as the messages of exceeded limits call it
            key.remove(0, 7);
        if (Result<void> set = setLimit(limits, key, entry.mid(equals + 1)); !set) {
            Error error = set.error();
            if (!findLimit(key))
                error.message += likeLimits(key);
            return std::unexpected(error);
        }
    }
    if (arguments.has(u"timeout"_s)) {
        const auto timeout = durationFromText(arguments.value(u"timeout"_s));
        if (!timeout)
            return std::unexpected(timeout.error());
        if (timeout->count() == 0)
            return std::unexpected(usageError(u"--timeout wants a duration above 0"_s));
        limits.requestTimeoutMs = timeout->count();
        limits.connectTimeoutMs = std::min(limits.connectTimeoutMs, limits.requestTimeoutMs);
    }
    return limits;
}

// The workspace named by --workspace, else the only *.workspace.json here, else none. One that lies here, is
// broken, and is not needed for \a options and the SOURCE, only gets a note.
Result<std::optional<Workspace>> workspaceFromArguments(
    const Arguments &arguments, const App::SourceArgumentOptions &options, Output &output)
{
    QString path = arguments.value(u"workspace"_s);
    if (path.isEmpty()) {
        const QStringList here = QDir::current().entryList({u"*.workspace.json"_s}, QDir::Files);
        if (here.size() != 1)
            return std::nullopt;
        path = here.constFirst();
    }
    Result<Workspace> workspace = Workspace::load(path);
    if (!workspace && !arguments.has(u"workspace"_s) && !App::needsWorkspace(arguments.source, options)) {
        output.note(u"warning: %1 (it is not needed here)"_s.arg(workspace.error().message));
        return std::nullopt;
    }
    if (!workspace)
        return std::unexpected(workspace.error());
    return std::optional(*std::move(workspace));
}

Result<App::SourceArgumentOptions> sourceOptions(const Arguments &arguments, Secrets &secrets)
{
    App::SourceArgumentOptions options;
    options.command = arguments.childCommand;
    options.workingDirectory = arguments.value(u"cwd"_s);
    options.protocol = arguments.value(u"protocol"_s);
    options.server = arguments.value(u"server"_s);
    options.auth = arguments.value(u"auth"_s);
    options.certificates = arguments.values(u"accept-certificate"_s);
    for (const QString &entry : arguments.values(u"oauth"_s)) {
        const qsizetype equals = entry.indexOf(u'=');
        if (equals < 1)
            return std::unexpected(usageError(u"--oauth wants KEY=VALUE, for example clientId=my-program"_s));
        options.oauth.emplaceBack(entry.left(equals), entry.mid(equals + 1));
    }
    if (!options.oauth.isEmpty() && options.auth.isEmpty())
        options.auth = u"oauth"_s;
    if (!options.oauth.isEmpty() && options.auth != "oauth"_L1)
        return std::unexpected(usageError(u"--oauth goes with --auth oauth"_s));
    for (const QString &entry : arguments.values(u"header"_s)) {
        const auto header = secrets.header(entry);
        if (!header)
            return std::unexpected(header.error());
        options.headers.append(*header);
    }
    for (const QString &entry : arguments.values(u"env"_s)) {
        const qsizetype equals = entry.indexOf(u'=');
        if (equals < 1)
            return std::unexpected(usageError(u"--env wants NAME=VALUE"_s));
        options.environment.emplaceBack(entry.left(equals), entry.mid(equals + 1));
    }
    return options;
}

// The workspace's environments, and the one that --environment names or that is active in it.
Result<void> chooseEnvironment(
    const Arguments &arguments, const std::optional<Workspace> &workspace, Sessions &sessions)
{
    if (workspace)
        sessions.setEnvironments(workspace->environments, workspace->environment);
    if (!arguments.has(u"environment"_s))
        return {};
    const QString name = arguments.value(u"environment"_s);
    if (!workspace || name.isEmpty()) {
        return std::unexpected(usageError(
            u"--environment names one of a workspace's environments; give --workspace FILE if there is none here"_s));
    }
    return sessions.setEnvironment(name);
}

//! For the completions of --environment: a name a line. One that a shell or a terminal could stumble over is
//! left out.
int listEnvironments(const Arguments &arguments, Output &output)
{
    const auto workspace = workspaceFromArguments(arguments, {}, output);
    if (!workspace)
        return output.fail(workspace.error());
    const QList<Environment> environments = *workspace ? (*workspace)->environments : QList<Environment>();
    for (const Environment &environment : environments) {
        if (visibleText(environment.name) == environment.name)
            output.line(environment.name);
    }
    return ExitCode::Ok;
}

int closeAll(Sessions &sessions)
{
    QEventLoop loop;
    QObject::connect(&sessions, &Sessions::allClosed, &loop, &QEventLoop::quit);
    sessions.closeAll();
    return loop.exec();
}

//! The sources of one command.
struct ChosenSources {
    QList<Source> all;
    qsizetype typed = 0; //!< so many at the end are commands that somebody typed
};

//! The commands of `compare … -- COMMAND… [-- COMMAND…]`.
Result<QList<QStringList>> comparedCommands(const Arguments &arguments)
{
    const qsizetype wanted = 2 - arguments.values(u"source"_s).size();
    const QStringList &words = arguments.childCommand;
    QList<QStringList> commands;
    if (wanted == 2 && words.count(u"--"_s) == 1) {
        const qsizetype middle = words.indexOf(u"--"_s);
        commands = {words.first(middle), words.sliced(middle + 1)};
    } else if (!words.isEmpty()) {
        commands = {words};
    }
    const bool isOneEmpty = std::ranges::any_of(commands, &QStringList::isEmpty);
    if (commands.size() != wanted || isOneEmpty) {
        return std::unexpected(usageError(
            u"compare takes --source twice, or once and -- COMMAND…, or -- COMMAND… -- COMMAND…"_s));
    }
    return commands;
}

//! The two of `compare --source A --source B`, by different names.
Result<ChosenSources> comparedSources(
    const Arguments &arguments, const Workspace *workspace, const App::SourceArgumentOptions &options)
{
    const Result<QList<QStringList>> commands = comparedCommands(arguments);
    if (!commands)
        return std::unexpected(commands.error());
    ChosenSources both{{}, commands->size()};
    App::SourceArgumentOptions named = options;
    named.command.clear();
    if (!commands->isEmpty()) { // which takes these
        named.environment.clear();
        named.workingDirectory.clear();
    }
    for (const QString &text : arguments.values(u"source"_s)) {
        const Result<Source> source = App::sourceFromArgument(text, workspace, named);
        if (!source)
            return std::unexpected(source.error());
        both.all.append(*source);
    }
    App::SourceArgumentOptions started = options;
    if (!both.all.isEmpty())
        started.headers.clear(); // they are the other one's
    for (const QStringList &command : *commands) {
        started.command = command;
        const Result<Source> source = App::sourceFromArgument({}, workspace, started);
        if (!source)
            return std::unexpected(source.error());
        both.all.append(*source);
    }
    if (nameSpaceFor(both.all[0].name) == nameSpaceFor(both.all[1].name))
        both.all[1].name += u" (2)"_s;
    return both;
}

//! Secrets that this run may put into recorded inputs: those its options name, and those of the environment
//! that \a source uses anyway.
SourceCommands::SecretOf secretsFor(const Source &source, Secrets &secrets, App::Composition &composition)
{
    return [&source, &secrets, &composition](const QString &name) -> std::optional<QString> {
        if (const std::optional<QString> known = secrets.known(name))
            return known;
        Sessions &sessions = composition.sessions();
        const auto environment =
            std::ranges::find(sessions.environments(), sessions.environment(), &Environment::name);
        const EnvironmentVariable *variable =
            environment == sessions.environments().end() ? nullptr : environment->variable(name);
        if (!variable || !variable->isSecret() || !placeholdersIn(source.settings).contains(name))
            return {};
        const Result<SecretReference> reference = SecretReference::parse(variable->secret);
        if (!reference)
            return {};
        const Result<Secret> secret = waitFor(composition.secrets().resolve(*reference));
        return secret ? std::optional(QString::fromUtf8(secret->reveal())) : std::nullopt;
    };
}

//! Only `serve` and `compare` take more than one SOURCE, and a command beside them.
Result<ChosenSources> sourcesOf(
    const Arguments &arguments, const Workspace *workspace, const App::SourceArgumentOptions &options)
{
    if (arguments.command == "compare"_L1)
        return comparedSources(arguments, workspace, options);
    if (arguments.command != "serve"_L1) {
        return App::sourcesFromArgument(arguments.source, workspace, options)
            .transform([&options](const QList<Source> &sources) {
                return ChosenSources{sources, options.command.isEmpty() ? 0 : sources.size()};
            });
    }
    App::SourceArgumentOptions named = options;
    named.command.clear();
    QStringList texts = arguments.positionals;
    if (!arguments.source.isEmpty())
        texts.prepend(arguments.source);
    QList<Source> all;
    for (const QString &text : std::as_const(texts)) {
        const Result<QList<Source>> sources = App::sourcesFromArgument(text, workspace, named);
        if (!sources)
            return std::unexpected(sources.error());
        all += *sources;
    }
    if (options.command.isEmpty())
        return ChosenSources{all};
    const Result<QList<Source>> started = App::sourcesFromArgument({}, workspace, options);
    if (!started)
        return std::unexpected(started.error());
    return ChosenSources{all + *started, started->size()};
}

//! --auth: a header for each of the first \a count sources but OpenAPI documents, which took it for their
//! security schemes.
Result<void> authenticate(QList<Source> &sources, qsizetype count, const QString &form, Secrets &secrets)
{
    for (Source &source : std::span(sources).first(size_t(count))) {
        if (form.isEmpty() || source.kind == "openapi"_L1)
            continue;
        if (const Result<void> added = secrets.authenticate(source, form); !added)
            return added;
    }
    return {};
}

int runOverSources(const Arguments &arguments, const Limits &limits, Output &output)
{
    Secrets secrets;
    Result<App::SourceArgumentOptions> options = sourceOptions(arguments, secrets);
    if (!options)
        return output.fail(options.error());
    QString form = options->auth; // which --oauth alone gives too
    ServeOptions serving;
    if (arguments.command == "serve"_L1) {
        Result<ServeOptions> read = serveOptions(arguments, secrets);
        if (!read)
            return output.fail(read.error());
        serving = *std::move(read);
        if (serving.form == ServeOptions::Form::Spoke) { // they are the hub's, not the sources'
            serving.headers = std::exchange(options->headers, {});
            options->auth.clear();
            options->oauth.clear();
            if (!form.isEmpty()) {
                const auto headers = secrets.headersFor(std::exchange(form, {}), QUrl(serving.hub));
                if (!headers)
                    return output.fail(headers.error());
                serving.headers += *headers;
            }
            serving.acceptedCertificates = std::exchange(options->certificates, {});
        }
    }
    for (const QString &entry : arguments.values(u"secret"_s)) {
        if (const Result<void> kept = secrets.keep(entry); !kept)
            return output.fail(kept.error());
    }
    const Result<std::optional<Workspace>> workspace = workspaceFromArguments(arguments, *options, output);
    if (!workspace)
        return output.fail(workspace.error());
    const Result<ChosenSources> chosen = sourcesOf(arguments, *workspace ? &**workspace : nullptr, *options);
    if (!chosen)
        return output.fail(chosen.error());
    QList<Source> sources = chosen->all;
    const qsizetype typedFrom = sources.size() - chosen->typed;
    const bool isBesideOthers = arguments.command == "compare"_L1 && typedFrom > 0;
    if (const Result<void> added =
            authenticate(sources, isBesideOthers ? typedFrom : sources.size(), form, secrets);
        !added)
        return output.fail(added.error());

    Interrupt interrupt;
    App::Composition composition({.limits = limits});
    secrets.hideIn(composition.exchanges());
    const SignInOutput signIns(&composition.signIns(), &output, arguments.has(u"trust"_s));
    Sessions &sessions = composition.sessions();
    if (*workspace)
        sessions.setIdentity((*workspace)->identity);
    if (const Result<void> taken = chooseEnvironment(arguments, *workspace, sessions); !taken)
        return output.fail(taken.error());
    if (arguments.has(u"trace"_s)) {
        QObject::connect(
            &composition.exchanges(), &ExchangeLog::noted, &interrupt, [&output](const Frame &frame) {
                const QString arrow = frame.direction == Direction::Sent ? u"→ "_s : u"← "_s;
                const QString note = frame.note.isEmpty() ? QString() : u"  ("_s + frame.note + u')';
                const QString what = frame.bytes.isEmpty() ? frame.label : QString::fromUtf8(frame.bytes);
                output.trace(arrow + frame.source + u' ' + frame.channel + u' ' + what + note);
            });
    }
    QObject::connect(&sessions, &Sessions::logged, &interrupt, [&output](const LogLine &line) {
        if (line.level >= LogLine::Level::Warning && line.origin != "server log"_L1)
            output.addRemark(line.source + u": " + line.text);
    });
    QStringList names;
    for (const Source &source : std::as_const(sources)) {
        if (Result<void> added = sessions.addSource(source); !added)
            return output.fail(withSource(added.error(), source.name));
        // Typing a command is trusting it; a workspace's command needs the word --trust.
        if (names.size() >= typedFrom || arguments.has(u"trust"_s))
            sessions.confirmTrust(source, true).error_or(Error{});
        names += source.name;
    }
    SourceCommands command(sessions, arguments, output, interrupt);
    if (arguments.command == "verify"_L1)
        command.setSecretOf(secretsFor(sources.constFirst(), secrets, composition));
    const bool serves = arguments.command == "serve"_L1;
    int code = serves ? command.serve(names, serving) : command.run(names);
    if (interrupt.happened() && !serves) // which has no other end
        code = ExitCode::Interrupted;
    if (!output.isJson() && arguments.command == "list"_L1 && code == ExitCode::Ok)
        output.showRemarks();
    closeAll(sessions);
    return code;
}

int run(const QStringList &words)
{
    const Result<Arguments> arguments = parseArguments(words);
    Arguments manners; // of an error in the arguments themselves
    if (words.first(words.contains(u"--"_s) ? words.indexOf(u"--"_s) : words.size()).contains(u"--json"_s))
        manners.options.insert(u"json"_s, QString());
    Output output(arguments ? *arguments : manners);
    if (!arguments)
        return output.fail(arguments.error());
    static const QStringList colors{u"auto"_s, u"always"_s, u"never"_s};
    if (const QString color = arguments->value(u"color"_s, u"auto"_s); !colors.contains(color))
        return output.fail(usageError(u"--color is auto, always or never, not \"%1\""_s.arg(color)));
    if (arguments->has(u"version"_s)) {
        output.line(u"envelope "_s + QCoreApplication::applicationVersion());
        return ExitCode::Ok;
    }
    const CommandSpec *command = findCommand(arguments->command);
    if (arguments->has(u"help"_s) || !command) {
        const QString text = (command ? helpText(*command) : helpText()).trimmed();
        if (!command && !arguments->has(u"help"_s)) { // nothing was asked for
            output.explain(text);
            return ExitCode::Usage;
        }
        output.line(text);
        return ExitCode::Ok;
    }
    const Result<Limits> limits = limitsFromArguments(*arguments);
    if (!limits)
        return output.fail(limits.error());
    int code = ExitCode::Ok;
    if (command->name == "completion"_L1 && arguments->positionals.constFirst() == "environments"_L1) {
        code = listEnvironments(*arguments, output);
    } else if (command->name == "completion"_L1) {
        const Result<QString> text = completionText(arguments->positionals.constFirst());
        if (!text)
            return output.fail(text.error());
        output.raw(text->toUtf8());
    } else if (command->name == "validate"_L1) {
        code = runValidate(*arguments, *limits, output);
    } else if (command->name == "cast"_L1) {
        code = runCast(*arguments, *limits, output);
    } else if (command->name == "inspect"_L1) {
        code = runInspect(*arguments, *limits, output);
    } else if (command->name == "replay"_L1) {
        code = runReplay(*arguments, *limits, output);
    } else if (command->name == "auth"_L1) {
        code = runAuth(*arguments, output);
    } else if (command->name == "limits"_L1) {
        code = runLimits(*arguments, *limits, output);
    } else if (command->name == "compare"_L1 && !arguments->has(u"source"_s)
        && arguments->childCommand.isEmpty()) {
        code = runCompare(*arguments, *limits, output);
    } else if (command->name == "serve"_L1 && arguments->has(u"demo"_s)) {
        if (!arguments->source.isEmpty() || !arguments->childCommand.isEmpty()
            || arguments->value(u"as"_s, u"mcp-stdio"_s) != "mcp-stdio"_L1)
            return output.fail(usageError(
                u"--demo is the demo's MCP server over stdio; its sources are demo: (see envelope serve --help)"_s));
        DemoServer server;
        return serveOverStdio(server);
    } else {
        code = runOverSources(*arguments, *limits, output);
    }
    if (output.hasLost())
        return output.failLost();
    if (output.isClosed() && code != ExitCode::Interrupted) {
        // The reader of our results has gone: end as every filter does.
        ::signal(SIGPIPE, SIG_DFL);
        ::raise(SIGPIPE);
    }
    return code;
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"envelope-workbench"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(WORKBENCH_VERSION));
    return run(QCoreApplication::arguments().mid(1));
}
