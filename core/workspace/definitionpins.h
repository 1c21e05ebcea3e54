// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"
#include "core/workspace/source.h"

#include <QHash>
#include <QMutex>

namespace Workbench {

//! The definition of an operation as the user accepted it, or as it was first seen.
struct PinnedDefinition {
    DefinitionPointer definition;
    bool isNew = false; //!< the operation appeared after the others were accepted
};
using PinnedDefinitions = QHash<QString, PinnedDefinition>; //!< by the operation's name inside its source

//! Stores the accepted definitions of the operations of sources, so that changes can be shown. Has one file
//! for each source in the user's data directory. Any thread; reads and writes files.
//! \source core/RULES.md R-130
class DefinitionPins {
public:
    //! An empty \a folder keeps the definitions in memory only.
    explicit DefinitionPins(QString folder = {});

    //! Returns nothing for a source without stored definitions. Renames a file that cannot be read, and
    //! returns nothing.
    std::optional<PinnedDefinitions> read(const Source &source) const;
    //! Adds \a definitions to the stored ones of \a source, replacing those of equal names, and removes the
    //! operations named in \a gone. ErrorKind::Storage.
    Result<void> keep(
        const Source &source, const PinnedDefinitions &definitions, const QStringList &gone = {});

private:
    QString fileOf(const Source &source) const;
    std::optional<PinnedDefinitions> readLocked(const Source &source) const;

    QString m_folder;
    mutable QMutex m_mutex;
    QHash<QString, PinnedDefinitions> m_inMemory; //!< by the kind and settings of the source, not by its name
};

} // namespace Workbench
