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
    //! The user accepted that the operation is not listed any more. If it returns, it is compared with this
    //! definition.
    bool isGone = false;
};
using PinnedDefinitions = QHash<QString, PinnedDefinition>; //!< by the operation's name inside its source

//! Where the definitions of a source are stored.
struct DefinitionPlace {
    QString key; //!< a hash of what names the peer
    QString formerKey; //!< a hash of the kind and all settings, under which earlier versions stored them
};
//! Returns the place of \a source, which has the values of its environment. Only the settings that name the
//! peer count: an address, or a command with its arguments and folder. Another header, limit or certificate
//! must not make a changed definition look new. The name of the source does not count. \a environment is the
//! name of the environment if the settings use it: a header with its value may lead to other definitions.
DefinitionPlace definitionPlace(const Source &source, const QString &environment = {});

//! Stores the accepted definitions of the operations of sources, so that changes can be shown. Has one file
//! for each place in the user's data directory. Any thread; reads and writes files.
//! \source core/RULES.md R-130
class DefinitionPins {
public:
    //! An empty \a folder keeps the definitions in memory only.
    explicit DefinitionPins(QString folder = {});

    //! Returns nothing for a place without stored definitions. Renames a file that cannot be read, and fails
    //! once with ErrorKind::Storage; the message says why, and names both files.
    Result<std::optional<PinnedDefinitions>> read(const DefinitionPlace &place) const;
    //! Adds \a definitions to the stored ones, replacing those of equal names. ErrorKind::Storage.
    Result<void> keep(const DefinitionPlace &place, const PinnedDefinitions &definitions);

private:
    QString fileOf(const QString &key) const;
    Result<std::optional<PinnedDefinitions>> readLocked(const DefinitionPlace &place) const;

    QString m_folder;
    mutable QMutex m_mutex;
    QHash<QString, PinnedDefinitions> m_inMemory; //!< by DefinitionPlace::key
};

} // namespace Workbench
