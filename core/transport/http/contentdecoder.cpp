// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/contentdecoder.h"

#include "core/base/visibletext.h"

#include <zlib.h>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype pieceBytes = qsizetype{64} << 10;
constexpr qint64 ratioFrom = 1LL << 20; // small bodies may shrink as much as they like
constexpr int gzipOnly = 16 + MAX_WBITS;

std::unexpected<Error> broken(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"http.coding"_s, what, {}, {}});
}

} // namespace

struct ContentDecoder::Private {
    enum class Coding : quint8 { Identity, Gzip, Deflate } coding = Coding::Identity;
    Limits limits;
    bool isEndless = false;
    z_stream stream{};
    bool isOpen = false;
    bool isAtEnd = false; // of a coded stream
    qint64 wireBytes = 0;
    qint64 decodedBytes = 0;

    ~Private()
    {
        if (isOpen)
            ::inflateEnd(&stream);
    }

    //! "deflate" means the zlib format; some servers send the bare one, which never begins with this byte and
    //! check sum.
    bool openFor(const QByteArray &bytes)
    {
        int windowBits = gzipOnly;
        if (coding == Coding::Deflate) {
            const bool isZlib = (uchar(bytes.front()) & 0x0F) == 8;
            windowBits = isZlib ? MAX_WBITS : -MAX_WBITS;
        }
        isOpen = ::inflateInit2(&stream, windowBits) == Z_OK;
        return isOpen;
    }

    Result<void> count(qint64 bytes)
    {
        decodedBytes += bytes;
        if (!isEndless && decodedBytes > limits.httpBodyBytes)
            return std::unexpected(limitError(
                *findLimit(u"http.bodyBytes"), u"sent a body larger than the limit"_s, limits.httpBodyBytes));
        if (decodedBytes > ratioFrom
            && decodedBytes / std::max<qint64>(1, limits.httpDecodeRatio) > wireBytes)
            return std::unexpected(limitError(*findLimit(u"http.decodeRatio"),
                u"sent a body that grows more than %1 times when decompressed"_s.arg(limits.httpDecodeRatio),
                limits.httpDecodeRatio));
        return {};
    }
};

ContentDecoder::ContentDecoder(std::unique_ptr<Private> state)
    : d(std::move(state))
{
}

ContentDecoder::ContentDecoder(ContentDecoder &&other) noexcept = default;
ContentDecoder &ContentDecoder::operator=(ContentDecoder &&other) noexcept = default;
ContentDecoder::~ContentDecoder() = default;

Result<ContentDecoder> ContentDecoder::create(const QByteArray &coding, const Limits &limits, bool isEndless)
{
    auto state = std::make_unique<Private>();
    state->limits = limits;
    state->isEndless = isEndless;
    const QByteArray name = coding.trimmed().toLower();
    if (name == "gzip" || name == "x-gzip")
        state->coding = Private::Coding::Gzip;
    else if (name == "deflate")
        state->coding = Private::Coding::Deflate;
    else if (!name.isEmpty() && name != "identity")
        return broken(u"used a Content-Encoding that was not asked for: \"%1\""_s.arg(
            visibleText(QString::fromLatin1(coding), false, 80)));
    return ContentDecoder(std::move(state));
}

Result<QByteArrayList> ContentDecoder::feed(const QByteArray &bytes)
{
    QByteArrayList out;
    if (bytes.isEmpty())
        return out;
    d->wireBytes += bytes.size();
    if (d->coding == Private::Coding::Identity) {
        if (const Result<void> counted = d->count(bytes.size()); !counted)
            return std::unexpected(counted.error());
        out.append(bytes);
        return out;
    }
    if (!d->isOpen && !d->openFor(bytes))
        return std::unexpected(
            Error{ErrorKind::Internal, u"http.coding"_s, u"could not be decompressed"_s, {}, {}});

    z_stream &stream = d->stream;
    stream.next_in =
        reinterpret_cast<Bytef *>(const_cast<char *>(bytes.constData())); // zlib's signature; it only reads
    stream.avail_in = uInt(bytes.size());
    bool isMore = true;
    while (isMore) {
        if (d->isAtEnd) {
            if (stream.avail_in == 0)
                break;
            // RFC 1952 lets members follow each other; anything else after the end is none of the body.
            if (d->coding != Private::Coding::Gzip || ::inflateReset(&stream) != Z_OK)
                return broken(u"sent bytes after the end of the compressed body"_s);
            d->isAtEnd = false;
        }
        QByteArray piece(pieceBytes, Qt::Uninitialized);
        stream.next_out = reinterpret_cast<Bytef *>(piece.data());
        stream.avail_out = uInt(piece.size());
        const int result = ::inflate(&stream, Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return broken(u"sent a compressed body that is damaged"_s);
        piece.truncate(piece.size() - qsizetype(stream.avail_out));
        if (const Result<void> counted = d->count(piece.size()); !counted)
            return std::unexpected(counted.error());
        isMore = stream.avail_out == 0 || stream.avail_in > 0;
        d->isAtEnd = result == Z_STREAM_END;
        isMore = (isMore && result != Z_BUF_ERROR) || (d->isAtEnd && stream.avail_in > 0);
        if (!piece.isEmpty())
            out.append(std::move(piece));
    }
    return out;
}

Result<void> ContentDecoder::finish()
{
    if (d->coding != Private::Coding::Identity && !d->isAtEnd && d->wireBytes > 0)
        return broken(u"sent a compressed body that stops before its end"_s);
    return {};
}

} // namespace Workbench
