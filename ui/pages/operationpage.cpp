// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/operationpage.h"

#include "core/base/visibletext.h"
#include "core/envelope/pipeline/nextpage.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/schemaform.h"
#include "ui/models/words.h"
#include "ui/pages/callmenu.h"
#include "ui/pages/callquestions.h"
#include "ui/pages/callsplitter.h"
#include "ui/pages/definitionpage.h"
#include "ui/pages/resourcewatch.h"
#include "ui/panes/askbar.h"
#include "ui/panes/datapane.h"
#include "ui/panes/errorcard.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/peeraskpane.h"
#include "ui/panes/requestpane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/streampane.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QAction>
#include <QApplication>
#include <QDataStream>
#include <QKeyEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

OperationPage::OperationPage(Sessions *sessions, const OperationId &operation, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_operation(operation)
    , m_header(new OperationHeader(this))
    , m_menu(new CallMenu(m_header->moreMenu(), sessions, this))
    , m_input(new InputEditor)
    , m_questions(new CallQuestions(sessions, this))
    , m_request(new RequestPane(sessions, operation))
    , m_splitter(new CallSplitter(m_input, m_request, this))
    , m_watch(new ResourceWatch(sessions, this))
{
    setObjectName(u"operationPage"_s);
    onBase(this);
    addAll(newColumn(this), {m_header, m_questions->changeNotice(), m_questions->bar(), {m_splitter, 1}});
    readSpec();
    connectMenu();
    connect(m_questions, &CallQuestions::confirmed, this, [this] { startNow(m_askedSendInvalid); });
    connect(m_questions, &CallQuestions::definitionAccepted, this, [this] { start(m_askedSendInvalid); });
    connect(m_watch, &ResourceWatch::readRequested, this, [this](const Json &input) {
        if (m_specKnown)
            startNow(false, input);
    });
    connect(m_watch, &ResourceWatch::compareRequested, this, &OperationPage::callsCompareRequested);
    connect(m_watch, &ResourceWatch::changed, this, [this] {
        showFeatures();
        Q_EMIT operationChanged();
    });
    connect(m_header, &OperationHeader::definitionToggled, this, &OperationPage::setDefinitionShown);
    connect(m_header, &OperationHeader::copyDefinitionRequested, m_menu, &CallMenu::copyDefinition);
    connect(m_header, &OperationHeader::changedDefinitionRequested, m_questions,
        [this] { m_questions->askAboutDefinition(false); });
    connect(m_header, &OperationHeader::connectRequested, this, &OperationPage::requestConnecting);
    connect(m_header, &OperationHeader::invokeRequested, this, &OperationPage::invoke);
    connect(m_header, &OperationHeader::cancelRequested, this, &OperationPage::cancel);
    connect(m_header, &OperationHeader::watchToggled, this, &OperationPage::toggleWatching);
    connect(m_header, &OperationHeader::otherFormRequested, this, &OperationPage::useOtherForm);
    connect(m_header, &OperationHeader::recordRequested, this, &OperationPage::recordRequested);
    connect(m_input, &InputEditor::invokeRequested, this, &OperationPage::invoke);
    connect(m_input, &InputEditor::valueChanged, this, [this] {
        if (isRequestShown())
            m_request->setInput(m_input->value());
        m_watch->showFacts();
        Q_EMIT inputChanged();
    });
    connect(sessions, &Sessions::operationsChanged, this, [this](const QString &source) {
        if (nameSpaceFor(source) == m_operation.nameSpace)
            readSpec();
    });
    connect(sessions, &Sessions::identityChanged, this, &OperationPage::readSpec);
    connect(sessions, &Sessions::sourceChanged, this, [this](const QString &source) {
        if (nameSpaceFor(source) != m_operation.nameSpace)
            return;
        showFeatures();
        if (!m_specKnown && !m_isPast)
            showMissing();
    });
}

void OperationPage::connectCard(const ErrorCard *card)
{
    connect(card, &ErrorCard::connectRequested, this, &OperationPage::requestConnecting);
    connect(card, &ErrorCard::limitRequested, this, &OperationPage::limitRequested);
    connect(card, &ErrorCard::sendAnywayRequested, this, &OperationPage::sendAnyway);
}

void OperationPage::makeOutput()
{
    m_result = nullptr;
    m_stream = nullptr;
    const auto connectCards = [this](auto *pane) {
        connectCard(pane->errorCard());
        connect(pane->errorCard(), &ErrorCard::certificateRequested, this,
            [this](const Error &error) { Q_EMIT certificateRequested(sourceName(), error); });
        connect(
            pane->explanationCard(), &ExplanationCard::bugReportRequested, m_menu, &CallMenu::copyBugReport);
    };
    if (isSubscription()) {
        m_stream = new StreamPane;
        connectCards(m_stream);
        connect(m_stream, &StreamPane::explained, this, &OperationPage::explainingChanged);
        connect(m_stream, &StreamPane::undoOffered, this, &OperationPage::undoOffered);
    } else {
        m_result = new ResultPane;
        m_result->clear();
        m_result->setSessions(m_sessions);
        connectCards(m_result);
        connect(m_result->asks(), &PeerAskPane::askingChanged, this, [this](bool asking) {
            if (asking && mayFoldInput())
                m_splitter->setInputAbove(true); // finished() puts it back
            m_header->setWaiting(asking);
            Q_EMIT progressed();
        });
        connect(m_result, &ResultPane::wireRequested, this, &OperationPage::wireRequested);
        connect(m_result->statusLine(), &StatusLine::ticked, this, &OperationPage::progressed);
        connect(
            m_result->statusLine(), &StatusLine::compareRequested, this, &OperationPage::compareRequested);
        connect(m_result, &ResultPane::explanationClosed, this, [this] {
            m_splitter->setInputAbove(false);
            Q_EMIT explainingChanged();
        });
        m_watch->offerLinks(m_result->dataPane()->viewPane());
        connect(m_result->statusLine(), &StatusLine::nextPageRequested, this, [this] {
            if (!m_nextInput || isRunning() || m_isPast)
                return;
            setInput(*m_nextInput);
            invoke();
        });
    }
    m_splitter->setOutput(m_result, m_stream);
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
        m_result->setInputNeeded(!m_input->isFixed());
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
        state = m_result && m_invocation->progress()
            ? m_result->statusLine()->progressText(*m_invocation->progress(), true)
            : tr("running");
    else if (m_isDefinitionChanged)
        state = tr("changed");
    const QString own = visibleText(sourceName(), false, 60);
    const QString place = m_watch->distinction();
    const QString source = place.isEmpty() ? own : QString(own + u" · "_s + visibleText(place, false, 60));
    if (isRunning() && m_invocation && m_invocation->progress() && !isWaitingForUser())
        return state; // a tab is too narrow for both, and the progress says more
    return state.isEmpty() ? source : source + u" · "_s + state;
}

QString OperationPage::tabToolTip() const
{
    const QString address = visibleText(addressOf(m_spec), false, 300);
    const QString name = address.isEmpty() ? m_operation.toString() : address;
    if (!m_result || !m_invocation || !m_invocation->progress())
        return name;
    return name + u'\n' + m_result->statusLine()->progressText(*m_invocation->progress(), false);
}

double OperationPage::shareDone() const
{
    return Ui::shareDone(m_invocation ? m_invocation->progress() : std::nullopt);
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
    return m_invocation && m_invocation->task();
}

bool OperationPage::isRunning() const
{
    return m_invocation || (m_subscription && m_subscription->isLive());
}

bool OperationPage::isWaitingForUser() const
{
    return m_result && m_result->asks()->isAsking();
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
    if (auto *button = m_input->isFixed() ? m_header->findChild<QPushButton *>(u"invoke"_s) : nullptr)
        button->setFocus(Qt::OtherFocusReason);
    else
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
        requestConnecting();
        return;
    }
    m_askedSendInvalid = sendInvalid;
    // The question comes before the user is led to input that only the new definition wants.
    if (m_questions->askAboutDefinition(true) || m_input->goToProblem())
        return;
    const bool isRefused = !sendInvalid && m_input->isRefused(); // a refused call destroys nothing
    if (isRefused || !m_questions->isDestructive() || m_questions->isConfirmed())
        startNow(sendInvalid);
    else
        m_questions->askAboutCall();
}

