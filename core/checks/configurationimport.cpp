// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/configurationimport.h"

#include "core/checks/importedtexts.h"
#include "core/json/jsoncomments.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"
#include "core/operation/operationspec.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/workspace/commandwords.h"
#include "core/workspace/sourceguess.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

std::unexpected<Error> noConfiguration(const QString &code, const QString &message)
{
    return std::unexpected(Error{.kind = ErrorKind::Usage, .code = code, .message = message});
}

//! Returns \a value as text, also if it is a number or a Boolean.
QString plainText(const Json &value)
{
    return value.isString() ? value.toString() : QString::fromUtf8(value.toBytes());
}

bool isRelative(const QString &word)
{
    return word.startsWith("./"_L1) || word.startsWith("../"_L1);
}

//! One way to use a server of the MCP registry, in the form of an entry in a configuration file of a host.
struct RegistryEntry {
    QString name;
    Json entry; //!< has "command" or "url"; absent if it cannot be a source (the remarks say why)
    QStringList remarks{};
};

//! The contents of a `server.json` of the MCP registry: an entry for each package and each remote. Values
//! that the user has to give are `${input:ID}`.
struct RegistryEntries {
    QList<RegistryEntry> entries{};
    Json inputs{}; //!< in the form of the member "inputs" of VS Code's `mcp.json`
};

//! Returns the member \a name, or the member with the name that revisions before 2025-09-16 use: "is_secret"
//! for "isSecret".
Json anyMember(const Json &object, const QString &name)
{
    static const QRegularExpression capital(u"([A-Z])"_s);
    const Json found = object.member(name);
    return found.isAbsent() ? object.member(QString(name).replace(capital, u"_\\1"_s).toLower()) : found;
}

//! Builds the entry of one package or remote.
class EntryMaker {
public:
    EntryMaker(RegistryEntry *entry, QList<Json> *inputs)
        : m_entry(entry)
        , m_inputs(inputs)
    {
    }

    void package(const Json &package);
    void remote(const Json &remote);

private:
    std::optional<QString> value(const Json &input, const QString &id);
    QStringList words(const Json &arguments);
    QList<Json::Member> pairs(const Json &list);
    QString newInput(const Json &input, const QString &id);

    RegistryEntry *m_entry;
    QList<Json> *m_inputs;
};

QString EntryMaker::newInput(const Json &input, const QString &id)
{
    const QString description = input.member("description"_L1).toString();
    QList<Json::Member> made{{u"id"_s, Json::string(id)}, {u"type"_s, Json::string(u"promptString"_s)},
        {u"password"_s, Json::boolean(anyMember(input, u"isSecret"_s).toBoolean())}};
    if (!description.isEmpty())
        made.append({u"description"_s, Json::string(description)});
    if (const Json choices = input.member("choices"_L1); choices.isArray())
        made.append({u"options"_s, choices});
    m_inputs->append(Json::object(made));
    return u"${input:"_s + id + u'}';
}

//! Returns the value of \a input; nothing for an optional input with neither a value nor a default. \a id is
//! the name of the input if the user has to give it.
std::optional<QString> EntryMaker::value(const Json &input, const QString &id)
{
    for (const auto member : {"value"_L1, "default"_L1}) {
        const Json fixed = input.member(member);
        if (fixed.isAbsent() || fixed.isNull())
            continue;
        QString text = plainText(fixed);
        for (const auto variable : input.member("variables"_L1).members()) {
            const QString name = u'{' + variable.key() + u'}';
            if (text.contains(name))
                text.replace(name, value(variable.value(), variable.key()).value_or(QString()));
        }
        return text;
    }
    const bool isNeeded =
        anyMember(input, u"isRequired"_s).toBoolean() || anyMember(input, u"isSecret"_s).toBoolean();
    if (isNeeded)
        return newInput(input, id);
    m_entry->remarks.append(u"\"%1\" is optional and was left out"_s.arg(id));
    return {};
}

