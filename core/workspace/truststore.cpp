// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/truststore.h"

#include "core/base/atomicfile.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qint64 maxStoreBytes = 4 << 20;
constexpr qsizetype hashBytes = 32;
constexpr int storeVersion = 1;

//! Returns the hashes in a file, or nothing unless every part of it has the expected form.
std::optional<QSet<QByteArray>> hashesOf(const QByteArray &bytes)
{
    const Result<Json> root = parseJson(bytes);
    if (!root || root->member("version"_L1).toInteger() != storeVersion)
        return {};
    const Json list = root->member("commands"_L1);
    if (!list.isArray())
        return {};
    QSet<QByteArray> hashes;
    for (const Json item : list.items()) {
        const QByteArray text = item.toString().toLatin1();
        const QByteArray hash = QByteArray::fromHex(text);
        if (hash.size() != hashBytes || hash.toHex() != text)
            return {};
        hashes.insert(hash);
    }
    return hashes;
}

} // namespace

TrustStore::TrustStore(QString path)
    : m_path(std::move(path))
{
    if (!m_path.isEmpty())
        removeStaleTempFiles(m_path);
    load();
}

void TrustStore::load()
{
    if (m_path.isEmpty() || !QFileInfo::exists(m_path))
        return;
    const Result<QByteArray> bytes = readWholeFile(m_path, maxStoreBytes);
    const std::optional<QSet<QByteArray>> hashes = bytes ? hashesOf(*bytes) : std::nullopt;
    if (hashes) {
        m_hashes = *hashes;
        return;
    }
    m_hashes.clear();
    const QString stamp = QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
    QFile::rename(m_path, m_path + u".broken-" + stamp);
}

bool TrustStore::isTrusted(const TrustFacts &facts) const
{
    const QByteArray hash = facts.hash();
    return m_hashes.contains(hash) || m_onlyNow.contains(hash);
}

Result<void> TrustStore::trust(const TrustFacts &facts, bool onlyNow)
{
    if (onlyNow) {
        m_onlyNow.insert(facts.hash());
        return {};
    }
    load(); // another window may have written to the file
    m_hashes.insert(facts.hash());
    Result<void> saved = save();
    if (!saved)
        m_onlyNow.insert(facts.hash());
    return saved;
}

Result<void> TrustStore::save() const
{
    if (m_path.isEmpty())
        return {};
    if (Result<void> made = makePrivateFolder(m_path); !made)
        return made;
    QByteArrayList sorted;
    for (const QByteArray &hash : m_hashes)
        sorted.append(hash.toHex());
    std::ranges::sort(sorted);
    JsonBuilder builder;
    builder.beginObject().add(u"version", Json::integer(storeVersion)).key(u"commands").beginArray();
    for (const QByteArray &hash : std::as_const(sorted))
        builder.value(Json::string(QString::fromLatin1(hash)));
    builder.endArray().endObject();
    return writeFileAtomically(m_path, builder.take().toBytes(Json::Layout::Indented) + '\n',
        QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

} // namespace Workbench
