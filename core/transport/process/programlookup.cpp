// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/programlookup.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/transport/process/processtransport.h"

#include <QDir>
#include <QFileInfo>
#include <QProcessEnvironment>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> notStarted(
    const QString &message, const QString &detail = {}, const QString &setting = {})
{
    const Error error{ErrorKind::Network, u"child.notStarted"_s, message, detail, {}};
    return std::unexpected(setting.isEmpty() ? error : advisingSetting(error, setting));
}

QString searchPath(const QStringList &environment)
{
    for (const QString &entry : environment) {
        if (entry.startsWith("PATH="_L1))
            return entry.sliced(5);
    }
    return u"/usr/local/bin:/usr/bin:/bin"_s;
}

Result<QString> checkedFile(const QString &shown, const QString &path)
{
    const QFileInfo file(path);
    if (!file.exists() && shown.contains(u' '))
        return notStarted(
            u"There is no program at %1. If this is a program with its arguments, enter each argument "
            "separately."_s.arg(shown));
    if (!file.exists())
        return notStarted(u"There is no program at %1. Check the path of the command."_s.arg(shown));
    if (file.isDir())
        return notStarted(u"%1 is a folder, not a program. Name the program inside it."_s.arg(shown));
    if (!file.isExecutable())
        return notStarted(
            u"%1 may not be executed. Make it executable (chmod +x), or name the interpreter as the program "
            "and this file as its first argument."_s.arg(shown));
    return path;
}

} // namespace

QStringList childEnvironment(const QList<std::pair<QString, QString>> &additions)
{
    static const QStringList inherited{
        u"HOME"_s, u"LOGNAME"_s, u"PATH"_s, u"SHELL"_s, u"TERM"_s, u"USER"_s, u"LANG"_s, u"TMPDIR"_s};
    const QProcessEnvironment ours = QProcessEnvironment::systemEnvironment();
    QStringList names;
    QHash<QString, QString> values;
    const auto set = [&](const QString &name, const QString &value) {
        if (!values.contains(name))
            names.append(name);
        values.insert(name, value);
    };
    QStringList candidates = ours.keys();
    candidates.sort();
    for (const QString &name : std::as_const(candidates)) {
        if (!inherited.contains(name) && !name.startsWith("LC_"_L1))
            continue;
        const QString value = ours.value(name);
        if (!value.startsWith("()"_L1)) // a shell function, as Bash exports it
            set(name, value);
    }
    for (const auto &[name, value] : additions) {
        const bool isName = !name.isEmpty() && !name.contains(u'=') && !name.contains(QChar::Null);
        if (isName && !value.contains(QChar::Null))
            set(name, value);
    }
    QStringList entries;
    for (const QString &name : std::as_const(names))
        entries.append(QString(name + u'=' + values.value(name)));
    return entries;
}

Result<QString> findProgram(
    const QString &program, const QStringList &environment, const QString &workingDirectory)
{
    const QString shown = u'"' + visibleText(program) + u'"';
    if (program.isEmpty())
        return notStarted(
            u"No program is named for this source. Enter the command that starts the server."_s);
    const QDir base(workingDirectory.isEmpty() ? QDir::currentPath() : workingDirectory);
    if (program.contains(u'/'))
        return checkedFile(shown, base.absoluteFilePath(program));

    const QString path = searchPath(environment);
    std::optional<QString> notExecutable;
    for (const QString &folder : path.split(u':')) {
        const QString candidate =
            base.absoluteFilePath(folder.isEmpty() ? program : QString(folder + u'/' + program));
        const QFileInfo file(candidate);
        if (!file.isFile())
            continue;
        if (file.isExecutable())
            return candidate;
        notExecutable = notExecutable.value_or(candidate);
    }
    if (notExecutable)
        return checkedFile(u'"' + visibleText(*notExecutable) + u'"', *notExecutable);
    if (program.contains(u' '))
        return checkedFile(shown, base.absoluteFilePath(program));
    return notStarted(u"The program %1 was not found. Install it, or give its full path."_s.arg(shown),
        u"PATH searched: %1"_s.arg(visibleText(path)), u"env.PATH"_s);
}

} // namespace Workbench
