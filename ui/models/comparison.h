// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturecomparison.h"
#include "ui/theme/theme.h"

#include <QHash>

#include <span>

namespace Workbench::Ui {

//! The icon, word and colour that show a kind of difference.
struct DifferenceLook {
    QString icon;
    QString word;
    ColorRole color = ColorRole::Warning;
};
DifferenceLook differenceLook(FixtureDifference::Kind kind);

//! The places in one value that differ, as a tree of their JSON Pointers' tokens.
class DifferencePlaces {
public:
    static constexpr quint32 none = ~quint32(0);
    static constexpr quint32 root = 0;

    //! Returns the place of \a pointer; adds it if it is new.
    quint32 add(const QString &pointer);
    //! Returns the place of the child \a token, or none if nothing differs there or below.
    quint32 child(quint32 place, const QString &token) const;
    std::span<const quint32> children(quint32 place) const { return m_nodes[place].children; }
    const QString &token(quint32 place) const { return m_nodes[place].token; }
    QString pointer(quint32 place) const;
    qint32 difference(quint32 place) const { return place == none ? -1 : m_nodes[place].difference; }
    void setDifference(quint32 place, qint32 difference) { m_nodes[place].difference = difference; }
    //! Marks \a place and all of its ancestors as having a difference that counts.
    void markCounted(quint32 place);
    //! Returns whether a difference that counts is at \a place or below it.
    bool isCounted(quint32 place) const { return place != none && m_nodes[place].isCounted; }

private:
    struct Node {
        quint32 parent = none;
        qint32 difference = -1; //!< index of the difference at this place; -1: none
        bool isCounted = false;
        QString token{};
        std::vector<quint32> children{};
    };
    std::vector<Node> m_nodes{Node{}};
    QHash<std::pair<quint32, QString>, quint32> m_index;
};

//! The differences between two values. Immutable and shared; may be made and read on any thread.
class Comparison {
public:
    struct Difference {
        FixtureDifference::Kind kind = FixtureDifference::Kind::Changed;
        bool isExcused = false; //!< allowed by a rule: shown, but not counted
        quint32 before = DifferencePlaces::none; //!< none: the value was added
        quint32 after = DifferencePlaces::none; //!< none: the value was removed
    };

    //! Compares \a before with \a after. If \a judged is given, it is the comparison of these two values by
    //! the rules of a fixture; differences that it does not name are excused. Fails with the error of
    //! diffJson(), or with ErrorKind::Cancelled when \a stop is requested.
    static Result<std::shared_ptr<const Comparison>> make(const Json &before, const Json &after,
        const std::optional<FixtureComparison> &judged = {}, const Limits &limits = {},
        const std::stop_token &stop = {});

    const Json &before() const { return m_before; }
    const Json &after() const { return m_after; }
    //! Returns all differences, in the order of the text.
    const std::vector<Difference> &differences() const { return m_differences; }
    const DifferencePlaces &placesBefore() const { return m_placesBefore; }
    const DifferencePlaces &placesAfter() const { return m_placesAfter; }
    //! Returns the pointer of \a difference in the value after, or in the value before if it was removed.
    QString pointerOf(const Difference &difference) const;
    qsizetype count() const { return m_counted; } //!< number of differences that count
    bool isSame() const { return m_counted == 0; }
    //! Returns the number of differences by kind, for example "1 added, 2 changed, 3 not counted".
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

//! Returns the part of \a fixture that is compared: {data, meta, opened?} or {error} for a call,
//! {events, end, error?} for a stream.
Json comparedValue(const Fixture &fixture);

} // namespace Workbench::Ui
