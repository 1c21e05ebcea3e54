// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/certificates.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QDateTime>
#include <QSslCertificate>
#include <QSslError>
#include <QSslKey>
#include <QUrl>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownName = 200; // characters
constexpr qsizetype shownNames = 20;

struct Reason {
    QLatin1StringView code; // selects a translated text
    bool mayBeJudged; // whether a user who knows the fingerprint may accept the certificate
};

//! Returns the code of \a error and whether the user may judge it. A fingerprint proves that the certificate
//! is the accepted one. That outweighs an unknown authority, a date or a name, but not a revoked certificate
//! or one that cannot be checked.
Reason reasonOf(QSslError::SslError error)
{
    switch (error) {
    case QSslError::SelfSignedCertificate: return {"selfSigned"_L1, true};
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::CertificateUntrusted: return {"unknownIssuer"_L1, true};
    case QSslError::CertificateExpired: return {"expired"_L1, true};
    case QSslError::CertificateNotYetValid: return {"notYetValid"_L1, true};
    case QSslError::HostNameMismatch: return {"otherHost"_L1, true};
    case QSslError::InvalidCaCertificate:
    case QSslError::PathLengthExceeded:
    case QSslError::InvalidPurpose: return {"otherPurpose"_L1, true};
    case QSslError::CertificateRevoked:
    case QSslError::CertificateRejected:
    case QSslError::CertificateBlacklisted:
    case QSslError::OcspResponseCertIdUnknown:
    case QSslError::OcspStatusUnknown: return {"revoked"_L1, false};
    default: return {"broken"_L1, false};
    }
}

bool mayBeJudged(const QList<QSslError> &errors)
{
    return std::ranges::all_of(
        errors, [](const QSslError &error) { return reasonOf(error.error()).mayBeJudged; });
}

//! Returns the common name followed by the organisation, without repetition.
QString nameIn(const QStringList &commonNames, const QStringList &organizations)
{
    QStringList parts = commonNames + organizations;
    parts.removeDuplicates();
    return visibleText(parts.join(u", "_s), false, shownName);
}

//! Returns the SHA-256 fingerprint as pairs of lower case hexadecimal digits separated by colons.
QString fingerprintOf(const QSslCertificate &certificate)
{
    return QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex(':'));
}

//! Returns "Certificate of example.org, issued by Example CA, valid from … to …, SHA-256 fingerprint …".
QString certificateText(const QSslCertificate &certificate)
{
    return u"Certificate of %1, issued by %2, valid from %3 to %4, SHA-256 fingerprint %5"_s.arg(
        subjectOf(certificate), issuerOf(certificate), certificateDate(certificate.effectiveDate()),
        certificateDate(certificate.expiryDate()), fingerprintOf(certificate));
}

Json detailsOf(const QSslCertificate &certificate, const QList<QSslError> &errors, const QString &host)
{
    QList<Json> reasons;
    QStringList told; // Qt may report a reason more than once
    for (const QSslError &error : errors) {
        if (told.contains(error.errorString()))
            continue;
        told.append(error.errorString());
        reasons.append(Json::object({{u"code"_s, Json::string(QString(reasonOf(error.error()).code))},
            {u"text"_s, Json::string(error.errorString())}}));
    }
    QList<Json> names;
    for (const QString &name : certificate.subjectAlternativeNames()) {
        if (names.size() < shownNames)
            names.append(Json::string(visibleText(name, false, shownName)));
    }
    return Json::object(
        {{u"host"_s, Json::string(host)}, {u"sha256"_s, Json::string(fingerprintOf(certificate))},
            {u"acceptable"_s, Json::boolean(mayBeJudged(errors))}, {u"reasons"_s, Json::array(reasons)},
            {u"subject"_s, Json::string(subjectOf(certificate))}, {u"names"_s, Json::array(names)},
            {u"issuer"_s, Json::string(issuerOf(certificate))},
            {u"validFrom"_s, Json::string(certificateDate(certificate.effectiveDate()))},
            {u"validTo"_s, Json::string(certificateDate(certificate.expiryDate()))}});
}

std::unexpected<Error> notAList(const QString &expected)
{
    return std::unexpected(Error{ErrorKind::Usage, u"tls.certificates"_s, expected, {}, {}});
}

std::unexpected<Error> unusableCertificate(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Usage, u"http.clientCertificate"_s, what, {}, {}});
}

bool isPem(const QByteArray &bytes)
{
    return bytes.contains("-----BEGIN ");
}

//! Returns the private key in \a pem; null if there is none. A file often does not name the kind of its key
//! ("PRIVATE KEY"), so each kind is tried.
QSslKey keyIn(const QByteArray &pem, const QByteArray &passphrase)
{
    constexpr std::array algorithms{QSsl::Rsa, QSsl::Ec, QSsl::Dsa};
    for (const QSsl::KeyAlgorithm algorithm : algorithms) {
        if (QSslKey key(pem, algorithm, QSsl::Pem, QSsl::PrivateKey, passphrase); !key.isNull())
            return key;
    }
    return {};
}

ClientIdentity identityOf(const QList<QSslCertificate> &chain, const QSslKey &key)
{
    ClientIdentity identity{.chain = {}, .key = key.toPem()};
    for (const QSslCertificate &certificate : chain)
        identity.chain += certificate.toPem();
    return identity;
}

