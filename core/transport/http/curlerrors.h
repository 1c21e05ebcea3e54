// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QUrl>

#include <curl/curl.h>

namespace Workbench {

//! How far a transfer came that ended with an error.
struct FailedTransfer {
    CURLcode code = CURLE_OK;
    QByteArray text{}; //!< of libcurl
    int systemError = 0; //!< errno
    int proxyStatus = 0; //!< of the answer to CONNECT; 0: none
    QUrl url{};
    bool isProxied = false;
    bool isHttp2 = false; //!< or later
    bool wasSent = false; //!< the request went to a connection
    bool hasHeadBegun = false;
    bool hasHead = false;
    std::optional<qint64> length{}; //!< announced for the body
    qint64 received = 0; //!< bytes of the body
};

//! What the failure of a transfer means to a person, as a predicate without a subject.
Error curlError(const FailedTransfer &failed, const Limits &limits);

} // namespace Workbench
