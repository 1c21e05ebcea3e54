// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturefolder.h"

#include <QDialog>
#include <QTimer>

#include <stop_token>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;

namespace Workbench::Ui {

class MatchRulesModel;
class RowTreeView;
class ThemeLabel;

//! Edits the match rules of one fixture. A form below the table edits the selected rule. The table shows for
//! each rule which values of this recording it applies to.
class RulesDialog : public QDialog {
    Q_OBJECT
public:
    //! \a others contains recordings of the same operation, from which rules can be suggested.
    RulesDialog(const StoredFixture &fixture, const QList<StoredFixture> &others, const Limits &limits,
        QWidget *parent = nullptr);
    ~RulesDialog() override;

    const QString &file() const { return m_fixture.file; }
    QList<MatchRule> rules() const;
    MatchRulesModel *model() const { return m_model; }
    RowTreeView *view() const { return m_view; }
    //! Adds the rules that make this fixture and \a other match. Finds them on a worker; emits suggested()
    //! when they are added.
    void suggestFrom(const Fixture &other);

Q_SIGNALS:
    void suggested(); //!< Emitted when suggested rules were added.

private:
    void makeTable();
    QWidget *makeForm();
    QWidget *makeFooter();
    void fillSuggestions(QMenu *menu, const QList<StoredFixture> &others);
    void showRule();
    void ruleEdited();
    void add();
    void remove();
    void look();
    void update();

    StoredFixture m_fixture;
    Limits m_limits;
    MatchRulesModel *m_model;
    RowTreeView *m_view;
    QToolButton *m_suggest;
    QToolButton *m_remove;
    QWidget *m_form;
    QComboBox *m_kind;
    QLineEdit *m_place;
    QLabel *m_argumentLabel;
    QLineEdit *m_argument;
    ThemeLabel *m_problem;
    QPushButton *m_save;
    QTimer m_lookDelay;
    std::stop_source m_stop; //!< stops look()
    std::stop_source m_stopSuggesting;
    quint64 m_generation = 0;
    bool m_isShowing = false;
};

} // namespace Workbench::Ui
