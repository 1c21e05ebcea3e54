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
constexpr qsizetype maxShownEntry = 1000;
constexpr qsizetype maxShownRequest = 20'000;

//! Returns what an entry of the file of --answers has to be, as the object of a sentence.
QString expectedEntry(PeerRequest::Kind kind)
{
    switch (kind) {
    case PeerRequest::Kind::Form:
        return u"\"accept\", {\"action\":\"accept\",\"content\":{…}}, \"decline\" or \"cancel\""_s;
    case PeerRequest::Kind::Link: return u"\"accept\", \"decline\" or \"cancel\""_s;
    case PeerRequest::Kind::Sampling:
        return u"a text, {\"role\",\"content\",\"model\"}, \"decline\" or \"cancel\""_s;
    }
    return {};
}

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
    using enum PeerAnswer::Action;
    const bool isSampling = kind == PeerRequest::Kind::Sampling;
    if (!entry.isString() && !entry.isObject())
        return {};
    const Json word = entry.isString() ? entry : entry.member("action"_L1);
    std::optional<PeerAnswer::Action> action = actionOf(word.toString());
    Json content = entry.isString() ? Json() : entry.member("content"_L1);
    if (isSampling && !action && (entry.isString() || word.isAbsent())) {
        action = Accept;
        content = entry;
    }
    if (!action || *action != Accept)
        return action ? std::optional(PeerAnswer{*action, {}}) : std::nullopt;
    if (!isSampling) {
        const bool isForm = content.isAbsent() || content.isObject();
        return isForm ? std::optional(PeerAnswer{Accept, content}) : std::nullopt;
    }
    if (content.isString())
        return PeerAnswer{Accept, samplingAnswer(content.toString(), u"typed"_s)};
    const Result<Json> sampling = samplingContent(content);
    return sampling ? std::optional(PeerAnswer{Accept, *sampling}) : std::nullopt;
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
    if (type == "array"_L1 && !text.startsWith(u'[')) {
        QList<Json> items;
        for (const QString &one : text.split(u','))
            items.append(Json::string(one.trimmed()));
        return Json::array(items);
    }
    return parseJson(text.toUtf8()).value_or(Json());
}

//! Returns the values of \a choices, each with its title if that differs: "red (Scarlet), blue".
QString choicesText(const QList<FieldHint::Choice> &choices)
{
    QStringList shown;
    for (const FieldHint::Choice &choice : choices) {
        const QString value =
            choice.value.isString() ? choice.value.toString() : QString::fromUtf8(choice.value.toBytes());
        shown.append(choice.title == value ? value : u"%1 (%2)"_s.arg(value, choice.title));
    }
    return visibleText(shown.join(u", "_s), false, maxShownRequest);
}

//! Returns the line that asks for the value of \a field: its name, what the value has to be, and in brackets
//! the value that an empty line stands for.
QString promptFor(const FieldHint &field)
{
    const auto shown = [](const QString &text) { return visibleText(text, false, maxShownWord); };
    QStringList facts;
    if (!field.description.isEmpty())
        facts += shown(field.description);
    if (field.required)
        facts += u"required"_s;
    if (!field.format.isEmpty())
        facts += u"format %1"_s.arg(shown(field.format));
    if (!field.unit.isEmpty())
        facts += shown(field.unit);
    if (field.kind == FieldKind::Boolean)
        facts += u"true or false"_s;
    QString prompt = shown(field.name);
    if (!facts.isEmpty())
        prompt += u" (%1)"_s.arg(facts.join(u"; "_s));
    if (!field.choices.isEmpty())
        prompt += u", one of %1"_s.arg(choicesText(field.choices));
    else if (!field.item.isEmpty() && !field.item.constFirst().choices.isEmpty())
        prompt += u", some of %1, separated by commas"_s.arg(choicesText(field.item.constFirst().choices));
    if (!field.defaultValue.isAbsent())
        prompt += u" [%1]"_s.arg(shown(QString::fromUtf8(field.defaultValue.toBytes())));
    return prompt + u':';
}

//! Returns the line that asks for the answer of a language model.
QString samplingPrompt()
{
    return u"Type the answer, as text or as JSON {role, content, model}. Press Enter to decline:"_s;
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
}

PeerAnswers::~PeerAnswers() = default;

