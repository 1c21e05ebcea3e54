// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/jsontext.h"
#include "core/yaml/yamlscalar_p.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

// Converting between bases is quadratic; what is longer is nobody's number.
constexpr qsizetype longestConverted = 1024;

bool isOneOf(QByteArrayView text, std::initializer_list<QByteArrayView> words)
{
    return std::ranges::find(words, text) != words.end();
}

bool isNull(QByteArrayView text)
{
    return text.isEmpty() || isOneOf(text, {"null", "Null", "NULL", "~"});
}

bool isTrue(QByteArrayView text)
{
    return isOneOf(text, {"true", "True", "TRUE"});
}

bool isFalse(QByteArrayView text)
{
    return isOneOf(text, {"false", "False", "FALSE"});
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

QByteArrayView withoutSign(QByteArrayView text)
{
    return text.startsWith('-') || text.startsWith('+') ? text.sliced(1) : text;
}

bool isDecimalInteger(QByteArrayView text)
{
    const QByteArrayView digits = withoutSign(text);
    return !digits.isEmpty() && std::ranges::all_of(digits, isDigit);
}

//! 8 or 16 for the number that 0o or 0x begins, else 0.
int baseOf(QByteArrayView text)
{
    if (text.size() < 3 || text[0] != '0')
        return 0;
    const auto isOctal = [](char c) { return c >= '0' && c <= '7'; };
    const auto isHex = [](char c) { return isDigit(c) || (char(c | 0x20) >= 'a' && char(c | 0x20) <= 'f'); };
    if (text[1] == 'o' && std::ranges::all_of(text.sliced(2), isOctal))
        return 8;
    if (text[1] == 'x' && std::ranges::all_of(text.sliced(2), isHex))
        return 16;
    return 0;
}

//! [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
struct Decimal {
    bool isNegative = false;
    QByteArrayView whole;
    QByteArrayView fraction;
    QByteArrayView exponent; // with its e and sign
};

std::optional<Decimal> decimal(QByteArrayView text)
{
    Decimal parts;
    parts.isNegative = text.startsWith('-');
    QByteArrayView rest = withoutSign(text);
    const auto takeDigits = [&rest] {
        const qsizetype count = std::ranges::find_if_not(rest, isDigit) - rest.begin();
        const QByteArrayView digits = rest.first(count);
        rest = rest.sliced(count);
        return digits;
    };
    parts.whole = takeDigits();
    if (rest.startsWith('.')) {
        rest = rest.sliced(1);
        parts.fraction = takeDigits();
    }
    if (parts.whole.isEmpty() && parts.fraction.isEmpty())
        return std::nullopt;
    if (rest.startsWith('e') || rest.startsWith('E')) {
        parts.exponent = rest;
        rest = withoutSign(rest.sliced(1));
        if (takeDigits().isEmpty())
            return std::nullopt;
    }
    return rest.isEmpty() ? std::optional(parts) : std::nullopt;
}

bool isNotFinite(QByteArrayView text)
{
    return isOneOf(withoutSign(text), {".inf", ".Inf", ".INF"}) || isOneOf(text, {".nan", ".NaN", ".NAN"});
}

QByteArray inBaseTen(QByteArrayView digits, int base)
{
    constexpr quint64 unit = 1'000'000'000;
    std::vector<quint64> parts{0}; // the lowest first
    for (const char c : digits) {
        quint64 carry = isDigit(c) ? quint64(c - '0') : quint64((c | 0x20) - 'a') + 10;
        for (quint64 &part : parts) {
            part = part * quint64(base) + carry;
            carry = part / unit;
            part %= unit;
        }
        if (carry != 0)
            parts.push_back(carry);
    }
    QByteArray text = QByteArray::number(parts.back());
    for (auto part = parts.rbegin() + 1; part != parts.rend(); ++part)
        text += QByteArray::number(*part).rightJustified(9, '0');
    return text;
}

QByteArray asJson(const Decimal &parts)
{
    QByteArrayView whole = parts.whole;
    while (whole.size() > 1 && whole.startsWith('0'))
        whole = whole.sliced(1);
    QByteArray text = parts.isNegative ? "-" : "";
    text += whole.isEmpty() ? QByteArrayView("0") : whole;
    if (!parts.fraction.isEmpty())
        text += '.' + parts.fraction.toByteArray();
    text += parts.exponent;
    return text;
}

YamlScalar converted(QByteArray number, QByteArrayView from)
{
    YamlScalar scalar;
    scalar.kind = JsonKind::Number;
    scalar.remark = u"The number %1 is written as %2, as JSON has it."_s.arg(
        QString::fromLatin1(from.first(std::min<qsizetype>(from.size(), 64))),
        QString::fromLatin1(number.first(std::min<qsizetype>(number.size(), 64))));
    scalar.number = std::move(number);
    return scalar;
}

YamlScalar textWith(const QString &remark)
{
    YamlScalar scalar;
    scalar.remark = remark;
    return scalar;
}

//! Nothing when \a text is no number of the core schema.
std::optional<YamlScalar> number(QByteArrayView text)
{
    const char first = text.isEmpty() ? '\0' : text.front();
    if (!isDigit(first) && first != '-' && first != '+' && first != '.')
        return std::nullopt;
    if (JsonNumber::isNumber(text)) {
        YamlScalar scalar;
        scalar.kind = JsonKind::Number;
        return scalar;
    }
    if (const int base = baseOf(text)) {
        if (text.size() > longestConverted)
            return textWith(u"A number of more than %1 digits in base %2 is kept as a text."_s.arg(
                QString::number(longestConverted), QString::number(base)));
        return converted(inBaseTen(text.sliced(2), base), text);
    }
    if (const std::optional<Decimal> parts = decimal(text))
        return converted(asJson(*parts), text);
    if (isNotFinite(text))
        return textWith(u"JSON has no number %1; it is kept as a text."_s.arg(QString::fromLatin1(text)));
    return std::nullopt;
}

std::optional<YamlScalar> literal(QByteArrayView text)
{
    YamlScalar scalar;
    if (isNull(text)) {
        scalar.kind = JsonKind::Null;
        return scalar;
    }
    scalar.boolean = isTrue(text);
    scalar.kind = JsonKind::Boolean;
    return scalar.boolean || isFalse(text) ? std::optional(scalar) : std::nullopt;
}

QString misfit(QLatin1StringView tag, QByteArrayView text)
{
    constexpr qsizetype longestShown = 40;
    return u"the tag !!%1 does not fit \"%2\""_s.arg(
        tag, jsonText(text.first(std::min(text.size(), longestShown))));
}

} // namespace

