// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/httpbody.h"
#include "core/json/jsonpointer.h"
#include "core/sources/openapi/openapimedia.h"
#include "core/sources/openapi/openapirequest.h"
#include "core/transport/http/httptext.h"

#include <QSet>
#include <QUuid>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! A file in the input: an object with the member fileMember. \source core/sources/openapi/README.md 5
struct OpenApiFileValue {
    QByteArray name;
    QByteArray type; //!< media type; empty: not given
    QByteArray bytes;
};

//! Returns true if \a value is an object with the member fileMember.
bool isFileValue(const Json &value)
{
    return value.isObject() && value.hasMember(fileMember);
}

//! Reads the file that isFileValue() found in \a value. Returns ErrorKind::Usage that names \a member if the
//! type holds a line end or the content is not valid base64.
Result<OpenApiFileValue> fileValueOf(const Json &value, const QString &member)
{
    OpenApiFileValue file;
    file.name = value.member(fileMember).toString().toUtf8();
    file.type = value.member("type"_L1).toString().toUtf8();
    if (file.type.contains('\r') || file.type.contains('\n') || file.type.contains('\0'))
        return unusableInput(member, u"the file's type holds a line end"_s);
    const Json text = value.member("base64"_L1);
    if (text.isAbsent()) {
        file.bytes = value.member("data"_L1).utf8().toByteArray();
        return file;
    }
    auto decoded = QByteArray::fromBase64Encoding(
        text.utf8().toByteArray(), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return unusableInput(member, u"the file's content is not valid base64"_s);
    file.bytes = *std::move(decoded);
    return file;
}

//! Returns the concrete type to send for a range such as "image/*".
QString concreteType(const OpenApiMedia &media, const Json &value)
{
    if (!media.type.contains(u'*'))
        return media.type;
    if (isFileValue(value)) {
        const QString own = value.member("type"_L1).toString();
        return own.isEmpty() ? u"application/octet-stream"_s : own;
    }
    if (value.isString())
        return media.type.startsWith("text/"_L1) || media.type.startsWith(u'*')
            ? u"text/plain"_s
            : u"application/octet-stream"_s;
    return u"application/json"_s;
}

bool hasStyle(const Json &encoding)
{
    return encoding.hasMember("style"_L1) || encoding.hasMember("explode"_L1)
        || encoding.hasMember("allowReserved"_L1);
}

//! Returns the pairs of a property that is written as a query parameter.
//! \source core/sources/openapi/README.md 5, "With any of the three"
QByteArrayList styledPairs(const QByteArray &name, const Json &encoding, const Json &value)
{
    StyleExpansion how;
    how.name = name;
    how.style = parameterStyleFromName(encoding.member("style"_L1).toString()).value_or(ParameterStyle::Form);
    how.explode = encoding.member("explode"_L1).toBoolean(how.style == ParameterStyle::Form);
    how.encoding =
        encoding.member("allowReserved"_L1).toBoolean() ? UrlEncoding::Reserved : UrlEncoding::Unreserved;
    return expandToPairs(how, value);
}

QByteArrayList plainPairs(const QByteArray &name, const Json &encoding, const Json &value)
{
    const bool isJson = isJsonMedia(encoding.member("contentType"_L1).toString());
    const auto text = [isJson](const Json &item) {
        return isJson && !item.isNull() ? std::optional(item.toBytes()) : valueText(item);
    };
    QByteArrayList pairs;
    const auto add = [&](const Json &item) {
        if (const auto written = text(item))
            pairs.append(encoded(name, UrlEncoding::Form) + '=' + encoded(*written, UrlEncoding::Form));
    };
    if (value.isArray()) {
        for (const Json &item : value.items())
            add(item);
    } else {
        add(value);
    }
    return pairs;
}

constexpr int maxNesting = 8; // of multipart inside multipart, as the document's encodings may declare

struct Part {
    QByteArray head; //!< header lines, each with its line end
    QByteArray content;
};

QByteArray quoted(const QByteArray &name)
{
    QByteArray out = name;
    out.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
    return '"' + out + '"';
}

//! Returns the header lines of a part: values that the document fixes with a const or a default, or values in
//! the member "headers" of a file.
Result<QByteArray> declaredHeaders(const Json &encoding, const Json &value, const QString &member)
{
    QList<std::pair<QByteArray, QByteArray>> headers;
    for (const auto entry : encoding.member("headers"_L1).members()) {
        const Json schema = entry.value().member("schema"_L1);
        const Json fixed =
            schema.hasMember("const"_L1) ? schema.member("const"_L1) : schema.member("default"_L1);
        const auto text = valueText(isFileValue(value) && value.member("headers"_L1).hasMember(entry.key())
                ? value.member("headers"_L1).member(entry.key())
                : fixed);
        if (text && entry.key().compare("content-type"_L1, Qt::CaseInsensitive) != 0)
            headers.append({entry.keyUtf8().toByteArray(), *text});
    }
    QByteArray lines;
    for (const auto &[name, text] : headers) {
        if (name.isEmpty() || !isHeaderValue(name) || name.contains(':') || !isHeaderValue(text))
            return unusableInput(member, u"a header of this part holds a control character"_s);
        lines += name + ": " + text + "\r\n";
    }
    return lines;
}

//! Returns the concrete type that an encoding names, or an empty string if it names none, several or a range.
QString onlyType(const Json &encoding)
{
    const QString declared = encoding.member("contentType"_L1).toString().trimmed();
    return declared.contains(u',') || declared.contains(u'*') ? QString() : declared;
}

class MultipartWriter {
public:
    MultipartWriter(OpenApiVersion version, int depth)
        : m_version(version)
        , m_depth(depth)
    {
    }

    Result<void> addNamed(const OpenApiMedia &media, const Json &value)
    {
        for (const auto entry : value.members()) {
            const Json encoding = media.encoding.member(entry.key());
            const Json content = entry.value();
            if (!content.isArray()) {
                if (auto added = addPart(entry.key(), encoding, content); !added)
                    return added;
            } else if (m_version == OpenApiVersion::Swagger2 && encoding.hasMember("style"_L1)) {
                addJoined(entry.key(), encoding, content);
            } else {
                for (const Json &item : content.items()) {
                    if (auto added = addPart(entry.key(), encoding, item); !added)
                        return added;
                }
            }
        }
        return {};
    }

    //! Adds the parts of an array by their positions. \source core/sources/openapi/README.md 7
    Result<void> addPositional(const OpenApiMedia &media, const Json &value)
    {
        qsizetype index = 0;
        for (const Json &item : value.items()) {
            const Json fixed = media.prefixEncoding.at(index++);
            if (auto added = addPart({}, fixed.isAbsent() ? media.itemEncoding : fixed, item); !added)
                return added;
        }
        return {};
    }

    bool holds(const QByteArray &boundary) const
    {
        const QByteArray line = "--" + boundary;
        return std::ranges::any_of(m_parts,
            [&](const Part &part) { return part.content.contains(line) || part.head.contains(line); });
    }

    QByteArray bytes(const QByteArray &boundary) const
    {
        QByteArray out;
        for (const Part &part : m_parts)
            out += "--" + boundary + "\r\n" + part.head + "\r\n" + part.content + "\r\n";
        return out + "--" + boundary + "--\r\n";
    }

private:
    //! Adds one part with the items joined, for a collectionFormat.
    void addJoined(const QString &name, const Json &encoding, const Json &array)
    {
        StyleExpansion how{{}, ParameterStyle::Form, false, UrlEncoding::None};
        how.style = parameterStyleFromName(encoding.member("style"_L1).toString()).value_or(how.style);
        if (const auto text = expandToText(how, array); text && array.size() > 0)
            m_parts.append({disposition(name, {}), *text});
    }

    static QByteArray disposition(const QString &name, const std::optional<QByteArray> &fileName)
    {
        QByteArray line = "Content-Disposition: form-data; name=" + quoted(name.toUtf8());
        if (fileName)
            line += "; filename=" + quoted(*fileName);
        return line + "\r\n";
    }

    Result<void> addPart(const QString &name, const Json &encoding, const Json &value)
    {
        if (value.isNull())
            return {};
        const QString member = name.isEmpty() ? QString(bodyMember) : name;
        const Result<QByteArray> extra = declaredHeaders(encoding, value, member);
        if (!extra)
            return std::unexpected(extra.error());
        Part part;
        QByteArray type = onlyType(encoding).toUtf8();
        std::optional<QByteArray> fileName;
        if (isFileValue(value)) {
            Result<OpenApiFileValue> file = fileValueOf(value, member);
            if (!file)
                return std::unexpected(file.error());
            fileName = file->name;
            part.content = std::move(file->bytes);
            if (type.isEmpty())
                type = file->type.isEmpty() ? "application/octet-stream"_ba : file->type;
        } else if (type.startsWith("multipart/") && m_depth < maxNesting) {
            Result<OpenApiBodyBytes> inner = nested(encoding, QString::fromUtf8(type), value);
            if (!inner)
                return std::unexpected(inner.error());
            type = inner->contentType;
            part.content = std::move(inner->bytes);
        } else if (isJsonMedia(QString::fromUtf8(type))) {
            part.content = value.toBytes();
        } else {
            part.content = valueText(value).value_or(QByteArray());
            if (type.isEmpty() && (value.isObject() || value.isArray()))
                type = "application/json";
        }
        if (!isHeaderValue(type))
            return unusableInput(member, u"the type of this part holds a control character"_s);
        if (!name.isEmpty())
            part.head = disposition(name, fileName);
        if (!type.isEmpty())
            part.head += "Content-Type: " + type + "\r\n";
        part.head += *extra;
        m_parts.append(std::move(part));
        return {};
    }

    Result<OpenApiBodyBytes> nested(const Json &encoding, const QString &type, const Json &value) const;

    OpenApiVersion m_version;
    int m_depth;
    QList<Part> m_parts;
};

Result<OpenApiBodyBytes> written(const OpenApiMedia &media, const QString &contentType, const Json &value,
    OpenApiVersion version, QByteArray boundary, int depth)
{
    MultipartWriter writer(version, depth);
    const Result<void> added =
        value.isArray() ? writer.addPositional(media, value) : writer.addNamed(media, value);
    if (!added)
        return std::unexpected(added.error());
    while (boundary.isEmpty() || writer.holds(boundary))
        boundary = "envelope-" + QUuid::createUuid().toByteArray(QUuid::Id128);
    return OpenApiBodyBytes{contentType.toUtf8() + "; boundary=" + boundary, writer.bytes(boundary)};
}

Result<OpenApiBodyBytes> MultipartWriter::nested(
    const Json &encoding, const QString &type, const Json &value) const
{
    OpenApiMedia media;
    media.encoding = encoding.member("encoding"_L1);
    media.prefixEncoding = encoding.member("prefixEncoding"_L1);
    media.itemEncoding = encoding.member("itemEncoding"_L1);
    return written(media, type, value, m_version, {}, m_depth + 1);
}

//! Returns \a value written as \a media describes. \a contentType is the concrete type to send, not a range.
//! \source core/sources/openapi/README.md 5
Result<OpenApiBodyBytes> bodyBytes(const OpenApiMedia &media, const QString &contentType, const Json &value,
    OpenApiVersion version, const QByteArray &boundary)
{
    const QString bare = bareMedia(contentType);
    const QByteArray declared = contentType.toUtf8();
    if (value.isArray() && isJsonSequenceMedia(bare))
        return OpenApiBodyBytes{declared, bodyOfData(value, bare, false)};
    if (isFileValue(value) && !isMultipartMedia(bare)) {
        const Result<OpenApiFileValue> file = fileValueOf(value, QString(bodyMember));
        if (!file)
            return std::unexpected(file.error());
        return OpenApiBodyBytes{declared, file->bytes};
    }
    if (isJsonMedia(bare))
        return OpenApiBodyBytes{declared, value.toBytes()};
    if (isMultipartMedia(bare)) {
        if (!value.isObject() && !value.isArray())
            return unusableInput(
                QString(bodyMember), u"a multipart body must be an object or a list of parts"_s);
        return written(media, contentType, value, version, boundary, 0);
    }
    if (isFormMedia(bare) && value.isObject())
        return OpenApiBodyBytes{declared, formBytes(media, value)};
    if (isXmlMedia(bare) && !value.isString()) {
        Result<QByteArray> xml = xmlBytes(media, value);
        if (!xml)
            return std::unexpected(xml.error());
        return OpenApiBodyBytes{declared, *std::move(xml)};
    }
    return OpenApiBodyBytes{declared, valueText(value).value_or(QByteArray())};
}

constexpr int maxHops = 64; // references and branches followed for one schema

struct XmlNode {
    enum class Kind : quint8 { Element, Attribute, Text, CData, None };
    Kind kind = Kind::Element;
    QString name; //!< including its prefix; empty: none is declared
    QByteArray declaration; //!< declaration of its namespace
    bool isWrapped = false; //!< an array has an element of its own
};

//! A schema and the root that its references are resolved against.
class XmlSchemas {
public:
    explicit XmlSchemas(Json root)
        : m_root(std::move(root))
    {
    }

    //! Returns \a schema, then the schemas that it refers to and is combined of, in order.
    QList<Json> layers(const Json &schema) const
    {
        QList<Json> all;
        QList<Json> open{schema};
        QSet<const void *> seen;
        while (!open.isEmpty() && all.size() < maxHops) {
            const Json next = open.takeFirst();
            if (!next.isObject() || seen.contains(next.nodeAddress()))
                continue;
            seen.insert(next.nodeAddress());
            all.append(next);
            const QString reference = next.member("$ref"_L1).toString();
            if (reference.startsWith(u'#'))
                open.append(JsonPointer::resolve(m_root, QStringView(reference).mid(1)));
            for (const auto keyword : {"allOf"_L1, "anyOf"_L1, "oneOf"_L1}) {
                for (const Json &branch : next.member(keyword).items())
                    open.append(branch);
            }
        }
        return all;
    }

    Json property(const Json &schema, const QString &name) const
    {
        for (const Json &layer : layers(schema)) {
            if (const Json found = layer.member("properties"_L1).member(name); !found.isAbsent())
                return found;
        }
        return {};
    }

    Json items(const Json &schema) const { return first(schema, "items"_L1); }

    Json first(const Json &schema, QLatin1StringView keyword) const
    {
        for (const Json &layer : layers(schema)) {
            if (const Json found = layer.member(keyword); !found.isAbsent())
                return found;
        }
        return {};
    }

    XmlNode node(const Json &schema) const
    {
        const Json xml = first(schema, "xml"_L1);
        const QString nodeType = xml.member("nodeType"_L1).toString();
        XmlNode node;
        node.isWrapped = xml.member("wrapped"_L1).toBoolean() || nodeType == "element"_L1;
        if (nodeType == "attribute"_L1 || (nodeType.isEmpty() && xml.member("attribute"_L1).toBoolean()))
            node.kind = XmlNode::Kind::Attribute;
        else if (nodeType == "text"_L1)
            node.kind = XmlNode::Kind::Text;
        else if (nodeType == "cdata"_L1)
            node.kind = XmlNode::Kind::CData;
        else if (nodeType == "none"_L1)
            node.kind = XmlNode::Kind::None;
        const QString prefix = xml.member("prefix"_L1).toString();
        node.name = xml.member("name"_L1).toString();
        if (!prefix.isEmpty() && !node.name.isEmpty())
            node.name.prepend(QString(prefix + u':'));
        else if (!prefix.isEmpty())
            node.name = QString(prefix + u':'); // the fallback name is appended later
        if (const QString space = xml.member("namespace"_L1).toString(); !space.isEmpty()) {
            node.declaration =
                prefix.isEmpty() ? " xmlns=\""_ba : QByteArray(" xmlns:" + prefix.toUtf8() + "=\"");
            node.declaration += attributeText(space.toUtf8()) + '"';
        }
        return node;
    }

    static QByteArray escapedText(QByteArray text)
    {
        return text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    }

    static QByteArray attributeText(QByteArray text)
    {
        return escapedText(std::move(text)).replace('"', "&quot;");
    }

private:
    Json m_root;
};

bool isXmlName(const QString &name)
{
    if (name.isEmpty() || name.at(0).isDigit() || name.at(0) == u'-' || name.at(0) == u'.')
        return false;
    return std::ranges::none_of(
        name, [](QChar c) { return c.unicode() <= 0x20 || u"<>&\"'/=!?;#%()*+,@[\\]^`{|}~$"_s.contains(c); });
}

QByteArray cdata(QByteArray text)
{
    return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>";
}

QString nameFor(const XmlNode &node, const QString &fallback)
{
    if (node.name.isEmpty())
        return fallback;
    return node.name.endsWith(u':') ? QString(node.name + fallback) : node.name;
}

class XmlWriter {
public:
    explicit XmlWriter(Json root)
        : m_schemas(std::move(root))
    {
    }

    Result<QByteArray> document(const OpenApiMedia &media, const Json &value)
    {
        const XmlNode node = m_schemas.node(media.schema);
        const QString fallback = media.schemaName.isEmpty() ? u"root"_s : media.schemaName;
        m_out = R"(<?xml version="1.0" encoding="UTF-8"?>)";
        m_steps.append({Step::Kind::Element, nameFor(node, fallback), media.schema, value, {}});
        while (!m_steps.isEmpty()) {
            if (const Result<void> taken = take(m_steps.takeLast()); !taken)
                return std::unexpected(taken.error());
        }
        return m_out;
    }

private:
    struct Step {
        enum class Kind : quint8 { Element, Raw } kind = Kind::Raw;
        QString name; //!< name of the element
        Json schema;
        Json value;
        QByteArray raw;
    };

    Result<void> take(const Step &step)
    {
        if (step.kind == Step::Kind::Raw) {
            m_out += step.raw;
            return {};
        }
        if (!isXmlName(step.name))
            return unusableInput(QString(bodyMember), u"\"%1\" is not a valid XML name"_s.arg(step.name));
        const XmlNode node = m_schemas.node(step.schema);
        m_out += '<' + step.name.toUtf8() + node.declaration;
        QList<Step> content;
        if (step.value.isArray())
            addItems(step.name, step.schema, step.value, content);
        else if (step.value.isObject())
            addMembers(step.schema, step.value, content);
        else
            content.append(rawStep(XmlSchemas::escapedText(valueText(step.value).value_or(QByteArray()))));
        m_out += '>';
        m_steps.append(rawStep("</" + step.name.toUtf8() + '>'));
        std::ranges::reverse(content);
        m_steps += content;
        return {};
    }

    static Step rawStep(QByteArray raw)
    {
        Step step;
        step.raw = std::move(raw);
        return step;
    }

    void addItems(const QString &name, const Json &schema, const Json &array, QList<Step> &out) const
    {
        const Json itemSchema = m_schemas.items(schema);
        const QString itemName = nameFor(m_schemas.node(itemSchema), name);
        for (const Json &item : array.items()) {
            if (!item.isNull())
                out.append({Step::Kind::Element, itemName, itemSchema, item, {}});
        }
    }

    //! Writes attributes to the open tag at once and appends everything else to \a content. If a member has
    //! no node of its own, its members take its place.
    void addMembers(const Json &schema, const Json &object, QList<Step> &content)
    {
        struct Open {
            QString key;
            Json schema;
            Json value;
        };
        QList<Open> open;
        const auto push = [&open, this](const Json &of, const Json &members) {
            const qsizetype first = open.size();
            for (const auto entry : members.members())
                open.append({entry.key(), m_schemas.property(of, entry.key()), entry.value()});
            std::reverse(open.begin() + first, open.end());
        };
        push(schema, object);
        while (!open.isEmpty()) {
            const Open member = open.takeLast();
            const auto text = valueText(member.value);
            if (!text)
                continue;
            const XmlNode node = m_schemas.node(member.schema);
            const QString name = nameFor(node, member.key);
            if (node.kind == XmlNode::Kind::Attribute)
                m_out +=
                    node.declaration + ' ' + name.toUtf8() + "=\"" + XmlSchemas::attributeText(*text) + '"';
            else if (node.kind == XmlNode::Kind::Text)
                content.append(rawStep(XmlSchemas::escapedText(*text)));
            else if (node.kind == XmlNode::Kind::CData)
                content.append(rawStep(cdata(*text)));
            else if (member.value.isArray() && !node.isWrapped)
                addItems(member.key, member.schema, member.value, content);
            else if (node.kind == XmlNode::Kind::None && member.value.isObject())
                push(member.schema, member.value);
            else
                content.append({Step::Kind::Element, name, member.schema, member.value, {}});
        }
    }

    XmlSchemas m_schemas;
    QByteArray m_out;
    QList<Step> m_steps;
};

} // namespace

