// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/definitionwatch.h"

#include "core/base/visibletext.h"
#include "core/json/jsontexts.h"
#include "core/registry/discard.h"

#include <QSet>
#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype mostLogged = 20; // changed operations in the log per listing
constexpr qsizetype mostPlaces = 5; // places named per operation

DefinitionDifferences differencesOf(
    const DefinitionPointer &before, const DefinitionPointer &now, qsizetype most)
{
    return definitionDifferences(before->whole(), now->whole(), most);
}

} // namespace

DefinitionWatch::Listing DefinitionWatch::listing(
    std::shared_ptr<DefinitionPins> pins, Source source, bool isRemembered, OperationList operations) const
{
    return {std::move(pins), std::move(source), isRemembered, m_accepted, std::move(operations), m_turn};
}

DefinitionWatch::Review DefinitionWatch::review(const Listing &listing)
{
    const std::optional<PinnedDefinitions> kept =
        listing.pins ? listing.pins->read(listing.source) : std::nullopt;
    const bool isFirst = !kept && listing.accepted.isEmpty();
    Review review{.turn = listing.turn,
        .accepted = kept.value_or(listing.accepted),
        .isKept = listing.pins && (kept || listing.isRemembered)};
    PinnedDefinitions fresh;
    for (const auto &spec : listing.operations) {
        const QString name = spec->id.name;
        const DefinitionPointer now = sharedDefinition(spec);
        review.names.append(name);
        const auto known = review.accepted.constFind(name);
        if (known == review.accepted.cend()) {
            fresh.insert(name, {now, !isFirst});
            if (!isFirst && !name.isEmpty())
                review.added.append(name);
            continue;
        }
        const DefinitionPointer before = known->definition;
        if (before->hash() == now->hash())
            continue;
        review.changed.insert(name, now);
        if (++review.changes <= mostLogged) {
            const QStringList places = toStrings(differencesOf(before, now, mostPlaces));
            if (name.isEmpty()) {
                review.lines.append(
                    u"the instructions of the server changed since they were accepted: %1"_s.arg(
                        places.join("; "_L1)));
                continue;
            }
            review.lines.append(u"the definition of \"%1\" changed since it was accepted: %2"_s.arg(
                visibleText(name, false, 200), places.join("; "_L1)));
        }
    }
    review.accepted.insert(fresh);
    if (review.isKept && !fresh.isEmpty())
        review.kept = listing.pins->keep(listing.source, fresh);
    return review;
}

bool DefinitionWatch::take(const Review &review)
{
    if (review.turn != m_turn)
        return false;
    discard(std::exchange(m_accepted, review.accepted)); // a list may be long
    m_isKept = review.isKept;
    for (const QString &name : review.names)
        m_changed.remove(name);
    m_changed.insert(review.changed);
    return true;
}

void DefinitionWatch::remove(const OperationList &gone)
{
    for (const auto &spec : gone)
        m_changed.remove(spec->id.name);
}

std::optional<DefinitionChange> DefinitionWatch::change(const QString &operation) const
{
    const auto now = m_changed.constFind(operation);
    if (now == m_changed.cend())
        return {};
    return DefinitionChange{operation, m_accepted.value(operation).definition, *now};
}

QList<DefinitionChange> DefinitionWatch::changes(const OperationList &listed) const
{
    QSet<QString> names{QString()};
    QList<DefinitionChange> all;
    if (const std::optional<DefinitionChange> instructions = change({}))
        all.append(*instructions);
    for (const auto &spec : listed) {
        const QString &name = spec->id.name;
        names.insert(name);
        if (const std::optional<DefinitionChange> changed = change(name))
            all.append(*changed);
        else if (m_accepted.value(name).isNew)
            all.append({name, {}, m_accepted.value(name).definition});
    }
    for (const auto &[name, pinned] : m_accepted.asKeyValueRange()) {
        if (!names.contains(name))
            all.append({name, pinned.definition, {}});
    }
    std::ranges::stable_sort(all, {}, &DefinitionChange::operation);
    return all;
}

std::optional<Error> DefinitionWatch::refusal(const QString &source, const QString &operation) const
{
    const std::optional<DefinitionChange> changed = change(operation);
    if (!changed)
        return {};
    const QStringList places = toStrings(differencesOf(changed->before, changed->now, mostPlaces));
    QString message = u"The definition of \"%1\" of source \"%2\" changed since it was accepted."_s.arg(
        visibleText(operation, false, 200), visibleText(source, false, 100));
    if (!places.isEmpty())
        message += u' ' + places.join("; "_L1) + u'.';
    const QString hash = u"sha256:"_s + QString::fromLatin1(changed->now->hash().toHex());
    return Error{ErrorKind::Trust, u"definition.changed"_s, message, {},
        Json::object({{u"definition"_s, Json::string(hash)}, {u"changes"_s, textArray(places)}})};
}

QFuture<Result<void>> DefinitionWatch::accept(
    const std::shared_ptr<DefinitionPins> &pins, const Source &source, const QList<DefinitionChange> &changes)
{
    ++m_turn;
    PinnedDefinitions accepted;
    QStringList gone;
    for (const DefinitionChange &change : changes) {
        if (!change.now) {
            gone.append(change.operation);
            m_accepted.remove(change.operation);
            continue;
        }
        accepted.insert(change.operation, {change.now, false});
        if (const auto now = m_changed.constFind(change.operation);
            now != m_changed.cend() && (*now == change.now || (*now)->hash() == change.now->hash()))
            m_changed.erase(now);
    }
    m_accepted.insert(accepted);
    if (!pins || !m_isKept)
        return QtFuture::makeReadyValueFuture(Result<void>());
    return QtConcurrent::run([pins, source, accepted, gone] { return pins->keep(source, accepted, gone); });
}

} // namespace Workbench
