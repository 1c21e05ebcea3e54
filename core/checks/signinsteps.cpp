// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/signinsteps.h"

#include "core/auth/signin.h"
#include "core/base/visibletext.h"
#include "core/exchange/framepair.h"

#include <QUrl>

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using SignInKind = SignInStep::Kind;
using SignInState = SignInStep::State;

constexpr QLatin1StringView newestRevision{"2025-11-25"};
constexpr QLatin1StringView noChallenge{"signIn.noChallenge"};
constexpr QLatin1StringView tokenRefused{"signIn.tokenRefused"};
constexpr qsizetype shownAddress = 300; // characters

struct SignInKindRow {
    SignInKind kind;
    QLatin1StringView label; //!< label of the sent frame; empty for frames of a call
    QLatin1StringView title;
};

constexpr std::array signInKinds{
    SignInKindRow{SignInKind::Challenge, {}, "Challenge"_L1},
    SignInKindRow{
        SignInKind::ResourceMetadata, OAuthStep::resourceMetadata, "Protected resource metadata"_L1},
    SignInKindRow{SignInKind::ServerMetadata, OAuthStep::serverMetadata, "Authorization server metadata"_L1},
    SignInKindRow{SignInKind::Registration, OAuthStep::registration, "Client registration"_L1},
    SignInKindRow{SignInKind::AuthorizationRequest, OAuthStep::authorization, "Authorization request"_L1},
    SignInKindRow{SignInKind::AuthorizationAnswer, OAuthStep::redirect, "Authorization answer"_L1},
    SignInKindRow{SignInKind::DeviceRequest, OAuthStep::device, "Device authorization request"_L1},
    SignInKindRow{SignInKind::TokenRequest, OAuthStep::token, "Token request"_L1},
    SignInKindRow{SignInKind::Refresh, OAuthStep::refresh, "Token refresh"_L1},
    SignInKindRow{SignInKind::Repeated, {}, "Request repeated"_L1},
};

//! A requirement, the kind of step that it applies to, and the error codes that mean that it was not met.
struct DemandRow {
    SignInKind kind;
    const char *codes; //!< separated by spaces; "oauth." means all codes that no other row of the kind has
    const char16_t *sentence;
    const char *section; //!< empty for the authorization chapter of MCP
    const char *since = ""; //!< the first revision of MCP that requires it; empty for every sign-in
};

