// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/resultpane.h"

#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/recognition.h"
#include "core/session/invocation.h"
#include "core/session/sessions.h"
#include "ui/forms/themelabel.h"
#include "ui/models/placemarks.h"
#include "ui/models/words.h"
#include "ui/panes/calleventspane.h"
#include "ui/panes/datapane.h"
#include "ui/panes/errorcard.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/layerbar.h"
#include "ui/panes/metapane.h"
#include "ui/panes/peeraskpane.h"
#include "ui/panes/resultpanes.h"
#include "ui/panes/viewpane.h"
#include "ui/panes/warningspane.h"
#include "ui/theme/building.h"

#include <QApplication>
#include <QStackedWidget>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
enum Page { EmptyPage, ContentPage };
constexpr int heightForExplanation = 440; // below, the card shows title and cause only
constexpr int heightForCause = 320; // with less height, it shows only the title
constexpr int widthForEvents = 640; // below, Wire alone shows what the server sent
constexpr int leastForEvents = 240; // the time and the kind
constexpr int mostForEvents = 380; // a message needs no more, and a form needs the rest

//! Returns the outcome as Warnings and the status line show it, with the recognition's notes that are not
//! about the schema as warnings. If the schema describes only a part of the data, normalisation applied it to
//! the whole: then its changes are left out, and the violations that caused them become warnings.
Outcome toldOutcome(const Outcome &outcome)
{
    Outcome told = outcome;
    if (!told.diagnoses.isEmpty() && told.diagnoses.first().validPointer) {
        QStringList seen;
        for (const Change &change : std::exchange(told.changes, {})) {
            const ValidationError &violation = change.violation;
            if (violation.message.isEmpty() || seen.contains(violation.pointer + violation.message))
                continue;
            seen.append(violation.pointer + violation.message);
            told.warnings.append(
                {violation.pointer, violation.message, violation.keyword, violation.schemaLocation});
        }
    }
    for (const RecognitionNote &note :
        outcome.recognition ? outcome.recognition->notes : QList<RecognitionNote>()) {
        const bool isTold = note.code.startsWith("schema."_L1) || note.code.startsWith("call."_L1)
            || (!outcome.diagnoses.isEmpty() && outcome.diagnoses.first().code == note.code);
        if (note.severity != Diagnosis::Severity::Info && !isTold)
            told.warnings.append({{}, withLayerNames(note.message), u"mismatch"_s, {}});
    }
    return told;
}

//! Returns whether Warnings already show the problem place by place, so that title and cause are enough at
//! first.
bool isToldByWarnings(const Diagnosis &diagnosis)
{
    return diagnosis.severity == Diagnosis::Severity::Info || diagnosis.code == "schema.mismatch"_L1;
}
} // namespace

ResultPane::ResultPane(QWidget *parent)
    : QWidget(parent)
    , m_status(new StatusLine(this))
    , m_asks(new PeerAskPane(this))
    , m_events(new CallEventsPane(this))
    , m_beside(newRow())
    , m_answer(new QWidget(this))
    , m_stack(new QStackedWidget(this))
    , m_data(new DataPane)
    , m_meta(new MetaPane)
    , m_warnings(new WarningsPane)
    , m_panes(new ResultPanes(m_data, m_meta, m_warnings))
    , m_error(new ErrorCard(this))
    , m_failure(new UnifiedErrorLine(this))
    , m_explanation(new ExplanationCard(this))
{
    setObjectName(u"resultPane"_s);
    setBackgroundRole(QPalette::Base);
    m_meta->setMinimumWidth(120);
    m_warnings->setMinimumWidth(120);
    m_error->setMinimumWidth(240); // its wrapped texts would require more than a small window has
    m_meta->setMinimumHeight(64);
    m_warnings->setMinimumHeight(64);
    m_empty = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body), u"noResult"_s);
    setOffered(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setMinimumWidth(160);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_panes);
    auto *middle = addAll(newColumn(), {{m_asks, 3}, {m_answer, 2}});
    middle->addStretch(); // below a form, if there is nothing else
    addAll(newColumn(this), {m_status, {addAll(m_beside, {{middle, 1}, m_events}), 1}});
    m_events->hide();
    addAll(newColumn(m_answer), {m_explanation, m_error, m_failure, {m_stack, 1}});
    m_explanation->hide();
    m_failure->hide();
    m_error->hide();
    makeConnections();
}

ResultPane::~ResultPane() = default;

