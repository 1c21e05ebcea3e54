// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/comparepage.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "ui/forms/themelabel.h"
#include "ui/models/comparisonmodel.h"
#include "ui/models/matchrulesmodel.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/placeholder.h"
#include "ui/panes/toolhead.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"

#include <QCheckBox>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

enum ComparePages { EmptyPage, StructurePage, TextPage };
constexpr int mostOpened = 200; // rows that are expanded without the user

} // namespace

ComparePage::ComparePage(QString title, const Limits &limits, QWidget *parent)
    : ToolPage(parent)
    , m_title(std::move(title))
    , m_limits(limits)
{
    setObjectName(u"comparePage"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    makeHead();
    makeStatus();
    makeBody();
    addAll(newColumn(this), {m_head, m_status, separator(Qt::Horizontal, this), {m_stack, 1}});
    m_tick.setInterval(200ms);
    connect(&m_tick, &QTimer::timeout, this, &ComparePage::tick);
    updateButtons();
}

ComparePage::~ComparePage()
{
    m_stop.request_stop();
}

QString ComparePage::tabTitle() const
{
    return visibleText(m_title, false, 60);
}

QString ComparePage::tabDetail() const
{
    return tr("Comparison", "of two results, in a tab");
}

QString ComparePage::tabIconName() const
{
    return u"compare"_s;
}

//! Compares two results. For a worker.
Result<ComparePage::Found> ComparePage::find(const ComparedSide &before, const ComparedSide &after,
    TextLines lines, const Limits &limits, const std::stop_token &stop)
{
    const Json left = comparedValue(before.fixture);
    const Json right = comparedValue(after.fixture);
    // Needed even without rules: MCP repeats the data in its content, and each difference must count once.
    Result<FixtureComparison> judged = compareFixtures(before.fixture, after.fixture, limits, stop);
    if (!judged)
        return std::unexpected(judged.error());
    auto comparison = Comparison::make(left, right, *judged, limits, stop);
    if (!comparison)
        return std::unexpected(comparison.error());
    auto text = comparedText(left, right, lines, limits, stop);
    if (!text)
        return std::unexpected(text.error());
    return Found{*std::move(comparison), *std::move(text), judged->remarks};
}

void ComparePage::compare(const ComparedSide &before, const ComparedSide &after)
{
    m_before = before;
    m_after = after;
    const QString left = visibleText(before.title, false, 120);
    const QString right = visibleText(after.title, false, 120);
    m_model->setTitles(left, right);
    m_textHeads[0]->setTitle(left);
    m_textHeads[1]->setTitle(right);
    m_definition->setVisible(before.fixture.definitionHash != after.fixture.definitionHash
        && !before.fixture.definitionHash.isEmpty() && !after.fixture.definitionHash.isEmpty());
    start();
}

void ComparePage::setRules(const QList<MatchRule> &rules)
{
    if (m_before.fixture.match == rules)
        return;
    m_before.fixture.match = rules;
    start();
}

void ComparePage::start()
{
    m_stop.request_stop(); // the previous comparison is no longer needed
    m_stop = {};
    m_isRunning = true;
    m_since.start();
    m_tick.start();
    const quint64 generation = ++m_generation;
    const TextLines lines = m_only->isChecked() ? TextLines::Changed : TextLines::All;
    QtConcurrent::run([before = m_before, after = m_after, lines, limits = m_limits,
                          stop = m_stop.get_token()] {
        return find(before, after, lines, limits, stop);
    }).then(this, [this, generation](Result<Found> found) {
        if (generation != m_generation)
            return;
        m_isRunning = false;
        m_tick.stop();
        if (found) {
            showFound(*std::move(found));
        } else {
            const bool isCancelled = found.error().kind == ErrorKind::Cancelled;
            showState(isCancelled ? u"outcome-cancelled"_s : u"outcome-error"_s,
                isCancelled ? tr("cancelled") : tr("failed"),
                isCancelled ? ColorRole::Stale : ColorRole::Error,
                visibleText(found.error().message, false, 300));
        }
        updateButtons();
        if (std::exchange(m_wantsFocus, false))
            focusFirst();
        Q_EMIT ready();
    });
    updateButtons();
}

void ComparePage::cancel()
{
    m_stop.request_stop();
}

void ComparePage::tick()
{
    constexpr int shownAfterMs = 200;
    if (m_since.elapsed() < shownAfterMs)
        return;
    showState(u"state-connecting"_s, tr("comparing"), ColorRole::Warning,
        tr("%L1 s").arg(m_since.elapsed() / 1000));
    m_cancel->show();
}

void ComparePage::showFound(Found found)
{
    m_comparison = std::move(found.comparison);
    const QString chosen = chosenPointer();
    m_model->setComparison(m_comparison);
    showText(std::move(found.text));
    if (m_comparison->isSame()) {
        m_empty->showAdvice(u"outcome-ok"_s, tr("The same"),
            m_comparison->differences().empty() ? tr("Both results hold the same data and meta.")
                : m_before.fixture.match.isEmpty()
                ? tr("The results differ only in ignored values, for example the date or the headers of the "
                     "connection.")
                : tr("The rules of the fixture allow all differences."));
    }
    const qsizetype count = m_comparison->count();
    QStringList facts;
    if (const QString summary = m_comparison->summary(); !summary.isEmpty())
        facts.append(summary);
    for (const QString &remark : std::as_const(found.remarks))
        facts.append(visibleText(remark.simplified(), false, 200));
    showState(count > 0 ? u"outcome-error"_s : u"outcome-ok"_s,
        count > 0 ? tr("%n differences", nullptr, int(count)) : tr("the same"),
        count > 0 ? ColorRole::Error : ColorRole::Ok, facts.join(u" · "_s));
    expandDifferences();
    if (!chosen.isEmpty() || m_view->currentIndex().isValid())
        return;
    stepInTree(1);
}

void ComparePage::showText(ComparedText text)
{
    m_textChanges = text.changes;
    for (size_t side : {0, 1}) {
        m_texts[side]->setDocument(text.sides[side].document);
        m_texts[side]->setMarks(text.sides[side].marks);
        m_texts[side]->setLineLabels(std::move(text.sides[side].labels));
    }
}

void ComparePage::showState(const QString &icon, const QString &word, ColorRole color, const QString &facts)
{
    m_icon->setIcon(icon, color);
    m_word->setColorRole(color);
    m_word->setText(word);
    m_facts->setFullText(facts);
    m_status->setAccessibleName(tr("Comparison: %1, %2").arg(word, facts));
    fitStatus();
}

void ComparePage::updateButtons()
{
    const bool differs = m_comparison && !m_comparison->isSame();
    m_cancel->setVisible(m_isRunning && m_since.elapsed() >= 200);
    m_previous->setEnabled(differs && !m_isRunning);
    m_next->setEnabled(differs && !m_isRunning);
    const bool hasRules = !m_before.file.isEmpty();
    m_ignore->setVisible(hasRules);
    m_byType->setVisible(hasRules);
    fitStatus();
    const bool canRule = hasRules && !m_isRunning && face() == Face::Structure
        && m_view->currentIndex().data(ComparisonModel::DifferenceRole).toInt() >= 0
        && m_view->currentIndex().isValid();
    m_ignore->setEnabled(canRule);
    m_byType->setEnabled(canRule);
    const bool isEmpty =
        !m_comparison || (m_comparison->isSame() && m_only->isChecked() && face() == Face::Structure);
    m_stack->setCurrentIndex(isEmpty ? EmptyPage : face() == Face::Text ? TextPage : StructurePage);
}

ComparePage::Face ComparePage::face() const
{
    return m_face->current() == 1 ? Face::Text : Face::Structure;
}

void ComparePage::setFace(Face face)
{
    m_face->setCurrent(int(face));
}

void ComparePage::setOnlyDifferences(bool only)
{
    m_only->setChecked(only);
}

//! The tree only hides rows, but the text must be made again.
void ComparePage::onlyChanged()
{
    const QModelIndex current = m_view->currentIndex();
    const int difference = current.isValid() ? current.data(ComparisonModel::DifferenceRole).toInt() : -1;
    m_model->setOnlyDifferences(m_only->isChecked());
    expandDifferences();
    if (difference >= 0) {
        if (const QModelIndex again = m_model->indexOf(difference); again.isValid())
            m_view->setCurrentIndex(again);
    }
    if (m_comparison)
        start();
}

//! Expands the rows that contain differences, mostOpened at most.
void ComparePage::expandDifferences()
{
    QList<QModelIndex> next{m_model->index(0, 0)};
    int opened = 0;
    while (!next.isEmpty() && opened < mostOpened) {
        const QModelIndex index = next.takeFirst();
        if (!index.isValid() || !m_model->hasChildren(index)
            || (!index.data(ComparisonModel::DiffersBelowRole).toBool() && index.parent().isValid()))
            continue;
        m_model->fetchMore(index); // the view itself would fetch the rows later
        m_view->expand(index);
        ++opened;
        const int rows = std::min(m_model->rowCount(index), mostOpened);
        for (int row = 0; row < rows; ++row) {
            const QModelIndex child = m_model->index(row, 0, index);
            if (child.data(ComparisonModel::DiffersBelowRole).toBool())
                next.append(child);
        }
    }
}

void ComparePage::step(int direction)
{
    if (!m_comparison || m_comparison->isSame())
        return;
    if (face() == Face::Text)
        stepInText(direction);
    else
        stepInTree(direction);
}

void ComparePage::stepInTree(int direction)
{
    const auto &differences = m_comparison->differences();
    const auto count = qsizetype(differences.size());
    if (m_comparison->isSame())
        return;
    const QModelIndex current = m_view->currentIndex();
    const int own = current.isValid() ? current.data(ComparisonModel::DifferenceRole).toInt() : -1;
    qsizetype at = own >= 0 ? own : direction > 0 ? -1 : count;
    do
        at = (at + direction + count) % count;
    while (differences[size_t(at)].isExcused);
    const QModelIndex index = m_model->indexOf(at);
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void ComparePage::stepInText(int direction)
{
    if (m_textChanges.isEmpty())
        return;
    TextView *view = m_texts[0];
    const qsizetype cursor = view->document()->lineAt(view->selection().first);
    auto next = direction > 0 ? std::ranges::upper_bound(m_textChanges, cursor)
                              : std::ranges::lower_bound(m_textChanges, cursor);
    if (direction > 0 && next == m_textChanges.end())
        next = m_textChanges.begin();
    if (direction < 0)
        next = next == m_textChanges.begin() ? std::prev(m_textChanges.end()) : std::prev(next);
    for (TextView *text : m_texts) {
        const QByteArrayView line = text->document()->line(*next);
        const qsizetype begin = line.data() - text->document()->bytes().constData();
        text->select(begin, begin);
        text->scrollToLine(*next);
    }
}

QString ComparePage::chosenPointer() const
{
    const QModelIndex current = m_view->currentIndex();
    return current.isValid() ? current.data(ComparisonModel::PointerRole).toString() : QString();
}

void ComparePage::requestRule(MatchRule::Kind kind)
{
    if (!m_before.file.isEmpty() && m_view->currentIndex().isValid())
        Q_EMIT ruleRequested(m_before.file, {.kind = kind, .at = rulePlace(chosenPointer())});
}

void ComparePage::showMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    if (!index.isValid())
        return;
    auto *menu = deletedOnClose(new QMenu(this));
    if (!m_before.file.isEmpty()) {
        menu->addAction(tr("Ignore this"), this, [this] { requestRule(MatchRule::Kind::Ignore); });
        menu->addAction(tr("Compare by type"), this, [this] { requestRule(MatchRule::Kind::Type); });
        menu->addAction(tr("Any order"), this, [this] { requestRule(MatchRule::Kind::Unordered); })
            ->setEnabled(rulePlace(chosenPointer()) != "/count"_L1
                && JsonPointer::resolve(comparedValue(m_before.fixture), chosenPointer()).isArray());
        menu->addSeparator();
    }
    menu->addAction(tr("Next difference"), this, &ComparePage::nextDifference);
    menu->addAction(tr("Previous difference"), this, &ComparePage::previousDifference);
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

void ComparePage::focusFirst()
{
    m_wantsFocus = m_isRunning; // the rows do not exist yet; the focus is set again when they do
    if (face() == Face::Text)
        m_texts[0]->setFocus(Qt::OtherFocusReason);
    else
        m_view->setFocus(Qt::OtherFocusReason);
}

} // namespace Workbench::Ui

#include "moc_comparepage.cpp"