constexpr std::array demandRows{
    DemandRow{SignInKind::Challenge, "signIn.noChallenge",
        u"A request without a valid token is answered with 401 and a WWW-Authenticate header with the scheme "
        u"Bearer.",
        "RFC 6750 section 3"},
    DemandRow{SignInKind::Challenge, "",
        u"Where scopes are missing, the answer is 403 with the error insufficient_scope and the scopes that "
        u"are needed.",
        "RFC 6750 section 3.1"},
    DemandRow{SignInKind::Challenge, "",
        u"The header names the address of the server's metadata as resource_metadata; without it the "
        u"metadata is at its well-known address.",
        "RFC 9728 section 5.1", "2025-06-18"},
    DemandRow{SignInKind::ResourceMetadata, "auth.url",
        u"The metadata is at the address that the challenge names, or below "
        u"/.well-known/oauth-protected-resource: a JSON object with the status 200.",
        "RFC 9728 section 3"},
    DemandRow{SignInKind::ResourceMetadata, "oauth.resource",
        u"Its member resource is the address of the server that was asked. Metadata of another server is not "
        u"used.",
        "RFC 9728 section 3.3"},
    DemandRow{SignInKind::ResourceMetadata, "oauth.noServers",
        u"Its member authorization_servers names at least one authorisation server.", "", "2025-06-18"},
    DemandRow{SignInKind::ServerMetadata, "oauth.metadata",
        u"The metadata is at the well-known address of the issuer: a JSON object with the status 200 that "
        u"names the endpoints.",
        "RFC 8414 section 3"},
    DemandRow{SignInKind::ServerMetadata, "oauth.issuer",
        u"Its member issuer is identical to the requested issuer.", "RFC 8414 section 3.3"},
    DemandRow{SignInKind::ServerMetadata, "auth.url",
        u"The issuer and its endpoints are https addresses, or http on this computer.", "RFC 8414 section 2"},
    DemandRow{SignInKind::ServerMetadata, "", u"Its member code_challenge_methods_supported lists S256.", "",
        "2025-11-25"},
    DemandRow{SignInKind::Registration, "oauth.client",
        u"A server that supports client registration names its registration_endpoint in its metadata.",
        "RFC 8414 section 2"},
    DemandRow{SignInKind::Registration, "oauth.registration",
        u"The answer to a registration has the status 201 and a client_id.", "RFC 7591 section 3.2.1"},
    DemandRow{SignInKind::Registration, "oauth.",
        u"A registration with valid metadata is accepted; an invalid one is answered with 400 and the "
        u"reason.",
        "RFC 7591 section 3.2.2"},
    DemandRow{SignInKind::AuthorizationRequest, "oauth.pkce",
        u"The request has a code_challenge with the method S256, which the server announces.",
        "RFC 7636 section 4.3"},
    DemandRow{SignInKind::AuthorizationRequest, "oauth.endpoint",
        u"The metadata names the authorization_endpoint.", "RFC 8414 section 2"},
    DemandRow{SignInKind::AuthorizationRequest, "",
        u"The request names as resource the server that the token is for.", "RFC 8707 section 2",
        "2025-06-18"},
    DemandRow{SignInKind::AuthorizationRequest, "",
        u"A client id that is an https address points to a JSON document that describes the client.", "",
        "2025-11-25"},
    DemandRow{SignInKind::AuthorizationAnswer, "oauth.state",
        u"The answer has the state of the request, unchanged.", "RFC 6749 section 4.1.2"},
    DemandRow{SignInKind::AuthorizationAnswer, "oauth.iss",
        u"The answer has iss with the requested issuer if the metadata announces that.",
        "RFC 9207 section 2.4"},
    DemandRow{SignInKind::AuthorizationAnswer, "oauth.code oauth.",
        u"The answer has a code, or an error if the user or the server refused.", "RFC 6749 section 4.1.2.1"},
    DemandRow{SignInKind::DeviceRequest, "oauth.device auth.url oauth.",
        u"The answer has a device_code, a user_code and a verification_uri.", "RFC 8628 section 3.2"},
    DemandRow{SignInKind::TokenRequest, "oauth.invalid_grant",
        u"A code is accepted once, from the client that asked for it, with the same redirect_uri.",
        "RFC 6749 section 4.1.3"},
    DemandRow{SignInKind::TokenRequest, "",
        u"The server compares the code_verifier with the code_challenge of the authorization request.",
        "RFC 7636 section 4.6"},
    DemandRow{SignInKind::TokenRequest, "oauth.invalid_client oauth.unauthorized_client",
        u"The client is known and authenticates with its registered method.", "RFC 6749 section 3.2.1"},
    DemandRow{SignInKind::TokenRequest, "oauth.invalid_target",
        u"The request names as resource the server that the token is for.", "RFC 8707 section 2",
        "2025-06-18"},
    DemandRow{SignInKind::TokenRequest, "oauth.token oauth.answer",
        u"The answer has the status 200, an access_token and the token_type Bearer.", "RFC 6749 section 5.1"},
    DemandRow{SignInKind::TokenRequest, "oauth.",
        u"A valid request gets a token; an invalid one is answered with 400 and the reason.",
        "RFC 6749 section 5.2"},
    DemandRow{SignInKind::Refresh, "oauth.invalid_grant",
        u"A refresh token is accepted from the client that it was issued to, until it expires or is "
        u"replaced.",
        "RFC 6749 section 6"},
    DemandRow{SignInKind::Refresh, "oauth.invalid_client oauth.unauthorized_client",
        u"The client is known and authenticates with its registered method.", "RFC 6749 section 3.2.1"},
    DemandRow{SignInKind::Refresh, "oauth.token oauth.answer",
        u"The answer has the status 200, an access_token and the token_type Bearer.", "RFC 6749 section 5.1"},
    DemandRow{SignInKind::Refresh, "oauth.",
        u"A valid request gets a token; an invalid one is answered with 400 and the reason.",
        "RFC 6749 section 5.2"},
    DemandRow{SignInKind::Repeated, "",
        u"The token is in the header Authorization of every request, never in the address.",
        "RFC 6750 section 2.1"},
    DemandRow{SignInKind::Repeated, "signIn.tokenRefused",
        u"A valid token that was issued for this server with the requested scopes is accepted.",
        "RFC 6750 section 3.1"},
    DemandRow{SignInKind::Repeated, "", u"The server accepts only tokens that were issued for it.", "",
        "2025-06-18"},
};

const SignInKindRow *kindWithLabel(const QString &label)
{
    for (const SignInKindRow &row : signInKinds) {
        if (!row.label.isEmpty() && row.label == label)
            return &row;
    }
    return nullptr;
}

