// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/connectionprobe.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httphop.h"
#include "core/transport/http/responsecheck.h"

#include <QSslCertificate>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownCertificates = 10;
constexpr qsizetype shownStatusLine = 120; // characters

HttpRequest plainRequest(const HttpRequest &given)
{
    HttpRequest request;
    request.url = given.url;
    request.headers = {{"Accept", "application/json"}}; // not an event stream, which may stay silent
    request.acceptedCertificates = given.acceptedCertificates;
    request.clientCertificate = given.clientCertificate;
    request.onSent = [](const HttpRequest &, const QByteArray &, const QString &) { };
    return request;
}

QString certificateLine(const QSslCertificate &certificate)
{
    return u"%1, issued by %2, valid to %3"_s.arg(
        subjectOf(certificate), issuerOf(certificate), certificateDate(certificate.expiryDate()));
}

} // namespace

ConnectionProbe::ConnectionProbe(QString sourceName, const HttpRequest &request, const Limits &limits)
    : m_sourceName(std::move(sourceName))
    , m_hop(std::make_unique<HttpHop>(
          plainRequest(request), limits, std::make_shared<HttpConnections>(limits), false))
{
    m_silence.setSingleShot(true);
    m_silence.setInterval(std::chrono::milliseconds(limits.probeTimeoutMs));
    connect(m_hop.get(), &HttpHop::sent, this, [this] { m_silence.start(); });
    connect(&m_silence, &QTimer::timeout, this, [this] { end(std::nullopt); });
    connect(m_hop.get(), &HttpHop::headReceived, this, [this](const HttpResponseHead &head) {
        m_result.status = head.status;
        const QString version = m_hop->timing().protocol;
        m_result.statusLine = visibleText(
            QString(u"%1 %2 %3"_s.arg(version).arg(head.status).arg(QString::fromUtf8(head.reason)))
                .simplified(),
            false, shownStatusLine);
        end(std::nullopt);
    });
    connect(m_hop.get(), &HttpHop::ended, this,
        [this](bool complete, const Error &error) { end(complete ? std::nullopt : std::optional(error)); });
}

ConnectionProbe::~ConnectionProbe() = default;

void ConnectionProbe::start()
{
    m_hop->start();
}

void ConnectionProbe::end(std::optional<Error> error)
{
    m_silence.stop();
    m_hop->disconnect(this);
    m_result.timing = m_hop->timing();
    m_result.addresses = m_hop->triedAddresses();
    const CurlRequest &request = m_hop->request();
    m_result.proxy = request.proxyAddress();
    for (const QSslCertificate &certificate :
        request.judge().chain().first(std::min(request.judge().chain().size(), shownCertificates)))
        m_result.certificates.append(certificateLine(certificate));
    if (error)
        m_result.error = asSentence(*std::move(error), m_sourceName);
    m_hop.release()->deleteLater(); // it may be the sender of the signal that runs now
    Q_EMIT finished();
}

} // namespace Workbench

#include "moc_connectionprobe.cpp"
