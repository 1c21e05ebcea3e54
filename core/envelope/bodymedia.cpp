// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/bodymedia.h"

#include <QStringList>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns whether \a c may occur in a token. \source RFC 9110 section 5.6.2
bool isTokenLetter(QChar c)
{
    const char16_t letter = c.unicode();
    const bool isAlphanumeric = (letter >= u'0' && letter <= u'9') || (letter >= u'a' && letter <= u'z')
        || (letter >= u'A' && letter <= u'Z');
    return isAlphanumeric || (letter < 0x80 && u"!#$%&'*+-.^_`|~"_s.contains(c));
}

bool isToken(QStringView text)
{
    return !text.isEmpty() && std::ranges::all_of(text, isTokenLetter);
}

//! Returns the text from \a at to the next semicolon outside of quotes, and moves \a at past it. A comma ends
//! the whole text, because only the first value of a repeated field counts.
QString nextParameter(QStringView text, qsizetype &at)
{
    QString part;
    bool isQuoted = false;
    for (; at < text.size(); ++at) {
        const QChar c = text.at(at);
        if (isQuoted && c == u'\\' && at + 1 < text.size()) {
            part += c;
            part += text.at(++at);
            continue;
        }
        if (c == u',' && !isQuoted)
            at = text.size() - 1;
        if ((c == u';' || c == u',') && !isQuoted)
            break;
        isQuoted = isQuoted != (c == u'"');
        part += c;
    }
    ++at;
    return part.trimmed();
}

//! Returns the unquoted value, or a null string if \a text is neither a token nor a quoted string.
QString parameterValue(const QString &text)
{
    if (isToken(text))
        return text;
    if (text.size() < 2 || !text.startsWith(u'"') || !text.endsWith(u'"'))
        return {};
    QString value = u""_s;
    for (qsizetype at = 1; at < text.size() - 1; ++at) {
        if (text.at(at) == u'\\')
            ++at;
        if (at < text.size() - 1)
            value += text.at(at);
    }
    return value;
}

constexpr auto charsetName = "charset"_L1;

} // namespace

MediaType MediaType::read(QStringView text)
{
    qsizetype at = 0;
    const QString essence = nextParameter(text, at).toLower();
    const QStringList halves = essence.split(u'/');
    if (halves.size() != 2 || !isToken(halves.at(0)) || !isToken(halves.at(1)))
        return {};
    MediaType type{essence};
    while (at < text.size()) {
        const QString part = nextParameter(text, at);
        const qsizetype equals = part.indexOf(u'=');
        const QString name = part.first(std::max<qsizetype>(equals, 0)).trimmed().toLower();
        const QString value = equals > 0 ? parameterValue(part.sliced(equals + 1).trimmed()) : QString();
        if (isToken(name) && !value.isNull() && type.parameter(name).isNull())
            type.parameters.append({name, name == charsetName ? value.toLower() : value});
    }
    std::ranges::sort(type.parameters);
    return type;
}

QString MediaType::parameter(QStringView name) const
{
    const auto found =
        std::ranges::find_if(parameters, [name](const auto &one) { return one.first == name; });
    return found == parameters.cend() ? QString() : found->second;
}

QString MediaType::toString() const
{
    QString text = essence;
    for (const auto &[name, value] : parameters) {
        QString written = value;
        if (!isToken(value)) {
            written.replace(u"\\"_s, u"\\\\"_s).replace(u"\""_s, u"\\\""_s);
            written = QString(u'"' + written + u'"');
        }
        text += QString(u"; "_s + name + u'=' + written);
    }
    return text;
}

std::optional<int> mediaFit(const MediaType &declared, const MediaType &actual)
{
    constexpr int ofType = 1'000'000; // more than all parameters can add
    if (!declared.isValid() || !actual.isValid())
        return {};
    int fit = 0;
    if (declared.essence == actual.essence)
        fit = 2 * ofType;
    else if (declared.essence.endsWith("/*"_L1) && declared.essence != "*/*"_L1
        && actual.essence.startsWith(QStringView(declared.essence).chopped(1)))
        fit = ofType;
    else if (declared.essence != "*/*"_L1)
        return {};
    for (const auto &[name, value] : declared.parameters) {
        const QString given = actual.parameter(name);
        if (given == value && !given.isNull())
            fit += 100;
        else if (!given.isNull() && name != charsetName)
            return {};
        else
            --fit; // prefer the type that declares fewer unmatched parameters
    }
    return fit;
}

bool isJsonMedia(QStringView contentType)
{
    const QString bare = MediaType::read(contentType).essence;
    return (bare.endsWith("/json"_L1) || bare.endsWith("+json"_L1)) && !isJsonSequenceMedia(bare);
}

bool isXmlMedia(QStringView contentType)
{
    const QString bare = MediaType::read(contentType).essence;
    return bare.endsWith("/xml"_L1) || bare.endsWith("+xml"_L1) || bare.contains("/xml-"_L1);
}

bool isBinaryMedia(const QString &contentType)
{
    // These types are text although they do not begin with "text/".
    static const QStringList texts{u"application/yaml"_s, u"application/x-yaml"_s, u"application/toml"_s,
        u"application/javascript"_s, u"application/ecmascript"_s, u"application/x-www-form-urlencoded"_s,
        u"application/graphql"_s, u"application/sql"_s};
    const QString bare = MediaType::read(contentType).essence;
    return !bare.isEmpty() && !bare.startsWith("text/"_L1) && !texts.contains(bare)
        && !isJsonSequenceMedia(bare) && !isJsonMedia(bare) && !isXmlMedia(bare)
        && !bare.endsWith("+yaml"_L1);
}

bool isJsonSequenceMedia(const QString &contentType)
{
    static const QStringList types{u"application/jsonl"_s, u"application/jsonlines"_s,
        u"application/x-jsonlines"_s, u"application/ndjson"_s, u"application/x-ndjson"_s,
        u"application/json-seq"_s, u"application/json-lines"_s, u"application/stream+json"_s};
    const QString bare = MediaType::read(contentType).essence;
    return types.contains(bare) || bare.endsWith("+json-seq"_L1);
}

} // namespace Workbench
