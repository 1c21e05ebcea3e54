// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/clientcertificate.h"

#include <QBuffer>
#include <QSslCertificate>
#include <QSslKey>

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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