//! Returns the requirements for a step of \a kind. With an empty \a mcpRevision, requirements of MCP are
//! omitted. \a code is the code of the step's problem. If \a isAnswered is true, the step has an answer,
//! which may contain an error that no requirement names.
QList<SignInDemand> demandsOf(
    SignInKind kind, const QString &code = {}, bool isAnswered = false, const QString &mcpRevision = {})
{
    QList<SignInDemand> all;
    qsizetype general = -1;
    bool isNamed = false;
    for (const DemandRow &row : demandRows) {
        if (row.kind != kind || mcpRevision < QLatin1StringView(row.since)) // an empty revision sorts first
            continue;
        const QStringList codes = QString::fromLatin1(row.codes).split(u' ', Qt::SkipEmptyParts);
        const bool isUnmet = !code.isEmpty() && codes.contains(code);
        if (codes.contains("oauth."_L1))
            general = all.size();
        isNamed = isNamed || isUnmet;
        all.append({QString::fromUtf16(row.sentence),
            *row.section == '\0' ? u"MCP %1, basic/authorization"_s.arg(mcpRevision)
                                 : QString::fromLatin1(row.section),
            isUnmet});
    }
    if (!isNamed && isAnswered && general >= 0 && code.startsWith("oauth."_L1))
        all[general].isUnmet = true;
    return all;
}

bool isOfSignIn(const Frame &frame)
{
    return frame.channel.startsWith(OAuthStep::channel);
}

bool hasStatus(const Frame &frame, QLatin1StringView status)
{
    return frame.direction == Direction::Received && frame.label.startsWith(status)
        && frame.head.startsWith("HTTP/");
}

//! Returns the value of the header \a name; empty if the header is missing.
QByteArray headerOf(const Frame &frame, QByteArrayView name)
{
    return headersNamed(frame.head, name).value(0);
}

//! Returns whether \a frame refuses a request because a token or scopes are missing.
bool isRefusal(const Frame &frame)
{
    return hasStatus(frame, "401"_L1)
        || (hasStatus(frame, "403"_L1) && headerOf(frame, "www-authenticate").contains("insufficient_scope"));
}

//! Sets method and address of \a step from the head of \a frame, or from its bytes if another program sent
//! it.
void setAddress(SignInStep &step, const Frame &frame)
{
    if (frame.head.isEmpty()) {
        const QUrl url(QString::fromUtf8(frame.bytes));
        if (isOfSignIn(frame) && url.isValid() && !url.isEmpty()) {
            step.method = "GET";
            step.address = visibleText(QString(url.authority() + url.path()), false, shownAddress);
        }
        return;
    }
    const QByteArrayList words = frame.head.first(frame.head.indexOf('\n') + 1).trimmed().split(' ');
    step.method = words.value(0);
    step.address =
        visibleText(QString::fromUtf8(headerOf(frame, "host") + words.value(1)), false, shownAddress);
}

//! Reads the note of a frame, "CODE: message".
void setProblem(SignInStep &step, const Frame &frame)
{
    const qsizetype colon = frame.note.indexOf(": "_L1);
    const QString code = colon < 0 ? QString() : frame.note.first(colon);
    if (!code.contains(u'.') || code.contains(u' '))
        return; // a note of the transport, such as "sent again on another connection"
    step.code = code;
    step.problem = frame.note.sliced(colon + 2);
}

//! Reads the frames of a log in order. The log must not change meanwhile.
class SignInReader {
public:
    explicit SignInReader(QString source)
        : m_source(std::move(source))
    {
    }

    void take(const Frame &frame)
    {
        if (frame.source != m_source)
            return;
        if (frame.direction == Direction::Sent)
            takeSent(frame);
        else if (isOfSignIn(frame))
            takeAnswer(frame);
        else
            takeOther(frame);
    }

    QList<SignInStep> steps(const QString &mcpRevision)
    {
        const bool isMcp = std::ranges::any_of(
            m_steps, [](const SignInStep &step) { return step.kind == SignInKind::ResourceMetadata; });
        const QString revision = !isMcp ? QString() : mcpRevision.isEmpty() ? newestRevision : mcpRevision;
        for (SignInStep &step : m_steps) {
            const bool isWrong = step.state == SignInState::Failed || step.state == SignInState::Warning;
            const bool isAnswered = !step.answer.head.isEmpty() || !step.answer.bytes.isEmpty();
            step.demands = demandsOf(step.kind, isWrong ? step.code : QString(), isAnswered, revision);
        }
        return m_steps;
    }

private:
    void takeSent(const Frame &frame)
    {
        if (isOfSignIn(frame)) {
            if (const SignInKindRow *row = kindWithLabel(frame.label)) {
                begin(row->kind, frame);
                setProblem(m_steps.last(), frame);
                if (!m_steps.last().code.isEmpty()) // the request was not sent
                    m_steps.last().state = SignInState::Failed;
            }
            return;
        }
        const bool isAgain = m_refused.contains(frame.channel)
            || (!frame.exchangeId.isEmpty() && m_refused.contains(frame.exchangeId));
        if (isAgain) {
            m_refused.remove(frame.channel);
            m_refused.remove(frame.exchangeId);
            begin(SignInKind::Repeated, frame);
        }
        if (!frame.head.isEmpty())
            m_sent.insert(frame.channel, &frame);
    }

