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
    const auto names = places.constFind(id.nameSpace);
    if (names == places.cend())
        return nullptr;
    const auto place = names->constFind(id.name);
    return place == names->cend() ? nullptr : &(*place)->second;
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

std::shared_ptr<const PreparedSchema> OperationRegistry::State::inputOf(Entry &entry)
{
    if (!entry.input)
        entry.input = prepared(entry, entry.spec.inputSchema, u"input"_s);
    return entry.input;
}

std::shared_ptr<const PreparedSchema> OperationRegistry::State::outputOf(Entry &entry)
{
    if (!entry.output)
        entry.output = prepared(entry, entry.spec.outputSchema, u"output"_s);
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
        const auto place = state.entries.emplace_hint(state.entries.end(), state.nextPlace++,
            OperationRegistry::State::Entry{std::move(spec), std::move(handler), dialect, {}, {}});
        state.places[id.nameSpace].insert(id.name, place);
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
    const auto names = m_state->places.find(copy.nameSpace);
    if (names == m_state->places.end())
        return;
    const auto place = names->constFind(copy.name);
    if (place == names->cend())
        return;
    m_state->entries.erase(*place);
    names->erase(place);
    if (names->isEmpty())
        m_state->places.erase(names);
    Q_EMIT operationsChanged(copy.nameSpace);
}

void OperationRegistry::removeNamespace(const QString &nameSpace)
{
    const QString copy = nameSpace;
    const QHash<QString, State::Entries::iterator> names = m_state->places.take(copy);
    if (names.isEmpty())
        return;
    std::vector<State::Entries::node_type> removed;
    removed.reserve(size_t(names.size()));
    for (const State::Entries::iterator &place : names) {
        removed.push_back(m_state->entries.extract(place));
        removed.back().mapped().handler = {}; // what it holds may belong to this thread
    }
    discard(std::move(removed));
    Q_EMIT operationsChanged(copy);
}

const OperationSpec *OperationRegistry::getSpec(const OperationId &id) const
{
    const State::Entry *entry = m_state->find(id);
    return entry ? &entry->spec : nullptr;
}

AnyHandler OperationRegistry::getHandler(const OperationId &id) const
{
    const State::Entry *entry = m_state->find(id);
    return entry ? entry->handler : AnyHandler();
}

QList<OperationSpec> OperationRegistry::list(const QString &nameSpace) const
{
    QList<OperationSpec> specs;
    for (const auto &[place, entry] : m_state->entries) {
        if (nameSpace.isEmpty() || entry.spec.id.nameSpace == nameSpace)
            specs.append(entry.spec);
    }
    return specs;
}

qsizetype OperationRegistry::count() const
{
    return qsizetype(m_state->entries.size());
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
