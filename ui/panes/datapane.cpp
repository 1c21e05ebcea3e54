// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/datapane.h"

#include "core/json/jsonpointer.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/tablemodel.h"
#include "ui/panes/viewpane.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollBar>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int rowsOpenedByThemselves = 24;
} // namespace

DataPane::~DataPane() = default;

void DataPane::setOutcome(const Outcome &outcome, const QString &opened)
{
    if (m_opened != opened) {
        m_opened = opened;
        setFact(opened.isEmpty() ? QString() : tr("data of %1").arg(opened));
    }
    m_outcome = outcome;
    m_marks.clear();
    if (opened.isEmpty()) // else they are about the whole that was received
        m_marks = placeMarks(outcome.envelope.data, outcome.warnings, outcome.changes);
    m_subject = Subject::Data;
    m_place.clear();
    m_matchesOf.clear();
    std::ranges::fill(m_stale, true);
    updateFaces();
    fill();
}

void DataPane::clear()
{
    m_outcome.reset();
    m_marks.clear();
    m_subject = Subject::Data;
    std::ranges::fill(m_stale, true);
    updateFaces();
    fill();
}

const Json &DataPane::value() const
{
    static const Json nothing;
    switch (m_subject) {
    case Subject::Schema: return m_schema;
    case Subject::Received: return m_outcome ? m_outcome->receivedData : nothing;
    case Subject::Data: break;
    }
    return m_outcome ? m_outcome->envelope.data : nothing;
}

void DataPane::setFact(const QString &fact)
{
    m_fact = fact;
    updateRoom();
}

//! Beside "Opened | As received" there is room for the rest in a wide pane only; how wide, languages differ
//! in.
void DataPane::updateRoom()
{
    constexpr int forWords = 640;
    constexpr int forFact = 560;
    m_faces->setIconsOnly(m_compact || (isOpened() && width() < forWords));
    m_header->setFact(isOpened() && !m_compact && width() < forFact ? QString() : m_fact);
    if (!isOpened() || m_compact)
        return;
    if (m_header->sizeHint().width() > width())
        m_faces->setIconsOnly(true);
    if (m_header->sizeHint().width() > width())
        m_header->setFact({});
}

void DataPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    updateRoom();
}

void DataPane::setCompact(bool compact)
{
    m_compact = compact;
    m_header->setSmall(compact);
    m_search->setVisible(!compact); // the keys and the menu of the tree remain
    m_copy->setVisible(!compact);
    m_treeView->setColumnWidth(JsonTreeModel::KeyColumn, compact ? 132 : 192);
    updateFaces();
}

void DataPane::setFace(Face face)
{
    m_face = face;
    m_faces->setCurrent(int(face));
    m_stack->setCurrentIndex(int(face));
    fill();
}

void DataPane::setSubject(Subject subject)
{
    if (m_subject == subject)
        return;
    m_subject = subject;
    m_place.clear();
    m_matchesOf.clear();
    m_stale[int(Face::Tree)] = m_stale[int(Face::Text)] = true;
    updateFaces();
    if (subject != Subject::Data && m_face != Face::Tree && m_face != Face::Text)
        setFace(Face::Tree);
    else
        fill();
    Q_EMIT subjectChanged(subject);
}

void DataPane::updateFaces()
{
    const bool isData = m_subject == Subject::Data;
    const bool hasTable = isData && !m_fewFaces && m_outcome && TableModel::arrayIn(m_outcome->envelope.data);
    const bool hasView = isData && !m_fewFaces && m_outcome && ViewPane::hasView(m_outcome->envelope);
    m_faces->setSegmentEnabled(int(Face::Table), hasTable);
    m_faces->setSegmentEnabled(int(Face::View), hasView);
    m_subjects->setVisible(isOpened() && !m_compact);
    m_subjects->setCurrent(m_subject == Subject::Received ? 1 : 0);
    m_received->setVisible(isOpened() ? m_compact : m_outcome && !m_outcome->changes.isEmpty());
    m_received->setChecked(m_subject == Subject::Received);
    m_subjectChip->setVisible(!isData && !(isOpened() && m_subject == Subject::Received));
    m_subjectChip->setText(m_subject == Subject::Schema ? tr("output schema ×") : tr("as received ×"));
    m_subjectChip->updateGeometry();
    updateRoom();
    if ((m_face == Face::Table && !hasTable) || (m_face == Face::View && !hasView))
        setFace(Face::Tree);
}

