// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/randombytes.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <cstring>

#ifdef Q_OS_LINUX
#include <sys/random.h>
#endif

namespace Workbench {

namespace {

using Pool = std::array<quint32, 128>;

void refill(Pool &pool)
{
#ifdef Q_OS_LINUX
    // getrandom() returns up to 256 bytes completely and without waiting once the system has started.
    constexpr size_t whole = 256;
    auto *const bytes = reinterpret_cast<char *>(pool.data());
    size_t got = 0;
    while (got < sizeof pool) {
        const ssize_t more = getrandom(bytes + got, std::min(whole, sizeof pool - got), 0);
        if (more <= 0)
            break;
        got += size_t(more);
    }
    if (got == sizeof pool)
        return;
#endif
    QRandomGenerator::system()->fillRange(pool.data(), qsizetype(pool.size()));
}

} // namespace

void fillRandom(std::span<uchar> bytes)
{
    thread_local Pool pool;
    thread_local size_t left = 0;
    while (!bytes.empty()) {
        if (left == 0) {
            refill(pool);
            left = sizeof pool;
        }
        const size_t part = std::min(left, bytes.size());
        auto *const from = reinterpret_cast<uchar *>(pool.data()) + (sizeof pool - left);
        std::memcpy(bytes.data(), from, part);
        std::memset(from, 0, part); // bytes that were handed out are never used again
        left -= part;
        bytes = bytes.subspan(part);
    }
}

QByteArray randomToken()
{
    std::array<uchar, 32> bytes{};
    fillRandom(bytes);
    return QByteArray(reinterpret_cast<const char *>(bytes.data()), bytes.size())
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

bool isSameSecret(QByteArrayView one, QByteArrayView other)
{
    if (one.size() != other.size())
        return false;
    uint difference = 0;
    for (qsizetype i = 0; i < one.size(); ++i)
        difference |= uint(uchar(one.at(i)) ^ uchar(other.at(i)));
    return difference == 0;
}

} // namespace Workbench
