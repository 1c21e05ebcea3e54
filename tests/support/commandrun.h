// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace Workbench::Test {

//! What a finished program left behind.
struct CommandResult {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
    bool crashed = false;
};

//! Runs the built `envelope` with a home of its own, so that nothing of the user's is read or written.
class CommandRun {
public:
    explicit CommandRun(QString program)
        : m_program(std::move(program))
    {
    }

    QString home() const { return m_home.path(); }

    void prepare(QProcess &process) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            environment.insert(
                QString::fromLatin1(name), m_home.filePath(QString::fromLatin1(name).toLower()));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_home.path());
        process.setProgram(m_program);
    }

    CommandResult operator()(
        const QStringList &arguments, const QByteArray &input = {}, int timeoutMs = 60'000) const
    {
        QProcess process;
        prepare(process);
        process.setArguments(arguments);
        process.start();
        process.write(input);
        process.closeWriteChannel();
        CommandResult result;
        if (!process.waitForFinished(timeoutMs)) {
            process.kill();
            process.waitForFinished();
            result.crashed = true;
        }
        result.exitCode = process.exitCode();
        result.crashed = result.crashed || process.exitStatus() == QProcess::CrashExit;
        result.out = process.readAllStandardOutput();
        result.err = process.readAllStandardError();
        return result;
    }

private:
    QString m_program;
    QTemporaryDir m_home;
};

} // namespace Workbench::Test
