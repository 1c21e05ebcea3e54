// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/sourcerun.h"

#include "app/cli/input.h"
#include "app/cli/peeranswers.h"
#include "app/cli/secrets.h"
#include "app/wiring/composition.h"
#include "core/base/nearestnames.h"
#include "core/base/visibletext.h"
#include "core/checks/checkrules.h"
#include "core/checks/signinsteps.h"
#include "core/exchange/framepair.h"
#include "core/secrets/substitution.h"
#include "core/workspace/definitionpins.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <span>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

Result<App::SourceArgumentOptions> sourceOptions(const Arguments &arguments, Secrets &secrets)
{
    App::SourceArgumentOptions options;
    options.command = arguments.childCommand;
    options.workingDirectory = arguments.value(u"cwd"_s);
    options.protocol = arguments.value(u"protocol"_s);
    options.roots = arguments.values(u"root"_s);
    options.logLevel = arguments.value(u"log-level"_s);
    options.server = arguments.value(u"server"_s);
    options.origins = arguments.values(u"allow-origin"_s);
    options.auth = arguments.value(u"auth"_s);
    options.certificates = arguments.values(u"accept-certificate"_s);
    // The members that OAuthSettings::read() knows.
    static const QStringList oauthKeys{u"clientId"_s, u"clientSecret"_s, u"grant"_s, u"scopes"_s, u"issuer"_s,
        u"authorizationUrl"_s, u"tokenUrl"_s, u"deviceUrl"_s, u"scheme"_s, u"clientAuthentication"_s,
        u"privateKey"_s, u"clientMetadataUrl"_s};
    for (const QString &entry : arguments.values(u"oauth"_s)) {
        const qsizetype equals = entry.indexOf(u'=');
        if (equals < 1)
            return wrongUsage(u"--oauth needs KEY=VALUE, for example clientId=my-program"_s);
        const QString key = entry.left(equals);
        if (!oauthKeys.contains(key)) {
            return wrongUsage(u"--oauth has no key \"%1\"; it has %2.%3"_s.arg(
                key, oauthKeys.join(u", "_s), didYouMean(key, oauthKeys)));
        }
        options.oauth.emplaceBack(key, entry.mid(equals + 1));
    }
    if (!options.oauth.isEmpty() && options.auth.isEmpty())
        options.auth = u"oauth"_s;
    if (!options.oauth.isEmpty() && options.auth != "oauth"_L1)
        return wrongUsage(u"--oauth needs --auth oauth"_s);
    for (const QString &entry : arguments.values(u"header"_s)) {
        const auto header = secrets.header(entry);
        if (!header)
            return std::unexpected(header.error());
        options.headers.append(*header);
    }
    for (const QString &entry : arguments.values(u"env"_s)) {
        const auto variable = secrets.variable(entry);
        if (!variable)
            return std::unexpected(variable.error());
        options.environment.append(*variable);
    }
    return options;
}

// Sets the environments of the workspace, and chooses the environment of --environment or the active one.
Result<void> chooseEnvironment(
    const Arguments &arguments, const std::optional<Workspace> &workspace, Sessions &sessions)
{
    if (workspace)
        sessions.setEnvironments(workspace->environments, workspace->environment);
    if (!arguments.has(u"environment"_s))
        return {};
    const QString name = arguments.value(u"environment"_s);
    if (!workspace || name.isEmpty()) {
        return wrongUsage(
            u"--environment needs the name of an environment in a workspace; if there is no workspace here, give --workspace FILE"_s);
    }
    return sessions.setEnvironment(name).transform_error([&](Error error) {
        QStringList names;
        for (const Environment &environment : workspace->environments)
            names.append(environment.name);
        const QString similar = didYouMean(name, names);
        error.message += similar.isEmpty() ? similar : QString(u'.' + similar);
        return error;
    });
}

