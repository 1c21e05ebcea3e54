// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/httpreason.h"

#include <algorithm>
#include <iterator>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

struct Phrase {
    qint64 status;
    QLatin1StringView text;
};

//! The reason phrases that IANA registers, sorted by status.
constexpr Phrase phrases[] = {
    {100, "Continue"_L1},
    {101, "Switching Protocols"_L1},
    {102, "Processing"_L1},
    {103, "Early Hints"_L1},
    {200, "OK"_L1},
    {201, "Created"_L1},
    {202, "Accepted"_L1},
    {203, "Non-Authoritative Information"_L1},
    {204, "No Content"_L1},
    {205, "Reset Content"_L1},
    {206, "Partial Content"_L1},
    {207, "Multi-Status"_L1},
    {208, "Already Reported"_L1},
    {226, "IM Used"_L1},
    {300, "Multiple Choices"_L1},
    {301, "Moved Permanently"_L1},
    {302, "Found"_L1},
    {303, "See Other"_L1},
    {304, "Not Modified"_L1},
    {305, "Use Proxy"_L1},
    {307, "Temporary Redirect"_L1},
    {308, "Permanent Redirect"_L1},
    {400, "Bad Request"_L1},
    {401, "Unauthorized"_L1},
    {402, "Payment Required"_L1},
    {403, "Forbidden"_L1},
    {404, "Not Found"_L1},
    {405, "Method Not Allowed"_L1},
    {406, "Not Acceptable"_L1},
    {407, "Proxy Authentication Required"_L1},
    {408, "Request Timeout"_L1},
    {409, "Conflict"_L1},
    {410, "Gone"_L1},
    {411, "Length Required"_L1},
    {412, "Precondition Failed"_L1},
    {413, "Content Too Large"_L1},
    {414, "URI Too Long"_L1},
    {415, "Unsupported Media Type"_L1},
    {416, "Range Not Satisfiable"_L1},
    {417, "Expectation Failed"_L1},
    {418, "I'm a teapot"_L1},
    {421, "Misdirected Request"_L1},
    {422, "Unprocessable Content"_L1},
    {423, "Locked"_L1},
    {424, "Failed Dependency"_L1},
    {425, "Too Early"_L1},
    {426, "Upgrade Required"_L1},
    {428, "Precondition Required"_L1},
    {429, "Too Many Requests"_L1},
    {431, "Request Header Fields Too Large"_L1},
    {451, "Unavailable For Legal Reasons"_L1},
    {500, "Internal Server Error"_L1},
    {501, "Not Implemented"_L1},
    {502, "Bad Gateway"_L1},
    {503, "Service Unavailable"_L1},
    {504, "Gateway Timeout"_L1},
    {505, "HTTP Version Not Supported"_L1},
    {506, "Variant Also Negotiates"_L1},
    {507, "Insufficient Storage"_L1},
    {508, "Loop Detected"_L1},
    {510, "Not Extended"_L1},
    {511, "Network Authentication Required"_L1},
};

} // namespace

QLatin1StringView httpReason(qint64 status)
{
    const auto *found = std::ranges::lower_bound(phrases, status, {}, &Phrase::status);
    return found != std::end(phrases) && found->status == status ? found->text : QLatin1StringView();
}

} // namespace Workbench
