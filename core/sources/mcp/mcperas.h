// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QString>

namespace Workbench {

struct McpSettings;

//! Which servers were found to speak only the legacy era, for a day: connecting to one of them again begins
//! with initialize at once. Kept in a file that names no server. GUI thread.
//! \source core/sources/mcp/README.md 3.3
class McpEras {
public:
    //! \a path: empty: nothing is kept beyond this run.
    explicit McpEras(QString path = {});

    //! Names a server: its program with arguments and folder, or its origin and path.
    static QByteArray keyOf(const McpSettings &settings);

    bool isLegacy(const QByteArray &key) const;
    //! A file that cannot be written costs one more question at the next start, so it is not an error.
    void remember(const QByteArray &key, bool isLegacy);

private:
    void load();
    void save() const;

    QString m_path;
    QHash<QByteArray, QDateTime> m_legacy; // when it was found out
};

} // namespace Workbench