QStringList EntryMaker::words(const Json &arguments)
{
    QStringList words;
    for (const Json &argument : arguments.items()) {
        const QString name = argument.member("name"_L1).toString();
        const bool isNamed = argument.member("type"_L1).toString() == "named"_L1;
        const bool isFlag = isNamed && !argument.hasMember("value"_L1) && !argument.hasMember("default"_L1)
            && anyMember(argument, u"valueHint"_s).isAbsent()
            && argument.member("format"_L1).toString() == "boolean"_L1;
        QString id = isNamed ? name : anyMember(argument, u"valueHint"_s).toString();
        while (id.startsWith(u'-'))
            id.removeFirst();
        const std::optional<QString> text =
            isFlag ? std::optional<QString>() : value(argument, id.isEmpty() ? u"argument"_s : id);
        if (!text)
            continue;
        if (isNamed)
            words.append(name);
        words.append(*text);
        if (anyMember(argument, u"isRepeated"_s).toBoolean())
            m_entry->remarks.append(u"\"%1\" may be given several times"_s.arg(id.isEmpty() ? *text : id));
    }
    return words;
}

QList<Json::Member> EntryMaker::pairs(const Json &list)
{
    QList<Json::Member> pairs;
    for (const Json &each : list.items()) {
        const QString name = each.member("name"_L1).toString();
        if (const std::optional<QString> text = value(each, name); text && !name.isEmpty())
            pairs.append({name, Json::string(*text)});
    }
    return pairs;
}

//! Returns the command that runs packages of \a registry; empty if there is none.
QString runnerOf(const QString &registry)
{
    static const QList<std::pair<QString, QString>> runners{{u"npm"_s, u"npx"_s}, {u"pypi"_s, u"uvx"_s},
        {u"oci"_s, u"docker"_s}, {u"docker"_s, u"docker"_s}, {u"nuget"_s, u"dnx"_s}};
    const auto found = std::ranges::find(runners, registry, &std::pair<QString, QString>::first);
    return found == runners.end() ? QString() : found->second;
}

//! Returns the package in the notation of its runner.
QString packageWord(const QString &runner, const Json &package)
{
    const QString identifier = package.member("identifier"_L1).toString();
    const QString version = package.member("version"_L1).toString();
    const bool isImage = runner == "docker"_L1 || runner == "podman"_L1;
    const QString last = identifier.section(u'/', -1);
    if (version.isEmpty() || (isImage && (last.contains(u':') || last.contains(u'@'))))
        return identifier;
    return identifier + (isImage ? u':' : u'@') + version;
}

void EntryMaker::package(const Json &package)
{
    const QString registry = anyMember(package, u"registryType"_s).toString();
    const QString identifier = package.member("identifier"_L1).toString();
    const QString runner = anyMember(package, u"runtimeHint"_s).toString(runnerOf(registry));
    const Json transport = package.member("transport"_L1);
    if (const QString url = transport.member("url"_L1).toString(); !url.isEmpty()) {
        remote(transport);
        m_entry->remarks.append(
            u"start the package \"%1\" (%2) yourself: it is reached at this address"_s.arg(
                identifier, registry));
        return;
    }
    if (runner.isEmpty() || identifier.isEmpty()) {
        m_entry->remarks.append(
            u"the package \"%1\" (%2) has no command that runs it"_s.arg(identifier, registry));
        return;
    }
    const QList<Json::Member> environment = pairs(anyMember(package, u"environmentVariables"_s));
    const QStringList ofRunner = words(anyMember(package, u"runtimeArguments"_s));
    QStringList all;
    if (runner == "docker"_L1 || runner == "podman"_L1) {
        if (!ofRunner.contains(u"run"_s))
            all << u"run"_s << u"-i"_s << u"--rm"_s;
        all += ofRunner;
        for (const Json::Member &variable : environment)
            all << u"-e"_s << variable.key;
    } else {
        all += ofRunner;
        if (ofRunner.isEmpty() && runner == "npx"_L1)
            all.append(u"-y"_s);
    }
    if (const QString word = packageWord(runner, package); !all.contains(word))
        all.append(word);
    if (ofRunner.isEmpty() && runner == "dnx"_L1)
        all << u"--yes"_s << u"--"_s;
    all += words(anyMember(package, u"packageArguments"_s));
    m_entry->entry = Json::object({{u"command"_s, Json::string(runner)}, {u"args"_s, textArray(all)},
        {u"env"_s, environment.isEmpty() ? Json() : Json::object(environment)}});
}

