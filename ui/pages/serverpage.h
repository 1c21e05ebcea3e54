// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/operation/operationspec.h"
#include "core/workspace/source.h"
#include "ui/pages/toolpage.h"

#include <QByteArrayList>
#include <QDateTime>
#include <QTimer>

class QLabel;
class QPushButton;
class QSplitter;
class QToolButton;

namespace Workbench {
struct SourceState;
}

namespace Workbench::Ui {

class AskBar;
class Chip;
class DefinitionListModel;
class IconLabel;
class MarkdownView;
class MetaPane;
class PaneHeader;
class PeerAskPane;
class SegmentControl;
class ThemeLabel;
struct DefinitionCounts;

//! Shows a source: what was negotiated with its server, the capabilities of both sides, its definitions, the
//! server's instructions, and statistics of this connection. The user can answer requests of the server here
//! too.
class ServerPage : public SourcePage {
    Q_OBJECT
public:
    ServerPage(Sessions *sessions, QString source, QWidget *parent = nullptr);

    void setCompact(bool compact) override;
    void focusFirst() override;
    PeerAskPane *asks() const { return m_asks; }

Q_SIGNALS:
    void checkRequested(const QString &source);
    void connectionCheckRequested(const QString &source); //!< Emitted by Check if connecting failed.
    void signInRequested(const QString &source); //!< Emitted to show the steps of the sign-in.
    void serveRequested(const QString &source);
    void editRequested(const QString &source);
    void limitRequested(const QString &key, const QString &source); //!< Emitted to change an exceeded limit.
    void definitionRequested(const Workbench::OperationId &operation);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeHead();
    QWidget *makeStatus();
    QWidget *makeAgreed();
    QWidget *makeTold();
    QWidget *makeNumbers();
    void readState();
    void showCapabilities(const Json &server, const Json &own);
    void showAbout();
    QString showIcons(const Json &icons);
    void showAddress();
    void showChanges(const DefinitionCounts &counts);
    void askAboutChanges();
    void askAboutRedirect(const SourceState &state);
    void countSoon();
    void count();
    void arrange();

    QTimer m_count; //!< delays the next update of the statistics
    QTimer m_clock; //!< updates the time of the connection while the page is visible
    QPushButton *m_check;
    QPushButton *m_signIn; //!< only for a source that signs in
    QPushButton *m_reconnect;
    IconLabel *m_icon = nullptr;
    ThemeLabel *m_state = nullptr;
    ThemeLabel *m_address = nullptr; //!< the address or the command, and the time since connecting
    ThemeLabel *m_notStored = nullptr; //!< why accepted definitions are not stored; hidden if they are
    QToolButton *m_limit = nullptr; //!< shown if connecting exceeded a limit
    Chip *m_changed = nullptr;
    QToolButton *m_forget = nullptr;
    SegmentControl *m_parts = nullptr; //!< chooses the column that a narrow page shows
    PeerAskPane *m_asks;
    AskBar *m_ask; //!< asks about the target of a redirect
    Source m_askedSource; //!< the source as it was when the question was asked
    QString m_wantedOrigin; //!< the origin in question
    QDateTime m_askedSince; //!< the start of the failure that was asked about last
    QSplitter *m_columns;
    MetaPane *m_agreed = nullptr;
    PaneHeader *m_capabilitiesHeader = nullptr;
    QWidget *m_capabilities = nullptr;
    PaneHeader *m_definitionsHeader = nullptr;
    DefinitionListModel *m_definitions;
    MarkdownView *m_instructions = nullptr;
    ThemeLabel *m_noInstructions = nullptr;
    MetaPane *m_about = nullptr;
    QByteArrayList m_iconData; //!< the embedded icons in base64, the preferred one first
    QString m_iconProblem; //!< why none of them is shown; empty: one is shown, or none is read yet
    QLabel *m_iconPlace = nullptr;
    MetaPane *m_numbers = nullptr;
};

} // namespace Workbench::Ui
