// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <chrono>

namespace Workbench {

//! All limits with their defaults. Sizes are in bytes, times in milliseconds; all other limits are counts.
//! \source core/RULES.md "Limits"; keys there carry the prefix "limits."
struct Limits {
    qint64 stdioMessageBytes = 128LL << 20;
    qint64 httpBodyBytes = 128LL << 20;
    qint64 httpWireBytes = 128LL << 20;
    qint64 httpDecodeRatio = 100; //!< decoded bytes per byte on the wire; applies beyond 1 MiB decoded
    qint64 httpHeaderBytes = 300LL << 10;
    qint64 httpHeaderCount = 1000;
    qint64 httpRedirects = 5;
    qint64 httpErrorBodyBytes = 64LL << 10; //!< kept of an error response's body, in the error's details
    qint64 httpIdleConnectionMs = 30'000; //!< how long a connection waits for the next request
    qint64 httpConnectionsPerHost = 32; //!< connections kept open for the next request
    qint64 sseLineBytes = 128LL << 20;
    qint64 sseEventBytes = 128LL << 20;
    qint64 sseIdBytes = 1LL << 10;
    qint64 wsMessageBytes = 64LL << 20;
    qint64 wsFrameBytes = 64LL << 20;
    qint64 wsFragments = 4096; //!< frames in one message
    qint64 wsHandshakeMs = 15'000; //!< for connecting, TLS and the HTTP response together
    qint64 wsPingEveryMs = 20'000;
    qint64 wsPongWaitMs = 20'000;
    qint64 wsCloseWaitMs = 5000;
    qint64 hubMessageBytes = 16LL << 20; //!< when we are the hub
    qint64 hubOutBytes = 1LL << 20; //!< queued for one connection; beyond, it is closed with code 1013
    qint64 hubConnections = 128;
    qint64 hubRunning = 4096; //!< concurrent requests of one connection
    qint64 hubOperations = 10'000; //!< operations of one spoke
    qint64 spokeRunning = 1024; //!< concurrent requests of a hub
    qint64 spokePerSecond = 1000; //!< requests of a hub per second
    qint64 mockConnections = 128; //!< connections to a mock server
    qint64 mockHeaderTimeoutMs = 10'000;
    qint64 mockBodyBytes = 16LL << 20; //!< body of one request to a mock server
    qint64 fixtureFiles = 10'000; //!< files in one folder
    qint64 fixtureInlineBytes = 64LL << 10; //!< a larger value goes into a file of its own
    qint64 fixtureDifferences = 1000; //!< differences shown for one comparison
    qint64 fixtureParallel = 32; //!< concurrent calls while verifying
    qint64 docBytes = 64LL << 20;
    qint64 docFiles = 256; //!< files of one service description
    //! Values that references outside of schemas expand to, for one operation.
    qint64 docSchemaNodes = 500'000;
    qint64 authCallbackMs = 300'000; //!< wait for the user to sign in with the browser
    qint64 authTries = 3; //!< authorisations during one call
    qint64 authAnswerBytes = 1LL << 20; //!< for an answer with metadata or tokens
    qint64 jsonDepth = 512; //!< where our code is recursive: Cast, schemas, diffs, forms
    qint64 jsonNodes = 20'000'000;
    qint64 yamlDepth = 128; //!< with aliases expanded
    qint64 yamlAliasNodes = 1'000'000; //!< values that aliases and merges expand to
    qint64 queryBytes = 64LL << 10; //!< length of a JSONPath
    qint64 queryDepth = 64; //!< nested brackets, parentheses and filters of a JSONPath
    qint64 querySteps = 20'000'000; //!< values that a JSONPath visits
    qint64 queryResults = 1'000'000;
    qint64 diffSteps = 50'000'000; //!< comparisons of items or lines, or values that a patch copies or tests
    qint64 schemaBytes = 4LL << 20;
    qint64 schemaDepth = 64;
    qint64 schemaSubschemas = 40'000;
    qint64 schemaCompileMs = 500;
    qint64 schemaValidateMs = 1000; //!< plus 100 ms per MiB of instance
    qint64 schemaSteps = 2'000'000; //!< plus 200 per instance node
    qint64 regexPatternBytes = 4LL << 10;
    qint64 regexMatchSteps = 1'000'000;
    qint64 regexSubjectBytes = 256LL << 10;
    qint64 listPages = 256;
    qint64 listItems = 200'000;
    qint64 requestTimeoutMs = 60'000; //!< progress restarts it
    qint64 requestMaxTotalMs = 600'000;
    qint64 connectTimeoutMs = 15'000;
    qint64 probeTimeoutMs = 3000; //!< without an answer to the probe, a server counts as old
    qint64 streamIdleMs = 300'000; //!< without a byte of the response; 0: off
    qint64 subscriptionIdleMs = 0; //!< without an item of a subscription that this program made; 0: off
    qint64 reconnectFirstMs = 1000;
    qint64 reconnectCapMs = 30'000;
    qint64 reconnectTries = 5;
    qint64 reconnectServerRetryMinMs = 100;
    qint64 reconnectServerRetryMaxMs = 60'000;
    qint64 reconnectRetryAfterMaxMs = 300'000;
    qint64 watchFiles = 1000; //!< files of a program that restarts when one of them changes
    qint64 childStopStdinMs = 2000;
    qint64 childStopTermMs = 2000;
    qint64 stderrKeepBytes = 1LL << 20;
    qint64 stderrLineBytes = 8LL << 10;
    qint64 queueInMessages = 1024;
    qint64 queueInBytes = 256LL << 20; //!< per connection; one message always fits
    qint64 queueOutBytes = 16LL << 20; //!< per connection; one message always fits
    qint64 serverPendingRequests = 16;
    qint64 serverAnswerWaitMs = 600'000; //!< for the user to answer a server's request
    qint64 inputRounds = 10; //!< rounds of one call in which the server asks for more input
    qint64 uiEventsInMemory = 10'000;
    qint64 uiTextBytes = 1LL << 20; //!< in an input editor; longer text is read-only
    qint64 recordBodyBytes = 128LL << 20;
    qint64 exchangeFrames = 20'000; //!< frames kept in memory
    qint64 exchangeBytes = 256LL << 20; //!< bytes of frames kept in memory
    qint64 warningsPerResult = 200;
    qint64 envelopeBlockBytes = 8LL << 20; //!< decoded size of a ToolEnvelope block
    qint64 envelopeTextBytes = 1LL << 20; //!< longest text that is read as JSON automatically
    qint64 checkSlowMs = 2000; //!< an answer that takes longer is a finding
};

enum class LimitUnit : quint8 { Bytes, Milliseconds, Count };

struct LimitInfo {
    QLatin1StringView key; //!< "stdio.messageBytes", as in core/RULES.md "Limits"
    qint64 Limits::*value;
    LimitUnit unit;
    bool zeroMeansOff;
};

const QList<LimitInfo> &limitTable();

//! Sets one limit from a number with a unit: 64MiB, 128KiB, 30s, 500ms, 5min, 1000. Any other text is
//! ErrorKind::Usage. \a key may have the prefix "limits.". A number without a unit means bytes, or
//! milliseconds if the key ends in Ms. 0 is accepted only where it means "off" or "none" (redirects, tries).
Result<void> setLimit(Limits &limits, QStringView key, QStringView value);
//! Checks that the limits fit each other. Returns ErrorKind::Usage if request.maxTotal is below
//! request.timeout.
Result<void> checkLimits(const Limits &limits);
//! Returns \a value with its unit, as shown to the user: "128 MiB", "60 s", "10 min", "1024", "off".
QString limitText(const LimitInfo &info, qint64 value);

//! Returns the error for an exceeded limit. \a whatHappened is one or more whole sentences that say what
//! exceeded it (Server "files" sent a line longer than 128 MiB. The connection was closed.). A sentence with
//! the limit is added unless they contain the text of limitText(). The details name the limit for
//! ErrorAdvice, which says how to raise it. The code is "limit." and the key.
//! \source core/RULES.md "Limits", "Error text for a limit"
Error limitError(const LimitInfo &info, const QString &whatHappened, qint64 limit);
//! Returns the error for the exceeded limit \a key of \a limits. "%1" in \a whatHappened stands for the
//! limit.
Error limitError(const Limits &limits, QStringView key, const QString &whatHappened);
//! Returns the limit named \a key, which may have the prefix "limits.", or null if there is none.
const LimitInfo *findLimit(QStringView key);

} // namespace Workbench
