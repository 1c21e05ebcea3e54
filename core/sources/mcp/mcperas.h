// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QString>

namespace Workbench {

struct McpSettings;

//! Remembers for a day which servers speak only the legacy era: the next connection to such a server begins
//! with initialize. The file holds hashes, not the names of servers. GUI thread.
//! \source core/sources/mcp/README.md 3.3
class McpEras {
public:
    //! \a path is the file; empty: nothing is kept after this run.
    explicit McpEras(QString path = {});

    //! Returns the hash that identifies a server: of its program, arguments and folder, or of its address
    //! without query.
    static QByteArray keyOf(const McpSettings &settings);

    bool isLegacy(const QByteArray &key) const;
    //! Records whether the server \a key speaks only the legacy era. A file that cannot be written is not an
    //! error: it only costs one more request at the next start.
    void remember(const QByteArray &key, bool isLegacy);

private:
    void load();
    void save() const;

    QString m_path;
    QHash<QByteArray, QDateTime> m_legacy; // when each server was found to be legacy
};

} // namespace Workbench
