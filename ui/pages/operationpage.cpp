// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/operationpage.h"

#include "core/base/visibletext.h"
#include "core/envelope/pipeline/nextpage.h"
#include "core/exchange/wirefacts.h"
#include "core/json/jsonbuilder.h"
#include "core/session/sessions.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/httpwords.h"
#include "ui/models/streammodel.h"
#include "ui/models/words.h"
#include "ui/pages/definitionpage.h"
#include "ui/panes/askbar.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/peeraskpane.h"
#include "ui/panes/requestpane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/streampane.h"
#include "ui/panes/updatespane.h"
#include "ui/text/jsonedit.h"
#include "ui/theme/building.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

OperationPage::OperationPage(Sessions *sessions, const OperationId &operation, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_operation(operation)
    , m_header(new OperationHeader(this))
    , m_ask(new AskBar(this))
    , m_changeNotice(named(new AskBar(this), u"changeNotice"_s))
    , m_splitter(named(new QSplitter(Qt::Horizontal, this), u"pageSplitter"_s))
    , m_input(new InputEditor)
    , m_output(named(new QSplitter(Qt::Vertical), u"outputSplitter"_s))
    , m_request(new RequestPane(sessions, operation))
{
    setObjectName(u"operationPage"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_input);
    m_splitter->addWidget(m_output);
    m_output->setChildrenCollapsible(false);
    m_output->addWidget(m_request);
    m_request->hide();
    addAll(newColumn(this), {m_header, m_changeNotice, m_ask, {m_splitter, 1}});
    readSpec();
    fillMenu();
    addRequestActions();
    addQuestion();
    connect(m_header, &OperationHeader::definitionToggled, this, &OperationPage::setDefinitionShown);
    connect(m_header, &OperationHeader::copyDefinitionRequested, this, &OperationPage::copyDefinition);
    connect(m_header, &OperationHeader::invokeRequested, this, &OperationPage::invoke);
    connect(m_header, &OperationHeader::cancelRequested, this, &OperationPage::cancel);
    connect(m_header, &OperationHeader::watchToggled, this, &OperationPage::toggleWatching);
    connect(m_header, &OperationHeader::otherFormRequested, this, &OperationPage::useOtherForm);
    connect(m_header, &OperationHeader::recordRequested, this, &OperationPage::recordRequested);
    connect(m_input, &InputEditor::invokeRequested, this, &OperationPage::invoke);
    connect(m_input, &InputEditor::valueChanged, this, [this] {
        if (isRequestShown())
            m_request->setInput(m_input->value());
        showAbout();
        Q_EMIT inputChanged();
    });
    connect(m_input, &InputEditor::foldedChanged, this, [this](bool folded) {
        if (!folded)
            setInputAbove(false);
        shareHeight();
    });
    connect(m_splitter, &QSplitter::splitterMoved, this,
        [this] { m_isInputMoved = m_splitter->orientation() == Qt::Vertical; });
    connect(sessions, &Sessions::operationsChanged, this, [this](const QString &source) {
        if (nameSpaceFor(source) == m_operation.nameSpace)
            readSpec();
    });
    connect(sessions, &Sessions::identityChanged, this, &OperationPage::readSpec);
    connect(sessions, &Sessions::sourceChanged, this, [this](const QString &source) {
        if (nameSpaceFor(source) == m_operation.nameSpace)
            showFeatures();
    });
}

OperationPage::~OperationPage() = default;

void OperationPage::makeOutput()
{
    delete m_result;
    delete m_stream;
    m_result = nullptr;
    m_stream = nullptr;
    m_updates = nullptr;
    if (isSubscription()) {
        m_stream = new StreamPane;
        m_output->addWidget(m_stream);
        connect(
            m_stream, &StreamPane::connectRequested, this, [this] { Q_EMIT connectRequested(sourceName()); });
        connect(m_stream, &StreamPane::bugReportRequested, this, &OperationPage::copyBugReport);
        connect(m_stream, &StreamPane::explained, this, &OperationPage::explainingChanged);
        connect(m_stream, &StreamPane::undoOffered, this, &OperationPage::undoOffered);
        connect(m_stream, &StreamPane::limitRequested, this, &OperationPage::limitRequested);
        connect(m_stream, &StreamPane::certificateRequested, this,
            [this](const Error &error) { Q_EMIT certificateRequested(sourceName(), error); });
    } else {
        m_result = new ResultPane;
        m_result->clear();
        m_output->addWidget(m_result);
        m_result->setSessions(m_sessions);
        connect(m_result->asks(), &PeerAskPane::askingChanged, this, [this](bool asking) {
            const bool isTyping = m_input->isAncestorOf(QApplication::focusWidget());
            if (asking && !m_compact && !isTyping)
                setInputAbove(true); // finished() puts it back
            Q_EMIT progressed();
        });
        connect(m_result, &ResultPane::wireRequested, this, &OperationPage::wireRequested);
        connect(
            m_result->statusLine(), &StatusLine::compareRequested, this, &OperationPage::compareRequested);
        connect(m_result, &ResultPane::bugReportRequested, this, &OperationPage::copyBugReport);
        connect(m_result, &ResultPane::explanationClosed, this, [this] {
            setInputAbove(false);
            Q_EMIT explainingChanged();
        });
        connect(m_result->statusLine(), &StatusLine::nextPageRequested, this, &OperationPage::invokeNextPage);
        connect(m_result, &ResultPane::sendAnywayRequested, this, &OperationPage::sendAnyway);
        connect(
            m_result, &ResultPane::connectRequested, this, [this] { Q_EMIT connectRequested(sourceName()); });
        connect(m_result, &ResultPane::limitRequested, this, &OperationPage::limitRequested);
        connect(m_result, &ResultPane::certificateRequested, this,
            [this](const Error &error) { Q_EMIT certificateRequested(sourceName(), error); });
    }
    m_output->setStretchFactor(0, 0);
    m_output->setStretchFactor(1, 1);
    arrange();
}

void OperationPage::readSpec()
{
    if (m_hasPastSpec)
        return;
    const OperationSpec *spec = m_sessions->registry()->getSpec(m_operation);
    if (!spec) {
        if (!m_result && !m_stream)
            makeOutput();
        showMissing();
        Q_EMIT operationChanged();
        return;
    }
    useSpec(*spec);
}

void OperationPage::useSpec(const OperationSpec &spec)
{
    // If the operation can be called and subscribed to, the chosen form stays.
    const OperationType type = spec.isStreamToo && isSubscription() ? OperationType::Subscription : spec.type;
    const bool typeChanged = m_type != type;
    const bool schemaChanged = m_spec.id.isEmpty() || !(m_spec.inputSchema == spec.inputSchema);
    const Json typed = m_spec.id.isEmpty() && !m_input->value().isObject() ? Json() : m_input->value();
    m_spec = spec;
    m_type = type;
    m_specKnown = true;
    m_header->setSpec(m_spec, identity());
    m_header->setForms(m_spec.isStreamToo, isSubscription());
    showDefinitionChange(!m_isPast && m_sessions->definitionChange(m_operation).has_value());
    if (typeChanged || (!m_result && !m_stream))
        makeOutput();
    if (schemaChanged) {
        m_input->setSchema(m_spec.inputSchema, httpRouteOf(m_spec).has_value());
        if (!typed.isAbsent())
            m_input->setValue(typed); // keeps the user's input when the source connects again
    }
    readKind();
    if (m_result) {
        m_result->setOutputSchema(m_spec.outputSchema);
        if (!m_isPast)
            m_result->setOffered(true);
    }
    if (m_stream && !m_spec.isStreamToo) // otherwise the schema describes the result of a call
        m_stream->setOutputSchema(m_sessions->registry()->outputSchema(m_operation));
    if (isDefinitionShown())
        showDefinition();
    Q_EMIT operationChanged();
}

QString OperationPage::sourceName() const
{
    const Source *source = m_sessions->sourceOf(m_operation);
    return source ? source->name : m_operation.nameSpace;
}

QString OperationPage::tabTitle() const
{
    if (!m_spec.id.isEmpty())
        return visibleText(nameOf(m_spec), false, 100);
    return visibleText(m_expectedTitle.isEmpty() ? nameOf(m_operation) : m_expectedTitle, false, 100);
}

QString OperationPage::tabDetail() const
{
    const ExchangeRecord *record = m_isPast ? m_sessions->exchanges()->findRecord(m_exchangeId) : nullptr;
    QString state;
    if (record) // the time tells calls of one operation apart
        return clockText(record->startedAt) + u" · "_s + visibleText(sourceName(), false, 60);
    if ((isRunning() && isSubscription()) || isWatching())
        state = tr("live");
    else if (isWaitingForUser())
        state = tr("waits for you");
    else if (isRunning())
        state = m_invocation->progress() ? stepText(*m_invocation->progress()) : tr("running");
    else if (m_isDefinitionChanged)
        state = tr("changed");
    const QString own = visibleText(sourceName(), false, 60);
    const QString source =
        m_distinction.isEmpty() ? own : QString(own + u" · "_s + visibleText(m_distinction, false, 60));
    if (isRunning() && m_invocation && m_invocation->progress() && !isWaitingForUser())
        return state; // a tab is too narrow for both, and the progress says more
    return state.isEmpty() ? source : source + u" · "_s + state;
}

double OperationPage::shareDone() const
{
    const std::optional<Progress> progress = m_invocation ? m_invocation->progress() : std::nullopt;
    const bool isKnown = progress && progress->total && *progress->total > 0;
    return isKnown ? std::clamp(progress->value / *progress->total, 0.0, 1.0) : -1;
}

QString OperationPage::tabIconName() const
{
    if (m_isPast)
        return u"history"_s;
    const Source *source = m_sessions->sourceOf(m_operation);
    return m_spec.id.isEmpty() ? iconOf(m_operation, source ? source->kind : QString(), m_type)
                               : iconOf(m_spec);
}

bool OperationPage::runsAsTask() const
{
    return isRunning() && m_invocation && m_invocation->task();
}

bool OperationPage::isRunning() const
{
    return m_invocation || (m_subscription && m_subscription->isLive());
}

bool OperationPage::isWaitingForUser() const
{
    return m_result && m_result->asks()->isAsking();
}

QString OperationPage::exchangeId() const
{
    return m_exchangeId;
}

Json OperationPage::input() const
{
    return m_input->value();
}

void OperationPage::setInput(const Json &input)
{
    m_input->setValue(input);
}

void OperationPage::focusInput()
{
    m_input->setFolded(false);
    m_input->focusFirst();
}

void OperationPage::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && event->modifiers() & Qt::ControlModifier)
        invoke();
    else
        QWidget::keyPressEvent(event);
}

