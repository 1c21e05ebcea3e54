// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"
#include "ui/models/placemarks.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <functional>
#include <optional>

class QStackedWidget;
class QToolButton;

namespace Workbench::Ui {

class ChangesLine;
class Chip;
class FindBar;
class JsonTreeModel;
class JsonTreeView;
class PaneHeader;
class RowTreeView;
class SegmentControl;
class TableModel;
class TextView;
class ViewPane;

//! The data of an outcome as Tree, Text, Table or View. What was received comes first; where normalisation
//! changed it, a switch shows the normalised data, and a line says what changed. A place can be selected in
//! it, and the output schema can be looked at in the same place.
class DataPane : public QWidget {
    Q_OBJECT
public:
    enum class Face : quint8 { Tree, Text, Table, View };
    enum class Subject : quint8 { Received, Normalised, Schema };

    enum class Faces : quint8 { All, TreeAndText };

    explicit DataPane(Faces faces = Faces::All, QWidget *parent = nullptr);
    ~DataPane() override;

    //! \a opened names the envelope, "{ok, data}", when the outcome's data is what was received inside of
    //! one.
    void setOutcome(const Outcome &outcome, const QString &opened = {});
    void setSchema(const Json &schema) { m_schema = schema; } //!< the output schema; absent: none
    //! Shows \a schema in the place of a result. Absent: there is none.
    void showSchema(const Json &schema);
    void clear();
    void setTitle(const QString &title);
    void addBesideTitle(QWidget *widget);
    void setFact(const QString &fact);
    void setCompact(bool compact);

    Face face() const { return m_face; }
    void setFace(Face face);
    //! The face that the user chose; nothing: each result opens in the face that shows its content.
    using ChosenFaces = std::array<std::optional<Face>, 2>; //!< for data, for content
    const ChosenFaces &chosenFaces() const { return m_chosen; }
    void setChosenFaces(const ChosenFaces &faces);
    void setChosenFace(std::optional<Face> face);
    Subject subject() const { return m_subject; }
    //! Where the body of a call is found as it came over HTTP; empty: it is gone. It is saved in place of the
    //! text that was read from it.
    void setBodies(std::function<QByteArray(const QString &exchangeId)> bodyOf)
    {
        m_bodyOf = std::move(bodyOf);
    }
    void setSubject(Subject subject);
    //! Scrolls to a place and makes it current; opens what lies on the way. Takes no focus.
    void select(const QString &pointer);
    JsonTreeModel *treeModel() const { return m_tree; }
    RowTreeView *treeView() const;
    TextView *textView() const { return m_text; }
    void updateRoom(); //!< Gives the header the words that it has room for; to call when it was changed.

public Q_SLOTS:
    void showSearch();
    void showNextChange(); //!< selects its place; after the last one the first follows

Q_SIGNALS:
    void placeSelected(const QString &pointer); //!< by the user

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeHeader();
    void makeTree();
    const Json &value() const; //!< of the subject
    bool hasChanges() const { return m_outcome && !m_outcome->changes.isEmpty(); }
    void showSubject();
    void fill(); //!< the face that is shown, if it is out of date
    void fillTree();
    void fillText();
    void fillTable();
    void sizeColumns();
    void markText();
    void updateFaces();
    QString find(const QString &text, bool backwards);
    void copyAll();
    void save();
    bool hasFace(Face face) const;
    Face firstFace() const; //!< of the data that is shown
    QString shownFact() const;

    std::optional<Outcome> m_outcome;
    std::function<QByteArray(const QString &exchangeId)> m_bodyOf; //!< null: bodies are not kept
    Json m_schema;
    PlaceMarks m_marks;
    QString m_opened;
    qsizetype m_change = -1; //!< that was selected last
    QString m_fact; //!< in the header, where there is room
    bool m_compact = false;
    Face m_face = Face::Tree;
    bool isContent() const; //!< whether View shows the content of the result best
    //! By the user, for data and for content: who reads data as text still sees an image.
    ChosenFaces m_chosen;
    Subject m_subject = Subject::Received;
    QString m_place; //!< selected last
    bool m_fewFaces;
    bool m_stale[4] = {true, true, true, true}; //!< by face
    quint64 m_reading = 0; //!< the table that is read last, on a worker
    QTimer m_slow; //!< until the header says that the table is being read
    QStringList m_matches;
    QString m_matchesOf;
    qsizetype m_match = -1;

    PaneHeader *m_header;
    Chip *m_subjectChip;
    SegmentControl *m_subjects;
    SegmentControl *m_faces;
    QToolButton *m_normalised; //!< the switch where it has no room
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
