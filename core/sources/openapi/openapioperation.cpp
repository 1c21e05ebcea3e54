// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapioperation.h"

#include "core/sources/openapi/openapisharedschemas.h"
#include "core/transport/http/httprequestbytes.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr std::pair<QLatin1StringView, ParameterStyle> styleNames[] = {
    {"simple"_L1, ParameterStyle::Simple},
    {"label"_L1, ParameterStyle::Label},
    {"matrix"_L1, ParameterStyle::Matrix},
    {"form"_L1, ParameterStyle::Form},
    {"spaceDelimited"_L1, ParameterStyle::SpaceDelimited},
    {"pipeDelimited"_L1, ParameterStyle::PipeDelimited},
    {"deepObject"_L1, ParameterStyle::DeepObject},
    {"cookie"_L1, ParameterStyle::Cookie},
    {"tabDelimited"_L1, ParameterStyle::TabDelimited},
};

std::optional<ParameterPlace> placeFromName(const QString &name, OpenApiVersion version)
{
    for (const ParameterPlace place : {ParameterPlace::Path, ParameterPlace::Query, ParameterPlace::Header}) {
        if (name == parameterPlaceName(place))
            return place;
    }
    if (name == "cookie"_L1 && version != OpenApiVersion::Swagger2)
        return ParameterPlace::Cookie;
    if (name == "querystring"_L1 && version == OpenApiVersion::V3_2)
        return ParameterPlace::QueryString;
    return {};
}

ParameterStyle defaultStyle(ParameterPlace place)
{
    const bool isSimple = place == ParameterPlace::Path || place == ParameterPlace::Header;
    return isSimple ? ParameterStyle::Simple : ParameterStyle::Form;
}

bool isAllowed(ParameterStyle style, ParameterPlace place, OpenApiVersion version)
{
    switch (style) {
    case ParameterStyle::Simple: return place == ParameterPlace::Path || place == ParameterPlace::Header;
    case ParameterStyle::Label:
    case ParameterStyle::Matrix: return place == ParameterPlace::Path;
    case ParameterStyle::Form: return place == ParameterPlace::Query || place == ParameterPlace::Cookie;
    case ParameterStyle::SpaceDelimited:
    case ParameterStyle::PipeDelimited:
    case ParameterStyle::DeepObject: return place == ParameterPlace::Query;
    case ParameterStyle::Cookie: return place == ParameterPlace::Cookie && version == OpenApiVersion::V3_2;
    case ParameterStyle::TabDelimited: break;
    }
    return false;
}

Json exampleOf(const Json &object)
{
    for (const auto name : {"example"_L1, "x-example"_L1}) {
        if (const Json example = object.member(name); !example.isAbsent())
            return example;
    }
    for (const auto entry : object.member("examples"_L1).members()) {
        for (const auto name : {"value"_L1, "dataValue"_L1}) {
            if (const Json value = entry.value().member(name); !value.isAbsent())
                return value;
        }
    }
    return {};
}

//! Returns the text of a scalar. Some documents write numbers or booleans in the place of strings.
QString scalarText(const Json &scalar)
{
    if (scalar.isNumber())
        return QString::fromLatin1(scalar.numberText());
    if (scalar.isBoolean())
        return scalar.toBoolean() ? u"true"_s : u"false"_s;
    return scalar.toString();
}

QString nameForRemarks(const OpenApiParameter &parameter)
{
    return u"The %1 parameter \"%2\""_s.arg(parameterPlaceName(parameter.place), parameter.name);
}

void readCollectionFormat(const Json &object, OpenApiParameter &parameter, QStringList *remarks)
{
    const QString format = object.member("collectionFormat"_L1).toString(u"csv"_s);
    parameter.style = defaultStyle(parameter.place);
    parameter.explode = false;
    if (format == "ssv"_L1) {
        parameter.style = ParameterStyle::SpaceDelimited;
    } else if (format == "tsv"_L1) {
        parameter.style = ParameterStyle::TabDelimited;
    } else if (format == "pipes"_L1) {
        parameter.style = ParameterStyle::PipeDelimited;
    } else if (format == "multi"_L1 && parameter.place == ParameterPlace::Query) {
        parameter.explode = true;
    } else if (format != "csv"_L1) {
        remarks->append(nameForRemarks(parameter) % u" has a collectionFormat that is not allowed there (\""_s
            % format % u"\"); csv is used."_s);
    }
}

