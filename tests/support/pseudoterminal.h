// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <vector>

namespace Workbench::Test {

//! Runs a program with a terminal as stdin, stdout and stderr.
class PseudoTerminal {
public:
    //! Starts the program, environment and working directory of \a like with \a arguments.
    PseudoTerminal(const QProcess &like, const QStringList &arguments, int columns = 80)
    {
        std::vector<QByteArray> words{QFile::encodeName(like.program())};
        for (const QString &argument : arguments)
            words.push_back(argument.toLocal8Bit());
        std::vector<QByteArray> variables;
        for (const QString &variable : like.processEnvironment().toStringList())
            variables.push_back(variable.toLocal8Bit());
        const auto pointers = [](std::vector<QByteArray> &texts) {
            std::vector<char *> all;
            for (QByteArray &text : texts)
                all.push_back(text.data());
            all.push_back(nullptr);
            return all;
        };
        const std::vector<char *> argv = pointers(words);
        const std::vector<char *> environment = pointers(variables);
        const QByteArray folder = QFile::encodeName(like.workingDirectory());
        winsize size{};
        size.ws_col = static_cast<unsigned short>(columns);
        size.ws_row = 24;
        m_child = ::forkpty(&m_master, nullptr, nullptr, &size);
        if (m_child == 0) {
            if (::chdir(folder.constData()) == 0)
                ::execve(argv.front(), argv.data(), environment.data());
            ::_exit(126);
        }
    }
    ~PseudoTerminal()
    {
        if (m_child > 0 && !m_isOver) {
            ::kill(m_child, SIGKILL);
            ::waitpid(m_child, nullptr, 0);
        }
        ::close(m_master);
    }
    Q_DISABLE_COPY_MOVE(PseudoTerminal)

    void type(const QByteArray &keys)
    {
        [[maybe_unused]] const ssize_t count = ::write(m_master, keys.constData(), size_t(keys.size()));
    }
    bool showsWhatIsTyped() const
    {
        termios settings{};
        return ::tcgetattr(m_master, &settings) != 0 || (settings.c_lflag & tcflag_t(ECHO)) != 0;
    }
    //! Runs the event loop until the program has shown \a text. Returns false if it does not.
    bool waitFor(const QByteArray &text, int milliseconds = patience)
    {
        return QTest::qWaitFor([&] { return readSome(), m_out.contains(text); }, milliseconds);
    }
    //! Returns the exit code, -1 if the program does not end, or 128 and more if a signal ended it.
    int waitForEnd(int milliseconds = patience)
    {
        int status = 0;
        const bool ended = QTest::qWaitFor(
            [&] {
                readSome();
                m_isOver = m_isOver || ::waitpid(m_child, &status, WNOHANG) == m_child;
                return m_isOver;
            },
            milliseconds);
        readSome();
        if (!ended)
            return -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    QByteArray out() const { return m_out; } //!< the whole output

private:
    void readSome()
    {
        pollfd waiting{m_master, POLLIN, 0};
        while (::poll(&waiting, 1, 0) > 0 && (waiting.revents & POLLIN) != 0) {
            char buffer[4096];
            const ssize_t count = ::read(m_master, buffer, sizeof buffer);
            if (count <= 0)
                return;
            m_out.append(buffer, count);
        }
    }

    int m_master = -1;
    pid_t m_child = -1;
    bool m_isOver = false;
    QByteArray m_out;
};

} // namespace Workbench::Test
