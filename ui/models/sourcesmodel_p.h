// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/models/sourcesmodel.h"

namespace Workbench::Ui {

//! What the tree needs of an operation.
struct SourcesModel::Entry {
    OperationId id;
    QString title;
    QString description;
    OperationType type = OperationType::Query;

    friend bool operator==(const Entry &, const Entry &) = default;
};

//! A row that can be opened: operations first, then (in a source) groups.
struct SourcesModel::Branch {
    explicit Branch(SourceBranch *of)
        : source(of)
    {
    }
    SourceBranch *source; //!< null when this is the source itself
    QString name;
    std::vector<Entry> entries;
};

struct SourcesModel::GroupBranch : Branch {
    using Branch::Branch;
};

struct SourcesModel::SourceBranch : Branch {
    SourceBranch()
        : Branch(nullptr)
    {
    }
    std::vector<std::unique_ptr<GroupBranch>> groups;
};

} // namespace Workbench::Ui
