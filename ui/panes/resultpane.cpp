// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/resultpane.h"

#include "core/envelope/explanation.h"
#include "core/session/invocation.h"
#include "ui/forms/themelabel.h"
#include "ui/models/httpwords.h"
#include "ui/models/placemarks.h"
#include "ui/panes/datapane.h"
#include "ui/panes/errorcard.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/layerbadges.h"
#include "ui/panes/layerbar.h"
#include "ui/panes/metapane.h"
#include "ui/panes/warningspane.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
enum Page { EmptyPage, ContentPage };
constexpr int heightForExplanation = 440; // below, the card shows title and cause only

//! What Warnings and the status line tell: with the notes that are no word about the schema, and without what
//! normalisation did where it took the whole for the part that the schema describes.
Outcome toldOutcome(const Outcome &outcome)
{
    Outcome told = outcome;
    if (!told.diagnoses.isEmpty() && told.diagnoses.first().validPointer)
        told.changes.clear();
    for (const RecognitionNote &note :
        outcome.recognition ? outcome.recognition->notes : QList<RecognitionNote>()) {
        const bool isTold = note.code.startsWith("schema."_L1) || note.code.startsWith("call."_L1)
            || (!outcome.diagnoses.isEmpty() && outcome.diagnoses.first().code == note.code);
        if (note.severity != Diagnosis::Severity::Info && !isTold)
            told.warnings.append({{}, note.message, u"mismatch"_s, {}});
    }
    return told;
}

//! Nothing that Warnings do not tell place by place: title and cause are enough at first.
bool isToldByWarnings(const Diagnosis &diagnosis)
{
    return diagnosis.severity == Diagnosis::Severity::Info || diagnosis.code == "schema.mismatch"_L1;
}
} // namespace

ResultPane::ResultPane(QWidget *parent)
    : QWidget(parent)
    , m_status(new StatusLine(this))
    , m_stack(new QStackedWidget(this))
    , m_content(new QSplitter(Qt::Horizontal))
    , m_side(new QSplitter(Qt::Vertical))
    , m_data(new DataPane)
    , m_meta(new MetaPane)
    , m_warnings(new WarningsPane)
    , m_error(new ErrorCard(this))
    , m_failure(new UnifiedErrorLine(this))
    , m_explanation(new ExplanationCard(this))
{
    setObjectName(u"resultPane"_s);
    setBackgroundRole(QPalette::Base);
    m_side->addWidget(m_meta);
    m_side->addWidget(m_warnings);
    m_side->setSizes({223, 281});
    m_content->addWidget(m_data);
    m_content->addWidget(m_side);
    m_content->setStretchFactor(0, 467);
    m_content->setStretchFactor(1, 336);
    m_content->setSizes({467, 336});
    for (QSplitter *splitter : {m_content, m_side})
        splitter->setChildrenCollapsible(false);
    m_data->setMinimumWidth(160);
    m_meta->setMinimumWidth(120);
    m_warnings->setMinimumWidth(120);
    m_error->setMinimumWidth(240); // its wrapping texts would ask for more than a small window has
    m_meta->setMinimumHeight(64);
    m_warnings->setMinimumHeight(64);
    auto *empty = new ThemeLabel(
        tr("Fill in the input and press Invoke: data, meta and warnings appear here side by side."),
        ColorRole::TextSecond, FontRole::Body);
    empty->setObjectName(u"noResult"_s);
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setMargin(24);
    empty->setMinimumWidth(160);
    m_stack->addWidget(empty);
    m_stack->addWidget(m_content);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_status);
    column->addWidget(m_explanation);
    column->addWidget(m_error);
    column->addWidget(m_failure);
    column->addWidget(m_stack, 1);
    m_explanation->hide();
    m_failure->hide();
    m_error->hide();
    makeConnections();
}

ResultPane::~ResultPane() = default;

void ResultPane::makeConnections()
{
    connect(m_side, &QSplitter::splitterMoved, this, [this] { m_isSideMoved = true; });
    connect(m_status, &StatusLine::cancelRequested, this, &ResultPane::cancelRequested);
    connect(m_status, &StatusLine::wireRequested, this, [this] { Q_EMIT wireRequested(m_exchangeId); });
    connect(m_status, &StatusLine::warningsRequested, this,
        [this] { m_warnings->setFocus(Qt::OtherFocusReason); });
    connect(m_error, &ErrorCard::sendAnywayRequested, this, &ResultPane::sendAnywayRequested);
    connect(m_status->layers(), &LayerBadges::openLayersChanged, this, [this](qsizetype open) {
        if (open > 0)
            showLayers();
        else
            m_data->setSubject(DataPane::Subject::Received);
    });
    connect(m_status->layers(), &LayerBadges::waitingRequested, this, &ResultPane::openWaiting);
    connect(m_data, &DataPane::subjectChanged, this, [this](DataPane::Subject subject) {
        LayerBadges *layers = m_status->layers();
        if (subject == DataPane::Subject::Received) {
            layers->setOpenLayers(0);
        } else if (subject == DataPane::Subject::Data && layers->openLayers() == 0
            && layers->mostOpenLayers() > 0) {
            layers->setOpenLayers(layers->mostOpenLayers());
            showLayers();
        }
    });
    connect(m_explanation, &ExplanationCard::bugReportRequested, this, &ResultPane::bugReportRequested);
    connect(m_explanation, &ExplanationCard::closed, this, [this] {
        m_explanation->hide();
        Q_EMIT explanationClosed();
    });
    connect(m_error, &ErrorCard::connectRequested, this, &ResultPane::connectRequested);
    connect(m_error, &ErrorCard::certificateRequested, this, &ResultPane::certificateRequested);
    connect(m_data, &DataPane::placeSelected, this, [this](const QString &pointer) {
        if (m_data->subject() == DataPane::Subject::Received)
            m_warnings->select(pointer);
        else if (m_data->subject() == DataPane::Subject::Data && m_pointer)
            m_warnings->select(*m_pointer + pointer);
    });
    connect(m_warnings, &WarningsPane::placeChosen, this, &ResultPane::selectPlace);
    connect(m_warnings, &WarningsPane::receivedRequested, this, [this](const QString &pointer) {
        m_data->setSubject(DataPane::Subject::Received);
        m_data->select(pointer);
    });
    connect(m_warnings, &WarningsPane::schemaRequested, this, [this](const QString &location) {
        m_data->setSubject(DataPane::Subject::Schema);
        m_data->select(location.section(u'#', 1));
    });
}

