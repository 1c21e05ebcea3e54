// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/peeraskpane.h"

#include "core/base/visibletext.h"
#include "core/session/answercommand.h"
#include "core/session/sessions.h"
#include "ui/forms/themelabel.h"
#include "ui/models/words.h"
#include "ui/panes/askbar.h"
#include "ui/panes/askedsampling.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/zoom.h"

#include <QApplication>
#include <QKeyEvent>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QString askTitle(const PeerRequest &request)
{
    const QString source = visibleText(request.source, false, 60);
    switch (request.kind) {
    case PeerRequest::Kind::Form: return PeerAskPane::tr("%1 asks for input").arg(source);
    case PeerRequest::Kind::Link: return PeerAskPane::tr("%1 asks you to open an address").arg(source);
    case PeerRequest::Kind::Sampling:
        return PeerAskPane::tr("%1 asks for the answer of a language model").arg(source);
    }
    return {};
}

QString nextText(PeerRequest::Kind kind)
{
    switch (kind) {
    case PeerRequest::Kind::Form: return PeerAskPane::tr("next: a form");
    case PeerRequest::Kind::Link: return PeerAskPane::tr("next: an address to open");
    case PeerRequest::Kind::Sampling: return PeerAskPane::tr("next: a sampling request");
    }
    return {};
}

//! \a hasRule: whether the user has set a rule that answers requests of this server.
QString askNote(const PeerRequest &request, bool hasRule)
{
    const QString source = visibleText(request.source, false, 60);
    switch (request.kind) {
    case PeerRequest::Kind::Form:
        return PeerAskPane::tr("Message from the server %1. The answer goes to this server. Do not enter "
                               "passwords in a form.")
            .arg(source);
    case PeerRequest::Kind::Link:
        return PeerAskPane::tr("Message from the server %1. The server only learns that you agreed.")
            .arg(source);
    case PeerRequest::Kind::Sampling:
        if (hasRule) {
            return PeerAskPane::tr("You see the whole request. The answer goes to %1.").arg(source);
        }
        return PeerAskPane::tr("You see the whole request. The workbench has no model and does not answer by "
                               "itself. The answer goes to %1.")
            .arg(source);
    }
    return {};
}

AskedEditor *makeEditor(const PeerRequest &request, const Json &rule, QWidget *parent)
{
    switch (request.kind) {
    case PeerRequest::Kind::Form: return new AskedForm(request.schema, parent);
    case PeerRequest::Kind::Link: return new AskedLink(request.address, parent);
    case PeerRequest::Kind::Sampling: return new AskedSampling(request.source, request.params, rule, parent);
    }
    return nullptr;
}

} // namespace

PeerAskPane::PeerAskPane(QWidget *parent)
    : Strip(parent)
    , m_trust(new AskBar(this))
    , m_head(makeHead())
    , m_message(named(new ThemeLabel({}, ColorRole::Text, FontRole::Body), u"askMessage"_s))
    , m_note(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small), u"askNote"_s))
    , m_body(new QWidget)
    , m_area(named(newScrollArea(m_body, this), u"askBody"_s))
    , m_foot(makeFoot())
{
    setObjectName(u"peerAskPane"_s);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (ThemeLabel *label : {m_message, m_note}) {
        label->setWordWrap(true);
        label->setMinimumWidth(160);
    }
    m_message->setContentsMargins(10, 4, 12, 4);
    m_note->setContentsMargins(10, 0, 12, 4);
    addAll(newColumn(m_body), {m_message});
    m_area->setMinimumHeight(44);
    m_area->viewport()->setBackgroundRole(QPalette::Base);
    m_column =
        addAll(newColumn(this, {2, 0, 0, 0}, 0), {m_head, m_note, m_area, m_trust, m_foot, Stretch{0}});
    connect(m_trust, &AskBar::answered, this, [this](bool yes) {
        focusFirst();
        if (!yes || !m_editor)
            return;
        const Result<void> kept = m_sessions->trust(AnswerCommand::trustFacts(m_command));
        if (kept)
            run();
        else
            m_editor->showPrinted(std::unexpected(kept.error()));
    });
    m_look.setSingleShot(true);
    m_look.setInterval(lookFirst);
    connect(&m_look, &QTimer::timeout, this, &PeerAskPane::updateButtons);
    m_time.setInterval(std::chrono::seconds(1));
    connect(&m_time, &QTimer::timeout, this, &PeerAskPane::showNote);
    hide();
}

