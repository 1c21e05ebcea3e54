// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/sourcecommands.h"

#include "app/cli/input.h"
#include "app/cli/requesttext.h"
#include "core/base/visibletext.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <algorithm>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

QStringList operationRow(const OperationSpec &spec, bool withSource)
{
    const QString about = spec.description.isEmpty() ? spec.title : spec.description;
    const QString name = withSource ? spec.id.toString() : spec.id.name;
    return {name, QString(operationTypeName(spec.type)), spec.kind, about.section(u'\n', 0, 0)};
}

bool matches(const OperationSpec &spec, const QString &type, const QString &filter)
{
    if (!type.isEmpty() && type != operationTypeName(spec.type) && type != spec.kind)
        return false;
    return filter.isEmpty() || spec.id.name.contains(filter, Qt::CaseInsensitive)
        || spec.title.contains(filter, Qt::CaseInsensitive)
        || spec.description.contains(filter, Qt::CaseInsensitive);
}

Error usageError(const QString &sentence)
{
    return Error{ErrorKind::Usage, u"usage"_s, sentence, {}, {}};
}

bool isSettled(SourceState::Phase phase)
{
    return phase == SourceState::Phase::Ready || phase == SourceState::Phase::Degraded
        || phase == SourceState::Phase::Failed;
}

} // namespace

Error withSource(Error error, const QString &name)
{
    if (!error.message.contains(u'"' + name + u'"'))
        error.message.prepend(u"\"%1\": "_s.arg(name));
    return error;
}

SourceCommands::SourceCommands(
    Sessions &sessions, const Arguments &arguments, Output &output, Interrupt &interrupt)
    : m_sessions(sessions)
    , m_arguments(arguments)
    , m_output(output)
    , m_interrupt(interrupt)
{
}

int SourceCommands::run(const QStringList &sourceNames)
{
    if (const int failed = connectAll(sourceNames); failed != ExitCode::Ok)
        return failed;
    if (m_arguments.command == "list"_L1)
        return list(sourceNames);
    if (m_arguments.command == "doctor"_L1)
        return doctor(sourceNames);
    if (m_arguments.command == "verify"_L1)
        return verify(sourceNames);
    if (m_arguments.command == "compare"_L1)
        return compareSources(sourceNames);
    if (m_arguments.command == "record"_L1)
        return record(sourceNames);
    const std::optional<OperationSpec> spec = findOperation(sourceNames);
    if (!spec)
        return ExitCode::Usage;
    if (m_arguments.command == "describe"_L1)
        return describe(*spec);
    if (m_arguments.command == "request"_L1)
        return request(*spec);
    if (m_arguments.command == "subscribe"_L1)
        return subscribe(*spec);
    return call(*spec);
}

int SourceCommands::connectAll(const QStringList &names)
{
    QEventLoop loop;
    const auto check = [&] {
        if (std::ranges::all_of(
                names, [&](const QString &name) { return isSettled(m_sessions.state(name).phase); }))
            loop.quit();
    };
    QObject::connect(&m_sessions, &Sessions::sourceChanged, &loop, check);
    QObject::connect(&m_interrupt, &Interrupt::interrupted, &loop, &QEventLoop::quit);
    for (const QString &name : names) {
        m_output.progress(QCoreApplication::translate("Cli", "connecting to %1 …").arg(name));
        if (m_arguments.has(u"connect-anyway"_s))
            m_sessions.connectAnyway(name);
        else
            m_sessions.connectSource(name);
    }
    QMetaObject::invokeMethod(&loop, check, Qt::QueuedConnection);
    loop.exec();
    if (m_interrupt.happened())
        return ExitCode::Interrupted;
    for (const QString &name : names) {
        const SourceState state = m_sessions.state(name);
        if (state.phase == SourceState::Phase::Failed) {
            Error error = state.error;
            if (error.code == "child.exited"_L1 || error.code == "child.killed"_L1)
                error.message += u" Run the command by itself to see what it lacks."_s;
            if (error.kind == ErrorKind::Trust)
                error.message += error.code == "trust.secrets"_L1 ? u"; give --trust to allow it"_s
                                                                  : u"; give --trust to start it"_s;
            if (state.mayConnectAnyway())
                error.message += u" (--connect-anyway)"_s;
            return m_output.fail(withSource(std::move(error), name));
        }
        if (state.phase == SourceState::Phase::Degraded && state.error.message != state.incompleteReason)
            m_output.note(u"%1: %2"_s.arg(name, state.error.message));
        if (!state.incompleteReason.isEmpty())
            m_output.note(u"%1: the list is incomplete: %2"_s.arg(name, state.incompleteReason));
    }
    return ExitCode::Ok;
}

std::optional<OperationSpec> SourceCommands::findOperation(const QStringList &names)
{
    Result<OperationSpec> found = operationNamed(names, m_arguments.positionals.constFirst());
    if (found)
        return *std::move(found);
    m_output.fail(found.error());
    return {};
}

