// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/operation/operationspec.h"
#include "core/schema/schema.h"
#include "core/sources/openapi/openapioperation.h"

#include <memory>

namespace Workbench {

//! Something wrong in a document. The rest of it still loads. \source core/RULES.md R-70
struct OpenApiProblem {
    QUrl file;
    QString pointer; //!< JSON Pointer into that file
    int line = 0; //!< from 1; 0: unknown
    QString message;
};

//! One file of a document, as its bytes came.
struct OpenApiFile {
    QUrl url; //!< where it was found, after redirects
    QByteArray bytes; //!< JSON or YAML, with or without a BOM
};

//! A description of a service: its files read, its references looked up, its operations listed. Immutable,
//! shared, usable from any thread. Schemas are made self-contained only when an operation is asked for.
class OpenApiDocument {
public:
    //! Reads the entry file. What other files it refers to, transitively, is asked for in rounds:
    //! missingFiles() after read(), then add() each, until none is missing or the caller gives up; the files
    //! that never came are problems. Takes as long as the document is large: for a worker.
    class Reader;

    struct Switches {
        //! Upstream's own reading: five methods, no cookie and header parameters in their places.
        //! \source core/sources/openapi/README.md 8
        bool upstream = false;
    };

    OpenApiVersion version() const;
    QString versionText() const; //!< "3.1.0", as declared
    QString title() const;
    QString apiVersion() const; //!< of what is described, as the document says
    QUrl url() const; //!< of the entry file
    const QList<OpenApiProblem> &problems() const;
    const QList<OpenApiServer> &servers() const;
    const QList<OpenApiSecurityScheme> &securitySchemes() const;
    const QStringList &webhooks() const; //!< "POST newPlanet": what the service calls, for show
    SchemaDialect dialect() const; //!< of its schemas: by version, or by a known "jsonSchemaDialect"
    qsizetype operationCount() const;

    //! One spec an operation, in the document's order, names unique; their schemas are deferred
    //! (OperationSpec::deferred).
    QList<OperationSpec> specs() const;
    //! Made ready now; cheap the second time. Null when \a index is out of range.
    std::shared_ptr<const OpenApiOperation> operation(qsizetype index) const;
    //! By the name in specs(); -1: none.
    qsizetype indexOf(const QString &name) const;

    struct Private;

private:
    friend class Reader;
    explicit OpenApiDocument(std::shared_ptr<const Private> state);
    std::shared_ptr<const Private> d;
};

class OpenApiDocument::Reader {
public:
    explicit Reader(OpenApiFile entry, Switches switches = {}, Limits limits = {});
    ~Reader();
    Q_DISABLE_COPY_MOVE(Reader)

    //! ErrorKind::Protocol when the entry is no OpenAPI document at all, ErrorKind::Limit over doc.*.
    Result<void> read();
    QList<QUrl> missingFiles() const; //!< absolute, without fragments, each once
    //! \a asked is the one of missingFiles() that it answers; empty: its own address.
    void add(const OpenApiFile &file, const QUrl &asked = {});
    void addFailed(const QUrl &url, const Error &reason); //!< it cannot be had, or the user does not want it
    //! Files that are missing still are taken as failed. Once.
    std::shared_ptr<const OpenApiDocument> finish();

private:
    std::unique_ptr<Private> d;
};

} // namespace Workbench
