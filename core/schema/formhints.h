// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

enum class FieldKind : quint8 {
    Text, //!< a string
    MultilineText,
    Integer,
    Number,
    Boolean,
    Choice, //!< enum, const, or oneOf/anyOf of constants with titles
    Object, //!< nested fields
    Array, //!< rows of \c item
    Variant, //!< oneOf/anyOf of schemas: a chooser over \c variants
    RawJson, //!< any other schema: a JSON editor for this subtree
};

//! The data that a form needs for one place in a schema. A tree of plain values; limits.schema.depth bounds
//! its depth.
struct FieldHint {
    QString name; //!< property name; empty for the root and for items
    FieldKind kind = FieldKind::RawJson;
    QString title;
    QString description;
    QString format;
    QString unit; //!< bounds as text, "1 to 7", "at least 3 characters"; empty without bounds
    bool required = false;
    bool nullable = false;
    bool readOnly = false;
    bool deprecated = false;
    bool secret = false; //!< format password or writeOnly
    Json defaultValue; //!< absent without a default
    QList<Json> examples;
    Json minimum, maximum; //!< absent without a bound; exclusive bounds of integers are moved by one
    qsizetype minItems = 0;
    qsizetype maxItems = -1; //!< -1 without a bound

    struct Choice {
        QString title;
        Json value;
    };
    QList<Choice> choices; //!< at most 1000; a schema with more has an input field instead
    QList<FieldHint> fields; //!< the first 1000 fields of an object, in the order received
    qsizetype fieldsLeftOut = 0; //!< number of fields of the object beyond \c fields
    QList<FieldHint> variants; //!< distinguished by their titles
    QList<FieldHint> item; //!< exactly one for an array
    Json schema; //!< the subschema, resolved through local references
};

//! Returns the hints for a form for \a schema. Follows local $ref; a recursive schema becomes RawJson.
FieldHint formHints(const Json &schema);

//! Returns the value that a form starts with. Contains defaults, and required objects and lists. A text,
//! number, choice or nullable value without a default stays missing until the user fills it in: the workbench
//! never invents a value that the user did not see. Returns absent if \a hint itself is such a value.
Json initialValue(const FieldHint &hint);

} // namespace Workbench
