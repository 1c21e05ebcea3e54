// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"
#include "core/workspace/source.h"

#include <QHash>
#include <QMutex>

namespace Workbench {

//! An operation as it was accepted, or first seen.
struct PinnedDefinition {
    DefinitionPointer definition;
    bool isNew = false; //!< it appeared after the others were accepted
};
using PinnedDefinitions = QHash<QString, PinnedDefinition>; //!< by the operation's name inside its source

//! What the operations of sources were when they were accepted, so that a change shows. Kept in the user's
//! data directory, a file for each source. Any thread; reads and writes files. \source core/RULES.md R-130
class DefinitionPins {
public:
    //! An empty folder: in memory only.
    explicit DefinitionPins(QString folder = {});

    //! Returns nothing for a source that was never kept. A file that cannot be understood is set aside.
    std::optional<PinnedDefinitions> read(const Source &source) const;
    //! Adds \a definitions to those of \a source, in the place of those with the same name, and lets go of
    //! those that are \a gone. ErrorKind::Storage.
    Result<void> keep(
        const Source &source, const PinnedDefinitions &definitions, const QStringList &gone = {});

private:
    QString fileOf(const Source &source) const;
    std::optional<PinnedDefinitions> readLocked(const Source &source) const;

    QString m_folder;
    mutable QMutex m_mutex;
    QHash<QString, PinnedDefinitions> m_inMemory; //!< by what a source is, whatever it is called
};

} // namespace Workbench
