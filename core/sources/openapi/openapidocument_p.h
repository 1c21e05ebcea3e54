// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapidocument.h"
#include "core/sources/openapi/openapifiles.h"
#include "core/sources/openapi/openapisharedschemas.h"

#include <QMutex>

#include <mutex>
#include <vector>

namespace Workbench {

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

class OpenApiDefinitions;

struct OpenApiDocument::Private {
    explicit Private(const Limits &values)
        : limits(values)
        , sharedFiles(std::make_shared<OpenApiFiles>(values))
        , files(*sharedFiles)
    {
    }
    Q_DISABLE_COPY_MOVE(Private)

    bool isUpstream() const { return switches.upstream; }
    bool isSwagger() const { return version == OpenApiVersion::Swagger2; }
    //! Returns a member of the entry document, with its own reference followed.
    OpenApiPlace top(QLatin1StringView name) const;
    QString pathOf(const OpenApiEntry &entry) const { return pathItems.at(entry.pathItem).path; }
    std::shared_ptr<const OpenApiOperation> operation(qsizetype index) const;
    //! Returns the definitions, which are made at the first call.
    const OpenApiDefinitions &definitions() const;

    Limits limits;
    Switches switches;
    std::shared_ptr<OpenApiFiles> sharedFiles; // shared with sharedSchemas
    OpenApiFiles &files;
    std::shared_ptr<const OpenApiSharedSchemas> sharedSchemas; // null until the files are read
    OpenApiVersion version = OpenApiVersion::V3_1;
    SchemaDialect dialect = SchemaDialect::OpenApi3_1;
    QString versionText;
    QString title;
    QString apiVersion; // info.version
    QString basePath; // Swagger 2.0, without a trailing slash
    QList<OpenApiProblem> problems;
    QList<OpenApiServer> servers;
    QList<OpenApiSecurityScheme> securitySchemes;
    QStringList webhooks;
    QList<OpenApiPathItem> pathItems;
    QList<OpenApiEntry> entries;
    QHash<QString, qsizetype> byName;

    // Used only while the document is read.
    OpenApiFile given; // the entry file, until it is read
    OpenApiProblems found;
    qint64 bytes = 0;

    // Made on demand. Only these members change after the document is read.
    mutable std::once_flag definitionsOnce;
    mutable std::shared_ptr<const OpenApiDefinitions> ownDefinitions;
    mutable QMutex mutex;
    mutable std::vector<std::pair<qsizetype, std::shared_ptr<const OpenApiOperation>>> recent;
};

//! Lists the operations of a document whose files are all read.
void listOpenApiOperations(OpenApiDocument::Private &document);
//! Returns the servers of a Swagger 2.0 document. \a operation may have its own schemes.
QList<OpenApiServer> swaggerServers(const OpenApiDocument::Private &document, const Json &operation);
//! Reads one operation with all its references followed.
OpenApiOperation completeOpenApiOperation(
    const OpenApiDocument::Private &document, const OpenApiEntry &entry);

} // namespace Workbench
