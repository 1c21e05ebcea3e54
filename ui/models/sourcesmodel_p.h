// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/registry/discard.h"
#include "core/session/operationlist.h"
#include "ui/models/sourcesmodel.h"

#include <QHash>

namespace Workbench::Ui {

//! A row that can be opened: operations first, then (in a source) groups.
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

    //! Where its operations are, by name. Made when first asked for, forgotten with every change.
    struct Place {
        const Branch *branch;
        int row;
    };
    const QHash<QString, Place> &knownPlaces();
    void forgetPlaces();

    std::vector<std::unique_ptr<GroupBranch>> groups;
    //! By the name of an operation that is shown under the same name as another: what tells it apart.
    QHash<QString, QString> distinctions;
    bool hasChanges = false; //!< of definitions that are not accepted

private:
    QHash<QString, Place> m_places;
    bool m_arePlacesKnown = false;
};

} // namespace Workbench::Ui