void OperationPage::invoke()
{
    start(false);
}

void OperationPage::sendAnyway()
{
    // The button disappears with the error card; the focus would move to the next widget.
    if (m_result && m_result->isAncestorOf(focusWidget()))
        setFocus(Qt::OtherFocusReason);
    start(true);
}

void OperationPage::start(bool sendInvalid)
{
    setDefinitionShown(false);
    if (m_isPast) {
        Q_EMIT editRequested(m_input->value());
        return;
    }
    if (isRunning())
        return;
    if (!m_specKnown) {
        Q_EMIT connectRequested(sourceName());
        return;
    }
    m_askedSendInvalid = sendInvalid;
    if (askAboutDefinition(true)) // before the user is led to input that only the new definition wants
        return;
    if (m_input->goToProblem())
        return;
    const bool isRefused = !sendInvalid && m_input->isRefused(); // a refused call destroys nothing
    const bool isConfirmed = !m_confirmed.isAbsent() && m_confirmed == m_input->value();
    if (!isDestructive() || isConfirmed || isRefused) {
        startNow(sendInvalid);
        return;
    }
    askFirst();
}

void OperationPage::startNow(bool sendInvalid)
{
    if (isRunning())
        return;
    takeBackQuestion();
    if (m_compact)
        setRequestShown(false); // the answer takes its space
    if (isSubscription())
        startStream(sendInvalid);
    else
        startCall(sendInvalid);
    m_header->setRunning(isRunning());
    Q_EMIT runningChanged(isRunning());
}

