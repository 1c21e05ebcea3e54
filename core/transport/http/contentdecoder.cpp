// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/contentdecoder.h"

#include "core/base/visibletext.h"

#include <zlib.h>

#include <brotli/decode.h>
#include <zstd.h>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype pieceBytes = qsizetype{64} << 10;
constexpr qint64 ratioFrom = 1LL << 20; // the ratio of smaller bodies is not limited

std::unexpected<Error> badCoding(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"http.coding"_s, what, {}, {}});
}

//! Decompresses gzip and "deflate". The latter means the zlib format, but some servers send raw deflate,
//! which never begins with zlib's first byte.
class Inflater : public Decompressor {
public:
    explicit Inflater(bool isGzip)
        : m_isGzip(isGzip)
    {
    }
    ~Inflater() override
    {
        if (m_isOpen)
            ::inflateEnd(&m_stream);
    }
    Q_DISABLE_COPY_MOVE(Inflater)

    Step run(QByteArrayView &input, QByteArray &piece) override
    {
        if (!m_isOpen && !open(uchar(input.front())))
            return Step::Damaged;
        // The signature of zlib is not const, but zlib only reads the input.
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(input.data()));
        m_stream.avail_in = uInt(input.size());
        m_stream.next_out = reinterpret_cast<Bytef *>(piece.data());
        m_stream.avail_out = uInt(piece.size());
        const int result = ::inflate(&m_stream, Z_NO_FLUSH);
        input = input.last(qsizetype(m_stream.avail_in));
        piece.truncate(piece.size() - qsizetype(m_stream.avail_out));
        if (result == Z_STREAM_END)
            return Step::End;
        if (result != Z_OK && result != Z_BUF_ERROR)
            return Step::Damaged;
        return m_stream.avail_out == 0 ? Step::HasMore : Step::NeedsMore;
    }

    bool startAnother() override
    {
        return m_isGzip && ::inflateReset(&m_stream) == Z_OK; // RFC 1952 lets members follow each other
    }

private:
    bool open(uchar first)
    {
        const bool isZlib = (first & 0x0F) == 8;
        const int windowBits = m_isGzip ? 16 + MAX_WBITS : isZlib ? MAX_WBITS : -MAX_WBITS;
        m_isOpen = ::inflateInit2(&m_stream, windowBits) == Z_OK;
        return m_isOpen;
    }

    z_stream m_stream{};
    bool m_isGzip;
    bool m_isOpen = false;
};

//! Decompresses br with windows of at most 16 MiB; larger ones are not part of RFC 7932. \source RFC 7932
//! section 9.1
class BrotliDecompressor : public Decompressor {
public:
    Step run(QByteArrayView &input, QByteArray &piece) override
    {
        if (!m_state)
            return Step::Damaged;
        auto left = size_t(input.size());
        auto next = reinterpret_cast<const uint8_t *>(input.data());
        auto room = size_t(piece.size());
        auto to = reinterpret_cast<uint8_t *>(piece.data());
        const BrotliDecoderResult result =
            ::BrotliDecoderDecompressStream(m_state.get(), &left, &next, &room, &to, nullptr);
        input = input.last(qsizetype(left));
        piece.truncate(piece.size() - qsizetype(room));
        switch (result) {
        case BROTLI_DECODER_RESULT_SUCCESS: return Step::End;
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return Step::NeedsMore;
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: return Step::HasMore;
        case BROTLI_DECODER_RESULT_ERROR: break;
        }
        return Step::Damaged;
    }

private:
    struct Delete {
        void operator()(BrotliDecoderState *state) const { ::BrotliDecoderDestroyInstance(state); }
    };
    std::unique_ptr<BrotliDecoderState, Delete> m_state{
        ::BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)};
};

//! Decompresses zstd with windows of at most 8 MiB. \source RFC 8878 section 3.1.1; RFC 9659 section 3 for
//! the window
class ZstdDecompressor : public Decompressor {
public:
    ZstdDecompressor()
    {
        constexpr int windowBits = 23; // 8 MiB
        ::ZSTD_DCtx_setParameter(m_context.get(), ZSTD_d_windowLogMax, windowBits);
    }

