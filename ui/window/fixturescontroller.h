// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/fixtures/comparepage.h"
#include "ui/fixtures/fixturerecorder.h"

namespace Workbench {
class Invocation;
class Sessions;
} // namespace Workbench

namespace Workbench::Ui {

class BottomPanel;
class FixtureSecrets;
class FixtureVerifier;
class FixturesPane;
class MessageBar;
class OperationPage;
class PageStack;
class WorkspaceController;

//! Implements the window's actions on fixtures: records results, keeps the folder's list, verifies, compares
//! and edits rules. Reads, writes and compares on workers.
class FixturesController : public QObject {
    Q_OBJECT
public:
    struct Parts {
        Sessions *sessions;
        WorkspaceController *workspace;
        PageStack *pages;
        MessageBar *message;
        BottomPanel *bottom;
        QWidget *window; //!< parent of the dialogs and of the controller
    };
    explicit FixturesController(const Parts &parts);
    ~FixturesController() override;

    FixtureStore *store() const { return m_store; }
    FixtureRecorder *recorder() const { return m_recorder; }
    FixtureVerifier *verifier() const { return m_verifier; }
    FixturesPane *pane() const { return m_pane; }
    const KeptResults &results() const { return m_results; }
    bool isRecordingAll() const { return m_isRecordingAll; }

public Q_SLOTS:
    void setRecordingAll(bool on);
    void recordCurrent(); //!< records the result of the current page
    void recordExchanges(const QStringList &exchangeIds);
    void verify(const QStringList &files); //!< empty: all
    void verifyAll() { verify({}); }
    void open(const QString &file);
    void showDifferences(const QString &file); //!< shows the last verification
    void editRules(const QString &file);
    void suggestRules(); //!< for the selected fixture
    void remove(const QStringList &files);
    void compareCurrent(); //!< compares the result of the current page, or the selected fixture
    void compareExchange(const QString &exchangeId);
    void compareExchanges(const QString &before, const QString &after);
    void compareFixture(const QString &file);
    void chooseFolder(const std::function<void()> &next = {}); //!< then calls \a next, if there is one
    void setFolder(const QString &folder); //!< remembered in the workspace

Q_SIGNALS:
    void recordingAllChanged(bool on);
    //! Emitted to change the limit \a key, which a recorded call to \a source exceeded.
    void limitRequested(const QString &key, const QString &source);
    //! Emitted when the user wants to keep fixtures beside a workspace that has no file yet. Call \a then
    //! when the workspace is saved.
    void saveWorkspaceRequested(const std::function<void()> &then);

private:
    using Kept = std::shared_ptr<const KeptResult>;

    void watchPage(OperationPage *page);
    void keep(OperationPage *page);
    void keepVerified(const Recording &recording, const Invocation &invocation);
    void noteResult(const Kept &kept);
    Kept keptOf(OperationPage *page, const QString &end) const;
    void record(const QList<Kept> &results, bool isAll);
    void refuse(const QString &message);
    void askWhereToKeep(std::function<void()> next);
    void workspaceChanged();
    void showFolder();
    void fixturesWritten(const QStringList &files);
    void addRule(const QString &file, const MatchRule &rule);
    void saveRules(const QString &file, const QList<MatchRule> &rules, const QString &what);
    void undoRemoval(const QList<RemovedFixture> &removed);
    QList<StoredFixture> othersOf(const StoredFixture &stored) const;
    void offerComparison(
        const QString &operation, const QString &title, const ComparedSide &side, const QString &exceptId);
    void compareWith(const ComparedSide &side, const QString &title, const ComparisonChoice &choice);
    void showComparison(const QString &title, const ComparedSide &before, const ComparedSide &after);
    void withFixture(const Kept &kept, std::function<void(Fixture)> next, bool isHidden = false);
    void callAndCompare(const ComparedSide &side, const QString &title, const OperationId &operation);
    void callAndCompare(
        const ComparedSide &side, const QString &title, const OperationId &operation, const Json &input);
    QString noLongerKept(const QString &exchangeId) const;
    QString outcomeOf(const QString &exchangeId) const;
    QList<ComparisonChoice> choices(
        const QString &operation, const QString &exceptId, const QString &exceptSource) const;
    ComparedSide sideOf(const StoredFixture &stored) const;
    ComparedSide sideOf(const KeptResult &kept, const Fixture &fixture) const;

    Parts m_parts;
    FixtureStore *m_store;
    FixtureRecorder *m_recorder;
    FixtureSecrets *m_secrets;
    FixtureVerifier *m_verifier;
    FixturesPane *m_pane;
    KeptResults m_results;
    std::unique_ptr<Invocation> m_comparing; //!< the running call whose result is compared
    bool m_isRecordingAll = false;
    QStringList m_toShow; //!< files to select when the list is read
};

} // namespace Workbench::Ui
