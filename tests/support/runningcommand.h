// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tests/support/commandrun.h"

#include <QTest>

#include <csignal>

namespace Workbench::Test {

//! A program that runs while the test does: `envelope`, or another one in the same environment. The
//! destructor kills it.
class RunningCommand {
public:
    RunningCommand(const CommandRun &run, const QStringList &arguments, const QString &program = {})
    {
        run.prepare(m_process);
        if (!program.isEmpty())
            m_process.setProgram(program);
        m_process.setArguments(arguments);
        m_process.start();
        m_process.waitForStarted();
    }
    ~RunningCommand()
    {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }
    Q_DISABLE_COPY_MOVE(RunningCommand)

    //! Waits for the first whole line on stdout and returns it.
    QByteArray line()
    {
        if (!says("\n"))
            return {};
        return m_out.first(m_out.indexOf('\n') + 1);
    }
    //! Waits until stdout contains \a text \a times. Returns false if it does not within \a patienceMs.
    bool says(const QByteArray &text, qsizetype times = 1, int patienceMs = patience)
    {
        return waits([&] { return standardOutput().count(text) >= times; }, patienceMs);
    }
    bool saysOnError(const QByteArray &text, qsizetype times = 1, int patienceMs = patience)
    {
        return waits([&] { return standardError().count(text) >= times; }, patienceMs);
    }
    bool ended(int patienceMs = patience)
    {
        return waits([&] { return m_process.state() == QProcess::NotRunning; }, patienceMs);
    }
    const QByteArray &standardOutput() { return m_out += m_process.readAllStandardOutput(); }
    const QByteArray &standardError() { return m_err += m_process.readAllStandardError(); }
    int exitCode() const { return m_process.exitCode(); }
    void send(int signal) const
    {
        // kill(0) would signal our whole process group.
        if (const auto process = pid_t(m_process.processId()); process > 0)
            ::kill(process, signal);
    }
    void write(const QByteArray &line)
    {
        m_process.write(line + '\n');
        m_process.waitForBytesWritten();
    }
    void closeInput() { m_process.closeWriteChannel(); }
    qint64 pid() const { return m_process.processId(); }

private:
    template <typename Condition> bool waits(Condition condition, int patienceMs)
    {
        const bool met = QTest::qWaitFor(condition, patienceMs);
        if (!met)
            qWarning("stdout:\n%s\nstderr:\n%s", standardOutput().constData(), standardError().constData());
        return met;
    }

    QProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

//! Waits for the end of \a client, and checks its exit code and that its output, on either stream, contains
//! \a words.
inline void sees(RunningCommand &client, int exitCode, const QByteArrayList &words)
{
    QVERIFY(client.ended());
    const QByteArray said = client.standardOutput() + client.standardError();
    for (const QByteArray &word : words)
        QVERIFY2(said.contains(word), QByteArray("no \"" + word + "\" in: " + said).constData());
    QVERIFY2(client.exitCode() == exitCode,
        QByteArray(QByteArray::number(client.exitCode()) + ": " + said).constData());
}

} // namespace Workbench::Test
