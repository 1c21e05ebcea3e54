// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/workspace.h"

#include "core/base/atomicfile.h"
#include "core/base/limits.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/operation/operationspec.h"
#include "core/workspace/workspacejson_p.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QSet>

namespace Workbench {

using namespace Qt::StringLiterals;

std::unexpected<Error> brokenWorkspace(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Storage, u"workspace.broken"_s,
        u"this workspace cannot be read: %1; correct the file in a text editor"_s.arg(what)});
}

std::unexpected<Error> wrongInWorkspace(const QString &pointer, const QString &wanted)
{
    return brokenWorkspace(u"%1 must be %2"_s.arg(pointer, wanted));
}

Json inPlace(const Json &original, const QList<Json::Member> &known)
{
    QSet<QString> written;
    QList<Json::Member> members;
    for (const auto entry : original.members()) {
        const QString key = entry.key();
        if (written.contains(key))
            continue;
        written.insert(key);
        const auto ours = std::ranges::find(known, key, &Json::Member::key);
        members.append({key, ours == known.end() ? original.member(key) : ours->value});
    }
    for (const Json::Member &member : known) {
        if (!written.contains(member.key))
            members.append(member);
    }
    return Json::object(members);
}

Result<std::optional<Identity>> identityIn(const Json &owner, const QString &pointer)
{
    const Json identity = owner.member("identity"_L1);
    if (identity.isAbsent() || identity.isNull())
        return std::nullopt;
    Result<Identity> read = readIdentity(identity, pointer + u"/identity");
    if (!read)
        return brokenWorkspace(read.error().message);
    return *std::move(read);
}

Json identityInPlace(const std::optional<Identity> &identity, const Json &original)
{
    if (!identity)
        return {};
    const Json written = toJson(*identity);
    // An identity without scopes need not have the member.
    const bool hasScopes =
        !identity->scopes.isEmpty() || original.isAbsent() || original.hasMember("scopes"_L1);
    return inPlace(original,
        {{u"id"_s, written.member("id"_L1)}, {u"scopes"_s, hasScopes ? written.member("scopes"_L1) : Json()},
            {u"resources"_s, written.member("resources"_L1)}});
}

