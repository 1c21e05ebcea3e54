// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayList>

#include <random>

//! Creates inputs from other inputs.
class Mutator {
public:
    Mutator(quint64 seed, QByteArrayList words, qsizetype maxBytes);

    //! Returns \a input changed in one to eight places, sometimes with a piece of \a other.
    QByteArray mutated(const QByteArray &input, const QByteArray &other);
    size_t below(size_t limit) { return limit < 2 ? 0 : size_t(m_random() % limit); }

private:
    void changeOnce(QByteArray &input, const QByteArray &other);

    std::mt19937_64 m_random;
    QByteArrayList m_words;
    qsizetype m_maxBytes;
};
