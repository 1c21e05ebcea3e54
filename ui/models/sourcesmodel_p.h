// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/discard.h"
#include "core/session/operationlist.h"
#include "ui/models/sourcesmodel.h"

#include <QHash>

namespace Workbench::Ui {

//! A row that can be opened. Its operations come first, then, in a source, its groups.
struct SourcesModel::Branch {
    explicit Branch(SourceBranch *of)
        : source(of)
    {
    }
    ~Branch()
    {
        if (!entries.isEmpty())
            discard(std::move(entries));
    }
    Q_DISABLE_COPY_MOVE(Branch)

    SourceBranch *source; //!< null when this is the source itself
    QString name;
    OperationList entries;
};

struct SourcesModel::GroupBranch : Branch {
    using Branch::Branch;
};

struct SourcesModel::SourceBranch : Branch {
    SourceBranch()
        : Branch(nullptr)
    {
    }
    ~SourceBranch() { forgetPlaces(); }
    Q_DISABLE_COPY_MOVE(SourceBranch)

    //! The place of an operation of this source.
    struct Place {
        const Branch *branch;
        int row;
    };
    //! Returns the places by name of the operation. Made on first use.
    const QHash<QString, Place> &knownPlaces();
    void forgetPlaces(); //!< called after every change of rows

    std::vector<std::unique_ptr<GroupBranch>> groups;
    //! For operations that are shown under equal names: the text that distinguishes each, by name of the
    //! operation.
    QHash<QString, QString> distinctions;
    bool hasChanges = false; //!< some definitions changed and are not accepted

private:
    QHash<QString, Place> m_places;
    bool m_arePlacesKnown = false;
};

} // namespace Workbench::Ui
