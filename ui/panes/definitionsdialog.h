// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"

#include <QDialog>

namespace Workbench::Ui {

class TextView;

//! What changed in definitions, as text: for each where, and what stood and stands there. Any thread.
QString describedChanges(const QList<DefinitionChange> &changes);

//! Shows what changed, and asks once whether these definitions are accepted. Return does not accept them.
class DefinitionsDialog : public QDialog {
    Q_OBJECT
public:
    DefinitionsDialog(const QString &source, qsizetype count, const QString &changes, QWidget *parent);

private:
    TextView *m_text;
};

} // namespace Workbench::Ui