void readStyle(const Json &object, OpenApiVersion version, OpenApiParameter &parameter, QStringList *remarks)
{
    parameter.style = defaultStyle(parameter.place);
    if (const Json declared = object.member("style"_L1); !declared.isAbsent()) {
        const auto style = parameterStyleFromName(declared.toString());
        if (style && isAllowed(*style, parameter.place, version)) {
            parameter.style = *style;
        } else {
            remarks->append(nameForRemarks(parameter) % u" has a style that is not allowed there (\""_s
                % scalarText(declared) % u"\"); the default is used."_s);
        }
    }
    const bool explodes =
        parameter.style == ParameterStyle::Form || parameter.style == ParameterStyle::Cookie;
    parameter.explode = object.member("explode"_L1).toBoolean(explodes);
    // Before 3.2 allowReserved applies only to the query.
    parameter.allowReserved = (version == OpenApiVersion::V3_2 || parameter.place == ParameterPlace::Query)
        && object.member("allowReserved"_L1).toBoolean();
}

void readContent(const Json &object, OpenApiParameter &parameter, QStringList *remarks)
{
    const Json content = object.member("content"_L1);
    if (content.size() > 0) {
        parameter.contentType = content.keyAt(0);
        if (parameter.example.isAbsent())
            parameter.example = exampleOf(content.at(0));
        if (content.size() > 1)
            remarks->append(nameForRemarks(parameter) % u" has several media types; the first is used."_s);
    } else if (parameter.place == ParameterPlace::QueryString) {
        parameter.contentType = u"application/x-www-form-urlencoded"_s;
        remarks->append(nameForRemarks(parameter) % u" has no media type; a form is sent."_s);
    }
}

struct Member {
    QByteArray key;
    QByteArray value;
};

QByteArrayList itemsOf(const Json &array, UrlEncoding encoding)
{
    QByteArrayList items;
    for (const Json &item : array.items()) {
        if (const auto text = valueText(item))
            items.append(encoded(*text, encoding));
    }
    return items;
}

QList<Member> membersOf(const Json &object, UrlEncoding encoding)
{
    QList<Member> members;
    for (const auto entry : object.members()) {
        const Json value = entry.value();
        if (const auto text = valueText(value))
            members.append({encoded(entry.keyUtf8(), encoding), encoded(*text, encoding)});
    }
    return members;
}

//! Returns the items of an array. Returns the members of an object: "key=value" if they are exploded,
//! otherwise keys and values in turn.
QByteArrayList partsOf(const StyleExpansion &how, const Json &value)
{
    if (value.isArray())
        return itemsOf(value, how.encoding);
    QByteArrayList parts;
    for (const Member &member : membersOf(value, how.encoding)) {
        if (how.explode)
            parts.append(member.key + '=' + member.value);
        else
            parts << member.key << member.value;
    }
    return parts;
}

QByteArray delimiterOf(ParameterStyle style, UrlEncoding encoding)
{
    switch (style) {
    case ParameterStyle::SpaceDelimited: return encoding == UrlEncoding::None ? " " : "%20";
    case ParameterStyle::PipeDelimited: return encoding == UrlEncoding::None ? "|" : "%7C";
    case ParameterStyle::TabDelimited: return encoding == UrlEncoding::None ? "\t" : "%09";
    default: return ",";
    }
}

QByteArrayList deepPairs(const StyleExpansion &how, const Json &value)
{
    struct Step {
        QByteArray name;
        Json value;
    };
    QByteArrayList pairs;
    QList<Step> steps{{encoded(how.name, how.encoding), value}};
    while (!steps.isEmpty()) {
        const Step step = steps.takeLast();
        if (step.value.isArray()) {
            for (const QByteArray &item : itemsOf(step.value, how.encoding))
                pairs.append(step.name + '=' + item);
        } else if (step.value.isObject()) {
            const qsizetype first = steps.size();
            for (const auto entry : step.value.members())
                steps.append(
                    {step.name + "%5B" + encoded(entry.keyUtf8(), how.encoding) + "%5D", entry.value()});
            std::reverse(steps.begin() + first, steps.end());
        } else if (const auto text = valueText(step.value)) {
            pairs.append(step.name + '=' + encoded(*text, how.encoding));
        }
    }
    return pairs;
}

//! Returns ";name=value", or ";name" for an empty value. \source RFC 6570 section 3.2.7
QByteArray matrixPiece(const QByteArray &name, const QByteArray &value)
{
    return value.isEmpty() ? QByteArray(';' + name) : QByteArray(';' + name + '=' + value);
}

