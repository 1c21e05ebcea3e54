// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/trustdialog.h"

#include "core/base/visibletext.h"
#include "ui/dialogs/trustpanel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

TrustDialog::TrustDialog(const QString &sourceName, const TrustFacts &facts, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"trustDialog"_s);
    setWindowTitle(tr("Connect to %1").arg(visibleText(sourceName, false, 100)));
    resize(560, 240);
    auto *column = newColumn(this, {16, 16, 16, 16}, 12);
    auto *panel = new TrustPanel(this);
    panel->setFacts(facts);
    column->addWidget(panel); // the stretch keeps it as high as its text, as in Add source
    column->addStretch(1);
    auto *buttons = newRow(8);
    buttons->addStretch(1);
    QPushButton *trust = named(plainButton(u"shield"_s, tr("Trust and connect"), this), u"trust"_s);
    trust->setAutoDefault(false);
    connect(trust, &QPushButton::clicked, this, &QDialog::accept);
    QPushButton *leave =
        primaryButton({}, facts.program.isEmpty() ? tr("Do not connect") : tr("Do not start"), this);
    leave->setObjectName(u"leave"_s);
    leave->setDefault(true);
    connect(leave, &QPushButton::clicked, this, &QDialog::reject);
    addAll(buttons, {trust, leave});
    column->addLayout(buttons);
    leave->setFocus();
}

} // namespace Workbench::Ui

#include "moc_trustdialog.cpp"
