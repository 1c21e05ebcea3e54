// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/servedoperations.h"

#include <QObject>

namespace Workbench {
class Sessions;
enum class ConfigurationForm : quint8;
} // namespace Workbench

namespace Workbench::Ui {

class AddSourceDialog;
class MessageBar;
class PageStack;
class SourcePage;
class SourcesPane;
class WorkspaceController;

//! Implements the window's actions on sources: adds, edits, connects and removes them, and opens their pages.
//! All dialogs use open(), never exec(), so nothing blocks.
class SourcesController : public QObject {
    Q_OBJECT
public:
    struct Parts {
        Sessions *sessions;
        WorkspaceController *workspace;
        SourcesPane *pane;
        PageStack *pages;
        MessageBar *message;
        ServeOperations serve; //!< offers operations to other programs
        QWidget *window; //!< parent of the dialogs, the pages and the controller
    };
    explicit SourcesController(const Parts &parts);

public Q_SLOTS:
    void addSource();
    //! Opens the dialog with \a text in its first field: a command, an address, a path, an mcp.json entry, …
    void addSourceFrom(const QString &text);
    void editSource(const QString &name);
    void checkConnection(const QString &name);
    void removeSource(const QString &name);
    void signOut(const QString &name); //!< forgets the source's tokens
    //! Asks for trust if needed, then connects.
    void connectSource(const QString &name);
    //! Connects all sources that are not connected. Questions about trust come one after another.
    void connectAll();
    //! Copies an entry for the configuration file of another program to the clipboard.
    void copyConfiguration(const QString &name, ConfigurationForm form);
    void checkSource(const QString &name); //!< shows a page that checks it
    void showServe(const QString &name); //!< shows a page that offers its operations to other programs
    void showSignIn(const QString &name); //!< shows a page with the steps of its sign-in
    void showServer(const QString &name); //!< shows its connection and its requests to the user

Q_SIGNALS:
    //! Emitted to change the limit \a key that a connection to \a source exceeded; empty: a source that was
    //! only tested.
    void limitRequested(const QString &key, const QString &source);

private:
    AddSourceDialog *showDialog(AddSourceDialog *dialog);
    void showImported(const QStringList &names);
    void connectNext(QStringList names);
    template <typename Page> bool showsPage(const QString &source);
    void openPage(SourcePage *page);

    Parts m_parts;
};

} // namespace Workbench::Ui