// Sets the identity of calls: that of the workspace, and that of --identity, which replaces every other one.
Result<void> chooseIdentity(const Arguments &arguments, const std::optional<Workspace> &workspace,
    qint64 maxBytes, Sessions &sessions)
{
    if (workspace)
        sessions.setIdentity(workspace->identity);
    if (!arguments.has(u"identity"_s))
        return {};
    const QString given = arguments.value(u"identity"_s);
    const bool isFile = !given.trimmed().startsWith(u'{');
    const Result<Json> json =
        isFile ? readJsonFile(given, maxBytes) : parsedJson(u"--identity"_s, given.toUtf8());
    return json.and_then([](const Json &written) { return identityFromArgument(u"--identity"_s, written); })
        .transform([&sessions](const Identity &identity) { sessions.overrideIdentity(identity); });
}

//! The sources of one command.
struct ChosenSources {
    QList<Source> all;
    qsizetype typed = 0; //!< the number of sources at the end that are commands from the command line
};

//! Returns the commands of `compare … -- COMMAND… [-- COMMAND…]`.
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
        return wrongUsage(
            u"compare needs --source twice, or --source and -- COMMAND…, or -- COMMAND… -- COMMAND…"_s);
    }
    return commands;
}

//! Returns the two sources of `compare --source A --source B`, with different names.
Result<ChosenSources> comparedSources(
    const Arguments &arguments, const Workspace *workspace, const App::SourceArgumentOptions &options)
{
    const Result<QList<QStringList>> commands = comparedCommands(arguments);
    if (!commands)
        return std::unexpected(commands.error());
    ChosenSources both{{}, commands->size()};
    App::SourceArgumentOptions named = options;
    named.command.clear();
    if (!commands->isEmpty()) { // --env and --cwd belong to the command
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
        started.headers.clear(); // the headers belong to the other source
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

//! Returns a function that looks up secrets for recorded inputs: the secrets that the options name, and the
//! secrets of the environment that the settings of the first source use.
std::function<std::optional<QString>(const QString &name)> secretsFor(
    const QList<Source> &sources, Secrets &secrets, App::Composition &composition)
{
    return [&sources, &secrets, &composition](const QString &name) -> std::optional<QString> {
        if (const std::optional<QString> known = secrets.known(name))
            return known;
        Sessions &sessions = composition.sessions();
        const auto environment =
            std::ranges::find(sessions.environments(), sessions.environment(), &Environment::name);
        const EnvironmentVariable *variable =
            environment == sessions.environments().end() ? nullptr : environment->variable(name);
        if (!variable || !variable->isSecret()
            || !placeholdersIn(sources.constFirst().settings).contains(name))
            return {};
        const Result<SecretReference> reference = SecretReference::parse(variable->secret);
        if (!reference)
            return {};
        const Result<Secret> secret = waitFor(composition.secrets().resolve(*reference));
        return secret ? std::optional(QString::fromUtf8(secret->reveal())) : std::nullopt;
    };
}

//! Returns the sources of the command line. Only `serve` and `compare` take several SOURCEs and a command as
//! well.
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

//! Applies --auth as a header to the first \a count sources. OpenAPI documents are skipped, because their
//! security schemes use the credential already. Sources that sign in are skipped too.
Result<void> authenticate(QList<Source> &sources, qsizetype count, const QString &form, Secrets &secrets)
{
    for (Source &source : std::span(sources).first(size_t(count))) {
        const bool signsIn = source.settings.member(u"auth").toString() == "oauth"_L1;
        if (form.isEmpty() || source.kind == "openapi"_L1 || (signsIn && form == "oauth"_L1))
            continue;
        if (const Result<void> added = secrets.authenticate(source, form); !added)
            return added;
    }
    return {};
}

//! Returns the names of the \a operations that are similar to \a wanted. Compares the names, then
//! namespace.name, then the last parts of the names: "get-weather" of "tracker.get-weather", "review" of
//! "prompt:review".
QStringList similarOperations(
    const QString &wanted, const QList<std::shared_ptr<const OperationSpec>> &operations)
{
    static const QRegularExpression separator(u"[.:]"_s);
    QStringList byName;
    QStringList ids;
    QMultiMap<QString, QString> byLastPart;
    for (const auto &spec : operations) {
        const QString shown = visibleText(spec->id.name);
        byName += shown;
        ids += visibleText(spec->id.toString());
        byLastPart.insert(shown.sliced(shown.lastIndexOf(separator) + 1), shown);
    }
    QStringList similar = nearestNames(wanted, byName);
    if (similar.isEmpty())
        similar = nearestNames(wanted, ids);
    if (similar.isEmpty()) {
        for (const QString &part : nearestNames(wanted, byLastPart.uniqueKeys(), 1))
            similar = byLastPart.values(part);
    }
    return similar.first(std::min<qsizetype>(similar.size(), 3));
}

//! Returns \a error with the option in the place of the setting that it names, if \a arguments hold it.
Error withOptionNames(Error error, const Arguments &arguments)
{
    const QString field = error.details.member("field"_L1).toString();
    const QString option = field == "headers"_L1 ? (arguments.has(u"header"_s) ? u"header"_s : u"auth"_s)
        : field == "logLevel"_L1                 ? u"log-level"_s
        : field == "protocol"_L1                 ? field
                                                 : QString();
    const QString setting = u"Setting \"%1\""_s.arg(field);
    if (option.isEmpty() || !arguments.has(option) || !error.message.startsWith(setting))
        return error;
    error.message = u"--"_s + option + error.message.sliced(setting.size());
    return error;
}

} // namespace

void runUntilSettled(QEventLoop &loop, Sessions &sessions)
{
    const auto check = [&loop, &sessions] {
        const bool isBusy = std::ranges::any_of(sessions.sources(), [&sessions](const Source &source) {
            const SourceState::Phase phase = sessions.state(source.name).phase;
            return phase == SourceState::Phase::Connecting || phase == SourceState::Phase::Disconnected;
        });
        if (!isBusy)
            loop.quit();
    };
    QObject::connect(&sessions, &Sessions::sourceChanged, &loop, check);
    QMetaObject::invokeMethod(&loop, check, Qt::QueuedConnection);
    loop.exec();
}

Error withSource(Error error, const QString &name)
{
    const QString quotedName = u'"' + visibleText(name) + u'"';
    error.message.replace(QString(u'"' + name + u'"'), quotedName);
    if (!error.message.contains(quotedName))
        error.message.prepend(QString(quotedName + u": "));
    return error;
}

Error answeredBy(Error error, const QString &name)
{
    if (error.message.startsWith("HTTP "_L1) && error.details.member("statusCode"_L1).isNumber())
        error.message.prepend(u"\"%1\" answered "_s.arg(name));
    return error;
}

Error notConnected(Error error, const QString &name)
{
    if (error.kind == ErrorKind::Remote) // no operation returned this error
        error.kind = ErrorKind::Network;
    const bool hasEnded = error.code == "child.exited"_L1 || error.code == "child.killed"_L1;
    if (hasEnded && error.detail.isEmpty())
        error.message += u" Run the command by itself to see what it needs."_s;
    if (error.code == "trust.secrets"_L1)
        error.message += u"; give --trust to allow it"_s;
    if (error.code == "trust.needed"_L1)
        error.message += u"; give --trust to start it"_s;
    if (error.code == unknownVersionCode)
        error.message += u" (--connect-anyway)"_s;
    return withSource(std::move(error), name);
}

Result<void> readListener(const Arguments &arguments, QHostAddress &address, quint16 &port)
{
    const auto wrong = [&arguments](const QString &option, const QString &needed) {
        return wrongUsage(u"--%1 needs %2, not \"%3\" (see envelope %4 --help)"_s.arg(
            option, needed, arguments.value(option), arguments.command));
    };
    if (arguments.has(u"listen"_s) && !address.setAddress(arguments.value(u"listen"_s)))
        return wrong(u"listen"_s, u"an IP address"_s);
    bool isPort = true;
    if (arguments.has(u"port"_s))
        port = arguments.value(u"port"_s).toUShort(&isPort);
    if (!isPort)
        return wrong(u"port"_s, u"a number from 0 to 65535"_s);
    return {};
}

//! Returns the word of the command line for \a level.
static QString levelWord(LogLine::Level level)
{
    switch (level) {
    case LogLine::Level::Debug: return u"debug"_s;
    case LogLine::Level::Info: return u"info"_s;
    case LogLine::Level::Notice: return u"notice"_s;
    case LogLine::Level::Warning: return u"warning"_s;
    case LogLine::Level::Error: break;
    }
    return u"error"_s;
}

Result<QStringList> acceptedDefinitions(const Arguments &arguments)
{
    QStringList hashes;
    for (const QString &entry : arguments.values(u"accept-definitions"_s)) {
        for (const QString &hash : entry.split(u',', Qt::SkipEmptyParts)) {
            if (!hash.startsWith("sha256:"_L1)) {
                return wrongUsage(
                    u"--accept-definitions needs sha256:HASH as it was printed, not \"%1\""_s.arg(hash));
            }
            hashes.append(hash);
        }
    }
    return hashes;
}

Error withAcceptOption(Error error)
{
    if (error.code == "definition.changed"_L1) {
        error.message += u" If that is expected, add --accept-definitions %1"_s.arg(
            error.details.member("definition"_L1).toString());
    }
    return error;
}

Result<void> SourceRun::acceptDefinition(const OperationSpec &spec) const
{
    const Result<QStringList> accepted = acceptedDefinitions(arguments);
    if (!accepted)
        return std::unexpected(accepted.error());
    const std::optional<Error> refused = sessions.definitionRefusal(spec.id);
    if (!refused)
        return {};
    if (!accepted->contains(refused->details.member("definition"_L1).toString()))
        return std::unexpected(withAcceptOption(*refused));
    const Result<void> kept = waitFor(
        sessions.acceptDefinitions(sessions.sourceOf(spec.id)->name, {*sessions.definitionChange(spec.id)}));
    if (!kept)
        output.note(kept.error().message); // for this call the definition is accepted anyway
    return {};
}

void SourceRun::noteIdentity() const
{
    if (const std::optional<Identity> identity = sessions.identity(); identity && !output.isJson())
        output.note(u"called as %1"_s.arg(visibleText(identityText(*identity))));
}

int SourceRun::connectAll() const
{
    QEventLoop loop;
    QObject::connect(&interrupt, &Interrupt::interrupted, &loop, &QEventLoop::quit);
    for (const QString &name : names) {
        output.progress(QCoreApplication::translate("Cli", "connecting to %1 …").arg(name));
        if (arguments.has(u"connect-anyway"_s))
            sessions.connectAnyway(name);
        else
            sessions.connectSource(name);
    }
    runUntilSettled(loop, sessions);
    if (interrupt.happened())
        return output.interrupted();
    for (const QString &name : names) {
        const SourceState state = sessions.state(name);
        if (state.phase == SourceState::Phase::Failed) {
            return output.fail(notConnected(withOptionNames(state.error, arguments), name));
        }
        if (state.phase == SourceState::Phase::Degraded && state.error.message != state.incompleteReason)
            output.note(u"%1: %2"_s.arg(visibleText(name), state.error.message));
        if (!state.incompleteReason.isEmpty())
            output.note(u"%1: the list is incomplete: %2"_s.arg(visibleText(name), state.incompleteReason));
    }
    return ExitCode::Ok;
}

void SourceRun::addSchemaRemarks(const OperationSpec &spec, const QString &onlyCode) const
{
    for (const QString &name : names) {
        if (nameSpaceFor(name) != spec.id.nameSpace)
            continue;
        for (const CheckFinding &finding :
            checkSchemas(spec, sessions.schemaDialect(name), sessions.limits())) {
            if (onlyCode.isEmpty() || finding.code == onlyCode)
                output.addRemark(u"%1: %2: %3"_s.arg(name, spec.id.name, finding.message));
        }
    }
}

Result<OperationSpec> SourceRun::operationNamed(const QStringList &sources, const QString &wanted) const
{
    return listedOperationNamed(sources, wanted).transform(completed);
}

Result<OperationSpec> SourceRun::listedOperationNamed(const QStringList &sources, const QString &wanted) const
{
    QList<std::shared_ptr<const OperationSpec>> exact;
    QList<std::shared_ptr<const OperationSpec>> byLastPart; // "git_log" for "mcp.git_log" of a hub
    QList<std::shared_ptr<const OperationSpec>> all;
    for (const QString &name : sources) {
        for (const auto &spec : sessions.operationList(name)) {
            if (spec->id.name == wanted || spec->id.toString() == wanted)
                exact += spec;
            else if (spec->id.name.endsWith(QString(u'.' + wanted)))
                byLastPart += spec;
            all += spec;
        }
    }
    const auto &found = exact.isEmpty() ? byLastPart : exact;
    if (found.size() == 1)
        return *found.constFirst();
    if (found.isEmpty()) {
        const QString place = arguments.source.isEmpty() ? sources.join(u", "_s) : arguments.source;
        QString hint = didYouMean(similarOperations(wanted, all));
        if (hint.isEmpty()) {
            hint = arguments.source.isEmpty() ? u" envelope list shows its operations."_s
                                              : u" To list its operations: envelope list %1"_s.arg(place);
        }
        return wrongUsage(
            u"%1 has no operation \"%2\".%3"_s.arg(visibleText(place), visibleText(wanted), hint));
    }
    QStringList ids;
    for (const auto &spec : std::as_const(found))
        ids += visibleText(spec->id.toString());
    return wrongUsage(u"\"%1\" is ambiguous: write %2"_s.arg(wanted, ids.join(u" or "_s)));
}

Result<Json> SourceRun::input(const OperationSpec &spec, const QStringList &pairs) const
{
    if (arguments.value(u"input"_s) == "-"_L1 && ::isatty(STDIN_FILENO) == 1)
        output.note(
            QCoreApplication::translate("Cli", "reading the input from the terminal; Ctrl+D ends it"));
    return inputFromArguments(arguments, pairs, spec, sessions.limits().docBytes, interrupt);
}

Result<Json> SourceRun::checkedInput(const OperationSpec &spec, const Json &value) const
{
    Json plain = withDeclaredType(withPlainNames(value, spec.inputSchema), spec.inputSchema);
    if (sendsInvalid())
        return plain;
    return checkNames(plain, spec).transform([&plain] { return plain; });
}

Result<Json> SourceRun::validInput(const OperationSpec &spec, const Json &value) const
{
    if (sendsInvalid())
        return value;
    return sessions.checkInput(spec.id, value).transform([&value] { return value; });
}

int runOverSources(const CommandContext &context, SourceCommand command)
{
    const auto &[arguments, limits, output] = context;
    Secrets secrets;
    Result<App::SourceArgumentOptions> options = sourceOptions(arguments, secrets);
    if (!options)
        return output.fail(options.error());
    QString form = options->auth; // --oauth alone sets it too
    ServeOptions serving;
    const bool serves = arguments.command == "serve"_L1;
    if (serves) {
        Result<ServeOptions> read = serveOptions(arguments, secrets);
        if (!read)
            return output.fail(read.error());
        serving = *std::move(read);
        if (serving.form == ServeOptions::Form::Spoke) { // these options apply to the hub, not to the sources
            serving.headers = std::exchange(options->headers, {});
            options->auth.clear();
            options->oauth.clear();
            if (!form.isEmpty()) {
                const auto header = secrets.headerFor(std::exchange(form, {}), QUrl(serving.hub));
                if (!header)
                    return output.fail(header.error());
                serving.headers += *header;
            }
            serving.acceptedCertificates = std::exchange(options->certificates, {});
        }
    }
    for (const QString &entry : arguments.values(u"secret"_s)) {
        if (const Result<void> kept = secrets.keep(entry); !kept)
            return output.fail(kept.error());
    }
    const bool isConfigured = arguments.has(u"config"_s);
    const Result<std::optional<Workspace>> workspace = isConfigured
        ? workspaceFromConfiguration(arguments, limits.docBytes, secrets, output)
        : workspaceFromArguments(arguments, *options, output);
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
    // A source from the command line may be under development. The definitions of a source in a workspace,
    // whatever its other options are, or of a source that was checked, should not change.
    const auto isKnown = [&](const Source &source) {
        return std::ranges::contains((*workspace)->sources, definitionPlace(source).source,
            [](const Source &known) { return definitionPlace(known).source; });
    };
    const bool areKnown = *workspace && !isConfigured && std::ranges::all_of(sources, isKnown);
    App::Composition composition(
        {.limits = limits, .remembersDefinitions = areKnown || arguments.command == "check"_L1});
    secrets.hideIn(composition.exchanges());
    const SignInOutput signIns(&composition.signIns(), &output, arguments.has(u"trust"_s));
    PeerAnswers answers(&composition.peerRequests(), &output);
    if (const Result<void> offered = answers.offer(arguments, limits.docBytes); !offered)
        return output.fail(offered.error());
    Sessions &sessions = composition.sessions();
    if (const Result<void> taken = chooseIdentity(arguments, *workspace, limits.docBytes, sessions); !taken)
        return output.fail(taken.error());
    if (const Result<void> taken = chooseEnvironment(arguments, *workspace, sessions); !taken)
        return output.fail(taken.error());
    if (arguments.has(u"trace"_s)) {
        QObject::connect(
            &composition.exchanges(), &ExchangeLog::noted, &interrupt, [&output](const Frame &frame) {
                const QString start = frame.at.toLocalTime().toString(u"HH:mm:ss.zzz"_s)
                    + (frame.direction == Direction::Sent ? u" → "_s : u" ← "_s) + frame.source + u' '
                    + frame.channel + u' ';
                const QString note = frame.note.isEmpty() ? QString() : u"  ("_s + frame.note + u')';
                for (const QByteArray &line : frame.head.split('\n')) {
                    if (!line.trimmed().isEmpty())
                        output.trace(start + QString::fromUtf8(line.trimmed()));
                }
                if (const QString version = codingOf(frame).version; !version.isEmpty())
                    output.trace(start + u"(%1, its head in the form of HTTP/1)"_s.arg(version));
                const QString what = frame.bytes.isEmpty() ? frame.label : QString::fromUtf8(frame.bytes);
                output.trace(start + what + note);
                for (const SignInDemand &demand : signInDemands(frame))
                    output.trace(start + demand.sentence + u"  ("_s + demand.section + u')');
            });
        QObject::connect(&composition.exchanges(), &ExchangeLog::recordAdded, &interrupt,
            [&output, exchanges = &composition.exchanges()](qsizetype index) {
                const ExchangeRecord &record = exchanges->recordAt(index);
                if (record.identity) {
                    output.trace(
                        u"%1   %2 %3 as %4"_s.arg(record.startedAt.toLocalTime().toString(u"HH:mm:ss.zzz"_s),
                            record.source, record.operation, identityText(*record.identity)));
                }
            });
    }
    const bool showsServerLog = arguments.has(u"log-level"_s);
    QObject::connect(
        &sessions, &Sessions::logged, &interrupt, [&output, showsServerLog](const LogLine &line) {
            if (showsServerLog && line.isOfServer())
                output.note(u"%1, %2: %3: %4"_s.arg(
                    visibleText(line.source), line.origin, levelWord(line.level), visibleText(line.text)));
            else if (line.isRemark() || line.origin == "definition"_L1) // also what is new or missing
                output.addRemark(line.source + u": " + line.text);
        });
    QStringList names;
    for (const Source &source : std::as_const(sources)) {
        if (Result<void> added = sessions.addSource(source); !added)
            return output.fail(withSource(withOptionNames(added.error(), arguments), source.name));
        // A command that the user typed is trusted; a workspace's command needs --trust.
        if (names.size() >= typedFrom || arguments.has(u"trust"_s))
            sessions.confirmTrust(source, true).error_or(Error{});
        names += source.name;
    }
    const SourceRun run{sessions, arguments, output, interrupt, names,
        secretsFor(sources, secrets, composition), serves ? &serving : nullptr};
    // check --connect connects step by step.
    int code = arguments.has(u"connect"_s) ? int(ExitCode::Ok) : run.connectAll();
    if (code == ExitCode::Ok)
        code = answers.exitCode(command(run));
    if (interrupt.happened() && !serves) // a signal is the normal end of serve
        code = ExitCode::Interrupted;
    composition.closeSources();
    return code;
}

} // namespace Workbench::Cli
