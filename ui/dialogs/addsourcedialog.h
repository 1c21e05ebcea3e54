// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace Workbench::Ui {

class ServiceFacts;
class SourceForm;
class TrustPanel;

//! Adds a source, or edits one: kinds at the left, the form of the chosen kind at the right, a try at the
//! connection, and for a program the trust question. The filled button is the harmless one, and Return
//! presses it.
class AddSourceDialog : public QDialog {
    Q_OBJECT
public:
    explicit AddSourceDialog(Sessions *sessions, QWidget *parent = nullptr);
    //! Edits a source that exists; its kind stays.
    AddSourceDialog(Sessions *sessions, const Source &existing, QWidget *parent = nullptr);
    ~AddSourceDialog() override;

    //! Fills the form of the program kind from a pasted command line.
    void setCommandLine(const QString &text);

Q_SIGNALS:
    //! The source was added or replaced; \a connectNow when the user asked for that.
    void sourceReady(const QString &name, bool connectNow);

private:
    void build();
    SourceForm *form() const;
    void showKind(int index);
    void update();
    void add(bool connectNow);
    void test();
    void testFinished();
    void showTestResult(const QString &text);
    void askToAccept(const Source &tested, const Error &error);

    Sessions *m_sessions;
    QString m_existing; //!< name of the source that is edited; empty: a new one
    QListWidget *m_kinds;
    QStackedWidget *m_forms;
    TrustPanel *m_trust;
    QScrollArea *m_scroll; //!< over the form and what follows it
    QLabel *m_testResult;
    ServiceFacts *m_facts; //!< what the last test found
    QPushButton *m_test;
    QPushButton *m_connect;
    QPushButton *m_add;
    std::unique_ptr<SourceTest> m_running;
};

} // namespace Workbench::Ui
