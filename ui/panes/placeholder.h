// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

namespace Workbench::Ui {

class IconLabel;
class ThemeLabel;

//! Fills a page that has nothing to show: says why, and what to do next.
class Placeholder : public QWidget {
    Q_OBJECT
public:
    explicit Placeholder(QWidget *parent = nullptr);
    void showAdvice(const QString &iconName, const QString &title, const QString &words);
    void showProblem(const QString &title, const QString &words);

private:
    IconLabel *m_icon;
    ThemeLabel *m_title;
    ThemeLabel *m_words;
};

} // namespace Workbench::Ui
