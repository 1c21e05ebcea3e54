// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QCryptographicHash>
#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QTemporaryDir>

namespace Workbench::Test {

//! A self-signed certificate with its key, created for one test.
struct MadeCertificate {
    QString certificateFile;
    QString keyFile;

    QSslKey key() const
    {
        QFile file(keyFile);
        return file.open(QIODevice::ReadOnly) ? QSslKey(&file, QSsl::Ec) : QSslKey();
    }
    //! Returns the configuration of a server that presents the certificate.
    QSslConfiguration configuration() const
    {
        QSslConfiguration shown = QSslConfiguration::defaultConfiguration();
        shown.setLocalCertificate(certificate());
        shown.setPrivateKey(key());
        return shown;
    }
    QString fingerprint() const { return QString::fromLatin1(sha256().toHex(':')); }
    QSslCertificate certificate() const { return QSslCertificate::fromPath(certificateFile).value(0); }
    QByteArray sha256() const { return certificate().digest(QCryptographicHash::Sha256); }
};

//! Creates a certificate with openssl in \a folder. \a more holds further arguments of `openssl req`.
inline MadeCertificate makeCertificate(
    const QTemporaryDir &folder, const QString &name, const QString &host, const QStringList &more = {})
{
    using namespace Qt::StringLiterals;
    const MadeCertificate made{folder.filePath(name + u".pem"_s), folder.filePath(name + u".key"_s)};
    QProcess openssl;
    openssl.start(u"openssl"_s,
        QStringList{u"req"_s, u"-x509"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s,
            u"ec_paramgen_curve:prime256v1"_s, u"-keyout"_s, made.keyFile, u"-out"_s, made.certificateFile,
            u"-subj"_s, u"/CN=%1"_s.arg(host), u"-addext"_s, u"subjectAltName=DNS:%1"_s.arg(host)}
            + (more.isEmpty() ? QStringList{u"-noenc"_s} : more));
    if (!openssl.waitForFinished(30'000) || openssl.exitCode() != 0)
        qFatal("openssl: %s", openssl.readAllStandardError().constData());
    return made;
}

} // namespace Workbench::Test