void OperationPage::startNow(bool sendInvalid, const Json &input)
{
    if (isRunning())
        return;
    m_questions->takeBack();
    if (m_splitter->isCompact())
        setRequestShown(false); // the answer takes its space
    if (isSubscription())
        startStream(sendInvalid);
    else
        startCall(sendInvalid, input.isAbsent() ? m_input->value() : input);
    m_header->setRunning(isRunning());
    Q_EMIT runningChanged(isRunning());
}

void OperationPage::startCall(bool sendInvalid, const Json &input)
{
    m_sent = input;
    m_invocation = m_sessions->invoke(m_operation, input, m_menu->callOptions(sendInvalid));
    m_exchangeId = m_invocation->exchangeId();
    connect(m_invocation.get(), &Invocation::finished, this, &OperationPage::finished);
    connect(m_invocation.get(), &Invocation::progressed, this, &OperationPage::progressed);
    m_result->setRunning(m_invocation.get());
}

void OperationPage::startStream(bool sendInvalid)
{
    m_stream->setSubscription(nullptr);
    m_subscription = m_sessions->subscribe(m_operation, m_input->value(), m_menu->streamOptions(sendInvalid));
    m_exchangeId = m_subscription->exchangeId();
    m_header->setRecordable(true);
    // Read with the first event, while the log still keeps the frame of the request.
    connect(
        m_subscription.get(), &Subscription::itemsChanged, this,
        [this] { m_stream->setFacts(facts().beside); }, Qt::SingleShotConnection);
    connect(m_subscription.get(), &Subscription::ended, this, [this] {
        m_header->setRunning(false);
        Q_EMIT runningChanged(false);
        m_questions->askAfter(m_subscription->endError());
    });
    m_stream->setSubscription(m_subscription.get());
    if (m_input->isAncestorOf(QApplication::focusWidget())) // because the input is folded next
        setFocus(Qt::OtherFocusReason);
    m_input->setFolded(true);
}

