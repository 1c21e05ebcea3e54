// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/redactedjson.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/secrets/redaction.h"

#include <QUrl>

#include <vector>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr auto hiddenValue = "***";
constexpr int maxTextsInTexts = 3; // JSON in a string in JSON in a string
constexpr QByteArrayView blockPrefix = "__ENVELOPE_V"; // followed by digits, "__:" and base64

class JsonRedactor {
public:
    explicit JsonRedactor(int depth)
        : m_depth(depth)
    {
    }

    Json run(const Json &root)
    {
        write(root, false);
        while (!m_levels.empty()) {
            Level &level = m_levels.back();
            if (level.next == level.value.size()) {
                if (level.value.isObject())
                    m_out.endObject();
                else
                    m_out.endArray();
                m_levels.pop_back();
                continue;
            }
            const qsizetype index = level.next++;
            const Json item = level.value.at(index);
            bool isSecret = level.isSecret;
            if (level.value.isObject()) {
                const QString key = level.value.keyAt(index);
                isSecret = isSecretKey(key) || isSecretHeader(key.toUtf8());
                m_out.keyUtf8(level.value.keyUtf8At(index));
            }
            write(item, isSecret); // may move the levels
        }
        return m_isChanged ? m_out.take() : root;
    }

private:
    struct Level {
        Json value;
        bool isSecret = false; //!< a list under a secret key
        qsizetype next = 0;
    };

    void write(const Json &value, bool isSecret)
    {
        if (value.isObject() || value.isArray()) {
            if (value.isObject())
                m_out.beginObject();
            else
                m_out.beginArray();
            m_levels.push_back({value, isSecret && value.isArray()});
        } else if (isSecret && (value.isNumber() || !value.utf8().isEmpty())) {
            m_isChanged = true;
            m_out.stringUtf8(hiddenValue);
        } else if (value.isString()) {
            writeText(value);
        } else {
            m_out.value(value);
        }
    }

    void writeText(const Json &text)
    {
        const QByteArray before = text.utf8().toByteArray();
        const QByteArray after = withoutSecrets(before);
        m_isChanged |= after != before;
        m_out.stringUtf8(after);
    }

    QByteArray withoutSecrets(const QByteArray &text) const
    {
        const QByteArray trimmed = text.trimmed();
        if (trimmed.startsWith("http") && trimmed.contains("://")) {
            const QUrl url = QUrl::fromEncoded(trimmed, QUrl::StrictMode);
            const QUrl shown = redactedUrl(url);
            return !url.isValid() || shown == url ? text : shown.toEncoded();
        }
        if (m_depth >= maxTextsInTexts)
            return text;
        if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
            const Result<Json> inside = parseJson(trimmed);
            return inside ? rewritten(*inside, text) : text;
        }
        // The JSON of a ToolEnvelope is in base64.
        const qsizetype colon = trimmed.indexOf(':');
        if (trimmed.startsWith(blockPrefix) && colon > 0) {
            const Result<Json> inside = parseJson(QByteArray::fromBase64(trimmed.sliced(colon + 1)));
            if (!inside)
                return text;
            const QByteArray shown = rewritten(*inside, {});
            return shown.isEmpty() ? text : QByteArray(trimmed.first(colon + 1) + shown.toBase64());
        }
        return text;
    }

    //! Returns the redacted text of \a inside, or \a unchanged if there is nothing to hide.
    QByteArray rewritten(const Json &inside, const QByteArray &unchanged) const
    {
        const Json shown = JsonRedactor(m_depth + 1).run(inside);
        return shown.nodeAddress() == inside.nodeAddress() ? unchanged : shown.toBytes();
    }

    int m_depth;
    bool m_isChanged = false;
    JsonBuilder m_out;
    std::vector<Level> m_levels;
};

} // namespace

Json redactedJson(const Json &value)
{
    return value.isAbsent() ? value : JsonRedactor(0).run(value);
}

} // namespace Workbench
