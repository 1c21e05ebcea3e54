// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/statusline.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/exchange/framepair.h"
#include "core/json/jsonbuilder.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/placemarks.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/layerbar.h"
#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/theme/zoom.h"

#include <QAction>
#include <QPainter>
#include <QProgressBar>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

//! Returns the outcome of a call. Whether the data matches the schema is a separate fact, which a chip shows.
StateLook verdictOf(const ResponseEnvelope &envelope)
{
    const auto *http = std::get_if<HttpMeta>(&envelope.meta());
    const bool isFailure = http ? http->statusCode >= 400 : envelope.isError();
    const QString word = http ? statusText(http->statusCode)
        : isFailure           ? StatusLine::tr("error")
                              : StatusLine::tr("ok");
    return {
        isFailure ? u"outcome-error"_s : u"outcome-ok"_s, word, isFailure ? ColorRole::Error : ColorRole::Ok};
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

//! A thin bar without text: the text stands beside it.
class ProgressLine final : public QProgressBar {
public:
    explicit ProgressLine(QWidget *parent)
        : QProgressBar(parent)
    {
        setRange(0, 1000);
        setTextVisible(false);
        setFixedSize(120, 6);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const Theme &theme = Theme::of(this);
        painter.setBrush(theme.color(ColorRole::Header));
        painter.drawRoundedRect(rect(), 3, 3);
        painter.setBrush(theme.color(ColorRole::AccentFill));
        painter.drawRoundedRect(0, 0, width() * value() / maximum(), height(), 3, 3);
    }
};

} // namespace

CallFacts callFacts(const ExchangeLog &log, const QString &exchangeId)
{
    const ExchangeRecord *record = log.findRecord(exchangeId);
    const qint64 received = log.bytesOf(exchangeId).second;
    Json beside = wireFacts(log, exchangeId);
    if (record && record->identity)
        beside = withMember(beside, u"identity", toJson(*record->identity));
    return {.source = {},
        .durationMs = record ? record->durationMs : -1,
        .bytes = received > 0 ? received : -1, // a call inside this process has no size on the wire
        .exchangeId = exchangeId,
        .timing = record ? record->timing : std::nullopt,
        .beside = beside};
}

QString stepText(const Progress &progress)
{
    if (progress.total && *progress.total > 0)
        return StatusLine::tr("step %L1 of %L2").arg(progress.value).arg(*progress.total);
    return StatusLine::tr("step %L1").arg(progress.value);
}

double shareDone(const std::optional<Progress> &progress)
{
    const bool isKnown = progress && progress->total && *progress->total > 0;
    return isKnown ? std::clamp(progress->value / *progress->total, 0.0, 1.0) : -1;
}

StatusLine::StatusLine(QWidget *parent)
    : Strip(parent)
    , m_icon(new IconLabel({}, ColorRole::Text, this))
    , m_word(named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, this), u"outcomeWord"_s))
    , m_facts(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, this), u"outcomeFacts"_s))
    , m_layers(new LayerBadges(this))
    , m_warnings(named(new Chip({}, this), u"warningsChip"_s))
    , m_schema(named(new Chip(tr("output schema not met"), this), u"schemaChip"_s))
    , m_waiting(named(new Chip(tr("waits for you"), this), u"waitingChip"_s))
    , m_bar(named(new ProgressLine(this), u"progressBar"_s, tr("Progress of the call")))
    , m_next(named(quietButton(u"chevron-right"_s, tr("Next page"), this), u"nextPage"_s))
    , m_wire(named(quietButton(u"wire"_s, tr("Wire"), this), u"showWire"_s))
    , m_compare(named(quietButton(u"compare"_s, tr("Compare"), this), u"compareResult"_s))
    , m_copyTask(named(new QAction(icon(u"copy"_s), tr("Copy task id"), this), u"copyTaskId"_s))
{
    setObjectName(u"statusLine"_s);
    setZoomedHeight(this, 36);
    m_facts->setElided(true);
    m_facts->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_warnings->setIconName(u"warning"_s);
    m_warnings->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_warnings->setClickable(true);
    m_schema->setIconName(u"outcome-error"_s);
    m_schema->setColors(ColorRole::ErrorSoft, ColorRole::Error);
    m_schema->setToolTip(tr("The data does not match the output schema. The warnings say where."));
    m_waiting->setIconName(u"prompt"_s);
    m_waiting->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_waiting->setClickable(true);
    m_waiting->setToolTip(tr("Go to the request of the server"));
    m_waiting->setAccessibleName(tr("Waits for you: go to the request of the server"));
    m_waiting->hide();
    m_next->setToolTip(tr("The list continues. Put the next page into the input and invoke again"));
    m_next->hide();
    m_wire->setToolTip(tr("Show the frames of this call in Wire"));
    m_compare->setToolTip(withKeys(tr("Compare this result with another one"), Qt::CTRL | Qt::Key_D));
    addAll(newRow(this, {12, 0, 8, 1}, 8),
        {m_icon, m_word, m_bar, m_facts, m_waiting, m_layers, m_warnings, m_schema, Stretch{}, m_next, m_wire,
            m_compare});
    m_tick.setInterval(200ms);
    connect(&m_tick, &QTimer::timeout, this, &StatusLine::tick);
    addAction(m_copyTask);
    connect(m_copyTask, &QAction::triggered, this, [this] {
        if (m_task)
            copyText(m_task->id);
    });
    connect(m_next, &QToolButton::clicked, this, &StatusLine::nextPageRequested);
    connect(m_wire, &QToolButton::clicked, this, &StatusLine::wireRequested);
    connect(m_compare, &QToolButton::clicked, this, &StatusLine::compareRequested);
    connect(m_waiting, &QAbstractButton::clicked, this, &StatusLine::waitingRequested);
    connect(m_warnings, &QAbstractButton::clicked, this, &StatusLine::warningsRequested);
    clear();
}