QByteArray matrix(const StyleExpansion &how, const Json &value)
{
    const QByteArray name = encoded(how.name, how.encoding);
    const QByteArrayList parts = partsOf(how, value);
    if (parts.isEmpty())
        return {};
    if (!how.explode)
        return matrixPiece(name, parts.join(','));
    QByteArray out;
    if (value.isArray()) {
        for (const QByteArray &item : parts)
            out += matrixPiece(name, item);
    } else {
        for (const Member &member : membersOf(value, how.encoding))
            out += matrixPiece(member.key, member.value);
    }
    return out;
}

} // namespace

QLatin1StringView parameterPlaceName(ParameterPlace place)
{
    switch (place) {
    case ParameterPlace::Path: return "path"_L1;
    case ParameterPlace::Query: return "query"_L1;
    case ParameterPlace::QueryString: return "querystring"_L1;
    case ParameterPlace::Header: return "header"_L1;
    case ParameterPlace::Cookie: break;
    }
    return "cookie"_L1;
}

std::optional<ParameterStyle> parameterStyleFromName(QStringView name)
{
    for (const auto &[known, style] : styleNames) {
        if (name == known)
            return style;
    }
    return {};
}

bool OpenApiParameter::isIgnored() const
{
    constexpr std::array ignored{"accept"_L1, "content-type"_L1, "authorization"_L1};
    return place == ParameterPlace::Header && std::ranges::any_of(ignored, [this](QLatin1StringView one) {
        return name.compare(one, Qt::CaseInsensitive) == 0;
    });
}

QString ignoredParameterText(const OpenApiParameter &parameter)
{
    const bool isCredential = parameter.name.compare("authorization"_L1, Qt::CaseInsensitive) == 0;
    return isCredential
        ? u"The parameter \"%1\" is not sent: OpenAPI leaves this header to the security schemes. Give the source a credential."_s
              .arg(parameter.name)
        : u"The parameter \"%1\" is not sent: OpenAPI leaves this header to the media types of body and answer."_s
              .arg(parameter.name);
}

std::optional<OpenApiParameter> readParameter(
    const Json &object, const Json &schema, OpenApiVersion version, QStringList *remarks)
{
    QStringList dropped;
    if (!remarks)
        remarks = &dropped;
    OpenApiParameter parameter;
    parameter.name = object.member("name"_L1).toString();
    const QString placeName = object.member("in"_L1).toString();
    const auto place = placeFromName(placeName, version);
    if (parameter.name.isEmpty() || !place) {
        remarks->append(
            u"A parameter without a usable name and place is left out: name \"%1\", in \"%2\"."_s.arg(
                parameter.name, placeName));
        return {};
    }
    parameter.member = parameter.name;
    parameter.place = *place;
    parameter.isRequired = *place == ParameterPlace::Path || object.member("required"_L1).toBoolean();
    parameter.isDeprecated = object.member("deprecated"_L1).toBoolean();
    parameter.description = object.member("description"_L1).toString();
    parameter.schema = schema;
    parameter.example = exampleOf(object);
    parameter.definition = object;
    if (version == OpenApiVersion::Swagger2) {
        readCollectionFormat(object, parameter, remarks);
    } else {
        readStyle(object, version, parameter, remarks);
        readContent(object, parameter, remarks);
    }
    return parameter;
}

Json formDataEncoding(const Json &object)
{
    if (object.member("type"_L1).toString() != "array"_L1)
        return {};
    const QString format = object.member("collectionFormat"_L1).toString();
    QString style = u"form"_s;
    if (format == "ssv"_L1)
        style = u"spaceDelimited"_s;
    else if (format == "tsv"_L1)
        style = u"tabDelimited"_s;
    else if (format == "pipes"_L1)
        style = u"pipeDelimited"_s;
    else if (format == "multi"_L1)
        return {}; // the default for arrays in a form
    return Json::object({{u"style"_s, Json::string(style)}, {u"explode"_s, Json::boolean(false)}});
}

OpenApiServer readServer(const Json &object)
{
    OpenApiServer server;
    server.url = object.member("url"_L1).toString();
    server.name = object.member("name"_L1).toString();
    server.description = object.member("description"_L1).toString();
    for (const auto entry : object.member("variables"_L1).members()) {
        const Json declared = entry.value();
        OpenApiServerVariable variable;
        variable.name = entry.key();
        variable.defaultValue = scalarText(declared.member("default"_L1));
        variable.description = declared.member("description"_L1).toString();
        for (const Json &allowed : declared.member("enum"_L1).items())
            variable.allowed.append(scalarText(allowed));
        server.variables.append(std::move(variable));
    }
    return server;
}