    Step run(QByteArrayView &input, QByteArray &piece) override
    {
        ZSTD_inBuffer from{input.data(), size_t(input.size()), 0};
        ZSTD_outBuffer to{piece.data(), size_t(piece.size()), 0};
        const size_t result = ::ZSTD_decompressStream(m_context.get(), &to, &from);
        input = input.sliced(qsizetype(from.pos));
        piece.truncate(qsizetype(to.pos));
        if (::ZSTD_isError(result))
            return Step::Damaged;
        if (result == 0)
            return Step::End;
        return to.pos == to.size || !input.isEmpty() ? Step::HasMore : Step::NeedsMore;
    }

    bool startAnother() override { return true; } // any number of frames may follow each other

private:
    struct Delete {
        void operator()(ZSTD_DCtx *context) const { ::ZSTD_freeDCtx(context); }
    };
    std::unique_ptr<ZSTD_DCtx, Delete> m_context{::ZSTD_createDCtx()};
};

} // namespace

Result<ContentDecoder> ContentDecoder::create(const QByteArray &coding, const Limits &limits, bool isEndless)
{
    const QByteArray name = coding.trimmed().toLower();
    std::unique_ptr<Decompressor> decompressor = decompressorFor(name);
    if (!decompressor && !name.isEmpty() && name != "identity")
        return badCoding(u"used a Content-Encoding that was not asked for: \"%1\""_s.arg(
            visibleText(QString::fromLatin1(coding), false, 80)));
    return ContentDecoder(std::move(decompressor), limits, isEndless);
}

Result<void> ContentDecoder::count(qint64 bytes)
{
    m_decodedBytes += bytes;
    if (!m_isEndless && m_decodedBytes > m_limits.httpBodyBytes)
        return std::unexpected(limitError(
            *findLimit(u"http.bodyBytes"), u"sent a body larger than the limit"_s, m_limits.httpBodyBytes));
    if (m_decodedBytes > ratioFrom
        && m_decodedBytes / std::max<qint64>(1, m_limits.httpDecodeRatio) > m_wireBytes)
        return std::unexpected(limitError(*findLimit(u"http.decodeRatio"),
            u"sent a body that grows more than %1 times when decompressed"_s.arg(m_limits.httpDecodeRatio),
            m_limits.httpDecodeRatio));
    return {};
}

Result<QByteArrayList> ContentDecoder::feed(const QByteArray &bytes)
{
    QByteArrayList out;
    if (bytes.isEmpty())
        return out;
    m_wireBytes += bytes.size();
    if (!m_decompressor) {
        if (const Result<void> counted = count(bytes.size()); !counted)
            return std::unexpected(counted.error());
        out.append(bytes);
        return out;
    }
    QByteArrayView left(bytes);
    Decompressor::Step step = Decompressor::Step::HasMore;
    while (step == Decompressor::Step::HasMore || !left.isEmpty()) {
        if (m_isAtEnd && !m_decompressor->startAnother())
            return badCoding(u"sent bytes after the end of the compressed body"_s);
        QByteArray piece(pieceBytes, Qt::Uninitialized);
        step = m_decompressor->run(left, piece);
        if (step == Decompressor::Step::Damaged)
            return badCoding(u"sent a compressed body that is damaged"_s);
        m_isAtEnd = step == Decompressor::Step::End;
        if (const Result<void> counted = count(piece.size()); !counted)
            return std::unexpected(counted.error());
        if (!piece.isEmpty())
            out.append(std::move(piece));
        if (step == Decompressor::Step::NeedsMore)
            break;
    }
    return out;
}

Result<void> ContentDecoder::finish()
{
    if (m_decompressor && !m_isAtEnd && m_wireBytes > 0)
        return badCoding(u"sent a compressed body that stops before its end"_s);
    return {};
}

std::unique_ptr<Decompressor> decompressorFor(QByteArrayView coding)
{
    if (coding == "gzip" || coding == "x-gzip")
        return std::make_unique<Inflater>(true);
    if (coding == "deflate")
        return std::make_unique<Inflater>(false);
    if (coding == "br")
        return std::make_unique<BrotliDecompressor>();
    if (coding == "zstd")
        return std::make_unique<ZstdDecompressor>();
    return nullptr;
}

QByteArray acceptedCodings()
{
    return "gzip, deflate, br, zstd";
}

} // namespace Workbench
