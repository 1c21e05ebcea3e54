// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturecomparison.h"
#include "core/fixture/fixturefolder.h"
#include "ui/models/words.h"

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! What became of a fixture when it was last held against its source.
struct FixtureVerdict {
    enum class State {
        None, //!< not in this run
        Waiting,
        Running,
        Same,
        Differs,
        Failed, //!< the call could not be made; the error says why
        NotCalled, //!< a mutation, or its operation is gone
    };
    State state = State::None;
    bool definitionChanged = false; //!< reported apart from the answer
    QStringList definitionChanges{}; //!< where, as text
    FixtureComparison comparison{};
    std::optional<Fixture> now{}; //!< what was answered
    QString note{}; //!< of a failure, or why it was not called
};
StateLook lookOf(const FixtureVerdict &verdict);

//! The fixtures of a folder, and the files in it that are none.
class FixturesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        OperationColumn,
        SourceColumn,
        StateColumn,
        RecordedColumn,
        RulesColumn,
        InputColumn,
        NoteColumn,
        ColumnCount
    };
    enum Role { FileRole = Qt::UserRole, ProblemRole };

    explicit FixturesModel(QObject *parent = nullptr);

    //! Names operations as \a sessions know them. \a sessions outlives the model.
    void setSessions(const Sessions *sessions) { m_sessions = sessions; }
    //! Verdicts of files that are still the same stay.
    void setListing(FixtureListing listing);
    const FixtureListing &listing() const { return m_listing; }
    const StoredFixture *find(const QString &file) const;
    void setVerdict(const QString &file, FixtureVerdict verdict);
    const FixtureVerdict &verdict(const QString &file) const;
    int rowOf(const QString &file) const; //!< -1: not there

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const StoredFixture &stored, int column) const;
    QVariant fixtureData(const StoredFixture &stored, int column, int role) const;
    QVariant problemData(const FixtureProblem &problem, int column, int role) const;

    FixtureListing m_listing;
    const Sessions *m_sessions = nullptr; //!< null: operations are named by their ids
    QHash<QString, int> m_rows; //!< of the fixtures, by file
    QHash<QString, FixtureVerdict> m_verdicts;
};

} // namespace Workbench::Ui
