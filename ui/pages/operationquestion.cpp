// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What the page says while its operation is missing. What it asks before a call that may destroy something,
// before a call of an operation whose definition changed, and before credentials go to a new server.

#include "core/base/visibletext.h"
#include "core/session/previewjson.h"
#include "core/session/sessions.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/coretexts.h"
#include "ui/models/httpwords.h"
#include "ui/models/jsonrow.h"
#include "ui/pages/definitionsdialog.h"
#include "ui/pages/operationpage.h"
#include "ui/pages/originquestion.h"
#include "ui/panes/askbar.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/requestpane.h"
#include "ui/panes/resultpane.h"

#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

void OperationPage::addQuestion()
{
    connect(
        m_header, &OperationHeader::changedDefinitionRequested, this, [this] { askAboutDefinition(false); });
    connect(m_changeNotice, &AskBar::answered, this, [this] { askAboutDefinition(false); });
    connect(m_ask, &AskBar::answered, this, [this](bool yes) {
        focusInput();
        if (!yes)
            return;
        if (m_wantedOrigin.isEmpty())
            m_confirmed = m_input->value();
        else if (!confirmOrigin(m_sessions, m_askedSource, m_wantedOrigin))
            return;
        startNow(m_askedSendInvalid);
    });
    connect(&m_asking, &QFutureWatcherBase::finished, this, [this] {
        if (m_asking.future().resultCount() == 0)
            return; // taken back
        const Result<WirePreview> preview = m_asking.result();
        const HttpRoute route = httpRouteOf(m_spec).value_or(HttpRoute());
        // Without a preview the path must do; the call itself reports the error.
        const QString where = preview ? QString::fromUtf8(addressOf(*preview)) : route.path;
        showQuestion(tr("%1 %2 may delete or change data permanently.")
                .arg(visibleText(route.method, false, 40), visibleText(where, false, 600)));
    });
    connect(m_input, &InputEditor::valueChanged, this, &OperationPage::takeBackQuestion);
    connect(m_sessions, &Sessions::environmentChanged, this, [this] {
        takeBackQuestion();
        m_confirmed = {}; // the call may go to another server now
    });
    connect(m_header, &OperationHeader::connectRequested, this,
        [this] { Q_EMIT connectRequested(sourceName()); });
    connect(m_sessions, &Sessions::sourceChanged, this, [this](const QString &source) {
        if (nameSpaceFor(source) != m_operation.nameSpace)
            return;
        if (!m_specKnown && !m_isPast)
            showMissing();
        takeBackQuestion();
        if (const Source *now = m_sessions->source(source); !now || *now != m_askedSource)
            m_confirmed = {};
    });
}

//! Says why the operation is missing: its source is not connected, or no longer offers it. Offers to connect.
void OperationPage::showMissing()
{
    using Connecting = OperationHeader::Connecting;
    const QString name = visibleText(sourceName(), false, 60);
    const Source *source = m_sessions->sourceOf(m_operation);
    const SourceState state = source ? m_sessions->state(source->name) : SourceState();
    m_specKnown = false;
    showDefinitionChange(false);
    if (m_result)
        m_result->setOffered(false);
    const auto show = [this](const QString &reason, Connecting connecting) {
        m_header->setMissing(tabTitle(), tabIconName(), isSubscription(), reason, connecting);
    };
    if (!source)
        show(tr("The workspace has no source \"%1\".").arg(name), Connecting::Useless);
    else if (state.isUsable())
        show(tr("\"%1\" no longer offers this operation.").arg(name), Connecting::Useless);
    else if (state.phase == SourceState::Phase::Connecting)
        show(tr("Connecting to \"%1\"…").arg(name), Connecting::Running);
    else if (state.phase == SourceState::Phase::Failed && !state.error.message.isEmpty())
        show(tr("\"%1\" is not connected: %2")
                 .arg(name, visibleText(coreText(state.error.message), false, 300)),
            Connecting::Possible);
    else
        show(tr("\"%1\" is not connected.").arg(name), Connecting::Possible);
}

