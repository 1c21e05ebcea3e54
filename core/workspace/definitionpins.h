// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

#include <QMap>

namespace Workbench {

//! What the operations of a source were when somebody last looked at them, so that a change shows. Kept in
//! the user's data directory. \source reliability.md R-130
class DefinitionPins {
public:
    //! By the operation's name inside its source.
    using Definitions = QMap<QString, Json>;
    struct Change {
        QString operation;
        Json before; //!< absent: it was not there
        Json now; //!< absent: it is gone
    };

    //! Empty path: in memory only. A file that cannot be understood is set aside, and nothing is known.
    explicit DefinitionPins(QString path = {});

    bool knows(const Source &source) const;
    //! In the order of the names. Members that only changed their order are no change.
    QList<Change> changes(const Source &source, const Definitions &now) const;
    //! These are the definitions from now on.
    Result<void> accept(const Source &source, const Definitions &now);

private:
    void load();
    Result<void> save() const;

    QString m_path;
    QMap<QString, Definitions> m_pins; //!< by what a source is, whatever it is called
};

} // namespace Workbench
