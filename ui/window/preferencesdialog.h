// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QDialog>

class QFormLayout;
class QLineEdit;
class QListWidget;
class QStackedWidget;
class QTreeView;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class LimitsModel;
class ThemeLabel;
class WorkbenchStyle;

//! Edits the preferences of the program: appearance, limits, network and secrets, and confirmations. A change
//! takes effect at once, unless a note says that it takes effect at the next start.
class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    //! If \a keeps, choices are stored for the next start.
    PreferencesDialog(Sessions *sessions, WorkbenchStyle *style, bool keeps, QWidget *parent = nullptr);
    //! Shows the limit \a key and selects its value.
    void showLimit(const QString &key);

Q_SIGNALS:
    void limitsChanged(const Workbench::Limits &limits);

private:
    QFormLayout *addSection(const QString &title, const QString &iconName);
    void addLook();
    void addLimits();
    void addNetwork();
    void addQuestions();
    ThemeLabel *note(const QString &text);

    Sessions *m_sessions;
    WorkbenchStyle *m_style;
    bool m_keeps;
    QListWidget *m_list;
    QStackedWidget *m_pages;
    LimitsModel *m_limits;
    QLineEdit *m_filter = nullptr;
    QTreeView *m_table = nullptr;
};

} // namespace Workbench::Ui
