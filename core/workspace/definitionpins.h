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
    QString source; //!< a hash of the source's name and of what names its peer
    QString settings; //!< a hash of the kind and the settings that may lead to other definitions
    QString former; //!< a hash of the kind and all settings, under which earlier versions stored
    //! Returns the name of the file, without ".json".
    QString name() const { return source + u'-' + settings; }
    //! Returns whether both are places of one source, of which only the name or only other settings changed.
    bool isOfSameSource(const DefinitionPlace &other) const
    {
        return source == other.source || settings == other.settings;
    }

    friend bool operator==(const DefinitionPlace &a, const DefinitionPlace &b)
    {
        return a.name() == b.name();
    }
};
//! Returns the place of \a source, which has the values of its environment. Its peer is named by an address,
//! or by a command with its arguments and folder. \a environment is the name of the environment if the
//! settings use it: a header with its value may lead to other definitions.
DefinitionPlace definitionPlace(const Source &source, const QString &environment = {});

//! Stores the accepted definitions of the operations of sources, so that changes can be shown. Has one file
//! for each place in the user's data directory, because a server may offer different definitions to two
//! sources with one address and other headers. Any thread; reads and writes files.
//! \source core/RULES.md R-130
class DefinitionPins {
public:
    //! An empty \a folder keeps the definitions in memory only. A file has at most \a maxBytes.
    explicit DefinitionPins(QString folder = {}, qint64 maxBytes = 256 << 20);

    //! Returns nothing for a place without stored definitions. A place that has none yet gets a copy of those
    //! of the same source before its name or its settings changed, so that a changed definition does not look
    //! new. Renames a file that cannot be read, and fails once with ErrorKind::Storage; the message says why,
    //! and names both files.
    Result<std::optional<PinnedDefinitions>> read(const DefinitionPlace &place) const;
    //! Adds \a definitions to the stored ones, replacing those of equal names. ErrorKind::Storage, also if
    //! the file would be too large to read; the stored ones stay then.
    Result<void> keep(const DefinitionPlace &place, const PinnedDefinitions &definitions);

private:
    QString fileOf(const QString &name) const;
    QString storedName(const DefinitionPlace &place) const;
    void removeOldCopies(const DefinitionPlace &place) const;
    void keepInMemory(const QString &name, const PinnedDefinitions &definitions) const;
    Result<std::optional<PinnedDefinitions>> readLocked(const DefinitionPlace &place) const;

    QString m_folder;
    qint64 m_maxBytes;
    mutable QMutex m_mutex;
    //! By DefinitionPlace::name(), the newest first.
    mutable QList<std::pair<QString, PinnedDefinitions>> m_inMemory;
};

} // namespace Workbench
