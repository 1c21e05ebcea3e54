// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/inspectpage.h"

#include "core/base/visibletext.h"
#include "core/checks/bugreport.h"
#include "core/envelope/explanation/explanation.h"
#include "core/exchange/exchangelog.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/session/sessions.h"
#include "ui/forms/fields.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/panes/datapane.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/findingspane.h"
#include "ui/panes/inspecttext.h"
#include "ui/panes/layerbar.h"
#include "ui/panes/metapane.h"
#include "ui/panes/placeholder.h"
#include "ui/text/jsonedit.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/zoom.h"

#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

enum Face { PlaceholderFace, ResultFace };
constexpr auto typingPause = 200ms;
const QList<int> inspectSizes{348, 826};
constexpr int heightForExplanation = 560; // with less height, the card shows only title and cause
constexpr int heightForCause = 320; // with less height, it shows only the title
constexpr int heightForCard = 220; // with less height, Findings shows the problem

//! Returns \a value in an envelope of the form in which it came, so that the panes show it as any other
//! result.
ResponseEnvelope envelopeOf(const RecognitionInput &input, bool isError, const Json &value)
{
    switch (input.form) {
    case RecognitionInput::Form::Result:
        return mcpEnvelope(value,
            {isError, input.result.content.isArray() ? input.result.content : Json::array({}),
                input.result.structuredContent, input.result.meta});
    case RecognitionInput::Form::Http: return httpEnvelope(value, {input.statusCode, {}, input.contentType});
    case RecognitionInput::Form::Error: break;
    }
    return localEnvelope(value, {}, 0);
}

QString formName(RecognitionInput::Form form)
{
    switch (form) {
    case RecognitionInput::Form::Result: return u"tool result"_s;
    case RecognitionInput::Form::Error: return u"JSON-RPC error"_s;
    case RecognitionInput::Form::Http: break;
    }
    return u"HTTP body"_s;
}

Json rawInput(const RecognitionInput &input)
{
    if (input.form != RecognitionInput::Form::Result)
        return input.value;
    return rawResult(envelopeOf(input, input.result.isFlagged, {}), {});
}

//! Returns the facts beside the data: how the text was read, and the meta of its envelope.
Json factsOf(const RecognitionInput &input, const Recognition &recognition)
{
    JsonBuilder facts;
    facts.beginObject().add(u"read as", formName(input.form));
    if (input.statusCode > 0)
        facts.add(u"statusCode", Json::integer(input.statusCode));
    if (!input.contentType.isEmpty())
        facts.add(u"contentType", input.contentType);
    facts.add(u"envelope", layerName(recognition.kind));
    facts.add(u"confidence", QString(confidenceName(recognition.confidence)));
    facts.add(u"isError", Json::boolean(recognition.isError));
    if (!recognition.meta.isAbsent())
        facts.add(u"meta", recognition.meta);
    return facts.endObject().take();
}

} // namespace

