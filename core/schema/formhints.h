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
    RawJson, //!< anything else: a JSON editor for this subtree, never nothing
};

//! What a form needs to know of one place in a schema. A plain tree of values, depth bounded by
//! limits.schema.depth.
struct FieldHint {
    QString name; //!< property name; empty for the root and for items
    FieldKind kind = FieldKind::RawJson;
    QString title;
    QString description;
    QString format;
    QString unit; //!< bounds in words, "1 to 7", "at least 3 characters"; empty without bounds
    bool required = false;
    bool nullable = false;
    bool readOnly = false;
    bool deprecated = false;
    bool secret = false; //!< format password or writeOnly
    Json defaultValue; //!< absent when the schema has none
    QList<Json> examples;
    Json minimum, maximum; //!< numbers, absent without; exclusive bounds already moved by one for integers
    qsizetype minItems = 0;
    qsizetype maxItems = -1; //!< -1: no bound

    struct Choice {
        QString title;
        Json value;
    };
    QList<Choice> choices; //!< at most 1000: what has more is typed, not chosen
    QList<FieldHint> fields; //!< of an object, in the order received; the first 1000
    qsizetype fieldsLeftOut = 0; //!< that the object has beyond \c fields
    QList<FieldHint> variants; //!< titles tell them apart
    QList<FieldHint> item; //!< of an array: exactly one
    Json schema; //!< the subschema itself, resolved through local references
};

//! Reads a schema for a form; local $ref is followed, recursion becomes RawJson.
FieldHint formHints(const Json &schema);

//! Returns the value that a form starts from. Defaults are filled in, required objects and lists exist. A
//! text, number, choice or value that may be null stays missing until the user fills it in, unless it has a
//! default: the workbench never invents a value that the user did not see. Absent if the value itself is one.
Json initialValue(const FieldHint &hint);

} // namespace Workbench
