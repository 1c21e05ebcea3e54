// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

#include <expected>

namespace Workbench::SchemaProgram {

enum Vocabulary : quint16 {
    CoreVocabulary = 1,
    ApplicatorVocabulary = 2,
    UnevaluatedVocabulary = 4,
    ValidationVocabulary = 8,
    MetaDataVocabulary = 16,
    FormatVocabulary = 32,
    ContentVocabulary = 64,
    OpenApiVocabulary = 128,
    AllVocabularies = 255,
};

//! The rules for reading a schema, as its "$schema" defines them.
struct Dialect {
    SchemaDialect base = SchemaDialect::Draft2020_12;
    quint16 vocabularies = AllVocabularies;
    bool assertFormats = false;
};

//! Returns the dialect for a known URI, or for a metaschema in \a documents by its "$vocabulary". The error
//! is a sentence.
std::expected<Dialect, QString> dialectOf(const QString &uri, const QHash<QString, Json> &documents);

//! Returns the document with the address \a uri, with or without an empty fragment.
Json documentAt(const QString &uri, const QHash<QString, Json> &documents);

//! Returns a built-in metaschema or vocabulary; absent for any other URI. \a uri has no fragment.
Json builtInDocument(const QString &uri);

//! A problem of a schema, with its place.
struct SchemaProblem {
    QString pointer;
    QString sentence;
};

//! Checks \a schema against the metaschema that its "$schema" names, or that of its dialect. Returns no
//! problems for an unknown metaschema. Fails with the code "depth" or "budget" if the check cannot be
//! finished.
Result<QList<SchemaProblem>> metaschemaProblems(const Json &schema, const SchemaOptions &options);

} // namespace Workbench::SchemaProgram
