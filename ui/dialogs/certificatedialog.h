// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/workspace/refusedcertificate.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QVBoxLayout;

namespace Workbench::Ui {

//! Asks whether a source may accept a certificate that the system does not trust. Shows why it was refused,
//! its owner and its fingerprint. The filled button, which Return presses, refuses it.
//! \source core/RULES.md R-30
class CertificateDialog : public QDialog {
    Q_OBJECT
public:
    //! \a acceptedBefore contains the fingerprints that the source already accepts for the host. If it is not
    //! empty, the dialog says that the certificate is a different one.
    CertificateDialog(const QString &sourceName, const RefusedCertificate &certificate,
        const QStringList &acceptedBefore, QWidget *parent = nullptr);

    //! Returns whether the source should stop accepting the earlier certificates.
    bool replacesOthers() const;

private:
    QCheckBox *m_replace = nullptr; //!< null if no certificate was accepted earlier
};

//! Lists the certificates that a source accepts although the system does not trust them. The user can remove
//! each of them. New ones are added through CertificateDialog.
class CertificatesField : public QWidget {
    Q_OBJECT
public:
    explicit CertificatesField(QWidget *parent = nullptr);
    Json value() const; //!< a list of {host, sha256}; absent if there are no certificates
    void setValue(const Json &value);

Q_SIGNALS:
    void changed();

private:
    void addRow(const Json &certificate);
    void showWhetherEmpty();

    struct Row {
        QWidget *widget;
        Json certificate; //!< the entry as it was set, with members that the row does not show
    };
    QVBoxLayout *m_layout;
    QLabel *m_none;
    QList<Row> m_rows;
};

} // namespace Workbench::Ui