void StatusLine::clear()
{
    m_tick.stop();
    m_task.reset();
    offerTask();
    m_icon->hide();
    m_bar->hide();
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
    m_task.reset();
    offerTask();
    m_tick.start();
}

void StatusLine::setProgress(const Progress &progress)
{
    m_progress = progress;
    if (m_tick.isActive() && m_running.elapsed() >= 200)
        tick();
}

void StatusLine::setTask(const CallTask &task)
{
    m_task = task;
    offerTask();
    if (m_tick.isActive())
        tick();
}

//! Shows the whole id of the task in the tooltip, and offers it in the context menu.
void StatusLine::offerTask()
{
    setToolTip(m_task ? tr("Task %1").arg(visibleText(m_task->id, false, 300)) : QString());
    m_copyTask->setVisible(m_task.has_value());
    setContextMenuPolicy(m_task ? Qt::ActionsContextMenu : Qt::DefaultContextMenu);
}

QString StatusLine::remainingText(bool isShort) const
{
    constexpr qint64 before = 1000; // after a shorter time the pace is not known
    const double share = shareDone(m_progress);
    const qint64 elapsed = m_running.isValid() ? m_running.elapsed() : 0;
    if (share <= 0 || share >= 1 || elapsed < before)
        return {};
    const qint64 left = qint64(double(elapsed) * (1 - share) / share / 1000) + 1;
    if (isShort)
        return left >= 90 ? tr("%L1 min left").arg((left + 30) / 60) : tr("%L1 s left").arg(left);
    return left >= 90 ? tr("about %L1 min left").arg((left + 30) / 60) : tr("about %L1 s left").arg(left);
}

QString StatusLine::progressText(const Progress &progress, bool isShort) const
{
    const QString step = stepText(progress);
    const QString remaining = remainingText(isShort);
    return remaining.isEmpty() ? step : QString(step + u" · "_s + remaining);
}

void StatusLine::tick()
{
    QStringList facts{tr("%L1 s").arg(m_running.elapsed() / 1000)};
    if (m_progress) {
        facts.append(stepText(*m_progress));
        if (!m_progress->message.isEmpty())
            facts.append(visibleText(m_progress->message, false, 200));
    }
    if (m_task && !m_task->message.isEmpty())
        facts.append(visibleText(m_task->message, false, 200));
    m_layers->setLayers({});
    m_warnings->hide();
    m_schema->hide();
    m_wire->setEnabled(true);
    const double share = shareDone(m_progress);
    m_bar->setVisible(share >= 0);
    if (share >= 0)
        m_bar->setValue(int(share * m_bar->maximum()));
    if (const QString remaining = remainingText(); !remaining.isEmpty())
        facts.append(remaining);
    ExchangeRecord running;
    running.task = m_task ? m_task->status : QString();
    showState(lookOf(running), facts);
    Q_EMIT ticked();
}

