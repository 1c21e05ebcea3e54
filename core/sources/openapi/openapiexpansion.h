// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonbuilder.h"
#include "core/sources/openapi/openapifiles.h"

#include <QSet>

namespace Workbench {

//! Writes parts of a description out so that they can be read without the rest: what a reference leads to
//! stands in its place. For one operation; nothing here recurses.
//!
//! A reference that leads back to what is being written becomes a placeholder, and so does what is beyond
//! the limit doc.schemaNodes. \source call-protocol.md 4.2
class OpenApiExpansion {
public:
    OpenApiExpansion(
        const OpenApiFiles &files, OpenApiVersion version, qint64 maxNodes, QStringList *remarks);

    //! The same place gives the same value, shared. Absent for an absent one.
    Json schema(const OpenApiPlace &place) { return expanded(place, OpenApiContent::Schema); }
    Json object(const OpenApiPlace &place) { return expanded(place, OpenApiContent::Object); }
    Json names(const OpenApiPlace &place) { return expanded(place, OpenApiContent::Names); }

private:
    //! A container that is being written.
    struct Frame {
        JsonView at; // the next item or key
        qsizetype left;
        OpenApiContent content;
        int file;
        bool isObject;
        bool isBeside; // keywords beside a reference, which is written already
        qsizetype references; // that end with it
        const void *root; // what was entered last: a reference's target, or where writing began
    };

    Json expanded(const OpenApiPlace &place, OpenApiContent content);
    void write(JsonView value, OpenApiContent content, int file);
    void writeScalar(JsonView value);
    void step();
    std::optional<OpenApiPlace> enter(JsonView holder, JsonView reference, int file);
    void begin(JsonView container, OpenApiContent content, int file, bool isBeside = false);
    void writeCycle(JsonView target);
    void writeTooLarge();
    void writePlaceholder(const QString &description);
    void endReferences(qsizetype count);
    void remark(const QString &text);

    const OpenApiFiles &m_files;
    OpenApiVersion m_version;
    qint64 m_left;
    QStringList *m_remarks;
    QSet<QString> m_said;
    QHash<std::pair<const void *, int>, Json> m_made;

    JsonBuilder m_builder;
    std::vector<Frame> m_frames;
    std::vector<const void *> m_chain; // targets of references that are being written, outermost first
    QSet<const void *> m_active; // the same
    qsizetype m_opened = 0; // references whose target's first container is not written yet
    const void *m_root = nullptr;
};

} // namespace Workbench
