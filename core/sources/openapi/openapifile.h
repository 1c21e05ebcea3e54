// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/yaml/yaml.h"

namespace Workbench {

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

} // namespace Workbench
