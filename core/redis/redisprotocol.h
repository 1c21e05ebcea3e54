// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QByteArrayList>

#include <memory>

namespace Workbench {

//! A value in Redis' protocol, RESP2 or RESP3.
struct RedisReply {
    enum class Kind : quint8 { Text, Error, Integer, Nil, List, Push };
    Kind kind = Kind::Nil;
    QByteArray text{}; //!< also of numbers that are no integer
    qint64 integer = 0;
    std::vector<RedisReply> items{};
};

//! A command as it goes on the wire.
QByteArray redisCommand(const QByteArrayList &words);

//! Takes replies apart, with hiredis' reader. Its asynchronous half is not used: it looks host names up with
//! the thread waiting, does not compare a certificate with the host, and knows no bound for a reply; a
//! QSslSocket does all that.
class RedisReader {
public:
    explicit RedisReader(const Limits &limits);
    ~RedisReader();
    Q_DISABLE_COPY_MOVE(RedisReader)

    //! Replies that \a bytes complete; ErrorKind::Protocol or Limit, as a predicate, and then it is dead.
    Result<std::vector<RedisReply>> feed(QByteArrayView bytes);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Workbench
