// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/operation/operationspec.h"
#include "core/schema/schema.h"
#include "core/sources/openapi/openapifiles.h"
#include "core/sources/openapi/openapioperation.h"
#include "core/sources/openapi/openapisharedschemas.h"

#include <QMutex>

#include <memory>
#include <mutex>
#include <vector>

namespace Workbench {

//! A faulty part of a document. The rest of the document still loads. \source core/RULES.md R-70
struct OpenApiProblem {
    QUrl file;
    QString pointer; //!< JSON Pointer into that file
    int line = 0; //!< from 1; 0: unknown
    QString message;
};

//! Collects problems. Their pointers and lines are determined at the end, by located().
class OpenApiProblems {
public:
    void add(const OpenApiPlace &place, const QString &message)
    {
        add(place.file, place.value.nodeAddress(), message);
    }
    void add(int file, const void *node, const QString &message);
    void add(OpenApiProblem problem);
    QList<OpenApiProblem> located(const OpenApiFiles &files, int maxLevels) const;

private:
    struct Found {
        int file;
        const void *node;
        QString message;
    };
    QList<OpenApiProblem> m_ready;
    QList<Found> m_found;
    qsizetype m_more = 0;
};

//! A Path Item Object and the ones that it refers to, in that order. Of equal members the first counts.
struct OpenApiPathItem {
    QString path; //!< as declared, with its parameters in braces
    QList<OpenApiPlace> parts;

    OpenApiPlace member(QLatin1StringView name) const;
};

//! One operation in the list of a document.
struct OpenApiEntry {
    OpenApiPlace operation;
    qsizetype pathItem = 0;
    QByteArray method; //!< as sent: "GET"
    QString name;
    OperationType type = OperationType::Query;
    bool isStreamToo = false; //!< OperationSpec::isStreamToo
    QStringList remarks;
};

class OpenApiDefinitions;

//! A description of a service: its files are read, its references resolved, its operations listed. Immutable
//! and shared after Reader::finish(), usable from any thread. Schemas are made self-contained only when an
//! operation is requested.
struct OpenApiDocument : std::enable_shared_from_this<OpenApiDocument> {
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

    explicit OpenApiDocument(const Limits &values)
        : limits(values)
        , sharedFiles(std::make_shared<OpenApiFiles>(values))
        , files(*sharedFiles)
    {
    }
    Q_DISABLE_COPY_MOVE(OpenApiDocument)

    bool isUpstream() const { return switches.upstream; }
    bool isSwagger() const { return version == OpenApiVersion::Swagger2; }
    //! Returns a member of the entry document, with its own reference followed.
    OpenApiPlace top(QLatin1StringView name) const;
    QString pathOf(const OpenApiEntry &entry) const { return pathItems.at(entry.pathItem).path; }
    //! Returns one spec for each operation, in the document's order, with unique names. The schemas are
    //! deferred (OperationSpec::deferred).
    QList<OperationSpec> specs() const;
    //! Returns the operation with its references followed, or null if \a index is out of range. The
    //! operations used last are cached.
    std::shared_ptr<const OpenApiOperation> operation(qsizetype index) const;
    //! Returns the index of the operation that has \a name in specs(), or -1.
    qsizetype indexOf(const QString &name) const { return byName.value(name, -1); }
    //! Returns the definitions, which are made at the first call.
    const OpenApiDefinitions &definitions() const;

    Limits limits;
    Switches switches;
    std::shared_ptr<OpenApiFiles> sharedFiles; //!< shared with sharedSchemas
    OpenApiFiles &files; //!< the first is the entry file
    std::shared_ptr<const OpenApiSharedSchemas> sharedSchemas; //!< null until the files are read
    OpenApiVersion version = OpenApiVersion::V3_1;
    //! The dialect of the document's schemas: that of a known "jsonSchemaDialect", otherwise that of the
    //! version.
    SchemaDialect dialect = SchemaDialect::OpenApi3_1;
    QString versionText; //!< version of OpenAPI as declared: "3.1.0"
    QString title;
    QString apiVersion; //!< version of the described service ("info.version")
    QString basePath; //!< Swagger 2.0, without a trailing slash
    QList<OpenApiProblem> problems;
    QList<OpenApiServer> servers;
    QList<OpenApiSecurityScheme> securitySchemes;
    QList<OpenApiPathItem> pathItems;
    QList<OpenApiEntry> entries; //!< the operations
    QHash<QString, qsizetype> byName;

    // Used only while the document is read.
    OpenApiFile given; //!< the entry file, until it is read
    OpenApiProblems found;
    qint64 bytes = 0;

    // Made on demand. Only these members change after the document is read.
    mutable std::once_flag definitionsOnce;
    mutable std::shared_ptr<const OpenApiDefinitions> ownDefinitions;
    mutable QMutex mutex;
    mutable std::vector<std::pair<qsizetype, std::shared_ptr<const OpenApiOperation>>> recent;
};

class OpenApiDocument::Reader {
public:
    explicit Reader(OpenApiFile entry, Switches switches = {}, Limits limits = {});
    ~Reader();
    Q_DISABLE_COPY_MOVE(Reader)

    //! Reads the entry file. Returns ErrorKind::Protocol if it is not an OpenAPI document, and
    //! ErrorKind::Limit if it exceeds a limit doc.*.
    Result<void> read();
    //! Returns the addresses of files to add: absolute, without fragments, each once.
    QList<QUrl> missingFiles() const { return d->files.missing(); }
    //! Adds a file. \a asked is the entry of missingFiles() that \a file belongs to; empty: the address of
    //! \a file.
    void add(const OpenApiFile &file, const QUrl &asked = {});
    //! Notes that the file at \a url cannot be read, or may not be read by the user's settings.
    void addFailed(const QUrl &url, const Error &reason);
    //! Returns the document, or null if read() failed or finish() was called before. Files that are still
    //! missing count as failed.
    std::shared_ptr<const OpenApiDocument> finish();

private:
    std::unique_ptr<OpenApiDocument> d;
};

//! Lists the operations of a document whose files are all read.
void listOpenApiOperations(OpenApiDocument &document);
//! Returns the servers of a Swagger 2.0 document. \a operation may have its own schemes.
QList<OpenApiServer> swaggerServers(const OpenApiDocument &document, const Json &operation);
//! Reads one operation with all its references followed.
OpenApiOperation completeOpenApiOperation(const OpenApiDocument &document, const OpenApiEntry &entry);

} // namespace Workbench