void ResultPane::makeConnections()
{
    connect(m_asks, &PeerAskPane::askingChanged, this, &ResultPane::askingChanged);
    connect(m_status, &StatusLine::waitingRequested, m_asks, &PeerAskPane::focusFirst);
    connect(m_status, &StatusLine::wireRequested, this, [this] { Q_EMIT wireRequested(m_exchangeId); });
    connect(m_status, &StatusLine::warningsRequested, this, [this] {
        m_panes->show(ResultPanes::Pane::Warnings);
        m_warnings->setFocus(Qt::OtherFocusReason);
    });
    connect(m_status->layers(), &LayerBadges::openLayersChanged, this, &ResultPane::showLayers);
    connect(m_status->layers(), &LayerBadges::waitingRequested, this, &ResultPane::openWaiting);
    connect(m_explanation, &ExplanationCard::closed, this, [this] {
        m_explanation->hide();
        Q_EMIT explanationClosed();
    });
    connect(m_data, &DataPane::placeSelected, this, [this](const QString &pointer) {
        if (m_data->subject() != DataPane::Subject::Schema && m_pointer)
            m_warnings->select(*m_pointer + pointer);
    });
    connect(m_warnings, &WarningsPane::placeChosen, this, &ResultPane::selectPlace);
    connect(m_warnings, &WarningsPane::resultPlaceChosen, this, [this](const QString &pointer) {
        m_panes->show(ResultPanes::Pane::Meta);
        m_meta->selectInResult(pointer);
    });
    connect(m_warnings, &WarningsPane::receivedRequested, this, [this](const QString &pointer) {
        m_data->setSubject(DataPane::Subject::Received);
        selectPlace(pointer);
    });
    connect(m_warnings, &WarningsPane::limitRequested, m_error, &ErrorCard::limitRequested);
    connect(m_warnings, &WarningsPane::schemaRequested, this, [this](const QString &location) {
        m_panes->show(ResultPanes::Pane::Data);
        m_data->setSubject(DataPane::Subject::Schema);
        m_data->select(location.section(u'#', 1));
    });
}

//! While a request of the server waits, the previous result is hidden, unless the user works in it.
void ResultPane::askingChanged(bool asking)
{
    m_status->setWaiting(asking);
    m_answer->setVisible(!asking || m_answer->isAncestorOf(QApplication::focusWidget()));
}

void ResultPane::setSessions(Sessions *sessions)
{
    m_asks->setSessions(sessions);
    m_events->setLog(sessions->exchanges());
    m_events->setRequests(sessions->peerRequests());
    m_data->setBodies([log = QPointer(sessions->exchanges())](const QString &exchangeId) {
        const Frame *const answer = log ? lastAnswer(*log, exchangeId) : nullptr;
        return answer ? answer->bytes : QByteArray();
    });
    connect(m_events, &CallEventsPane::firstCame, this, &ResultPane::showEvents);
}

//! Shows the messages of the server over the whole height while the call runs, and if there is no result. In
//! that place they are as wide as the side of the result, where they are shown otherwise.
void ResultPane::showEvents()
{
    const bool isBeside = m_isRunning || m_stack->isHidden() || !m_events->hasEvents();
    const bool wasBeside = m_events->parentWidget() == this;
    if (isBeside != wasBeside) {
        const QWidget *focus = QApplication::focusWidget();
        if (focus && m_events->isAncestorOf(focus))
            setFocus(Qt::OtherFocusReason); // otherwise a button could get it
        m_events->hide();
        m_events->setMinimumWidth(120); // as Meta and Warnings
        m_events->setMaximumWidth(QWIDGETSIZE_MAX);
        m_panes->setEvents(isBeside ? nullptr : m_events);
        if (isBeside)
            m_beside->addWidget(m_events);
    }
    if (!isBeside)
        return;
    const bool isShown = m_events->hasEvents() && !m_compact && width() >= widthForEvents;
    if (isShown && m_events->isHidden())
        m_eventsShare = m_panes->sideShare();
    if (isShown)
        m_events->setFixedWidth(std::clamp(int(width() * m_eventsShare), leastForEvents, mostForEvents));
    m_events->setVisible(isShown);
}

void ResultPane::setOffered(bool offered)
{
    const QString press = m_isInputNeeded
        ? tr("Fill in the input and press %1. Data, meta and warnings appear here.")
        : tr("Press %1. Data, meta and warnings appear here.");
    m_empty->setText(offered ? press.arg(m_verb) : tr("Connect the source to invoke this operation."));
}

