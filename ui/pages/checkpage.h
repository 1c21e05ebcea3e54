// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/sourcecheck.h"
#include "ui/pages/toolpage.h"

class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace Workbench::Ui {

class Chip;
class CheckModel;
class FindingsPane;
class IconLabel;
class Placeholder;
class RowTableView;
class ThemeLabel;

//! Checks a source: shows the outcomes of its operations and the findings about its definitions and answers.
//! Nothing is called before run().
class CheckPage : public SourcePage {
    Q_OBJECT
public:
    CheckPage(Sessions *sessions, QString source, QWidget *parent = nullptr);

    void setCompact(bool compact) override;
    void focusFirst() override;

    bool isRunning() const { return m_isRunning; }
    const CheckReport &report() const { return m_report; }
    CheckModel *model() const { return m_model; }
    RowTableView *view() const { return m_view; }
    FindingsPane *findingsPane() const { return m_findings; }
    //! Writes the report to \a path on a worker; exported() follows.
    void exportTo(const QString &path, bool asJUnit);

public Q_SLOTS:
    void run();
    void cancel() override;
    void askForInputs();

Q_SIGNALS:
    void operationActivated(const Workbench::OperationId &operation);
    void finished();
    void exported(bool ok);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeHead();
    void makeStatus();
    void makeBody();
    void progressed(qsizetype done, qsizetype total, const QString &operation);
    void ended();
    void updateState();
    void showSummary();
    void showFindings();
    void activate(const QModelIndex &index);
    void askToExport(bool asJUnit);
    void askToAccept();

    QList<DefinitionChange> m_changes; //!< from the accepted definitions, when the last run ended
    std::unique_ptr<SourceCheck> m_check;
    CheckReport m_report;
    QHash<QString, Json> m_inputs; //!< by operation; these operations are called too
    bool m_isRunning = false;
    bool m_hasRun = false;
    bool m_wasCancelled = false;
    QString m_note; //!< the outcome of an export, or of accepting definitions

    QPushButton *m_run;
    QPushButton *m_cancel;
    QPushButton *m_connect;
    QPushButton *m_chooseInputs;
    QWidget *m_status;
    IconLabel *m_icon;
    ThemeLabel *m_word;
    ThemeLabel *m_facts;
    Chip *m_errors;
    Chip *m_warnings;
    QToolButton *m_accept;
    QToolButton *m_exportJson;
    QToolButton *m_exportJUnit;
    QStackedWidget *m_stack;
    Placeholder *m_empty;
    QSplitter *m_splitter;
    CheckModel *m_model;
    RowTableView *m_view;
    FindingsPane *m_findings;
    QToolButton *m_all;
};

} // namespace Workbench::Ui