PeerAskPane::~PeerAskPane() = default;

QWidget *PeerAskPane::makeHead()
{
    auto *head = new QWidget(this);
    setZoomedHeight(head, 36);
    m_icon = new IconLabel(u"prompt"_s, ColorRole::Accent, head);
    m_title = named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, head), u"askTitle"_s);
    m_title->setElided(true);
    m_place = named(new Chip({}, head), u"askPlace"_s);
    m_place->setColors(ColorRole::Selection, ColorRole::Accent);
    m_next = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, head), u"askNext"_s);
    m_next->setElided(true);
    m_method = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Data, head), u"askMethod"_s);
    m_copy = named(iconButton(u"copy"_s, tr("Copy the request as JSON"), head), u"copyAsk"_s);
    m_close = named(iconButton(u"close"_s, tr("Close this message"), head), u"closeAsk"_s);
    addAll(newRow(head, {10, 0, 8, 0}, 8),
        {m_icon, {m_title, 0}, m_place, m_next, Stretch{}, m_method, m_copy, m_close});
    connect(m_copy, &QToolButton::clicked, this,
        [this] { copyText(QString::fromUtf8(m_request.params.toBytes(Json::Layout::Indented))); });
    connect(m_close, &QToolButton::clicked, this, &PeerAskPane::clear);
    return head;
}

QWidget *PeerAskPane::makeFoot()
{
    auto *foot = new QWidget(this);
    m_hint =
        wrapped(new ThemeLabel(tr("Decline refuses the request. Cancel tells the server that you made no "
                                  "decision. The call continues in both cases."),
            ColorRole::TextSecond, FontRole::Small, foot));
    m_cancel = named(plainButton({}, tr("Cancel"), foot), u"askCancel"_s);
    m_cancel->setAccessibleName(tr("Cancel the request of the server"));
    m_decline = named(plainButton({}, tr("Decline"), foot), u"askDecline"_s);
    m_send = named(primaryButton(u"check"_s, tr("Send"), foot), u"askSend"_s);
    setHint(m_send, returnHint());
    auto *buttons = addAll(newRow(8), {Stretch{}, m_cancel, m_decline, m_send});
    addAll(newColumn(foot, {10, 8, 12, 8}, 8), {m_hint, buttons});
    connect(m_cancel, &QPushButton::clicked, this, [this] { answer(PeerAnswer::Action::Cancel); });
    connect(m_decline, &QPushButton::clicked, this, [this] { answer(PeerAnswer::Action::Decline); });
    connect(m_send, &QPushButton::clicked, this, [this] { answer(PeerAnswer::Action::Accept); });
    return foot;
}

void PeerAskPane::setSessions(Sessions *sessions)
{
    m_sessions = sessions;
    PeerRequests *requests = sessions->peerRequests();
    m_requests = requests;
    if (!requests)
        return;
    connect(requests, &PeerRequests::arrived, this, &PeerAskPane::arrived);
    connect(requests, &PeerRequests::ended, this, &PeerAskPane::ended);
}

void PeerAskPane::followCall(const QString &exchangeId)
{
    m_exchangeId = exchangeId;
    m_answered = 0;
    clear();
    showNext();
}

void PeerAskPane::followSource(const QString &name)
{
    m_source = name;
    clear();
    showNext();
}

bool PeerAskPane::belongsHere(const PeerRequest &request) const
{
    return m_source.isEmpty() ? !m_exchangeId.isEmpty() && request.exchangeId == m_exchangeId
                              : request.source == m_source;
}

void PeerAskPane::arrived(const QString &id)
{
    const PeerRequest *request = m_requests->find(id);
    if (!request || !belongsHere(*request))
        return;
    if (isAsking())
        updateCount();
    else
        showRequest(*request);
}

