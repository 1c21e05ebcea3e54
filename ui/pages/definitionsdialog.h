// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"

#include <QDialog>
#include <QFuture>

#include <functional>

namespace Workbench::Ui {

//! Returns the changes of definitions as text: for each change the place, the value before and the value now.
//! May be called on any thread.
QString describedChanges(const QList<DefinitionChange> &changes);

//! Shows changed definitions and asks the user whether to accept them. The Return key does not accept them.
class DefinitionsDialog : public QDialog {
    Q_OBJECT
public:
    //! Shows \a changes of \a source in a dialog of \a page, in place of older changes. A worker describes
    //! them, because definitions may be long. \a acceptText says on the button what accepting does; empty:
    //! "Accept". Calls \a accepted if the user accepts them. The future ends when the dialog is open.
    static QFuture<void> ask(const QString &source, const QList<DefinitionChange> &changes, QWidget *page,
        const QString &acceptText, const std::function<void()> &accepted);

private:
    DefinitionsDialog(const QString &source, qsizetype count, const QString &changes, QWidget *parent,
        const QString &acceptText);
};

} // namespace Workbench::Ui
