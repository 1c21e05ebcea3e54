// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/connectioncheck.h"

#include "core/auth/authchallenge.h"
#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/exchange/framepair.h"
#include "core/json/jsonbuilder.h"
#include "core/session/effectivesource.h"
#include "core/session/sourcestate.h"
#include "core/transport/http/connectionprobe.h"
#include "core/transport/http/redirects.h"
#include "core/transport/process/processtransport.h"

#include <QHostAddress>
#include <QTimer>

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

//! The observations of connecting a source. Times are in milliseconds since the connection began; -1 means
//! that the event did not happen.
struct ConnectionEvidence {
    Source source; //!< with the values of its environment, and with references instead of secrets
    std::optional<Result<QString>> program{}; //!< the file of its command; nothing if it starts no program
    QUrl address{}; //!< the address that it connects to; empty if there is none
    std::optional<ProbedConnection> probe{};

    qint64 sentMs = -1; //!< the first message was written
    qint64 lineMs = -1; //!< the first line or message was received
    qint64 agreedMs = -1; //!< the handshake was completed
    qint64 endedMs = -1; //!< the attempt ended
    QByteArray noise{}; //!< the first line of the program if it was not a message
    QByteArrayList stderrLines{}; //!< the newest lines
    QString statusLine{}; //!< the status line of the newest HTTP response: "HTTP/1.1 401 Unauthorized"
    int status = 0; //!< the status of that response; 0: no response
    QByteArrayList challenges{}; //!< the WWW-Authenticate headers of that response
    std::optional<Result<SourceState>> outcome{}; //!< nothing if the connection was not tried
};

