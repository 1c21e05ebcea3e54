// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/resourcewatch.h"

#include "core/base/visibletext.h"
#include "core/envelope/mcpblock.h"
#include "core/json/jsonbuilder.h"
#include "core/operation/uritemplate.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/words.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/metapane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/resultpanes.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

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

ResourceWatch::ResourceWatch(Sessions *sessions, OperationPage *page)
    : QObject(page)
    , m_sessions(sessions)
    , m_page(page)
{
}

void ResourceWatch::setSpec(const OperationSpec &spec)
{
    const QString address = addressOf(spec);
    m_distinction.clear();
    if (!address.isEmpty()) {
        QStringList addresses{address}; // of the resources with this name
        const OperationList listed = m_sessions->operationList(m_page->sourceName());
        for (const auto &other : listed) {
            if (other->id != spec.id && nameOf(*other) == nameOf(spec) && !addressOf(*other).isEmpty())
                addresses.append(addressOf(*other));
        }
        if (addresses.size() > 1)
            m_distinction = distinctParts(addresses).first();
    }
    if (!address.isEmpty() && !m_facts) {
        m_facts = named(new MetaPane, u"aboutResource"_s);
        m_facts->header()->setTitle(tr("About the resource"));
        m_facts->setMinimumHeight(60);
        m_page->inputEditor()->setDetails(m_facts, visibleText(address, false, 300));
    } else if (address.isEmpty() && m_facts) {
        m_facts = nullptr;
        m_page->inputEditor()->setDetails(nullptr);
    }
    showFacts();
}

void ResourceWatch::showFacts()
{
    if (!m_facts)
        return;
    const Json &definition = m_page->spec().definition;
    const Json pattern = definition.member("uriTemplate"_L1);
    const McpAnnotations said = McpAnnotations::of(definition);
    const QString audience = said.audience.join(u", "_s);
    JsonBuilder builder;
    builder.beginObject();
    builder.add(u"template", pattern);
    builder.add(u"address",
        pattern.isString() ? Json::string(expandTemplate(pattern.toString(), m_page->input()))
                           : definition.member("uri"_L1));
    builder.add(u"mimeType", definition.member("mimeType"_L1)).add(u"size", definition.member("size"_L1));
    builder.add(u"audience", audience.isEmpty() ? Json() : Json::string(audience));
    builder.add(u"priority", said.priority).add(u"lastModified", said.lastModified);
    m_facts->setFacts(builder.endObject().take());
}

bool ResourceWatch::isWatching() const
{
    const UpdatesPane *updates = m_updates;
    return updates && updates->isWatching();
}

void ResourceWatch::watch(bool compact)
{
    ResultPanes *panes = m_page->resultPane()->panes();
    if (!m_updates) {
        auto *updates = new UpdatesPane;
        m_updates = updates;
        updates->setCompact(compact);
        updates->hide();
        panes->setAbove(updates);
        noteContent();
        connect(updates, &UpdatesPane::readRequested, this, &ResourceWatch::readRequested);
        connect(updates, &UpdatesPane::compareRequested, m_page, &OperationPage::compareRequested);
        connect(updates, &UpdatesPane::undoOffered, m_page, &OperationPage::undoOffered);
        m_page->connectCard(updates->errorCard());
        connect(updates, &UpdatesPane::watchingChanged, this, &ResourceWatch::changed);
    }
    InvokeOptions options;
    options.pipeline.normalise = false;
    m_updates->watch(m_sessions->subscribe(m_page->operation(), m_page->input(), options));
    panes->setAboveShown(true);
}

void ResourceWatch::unwatch()
{
    if (m_updates)
        m_updates->unwatch();
}

void ResourceWatch::noteContent()
{
    const std::optional<Result<Outcome>> &result = m_page->lastResult();
    if (m_updates && result && *result)
        m_updates->noteContent(heldBytes(**result));
}

} // namespace Workbench::Ui

#include "moc_resourcewatch.cpp"