Result<ClientIdentity> identityInPem(const ClientCertificate &given)
{
    const QList<QSslCertificate> chain = QSslCertificate::fromData(given.certificate, QSsl::Pem);
    if (chain.isEmpty())
        return unusableCertificate(
            u"cannot be contacted: the client certificate's file holds no certificate"_s);
    const QByteArray &pem = given.key.isEmpty() ? given.certificate : given.key;
    const bool hasKey = pem.contains("PRIVATE KEY-----");
    if (!hasKey)
        return unusableCertificate(
            u"cannot be contacted: the client certificate comes without a private key"_s);
    const QSslKey key = keyIn(pem, given.passphrase);
    if (key.isNull()) {
        const bool isEncrypted = pem.contains("ENCRYPTED");
        return unusableCertificate(isEncrypted && given.passphrase.isEmpty()
                ? u"cannot be contacted: the client certificate's key is encrypted and needs its passphrase"_s
                : isEncrypted
                ? u"cannot be contacted: the passphrase does not open the client certificate's key"_s
                : u"cannot be contacted: the client certificate's key cannot be read"_s);
    }
    return identityOf(chain, key);
}

} // namespace

QString subjectOf(const QSslCertificate &certificate)
{
    return nameIn(certificate.subjectInfo(QSslCertificate::CommonName),
        certificate.subjectInfo(QSslCertificate::Organization));
}

QString issuerOf(const QSslCertificate &certificate)
{
    return nameIn(certificate.issuerInfo(QSslCertificate::CommonName),
        certificate.issuerInfo(QSslCertificate::Organization));
}

QString certificateDate(const QDateTime &date)
{
    return date.toUTC().toString(Qt::ISODate);
}

Result<QList<AcceptedCertificate>> readAcceptedCertificates(const Json &setting)
{
    QList<AcceptedCertificate> accepted;
    if (setting.isAbsent() || setting.isNull())
        return accepted;
    if (!setting.isArray())
        return notAList(u"expected a list of {host, sha256}"_s);
    for (const Json &item : setting.items()) {
        QUrl place;
        place.setHost(item.member("host"_L1).toString());
        QByteArray digits = item.member("sha256"_L1).toString().simplified().toLatin1();
        digits.replace(":", "").replace(" ", "");
        const QByteArray fingerprint = QByteArray::fromHex(digits);
        if (place.host().isEmpty() || digits.size() != 64 || fingerprint.size() != 32)
            return notAList(u"each needs a host and the 64 hexadecimal digits of its SHA-256 fingerprint"_s);
        accepted.append({place.host(QUrl::FullyEncoded), fingerprint});
    }
    return accepted;
}

bool isAccepted(const QSslCertificate &certificate, const QList<QSslError> &errors, const QString &host,
    const QList<AcceptedCertificate> &accepted)
{
    if (certificate.isNull() || !mayBeJudged(errors))
        return false;
    const QByteArray fingerprint = certificate.digest(QCryptographicHash::Sha256);
    return std::ranges::any_of(accepted, [&](const AcceptedCertificate &each) {
        return each.sha256 == fingerprint && each.host.compare(host, Qt::CaseInsensitive) == 0;
    });
}

Error refusedCertificate(
    const QSslCertificate &certificate, const QList<QSslError> &errors, const QString &host)
{
    QStringList reasons;
    for (const QSslError &error : errors)
        reasons.append(error.errorString());
    reasons.removeDuplicates();
    Error refused{ErrorKind::Network, u"http.tls"_s,
        u"could not prove that it is %1: %2"_s.arg(
            visibleText(host, false, shownName), reasons.join(u"; "_s)),
        {}, {}};
    if (certificate.isNull()) {
        refused.detail = u"The server sent no certificate."_s;
        return refused;
    }
    refused.detail = certificateText(certificate);
    refused.details = detailsOf(certificate, errors, host);
    refused.message += mayBeJudged(errors)
        ? u". Check the host name of its address, or accept its certificate for this source if you know it to be the right one."_s
        : u". This certificate cannot be accepted: the server needs another one."_s;
    return refused;
}

Result<ClientIdentity> clientIdentity(const ClientCertificate &certificate)
{
    if (isPem(certificate.certificate))
        return identityInPem(certificate);
    QByteArray bytes = certificate.certificate;
    QBuffer file(&bytes);
    QSslKey key;
    QSslCertificate own;
    QList<QSslCertificate> others;
    const bool isBer = bytes.startsWith('\x30'); // every PKCS #12 file is a sequence
    if (!isBer)
        return unusableCertificate(
            u"cannot be contacted: the client certificate is neither in PEM nor in PKCS #12 form"_s);
    if (!file.open(QIODevice::ReadOnly)
        || !QSslCertificate::importPkcs12(&file, &key, &own, &others, certificate.passphrase))
        return unusableCertificate(certificate.passphrase.isEmpty()
                ? u"cannot be contacted: the client certificate's file needs a passphrase, or is damaged"_s
                : u"cannot be contacted: the passphrase does not open the client certificate's file, or it is damaged"_s);
    others.prepend(own);
    return identityOf(others, key);
}

} // namespace Workbench
