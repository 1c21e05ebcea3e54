// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/json/jsonview.h"
#include "core/json/yaml/yaml.h"
#include "core/sources/openapi/openapioperation.h"

#include <QHash>

#include <vector>

namespace Workbench {

//! One file of a document, with its bytes as received.
struct OpenApiFile {
    QUrl url; //!< address of the file, after redirects
    QByteArray bytes; //!< JSON or YAML, with or without a BOM
};

//! The meaning of a container's members. It decides where "$ref" is a reference and where it is a name or
//! data.
enum class OpenApiContent : quint8 {
    Object, //!< fields of a description
    Schema, //!< keywords
    Names, //!< names of fields of a description: components, headers, media types
    Patterned, //!< names and extensions ("x-…"): paths, statuses
    SchemaNames, //!< names of schemas: properties, definitions
    Data, //!< an example, a default, an extension
};

//! Returns the content of the value of the member \a key in a container of kind \a parent.
OpenApiContent contentOf(
    OpenApiContent parent, QByteArrayView key, JsonKind valueKind, OpenApiVersion version);

//! Returns true if a string member "$ref" makes a container a reference. This holds for maps, too, because
//! their members are never strings.
inline bool mayRefer(OpenApiContent content)
{
    return content != OpenApiContent::Data;
}

//! Returns true if the members are fields or keywords, not names.
inline bool hasFields(OpenApiContent content)
{
    return content == OpenApiContent::Object || content == OpenApiContent::Schema;
}

//! The references in a file, and the schemas that can be referenced by name.
struct OpenApiScan {
    struct Reference {
        const void *holder; //!< node of the object that contains "$ref"
        QByteArrayView text; //!< lives as long as the document
    };
    struct Name {
        QString pointer; //!< JSON Pointer of the object that has the name
        QString name; //!< value of "$id" or "$anchor"
    };
    std::vector<Reference> references; //!< in the order of the text
    QList<Name> ids; //!< 3.1: schemas with their own identifier
    QList<Name> anchors; //!< 3.1: "$anchor" and "$dynamicAnchor"
};

//! Returns the references and names below \a root. At most 10,000 names of each kind are noted, none deeper
//! than \a maxLevels.
OpenApiScan scanForReferences(const Json &root, OpenApiVersion version, int maxLevels);

//! One file of a description after it was read.
struct OpenApiText {
    QUrl url;
    Json root;
    QList<JsonRemark> remarks;
    bool isYaml = false;
    QByteArray bytes; //!< JSON only: the text in which lines are counted
    YamlPositions positions; //!< YAML only
};

//! Reads \a file as JSON if it begins like JSON, otherwise as YAML. A file that begins like JSON and does not
//! parse is read as YAML, whose lists and mappings may begin with the same characters.
std::expected<OpenApiText, JsonParseError> readOpenApiText(const OpenApiFile &file, const Limits &limits);

//! Returns the address of \a node as a number. Values are stored in memory in the order of the text, a
//! container before its content.
inline quintptr placeInMemory(const void *node)
{
    return reinterpret_cast<quintptr>(node);
}

//! Returns the JSON Pointer of the value below \a root that has the address \a node, cut at \a maxLevels. The
//! time is proportional to the size of the containers on the path.
QString pointerToNode(const Json &root, const void *node, int maxLevels);

//! Returns the line of each of \a nodes below the root of \a text, from 1; 0 if it is unknown. Reads a JSON
//! text once.
QList<int> linesOfNodes(const OpenApiText &text, const QList<const void *> &nodes, int maxLevels);

//! A value of a description and the number of its file.
struct OpenApiPlace {
    int file = 0;
    Json value;
};

//! The target of a reference.
struct OpenApiTarget {
    OpenApiPlace place; //!< the value is absent if \c trouble is not empty
    bool isByEntry = false; //!< "#/…" was not found in its own file, but in the entry document
    QString trouble; //!< why the reference cannot be followed, as a part of a sentence; empty: it can
};

//! The files of one description. Follows references between them and fetches no file.
//! \source core/RULES.md R-61
class OpenApiFiles {
public:
    explicit OpenApiFiles(const Limits &limits = {})
        : m_limits(limits)
    {
    }

    //! Adds a file; the first is the entry. \a asked is the address by which other files refer to it.
    void add(OpenApiText text, const QUrl &asked);
    void addFailed(const QUrl &asked, const QString &reason);
    //! Collects the references and names of a file by the rules of \a version.
    void scan(int file, OpenApiVersion version);

    int count() const { return int(m_files.size()); }
    const OpenApiText &text(int file) const { return m_files.at(file).text; }
    OpenApiPlace root(int file) const { return {file, m_files.at(file).text.root}; }
    const std::vector<OpenApiScan::Reference> &references(int file) const
    {
        return m_files.at(file).references;
    }
    bool hasIds(int file) const { return !m_files.at(file).resources.empty(); }
    //! Returns the referenced files that were neither added nor failed, each once.
    QList<QUrl> missing() const;
    //! Frees everything that is needed only for line numbers and for collecting references.
    void dropTexts();

    //! Returns the target of the reference \a text in the object \a holder of \a file. This is one step: the
    //! target may be another reference.
    OpenApiTarget resolve(int file, const void *holder, const QString &text) const;
    //! Returns \a place if it is not a reference, otherwise the target at the end of the chain of references.
    OpenApiTarget followed(const OpenApiPlace &place) const;

private:
    //! A part of a file with its own base URI.
    struct Resource {
        quintptr begin;
        quintptr end;
        QString uri;
        Json value;
        qsizetype outer; // index of the resource around it; -1: none
    };
    struct External {
        QString uri;
        QString key; // of its address
        QUrl url;
    };
    struct File {
        OpenApiText text;
        QString base; // base URI of its references
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
