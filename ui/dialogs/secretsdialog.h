// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDialog>

class QCheckBox;
class QLineEdit;

namespace Workbench::Ui {

//! Secrets that recorded calls need and that are not known, in one question: each a field, none of which
//! shows what is typed. Nothing is kept unless the box is checked.
class SecretsDialog : public QDialog {
    Q_OBJECT
public:
    struct Asked {
        QString name;
        QString source;
        qsizetype fixtures = 1; //!< that need it
        QString offered{}; //!< "keychain:NAME" or "env:NAME", which is taken when nothing is typed
    };
    //! \a canKeep: there is a keychain.
    SecretsDialog(const QList<Asked> &asked, bool canKeep, QWidget *parent = nullptr);

    QStringList typed() const; //!< in the order of what was asked; empty: nothing
    bool isKeeping() const;

private:
    QWidget *makeFields(const QList<Asked> &asked);
    QWidget *makeFooter(bool canKeep);

    QList<QLineEdit *> m_fields;
    QCheckBox *m_keep;
};

} // namespace Workbench::Ui
