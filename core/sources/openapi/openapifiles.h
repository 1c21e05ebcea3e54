// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapifile.h"
#include "core/sources/openapi/openapiscan.h"

#include <QHash>

namespace Workbench {

//! A value of a description and the file that it stands in.
struct OpenApiPlace {
    int file = 0;
    Json value;
};

//! Where a reference leads.
struct OpenApiTarget {
    OpenApiPlace place; //!< its value is absent when there is trouble
    bool isByEntry = false; //!< "#/…" leads nowhere in its own file, but somewhere in the entry document
    QString trouble; //!< half a sentence; empty: none
};

//! The files of one description, and how references between them are followed. Nothing is fetched here.
//! \source reliability.md R-61
class OpenApiFiles {
public:
    explicit OpenApiFiles(const Limits &limits = {});

    //! The first file is the entry. \a asked is the address under which others refer to it.
    void add(OpenApiText text, const QUrl &asked);
    void addFailed(const QUrl &asked, const QString &reason);
    //! Looks for references and names in a file, in the way of \a version.
    void scan(int file, OpenApiVersion version);

    int count() const { return int(m_files.size()); }
    const OpenApiText &text(int file) const { return m_files.at(file).text; }
    OpenApiPlace root(int file) const { return {file, m_files.at(file).text.root}; }
    const std::vector<OpenApiScan::Reference> &references(int file) const
    {
        return m_files.at(file).references;
    }
    bool hasIds(int file) const { return !m_files.at(file).resources.empty(); }
    //! Files that are referred to and neither there nor failed, each once.
    QList<QUrl> missing() const;
    //! What is needed for line numbers only.
    void dropTexts();

    //! Where \a text leads, written in the object \a holder of \a file. One step: what is there may be a
    //! reference again.
    OpenApiTarget resolve(int file, const void *holder, const QString &text) const;
    //! \a place, or what it leads to through any number of references.
    OpenApiTarget followed(const OpenApiPlace &place) const;

private:
    //! A part of a file with a base URI of its own.
    struct Resource {
        quintptr begin;
        quintptr end;
        QString uri;
        Json value;
        qsizetype outer; // the one around it; -1: none
    };
    struct External {
        QString uri;
        QString key; // of its address
        QUrl url;
    };
    struct File {
        OpenApiText text;
        QString base; // of its references
        std::vector<OpenApiScan::Reference> references;
        std::vector<Resource> resources; // in the order of the text
        QList<External> externals; // files that it may refer to, each once
    };
    struct Start {
        OpenApiPlace place;
        QString fragment; // decoded
        QString uri;
    };

    qsizetype resourceAt(int file, const void *node) const;
    const Resource *resourceOf(int file, const void *node) const;
    void noteExternals(int file);
    QString absolute(int file, const void *holder, const QString &text) const;
    std::expected<Start, QString> startOf(int file, const void *holder, const QString &text) const;
    Json walked(OpenApiPlace &place, const QString &pointer) const;

    Limits m_limits;
    QList<File> m_files;
    QHash<QString, int> m_byAddress;
    QHash<QString, QString> m_failed; // address, reason
    QHash<QString, OpenApiPlace> m_byId;
    QHash<QString, OpenApiPlace> m_anchors; // by URI, # and name
};

} // namespace Workbench