void PeerAskPane::ended(const PeerRequest &request, const PeerAnswer &, PeerRequests::End end)
{
    if (!belongsHere(request))
        return;
    ++m_answered;
    if (request.id != m_request.id)
        return updateCount();
    const QString source = visibleText(request.source, false, 60);
    const bool wasOver = end != PeerRequests::End::Answered;
    leaveFocus();
    m_request = {};
    showNext();
    if (isAsking())
        return;
    if (!m_source.isEmpty())
        m_answered = 0; // the next request begins a new count
    if (!wasOver)
        clear();
    else if (end == PeerRequests::End::TimeOver)
        showEnd(tr("%1 waited too long for an answer. The workbench told it that you made no decision.")
                .arg(source));
    else
        showEnd(tr("The call ended, or %1 withdrew its request. No answer is needed.").arg(source));
    Q_EMIT askingChanged(false);
}

void PeerAskPane::showNext()
{
    if (!m_requests)
        return;
    const QList<const PeerRequest *> requests = m_requests->waiting();
    const auto next =
        std::ranges::find_if(requests, [this](const PeerRequest *request) { return belongsHere(*request); });
    if (next != requests.end())
        showRequest(**next);
}

void PeerAskPane::showRequest(const PeerRequest &request)
{
    m_request = request;
    setBar(ColorRole::Accent);
    removeEditor();
    m_editor = makeEditor(m_request, m_requests->rule(request.source), this);
    m_editor->setCompact(m_compact);
    m_body->layout()->addWidget(m_editor);
    m_editor->show();
    connect(m_editor, &AskedEditor::changed, this, &PeerAskPane::updateButtons);
    connect(m_editor, &AskedEditor::commandRequested, this, &PeerAskPane::askToRun);
    m_icon->setIcon(u"prompt"_s, ColorRole::Accent);
    m_title->setFullText(askTitle(request));
    m_method->setText(
        request.kind == PeerRequest::Kind::Sampling ? u"sampling/createMessage"_s : u"elicitation/create"_s);
    const bool isSampling = request.kind == PeerRequest::Kind::Sampling;
    m_message->setText(u'"' + request.message + u'"');
    m_message->setVisible(!isSampling && !request.message.isEmpty());
    showNote();
    m_time.start();
    m_cancel->setVisible(!isSampling);
    m_hint->setVisible(!isSampling && !m_compact);
    // A request to a model takes all the height; a form takes the height of its content. Both scroll if there
    // is less.
    const auto height = m_editor->fillsPage() ? QSizePolicy::Expanding : QSizePolicy::Maximum;
    m_area->setSizePolicy(QSizePolicy::Preferred, height);
    m_column->setStretchFactor(m_area, m_editor->fillsPage() ? 1 : 0);
    setSizePolicy(QSizePolicy::Preferred, height);
    m_area->verticalScrollBar()->setValue(0);
    for (QWidget *part : QWidgetList{m_copy, m_note, m_area, m_foot})
        part->show();
    m_method->setVisible(!m_compact);
    m_close->hide();
    setAccessibleName(m_title->fullText());
    updateCount();
    m_look.start();
    updateButtons();
    show();
    Q_EMIT askingChanged(true);
}

//! Shows what the answer does, and how much time is left when the request is about to end without an answer.
void PeerAskPane::showNote()
{
    QString note = askNote(m_request, m_requests && !m_requests->rule(m_request.source).isAbsent());
    const auto left = m_requests ? m_requests->timeLeft(m_request.id) : std::nullopt;
    if (left && *left < shownTime)
        note.append(u' ').append(tr("%1 left to answer.").arg(elapsedText(left->count())));
    m_note->setText(note);
}

void PeerAskPane::showEnd(const QString &sentence)
{
    clear();
    m_icon->setIcon(u"info"_s, ColorRole::TextSecond);
    m_title->setFullText(sentence);
    setAccessibleName(sentence);
    m_close->show();
    show();
}

void PeerAskPane::clear()
{
    leaveFocus();
    m_request = {};
    m_time.stop();
    setBar(ColorRole::Stale);
    removeEditor();
    for (QWidget *part : QWidgetList{m_method, m_copy, m_place, m_next, m_note, m_area, m_foot})
        part->hide();
    if (hasFocus() && parentWidget())
        parentWidget()->setFocus(Qt::OtherFocusReason);
    hide();
}

//! Deletes the editor later, because it may be handling the key that answered.
void PeerAskPane::removeEditor()
{
    m_running.reset();
    m_trust->hide();
    if (!m_editor)
        return;
    m_editor->disconnect(this);
    m_editor->hide();
    m_editor->deleteLater();
    m_editor = nullptr;
}

