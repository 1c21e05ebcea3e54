// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixtureredaction.h"

#include <QDialog>

namespace Workbench::Ui {

class ReviewModel;
class RowTreeView;
class ThemeLabel;

//! Shows the secrets and suspected secrets in recordings, for review before anything is written.
//! \source core/RULES.md R-91
class ReviewDialog : public QDialog {
    Q_OBJECT
public:
    ReviewDialog(const QList<RedactedFixture> &recordings, const QString &folder, QWidget *parent = nullptr);
    QList<RedactedFixture> reviewed() const;
    const QString &folder() const { return m_folder; }
    void setFolder(const QString &folder);

    ReviewModel *model() const { return m_model; }
    RowTreeView *view() const { return m_view; }

private:
    QWidget *makeFooter(qsizetype count);

    ReviewModel *m_model;
    RowTreeView *m_view;
    ThemeLabel *m_target;
    QString m_folder;
};

} // namespace Workbench::Ui
