// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/server/hubservices.h"

#include "core/hub/callevent.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"

#include <QSet>
#include <QUuid>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

struct Service {
    QLatin1StringView nameSpace;
    QLatin1StringView name;
    OperationType type;
};
constexpr Service serviceTable[] = {
    {"services"_L1, "list"_L1, OperationType::Query},
    {"services"_L1, "search"_L1, OperationType::Query},
    {"services"_L1, "schema"_L1, OperationType::Query},
    {"hub"_L1, "register"_L1, OperationType::Mutation},
    {"hub"_L1, "unregister"_L1, OperationType::Mutation},
    {"hub"_L1, "heartbeat"_L1, OperationType::Mutation},
    {"hub"_L1, "spokes"_L1, OperationType::Query},
};

constexpr qsizetype defaultSearchLimit = 20;

//! Returns the listing of an operation, without schemas. \source core/hub/README.md 3.6
Json listed(const OperationSpec &spec)
{
    return Json::object({
        {u"id"_s, Json::string(spec.id.toString())},
        {u"name"_s, Json::string(spec.id.name)},
        {u"namespace"_s, Json::string(spec.id.nameSpace)},
        {u"type"_s, Json::string(QString(operationTypeName(spec.type)))},
        {u"version"_s, Json::string(spec.version)},
        {u"title"_s, spec.title.isEmpty() ? Json() : Json::string(spec.title)},
        {u"description"_s, Json::string(spec.description)},
        {u"tags"_s, spec.tags.isEmpty() ? Json() : textArray(spec.tags)},
    });
}

Json operationsOf(const QList<OperationSpec> &specs)
{
    QList<Json> items;
    for (const OperationSpec &spec : specs)
        items.append(listed(spec));
    return Json::object({{u"operations"_s, Json::array(items)}});
}

enum class Shape : quint8 { Text, Texts, Objects, Number };

//! Reads the members of an input and collects the errors; null counts as absent.
//! \source core/hub/README.md 1.6 VALIDATION_ERROR
class Input {
public:
    Input(QString operation, Json input)
        : m_operation(std::move(operation))
        , m_input(std::move(input))
    {
        if (!m_input.isAbsent() && !m_input.isObject())
            m_errors.append({QString(), u"Expected object"_s});
    }
    Json member(QLatin1StringView name, Shape shape, bool isRequired = false)
    {
        const Json value = m_input.member(name);
        const QString path = u'/' + QString(name);
        if (value.isAbsent() || value.isNull()) {
            if (isRequired)
                m_errors.append({path, u"Expected required property"_s});
            return {};
        }
        const bool isList = shape == Shape::Texts || shape == Shape::Objects;
        if (isList ? !value.isArray() : !(shape == Shape::Text ? value.isString() : value.isInteger())) {
            m_errors.append({path,
                isList                     ? u"Expected array"_s
                    : shape == Shape::Text ? u"Expected string"_s
                                           : u"Expected integer"_s});
            return {};
        }
        qsizetype index = 0;
        for (const Json &item : value.items()) {
            if (shape == Shape::Texts ? !item.isString() : !item.isObject()) {
                m_errors.append({u"%1/%2"_s.arg(path).arg(index),
                    shape == Shape::Texts ? u"Expected string"_s : u"Expected object"_s});
                return {};
            }
            ++index;
        }
        return value;
    }
    std::optional<Error> error() const
    {
        return m_errors.isEmpty() ? std::nullopt : std::optional(inputValidationError(m_operation, m_errors));
    }

private:
    QString m_operation;
    Json m_input;
    QList<CastError> m_errors;
};

//! Returns \a spec as services.schema describes it. A client asks for all operations, and the schemas of a
//! large service would each hold most of its definitions. So each holds its nearest ones only
//! (core/DECISIONS.md "Large schemas").
Json described(const OperationSpec &spec)
{
    if (!spec.deferred)
        return toJson(spec);
    Limits nearest;
    nearest.schemaBytes = 128LL << 10;
    SharedDefinitions shared;
    bool isCut = false;
    OperationSpec whole = compact(spec, shared, nearest, &isCut);
    if (isCut)
        whole.meta = withMember(whole.meta, QString(leftOutDefinitions), Json::boolean(true));
    return toJson(whole);
}