void OperationPage::finished()
{
    const ExchangeRecord *record = m_sessions->exchanges()->findRecord(m_exchangeId);
    CallFacts known = facts();
    known.durationMs = m_invocation->durationMs();
    const Result<Outcome> result = m_invocation->result();
    m_invocation.release()->deleteLater(); // it is emitting this signal
    m_header->setRunning(false, !m_questions->isDestructive());
    m_lastResult = result;
    m_header->setRecordable(true);
    const bool areUpdatesShown = m_watch->areUpdatesShown();
    m_result->showResult(result, known);
    m_nextInput = result && record ? nextPageInput(*result, record->input, m_spec.inputSchema) : std::nullopt;
    m_result->statusLine()->setNextPageOffered(m_nextInput.has_value());
    m_splitter->setInputAbove(isExplaining() && mayFoldInput());
    Q_EMIT explainingChanged();
    Q_EMIT runningChanged(false);
    m_watch->callEnded(m_sent, areUpdatesShown);
    if (!result)
        m_questions->askAfter(result.error());
}

std::optional<Identity> OperationPage::identity() const
{
    const ExchangeRecord *record = m_isPast ? m_sessions->exchanges()->findRecord(m_exchangeId) : nullptr;
    return record ? record->identity : m_sessions->identity();
}

