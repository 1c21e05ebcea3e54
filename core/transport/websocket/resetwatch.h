// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QtTypes>

namespace Workbench {

//! Tells a reset connection from one that was closed in order. Qt reports both as "remote host closed".
//! Answers no where the system cannot say.
class ResetWatch {
public:
    explicit ResetWatch(qintptr socketDescriptor);
    ~ResetWatch();
    Q_DISABLE_COPY_MOVE(ResetWatch)

    bool wasReset() const;

private:
    int m_copy = -1; //!< of the descriptor; Qt has closed its own when the end is known
};

} // namespace Workbench
