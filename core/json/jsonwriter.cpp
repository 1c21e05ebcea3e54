// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/json.h"
#include "core/json/jsondocument_p.h"

namespace Workbench {

using namespace JsonNode;

namespace {

constexpr size_t deepestIndented = 64;

struct Open {
    size_t left; // nodes still to come; in an object keys and values alternate, so that an even number means
                 // a key
    bool isObject;
    bool isFirst;
};

class Writer {
public:
    explicit Writer(bool indented)
        : m_indented(indented)
    {
    }

    QByteArray write(const Node *root)
    {
        const Node *const end = next(root);
        reserve(root, end);
        for (const Node *node = root; node != end; ++node) {
            if (!m_open.empty() && writeBefore(node))
                continue;
            writeValue(node);
            while (!m_open.empty() && m_open.back().left == 0)
                close();
        }
        return std::move(m_out);
    }

private:
    void reserve(const Node *root, const Node *end)
    {
        size_t bytes = 0;
        for (const Node *node = root; node != end; ++node)
            bytes += (hasText(node) ? length(node) : 2) + 3;
        m_out.reserve(qsizetype(bytes));
    }

    //! Writes what stands before a node, and the node itself when it is a key.
    bool writeBefore(const Node *node)
    {
        Open &parent = m_open.back();
        const bool isKey = parent.isObject && parent.left % 2 == 0;
        if (isKey || !parent.isObject) {
            if (!parent.isFirst)
                m_out += ',';
            parent.isFirst = false;
            newLine();
        }
        --parent.left;
        if (isKey) {
            writeString(text(node));
            m_out += ':';
            if (m_indented)
                m_out += ' ';
        }
        return isKey;
    }

    void writeValue(const Node *node)
    {
        switch (type(node)) {
        case YYJSON_TYPE_NULL: m_out += "null"; break;
        case YYJSON_TYPE_BOOL:
            m_out += (node->tag & YYJSON_SUBTYPE_MASK) == YYJSON_SUBTYPE_TRUE ? QByteArrayView("true")
                                                                              : QByteArrayView("false");
            break;
        case YYJSON_TYPE_RAW: m_out += text(node); break;
        case YYJSON_TYPE_STR: writeString(text(node)); break;
        default: {
            const bool object = isObject(node);
            const size_t count = length(node);
            m_out += object ? '{' : '[';
            if (count == 0)
                m_out += object ? '}' : ']';
            else
                m_open.emplace_back(object ? count * 2 : count, object, true);
        }
        }
    }

    void close()
    {
        const bool object = m_open.back().isObject;
        const bool onOwnLine = m_open.size() <= deepestIndented;
        m_open.pop_back();
        if (onOwnLine)
            newLine();
        m_out += object ? '}' : ']';
    }

    void newLine()
    {
        if (!m_indented || m_open.size() > deepestIndented)
            return;
        m_out += '\n';
        m_out.append(qsizetype(m_open.size()) * 2, ' ');
    }

    //! Escapes what JSON demands and nothing else, so that text stays readable.
    void writeString(QByteArrayView bytes)
    {
        m_out += '"';
        const char *run = bytes.begin();
        for (const char *at = run; at != bytes.end(); ++at) {
            const auto c = uchar(*at);
            if (c >= 0x20 && c != '"' && c != '\\')
                continue;
            m_out.append(run, at - run);
            run = at + 1;
            writeEscape(c);
        }
        m_out.append(run, bytes.end() - run);
        m_out += '"';
    }

    void writeEscape(uchar c)
    {
        constexpr QByteArrayView hex = "0123456789abcdef";
        m_out += '\\';
        switch (c) {
        case '\b': m_out += 'b'; break;
        case '\f': m_out += 'f'; break;
        case '\n': m_out += 'n'; break;
        case '\r': m_out += 'r'; break;
        case '\t': m_out += 't'; break;
        case '"':
        case '\\': m_out += char(c); break;
        default:
            m_out += "u00";
            m_out += hex[c >> 4];
            m_out += hex[c & 15];
        }
    }

    bool m_indented;
    QByteArray m_out;
    std::vector<Open> m_open;
};

} // namespace

QByteArray Json::toBytes(Layout layout) const
{
    return m_node ? Writer(layout == Layout::Indented).write(JsonDocument::node(*this)) : QByteArray();
}

} // namespace Workbench
