// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "mutator.h"

#include <utility>

Mutator::Mutator(quint64 seed, QByteArrayList words, qsizetype maxBytes)
    : m_random(seed)
    , m_words(std::move(words))
    , m_maxBytes(maxBytes)
{
}

QByteArray Mutator::mutated(const QByteArray &input, const QByteArray &other)
{
    QByteArray result = input;
    const size_t changes = size_t(1) << below(4);
    for (size_t i = 0; i < changes; ++i)
        changeOnce(result, other);
    if (result.size() > m_maxBytes)
        result.truncate(m_maxBytes);
    return result;
}

void Mutator::changeOnce(QByteArray &input, const QByteArray &other)
{
    const auto place = [this](const QByteArray &in) { return qsizetype(below(size_t(in.size()) + 1)); };
    const auto length = [this](const QByteArray &in, qsizetype from) {
        return qsizetype(below(size_t(std::min<qsizetype>(in.size() - from, 64)) + 1));
    };
    const qsizetype at = place(input);
    const bool atByte = at < input.size();
    switch (below(10)) {
    case 0:
        if (atByte)
            input[at] = char(input.at(at) ^ (1 << below(8)));
        break;
    case 1:
        if (atByte)
            input[at] = char(below(256));
        break;
    case 2: input.insert(at, char(below(256))); break;
    case 3: input.remove(at, length(input, at)); break;
    case 4: {
        const QByteArray piece = input.sliced(at, length(input, at));
        input.insert(place(input), piece);
        break;
    }
    case 5: {
        const qsizetype from = place(other);
        input.insert(at, other.sliced(from, length(other, from)));
        break;
    }
    case 6: { // repeats a piece: depth, width, long numbers
        const QByteArray piece = input.sliced(at, std::min<qsizetype>(length(input, at), 8));
        input.insert(at, piece.repeated(qsizetype(1) << below(9)));
        break;
    }
    default:
        if (!m_words.isEmpty())
            input.insert(at, m_words.at(qsizetype(below(size_t(m_words.size())))));
    }
}
