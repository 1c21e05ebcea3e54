// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDialog>

class QCheckBox;
class QLineEdit;

namespace Workbench::Ui {

//! Asks for all unknown secrets that recorded calls need. Each secret has a field that hides the typed text.
//! The secrets are stored in the keychain only if the user checks the box.
class SecretsDialog : public QDialog {
    Q_OBJECT
public:
    struct Asked {
        QString name;
        QString source;
        qsizetype fixtures = 1; //!< number of fixtures that need the secret
        QString offered{}; //!< "keychain:NAME" or "env:NAME", used if the user types nothing; may be empty
    };
    //! \a canKeep is true if a keychain is available.
    SecretsDialog(const QList<Asked> &asked, bool canKeep, QWidget *parent = nullptr);

    QStringList typed() const; //!< in the order of the questions; an empty string if nothing was typed
    bool isKeeping() const;

private:
    QWidget *makeFields(const QList<Asked> &asked);
    QWidget *makeFooter(bool canKeep);

    QList<QLineEdit *> m_fields;
    QCheckBox *m_keep;
};

} // namespace Workbench::Ui