Result<void> PeerAnswers::offer(const Arguments &arguments, qint64 maxBytes)
{
    const bool readsStdin = arguments.value(u"input"_s) == "-"_L1 || arguments.value(u"calls"_s) == "-"_L1;
    m_hasTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && !readsStdin;
    m_requests->offer(QSet<PeerRequest::Kind>(answeredKinds.begin(), answeredKinds.end()));
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
                if (!answerFrom(*kind, entry)) {
                    const QString given = QString::fromUtf8(entry.toBytes());
                    return wrongUsage(u"--answers %1: expected %2 for a request of the kind %3, got %4"_s.arg(
                        path, expectedEntry(*kind), member.key(), visibleText(given, false, maxShownEntry)));
                }
            }
            if (value.isArray())
                m_answers.insert(*kind, entries);
            else
                m_always.insert(*kind, value);
        }
    }
    return {};
}

int PeerAnswers::exitCode(int code) const
{
    // A declined request of the modern era ends its call as cancelled here.
    const bool isMild =
        code == ExitCode::Ok || code == ExitCode::OperationError || code == ExitCode::Interrupted;
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
                      : u"to answer it, give --answers FILE or use a terminal"_s);
        answer = PeerAnswer{PeerAnswer::Action::Decline, {}};
    }
    if (request.kind == PeerRequest::Kind::Form && answer->action == PeerAnswer::Action::Accept) {
        const Result<Json> content = formContent(request.schema, answer->content);
        if (content) {
            answer->content = *content;
        } else {
            QString why = content.error().message;
            if (why.endsWith(u'.'))
                why.chop(1);
            declineUnattended(request, why);
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
    if (request.kind == PeerRequest::Kind::Form)
        m_fields = formHints(request.schema).fields;
    m_output->explain(u"%1 %2."_s.arg(whoAsks(request), whatIsAsked(request.kind)));
    if (!request.message.isEmpty())
        m_output->explain(markedLines(request.message));
    switch (request.kind) {
    case PeerRequest::Kind::Form:
        m_output->explain(u"Type y to answer or n to decline, or press Enter to cancel:"_s);
        break;
    case PeerRequest::Kind::Link:
        m_output->explain(u"  %1\n(host %2)"_s.arg(request.address.text, request.address.asciiHost));
        if (const QString warning = addressWarning(request.address); !warning.isEmpty())
            m_output->explain(warning);
        m_output->explain(
            u"Open this address in a browser, then type y. Type n to decline, or press Enter to cancel:"_s);
        break;
    case PeerRequest::Kind::Sampling:
        m_output->explain(u"  "_s
            + visibleText(
                QString::fromUtf8(request.params.toBytes(Json::Layout::Indented)), true, maxShownRequest));
        m_output->explain(samplingPrompt());
        break;
    }
    if (m_stdin) // the form is asked for again, and the notifier is emitting its signal
        return;
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
        const Result<Json> content = samplingPrinted(line.toUtf8(), u"typed"_s);
        if (content)
            return finish({PeerAnswer::Action::Accept, *content});
        m_output->explain(content.error().message);
        return m_output->explain(samplingPrompt());
    }
    if (!m_isConfirmed) {
        if (line.startsWith(u'n', Qt::CaseInsensitive))
            return finish({PeerAnswer::Action::Decline, {}});
        if (!line.startsWith(u'y', Qt::CaseInsensitive))
            return finish({PeerAnswer::Action::Cancel, {}});
        m_isConfirmed = true;
        return askNext();
    }
    takeValue(line);
    askNext();
}

//! Takes \a line as the value of the current field. An invalid value is explained, and the field remains the
//! current one.
void PeerAnswers::takeValue(const QString &line)
{
    const FieldHint field = m_fields.constFirst();
    if (line.isEmpty() && field.required && field.defaultValue.isAbsent())
        return m_output->explain(u"A value is required."_s);
    if (!line.isEmpty()) {
        const Json schema = m_asked.schema.member("properties"_L1).member(QStringView(field.name));
        const Json value = typedValue(schema, line);
        if (value.isAbsent())
            return m_output->explain(u"Expected %1."_s.arg(schema.member("type"_L1).toString(u"JSON"_s)));
        const Json form = Json::object(
            {{u"type"_s, Json::string(u"object")}, {u"properties"_s, Json::object({{field.name, schema}})}});
        if (const Result<Json> fits = checkedFormContent(form, Json::object({{field.name, value}})); !fits)
            return m_output->explain(fits.error().message);
        m_content = withMember(m_content, field.name, value);
    }
    m_fields.removeFirst();
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
    m_output->explain(promptFor(m_fields.constFirst()));
}

void PeerAnswers::finish(const PeerAnswer &answer)
{
    if (m_stdin)
        m_stdin.release()->deleteLater(); // the notifier may be emitting its signal
    m_requests->answer(m_asked.id, answer);
}

} // namespace Workbench::Cli

#include "moc_peeranswers.cpp"