namespace {

using State = ConnectionStep::State;

constexpr qsizetype shownText = 300; // characters
constexpr qsizetype shownLines = 5;
constexpr qsizetype stderrLinesKept = 20;
constexpr qsizetype shownStatusLine = 120; // characters

//! Returns why the source is not connected; nothing if it was connected.
std::optional<Error> errorOf(const ConnectionEvidence &evidence)
{
    if (evidence.outcome)
        return *evidence.outcome ? std::nullopt : std::optional(evidence.outcome->error());
    if (evidence.program && !*evidence.program)
        return evidence.program->error();
    return evidence.probe ? evidence.probe->error : std::nullopt;
}

QString oneLine(const QByteArray &bytes)
{
    return visibleText(QString::fromUtf8(bytes.trimmed()), false, shownText);
}

qint64 milliseconds(qint64 us)
{
    return us < 0 ? -1 : us / 1000;
}

ConnectionStep failed(const QString &code, const Error &error, qint64 durationMs)
{
    const QString text = visibleText(messageWithAdvice(error).simplified());
    const qsizetype end = endOfSentence(text);
    return {code, State::Failed, text.first(end), text.sliced(end).trimmed(), durationMs};
}

// The functions below return the observation of a step that succeeded.

ConnectionStep environmentStep(const QString &code, const ConnectionEvidence &evidence)
{
    QStringList added;
    QStringList empty;
    for (const auto entry : evidence.source.settings.member("env"_L1).members()) {
        const QString name = visibleText(entry.key(), false, shownText);
        added.append(name);
        if (entry.value().toString().isEmpty())
            empty.append(name);
    }
    QStringList inherited; // only names, because a value may be a secret
    for (const QString &entry : childEnvironment({}))
        inherited.append(entry.section(u'=', 0, 0));
    QString observed = inherited.join(u", "_s);
    if (!added.isEmpty())
        observed = u"%1; of the source: %2"_s.arg(observed, added.join(u", "_s));
    if (empty.isEmpty())
        return {code, State::Ok, observed};
    return {code, State::Warning, u"Empty: %1"_s.arg(empty.join(u", "_s)),
        u"Give these variables a value in the source's settings."_s};
}

ConnectionStep firstLineStep(const QString &code, const ConnectionEvidence &evidence)
{
    const qint64 duration = evidence.lineMs - std::max<qint64>(evidence.sentMs, 0);
    if (!evidence.noise.isEmpty())
        return {code, State::Warning, u"Not a message: %1"_s.arg(oneLine(evidence.noise)),
            u"Write only messages to standard output, and everything else to standard error."_s,
            std::max<qint64>(duration, 0)};
    return {code, State::Ok, u"A message."_s, {}, std::max<qint64>(duration, 0)};
}

ConnectionStep stderrStep(const QString &code, const ConnectionEvidence &evidence)
{
    if (evidence.stderrLines.isEmpty())
        return {code, State::Ok, u"Nothing was written."_s};
    QStringList lines;
    const qsizetype from = std::max<qsizetype>(0, evidence.stderrLines.size() - shownLines);
    for (const QByteArray &line : evidence.stderrLines.sliced(from))
        lines.append(oneLine(line));
    return {code, errorOf(evidence) ? State::Warning : State::Ok, lines.join(u" | "_s)};
}

ConnectionStep protocolStep(const QString &code, const ConnectionEvidence &evidence)
{
    const PeerInfo &peer = (*evidence.outcome)->peer;
    const QString era = peer.agreed.member("era"_L1).toString();
    QStringList parts{era.isEmpty() ? peer.protocol : u"%1 (%2)"_s.arg(peer.protocol, era)};
    parts.append(QString(peer.name + u' ' + peer.version).trimmed());
    parts.removeAll(QString());
    const qint64 duration = evidence.agreedMs >= 0 ? evidence.agreedMs : evidence.endedMs;
    const QStringList odd =
        peer.listsOnly.isEmpty() ? peer.remarks : QStringList{peer.listsOnly} + peer.remarks;
    return {code, odd.isEmpty() ? State::Ok : State::Warning,
        visibleText((parts + odd).join(u", "_s), false, shownText), {}, duration};
}

ConnectionStep capabilitiesStep(const QString &code, const ConnectionEvidence &evidence)
{
    const SourceState &state = **evidence.outcome;
    QStringList names;
    for (const auto entry : state.peer.agreed.member("serverCapabilities"_L1).members())
        names.append(entry.key());
    const QString all = names.isEmpty()
        ? u"Operations: %1"_s.arg(state.operations)
        : u"Operations: %1; %2"_s.arg(QString::number(state.operations), names.join(u", "_s));
    const qint64 duration = evidence.agreedMs >= 0 ? evidence.endedMs - evidence.agreedMs : -1;
    if (!state.incompleteReason.isEmpty())
        return {code, State::Warning, visibleText(state.incompleteReason, false, shownText), {}, duration};
    return {code, State::Ok, visibleText(all, false, shownText), {}, duration};
}

ConnectionStep programStep(const QString &code, const ConnectionEvidence &evidence)
{
    if (code == "program"_L1)
        return {code, State::Ok, visibleText(**evidence.program)};
    if (code == "start"_L1) {
        const QString folder = evidence.source.settings.member("cwd"_L1).toString();
        return {code, State::Ok,
            folder.isEmpty() ? u"In the folder of this program."_s
                             : u"In the folder %1."_s.arg(visibleText(folder)),
            {}, evidence.sentMs};
    }
    if (code == "environment"_L1)
        return environmentStep(code, evidence);
    if (code == "firstLine"_L1)
        return firstLineStep(code, evidence);
    return code == "handshake"_L1 ? protocolStep(code, evidence) : capabilitiesStep(code, evidence);
}

bool isEncrypted(const QUrl &address)
{
    return address.scheme() == "https"_L1 || address.scheme() == "wss"_L1;
}

ConnectionStep tlsStep(const QString &code, const ConnectionEvidence &evidence)
{
    if (!isEncrypted(evidence.address))
        return {code, State::Skipped,
            u"The address does not use encryption (%1)."_s.arg(evidence.address.scheme())};
    return {code, State::Ok, evidence.probe->certificates.join(u" | "_s), {},
        milliseconds(evidence.probe->timing.tlsUs)};
}

ConnectionStep httpStep(const QString &code, const ConnectionEvidence &evidence)
{
    const ProbedConnection &probe = *evidence.probe;
    const QString line = evidence.statusLine.isEmpty() ? probe.statusLine : evidence.statusLine;
    if (!line.isEmpty())
        return {code, State::Ok, line, {}, milliseconds(probe.timing.firstByteUs)};
    return {code, State::Warning, u"The server is connected, but does not answer a GET."_s};
}

ConnectionStep signInStep(const QString &code, const ConnectionEvidence &evidence)
{
    const bool isSilent = evidence.status == 0 && evidence.probe->status == 0 && errorOf(evidence);
    if (isSilent)
        return {code, State::Skipped, u"The server did not answer."_s};
    const Json &settings = evidence.source.settings;
    bool hasCredential = !settings.member("auth"_L1).toString().isEmpty()
        || !settings.member("token"_L1).toString().isEmpty() || settings.member("security"_L1).size() > 0;
    for (const auto entry : settings.member("headers"_L1).members())
        hasCredential = hasCredential || entry.key().compare("Authorization"_L1, Qt::CaseInsensitive) == 0;
    return {code, State::Ok,
        hasCredential ? u"The credential was not refused."_s : u"The server does not require a sign-in."_s};
}

ConnectionStep addressStep(const QString &code, const ConnectionEvidence &evidence)
{
    // Steps after the handshake are also shown for a source without a connection, such as a document in a
    // file.
    const ProbedConnection probe = evidence.probe.value_or(ProbedConnection());
    const QString host = visibleText(evidence.address.host(), false, shownText);
    if (code == "name"_L1) {
        if (!QHostAddress(evidence.address.host()).isNull())
            return {code, State::Skipped, u"%1 is an address, not a name."_s.arg(host)};
        if (!probe.proxy.isEmpty())
            return {code, State::Skipped, u"The proxy looks up the name."_s};
        return {code, State::Ok, u"%1: %2"_s.arg(host, probe.addresses.join(u", "_s)), {},
            milliseconds(probe.timing.lookupUs)};
    }
    if (code == "tcp"_L1) {
        const QString direct =
            probe.timing.peer.isEmpty() ? probe.addresses.join(u", "_s) : probe.timing.peer;
        return {code, State::Ok, probe.proxy.isEmpty() ? direct : probe.proxy, {},
            milliseconds(probe.timing.connectUs)};
    }
    if (code == "proxy"_L1)
        return probe.proxy.isEmpty() ? ConnectionStep{code, State::Skipped, u"No proxy is used."_s}
                                     : ConnectionStep{code, State::Ok, probe.proxy};
    if (code == "tls"_L1)
        return tlsStep(code, evidence);
    if (code == "http"_L1)
        return httpStep(code, evidence);
    if (code == "signIn"_L1)
        return signInStep(code, evidence);
    if (code == "session"_L1)
        return (*evidence.outcome)->peer.agreed.member("session"_L1).isAbsent()
            ? ConnectionStep{code, State::Skipped, u"The server keeps no session."_s}
            : ConnectionStep{code, State::Ok, u"The server began a session."_s};
    return code == "protocol"_L1 ? protocolStep(code, evidence) : capabilitiesStep(code, evidence);
}

// The functions below return the step at which a connection failed.

QString stepOfProgram(const ConnectionEvidence &evidence, const Error &error)
{
    if (!evidence.outcome)
        return u"program"_s;
    const bool hasRun =
        evidence.sentMs >= 0 || error.code == "child.exited"_L1 || error.code == "child.killed"_L1;
    if (error.code == "child.notStarted"_L1 || error.kind == ErrorKind::Trust
        || error.kind == ErrorKind::Usage || !hasRun)
        return u"start"_s;
    if (evidence.lineMs < 0)
        return u"firstLine"_s;
    return evidence.agreedMs < 0 ? u"handshake"_s : u"capabilities"_s;
}

QString stepOfAddress(const ConnectionEvidence &evidence, const Error &error)
{
    const QString &code = error.code;
    const bool isEnd = code == "http.connectDeadline"_L1 || code == "http.closed"_L1;
    const QString at = error.details.member("step"_L1).toString();
    if (code == "http.connectDeadline"_L1 && (at == "tls"_L1 || at == "proxy"_L1))
        return at;
    const bool isConnected = evidence.probe && evidence.probe->timing.connectUs >= 0;
    if (code == "http.hostNotFound"_L1)
        return u"name"_s;
    if (code == "http.proxy"_L1 || code == "http.proxyCredentials"_L1)
        return u"proxy"_s;
    if (code.startsWith("http.tls"_L1) || code == "http.clientCertificate"_L1)
        return u"tls"_s;
    if (code == "http.refused"_L1 || code == "http.unreachable"_L1 || (isEnd && !isConnected))
        return u"tcp"_s;
    if (isEnd)
        return isEncrypted(evidence.address) && evidence.probe->timing.tlsUs < 0 ? u"tls"_s : u"http"_s;
    const bool isAboutSecrets = error.kind == ErrorKind::Trust || code.startsWith("oauth."_L1)
        || code.startsWith("auth."_L1) || code.startsWith("credential."_L1) || code.startsWith("keychain."_L1)
        || code.startsWith("secret."_L1);
    if (isAboutSecrets || evidence.status == 401 || evidence.status == 403)
        return u"signIn"_s;
    if (evidence.agreedMs >= 0)
        return u"capabilities"_s;
    const bool isOtherContent = code == "http.webPage"_L1 || code == "http.mediaType"_L1;
    const bool isRefused = code.startsWith("http."_L1) || code == "mcp.not-streamable"_L1;
    return isRefused && !isOtherContent ? u"http"_s : u"protocol"_s;
}

ConnectionStep failedStep(const QString &code, const ConnectionEvidence &evidence, const Error &error)
{
    ConnectionStep step = failed(code, error, evidence.endedMs);
    if (code == "tls"_L1 && evidence.probe)
        step.detail = evidence.probe->certificates.join(u" | "_s);
    if (code == "tcp"_L1 && evidence.probe && evidence.probe->addresses.size() > 1)
        step.detail = evidence.probe->addresses.join(u", "_s);
    if (code == "signIn"_L1)
        step.detail = challengeText(parseChallenges(evidence.challenges));
    return step;
}

QList<ConnectionStep> stepsUntil(const QStringList &codes, const QString &failedCode,
    const ConnectionEvidence &evidence,
    ConnectionStep (*seen)(const QString &code, const ConnectionEvidence &evidence))
{
    const std::optional<Error> error = errorOf(evidence);
    QList<ConnectionStep> steps;
    bool isOver = false;
    for (const QString &code : codes) {
        const bool wasStarted = evidence.sentMs >= 0 || !evidence.stderrLines.isEmpty();
        if (code == "stderr"_L1 && wasStarted) { // stderr is most useful after a failure
            steps.append(stderrStep(code, evidence));
        } else if (isOver) {
            steps.append({code, State::Skipped, u"An earlier step failed."_s});
        } else if (code == failedCode) {
            steps.append(failedStep(code, evidence, *error));
            isOver = true;
        } else {
            steps.append(seen(code, evidence));
        }
    }
    return steps;
}

//! Returns the steps for \a evidence. They depend on whether the source is a program, an address, or another
//! source.
QList<ConnectionStep> connectionSteps(const ConnectionEvidence &evidence)
{
    static const QStringList ofProgram{u"program"_s, u"start"_s, u"environment"_s, u"firstLine"_s,
        u"handshake"_s, u"stderr"_s, u"capabilities"_s};
    static const QStringList ofAddress{
        u"name"_s, u"tcp"_s, u"proxy"_s, u"tls"_s, u"http"_s, u"signIn"_s, u"protocol"_s};
    const std::optional<Error> error = errorOf(evidence);
    if (evidence.program)
        return stepsUntil(
            ofProgram, error ? stepOfProgram(evidence, *error) : QString(), evidence, programStep);
    if (!evidence.probe) {
        const QStringList codes{u"protocol"_s, u"capabilities"_s};
        QList<ConnectionStep> steps =
            stepsUntil(codes, error ? codes.constFirst() : QString(), evidence, addressStep);
        if (!error && evidence.source.kind == "openapi"_L1)
            steps.prepend({u"tcp"_s, State::Skipped,
                u"The document was not read from a server. No server was contacted."_s});
        return steps;
    }
    const QStringList more = evidence.source.kind == "mcp"_L1 ? QStringList{u"session"_s, u"capabilities"_s}
                                                              : QStringList{u"capabilities"_s};
    return stepsUntil(
        ofAddress + more, error ? stepOfAddress(evidence, *error) : QString(), evidence, addressStep);
}

//! Returns whether \a error of a probe ends the check, because the real connection would fail at the same
//! step.
bool endsTheCheck(const ConnectionEvidence &evidence, const Error &error)
{
    static const QStringList early{u"name"_s, u"tcp"_s, u"proxy"_s, u"tls"_s};
    const QString step = stepOfAddress(evidence, error);
    // The probe sends no client certificate, so the server may refuse only the probe.
    const bool showsCertificate = step == "tls"_L1
        && !evidence.source.settings.member("clientCertificate"_L1).isAbsent() && error.code != "http.tls"_L1;
    return early.contains(step) && !showsCertificate;
}

//! Returns the address that \a source connects to over HTTP or a WebSocket; empty if there is none.
QUrl connectedAddress(const Source &source)
{
    const QLatin1StringView setting = source.kind == "openapi"_L1 ? "document"_L1 : "url"_L1;
    const QUrl url(source.settings.member(setting).toString(), QUrl::StrictMode);
    static const QStringList schemes{u"http"_s, u"https"_s, u"ws"_s, u"wss"_s};
    return schemes.contains(url.scheme()) && !url.host().isEmpty() ? url : QUrl();
}

//! Returns \a url as an HTTP address without credentials, for a GET request.
QUrl httpAddress(QUrl url)
{
    if (url.scheme().startsWith("ws"_L1))
        url.setScheme(url.scheme() == "wss"_L1 ? u"https"_s : u"http"_s);
    url.setUserInfo({});
    return url;
}

Result<QString> programOf(const Source &source)
{
    QList<std::pair<QString, QString>> additions;
    for (const auto entry : source.settings.member("env"_L1).members())
        additions.append({entry.key(), entry.value().toString()});
    return findProgram(source.settings.member("command"_L1).toString(), childEnvironment(additions),
        source.settings.member("cwd"_L1).toString());
}

struct Title {
    QLatin1StringView code;
    QLatin1StringView text;
};

constexpr std::array titles{
    Title{"program"_L1, "Program found"_L1},
    Title{"start"_L1, "Program started"_L1},
    Title{"environment"_L1, "Environment"_L1},
    Title{"firstLine"_L1, "First line"_L1},
    Title{"handshake"_L1, "Handshake"_L1},
    Title{"stderr"_L1, "Standard error"_L1},
    Title{"name"_L1, "Name"_L1},
    Title{"tcp"_L1, "Connection (TCP)"_L1},
    Title{"proxy"_L1, "Proxy"_L1},
    Title{"tls"_L1, "Encryption (TLS)"_L1},
    Title{"http"_L1, "HTTP"_L1},
    Title{"signIn"_L1, "Sign-in"_L1},
    Title{"protocol"_L1, "Protocol and version"_L1},
    Title{"session"_L1, "Session"_L1},
    Title{"capabilities"_L1, "Capabilities"_L1},
};

} // namespace

