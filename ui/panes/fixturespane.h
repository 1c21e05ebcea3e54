// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/tablepane.h"

class QToolButton;

namespace Workbench::Ui {

class FixturesModel;

//! What is recorded in the workspace's folder, and how it stood up to its sources.
class FixturesPane : public TablePane {
    Q_OBJECT
public:
    explicit FixturesPane(FixturesModel *model, QWidget *parent = nullptr);

    FixturesModel *model() const { return m_model; }
    QString currentFile() const; //!< of the current row that can be used; empty: none
    QStringList chosenFiles() const; //!< of the chosen rows that can be used
    void choose(const QStringList &files);
    void setFolder(const QString &folder); //!< for the sentence while it is empty; empty: none yet
    void setProgress(qsizetype done, qsizetype total); //!< of a verification; 0 of 0: none runs

    bool canPause() const override { return false; }
    QString clearText() const override;
    QWidget *tools() const override { return m_tools; }
    void setCompact(bool compact) override;

    std::function<void()> clear() override; //!< asks to delete what is chosen

Q_SIGNALS:
    void openRequested(const QString &file); //!< double click or Return
    void differencesRequested(const QString &file); //!< of the last verification
    void runRequested(const QString &file); //!< again, to be compared
    void verifyRequested(const QStringList &files); //!< empty: all
    void cancelRequested();
    void rulesRequested(const QString &file);
    void removeRequested(const QStringList &files);
    void folderRequested();

protected:
    void pausedChanged(bool) override { }
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeTools();
    void showMenu(const QPoint &position);
    void activate();

    FixturesModel *m_model;
    QWidget *m_tools;
    ThemeLabel *m_progress;
    QToolButton *m_verify;
    QToolButton *m_cancel;
};

} // namespace Workbench::Ui