void StatusLine::showState(const StateLook &look, const QStringList &facts)
{
    m_icon->setIcon(look.icon, look.color);
    m_icon->show();
    m_word->setColorRole(look.color);
    m_word->setText(look.word);
    QString text;
    for (const QString &fact : facts)
        text += u"·  "_s + fact + u"  "_s;
    m_facts->setFullText(text.trimmed());
    setAccessibleName(tr("Outcome: %1, %2").arg(look.word, facts.join(u", "_s)));
}

void StatusLine::setOutcome(const Outcome &outcome, const CallFacts &facts)
{
    m_tick.stop();
    m_compare->setEnabled(true);
    m_bar->hide();
    m_wire->setEnabled(true);
    m_layers->setLayers({});
    showState(
        verdictOf(outcome.envelope), QStringList{QString(outcome.envelope.source())} + measuresOf(facts));
    const qsizetype lost = lostValues(outcome);
    const qsizetype warnings = attentionCount(outcome) - lost;
    const qsizetype changes = outcome.changes.size();
    QStringList texts;
    if (warnings > 0)
        texts.append(tr("%n warnings", nullptr, int(warnings)));
    if (lost > 0)
        texts.append(tr("%n lost values", nullptr, int(lost)));
    const bool isCalm = texts.isEmpty();
    if (isCalm)
        texts.append(tr("%n changes", nullptr, int(changes)));
    m_warnings->setVisible(!isCalm || changes > 0);
    m_warnings->setText(texts.join(u", "_s));
    m_warnings->setIconName(isCalm ? u"edit"_s : u"warning"_s);
    m_warnings->setColors(isCalm ? ColorRole::Header : ColorRole::WarningSoft,
        isCalm ? ColorRole::TextSecond : ColorRole::Warning);
    m_warnings->setAccessibleName(m_warnings->text());
    m_warnings->updateGeometry();
    m_schema->setVisible(schemaIsBroken(outcome));
    // The explanation covers all these warnings.
    if (std::ranges::contains(outcome.diagnoses, true, [](const Diagnosis &diagnosis) {
            return diagnosis.code.startsWith("schema.describes-"_L1) && diagnosis.subject.isAbsent();
        }))
        m_warnings->hide();
    m_layers->setLayers(shownLayers(outcome));
    updateRoom();
}

void StatusLine::setError(const Error &error, const CallFacts &facts)
{
    m_tick.stop();
    m_compare->setEnabled(true);
    m_bar->hide();
    m_layers->setLayers({});
    m_warnings->hide();
    m_schema->hide();
    m_next->hide();
    m_wire->setEnabled(true);
    QStringList texts = measuresOf(facts);
    if (!facts.source.isEmpty())
        texts.prepend(visibleText(facts.source, false, 60));
    StateLook look{
        u"outcome-error"_s, visibleText(coreText(outcomeWord(error)), false, 60), ColorRole::Error};
    if (error.kind == ErrorKind::Cancelled) {
        look = {u"outcome-cancelled"_s, tr("cancelled"), ColorRole::Stale};
    } else if (isDisconnect(error)) {
        look = {u"outcome-cancelled"_s, look.word, ColorRole::Stale};
    } else if (const std::optional<Outcome> answer = answerOf(error)) {
        // The status of the answer says more than EXECUTION_ERROR, the code of every failed call. Another
        // code was declared by the server, and is shown too.
        if (stableCode(error) != ErrorCode::executionError)
            texts.prepend(look.word);
        look.word = verdictOf(answer->envelope).word;
    }
    showState(look, texts);
    updateRoom();
}

void StatusLine::setWaiting(bool waiting)
{
    m_waiting->setVisible(waiting);
}

void StatusLine::setNextPageOffered(bool offered)
{
    m_next->setVisible(offered);
}

void StatusLine::setCompact(bool compact)
{
    m_compact = compact;
    updateRoom();
}

//! If the line is too narrow, the buttons show only icons, so that the facts stay complete.
void StatusLine::updateRoom()
{
    constexpr int roomForThreeLayers = 640;
    const auto setStyles = [this](Qt::ToolButtonStyle style) {
        for (QToolButton *button : {m_next, m_wire, m_compare})
            button->setToolButtonStyle(style);
    };
    m_layers->setMost(m_compact || width() < roomForThreeLayers ? 2 : 3);
    setStyles(Qt::ToolButtonTextBesideIcon);
    if (m_compact || sizeHint().width() > width())
        setStyles(Qt::ToolButtonIconOnly);
}

void StatusLine::resizeEvent(QResizeEvent *event)
{
    Strip::resizeEvent(event);
    updateRoom();
}

} // namespace Workbench::Ui

#include "moc_statusline.cpp"