    void begin(SignInKind kind, const Frame &frame)
    {
        SignInStep step{.kind = kind};
        setAddress(step, frame);
        step.request = frame;
        m_running.insert(frame.channel, m_steps.size());
        m_steps.append(step);
    }

    SignInStep *running(const QString &channel)
    {
        const auto found = m_running.constFind(channel);
        return found == m_running.cend() ? nullptr : &m_steps[*found];
    }

    void end(SignInStep &step, const Frame &frame)
    {
        step.answer = frame;
        step.status = frame.head.isEmpty() ? QString() : frame.label;
        step.durationMs = std::max<qint64>(0, step.request.at.msecsTo(frame.at));
        step.state = SignInState::Ok;
        m_running.remove(frame.channel);
    }

    void takeAnswer(const Frame &frame)
    {
        SignInStep *step = running(frame.channel);
        if (!step)
            return; // its request is no longer in the log
        end(*step, frame);
        if (frame.label == OAuthStep::redirect) {
            SignInStep answer{.kind = SignInKind::AuthorizationAnswer};
            answer.state = SignInState::Ok;
            answer.durationMs = std::exchange(step->durationMs, -1);
            answer.answer = std::exchange(step->answer, {});
            setAddress(answer, frame);
            m_steps.append(answer);
            step = &m_steps.last();
        }
        setProblem(*step, frame);
        const bool isMetadata =
            step->kind == SignInKind::ResourceMetadata || step->kind == SignInKind::ServerMetadata;
        const bool isPending =
            step->code == "oauth.authorization_pending"_L1 || step->code == "oauth.slow_down"_L1;
        if (isPending) {
            step->code.clear(); // not a problem: the user has not typed the code yet
            step->state = SignInState::Missing;
        } else if (step->code == "oauth.cancelled"_L1 || step->code == "http.cancelled"_L1) {
            step->state = SignInState::Cancelled;
        } else if (!step->code.isEmpty()) {
            step->state = step->code == "oauth.noServers"_L1 ? SignInState::Warning : SignInState::Failed;
        } else if (isMetadata && !frame.label.startsWith("200"_L1)) {
            step->state = SignInState::Missing;
        }
    }

    //! Takes an answer that belongs to a call.
    void takeOther(const Frame &frame)
    {
        const bool isRefused = isRefusal(frame);
        SignInStep *step = running(frame.channel);
        if (step && !frame.head.isEmpty()) {
            end(*step, frame);
            if (isRefused) {
                step->state = SignInState::Failed;
                step->code = tokenRefused;
                step->problem = u"The server refused the token that was issued for it."_s;
            }
        } else if (isRefused && m_sent.contains(frame.channel)) {
            begin(SignInKind::Challenge, *m_sent.value(frame.channel));
            step = &m_steps.last();
            end(*step, frame);
            if (headerOf(frame, "www-authenticate").isEmpty()) {
                step->state = SignInState::Warning;
                step->code = noChallenge;
                step->problem = u"The answer has no WWW-Authenticate header."_s;
            }
        }
        if (isRefused) {
            m_refused.insert(frame.channel);
            if (!frame.exchangeId.isEmpty())
                m_refused.insert(frame.exchangeId);
        }
    }

    QString m_source;
    QList<SignInStep> m_steps;
    QHash<QString, qsizetype> m_running; //!< the steps without an answer, by channel
    QHash<QString, const Frame *> m_sent; //!< the last request of a call, by its channel
    QSet<QString> m_refused; //!< the channels and ids of calls whose request may be repeated
};

} // namespace

QString titleOf(SignInStep::Kind kind)
{
    return std::ranges::find(signInKinds, kind, &SignInKindRow::kind)->title;
}

QList<SignInStep> signInSteps(const ExchangeLog &log, const QString &source, const QString &mcpRevision)
{
    SignInReader reader(source);
    for (qsizetype i = 0; i < log.frameCount(); ++i)
        reader.take(log.frameAt(i));
    return reader.steps(mcpRevision);
}

QList<SignInDemand> signInDemands(const Frame &sent)
{
    const SignInKindRow *row =
        sent.direction == Direction::Sent && isOfSignIn(sent) ? kindWithLabel(sent.label) : nullptr;
    return row ? demandsOf(row->kind) : QList<SignInDemand>();
}

} // namespace Workbench
