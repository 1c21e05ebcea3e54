// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapidocument.h"

#include <QFile>

namespace Workbench {

//! Reads a description whose files are all on disk. Returns null, with a warning, if the entry file is not a
//! description.
inline std::shared_ptr<const OpenApiDocument> readOpenApiFiles(
    const QString &path, OpenApiDocument::Switches switches = {})
{
    const auto load = [](const QUrl &url) {
        QFile file(url.toLocalFile());
        return OpenApiFile{url, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray()};
    };
    OpenApiDocument::Reader reader(load(QUrl::fromLocalFile(path)), switches);
    if (const Result<void> read = reader.read(); !read) {
        qWarning("%s", qPrintable(read.error().message));
        return nullptr;
    }
    for (QList<QUrl> missing = reader.missingFiles(); !missing.isEmpty(); missing = reader.missingFiles()) {
        for (const QUrl &url : std::as_const(missing))
            reader.add(load(url), url);
    }
    return reader.finish();
}

//! Reads a description in one file from its text.
inline std::shared_ptr<const OpenApiDocument> readOpenApiText(
    const QByteArray &text, OpenApiDocument::Switches switches = {}, const Limits &limits = {})
{
    OpenApiDocument::Reader reader(
        {QUrl(QStringLiteral("https://example.com/api/openapi.yaml")), text}, switches, limits);
    if (const Result<void> read = reader.read(); !read) {
        qWarning("%s", qPrintable(read.error().message));
        return nullptr;
    }
    return reader.finish();
}

} // namespace Workbench
