// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonbuilder.h"
#include "core/operation/operationspec.h"
#include "core/sources/openapi/openapifiles.h"

#include <QMutex>
#include <QSet>

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

//! Writes parts of a description so that they can be read without the rest. A referenced schema becomes a
//! definition, and the reference to it becomes "#/$defs/NAME". Any other reference, for example to a header,
//! is replaced by its target. Used for one operation or one definition. The implementation does not recurse.
//!
//! A circular reference outside of schemas becomes a placeholder, and so does a target beyond the limit
//! doc.schemaNodes. \source core/sources/openapi/README.md 8
class OpenApiExpansion {
public:
    //! Remarks about unusable references are appended to \a remarks. \a files, \a definitions and \a remarks
    //! outlive the object.
    OpenApiExpansion(const OpenApiFiles &files, const OpenApiSharedSchemas &definitions,
        OpenApiVersion version, qint64 maxNodes, QStringList *remarks)
        : m_files(files)
        , m_definitions(definitions)
        , m_version(version)
        , m_left(maxNodes)
        , m_remarks(remarks)
    {
    }

    //! Returns the schema at \a place; a second call returns the cached value. Absent if \a place is absent.
    Json schema(const OpenApiPlace &place) { return expanded(place, OpenApiContent::Schema); }
    Json object(const OpenApiPlace &place) { return expanded(place, OpenApiContent::Object); }
    Json names(const OpenApiPlace &place) { return expanded(place, OpenApiContent::Names); }

    //! Returns the definitions that were referenced so far, each once.
    const QList<int> &named() const { return m_named; }

private:
    //! A container that is being written.
    struct Frame {
        JsonView at; // the next item or key
        qsizetype left;
        OpenApiContent content;
        int file;
        bool isObject;
        bool isBeside; // the keywords beside a reference that is written already
        qsizetype references; // number of references that end with this container
        const void *root; // the last reference's target, or the node where writing began
    };

    Json expanded(const OpenApiPlace &place, OpenApiContent content);
    void write(JsonView value, OpenApiContent content, int file);
    void writeScalar(JsonView value);
    void step();
    std::optional<OpenApiPlace> target(JsonView holder, JsonView reference, int file);
    bool enter(JsonView holder, JsonView reference, const OpenApiPlace &target);
    void begin(JsonView container, OpenApiContent content, int file, bool isBeside = false);
    void writePlaceholder(const QString &description);
    void endReferences(qsizetype count);
    void remark(const QString &text);

    const OpenApiFiles &m_files;
    const OpenApiSharedSchemas &m_definitions;
    OpenApiVersion m_version;
    qint64 m_left;
    QStringList *m_remarks;
    QSet<QString> m_said;
    QHash<std::pair<const void *, int>, Json> m_made;
    QList<int> m_named;

    JsonBuilder m_builder;
    std::vector<Frame> m_frames;
    std::vector<const void *> m_chain; // targets of references that are being written, outermost first
    QSet<const void *> m_active; // the nodes of m_chain
    qsizetype m_opened = 0; // references whose target's first container is not written yet
    const void *m_root = nullptr;
};

} // namespace Workbench
