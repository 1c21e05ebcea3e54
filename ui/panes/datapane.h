// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"
#include "ui/models/placemarks.h"

#include <QWidget>

class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace Workbench::Ui {

class Chip;
class JsonTreeModel;
class PaneHeader;
class RowTreeView;
class SegmentControl;
class TableModel;
class TextView;
class ThemeLabel;
class ViewPane;

//! The data of an outcome as Tree, Text, Table or View. A place can be selected in it, and the value as
//! received or the output schema can be looked at in the same place.
class DataPane : public QWidget {
    Q_OBJECT
public:
    enum class Face : quint8 { Tree, Text, Table, View };
    enum class Subject : quint8 { Data, Received, Schema };

    enum class Faces : quint8 { All, TreeAndText };

    explicit DataPane(Faces faces = Faces::All, QWidget *parent = nullptr);
    ~DataPane() override;

    //! \a opened names the envelope, "{ok, data}", when the outcome's data is what was received inside of
    //! one: then "Opened | As received" is offered.
    void setOutcome(const Outcome &outcome, const QString &opened = {});
    void setSchema(const Json &schema) { m_schema = schema; } //!< the output schema; absent: none
    void clear();
    void setFact(const QString &fact);
    void setCompact(bool compact);

    Face face() const { return m_face; }
    void setFace(Face face);
    Subject subject() const { return m_subject; }
    bool isOpened() const { return m_outcome && !m_opened.isEmpty(); }
    void setSubject(Subject subject);
    //! Scrolls to a place and makes it current; opens what lies on the way. Takes no focus.
    void select(const QString &pointer);
    JsonTreeModel *treeModel() const { return m_tree; }
    RowTreeView *treeView() const { return m_treeView; }
    TextView *textView() const { return m_text; }

public Q_SLOTS:
    void showSearch();

Q_SIGNALS:
    void placeSelected(const QString &pointer); //!< by the user
    void subjectChanged(Subject subject);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeHeader();
    void makeSearch();
    void makeTree();
    const Json &value() const; //!< of the subject
    void fill(); //!< the face that is shown, if it is out of date
    void fillTree();
    void fillText();
    void fillTable();
    void markText();
    void openSome();
    void updateFaces();
    void updateRoom();
    void search(bool backwards);
    void showTreeMenu(const QPoint &position);
    void copyAll();

    std::optional<Outcome> m_outcome;
    Json m_schema;
    PlaceMarks m_marks;
    QString m_opened;
    QString m_fact; //!< in the header, where there is room
    bool m_compact = false;
    Face m_face = Face::Tree;
    Subject m_subject = Subject::Data;
    QString m_place; //!< selected last
    bool m_fewFaces;
    bool m_stale[4] = {true, true, true, true}; //!< by face
    QStringList m_matches;
    QString m_matchesOf;
    qsizetype m_match = -1;

    PaneHeader *m_header;
    Chip *m_subjectChip;
    SegmentControl *m_subjects;
    SegmentControl *m_faces;
    QToolButton *m_received;
    QToolButton *m_search;
    QToolButton *m_copy;
    QWidget *m_searchBar;
    QLineEdit *m_searchField;
    ThemeLabel *m_searchFact;
    QStackedWidget *m_stack;
    JsonTreeModel *m_tree;
    RowTreeView *m_treeView;
    TextView *m_text;
    TableModel *m_table;
    RowTreeView *m_tableView;
    ViewPane *m_view;
};

} // namespace Workbench::Ui
