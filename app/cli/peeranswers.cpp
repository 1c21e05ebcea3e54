// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/peeranswers.h"

#include "app/cli/input.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

#include <QSocketNotifier>

#include <array>
#include <termios.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

//! Returns a warning about a deceptive host in \a address; empty if there is none.
QString addressWarning(const UrlFacts &address)
{
    if (address.isMixedScript)
        return u"The host of this address mixes alphabets, as imitations of other names do: %1"_s.arg(
            address.asciiHost);
    if (address.isPunycode)
        return u"The host of this address is written with letters beyond ASCII: %1 is %2"_s.arg(
            address.host, address.asciiHost);
    return {};
}

QString scopesText(const SignIn &signIn)
{
    if (signIn.scopes.isEmpty())
        return {};
    QStringList shown;
    for (const QString &scope : signIn.scopes) {
        const bool isNew = signIn.newScopes.contains(scope) && signIn.newScopes.size() < signIn.scopes.size();
        shown += visibleText(scope, false, 100) + (isNew ? u" (new)"_s : QString());
    }
    return u", for "_s + shown.join(u", "_s);
}

Error notConfirmed(const SignIn &signIn)
{
    return {ErrorKind::Trust, u"credential.origin"_s,
        u"Sign-in to \"%1\": it would send credentials to %2, but you confirmed %3; give --trust to allow it, or name that address with --oauth tokenUrl=URL"_s
            .arg(signIn.source, signIn.wantedOrigins.join(u" and "_s),
                signIn.confirmedOrigins.isEmpty() ? u"no address"_s
                                                  : signIn.confirmedOrigins.join(u" and "_s))};
}

constexpr std::array answeredKinds{
    PeerRequest::Kind::Form, PeerRequest::Kind::Link, PeerRequest::Kind::Sampling};
constexpr qsizetype maxShownWord = 100;
constexpr qsizetype maxShownRequest = 20'000;

std::unexpected<Error> badAnswers(const QString &path, const QString &what)
{
    return wrongUsage(
        u"--answers %1: %2. Expected an object with form, url or sampling, each one answer or a list of them"_s
            .arg(path, what));
}

std::optional<PeerAnswer::Action> actionOf(const QString &word)
{
    if (word == "accept"_L1)
        return PeerAnswer::Action::Accept;
    if (word == "decline"_L1)
        return PeerAnswer::Action::Decline;
    if (word == "cancel"_L1)
        return PeerAnswer::Action::Cancel;
    return {};
}

//! Marks each line of the server's text, so that it cannot look like a line of this program. explain()
//! indents all lines except the first.
QString markedLines(const QString &text)
{
    return u"  | "_s + QString(text).replace(u'\n', u"\n| "_s);
}

//! Returns one answer of the file; nothing if \a entry is not a valid answer.
std::optional<PeerAnswer> answerFrom(PeerRequest::Kind kind, const Json &entry)
{
    if (const std::optional<PeerAnswer::Action> action = actionOf(entry.toString()))
        return PeerAnswer{*action, {}};
    if (kind == PeerRequest::Kind::Sampling && entry.isString())
        return PeerAnswer{PeerAnswer::Action::Accept, samplingAnswer(entry.toString(), u"typed"_s)};
    if (!entry.isObject())
        return {};
    const Json action = entry.member("action"_L1);
    if (!action.isAbsent()) {
        const std::optional<PeerAnswer::Action> known = actionOf(action.toString());
        return known ? std::optional(PeerAnswer{*known, entry.member("content"_L1)}) : std::nullopt;
    }
    if (kind == PeerRequest::Kind::Sampling)
        return PeerAnswer{PeerAnswer::Action::Accept, entry};
    return {};
}

//! Returns the text that names the server of \a request and its call.
QString whoAsks(const PeerRequest &request)
{
    const QString source = visibleText(request.source, false, maxShownWord);
    if (request.operation.isEmpty())
        return u"\"%1\""_s.arg(source);
    return u"\"%1\", during %2,"_s.arg(source, visibleText(request.operation, false, maxShownWord));
}

