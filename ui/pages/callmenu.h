// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/pipeline.h"
#include "ui/panes/requestpane.h"

class QAction;
class QDataStream;
class QMenu;

namespace Workbench::Ui {

class OperationPage;

//! The menu behind "⋯" of an operation's page: how its calls are made, and copies of its request. The entries
//! of the menu hold the choices.
class CallMenu : public QObject {
    Q_OBJECT
public:
    //! Adds the entries to \a menu. \a page is the parent.
    CallMenu(QMenu *menu, Sessions *sessions, OperationPage *page);

    QAction *strictCast() const { return m_strictCast; } //!< Checked: a misfit of the schema fails the call.
    QAction *showRequest() const { return m_showRequest; } //!< Checked: the page shows the request.
    //! Returns how a call is made. \a sendInvalid: also if the schema refuses the input.
    InvokeOptions callOptions(bool sendInvalid) const;
    //! Returns how a stream is started. \a sendInvalid: also if the schema refuses the input.
    InvokeOptions streamOptions(bool sendInvalid) const;
    void saveChoices(QDataStream &stream) const;
    void restoreChoices(
        QDataStream &stream); //!< Restores what saveChoices() wrote, and skips what is missing.

    //! Returns an `envelope` command for a shell that makes a call like this one, as the given identity.
    //! Secrets in \a input are replaced by placeholders, which a comment in the command mentions. \a window
    //! is the main window, which knows the file of the workspace.
    static QString commandFor(const Sessions &sessions, const QWidget &window, const OperationId &operation,
        const Json &input, bool isStream, const std::optional<Identity> &identity, QByteArrayList options);

    void copyDefinition();
    void copyBugReport(); //!< Copies a report of the result that is shown; written on a worker.
    //! Copies the request. If it cannot be made, shows the request pane, which says why.
    void copyRequest(RequestPane::Form form);

private:
    void addCopies();
    void addChoices();
    QAction *addChoice(const QString &text, const QString &name, const QString &toolTip);
    void addReading();
    void update();
    void copyAsCommand();
    QByteArrayList commandOptions() const;
    bool canRunAsTask() const;
    QString taskId() const; //!< Returns the id of the task of the last call; empty: it is not a task.
    ResultReading reading() const; //!< What the menu sets; the source's settings decide the rest.

    QMenu *m_menu;
    Sessions *m_sessions;
    OperationPage *m_page;
    QList<QAction *> m_ofCalls; //!< They change the input, or show what would be sent now.
    QAction *m_showRequest = nullptr;
    QAction *m_bugReport = nullptr;
    QAction *m_strictCast = nullptr;
    QAction *m_copyTask = nullptr; //!< Visible if the last call of the page became a task.
    QAction *m_asTask = nullptr;
    QAction *m_normalisesEvents = nullptr;
    QAction *m_showsHeartbeats = nullptr;
    QMenu *m_reading = nullptr; //!< Its action groups hold the choices of reading().
    QAction *m_export = nullptr;
};

} // namespace Workbench::Ui
