// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"
#include "ui/dialogs/cautionframe.h"

namespace Workbench::Ui {

//! The trust question of a program that would be started, or of secrets that would be handed out:
//! consequences, no promise, and the whole command line, or which secret goes where, with control characters
//! visible. Holds no button: who shows it asks. \source core/RULES.md
class TrustPanel : public CautionFrame {
    Q_OBJECT
public:
    explicit TrustPanel(QWidget *parent = nullptr);
    void setFacts(const TrustFacts &facts);

private:
    void setSecrets(const TrustFacts &facts);

    QLabel *m_title;
    QLabel *m_text;
    QLabel *m_command;
    QLabel *m_facts;
};

} // namespace Workbench::Ui