InspectPage::InspectPage(const Sessions *sessions, QWidget *parent)
    : ToolPage(u"inspectPage"_s, u"layers"_s, tr("Inspect", "title of a tab"), parent)
    , m_sessions(sessions)
    , m_splitter(named(new QSplitter(Qt::Horizontal, this), u"inspectSplitter"_s))
{
    setAcceptDrops(true);
    m_head = new ToolHead(tabIconName(), tr("Inspect envelope"),
        tr("Explains the envelopes around a result and lists its problems. Nothing is sent or changed."),
        this);
    QPushButton *open = m_head->addButton(plainButton(u"folder"_s, tr("Open file…"), m_head),
        u"inspectOpen"_s, tr("Open a file with JSON, an HTTP response or the text of a tool's result"));
    QPushButton *clear = m_head->addButton(
        plainButton(u"trash"_s, tr("Clear"), m_head), u"inspectClear"_s, tr("Clear the page"));
    m_copy = m_head->addButton(plainButton(u"copy"_s, tr("Copy as JSON"), m_head), u"inspectCopy"_s,
        tr("Copy the findings as `envelope inspect --json` prints them"));
    fillSplitter(m_splitter, {makeInput(), makeResult()}, inspectSizes);
    addAll(newColumn(this), {m_head, {m_splitter, 1}});

    m_delay.setSingleShot(true);
    m_slow.setSingleShot(true);
    m_slow.setInterval(200ms);
    connect(&m_delay, &QTimer::timeout, this, &InspectPage::look);
    connect(&m_slow, &QTimer::timeout, this,
        [this] { m_textHeader->setFact(tr("%1 · reading…", "file and size").arg(m_text->fact())); });
    connect(&m_looking, &QFutureWatcherBase::finished, this, &InspectPage::looked);
    connect(open, &QPushButton::clicked, this, [this] { choose(m_text); });
    connect(clear, &QPushButton::clicked, this, [this] {
        const auto undo = [page = QPointer(this), text = m_text->bytes(), name = m_text->fileName(),
                              schema = m_schema->bytes(), schemaName = m_schema->fileName(),
                              tool = m_tool->text()] {
            InspectPage *const shown = page;
            if (!shown)
                return;
            shown->m_schema->setBytes(schema, schemaName);
            shown->m_tool->setText(tool);
            shown->m_text->setBytes(text, name);
        };
        const bool wasEmpty = isEmpty();
        m_schema->clear();
        m_tool->clear();
        m_text->clear();
        focusFirst();
        if (!wasEmpty)
            Q_EMIT undoOffered(tr("The inspected text was cleared."), undo);
    });
    connect(m_copy, &QPushButton::clicked, this, &InspectPage::copyAsJson);
    connect(m_text, &InspectText::changed, this, &InspectPage::changed);
    connect(m_schema, &InspectText::changed, this, &InspectPage::changed);
    connect(m_tool, &QLineEdit::textChanged, this, [this] { changed(true); });
    connect(m_text, &InspectText::failed, this, [this](const Error &error) {
        showProblem(tr("This file cannot be inspected"), coreText(error.message));
    });
    connect(m_schema, &InspectText::failed, this, [this](const Error &error) {
        m_schemaProblem->setText(visibleText(coreText(error.message), true, 400));
        m_schemaProblem->show();
    });
    connect(m_layers->badges(), &LayerBadges::openLayersChanged, this, &InspectPage::showData);
    connect(m_layers->badges(), &LayerBadges::waitingRequested, this, [this] {
        m_opensAnyText = true;
        look();
    });
    connect(m_explanation, &ExplanationCard::bugReportRequested, this, &InspectPage::copyBugReport);
    connect(m_explanation, &ExplanationCard::closed, this, [this] {
        m_isCardClosed = true;
        m_explanation->hide();
        Q_EMIT explainingChanged();
    });
    changed(false);
}

QWidget *InspectPage::makeInput()
{
    m_input = new QSplitter(Qt::Vertical);
    auto *upper = new QWidget;
    m_textHeader = new PaneHeader(tr("Text"), upper);
    m_text = named(new InspectText(tr("Text to inspect"), upper), u"inspectText"_s);
    m_text->editor()->setPlaceholderText(tr("Paste or drop JSON, an HTTP response, or any text"));
    addAll(newColumn(upper), {m_textHeader, {m_text, 1}});

    auto *lower = new QWidget;
    auto *toolRow = new QWidget(lower);
    auto *word = new ThemeLabel(tr("Tool"), ColorRole::Text, FontRole::Strong, toolRow);
    m_tool = named(new QLineEdit(toolRow), u"inspectTool"_s, tr("Name of the tool, optional"));
    m_tool->setPlaceholderText(tr("name, if known"));
    setZoomedHeight(m_tool, 28);
    word->setBuddy(m_tool);
    addAll(newRow(toolRow, {12, 8, 12, 8}, 8), {word, {m_tool, 1}});
    m_schemaHeader = new PaneHeader(tr("Output schema"), lower);
    QToolButton *open = iconButton(u"folder"_s, tr("Read the output schema from a file"), m_schemaHeader);
    open->setObjectName(u"inspectOpenSchema"_s);
    m_schemaHeader->addWidget(open);
    m_schema = named(new InspectText(tr("Output schema, optional"), lower), u"inspectSchema"_s);
    m_schema->editor()->setPlaceholderText(tr("Paste or drop the tool's output schema"));
    m_schemaProblem =
        wrapped(named(new ThemeLabel({}, ColorRole::Error, FontRole::Small, lower), u"schemaProblem"_s));
    m_schemaProblem->setMargin(12);
    m_schemaProblem->hide();
    addAll(newColumn(lower),
        {toolRow, separator(Qt::Horizontal, lower), m_schemaHeader, {m_schema, 1}, m_schemaProblem});
    connect(open, &QToolButton::clicked, this, [this] { choose(m_schema); });

    fillSplitter(m_input, {upper, lower}, {420, 230}, {3, 2});
    return m_input;
}

