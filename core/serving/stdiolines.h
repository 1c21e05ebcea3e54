// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

namespace Workbench {

//! stdin and stdout as a pair of line streams; nothing blocks. One per program.
class StdioLines : public QObject {
    Q_OBJECT
public:
    //! A line longer than this ends the input.
    explicit StdioLines(qint64 maxLine, QObject *parent = nullptr);

    void start();
    //! One line without its newline.
    void send(const QByteArray &line);
    //! Bytes without a newline: half a line, before the end.
    void sendRaw(const QByteArray &bytes);
    bool isIdle() const { return m_output.isEmpty(); } //!< everything sent has left
    bool hasFailed() const { return m_hasFailed; } //!< the reader of stdout is gone

Q_SIGNALS:
    void line(const QByteArray &line);
    void tooLong(); //!< inputEnded() follows
    void inputEnded();
    void idle(); //!< isIdle() has become true
    void failed();

private:
    void read();
    void write();
    void endInput();

    qint64 m_maxLine;
    QSocketNotifier m_reader;
    QSocketNotifier m_writer;
    QByteArray m_input;
    QByteArray m_output;
    qsizetype m_written = 0; //!< of m_output
    bool m_hasFailed = false;
};

} // namespace Workbench
