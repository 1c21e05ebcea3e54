// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/resultpanes.h"

#include "ui/panes/datapane.h"
#include "ui/panes/metapane.h"
#include "ui/panes/warningspane.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int widthForWords = 480; // of Data with its two switches, in pixels
constexpr int widthForSwitches = 380; // if one of them shows icons
constexpr int sideWidth = 260;
constexpr int heightForBoth = 230; // two headers and three rows for each
constexpr int heightForAll = 360; // of three
constexpr int usualData = 467; // width of Data in pixels, if the side has usualSide
constexpr int usualSide = 336;
} // namespace

ResultPanes::ResultPanes(DataPane *dataPane, MetaPane *meta, WarningsPane *warnings)
    : QSplitter(Qt::Horizontal)
    , m_panes{dataPane, warnings, meta}
    , m_side(new QSplitter(Qt::Vertical))
    , m_pair(new QSplitter(Qt::Vertical))
{
    setObjectName(u"resultPanes"_s);
    m_pair->addWidget(meta);
    m_pair->addWidget(warnings);
    m_pair->setSizes({223, 281});
    m_pair->setChildrenCollapsible(false);
    m_side->addWidget(m_pair);
    m_side->setChildrenCollapsible(false);
    fillSplitter(this, {dataPane, m_side}, {usualData, usualSide});
    for (int i = 0; i < 3; ++i) {
        SegmentControl *control = m_switches[i] = header(Pane(i))->paneSwitch();
        control->setObjectName(u"paneSwitch"_s);
        control->setAccessibleName(tr("Part of the result"));
        connect(control, &SegmentControl::currentChanged, this, [this, control](int index) {
            const bool hadFocus = control->hasFocus();
            const int pane = firstSwitched() + index;
            show(Pane(pane));
            if (hadFocus)
                m_switches[pane]->setFocus(Qt::OtherFocusReason);
        });
    }
    connect(m_pair, &QSplitter::splitterMoved, this, [this] { m_isSideMoved = true; });
    connect(m_side, &QSplitter::splitterMoved, this, [this] { m_isAboveMoved = true; });
    arrange();
}

void ResultPanes::setArrangement(Arrangement arrangement)
{
    m_wanted = arrangement;
    rearrange();
}

void ResultPanes::setSharing(bool on)
{
    m_isSharing = on;
    rearrange();
    arrange();
}

void ResultPanes::resizeEvent(QResizeEvent *event)
{
    QSplitter::resizeEvent(event);
    rearrange();
    showEvents();
}

void ResultPanes::rearrange()
{
    const int needed = orientation() == Qt::Vertical ? heightForAll : heightForBoth;
    const bool isLow = m_isSharing && height() < needed;
    const Arrangement arrangement = isLow && m_wanted == Arrangement::All ? Arrangement::SideTabs : m_wanted;
    if (arrangement == m_arrangement)
        return;
    m_arrangement = arrangement;
    m_front = Pane::Data;
    makeSwitches();
    arrange();
    static_cast<DataPane *>(m_panes[int(Pane::Data)])->updateRoom();
}

//! Each header has a switch of its own, so that none moves under the mouse.
void ResultPanes::makeSwitches()
{
    const QStringList names{tr("Data"), tr("Warnings"), tr("Meta")};
    for (int i = 0; i < 3; ++i) {
        const bool isSwitched = m_arrangement == Arrangement::Tabs
            || (m_arrangement == Arrangement::SideTabs && Pane(i) != Pane::Data);
        const QSignalBlocker quiet(m_switches[i]);
        m_switches[i]->clear();
        for (int pane = firstSwitched(); isSwitched && pane < 3; ++pane)
            m_switches[i]->addSegment(names.at(pane));
        header(Pane(i))->showSwitch(isSwitched);
    }
}

PaneHeader *ResultPanes::header(Pane pane) const
{
    return m_panes[int(pane)]->findChild<PaneHeader *>(Qt::FindDirectChildrenOnly);
}

int ResultPanes::firstSwitched() const
{
    return m_arrangement == Arrangement::Tabs ? 0 : 1;
}

