// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/datapane.h"

#include "core/envelope/bodymedia.h"
#include "core/envelope/pipeline/httpbody.h"
#include "core/json/jsonpointer.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsonrow.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/tablemodel.h"
#include "ui/panes/blockcontent.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/jsontreeview.h"
#include "ui/panes/savefile.h"
#include "ui/panes/viewpane.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedWidget>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
namespace Workbench::Ui {

namespace {
constexpr int rowsOpenedByThemselves = 40;
}

ChangesLine::ChangesLine(QWidget *parent)
    : Strip(parent)
    , m_count(named(new ThemeLabel({}, ColorRole::Text, FontRole::Small, this), u"changesCount"_s))
    , m_icon(new IconLabel(u"warning"_s, ColorRole::Warning, this))
    , m_lost(named(new ThemeLabel({}, ColorRole::Warning, FontRole::Small, this), u"changesLost"_s))
    , m_calm(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this), u"changesCalm"_s))
{
    setObjectName(u"changesLine"_s);
    setZoomedHeight(this, 28);
    for (ThemeLabel *label : {m_lost, m_calm})
        label->setElided(true);
    QToolButton *next = named(linkButton(tr("Next change"), this), u"nextChange"_s);
    next->setToolTip(tr("Select the place of the next change (F8)"));
    auto *key = new ThemeLabel(u"F8"_s, ColorRole::TextSecond, FontRole::Small, this);
    addAll(newRow(this, {12, 0, 12, 1}, 6), {m_count, m_icon, m_lost, m_calm, Stretch{}, next, key});
    connect(next, &QToolButton::clicked, this, &ChangesLine::nextRequested);
    // A shortcut of the button itself would click it 100 ms later, and would ignore presses until then.
    auto *shortcut = new QShortcut(QKeySequence(Qt::Key_F8), this);
    shortcut->setWhatsThis(next->text());
    connect(shortcut, &QShortcut::activated, this, &ChangesLine::nextRequested);
}

void ChangesLine::setChanges(const QList<Change> &changes)
{
    int values = 0;
    int fields = 0;
    int filled = 0;
    int converted = 0;
    for (const Change &change : changes) {
        if (change.mark == ChangeMark::Filled)
            ++filled;
        else if (change.mark == ChangeMark::Converted)
            ++converted;
        else
            ++(change.action == ChangeAction::Removed ? fields : values);
    }
    QStringList lost;
    if (values > 0)
        lost.append(tr("%n values lost", nullptr, values));
    if (fields > 0)
        lost.append(tr("%n fields lost", nullptr, fields));
    QStringList calm;
    if (filled > 0)
        calm.append(tr("%n defaults filled in", nullptr, filled));
    if (converted > 0)
        calm.append(tr("%n values converted", nullptr, converted));
    m_hasLost = !lost.isEmpty();
    m_count->setText(tr("%n changes", nullptr, int(changes.size())));
    m_icon->setVisible(m_hasLost);
    m_lost->setVisible(m_hasLost);
    m_lost->setFullText(lost.join(u" · "_s));
    m_calm->setVisible(!calm.isEmpty());
    m_calm->setFullText(calm.join(u" · "_s));
    setAccessibleName((QStringList{m_count->text()} + lost + calm).join(u", "_s));
}

DataPane::~DataPane()
{
    m_searching.request_stop();
}

void DataPane::setOutcome(const Outcome &outcome, const QString &opened)
{
    m_opened = opened;
    setFact(opened.isEmpty() ? QString() : tr("data of %1").arg(opened));
    m_outcome = outcome;
    m_changes->setChanges(outcome.changes);
    m_change = -1;
    m_subject = Subject::Received;
    m_face = firstFace();
    showSubject();
}

bool DataPane::hasFace(Face face) const
{
    const bool isData = m_subject != Subject::Schema && !m_fewFaces && m_outcome;
    switch (face) {
    case Face::Table: return isData && TableModel::arrayIn(value());
    case Face::View: return isData && ViewPane::hasView(*m_outcome);
    default: return true;
    }
}

DataPane::Face DataPane::firstFace() const
{
    const std::optional<Face> &chosen = m_chosen[isContent()];
    if (chosen && hasFace(*chosen))
        return *chosen;
    return isContent() ? Face::View : Face::Tree;
}

