// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/contentdecoder.h"

#include "core/base/visibletext.h"
#include "core/transport/http/decompressor.h"

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

struct ContentDecoder::Private {
    std::unique_ptr<Decompressor> decompressor; // null: identity
    Limits limits;
    bool isEndless = false;
    bool isAtEnd = false; // the coded stream has reached its own end
    qint64 wireBytes = 0;
    qint64 decodedBytes = 0;

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
    state->decompressor = decompressorFor(name);
    if (!state->decompressor && !name.isEmpty() && name != "identity")
        return badCoding(u"used a Content-Encoding that was not asked for: \"%1\""_s.arg(
            visibleText(QString::fromLatin1(coding), false, 80)));
    return ContentDecoder(std::move(state));
}

bool ContentDecoder::isCoded() const
{
    return d->decompressor != nullptr;
}

Result<QByteArrayList> ContentDecoder::feed(const QByteArray &bytes)
{
    QByteArrayList out;
    if (bytes.isEmpty())
        return out;
    d->wireBytes += bytes.size();
    if (!d->decompressor) {
        if (const Result<void> counted = d->count(bytes.size()); !counted)
            return std::unexpected(counted.error());
        out.append(bytes);
        return out;
    }
    QByteArrayView left(bytes);
    Decompressor::Step step = Decompressor::Step::HasMore;
    while (step == Decompressor::Step::HasMore || !left.isEmpty()) {
        if (d->isAtEnd && !d->decompressor->startAnother())
            return badCoding(u"sent bytes after the end of the compressed body"_s);
        QByteArray piece(pieceBytes, Qt::Uninitialized);
        step = d->decompressor->run(left, piece);
        if (step == Decompressor::Step::Damaged)
            return badCoding(u"sent a compressed body that is damaged"_s);
        d->isAtEnd = step == Decompressor::Step::End;
        if (const Result<void> counted = d->count(piece.size()); !counted)
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
    if (d->decompressor && !d->isAtEnd && d->wireBytes > 0)
        return badCoding(u"sent a compressed body that stops before its end"_s);
    return {};
}

} // namespace Workbench
