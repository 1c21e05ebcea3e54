// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QList>
#include <QWidget>

namespace Workbench::Ui {

//! Shows the number of events of the last steps, one bar for each step; the newest at the right in the live
//! colour.
class RateBars : public QWidget {
    Q_OBJECT
public:
    static constexpr int barCount = 36;
    static constexpr int stepMs = 500;

    explicit RateBars(QWidget *parent = nullptr);
    void add(int events); //!< Adds the bar of the step that has just ended.
    void clear();
    int perSecond() const; //!< The events of the last second.

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<int> m_counts; //!< oldest first
};

} // namespace Workbench::Ui
