// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/sources/openapi/openapibody.h"
#include "core/sources/openapi/openapistyle.h"

#include <QSet>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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

Result<QByteArray> xmlBytes(const OpenApiMedia &media, const Json &value)
{
    return XmlWriter(media.schema).document(media, value);
}

} // namespace Workbench