void EntryMaker::remote(const Json &remote)
{
    QString url = remote.member("url"_L1).toString();
    for (const auto variable : remote.member("variables"_L1).members()) {
        url.replace(
            u'{' + variable.key() + u'}', value(variable.value(), variable.key()).value_or(QString()));
    }
    const QList<Json::Member> headers = pairs(remote.member("headers"_L1));
    const QString type = remote.member("type"_L1).toString(remote.member("transport_type"_L1).toString());
    m_entry->entry = Json::object({{u"type"_s, Json::string(type)}, {u"url"_s, Json::string(url)},
        {u"headers"_s, headers.isEmpty() ? Json() : Json::object(headers)}});
}

//! Returns whether \a root is a `server.json`: whether it has "packages" or "remotes".
bool isServerDescription(const Json &root)
{
    return root.member("packages"_L1).isArray() || root.member("remotes"_L1).isArray();
}

//! Returns the entries of \a root, which must be a `server.json` of any revision of its schema.
RegistryEntries registryEntries(const Json &root)
{
    // "io.github.user/weather"
    const QString name = root.member("name"_L1).toString(u"server"_s).section(u'/', -1);
    RegistryEntries all;
    QList<Json> inputs;
    const auto add = [&](const QString &kind) -> RegistryEntry & {
        all.entries.append({all.entries.isEmpty() ? name : QString(name + u'-' + kind), {}, {}});
        return all.entries.last();
    };
    for (const Json &package : root.member("packages"_L1).items())
        EntryMaker(&add(anyMember(package, u"registryType"_s).toString()), &inputs).package(package);
    for (const Json &remote : root.member("remotes"_L1).items())
        EntryMaker(&add(u"remote"_s), &inputs).remote(remote);
    if (const QString status = root.member("status"_L1).toString(); status == "deprecated"_L1) {
        for (RegistryEntry &entry : all.entries)
            entry.remarks.append(u"the registry calls this server deprecated"_s);
    }
    all.inputs = Json::array(inputs);
    return all;
}

//! Converts the servers of one file to sources.
class ConfigurationReader {
public:
    ConfigurationReader(ImportPlace place, SecretsInSettings secrets)
        : m_place(std::move(place))
        , m_secrets(secrets)
    {
    }

    //! Adds \a servers. \a folder is the folder in which their programs start; empty if the file does not
    //! state it.
    void addServers(const Json &servers, const Json &inputs, const QString &folder = {});
    void addServer(const QString &name, const Json &entry, const Json &inputs, const QString &folder = {},
        const QStringList &remarks = {});
    void addRemark(const QString &text) { m_found.remarks.append(text); }
    //! Returns whether there was any server, including servers that cannot be sources.
    bool hasServers() const { return m_hasServers; }
    ConfigurationImport take() { return std::move(m_found); }

private:
    QString uniqueName(const QString &wanted);
    Json command(ImportedTexts &texts, const QStringList &words, const Json &entry, const QString &folder);
    Json address(ImportedTexts &texts, QString url, const Json &entry);
    QString startFolder(
        ImportedTexts &texts, const QStringList &words, const Json &entry, const QString &folder);

    ImportPlace m_place;
    SecretsInSettings m_secrets;
    QSet<QString> m_nameSpaces;
    bool m_hasServers = false;
    ConfigurationImport m_found;
};

QString ConfigurationReader::uniqueName(const QString &wanted)
{
    const QString name = wanted.trimmed().isEmpty() ? u"server"_s : wanted.trimmed();
    QString unique = name;
    for (int number = 2; m_nameSpaces.contains(nameSpaceFor(unique)); ++number)
        unique = u"%1-%2"_s.arg(name, QString::number(number));
    m_nameSpaces.insert(nameSpaceFor(unique));
    return unique;
}

void ConfigurationReader::addServers(const Json &servers, const Json &inputs, const QString &folder)
{
    QSet<QString> done;
    for (const auto server : servers.members()) {
        const QString name = server.key();
        if (!done.contains(name)) // the last of duplicates applies; the parser has a remark
            addServer(name, servers.member(name), inputs, folder);
        done.insert(name);
    }
}

//! Returns the program and its arguments from any of the forms that hosts use.
QStringList commandWords(const Json &entry)
{
    const Json command = entry.member("command"_L1);
    const Json holder = command.isObject() ? command : entry; // older versions of Zed use an object
    QStringList words;
    if (command.isString())
        words.append(command.toString());
    else if (command.isObject())
        words.append(command.member("path"_L1).toString());
    for (const Json &word : command.items())
        words.append(plainText(word));
    if (words.isEmpty() || words.constFirst().isEmpty())
        return {};
    const Json arguments = holder.member("args"_L1);
    if (arguments.isString())
        words += splitArguments(arguments.toString());
    for (const Json &word : arguments.items())
        words.append(plainText(word));
    return words;
}