//! The page follows the new definition at once, so a notice above the input asks to read the change first.
void OperationPage::showDefinitionChange(bool changed)
{
    m_isDefinitionChanged = changed;
    m_header->setDefinitionChanged(changed);
    if (!changed) {
        m_changeNotice->hide();
        return;
    }
    m_changeNotice->tell(
        tr("The source changed this definition after you accepted it. Read the changes before "
           "you fill in the input."),
        tr("Show changes…"));
    takeBackQuestion(); // it was about the old definition, and so was the confirmation
    m_confirmed = {};
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

bool OperationPage::isDestructive() const
{
    if (m_spec.definition.member("annotations"_L1).member("destructiveHint"_L1).toBoolean())
        return true;
    const std::optional<HttpRoute> route = httpRouteOf(m_spec);
    return route ? route->method == "DELETE"_L1 : m_spec.tags.contains(u"destructive"_s);
}

//! Names the call in the question. For HTTP this is the URL, which takes a moment if the body is large.
void OperationPage::askFirst()
{
    const Source *source = m_sessions->sourceOf(m_operation);
    m_askedSource = source ? *source : Source();
    if (httpRouteOf(m_spec)) {
        m_asking.setFuture(m_sessions->previewSoon(m_operation, m_input->value()));
        return;
    }
    const QString input = argumentsText(m_input->value());
    const QString call = u"%1 (%2)"_s.arg(tabTitle(), visibleText(input, false, 300));
    showQuestion(tr("\"%1\" of \"%2\" claims to be destructive. It may delete or change data permanently.")
            .arg(input.isEmpty() ? tabTitle() : call, visibleText(sourceName(), false, 60)));
}

void OperationPage::showQuestion(const QString &question)
{
    m_wantedOrigin.clear();
    m_ask->ask(question, tr("Call %1").arg(tabTitle()), tr("Do not call"));
}

//! Asks after a call that was not sent to the server that its document names. Either a credential is not
//! confirmed for that server, or the address of the server is not public. \source core/RULES.md
void OperationPage::askAboutOrigin(const Error &error)
{
    const QString wanted = error.details.member("wanted"_L1).toString();
    const Source *source = m_sessions->sourceOf(m_operation);
    const bool isPrivate = error.code == "http.privatePeer"_L1;
    if ((error.code != "credential.origin"_L1 && !isPrivate) || wanted.isEmpty() || !source)
        return;
    QStringList confirmed;
    for (const Json &origin : error.details.member("confirmed"_L1).items())
        confirmed.append(visibleText(origin.toString(), false, 200));
    const QString credential = visibleText(error.details.member("credential"_L1).toString(), false, 60);
    const QString place = visibleText(wanted, false, 200);
    const QString question = redirectQuestion(error, *source);
    if (question.isEmpty() && error.details.hasMember("redirectedFrom"_L1))
        return;
    m_askedSource = *source;
    m_wantedOrigin = wanted;
    if (!question.isEmpty()) {
        m_ask->ask(question, tr("Call %1").arg(tabTitle()), tr("Do not call"));
        return;
    }
    if (isPrivate) {
        m_ask->ask(tr("The document sends this call to %1, which is not a public address. Allow it, with the "
                      "headers and credentials of the source?")
                       .arg(place),
            tr("Call %1").arg(tabTitle()), tr("Do not call"));
        return;
    }
    m_ask->ask(confirmed.isEmpty()
            ? tr("The call would send \"%2\" to %1. You have not confirmed any server for it yet. Send it "
                 "there?")
                  .arg(place, credential)
            : tr("The call would send \"%2\" to %1. You have confirmed only %3 for it. Send it there too?")
                  .arg(place, credential, confirmed.join(u", "_s)),
        tr("Send it there"), tr("Do not send"));
}

//! A worker finds what changed, because definitions may be long. \source core/RULES.md R-130
bool OperationPage::askAboutDefinition(bool thenCall)
{
    const std::optional<DefinitionChange> change = m_sessions->definitionChange(m_operation);
    if (!change)
        return false;
    const QString source = sourceName();
    const QString accept = !thenCall ? QString()
        : isSubscription()           ? tr("Accept and subscribe")
                                     : tr("Accept and call");
    QtConcurrent::run(describedChanges, QList{*change})
        .then(this, [this, change, source, accept, thenCall](const QString &text) {
            delete findChild<DefinitionsDialog *>(); // it shows older changes
            auto *dialog = new DefinitionsDialog(source, 1, text, this, accept);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &QDialog::accepted, this, [this, change, source, thenCall] {
                m_confirmed = {}; // the confirmation was about the old definition
                m_sessions->acceptDefinitions(source, {*change});
                if (thenCall)
                    start(m_askedSendInvalid);
            });
            dialog->open();
        });
    return true;
}

//! Withdraws the question: a yes would confirm another call than the one in the question.
void OperationPage::takeBackQuestion()
{
    m_asking.setFuture({});
    m_ask->hide();
}

} // namespace Workbench::Ui
