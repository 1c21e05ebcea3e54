// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/definitionpins.h"

#include "core/base/atomicfile.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr int pinsVersion = 2; // the version of the file format and of the hashes

QString hashOf(const QByteArray &text)
{
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex());
}

QByteArray settingsText(const QString &kind, const Json &settings)
{
    return kind.toUtf8() + '\n' + canonicalBytes(settings);
}

//! A definition in a file. The file holds the definitions that operations refer to once for all operations.
class StoredDefinition final : public OperationDefinition {
public:
    StoredDefinition(const Json &file, const Json &operation)
        : m_file(file)
        , m_operation(operation)
        , m_hash(QByteArray::fromHex(operation.member("hash"_L1).toString().toLatin1()))
    {
    }

    WholeDefinition whole() const override
    {
        WholeDefinition whole{m_operation.member("definition"_L1)};
        const Json references = m_file.member("references"_L1);
        const auto closure = m_operation.member("closure"_L1).toInteger();
        const Json indexes = closure ? m_file.member("closures"_L1).at(qsizetype(*closure)) : Json();
        for (const Json &index : indexes.items()) {
            const Json reference = references.at(qsizetype(index.toInteger().value_or(-1)));
            whole.references.insert(
                reference.member("name"_L1).toString(), reference.member("definition"_L1));
        }
        return whole;
    }
    QByteArray hash() const override { return m_hash; }

private:
    Json m_file;
    Json m_operation;
    QByteArray m_hash;
};

//! Numbers the referenced definitions. Definitions with equal names and texts get one number.
class References {
public:
    //! Returns the number of the set of \a references, or nothing if it is empty.
    std::optional<qint64> closureOf(const QMap<QString, Json> &references)
    {
        if (references.isEmpty())
            return {};
        QList<qint64> numbers;
        numbers.reserve(references.size());
        for (const auto &[name, definition] : references.asKeyValueRange())
            numbers.append(numberOf(name, definition));
        const auto known = m_closures.constFind(numbers);
        if (known != m_closures.cend())
            return *known;
        m_closures.insert(numbers, m_closureList.size());
        m_closureList.append(numbers);
        return m_closureList.size() - 1;
    }

    void write(JsonBuilder &builder) const
    {
        builder.key(u"references").beginArray();
        for (const auto &[name, definition] : m_list)
            builder.beginObject().add(u"name", name).add(u"definition", definition).endObject();
        builder.endArray().key(u"closures").beginArray();
        for (const QList<qint64> &numbers : m_closureList) {
            builder.beginArray();
            for (const qint64 number : numbers)
                builder.number(QByteArray::number(number));
            builder.endArray();
        }
        builder.endArray();
    }

private:
    qint64 numberOf(const QString &name, const Json &definition)
    {
        const std::pair node(name, definition.nodeAddress());
        if (const auto known = m_byNode.constFind(node); known != m_byNode.cend())
            return *known;
        const std::pair text(name, definitionHash(definition));
        qint64 number = m_byText.value(text, -1);
        if (number < 0) {
            number = m_list.size();
            m_byText.insert(text, number);
            m_list.append({name, definition});
        }
        m_byNode.insert(node, number);
        return number;
    }

    QList<std::pair<QString, Json>> m_list;
    QHash<std::pair<QString, const void *>, qint64> m_byNode;
    QHash<std::pair<QString, QByteArray>, qint64> m_byText;
    QHash<QList<qint64>, qint64> m_closures;
    QList<QList<qint64>> m_closureList;
};

Json fileOf(const PinnedDefinitions &definitions)
{
    QStringList names = definitions.keys();
    names.sort();
    References references;
    JsonBuilder builder;
    builder.beginObject().add(u"version", Json::integer(pinsVersion)).key(u"operations").beginObject();
    for (const QString &name : std::as_const(names)) {
        const PinnedDefinition &pinned = definitions[name];
        const WholeDefinition whole = pinned.definition->whole();
        const std::optional<qint64> closure = references.closureOf(whole.references);
        builder.key(name)
            .beginObject()
            .add(u"hash", QString::fromLatin1(pinned.definition->hash().toHex()))
            .add(u"new", pinned.isNew ? Json::boolean(true) : Json())
            .add(u"gone", pinned.isGone ? Json::boolean(true) : Json())
            .add(u"closure", closure ? Json::integer(*closure) : Json())
            .add(u"definition", whole.root)
            .endObject();
    }
    builder.endObject();
    references.write(builder);
    return builder.endObject().take();
}

} // namespace

DefinitionPlace definitionPlace(const Source &source, const QString &environment)
{
    // "node server.js" is another program in another folder.
    static const QStringList naming{u"url"_s, u"command"_s, u"args"_s, u"cwd"_s, u"document"_s, u"server"_s,
        u"serverVariables"_s, u"folder"_s, u"set"_s};
    // These change how the workbench talks to a peer, and not what the peer offers.
    static const QStringList ours{u"limits"_s, u"certificates"_s, u"origins"_s, u"watch"_s, u"watchPaths"_s,
        u"logLevel"_s, u"resume"_s};
    QList<Json::Member> named;
    QList<Json::Member> meant;
    for (const auto &entry : source.settings.members()) {
        if (naming.contains(entry.key()) && !entry.value().isNull())
            named.append({entry.key(), entry.value()});
        if (!ours.contains(entry.key()))
            meant.append({entry.key(), entry.value()});
    }
    const Json peer = named.isEmpty() ? source.settings : Json::object(named);
    return {
        hashOf(settingsText(source.kind, peer) + '\n' + environment.toUtf8() + '\n' + source.name.toUtf8()),
        hashOf(settingsText(source.kind, Json::object(meant))),
        hashOf(settingsText(source.kind, source.settings))};
}

