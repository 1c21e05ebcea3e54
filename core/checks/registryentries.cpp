// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/registryentries.h"

#include "core/json/jsontexts.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

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
        QString text = fixed.isString() ? fixed.toString() : QString::fromUtf8(fixed.toBytes());
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

} // namespace

bool isServerDescription(const Json &root)
{
    return root.member("packages"_L1).isArray() || root.member("remotes"_L1).isArray();
}

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

} // namespace Workbench
