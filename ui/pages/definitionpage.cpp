// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/definitionpage.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/words.h"
#include "ui/panes/datapane.h"
#include "ui/panes/metapane.h"
#include "ui/text/markdownview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns the place in the schema of the first violation: of a warning, or of a value that normalisation
//! repaired. Empty if there is none.
QString firstPlace(const Outcome &outcome)
{
    QStringList locations;
    for (const Warning &warning : outcome.warnings) {
        if (isInOutputSchema(warning))
            locations.append(warning.schemaLocation);
    }
    for (const Change &change : outcome.changes)
        locations.append(change.violation.schemaLocation);
    const auto found =
        std::ranges::find_if(locations, [](const QString &location) { return location.contains(u'#'); });
    return found == locations.end() ? QString() : found->section(u'#', 1);
}

Json errorsOf(const OperationSpec &spec)
{
    QList<Json> errors;
    for (const ErrorDefinition &error : spec.errorSchemas)
        errors.append(withMember(toJson(error), u"schema", error.schema)); // absent if it is not declared
    return errors.isEmpty() ? Json() : Json::array(errors);
}

//! Returns the security requirements of an OpenAPI operation, one text for each alternative.
QStringList securityTexts(const OperationSpec &spec)
{
    QStringList texts;
    if (!httpRouteOf(spec))
        return texts;
    for (const Json &alternative : spec.meta.member("security"_L1).items()) {
        QStringList schemes;
        for (const Json::Members::Entry &scheme : alternative.members()) {
            const QString scopes = textsOf(scheme.value()).join(u", "_s);
            schemes.append(scopes.isEmpty() ? scheme.key() : QString(scheme.key() + u": " + scopes));
        }
        texts.append(schemes.isEmpty() ? DefinitionPage::tr("none (anonymous)")
                                       : visibleText(schemes.join(u" + "_s), false, 300));
    }
    if (texts.size() > 1)
        texts.prepend(DefinitionPage::tr("One of these is enough:"));
    return texts;
}

//! Returns the version in the address of the schema's dialect, for example "2020-12".
QString dialectOf(const Json &schema)
{
    const QString address = schema.member("$schema"_L1).toString();
    return visibleText(address.section(u'/', -2, -2), false, 20);
}

} // namespace

DefinitionPage::DefinitionPage(QWidget *parent)
    : QWidget(parent)
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_input(makeSchema(tr("Input schema"), u"inputSchema"_s))
    , m_output(makeSchema(tr("Output schema"), u"outputSchema"_s))
    , m_errors(makeSchema(tr("Error schemas"), u"errorSchemas"_s))
    , m_notMet(named(new Chip(tr("not met"), this), u"notMetChip"_s))
    , m_toWarning(named(linkButton(tr("Open at the warning"), this), u"openAtWarning"_s))
{
    setObjectName(u"definitionPage"_s);
    onBase(this);
    m_notMet->setToolTip(tr("The last result does not match this schema."));
    m_notMet->setIconName(u"outcome-error"_s);
    m_notMet->setColors(ColorRole::ErrorSoft, ColorRole::Error);
    m_output->header()->addBesideTitle(m_toWarning);
    m_output->header()->addBesideTitle(m_notMet);
    auto *schemas = new QSplitter(Qt::Vertical);
    for (DataPane *pane : {m_input, m_output, m_errors})
        pane->setMinimumHeight(72);
    fillSplitter(schemas, {m_input, m_output, m_errors}, {220, 220, 140}, {});
    fillSplitter(m_splitter, {makeAbout(), schemas}, {364, 812});
    newColumn(this)->addWidget(m_splitter);
    connect(m_toWarning, &QToolButton::clicked, this, &DefinitionPage::showWarning);
    setOutcome(nullptr);
}

DataPane *DefinitionPage::makeSchema(const QString &title, const QString &name)
{
    auto *pane = named(new DataPane(DataPane::Faces::TreeAndText), name);
    pane->header()->setTitle(title);
    return pane;
}

QVBoxLayout *DefinitionPage::addSection(QVBoxLayout *column, PaneHeader *header)
{
    auto *section = newColumn({12, 12, 12, 12}, 8);
    addAll(column, {header, section});
    return section;
}

QWidget *DefinitionPage::makeAbout()
{
    auto *area = named(new QScrollArea, u"definitionAbout"_s);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumWidth(220);
    auto *about = new QWidget;
    auto *column = newColumn(about);

    m_description = named(new MarkdownView, u"definitionDescription"_s, tr("Description"));
    m_noDescription = new ThemeLabel(tr("Not declared"), ColorRole::TextSecond, FontRole::Body);
    auto *header = new PaneHeader(tr("Description"));
    m_copyDescription =
        named(iconButton(u"copy"_s, tr("Copy the description as Markdown"), header), u"copyDescription"_s);
    header->addWidget(m_copyDescription);
    connect(m_copyDescription, &QToolButton::clicked, this, [this] { copyText(m_markdown); });
    auto *words = new QWidget;
    addAll(newColumn(words),
        {new FindBar(tr("Find in the description"), m_description, words), m_description, m_noDescription});
    addSection(column, header)->addWidget(words);

    m_claims = named(new QWidget, u"claims"_s);
    newRow(m_claims, {}, 8);
    m_claimsFact = wrapped(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small));
    addAll(addSection(column, new PaneHeader(tr("Claims of the server"))), {m_claims, m_claimsFact});

    auto *scopes = new ThemeLabel({}, ColorRole::Text, FontRole::Data);
    m_scopes = named(selectable(wrapped(scopes)), u"requiredScopes"_s);
    m_missing =
        named(wrapped(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small)), u"missingAccess"_s);
    m_missing->hide();
    addAll(addSection(column, new PaneHeader(tr("Required scopes"))), {m_scopes, m_missing});

    m_identity = named(new MetaPane, u"definitionIdentity"_s);
    m_identity->header()->setTitle(tr("Details"));
    m_identity->setMinimumHeight(200);
    column->addWidget(m_identity, 1);
    area->setWidget(about);
    return area;
}

