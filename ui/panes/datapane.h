// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"
#include "ui/models/placemarks.h"
#include "ui/theme/controls.h"

#include <QTimer>

#include <array>
#include <functional>
#include <optional>
#include <stop_token>

class QStackedWidget;

namespace Workbench::Ui {

class FindBar;
class IconLabel;
class JsonTreeModel;
class JsonTreeView;
class RowTreeView;
class TableModel;
class TextView;
class ThemeLabel;
class ViewPane;

//! A line of 28 pixels that says how normalisation changed the data: the number of changes, and how many
//! values and fields it lost. Its link leads from change to change.
class ChangesLine : public Strip {
    Q_OBJECT
public:
    explicit ChangesLine(QWidget *parent);
    void setChanges(const QList<Change> &changes);
    bool hasLost() const { return m_hasLost; }

Q_SIGNALS:
    void nextRequested(); //!< Emitted when the user clicks the link or presses F8.

private:
    ThemeLabel *m_count;
    IconLabel *m_icon;
    ThemeLabel *m_lost;
    ThemeLabel *m_calm; //!< counts the defaults that were filled in and the values that were converted
    bool m_hasLost = false;
};

//! Shows the data of an outcome as Tree, Text, Table or View. The received data comes first. Where
//! normalisation changed it, a switch shows the normalised data, and a line says what changed. The pane can
//! select a place in the data, and show the output schema instead of the data.
class DataPane : public QWidget {
    Q_OBJECT
public:
    enum class Face : quint8 { Tree, Text, Table, View };
    enum class Subject : quint8 { Received, Normalised, Schema };

    enum class Faces : quint8 { All, TreeAndText };

    explicit DataPane(Faces faces = Faces::All, QWidget *parent = nullptr);
    ~DataPane() override;

    //! \a opened names the envelope, "{ok, data}", if the outcome's data is the content of one; empty: it is
    //! not.
    void setOutcome(const Outcome &outcome, const QString &opened = {});
    void setSchema(const Json &schema) { m_schema = schema; } //!< Sets the output schema; absent: none.
    //! Shows \a schema instead of a result; absent: shows an empty pane.
    void showSchema(const Json &schema);
    void clear();
    PaneHeader *header() const { return m_header; }
    void setFact(const QString &fact);
    void setCompact(bool compact);

    Face face() const { return m_face; }
    void setFace(Face face);
    //! The faces that the user chose: the first for data, the second for content (text, images). Nothing:
    //! each result opens in the face that suits it.
    using ChosenFaces = std::array<std::optional<Face>, 2>;
    const ChosenFaces &chosenFaces() const { return m_chosen; }
    void setChosenFaces(const ChosenFaces &faces);
    void setChosenFace(std::optional<Face> face);
    Subject subject() const { return m_subject; }
    //! Sets the function that returns the HTTP body of a call as received, or an empty array if the body is
    //! no longer kept. Saving writes this body instead of the text that was decoded from it.
    void setBodies(std::function<QByteArray(const QString &exchangeId)> bodyOf)
    {
        m_bodyOf = std::move(bodyOf);
    }
    void setSubject(Subject subject);
    //! Returns the view of the content, for what concerns only that view.
    ViewPane *viewPane() const { return m_view; }
    //! Scrolls to a place, makes it current and expands the rows above it. Does not take the focus.
    void select(const QString &pointer);
    JsonTreeModel *treeModel() const { return m_tree; }
    RowTreeView *treeView() const;
    TextView *textView() const { return m_text; }
    //! Fits the texts of the header to its width. Call this after changing the header.
    void updateRoom();

public Q_SLOTS:
    void showSearch();
    void showNextChange(); //!< Selects the place of the next change; the first one follows the last one.

Q_SIGNALS:
    void placeSelected(const QString &pointer); //!< Emitted when the user selects a place.

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeHeader();
    void makeTree();
    const Json &value() const; //!< Returns the data or schema of the current subject.
    bool hasChanges() const { return m_outcome && !m_outcome->changes.isEmpty(); }
    void showSubject();
    void fill(); //!< Fills the current face if it is out of date.
    void fillTree();
    void fillText();
    void fillTable();
    void sizeColumns();
    void markText();
    void updateFaces();
    QString find(const QString &text, bool backwards);
    void search(const QString &text);
    QString showMatch();
    void copyAll();
    void save();
    bool hasFace(Face face) const;
    Face firstFace() const; //!< Returns the face in which the current data opens.
    QString shownFact() const;

    std::optional<Outcome> m_outcome;
    std::function<QByteArray(const QString &exchangeId)> m_bodyOf; //!< null: bodies are not kept
    Json m_schema;
    PlaceMarks m_marks;
    QString m_opened;
    qsizetype m_change = -1; //!< the last selected change; -1: none yet
    QString m_fact; //!< shown in the header if there is enough space
    bool m_compact = false;
    Face m_face = Face::Tree;
    bool isContent() const; //!< Returns whether View shows the content of the result best.
    //! A choice for data does not apply to content: a user who reads data as text still sees an image.
    ChosenFaces m_chosen;
    Subject m_subject = Subject::Received;
    QString m_place; //!< the last selected place
    bool m_fewFaces;
    bool m_stale[4] = {true, true, true, true}; //!< by face
    quint64 m_reading = 0; //!< number of the last table that a worker was asked to read
    QTimer m_slow; //!< the time before the header says that the table is being read
    std::optional<QStringList> m_matches; //!< nothing: a worker is searching
    QString m_matchesOf; //!< the text that is searched; empty: none
    qsizetype m_match = -1; //!< index in m_matches, beyond its ends before showMatch() wraps it around
    std::stop_source m_searching;
    quint64 m_copying = 0; //!< number of the last copy that a worker was asked to write

    PaneHeader *m_header;
    Chip *m_subjectChip;
    SegmentControl *m_subjects;
    SegmentControl *m_faces;
    QToolButton *m_normalised; //!< replaces the switch where space is short
    ChangesLine *m_changes = nullptr;
    QToolButton *m_search;
    QToolButton *m_copy;
    QToolButton *m_save;
    FindBar *m_findBar;
    QStackedWidget *m_stack;
    JsonTreeModel *m_tree;
    JsonTreeView *m_treeView;
    TextView *m_text;
    TableModel *m_table;
    RowTreeView *m_tableView;
    ViewPane *m_view;
};

} // namespace Workbench::Ui