//! Moves the focus from a widget that will be removed to the pane itself, where no key answers. When the pane
//! is hidden, clear() passes the focus to the parent.
void PeerAskPane::leaveFocus()
{
    QWidget *focus = QApplication::focusWidget();
    if (focus && isAncestorOf(focus))
        setFocus(Qt::OtherFocusReason);
}

void PeerAskPane::updateCount()
{
    int place = 0;
    int waiting = 0;
    const PeerRequest *next = nullptr;
    for (const PeerRequest *request : m_requests ? m_requests->waiting() : QList<const PeerRequest *>()) {
        if (!belongsHere(*request))
            continue;
        ++waiting;
        if (request->id == m_request.id)
            place = waiting;
        else if (place > 0 && !next)
            next = request;
    }
    const int total = m_answered + waiting;
    m_place->setVisible(isAsking() && total > 1);
    m_place->setText(tr("%1 of %2", "request of the server").arg(m_answered + place).arg(total));
    m_place->updateGeometry();
    m_next->setVisible(next && !m_compact);
    m_next->setFullText(next ? nextText(next->kind) : QString());
}

void PeerAskPane::updateButtons()
{
    if (!m_editor)
        return;
    const bool mayPress = !m_look.isActive();
    m_send->setText(m_editor->sendText());
    m_send->setAccessibleName(m_editor->sendText());
    m_send->setEnabled(mayPress && m_editor->isReady());
    m_decline->setEnabled(mayPress);
    m_cancel->setEnabled(mayPress);
}

void PeerAskPane::answer(PeerAnswer::Action action)
{
    if (!isAsking() || !m_requests)
        return;
    const bool accepts = action == PeerAnswer::Action::Accept;
    if (accepts && !m_editor->accept())
        return;
    if (const Json rule = accepts ? m_editor->rule() : Json(); !rule.isAbsent()) {
        // if it cannot be stored, it holds for this run
        (void)m_sessions->trust(AnswerCommand::ruleFacts(m_request.source, rule));
        m_requests->setRule(m_request.source, rule);
    }
    m_requests->answer(m_request.id, {action, accepts ? m_editor->content() : Json()});
}

void PeerAskPane::askToRun(const QStringList &command)
{
    m_command = command;
    const TrustFacts facts = AnswerCommand::trustFacts(command);
    if (m_sessions->isTrusted(facts))
        return run();
    m_trust->ask(tr("Start this program? It runs with your rights and receives the request of %1: %2")
                     .arg(visibleText(m_request.source, false, 60), facts.commandLine()),
        tr("Trust and start"), tr("Do not start"));
}

void PeerAskPane::run()
{
    const Limits &limits = m_sessions->limits();
    m_running = std::make_unique<AnswerCommand>(m_command,
        AnswerCommand::Bounds{std::chrono::milliseconds(limits.requestTimeoutMs), limits.uiTextBytes});
    connect(m_running.get(), &AnswerCommand::finished, this, [this] {
        AnswerCommand *over = m_running.release();
        over->deleteLater(); // it is emitting this signal
        if (m_editor)
            m_editor->showPrinted(over->printed());
    });
    m_running->start(m_request.params.toBytes());
}

void PeerAskPane::setCompact(bool compact)
{
    m_compact = compact;
    m_method->setVisible(isAsking() && !compact);
    m_hint->setVisible(!compact && m_request.kind != PeerRequest::Kind::Sampling);
    updateCount();
    if (m_editor)
        m_editor->setCompact(compact);
}

void PeerAskPane::focusFirst()
{
    if (m_editor)
        m_editor->focusFirst();
}

//! Ctrl+Return in a field sends the answer. Elsewhere it only moves the focus to the first field.
void PeerAskPane::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isInside = m_editor && m_editor->isAncestorOf(QApplication::focusWidget());
    if (!isReturn || !(event->modifiers() & Qt::ControlModifier)) {
        Strip::keyPressEvent(event);
        return;
    }
    if (event->isAutoRepeat())
        return; // the key that answered the request before is still down
    if (!isInside && !m_look.isActive())
        focusFirst();
    else if (isInside && m_send->isEnabled())
        m_send->click();
}

} // namespace Workbench::Ui

#include "moc_peeraskpane.cpp"
