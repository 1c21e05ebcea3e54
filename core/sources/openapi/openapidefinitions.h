// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/sources/openapi/openapifiles.h"

#include <QMutex>

#include <vector>

namespace Workbench {

//! What the operations of a document are, with everything that they reach through "$ref", in any file. Each
//! definition that is referred to is hashed once, however many operations reach it and however they refer to
//! each other. Servers of the whole document are not part of it: they say where it is deployed. Any thread.
class OpenApiDefinitions {
public:
    //! Takes as long as the document is large. \a document outlives it.
    explicit OpenApiDefinitions(const OpenApiDocument::Private &document);

    WholeDefinition whole(qsizetype operation) const;
    QByteArray hash(qsizetype operation) const; //!< as definitionHash() of whole()

private:
    //! What references lead to.
    struct Target {
        OpenApiPlace place;
        QString name;
        QByteArray hash;
        std::vector<int> next; // targets that it refers to, each once
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

    const OpenApiDocument::Private &m_document;
    std::vector<Target> m_targets;
    std::vector<std::vector<int>> m_roots; // of each operation
    QHash<const void *, int> m_byNode;
    QHash<std::pair<int, QByteArrayView>, int> m_byText; // of files without ids
    mutable QMutex m_mutex;
    mutable QHash<QByteArray, QByteArray> m_closures; // hashes by what is reached
};

} // namespace Workbench
