// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonview.h"
#include "core/sources/openapi/openapioperation.h"

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

} // namespace Workbench