bool DataPane::isContent() const
{
    return hasFace(Face::View)
        && (m_opened.isEmpty() ? ViewPane::isContent(*m_outcome) : ViewPane::hasPayload(*m_outcome));
}

void DataPane::setChosenFaces(const ChosenFaces &faces)
{
    m_chosen = faces;
    setFace(firstFace());
}

void DataPane::setChosenFace(std::optional<Face> face)
{
    m_chosen[isContent()] = face;
    setFace(firstFace());
}

//! Fills the current face again, because the subject or its data changed.
void DataPane::showSubject()
{
    m_marks.clear();
    if (m_outcome && m_subject != Subject::Schema) {
        const DataState state = m_subject == Subject::Received ? DataState::Received : DataState::Normalised;
        m_marks = placeMarks(value(), state, m_outcome->warnings, m_outcome->changes);
    }
    m_place.clear();
    m_searching.request_stop();
    m_matchesOf.clear();
    std::ranges::fill(m_stale, true);
    ++m_reading;
    m_table->setContent({});
    updateFaces();
    if (m_subject == Subject::Schema && m_face != Face::Tree && m_face != Face::Text)
        setFace(Face::Tree);
    else
        setFace(m_face);
}

void DataPane::clear()
{
    m_outcome.reset();
    m_subject = Subject::Received;
    showSubject();
}

void DataPane::showSchema(const Json &schema)
{
    m_outcome.reset();
    m_schema = schema;
    m_subject = Subject::Schema;
    showSubject();
}

const Json &DataPane::value() const
{
    static const Json nothing;
    switch (m_subject) {
    case Subject::Schema: return m_schema;
    case Subject::Received:
        return hasChanges() ? m_outcome->receivedData : m_outcome ? m_outcome->envelope.data : nothing;
    case Subject::Normalised: break;
    }
    return m_outcome ? m_outcome->envelope.data : nothing;
}

void DataPane::setFact(const QString &fact)
{
    m_fact = fact;
    updateRoom();
}

//! Returns the fact that was set, or else the number of blocks if the content has several.
QString DataPane::shownFact() const
{
    const qsizetype blocks = m_outcome && m_subject != Subject::Schema ? ViewPane::blockCount(*m_outcome) : 0;
    return m_fact.isEmpty() && m_face == Face::View && blocks > 1
        ? tr("%n content blocks", nullptr, int(blocks))
        : m_fact;
}

//! The texts of the two switches are more important than the fact. Their width depends on the language.
void DataPane::updateRoom()
{
    m_faces->setLook(m_compact ? SegmentControl::Look::Icons : SegmentControl::Look::Words);
    m_header->setFact(shownFact());
    if (m_compact)
        return;
    const auto isTooWide = [this] { return m_header->sizeHint().width() > width(); };
    m_save->setVisible(!m_fewFaces); // the menu of the tree has Save, too
    m_copy->show();
    m_search->show();
    if (isTooWide())
        m_header->setFact({});
    if (isTooWide())
        m_save->hide();
    if (isTooWide())
        m_faces->setLook(SegmentControl::Look::Icons);
    for (QToolButton *button : {m_copy, m_search}) {
        if (isTooWide())
            button->hide();
    }
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
    m_search->setVisible(!compact); // the shortcuts and the menu of the tree remain
    m_copy->setVisible(!compact);
    m_save->setVisible(!compact && !m_fewFaces);
    updateFaces();
}

void DataPane::setFace(Face face)
{
    m_face = face;
    m_slow.stop();
    updateRoom();
    m_faces->setCurrent(int(face));
    m_stack->setCurrentIndex(int(face));
    fill();
}

void DataPane::setSubject(Subject subject)
{
    if (m_subject == subject)
        return;
    m_subject = subject;
    showSubject();
}