bool matches(const OperationSpec &spec, const QStringList &words)
{
    const QString text =
        QStringList{spec.id.toString(), spec.title, spec.description, spec.tags.join(u' ')}.join(u' ');
    return std::ranges::all_of(
        words, [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

std::optional<OperationType> HubServices::typeOf(const OperationId &id)
{
    for (const Service &service : serviceTable) {
        if (id.nameSpace == service.nameSpace && id.name == service.name)
            return service.type;
    }
    return {};
}

Result<Json> HubServices::run(const OperationId &id, const Json &input, const QString &connectionId,
    const std::optional<Identity> &identity)
{
    if (id.nameSpace == "services"_L1) {
        if (id.name == "list"_L1)
            return list(input, identity);
        return id.name == "search"_L1 ? search(input, identity) : schema(input, identity);
    }
    if (id.name == "register"_L1)
        return registerSpoke(input, connectionId);
    if (id.name == "unregister"_L1)
        return unregister(input, connectionId);
    if (id.name == "spokes"_L1)
        return spokes(identity);
    return Json::object({{u"timestamp"_s, Json::integer(QDateTime::currentMSecsSinceEpoch())}});
}

const OperationSpec *HubServices::find(const OperationId &id) const
{
    if (const OperationSpec *spec = m_own ? m_own->listedSpec(id) : nullptr)
        return m_isWithheld && m_isWithheld(id) ? nullptr : spec;
    const HubDirectory::Entry *entry = m_directory->find(id);
    return entry ? &entry->spec : nullptr;
}

QList<OperationSpec> HubServices::visible(const std::optional<Identity> &identity) const
{
    QList<OperationSpec> specs = m_own ? m_own->list() : QList<OperationSpec>();
    if (m_isWithheld)
        specs.removeIf([this](const OperationSpec &spec) { return m_isWithheld(spec.id); });
    for (const OperationSpec &spec : m_directory->specs()) {
        if (!m_own || !m_own->listedSpec(spec.id)) // see find()
            specs.append(spec);
    }
    specs.removeIf([&identity](const OperationSpec &spec) { return !isVisibleTo(spec, identity); });
    return specs;
}

Result<Json> HubServices::list(const Json &input, const std::optional<Identity> &identity) const
{
    Input members(u"services.list"_s, input);
    const QString nameSpace = members.member("namespace"_L1, Shape::Text).toString();
    const QString type = members.member("type"_L1, Shape::Text).toString();
    const QString tag = members.member("tag"_L1, Shape::Text).toString();
    if (const auto error = members.error())
        return std::unexpected(*error);
    QList<OperationSpec> specs = visible(identity);
    specs.removeIf([&](const OperationSpec &spec) {
        return (!nameSpace.isEmpty() && spec.id.nameSpace != nameSpace)
            || (!type.isEmpty() && operationTypeName(spec.type) != type)
            || (!tag.isEmpty() && !spec.tags.contains(tag));
    });
    return operationsOf(specs);
}

Result<Json> HubServices::search(const Json &input, const std::optional<Identity> &identity) const
{
    Input members(u"services.search"_s, input);
    const QString query = members.member("query"_L1, Shape::Text, true).toString();
    const Json limit = members.member("limit"_L1, Shape::Number);
    if (const auto error = members.error())
        return std::unexpected(*error);
    const QStringList words = query.simplified().split(u' ', Qt::SkipEmptyParts);
    const qint64 wanted = limit.toInteger().value_or(defaultSearchLimit);
    QList<OperationSpec> specs = visible(identity);
    specs.removeIf([&words](const OperationSpec &spec) { return !matches(spec, words); });
    if (specs.size() > wanted)
        specs.resize(qMax<qint64>(0, wanted));
    return operationsOf(specs);
}

Result<Json> HubServices::schema(const Json &input, const std::optional<Identity> &identity) const
{
    Input members(u"services.schema"_s, input);
    QString text = members.member("id"_L1, Shape::Text).toString();
    const QString name = members.member("name"_L1, Shape::Text).toString();
    if (text.isEmpty())
        text = name.startsWith(u'/') ? name.sliced(1) : name;
    if (const auto error = members.error())
        return std::unexpected(*error);
    // Looked up without visible(): a client asks for the schema of each operation, so this must be fast.
    const OperationId id =
        resolveOperationId(text, [this](const OperationId &each) { return find(each) != nullptr; });
    if (const OperationSpec *spec = find(id); spec && isVisibleTo(*spec, identity))
        return m_describesVerbatim && spec->definition.isObject() ? spec->definition : described(*spec);
    return std::unexpected(Error{ErrorKind::Usage, ErrorCode::operationNotFound,
        u"Operation not found: %1"_s.arg(text), {}, Json::object({{u"operationId"_s, Json::string(text)}})});
}

Result<Json> HubServices::registerSpoke(const Json &input, const QString &connectionId)
{
    Input members(u"hub.register"_s, input);
    SpokeInfo told;
    told.name = members.member("name"_L1, Shape::Text, true).toString();
    told.spokeType = members.member("spokeType"_L1, Shape::Text).toString();
    members.member("projectId"_L1, Shape::Text);
    const Json operations = members.member("operations"_L1, Shape::Objects);
    if (const auto error = members.error())
        return std::unexpected(*error);
    QList<Json> specs;
    for (const Json &spec : operations.items())
        specs.append(spec);
    const HubDirectory::Registered done = m_directory->registerSpoke(connectionId, told, specs);
    QList<Json> rejected;
    for (const HubDirectory::Rejection &each : done.rejected)
        rejected.append(
            Json::object({{u"id"_s, Json::string(each.id)}, {u"reason"_s, Json::string(each.reason)}}));
    const SpokeInfo *spoke = m_directory->spoke(connectionId);
    return Json::object({{u"spokeId"_s, Json::string(spoke ? spoke->spokeId : QString())},
        {u"connectionId"_s, Json::string(connectionId)}, {u"accepted"_s, textArray(done.accepted)},
        {u"rejected"_s, Json::array(rejected)}});
}

Result<Json> HubServices::unregister(const Json &input, const QString &connectionId)
{
    Input members(u"hub.unregister"_s, input);
    const Json operations = members.member("operations"_L1, Shape::Texts);
    if (const auto error = members.error())
        return std::unexpected(*error);
    QStringList removed;
    if (operations.isAbsent() || operations.size() > 0) // an empty list removes nothing
        removed = m_directory->unregister(connectionId, textsOf(operations));
    return Json::object({{u"removed"_s, textArray(removed)}});
}

Json HubServices::spokes(const std::optional<Identity> &identity) const
{
    QList<Json> all;
    for (const SpokeInfo &spoke : m_directory->spokes()) {
        QStringList ids;
        for (const OperationId &id : spoke.operations) {
            const HubDirectory::Entry *entry = m_directory->find(id);
            const bool isHidden = m_own && m_own->listedSpec(id); // our own operation is called instead
            if (entry && !isHidden && isVisibleTo(entry->spec, identity))
                ids.append(id.toString());
        }
        all.append(Json::object({{u"spokeId"_s, Json::string(spoke.spokeId)},
            {u"name"_s, Json::string(spoke.name)}, {u"spokeType"_s, Json::string(spoke.spokeType)},
            {u"connectedAt"_s, Json::string(spoke.connectedAt.toString(Qt::ISODateWithMs))},
            {u"operations"_s, textArray(ids)}}));
    }
    return Json::object({{u"spokes"_s, Json::array(all)}});
}

bool isVisibleTo(const OperationSpec &spec, const std::optional<Identity> &identity)
{
    return !spec.accessControl.isRestricted() || (identity && checkAccess(spec.accessControl, *identity));
}

void HubDirectory::addConnection(const QString &connectionId)
{
    SpokeInfo spoke;
    spoke.connectionId = connectionId;
    spoke.connectedAt = QDateTime::currentDateTimeUtc();
    m_places.insert(connectionId, m_nextPlace);
    m_spokes.emplace(m_nextPlace++, std::move(spoke));
}

void HubDirectory::removeConnection(const QString &connectionId)
{
    unregister(connectionId, {});
    const auto place = m_places.constFind(connectionId);
    if (place == m_places.constEnd())
        return;
    m_spokes.erase(*place);
    m_places.erase(place);
}

const SpokeInfo *HubDirectory::spoke(const QString &connectionId) const
{
    const auto place = m_places.constFind(connectionId);
    return place == m_places.constEnd() ? nullptr : &m_spokes.at(*place);
}

QList<SpokeInfo> HubDirectory::spokes() const
{
    QList<SpokeInfo> registered;
    for (const auto &[place, spoke] : m_spokes) {
        if (!spoke.spokeId.isEmpty())
            registered.append(spoke);
    }
    return registered;
}

Result<OperationSpec> HubDirectory::acceptable(const SpokeInfo &spoke, const Json &json) const
{
    const auto refused = [](const QString &why) {
        return std::unexpected(Error{ErrorKind::Usage, u"hub.rejected"_s, why});
    };
    Result<OperationSpec> spec = operationSpecFromJson(json);
    if (!spec)
        return refused(u"malformed: %1"_s.arg(spec.error().message));
    const OperationId &id = spec->id;
    if (id.nameSpace == "hub"_L1 || id.nameSpace == "services"_L1)
        return refused(u"the namespace is reserved"_s);
    const Entry *known = find(id);
    if ((known && known->connectionId != spoke.connectionId) || (m_isOwn && m_isOwn(id)))
        return refused(u"conflict"_s);
    if (!known && spoke.operations.size() >= m_maxPerConnection)
        return refused(u"too many operations"_s);
    return spec;
}

HubDirectory::Registered HubDirectory::registerSpoke(
    const QString &connectionId, const SpokeInfo &told, const QList<Json> &specs)
{
    Registered result;
    const auto place = m_places.constFind(connectionId);
    if (place == m_places.constEnd())
        return result;
    SpokeInfo &spoke = m_spokes.at(*place);
    if (spoke.spokeId.isEmpty())
        spoke.spokeId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    spoke.name = told.name;
    spoke.spokeType = told.spokeType;
    for (const Json &json : specs) {
        Result<OperationSpec> spec = acceptable(spoke, json);
        if (!spec) {
            const QString id =
                json.member("namespace"_L1).toString() + u'.' + json.member("name"_L1).toString();
            result.rejected.append({id, spec.error().message});
            continue;
        }
        const OperationId id = spec->id;
        result.accepted.append(id.toString());
        if (const auto known = m_entryPlaces.constFind(id); known != m_entryPlaces.constEnd()) {
            m_entries.at(*known).spec = *std::move(spec);
            continue;
        }
        spoke.operations.append(id);
        m_entryPlaces.insert(id, m_nextEntry);
        m_entries.emplace(m_nextEntry++, Entry{*std::move(spec), connectionId});
    }
    return result;
}

QStringList HubDirectory::unregister(const QString &connectionId, const QStringList &ids)
{
    const auto place = m_places.constFind(connectionId);
    if (place == m_places.constEnd())
        return {};
    SpokeInfo &spoke = m_spokes.at(*place);
    const QSet<QString> named(ids.cbegin(), ids.cend());
    QStringList removed;
    spoke.operations.removeIf([&](const OperationId &id) {
        if (!named.isEmpty() && !named.contains(id.toString()))
            return false;
        removed.append(id.toString());
        m_entries.erase(m_entryPlaces.take(id));
        return true;
    });
    return removed;
}

const HubDirectory::Entry *HubDirectory::find(const OperationId &id) const
{
    const auto place = m_entryPlaces.constFind(id);
    return place == m_entryPlaces.constEnd() ? nullptr : &m_entries.at(*place);
}

QList<OperationSpec> HubDirectory::specs() const
{
    QList<OperationSpec> all;
    for (const auto &[place, entry] : m_entries)
        all.append(entry.spec);
    return all;
}

} // namespace Workbench
