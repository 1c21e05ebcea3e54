// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"
#include "core/workspace/definitionpins.h"

#include <QFuture>

namespace Workbench {

//! Knows the accepted definitions of one source's operations and which operations changed since. Changed
//! operations are not called until the user accepts them. The first listing counts as accepted. GUI thread,
//! except for review(). \source core/RULES.md R-130
class DefinitionWatch {
public:
    //! A listing that a worker compares with the accepted definitions.
    struct Listing {
        std::shared_ptr<DefinitionPins> pins; //!< null: nothing is stored beyond this process
        DefinitionPlace place;
        bool isRemembered = false; //!< stores the definitions of a source that has no stored ones yet
        PinnedDefinitions accepted;
        OperationList operations; //!< operations that are new or changed since the previous listing
        //! Operations of the previous listing that are missing now. Nothing: \c operations is everything that
        //! the source lists, and an accepted operation that is not in it is missing.
        std::optional<OperationList> missing;
        quint64 turn = 0;
    };
    struct Review {
        quint64 turn = 0;
        PinnedDefinitions accepted{};
        QHash<QString, DefinitionPointer> changed{};
        QStringList names{}; //!< names of all compared operations
        QString unreadable{}; //!< why the stored definitions could not be read; empty: they could
        QStringList lines{}; //!< log lines for the first few changes: which definition changed, and where
        QStringList notices{}; //!< log lines about operations that are new or missing
        bool isKept = false;
        Result<void> kept{};
    };

    //! Returns the listing for review(): the arguments and the definitions accepted until now.
    Listing listing(std::shared_ptr<DefinitionPins> pins, const DefinitionPlace &place, bool isRemembered,
        const OperationList &operations, const std::optional<OperationList> &missing) const;
    static Review review(const Listing &listing);
    //! Applies \a review. Returns false if definitions were accepted meanwhile; the review has to be repeated
    //! then.
    bool take(const Review &review);
    //! Forgets the changes of operations that are not listed any more. They stay accepted.
    void remove(const OperationList &gone);

    qsizetype changedCount() const { return m_changed.size(); }
    //! Returns how \a operation differs from its accepted definition, or nothing if it does not differ.
    std::optional<DefinitionChange> change(const QString &operation) const;
    //! Returns the changed, added and gone operations since definitions were accepted, by name.
    QList<DefinitionChange> changes(const OperationList &listed) const;
    //! Returns why \a operation must not be called: ErrorKind::Trust, with what changed. Nothing if it may be
    //! called.
    std::optional<Error> refusal(const QString &source, const QString &operation) const;
    //! Accepts \a changes. A definition that changed again since \a changes were shown stays changed. A
    //! removed operation that returns is compared with the definition that it had; a removal of an operation
    //! that is in \a listed again is left out. The future settles when a worker has stored the accepted
    //! definitions, or at once if they are not stored.
    QFuture<Result<void>> accept(const std::shared_ptr<DefinitionPins> &pins, const DefinitionPlace &place,
        const QList<DefinitionChange> &changes, const OperationList &listed);

private:
    PinnedDefinitions m_accepted;
    QHash<QString, DefinitionPointer> m_changed;
    bool m_isKept = false;
    quint64 m_turn = 0; // counts acceptances
};

} // namespace Workbench
