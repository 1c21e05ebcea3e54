// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/contentdecoder.h"

#include "core/base/visibletext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype pieceBytes = qsizetype{64} << 10;
constexpr qint64 ratioFrom = 1LL << 20; // the ratio of smaller bodies is not limited

std::unexpected<Error> badCoding(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"http.coding"_s, what, {}, {}});
}

} // namespace

ContentDecoder::ContentDecoder(
    std::unique_ptr<Decompressor> decompressor, const Limits &limits, bool isEndless)
    : m_decompressor(std::move(decompressor))
    , m_limits(limits)
    , m_isEndless(isEndless)
{
}

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

} // namespace Workbench