void ResultPane::showGone()
{
    clear();
    m_empty->setText(
        tr("The result of this call is no longer kept. Press Edit a copy to make the call again."));
}

void ResultPane::setRunning(Invocation *invocation)
{
    if (m_invocation)
        m_invocation->disconnect(m_status);
    m_invocation = invocation;
    m_exchangeId = invocation->exchangeId();
    m_operationId = invocation->operation().toString();
    m_status->setRunning();
    m_asks->followCall(m_exchangeId);
    m_events->follow(m_exchangeId);
    m_isRunning = true;
    showEvents();
    m_empty->setText(tr("Waiting for the result…"));
    connect(invocation, &Invocation::progressed, m_status, &StatusLine::setProgress);
    connect(invocation, &Invocation::taskChanged, m_status,
        [this, invocation] { m_status->setTask(*invocation->task()); });
}

void ResultPane::showResult(const Result<Outcome> &result, const CallFacts &facts)
{
    m_exchangeId = facts.exchangeId;
    m_isRunning = false;
    if (result) {
        m_error->hide();
        m_stack->show();
        showOutcome(*result, facts);
    } else {
        showError(result.error(), facts);
    }
    showEvents();
}

void ResultPane::showOutcome(const Outcome &outcome, const CallFacts &facts)
{
    ++m_shown;
    m_failed.reset();
    m_outcome = outcome;
    m_facts = facts;
    m_diagnoses = outcome.diagnoses;
    const Outcome told = toldOutcome(outcome);
    m_status->setOutcome(told, facts);
    m_meta->setOutcome(outcome, facts.beside);
    m_meta->setTiming(facts.timing);
    m_warnings->setOutcome(told);
    m_panes->showResult(int(attentionCount(told)), !told.warnings.isEmpty() || !told.changes.isEmpty());
    if (ViewPane::isConversation(outcome) || ViewPane::hasMedia(outcome))
        m_status->layers()->setOpenLayers(0); // the content of one text would hide the other blocks
    showLayers();
    explain();
    showFailure(outcome);
    m_stack->setCurrentIndex(ContentPage);
}

//! Shows the data inside the innermost open layer.
void ResultPane::showLayers()
{
    if (!m_outcome)
        return;
    const qsizetype open = m_status->layers()->openLayers();
    const OpenedOutcome opened = openedOutcome(*m_outcome, open);
    m_pointer = opened.pointer;
    m_data->setOutcome(opened.outcome, open > 0 ? shownLayers(*m_outcome).at(open - 1).name : QString());
}

//! Opens the layers that wait for the user's request, on a worker because they may be large.
void ResultPane::openWaiting()
{
    if (!m_outcome)
        return;
    QtConcurrent::run([outcome = *m_outcome, operation = m_operationId, schema = m_schema] {
        return std::make_shared<const Recognition>(
            recogniseAgain(outcome, operation, schema, RecognitionOptions().openingAnyText()));
    }).then(this, [this, shown = m_shown](const std::shared_ptr<const Recognition> &recognition) {
        if (shown != m_shown || !m_outcome)
            return;
        Outcome outcome = *m_outcome;
        outcome.recognition = recognition;
        showOutcome(outcome, m_facts);
    });
}

//! Selects a place of the whole data, in the state that is shown. Layers that do not contain the place are
//! closed.
void ResultPane::selectPlace(const QString &pointer)
{
    if (!m_pointer || !isWithin(pointer, *m_pointer)) {
        m_status->layers()->setOpenLayers(0);
        showLayers();
    }
    if (m_data->subject() == DataPane::Subject::Schema)
        m_data->setSubject(DataPane::Subject::Received);
    m_panes->show(ResultPanes::Pane::Data);
    m_data->select(pointer.sliced(m_pointer->size()));
}

//! Shows the failure that the result itself reports, if no explanation covers it.
void ResultPane::showFailure(const Outcome &outcome)
{
    const bool isTold = !m_diagnoses.isEmpty() && m_diagnoses.first().severity == Diagnosis::Severity::Error;
    const bool isShown = outcome.recognition && outcome.recognition->error && !isTold;
    m_failure->setVisible(isShown);
    if (isShown)
        m_failure->setError(*outcome.recognition->error);
}