namespace {

Result<void> checkVersion(const Json &root)
{
    const Json version = root.member("version"_L1);
    const std::optional<qint64> number = version.toInteger();
    if (!number || *number < 1)
        return wrongInWorkspace(u"/version"_s, u"the number %1"_s.arg(Workspace::currentVersion));
    if (*number > Workspace::currentVersion) {
        return std::unexpected(Error{ErrorKind::Storage, u"workspace.newer"_s,
            u"this workspace was written by a newer version of the program (format "
            "%1, this one reads up to %2); update the program"_s.arg(*number)
                .arg(Workspace::currentVersion)});
    }
    return {};
}

Result<QList<Source>> readSources(const Json &list)
{
    QList<Source> sources;
    if (list.isAbsent())
        return sources;
    if (!list.isArray())
        return wrongInWorkspace(u"/sources"_s, u"an array"_s);
    QSet<QString> nameSpaces;
    for (const Json item : list.items()) {
        const QString pointer = JsonPointer::child(u"/sources"_s, sources.size());
        if (!item.isObject())
            return wrongInWorkspace(pointer, u"an object"_s);
        Source source{.name = item.member("name"_L1).toString(),
            .kind = item.member("kind"_L1).toString(),
            .settings = item.member("settings"_L1)};
        if (source.name.trimmed().isEmpty())
            return wrongInWorkspace(pointer + u"/name", u"a non-empty string"_s);
        if (source.kind.isEmpty())
            return wrongInWorkspace(pointer + u"/kind", u"a non-empty string"_s);
        if (source.settings.isAbsent())
            source.settings = Json::emptyObject();
        if (!source.settings.isObject())
            return wrongInWorkspace(pointer + u"/settings", u"an object"_s);
        const QString nameSpace = nameSpaceFor(source.name);
        if (nameSpaces.contains(nameSpace)) {
            return brokenWorkspace(
                u"%1/name: two sources are called \"%2\" (a dot counts as an underscore)"_s.arg(
                    pointer, source.name));
        }
        nameSpaces.insert(nameSpace);
        sources.append(std::move(source));
    }
    return sources;
}

Json writeSources(const QList<Source> &sources, const Json &original)
{
    QHash<QString, Json> originals;
    for (const Json item : original.items())
        originals.insert(item.member("name"_L1).toString(), item);
    QList<Json> list;
    for (const Source &source : sources) {
        list.append(inPlace(originals.value(source.name),
            {{u"name"_s, Json::string(source.name)}, {u"kind"_s, Json::string(source.kind)},
                {u"settings"_s, source.settings}}));
    }
    return Json::array(list);
}

QByteArray digestOf(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

Result<Workspace> parsed(const QString &path, const QByteArray &bytes)
{
    Result<Workspace> workspace = Workspace::fromBytes(bytes);
    if (!workspace)
        workspace.error().message.prepend(u"\"%1\": "_s.arg(path));
    return workspace;
}

} // namespace

Result<Workspace> Workspace::fromBytes(const QByteArray &bytes)
{
    const auto parsed = parseJsonDetailed(bytes);
    if (!parsed)
        return brokenWorkspace(parsed.error().error.message); // the message names line and column
    const Json root = parsed->value;
    if (!root.isObject())
        return brokenWorkspace(u"it is not a JSON object"_s);
    if (Result<void> version = checkVersion(root); !version)
        return std::unexpected(version.error());

    Workspace workspace;
    Result<QList<Source>> sources = readSources(root.member("sources"_L1));
    if (!sources)
        return std::unexpected(sources.error());
    workspace.sources = *std::move(sources);

    Result<QList<Environment>> environments = environmentsFromJson(root.member("environments"_L1));
    if (!environments)
        return std::unexpected(environments.error());
    workspace.environments = *std::move(environments);
    if (const Json active = root.member("environment"_L1); !active.isAbsent() && !active.isNull()) {
        workspace.environment = active.toString();
        if (!std::ranges::contains(workspace.environments, workspace.environment, &Environment::name))
            return wrongInWorkspace(u"/environment"_s, u"null or the name of one of the environments"_s);
    }

    const Json inputs = root.member("inputs"_L1);
    if (!inputs.isAbsent() && !inputs.isObject())
        return wrongInWorkspace(u"/inputs"_s, u"an object"_s);
    for (const auto entry : inputs.members())
        workspace.inputs.insert(entry.key(), entry.value());

    Result<std::optional<Identity>> identity = identityIn(root, {});
    if (!identity)
        return std::unexpected(identity.error());
    workspace.identity = *std::move(identity);
    workspace.view = root.member("view"_L1);
    workspace.original = root;
    return workspace;
}

QByteArray Workspace::toBytes() const
{
    QList<Json::Member> saved;
    for (const auto &[operation, input] : inputs.asKeyValueRange())
        saved.append({operation, input});
    const QList<Json::Member> known{
        {u"version"_s, Json::integer(currentVersion)},
        {u"sources"_s, writeSources(sources, original.member("sources"_L1))},
        {u"environments"_s,
            environments.isEmpty() && !original.hasMember("environments"_L1)
                ? Json()
                : toJson(environments, original.member("environments"_L1))},
        {u"environment"_s, environment.isEmpty() ? Json() : Json::string(environment)},
        {u"inputs"_s, Json::object(saved)},
        {u"identity"_s, identityInPlace(identity, original.member("identity"_L1))},
        {u"view"_s, view},
    };
    return inPlace(original, known).toBytes(Json::Layout::Indented) + '\n';
}

Result<Workspace> Workspace::load(const QString &path)
{
    const Result<QByteArray> bytes = readWholeFile(path, Limits().docBytes);
    if (!bytes)
        return std::unexpected(bytes.error());
    return parsed(path, *bytes);
}

Result<WorkspaceFile> WorkspaceFile::open(const QString &path)
{
    const Result<QByteArray> bytes = readWholeFile(path, Limits().docBytes);
    if (!bytes)
        return std::unexpected(bytes.error());
    Result<Workspace> workspace = parsed(path, *bytes);
    if (!workspace)
        return std::unexpected(workspace.error());
    WorkspaceFile file = create(path);
    file.workspace = *std::move(workspace);
    file.m_digest = digestOf(*bytes);
    return file;
}

WorkspaceFile WorkspaceFile::create(const QString &path)
{
    if (!path.isEmpty())
        removeStaleTempFiles(path);
    WorkspaceFile file;
    file.m_path = path;
    return file;
}

bool WorkspaceFile::isChangedOnDisk() const
{
    if (!QFileInfo::exists(m_path))
        return false; // a deleted file holds no changes
    const Result<QByteArray> bytes = readWholeFile(m_path, Limits().docBytes);
    return !bytes || digestOf(*bytes) != m_digest;
}

Result<void> WorkspaceFile::save(bool overwrite)
{
    if (!overwrite && isChangedOnDisk()) {
        return std::unexpected(Error{ErrorKind::Storage, u"workspace.conflict"_s,
            u"\"%1\" was changed by another program since it was opened; save under another name, or "
            "overwrite it"_s.arg(m_path)});
    }
    const QByteArray bytes = workspace.toBytes();
    Result<void> written = writeFileAtomically(m_path, bytes);
    // If only syncing the folder failed, the file has the new content.
    if (written || written.error().code == "file.sync"_L1)
        m_digest = digestOf(bytes);
    return written;
}

} // namespace Workbench
