// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayList>

#include <random>

//! Generates random schemas of 2020-12 and random instances. Both use few names and small values, so that
//! many instances are affected by the keywords of the schema.
class OracleGenerator {
public:
    explicit OracleGenerator(quint32 seed)
        : m_random(seed)
    {
    }

    QByteArray schema();
    QByteArray instance(int depth = 3);

private:
    int below(int limit) { return int(m_random() % uint(limit)); }
    QByteArray pick(std::initializer_list<const char *> from)
    {
        return from.begin()[below(int(from.size()))];
    }
    QByteArray definition();
    QByteArray subschema(int depth);
    QByteArray keyword(int depth);
    void addKeywords(QByteArrayList &parts, int count, int depth);
    QByteArray listOf(int depth);
    QByteArray name() { return pick({"\"a\"", "\"b\"", "\"c\"", "\"ab\""}); }
    QByteArray scalar();

    std::mt19937 m_random;
};
