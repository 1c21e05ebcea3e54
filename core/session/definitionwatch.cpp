// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/definitionwatch.h"

#include "core/base/visibletext.h"
#include "core/json/jsontexts.h"
#include "core/operation/registry/discard.h"

#include <QRegularExpression>
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

//! Returns whether \a before are the instructions \a now of a server as an earlier version cut them. It did
//! not add the size and the hash of the whole text.
bool isFormerCut(const DefinitionPointer &before, const DefinitionPointer &now)
{
    static const QRegularExpression mark(u"…\\n\\n\\(\\d+ characters, SHA-256 [0-9a-f]{64}\\)\\z"_s);
    constexpr qsizetype formerSize = 20'001; // with the ellipsis
    const QString former = before->whole().root.member("instructions"_L1).toString();
    if (former.size() != formerSize || !former.endsWith(u'…'))
        return false;
    const QString whole = now->whole().root.member("instructions"_L1).toString();
    return whole.startsWith(QStringView(former).chopped(1)) && whole.contains(mark);
}

//! Returns the first few \a names in quotes, and how many more there are.
QString quotedNames(const QStringList &names)
{
    QStringList quoted;
    for (const QString &name : names.first(qMin(names.size(), mostLogged)))
        quoted.append(u'"' + visibleText(name, false, 200) + u'"');
    const qsizetype more = names.size() - quoted.size();
    return more > 0 ? u"%1 and %2 more"_s.arg(quoted.join(", "_L1), QString::number(more))
                    : quoted.join(", "_L1);
}

//! Returns the names of the accepted operations that \a listing does not have any more.
QStringList missingNames(const DefinitionWatch::Listing &listing, const DefinitionWatch::Review &review)
{
    QStringList names = listing.missing ? QStringList() : review.accepted.keys();
    for (const auto &spec : listing.missing.value_or(OperationList()))
        names.append(spec->id.name);
    const QSet<QString> listed(review.names.cbegin(), review.names.cend());
    names.removeIf(
        [&](const QString &name) { return listed.contains(name) || review.accepted.value(name).isGone; });
    names.sort();
    return names;
}

} // namespace

DefinitionWatch::Listing DefinitionWatch::listing(std::shared_ptr<DefinitionPins> pins,
    const DefinitionPlace &place, bool isRemembered, const OperationList &operations,
    const std::optional<OperationList> &missing) const
{
    return {std::move(pins), place, isRemembered || m_isKept, m_accepted, operations, missing, m_turn};
}

DefinitionWatch::Review DefinitionWatch::review(const Listing &listing)
{
    using Kept = std::optional<PinnedDefinitions>;
    const Result<Kept> stored = listing.pins ? listing.pins->read(listing.place) : Result<Kept>(Kept());
    const Kept kept = stored.value_or(Kept());
    const bool isFirst = !kept && listing.accepted.isEmpty();
    PinnedDefinitions accepted = listing.accepted; // a file that lacks some of it does not take it back
    if (kept)
        accepted.insert(*kept);
    Review review{.turn = listing.turn,
        .accepted = std::move(accepted),
        .isKept = listing.pins && (kept || !stored || listing.isRemembered)};
    if (!stored) {
        review.unreadable = u"the accepted definitions could not be read, so %1: %2"_s.arg(isFirst
                ? u"the definitions that are listed now count as accepted"_s
                : u"those of this run are stored again"_s,
            stored.error().message);
    }
    qsizetype changes = 0;
    QStringList added;
    PinnedDefinitions fresh;
    for (const auto &spec : listing.operations) {
        const QString name = spec->id.name;
        const DefinitionPointer now = sharedDefinition(spec);
        review.names.append(name);
        const auto known = review.accepted.constFind(name);
        if (known == review.accepted.cend()) {
            fresh.insert(name, {now, !isFirst});
            if (!isFirst && !name.isEmpty())
                added.append(name);
            continue;
        }
        const DefinitionPointer before = known->definition;
        if (name.isEmpty() && isFormerCut(before, now)) {
            fresh.insert(name, {now});
            continue;
        }
        if (before->hash() == now->hash()) {
            if (known->isGone) // it returned as it was accepted
                fresh.insert(name, {before, known->isNew});
            continue;
        }
        review.changed.insert(name, now);
        if (++changes <= mostLogged) {
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
    if (changes > mostLogged)
        review.lines.append(u"and %1 more definitions changed"_s.arg(changes - mostLogged));
    if (!added.isEmpty()) {
        review.notices.append(
            u"operations that are new since the definitions were accepted: %1"_s.arg(quotedNames(added)));
    }
    if (const QStringList missing = missingNames(listing, review); !missing.isEmpty())
        review.notices.append(
            u"accepted operations that are not listed any more: %1"_s.arg(quotedNames(missing)));
    review.accepted.insert(fresh);
    // A file that vanished gets all definitions again. Otherwise the others would count as new later.
    const PinnedDefinitions &unstored = kept ? fresh : review.accepted;
    if (review.isKept && !unstored.isEmpty())
        review.kept = listing.pins->keep(listing.place, unstored);
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
    QList<DefinitionChange> all;
    if (m_accepted.isEmpty())
        return all;
    QSet<QString> names{QString()};
    names.reserve(listed.size() + 1);
    if (const std::optional<DefinitionChange> instructions = change({}))
        all.append(*instructions);
    for (const auto &spec : listed) {
        const QString &name = spec->id.name;
        names.insert(name);
        if (const std::optional<DefinitionChange> changed = change(name))
            all.append(*changed);
        else if (const auto pinned = m_accepted.constFind(name); pinned != m_accepted.cend() && pinned->isNew)
            all.append({name, {}, pinned->definition});
    }
    for (const auto &[name, pinned] : m_accepted.asKeyValueRange()) {
        if (!names.contains(name) && !pinned.isGone)
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

QFuture<Result<void>> DefinitionWatch::accept(const std::shared_ptr<DefinitionPins> &pins,
    const DefinitionPlace &place, const QList<DefinitionChange> &changes, const OperationList &listed)
{
    ++m_turn;
    PinnedDefinitions accepted;
    const bool removes = std::ranges::any_of(changes, [](const auto &change) { return !change.now; });
    QSet<QString> present;
    for (const auto &spec : removes ? listed : OperationList())
        present.insert(spec->id.name);
    for (const DefinitionChange &change : changes) {
        if (!change.now && present.contains(change.operation))
            continue; // it returned after the changes were shown
        if (!change.now) {
            accepted.insert(change.operation, {.definition = change.before, .isGone = true});
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
    return QtConcurrent::run([pins, place, accepted] { return pins->keep(place, accepted); });
}

} // namespace Workbench
