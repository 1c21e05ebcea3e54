// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QByteArrayList>

//! A parser under test: its name, typical words of its inputs, and a function that runs an input. A target
//! states with FUZZ_EXPECT what must hold for every input; the sanitizers find other errors.
struct FuzzTarget {
    const char *name;
    QByteArrayList words; //!< words that the mutator inserts as a whole
    void (*run)(const QByteArray &input);
};

const QByteArrayList &jsonWords();
FuzzTarget jsonTarget();
FuzzTarget yamlTarget();
FuzzTarget jsonPathTarget();
FuzzTarget jsonPatchTarget();
FuzzTarget schemaTarget();
FuzzTarget evaluatorTarget();
FuzzTarget castTarget();
FuzzTarget regexTarget();
FuzzTarget sseTarget();
FuzzTarget linesTarget();
FuzzTarget httpTarget();
FuzzTarget requestTarget();
FuzzTarget jsonRpcTarget();
FuzzTarget handshakeTarget();
FuzzTarget redirectTarget();
FuzzTarget workspaceTarget();
FuzzTarget visibleTarget();
FuzzTarget redactionTarget();
FuzzTarget challengeTarget();
FuzzTarget peerUrlTarget();
FuzzTarget openApiTarget();
FuzzTarget envelopeTarget();
FuzzTarget fixtureTarget();

//! Splits \a input at a line of three dashes into two parts.
std::pair<QByteArray, QByteArray> inTwo(const QByteArray &input);
//! Cuts \a input into pieces whose sizes depend only on the input.
QByteArrayList inPieces(const QByteArray &input);

[[noreturn]] void fuzzFailure(const char *what, const char *file, int line);
#define FUZZ_EXPECT(condition)                                                                               \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            fuzzFailure(#condition, __FILE__, __LINE__);                                                     \
    } while (false)
