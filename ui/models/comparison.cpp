// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/comparison.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

DifferenceLook differenceLook(FixtureDifference::Kind kind)
{
    using Kind = FixtureDifference::Kind;
    switch (kind) {
    case Kind::Added: return {u"plus"_s, QCoreApplication::translate("Differences", "added"), ColorRole::Ok};
    case Kind::Removed:
        return {u"minus"_s, QCoreApplication::translate("Differences", "removed"), ColorRole::Error};
    case Kind::Moved:
        return {u"compare"_s, QCoreApplication::translate("Differences", "moved"), ColorRole::Live};
    case Kind::Changed: break;
    case Kind::Type:
        return {u"edit"_s, QCoreApplication::translate("Differences", "different type"), ColorRole::Warning};
    case Kind::Pattern:
        return {
            u"edit"_s, QCoreApplication::translate("Differences", "pattern not matched"), ColorRole::Warning};
    case Kind::Tolerance:
        return {
            u"edit"_s, QCoreApplication::translate("Differences", "outside tolerance"), ColorRole::Warning};
    }
    return {u"edit"_s, QCoreApplication::translate("Differences", "changed"), ColorRole::Warning};
}

quint32 DifferencePlaces::add(const QString &pointer)
{
    quint32 place = root;
    for (const QString &token : JsonPointer::tokens(pointer)) {
        const auto key = std::pair(place, token);
        const auto known = m_index.constFind(key);
        if (known != m_index.cend()) {
            place = *known;
            continue;
        }
        const auto made = quint32(m_nodes.size());
        m_nodes.push_back({.parent = place, .token = token});
        m_nodes[place].children.push_back(made);
        m_index.insert(key, made);
        place = made;
    }
    return place;
}

quint32 DifferencePlaces::child(quint32 place, const QString &token) const
{
    return place == none ? none : m_index.value(std::pair(place, token), none);
}

QString DifferencePlaces::pointer(quint32 place) const
{
    QStringList tokens;
    for (quint32 at = place; at != none && at != root; at = m_nodes[at].parent)
        tokens.prepend(JsonPointer::escaped(m_nodes[at].token));
    return tokens.isEmpty() ? QString() : u'/' + tokens.join(u'/');
}

void DifferencePlaces::markCounted(quint32 place)
{
    for (; place != none && !m_nodes[place].isCounted; place = m_nodes[place].parent)
        m_nodes[place].isCounted = true;
}

//! Marks the differences that a rule of the fixture allows.
class Judge {
public:
    explicit Judge(const std::optional<FixtureComparison> &judged)
        : m_isJudging(judged.has_value())
    {
        if (!judged)
            return;
        m_isIncomplete = judged->differencesNotShown > 0;
        for (const FixtureDifference &difference : judged->differences) {
            m_kinds.insert(difference.pointer, difference.kind);
            for (qsizetype slash = difference.pointer.lastIndexOf(u'/'); slash >= 0;
                slash = slash ? difference.pointer.lastIndexOf(u'/', slash - 1) : -1)
                m_above.insert(difference.pointer.first(slash));
        }
    }

    void judge(Comparison::Difference &difference, const QString &pointer) const
    {
        if (!m_isJudging)
            return;
        if (const auto known = m_kinds.constFind(pointer); known != m_kinds.cend()) {
            difference.kind = difference.kind == FixtureDifference::Kind::Changed ? *known : difference.kind;
            return;
        }
        difference.isExcused = !m_isIncomplete && !m_above.contains(pointer) && !isBelow(pointer);
    }

private:
    bool isBelow(const QString &pointer) const
    {
        for (qsizetype slash = pointer.lastIndexOf(u'/'); slash >= 0;
            slash = slash ? pointer.lastIndexOf(u'/', slash - 1) : -1) {
            if (m_kinds.contains(pointer.first(slash)))
                return true;
        }
        return false;
    }

    bool m_isJudging;
    bool m_isIncomplete = false;
    QHash<QString, FixtureDifference::Kind> m_kinds;
    QSet<QString> m_above;
};

Result<std::shared_ptr<const Comparison>> Comparison::make(const Json &before, const Json &after,
    const std::optional<FixtureComparison> &judged, const Limits &limits, const std::stop_token &stop)
{
    using Kind = FixtureDifference::Kind;
    const Result<JsonDiff> diff = diffJson(before, after, {.limits = limits, .stop = stop});
    if (!diff)
        return std::unexpected(diff.error());
    const Judge judge(judged);
    const auto made = std::make_shared<Comparison>();
    made->m_before = before;
    made->m_after = after;
    made->m_differences.reserve(size_t(diff->size()));
    for (qsizetype i = 0; i < diff->size(); ++i) {
        if (stop.stop_requested())
            return std::unexpected(Error{.kind = ErrorKind::Cancelled});
        const JsonChange change = diff->at(i);
        const auto number = qint32(made->m_differences.size());
        Difference difference;
        switch (change.kind) {
        case JsonChange::Kind::Added: difference.kind = Kind::Added; break;
        case JsonChange::Kind::Removed: difference.kind = Kind::Removed; break;
        case JsonChange::Kind::Changed: difference.kind = Kind::Changed; break;
        case JsonChange::Kind::Moved: difference.kind = Kind::Moved; break;
        }
        if (difference.kind != Kind::Added) {
            difference.before =
                made->m_placesBefore.add(difference.kind == Kind::Removed ? change.pointer : change.from);
            made->m_placesBefore.setDifference(difference.before, number);
        }
        if (difference.kind != Kind::Removed) {
            difference.after = made->m_placesAfter.add(change.pointer);
            made->m_placesAfter.setDifference(difference.after, number);
        }
        judge.judge(difference, change.pointer);
        if (difference.kind == Kind::Moved && difference.isExcused) {
            Difference away = difference; // rules must allow the old place, too
            judge.judge(away, change.from);
            difference.isExcused = away.isExcused;
        }
        if (!difference.isExcused) {
            ++made->m_counted;
            made->m_placesBefore.markCounted(difference.before);
            made->m_placesAfter.markCounted(difference.after);
        }
        made->m_differences.push_back(difference);
    }
    return made;
}

QString Comparison::pointerOf(const Difference &difference) const
{
    return difference.after != DifferencePlaces::none ? m_placesAfter.pointer(difference.after)
                                                      : m_placesBefore.pointer(difference.before);
}

QString Comparison::summary() const
{
    QMap<FixtureDifference::Kind, qsizetype> counts;
    qsizetype excused = 0;
    for (const Difference &difference : m_differences) {
        if (difference.isExcused)
            ++excused;
        else
            ++counts[difference.kind];
    }
    QStringList parts;
    for (const auto &[kind, count] : counts.asKeyValueRange())
        parts.append(u"%L1 %2"_s.arg(count).arg(differenceLook(kind).word));
    if (excused > 0)
        parts.append(QCoreApplication::translate("Differences", "%L1 not counted").arg(excused));
    return parts.join(u", "_s);
}

Json comparedValue(const Fixture &fixture)
{
    if (!fixture.isStream()) {
        return !fixture.envelope.isAbsent() ? withOpenedText(fixture.envelope)
                                            : Json::object({{u"error"_s, fixture.error}});
    }
    JsonBuilder builder;
    builder.beginObject().key(u"events"_s).beginArray();
    for (const FixtureEvent &event : fixture.events)
        builder.value(event.envelope);
    builder.endArray().add(u"end"_s, fixture.end);
    if (!fixture.error.isAbsent())
        builder.add(u"error"_s, fixture.error);
    return builder.endObject().take();
}

} // namespace Workbench::Ui
