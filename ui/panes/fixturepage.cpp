// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/fixturepage.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "ui/models/words.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/toolhead.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QLocale>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QString recordedWords(const Fixture &fixture)
{
    QStringList facts{FixturePage::tr("Recorded %1 from %2 (%3)")
            .arg(QLocale().toString(fixture.recordedAt.toLocalTime(), QLocale::ShortFormat),
                visibleText(fixture.source.name, false, 60), visibleText(fixture.source.kind, false, 40))};
    for (const QString &fact : {fixture.source.protocol, fixture.source.server}) {
        if (!fact.isEmpty())
            facts.append(visibleText(fact, false, 80));
    }
    if (fixture.isStream()) {
        facts.append(FixturePage::tr("%n events", nullptr, int(fixture.events.size())));
        facts.append(visibleText(fixture.end, false, 40));
    }
    return facts.join(u" · "_s);
}

//! Returns the events of a stream as an array, which a table can show.
Json eventsOf(const Fixture &fixture)
{
    JsonBuilder builder;
    builder.beginArray();
    for (const FixtureEvent &event : fixture.events) {
        builder.beginObject()
            .add(u"gapMs"_s, Json::integer(event.gapMs))
            .add(u"data"_s, event.envelope.member("data"_L1))
            .add(u"meta"_s, event.envelope.member("meta"_L1))
            .endObject();
    }
    return builder.endArray().take();
}

Result<Outcome> outcomeOf(const Fixture &fixture)
{
    if (!fixture.isStream() && !fixture.error.isAbsent())
        return std::unexpected(errorFromFixture(fixture.error));
    std::optional<ResponseEnvelope> envelope =
        fixture.isStream() ? std::nullopt : envelopeFromJson(fixture.envelope);
    if (!envelope) {
        envelope = localEnvelope(fixture.isStream() ? eventsOf(fixture) : fixture.envelope, fixture.operation,
            fixture.recordedAt.toMSecsSinceEpoch());
    }
    const Json data = envelope->data;
    return Outcome{.envelope = *std::move(envelope),
        .receivedData = data,
        .warnings = fixture.warnings,
        .warningsNotShown = 0,
        .changes = {},
        .exchangeId = {}};
}

} // namespace

FixturePage::FixturePage(
    const StoredFixture &fixture, const QString &name, const OperationSpec &definition, QWidget *parent)
    : ToolPage(parent)
    , m_fixture(fixture)
    , m_name(name)
    , m_splitter(named(new QSplitter(Qt::Horizontal), u"fixtureSplitter"_s))
    , m_input(named(new TextView, u"fixtureInput"_s, tr("Input as recorded")))
    , m_result(new ResultPane)
{
    setObjectName(u"fixturePage"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    makeHead();
    auto *input = new QWidget;
    auto *inputColumn = newColumn(input);
    auto *inputHead = new PaneHeader(tr("Input"), input);
    inputHead->setFact(tr("as recorded"));
    addAll(inputColumn, {inputHead, {m_input, 1}});
    input->setMinimumWidth(160);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(input);
    m_splitter->addWidget(m_result);
    m_splitter->setStretchFactor(0, 300);
    m_splitter->setStretchFactor(1, 874);
    m_splitter->setSizes({300, 874});
    addAll(newColumn(this), {m_head, {m_splitter, 1}});
    showRecorded(definition);
}

FixturePage::~FixturePage() = default;

void FixturePage::makeHead()
{
    m_head =
        new ToolHead(u"bookmark"_s, visibleText(m_name, false, 200), recordedWords(m_fixture.fixture), this);
    m_run = named(primaryButton(u"play"_s, tr("Run again"), m_head), u"fixtureRun"_s);
    m_run->setToolTip(tr("Call the source with the same input, and compare"));
    QPushButton *compare = named(plainButton(u"compare"_s, tr("Compare…"), m_head), u"fixtureCompare"_s);
    QPushButton *rules = named(plainButton(u"edit"_s, tr("Rules…"), m_head), u"fixtureRules"_s);
    for (QPushButton *button : {m_run, compare, rules}) {
        button->setAccessibleName(button->text());
        m_head->addButton(button);
    }
    connect(m_run, &QPushButton::clicked, this, [this] { Q_EMIT runRequested(file()); });
    connect(compare, &QPushButton::clicked, this, [this] { Q_EMIT compareRequested(file()); });
    connect(rules, &QPushButton::clicked, this, [this] { Q_EMIT rulesRequested(file()); });
}

void FixturePage::showRecorded(const OperationSpec &definition)
{
    const Fixture &fixture = m_fixture.fixture;
    m_input->setJson(fixture.input);
    if (!fixture.isStream())
        m_result->setOutputSchema(completed(definition).outputSchema);
    const CallFacts facts{.source = fixture.source.name, .durationMs = fixture.durationMs, .exchangeId = {}};
    m_result->showResult(outcomeOf(fixture), facts);
    if (auto *wire = m_result->findChild<QWidget *>(u"showWire"_s))
        wire->hide(); // a fixture does not keep the frames of its call
}

QString FixturePage::tabTitle() const
{
    return visibleText(m_fixture.file, false, 60);
}

QString FixturePage::tabDetail() const
{
    return tr("Fixture", "in a tab");
}

QString FixturePage::tabIconName() const
{
    return u"bookmark"_s;
}

QString FixturePage::nameSpace() const
{
    return nameSpaceFor(m_fixture.fixture.source.name);
}

void FixturePage::setCompact(bool compact)
{
    m_head->setCompact(compact);
    m_result->setCompact(compact);
    m_splitter->setOrientation(compact ? Qt::Vertical : Qt::Horizontal);
    if (compact)
        m_splitter->setSizes({84, std::max(100, height() - 84)});
}

void FixturePage::focusFirst()
{
    m_run->setFocus(Qt::OtherFocusReason);
}

} // namespace Workbench::Ui

#include "moc_fixturepage.cpp"
