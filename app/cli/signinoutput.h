// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/output.h"
#include "core/session/signins.h"

namespace Workbench::Cli {

//! Shows the sign-ins of one command on stderr, and answers them according to its options. An address is
//! printed and never opened; the command waits for the user to open it. Origins that the user has not
//! confirmed get credentials only with --trust.
class SignInOutput : public QObject {
    Q_OBJECT
public:
    SignInOutput(SignIns *signIns, Output *output, bool trusts, QObject *parent = nullptr);

private:
    void show(const QString &id);

    SignIns *m_signIns;
    Output *m_output;
    bool m_trusts;
};

} // namespace Workbench::Cli
