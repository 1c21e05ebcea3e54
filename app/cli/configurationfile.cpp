// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/configurationfile.h"

#include "app/cli/input.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

Result<ConfigurationImport> readConfiguration(const QString &path, qint64 maxBytes, SecretsInSettings secrets)
{
    const Result<QByteArray> bytes = readFile(path, maxBytes);
    if (!bytes)
        return std::unexpected(bytes.error());
    ImportPlace place = importPlace(path);
    if (path == "-"_L1)
        place.folder = QDir::currentPath();
    Result<ConfigurationImport> read = importConfiguration(*bytes, place, secrets);
    if (!read)
        read.error().message.prepend(u"\"%1\": "_s.arg(path));
    return read;
}

} // namespace Workbench::Cli
