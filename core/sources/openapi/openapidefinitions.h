// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/sources/openapi/openapifiles.h"

#include <QMutex>

#include <vector>

namespace Workbench {

//! The definitions of a document's operations, with everything that they reach through "$ref" in any file.
//! Each referenced definition is hashed once, however many operations reach it and however definitions refer
//! to each other. The servers of the whole document are not part of a definition, because they only say where
//! the service is deployed. Any thread.
class OpenApiDefinitions {
public:
    //! The time is proportional to the size of \a document, which outlives the object.
    explicit OpenApiDefinitions(const OpenApiDocument &document);

    WholeDefinition whole(qsizetype operation) const;
    QByteArray hash(qsizetype operation) const; //!< equals definitionHash() of whole()

private:
    //! The target of references.
    struct Target {
        OpenApiPlace place;
        QString name;
        QByteArray hash;
        std::vector<int> next; // targets that this one refers to, each once
    };
    struct Holder {
        OpenApiPlace place;
        bool isSecurity = false; // its keys name security schemes
    };

    QList<Holder> holdersOf(qsizetype operation) const;
    Json rootOf(qsizetype operation) const;
    void hashTargets();
    int targetOf(int file, const void *holder, QByteArrayView text);
    int schemeOf(const QString &name);
    int add(const OpenApiPlace &place, const QString &name);
    QString nameOf(int file, const QString &text) const;
    void follow(const Holder &holder, std::vector<int> &next);
    QByteArray reachedFrom(const std::vector<int> &roots) const; // a byte for each target

    const OpenApiDocument &m_document;
    std::vector<Target> m_targets;
    std::vector<std::vector<int>> m_roots; // of each operation
    QHash<const void *, int> m_byNode;
    QHash<std::pair<int, QByteArrayView>, int> m_byText; // of files without ids
    mutable QMutex m_mutex;
    mutable QHash<QByteArray, QByteArray> m_closures; // hashes, by the set of reached targets
};

} // namespace Workbench