ConnectionCheck::ConnectionCheck(Sessions *sessions, Source source, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_source(std::move(source))
    , m_limits(sessions->limits())
    , m_evidence(std::make_unique<ConnectionEvidence>())
{
    m_report.source = m_source.name;
}

ConnectionCheck::~ConnectionCheck() = default;

void ConnectionCheck::start()
{
    QTimer::singleShot(0, this, &ConnectionCheck::begin);
}

void ConnectionCheck::begin()
{
    if (m_isFinished)
        return;
    if (!m_sessions) {
        cancel();
        return;
    }
    const QList<Environment> &environments = m_sessions->environments();
    const auto active = std::ranges::find(environments, m_sessions->environment(), &Environment::name);
    const Result<EffectiveSource> effective =
        effectiveSource(m_source, active == environments.end() ? nullptr : &*active);
    const Result<Limits> limits = effective ? limitsOf(effective->source, m_limits)
                                            : Result<Limits>(std::unexpected(effective.error()));
    if (!limits) {
        m_evidence->source = m_source;
        m_evidence->outcome = std::unexpected(limits.error());
        finish();
        return;
    }
    m_limits = *limits;
    m_evidence->source = effective->source;
    const QString command = effective->source.settings.member("command"_L1).toString();
    m_evidence->address = command.isEmpty() ? connectedAddress(effective->source) : QUrl();
    if (!m_evidence->address.isEmpty()) {
        probe(m_evidence->address);
        return;
    }
    // Only the source knows placeholders such as "${envelope}".
    if (!command.isEmpty())
        m_evidence->program =
            command.startsWith("${"_L1) ? Result<QString>(command) : programOf(effective->source);
    if (m_evidence->program && !*m_evidence->program)
        finish();
    else
        connectSource();
}

void ConnectionCheck::probe(const QUrl &address)
{
    HttpRequest request;
    request.url = httpAddress(address);
    const Json certificates = m_evidence->source.settings.member("certificates"_L1);
    request.acceptedCertificates =
        readAcceptedCertificates(certificates).value_or(QList<AcceptedCertificate>());
    m_probe = std::make_unique<ConnectionProbe>(m_source.name, request, m_limits);
    connect(m_probe.get(), &ConnectionProbe::finished, this, &ConnectionCheck::probed);
    m_probe->start();
}

void ConnectionCheck::probed()
{
    m_evidence->probe = m_probe->result();
    m_probe.release()->deleteLater(); // it is still emitting its signal
    std::optional<Error> &error = m_evidence->probe->error;
    if (error && m_evidence->address.scheme().startsWith("ws"_L1)) { // the probe asked over HTTP
        const QString asked = originOf(httpAddress(m_evidence->address));
        error->message.replace(
            asked, QString(m_evidence->address.scheme() + asked.sliced(asked.indexOf(u':'))));
    }
    if (error && endsTheCheck(*m_evidence, *error)) {
        m_evidence->endedMs = m_evidence->probe->timing.totalUs / 1000;
        finish();
        return;
    }
    connectSource();
}

void ConnectionCheck::connectSource()
{
    Sessions *sessions = m_sessions;
    if (!sessions) {
        cancel();
        return;
    }
    m_clock.start();
    connect(sessions->exchanges(), &ExchangeLog::noted, this, &ConnectionCheck::note);
    m_test = sessions->testSource(m_source);
    connect(m_test.get(), &SourceTest::finished, this, &ConnectionCheck::connected);
}

void ConnectionCheck::note(const Frame &frame)
{
    if (frame.source != m_source.name)
        return;
    ConnectionEvidence &seen = *m_evidence;
    const auto once = [this](qint64 &time) {
        if (time < 0)
            time = m_clock.elapsed();
    };
    if (frame.direction == Direction::Sent) {
        once(seen.sentMs);
        if (frame.label.endsWith("/list"_L1))
            once(seen.agreedMs);
        return;
    }
    if (frame.channel == "stderr"_L1) {
        seen.stderrLines.append(frame.bytes);
        if (seen.stderrLines.size() > stderrLinesKept)
            seen.stderrLines.removeFirst();
        return;
    }
    if (seen.lineMs < 0 && frame.label == "noise"_L1)
        seen.noise = frame.bytes;
    once(seen.lineMs);
    if (!frame.head.startsWith("HTTP/"))
        return;
    // The head may begin with informational responses.
    const QByteArray last = frame.head.sliced(frame.head.lastIndexOf("\nHTTP/") + 1);
    const QByteArray line = last.first(last.indexOf('\n') + 1).trimmed();
    seen.statusLine = visibleText(QString::fromUtf8(line), false, shownStatusLine);
    seen.status = line.split(' ').value(1).toInt();
    seen.challenges = headersNamed(frame.head, "www-authenticate");
}

void ConnectionCheck::connected()
{
    m_evidence->outcome = m_test->result();
    m_evidence->endedMs = m_clock.elapsed();
    m_test.release()->deleteLater(); // it is still emitting its signal
    finish();
}

void ConnectionCheck::cancel()
{
    if (m_isFinished)
        return;
    m_probe.reset();
    m_test.reset();
    m_evidence->outcome =
        std::unexpected(Error{ErrorKind::Cancelled, u"cancelled"_s, u"The check was cancelled."_s, {}, {}});
    QTimer::singleShot(0, this, &ConnectionCheck::finish);
}

void ConnectionCheck::finish()
{
    if (std::exchange(m_isFinished, true))
        return;
    if (m_sessions) {
        m_sessions->exchanges()->disconnect(this);
        const KnownSecrets &secrets = m_sessions->exchanges()->secrets();
        m_report.steps = connectionSteps(*m_evidence);
        for (ConnectionStep &step : m_report.steps) {
            step.observed = secrets.hidden(step.observed);
            step.advice = secrets.hidden(step.advice);
            step.detail = secrets.hidden(step.detail);
        }
    }
    m_report.error = errorOf(*m_evidence);
    if (m_sessions && m_report.error)
        m_report.error = m_sessions->exchanges()->secrets().hidden(*m_report.error);
    Q_EMIT finished();
}

qsizetype endOfSentence(const QString &text)
{
    bool isQuoted = false;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar c = text.at(at);
        if (c == u'"')
            isQuoted = !isQuoted;
        const bool isEnd = !isQuoted && (c == u'.' || c == u'?') && at + 2 < text.size();
        if (isEnd && text.at(at + 1).isSpace() && text.at(at + 2).isUpper())
            return at + 1;
    }
    return text.size();
}

