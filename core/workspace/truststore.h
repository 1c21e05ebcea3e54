// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

#include <QSet>

namespace Workbench {

//! Commands that the user has confirmed, by content hash. Kept in the user's data directory, never in a
//! workspace, so that a workspace from another person brings no trust along. \source core/RULES.md R-05
class TrustStore {
public:
    //! Empty path: in memory only. A file that cannot be understood is renamed, and nothing is trusted.
    explicit TrustStore(QString path = {});

    bool isTrusted(const TrustFacts &facts) const;
    //! Remembered on disk unless \a onlyNow. ErrorKind::Storage when that failed; it is trusted for this run
    //! all the same.
    Result<void> trust(const TrustFacts &facts, bool onlyNow = false);
    Result<void> revoke(const TrustFacts &facts);

    //! Where the file that could not be understood was put; empty: there was none.
    const QString &setAsidePath() const { return m_setAsidePath; }

private:
    void load();
    Result<void> save() const;
    QString m_path;
    QString m_setAsidePath;
    QSet<QByteArray> m_hashes;
    QSet<QByteArray> m_onlyNow;
};

} // namespace Workbench
