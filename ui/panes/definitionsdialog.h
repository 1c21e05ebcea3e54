// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/definitionpins.h"

#include <QDialog>

namespace Workbench::Ui {

class TextView;

//! What changed in definitions, as text: for each where, and what stood and stands there. Any thread.
QString describedChanges(const QList<DefinitionPins::Change> &changes);

//! Shows what changed, and asks once whether these are the known definitions from now on. Return keeps the
//! old ones.
class DefinitionsDialog : public QDialog {
    Q_OBJECT
public:
    DefinitionsDialog(const QString &source, qsizetype count, const QString &changes, QWidget *parent);

private:
    TextView *m_text;
};

} // namespace Workbench::Ui
