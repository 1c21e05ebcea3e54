// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What is asked before an operation is called that may destroy something, and before credentials go to a
// place that nobody confirmed for them.

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/session/sessions.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/httpwords.h"
#include "ui/panes/askbar.h"
#include "ui/panes/operationpage.h"
#include "ui/panes/requestpane.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

void OperationPage::addQuestion()
{
    connect(m_ask, &AskBar::answered, this, [this](bool yes) {
        focusInput();
        if (!yes)
            return;
        if (m_wantedOrigin.isEmpty())
            m_confirmed = true;
        else if (!confirmOrigin())
            return;
        startNow(m_askedSendInvalid);
    });
    connect(&m_asking, &QFutureWatcherBase::finished, this, [this] {
        if (m_asking.future().resultCount() == 0)
            return; // taken back
        const Result<WirePreview> preview = m_asking.result();
        const HttpRoute route = httpRouteOf(m_spec).value_or(HttpRoute());
        const QString where =
            preview ? QString::fromUtf8(RequestPane::addressOf(*preview)) : route.path; // its call says why
        showQuestion(tr("%1 %2 may delete or change things for good.")
                .arg(visibleText(route.method, false, 40), visibleText(where, false, 600)));
    });
    connect(m_input, &InputEditor::valueChanged, this, &OperationPage::takeBackQuestion);
    connect(m_sessions, &Sessions::environmentChanged, this, [this] {
        takeBackQuestion();
        m_confirmed = false; // for another place, perhaps
    });
    connect(m_sessions, &Sessions::sourceChanged, this, [this](const QString &source) {
        if (nameSpaceFor(source) != m_operation.nameSpace)
            return;
        takeBackQuestion();
        if (const Source *now = m_sessions->source(source); !now || *now != m_askedSource)
            m_confirmed = false;
    });
}

bool OperationPage::isDestructive() const
{
    if (m_spec.definition.member("annotations"_L1).member("destructiveHint"_L1).toBoolean())
        return true;
    const std::optional<HttpRoute> route = httpRouteOf(m_spec);
    return route ? route->method == "DELETE"_L1 : m_spec.tags.contains(u"destructive"_s);
}

//! Names what would be called: of HTTP the URL, which takes a moment with a large body.
void OperationPage::askFirst()
{
    const Source *source = m_sessions->sourceOf(m_operation);
    m_askedSource = source ? *source : Source();
    if (httpRouteOf(m_spec)) {
        m_asking.setFuture(m_sessions->previewSoon(m_operation, m_input->value()));
        return;
    }
    showQuestion(tr("“%1” of “%2” says that it is destructive: it may delete or change things for good.")
            .arg(visibleText(m_operation.name, false, 100), visibleText(sourceName(), false, 60)));
}

void OperationPage::showQuestion(const QString &question)
{
    m_wantedOrigin.clear();
    m_ask->ask(question, tr("Call %1").arg(visibleText(m_operation.name, false, 40)), tr("Do not call"));
}

//! After a call that did not go where its document says, for a credential's sake or because nobody else can
//! reach that place. \source reliability.md
void OperationPage::askAboutOrigin(const Error &error)
{
    const QString wanted = error.details.member("wanted"_L1).toString();
    const Source *source = m_sessions->sourceOf(m_operation);
    const bool isPrivate = error.code == "http.privatePeer"_L1;
    if ((error.code != "credential.origin"_L1 && !isPrivate) || wanted.isEmpty() || !source)
        return;
    QStringList confirmed;
    for (const Json &origin : error.details.member("confirmed"_L1).items())
        confirmed.append(visibleText(origin.toString(), false, 200));
    const QString credential = visibleText(error.details.member("credential"_L1).toString(), false, 60);
    const QString place = visibleText(wanted, false, 200);
    m_askedSource = *source;
    m_wantedOrigin = wanted;
    if (isPrivate) {
        m_ask->ask(tr("The call would go to %1, which lies in a private network, and which the document "
                      "names. May it go there, with what the source sends along?")
                       .arg(place),
            tr("Call %1").arg(visibleText(m_operation.name, false, 40)), tr("Do not call"));
        return;
    }
    m_ask->ask(confirmed.isEmpty() ? tr("The call would go to %1, with “%2”, which is confirmed for no place "
                                        "yet. May it be sent there?")
                                         .arg(place, credential)
                                   : tr("The call would go to %1, with “%2”, which is confirmed for %3 only. "
                                        "May it be sent there too?")
                                         .arg(place, credential, confirmed.join(u", "_s)),
        tr("Send it there"), tr("Do not send"));
}

//! Keeps it in the settings of the source, which connects again with the next call.
bool OperationPage::confirmOrigin()
{
    const Source *now = m_sessions->sourceOf(m_operation);
    if (!now || *now != m_askedSource)
        return false; // no longer what was asked about
    Source source = *now;
    QList<Json> origins;
    for (const Json &origin : source.settings.member("origins"_L1).items())
        origins.append(origin);
    origins.append(Json::string(m_wantedOrigin));
    source.settings = withMember(source.settings, u"origins", Json::array(origins));
    return m_sessions->replaceSource(source.name, source).has_value();
}

//! A yes would be for something else than what was asked.
void OperationPage::takeBackQuestion()
{
    m_asking.setFuture({});
    m_ask->hide();
}

} // namespace Workbench::Ui