void DataPane::updateFaces()
{
    const bool isData = m_subject != Subject::Schema;
    m_faces->setSegmentEnabled(int(Face::Table), hasFace(Face::Table));
    m_faces->setSegmentEnabled(int(Face::View), hasFace(Face::View));
    m_subjects->setVisible(isData && hasChanges() && !m_compact);
    m_subjects->setCurrent(m_subject == Subject::Normalised ? 1 : 0);
    m_normalised->setVisible(isData && hasChanges() && m_compact);
    m_normalised->setChecked(m_subject == Subject::Normalised);
    // Where space is short, only lost values are worth a line.
    m_changes->setVisible(isData && hasChanges() && (!m_compact || m_changes->hasLost()));
    m_subjectChip->setVisible(!isData && m_outcome);
    updateRoom();
    if (!hasFace(m_face))
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
            m_view->setOutcome(*m_outcome);
        else
            m_view->clear();
        break;
    }
}

void DataPane::fillTree()
{
    // The scroll position stays, so that the user can compare results of the same shape.
    const int scrolled = m_treeView->verticalScrollBar()->value();
    m_tree->setValue(value(), m_marks);
    m_treeView->openRows(m_tree->index(0, 0), rowsOpenedByThemselves);
    if (!m_place.isEmpty())
        select(m_place);
    else
        m_treeView->verticalScrollBar()->setValue(scrolled);
}

//! Shows a result that is one text as this text, not as JSON with escapes.
void DataPane::fillText()
{
    const bool isWhole = m_outcome && m_subject != Subject::Schema && m_opened.isEmpty();
    const std::optional<BlockContent> text = isWhole ? ViewPane::onlyText(*m_outcome, value()) : std::nullopt;
    if (value().isAbsent())
        m_text->setBytes({});
    else if (text)
        m_text->setBytes(text->held.utf8().toByteArray());
    else
        m_text->setJson(value()); // ready() marks the places
}

//! Reads the table on a worker, because finding the rows of a long array means reading all of it.
void DataPane::fillTable()
{
    m_slow.start();
    QtConcurrent::run(&TableContent::read, value())
        .then(this, [this, reading = ++m_reading](const TableContent &content) {
            if (reading != m_reading)
                return; // other data was set meanwhile
            m_slow.stop();
            updateRoom();
            m_table->setContent(content, m_marks);
            sizeColumns();
        });
}

//! Uses the number of characters, because measuring each text would take longer than a frame.
void DataPane::sizeColumns()
{
    constexpr int most = 48;
    constexpr int around = 24;
    const int character = QFontMetrics(Theme::of(this).font(FontRole::Data)).horizontalAdvance(u'0');
    const TableContent &content = m_table->content();
    m_tableView->setColumnWidth(0, around + character * int(QString::number(content.array.size()).size()));
    for (qsizetype column = 0; column < content.widths.size(); ++column)
        m_tableView->setColumnWidth(
            int(column) + 1, around + character * std::clamp(content.widths.at(column), 3, most));
}

