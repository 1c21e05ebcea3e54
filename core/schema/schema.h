// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"

#include <QHash>

#include <memory>

namespace Workbench {

//! The dialects of JSON Schema, oldest ideas first. Chosen by "$schema", else by the caller (MCP: 2020-12;
//! OpenAPI: by the version of its document).
enum class SchemaDialect : quint8 {
    OpenApi2, //!< the Schema Object of Swagger 2.0: a part of draft 4 that knows no "$schema"
    OpenApi3_0, //!< likewise of OpenAPI 3.0, with "nullable"
    Draft4,
    Draft6,
    Draft7,
    Draft2019_09,
    Draft2020_12,
    OpenApi3_1, //!< 2020-12 with the base vocabulary of OpenAPI
};

//! One thing that is wrong with an instance.
struct ValidationError {
    QString pointer; //!< of the instance, RFC 6901
    QString keyword; //!< "type", "required", … ; "false" for a false schema
    QString schemaLocation; //!< absolute: URI of the resource and a fragment pointer, "#/properties/a/type"
                            //!< without $id
    QString evaluationPath; //!< as walked through references
    QString message; //!< a sentence: "Expected number, got string"
};

//! The verdict on an instance, with what does not fit the schema.
struct ValidationReport {
    enum class Verdict : quint8 {
        Valid,
        Invalid,
        NotValidated, //!< a budget ended or the schema cannot be used; \c reason says which
    };
    Verdict verdict = Verdict::Valid;
    QList<ValidationError> errors; //!< at most ValidateOptions::maxErrors
    bool moreErrors = false; //!< evaluation stopped at maxErrors
    //! For NotValidated: one of "budget", "depth", "regex", "cycle", "reference", "schema", a colon, and a
    //! sentence. Errors found before that stand, so the list need not be empty.
    QString reason;
    //! Nothing that makes it invalid, at most ValidateOptions::maxErrors: keyword "readOnly" or "writeOnly"
    //! where a member travels against ValidateOptions::direction, "format" with SchemaOptions::notesFormats.
    QList<ValidationError> warnings = {};
};

//! How Schema::compile() reads a schema.
struct SchemaOptions {
    SchemaDialect defaultDialect = SchemaDialect::Draft2020_12;
    QString baseUri; //!< of the root when it has no $id
    bool assertFormats = false;
    bool notesFormats = false; //!< what does not fit its format is one of ValidationReport::warnings
    bool checkMetaschema = true; //!< off for a schema that is known to be well-formed
    QHash<QString, Json> documents; //!< other schemas by absolute URI; nothing is ever fetched (R-61)
    Limits limits;
};

//! What Schema::validate() looks for.
struct ValidateOptions {
    qsizetype maxErrors = 200; //!< 0: only the verdict, without looking for what is wrong
    bool stopAtFirst = false; //!< only the verdict matters
    //! Which way the instance travels. With one given, "readOnly" and "writeOnly" have something to say; in
    //! OpenAPI 2.0 and 3.0 they also take their members out of "required".
    enum class Direction : quint8 { Any, Request, Response };
    Direction direction = Direction::Any;
};

class Refusals;

//! A compiled schema: immutable, cheap to copy, usable from any thread.
class Schema {
public:
    //! Empty: everything is valid (the boolean schema true).
    Schema() = default;

    //! Checks the schema against its metaschema and compiles it, once. ErrorKind::Validation with located
    //! problems in detail for a malformed schema, ErrorKind::Limit over schema.*, also when the check alone
    //! took all of schema.compileMs; a dangling $ref is no error here but NotValidated when it is reached.
    static Result<Schema> compile(const Json &schema, const SchemaOptions &options = {});

    ValidationReport validate(const Json &instance, const ValidateOptions &options = {}) const;

    //! The references that lead nowhere, as far as the schema was read: "#/$defs/Node, at
    //! /properties/next/$ref". At most \a most.
    QStringList danglingReferences(qsizetype most = 20) const;

    Json source() const; //!< as it was given, verbatim
    SchemaDialect dialect() const;

    struct Compiled;

private:
    friend class Refusals;
    ValidationReport validate(const Json &instance, const ValidateOptions &options, Refusals *refusals) const;

    std::shared_ptr<const Compiled> m_compiled;
};

} // namespace Workbench
