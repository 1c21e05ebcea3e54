// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/commandrun.h"

#include <QFile>
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

    //! Loads all definitions. Returns the name of the first one that cannot be read, or an empty string.
    QString loadAll()
    {
        using namespace Qt::StringLiterals;
        QFile file(u"" SOURCE_DIR "/resources/cli.schema.json"_s);
        if (!file.open(QIODevice::ReadOnly))
            return file.fileName();
        const Json definitions = jsonLiteral(file.readAll()).member("$defs"_L1);
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
        return {};
    }

    //! Returns the problem of the output of \a arguments with --json; empty if it is valid.
    QString misfitOf(const QStringList &arguments)
    {
        using namespace Qt::StringLiterals;
        const QString command = arguments.first();
        // Our options must come before the command of a source.
        QStringList line = arguments;
        line.insert(1, u"--json"_s);
        const CommandResult result = m_run(line);
        if (result.crashed)
            return u"it did not end"_s;
        const QByteArrayList lines = result.out.trimmed().split('\n');
        if (result.out.isEmpty()) {
            const QByteArray last = result.err.trimmed().split('\n').last();
            return result.exitCode == 0 ? u"it printed nothing"_s : misfit(last, {u"failure"_s});
        }
        if (arguments.contains(u"--data"_s) || arguments.contains(u"--normalised"_s))
            return parseJson(result.out) ? QString() : u"no JSON"_s;
        if (command == "subscribe"_L1) {
            for (const QByteArray &item : lines.first(lines.size() - 1)) {
                if (const QString wrong = misfit(item, {command}); !wrong.isEmpty())
                    return wrong;
            }
            return misfit(lines.last(), {u"subscribeEnd"_s, u"failure"_s});
        }
        const QString answer = arguments.contains(u"--connect"_s) ? command + u"Connect"_s : command;
        for (const QByteArray &one : lines) {
            if (const QString wrong = misfit(one, {answer, u"failure"_s}); !wrong.isEmpty())
                return wrong;
        }
        return {};
    }

    //! Returns the problem of \a printed, which must match one of \a definitions; empty if it does.
    QString misfit(const QByteArray &printed, const QStringList &definitions) const
    {
        using namespace Qt::StringLiterals;
        const Result<Json> value = parseJson(printed);
        QString why = value ? u"no definition"_s : value.error().message;
        for (const QString &name : value ? definitions : QStringList()) {
            const ValidationReport report = m_definitions.value(name).validate(*value);
            if (report.verdict == ValidationReport::Verdict::Valid)
                return {};
            if (!report.errors.isEmpty())
                why = u"%1%2: %3"_s.arg(name, report.errors.first().pointer, report.errors.first().message);
        }
        return why + u" in " + QString::fromUtf8(printed.left(2000));
    }

private:
    const CommandRun &m_run;
    QHash<QString, Schema> m_definitions;
};

} // namespace Workbench::Test