Result<OperationSpec> SourceCommands::operationNamed(const QStringList &names, const QString &wanted) const
{
    QList<std::shared_ptr<const OperationSpec>> found;
    QStringList similar;
    for (const QString &name : names) {
        for (const auto &spec : m_sessions.operationList(name)) {
            if (spec->id.name == wanted || spec->id.toString() == wanted)
                found += spec;
            else if (similar.size() < 3 && spec->id.name.contains(wanted, Qt::CaseInsensitive))
                similar += spec->id.name;
        }
    }
    if (found.size() == 1)
        return completed(*found.constFirst());
    if (found.isEmpty()) {
        const QString place = m_arguments.source.isEmpty() ? names.join(u", "_s) : m_arguments.source;
        const QString hint = !similar.isEmpty() ? u"is it %1?"_s.arg(similar.join(u", "_s))
            : m_arguments.source.isEmpty()      ? u"envelope list shows what it has"_s
                                                : u"see: envelope list %1"_s.arg(place);
        return std::unexpected(usageError(u"%1 has no operation \"%2\"; %3"_s.arg(place, wanted, hint)));
    }
    QStringList ids;
    for (const auto &spec : std::as_const(found))
        ids += spec->id.toString();
    return std::unexpected(usageError(u"\"%1\" is ambiguous: write %2"_s.arg(wanted, ids.join(u" or "_s))));
}

int SourceCommands::list(const QStringList &names)
{
    const QString type = m_arguments.value(u"type"_s);
    const QString filter = m_arguments.value(u"filter"_s);
    QList<Json> specs;
    QList<QStringList> rows{{u"Operation"_s, u"Type"_s, u"Kind"_s, u"Description"_s}};
    for (const QString &name : names) {
        for (const OperationSpec &spec : m_sessions.operations(name)) {
            if (!matches(spec, type, filter))
                continue;
            if (m_output.isJson())
                specs += Workbench::toJson(spec);
            else
                rows += operationRow(spec, names.size() > 1);
        }
    }
    if (m_output.isJson())
        m_output.json(Json::array(specs));
    else if (rows.size() == 1)
        m_output.note(QCoreApplication::translate("Cli", "no operations"));
    else
        m_output.table(rows);
    return ExitCode::Ok;
}

int SourceCommands::describe(const OperationSpec &spec)
{
    if (m_output.isJson()) {
        m_output.json(Workbench::toJson(spec));
        return ExitCode::Ok;
    }
    m_output.line(u"%1  %2"_s.arg(spec.id.toString(), operationTypeName(spec.type))
        + (spec.tags.isEmpty() ? QString() : QString(u"  ["_s + spec.tags.join(u", "_s) + u']')));
    if (!spec.title.isEmpty())
        m_output.line(spec.title);
    if (!spec.description.isEmpty())
        m_output.line(spec.description);
    m_output.line(u"\ninput schema"_s);
    m_output.json(spec.inputSchema.isAbsent() ? Json::emptyObject() : spec.inputSchema);
    m_output.line(u"\noutput schema"_s);
    if (spec.outputSchema.isAbsent())
        m_output.line(u"none declared: results are not validated"_s);
    else
        m_output.json(spec.outputSchema);
    for (const ErrorDefinition &error : spec.errorSchemas) {
        QString head = u"\nerror "_s + error.code;
        if (error.httpStatus)
            head += u" (HTTP %1)"_s.arg(*error.httpStatus);
        m_output.line(error.description.isEmpty() ? head : QString(head + u": " + error.description));
        if (!error.schema.isAbsent())
            m_output.json(error.schema);
    }
    for (const QString &remark : spec.remarks)
        m_output.note(u"remark: %1"_s.arg(remark));
    return ExitCode::Ok;
}

Result<Json> SourceCommands::input(const OperationSpec &spec) const
{
    return input(spec, m_arguments.positionals.mid(1));
}

Result<Json> SourceCommands::input(const OperationSpec &spec, const QStringList &pairs) const
{
    if (m_arguments.value(u"input"_s) == "-"_L1 && ::isatty(STDIN_FILENO) == 1)
        m_output.note(
            QCoreApplication::translate("Cli", "reading the input from the terminal; Ctrl+D ends it"));
    return inputFromArguments(
        m_arguments, pairs, spec.inputSchema, m_sessions.limits().docBytes, m_interrupt);
}

int SourceCommands::request(const OperationSpec &spec)
{
    const Result<Json> value = input(spec);
    if (!value)
        return m_output.fail(value.error());
    const Result<WirePreview> preview = m_sessions.preview(spec.id, *value);
    if (!preview)
        return m_output.fail(preview.error());
    const Result<QByteArray> text =
        requestText(*preview, m_arguments.value(u"as"_s, m_output.isJson() ? u"json"_s : QString()));
    if (!text)
        return m_output.fail(text.error());
    m_output.raw(*text);
    return ExitCode::Ok;
}

} // namespace Workbench::Cli
