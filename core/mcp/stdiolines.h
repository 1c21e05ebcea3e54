// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

namespace Workbench {

//! Reads and writes lines over stdin and stdout without blocking. A program may have only one.
class StdioLines : public QObject {
    Q_OBJECT
public:
    //! A line longer than \a maxLine bytes ends the input.
    explicit StdioLines(qint64 maxLine, QObject *parent = nullptr);

    void start() { m_reader.setEnabled(true); }
    //! Sends \a line, which has no newline, and a newline.
    void send(const QByteArray &line) { sendRaw(line + '\n'); }
    //! Sends \a bytes without a newline, for example half a line before the end.
    void sendRaw(const QByteArray &bytes);
    bool isIdle() const { return m_output.isEmpty(); } //!< Returns whether all output is written.
    bool hasFailed() const { return m_hasFailed; } //!< Returns whether the reader of stdout has gone away.

Q_SIGNALS:
    void line(const QByteArray &line); //!< Emitted for each line of stdin, without its newline.
    void tooLong(); //!< Emitted when a line is too long. inputEnded() follows.
    void inputEnded();
    void idle(); //!< Emitted when isIdle() became true.
    void failed(); //!< Emitted when hasFailed() became true.

private:
    void read();
    void write();
    void endInput();

    qint64 m_maxLine;
    QSocketNotifier m_reader;
    QSocketNotifier m_writer;
    QByteArray m_input;
    QByteArray m_output;
    qsizetype m_written = 0; //!< written bytes of m_output
    bool m_hasFailed = false;
};

} // namespace Workbench
