// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The parts of a page that depend on the kind of the operation: resource, prompt, subscription.
#include "core/base/visibletext.h"
#include "core/envelope/mcpblock.h"
#include "core/json/jsonbuilder.h"
#include "core/operation/uritemplate.h"
#include "core/session/sessions.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/schemaform.h"
#include "ui/models/words.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/datapane.h"
#include "ui/panes/metapane.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/resultpanes.h"
#include "ui/panes/updatespane.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns the content of a result's blocks as received, joined by line feeds.
QByteArray heldBytes(const Outcome &outcome)
{
    const auto *meta = std::get_if<McpMeta>(&outcome.envelope.meta());
    QByteArray bytes;
    for (qsizetype i = 0; meta && i < meta->content.size(); ++i) {
        if (i > 0)
            bytes += '\n';
        bytes.append(McpBlock::read(meta->content.at(i)).held.utf8());
    }
    return bytes;
}

} // namespace

bool OperationPage::isWatching() const
{
    return m_updates && m_updates->isWatching();
}

void OperationPage::stopWatching()
{
    if (m_updates)
        m_updates->unwatch();
}

QString OperationPage::tabToolTip() const
{
    const QString address = visibleText(addressOf(m_spec), false, 300);
    const QString name = address.isEmpty() ? m_operation.toString() : address;
    if (!m_result || !m_invocation || !m_invocation->progress())
        return name;
    const QString remaining = m_result->statusLine()->remainingText();
    const QString step = stepText(*m_invocation->progress());
    return name + u'\n' + (remaining.isEmpty() ? step : QString(step + u" · "_s + remaining));
}

//! Sets the texts and parts of the page that depend on the kind of the operation.
void OperationPage::readKind()
{
    const bool isResource = !addressOf(m_spec).isEmpty();
    const bool isPrompt = m_spec.kind == "prompt"_L1;
    if (m_result) {
        m_result->setVerb(verbOf(m_spec));
        m_result->dataPane()->setTitle(isResource ? tr("Content")
                : isPrompt                        ? tr("Conversation")
                                                  : tr("Data"));
    }
    m_input->setTitle(isResource ? tr("Address") : tr("Input"));
    m_distinction.clear();
    if (isResource) {
        QStringList addresses{addressOf(m_spec)}; // of the resources with this name
        const OperationList listed = m_sessions->operationList(sourceName());
        for (const auto &other : listed) {
            if (other->id != m_operation && nameOf(*other) == nameOf(m_spec) && !addressOf(*other).isEmpty())
                addresses.append(addressOf(*other));
        }
        if (addresses.size() > 1)
            m_distinction = distinctParts(addresses).first();
    }
    if (isResource && !m_about) {
        m_about = new MetaPane;
        m_about->setObjectName(u"aboutResource"_s);
        m_about->setTitle(tr("About the resource"));
        m_about->setMinimumHeight(60);
        m_input->setDetails(m_about, visibleText(addressOf(m_spec), false, 300));
    } else if (!isResource && m_about) {
        m_about = nullptr;
        m_input->setDetails(nullptr);
    }
    showAbout();
    showFeatures();
}

//! Shows the address and what the server claims. In the address of a template the variables are filled in.
void OperationPage::showAbout()
{
    if (!m_about)
        return;
    const Json &definition = m_spec.definition;
    const Json pattern = definition.member("uriTemplate"_L1);
    const McpAnnotations said = McpAnnotations::of(definition);
    const QString audience = said.audience.join(u", "_s);
    JsonBuilder builder;
    builder.beginObject();
    builder.add(u"template", pattern);
    builder.add(u"address",
        pattern.isString() ? Json::string(expandTemplate(pattern.toString(), m_input->value()))
                           : definition.member("uri"_L1));
    builder.add(u"mimeType", definition.member("mimeType"_L1)).add(u"size", definition.member("size"_L1));
    builder.add(u"audience", audience.isEmpty() ? Json() : Json::string(audience));
    builder.add(u"priority", said.priority).add(u"lastModified", said.lastModified);
    m_about->setFacts(builder.endObject().take());
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

void OperationPage::toggleWatching()
{
    if (isWatching()) {
        stopWatching();
        return;
    }
    if (!m_specKnown || !m_result)
        return;
    if (!m_updates) {
        m_updates = new UpdatesPane;
        m_updates->setCompact(m_compact);
        m_updates->hide();
        m_result->panes()->setAbove(m_updates);
        noteContent();
        connect(m_updates, &UpdatesPane::readRequested, this, &OperationPage::readAgain);
        connect(m_updates, &UpdatesPane::compareRequested, this, &OperationPage::compareRequested);
        connect(m_updates, &UpdatesPane::undoOffered, this, &OperationPage::undoOffered);
        connect(m_updates, &UpdatesPane::watchingChanged, this, [this] {
            showFeatures();
            Q_EMIT operationChanged();
        });
    }
    InvokeOptions options;
    options.pipeline.normalise = false;
    m_updates->watch(m_sessions->subscribe(m_operation, m_input->value(), options));
    m_result->panes()->setAboveShown(true);
    if (!m_lastResult && !isRunning())
        startNow(false); // the first update needs content to be compared with
}

void OperationPage::readAgain()
{
    if (isRunning())
        m_readsAgain = true;
    else if (m_specKnown && isWatching())
        startNow(false);
}

void OperationPage::noteContent()
{
    if (m_updates && m_lastResult && *m_lastResult)
        m_updates->noteContent(heldBytes(**m_lastResult));
}

} // namespace Workbench::Ui
