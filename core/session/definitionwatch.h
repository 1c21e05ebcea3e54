// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/operationlist.h"
#include "core/workspace/definitionpins.h"

#include <QFuture>

namespace Workbench {

//! What the operations of one source were when they were accepted, and which of them are something else now:
//! those are not called until the user accepts them. What was listed first is accepted. GUI thread, but for
//! review(). \source core/RULES.md R-130
class DefinitionWatch {
public:
    //! A listing, to be compared on a worker.
    struct Listing {
        std::shared_ptr<DefinitionPins> pins; //!< null: nothing is kept beyond this process
        Source source; //!< in its environment
        bool isRemembered = false; //!< keeps the definitions of a source that has none yet
        PinnedDefinitions accepted;
        OperationList operations; //!< those that are new, or other than in the listing before
        quint64 turn = 0;
    };
    struct Review {
        quint64 turn = 0;
        PinnedDefinitions accepted{};
        QHash<QString, DefinitionPointer> changed{};
        QStringList names{}; //!< of all operations that were compared
        QStringList lines{}; //!< for the log, the first few: which definition changed, and where
        qsizetype changes = 0; //!< over all
        QStringList added{}; //!< names of operations that appeared after the first listing
        bool isKept = false;
        Result<void> kept{};
    };

    //! The listing that review() compares: \a operations with what was accepted until now.
    Listing listing(std::shared_ptr<DefinitionPins> pins, Source source, bool isRemembered,
        OperationList operations) const;
    static Review review(const Listing &listing);
    //! Returns whether it was taken; false: definitions were accepted meanwhile, and it has to be made again.
    bool take(const Review &review);
    //! Operations that are not listed any more.
    void remove(const OperationList &gone);

    bool isChanged(const QString &operation) const { return m_changed.contains(operation); }
    qsizetype changedCount() const { return m_changed.size(); }
    //! Nothing when it is as it was accepted.
    std::optional<DefinitionChange> change(const QString &operation) const;
    //! Since definitions were accepted: changed, added and gone, by name.
    QList<DefinitionChange> changes(const OperationList &listed) const;
    //! Why \a operation is not called: ErrorKind::Trust, with what changed; nothing: it is called.
    std::optional<Error> refusal(const QString &source, const QString &operation) const;
    //! What is kept is written on a worker. A definition that changed again since \a changes were shown is
    //! still changed then.
    QFuture<Result<void>> accept(const std::shared_ptr<DefinitionPins> &pins, const Source &source,
        const QList<DefinitionChange> &changes);

private:
    PinnedDefinitions m_accepted;
    QHash<QString, DefinitionPointer> m_changed;
    bool m_isKept = false;
    quint64 m_turn = 0; // counts acceptances
};

} // namespace Workbench