std::unexpected<Error> unusableInput(const QString &member, const QString &what)
{
    return std::unexpected(
        Error{ErrorKind::Usage, u"openapi.input"_s, u"Input \"%1\": %2."_s.arg(member, what)});
}

const OpenApiMedia *chosenMedia(const OpenApiBody &body, const Json &input)
{
    const QString wanted = input.member(contentTypeMember).toString();
    if (!wanted.isEmpty())
        return bestMedia(body.media, wanted);
    if (const OpenApiMedia *const json = firstJson(body.media))
        return json;
    return body.media.isEmpty() ? nullptr : &body.media.first();
}

Result<std::optional<OpenApiBodyBytes>> bodyOf(
    const OpenApiOperation &operation, const Json &input, const QByteArray &boundary)
{
    const Json value = input.member(bodyMember);
    if (!operation.body || value.isAbsent())
        return std::optional<OpenApiBodyBytes>();
    const OpenApiMedia *media = chosenMedia(*operation.body, input);
    const QString wanted = input.member(contentTypeMember).toString();
    const QString type = wanted.isEmpty() ? media ? concreteType(*media, value) : QString() : wanted;
    if (std::ranges::any_of(type, [](QChar c) { return c.unicode() < 0x20; }))
        return unusableInput(QString(contentTypeMember), u"holds a control character"_s);
    if (type.isEmpty())
        return unusableInput(QString(bodyMember), u"the document names no media type for it"_s);
    OpenApiMedia used = media ? *media : OpenApiMedia{};
    if (isXmlMedia(bareMedia(type)))
        used.schema = operation.selfContained(used.schema);
    return bodyBytes(used, type, value, operation.version, boundary).transform([](OpenApiBodyBytes bytes) {
        return std::optional(std::move(bytes));
    });
}

QByteArray formBytes(const OpenApiMedia &media, const Json &value)
{
    QByteArrayList pairs;
    for (const auto entry : value.members()) {
        const Json encoding = media.encoding.member(entry.key());
        const QByteArray name = entry.keyUtf8().toByteArray();
        pairs += hasStyle(encoding) ? styledPairs(name, encoding, entry.value())
                                    : plainPairs(name, encoding, entry.value());
    }
    return pairs.join('&');
}

Result<QByteArray> xmlBytes(const OpenApiMedia &media, const Json &value)
{
    return XmlWriter(media.schema).document(media, value);
}

} // namespace Workbench
