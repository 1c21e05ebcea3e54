// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/json/jsonview.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/sources/openapi/openapioperation.h"
#include "core/yaml/yaml.h"

#include <QHash>

#include <vector>

namespace Workbench {

//! What the members of a container mean, which decides where "$ref" is a reference and where it is a name
//! or somebody's data.
enum class OpenApiContent : quint8 {
    Object, //!< fields of a description
    Schema, //!< keywords
    Names, //!< names of fields of a description: components, headers, media types
    Patterned, //!< as Names, but for extensions: paths, statuses
    SchemaNames, //!< names of schemas: properties, definitions
    Data, //!< an example, a default, an extension
};

//! What the value of the member \a key of a \a parent is.
OpenApiContent contentOf(
    OpenApiContent parent, QByteArrayView key, JsonKind valueKind, OpenApiVersion version);

//! Whether "$ref" with a text makes a container a reference. That holds for maps, too: what they name is
//! never a text.
inline bool mayRefer(OpenApiContent content)
{
    return content != OpenApiContent::Data;
}

//! Whether members are fields or keywords, not names.
inline bool hasFields(OpenApiContent content)
{
    return content == OpenApiContent::Object || content == OpenApiContent::Schema;
}

//! The text of the reference that \a object is; absent when it is none.
JsonView referenceIn(JsonView object);

//! What refers to something in a file, and what can be referred to by name.
struct OpenApiScan {
    struct Reference {
        const void *holder; //!< node of the object that has "$ref"
        QByteArrayView text; //!< lives as long as the document
    };
    struct Name {
        QString pointer; //!< of the object that has it
        QString name; //!< of "$id" or "$anchor"
    };
    std::vector<Reference> references; //!< in the order of the text
    QList<Name> ids; //!< 3.1: schemas with an identifier of their own
    QList<Name> anchors; //!< 3.1: "$anchor" and "$dynamicAnchor"
};

//! Looks at every value below \a root once. At most 10,000 names are noted, none deeper than \a maxLevels.
OpenApiScan scanForReferences(const Json &root, OpenApiVersion version, int maxLevels);

//! One file of a description, read.
struct OpenApiText {
    QUrl url;
    Json root;
    QList<JsonRemark> remarks;
    bool isYaml = false;
    QByteArray bytes; //!< of JSON: what line numbers are counted in
    YamlPositions positions; //!< of YAML
};

struct OpenApiTextError {
    Error error;
    int line = 0; //!< from 1; 0: unknown
};

//! JSON where it looks like JSON, else YAML. What begins like JSON and is none may still be YAML, whose lists
//! and mappings can be written the same way.
std::expected<OpenApiText, OpenApiTextError> readOpenApiText(const OpenApiFile &file, const Limits &limits);

//! Values stand in memory in the order of the text, a container before what it holds.
inline quintptr placeInMemory(const void *node)
{
    return reinterpret_cast<quintptr>(node);
}

//! The JSON Pointer of a value below \a root, by the identity of its node; cut at \a maxLevels. Costs as much
//! as the containers on its way are wide.
QString pointerToNode(const Json &root, const void *node, int maxLevels);

//! The lines, from 1, of values below the root of \a text, each by its node; 0 where it cannot be told. One
//! pass over the text.
QList<int> linesOfNodes(const OpenApiText &text, const QList<const void *> &nodes, int maxLevels);

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
//! \source core/RULES.md R-61
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
