// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/tablepane.h"

class QToolButton;

namespace Workbench::Ui {

class FixturesModel;

//! Lists the fixtures in the folder of the workspace, with the outcome of the last verification.
class FixturesPane : public TablePane {
    Q_OBJECT
public:
    explicit FixturesPane(FixturesModel *model, QWidget *parent = nullptr);

    FixturesModel *model() const { return m_model; }
    QString currentFile() const; //!< Returns the current fixture; empty: none, or it cannot be read.
    QStringList chosenFiles() const; //!< Returns the chosen fixtures, except those that cannot be read.
    void choose(const QStringList &files);
    //! Sets the folder that the text of an empty list names; empty: no folder yet.
    void setFolder(const QString &folder);
    //! Sets the progress of a verification; 0 of 0: no verification runs.
    void setProgress(qsizetype done, qsizetype total);

    bool canPause() const override { return false; }
    QString clearText() const override;
    QWidget *tools() const override { return m_tools; }
    void setCompact(bool compact) override;

    std::function<void()> clear() override; //!< Emits removeRequested() with the chosen fixtures.

Q_SIGNALS:
    void openRequested(const QString &file); //!< Emitted for a double click or Return.
    //! Emitted to show the differences that the last verification of \a file found.
    void differencesRequested(const QString &file);
    void runRequested(const QString &file); //!< Emitted to run \a file again and compare.
    void verifyRequested(const QStringList &files); //!< Emitted to verify \a files; empty: all.
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
