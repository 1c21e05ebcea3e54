// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"

#include <QDialog>
#include <QFuture>

#include <functional>

class QStandardItemModel;

namespace Workbench::Ui {

class TextView;
struct DescribedChanges;

//! Returns the changes of definitions as text: for each change the place, the value before and the value now,
//! or the lines that differ if both values have several. May be called on any thread.
QString describedChanges(const QList<DefinitionChange> &changes);

//! Shows changed definitions and asks the user whether to accept them. The Return key does not accept them.
class DefinitionsDialog : public QDialog {
    Q_OBJECT
public:
    using WhenAccepted = std::function<void(const QList<DefinitionChange> &)>;

    //! Shows \a changes of \a source in a dialog of \a page, in place of older changes. A worker describes
    //! them, because definitions may be long. \a acceptText says on the button what accepting does; empty:
    //! "Accept". Calls \a accepted if the user accepts them. The future ends when the dialog is open.
    static QFuture<void> ask(const QString &source, const QList<DefinitionChange> &changes, QWidget *page,
        const QString &acceptText, const std::function<void()> &accepted);
    //! Shows \a changes of \a source in a dialog of \a page, in place of older changes. Several changes have
    //! a check box each, which is checked at first. Calls \a accepted with the checked changes if the user
    //! accepts them. The future ends when the dialog is open.
    static QFuture<void> choose(const QString &source, const QList<DefinitionChange> &changes, QWidget *page,
        const WhenAccepted &accepted);

private:
    enum class Choice : quint8 { All, Each }; //!< what the user accepts
    static QFuture<void> start(const QString &source, const QList<DefinitionChange> &changes, QWidget *page,
        const QString &acceptText, Choice choice, const WhenAccepted &accepted);
    DefinitionsDialog(const QString &source, const QList<DefinitionChange> &changes,
        const DescribedChanges &described, QWidget *parent, const QString &acceptText, Choice choice);
    QWidget *makeList(const DescribedChanges &described);
    QList<DefinitionChange> chosen() const;

    QList<DefinitionChange> m_changes;
    TextView *m_text;
    QStandardItemModel *m_list = nullptr; //!< a row for each change; null: all of them are accepted
};

} // namespace Workbench::Ui
