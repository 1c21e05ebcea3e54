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

//! A faulty part of a document. The rest of the document still loads. \source core/RULES.md R-70
struct OpenApiProblem {
    QUrl file;
    QString pointer; //!< JSON Pointer into that file
    int line = 0; //!< from 1; 0: unknown
    QString message;
};

//! One file of a document, with its bytes as received.
struct OpenApiFile {
    QUrl url; //!< address of the file, after redirects
    QByteArray bytes; //!< JSON or YAML, with or without a BOM
};

//! A description of a service: its files are read, its references resolved, its operations listed. Immutable,
//! shared, usable from any thread. Schemas are made self-contained only when an operation is requested.
class OpenApiDocument {
public:
    //! Reads the files of a document in rounds. After read(), the caller calls missingFiles() and add() for
    //! each of them, until no file is missing or the caller gives up. Files that were not added become
    //! problems. The time is proportional to the size of the document, so use it on a worker.
    class Reader;

    struct Switches {
        //! Reads the document as the specification's first implementation does: five methods, and cookie and
        //! header parameters sent in the query.
        //! \source core/sources/openapi/README.md 8
        bool upstream = false;
    };

    OpenApiVersion version() const;
    QString versionText() const; //!< version of OpenAPI as declared: "3.1.0"
    QString title() const;
    QString apiVersion() const; //!< version of the described service ("info.version")
    QUrl url() const; //!< address of the entry file
    const QList<OpenApiProblem> &problems() const;
    const QList<OpenApiServer> &servers() const;
    const QList<OpenApiSecurityScheme> &securitySchemes() const;
    //! Returns the requests that the service sends, for display only: "POST newPlanet".
    const QStringList &webhooks() const;
    //! Returns the dialect of the document's schemas: that of a known "jsonSchemaDialect", otherwise that of
    //! the version.
    SchemaDialect dialect() const;
    qsizetype operationCount() const;

    //! Returns one spec for each operation, in the document's order, with unique names. The schemas are
    //! deferred (OperationSpec::deferred).
    QList<OperationSpec> specs() const;
    //! Returns the operation with its references followed, or null if \a index is out of range. The
    //! operations used last are cached.
    std::shared_ptr<const OpenApiOperation> operation(qsizetype index) const;
    //! Returns the index of the operation that has \a name in specs(), or -1.
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

    //! Reads the entry file. Returns ErrorKind::Protocol if it is not an OpenAPI document, and
    //! ErrorKind::Limit if it exceeds a limit doc.*.
    Result<void> read();
    QList<QUrl> missingFiles() const; //!< absolute, without fragments, each once
    //! Adds a file. \a asked is the entry of missingFiles() that \a file belongs to; empty: the address of
    //! \a file.
    void add(const OpenApiFile &file, const QUrl &asked = {});
    //! Notes that the file at \a url cannot be read, or may not be read by the user's settings.
    void addFailed(const QUrl &url, const Error &reason);
    //! Returns the document, or null if read() failed or finish() was called before. Files that are still
    //! missing count as failed.
    std::shared_ptr<const OpenApiDocument> finish();

private:
    std::unique_ptr<Private> d;
};

} // namespace Workbench
