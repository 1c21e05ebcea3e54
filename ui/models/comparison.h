// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturecomparison.h"
#include "ui/theme/theme.h"

#include <QHash>

#include <span>

namespace Workbench::Ui {

//! A difference as shape, word and colour.
struct DifferenceLook {
    QString icon;
    QString word;
    ColorRole color = ColorRole::Warning;
};
DifferenceLook differenceLook(FixtureDifference::Kind kind);

//! The places of one value that differ, as a tree of the ways to them.
class DifferencePlaces {
public:
    static constexpr quint32 none = ~quint32(0);
    static constexpr quint32 root = 0;

    quint32 add(const QString &pointer); //!< the place, made when it is new
    quint32 child(quint32 place, const QString &token) const; //!< none: nothing differs there or below
    std::span<const quint32> children(quint32 place) const { return m_nodes[place].children; }
    const QString &token(quint32 place) const { return m_nodes[place].token; }
    QString pointer(quint32 place) const;
    qint32 difference(quint32 place) const { return place == none ? -1 : m_nodes[place].difference; }
    void setDifference(quint32 place, qint32 difference) { m_nodes[place].difference = difference; }
    void markCounted(quint32 place); //!< and all above it
    //! Whether a difference that counts is here or below.
    bool isCounted(quint32 place) const { return place != none && m_nodes[place].isCounted; }

private:
    struct Node {
        quint32 parent = none;
        qint32 difference = -1; //!< of this very place
        bool isCounted = false;
        QString token{};
        std::vector<quint32> children{};
    };
    std::vector<Node> m_nodes{Node{}};
    QHash<std::pair<quint32, QString>, quint32> m_index;
};

//! What differs between two values, found once, then immutable and shared. Any thread.
class Comparison {
public:
    struct Difference {
        FixtureDifference::Kind kind = FixtureDifference::Kind::Changed;
        bool isExcused = false; //!< by a rule: shown, not counted
        quint32 before = DifferencePlaces::none; //!< none: it was not there
        quint32 after = DifferencePlaces::none; //!< none: it is not there
    };

    //! By \a judged, the comparison of the same two values by the rules of a fixture, differences that it
    //! does not name are excused. ErrorKind::Cancelled when stopped.
    static Result<std::shared_ptr<const Comparison>> make(const Json &before, const Json &after,
        const std::optional<FixtureComparison> &judged = {}, const Limits &limits = {},
        const std::stop_token &stop = {});

    const Json &before() const { return m_before; }
    const Json &after() const { return m_after; }
    const std::vector<Difference> &differences() const { return m_differences; } //!< in the order of the text
    const DifferencePlaces &placesBefore() const { return m_placesBefore; }
    const DifferencePlaces &placesAfter() const { return m_placesAfter; }
    //! Of a difference: where it stands, or stood when it is no longer there.
    QString pointerOf(const Difference &difference) const;
    qsizetype count() const { return m_counted; } //!< without the excused ones
    bool isSame() const { return m_counted == 0; }
    //! "1 added, 2 changed, 3 not counted"
    QString summary() const;

private:
    friend class Judge;
    Json m_before;
    Json m_after;
    std::vector<Difference> m_differences;
    DifferencePlaces m_placesBefore;
    DifferencePlaces m_placesAfter;
    qsizetype m_counted = 0;
};

//! What of a fixture is compared: {data, meta, opened?}, {error}, or {events, end, error?} of a stream.
Json comparedValue(const Fixture &fixture);

} // namespace Workbench::Ui
