// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

#include <QDialog>

namespace Workbench::Ui {

//! Asks before a source in the workspace starts its program or receives secrets. The filled button, which
//! Return presses, refuses both.
class TrustDialog : public QDialog {
    Q_OBJECT
public:
    TrustDialog(const QString &sourceName, const TrustFacts &facts, QWidget *parent = nullptr);
};

} // namespace Workbench::Ui
