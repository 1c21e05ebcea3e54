// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/statusline.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/httpwords.h"
#include "ui/models/placemarks.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/layerbadges.h"
#include "ui/theme/controls.h"

#include <QHBoxLayout>
#include <QPainter>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

//! Outcome and contract are two facts: this is the first, the schema's chip the second.
struct Verdict {
    QString icon;
    QString word;
    ColorRole color;
};

Verdict verdictOf(const ResponseEnvelope &envelope)
{
    if (const auto *http = std::get_if<HttpMeta>(&envelope.meta())) {
        const bool isFailure = http->statusCode >= 400;
        return {isFailure ? u"outcome-error"_s : u"outcome-ok"_s, statusText(http->statusCode),
            isFailure ? ColorRole::Error : ColorRole::Ok};
    }
    if (envelope.isError())
        return {u"outcome-error"_s, StatusLine::tr("error"), ColorRole::Error};
    return {u"outcome-ok"_s, StatusLine::tr("ok"), ColorRole::Ok};
}

QStringList measuresOf(const CallFacts &facts)
{
    QStringList texts;
    if (facts.durationMs >= 0)
        texts.append(durationText(facts.durationMs));
    if (facts.bytes >= 0)
        texts.append(sizeText(facts.bytes));
    return texts;
}

} // namespace

StatusLine::StatusLine(QWidget *parent)
    : QWidget(parent)
    , m_icon(new IconLabel({}, ColorRole::Text, this))
    , m_word(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, this))
    , m_facts(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, this))
    , m_layers(new LayerBadges(this))
    , m_warnings(new Chip({}, this))
    , m_schema(new Chip(tr("output schema not met"), this))
    , m_cancel(quietButton(u"stop"_s, tr("Cancel"), this))
    , m_next(quietButton(u"chevron-right"_s, tr("Next page"), this))
    , m_wire(quietButton(u"wire"_s, tr("Wire"), this))
    , m_compare(quietButton(u"compare"_s, tr("Compare"), this))
{
    setObjectName(u"statusLine"_s);
    setFixedHeight(36);
    m_word->setObjectName(u"outcomeWord"_s);
    m_facts->setObjectName(u"outcomeFacts"_s);
    m_facts->setElided(true);
    m_facts->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_warnings->setObjectName(u"warningsChip"_s);
    m_warnings->setIconName(u"warning"_s);
    m_warnings->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_warnings->setClickable(true);
    m_schema->setObjectName(u"schemaChip"_s);
    m_schema->setIconName(u"outcome-error"_s);
    m_schema->setColors(ColorRole::ErrorSoft, ColorRole::Error);
    m_schema->setToolTip(tr("The data is not what the output schema declares. The warnings say where."));
    m_cancel->setObjectName(u"cancelRunning"_s);
    m_cancel->setToolTip(tr("Cancel the call"));
    m_next->setObjectName(u"nextPage"_s);
    m_next->setToolTip(
        tr("The result tells where its list goes on: put that into the input and invoke again"));
    m_next->hide();
    m_wire->setObjectName(u"showWire"_s);
    m_wire->setToolTip(tr("Show what went over the wire for this call"));
    m_compare->setObjectName(u"compareResult"_s);
    m_compare->setToolTip(tr("Compare this result with another one (Ctrl+D)"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 8, 1);
    row->setSpacing(8);
    row->addWidget(m_icon);
    row->addWidget(m_word);
    row->addWidget(m_facts);
    row->addWidget(m_layers);
    row->addWidget(m_warnings);
    row->addWidget(m_schema);
    row->addWidget(m_cancel);
    row->addStretch(1);
    row->addWidget(m_next);
    row->addWidget(m_wire);
    row->addWidget(m_compare);
    m_tick.setInterval(200ms);
    connect(&m_tick, &QTimer::timeout, this, &StatusLine::tick);
    connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancelRequested);
    connect(m_next, &QToolButton::clicked, this, &StatusLine::nextPageRequested);
    connect(m_wire, &QToolButton::clicked, this, &StatusLine::wireRequested);
    connect(m_compare, &QToolButton::clicked, this, &StatusLine::compareRequested);
    connect(m_warnings, &QAbstractButton::clicked, this, &StatusLine::warningsRequested);
    clear();
}

void StatusLine::clear()
{
    m_tick.stop();
    m_hasResult = false;
    m_icon->hide();
    m_cancel->hide();
    m_layers->setLayers({});
    m_warnings->hide();
    m_schema->hide();
    m_next->hide();
    m_wire->setEnabled(false);
    m_compare->setEnabled(false);
    m_word->clear();
    m_facts->setFullText(tr("Not invoked yet"));
}