void ResultPane::setRunning(Invocation *invocation)
{
    if (m_invocation)
        m_invocation->disconnect(m_status);
    m_invocation = invocation;
    m_exchangeId = invocation->exchangeId();
    m_operationId = invocation->operation().toString();
    m_status->setRunning();
    connect(invocation, &Invocation::progressed, m_status, &StatusLine::setProgress);
}

void ResultPane::showResult(const Result<Outcome> &result, const CallFacts &facts)
{
    m_exchangeId = facts.exchangeId;
    if (!result) {
        showError(result.error(), facts);
        return;
    }
    m_error->hide();
    m_stack->show();
    showOutcome(*result, facts);
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
    m_meta->setEnvelope(outcome.envelope, facts.beside);
    m_meta->setTiming(facts.timing);
    m_warnings->setOutcome(told);
    shareSide(!told.warnings.isEmpty() || !told.changes.isEmpty());
    showLayers();
    explain();
    showFailure(outcome);
    m_stack->setCurrentIndex(ContentPage);
}

//! Inside the innermost layer that is open.
void ResultPane::showLayers()
{
    if (!m_outcome)
        return;
    const qsizetype open = m_status->layers()->openLayers();
    const OpenedOutcome opened = openedOutcome(*m_outcome, open);
    m_pointer = opened.pointer;
    m_data->setOutcome(opened.outcome, open > 0 ? shownLayers(*m_outcome).at(open - 1).name : QString());
}

//! What waited is opened because somebody asked; on a worker, for it may be large.
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

//! A place in the data received: inside of what is shown, or else in what arrived.
void ResultPane::selectPlace(const QString &pointer)
{
    const bool isReceived = m_data->subject() == DataPane::Subject::Received && m_data->isOpened();
    if (isReceived || !m_pointer || !isWithin(pointer, *m_pointer)) {
        m_data->setSubject(DataPane::Subject::Received);
        m_data->select(pointer);
    } else {
        m_data->setSubject(DataPane::Subject::Data);
        m_data->select(pointer.sliced(m_pointer->size()));
    }
}

//! The failure that the result itself tells of, where no explanation does.
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
    const RecognitionInput input = inspectable(error, OperationId::fromString(m_operationId).name, m_schema);
    m_diagnoses = error.kind == ErrorKind::Remote ? explainNotes(input, recognise(input), facts.seenEnvelope)
                                                  : QList<Diagnosis>();
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
    m_warnings->clear(); // no schema was asked about it
    shareSide(false);
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

//! Meta takes the height that no warning needs.
void ResultPane::shareSide(bool hasWarnings)
{
    constexpr int noWarnings = 96; // the header and a line
    if (m_isSideMoved || m_compact)
        return;
    const int height = m_side->height();
    m_side->setSizes(hasWarnings ? QList<int>{223 * height / 504, 281 * height / 504}
                                 : QList<int>{height - noWarnings, noWarnings});
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
    // What was made to fit is told by Warnings; only of a tool everybody else would refuse it.
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
}

void ResultPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
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
    m_status->clear();
    m_data->clear();
    m_meta->clear();
    m_warnings->clear();
    m_stack->setCurrentIndex(EmptyPage);
}

void ResultPane::setCompact(bool compact)
{
    m_compact = compact;
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
    // how the side is shared follows the result until somebody moves it
    stream << m_content->saveState() << (m_isSideMoved ? m_side->saveState() : QByteArray())
           << qint32(m_data->face()) << m_isSideMoved;
    return bytes;
}

void ResultPane::restoreLayout(const QByteArray &layout)
{
    QDataStream stream(layout);
    QByteArray content;
    QByteArray side;
    qint32 face = 0;
    stream >> content >> side >> face;
    if (stream.status() != QDataStream::Ok)
        return;
    m_content->restoreState(content);
    if (!side.isEmpty())
        m_side->restoreState(side);
    m_data->setFace(DataPane::Face(std::clamp(face, 0, 1))); // a table or view may not suit the next result
    bool moved = false;
    stream >> moved;
    m_isSideMoved = stream.status() == QDataStream::Ok && moved;
}

} // namespace Workbench::Ui