QString addressOf(const Json &entry)
{
    for (const auto member : {"url"_L1, "serverUrl"_L1, "httpUrl"_L1}) {
        if (const QString url = entry.member(member).toString(); !url.isEmpty())
            return url;
    }
    return {};
}

//! Returns the members of \a entry that the import does not use.
QStringList leftMembers(const Json &entry, bool isCommand)
{
    static const QStringList always{u"type"_s, u"transport"_s, u"disabled"_s, u"enabled"_s, u"source"_s,
        u"name"_s, u"description"_s, u"command"_s, u"url"_s, u"serverUrl"_s, u"httpUrl"_s};
    static const QStringList ofCommand{u"args"_s, u"env"_s, u"cwd"_s};
    QStringList left;
    for (const auto member : entry.members()) {
        const QString key = member.key();
        const bool isEmpty = member.value().isNull()
            || ((member.value().isObject() || member.value().isArray()) && member.value().size() == 0);
        const bool isUsed = isCommand ? ofCommand.contains(key) : key == "headers"_L1;
        if (!always.contains(key) && !isUsed && !isEmpty && !left.contains(key))
            left.append(key);
    }
    return left;
}

//! Returns whether each connection sets the header \a name, which some configurations give although hosts
//! ignore it.
bool isSetByEachConnection(const QString &name)
{
    static const QStringList names{
        u"accept"_s, u"accept-encoding"_s, u"content-type"_s, u"mcp-protocol-version"_s, u"mcp-session-id"_s};
    return names.contains(name, Qt::CaseInsensitive);
}

//! Returns why \a entry cannot be a source; empty if it can.
QString hindrance(const Json &entry, const QString &url, const QStringList &words)
{
    if (!entry.isObject())
        return u"expected an object"_s;
    if (url.isEmpty() && words.isEmpty()) {
        return entry.member("source"_L1).toString() == "extension"_L1 || entry.hasMember("settings"_L1)
            ? u"an extension of the editor starts it, and only the editor knows its command"_s
            : u"it names neither a command nor an address"_s;
    }
    static const QRegularExpression http(u"^(https?://|\\$\\{)"_s, QRegularExpression::CaseInsensitiveOption);
    if (!url.isEmpty() && !http.match(url).hasMatch())
        return u"its address does not begin with http:// or https://"_s;
    for (const auto header : entry.member("headers"_L1).members()) {
        const QString refusal = headerRefusal(header.key(), plainText(header.value()).toUtf8());
        if (!url.isEmpty() && !refusal.isEmpty() && !isSetByEachConnection(header.key()))
            return refusal;
    }
    return {};
}

void ConfigurationReader::addServer(const QString &name, const Json &entry, const Json &inputs,
    const QString &folder, const QStringList &remarks)
{
    m_hasServers = true;
    const QString url = addressOf(entry);
    const QStringList words = url.isEmpty() ? commandWords(entry) : QStringList();
    if (const QString why = hindrance(entry, url, words); !why.isEmpty()) {
        const QString all = remarks.isEmpty() ? why : remarks.join("; "_L1);
        m_found.remarks.append(u"\"%1\" was not imported: %2"_s.arg(name, all));
        return;
    }
    ImportedSource imported{
        .source = {.name = uniqueName(name), .kind = u"mcp"_s, .settings = {}}, .remarks = remarks};
    if (imported.source.name != name)
        imported.remarks.append(u"is called \"%1\" in the file"_s.arg(name));
    imported.isDisabled =
        entry.member("disabled"_L1).toBoolean() || !entry.member("enabled"_L1).toBoolean(true);
    ImportPlace place = m_place;
    if (!folder.isEmpty())
        place.folder = folder;
    ImportedTexts texts(&imported, inputs, place, m_secrets);
    imported.source.settings =
        url.isEmpty() ? command(texts, words, entry, folder) : address(texts, url, entry);
    if (const QStringList left = leftMembers(entry, url.isEmpty()); !left.isEmpty())
        texts.remark(u"not carried over: %1"_s.arg(left.join(", "_L1)));
    m_found.sources.append(imported);
}

