// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/registry/operationregistry.h"

#include "core/registry/discard.h"
#include "core/registry/registrystate_p.h"

#include <QSet>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Error usage(const QString &message)
{
    return {ErrorKind::Usage, u"registry.usage"_s, message, {}, {}};
}

//! A subscription needs a streaming handler, the others one that gives a single result. No handler suits
//! every type.
Result<void> checkSuits(const OperationSpec &spec, const AnyHandler &handler)
{
    const bool streams = std::holds_alternative<StreamHandler>(handler);
    if (std::holds_alternative<std::monostate>(handler)
        || streams == (spec.type == OperationType::Subscription))
        return {};
    return std::unexpected(usage(
        u"The handler of %1 does not suit a %2"_s.arg(spec.id.toString(), operationTypeName(spec.type))));
}

} // namespace

OperationRegistry::State::Entry *OperationRegistry::State::find(const OperationId &id)
{
    const auto space = spaces.find(id.nameSpace);
    if (space == spaces.end())
        return nullptr;
    const auto place = space->second.places.constFind(id.name);
    return place == space->second.places.cend() ? nullptr : &(*place)->second;
}

void OperationRegistry::State::remark(const OperationId &id, const QString &text) const
{
    if (owner)
        Q_EMIT owner->remark(id.toString(), text);
}

std::shared_ptr<const PreparedSchema> OperationRegistry::State::prepared(
    const Entry &entry, const Json &schema, const QString &which) const
{
    auto result = prepareSchema(schema, SchemaConversion::Extended, entry.dialect, limits);
    if (!result->validator)
        remark(entry.spec.id,
            u"The %1 schema cannot be used: %2"_s.arg(which, result->validator.error().message));
    return result;
}

const OperationSpec &OperationRegistry::State::complete(Entry &entry)
{
    if (entry.spec.deferred)
        entry.spec = completed(std::move(entry.spec));
    return entry.spec;
}

std::shared_ptr<const PreparedSchema> OperationRegistry::State::inputOf(Entry &entry)
{
    if (!entry.input)
        entry.input = prepared(entry, complete(entry).inputSchema, u"input"_s);
    return entry.input;
}

std::shared_ptr<const PreparedSchema> OperationRegistry::State::outputOf(Entry &entry)
{
    if (!entry.output)
        entry.output = prepared(entry, complete(entry).outputSchema, u"output"_s);
    return entry.output;
}

OperationRegistry::OperationRegistry(Limits limits, QObject *parent)
    : QObject(parent)
    , m_state(std::make_shared<State>())
{
    m_state->owner = this;
    m_state->limits = limits;
}

OperationRegistry::~OperationRegistry()
{
    m_state->owner = nullptr;
}

static Result<void> store(OperationRegistry::State &state, OperationRegistry::Registration registration)
{
    auto &[spec, handler, dialect] = registration;
    const OperationId id = spec.id;
    if (id.name.isEmpty() || id.nameSpace.isEmpty() || id.nameSpace.contains(u'.'))
        return std::unexpected(
            usage(u"\"%1\" is not a namespace without a dot and a name"_s.arg(id.toString())));
    OperationRegistry::State::Entry *known = state.find(id);
    const AnyHandler &kept =
        known && std::holds_alternative<std::monostate>(handler) ? known->handler : handler;
    if (const Result<void> suits = checkSuits(spec, kept); !suits)
        return suits;
    const bool hasCustomAuth = !spec.accessControl.customAuth.isEmpty();
    if (known) {
        *known = {std::move(spec), kept, dialect, {}, {}};
    } else {
        auto &[entries, places] = state.spaces[id.nameSpace];
        const auto place = entries.emplace_hint(entries.end(), state.nextPlace++,
            OperationRegistry::State::Entry{std::move(spec), std::move(handler), dialect, {}, {}});
        places.insert(id.name, place);
    }
    if (hasCustomAuth)
        state.remark(id, u"customAuth is ignored"_s);
    return {};
}

