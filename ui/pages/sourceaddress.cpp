// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/sourceaddress.h"

#include "core/base/visibletext.h"
#include "core/json/jsontexts.h"
#include "core/secrets/knownsecrets.h"
#include "core/secrets/redactedjson.h"
#include "core/secrets/redaction.h"
#include "core/secrets/secretsintext.h"

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

//! Returns \a arguments with the values of secret options hidden: "--token=•••", "--token •••".
QStringList shownArguments(const QStringList &arguments)
{
    QStringList shown;
    bool isSecret = false; // the argument is the value of a secret option
    for (const QString &argument : arguments) {
        if (std::exchange(isSecret, false)) {
            shown.append(QString::fromUtf8(hiddenHeaderValue));
            continue;
        }
        const qsizetype sign = argument.indexOf(u'=');
        QString name = argument.first(sign < 0 ? argument.size() : sign);
        while (name.startsWith(u'-'))
            name.remove(0, 1);
        const bool isNamed = (argument.startsWith(u'-') || sign > 0) && isSecretKey(name);
        isSecret = isNamed && sign < 0;
        if (isNamed && sign >= 0) {
            shown.append(argument.first(sign + 1) + QString::fromUtf8(hiddenHeaderValue));
            continue;
        }
        const QString named = withPlaceholders(argument, namedSecrets(argument));
        shown.append(withPlaceholders(named, suspectedSecrets(named, name)));
    }
    return shown;
}

} // namespace

QString addressOf(const Source &source, const KnownSecrets &secrets)
{
    const Json settings = secrets.hidden(redactedJson(source.settings));
    if (const QString command = settings.member("command"_L1).toString(); !command.isEmpty()) {
        TrustFacts facts;
        facts.program = command;
        facts.arguments = shownArguments(textsOf(settings.member("args"_L1)));
        return facts.commandLine();
    }
    for (const QLatin1StringView member : {"url"_L1, "document"_L1, "path"_L1}) {
        if (const QString address = settings.member(member).toString(); !address.isEmpty())
            return visibleText(address);
    }
    return {};
}

} // namespace Workbench::Ui
