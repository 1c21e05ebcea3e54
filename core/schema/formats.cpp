// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/jsontext.h"
#include "core/schema/ecmaregex.h"
#include "core/schema/formats_p.h"
#include "core/schema/program_p.h"

#include <QHash>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <idn2.h>
#include <memory>

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

//! Returns the label in its DNS form ("xn--…"). Empty if IDNA2008 does not allow it, or if an "xn--…" is not
//! the canonical encoding of its text.
QByteArray asciiLabel(const QString &label, bool isEncoded)
{
    const QByteArray text = label.toUtf8();
    const auto *bytes = reinterpret_cast<const uint8_t *>(text.constData());
    uint8_t *encoded = nullptr;
    const int result = isEncoded ? idn2_register_u8(nullptr, bytes, &encoded, 0)
                                 : idn2_register_u8(bytes, nullptr, &encoded, 0);
    const std::unique_ptr<uint8_t, decltype(&idn2_free)> owner(encoded, idn2_free);
    return result == IDN2_OK ? QByteArray(reinterpret_cast<const char *>(encoded)) : QByteArray();
}

QString unicodeLabel(const QByteArray &encoded)
{
    char *decoded = nullptr;
    const int result = idn2_to_unicode_8z8z(encoded.constData(), &decoded, 0);
    const std::unique_ptr<char, decltype(&idn2_free)> owner(decoded, idn2_free);
    return result == IDN2_OK ? QString::fromUtf8(decoded) : QString();
}

// libidn2 leaves the check of directions to its callers.
bool isRightToLeft(const QString &label)
{
    return std::ranges::any_of(label.toUcs4(), [](uint c) {
        const QChar::Direction direction = QChar::direction(c);
        return direction == QChar::DirR || direction == QChar::DirAL || direction == QChar::DirAN;
    });
}

//! \source RFC 5893 section 2
bool fitsBidiRule(const QString &text)
{
    const QList<uint> label = text.toUcs4();
    const QChar::Direction first = QChar::direction(label.first());
    const bool rightToLeft = first == QChar::DirR || first == QChar::DirAL;
    if (!rightToLeft && first != QChar::DirL)
        return false;
    bool european = false;
    bool arabic = false;
    QChar::Direction last = first;
    for (const uint c : label) {
        const QChar::Direction direction = QChar::direction(c);
        if (direction != QChar::DirNSM)
            last = direction;
        european = european || direction == QChar::DirEN;
        arabic = arabic || direction == QChar::DirAN;
        switch (direction) {
        case QChar::DirEN:
        case QChar::DirES:
        case QChar::DirCS:
        case QChar::DirET:
        case QChar::DirON:
        case QChar::DirBN:
        case QChar::DirNSM: break;
        case QChar::DirR:
        case QChar::DirAL:
        case QChar::DirAN:
            if (!rightToLeft)
                return false;
            break;
        case QChar::DirL:
            if (rightToLeft)
                return false;
            break;
        default: return false;
        }
    }
    if (!rightToLeft)
        return last == QChar::DirL || last == QChar::DirEN;
    return !(european && arabic)
        && (last == QChar::DirR || last == QChar::DirAL || last == QChar::DirEN || last == QChar::DirAN);
}

//! Returns whether IDNA2008 allows \a labels together as the parts of a host name. RFC 5892 defines the
//! letters, its appendix A their context (libidn2 checks both), RFC 5893 the directions. Labels that begin
//! with "xn--" are decoded first. QUrl is not used: it follows UTS 46, which maps and accepts labels that
//! IDNA2008 refuses.
bool areIdnaLabels(const QStringList &labels)
{
    constexpr qsizetype longestLabel = 63;
    constexpr qsizetype longestName = 253;
    qsizetype length = labels.size() - 1;
    QStringList unicode;
    for (const QString &label : labels) {
        const bool isAscii = std::ranges::all_of(label, [](QChar c) { return c.unicode() < 0x80; });
        const bool isEncoded = isAscii && label.startsWith("xn--"_L1, Qt::CaseInsensitive);
        const bool isPlain = isAscii && !isEncoded;
        const bool isHostLabel = !label.startsWith(u'-') && !label.endsWith(u'-')
            && std::ranges::all_of(label, [](QChar c) { return c.isLetterOrNumber() || c == u'-'; });
        if (isPlain && !isHostLabel)
            return false;
        if (label.size() > 2 * longestLabel || label.contains(QChar::Null)) // at most two units per character
            return false;
        const QByteArray encoded =
            isPlain ? label.toLatin1() : asciiLabel(isEncoded ? label.toLower() : label, isEncoded);
        if (encoded.isEmpty() || encoded.size() > longestLabel)
            return false;
        length += encoded.size();
        unicode.append(isPlain ? label.toLower() : unicodeLabel(encoded));
    }
    if (length > longestName)
        return false;
    return !std::ranges::any_of(unicode, isRightToLeft) || std::ranges::all_of(unicode, fitsBidiRule);
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

//! \source RFC 4648 section 4
bool isBase64(const QString &text)
{
    static const Shape shape(u"(?:[a-zA-Z0-9+/]{4})*+(?:[a-zA-Z0-9+/]{2}==|[a-zA-Z0-9+/]{3}=)?"_s);
    return shape.fits(text);
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
    static const QHash<QString, Shape> shapes{
        {u"duration"_s,
            Shape(u"P(?:[0-9]+W|(?=[0-9T])(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)?"
                  "(?:T(?=[0-9])(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))?)"_s)},
        {u"uri-template"_s,
            Shape(
                u"(?:[^\\x00-\\x20\\x7f\"%<>\\\\^`{|}]|%[0-9a-fA-F]{2}|\\{[+#./;?&=,!@|]?"
                "(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2})(?:\\.?(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2}))*(?::[1-9][0-9]{0,3}"
                "|\\*)?"
                "(?:,(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2})(?:\\.?(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2}))*(?::[1-9][0-9]{0,3}|\\*)?)*\\})*+"_s)},
        {u"json-pointer"_s, Shape(u"(?s)(?:/(?:[^~/]|~[01])*+)*+"_s)},
        {u"relative-json-pointer"_s, Shape(u"(?s)(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~[01])*+)*+)"_s)},
        {u"uuid"_s, Shape(u"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"_s)},
    };
    if (const auto shape = shapes.constFind(format); shape != shapes.cend())
        return shape->fits(jsonText(utf8));
    using Test = bool (*)(const QString &);
    static const QHash<QString, Test> tests{
        {u"date"_s, isDate},
        {u"time"_s, isTime},
        {u"date-time"_s, isDateTime},
        {u"email"_s, [](const QString &address) { return isEmailAddress(address, false); }},
        {u"idn-email"_s, [](const QString &address) { return isEmailAddress(address, true); }},
        {u"hostname"_s, isHostname},
        {u"idn-hostname"_s, isInternationalHostname},
        {u"ipv4"_s, isIpv4},
        {u"ipv6"_s, isIpv6},
        {u"uri"_s, [](const QString &uri) { return isUri(uri, false, false); }},
        {u"uri-reference"_s, [](const QString &uri) { return isUri(uri, true, false); }},
        {u"iri"_s, [](const QString &uri) { return isUri(uri, false, true); }},
        {u"iri-reference"_s, [](const QString &uri) { return isUri(uri, true, true); }},
        {u"regex"_s, [](const QString &pattern) { return pcrePattern(pattern).has_value(); }},
    };
    const Test test = tests.value(format);
    return test ? std::optional(test(jsonText(utf8))) : std::nullopt;
}

} // namespace Workbench::SchemaProgram
