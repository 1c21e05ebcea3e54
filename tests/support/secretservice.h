// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace Workbench::Test {

//! A private session bus with a real, unlocked GNOME Keyring that uses its own home folder.
class SecretService {
public:
    //! Starts bus and keyring. Returns a problem, or an empty string if they run.
    QString start()
    {
        m_bus.start(QStringLiteral(DBUS_DAEMON),
            {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
        if (!m_bus.waitForStarted() || !m_bus.waitForReadyRead())
            return QStringLiteral("the session bus did not start: ")
                + QString::fromUtf8(m_bus.readAllStandardError());
        m_address = m_bus.readLine().trimmed();
        m_keyring.setProcessEnvironment(environment());
        m_keyring.start(QStringLiteral(KEYRING_DAEMON),
            {QStringLiteral("--foreground"), QStringLiteral("--unlock"),
                QStringLiteral("--components=secrets")});
        m_keyring.write("the keyring's own password");
        m_keyring.closeWriteChannel();
        if (!m_keyring.waitForStarted())
            return QStringLiteral("the keyring did not start: ") + m_keyring.errorString();
        for (int i = 0; i < 400; ++i) { // until the keyring owns its name on the bus
            QProcess ask;
            ask.setProcessEnvironment(environment());
            ask.start(QStringLiteral(DBUS_SEND),
                {QStringLiteral("--session"), QStringLiteral("--print-reply"),
                    QStringLiteral("--dest=org.freedesktop.DBus"), QStringLiteral("/org/freedesktop/DBus"),
                    QStringLiteral("org.freedesktop.DBus.NameHasOwner"),
                    QStringLiteral("string:org.freedesktop.secrets")});
            ask.waitForFinished();
            if (ask.readAllStandardOutput().contains("true"))
                return {};
            if (m_keyring.state() == QProcess::NotRunning)
                break;
            QTest::qWait(50);
        }
        return QStringLiteral("the keyring does not answer: ")
            + QString::fromUtf8(m_keyring.readAllStandardError());
    }
    ~SecretService()
    {
        for (QProcess *process : {&m_keyring, &m_bus}) {
            process->terminate();
            if (!process->waitForFinished(2000)) {
                process->kill();
                process->waitForFinished();
            }
        }
    }

    //! Returns the environment for a program that uses this keyring.
    QProcessEnvironment environment() const
    {
        QProcessEnvironment result = QProcessEnvironment::systemEnvironment();
        result.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QString::fromUtf8(m_address));
        for (const auto &[name, folder] : folders(m_home))
            result.insert(name, folder);
        result.remove(QStringLiteral("DISPLAY"));
        return result;
    }
    //! Sets the environment of this program to use the keyring. Call it before the program connects to the
    //! bus.
    void use() const
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_address);
        qunsetenv("DISPLAY");
        for (const auto &[name, folder] : folders(m_home))
            qputenv(name.toLatin1().constData(), folder.toUtf8());
    }
    const QTemporaryDir &home() const { return m_home; }

    //! Returns the variables for the home folder and its XDG folders, with paths inside \a home.
    static QList<std::pair<QString, QString>> folders(const QTemporaryDir &home)
    {
        QList<std::pair<QString, QString>> result{{QStringLiteral("HOME"), home.path()}};
        for (const char *name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME",
                 "XDG_RUNTIME_DIR", "TMPDIR"}) {
            const QString folder = home.filePath(QString::fromLatin1(name).toLower());
            QDir().mkpath(folder);
            QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            result.append({QString::fromLatin1(name), folder});
        }
        return result;
    }

private:
    QTemporaryDir m_home;
    QProcess m_bus;
    QProcess m_keyring;
    QByteArray m_address;
};

//! Returns the files below \a folder that contain \a canary as plain text, in hex, in base64 or in UTF-16.
inline QStringList filesWith(const QString &folder, const QByteArray &canary)
{
    const QString text = QString::fromUtf8(canary);
    const QByteArray wide(reinterpret_cast<const char *>(text.utf16()), text.size() * 2);
    QStringList found;
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue; // a socket
        const QByteArray bytes = file.readAll();
        if (bytes.contains(canary) || bytes.contains(canary.toHex()) || bytes.contains(canary.toBase64())
            || bytes.contains(wide))
            found.append(file.fileName());
    }
    return found;
}

} // namespace Workbench::Test
