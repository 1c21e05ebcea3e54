// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturecomparison.h"
#include "core/fixture/fixturefolder.h"
#include "ui/models/words.h"

#include <QAbstractTableModel>

namespace Workbench::Ui {

//! The result of the last verification of a fixture against its source.
struct FixtureVerdict {
    enum class State {
        None, //!< not in this run
        Waiting,
        Running,
        Same,
        Differs,
        Failed, //!< the call could not be made; the error says why
        NotCalled, //!< the operation changes something, or no longer exists
    };
    State state = State::None;
    bool definitionChanged = false; //!< reported separately from the answer
    QStringList definitionChanges{}; //!< the changed places, as text
    FixtureComparison comparison{};
    std::optional<Fixture> now{}; //!< the answer of this verification
    QString note{}; //!< the error, or why the operation was not called
};
StateLook lookOf(const FixtureVerdict &verdict);

//! The fixtures of a folder, and the files in it that cannot be read as fixtures.
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

    //! Sets where the names of operations come from. \a sessions must outlive the model.
    void setSessions(const Sessions *sessions) { m_sessions = sessions; }
    //! Shows \a listing. Keeps the verdict of each recording that is still in the list, unless its rules
    //! changed and its answer is no longer known.
    void setListing(FixtureListing listing);
    const FixtureListing &listing() const { return m_listing; }
    const StoredFixture *find(const QString &file) const;
    void setVerdict(const QString &file, FixtureVerdict verdict);
    const FixtureVerdict &verdict(const QString &file) const;
    int rowOf(const QString &file) const; //!< -1: no fixture in that file

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
    QHash<QString, int> m_rows; //!< row by file
    QHash<QString, FixtureVerdict> m_verdicts;
};

} // namespace Workbench::Ui
