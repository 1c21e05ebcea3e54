// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/redis/redisprotocol.h"

#include "core/base/visibletext.h"

#include <hiredis/hiredis.h>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr long long mostElements = 1024; // of a list; those of pub/sub have four

struct FreeReply {
    void operator()(redisReply *reply) const { freeReplyObject(reply); }
};

//! hiredis bounds the depth at nine.
RedisReply converted(const redisReply &reply)
{
    using enum RedisReply::Kind;
    RedisReply out;
    switch (reply.type) {
    case REDIS_REPLY_INTEGER:
    case REDIS_REPLY_BOOL:
        out.kind = Integer;
        out.integer = reply.integer;
        break;
    case REDIS_REPLY_NIL: out.kind = Nil; break;
    case REDIS_REPLY_ARRAY:
    case REDIS_REPLY_SET:
    case REDIS_REPLY_MAP:
    case REDIS_REPLY_ATTR:
    case REDIS_REPLY_PUSH:
        out.kind = reply.type == REDIS_REPLY_PUSH ? Push : List;
        for (std::size_t i = 0; i < reply.elements; ++i)
            out.items.push_back(reply.element[i] ? converted(*reply.element[i]) : RedisReply{});
        break;
    default:
        out.kind = reply.type == REDIS_REPLY_ERROR ? Error : Text;
        out.text = QByteArray(reply.str, qsizetype(reply.len));
    }
    return out;
}

} // namespace

struct RedisReader::Private {
    qint64 maxBytes;
    std::unique_ptr<redisReader, decltype(&redisReaderFree)> reader{redisReaderCreate(), &redisReaderFree};
};

RedisReader::RedisReader(const Limits &limits)
    : d(std::make_unique<Private>(Private{limits.redisMessageBytes}))
{
    if (d->reader)
        d->reader->maxelements = mostElements;
}

RedisReader::~RedisReader() = default;

Result<std::vector<RedisReply>> RedisReader::feed(QByteArrayView bytes)
{
    redisReader *const reader = d->reader.get();
    const auto broken = [](const QString &why) {
        return std::unexpected(Workbench::Error{ErrorKind::Protocol, u"redis.protocol"_s,
            u"did not answer as a Redis server does: %1. Check its address."_s.arg(why), {}, {}});
    };
    if (!reader || redisReaderFeed(reader, bytes.data(), std::size_t(bytes.size())) != REDIS_OK)
        return broken(reader ? visibleText(QString::fromUtf8(reader->errstr)) : u"out of memory"_s);
    std::vector<RedisReply> replies;
    for (;;) {
        void *raw = nullptr;
        if (redisReaderGetReply(reader, &raw) != REDIS_OK)
            return broken(visibleText(QString::fromUtf8(reader->errstr)));
        if (!raw)
            break;
        const std::unique_ptr<redisReply, FreeReply> reply(static_cast<redisReply *>(raw));
        replies.push_back(converted(*reply));
    }
    if (qint64(reader->len - reader->pos) > d->maxBytes) {
        return std::unexpected(limitError(
            *findLimit(u"redis.messageBytes"), u"sent a message larger than the limit"_s, d->maxBytes));
    }
    return replies;
}

QByteArray redisCommand(const QByteArrayList &words)
{
    std::vector<const char *> texts;
    std::vector<std::size_t> sizes;
    for (const QByteArray &word : words) {
        texts.push_back(word.constData());
        sizes.push_back(std::size_t(word.size()));
    }
    char *raw = nullptr;
    const long long size = redisFormatCommandArgv(&raw, int(texts.size()), texts.data(), sizes.data());
    const QByteArray command = size > 0 ? QByteArray(raw, qsizetype(size)) : QByteArray();
    if (raw)
        redisFreeCommand(raw);
    return command;
}

} // namespace Workbench