Result<void> OperationRegistry::registerOperation(OperationSpec spec, AnyHandler handler)
{
    return registerAll({{std::move(spec), std::move(handler)}});
}

Result<void> OperationRegistry::registerAll(QList<Registration> list)
{
    Result<void> first;
    QStringList changed;
    for (Registration &registration : list) {
        const QString nameSpace = registration.spec.id.nameSpace;
        Result<void> stored = store(*m_state, std::move(registration));
        if (!stored) {
            if (first)
                first = std::move(stored);
        } else if (!changed.contains(nameSpace)) {
            changed.append(nameSpace);
        }
    }
    for (const QString &nameSpace : std::as_const(changed))
        Q_EMIT operationsChanged(nameSpace);
    return first;
}

Result<void> OperationRegistry::registerSpec(OperationSpec spec)
{
    return registerOperation(std::move(spec));
}

Result<void> OperationRegistry::registerHandler(const OperationId &id, AnyHandler handler)
{
    State::Entry *entry = m_state->find(id);
    if (!entry)
        return std::unexpected(
            usage(u"Cannot register handler for unknown operation: %1"_s.arg(id.toString())));
    if (const Result<void> suits = checkSuits(entry->spec, handler); !suits)
        return suits;
    entry->handler = std::move(handler);
    Q_EMIT operationsChanged(id.nameSpace);
    return {};
}

void OperationRegistry::remove(const OperationId &id)
{
    const OperationId copy = id; // the caller's may be the one in the entry
    const auto space = m_state->spaces.find(copy.nameSpace);
    if (space == m_state->spaces.end())
        return;
    auto &[entries, places] = space->second;
    const auto place = places.constFind(copy.name);
    if (place == places.cend())
        return;
    entries.erase(*place);
    places.erase(place);
    if (entries.empty())
        m_state->spaces.erase(space);
    Q_EMIT operationsChanged(copy.nameSpace);
}

void OperationRegistry::removeNamespace(const QString &nameSpace)
{
    const QString copy = nameSpace;
    auto space = m_state->spaces.extract(copy);
    if (space.empty())
        return;
    for (auto &[place, entry] : space.mapped().entries)
        entry.handler = {}; // what it holds may belong to this thread
    discard(std::move(space));
    Q_EMIT operationsChanged(copy);
}

const OperationSpec *OperationRegistry::getSpec(const OperationId &id) const
{
    State::Entry *entry = m_state->find(id);
    return entry ? &m_state->complete(*entry) : nullptr;
}

AnyHandler OperationRegistry::getHandler(const OperationId &id) const
{
    const State::Entry *entry = m_state->find(id);
    return entry ? entry->handler : AnyHandler();
}

QList<OperationSpec> OperationRegistry::list(const QString &nameSpace) const
{
    std::map<quint64, const OperationSpec *> inOrder;
    for (const auto &[name, space] : m_state->spaces) {
        if (!nameSpace.isEmpty() && name != nameSpace)
            continue;
        for (const auto &[place, entry] : space.entries)
            inOrder.emplace_hint(inOrder.end(), place, &entry.spec);
    }
    QList<OperationSpec> specs;
    specs.reserve(qsizetype(inOrder.size()));
    for (const auto &[place, spec] : inOrder)
        specs.append(*spec);
    return specs;
}

qsizetype OperationRegistry::count() const
{
    qsizetype count = 0;
    for (const auto &[name, space] : m_state->spaces)
        count += space.places.size();
    return count;
}

std::shared_ptr<const PreparedSchema> OperationRegistry::inputSchema(const OperationId &id) const
{
    State::Entry *entry = m_state->find(id);
    return entry ? m_state->inputOf(*entry) : nullptr;
}

std::shared_ptr<const PreparedSchema> OperationRegistry::outputSchema(const OperationId &id) const
{
    State::Entry *entry = m_state->find(id);
    return entry ? m_state->outputOf(*entry) : nullptr;
}

} // namespace Workbench