std::expected<YamlScalar, QString> typeYamlScalar(QByteArrayView text, bool isPlain, YamlTag tag)
{
    switch (tag) {
    case YamlTag::None: {
        if (!isPlain)
            return YamlScalar();
        if (auto typed = number(text))
            return *std::move(typed);
        return literal(text).value_or(YamlScalar());
    }
    case YamlTag::NonSpecific:
    case YamlTag::String: return YamlScalar();
    case YamlTag::Null:
        if (isNull(text))
            return *literal(text);
        return std::unexpected(misfit("null"_L1, text));
    case YamlTag::Boolean:
        if (isTrue(text) || isFalse(text))
            return *literal(text);
        return std::unexpected(misfit("bool"_L1, text));
    case YamlTag::Integer:
        if (isDecimalInteger(text) || baseOf(text) != 0)
            return *number(text);
        return std::unexpected(misfit("int"_L1, text));
    case YamlTag::Float:
        if (decimal(text) || isNotFinite(text))
            return *number(text);
        return std::unexpected(misfit("float"_L1, text));
    case YamlTag::Sequence: return std::unexpected(misfit("seq"_L1, text));
    case YamlTag::Mapping: return std::unexpected(misfit("map"_L1, text));
    }
    return YamlScalar();
}

} // namespace Workbench