//! Returns the facts about the last call or stream of the page.
CallFacts OperationPage::facts() const
{
    CallFacts facts = callFacts(*m_sessions->exchanges(), m_exchangeId);
    facts.source = sourceName();
    facts.seenEnvelope = m_sessions->seenEnvelope(m_operation);
    return facts;
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
    const CallFacts known = facts();
    m_lastResult = past.result;
    if (past.stream && m_stream) {
        m_subscription = past.stream;
        m_stream->setSubscription(past.stream.get(), known.durationMs);
        m_stream->setFacts(known.beside);
        m_stream->setFixed();
    } else if (past.result && m_result) {
        m_result->showResult(*past.result, known);
        m_splitter->setInputAbove(isExplaining() && !m_splitter->isCompact());
        Q_EMIT explainingChanged();
    } else if (m_result) {
        m_result->showGone();
    }
    m_header->setRecordable(past.result || past.stream);
    Q_EMIT operationChanged();
}

void OperationPage::cancel()
{
    if (m_invocation)
        m_invocation->cancel();
    if (m_subscription && m_subscription->isLive())
        m_subscription->cancel();
}

//! Returns whether the input may be folded to make the output wider. It stays while the user types in it.
bool OperationPage::mayFoldInput() const
{
    return !m_splitter->isCompact() && !m_input->isAncestorOf(QApplication::focusWidget());
}

void OperationPage::requestConnecting()
{
    Q_EMIT connectRequested(sourceName());
}

void OperationPage::connectMenu()
{
    QAction *strict = m_menu->strictCast();
    connect(strict, &QAction::toggled, m_header, &OperationHeader::setStrictCast);
    connect(m_header, &OperationHeader::strictCastDropped, strict, [strict] { strict->setChecked(false); });
    connect(m_menu->showRequest(), &QAction::toggled, this, [this](bool shown) {
        m_header->setRequestShown(shown);
        m_splitter->setRequestShown(shown);
        if (shown) {
            m_request->setInput(m_input->value());
            m_request->refresh();
        }
    });
    connect(m_header, &OperationHeader::requestToggled, this, &OperationPage::setRequestShown);
    connect(m_request, &RequestPane::copyRequested, m_menu, &CallMenu::copyRequest);
}

QMenu *OperationPage::moreMenu() const
{
    return m_header->moreMenu();
}

bool OperationPage::isRequestShown() const
{
    return m_menu->showRequest()->isChecked();
}

void OperationPage::setRequestShown(bool shown)
{
    m_menu->showRequest()->setChecked(shown);
}

bool OperationPage::isDefinitionShown() const
{
    return m_definition && !m_definition->isHidden();
}

void OperationPage::setDefinitionShown(bool shown)
{
    shown = shown && m_specKnown;
    if (shown && !m_definition) {
        m_definition = new DefinitionPage(this);
        m_definition->setCompact(m_splitter->isCompact());
        layout()->addWidget(m_definition);
    }
    m_header->setDefinitionShown(shown);
    m_splitter->setVisible(!shown);
    if (m_definition)
        m_definition->setVisible(shown);
    if (shown)
        showDefinition();
}

void OperationPage::showDefinition()
{
    const PeerInfo peer = m_sessions->state(sourceName()).peer;
    const QString server = visibleText(QString(peer.name + u' ' + peer.version).trimmed(), false, 200);
    m_definition->setSpec(m_spec, sourceName(), server, identity());
    m_definition->setOutcome(m_stream       ? m_stream->shownOutcome()
            : m_lastResult && *m_lastResult ? &**m_lastResult
                                            : nullptr);
}

void OperationPage::showMissing()
{
    const Source *source = m_sessions->sourceOf(m_operation);
    const SourceState state = source ? m_sessions->state(source->name) : SourceState();
    m_specKnown = false;
    showDefinitionChange(false);
    if (m_result)
        m_result->setOffered(false);
    m_header->setMissing(
        tabTitle(), tabIconName(), isSubscription(), sourceName(), source ? &state : nullptr);
}

void OperationPage::showDefinitionChange(bool changed)
{
    m_isDefinitionChanged = changed;
    m_header->setDefinitionChanged(changed);
    m_questions->noteDefinitionChange(changed);
}

