// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

#include <QSet>

namespace Workbench {

//! Stores the confirmed commands by content hash. The file is in the user's data directory and never in a
//! workspace, so that a workspace from another user brings no trust with it. \source core/RULES.md R-05
class TrustStore {
public:
    //! An empty \a path keeps the store in memory only. A file that cannot be read is renamed, and nothing is
    //! trusted.
    explicit TrustStore(QString path = {});

    bool isTrusted(const TrustFacts &facts) const;
    //! Trusts a command, and writes it to disk unless \a onlyNow is set. ErrorKind::Storage if writing
    //! failed; the command is then trusted for this run.
    Result<void> trust(const TrustFacts &facts, bool onlyNow = false);

private:
    void load();
    Result<void> save() const;
    QString m_path;
    QSet<QByteArray> m_hashes;
    QSet<QByteArray> m_onlyNow;
};

} // namespace Workbench
