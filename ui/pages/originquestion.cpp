// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/originquestion.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/session/sessions.h"
#include "ui/panes/askbar.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Returns the origins that the user confirmed for \a source.
QList<Json> originsOf(const Source &source)
{
    QList<Json> origins;
    for (const Json &origin : source.settings.member("origins"_L1).items())
        origins.append(origin);
    return origins;
}

} // namespace

QString redirectQuestion(const Error &error, const Source &source)
{
    const QString wanted = error.details.member("wanted"_L1).toString();
    const QString from = error.details.member("redirectedFrom"_L1).toString();
    if (error.code != "http.privatePeer"_L1 || wanted.isEmpty() || from.isEmpty())
        return {};
    // Whatever is confirmed, a public host may not redirect to itself at an address that is not public.
    if (QUrl(from).host() == QUrl(wanted).host() || originsOf(source).contains(Json::string(wanted)))
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
    QList<Json> origins = originsOf(source);
    const Json added = Json::string(origin);
    if (origins.contains(added))
        return true;
    origins.append(added);
    source.settings = withMember(source.settings, u"origins", Json::array(origins));
    return sessions->replaceSource(source.name, source).has_value();
}

} // namespace Workbench::Ui
