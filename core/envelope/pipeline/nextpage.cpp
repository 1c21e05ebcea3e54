// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/nextpage.h"

#include "core/json/jsonbuilder.h"

#include <QUrl>
#include <QUrlQuery>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array listNames{"items"_L1, "results"_L1, "records"_L1, "entries"_L1, "data"_L1};
constexpr std::array cursorNames{
    "nextCursor"_L1, "next_cursor"_L1, "nextPageToken"_L1, "next_page_token"_L1, "cursor"_L1, "next"_L1};
constexpr std::array cursorPlaces{"pagination"_L1, "page"_L1, "meta"_L1, "links"_L1};
// usual names of parameters that take a cursor, independent of its name in the answer
constexpr std::array usualParameters{
    "cursor"_L1, "pageToken"_L1, "page_token"_L1, "after"_L1, "nextToken"_L1, "next_token"_L1};

bool isTheEnd(const Json &object)
{
    for (const QLatin1StringView name : {"hasMore"_L1, "has_more"_L1}) {
        if (const Json more = object.member(name); more.isBoolean() && !more.toBoolean())
            return true;
    }
    return false;
}

std::optional<PageCursor> cursorIn(const Json &object)
{
    for (const QLatin1StringView name : cursorNames) {
        const Json value = object.member(name);
        if (value.isString() && !value.utf8().isEmpty())
            return PageCursor{name, value.toString()};
    }
    return {};
}

//! Returns the name without "next", as parameters are usually named: "pageToken" for "nextPageToken".
QString withoutNext(const QString &name)
{
    if (name.startsWith("next_"_L1))
        return name.sliced(5);
    if (name.startsWith("next"_L1) && name.size() > 4 && name.at(4).isUpper())
        return name.at(4).toLower() + name.sliced(5);
    return name;
}

QString cursorParameter(const QString &name, const Json &properties)
{
    QStringList candidates{name, withoutNext(name)};
    for (const QLatin1StringView usual : usualParameters)
        candidates.append(usual);
    for (const QString &candidate : std::as_const(candidates)) {
        if (properties.hasMember(candidate))
            return candidate;
    }
    return {};
}

Json asDeclared(const QString &text, const Json &schema)
{
    const Json declared = schema.member("type"_L1);
    const auto mayBe = [&declared](QByteArrayView type) {
        return declared.utf8() == type
            || std::ranges::any_of(declared.items(), [type](const Json &one) { return one.utf8() == type; });
    };
    if (mayBe("string"))
        return Json::string(text);
    if (mayBe("boolean") && (text == "true"_L1 || text == "false"_L1))
        return Json::boolean(text == "true"_L1);
    if (mayBe("integer") || mayBe("number")) {
        if (const Json number = Json::numberFromText(text.toLatin1()); !number.isAbsent())
            return number;
    }
    return Json::string(text);
}

std::optional<Json> inputOfLink(const QString &link, const Json &input, const Json &properties)
{
    Json next = input.isObject() ? input : Json::emptyObject();
    bool isOther = false;
    for (const auto &[name, value] : QUrlQuery(QUrl(link)).queryItems(QUrl::FullyDecoded)) {
        const QString known = properties.hasMember(name) ? name : u"query."_s + name;
        const Json schema = properties.member(known);
        if (schema.isAbsent())
            continue;
        const Json given = asDeclared(value, schema);
        if (next.member(known) == given)
            continue;
        next = withMember(next, known, given);
        isOther = true;
    }
    return isOther ? std::optional(next) : std::nullopt;
}

//! Returns whether \a value is an address and not a cursor, as "next" in the links of many services.
bool isLinkTo(const QString &value)
{
    return value.startsWith("https://"_L1) || value.startsWith("http://"_L1)
        || (value.contains(u'?') && value.contains(u'='));
}

//! Returns the cursor in the received data, because normalisation removes members that the schema does not
//! name.
std::optional<PageCursor> cursorOf(const Outcome &outcome)
{
    if (auto cursor = findCursor(outcome.receivedData))
        return cursor;
    if (!outcome.recognition || outcome.recognition->isError)
        return {};
    for (const EnvelopeLayer &layer : outcome.recognition->layers) {
        if (auto cursor = findCursor(layer.outside))
            return cursor;
    }
    return findCursor(outcome.recognition->data);
}

} // namespace

std::optional<PageCursor> findCursor(const Json &data)
{
    if (!data.isObject() || isTheEnd(data))
        return {};
    qsizetype lists = 0;
    for (const QLatin1StringView name : listNames)
        lists += data.member(name).isArray() ? 1 : 0;
    if (lists != 1)
        return {};
    if (auto cursor = cursorIn(data))
        return cursor;
    for (const QLatin1StringView name : cursorPlaces) {
        const Json place = data.member(name);
        if (!place.isObject())
            continue;
        if (isTheEnd(place))
            return {};
        if (auto cursor = cursorIn(place))
            return cursor;
    }
    return {};
}

QString nextLink(const QString &linkHeader)
{
    for (qsizetype at = 0; at < linkHeader.size();) {
        const qsizetype open = linkHeader.indexOf(u'<', at);
        const qsizetype close = open < 0 ? -1 : linkHeader.indexOf(u'>', open);
        if (close < 0)
            return {};
        qsizetype end = close + 1; // end of its parameters: a comma outside of quotes
        for (bool isQuoted = false; end < linkHeader.size() && (isQuoted || linkHeader.at(end) != u',');
            ++end) {
            if (linkHeader.at(end) == u'"')
                isQuoted = !isQuoted;
        }
        const QStringList parameters = linkHeader.sliced(close + 1, end - close - 1).split(u';');
        for (const QString &parameter : parameters) {
            const QString name = parameter.section(u'=', 0, 0).trimmed();
            QString value = parameter.section(u'=', 1).trimmed();
            value.remove(u'"');
            if (name.compare("rel"_L1, Qt::CaseInsensitive) == 0
                && value.split(u' ').contains("next"_L1, Qt::CaseInsensitive))
                return linkHeader.sliced(open + 1, close - open - 1);
        }
        at = end + 1;
    }
    return {};
}

std::optional<Json> nextPageInput(const Outcome &outcome, const Json &input, const Json &inputSchema)
{
    const Json properties = inputSchema.member("properties"_L1);
    if (const auto *http = std::get_if<HttpMeta>(&outcome.envelope.meta())) {
        for (const auto &[name, value] : http->headers) {
            if (name.compare("link"_L1, Qt::CaseInsensitive) != 0)
                continue;
            if (auto next = inputOfLink(nextLink(value), input, properties))
                return next;
        }
    }
    const std::optional<PageCursor> cursor = cursorOf(outcome);
    if (!cursor)
        return {};
    const bool isLink = isLinkTo(cursor->value);
    if (isLink) {
        if (auto next = inputOfLink(cursor->value, input, properties))
            return next;
    }
    const QString parameter =
        isLink && !properties.hasMember(cursor->name) ? QString() : cursorParameter(cursor->name, properties);
    if (parameter.isEmpty())
        return {};
    const Json given = asDeclared(cursor->value, properties.member(parameter));
    return withMember(input.isObject() ? input : Json::emptyObject(), parameter, given);
}

} // namespace Workbench
