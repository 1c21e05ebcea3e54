// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace Workbench::Test {

//! Exit code and output of a finished program.
struct CommandResult {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
    bool crashed = false;
};

//! Runs the built `envelope` with its own home folder, so that it neither reads nor writes files of the user.
class CommandRun {
public:
    explicit CommandRun(QString program)
        : m_program(std::move(program))
    {
    }

    QString home() const { return m_home.path(); }

    //! Sets the environment variable \a name of the program.
    void setVariable(const QString &name, const QString &value) { m_variables.insert(name, value); }

    //! Writes a file below the home folder, which is also the working directory, and returns its path.
    QString write(const QString &name, const QByteArray &content) const
    {
        QFile file(m_home.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write a test file");
        return file.fileName();
    }

    void prepare(QProcess &process) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            environment.insert(
                QString::fromLatin1(name), m_home.filePath(QString::fromLatin1(name).toLower()));
        environment.insert(m_variables);
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_home.path());
        process.setProgram(m_program);
    }

    //! Runs the program to its end. Meanwhile the event loop runs, so that a server of the test can answer.
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
        result.crashed =
            !QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, timeoutMs);
        if (result.crashed)
            process.kill();
        process.waitForFinished();
        result.exitCode = process.exitCode();
        result.crashed = result.crashed || process.exitStatus() == QProcess::CrashExit
            || process.error() == QProcess::FailedToStart;
        result.out = process.readAllStandardOutput();
        result.err = process.readAllStandardError();
        return result;
    }

private:
    QString m_program;
    QProcessEnvironment m_variables;
    QTemporaryDir m_home;
};

} // namespace Workbench::Test