void ResultPanes::arrange()
{
    const bool isAll = m_arrangement == Arrangement::All;
    const bool isTabs = m_arrangement == Arrangement::Tabs;
    const Pane side = isTabs ? m_front : m_sideFront;
    const auto isShown = [&](Pane pane) { return isAll || pane == side; };
    m_panes[int(Pane::Data)]->setVisible(!isTabs || m_front == Pane::Data);
    m_side->setVisible(!isTabs || m_front != Pane::Data);
    m_panes[int(Pane::Warnings)]->setVisible(isShown(Pane::Warnings));
    m_panes[int(Pane::Meta)]->setVisible(isShown(Pane::Meta));
    const bool isMiddle = m_wanted == Arrangement::SideTabs && orientation() == Qt::Horizontal;
    const bool isBeside = m_isSharing && orientation() == Qt::Horizontal && isAll;
    m_panes[int(Pane::Data)]->setMinimumWidth(isMiddle ? widthForWords : isBeside ? widthForSwitches : 160);
    m_side->setMinimumWidth(isMiddle ? sideWidth : 120);
    const int first = firstSwitched();
    for (SegmentControl *control : m_switches) {
        const QSignalBlocker quiet(control); // the shown pane may differ from the chosen one
        control->setCurrent(int(side) - first);
        control->setSegmentText(
            1 - first, m_warnings > 0 ? tr("Warnings %L1").arg(m_warnings) : tr("Warnings"));
    }
    showEvents();
}

void ResultPanes::show(Pane pane)
{
    m_front = pane;
    if (pane != Pane::Data)
        m_sideFront = pane;
    arrange();
}

void ResultPanes::showResult(int warnings, bool hasCards)
{
    m_warnings = warnings;
    m_front = Pane::Data;
    m_sideFront = warnings > 0 ? Pane::Warnings : Pane::Meta;
    arrange();
    shareSide(hasCards);
}

void ResultPanes::setWarnings(int warnings)
{
    if (std::exchange(m_warnings, warnings) != warnings)
        arrange();
}

void ResultPanes::shareSide(bool hasCards)
{
    m_hasCards = hasCards;
    constexpr int noWarnings = 96; // the header and a line
    if (!m_isSharing || m_arrangement != Arrangement::All)
        return;
    const auto isAbove = [this](
                             int i) { return m_side->widget(i) != m_pair && !m_side->widget(i)->isHidden(); };
    int above = 0;
    for (int i = 0; i < m_side->count(); ++i)
        above += isAbove(i) ? 1 : 0;
    const int each = m_side->height() * (above > 1 ? 3 : 4) / 10;
    QList<int> heights;
    for (int i = 0; i < m_side->count(); ++i)
        heights.append(isAbove(i) ? each : 0);
    const int height = m_isAboveMoved ? m_pair->height() : m_side->height() - above * each;
    heights[m_side->indexOf(m_pair)] = height;
    if (!m_isAboveMoved)
        m_side->setSizes(heights);
    if (!m_isSideMoved)
        m_pair->setSizes(hasCards ? QList<int>{223 * height / 504, 281 * height / 504}
                                  : QList<int>{height - noWarnings, noWarnings});
}

void ResultPanes::setAbove(QWidget *widget)
{
    m_above = widget;
    m_side->insertWidget(m_side->indexOf(m_pair), widget);
}

void ResultPanes::setAboveShown(bool shown)
{
    if (!m_above || m_above->isHidden() != shown)
        return;
    m_above->setVisible(shown);
    shareSide(m_hasCards);
}

void ResultPanes::setEvents(QWidget *events)
{
    m_events = events;
    m_isAboveMoved = false; // the events of each call get their usual share
    if (!events)
        return;
    events->hide();
    m_side->insertWidget(0, events);
    showEvents();
}

void ResultPanes::showEvents()
{
    const bool isShown = m_isSharing && m_arrangement == Arrangement::All && height() >= heightForAll;
    if (!m_events || m_events->isHidden() != isShown)
        return;
    m_events->setVisible(isShown);
    shareSide(m_hasCards);
}

double ResultPanes::sideShare() const
{
    const bool isLaidOut = isVisible() && m_arrangement != Arrangement::Tabs;
    const QList<int> widths = isLaidOut ? sizes() : QList<int>{usualData, usualSide};
    return double(widths.at(1)) / std::max(1, widths.at(0) + widths.at(1));
}

QByteArray ResultPanes::saveSide() const
{
    return m_isSideMoved ? m_pair->saveState() : QByteArray();
}

void ResultPanes::restoreSide(const QByteArray &state)
{
    m_isSideMoved = !state.isEmpty();
    if (m_isSideMoved)
        m_pair->restoreState(state);
}

} // namespace Workbench::Ui

#include "moc_resultpanes.cpp"
