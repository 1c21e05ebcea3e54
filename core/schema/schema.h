// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"

#include <QHash>

#include <memory>

namespace Workbench {

//! The dialects of JSON Schema, oldest concepts first. "$schema" chooses the dialect, otherwise the caller
//! does (MCP: 2020-12; OpenAPI: by the version of its document).
enum class SchemaDialect : quint8 {
    OpenApi2, //!< the Schema Object of Swagger 2.0: a subset of draft 4 without "$schema"
    OpenApi3_0, //!< the Schema Object of OpenAPI 3.0: a subset of draft 4 with "nullable"
    Draft4,
    Draft6,
    Draft7,
    Draft2019_09,
    Draft2020_12,
    OpenApi3_1, //!< 2020-12 with the base vocabulary of OpenAPI
};

//! One violation of a schema.
struct ValidationError {
    QString pointer; //!< place in the instance, RFC 6901
    QString keyword; //!< "type", "required", … ; "false" for a false schema
    //! The absolute place in the schema: URI of the resource and a fragment pointer. Without $id only the
    //! fragment, such as "#/properties/a/type".
    QString schemaLocation;
    QString evaluationPath; //!< path of keywords through references
    QString message; //!< a sentence: "Expected number, got string"
};

//! The verdict on an instance, with its violations.
struct ValidationReport {
    enum class Verdict : quint8 {
        Valid,
        Invalid,
        NotValidated, //!< a budget was used up or the schema cannot be used; see \c reason
    };
    Verdict verdict = Verdict::Valid;
    QList<ValidationError> errors; //!< at most ValidateOptions::maxErrors
    bool moreErrors = false; //!< evaluation stopped at maxErrors
    //! The reason for NotValidated: one of "budget", "depth", "regex", "cycle", "reference", "schema", then a
    //! colon and a sentence. \c errors keeps the errors found before.
    QString reason;
    //! Warnings that do not make the instance invalid, at most ValidateOptions::maxErrors. Their keyword is
    //! "readOnly" or "writeOnly" for a member that conflicts with ValidateOptions::direction, or "format"
    //! with SchemaOptions::notesFormats.
    QList<ValidationError> warnings = {};
};

//! Options of Schema::compile().
struct SchemaOptions {
    SchemaDialect defaultDialect = SchemaDialect::Draft2020_12;
    QString baseUri; //!< base URI of a root without $id
    bool assertFormats = false;
    bool notesFormats = false; //!< adds a format mismatch to ValidationReport::warnings
    bool checkMetaschema = true; //!< set to false for a schema that is known to be well-formed
    QHash<QString, Json> documents; //!< other schemas by absolute URI; they are never fetched (R-61)
    Limits limits;
};

//! Options of Schema::validate().
struct ValidateOptions {
    qsizetype maxErrors = 200; //!< 0: only the verdict, without a search for errors
    bool stopAtFirst = false; //!< only the verdict matters
    //! The direction in which the instance travels. Request and Response make "readOnly" and "writeOnly"
    //! effective; in OpenAPI 2.0 and 3.0 these also remove their members from "required".
    enum class Direction : quint8 { Any, Request, Response };
    Direction direction = Direction::Any;
};

class Refusals;

//! A compiled schema: immutable, cheap to copy, usable from any thread.
class Schema {
public:
    //! Makes the boolean schema true, which accepts every instance.
    Schema() = default;

    //! Checks \a schema against its metaschema and compiles it. Fails with ErrorKind::Validation and the
    //! located problems in its detail for a malformed schema. Fails with ErrorKind::Limit over schema.*, also
    //! if the check alone took all of schema.compileMs. A dangling $ref is not an error here; reaching it in
    //! validate() gives NotValidated.
    static Result<Schema> compile(const Json &schema, const SchemaOptions &options = {});

    //! Adds what the schema refuses to \a refusals.
    ValidationReport validate(
        const Json &instance, const ValidateOptions &options = {}, Refusals *refusals = nullptr) const;

    //! Returns at most \a most references without a target, as far as the schema was read, in the form
    //! "#/$defs/Node, at /properties/next/$ref".
    QStringList danglingReferences(qsizetype most = 20) const;

    Json source() const; //!< the schema as given to compile()
    SchemaDialect dialect() const;

    struct Compiled;

private:
    friend class Refusals;
    std::shared_ptr<const Compiled> m_compiled;
};

} // namespace Workbench
