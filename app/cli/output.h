// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/exitcode.h"
#include "app/cli/jsontext.h"
#include "core/envelope/outcome.h"

namespace Workbench::Cli {

//! Results on stdout, everything else on stderr, each in its manners: control characters from peers are made
//! visible on a terminal and escaped in JSON always; colours and progress on terminals only; a closed pipe
//! ends things quietly.
class Output {
public:
    explicit Output(const Arguments &arguments);

    bool isJson() const { return m_json; }
    //! Text for a person on stdout.
    void line(const QString &text);
    //! A JSON value on stdout: indented on a terminal and without --json, else on one line.
    void json(const Json &value);
    void jsonLine(const Json &value); //!< always one line
    //! A value on stdout for a person or a pipe: text as raw() prints it, anything else as JSON, nothing if
    //! it is absent. With --json always JSON, and null if it is absent.
    void value(const Json &value);
    //! Bytes as they are, when stdout is no terminal or with --raw; made visible otherwise.
    void raw(const QByteArray &bytes);
    //! Rows with aligned columns; the first row is the head. Cut only to a terminal's width.
    void table(const QList<QStringList> &rows);

    void note(const QString &text); //!< on stderr, unless --quiet
    void explain(const QString &text); //!< on stderr, also with --quiet
    void trace(const QString &text); //!< on stderr, also with --quiet
    void warning(const Warning &warning); //!< on stderr
    //! On stderr, a line each that starts with its mark; of more than \a most the rest is counted.
    void changes(const QList<Change> &changes, qint64 most);
    void progress(const QString &text); //!< on a terminal's stderr only; overwritten by what follows

    //! Keeps something odd about a source, for showRemarks() and for an error's --verbose.
    void addRemark(const QString &text);
    void showRemarks();

    //! Prints the error and returns its exit code: one line, and with --verbose its detail and the remarks;
    //! with --json an object, on stdout if the peer answered (exit code 1), else on stderr. \a exchange may
    //! be absent; \a diagnostics is left out when it is empty.
    int fail(const Error &error, const Json &exchange = {}, const Json &diagnostics = {});

    //! Whether the reader of stdout has gone.
    bool isClosed() const { return m_closed; }
    //! Whether results were lost for another reason, a full disk for example.
    bool hasLost() const { return !m_lost.isEmpty(); }
    int failLost(); //!< says so; as fail()

private:
    enum class Tint : quint8 { Plain, Dim, Red, Yellow, Green, Blue, Magenta };
    void change(const Change &change);
    void tell(QStringView word, Tint tint, const QString &pointer, const QString &message,
        const QString &schemaLocation);
    QString tinted(const QString &text, Tint tint, bool onStderr) const;
    void write(const QByteArray &bytes);
    void writeError(const QByteArray &bytes);
    void clearProgress();

    bool m_json;
    bool m_hasManyResults; // each is a line of JSON, also on a terminal
    bool m_quiet;
    bool m_verbose;
    bool m_raw;
    bool m_outTerminal;
    bool m_errTerminal;
    bool m_outColor;
    bool m_errColor;
    bool m_closed = false;
    QString m_lost; // why
    bool m_progressShown = false;
    QStringList m_remarks;
    qsizetype m_moreRemarks = 0; // not kept
};

} // namespace Workbench::Cli