void DataPane::markText()
{
    const TextDocument *document = m_text->document();
    if (!document)
        return;
    QList<TextView::Mark> marks;
    for (const auto &[pointer, mark] : m_marks.asKeyValueRange()) {
        if (!mark.role || pointer.isEmpty())
            continue;
        if (const auto lines = document->linesOf(pointer))
            marks.append({lines->first, lines->second, *mark.role});
    }
    if (m_place.isEmpty()) { // finding the end of a large root takes longer than a frame
        m_text->setMarks(marks);
        return;
    }
    const auto place = document->linesOf(m_place);
    if (m_subject == Subject::Schema && place)
        marks.append({place->first, place->second, ColorRole::Warning});
    m_text->setMarks(marks);
    if (place)
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
        while (!index.isValid() && !nearest.isEmpty()) { // a missing place: select the nearest one above
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

void DataPane::showNextChange()
{
    if (!hasChanges())
        return;
    m_change = (m_change + 1) % m_outcome->changes.size();
    const Change &change = m_outcome->changes.at(m_change);
    if (m_subject == Subject::Schema || change.action == ChangeAction::Removed)
        setSubject(Subject::Received); // only the received data contains the place
    select(change.pointer);
    Q_EMIT placeSelected(change.pointer);
}

RowTreeView *DataPane::treeView() const
{
    return m_treeView;
}

//! Writes the text on a worker, because even finding out how long it is means reading all of the value.
void DataPane::copyAll()
{
    QtConcurrent::run([shown = value()] {
        return QString::fromUtf8(shown.toBytes(Json::Layout::Indented));
    }).then(this, [this, copying = ++m_copying](const QString &text) {
        if (copying == m_copying) // else a later copy may already be in the clipboard
            copyText(text);
    });
}

void DataPane::save()
{
    const auto write = [this](const QString &name, const std::function<Result<QByteArray>()> &bytes) {
        saveFile(this, {tr("Save result"), name, bytes, [this](const QString &words) { setFact(words); }});
    };
    // A body that is not JSON is saved byte for byte as received, if its bytes are still kept.
    const std::optional<QString> type = m_outcome ? contentTypeOf(*m_outcome) : std::nullopt;
    const BlockContent body = bodyContent(value(), type);
    const bool isReceived = m_subject == Subject::Received || !hasChanges();
    const bool isOneJson = !type || isJsonMedia(*type);
    const QByteArray kept =
        m_bodyOf && isReceived && !isOneJson ? m_bodyOf(m_outcome->exchangeId) : QByteArray();
    if (!kept.isEmpty())
        return write(body.fileName(), [outcome = *m_outcome, kept] { return bodyOf(outcome, kept); });
    if (type && value().isString() && body.kind != BlockContent::Kind::Json)
        return write(body.fileName(), [body] { return body.bytes(); });
    write(u"result.json"_s, [shown = value()]() -> Result<QByteArray> {
        return QByteArray(shown.toBytes(Json::Layout::Indented) + '\n');
    });
}

DataPane::DataPane(Faces faces, QWidget *parent)
    : QWidget(parent)
    , m_fewFaces(faces == Faces::TreeAndText)
    , m_header(new PaneHeader(tr("Data"), this))
    , m_stack(new QStackedWidget(this))
    , m_tree(new JsonTreeModel(this))
    , m_treeView(named(new JsonTreeView(m_tree), u"dataTree"_s, tr("Data as tree")))
    , m_text(named(new TextView, u"dataText"_s, tr("Data as text")))
    , m_table(new TableModel(this))
    , m_tableView(named(new RowTreeView, u"dataTable"_s, tr("Data as table")))
    , m_view(new ViewPane)
{
    setObjectName(u"dataPane"_s);
    setBackgroundRole(QPalette::Base);
    makeHeader();
    m_findBar = new FindBar(
        tr("Find in the data"), [this](const QString &text, bool back) { return find(text, back); }, this);
    connect(m_text, &TextView::notFound, m_findBar, &FindBar::showNotFound);
    makeTree();
    connect(m_text, &TextView::ready, this, &DataPane::markText);
    new ColumnFit(m_treeView, m_treeView->header(), {{96, 1}, {80, 4}});
    m_tableView->setRootIsDecorated(false);
    m_tableView->setModel(m_table);
    m_tableView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tableView->header()->setResizeContentsPrecision(0); // a double click measures only the rows on screen
    m_slow.setSingleShot(true);
    m_slow.setInterval(200ms);
    connect(&m_slow, &QTimer::timeout, this, [this] { m_header->setFact(tr("reading…")); });
    connect(m_tableView, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) {
        Q_EMIT placeSelected(index.data(TableModel::PointerRole).toString());
    });
    for (QWidget *face : QWidgetList{m_treeView, m_text, m_tableView, m_view})
        m_stack->addWidget(face);
    addAll(newColumn(this), {m_header, m_changes, m_findBar, {m_stack, 1}});
    setCompact(false);
    updateFaces();
}

void DataPane::makeHeader()
{
    m_subjectChip = named(new Chip(tr("output schema ×"), m_header), u"subjectChip"_s);
    m_subjectChip->setColors(ColorRole::Selection, ColorRole::Accent);
    m_subjectChip->setClickable(true);
    m_subjectChip->setToolTip(tr("Back to the data"));
    m_subjects =
        named(new SegmentControl(m_header), u"dataSubjects"_s, tr("Data as received or as normalised"));
    m_subjects->addSegment(tr("Received"));
    m_subjects->addSegment(tr("Normalised"));
    m_faces = named(new SegmentControl(m_header), u"dataFaces"_s, tr("Data as tree, text, table or view"));
    m_faces->addSegment(tr("Tree"), u"tree"_s);
    m_faces->addSegment(tr("Text"), u"text"_s);
    if (!m_fewFaces) {
        m_faces->addSegment(tr("Table"), u"table"_s);
        m_faces->addSegment(tr("View"), u"view"_s);
    }
    m_normalised =
        named(iconButton(u"compare"_s, tr("Show the normalised data"), m_header), u"showNormalised"_s);
    m_normalised->setCheckable(true);
    m_search = named(iconButton(u"search"_s, tr("Find in the data"), m_header), u"searchData"_s);
    m_copy = named(iconButton(u"copy"_s, tr("Copy the data as JSON"), m_header), u"copyData"_s);
    m_save = named(iconButton(u"export"_s, tr("Save the data as JSON…"), m_header), u"saveData"_s);
    m_header->addBesideTitle(m_subjectChip);
    for (QWidget *widget : QWidgetList{m_subjects, m_faces, m_normalised, m_search, m_copy, m_save})
        m_header->addWidget(widget);
    connect(m_subjectChip, &QAbstractButton::clicked, this, [this] { setSubject(Subject::Received); });
    connect(m_subjects, &SegmentControl::currentChanged, this, [this](int index) {
        if (m_subject != Subject::Schema) // setting up the control must not leave the schema
            setSubject(index == 1 ? Subject::Normalised : Subject::Received);
    });
    connect(m_faces, &SegmentControl::currentChanged, this, [this](int index) {
        if (Face(index) == m_face)
            return;
        if (m_subject == Subject::Schema)
            setFace(Face(index)); // a choice for the schema does not apply to results
        else
            setChosenFace(Face(index));
    });
    connect(m_normalised, &QToolButton::clicked, this,
        [this](bool on) { setSubject(on ? Subject::Normalised : Subject::Received); });
    m_changes = new ChangesLine(this); // created here to follow the header in the tab order
    connect(m_changes, &ChangesLine::nextRequested, this, &DataPane::showNextChange);
    connect(m_search, &QToolButton::clicked, this, &DataPane::showSearch);
    connect(m_copy, &QToolButton::clicked, this, &DataPane::copyAll);
    connect(m_save, &QToolButton::clicked, this, &DataPane::save);
}

void DataPane::makeTree()
{
    connect(m_treeView, &JsonTreeView::menuOpened, this, [this](QMenu *menu) {
        if (!m_fewFaces)
            menu->addAction(tr("Save…"), this, &DataPane::save)->setObjectName(u"saveAction"_s);
    });
    connect(m_treeView, &JsonTreeView::openedInPart, this, [this] {
        m_header->setFact(tr("%L1 rows are expanded. Expand other rows where you need them.")
                .arg(JsonTreeView::mostOpened));
    });
    connect(m_treeView, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) {
        Q_EMIT placeSelected(index.data(JsonTreeModel::PointerRole).toString());
    });
}

