// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/ecmaregex.h"
#include "core/schema/schema.h"

#include <QSet>

#include <deque>
#include <vector>

//! The output of the compiler, which the evaluator runs: a graph of nodes. Each node is a list of operations.
namespace Workbench::SchemaProgram {

//! Returns whether the keywords of OpenAPI apply.
constexpr bool isOpenApi(SchemaDialect dialect)
{
    return dialect <= SchemaDialect::OpenApi3_0 || dialect == SchemaDialect::OpenApi3_1;
}

//! The keywords, in the order in which a node runs them: cheap and selective keywords first, keywords that
//! need annotations last.
enum class Keyword : quint8 {
    Type,
    Enum,
    Const,
    MultipleOf,
    Maximum,
    ExclusiveMaximum,
    Minimum,
    ExclusiveMinimum,
    MaxLength,
    MinLength,
    Pattern,
    Format,
    MaxItems,
    MinItems,
    UniqueItems,
    MaxProperties,
    MinProperties,
    Required,
    DependentRequired,
    ReadOnly,
    WriteOnly,
    Ref,
    RecursiveRef,
    DynamicRef,
    AllOf,
    AnyOf,
    OneOf,
    Not,
    If,
    DependentSchemas,
    Properties,
    PatternProperties,
    AdditionalProperties,
    PropertyNames,
    PrefixItems,
    Items,
    Contains,
    UnevaluatedItems,
    UnevaluatedProperties,
};

//! Bits of Op::types.
enum TypeBit : quint8 {
    NullBit = 1,
    BooleanBit = 2,
    NumberBit = 4,
    IntegerBit = 8,
    StringBit = 16,
    ArrayBit = 32,
    ObjectBit = 64,
};

//! Returns the bit of a value; 0 if it is absent.
constexpr quint8 typeBit(JsonKind kind)
{
    switch (kind) {
    case JsonKind::Null: return NullBit;
    case JsonKind::Boolean: return BooleanBit;
    case JsonKind::Number: return NumberBit;
    case JsonKind::String: return StringBit;
    case JsonKind::Array: return ArrayBit;
    case JsonKind::Object: return ObjectBit;
    case JsonKind::Absent: break;
    }
    return 0;
}

struct Node;
struct Resource;
using RegexPointer = std::shared_ptr<const EcmaRegex>;

//! An edge from one node to another.
struct Child {
    QString path; //!< part of an evaluation path without the leading slash: "properties/a"
    const Node *node = nullptr; //!< null for a reference without a target
    QByteArray name; //!< name of the member, if the edge is for a member
    RegexPointer regex; //!< for patternProperties; null if PCRE2 cannot run it
};

struct Op {
    Keyword keyword = Keyword::Type;
    QString name; //!< the keyword as written: "additionalItems" runs as Items
    Json value;
    qint64 count = 0; //!< a bound; for Items the first index; for Contains minContains
    qint64 maximum = -1; //!< maxContains
    quint8 types = 0;
    QString anchor; //!< for DynamicRef, if its first target is a dynamic anchor
    bool marks = true; //!< whether Contains counts as evaluating its items (from 2020-12)
    std::vector<Child> children;
    QSet<QByteArray> names; //!< the sibling "properties" of additionalProperties
    //! The sibling "patternProperties" of additionalProperties; for Pattern its expression.
    std::vector<RegexPointer> patterns;
    //! For DependentRequired the required names by key; for Required one entry with an empty key.
    QList<std::pair<QByteArray, QList<QByteArray>>> requirements;
    QHash<size_t, QList<qsizetype>> lookup; //!< for Enum: hash to index
};

struct Node {
    enum class Kind : quint8 { Object, True, False };
    Kind kind = Kind::Object;
    Resource *resource = nullptr;
    QString pointer; //!< inside the resource
    int depth = 0;
    bool branches = false; //!< two or more edges stay at the same instance, so results are worth remembering
    bool wantsEvaluated = false; //!< holds unevaluatedItems or unevaluatedProperties
    QString unusable; //!< why it cannot be evaluated; empty if it can
    Json discriminator; //!< from OpenAPI: tells which alternative is meant
    std::vector<Op> ops;
};

struct Resource {
    QString uri;
    Json root;
    Node *node = nullptr;
    SchemaDialect dialect = SchemaDialect::Draft2020_12;
    quint16 vocabularies = 0xffff;
    bool assertFormats = false;
    bool recursiveAnchor = false;
    QHash<QString, Node *> anchors; //!< plain and dynamic ones
    QHash<QString, Node *> dynamicAnchors;

    bool isDynamic() const { return recursiveAnchor || !dynamicAnchors.isEmpty(); }
};

} // namespace Workbench::SchemaProgram

namespace Workbench {

namespace SchemaProgram {
class QuickProgram;
}

struct Schema::Compiled {
    Json source;
    SchemaDialect dialect = SchemaDialect::Draft2020_12;
    Limits limits;
    const SchemaProgram::Node *root = nullptr;
    std::deque<SchemaProgram::Node> nodes; // deques keep addresses stable
    std::deque<SchemaProgram::Resource> resources;
    QHash<const void *, const SchemaProgram::Node *> nodesBySchema; // by the address of the schema
    std::shared_ptr<const SchemaProgram::QuickProgram> quick;
};

} // namespace Workbench
