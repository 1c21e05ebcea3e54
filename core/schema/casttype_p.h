// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/cast.h"
#include "core/schema/ecmaregex.h"
#include "core/schema/quickprogram_p.h"

#include <QSet>

#include <deque>
#include <optional>

namespace Workbench::Casting {

enum class Kind : quint8 {
    Unknown,
    Never,
    Literal,
    Null,
    Boolean,
    Number,
    Integer,
    String,
    Array,
    Tuple,
    Object,
    Record,
    Union,
    Intersect,
    Ref, //!< \c target
    Raises, //!< raises \c error when it is reached: "Unknown type", an unresolved reference, a limit
};

//! The bounds that several kinds have. A bound is absent if the schema has no number for it.
struct SizeBounds {
    std::optional<double> minimum;
    std::optional<double> maximum;

    bool admits(qsizetype size) const
    {
        return (!minimum || double(size) >= *minimum) && (!maximum || double(size) <= *maximum);
    }
};

//! A compiled pattern for an unanchored search, or the reason why it cannot be used.
struct Pattern {
    Pattern(const QString &source, const Limits &limits);
    Result<bool> isFoundIn(QByteArrayView utf8, const Limits &limits) const;

    QString text;
    Result<EcmaRegex> expression;
};

struct StringRules {
    SizeBounds length; //!< UTF-16 code units
    std::unique_ptr<Pattern> pattern;
    std::optional<QString> format; //!< only in Upstream, which knows no formats, so that every value fails
};

struct NumberRules {
    Json minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf; //!< numbers, or absent
    std::vector<SchemaProgram::QuickBound> bounds; //!< minimum to exclusiveMaximum
};

struct Type;

struct ArrayRules {
    const Type *items = nullptr;
    const Type *contains = nullptr;
    SizeBounds size;
    SizeBounds containsCount;
    bool unique = false;
};

struct ObjectRules {
    struct Property {
        QString name;
        const Type *type = nullptr;
    };
    QList<Property> properties; //!< in the order of the schema
    QSet<QString> names;
    std::optional<QStringList> required; //!< in the order in which missing members are reported
    QSet<QString> requiredNames;
    SizeBounds size;
    enum class Additional : quint8 { Unset, Any, None, Typed } additional = Additional::Unset;
    const Type *additionalType = nullptr; //!< for Typed, and the value type of a Record

    // For the quick check.
    SchemaProgram::QuickNames quickNames;
    std::vector<const Type *> quickTypes; //!< by place in quickNames
    qsizetype requiredProperties = 0;
    bool isQuick = false;

    bool isRequired(const QString &name) const { return requiredNames.contains(name); }
};

//! One node of a converted schema. Only the rules for its kind are set.
struct Type {
    Kind kind = Kind::Unknown;
    Json schema; //!< the source schema; absent for one of a list of types
    Json onlyAlternative; //!< the part of an anyOf or oneOf with a single part
    Json defaultValue; //!< absent without a default
    Json literal;
    const Type *target = nullptr;
    QList<const Type *> parts; //!< positions of a Tuple, variants of a Union, parts of an Intersect
    bool closed = false; //!< Intersect with unevaluatedProperties: false
    std::optional<Error> error;
    std::unique_ptr<StringRules> string;
    std::unique_ptr<NumberRules> number;
    std::unique_ptr<ArrayRules> array;
    std::unique_ptr<ObjectRules> object; //!< only for Object and Record

    //! Must be called once, after the whole schema is converted.
    void prepareForQuickCheck();
};

} // namespace Workbench::Casting

namespace Workbench {

struct CastType::Compiled {
    std::deque<Casting::Type> types; //!< owns the types; a deque keeps addresses stable
    const Casting::Type *root = nullptr;
    Limits limits;
};

} // namespace Workbench

namespace Workbench::Casting {

void convertSchema(CastType::Compiled &compiled, const Json &schema, SchemaConversion conversion);

//! Returns the error for a raise during Cast, with TypeBox's text.
Error raised(const QString &text);

} // namespace Workbench::Casting