QWidget *InspectPage::makeResult()
{
    m_placeholder = new Placeholder;
    auto *result = new QWidget;
    m_layers = new LayerBar(result);
    m_error = new UnifiedErrorLine(result);
    m_explanation = new ExplanationCard(result);
    auto *content = new QSplitter(Qt::Horizontal, result);
    auto *side = new QSplitter(Qt::Vertical);
    m_data = new DataPane;
    m_meta = new MetaPane;
    m_findings = new FindingsPane(tr("Findings"), tr("None. No problems were found."));
    m_data->setMinimumWidth(160);
    m_meta->setMinimumSize(120, 64);
    m_findings->setMinimumSize(200, 64);
    fillSplitter(side, {m_meta, m_findings}, {200, 300}, {2, 3});
    fillSplitter(content, {m_data, side}, {476, 350});
    addAll(newColumn(result), {m_layers, m_error, m_explanation, {content, 1}});

    m_stack = new QStackedWidget;
    m_stack->addWidget(m_placeholder);
    m_stack->addWidget(result);
    return m_stack;
}

QString InspectPage::tabTitle() const
{
    const QString file = m_text->fileName();
    return file.isEmpty() ? ToolPage::tabDetail() : visibleText(file, false, 60);
}

QString InspectPage::tabDetail() const
{
    return m_text->fileName().isEmpty() ? QString() : ToolPage::tabDetail();
}

void InspectPage::setCompact(bool compact)
{
    m_compact = compact;
    m_head->setCompact(compact);
    narrowChanged();
    m_textHeader->setSmall(compact);
    m_schemaHeader->setSmall(compact);
    m_data->setCompact(compact);
    m_meta->setCompact(compact);
    m_findings->setCompact(compact);
    for (QWidget *pane : QWidgetList{m_meta, m_findings})
        pane->setMinimumHeight(compact ? 56 : 64); // its header and a row
}

//! Puts the texts side by side above the result where the page is too narrow for both.
void InspectPage::narrowChanged()
{
    const bool isAbove = m_compact || isNarrow();
    m_splitter->setOrientation(isAbove ? Qt::Vertical : Qt::Horizontal);
    m_input->setOrientation(isAbove ? Qt::Horizontal : Qt::Vertical);
    m_splitter->setSizes(isAbove ? QList{height() / 3, height() * 2 / 3} : inspectSizes);
}

bool InspectPage::isExplaining() const
{
    return m_stack->currentIndex() == ResultFace && !m_isCardClosed && !m_seen.diagnoses.isEmpty()
        && m_seen.diagnoses.constFirst().severity != Diagnosis::Severity::Info;
}

void InspectPage::focusFirst()
{
    m_text->setFocus(Qt::OtherFocusReason);
}

bool InspectPage::isEmpty() const
{
    return m_text->isEmpty() && m_schema->isEmpty() && m_tool->text().isEmpty();
}

void InspectPage::choose(InspectText *text)
{
    askForFile(this, text == m_text ? tr("Inspect file") : tr("Read output schema"), u"inspectDialog"_s,
        [text](const QString &path) { text->readFile(path); });
}

void InspectPage::dragEnterEvent(QDragEnterEvent *event)
{
    if (InspectText::canTake(event->mimeData()))
        event->acceptProposedAction();
}

void InspectPage::dropEvent(QDropEvent *event)
{
    if (m_text->take(event->mimeData()))
        event->acceptProposedAction();
}

void InspectPage::changed(bool isTyping)
{
    m_textHeader->setFact(m_text->fact());
    m_schemaHeader->setFact(m_schema->isEmpty() ? tr("optional") : m_schema->fact());
    Q_EMIT tabChanged();
    m_opensAnyText = false;
    m_delay.start(isTyping ? typingPause : 0ms);
}

//! Reads and explains a text. For a worker.
InspectPage::Seen InspectPage::see(
    const QByteArray &bytes, const QString &tool, const QByteArray &schema, const RecognitionOptions &options)
{
    Seen seen;
    if (!schema.trimmed().isEmpty()) {
        const Result<Json> parsed = parseJson(schema);
        if (parsed)
            seen.input.outputSchema = *parsed;
        else
            seen.schemaProblem = parsed.error().message;
    }
    if (bytes.trimmed().isEmpty())
        return seen;
    Result<RecognitionInput> input = readInspectable(bytes);
    if (!input) {
        seen.problem = input.error().message;
        return seen;
    }
    input->tool = tool;
    input->outputSchema = seen.input.outputSchema;
    seen.input = *std::move(input);
    seen.recognition = recognise(seen.input, options);
    seen.diagnoses = Workbench::explain(seen.input, seen.recognition);
    return seen;
}

void InspectPage::look()
{
    m_slow.start();
    const auto options = RecognitionOptions::within(m_sessions ? m_sessions->limits() : Limits());
    m_looking.setFuture(QtConcurrent::run(&InspectPage::see, m_text->bytes(), m_tool->text().trimmed(),
        m_schema->bytes(), m_opensAnyText ? options.openingAnyText() : options));
}

