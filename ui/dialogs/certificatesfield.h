// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace Workbench::Ui {

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