void DataPane::fill()
{
    if (!std::exchange(m_stale[int(m_face)], false))
        return;
    switch (m_face) {
    case Face::Tree: fillTree(); break;
    case Face::Text: fillText(); break;
    case Face::Table: fillTable(); break;
    case Face::View:
        if (m_outcome)
            m_view->setEnvelope(m_outcome->envelope);
        else
            m_view->clear();
        break;
    }
}

void DataPane::fillTree()
{
    // Another result of the same shape is read at the same place.
    const int scrolled = m_treeView->verticalScrollBar()->value();
    m_tree->setValue(value(), m_subject == Subject::Data ? m_marks : PlaceMarks());
    openSome();
    if (!m_place.isEmpty())
        select(m_place);
    else
        m_treeView->verticalScrollBar()->setValue(scrolled);
}

void DataPane::openSome()
{
    QList<QModelIndex> level{m_tree->index(0, 0)};
    int rows = 1;
    while (!level.isEmpty()) {
        QList<QModelIndex> next;
        for (const QModelIndex &index : std::as_const(level)) {
            const qsizetype children = index.data(JsonTreeModel::ValueRole).value<Json>().size();
            const bool isRoot = !index.parent().isValid();
            if (children == 0 || (!isRoot && rows + children > rowsOpenedByThemselves))
                continue;
            m_treeView->expand(index);
            rows += int(std::min<qsizetype>(children, JsonTreeModel::pageSize));
            for (int row = 0; row < m_tree->rowCount(index) && row < rowsOpenedByThemselves; ++row)
                next.append(m_tree->index(row, 0, index));
        }
        level = next;
    }
}

void DataPane::fillText()
{
    if (value().isAbsent())
        m_text->setBytes({});
    else
        m_text->setJson(value()); // ready() marks the places
}

void DataPane::fillTable()
{
    const Json &shown = value();
    const std::optional<QString> pointer = TableModel::arrayIn(shown);
    m_table->setArray(
        pointer ? JsonPointer::resolve(shown, *pointer) : Json(), pointer.value_or(QString()), m_marks);
    for (int column = 0; column < std::min(m_table->columnCount(), 12); ++column)
        m_tableView->resizeColumnToContents(column);
}

void DataPane::markText()
{
    const TextDocument *document = m_text->document();
    if (!document)
        return;
    QList<TextView::Mark> marks;
    if (m_subject == Subject::Data) {
        for (const auto &[pointer, mark] : m_marks.asKeyValueRange()) {
            if (!mark.role || pointer.isEmpty())
                continue;
            if (const auto lines = document->linesOf(pointer))
                marks.append({lines->first, lines->second, *mark.role});
        }
    }
    const auto place = document->linesOf(m_place);
    if (m_subject == Subject::Schema && place && !m_place.isEmpty())
        marks.append({place->first, place->second, ColorRole::Warning});
    m_text->setMarks(marks);
    if (place && !m_place.isEmpty())
        m_text->scrollToLine(place->first);
}

void DataPane::select(const QString &pointer)
{
    m_place = pointer;
    switch (m_face) {
    case Face::Table:
    case Face::View: setFace(Face::Tree); [[fallthrough]];
    case Face::Tree: {
        QString nearest = pointer;
        QModelIndex index = m_tree->indexOf(nearest);
        while (!index.isValid() && !nearest.isEmpty()) { // the place is missing: the one it should be in
            nearest.truncate(std::max<qsizetype>(0, nearest.lastIndexOf(u'/')));
            index = m_tree->indexOf(nearest);
        }
        for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
            m_treeView->expand(above);
        const QSignalBlocker quiet(this);
        m_treeView->setCurrentIndex(index);
        m_treeView->scrollTo(index);
        break;
    }
    case Face::Text: markText(); break;
    }
}

void DataPane::copyAll()
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(value().toBytes(Json::Layout::Indented)));
}

} // namespace Workbench::Ui