void OperationPage::expectSubscription()
{
    if (m_specKnown || isSubscription())
        return;
    m_type = OperationType::Subscription;
    makeOutput();
    showMissing();
    Q_EMIT operationChanged();
}

void OperationPage::expectTitle(const QString &title)
{
    m_expectedTitle = title;
    if (m_specKnown)
        return;
    showMissing();
    Q_EMIT operationChanged();
}

//! Sets the texts and parts of the page that depend on the kind of the operation.
void OperationPage::readKind()
{
    const bool isResource = !addressOf(m_spec).isEmpty();
    const bool isPrompt = m_spec.kind == "prompt"_L1;
    if (m_result) {
        m_result->setVerb(verbOf(m_spec));
        m_result->dataPane()->header()->setTitle(isResource ? tr("Content")
                : isPrompt                                  ? tr("Conversation")
                                                            : tr("Data"));
    }
    m_input->setTitle(isResource ? tr("Address") : tr("Input"));
    m_watch->setSpec(m_spec);
    showFeatures();
}

//! Shows what the source offers besides the call while it is connected: subscribing and completion.
void OperationPage::showFeatures()
{
    const OperationFeatures features =
        m_specKnown && !m_isPast ? m_sessions->features(m_operation) : OperationFeatures();
    m_header->setWatching(features.watches, isWatching());
    if (std::exchange(m_isCompleted, features.completes) == features.completes)
        return;
    if (features.completes) {
        m_input->form()->setCompleter([this](const QString &member, const Json &input, std::stop_token stop) {
            return m_sessions->complete(m_operation, member, input, std::move(stop));
        });
    } else {
        m_input->form()->setCompleter({});
    }
}

//! Starts a call in place of the stream, or a stream in place of the call, with the same input.
void OperationPage::useOtherForm()
{
    if (isRunning() || m_isPast)
        return;
    m_type = isSubscription() ? m_spec.type : OperationType::Subscription;
    m_subscription.reset();
    makeOutput();
    useSpec(m_spec);
    invoke();
}

bool OperationPage::isWatching() const
{
    return m_watch->isWatching();
}

void OperationPage::stopWatching()
{
    m_watch->unwatch();
}

void OperationPage::toggleWatching()
{
    if (isWatching()) {
        stopWatching();
    } else if (m_specKnown && m_result) {
        m_watch->watch(m_splitter->isCompact());
    }
}

bool OperationPage::isExplaining() const
{
    return m_result ? m_result->isExplaining() : m_stream && m_stream->hasExplained();
}

void OperationPage::setCompact(bool compact)
{
    setRequestShown(isRequestShown() && !compact);
    m_header->setCompact(compact);
    if (m_definition)
        m_definition->setCompact(compact);
    m_splitter->setCompact(compact);
}

void OperationPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    constexpr int lowPage = 480;
    m_header->setRoom(std::clamp(height() / 3, 60, 240), height() < lowPage ? 1 : 3);
    m_splitter->setPageWidth(width());
}

QByteArray OperationPage::saveLayout() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << m_splitter->saveSizes() << qint32(m_input->face())
           << (m_result ? m_result->saveLayout() : m_stream->saveLayout());
    m_menu->saveChoices(stream);
    return bytes;
}

void OperationPage::restoreLayout(const QByteArray &layout, bool withChoices)
{
    QDataStream stream(layout);
    QByteArray sizes;
    qint32 face = 0;
    QByteArray output;
    stream >> sizes >> face >> output;
    if (stream.status() != QDataStream::Ok)
        return;
    m_input->setFace(InputEditor::Face(std::clamp(face, 0, 2)));
    if (m_splitter->restoreSizes(sizes)) { // a layout of a stream does not fit the page of a call
        if (m_result)
            m_result->restoreLayout(output, withChoices);
        else
            m_stream->restoreLayout(output);
    }
    if (withChoices)
        m_menu->restoreChoices(stream);
}

} // namespace Workbench::Ui

#include "moc_operationpage.cpp"
