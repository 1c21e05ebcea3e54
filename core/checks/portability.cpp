// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "core/checks/checkrules.h"
#include "core/json/jsonpointer.h"

#include <QMap>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QSet>
#include <QUrl>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxPlaces = 3; // places in one finding
constexpr int maxDepth = 1000; // nested parts and references of a hostile schema; protects the stack

constexpr std::array schemaKeywords{"additionalItems"_L1, "additionalProperties"_L1, "contains"_L1, "else"_L1,
    "if"_L1, "items"_L1, "not"_L1, "propertyNames"_L1, "then"_L1, "unevaluatedItems"_L1,
    "unevaluatedProperties"_L1};
constexpr std::array listKeywords{"allOf"_L1, "anyOf"_L1, "items"_L1, "oneOf"_L1, "prefixItems"_L1};
constexpr std::array mapKeywords{"dependentSchemas"_L1, "patternProperties"_L1, "properties"_L1};

//! Walks one schema. A definition is visited when a reference leads to it.
class SchemaPortability {
public:
    enum class Side : quint8 { Input, Output };
    SchemaPortability(const Json &schema, Side side)
        : m_root(schema)
    {
        const QString dialect = schema.member("$schema"_L1).toString();
        // Clients validate by the output schema; many know only the newest dialect.
        if (side == Side::Output && !dialect.isEmpty() && !dialect.contains("2020-12"_L1))
            note(u"a dialect other than 2020-12"_s, u"/$schema"_s);
        for (const QLatin1StringView keyword : {"allOf"_L1, "anyOf"_L1, "oneOf"_L1}) {
            if (schema.hasMember(keyword))
                note(u"\"%1\" at the root"_s.arg(keyword), JsonPointer::child({}, QString(keyword)));
        }
        follow({});
    }
    //! Returns the places of each kind of fault.
    const QMap<QString, QStringList> &places() const { return m_places; }

private:
    void note(const QString &what, const QString &place)
    {
        const qsizetype known = m_noted.size();
        m_noted.insert({what, place});
        if (m_noted.size() > known)
            m_places[what].append(place);
    }

    //! Visits the part at \a pointer. Returns whether that part is already being visited, so that it is
    //! recursive.
    bool follow(const QString &pointer)
    {
        if (m_open.contains(pointer))
            return true;
        if (m_seen.contains(pointer))
            return false;
        m_seen.insert(pointer);
        m_open.insert(pointer);
        look(JsonPointer::resolve(m_root, pointer), pointer);
        m_open.remove(pointer);
        return false;
    }

    void look(const Json &schema, const QString &place)
    {
        if (!schema.isObject() || m_depth == maxDepth)
            return;
        const QScopedValueRollback deeper(m_depth, m_depth + 1);
        if (const Json reference = schema.member("$ref"_L1); reference.isString())
            lookAtReference(reference.toString(), JsonPointer::child(place, u"$ref"));
        if (schema.member("type"_L1).isArray())
            note(u"a list of types"_s, JsonPointer::child(place, u"type"));
        if (schema.hasMember("prefixItems"_L1))
            note(u"a schema for each item (tuple)"_s, JsonPointer::child(place, u"prefixItems"));
        else if (schema.member("items"_L1).isArray())
            note(u"a schema for each item (tuple)"_s, JsonPointer::child(place, u"items"));
        for (const auto entry : schema.members()) {
            const QString key = entry.key();
            const Json value = entry.value();
            const QString at = JsonPointer::child(place, key);
            if (value.isObject() && std::ranges::contains(schemaKeywords, key))
                look(value, at);
            if (value.isObject() && std::ranges::contains(mapKeywords, key)) {
                for (const auto part : value.members())
                    look(part.value(), JsonPointer::child(at, part.key()));
            }
            if (value.isArray() && std::ranges::contains(listKeywords, key)) {
                qsizetype index = 0;
                for (const Json &part : value.items())
                    look(part, JsonPointer::child(at, index++));
            }
        }
    }

    void lookAtReference(const QString &reference, const QString &place)
    {
        if (!reference.startsWith(u'#'))
            return note(u"a \"$ref\" to another document"_s, place);
        const QString pointer = QUrl::fromPercentEncoding(reference.sliced(1).toUtf8());
        if ((pointer.isEmpty() || pointer.startsWith(u'/')) && follow(pointer))
            note(u"a recursive \"$ref\""_s, place);
    }

    Json m_root;
    QMap<QString, QStringList> m_places;
    QSet<QString> m_open; //!< the pointers of parts that are being visited
    QSet<QString> m_seen;
    QSet<std::pair<QString, QString>> m_noted;
    int m_depth = 0;
};

QString namedPlaces(const QStringList &places)
{
    const QString named = visibleText(places.first(std::min(places.size(), maxPlaces)).join(u", "_s));
    const qsizetype more = places.size() - maxPlaces;
    return more > 0 ? u"%1 and %2 more"_s.arg(named, QString::number(more)) : named;
}

} // namespace

QList<CheckFinding> checkPortability(const OperationSpec &spec)
{
    static const QRegularExpression portableName(u"^[A-Za-z0-9_-]{1,64}\\z"_s);
    QList<CheckFinding> findings;
    if (!portableName.match(spec.id.name).hasMatch()) {
        findings.append({spec.id.name, u"name.not-portable"_s, Diagnosis::Severity::Info,
            u"Some clients refuse its name: they take 1 to 64 of A-Z a-z 0-9 _ and -."_s,
            u"Some clients refuse the names of %1 operations: they take 1 to 64 of A-Z a-z 0-9 _ and -."_s});
    }
    using enum SchemaPortability::Side;
    const auto check = [&](const Json &schema, SchemaPortability::Side side, const QString &ofOne,
                           const QString &ofMany) {
        const SchemaPortability found(schema, side);
        for (const auto &[what, places] : found.places().asKeyValueRange()) {
            findings.append({spec.id.name, u"schema.not-portable"_s, Diagnosis::Severity::Info,
                ofOne.arg(what, namedPlaces(places)), QString(ofMany + what + u'.')});
        }
    };
    check(spec.inputSchema, Input, u"Some clients refuse its input schema: it has %1, at %2."_s,
        u"Some clients refuse the input schemas of %1 operations: they have "_s);
    check(spec.outputSchema, Output, u"Some clients refuse its output schema: it has %1, at %2."_s,
        u"Some clients refuse the output schemas of %1 operations: they have "_s);
    return findings;
}

} // namespace Workbench
