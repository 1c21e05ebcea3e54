// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/jsontext.h"
#include "core/schema/ecmaregex.h"
#include "core/schema/formats_p.h"
#include "core/schema/idna_p.h"
#include "core/schema/program_p.h"

#include <QHash>
#include <QRegularExpression>

#include <array>

namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

namespace {

//! A built-in pattern. It runs without limits, because each pattern is linear. A group that may repeat many
//! times is possessive: otherwise each repetition takes stack, and a long text that fits would be refused.
class Shape {
public:
    explicit Shape(const QString &pattern)
        : m_regex(QRegularExpression::anchoredPattern(pattern))
    {
        m_regex.optimize();
    }
    QRegularExpressionMatch match(const QString &text) const { return m_regex.match(text); }
    bool fits(const QString &text) const { return match(text).hasMatch(); }

private:
    QRegularExpression m_regex;
};

bool isDate(const QString &text)
{
    static const Shape shape(u"([0-9]{4})-([0-9]{2})-([0-9]{2})"_s);
    const auto match = shape.match(text);
    if (!match.hasMatch())
        return false;
    const int year = match.captured(1).toInt();
    const int month = match.captured(2).toInt();
    const bool leap =
        (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; // also in the year 0, which QDate lacks
    constexpr std::array days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int day = match.captured(3).toInt();
    return month >= 1 && month <= 12 && day >= 1
        && day <= days[size_t(month - 1)] + (month == 2 && leap ? 1 : 0);
}

bool isTime(const QString &text)
{
    static const Shape shape(
        u"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))"_s);
    const auto match = shape.match(text);
    if (!match.hasMatch())
        return false;
    const int hour = match.captured(1).toInt();
    const int minute = match.captured(2).toInt();
    const int second = match.captured(3).toInt();
    const int offsetHour = match.captured(5).toInt();
    const int offsetMinute = match.captured(6).toInt();
    if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59)
        return false;
    if (second < 60)
        return true;
    const int sign = match.captured(4) == "-"_L1 ? 1 : -1; // a leap second occurs only at 23:59:60 UTC
    const int utc = hour * 60 + minute + sign * (offsetHour * 60 + offsetMinute);
    return (utc % 1440 + 1440) % 1440 == 23 * 60 + 59;
}

bool isDateTime(const QString &text)
{
    const qsizetype middle = text.indexOf(u'T', 0, Qt::CaseInsensitive);
    return middle > 0 && isDate(text.first(middle)) && isTime(text.sliced(middle + 1));
}

bool isDuration(const QString &text)
{
    static const Shape shape(
        u"P(?:[0-9]+W|(?=[0-9T])(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)?"
        "(?:T(?=[0-9])(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))?)"_s);
    return shape.fits(text);
}

bool isIpv4(const QString &text)
{
    static const Shape shape(
        u"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"_s);
    return shape.fits(text);
}

bool isIpv6(const QString &text)
{
    static const Shape group(u"[0-9a-fA-F]{1,4}"_s);
    const qsizetype gap = text.indexOf("::"_L1);
    if (gap >= 0 && text.indexOf("::"_L1, gap + 1) >= 0)
        return false;
    int groups = 0;
    const auto count = [&](const QString &part, bool last) {
        if (part.isEmpty())
            return true;
        const QStringList pieces = part.split(u':');
        for (qsizetype i = 0; i < pieces.size(); ++i) {
            const bool isIp = last && i + 1 == pieces.size() && isIpv4(pieces.at(i));
            if (!isIp && !group.fits(pieces.at(i)))
                return false;
            groups += isIp ? 2 : 1;
        }
        return true;
    };
    if (gap < 0)
        return count(text, true) && !text.isEmpty() && groups == 8;
    return count(text.first(gap), false) && count(text.sliced(gap + 2), true) && groups <= 7;
}

bool isHostname(const QString &text)
{
    static const Shape shape(u"(?=.{1,253}$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
                             "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*"_s);
    if (!shape.fits(text))
        return false;
    return !text.contains("xn--"_L1, Qt::CaseInsensitive) || areIdnaLabels(text.split(u'.'));
}

bool isInternationalHostname(const QString &text)
{
    QString dotted = text;
    for (const char16_t dot : {u'\u3002', u'\uff0e', u'\uff61'})
        dotted.replace(QChar(dot), u'.');
    return areIdnaLabels(dotted.split(u'.'));
}

bool isEmailAddress(const QString &text, bool international)
{
    const qsizetype at = text.lastIndexOf(u'@');
    if (at <= 0)
        return false;
    static const Shape local(u"[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*"
                             "|\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\""_s);
    const auto plain = [international](QString part) { // the characters that RFC 6531 adds count as letters
        for (QChar &c : part) {
            if (international && c.unicode() > 0x7f)
                c = u'a';
        }
        return part;
    };
    if (!local.fits(plain(text.first(at))))
        return false;
    const QString domain = text.sliced(at + 1);
    if (domain.startsWith(u'[') && domain.endsWith(u']')) {
        const QString address = domain.sliced(1, domain.size() - 2);
        return address.startsWith("IPv6:"_L1, Qt::CaseInsensitive) ? isIpv6(address.sliced(5))
                                                                   : isIpv4(address);
    }
    return isHostname(plain(domain));
}

bool isEmail(const QString &text)
{
    return isEmailAddress(text, false);
}

bool isInternationalEmail(const QString &text)
{
    return isEmailAddress(text, true);
}

//! \source RFC 3986 appendix A; RFC 3987 section 2.2
class UriShapes {
public:
    explicit UriShapes(bool international)
    {
        const QString more = international
            ? u"\\x{a0}-\\x{d7ff}\\x{f900}-\\x{fdcf}\\x{fdf0}-\\x{ffef}\\x{10000}-\\x{efffd}"_s
            : QString();
        const QString safe = u"a-zA-Z0-9._~!$&'()*+,;=%1-"_s.arg(more);
        const QString encoded = u"%[0-9a-fA-F]{2}"_s;
        const QString path = u"(?:[:@/%1]|%2)*+"_s.arg(safe, encoded);
        const QString authority =
            u"//(?:(?:[:%1]|%2)*+@)?(\\[[^\\]]*\\]|(?:[%1]|%2)*+)(?::[0-9]*)?"_s.arg(safe, encoded);
        const QString privateUse =
            international ? u"\\x{e000}-\\x{f8ff}\\x{f0000}-\\x{ffffd}\\x{100000}-\\x{10fffd}"_s : QString();
        const QString tail =
            u"(?:\\?(?:[:@/?%3%1]|%2)*+)?(?:#(?:[:@/?%1]|%2)*+)?"_s.arg(safe, encoded, privateUse);
        const QString rest = u"(?:%1(?:/%2)?|(?!//)%2)%3"_s.arg(authority, path, tail);
        m_absolute =
            QRegularExpression(QRegularExpression::anchoredPattern(u"[a-zA-Z][a-zA-Z0-9+.-]*:"_s + rest));
        m_relative = QRegularExpression(QRegularExpression::anchoredPattern(u"(?![^/?#]*:)"_s + rest));
    }