void DefinitionPage::setSpec(const OperationSpec &spec, const QString &sourceName, const QString &server,
    const std::optional<Identity> &identity)
{
    m_markdown = descriptionOf(spec);
    m_description->showMarkdown(m_markdown);
    m_description->setVisible(!m_markdown.isEmpty());
    m_copyDescription->setVisible(!m_markdown.isEmpty());
    m_noDescription->setVisible(m_markdown.isEmpty());
    showClaims(spec);
    showScopes(spec, identity);
    showIdentity(spec, sourceName, server);
    m_input->showSchema(spec.inputSchema);
    m_input->setFact(spec.inputSchema.isAbsent() ? tr("not declared") : dialectOf(spec.inputSchema));
    m_output->showSchema(spec.outputSchema);
    m_output->setFact(spec.outputSchema.isAbsent() ? tr("not declared") : dialectOf(spec.outputSchema));
    m_errors->showSchema(errorsOf(spec));
    m_errors->setFact(
        spec.errorSchemas.isEmpty() ? tr("not declared") : QString::number(spec.errorSchemas.size()));
}

void DefinitionPage::showClaims(const OperationSpec &spec)
{
    qDeleteAll(m_claims->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    auto *row = static_cast<QHBoxLayout *>(m_claims->layout());
    while (QLayoutItem *item = row->takeAt(0))
        delete item;
    const QStringList claims = claimsOf(spec);
    for (const QString &claim : claims) {
        auto *chip = new Chip(claimText(claim), m_claims);
        if (claim == "destructive"_L1) {
            chip->setColors(ColorRole::WarningSoft, ColorRole::Warning);
            chip->setIconName(u"warning"_s);
        }
        row->addWidget(chip);
    }
    row->addStretch(1);
    m_claims->setVisible(!claims.isEmpty());
    const bool isDeclared = !spec.definition.member("annotations"_L1).isAbsent();
    m_claimsFact->setText(!claims.isEmpty()
            ? tr("The server makes these claims. The workbench does not check them.")
            : isDeclared ? tr("The server makes none of these claims. Details shows its annotations.")
                         : tr("Not declared"));
}

void DefinitionPage::showScopes(const OperationSpec &spec, const std::optional<Identity> &identity)
{
    const AccessControl &access = spec.accessControl;
    QStringList needs = needsOf(access) + securityTexts(spec);
    if (const Json members = unenforcedMembers(access); !members.isAbsent())
        needs.append(tr("Not enforced by the workbench: %1")
                .arg(visibleText(QString::fromUtf8(members.toBytes()), false, 200)));
    m_scopes->setText(needs.isEmpty() ? tr("Not declared") : needs.join(u'\n'));
    m_scopes->setColorRole(needs.isEmpty() ? ColorRole::TextSecond : ColorRole::Text);
    m_scopes->setFontRole(needs.isEmpty() ? FontRole::Body : FontRole::Data);
    const QString missing = missingText(access, identity);
    m_missing->setText(missing);
    m_missing->setColorRole(identity ? ColorRole::Warning : ColorRole::TextSecond);
    m_missing->setVisible(!missing.isEmpty());
}

void DefinitionPage::showIdentity(const OperationSpec &spec, const QString &sourceName, const QString &server)
{
    JsonBuilder builder;
    builder.beginObject().add(u"name", spec.id.name);
    if (!spec.title.isEmpty() && spec.title != spec.id.name)
        builder.add(u"title", spec.title);
    builder.add(u"kind", wordOf(spec)).add(u"source", sourceName).add(u"id", spec.id.toString());
    if (const std::optional<HttpRoute> route = httpRouteOf(spec))
        builder.add(u"path", QString(route->method + u' ' + route->path));
    for (const QLatin1StringView place : {"uri"_L1, "uriTemplate"_L1, "mimeType"_L1}) {
        if (const Json value = spec.definition.member(place); value.isString())
            builder.add(QString(place), value);
    }
    // MCP has no versions of operations; the version of the server says most.
    if (spec.definition.isAbsent() || spec.definition.hasMember("version"_L1) || httpRouteOf(spec))
        builder.add(u"version", spec.version);
    if (!server.isEmpty())
        builder.add(u"server", server);
    QStringList tags = spec.tags;
    tags.removeIf([claims = claimsOf(spec)](const QString &tag) { return claims.contains(tag); });
    if (!tags.isEmpty())
        builder.add(u"tags", textArray(tags));
    builder.add(u"annotations", spec.definition.member("annotations"_L1));
    builder.add(u"_meta", spec.meta).members(spec.extra);
    m_identity->setFacts(builder.endObject().take());
}

void DefinitionPage::setOutcome(const Outcome *outcome)
{
    m_warningPlace = outcome ? firstPlace(*outcome) : QString();
    m_notMet->setVisible(outcome && schemaIsBroken(*outcome));
    m_toWarning->setVisible(!m_warningPlace.isEmpty());
}

void DefinitionPage::showWarning()
{
    m_output->select(m_warningPlace);
    m_output->treeView()->setFocus(Qt::OtherFocusReason);
}

void DefinitionPage::setCompact(bool compact)
{
    m_splitter->setOrientation(compact ? Qt::Vertical : Qt::Horizontal);
    for (DataPane *pane : {m_input, m_output, m_errors})
        pane->setCompact(compact);
    m_identity->setCompact(compact);
}

} // namespace Workbench::Ui

#include "moc_definitionpage.cpp"