void OperationPage::startCall(bool sendInvalid)
{
    InvokeOptions options;
    options.sendInvalid = sendInvalid;
    options.pipeline.strictCast = isStrictCast();
    options.asTask = wantsTask();
    options.reading = reading();
    m_invocation = m_sessions->invoke(m_operation, m_input->value(), options);
    m_exchangeId = m_invocation->exchangeId();
    connect(m_invocation.get(), &Invocation::finished, this, &OperationPage::finished);
    connect(m_invocation.get(), &Invocation::progressed, this, &OperationPage::progressed);
    m_result->setRunning(m_invocation.get());
}

void OperationPage::startStream(bool sendInvalid)
{
    InvokeOptions options;
    options.sendInvalid = sendInvalid;
    options.normaliseYields = m_normalisesEvents->isChecked();
    options.showsHeartbeats = m_showsHeartbeats->isChecked();
    m_stream->setSubscription(nullptr);
    m_subscription = m_sessions->subscribe(m_operation, m_input->value(), options);
    m_exchangeId = m_subscription->exchangeId();
    m_header->setRecordable(true);
    // Read with the first event, while the log still keeps the frame of the request.
    connect(
        m_subscription.get(), &Subscription::itemsChanged, this,
        [this] { m_stream->setFacts(factsOf(m_exchangeId).beside); }, Qt::SingleShotConnection);
    connect(m_subscription.get(), &Subscription::ended, this, [this] {
        m_header->setRunning(false);
        Q_EMIT runningChanged(false);
        if (m_subscription->endError().code == "definition.changed"_L1)
            askAboutDefinition(true);
        askAboutOrigin(m_subscription->endError());
    });
    m_stream->setSubscription(m_subscription.get());
    if (m_input->isAncestorOf(QApplication::focusWidget())) // because the input is folded next
        setFocus(Qt::OtherFocusReason);
    m_input->setFolded(true);
}