QString titleOf(const ConnectionStep &step)
{
    const auto found = std::ranges::find(titles, step.code, &Title::code);
    return found == titles.end() ? step.code : QString(found->text);
}

QString stateWord(ConnectionStep::State state)
{
    static constexpr std::array words{"ok"_L1, "warning"_L1, "failed"_L1, "skipped"_L1};
    return words.at(size_t(state)); // in the order of ConnectionStep::State
}

Json toJson(const ConnectionReport &report)
{
    JsonBuilder builder;
    builder.beginObject()
        .add(u"source", report.source)
        .add(u"connected", Json::boolean(report.isConnected()))
        .key(u"steps")
        .beginArray();
    for (const ConnectionStep &step : report.steps) {
        builder.beginObject()
            .add(u"code", step.code)
            .add(u"title", titleOf(step))
            .add(u"state", stateWord(step.state))
            .add(u"observed", step.observed);
        if (!step.advice.isEmpty())
            builder.add(u"advice", step.advice);
        if (!step.detail.isEmpty())
            builder.add(u"detail", step.detail);
        if (step.durationMs >= 0)
            builder.add(u"durationMs", Json::integer(step.durationMs));
        builder.endObject();
    }
    return builder.endArray().endObject().take();
}

} // namespace Workbench

#include "moc_connectioncheck.cpp"
