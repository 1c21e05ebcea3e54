// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapistyle.h"

#include <QRegularExpression>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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

QByteArrayList flattened(const QList<Member> &members)
{
    QByteArrayList flat;
    for (const Member &member : members)
        flat << member.key << member.value;
    return flat;
}

//! Returns the items of an array, or the keys and values of an object in turn.
QByteArrayList partsOf(const Json &value, UrlEncoding encoding)
{
    return value.isArray() ? itemsOf(value, encoding) : flattened(membersOf(value, encoding));
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
    const QByteArrayList parts = partsOf(value, how.encoding);
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
    QByteArrayList pairs;
    if (!how.explode) {
        const QByteArrayList parts = partsOf(value, how.encoding);
        if (!parts.isEmpty())
            pairs.append(name + '=' + parts.join(delimiterOf(how.style, how.encoding)));
    } else if (value.isArray()) {
        for (const QByteArray &item : itemsOf(value, how.encoding))
            pairs.append(name + '=' + item);
    } else {
        for (const Member &member : membersOf(value, how.encoding))
            pairs.append(member.key + '=' + member.value);
    }
    return pairs;
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
    QByteArrayList parts = partsOf(value, how.encoding);
    if (parts.isEmpty())
        return QByteArray();
    if (how.explode && value.isObject()) {
        parts.clear();
        for (const Member &member : membersOf(value, how.encoding))
            parts.append(member.key + '=' + member.value);
    }
    if (isLabel)
        return '.' + parts.join(how.explode ? '.' : ',');
    return parts.join(delimiterOf(how.style, how.encoding));
}

} // namespace Workbench
