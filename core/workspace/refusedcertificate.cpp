// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/refusedcertificate.h"

#include "core/json/jsonbuilder.h"

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

bool isFor(const Json &accepted, const QString &host)
{
    return accepted.member("host"_L1).toString().compare(host, Qt::CaseInsensitive) == 0;
}

} // namespace

std::optional<RefusedCertificate> RefusedCertificate::of(const Error &error)
{
    const Json &details = error.details;
    RefusedCertificate refused;
    refused.host = details.member("host"_L1).toString();
    refused.sha256 = plainFingerprint(details.member("sha256"_L1).toString());
    // A peer may send errors with details of its own, but not with this kind and code.
    if (error.kind != ErrorKind::Network || error.code != "http.tls"_L1 || refused.host.isEmpty()
        || refused.sha256.isEmpty())
        return std::nullopt;
    refused.mayBeAccepted = details.member("acceptable"_L1).toBoolean();
    for (const Json &reason : details.member("reasons"_L1).items())
        refused.reasons.append({reason.member("code"_L1).toString(), reason.member("text"_L1).toString()});
    refused.subject = details.member("subject"_L1).toString();
    for (const Json &name : details.member("names"_L1).items())
        refused.names.append(name.toString());
    refused.issuer = details.member("issuer"_L1).toString();
    refused.validFrom = QDateTime::fromString(details.member("validFrom"_L1).toString(), Qt::ISODate);
    refused.validTo = QDateTime::fromString(details.member("validTo"_L1).toString(), Qt::ISODate);
    return refused;
}

QStringList acceptedFingerprints(const Json &settings, const QString &host)
{
    QStringList found;
    const Json accepted = settings.member("certificates"_L1);
    for (const Json &each : accepted.items()) {
        if (isFor(each, host))
            found.append(plainFingerprint(each.member("sha256"_L1).toString()));
    }
    return found;
}

Json withAcceptedCertificate(
    const Json &settings, const RefusedCertificate &certificate, bool inPlaceOfOthers)
{
    QList<Json> accepted;
    const Json before = settings.member("certificates"_L1);
    for (const Json &each : before.items()) {
        const bool isSame = plainFingerprint(each.member("sha256"_L1).toString()) == certificate.sha256;
        if (!isFor(each, certificate.host) || (!inPlaceOfOthers && !isSame))
            accepted.append(each);
    }
    accepted.append(Json::object(
        {{u"host"_s, Json::string(certificate.host)}, {u"sha256"_s, Json::string(certificate.sha256)}}));
    return withMember(settings, u"certificates", Json::array(accepted));
}

QString plainFingerprint(const QString &sha256)
{
    QByteArray digits = sha256.simplified().toLatin1();
    digits.replace(":", "").replace(" ", "");
    return QString::fromLatin1(QByteArray::fromHex(digits).toHex(':'));
}

} // namespace Workbench
