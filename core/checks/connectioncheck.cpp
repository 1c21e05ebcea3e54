// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/connectioncheck.h"

#include "core/base/visibletext.h"
#include "core/checks/connectionsteps.h"
#include "core/exchange/framepair.h"
#include "core/session/effectivesource.h"
#include "core/transport/http/redirects.h"
#include "core/transport/process/processtransport.h"

#include <QTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype stderrLinesKept = 20;
constexpr qsizetype shownStatusLine = 120; // characters

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
    if (m_isFinished || !m_sessions)
        return;
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
    m_clock.start();
    connect(m_sessions->exchanges(), &ExchangeLog::noted, this, &ConnectionCheck::note);
    m_test = m_sessions->testSource(m_source);
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

} // namespace Workbench

#include "moc_connectioncheck.cpp"
