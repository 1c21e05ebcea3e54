// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/ratebars.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace Workbench::Ui {

RateBars::RateBars(QWidget *parent)
    : QWidget(parent)
{
    setFixedSize(barCount * 4, 20);
    setAccessibleName(tr("Events a second, lately"));
}

void RateBars::add(int events)
{
    m_rates.append(events);
    if (m_rates.size() > barCount)
        m_rates.removeFirst();
    update();
}

void RateBars::clear()
{
    m_rates.clear();
    update();
}

void RateBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    const int most = m_rates.isEmpty() ? 1 : std::max(1, *std::ranges::max_element(m_rates));
    for (qsizetype i = 0; i < m_rates.size(); ++i) {
        const int barHeight = m_rates.at(i) == 0 ? 1 : std::max(2, m_rates.at(i) * height() / most);
        const bool isLatest = i == m_rates.size() - 1;
        painter.fillRect(int(i) * 4, height() - barHeight, 3, barHeight,
            theme.color(isLatest ? ColorRole::Live : ColorRole::RatePast));
    }
}

} // namespace Workbench::Ui
