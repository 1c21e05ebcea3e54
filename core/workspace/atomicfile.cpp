// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/atomicfile.h"

#include "core/base/limits.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

std::unexpected<Error> storageError(const QString &code, const QString &message, const QString &detail)
{
    return std::unexpected(
        Error{.kind = ErrorKind::Storage, .code = code, .message = message, .detail = detail});
}

//! A rename is only durable once its folder is.
bool syncFolder(const QString &folder)
{
#ifdef Q_OS_UNIX
    const int descriptor = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const bool synced = ::fsync(descriptor) == 0;
    ::close(descriptor);
    return synced;
#else
    Q_UNUSED(folder)
    return true;
#endif
}

} // namespace

Result<void> writeFileAtomically(
    const QString &path, const QByteArray &bytes, std::optional<QFileDevice::Permissions> permissions)
{
    QSaveFile file(path);
    const auto failed = [&file, &path] {
        return storageError(u"file.write"_s,
            u"\"%1\" could not be written; what was there is unchanged"_s.arg(path), file.errorString());
    };
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    if (permissions && !file.setPermissions(*permissions))
        return failed();
    if (file.write(bytes) != bytes.size() || !file.flush())
        return failed();
#ifdef Q_OS_UNIX
    // QSaveFile syncs too, but keeps a failure to itself.
    if (::fsync(file.handle()) != 0)
        return storageError(u"file.write"_s,
            u"\"%1\" could not be written; what was there is unchanged"_s.arg(path), qt_error_string());
#endif
    if (!file.commit())
        return failed();
    if (!syncFolder(QFileInfo(QFileInfo(path).canonicalFilePath()).path())) {
        return storageError(u"file.sync"_s,
            u"\"%1\" was written, but may be lost if the system stops now"_s.arg(path), qt_error_string());
    }
    return {};
}

Result<QByteArray> readWholeFile(const QString &path, qint64 maxBytes)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return storageError(file.exists() ? u"file.read"_s : u"file.missing"_s,
            u"\"%1\" cannot be read: %2"_s.arg(path, file.errorString()), {});
    }
    QByteArray bytes = file.read(maxBytes + 1);
    if (bytes.size() > maxBytes)
        return std::unexpected(
            limitError(*findLimit(u"doc.bytes"), u"\"%1\" is too large"_s.arg(path), maxBytes));
    if (file.error() != QFileDevice::NoError)
        return storageError(u"file.read"_s, u"\"%1\" cannot be read: %2"_s.arg(path, file.errorString()), {});
    return bytes;
}

} // namespace Workbench