Json ConfigurationReader::command(
    ImportedTexts &texts, const QStringList &words, const Json &entry, const QString &folder)
{
    const Json command = entry.member("command"_L1);
    const Json variables = (command.isObject() ? command : entry).member("env"_L1);
    QStringList names;
    for (const auto variable : variables.members())
        names.append(variable.key());
    texts.setOwnVariables(names);
    QList<Json> arguments;
    for (qsizetype i = 1; i < words.size(); ++i) {
        const QString before = i > 1 ? words.at(i - 1) : QString();
        arguments.append(Json::string(texts.argument(i, words.at(i), before)));
    }
    const Json program = Json::string(texts.program(words.constFirst()));
    const QString start = startFolder(texts, words, entry, folder);
    QList<Json::Member> environment;
    for (const auto variable : variables.members()) {
        if (variable.value().isNull())
            texts.remark(u"the variable \"%1\" has no value and was left out"_s.arg(variable.key()));
        else
            environment.append(
                {variable.key(), Json::string(texts.variable(variable.key(), plainText(variable.value())))});
    }
    return Json::object(
        {{u"command"_s, program}, {u"args"_s, arguments.isEmpty() ? Json() : Json::array(arguments)},
            {u"cwd"_s, start.isEmpty() ? Json() : Json::string(start)},
            {u"env"_s, environment.isEmpty() ? Json() : Json::object(environment)}});
}

QString ConfigurationReader::startFolder(
    ImportedTexts &texts, const QStringList &words, const Json &entry, const QString &folder)
{
    const QString wanted = entry.member("cwd"_L1).toString();
    const QString base = folder.isEmpty() ? m_place.folder : folder;
    if (wanted.isEmpty())
        return folder.isEmpty() && std::ranges::none_of(words, isRelative) ? QString() : base;
    const QString start = texts.program(wanted);
    if (QDir::isAbsolutePath(start) || start.startsWith("${"_L1))
        return start;
    if (base.isEmpty()) {
        texts.remark(
            u"the folder \"%1\" is relative, and the folder of the project is not known"_s.arg(wanted));
        return start;
    }
    return QDir::cleanPath(base + u'/' + start);
}

Json ConfigurationReader::address(ImportedTexts &texts, QString url, const Json &entry)
{
    QList<Json::Member> headers;
    bool hasCredentials = false;
    for (const auto header : entry.member("headers"_L1).members()) {
        if (isSetByEachConnection(header.key())) {
            texts.remark(u"the header \"%1\" was left out: each connection sets it"_s.arg(header.key()));
            continue;
        }
        hasCredentials = hasCredentials || header.key().compare("authorization"_L1, Qt::CaseInsensitive) == 0;
        headers.append({header.key(), Json::string(texts.header(header.key(), plainText(header.value())))});
    }
    static const QRegularExpression withUser(u"^(https?://)([^/?#@]+)@"_s);
    if (const auto match = withUser.match(url); match.hasMatch()) {
        url = match.captured(1) + url.sliced(match.capturedLength());
        if (hasCredentials)
            texts.remark(u"the user name and the password of the address were left out: there is a header"_s);
        else
            headers.append({u"Authorization"_s, Json::string(texts.basicCredentials(match.captured(2)))});
    }
    const QString type = entry.member("type"_L1).toString(entry.member("transport"_L1).toString());
    return Json::object({{u"url"_s, Json::string(texts.address(url))},
        {u"headers"_s, headers.isEmpty() ? Json() : Json::object(headers)},
        {u"transport"_s, type == "sse"_L1 ? Json::string(type) : Json()}});
}

//! The servers and the inputs in one part of a file.
struct ServerHolder {
    Json servers;
    Json inputs;
};

//! Returns every list of servers in \a root: at the top, or in the places where editors keep it in their
//! settings.
Result<QList<ServerHolder>> serverHolders(const Json &root)
{
    const Json settings = root.member("settings"_L1);
    const Json ofContainer = root.member("customizations"_L1).member("vscode"_L1);
    QList<ServerHolder> found;
    for (const Json &holder : {root, root.member("mcp"_L1), settings, settings.member("mcp"_L1),
             ofContainer.member("mcp"_L1), ofContainer.member("settings"_L1).member("mcp"_L1)}) {
        for (const auto member : {"mcpServers"_L1, "servers"_L1, "context_servers"_L1}) {
            const Json servers = holder.member(member);
            if (servers.isObject()) {
                found.append({servers, holder.member("inputs"_L1)});
            } else if (!servers.isAbsent()) {
                return noConfiguration(u"import.broken"_s,
                    u"expected \"%1\" to be an object with a server for each name"_s.arg(member));
            }
        }
    }
    return found;
}

