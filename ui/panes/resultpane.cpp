// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/resultpane.h"

#include "core/session/invocation.h"
#include "ui/forms/themelabel.h"
#include "ui/models/httpwords.h"
#include "ui/panes/datapane.h"
#include "ui/panes/errorcard.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/metapane.h"
#include "ui/panes/warningspane.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
enum Page { EmptyPage, ContentPage };
constexpr int heightForExplanation = 440; // below, the card shows title and cause only

//! What is shown of an outcome: where the schema describes a part of what was received, that part as it came,
//! because normalisation took the whole for the part and left empty values.
Outcome openedOutcome(const Outcome &outcome)
{
    if (outcome.diagnoses.isEmpty() || !outcome.diagnoses.first().validPointer)
        return outcome;
    Outcome opened = outcome;
    opened.envelope.data = validPart(outcome.diagnoses.first(), outcome.receivedData);
    opened.changes.clear();
    return opened;
}

bool isOpened(const Outcome &outcome)
{
    return !outcome.diagnoses.isEmpty() && outcome.diagnoses.first().validPointer;
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
    column->addWidget(m_stack, 1);
    m_explanation->hide();
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
    connect(m_status, &StatusLine::layerClosed, this,
        [this] { m_data->setSubject(DataPane::Subject::Received); });
    connect(m_data, &DataPane::subjectChanged, this, [this](DataPane::Subject subject) {
        m_status->setLayerShown(m_data->isOpened() && subject != DataPane::Subject::Received);
    });
    connect(m_explanation, &ExplanationCard::closed, this, [this] {
        m_explanation->hide();
        Q_EMIT explanationClosed();
    });
    connect(m_error, &ErrorCard::connectRequested, this, &ResultPane::connectRequested);
    connect(m_data, &DataPane::placeSelected, m_warnings, &WarningsPane::select);
    connect(m_warnings, &WarningsPane::placeChosen, this, [this](const QString &pointer) {
        // The warnings are about the whole that was received, not about the part that is shown opened.
        m_data->setSubject(isExplaining() ? DataPane::Subject::Received : DataPane::Subject::Data);
        m_data->select(pointer);
    });
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
    const Outcome shown = openedOutcome(*result);
    m_status->setOutcome(shown, facts);
    m_data->setOutcome(shown, isOpened(shown) ? shown.diagnoses.first().envelope : QString());
    m_meta->setEnvelope(shown.envelope, facts.beside);
    m_meta->setTiming(facts.timing);
    m_warnings->setOutcome(shown);
    shareSide(!shown.warnings.isEmpty() || !shown.changes.isEmpty());
    explain(shown);
    m_stack->setCurrentIndex(ContentPage);
}

void ResultPane::showError(const Error &error, const CallFacts &facts)
{
    const std::optional<Outcome> answer = answerOf(error);
    m_explanation->hide();
    m_status->setError(error, facts);
    m_error->setBrief(answer.has_value());
    m_error->setError(error);
    m_error->show();
    m_stack->setVisible(answer.has_value());
    if (!answer)
        return;
    m_data->setOutcome(*answer);
    m_meta->setEnvelope(answer->envelope, facts.beside);
    m_meta->setTiming(facts.timing);
    m_warnings->clear(); // no schema was asked about it
    shareSide(false);
    m_stack->setCurrentIndex(ContentPage);
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
}

bool ResultPane::isExplaining() const
{
    return !m_explanation->isHidden();
}

void ResultPane::explain(const Outcome &outcome)
{
    m_explanation->setVisible(!outcome.diagnoses.isEmpty());
    if (!outcome.diagnoses.isEmpty())
        m_explanation->setDiagnosis(outcome.diagnoses.first(), outcome.receivedData, m_schema);
}

void ResultPane::updateBrief()
{
    m_explanation->setBrief(m_compact || height() < heightForExplanation);
}

void ResultPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    updateBrief();
}

void ResultPane::clear()
{
    m_explanation->hide();
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
