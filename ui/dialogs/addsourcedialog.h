// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "core/workspace/sourceguess.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QMimeData;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace Workbench {
struct ConfigurationImport;
struct SourceGuess;
} // namespace Workbench

namespace Workbench::Ui {

class ConnectionStepsView;
class ImportPage;
class ServiceFacts;
class SourceForm;
class SourceInput;
class ThemeLabel;
class TrustPanel;

//! Adds a source, or edits one: one field that recognises what is pasted into it, the form of the kind below,
//! a test of the connection, and for a program the trust question. For a configuration of another program,
//! the list of its servers takes the place of the form. The filled button is the harmless one, and Return
//! presses it.
class AddSourceDialog : public QDialog {
    Q_OBJECT
public:
    explicit AddSourceDialog(Sessions *sessions, QWidget *parent = nullptr);
    //! Edits a source that exists; its kind stays.
    AddSourceDialog(Sessions *sessions, const Source &existing, QWidget *parent = nullptr);
    ~AddSourceDialog() override;

    //! Puts a command, an address, a path or whatever else describes a source into the first field.
    void setText(const QString &text);
    //! Connects to the source as the form describes it, and shows the steps.
    void checkConnection();
    //! Configurations are looked for in \a folders, too.
    void setProjects(const QStringList &folders);

    //! What \a dropped puts into the first field: the first address or file, else the text.
    static QString textDropped(const QMimeData &dropped);
    bool isEditing() const { return !m_existing.isEmpty(); }

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

Q_SIGNALS:
    //! The source was added or replaced; \a connectNow when the user asked for that.
    void sourceReady(const QString &name, bool connectNow);
    //! Emitted when servers of a configuration were added under these names.
    void sourcesImported(const QStringList &names);
    //! The steps of a sign-in of \a source are asked for. The dialog stays, and lets the window be used.
    void signInRequested(const QString &source);

private:
    void build();
    QWidget *makeKinds();
    QWidget *makeMiddle();
    QWidget *makeFooter();
    SourceForm *form() const;
    void showKind(int index);
    void take(const SourceGuess &guess);
    bool takeChanges(const SourceGuess &guess);
    void showImport(const ConfigurationImport &import);
    bool isImporting() const;
    void update();
    void updateImport();
    void note(const QString &text, bool isProblem);
    bool isComplete();
    void withSecrets(const std::function<void()> &then);
    void storeSecrets(const std::function<void()> &then);
    void forgetStored(const Json &kept);
    void chooseKind(int index);
    void add(bool connectNow);
    void addNow(bool connectNow);
    void test();
    void testNow();
    void testFinished();
    void showTestResult(const QString &text);
    void bringIntoSight(const QWidget *widget);
    void askToAccept(const Source &tested, const Error &error);

    Sessions *m_sessions;
    QString m_existing; //!< name of the source that is edited; empty: a new one
    SourceInput *m_input;
    QLabel *m_kindLabel;
    QComboBox *m_kinds;
    QStackedWidget *m_forms;
    TrustPanel *m_trust;
    ImportPage *m_import; //!< in the place of the form
    QScrollArea *m_scroll; //!< over the form and what follows it
    ThemeLabel *m_testResult;
    ConnectionStepsView *m_steps; //!< how far the last test came, if it failed
    ServiceFacts *m_facts; //!< what the last test found
    ThemeLabel *m_note; //!< beside the buttons
    QPushButton *m_test;
    QPushButton *m_connect;
    QPushButton *m_add;
    std::unique_ptr<SourceTest> m_running;
    bool m_isNameOpen = false; //!< a test goes on to name the source
    SourceGuess m_guess; //!< the last one; without a kind: there was none
    QStringList m_stored; //!< names in the keychain that this dialog has added
    bool m_isIncomplete = false; //!< the note says what is missing
};

} // namespace Workbench::Ui
