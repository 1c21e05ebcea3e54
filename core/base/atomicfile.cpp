// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Why not QSaveFile: core/DECISIONS.md "Saving files".

#include "core/base/atomicfile.h"

#include "core/base/limits.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTimeZone>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr int attempts = 16;
constexpr QLatin1StringView tempMark{".envelope-part-"};
constexpr qsizetype longestNamePart = 180; // bytes; the whole name, with mark and number, has 255 at most

std::unexpected<Error> storageError(const QString &code, const QString &message, const QString &detail)
{
    return std::unexpected(
        Error{.kind = ErrorKind::Storage, .code = code, .message = message, .detail = detail});
}

std::unexpected<Error> notWritten(const QString &path, int error)
{
    return storageError(
        u"file.write"_s, u"\"%1\" could not be written and is unchanged"_s.arg(path), qt_error_string(error));
}

//! Repeats a system call that a signal interrupted.
template <typename Call> auto uninterrupted(Call call)
{
    auto result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

//! Returns the beginning of the names of the temporary files for \a target.
QString tempPrefix(const QFileInfo &target)
{
    QByteArray name = QFile::encodeName(target.fileName());
    name.truncate(longestNamePart);
    return u'.' + QString::fromUtf8(name) + tempMark;
}

void removeUnlessWritten(const QString &path)
{
    const QByteArray temp = QFile::encodeName(path);
    const int descriptor = ::open(temp.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) // otherwise another process is writing it
        ::unlink(temp.constData());
    ::close(descriptor);
}

//! A new file beside the target. It is locked while it is open, and deleted unless it was renamed.
class TempFile {
public:
    ~TempFile()
    {
        if (m_descriptor < 0)
            return;
        if (!m_isRenamed)
            ::unlink(m_path.constData());
        ::close(m_descriptor);
    }
    TempFile() = default;
    Q_DISABLE_COPY_MOVE(TempFile)

    //! Creates and locks the file. Returns 0 or the error number, like the functions below.
    int open(const QFileInfo &target, mode_t mode)
    {
        for (int attempt = 0; attempt < attempts; ++attempt) {
            const QString name =
                tempPrefix(target) + QString::number(QRandomGenerator::system()->generate64(), 36);
            m_path = QFile::encodeName(target.dir().filePath(name));
            m_descriptor = uninterrupted([this, mode] {
                return ::open(m_path.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
            });
            if (m_descriptor < 0 && errno != EEXIST)
                return errno;
            if (m_descriptor < 0)
                continue;
            // The lock tells other processes that the file is in use. If removeStaleTempFiles() of another
            // process deleted the file before, the next attempt creates a new one.
            struct stat status{};
            if (::flock(m_descriptor, LOCK_EX) == 0 && ::fstat(m_descriptor, &status) == 0
                && status.st_nlink > 0)
                return 0;
            ::unlink(m_path.constData());
            ::close(std::exchange(m_descriptor, -1));
        }
        return EEXIST;
    }
    int write(QByteArrayView bytes) const
    {
        while (!bytes.isEmpty()) {
            const ssize_t written = uninterrupted(
                [this, bytes] { return ::write(m_descriptor, bytes.data(), size_t(bytes.size())); });
            if (written <= 0)
                return written < 0 ? errno : EIO;
            bytes = bytes.sliced(written);
        }
        return 0;
    }
    int setMode(mode_t mode) const { return ::fchmod(m_descriptor, mode) == 0 ? 0 : errno; }
    int sync() const
    {
        return uninterrupted([this] { return ::fsync(m_descriptor); }) == 0 ? 0 : errno;
    }
    int renameTo(const QByteArray &target)
    {
        if (::rename(m_path.constData(), target.constData()) != 0)
            return errno;
        m_isRenamed = true;
        return 0;
    }

private:
    int m_descriptor = -1;
    QByteArray m_path;
    bool m_isRenamed = false;
};

//! Syncs a folder; only then is a rename in it durable. Returns 0 or the error number.
int syncFolder(const QString &folder)
{
    const int descriptor = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return errno;
    const int error = uninterrupted([descriptor] { return ::fsync(descriptor); }) == 0 ? 0 : errno;
    ::close(descriptor);
    return error;
}

//! Returns the target of a link, so that the file is replaced and the link stays.
QFileInfo targetOf(const QString &path)
{
    const QFileInfo info(path);
    const QString canonical = info.canonicalFilePath();
    return canonical.isEmpty() ? QFileInfo(info.absoluteFilePath()) : QFileInfo(canonical);
}

mode_t modeOf(QFileDevice::Permissions permissions)
{
    // Qt has one hexadecimal digit each for owner, user, group and others; the system has no user.
    const auto bits = permissions.toInt();
    return mode_t((((bits >> 12) & 7) << 6) | (((bits >> 4) & 7) << 3) | (bits & 7));
}

} // namespace

Result<void> writeFileAtomically(
    const QString &path, const QByteArray &bytes, std::optional<QFileDevice::Permissions> permissions)
{
    const QFileInfo target = targetOf(path);
    const QByteArray targetName = QFile::encodeName(target.filePath());
    struct stat old{};
    const bool isNew = ::stat(targetName.constData(), &old) != 0;
    if (!isNew && !S_ISREG(old.st_mode))
        return notWritten(path, EINVAL);
    if (!isNew && ::access(targetName.constData(), W_OK) != 0)
        return notWritten(path, errno); // a rename would replace a file that its owner made read-only

    constexpr mode_t everybody = 0666; // the system removes the bits of the umask
    constexpr mode_t justPermissions = 07777;
    std::optional<mode_t> exact;
    if (permissions)
        exact = modeOf(*permissions);
    else if (!isNew)
        exact = old.st_mode & justPermissions;
    {
        TempFile file;
        int error = file.open(target, exact.value_or(everybody));
        if (error == 0 && exact)
            error = file.setMode(*exact);
        if (error == 0)
            error = file.write(bytes);
        if (error == 0)
            error = file.sync();
        if (error == 0)
            error = file.renameTo(targetName);
        if (error != 0)
            return notWritten(path, error);
    }
    if (const int error = syncFolder(target.path()); error != 0) {
        return storageError(u"file.sync"_s,
            u"\"%1\" was written, but may be lost if the system stops now"_s.arg(path),
            qt_error_string(error));
    }
    return {};
}

void removeStaleTempFiles(const QString &path)
{
    const QFileInfo target = targetOf(path);
    const QString prefix = tempPrefix(target);
    const QStringList names = target.dir().entryList(QDir::Files | QDir::Hidden | QDir::NoSymLinks);
    for (const QString &name : names) {
        if (name.startsWith(prefix))
            removeUnlessWritten(target.dir().filePath(name));
    }
}

void removeStaleTempFilesIn(const QString &folder, std::chrono::seconds age)
{
    static const QRegularExpression ours(
        u"\\A\\..+%1[0-9a-z]{1,13}\\z"_s.arg(QRegularExpression::escape(tempMark)));
    const QDateTime before = QDateTime::currentDateTimeUtc().addDuration(-age);
    const QFileInfoList files = QDir(folder).entryInfoList(QDir::Files | QDir::Hidden | QDir::NoSymLinks);
    for (const QFileInfo &file : files) {
        if (ours.match(file.fileName()).hasMatch() && file.lastModified(QTimeZone::UTC) < before)
            removeUnlessWritten(file.filePath());
    }
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

Result<void> makePrivateFolder(const QString &path)
{
    const QString folder = QFileInfo(path).absolutePath();
    if (QFileInfo::exists(folder))
        return {};
    const QString parent = QFileInfo(folder).path();
    // The folder is created with these permissions, so that other users can never read it.
    const auto ownerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    if (QDir().mkpath(parent) && QDir().mkdir(folder, ownerOnly))
        return {};
    return storageError(u"file.write"_s, u"the folder \"%1\" could not be created"_s.arg(folder), {});
}

} // namespace Workbench
