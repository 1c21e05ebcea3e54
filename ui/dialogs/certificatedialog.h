// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/refusedcertificate.h"

#include <QDialog>

class QCheckBox;

namespace Workbench::Ui {

//! Asks whether a source may accept a certificate that the system does not trust: why it was refused, whose
//! it is, its fingerprint. The filled button, which Return presses, does not. \source core/RULES.md R-30
class CertificateDialog : public QDialog {
    Q_OBJECT
public:
    //! \a acceptedBefore: fingerprints that the source accepts for the host already, so that this one is told
    //! to be another.
    CertificateDialog(const QString &sourceName, const RefusedCertificate &certificate,
        const QStringList &acceptedBefore, QWidget *parent = nullptr);

    //! Whether those accepted before are to go.
    bool replacesOthers() const;

private:
    QCheckBox *m_replace = nullptr; //!< null: there are none
};

} // namespace Workbench::Ui