void DataPane::showSearch()
{
    m_findBar->open();
}

QString DataPane::find(const QString &text, bool backwards)
{
    if (m_face == Face::Text)
        return m_text->find(text, backwards) ? QString() : tr("Not found");
    if (m_face == Face::View)
        return m_view->find(text, backwards) ? QString() : tr("Not found");
    if (text != m_matchesOf) {
        search(text);
        m_match = backwards ? 0 : -1;
    }
    m_match += backwards ? -1 : 1;
    return m_matches ? showMatch() : QString();
}

//! Lets a worker find all matches, and then shows the match that the user has asked for until then.
void DataPane::search(const QString &text)
{
    m_searching.request_stop();
    m_searching = {};
    m_matches.reset();
    m_matchesOf = text;
    const auto found = [shown = value(), text, stop = m_searching.get_token()] {
        return findInJson(shown, text, JsonMatches::most, JsonMatches::mostNodes, stop);
    };
    QtConcurrent::run(found).then(this, [this, stop = m_searching.get_token()](const JsonMatches &matches) {
        if (stop.stop_requested())
            return; // other data or another search
        m_matches = matches.pointers;
        if (m_face == Face::Tree || m_face == Face::Table)
            m_findBar->setFact(showMatch());
    });
}

QString DataPane::showMatch()
{
    const qsizetype count = m_matches->size();
    if (count == 0)
        return tr("Not found");
    m_match = (m_match % count + count) % count;
    select(m_matches->at(m_match));
    return tr("%L1 of %L2").arg(m_match + 1).arg(count);
}

} // namespace Workbench::Ui

#include "moc_datapane.cpp"
