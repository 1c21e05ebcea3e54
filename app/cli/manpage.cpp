// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/arguments.h"
#include "app/cli/completion.h"
#include "app/cli/exitcode.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

// Text that every troff leaves as it is.
QString plain(QString text)
{
    text.replace(u'\\', u"\\e"_s).replace(u'-', u"\\-"_s).replace(u'…', u"..."_s);
    return text.startsWith(u'.') || text.startsWith(u'\'') ? QString(u"\\&"_s + text) : text;
}

QString optionText(const OptionSpec &option)
{
    QString text = u".TP\n.B "_s + plain(u"--"_s + option.name);
    if (!option.value.isEmpty())
        text += u" \\fI"_s + plain(option.value) + u"\\fR";
    return text + u'\n' + plain(option.help) + u".\n";
}

QString commandText(const CommandSpec &command)
{
    QString text = u".SS "_s + plain(command.name) + u"\n.B "
        + plain(QString(u"envelope " + command.name + u' ' + command.synopsis).trimmed()) + u"\n.PP\n"
        + plain(command.summary) + u".\n";
    for (const OptionSpec &option : optionsOf(command))
        text += optionText(option);
    text += u".PP\n.nf\n"_s;
    for (const QString &example : command.examples)
        text += plain(example) + u'\n';
    return text + u".fi\n";
}

} // namespace

QString manPage()
{
    QString text = u".TH ENVELOPE 1 \"\" \"envelope %1\" \"User Commands\"\n"_s.arg(
        QCoreApplication::applicationVersion());
    text +=
        u".SH NAME\nenvelope \\- invoke operations of MCP servers, OpenAPI services and hubs, and look at "
        "their envelopes\n"_s;
    text +=
        u".SH SYNOPSIS\n.B envelope\n.I COMMAND\n[\\fIOPTION\\fR...] [\\fB\\-\\-\\fR \\fICOMMAND ARG\\fR...]\n"_s;
    text +=
        u".SH DESCRIPTION\nThe workbench without a window: results on stdout, everything else on stderr.\n"_s;
    text += u".PP\n.I SOURCE\nis one of:\n"_s;
    for (const SourceForm &form : sourceForms())
        text += u".TP\n.B "_s + plain(form.text) + u'\n' + plain(form.means) + u".\n";
    text += u".PP\n\\fIKEY\\fB=\\fIVALUE\\fR is a member of the input, read as its schema says\n"
            "(\\fIKEY\\fB=@\\fIFILE\\fR where it takes a file); \\fIKEY\\fB:=\\fIJSON\\fR is exactly that "
            "JSON.\n.SH COMMANDS\n"_s;
    for (const CommandSpec &command : commands())
        text += commandText(command);
    text += u".SH OPTIONS\nEvery command takes these.\n"_s;
    for (const OptionSpec &option : commonOptions())
        text += optionText(option);
    text += u".SH EXIT STATUS\n.TP\n.B 0\nok.\n.TP\n.B 130\ninterrupted, after the call was cancelled and "
            "programs were stopped.\n.PP\nAn error has the exit status of its class. With \\fB\\-\\-json\\fR "
            "it is\n"
            "\\fB{\"error\": {\"code\", \"message\", \"details\", \"reason\", \"detail\"}}\\fR; the code is "
            "the peer's own\n"
            "or that of the class:\n"_s;
    for (const ErrorClass &one : errorClasses())
        text += u".TP\n.B %1 %2\n%3.\n"_s.arg(
            QString::number(one.exitCode), QString(one.code), plain(QString(one.help)));
    text += u".SH FILES\n.TP\n.I *.workspace.json\nthe workspace, when there is exactly one in the working "
            u"directory "
            "and no \\fB\\-\\-workspace\\fR.\n"_s;
    return text;
}

} // namespace Workbench::Cli
