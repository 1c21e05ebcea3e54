// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/cli/arguments.h"
#include "app/cli/exitcode.h"
#include "app/cli/printedjson.h"
#include "core/base/limits.h"
#include "core/envelope/pipeline/outcome.h"

namespace Workbench::Cli {

//! The options of the command line on which it depends which option helps against an error.
struct GivenOptions {
    Limits limits;
    bool hasTimeout;
    QStringList limitKeys; //!< that --limit sets
    bool hasCommand;
};

//! Writes results to stdout and everything else to stderr. Control characters from peers are made visible on
//! a terminal and are always escaped in JSON. Colours and progress appear only on terminals. A closed pipe
//! ends the output without a message.
class Output {
public:
    explicit Output(const Arguments &arguments);

    bool isJson() const { return m_json; }
    //! Writes readable text and a line end to stdout. Lines after the first are indented.
    void line(const QString &text);
    //! Writes a JSON value to stdout: indented on a terminal or without --json, otherwise on one line.
    void json(const Json &value);
    //! Writes a JSON value to stdout, always on one line.
    void jsonLine(const Json &value);
    //! Writes a value to stdout: text as raw() prints it, any other value as JSON, nothing for an absent
    //! value. With --json the output is always JSON, and null for an absent value.
    void value(const Json &value);
    //! Writes bytes unchanged if stdout is not a terminal or --raw is given. Otherwise writes them as visible
    //! text.
    void raw(const QByteArray &bytes);
    //! Writes rows with aligned columns to stdout. The first row is the header. A line break in a cell is
    //! written as an escape. Cells are cut only on a terminal, to its width.
    void table(const QList<QStringList> &rows);

    //! Writes a note to stderr, unless --quiet is given. Lines after the first are indented.
    void note(const QString &text);
    //! Writes text to stderr, even with --quiet. Lines after the first are indented.
    void explain(const QString &text);
    //! Writes \a start, which is visible text, and the error to stderr, even with --quiet and --json: the
    //! sentence of the error, its other lines, and with --verbose also its detail and the remarks.
    void explain(const QString &start, const Error &error);
    //! Writes a line of --trace to stderr, even with --quiet.
    void trace(const QString &text);
    //! Writes a warning to stderr, unless --quiet is given.
    void warning(const Warning &warning);
    //! Writes one line per change to stderr, which starts with its mark. After \a most lines, writes the
    //! number of remaining changes.
    void changes(const QList<Change> &changes, qint64 most);
    //! Shows progress if stderr is a terminal. The next output overwrites it.
    void progress(const QString &text);

    //! Keeps a remark about a source, which is one line. showRemarks() writes it, and so does fail() with
    //! --verbose.
    void addRemark(const QString &text);
    //! Writes the first remarks to stderr and the number of the others, and clears them.
    void showRemarks();

    //! Writes the error and returns its exit code. The error is one line, and with --verbose also its detail
    //! and the remarks. With --json it is an object, on stdout if the peer answered (exit code 1), otherwise
    //! on stderr. \a exchange may be absent. Empty \a diagnostics are omitted.
    int fail(const Error &error, const Json &exchange = {}, const Json &diagnostics = {});

    //! Returns the exit code of an interrupted command. With --json, writes an error first, because a script
    //! always gets an object. Otherwise writes nothing: the user has interrupted the command.
    int interrupted();

    //! Returns what fail() writes about \a error on its first line: what happened, and the option that helps.
    QString sentenceOf(const Error &error) const;

    //! Returns whether the reader of stdout has closed it.
    bool isClosed() const { return m_closed; }
    //! Returns whether results were lost for another reason, for example a full disk.
    bool hasLost() const { return !m_lost.isEmpty(); }
    //! Writes the error for lost results and returns its exit code.
    int failLost();

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
    bool m_hasManyResults; // each result is a line of JSON, even on a terminal
    bool m_quiet;
    bool m_verbose;
    bool m_raw;
    bool m_outTerminal;
    bool m_errTerminal;
    bool m_outColor;
    bool m_errColor;
    GivenOptions m_given;
    bool m_closed = false;
    QString m_lost; // the reason of lost results; empty if none were lost
    bool m_progressShown = false;
    QStringList m_remarks;
    qsizetype m_moreRemarks = 0; // the number of remarks that were not kept
};

} // namespace Workbench::Cli
