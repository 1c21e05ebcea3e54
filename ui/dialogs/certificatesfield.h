// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace Workbench::Ui {

//! The certificates that a source accepts although the system does not trust them, each to be taken back.
//! New ones come from the question that a refused one asks.
class CertificatesField : public QWidget {
    Q_OBJECT
public:
    explicit CertificatesField(QWidget *parent = nullptr);
    Json value() const; //!< a list of {host, sha256}; absent: none
    void setValue(const Json &value);

Q_SIGNALS:
    void changed();

private:
    void addRow(const Json &certificate);
    void showWhetherEmpty();

    struct Row {
        QWidget *widget;
        Json certificate; //!< as it was set
    };
    QVBoxLayout *m_layout;
    QLabel *m_none;
    QList<Row> m_rows;
};

} // namespace Workbench::Ui
