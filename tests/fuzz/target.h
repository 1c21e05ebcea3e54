// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QByteArrayList>

//! One parser under fuzz: what it is called, what its inputs are made of, and how to run one. A target says
//! what must hold of any input with FUZZ_EXPECT; sanitizers say the rest.
struct FuzzTarget {
    const char *name;
    QByteArrayList words; //!< worth inserting as a whole
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

//! Inputs of two parts are written with a line of three dashes between them.
std::pair<QByteArray, QByteArray> inTwo(const QByteArray &input);
//! Cuts \a input into pieces of sizes that depend on it alone.
QByteArrayList inPieces(const QByteArray &input);

[[noreturn]] void fuzzFailure(const char *what, const char *file, int line);
#define FUZZ_EXPECT(condition)                                                                               \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            fuzzFailure(#condition, __FILE__, __LINE__);                                                     \
    } while (false)
