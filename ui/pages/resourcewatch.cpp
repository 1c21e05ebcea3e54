// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/resourcewatch.h"

#include "core/base/visibletext.h"
#include "core/envelope/mcpblock.h"
#include "core/json/jsonbuilder.h"
#include "core/operation/uritemplate.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/themelabel.h"
#include "ui/models/words.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/datapane.h"
#include "ui/panes/metapane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/resultpanes.h"
#include "ui/panes/viewpane.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <utility>

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

//! Returns the address of the resource that \a spec reads with \a input.
QString expandedAddress(const OperationSpec &spec, const Json &input)
{
    const Json pattern = spec.definition.member("uriTemplate"_L1);
    return pattern.isString() ? expandTemplate(pattern.toString(), input) : addressOf(spec);
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
    const Json arguments = spec.inputSchema.member("properties"_L1);
    const bool takesNone = spec.kind == "prompt"_L1 && arguments.isObject() && arguments.size() == 0;
    if (std::exchange(m_hasNoArguments, takesNone) != takesNone) {
        const QString words = takesNone ? tr("The prompt takes no arguments.") : QString();
        ThemeLabel *label = takesNone ? proseLabel(words, ColorRole::TextSecond, FontRole::Body) : nullptr;
        if (label) {
            named(label, u"noArguments"_s)->setContentsMargins(12, 12, 12, 12);
            m_facts = nullptr;
        }
        m_page->inputEditor()->setDetails(label, words);
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
    if (const ResultPane *pane = m_page->resultPane())
        pane->dataPane()->viewPane()->setListedType(spec.definition.member("mimeType"_L1).toString());
    showFacts();
}

void ResourceWatch::offerLinks(ViewPane *view)
{
    const auto operationFor = [page = m_page](const QString &uri) {
        return OperationId{page->operation().nameSpace, u"resource:"_s + uri};
    };
    view->setResources([this, operationFor](const QString &uri) {
        const OperationId id = operationFor(uri);
        return id != m_page->operation() && m_sessions->registry()->listedSpec(id);
    });
    connect(view, &ViewPane::readRequested, this,
        [this, operationFor](const QString &uri) { Q_EMIT m_page->openRequested(operationFor(uri)); });
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
        pattern.isString() ? Json::string(expandedAddress(m_page->spec(), m_page->input()))
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
        connect(updates, &UpdatesPane::readRequested, this, &ResourceWatch::readAgain);
        connect(updates, &UpdatesPane::compareRequested, this, &ResourceWatch::compareRequested);
        connect(updates, &UpdatesPane::undoOffered, m_page, &OperationPage::undoOffered);
        m_page->connectCard(updates->errorCard());
        connect(updates, &UpdatesPane::watchingChanged, this, &ResourceWatch::changed);
    }
    InvokeOptions options;
    options.pipeline.normalise = false;
    m_input = m_page->input();
    m_updates->watch(m_sessions->subscribe(m_page->operation(), m_input, options),
        expandedAddress(m_page->spec(), m_input));
    panes->setAboveShown(true);
    showUpdates();
    noteContent();
    if (m_updates->hasContent())
        return;
    if (m_page->isRunning())
        m_readsAgain = true; // when the running call, which may have other input, is over
    else
        Q_EMIT readRequested(m_input); // the first update needs content to be compared with
}

//! Brings the side of the result to the front where the page is too narrow to show it beside the data.
void ResourceWatch::showUpdates()
{
    ResultPanes *panes = m_page->resultPane()->panes();
    if (panes->arrangement() == ResultPanes::Arrangement::Tabs)
        panes->show(ResultPanes::Pane::Meta);
}

bool ResourceWatch::areUpdatesShown() const
{
    return m_updates && m_updates->isVisibleTo(m_page->resultPane()->panes());
}

void ResourceWatch::readAgain()
{
    if (m_page->isRunning())
        m_readsAgain = true;
    else if (isWatching())
        Q_EMIT readRequested(m_input);
}

void ResourceWatch::callEnded(const Json &input, bool wasShown)
{
    m_read = input;
    if (wasShown)
        showUpdates(); // a result brings the data to the front
    noteContent();
    if (std::exchange(m_readsAgain, false))
        readAgain();
}

void ResourceWatch::unwatch()
{
    if (m_updates)
        m_updates->unwatch();
}

//! Tells the updates that the last result of the page is the content now, if it is that of the watched
//! resource.
void ResourceWatch::noteContent()
{
    const std::optional<Result<Outcome>> &result = m_page->lastResult();
    const bool isContent = !m_input.isAbsent() && m_input == m_read;
    if (m_updates && isContent && result && *result)
        m_updates->noteContent(heldBytes(**result), m_page->exchangeId());
}

} // namespace Workbench::Ui

#include "moc_resourcewatch.cpp"
