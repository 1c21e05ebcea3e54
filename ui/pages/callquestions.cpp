// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/callquestions.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/session/preview.h"
#include "ui/forms/inputeditor.h"
#include "ui/models/jsonrow.h"
#include "ui/models/words.h"
#include "ui/pages/definitionsdialog.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/askbar.h"
#include "ui/theme/building.h"

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

CallQuestions::CallQuestions(Sessions *sessions, OperationPage *page)
    : QObject(page)
    , m_sessions(sessions)
    , m_page(page)
    , m_ask(new AskBar(page))
    , m_changeNotice(named(new AskBar(page), u"changeNotice"_s))
{
    connect(m_changeNotice, &AskBar::answered, this, [this] { askAboutDefinition(false); });
    connect(m_ask, &AskBar::answered, this, &CallQuestions::answered);
    connect(&m_asking, &QFutureWatcherBase::finished, this, &CallQuestions::showCall);
    connect(page->inputEditor(), &InputEditor::valueChanged, this, &CallQuestions::takeBack);
    connect(sessions, &Sessions::environmentChanged, this, [this] {
        takeBack();
        m_confirmed = {}; // the call may go to another server now
    });
    connect(sessions, &Sessions::sourceChanged, this, [this](const QString &source) {
        if (nameSpaceFor(source) != m_page->operation().nameSpace)
            return;
        takeBack();
        if (const Source *now = m_sessions->source(source); !now || *now != m_askedSource)
            m_confirmed = {};
    });
}

void CallQuestions::answered(bool yes)
{
    m_page->focusInput();
    if (!yes)
        return;
    if (m_wantedOrigin.isEmpty())
        m_confirmed = m_page->input();
    else if (!confirmOrigin(m_sessions, m_askedSource, m_wantedOrigin))
        return;
    Q_EMIT confirmed();
}

bool CallQuestions::isDestructive() const
{
    const OperationSpec &spec = m_page->spec();
    if (spec.definition.member("annotations"_L1).member("destructiveHint"_L1).toBoolean())
        return true;
    const std::optional<HttpRoute> route = httpRouteOf(spec);
    return route ? route->method == "DELETE"_L1 : spec.tags.contains(u"destructive"_s);
}

bool CallQuestions::isConfirmed() const
{
    return !m_confirmed.isAbsent() && m_confirmed == m_page->input();
}

//! For HTTP the question names the URL, which takes a moment if the body is large.
void CallQuestions::askAboutCall()
{
    const Source *source = m_sessions->sourceOf(m_page->operation());
    m_askedSource = source ? *source : Source();
    if (httpRouteOf(m_page->spec())) {
        m_asking.setFuture(m_sessions->previewSoon(m_page->operation(), m_page->input()));
        return;
    }
    const QString title = m_page->tabTitle();
    const QString input = argumentsText(m_page->input());
    const QString call = u"%1 (%2)"_s.arg(title, visibleText(input, false, 300));
    showQuestion(tr("\"%1\" of \"%2\" claims to be destructive. It may delete or change data permanently.")
            .arg(input.isEmpty() ? title : call, visibleText(m_page->sourceName(), false, 60)));
}

void CallQuestions::showCall()
{
    if (m_asking.future().resultCount() == 0)
        return; // taken back
    const Result<WirePreview> preview = m_asking.result();
    const HttpRoute route = httpRouteOf(m_page->spec()).value_or(HttpRoute());
    // Without a preview the path must do; the call itself reports the error.
    const QString where = preview ? QString::fromUtf8(addressOf(*preview)) : route.path;
    showQuestion(tr("%1 %2 may delete or change data permanently.")
            .arg(visibleText(route.method, false, 40), visibleText(where, false, 600)));
}

void CallQuestions::showQuestion(const QString &question)
{
    m_wantedOrigin.clear();
    m_ask->ask(question, tr("Call %1").arg(m_page->tabTitle()), tr("Do not call"));
}

void CallQuestions::askAfter(const Error &error)
{
    if (error.code == "definition.changed"_L1)
        askAboutDefinition(true);
    askAboutOrigin(error);
}

//! Asks after a call that was not sent to the server that its document names. Either a credential is not
//! confirmed for that server, or the address of the server is not public. \source core/RULES.md
void CallQuestions::askAboutOrigin(const Error &error)
{
    const QString wanted = error.details.member("wanted"_L1).toString();
    const Source *source = m_sessions->sourceOf(m_page->operation());
    const bool isPrivate = error.code == "http.privatePeer"_L1;
    if ((error.code != "credential.origin"_L1 && !isPrivate) || wanted.isEmpty() || !source)
        return;
    QStringList confirmed;
    for (const Json &origin : error.details.member("confirmed"_L1).items())
        confirmed.append(visibleText(origin.toString(), false, 200));
    const QString credential = visibleText(error.details.member("credential"_L1).toString(), false, 60);
    const QString place = visibleText(wanted, false, 200);
    QString question = redirectQuestion(error, *source);
    if (question.isEmpty() && error.details.hasMember("redirectedFrom"_L1))
        return;
    m_askedSource = *source;
    if (question.isEmpty() && isPrivate)
        question = tr("The document sends this call to %1, which is not a public address. Allow it, with the "
                      "headers and credentials of the source?")
                       .arg(place);
    if (!question.isEmpty()) {
        showQuestion(question);
    } else {
        m_ask->ask(confirmed.isEmpty()
                ? tr("The call would send \"%2\" to %1. You have not confirmed any server for it yet. Send "
                     "it there?")
                      .arg(place, credential)
                : tr("The call would send \"%2\" to %1. You have confirmed only %3 for it. Send it there "
                     "too?")
                      .arg(place, credential, confirmed.join(u", "_s)),
            tr("Send it there"), tr("Do not send"));
    }
    m_wantedOrigin = wanted;
}

//! Shows what changed in the definition and asks whether to accept it. \source core/RULES.md R-130
bool CallQuestions::askAboutDefinition(bool thenCall)
{
    const std::optional<DefinitionChange> change = m_sessions->definitionChange(m_page->operation());
    if (!change)
        return false;
    const QString source = m_page->sourceName();
    const QString accept = !thenCall ? QString()
        : m_page->isSubscription()   ? tr("Accept and subscribe")
                                     : tr("Accept and call");
    DefinitionsDialog::ask(source, QList{*change}, m_page, accept, [this, change, source, thenCall] {
        m_confirmed = {}; // the confirmation was about the old definition
        m_sessions->acceptDefinitions(source, {*change});
        if (thenCall)
            Q_EMIT definitionAccepted();
    });
    return true;
}

//! The page follows the new definition at once, so a notice above the input asks to read the change first.
void CallQuestions::noteDefinitionChange(bool changed)
{
    if (!changed) {
        m_changeNotice->hide();
        return;
    }
    m_changeNotice->tell(
        tr("The source changed this definition after you accepted it. Read the changes before "
           "you fill in the input."),
        tr("Show changes…"));
    takeBack(); // it was about the old definition, and so was the confirmation
    m_confirmed = {};
}

void CallQuestions::takeBack()
{
    m_asking.setFuture({});
    m_ask->hide();
}

} // namespace Workbench::Ui

#include "moc_callquestions.cpp"
