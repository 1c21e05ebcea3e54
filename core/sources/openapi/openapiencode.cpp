// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapiencode.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

bool isLetterOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isHex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool keeps(char c, UrlEncoding encoding)
{
    if (isLetterOrDigit(c))
        return true;
    switch (encoding) {
    case UrlEncoding::Unreserved: return QByteArrayView("-._~").contains(c);
    case UrlEncoding::Reserved: return QByteArrayView("-._~:/?@!$&'()*+,;=").contains(c);
    case UrlEncoding::ReservedInPath: return QByteArrayView("-._~:@!$&'()*+,;=").contains(c);
    case UrlEncoding::Form: return QByteArrayView("*-._").contains(c);
    case UrlEncoding::None: break;
    }
    return true;
}

} // namespace

QByteArray encoded(QByteArrayView utf8, UrlEncoding encoding)
{
    if (encoding == UrlEncoding::None)
        return utf8.toByteArray();
    static constexpr char digits[] = "0123456789ABCDEF";
    const bool keepsTriples = encoding == UrlEncoding::Reserved || encoding == UrlEncoding::ReservedInPath;
    QByteArray out;
    out.reserve(utf8.size() + utf8.size() / 2);
    for (qsizetype i = 0; i < utf8.size(); ++i) {
        const char c = utf8[i];
        const bool isTriple =
            c == '%' && keepsTriples && i + 2 < utf8.size() && isHex(utf8[i + 1]) && isHex(utf8[i + 2]);
        if (isTriple || (c != '\0' && keeps(c, encoding))) {
            out += c;
        } else if (c == ' ' && encoding == UrlEncoding::Form) {
            out += '+';
        } else {
            out += '%';
            out += digits[uchar(c) >> 4];
            out += digits[uchar(c) & 0xF];
        }
    }
    return out;
}

QString bareMedia(QStringView mediaType)
{
    const qsizetype end = mediaType.indexOf(u';');
    return (end < 0 ? mediaType : mediaType.first(end)).trimmed().toString().toLower();
}

std::optional<QByteArray> valueText(const Json &value)
{
    switch (value.kind()) {
    case JsonKind::Absent:
    case JsonKind::Null: return {};
    case JsonKind::String: return value.utf8().toByteArray();
    case JsonKind::Number: return value.numberText();
    case JsonKind::Boolean: return value.toBoolean() ? "true"_ba : "false"_ba;
    case JsonKind::Array:
    case JsonKind::Object: break;
    }
    return value.toBytes();
}

} // namespace Workbench
