// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDirIterator>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QStringList>
#include <QTimer>

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

namespace Workbench::Test {

//! The costs of one run of a command. The system counts the memory of the measuring process into the peak of
//! the process that it starts, so the measuring process must stay small.
struct Measured {
    int exitCode = -1; //!< negative: the command did not exit by itself
    double seconds = 0;
    double processorSeconds = 0;
    double megabytes = 0; //!< the peak of the resident memory
    QString path; //!< the path of the file with the output

    QByteArray output() const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    qint64 printed() const { return QFileInfo(path).size(); }
};

//! A command over a description of a service.
struct MeasuredCommand {
    QString name;
    QStringList arguments;
    QByteArray says = {}; //!< if not empty, the command is ended once it prints this
};

//! Runs \a program with \a home as its home folder, while servers in this process can answer.
inline Measured measured(const QString &program, const MeasuredCommand &command, const QString &home)
{
    Measured result;
    result.path = home + QStringLiteral("/out");
    QList<QByteArray> words{program.toUtf8()};
    for (const QString &argument : command.arguments)
        words.append(argument.toUtf8());
    std::vector<char *> argv;
    for (QByteArray &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    for (const char *name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
        qputenv(name, home.toUtf8());
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(
        &actions, STDOUT_FILENO, result.path.toUtf8().constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = 0;
    QElapsedTimer clock;
    clock.start();
    const int failed = posix_spawn(&process, argv.front(), &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        return result;
    int status = 0;
    rusage usage{};
    bool isTold = command.says.isEmpty();
    bool isOver = false;
    // An event loop serves the process at once, while QTest::qWaitFor() sleeps for 10 ms after each turn.
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (!isTold && result.output().contains(command.says)) {
            isTold = true;
            ::kill(process, SIGTERM);
        }
        isOver = ::wait4(process, &status, WNOHANG, &usage) == process;
        if (isOver)
            loop.quit();
    });
    poll.start(5);
    QTimer::singleShot(300'000, &loop, &QEventLoop::quit);
    loop.exec();
    if (!isOver) {
        ::kill(process, SIGKILL);
        ::wait4(process, &status, 0, &usage);
    }
    result.seconds = double(clock.elapsed()) / 1e3;
    result.exitCode = isOver && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.processorSeconds = double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    result.megabytes = double(usage.ru_maxrss) / 1024;
    return result;
}

//! Returns the commands whose memory is limited by the size of the document at \a path. They call \a
//! operation at the server \a to, and record below \a home.
inline QList<MeasuredCommand> commandsOver(
    const QString &path, const QString &operation, const QString &to, const QString &home)
{
    using namespace Qt::StringLiterals;
    const QString fixtures = home + u"/fixtures-"_s + QFileInfo(path).fileName();
    return {
        {u"list --json"_s, {u"list"_s, path, u"--json"_s}},
        {u"list"_s, {u"list"_s, path}},
        {u"describe"_s, {u"describe"_s, path, operation}},
        {u"describe --json"_s, {u"describe"_s, path, operation, u"--json"_s}},
        {u"check"_s, {u"check"_s, path, u"--server"_s, to}},
        {u"record"_s,
            {u"record"_s, path, operation, u"--to"_s, fixtures, u"--server"_s, to, u"--accept-findings"_s,
                u"--send-invalid"_s, u"--input"_s, u"{}"_s}},
        {u"verify"_s, {u"verify"_s, fixtures, path, u"--server"_s, to, u"--allow-mutations"_s}},
        {u"serve"_s, {u"serve"_s, path, u"--as"_s, u"hub"_s, u"--port"_s, u"0"_s, u"--json"_s}, "\n"},
    };
}

//! Returns the size of the document at \a path in megabytes; an index counts with all files beside and below
//! it.
inline double megabytesOf(const QString &path)
{
    constexpr double megabyte = 1024 * 1024;
    const QFileInfo document(path);
    if (!document.fileName().startsWith(QLatin1StringView("index")))
        return double(document.size()) / megabyte;
    qint64 bytes = 0;
    for (QDirIterator files(document.path(), QDir::Files, QDirIterator::Subdirectories); files.hasNext();)
        bytes += files.nextFileInfo().size();
    return double(bytes) / megabyte;
}

//! Returns the most memory that a command over a document of \a size megabytes may use, in megabytes.
inline double mostMegabytes(double size)
{
    return 12 * size + 60;
}

} // namespace Workbench::Test
