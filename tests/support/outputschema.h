// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/commandrun.h"

#include <QFile>
#include <QHash>
#include <QTest>

namespace Workbench::Test {

//! Checks the output of commands with \c --json against the definitions of \c resources/cli.schema.json.
class OutputSchema {
public:
    explicit OutputSchema(const CommandRun &run)
        : m_run(run)
    {
    }

    //! Returns the commands that end by themselves and whose output has a definition with the name of the
    //! command.
    static QStringList commands()
    {
        using namespace Qt::StringLiterals;
        return {u"list"_s, u"describe"_s, u"call"_s, u"subscribe"_s, u"request"_s, u"inspect"_s, u"check"_s,
            u"record"_s, u"verify"_s, u"compare"_s, u"validate"_s, u"cast"_s, u"limits"_s};
    }

    //! Returns the names of the definitions of whole outputs, which the root of the file lists.
    const QStringList &outputs() const { return m_outputs; }

    //! Loads all definitions. Returns the name of the first one that cannot be read, or an empty string.
    QString loadAll()
    {
        using namespace Qt::StringLiterals;
        QFile file(u"" SOURCE_DIR "/resources/cli.schema.json"_s);
        if (!file.open(QIODevice::ReadOnly))
            return file.fileName();
        const Json schema = jsonLiteral(file.readAll());
        const Json definitions = schema.member("$defs"_L1);
        SchemaOptions options;
        options.limits.schemaCompileMs = 60'000; // sanitizers on a busy machine take longer than the default
        for (const auto definition : definitions.members()) {
            const QString name = definition.key();
            const Result<Schema> compiled = Schema::compile(
                Json::object(
                    {{u"$ref"_s, Json::string(QString(u"#/$defs/"_s + name))}, {u"$defs"_s, definitions}}),
                options);
            if (!compiled)
                return name;
            m_definitions.insert(name, *compiled);
        }
        const Result<Schema> whole = Schema::compile(schema, options);
        if (!whole)
            return file.fileName();
        m_definitions.insert(QString(), *whole);
        for (const Json &one : schema.member("anyOf"_L1).items())
            m_outputs.append(one.member("$ref"_L1).toString().section(u'/', -1));
        return {};
    }

    //! What a command has to print.
    enum class Expected : quint8 {
        Result, //!< what its definition describes, with any exit code
        Failure, //!< an error, with the exit code of the error
        Either
    };

    //! Returns the problem of the output of \a arguments with --json; empty if its definition accepts it and
    //! it is what the test expects.
    QString misfitOf(
        const QStringList &arguments, Expected expected = Expected::Result, const QByteArray &input = {})
    {
        using namespace Qt::StringLiterals;
        // Our options must come before the command of a source.
        QStringList line = arguments;
        line.insert(1, u"--json"_s);
        const CommandResult result = m_run(line, input);
        if (result.crashed)
            return u"it did not end"_s;
        const bool isOnStdout = !result.out.isEmpty();
        const bool isData = arguments.contains(u"--data"_s) || arguments.contains(u"--normalised"_s);
        const QByteArrayList lines = isOnStdout ? result.out.trimmed().split('\n') : failuresIn(result.err);
        if (lines.isEmpty())
            return u"it printed no JSON, exit code %1: %2"_s.arg(result.exitCode)
                .arg(QString::fromUtf8(result.err));
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QByteArray &one = lines.at(i);
            const bool isFailure =
                !isOnStdout || expected == Expected::Failure || (!isData && one.startsWith(failureStart));
            if (isFailure && expected == Expected::Result)
                return u"it failed: "_s + QString::fromUtf8(one);
            const QString wrong = isFailure ? failureMisfit(one, result.exitCode, isOnStdout)
                : isData                    ? dataMisfit(one)
                                            : misfit(one, formsOf(arguments, i + 1 == lines.size()));
            if (!wrong.isEmpty())
                return wrong;
        }
        return {};
    }

    //! Returns the failures among the lines of \a err, which also holds notes.
    static QByteArrayList failuresIn(const QByteArray &err)
    {
        QByteArrayList failures;
        for (const QByteArray &line : err.split('\n')) {
            if (line.startsWith(failureStart))
                failures.append(line);
        }
        return failures;
    }

    //! Returns the problem of \a printed, which must match one of \a definitions; empty if it does. The
    //! definition with an empty name is the whole file.
    QString misfit(const QByteArray &printed, const QStringList &definitions) const
    {
        using namespace Qt::StringLiterals;
        const Result<Json> value = parseJson(printed);
        QString why = value ? u"no definition"_s : value.error().message;
        for (const QString &name : value ? definitions : QStringList()) {
            const auto found = m_definitions.constFind(name);
            if (found == m_definitions.cend())
                return u"the file has no definition "_s + name;
            const ValidationReport report = found->validate(*value);
            if (report.verdict == ValidationReport::Verdict::Valid)
                return {};
            if (!report.errors.isEmpty())
                why = u"%1%2: %3"_s.arg(name, report.errors.first().pointer, report.errors.first().message);
        }
        return why + u" in " + QString::fromUtf8(printed.left(2000));
    }

private:
    static constexpr QByteArrayView failureStart{"{\"error\":{"};

    //! Returns the names of the definitions for a line of the output of \a arguments.
    static QStringList formsOf(const QStringList &arguments, bool isLast)
    {
        using namespace Qt::StringLiterals;
        const QString &command = arguments.first();
        if (command == "subscribe"_L1)
            return {isLast ? u"subscribeEnd"_s : command};
        if (arguments.contains(u"--connect"_s))
            return {u"checkConnect"_s};
        return arguments.contains(u"--batch"_s) ? QStringList{command, u"batchError"_s}
                                                : QStringList{command};
    }

    static QString dataMisfit(const QByteArray &printed)
    {
        return parseJson(printed) ? QString() : QStringLiteral("no JSON");
    }

    QString failureMisfit(const QByteArray &printed, int exitCode, bool isOnStdout) const
    {
        using namespace Qt::StringLiterals;
        static const QHash<QString, int> codes{{u"USAGE_ERROR"_s, 2}, {u"STORAGE_ERROR"_s, 2},
            {u"TRANSPORT_ERROR"_s, 3}, {u"TIMEOUT"_s, 4}, {u"PROTOCOL_ERROR"_s, 5}, {u"LIMIT_EXCEEDED"_s, 6},
            {u"VALIDATION_ERROR"_s, 7}, {u"TRUST_REQUIRED"_s, 8}, {u"ABORTED"_s, 130}};
        if (const QString wrong = misfit(printed, {u"failure"_s}); !wrong.isEmpty())
            return wrong;
        const QString code = jsonLiteral(printed).member("error"_L1).member("code"_L1).toString();
        // An error on stdout is the peer's own, whatever its code is.
        if (exitCode == 0 || exitCode != (isOnStdout ? 1 : codes.value(code, exitCode)))
            return u"exit code %1 with %2"_s.arg(QString::number(exitCode), QString::fromUtf8(printed));
        return {};
    }

    const CommandRun &m_run;
    QHash<QString, Schema> m_definitions; // the whole file has an empty name
    QStringList m_outputs;
};

} // namespace Workbench::Test