OpenApiSecurityScheme readSecurityScheme(const QString &id, const Json &object)
{
    OpenApiSecurityScheme scheme;
    scheme.id = id;
    scheme.definition = object;
    const QString type = object.member("type"_L1).toString();
    if (type == "apiKey"_L1) {
        scheme.type = OpenApiSecurityScheme::Type::ApiKey;
        scheme.name = object.member("name"_L1).toString();
        const QString place = object.member("in"_L1).toString();
        if (place == "query"_L1)
            scheme.place = ParameterPlace::Query;
        else if (place == "cookie"_L1)
            scheme.place = ParameterPlace::Cookie;
    } else if (type == "http"_L1) {
        scheme.type = OpenApiSecurityScheme::Type::Http;
        scheme.scheme = object.member("scheme"_L1).toString();
    } else if (type == "basic"_L1) {
        scheme.type = OpenApiSecurityScheme::Type::Http;
        scheme.scheme = u"basic"_s;
    } else if (type == "oauth2"_L1) {
        scheme.type = OpenApiSecurityScheme::Type::OAuth2;
    } else if (type == "openIdConnect"_L1) {
        scheme.type = OpenApiSecurityScheme::Type::OpenIdConnect;
    } else if (type == "mutualTLS"_L1) {
        scheme.type = OpenApiSecurityScheme::Type::MutualTls;
    }
    return scheme;
}

QString OpenApiSecurityScheme::refusal() const
{
    return type == Type::ApiKey && place == ParameterPlace::Header ? headerRefusal(name) : QString();
}

const OpenApiSecurityScheme *OpenApiOperation::scheme(const QString &id) const
{
    const auto found = std::ranges::find(schemes, id, &OpenApiSecurityScheme::id);
    return found == schemes.cend() ? nullptr : &*found;
}

Json OpenApiOperation::selfContained(const Json &schema) const
{
    return sharedSchemas ? sharedSchemas->selfContained(schema) : schema;
}

QByteArray encoded(QByteArrayView utf8, UrlEncoding encoding)
{
    const QByteArray text = utf8.toByteArray();
    switch (encoding) {
    case UrlEncoding::None: return text;
    case UrlEncoding::Unreserved: return text.toPercentEncoding();
    case UrlEncoding::Form: return text.toPercentEncoding(" *", "~").replace(' ', '+');
    case UrlEncoding::Reserved:
    case UrlEncoding::ReservedInPath: break;
    }
    static const QRegularExpression triple(u"%25([0-9A-Fa-f]{2})"_s); // was encoded already
    const QByteArray kept = encoding == UrlEncoding::Reserved ? ":/?@!$&'()*+,;=" : ":@!$&'()*+,;=";
    return QString::fromLatin1(text.toPercentEncoding(kept)).replace(triple, u"%\\1"_s).toLatin1();
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

QByteArrayList expandToPairs(const StyleExpansion &how, const Json &value)
{
    const QByteArray name = encoded(how.name, how.encoding);
    const bool isContainer = value.isArray() || value.isObject();
    if (!isContainer) {
        const auto text = valueText(value);
        return text ? QByteArrayList{name + '=' + encoded(*text, how.encoding)} : QByteArrayList();
    }
    if (how.style == ParameterStyle::DeepObject)
        return deepPairs(how, value);
    QByteArrayList parts = partsOf(how, value);
    if (!how.explode && !parts.isEmpty())
        return {name + '=' + parts.join(delimiterOf(how.style, how.encoding))};
    if (value.isArray()) {
        for (QByteArray &item : parts)
            item.prepend(QByteArray(name + '='));
    }
    return parts;
}

std::optional<QByteArray> expandToText(const StyleExpansion &how, const Json &value)
{
    const bool isLabel = how.style == ParameterStyle::Label;
    const bool isContainer = value.isArray() || value.isObject();
    if (!isContainer) {
        const auto text = valueText(value);
        if (!text)
            return {};
        const QByteArray written = encoded(*text, how.encoding);
        if (how.style == ParameterStyle::Matrix)
            return matrixPiece(encoded(how.name, how.encoding), written);
        return isLabel ? QByteArray('.' + written) : written;
    }
    if (how.style == ParameterStyle::Matrix)
        return matrix(how, value);
    const QByteArrayList parts = partsOf(how, value);
    if (parts.isEmpty())
        return QByteArray();
    if (isLabel)
        return '.' + parts.join(how.explode ? '.' : ',');
    return parts.join(delimiterOf(how.style, how.encoding));
}

} // namespace Workbench
