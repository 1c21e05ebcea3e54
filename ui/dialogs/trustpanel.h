// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"
#include "ui/dialogs/cautionframe.h"

namespace Workbench::Ui {

//! Shows the trust question about a program that would start, or about secrets that would be sent. It states
//! the consequences, and shows the whole command line or the servers that receive the secrets, with control
//! characters visible. The dialog that contains the panel provides the buttons.
//! \source core/RULES.md
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
