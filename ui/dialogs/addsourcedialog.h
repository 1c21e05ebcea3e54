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
class QToolButton;

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

//! Adds or edits a source. The dialog has a field that recognises pasted text, the form of the kind below it,
//! a test of the connection and, for a program, the trust question. For a configuration of another program,
//! the list of its servers replaces the form. The filled button, which Return presses, is the harmless one.
class AddSourceDialog : public QDialog {
    Q_OBJECT
public:
    explicit AddSourceDialog(Sessions *sessions, QWidget *parent = nullptr);
    //! Edits the source \a existing. The user cannot change its kind.
    AddSourceDialog(Sessions *sessions, const Source &existing, QWidget *parent = nullptr);

    //! Puts a command, an address, a path or another description of a source into the first field.
    void setText(const QString &text);
    //! Connects to the source that the form describes, and shows the steps.
    void checkConnection();
    //! Adds \a folders to the places that are searched for configurations.
    void setProjects(const QStringList &folders);

    //! Returns the text that \a dropped puts into the first field: the first address or file, otherwise the
    //! dropped text.
    static QString textDropped(const QMimeData &dropped);
    bool isEditing() const { return !m_existing.isEmpty(); }

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

Q_SIGNALS:
    //! Emitted when the source \a name was added or replaced. \a connectNow is true if the user asked to
    //! connect to it.
    void sourceReady(const QString &name, bool connectNow);
    //! Emitted when servers of a configuration were added under these names.
    void sourcesImported(const QStringList &names);
    //! Emitted when the user asks for the steps of a sign-in of \a source. The dialog stays open and becomes
    //! non-modal.
    void signInRequested(const QString &source);
    //! Emitted when the user wants to change the limit that a test exceeded.
    void limitRequested(const QString &key);

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
    void showProblem(const Error &error);
    void test();
    void testNow();
    void testFinished();
    void showTestResult(const QString &text);
    void bringIntoSight(const QWidget *widget);
    void askToAccept(const Source &tested, const Error &error);

    Sessions *m_sessions;
    QString m_existing; //!< name of the edited source; empty for a new source
    SourceInput *m_input;
    QLabel *m_kindLabel;
    QComboBox *m_kinds;
    QStackedWidget *m_forms;
    TrustPanel *m_trust;
    ImportPage *m_import; //!< replaces the form while a configuration is imported
    QScrollArea *m_scroll; //!< contains the form and the widgets below it
    ThemeLabel *m_testResult;
    QToolButton *m_limit; //!< shown if a test exceeded a limit
    QString m_limitKey;
    ConnectionStepsView *m_steps; //!< the steps of the last test, if it failed
    ServiceFacts *m_facts; //!< the facts that the last test found
    ThemeLabel *m_note; //!< the text beside the buttons
    QPushButton *m_test;
    QPushButton *m_connect;
    QPushButton *m_add;
    std::unique_ptr<SourceTest> m_running;
    bool m_isNameOpen = false; //!< whether the running test may suggest a name for the source
    SourceGuess m_guess; //!< the last guess; its kind is empty if there was none
    QStringList m_stored; //!< names that this dialog has added to the keychain
    bool m_isIncomplete = false; //!< whether the note lists missing fields
};

} // namespace Workbench::Ui
