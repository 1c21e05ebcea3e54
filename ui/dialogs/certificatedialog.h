// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/refusedcertificate.h"

#include <QDialog>

class QCheckBox;

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

} // namespace Workbench::Ui