    bool fits(const QString &text, bool relative) const
    {
        QRegularExpressionMatch match = m_absolute.match(text);
        if (!match.hasMatch() && relative)
            match = m_relative.match(text);
        if (!match.hasMatch())
            return false;
        const QString host = match.captured(1);
        if (!host.startsWith(u'['))
            return true;
        static const Shape future(u"[vV][0-9a-fA-F]+\\.[a-zA-Z0-9._~!$&'()*+,;=:-]+"_s);
        const QString literal = host.sliced(1, host.size() - 2);
        return isIpv6(literal) || future.fits(literal);
    }

private:
    QRegularExpression m_absolute;
    QRegularExpression m_relative;
};

bool isUri(const QString &text, bool relative, bool international)
{
    static const UriShapes plain(false);
    static const UriShapes wide(true);
    return (international ? wide : plain).fits(text, relative);
}

bool isUriTemplate(const QString &text)
{
    static const Shape shape(
        u"(?:[^\\x00-\\x20\\x7f\"%<>\\\\^`{|}]|%[0-9a-fA-F]{2}|\\{[+#./;?&=,!@|]?"
        "(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2})(?:\\.?(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2}))*(?::[1-9][0-9]{0,3}|\\*)?"
        "(?:,(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2})(?:\\.?(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2}))*(?::[1-9][0-9]{0,3}|\\*)?)*\\})*+"_s);
    return shape.fits(text);
}

bool isJsonPointer(const QString &text)
{
    static const Shape shape(u"(?s)(?:/(?:[^~/]|~[01])*+)*+"_s);
    return shape.fits(text);
}

bool isRelativeJsonPointer(const QString &text)
{
    static const Shape shape(u"(?s)(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~[01])*+)*+)"_s);
    return shape.fits(text);
}

bool isUuid(const QString &text)
{
    static const Shape shape(
        u"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"_s);
    return shape.fits(text);
}

//! \source RFC 4648 section 4
bool isBase64(const QString &text)
{
    static const Shape shape(u"(?:[a-zA-Z0-9+/]{4})*+(?:[a-zA-Z0-9+/]{2}==|[a-zA-Z0-9+/]{3}=)?"_s);
    return shape.fits(text);
}

bool isRegex(const QString &text)
{
    return pcrePattern(text).has_value();
}

} // namespace

