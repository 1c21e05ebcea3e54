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

//! A Path Item Object and those that it refers to, in that order: what comes first counts.
struct OpenApiPathItem {
    QString path; //!< as declared
    QList<OpenApiPlace> parts;

    OpenApiPlace member(QLatin1StringView name) const;
};

//! An operation as it is listed.
struct OpenApiEntry {
    OpenApiPlace operation;
    qsizetype pathItem = 0;
    QByteArray method; //!< as it is sent
    QString name;
    OperationType type = OperationType::Query;
    bool isStreamToo = false; //!< OperationSpec::isStreamToo
    QStringList remarks;
};

//! Collects what is wrong, and finds out where it is at the end.
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
    //! A member of the entry document, its own reference followed.
    OpenApiPlace top(QLatin1StringView name) const;
    QString pathOf(const OpenApiEntry &entry) const { return pathItems.at(entry.pathItem).path; }
    std::shared_ptr<const OpenApiOperation> operation(qsizetype index) const;
    //! Made when it is first asked for.
    const OpenApiDefinitions &definitions() const;

    Limits limits;
    Switches switches;
    std::shared_ptr<OpenApiFiles> sharedFiles; // with the definitions
    OpenApiFiles &files;
    std::shared_ptr<const OpenApiSharedSchemas> sharedSchemas; // once the files are read
    OpenApiVersion version = OpenApiVersion::V3_1;
    SchemaDialect dialect = SchemaDialect::OpenApi3_1;
    QString versionText;
    QString title;
    QString apiVersion; // info.version
    QString basePath; // of Swagger 2.0, without a slash at its end
    QList<OpenApiProblem> problems;
    QList<OpenApiServer> servers;
    QList<OpenApiSecurityScheme> securitySchemes;
    QStringList webhooks;
    QList<OpenApiPathItem> pathItems;
    QList<OpenApiEntry> entries;
    QHash<QString, qsizetype> byName;

    // While it is read.
    OpenApiFile given; // the entry file, until it is read
    OpenApiProblems found;
    qint64 bytes = 0;

    // What was made when it was asked for. The only part that changes.
    mutable std::once_flag definitionsOnce;
    mutable std::shared_ptr<const OpenApiDefinitions> ownDefinitions;
    mutable QMutex mutex;
    mutable std::vector<std::pair<qsizetype, std::shared_ptr<const OpenApiOperation>>> recent;
};

//! Lists the operations of a document whose files are there.
void listOpenApiOperations(OpenApiDocument::Private &document);
//! The servers that a Swagger 2.0 document names, of \a operation when that has schemes of its own.
QList<OpenApiServer> swaggerServers(const OpenApiDocument::Private &document, const Json &operation);
//! Makes one operation ready.
OpenApiOperation completeOpenApiOperation(
    const OpenApiDocument::Private &document, const OpenApiEntry &entry);

} // namespace Workbench
