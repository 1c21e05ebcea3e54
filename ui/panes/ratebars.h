// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QList>
#include <QWidget>

namespace Workbench::Ui {

//! Events a second over the last half minute or so, one bar a second; the newest in the live colour.
class RateBars : public QWidget {
    Q_OBJECT
public:
    static constexpr int barCount = 32;

    explicit RateBars(QWidget *parent = nullptr);
    void add(int events);
    void clear();
    int latest() const { return m_rates.isEmpty() ? 0 : m_rates.last(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<int> m_rates; //!< oldest first
};

} // namespace Workbench::Ui
