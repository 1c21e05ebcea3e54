// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/configurationimport.h"

#include <QWidget>

class QCheckBox;
class QScrollArea;
class QStandardItemModel;
class QToolButton;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class RowTreeView;
class ThemeLabel;

//! Lists the servers of a configuration of another program, each with a check box. Beside the list, the page
//! shows what the selected server starts or connects to, what is stored in the keychain, and the notes.
//! Starts, stores and adds nothing before importChosen().
class ImportPage : public QWidget {
    Q_OBJECT
public:
    explicit ImportPage(Sessions *sessions, QWidget *parent = nullptr);
    void setImport(const ConfigurationImport &import);
    //! Returns how many servers are checked.
    int chosenCount() const { return int(chosenRows().size()); }
    //! Stores the secrets of the checked servers unless the user decided against it, then adds them to the
    //! workspace. Ends with imported() or failed(), at once or from the event loop.
    void importChosen();

Q_SIGNALS:
    void changed(); //!< Emitted when the user checks or clears a server.
    //! Emitted when the checked servers are sources of the workspace, with their names there.
    void imported(const QStringList &names);
    //! Emitted when a secret was not stored or a server not added. The page stays as it is.
    void failed(const QString &text);

private:
    QWidget *makeList();
    QWidget *makeDetails(const ImportedSource &server);
    QStringList notesOf(const ImportedSource &server) const;
    bool isPresent(const ImportedSource &server) const;
    QList<int> chosenRows() const;
    void setAllChosen(bool chosen);
    void choiceChanged();
    void storeSecrets(const QStringList &kept);
    void store(const QList<ImportedSecret> &secrets);
    void addChosen();
    void fail(const QString &text);

    Sessions *m_sessions;
    ConfigurationImport m_import;
    ThemeLabel *m_title;
    QToolButton *m_all;
    QStandardItemModel *m_model;
    RowTreeView *m_list;
    QScrollArea *m_details;
    ThemeLabel *m_remarks; //!< remarks about the file
    QCheckBox *m_store;
    ThemeLabel *m_storeNote;
};

} // namespace Workbench::Ui
