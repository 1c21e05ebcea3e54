// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/curltls.h"

#include <QHostAddress>
#include <QSslCertificate>
#include <QSslError>

#include <algorithm>
#include <array>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace Workbench {

struct CertificateJudge::Data {
    QString host;
    QList<AcceptedCertificate> accepted;
    std::optional<Error> refusal{};
    QList<QSslCertificate> chain{};

    bool isForHost(X509 *certificate) const;
    bool isAcceptable(X509_STORE_CTX *context);
    static int verify(X509_STORE_CTX *context, void *data);
    static CURLcode prepare(CURL *easy, void *context, void *data);
};

namespace {

QSslCertificate toQt(X509 *certificate)
{
    QByteArray der(i2d_X509(certificate, nullptr), Qt::Uninitialized);
    auto *end = reinterpret_cast<unsigned char *>(der.data());
    i2d_X509(certificate, &end);
    return QSslCertificate(der, QSsl::Der);
}

QList<QSslCertificate> sentChain(X509_STORE_CTX *context)
{
    QList<QSslCertificate> chain;
    const STACK_OF(X509) *const sent = X509_STORE_CTX_get0_untrusted(context);
    for (int at = 0; at < sk_X509_num(sent); ++at)
        chain.append(toQt(sk_X509_value(sent, at)));
    if (chain.isEmpty())
        chain.append(toQt(X509_STORE_CTX_get0_cert(context)));
    return chain;
}

//! Returns the index of the data in an SSL_CTX that keeps the judge's data alive for its connections, which
//! may outlive the transfer.
int dataIndex()
{
    static const int index = SSL_CTX_get_ex_new_index(
        0, nullptr, nullptr, nullptr, [](void *, void *data, CRYPTO_EX_DATA *, int, long, void *) {
            delete static_cast<std::shared_ptr<void> *>(data);
        });
    return index;
}

//! Returns whether OpenSSL did not trust a chain only because libcurl does not know its authority.
bool isForWantOfAnAuthority(int reason)
{
    constexpr std::array reasons{X509_V_OK, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
        X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
        X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT};
    return std::ranges::contains(reasons, reason);
}

//! Returns whether a key of the chain is weaker than OpenSSL's security level requires. OpenSSL itself does
//! not check this when an authority is missing.
bool hasWeakKey(X509_STORE_CTX *context)
{
    constexpr std::array bitsOfLevels{0, 80, 112, 128, 192, 256};
    const int level = X509_VERIFY_PARAM_get_auth_level(X509_STORE_CTX_get0_param(context));
    const int wanted = bitsOfLevels.at(size_t(std::clamp(level, 0, 5)));
    const STACK_OF(X509) *const sent = X509_STORE_CTX_get0_untrusted(context);
    for (int at = 0; at < sk_X509_num(sent); ++at) {
        const EVP_PKEY *const key = X509_get0_pubkey(sk_X509_value(sent, at));
        if (!key || EVP_PKEY_get_security_bits(key) < wanted)
            return true;
    }
    return false;
}

} // namespace

bool CertificateJudge::Data::isForHost(X509 *certificate) const
{
    const QByteArray name = host.toLatin1();
    return QHostAddress(host).isNull()
        ? X509_check_host(certificate, name.constData(), size_t(name.size()), 0, nullptr) == 1
        : X509_check_ip_asc(certificate, name.constData(), 0) == 1;
}

//! Judges a chain that the store of libcurl does not trust. The user is shown the reasons that Qt gives; Qt's
//! default configuration may also know more authorities.
bool CertificateJudge::Data::isAcceptable(X509_STORE_CTX *context)
{
    const int reason = X509_STORE_CTX_get_error(context);
    QList<QSslError> errors = QSslCertificate::verify(chain, host);
    const bool isWeak = hasWeakKey(context);
    const bool isOnlyForQt = errors.isEmpty() && (isWeak || !isForWantOfAnAuthority(reason));
    if (isOnlyForQt) // Qt does not check the strength of a key
        errors.append(QSslError(QSslError::UnspecifiedError, chain.first()));
    if (errors.isEmpty() || isAccepted(chain.first(), errors, host, accepted))
        return true;
    refusal = refusedCertificate(chain.first(), errors, host);
    if (isOnlyForQt)
        refusal->detail.prepend(
            QString::fromLatin1(X509_verify_cert_error_string(isWeak ? X509_V_ERR_EE_KEY_TOO_SMALL : reason)
                + QByteArray(".\n")));
    return false;
}

int CertificateJudge::Data::verify(X509_STORE_CTX *context, void *data)
{
    auto &judge = *static_cast<Data *>(data);
    judge.chain = sentChain(context);
    judge.refusal.reset(); // of another connection that was tried at the same time
    const bool isTrusted =
        X509_verify_cert(context) == 1 && judge.isForHost(X509_STORE_CTX_get0_cert(context));
    if (isTrusted || judge.isAcceptable(context)) {
        X509_STORE_CTX_set_error(context, X509_V_OK);
        return 1;
    }
    if (X509_STORE_CTX_get_error(context) == X509_V_OK)
        X509_STORE_CTX_set_error(context, X509_V_ERR_HOSTNAME_MISMATCH);
    return 0;
}

CURLcode CertificateJudge::Data::prepare(CURL *, void *context, void *data)
{
    auto *const tls = static_cast<SSL_CTX *>(context);
    const auto &judge = *static_cast<std::shared_ptr<Data> *>(data);
    auto kept = std::make_unique<std::shared_ptr<void>>(judge);
    if (SSL_CTX_set_ex_data(tls, dataIndex(), kept.get()) != 1)
        return CURLE_OUT_OF_MEMORY;
    std::ignore = kept.release(); // the context owns it now
    SSL_CTX_set_cert_verify_callback(tls, &Data::verify, judge.get());
    return CURLE_OK;
}

CertificateJudge::CertificateJudge(QString host, QList<AcceptedCertificate> accepted)
    : d(std::make_shared<Data>(std::move(host), std::move(accepted)))
{
}

void CertificateJudge::watch(CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, &Data::prepare);
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, &d);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L); // the judge compares the name
    curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr); // a folder would keep libcurl from caching the store
}

const std::optional<Error> &CertificateJudge::refusal() const
{
    return d->refusal;
}

const QList<QSslCertificate> &CertificateJudge::chain() const
{
    return d->chain;
}

} // namespace Workbench
