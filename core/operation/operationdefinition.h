// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QMap>

namespace Workbench {

//! Everything that defines an operation, in the words of its source.
struct WholeDefinition {
    //! What the source sent for the operation. Of HTTP: the Operation Object with "method", "path" and what
    //! stands around it. Of an operation without a definition: its spec.
    Json root;
    //! What \c root refers to outside of itself, directly and through others, by place:
    //! "components/schemas/Pet".
    QMap<QString, Json> references{};
};

//! A definition that is made when it is asked for. Immutable; any thread.
class OperationDefinition {
public:
    virtual ~OperationDefinition() = default;
    virtual WholeDefinition whole() const = 0;
    //! SHA-256 as definitionHash() makes it; its parts may be known from other operations.
    virtual QByteArray hash() const = 0;
};
using DefinitionPointer = std::shared_ptr<const OperationDefinition>;

//! The definition of \a spec, whose hash is made once.
DefinitionPointer sharedDefinition(std::shared_ptr<const OperationSpec> spec);
//! A definition that was kept. \a hash may be empty: it is made when it is asked for.
DefinitionPointer keptDefinition(WholeDefinition whole, QByteArray hash = {});

WholeDefinition wholeDefinition(const OperationSpec &spec);

//! What an operation was when it was accepted, and what it is now.
struct DefinitionChange {
    QString operation; //!< its name inside its source; empty: the instructions that the server gives
    DefinitionPointer before; //!< null: it was not there
    DefinitionPointer now; //!< null: it is gone

    bool isChanged() const { return before && now; }
};

//! One place where two definitions are not the same.
struct DefinitionDifference {
    //! A JSON Pointer without its first slash, behind the name of the referenced definition:
    //! "inputSchema/properties/q/type", "components/schemas/Pet/properties/id/type".
    QString place;
    Json before; //!< absent: it was not there
    Json now; //!< absent: it is not there
};

struct DefinitionDifferences {
    QList<DefinitionDifference> list;
    qsizetype more = 0; //!< so many are not in the list
};

//! The first \a most differences. A referenced definition is compared where both refer to it: where only one
//! does, the reference itself is a difference. Any thread.
DefinitionDifferences definitionDifferences(
    const WholeDefinition &before, const WholeDefinition &now, qsizetype most);

//! The values before and now as JSON, at most about \a longest characters each: of long texts the place where
//! they begin to differ. Control characters and invisible ones are visible.
std::pair<QString, QString> valueTexts(const DefinitionDifference &difference, qsizetype longest);
//! `inputSchema/properties/q/type: "string" → "integer"`, with values of at most 80 characters.
QString toString(const DefinitionDifference &difference);
//! Each as text, and "and N more".
QStringList toStrings(const DefinitionDifferences &differences);

} // namespace Workbench
