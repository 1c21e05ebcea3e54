// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/local/localfactory.h"

#include "core/json/jsonparser.h"
#include "core/sources/local/localadapter.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

QString setName(const Source &source)
{
    return source.settings.member("set"_L1).toString();
}

} // namespace

void LocalFactory::addSet(const QString &name, OperationSet set)
{
    m_sets.insert(name, std::move(set));
}

QString LocalFactory::kind() const
{
    return u"local"_s;
}

QList<SourceKind> LocalFactory::sourceKinds() const
{
    QStringList names = m_sets.keys();
    names.sort();
    QList<Json> choices;
    for (const QString &name : std::as_const(names))
        choices.append(Json::string(name));
    const Json set =
        Json::object({{u"type"_s, Json::string(u"string"_s)}, {u"title"_s, Json::string(u"Set"_s)},
            {u"description"_s, Json::string(u"Which operations of this program"_s)},
            {u"enum"_s, Json::array(choices)}});
    const Json schema = Json::object(
        {{u"type"_s, Json::string(u"object"_s)}, {u"properties"_s, Json::object({{u"set"_s, set}})},
            {u"required"_s, Json::array({Json::string(u"set"_s)})}});
    return {{u"local"_s, kind(), u"Local"_s, u"operations inside this program"_s, u"flask"_s, schema}};
}

Result<void> LocalFactory::check(const Source &source) const
{
    if (m_sets.contains(setName(source)))
        return {};
    return std::unexpected(Error{ErrorKind::Usage, u"source.settings"_s,
        u"Source \"%1\": \"set\" names no set of local operations"_s.arg(source.name), {}, {}});
}

std::optional<TrustFacts> LocalFactory::trustFacts(const Source &) const
{
    return {};
}

std::unique_ptr<Adapter> LocalFactory::create(const Source &source, const Limits &, ExchangeLog *) const
{
    const QString name = setName(source);
    const OperationSet set = m_sets.value(name);
    return std::make_unique<LocalAdapter>(name, set ? set() : QList<OperationRegistry::Registration>());
}

} // namespace Workbench
