// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"

#include <QDialog>

namespace Workbench::Ui {

class TextView;

//! Returns the changes of definitions as text: for each change the place, the value before and the value now.
//! May be called on any thread.
QString describedChanges(const QList<DefinitionChange> &changes);

//! Shows changed definitions and asks the user whether to accept them. The Return key does not accept them.
class DefinitionsDialog : public QDialog {
    Q_OBJECT
public:
    //! \a acceptText says on the button what accepting does; empty: "Accept".
    DefinitionsDialog(const QString &source, qsizetype count, const QString &changes, QWidget *parent,
        const QString &acceptText = {});

private:
    TextView *m_text;
};

} // namespace Workbench::Ui
