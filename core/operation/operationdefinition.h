// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QMap>

#include <optional>

namespace Workbench {

//! Everything that defines an operation, as its source wrote it.
struct WholeDefinition {
    //! What the source sent for the operation. For HTTP: the Operation Object with "method", "path" and what
    //! its surroundings define. For an operation without a definition: its spec.
    Json root;
    //! Everything outside of \c root that it refers to, directly and indirectly, by place
    //! ("components/schemas/Pet").
    QMap<QString, Json> references{};
};

//! A definition that is built on demand. Immutable; any thread.
class OperationDefinition {
public:
    virtual ~OperationDefinition() = default;
    virtual WholeDefinition whole() const = 0;
    //! Returns the SHA-256 as from definitionHash(). Hashes of shared parts may be reused between operations.
    virtual QByteArray hash() const = 0;
};
using DefinitionPointer = std::shared_ptr<const OperationDefinition>;

//! Returns the definition of \a spec. Its hash is computed once.
DefinitionPointer sharedDefinition(std::shared_ptr<const OperationSpec> spec);
//! Returns a definition that was stored. An empty \a hash is computed on demand.
DefinitionPointer keptDefinition(WholeDefinition whole, QByteArray hash = {});

//! Returns everything that defines \a spec. Without a definition of the source, this is the spec itself
//! without its namespace and id.
WholeDefinition wholeDefinition(const OperationSpec &spec);

//! The definition of an operation when the user accepted it, and now.
struct DefinitionChange {
    QString operation; //!< its name inside its source; empty: the instructions of the server
    DefinitionPointer before; //!< null: the operation is new
    DefinitionPointer now; //!< null: the operation was removed

    bool isChanged() const { return before && now; }
};

//! One place at which two definitions differ.
struct DefinitionDifference {
    //! A JSON Pointer without its first slash: "inputSchema/properties/q/type". In a referenced definition it
    //! follows the name of that definition: "components/schemas/Pet/properties/id/type".
    QString place;
    Json before; //!< absent: the value is new
    Json now; //!< absent: the value was removed
    QString from{}; //!< the place before, if the value moved unchanged; else empty
};

struct DefinitionDifferences {
    QList<DefinitionDifference> list;
    qsizetype more = 0; //!< number of further differences that are not in the list
};

//! Returns the first \a most differences. A referenced definition that only one of the definitions reaches is
//! one difference. Any thread.
DefinitionDifferences definitionDifferences(
    const WholeDefinition &before, const WholeDefinition &now, qsizetype most);

//! How much of the values of a difference is shown, in characters of the values. An escape may take several.
struct ValueRoom {
    qsizetype whole; //!< texts up to this length are shown with everything that they have in common
    qsizetype context; //!< this much of the common beginning and end of longer texts is shown
    qsizetype longest; //!< this much of the part that differs is shown
    bool withReadable = false; //!< whether ValueTexts::readable is wanted
};

//! The values of a difference as JSON. Control and invisible characters are escaped. Where the values differ,
//! all characters that are not ASCII are escaped, because many of them look like others.
struct ValueTexts {
    QString before;
    QString now;
    //! The value now with its visible characters as they are. Empty if it equals \c now or is not wanted.
    QString readable;
    bool isCut = false; //!< a part that differs is longer than there is room for
    //! The value before with its visible characters as they are. Empty if it equals \c before or is not
    //! wanted.
    QString readableBefore{};
};
ValueTexts valueTexts(const DefinitionDifference &difference, const ValueRoom &room);

//! A line of two texts that differ.
struct DefinitionLine {
    enum class Kind : quint8 {
        Place, //!< the numbers of the lines that follow: "@@ -1,4 +1,5 @@"
        Common,
        Removed,
        Added,
    };
    Kind kind = Kind::Common;
    //! The line, safe to show, with each backslash doubled. Of a line that was removed or added, all
    //! characters that are not ASCII are escaped, and so are spaces at its end.
    QString text;
    QString readable{}; //!< the line with its visible characters as they are; empty if nothing is escaped
};
struct DefinitionLines {
    QList<DefinitionLine> list;
    bool isCut = false; //!< lines that differ are longer than there is room for
};
//! Returns the lines in which the values of \a difference differ, with three common lines around them, and
//! about \a longest characters of them. Nothing unless both values are texts of several lines.
std::optional<DefinitionLines> differentLines(const DefinitionDifference &difference, qsizetype longest);
//! Returns \a place, the place of \a difference before or now, safe to show, and cut to about \a longest
//! characters. If a member was added, removed or moved, its name is written in ASCII with escapes.
QString shownPlace(const DefinitionDifference &difference, const QString &place, qsizetype longest = 300);
//! Returns a line such as `inputSchema/properties/q/type: "string" → "integer"`, or `required/0 moved to
//! required/1: "n"`. Shows about 80 characters of each value, of long texts those around the difference.
QString toString(const DefinitionDifference &difference);
//! Returns a line for each difference, and "and N more" if there are more.
QStringList toStrings(const DefinitionDifferences &differences);

//! Returns a compact text of \a value that does not depend on the order of members. Members are sorted by the
//! bytes of their keys; of equal keys only the last one is kept. Numbers stay as written. Not recursive.
QByteArray canonicalBytes(const Json &value);

//! Returns the SHA-256 of a definition without references. Reordering members does not change it.
//! \source core/RULES.md R-130
QByteArray definitionHash(const Json &root);

//! Returns one hash for \a hashes of referenced definitions, by name; empty if there are none.
QByteArray referencesHash(const QMap<QString, QByteArray> &hashes);
//! Returns the SHA-256 of a whole definition: of its \a root and of everything that it refers to.
//! \a references is the result of referencesHash(); if it is empty, the hash is that of \a root.
QByteArray definitionHash(const Json &root, const QByteArray &references);
//! Returns the SHA-256 of \a definition with its references.
QByteArray definitionHash(const WholeDefinition &definition);
//! Returns the SHA-256 of the whole definition of \a spec, from OperationSpec::parts unless that is null.
QByteArray definitionHash(const OperationSpec &spec);

} // namespace Workbench