void ResultPane::showError(const Error &error, const CallFacts &facts)
{
    ++m_shown;
    m_outcome.reset();
    m_failed = error;
    const std::optional<Outcome> answer = answerOf(error);
    m_diagnoses =
        explainFailure(error, OperationId::fromString(m_operationId).name, m_schema, facts.seenEnvelope)
            .diagnoses;
    explain();
    m_failure->hide();
    m_status->setError(error, facts);
    m_error->setBrief(answer.has_value());
    m_error->setError(error);
    m_error->setExplained(!m_diagnoses.isEmpty());
    m_error->show();
    m_stack->setVisible(answer.has_value());
    if (!answer)
        return;
    m_pointer = QString();
    m_data->setOutcome(*answer);
    m_meta->setEnvelope(answer->envelope, facts.beside);
    m_meta->setTiming(facts.timing);
    m_warnings->showFailed();
    m_panes->showResult(0, false);
    m_stack->setCurrentIndex(ContentPage);
}

std::optional<BugReport> ResultPane::bugReport(const OperationSpec &spec, const Json &input) const
{
    if (m_outcome)
        return BugReport::of(spec, input, *m_outcome);
    if (!m_failed)
        return {};
    BugReport report = BugReport::of(spec, input, *m_failed, m_diagnoses);
    if (const std::optional<Outcome> answer = answerOf(*m_failed))
        report.result = rawResult(answer->envelope, answer->receivedData);
    return report;
}

void ResultPane::setOutputSchema(const Json &schema)
{
    m_schema = schema;
    m_data->setSchema(schema);
    m_warnings->setDeclared(!schema.isAbsent());
}

bool ResultPane::isExplaining() const
{
    return !m_explanation->isHidden() && !isToldByWarnings(m_diagnoses.first());
}

void ResultPane::explain()
{
    // Warnings show what normalisation changed. An MCP tool is explained anyway: other clients refuse its
    // result.
    const bool isPutRight = m_outcome && !m_outcome->changes.isEmpty()
        && m_outcome->envelope.source() != "mcp"_L1 && std::ranges::all_of(m_diagnoses, isToldByWarnings);
    m_explanation->setVisible(!m_diagnoses.isEmpty() && !isPutRight);
    if (m_diagnoses.isEmpty())
        return;
    m_explanation->setDiagnosis(m_diagnoses.first(), m_outcome ? m_outcome->receivedData : Json(), m_schema);
    updateBrief();
}

void ResultPane::updateBrief()
{
    const bool isBrief = !m_diagnoses.isEmpty() && isToldByWarnings(m_diagnoses.first());
    m_explanation->setBrief(isBrief || m_compact || height() < heightForExplanation);
    m_explanation->setTight(height() < heightForCause);
}

void ResultPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showEvents();
    updateBrief();
}

void ResultPane::clear()
{
    ++m_shown;
    m_outcome.reset();
    m_failed.reset();
    m_diagnoses.clear();
    m_explanation->hide();
    m_failure->hide();
    m_error->hide();
    m_stack->show();
    setOffered(true);
    m_status->clear();
    m_data->clear();
    m_meta->clear();
    m_warnings->clear();
    m_stack->setCurrentIndex(EmptyPage);
    m_events->follow({});
    showEvents();
}

void ResultPane::setCompact(bool compact)
{
    m_compact = compact;
    m_asks->setCompact(compact);
    showEvents();
    m_panes->setSharing(!compact);
    updateBrief();
    m_status->setCompact(compact);
    m_data->setCompact(compact);
    m_meta->setCompact(compact);
    m_warnings->setCompact(compact);
    m_meta->setMinimumHeight(compact ? 56 : 64);
}

QByteArray ResultPane::saveLayout() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    // The heights of the side follow the result until the user moves its splitter.
    stream << m_panes->saveState() << m_panes->saveSide() << qint32(m_data->face());
    for (const std::optional<DataPane::Face> &chosen : m_data->chosenFaces())
        stream << qint32(chosen ? int(*chosen) : -1);
    return bytes;
}

void ResultPane::restoreLayout(const QByteArray &layout, bool withChoices)
{
    QDataStream stream(layout);
    QByteArray content;
    QByteArray side;
    qint32 face = 0;
    stream >> content >> side >> face;
    if (stream.status() != QDataStream::Ok)
        return;
    m_panes->restoreState(content);
    m_panes->restoreSide(side);
    DataPane::ChosenFaces faces;
    for (std::optional<DataPane::Face> &chosen : faces) {
        qint32 number = -1;
        stream >> number;
        if (number >= 0)
            chosen = DataPane::Face(std::clamp(number, 0, 3));
    }
    if (withChoices && stream.status() == QDataStream::Ok)
        m_data->setChosenFaces(faces);
}

} // namespace Workbench::Ui

#include "moc_resultpane.cpp"
