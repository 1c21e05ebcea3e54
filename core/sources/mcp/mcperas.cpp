// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcperas.h"

#include "core/base/atomicfile.h"
#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpsettings.h"

#include <QCryptographicHash>
#include <QFileInfo>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 maxErasBytes = 1 << 20;
constexpr qsizetype maxServers = 1000;
constexpr int erasVersion = 1;
constexpr std::chrono::hours rememberedFor{24}; // a server may learn the modern era with its next release

bool isCurrent(const QDateTime &found)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    return found.isValid() && found <= now && found.addDuration(rememberedFor) > now;
}

} // namespace

McpEras::McpEras(QString path)
    : m_path(std::move(path))
{
    if (!m_path.isEmpty())
        removeStaleTempFiles(m_path);
    load();
}

QByteArray McpEras::keyOf(const McpSettings &settings)
{
    QByteArray facts;
    if (settings.isHttp()) {
        facts = settings.url.toEncoded(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
    } else {
        const QStringList words = QStringList{settings.process.workingDirectory, settings.process.program}
            + settings.process.arguments;
        facts = words.join(u'\0').toUtf8();
    }
    return QCryptographicHash::hash(facts, QCryptographicHash::Sha256).toHex();
}

bool McpEras::isLegacy(const QByteArray &key) const
{
    return isCurrent(m_legacy.value(key));
}

void McpEras::remember(const QByteArray &key, bool isLegacy)
{
    if (m_legacy.contains(key) == isLegacy && (!isLegacy || isCurrent(m_legacy.value(key))))
        return;
    load(); // another window may have written since
    m_legacy.removeIf([](const auto &entry) { return !isCurrent(entry.value()); });
    if (isLegacy && m_legacy.size() < maxServers)
        m_legacy.insert(key, QDateTime::currentDateTimeUtc());
    else
        m_legacy.remove(key);
    save();
}

void McpEras::load()
{
    if (m_path.isEmpty() || !QFileInfo::exists(m_path))
        return;
    const Result<QByteArray> bytes = readWholeFile(m_path, maxErasBytes);
    const Result<Json> root = bytes ? parseJson(*bytes) : Result<Json>(Json());
    if (!root || root->member("version"_L1).toInteger() != erasVersion)
        return;
    m_legacy.clear();
    for (const auto &entry : root->member("legacy"_L1).members())
        m_legacy.insert(
            entry.key().toLatin1(), QDateTime::fromString(entry.value().toString(), Qt::ISODateWithMs));
}

void McpEras::save() const
{
    if (m_path.isEmpty() || !makePrivateFolder(m_path))
        return;
    QList<Json::Member> members;
    for (auto entry = m_legacy.cbegin(); entry != m_legacy.cend(); ++entry)
        members.append({QString::fromLatin1(entry.key()),
            Json::string(entry.value().toUTC().toString(Qt::ISODateWithMs))});
    const Json root =
        Json::object({{u"version"_s, Json::integer(erasVersion)}, {u"legacy"_s, Json::object(members)}});
    std::ignore =
        writeFileAtomically(m_path, root.toBytes() + '\n', QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

} // namespace Workbench
