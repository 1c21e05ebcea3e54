// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/operationpage.h"

#include "core/base/visibletext.h"
#include "core/envelope/nextpage.h"
#include "core/exchange/wirefacts.h"
#include "core/session/sessions.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/httpwords.h"
#include "ui/models/streammodel.h"
#include "ui/models/words.h"
#include "ui/panes/askbar.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/requestpane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/streampane.h"
#include "ui/text/jsonedit.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

OperationPage::OperationPage(Sessions *sessions, const OperationId &operation, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_operation(operation)
    , m_header(new OperationHeader(this))
    , m_ask(new AskBar(this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_input(new InputEditor)
    , m_output(new QSplitter(Qt::Vertical))
    , m_request(new RequestPane(sessions, operation))
{
    setObjectName(u"operationPage"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_splitter->setObjectName(u"pageSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_input);
    m_splitter->addWidget(m_output);
    m_output->setObjectName(u"outputSplitter"_s);
    m_output->setChildrenCollapsible(false);
    m_output->addWidget(m_request);
    m_request->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_ask);
    column->addWidget(m_splitter, 1);
    readSpec();
    fillMenu();
    addRequestActions();
    addQuestion();
    connect(m_header, &OperationHeader::invokeRequested, this, &OperationPage::invoke);
    connect(m_header, &OperationHeader::cancelRequested, this, &OperationPage::cancel);
    connect(m_header, &OperationHeader::recordRequested, this, &OperationPage::recordRequested);
    connect(m_input, &InputEditor::invokeRequested, this, &OperationPage::invoke);
    connect(m_input, &InputEditor::valueChanged, this, [this] {
        if (isRequestShown())
            m_request->setInput(m_input->value());
        Q_EMIT inputChanged();
    });
    connect(m_input, &InputEditor::foldedChanged, this, [this](bool folded) {
        const int height = m_splitter->height();
        const int input = folded ? m_input->minimumSizeHint().height() : std::min(220, height / 2);
        if (m_splitter->orientation() == Qt::Vertical)
            m_splitter->setSizes({input, height - input});
        if (!folded)
            setInputAbove(false);
    });
    connect(sessions, &Sessions::operationsChanged, this, [this](const QString &source) {
        if (nameSpaceFor(source) == m_operation.nameSpace)
            readSpec();
    });
}

OperationPage::~OperationPage() = default;

void OperationPage::makeOutput()
{
    delete m_result;
    delete m_stream;
    m_result = nullptr;
    m_stream = nullptr;
    if (isSubscription()) {
        m_stream = new StreamPane;
        m_output->addWidget(m_stream);
        m_splitter->setOrientation(Qt::Vertical);
        connect(
            m_stream, &StreamPane::connectRequested, this, [this] { Q_EMIT connectRequested(sourceName()); });
        connect(m_stream, &StreamPane::bugReportRequested, this, &OperationPage::copyBugReport);
        connect(m_stream, &StreamPane::certificateRequested, this,
            [this](const Error &error) { Q_EMIT certificateRequested(sourceName(), error); });
    } else {
        m_result = new ResultPane;
        m_result->clear();
        m_output->addWidget(m_result);
        m_splitter->setOrientation(Qt::Horizontal);
        m_splitter->setSizes({370, 804});
        connect(m_result, &ResultPane::cancelRequested, this, &OperationPage::cancel);
        connect(m_result, &ResultPane::wireRequested, this, &OperationPage::wireRequested);
        connect(
            m_result->statusLine(), &StatusLine::compareRequested, this, &OperationPage::compareRequested);
        connect(m_result, &ResultPane::bugReportRequested, this, &OperationPage::copyBugReport);
        connect(m_result, &ResultPane::explanationClosed, this, [this] { setInputAbove(false); });
        connect(m_result->statusLine(), &StatusLine::nextPageRequested, this, &OperationPage::invokeNextPage);
        connect(m_result, &ResultPane::sendAnywayRequested, this, &OperationPage::sendAnyway);
        connect(
            m_result, &ResultPane::connectRequested, this, [this] { Q_EMIT connectRequested(sourceName()); });
        connect(m_result, &ResultPane::certificateRequested, this,
            [this](const Error &error) { Q_EMIT certificateRequested(sourceName(), error); });
    }
    m_splitter->setStretchFactor(0, isSubscription() ? 0 : 370);
    m_splitter->setStretchFactor(1, isSubscription() ? 1 : 804);
    m_output->setStretchFactor(0, 0);
    m_output->setStretchFactor(1, 1);
}

void OperationPage::readSpec()
{
    const OperationSpec *spec = m_sessions->registry()->getSpec(m_operation);
    if (!spec) {
        m_header->setMissing(m_operation);
        if (!m_result && !m_stream)
            makeOutput();
        m_specKnown = false;
        Q_EMIT operationChanged();
        return;
    }
    const bool typeChanged = m_type != spec->type;
    const bool schemaChanged = m_spec.id.isEmpty() || !(m_spec.inputSchema == spec->inputSchema);
    const Json typed = m_spec.id.isEmpty() && !m_input->value().isObject() ? Json() : m_input->value();
    m_spec = *spec;
    m_type = spec->type;
    m_specKnown = true;
    m_header->setSpec(m_spec);
    if (typeChanged || (!m_result && !m_stream))
        makeOutput();
    if (schemaChanged) {
        m_input->setSchema(m_spec.inputSchema, httpRouteOf(m_spec).has_value());
        if (!typed.isAbsent())
            m_input->setValue(typed); // what was typed outlives a new connection
    }
    if (m_result)
        m_result->setOutputSchema(m_spec.outputSchema);
    if (m_stream)
        m_stream->setOutputSchema(m_sessions->registry()->outputSchema(m_operation));
    Q_EMIT operationChanged();
}

bool OperationPage::isStrictCast() const
{
    return m_strictCast->isChecked();
}

void OperationPage::setStrictCast(bool strict)
{
    m_strictCast->setChecked(strict);
}

QMenu *OperationPage::moreMenu() const
{
    return m_header->moreMenu();
}

QString OperationPage::sourceName() const
{
    const Source *source = m_sessions->sourceOf(m_operation);
    return source ? source->name : m_operation.nameSpace;
}

QString OperationPage::tabTitle(bool compact) const
{
    const QString name = visibleText(m_operation.name, false, 100);
    return compact ? name : visibleText(sourceName(), false, 60) + u'.' + name;
}

QString OperationPage::tabIconName() const
{
    return iconOf(m_type);
}

bool OperationPage::isRunning() const
{
    return m_invocation || (m_subscription && m_subscription->isLive());
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

//! An explanation shows two texts side by side; the input makes room until it is edited again.
void OperationPage::setInputAbove(bool above)
{
    if (above == m_inputAbove)
        return;
    m_inputAbove = above;
    if (above) {
        m_besideState = m_splitter->saveState();
        m_splitter->setOrientation(Qt::Vertical);
        m_input->setFolded(true);
    } else {
        m_input->setFolded(false);
        m_splitter->setOrientation(Qt::Horizontal);
        m_splitter->restoreState(m_besideState);
    }
}

void OperationPage::setCompact(bool compact)
{
    m_compact = compact;
    setRequestShown(isRequestShown() && !compact);
    m_request->setCompact(compact);
    if (compact)
        setInputAbove(false);
    m_header->setCompact(compact);
    m_input->setCompact(compact);
    if (m_stream)
        m_stream->setCompact(compact);
    if (!m_result)
        return;
    m_result->setCompact(compact);
    const Qt::Orientation orientation = compact ? Qt::Vertical : Qt::Horizontal;
    if (m_splitter->orientation() == orientation)
        return;
    m_splitter->setOrientation(orientation);
    m_splitter->setStretchFactor(0, compact ? 0 : 370);
    m_splitter->setStretchFactor(1, compact ? 1 : 804);
    const int input = 84; // the header and one field
    m_splitter->setSizes(
        compact ? QList<int>{input, std::max(100, m_splitter->height() - input)} : QList<int>{370, 804});
}

QByteArray OperationPage::saveLayout() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << (m_inputAbove ? m_besideState : m_splitter->saveState()) << qint32(m_input->face())
           << (m_result          ? m_result->saveLayout()
                      : m_stream ? m_stream->saveLayout()
                                 : QByteArray())
           << isStrictCast();
    const ResultReading chosen = reading();
    stream << qint8(chosen.jsonInText ? int(*chosen.jsonInText) : -1)
           << qint8(chosen.isError ? int(*chosen.isError) : -1);
    return bytes;
}

void OperationPage::restoreLayout(const QByteArray &layout, bool withChoices)
{
    QDataStream stream(layout);
    QByteArray splitter;
    qint32 face = 0;
    QByteArray output;
    stream >> splitter >> face >> output;
    if (stream.status() != QDataStream::Ok)
        return;
    const Qt::Orientation orientation = m_splitter->orientation();
    m_splitter->restoreState(splitter);
    m_input->setFace(InputEditor::Face(std::clamp(face, 0, 2)));
    if (m_splitter->orientation() != orientation) { // of a page of another kind
        m_splitter->setOrientation(orientation);
        m_splitter->setSizes(orientation == Qt::Vertical ? QList<int>{220, 600} : QList<int>{370, 804});
    } else if (m_result) {
        m_result->restoreLayout(output);
    } else if (m_stream) {
        m_stream->restoreLayout(output);
    }
    if (!withChoices)
        return;
    bool strict = false;
    stream >> strict;
    setStrictCast(stream.status() == QDataStream::Ok && strict);
    qint8 text = -1;
    qint8 errors = -1;
    stream >> text >> errors;
    if (stream.status() != QDataStream::Ok)
        return;
    ResultReading chosen;
    if (text >= 0)
        chosen.jsonInText = text == 0 ? ResultReading::JsonInText::Open : ResultReading::JsonInText::Keep;
    if (errors >= 0)
        chosen.isError = errors == 0 ? ResultReading::IsError::Keep : ResultReading::IsError::Throw;
    setReading(chosen);
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
    start(true);
}

void OperationPage::start(bool sendInvalid)
{
    if (isRunning() || !m_specKnown)
        return;
    if (m_input->validity() == InputEditor::Validity::Broken) {
        m_input->setFolded(false);
        m_input->jsonEdit()->setFocus(Qt::OtherFocusReason);
        return;
    }
    m_askedSendInvalid = sendInvalid;
    if (!isDestructive() || m_confirmed) {
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
        setRequestShown(false); // its answer takes the place
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
    options.reading = reading();
    m_invocation = m_sessions->invoke(m_operation, m_input->value(), options);
    m_exchangeId = m_invocation->exchangeId();
    connect(m_invocation.get(), &Invocation::finished, this, &OperationPage::finished);
    m_result->setRunning(m_invocation.get());
}

void OperationPage::startStream(bool sendInvalid)
{
    InvokeOptions options;
    options.sendInvalid = sendInvalid;
    options.pipeline.normalise = false; // an event is shown as it came
    m_stream->setSubscription(nullptr);
    m_subscription = m_sessions->subscribe(m_operation, m_input->value(), options);
    m_exchangeId = m_subscription->exchangeId();
    m_header->setRecordable(true);
    // Before the first event is shown, and while the frame that asked for them is still kept.
    connect(
        m_subscription.get(), &Subscription::itemsChanged, this,
        [this] { m_stream->setFacts(wireFacts(*m_sessions->exchanges(), m_exchangeId)); },
        Qt::SingleShotConnection);
    connect(m_subscription.get(), &Subscription::ended, this, [this] {
        m_header->setRunning(false);
        Q_EMIT runningChanged(false);
        askAboutOrigin(m_subscription->endError());
    });
    m_stream->setSubscription(m_subscription.get());
    m_input->setFolded(true);
}

void OperationPage::finished()
{
    const qint64 received = m_sessions->exchanges()->bytesOf(m_exchangeId).second;
    const ExchangeRecord *record = m_sessions->exchanges()->findRecord(m_exchangeId);
    const CallFacts facts{.source = sourceName(),
        .durationMs = m_invocation->durationMs(),
        .bytes = received > 0 ? received : -1, // what stays in this process has no size on a wire
        .exchangeId = m_exchangeId,
        .timing = record ? record->timing : std::nullopt,
        .beside = wireFacts(*m_sessions->exchanges(), m_exchangeId),
        .seenEnvelope = m_sessions->seenEnvelope(m_operation)};
    const Result<Outcome> result = m_invocation->result();
    m_invocation.release()->deleteLater(); // it is emitting
    m_header->setRunning(false);
    m_lastResult = result;
    m_header->setRecordable(true);
    m_result->showResult(result, facts);
    m_nextInput = result && record ? nextPageInput(*result, record->input, m_spec.inputSchema) : std::nullopt;
    m_result->statusLine()->setNextPageOffered(m_nextInput.has_value());
    // Never from under somebody's hands: who types in the input keeps it beside the explanation.
    const bool isTyping = m_input->isAncestorOf(QApplication::focusWidget());
    setInputAbove(m_result->isExplaining() && !m_compact && !isTyping);
    Q_EMIT runningChanged(false);
    if (!result)
        askAboutOrigin(result.error());
}

void OperationPage::invokeNextPage()
{
    if (!m_nextInput || isRunning())
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
