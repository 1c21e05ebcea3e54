// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/auth/oauthstate_p.h"
#include "core/base/randombytes.h"
#include "core/json/jsonbuilder.h"

#include <QDateTime>

#include <memory>
#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 secondsValid = 300;
constexpr int coordinateBytes = 32; // for P-256

template <auto freeIt> struct Freed {
    template <typename T> void operator()(T *pointer) const { freeIt(pointer); }
};
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;

QByteArray base64Url(const QByteArray &bytes)
{
    return bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

Key keyFrom(const Secret &pem)
{
    const QByteArray text = pem.reveal();
    const std::unique_ptr<BIO, Freed<BIO_free>> memory(BIO_new_mem_buf(text.constData(), int(text.size())));
    const auto noPassphrase = [](char *, int, int, void *) { return -1; };
    return Key(PEM_read_bio_PrivateKey(memory.get(), nullptr, noPassphrase, nullptr));
}

//! Returns the two numbers of an elliptic signature, concatenated. \source RFC 7518 section 3.4
QByteArray joinedNumbers(const QByteArray &der)
{
    const auto *at = reinterpret_cast<const uchar *>(der.constData());
    const std::unique_ptr<ECDSA_SIG, Freed<ECDSA_SIG_free>> signature(
        d2i_ECDSA_SIG(nullptr, &at, long(der.size())));
    QByteArray joined(qsizetype(2) * coordinateBytes, '\0');
    auto *place = reinterpret_cast<uchar *>(joined.data());
    const bool fits = signature
        && BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), place, coordinateBytes) == coordinateBytes
        && BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), place + coordinateBytes, coordinateBytes)
            == coordinateBytes;
    return fits ? joined : QByteArray();
}

QByteArray signatureOf(const Key &key, const QByteArray &message)
{
    const std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>> context(EVP_MD_CTX_new());
    const auto *bytes = reinterpret_cast<const uchar *>(message.constData());
    size_t length = 0;
    if (EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1
        || EVP_DigestSign(context.get(), nullptr, &length, bytes, size_t(message.size())) != 1)
        return {};
    QByteArray signature(qsizetype(length), '\0');
    if (EVP_DigestSign(context.get(), reinterpret_cast<uchar *>(signature.data()), &length, bytes,
            size_t(message.size()))
        != 1)
        return {};
    signature.truncate(qsizetype(length));
    return signature;
}

} // namespace

Result<QByteArray> clientAssertion(const Secret &privateKey, const QString &clientId, const QString &audience)
{
    const Key key = keyFrom(privateKey);
    const bool isElliptic = key && EVP_PKEY_get_base_id(key.get()) == EVP_PKEY_EC
        && EVP_PKEY_get_bits(key.get()) == coordinateBytes * 8;
    const bool isRsa = key && EVP_PKEY_get_base_id(key.get()) == EVP_PKEY_RSA;
    if (!isElliptic && !isRsa)
        return std::unexpected(Error{ErrorKind::Usage, u"oauth.privateKey"_s,
            u"the private key is not a PEM key that can sign: P-256 or RSA, without a passphrase."_s});
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    const Json header = Json::object(
        {{u"alg"_s, Json::string(isElliptic ? u"ES256"_s : u"RS256"_s)}, {u"typ"_s, Json::string(u"JWT"_s)}});
    const Json claims = Json::object({{u"iss"_s, Json::string(clientId)}, {u"sub"_s, Json::string(clientId)},
        {u"aud"_s, Json::string(audience)}, {u"jti"_s, Json::string(QString::fromLatin1(randomToken()))},
        {u"iat"_s, Json::integer(now)}, {u"exp"_s, Json::integer(now + secondsValid)}});
    const QByteArray message = base64Url(header.toBytes()) + '.' + base64Url(claims.toBytes());
    QByteArray signature = signatureOf(key, message);
    if (isElliptic)
        signature = joinedNumbers(signature);
    if (signature.isEmpty())
        return std::unexpected(Error{
            ErrorKind::Usage, u"oauth.privateKey"_s, u"the private key could not sign the assertion."_s});
    return message + '.' + base64Url(signature);
}

} // namespace Workbench