DefinitionPins::DefinitionPins(QString folder, qint64 maxBytes)
    : m_folder(std::move(folder))
    , m_maxBytes(maxBytes)
{
}

QString DefinitionPins::fileOf(const QString &name) const
{
    return QDir(m_folder).filePath(name + ".json"_L1);
}

//! Returns the name under which the definitions of \a place are stored, or those of its source before a
//! change. Empty: none are stored.
QString DefinitionPins::storedName(const DefinitionPlace &place) const
{
    const QString exact = place.name();
    QStringList names; // the newest first
    if (m_folder.isEmpty()) {
        for (const auto &[name, definitions] : std::as_const(m_inMemory))
            names.append(name);
    } else if (QFileInfo::exists(fileOf(exact))) {
        return exact;
    } else {
        names = QDir(m_folder).entryList({u"*.json"_s}, QDir::Files, QDir::Time);
        for (QString &name : names)
            name.chop(".json"_L1.size());
    }
    constexpr int other = 4;
    const auto rank = [&place, &exact](const QString &name) {
        if (name == exact)
            return 0;
        if (name.endsWith(QString(u'-' + place.settings))) // the source was renamed
            return 1;
        if (name == place.former)
            return 2;
        return name.startsWith(QString(place.source + u'-')) ? 3 : other; // its settings changed
    };
    const auto best = std::ranges::min_element(names, {}, rank);
    return best == names.end() || rank(*best) == other ? QString() : *best;
}

//! A header that changes in each run would leave a file in each run, so only the newest few of a source stay.
void DefinitionPins::removeOldCopies(const DefinitionPlace &place) const
{
    constexpr qsizetype most = 16;
    const QStringList copies =
        QDir(m_folder).entryList({QString(place.source + u"-*.json"_s)}, QDir::Files, QDir::Time);
    for (const QString &old : copies.sliced(std::min(most, copies.size())))
        QFile::remove(QDir(m_folder).filePath(old));
}

void DefinitionPins::keepInMemory(const QString &name, const PinnedDefinitions &definitions) const
{
    m_inMemory.removeIf([&name](const auto &kept) { return kept.first == name; });
    m_inMemory.prepend({name, definitions});
}

Result<std::optional<PinnedDefinitions>> DefinitionPins::read(const DefinitionPlace &place) const
{
    const QMutexLocker lock(&m_mutex);
    return readLocked(place);
}

Result<std::optional<PinnedDefinitions>> DefinitionPins::readLocked(const DefinitionPlace &place) const
{
    const QString name = storedName(place);
    if (name.isEmpty())
        return std::nullopt;
    const bool isCopied = name != place.name();
    if (m_folder.isEmpty()) {
        const auto known = std::ranges::find_if(
            std::as_const(m_inMemory), [&name](const auto &kept) { return kept.first == name; });
        const PinnedDefinitions definitions = known->second;
        if (isCopied)
            keepInMemory(place.name(), definitions);
        return definitions;
    }
    const QString path = fileOf(name);
    const Result<QByteArray> bytes = readWholeFile(path, m_maxBytes);
    const Result<Json> file = bytes ? parseJson(*bytes) : Result<Json>(std::unexpected(bytes.error()));
    if (!file || file->member("version"_L1).toInteger() != pinsVersion) {
        const QString aside =
            path + u".broken-" + QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
        const QString why = file ? u"its format is not known"_s : file.error().message;
        const QString end = isCopied     ? u"could not be read"_s // it belongs to another place
            : QFile::rename(path, aside) ? u"was renamed to \"%1\""_s.arg(aside)
                                         : u"could not be renamed"_s;
        return std::unexpected(Error{ErrorKind::Storage, u"definitions.unreadable"_s,
            u"the file \"%1\" %2 (%3)"_s.arg(path, end, why)});
    }
    if (isCopied) { // without a copy, the same file is found again
        writeFileAtomically(fileOf(place.name()), *bytes).error_or(Error{});
        removeOldCopies(place);
    }
    PinnedDefinitions definitions;
    for (const auto operation : file->member("operations"_L1).members()) {
        const Json stored = operation.value();
        definitions.insert(operation.key(),
            {std::make_shared<const StoredDefinition>(*file, stored), stored.member("new"_L1).toBoolean(),
                stored.member("gone"_L1).toBoolean()});
    }
    return definitions;
}

Result<void> DefinitionPins::keep(const DefinitionPlace &place, const PinnedDefinitions &definitions)
{
    const QMutexLocker lock(&m_mutex);
    PinnedDefinitions all = readLocked(place).value_or(std::nullopt).value_or(PinnedDefinitions());
    all.insert(definitions);
    if (m_folder.isEmpty()) {
        keepInMemory(place.name(), all);
        return {};
    }
    const QString path = fileOf(place.name());
    const QByteArray bytes = Workbench::fileOf(all).toBytes() + '\n';
    if (bytes.size() > m_maxBytes) {
        return std::unexpected(Error{ErrorKind::Storage, u"definitions.tooLarge"_s,
            u"the file \"%1\" was not written, because it would have %2 and may have %3"_s.arg(
                path, sizeText(bytes.size()), sizeText(m_maxBytes))});
    }
    if (Result<void> made = makePrivateFolder(path); !made)
        return made;
    removeStaleTempFiles(path);
    return writeFileAtomically(path, bytes);
}

} // namespace Workbench