bool isServer(const Json &entry)
{
    return !addressOf(entry).isEmpty() || !commandWords(entry).isEmpty();
}

//! Adds the servers of every project in a file of Claude Code, with the folder of the project.
void addProjects(ConfigurationReader &reader, const Json &projects)
{
    for (const auto project : projects.members())
        reader.addServers(project.value().member("mcpServers"_L1), {}, project.key());
}

//! Adds the servers of a list without a name, or a single server.
void addBareServers(ConfigurationReader &reader, const Json &root)
{
    if (isServer(root)) {
        const QString url = addressOf(root);
        const auto guess = guessSource(url.isEmpty() ? joinArguments(commandWords(root)) : url);
        reader.addServer(guess && *guess ? (*guess)->source.name : QString(), root, {});
        return;
    }
    for (const auto entry : root.members()) {
        if (isServer(entry.value()))
            reader.addServer(entry.key(), entry.value(), {});
    }
}

} // namespace

ImportPlace importPlace(const QString &path)
{
    QString folder = QFileInfo(path).absolutePath();
    if (QFileInfo(folder).fileName().startsWith(u'.'))
        folder = QFileInfo(folder).path();
    return {.folder = folder, .home = QDir::homePath()};
}

QString importTarget(const Json &settings)
{
    if (const QString url = settings.member("url"_L1).toString(); !url.isEmpty())
        return url;
    QStringList words{settings.member("command"_L1).toString()};
    for (const Json &word : settings.member("args"_L1).items())
        words.append(word.toString());
    return joinArguments(words);
}

QString freeSourceName(const QList<Source> &sources, const QString &wanted)
{
    QString name = wanted;
    const auto hasItsNameSpace = [&name](const Source &source) {
        return nameSpaceFor(source.name) == nameSpaceFor(name);
    };
    for (int number = 2; std::ranges::any_of(sources, hasItsNameSpace); ++number)
        name = u"%1-%2"_s.arg(wanted, QString::number(number));
    return name;
}

Result<ConfigurationImport> importConfiguration(
    const QByteArray &text, const ImportPlace &place, SecretsInSettings secrets)
{
    const bool isMember = text.trimmed().startsWith('"');
    const PlainJson plain = plainJson(isMember ? '{' + text + "\n}" : text);
    const auto parsed = parseJsonDetailed(plain.utf8);
    if (!parsed)
        return noConfiguration(u"import.broken"_s, parsed.error().error.message);
    const Json root = parsed->value;
    ConfigurationReader reader(place, secrets);
    if (plain.hadComments)
        reader.addRemark(u"the file has comments, which were skipped"_s);
    if (plain.hadTrailingCommas)
        reader.addRemark(u"the file has commas behind the last member, which were skipped"_s);
    for (const JsonRemark &remark : parsed->remarks)
        reader.addRemark(remarkText(remark));
    if (root.hasMember("openapi"_L1) || root.hasMember("swagger"_L1)) {
        return noConfiguration(u"import.openapi"_s,
            u"this is an OpenAPI document, which lists no MCP servers; give its path or address instead"_s);
    }
    const Result<QList<ServerHolder>> holders = serverHolders(root);
    if (!holders)
        return std::unexpected(holders.error());
    const Json description = root.member("server"_L1).isObject() ? root.member("server"_L1) : root;
    if (isServerDescription(description)) {
        const RegistryEntries entries = registryEntries(description);
        for (const RegistryEntry &each : entries.entries)
            reader.addServer(each.name, each.entry, entries.inputs, {}, each.remarks);
    } else if (root.member("projects"_L1).isObject() || !holders->isEmpty()) {
        for (const ServerHolder &holder : *holders)
            reader.addServers(holder.servers, holder.inputs);
        addProjects(reader, root.member("projects"_L1));
    } else {
        addBareServers(reader, root);
    }
    if (!reader.hasServers()) {
        return noConfiguration(u"import.empty"_s,
            u"this describes no MCP server: expected \"mcpServers\", \"servers\", \"context_servers\", or "
            u"the "
            "\"packages\" and \"remotes\" of a server.json"_s);
    }
    return reader.take();
}

} // namespace Workbench
