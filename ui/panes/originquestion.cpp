// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/originquestion.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/session/sessions.h"
#include "ui/panes/askbar.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

QString redirectQuestion(const Error &error)
{
    const QString wanted = error.details.member("wanted"_L1).toString();
    const QString from = error.details.member("redirectedFrom"_L1).toString();
    if (error.code != "http.privatePeer"_L1 || wanted.isEmpty() || from.isEmpty())
        return {};
    return AskBar::tr("%1 redirects to %2, which is not a public address. Allow it, with the headers and "
                      "credentials of the source?")
        .arg(visibleText(from, false, 200), visibleText(wanted, false, 200));
}

bool confirmOrigin(Sessions *sessions, const Source &asked, const QString &origin)
{
    const Source *now = sessions->source(asked.name);
    if (!now || *now != asked)
        return false; // the question was about another state of the source
    Source source = *now;
    QList<Json> origins;
    for (const Json &confirmed : source.settings.member("origins"_L1).items())
        origins.append(confirmed);
    origins.append(Json::string(origin));
    source.settings = withMember(source.settings, u"origins", Json::array(origins));
    return sessions->replaceSource(source.name, source).has_value();
}

} // namespace Workbench::Ui
