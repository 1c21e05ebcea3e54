// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonbuilder.h"
#include "core/sources/openapi/openapisharedschemas.h"

#include <QSet>

namespace Workbench {

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
        OpenApiVersion version, qint64 maxNodes, QStringList *remarks);

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