void OperationPage::finished()
{
    const ExchangeRecord *record = m_sessions->exchanges()->findRecord(m_exchangeId);
    CallFacts facts = factsOf(m_exchangeId);
    facts.durationMs = m_invocation->durationMs();
    const Result<Outcome> result = m_invocation->result();
    m_invocation.release()->deleteLater(); // it is emitting this signal
    m_header->setRunning(false, !isDestructive());
    m_lastResult = result;
    m_header->setRecordable(true);
    m_result->showResult(result, facts);
    m_nextInput = result && record ? nextPageInput(*result, record->input, m_spec.inputSchema) : std::nullopt;
    m_result->statusLine()->setNextPageOffered(m_nextInput.has_value());
    // While the user types in the input, it stays beside the explanation.
    const bool isTyping = m_input->isAncestorOf(QApplication::focusWidget());
    setInputAbove(isExplaining() && !m_compact && !isTyping);
    Q_EMIT explainingChanged();
    Q_EMIT runningChanged(false);
    noteContent();
    if (std::exchange(m_readsAgain, false))
        readAgain();
    if (result)
        return;
    if (result.error().code == "definition.changed"_L1)
        askAboutDefinition(true);
    askAboutOrigin(result.error());
}

std::optional<Identity> OperationPage::identity() const
{
    const ExchangeRecord *record = m_isPast ? m_sessions->exchanges()->findRecord(m_exchangeId) : nullptr;
    return record ? record->identity : m_sessions->identity();
}

CallFacts OperationPage::factsOf(const QString &exchangeId) const
{
    const ExchangeRecord *record = m_sessions->exchanges()->findRecord(exchangeId);
    const qint64 received = m_sessions->exchanges()->bytesOf(exchangeId).second;
    Json beside = wireFacts(*m_sessions->exchanges(), exchangeId);
    if (record && record->identity)
        beside = withMember(beside, u"identity", toJson(*record->identity));
    return {.source = sourceName(),
        .durationMs = record ? record->durationMs : -1,
        .bytes = received > 0 ? received : -1, // a call inside this process has no size on the wire
        .exchangeId = exchangeId,
        .timing = record ? record->timing : std::nullopt,
        .beside = beside,
        .seenEnvelope = m_sessions->seenEnvelope(m_operation)};
}

void OperationPage::showPast(const Past &past)
{
    m_isPast = true;
    showDefinitionChange(false); // it is about the next call
    m_exchangeId = past.exchangeId;
    if (!past.spec.id.isEmpty()) {
        OperationSpec spec = past.spec;
        spec.id = m_operation;
        useSpec(spec);
        m_hasPastSpec = true;
    }
    m_header->setPast();
    m_input->setReadOnly(true);
    if (!past.input.isAbsent())
        m_input->setValue(past.input);
    if (past.stream && !m_stream) { // the source is not connected, so the type is not known
        m_type = OperationType::Subscription;
        makeOutput();
    }
    const CallFacts facts = factsOf(past.exchangeId);
    m_lastResult = past.result;
    if (past.stream && m_stream) {
        m_subscription = past.stream;
        m_stream->setSubscription(past.stream.get(), facts.durationMs);
        m_stream->setFacts(facts.beside);
        m_stream->setFixed();
    } else if (past.result && m_result) {
        m_result->showResult(*past.result, facts);
        setInputAbove(isExplaining() && !m_compact);
        Q_EMIT explainingChanged();
    } else if (m_result) {
        m_result->showGone();
    }
    m_header->setRecordable(past.result || past.stream);
    Q_EMIT operationChanged();
}

void OperationPage::invokeNextPage()
{
    if (!m_nextInput || isRunning() || m_isPast)
        return;
    setInput(*m_nextInput);
    invoke();
}

void OperationPage::cancel()
{
    if (m_invocation)
        m_invocation->cancel();
    if (m_subscription && m_subscription->isLive())
        m_subscription->cancel();
}

} // namespace Workbench::Ui

#include "moc_operationpage.cpp"