QString whatIsAsked(PeerRequest::Kind kind)
{
    switch (kind) {
    case PeerRequest::Kind::Form: return u"asks for the values of a form"_s;
    case PeerRequest::Kind::Link: return u"asks you to open an address"_s;
    case PeerRequest::Kind::Sampling: return u"asks for the answer of a language model"_s;
    }
    return {};
}

//! Returns the typed text as a value of the type in \a field, the schema of the field; absent if it is not
//! valid.
Json typedValue(const Json &field, const QString &text)
{
    const QString type = field.member("type"_L1).toString();
    if (type == "string"_L1)
        return Json::string(text);
    if (type == "array"_L1) {
        QList<Json> items;
        for (const QString &one : text.split(u','))
            items.append(Json::string(one.trimmed()));
        return Json::array(items);
    }
    return parseJson(text.toUtf8()).value_or(Json());
}

} // namespace

SignInOutput::SignInOutput(SignIns *signIns, Output *output, bool trusts, QObject *parent)
    : QObject(parent)
    , m_signIns(signIns)
    , m_output(output)
    , m_trusts(trusts)
{
    connect(signIns, &SignIns::changed, this, &SignInOutput::show);
}

void SignInOutput::show(const QString &id)
{
    const SignIn *found = m_signIns->find(id);
    if (!found)
        return;
    const SignIn signIn = *found; // a copy, because the calls below may end the sign-in
    if (signIn.step == SignIn::Step::Browser || signIn.step == SignIn::Step::DeviceCode) {
        m_output->explain(
            u"%1 asks you to sign in at %2 as the client %3%4."_s.arg(visibleText(signIn.source, false, 100),
                signIn.address.host, visibleText(signIn.clientId, false, 100), scopesText(signIn)));
        if (const QString warning = addressWarning(signIn.address); !warning.isEmpty())
            m_output->explain(warning);
    }
    switch (signIn.step) {
    case SignIn::Step::Origins:
        if (m_trusts)
            m_signIns->allow(id, true);
        else
            m_signIns->cancel(id, notConfirmed(signIn));
        break;
    case SignIn::Step::Browser:
        m_output->explain(u"Open this address in a browser on this computer:\n%1"_s.arg(signIn.address.text));
        m_output->explain(u"Waiting for the answer of the browser; Ctrl+C cancels."_s);
        m_signIns->opened(id);
        break;
    case SignIn::Step::DeviceCode:
        m_output->explain(u"Open %1 in any browser and type this code:\n%2"_s.arg(
            signIn.address.text, visibleText(signIn.userCode, false, 60)));
        if (!signIn.withCode.text.isEmpty())
            m_output->explain(u"The same address with the code in it:\n%1"_s.arg(signIn.withCode.text));
        m_output->explain(u"Waiting for you to type it; Ctrl+C cancels."_s);
        break;
    case SignIn::Step::Done:
        m_output->note(u"signed in"_s);
        if (!signIn.notice.isEmpty())
            m_output->note(signIn.notice);
        break;
    case SignIn::Step::Waiting:
    case SignIn::Step::Failed: break; // the error of the call reports it
    }
}

PeerAnswers::PeerAnswers(PeerRequests *requests, Output *output, QObject *parent)
    : QObject(parent)
    , m_requests(requests)
    , m_output(output)
{
    connect(requests, &PeerRequests::asked, this, &PeerAnswers::show);
    connect(requests, &PeerRequests::ended, this, [this](const PeerRequest &request) {
        if (m_stdin && request.id == m_asked.id) { // an answer is no longer needed
            m_stdin.reset();
            m_output->explain(u"The request was withdrawn."_s);
        }
    });
    connect(requests, &PeerRequests::refused, this, [this](const PeerRequest &request) {
        m_hasRefused = true;
        declineUnattended(request, u"to answer it, give --answers FILE or use a terminal"_s);
    });
}

PeerAnswers::~PeerAnswers() = default;

