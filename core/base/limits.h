// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <chrono>

namespace Workbench {

//! Every limit with its default. Sizes in bytes, times in milliseconds, the rest counts.
//! \source core/RULES.md "Limits"; keys there carry the prefix "limits."
struct Limits {
    qint64 stdioMessageBytes = 128LL << 20;
    qint64 httpBodyBytes = 128LL << 20;
    qint64 httpWireBytes = 128LL << 20;
    qint64 httpDecodeRatio = 100; //!< decoded to wire, counted beyond 1 MiB decoded
    qint64 httpHeaderBytes = 300LL << 10;
    qint64 httpHeaderCount = 1000;
    qint64 httpRedirects = 5;
    qint64 httpErrorBodyBytes = 64LL << 10; //!< of an error's body kept in its details
    qint64 httpIdleConnectionMs = 30'000; //!< how long a connection waits for the next request
    qint64 httpConnectionsPerHost = 6; //!< kept for the next request
    qint64 sseLineBytes = 128LL << 20;
    qint64 sseEventBytes = 128LL << 20;
    qint64 sseIdBytes = 1LL << 10;
    qint64 wsMessageBytes = 64LL << 20;
    qint64 wsFrameBytes = 64LL << 20;
    qint64 wsFragments = 4096; //!< frames of one message
    qint64 wsHandshakeMs = 15'000; //!< connecting, TLS and the HTTP answer together
    qint64 wsPingEveryMs = 20'000;
    qint64 wsPongWaitMs = 20'000;
    qint64 wsCloseWaitMs = 5000;
    qint64 hubMessageBytes = 16LL << 20; //!< when we are the hub
    qint64 hubOutBytes = 1LL << 20; //!< waiting for one connection; it is closed with 1013 beyond
    qint64 hubConnections = 128;
    qint64 hubRunning = 4096; //!< requests of one connection at a time
    qint64 hubOperations = 10'000; //!< of one spoke
    qint64 spokeRunning = 1024; //!< requests of a hub at a time
    qint64 spokePerSecond = 1000; //!< requests of a hub
    qint64 mockConnections = 128; //!< when we are a server
    qint64 mockHeaderTimeoutMs = 10'000;
    qint64 mockBodyBytes = 16LL << 20; //!< of one request to a mock server
    qint64 fixtureFiles = 10'000; //!< that one folder may hold
    qint64 fixtureInlineBytes = 64LL << 10; //!< a larger value goes into a file of its own
    qint64 fixtureDifferences = 1000; //!< shown of one comparison
    qint64 fixtureParallel = 32; //!< calls at a time while verifying
    qint64 redisMessageBytes = 64LL << 20;
    qint64 docBytes = 64LL << 20;
    qint64 docFiles = 256; //!< that one description of a service consists of
    qint64 docSchemaNodes =
        500'000; //!< values that references outside of schemas expand to, for one operation
    qint64 authCallbackMs = 300'000; //!< for signing in with the browser
    qint64 authTries = 3; //!< authorisations of one call
    qint64 authAnswerBytes = 1LL << 20; //!< of metadata and tokens
    qint64 jsonDepth = 512; //!< where our code recurses: Cast, schema, diff, forms
    qint64 jsonNodes = 20'000'000;
    qint64 yamlDepth = 128; //!< aliases expanded
    qint64 yamlAliasNodes = 1'000'000; //!< values that aliases and merges expand to
    qint64 queryBytes = 64LL << 10; //!< of a JSONPath
    qint64 queryDepth = 64; //!< brackets, parentheses and filters of a JSONPath inside each other
    qint64 querySteps = 20'000'000; //!< values that a JSONPath visits
    qint64 queryResults = 1'000'000;
    qint64 diffSteps = 50'000'000; //!< comparisons in arrays; values that a patch copies or tests
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
    qint64 probeTimeoutMs = 3000; //!< before a server that does not answer the probe is taken for an old one
    qint64 streamIdleMs = 300'000; //!< without a byte on a response; 0 is off
    qint64 reconnectFirstMs = 1000;
    qint64 reconnectCapMs = 30'000;
    qint64 reconnectTries = 5;
    qint64 reconnectServerRetryMinMs = 100;
    qint64 reconnectServerRetryMaxMs = 60'000;
    qint64 reconnectRetryAfterMaxMs = 300'000;
    qint64 watchFiles = 1000; //!< of a program that starts again when one changes
    qint64 childStopStdinMs = 2000;
    qint64 childStopTermMs = 2000;
    qint64 stderrKeepBytes = 1LL << 20;
    qint64 stderrLineBytes = 8LL << 10;
    qint64 queueInMessages = 1024;
    qint64 queueInBytes = 256LL << 20; //!< per connection; always room for one message
    qint64 queueOutBytes = 16LL << 20; //!< the same, in bytes
    qint64 serverPendingRequests = 16;
    qint64 serverAnswerWaitMs = 600'000; //!< for a person who answers a server's request
    qint64 inputRounds = 10; //!< of one call in which a server asks for more input
    qint64 uiEventsInMemory = 10'000;
    qint64 uiTextBytes = 1LL << 20; //!< in an input editor, read-only beyond
    qint64 recordBodyBytes = 128LL << 20;
    qint64 exchangeFrames = 20'000; //!< frames kept in memory
    qint64 exchangeBytes = 256LL << 20; //!< bytes of frames kept in memory
    qint64 warningsPerResult = 200;
    qint64 envelopeBlockBytes = 8LL << 20; //!< of a ToolEnvelope block, decoded
    qint64 envelopeTextBytes = 1LL << 20; //!< of text that is read as JSON without being asked
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

//! Sets one limit from text with its unit: 64MiB, 128KiB, 30s, 500ms, 5min, 1000. ErrorKind::Usage otherwise.
//! \a key may carry the prefix "limits.". A number without unit means bytes, or milliseconds where the key
//! ends in Ms. 0 is refused but where it means off, or where none is a sensible amount (redirects, tries).
Result<void> setLimit(Limits &limits, QStringView key, QStringView value);
//! ErrorKind::Usage when a limit of the whole is below the limit of a part: request.maxTotal below
//! request.timeout.
Result<void> checkLimits(const Limits &limits);
//! The value as a person writes it: "128 MiB", "60 s", "10 min", "1024", "off".
QString limitText(const LimitInfo &info, qint64 value);

//! The one-line error of a limit: what was exceeded, by whom, limit and actual, how to change it.
//! \a whatHappened is one or more whole sentences (Server "files" sent a line longer than 128 MiB (stopped at
//! 128.0 MiB). The connection was closed.); the limit is added when they do not name it as limitText() does,
//! and how to raise it always. The code is "limit." and the key.
//! \source core/RULES.md "Limits", "Error text for a limit"
Error limitError(const LimitInfo &info, const QString &whatHappened, qint64 limit);
const LimitInfo *findLimit(QStringView key);

} // namespace Workbench
