// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/ratebars.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <numeric>

namespace Workbench::Ui {

namespace {
constexpr int barStep = 4; // three pixels and a gap
} // namespace

RateBars::RateBars(QWidget *parent)
    : QWidget(parent)
{
    setFixedSize(barCount * barStep - 1, 20);
    setAccessibleName(tr("Events per second"));
}

void RateBars::add(int events)
{
    m_counts.append(events);
    if (m_counts.size() > barCount)
        m_counts.removeFirst();
    setToolTip(tr("%L1 per second").arg(perSecond()));
    update();
}

void RateBars::clear()
{
    m_counts.clear();
    update();
}

int RateBars::perSecond() const
{
    constexpr qsizetype steps = 1000 / stepMs;
    const qsizetype counted = std::min(steps, m_counts.size());
    if (counted == 0)
        return 0;
    return int(std::accumulate(m_counts.cend() - counted, m_counts.cend(), 0) * steps / counted);
}

void RateBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    const int most = m_counts.isEmpty() ? 1 : std::max(1, *std::ranges::max_element(m_counts));
    const qsizetype unknown = barCount - m_counts.size(); // steps before the first are drawn as a base line
    for (qsizetype i = 0; i < barCount; ++i) {
        const int count = i < unknown ? 0 : m_counts.at(i - unknown);
        const int barHeight = count == 0 ? 1 : std::max(2, int(qint64(count) * height() / most));
        painter.fillRect(int(i) * barStep, height() - barHeight, barStep - 1, barHeight,
            theme.color(i == barCount - 1 && count > 0 ? ColorRole::Live : ColorRole::RatePast));
    }
}

} // namespace Workbench::Ui

#include "moc_ratebars.cpp"
