// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/randombytes.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <unistd.h>

namespace Workbench {

void fillRandom(std::span<uchar> bytes)
{
    constexpr size_t most = 256; // getentropy() refuses more
    while (!bytes.empty()) {
        const std::span<uchar> part = bytes.first(std::min(bytes.size(), most));
        if (::getentropy(part.data(), part.size()) != 0)
            QRandomGenerator::system()->generate(part.begin(), part.end());
        bytes = bytes.subspan(part.size());
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