Result<void> PeerAnswers::offer(const Arguments &arguments, qint64 maxBytes)
{
    const bool readsStdin = arguments.value(u"input"_s) == "-"_L1 || arguments.value(u"calls"_s) == "-"_L1;
    m_hasTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && !readsStdin;
    QSet<PeerRequest::Kind> offered;
    if (m_hasTerminal)
        offered = {answeredKinds.begin(), answeredKinds.end()};
    if (arguments.has(u"answers"_s)) {
        const QString path = arguments.value(u"answers"_s);
        const Result<Json> file = readJsonFile(path, maxBytes);
        if (!file)
            return std::unexpected(file.error());
        if (!file->isObject())
            return badAnswers(path, u"it is not a JSON object"_s);
        m_hasFile = true;
        for (const auto &member : file->members()) {
            const auto kind = std::ranges::find_if(answeredKinds,
                [&member](PeerRequest::Kind one) { return peerRequestKindName(one) == member.key(); });
            if (kind == answeredKinds.end())
                return badAnswers(path, u"\"%1\" is not a kind of request"_s.arg(member.key()));
            const Json value = member.value();
            QList<Json> entries;
            if (!value.isArray())
                entries.append(value);
            for (const Json &entry : value.items())
                entries.append(entry);
            for (const Json &entry : entries) {
                if (!answerFrom(*kind, entry))
                    return badAnswers(path,
                        u"%1 is not an answer to a request of the kind %2"_s.arg(
                            QString::fromUtf8(entry.toBytes()), member.key()));
            }
            if (value.isArray())
                m_answers.insert(*kind, entries);
            else
                m_always.insert(*kind, value);
            offered.insert(*kind);
        }
    }
    m_requests->offer(offered);
    return {};
}

int PeerAnswers::exitCode(int code) const
{
    // A declined request of the modern era ends its call: as cancelled here, or as a fault of the server if
    // it is of a kind that was not announced.
    const bool isMild = code == ExitCode::Ok || code == ExitCode::OperationError
        || code == ExitCode::Interrupted || (code == ExitCode::Protocol && m_hasRefused);
    return m_hasDeclined && isMild ? int(ExitCode::Declined) : code;
}

void PeerAnswers::declineUnattended(const PeerRequest &request, const QString &why)
{
    m_hasDeclined = true;
    m_output->explain(u"%1 %2; it was declined: %3."_s.arg(whoAsks(request), whatIsAsked(request.kind), why));
}

std::optional<PeerAnswer> PeerAnswers::fromFile(const PeerRequest &request)
{
    QList<Json> &left = m_answers[request.kind];
    const Json entry = left.isEmpty() ? m_always.value(request.kind) : left.takeFirst();
    return entry.isAbsent() ? std::nullopt : answerFrom(request.kind, entry);
}

void PeerAnswers::show(const QString &id)
{
    const PeerRequest *current = m_requests->current();
    if (!current || current->id != id)
        return;
    const PeerRequest request = *current;
    std::optional<PeerAnswer> answer = fromFile(request);
    if (!answer && m_hasTerminal)
        return ask(request);
    if (!answer) {
        declineUnattended(request,
            m_hasFile ? u"the file of --answers has no further answer of the kind %1"_s.arg(
                            peerRequestKindName(request.kind))
                      : u"to answer it, give --answers FILE"_s);
        answer = PeerAnswer{PeerAnswer::Action::Decline, {}};
    }
    if (request.kind == PeerRequest::Kind::Form && answer->action == PeerAnswer::Action::Accept) {
        const Result<Json> content = formContent(request.schema, answer->content);
        if (!content) {
            declineUnattended(request, content.error().message.chopped(1));
            answer = PeerAnswer{PeerAnswer::Action::Cancel, {}};
        }
    }
    m_requests->answer(id, *answer);
}