void StatusLine::setRunning()
{
    m_running.start();
    m_progress.reset();
    m_tick.start();
}

void StatusLine::setProgress(const Progress &progress)
{
    m_progress = progress;
    if (m_tick.isActive() && m_running.elapsed() >= 200)
        tick();
}

void StatusLine::tick()
{
    QStringList facts{tr("%L1 s").arg(m_running.elapsed() / 1000)};
    if (m_progress) {
        if (m_progress->total && *m_progress->total > 0)
            facts.append(tr("%L1 of %L2").arg(m_progress->value).arg(*m_progress->total));
        else
            facts.append(tr("step %L1").arg(m_progress->value));
        if (!m_progress->message.isEmpty())
            facts.append(visibleText(m_progress->message, false, 200));
    }
    m_layers->setLayers({});
    m_warnings->hide();
    m_schema->hide();
    m_wire->setEnabled(true);
    m_cancel->show();
    showState(u"state-connecting"_s, tr("running"), ColorRole::Warning, facts);
}

void StatusLine::showState(
    const QString &icon, const QString &word, ColorRole color, const QStringList &facts)
{
    m_icon->setIcon(icon, color);
    m_icon->show();
    m_word->setColorRole(color);
    m_word->setText(word);
    QString text;
    for (const QString &fact : facts)
        text += u"·  "_s + fact + u"  "_s;
    m_facts->setFullText(text.trimmed());
    setAccessibleName(tr("Outcome: %1, %2").arg(word, facts.join(u", "_s)));
}

void StatusLine::setOutcome(const Outcome &outcome, const CallFacts &facts)
{
    m_tick.stop();
    m_hasResult = true;
    m_compare->setEnabled(true);
    m_cancel->hide();
    m_wire->setEnabled(true);
    m_layers->setLayers({});
    const Verdict verdict = verdictOf(outcome.envelope);
    showState(verdict.icon, verdict.word, verdict.color,
        QStringList{QString(outcome.envelope.source())} + measuresOf(facts));
    const qsizetype warnings = outcome.warnings.size() + std::max<qsizetype>(0, outcome.warningsNotShown);
    const qsizetype changes = outcome.changes.size();
    m_warnings->setVisible(warnings > 0 || changes > 0);
    m_warnings->setText(
        warnings > 0 ? tr("%n warnings", nullptr, int(warnings)) : tr("%n changes", nullptr, int(changes)));
    m_warnings->setAccessibleName(m_warnings->text());
    m_warnings->updateGeometry();
    m_schema->setVisible(schemaIsBroken(outcome));
    // An explanation says as a whole what they say in pieces.
    if (std::ranges::contains(outcome.diagnoses, true, [](const Diagnosis &diagnosis) {
            return diagnosis.code.startsWith("schema.describes-"_L1) && diagnosis.subject.isAbsent();
        }))
        m_warnings->hide();
    m_layers->setLayers(shownLayers(outcome));
}

void StatusLine::setError(const Error &error, const CallFacts &facts)
{
    m_tick.stop();
    m_hasResult = true;
    m_compare->setEnabled(true);
    m_cancel->hide();
    m_layers->setLayers({});
    m_warnings->hide();
    m_schema->hide();
    m_next->hide();
    m_wire->setEnabled(true);
    QStringList texts = measuresOf(facts);
    if (!facts.source.isEmpty())
        texts.prepend(visibleText(facts.source, false, 60));
    const QString code = visibleText(toCallError(error).code, false, 60);
    if (error.kind == ErrorKind::Cancelled) {
        showState(u"outcome-cancelled"_s, tr("cancelled"), ColorRole::Stale, texts);
    } else if (const std::optional<Outcome> answer = answerOf(error)) {
        // Of an answer its status says more than the code of every failed call; a declared code is a fact.
        if (code != ErrorCode::executionError)
            texts.prepend(code);
        showState(u"outcome-error"_s, verdictOf(answer->envelope).word, ColorRole::Error, texts);
    } else {
        showState(u"outcome-error"_s, code, ColorRole::Error, texts);
    }
}

void StatusLine::setNextPageOffered(bool offered)
{
    m_next->setVisible(offered);
}

void StatusLine::setCompact(bool compact)
{
    m_layers->setMost(compact ? 2 : 3);
    m_next->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_compare->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_wire->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void StatusLine::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(0, height() - 1, width(), 1, Theme::of(this).color(ColorRole::Line));
}

} // namespace Workbench::Ui
