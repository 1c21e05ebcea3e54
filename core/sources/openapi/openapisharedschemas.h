// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"
#include "core/sources/openapi/openapifiles.h"

#include <QMutex>

namespace Workbench {

//! Returns "Pet" for "#/components/schemas/Pet", "#Pet" and "models/Pet.yaml".
QString referencedName(const QString &reference);

//! The schemas that are targets of references in a description. Each has a unique name and is written once,
//! when it is first needed. References to it become "$ref": "#/$defs/NAME". Any thread, after collect().
class OpenApiSharedSchemas {
public:
    OpenApiSharedSchemas(std::shared_ptr<const OpenApiFiles> files, OpenApiVersion version, qint64 maxNodes);
    ~OpenApiSharedSchemas();
    Q_DISABLE_COPY_MOVE(OpenApiSharedSchemas)

    //! Gives each target of a reference its name. Call it once, before OpenApiFiles::dropTexts().
    void collect();

    //! Returns the number of the definition at \a node of a file, or -1 if no reference leads to it.
    int find(const void *node) const { return m_byNode.value(node, -1); }
    //! Returns the text of a reference to a definition: "#/$defs/Pet".
    QByteArray referenceTo(int definition) const;

    //! Returns \a schema, or its definition if \a schema is only a reference.
    Json followed(const Json &schema) const;
    //! Returns \a schema with all definitions that it reaches as its "$defs". If it is only a reference, the
    //! definition takes its place.
    Json selfContained(const Json &schema) const;
    //! Adds the definitions that \a schema reaches to \a shared.
    void addReached(const Json &schema, SharedDefinitions &shared) const;
    //! Returns the remarks on \a definitions and on all definitions that they reach.
    QStringList remarks(const QList<int> &definitions) const;

private:
    struct Definition;
    enum class End : quint8; // how a chain of references ends

    void add(const OpenApiPlace &target, const QString &wanted);
    const Definition &made(int definition) const;
    Definition &written(int definition) const;
    int soleTarget(const Json &schema) const;
    QList<int> namedIn(const Json &schema) const;
    template <typename Visit> void forEachReached(QList<int> waiting, Visit visit) const;

    std::shared_ptr<const OpenApiFiles> m_files;
    OpenApiVersion m_version;
    qint64 m_maxNodes;
    QHash<const void *, int> m_byNode;
    QHash<QByteArray, int> m_byName;
    mutable QMutex m_mutex; // guards the written parts of m_definitions
    mutable std::vector<Definition> m_definitions;
};

} // namespace Workbench