std::optional<bool> matchesNumberFormat(
    const QString &format, const QByteArray &number, SchemaDialect dialect)
{
    if (!isOpenApi(dialect))
        return {};
    const auto isBetween = [&number](const char *low, const char *high) {
        return JsonNumber::compare(number, low) >= 0 && JsonNumber::compare(number, high) <= 0;
    };
    if (format == "int32"_L1)
        return JsonNumber::isInteger(number) && isBetween("-2147483648", "2147483647");
    if (format == "int64"_L1)
        return JsonNumber::isInteger(number) && isBetween("-9223372036854775808", "9223372036854775807");
    if (format == "float"_L1)
        return isBetween("-3.4028234663852886e38", "3.4028234663852886e38");
    if (format == "double"_L1)
        return isBetween("-1.7976931348623157e308", "1.7976931348623157e308");
    return {};
}

std::optional<bool> matchesFormat(const QString &format, QByteArrayView utf8, SchemaDialect dialect)
{
    if (isOpenApi(dialect) && format == "byte"_L1)
        return isBase64(jsonText(utf8));
    using Test = bool (*)(const QString &);
    static const QHash<QString, Test> tests{
        {u"date"_s, isDate},
        {u"time"_s, isTime},
        {u"date-time"_s, isDateTime},
        {u"duration"_s, isDuration},
        {u"email"_s, isEmail},
        {u"idn-email"_s, isInternationalEmail},
        {u"hostname"_s, isHostname},
        {u"idn-hostname"_s, isInternationalHostname},
        {u"ipv4"_s, isIpv4},
        {u"ipv6"_s, isIpv6},
        {u"uri"_s, [](const QString &uri) { return isUri(uri, false, false); }},
        {u"uri-reference"_s, [](const QString &uri) { return isUri(uri, true, false); }},
        {u"iri"_s, [](const QString &uri) { return isUri(uri, false, true); }},
        {u"iri-reference"_s, [](const QString &uri) { return isUri(uri, true, true); }},
        {u"uri-template"_s, isUriTemplate},
        {u"uuid"_s, isUuid},
        {u"json-pointer"_s, isJsonPointer},
        {u"relative-json-pointer"_s, isRelativeJsonPointer},
        {u"regex"_s, isRegex},
    };
    const Test test = tests.value(format);
    return test ? std::optional(test(jsonText(utf8))) : std::nullopt;
}

} // namespace Workbench::SchemaProgram