void InspectPage::looked()
{
    m_slow.stop();
    m_textHeader->setFact(m_text->fact());
    m_seen = m_looking.result();
    m_schemaProblem->setVisible(!m_seen.schemaProblem.isEmpty());
    m_schemaProblem->setText(visibleText(coreText(m_seen.schemaProblem), false, 400));
    const bool isBlank = m_text->bytes().trimmed().isEmpty();
    m_copy->setEnabled(!isBlank && m_seen.problem.isEmpty());
    if (isBlank) {
        m_placeholder->showAdvice(u"layers"_s, tr("Nothing to inspect yet"),
            tr("Paste or drop the result of a tool, an HTTP response or any JSON, or open a "
               "file. Its envelopes, its data and its problems appear here."));
        m_stack->setCurrentIndex(PlaceholderFace);
    } else if (!m_seen.problem.isEmpty()) {
        showProblem(tr("This cannot be inspected"), coreText(m_seen.problem));
    } else {
        m_layers->setRecognition(m_seen.recognition);
        m_error->setVisible(m_seen.recognition.error.has_value());
        if (m_seen.recognition.error)
            m_error->setError(*m_seen.recognition.error);
        m_meta->setFacts(factsOf(m_seen.input, m_seen.recognition));
        QList<Finding> findings;
        for (const RecognitionNote &note : m_seen.recognition.notes)
            findings.append({note.severity, QString(note.code), coreText(withLayerNames(note.message))});
        m_findings->setFindings(findings);
        showData();
        explain();
        m_stack->setCurrentIndex(ResultFace);
    }
    Q_EMIT inspected();
    Q_EMIT explainingChanged();
}

void InspectPage::showProblem(const QString &title, const QString &words)
{
    m_placeholder->showProblem(title, words);
    m_stack->setCurrentIndex(PlaceholderFace);
}

//! Shows the data inside the innermost open layer.
void InspectPage::showData()
{
    const Recognition &recognition = m_seen.recognition;
    const QList<ShownLayer> layers = shownLayers(recognition);
    const qsizetype open = m_layers->badges()->openLayers();
    const Json inside = valueInside(recognition, open);
    m_data->setOutcome({.envelope = envelopeOf(m_seen.input, recognition.isError, inside),
        .receivedData = inside,
        .warnings = {},
        .changes = {},
        .exchangeId = {},
        .recognition = std::make_shared<const Recognition>(recognition)});
    m_data->setFact(open > 0   ? tr("inside %1").arg(layers.at(open - 1).name)
            : layers.isEmpty() ? QString()
                               : tr("around %1").arg(layers.constFirst().name));
}

void InspectPage::explain()
{
    m_isCardClosed = false;
    if (!m_seen.diagnoses.isEmpty()) {
        m_explanation->setDiagnosis(
            m_seen.diagnoses.constFirst(), m_seen.input.result.structuredContent, m_seen.input.outputSchema);
    }
    updateBrief();
}

void InspectPage::updateBrief()
{
    const bool isMinor = m_explanation->diagnosis().severity == Diagnosis::Severity::Info;
    m_explanation->setBrief(isMinor || m_compact || m_stack->height() < heightForExplanation);
    m_meta->setVisible(m_stack->height() >= heightForCard);
    m_explanation->setTight(m_stack->height() < heightForCause);
    m_explanation->setVisible(
        !m_seen.diagnoses.isEmpty() && !m_isCardClosed && m_stack->height() >= heightForCard);
}

void InspectPage::resizeEvent(QResizeEvent *event)
{
    ToolPage::resizeEvent(event);
    updateBrief();
}

void InspectPage::copyBugReport()
{
    BugReport report;
    report.operation = m_tool->text().trimmed();
    report.outputSchema = m_seen.input.outputSchema;
    report.result = rawInput(m_seen.input);
    report.diagnoses = m_seen.diagnoses;
    report.notes = m_seen.recognition.notes;
    QtConcurrent::run(toMarkdown, report, m_sessions ? m_sessions->exchanges()->secrets() : KnownSecrets())
        .then(this, [](const QString &text) { copyText(text); });
}

void InspectPage::copyAsJson()
{
    QtConcurrent::run([recognition = m_seen.recognition] {
        return QString::fromUtf8(toJson(recognition).toBytes(Json::Layout::Indented));
    }).then(this, [](const QString &text) { copyText(text); });
}

} // namespace Workbench::Ui

#include "moc_inspectpage.cpp"
