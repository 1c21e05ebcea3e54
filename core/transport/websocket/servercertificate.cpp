// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/servercertificate.h"

#include "core/base/visibletext.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSslConfiguration>
#include <QSslSocket>

#ifdef Q_OS_UNIX
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestFile = qint64{1} << 20; // a chain is a few KiB

std::unexpected<Error> useless(const QString &file, const QString &why)
{
    return std::unexpected(
        Error{ErrorKind::Usage, u"tls.certificate"_s, u"%1 %2"_s.arg(visibleText(file, false, 300), why)});
}

Result<QByteArray> contentOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return std::unexpected(Error{ErrorKind::Storage, u"file.open"_s,
            u"cannot read %1: %2"_s.arg(visibleText(path, false, 300), file.errorString())});
    }
    return file.read(largestFile);
}

QSslKey keyFrom(const QByteArray &pem)
{
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec}) {
        if (QSslKey key(pem, algorithm); !key.isNull())
            return key;
    }
    return {};
}

//! Returns whether the key belongs to the certificate. OpenSSL checks that only when it uses them; a socket
//! without a peer is enough for that.
bool belongTogether(const ServerCertificate &certificate)
{
#ifdef Q_OS_UNIX
    int ends[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return true; // the first client will show it
    QSslSocket socket;
    QSslConfiguration configuration = socket.sslConfiguration();
    configuration.setLocalCertificateChain(certificate.chain);
    configuration.setPrivateKey(certificate.key);
    socket.setSslConfiguration(configuration);
    bool fits = true;
    if (socket.setSocketDescriptor(ends[0])) {
        socket.startServerEncryption();
        fits = socket.error() != QAbstractSocket::SslInvalidUserDataError
            && socket.error() != QAbstractSocket::SslInternalError;
        socket.abort();
    } else {
        close(ends[0]);
    }
    close(ends[1]);
    return fits;
#else
    Q_UNUSED(certificate)
    return true;
#endif
}

} // namespace

QByteArray ServerCertificate::sha256() const
{
    return chain.isEmpty() ? QByteArray() : chain.constFirst().digest(QCryptographicHash::Sha256);
}

Result<ServerCertificate> readServerCertificate(const QString &certificateFile, const QString &keyFile)
{
    const Result<QByteArray> certificatePem = contentOf(certificateFile);
    if (!certificatePem)
        return std::unexpected(certificatePem.error());
    const Result<QByteArray> keyPem = contentOf(keyFile);
    if (!keyPem)
        return std::unexpected(keyPem.error());
    ServerCertificate read{QSslCertificate::fromData(*certificatePem, QSsl::Pem), keyFrom(*keyPem)};
    if (read.chain.isEmpty())
        return useless(certificateFile, u"holds no certificate in PEM"_s);
    if (read.key.isNull() && keyPem->contains("ENCRYPTED"))
        return useless(
            keyFile, u"is protected by a passphrase; passphrase-protected keys are not supported here"_s);
    if (read.key.isNull() || read.key.type() != QSsl::PrivateKey)
        return useless(keyFile, u"holds no private key in PEM, RSA or EC"_s);
    if (!belongTogether(read))
        return useless(keyFile,
            u"is not the key of the certificate in %1"_s.arg(visibleText(certificateFile, false, 300)));
    return read;
}

} // namespace Workbench
