// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/definitionpins.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/operation/definitionhash.h"
#include "core/workspace/atomicfile.h"

#include <QCryptographicHash>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qint64 maxPinsBytes = 256 << 20;
constexpr int pinsVersion = 1;

//! The endpoint itself: its kind and settings. A source that is only renamed is the same.
QString keyOf(const Source &source)
{
    const QByteArray settings = canonicalBytes(source.settings);
    const QByteArray hash = QCryptographicHash::hash(settings, QCryptographicHash::Sha256);
    return source.kind + u':' + QString::fromLatin1(hash.toHex());
}

} // namespace

DefinitionPins::DefinitionPins(QString path)
    : m_path(std::move(path))
{
    if (!m_path.isEmpty())
        removeStaleTempFiles(m_path);
    load();
}

void DefinitionPins::load()
{
    if (m_path.isEmpty() || !QFileInfo::exists(m_path))
        return;
    const Result<QByteArray> bytes = readWholeFile(m_path, maxPinsBytes);
    const Result<Json> root = bytes ? parseJson(*bytes) : Result<Json>(std::unexpected(bytes.error()));
    if (!root || root->member("version"_L1).toInteger() != pinsVersion) {
        QFile::rename(m_path,
            m_path + u".broken-" + QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s));
        return;
    }
    for (const auto source : root->member("sources"_L1).members()) {
        Definitions definitions;
        const Json list = source.value();
        for (const auto operation : list.members())
            definitions.insert(operation.key(), operation.value());
        m_pins.insert(source.key(), definitions);
    }
}

Result<void> DefinitionPins::save() const
{
    if (m_path.isEmpty())
        return {};
    if (Result<void> made = makePrivateFolder(m_path); !made)
        return made;
    JsonBuilder builder;
    builder.beginObject().add(u"version", Json::integer(pinsVersion)).key(u"sources").beginObject();
    for (const auto &[source, definitions] : m_pins.asKeyValueRange()) {
        builder.key(source).beginObject();
        for (const auto &[operation, definition] : definitions.asKeyValueRange())
            builder.add(operation, definition);
        builder.endObject();
    }
    builder.endObject().endObject();
    return writeFileAtomically(m_path, builder.take().toBytes() + '\n');
}

bool DefinitionPins::knows(const Source &source) const
{
    return m_pins.contains(keyOf(source));
}

QList<DefinitionPins::Change> DefinitionPins::changes(const Source &source, const Definitions &now) const
{
    const Definitions before = m_pins.value(keyOf(source));
    QList<Change> changes;
    for (const auto &[name, definition] : before.asKeyValueRange()) {
        const auto found = now.constFind(name);
        if (found == now.cend())
            changes.append({name, definition, {}});
        else if (definitionHash(definition) != definitionHash(*found))
            changes.append({name, definition, *found});
    }
    for (const auto &[name, definition] : now.asKeyValueRange()) {
        if (!before.contains(name))
            changes.append({name, {}, definition});
    }
    std::ranges::stable_sort(changes, {}, &Change::operation);
    return changes;
}

Result<void> DefinitionPins::accept(const Source &source, const Definitions &now)
{
    m_pins.insert(keyOf(source), now);
    return save();
}

} // namespace Workbench