void PeerAnswers::ask(const PeerRequest &request)
{
    m_asked = request;
    m_typed.clear();
    ::tcflush(STDIN_FILENO, TCIFLUSH); // discard earlier input: it does not answer this question
    m_content = Json::emptyObject();
    m_isConfirmed = false;
    m_fields.clear();
    for (const auto &property : request.schema.member("properties"_L1).members())
        m_fields.append(property.key());
    m_output->explain(u"%1 %2."_s.arg(whoAsks(request), whatIsAsked(request.kind)));
    if (!request.message.isEmpty())
        m_output->explain(markedLines(request.message));
    switch (request.kind) {
    case PeerRequest::Kind::Form:
        m_output->explain(u"Type y to answer or n to decline, or press Enter to cancel:"_s);
        break;
    case PeerRequest::Kind::Link:
        m_output->explain(u"  %1\n(host %2)"_s.arg(request.address.text, request.address.asciiHost));
        m_output->explain(
            u"Open this address in a browser, then type y. Type n to decline, or press Enter to cancel:"_s);
        break;
    case PeerRequest::Kind::Sampling:
        m_output->explain(u"  "_s
            + visibleText(
                QString::fromUtf8(request.params.toBytes(Json::Layout::Indented)), true, maxShownRequest));
        m_output->explain(
            u"Type the answer, as text or as JSON {role, content, model}. Press Enter to decline:"_s);
        break;
    }
    m_stdin = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
    connect(m_stdin.get(), &QSocketNotifier::activated, this, &PeerAnswers::read);
}

void PeerAnswers::read()
{
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count <= 0)
        return finish({PeerAnswer::Action::Cancel, {}});
    m_typed += QByteArray(buffer.data(), qsizetype(count));
    while (m_stdin && m_typed.contains('\n')) {
        const qsizetype end = m_typed.indexOf('\n');
        const QString line = QString::fromUtf8(m_typed.first(end)).trimmed();
        m_typed.remove(0, end + 1);
        take(line);
    }
}

void PeerAnswers::take(const QString &line)
{
    if (m_asked.kind == PeerRequest::Kind::Sampling) {
        if (line.isEmpty())
            return finish({PeerAnswer::Action::Decline, {}});
        const Json typed = line.startsWith(u'{') ? parseJson(line.toUtf8()).value_or(Json()) : Json();
        return finish(
            {PeerAnswer::Action::Accept, typed.isObject() ? typed : samplingAnswer(line, u"typed"_s)});
    }
    if (!m_isConfirmed) {
        if (line.startsWith(u'n', Qt::CaseInsensitive))
            return finish({PeerAnswer::Action::Decline, {}});
        if (!line.startsWith(u'y', Qt::CaseInsensitive))
            return finish({PeerAnswer::Action::Cancel, {}});
        m_isConfirmed = true;
        return askNext();
    }
    const QString name = m_fields.constFirst();
    const Json field = m_asked.schema.member("properties"_L1).member(QStringView(name));
    if (!line.isEmpty()) {
        const Json value = typedValue(field, line);
        if (value.isAbsent()) {
            m_output->explain(u"Expected %1."_s.arg(field.member("type"_L1).toString()));
            return askNext();
        }
        m_content = withMember(m_content, name, value);
    }
    m_fields.removeFirst();
    askNext();
}

void PeerAnswers::askNext()
{
    if (m_asked.kind == PeerRequest::Kind::Link)
        return finish({PeerAnswer::Action::Accept, {}});
    if (m_fields.isEmpty()) {
        const Result<Json> content = formContent(m_asked.schema, m_content);
        if (content)
            return finish({PeerAnswer::Action::Accept, *content});
        m_output->explain(content.error().message);
        return ask(m_asked);
    }
    const Json field = m_asked.schema.member("properties"_L1).member(QStringView(m_fields.constFirst()));
    QString prompt = visibleText(m_fields.constFirst(), false, maxShownWord);
    if (const QString about = field.member("description"_L1).toString(); !about.isEmpty())
        prompt += u" ("_s + visibleText(about, false, maxShownWord) + u')';
    Json choices = field.member("enum"_L1);
    if (!choices.isArray())
        choices = field.member("items"_L1).member("enum"_L1);
    if (choices.isArray())
        prompt += u", one of "_s + visibleText(QString::fromUtf8(choices.toBytes()), false, maxShownRequest);
    if (const Json fallback = field.member("default"_L1); !fallback.isAbsent())
        prompt += u" ["_s + visibleText(QString::fromUtf8(fallback.toBytes()), false, maxShownWord) + u']';
    m_output->explain(prompt + u':');
}

void PeerAnswers::finish(const PeerAnswer &answer)
{
    if (m_stdin)
        m_stdin.release()->deleteLater(); // the notifier may be emitting its signal
    m_requests->answer(m_asked.id, answer);
}

} // namespace Workbench::Cli

#include "moc_peeranswers.cpp"
