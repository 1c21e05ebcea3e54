// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/substitution.h"

#include "core/json/jsonbuilder.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

bool isNameCharacter(QChar c)
{
    return (c >= u'A' && c <= u'Z') || (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'_';
}

constexpr auto opening = "${"_L1;
constexpr auto escaped = "$${"_L1;

using Lookup = std::function<std::optional<QString>(const QString &name)>;

//! Returns \a text with its placeholders replaced. Sets \a unknown to the first name that \a lookup does not
//! know.
QString replaced(const QString &text, const Lookup &lookup, QString &unknown)
{
    QString out;
    qsizetype at = 0;
    while (at < text.size()) {
        const QStringView rest = QStringView(text).sliced(at);
        if (rest.startsWith(escaped)) {
            out += opening;
            at += escaped.size();
            continue;
        }
        const qsizetype end = rest.startsWith(opening) ? rest.indexOf(u'}') : -1;
        const QStringView name = end > 0 ? rest.sliced(2, end - 2) : QStringView();
        if (!isVariableName(name) && !isEnvironmentSecret(name)) {
            out += text.at(at++);
            continue;
        }
        const std::optional<QString> value = lookup(name.toString());
        if (!value && unknown.isEmpty())
            unknown = name.toString();
        out += value.value_or(QString());
        at += end + 1;
    }
    return out;
}

//! Returns a copy in which \a map has changed the strings that hold "${". Iterative, because a file may be
//! nested to any depth.
Json mapped(const Json &root, const std::function<QString(const QString &)> &map)
{
    QList<Json> open; // the containers around the current value
    QList<qsizetype> next; // the next index in each of them
    JsonBuilder out;
    const auto put = [&](const Json &value) {
        if (value.isObject() || value.isArray()) {
            value.isObject() ? out.beginObject() : out.beginArray();
            open.append(value);
            next.append(0);
        } else if (value.isString() && value.utf8().contains("${")) {
            out.string(map(value.toString()));
        } else {
            out.value(value);
        }
    };
    put(root);
    while (!open.isEmpty()) {
        const Json container = open.constLast();
        const qsizetype index = next.last()++;
        if (index == container.size()) {
            container.isObject() ? out.endObject() : out.endArray();
            open.removeLast();
            next.removeLast();
            continue;
        }
        if (container.isObject())
            out.keyUtf8(container.keyUtf8At(index));
        put(container.at(index));
    }
    return out.take();
}

} // namespace

bool isVariableName(QStringView name)
{
    return !name.isEmpty() && name != "envelope"_L1 && isNameCharacter(name.front())
        && !name.front().isDigit()
        && std::ranges::all_of(name, [](QChar c) { return isNameCharacter(c) || c == u'.' || c == u'-'; });
}

bool isEnvironmentSecret(QStringView reference)
{
    for (const QLatin1StringView prefix : {"keychain:"_L1, "env:"_L1}) {
        if (reference.startsWith(prefix))
            return reference.size() > prefix.size();
    }
    return false;
}

void visitStrings(const Json &root, const std::function<void(const QString &text)> &visit)
{
    QList<Json> waiting{root};
    while (!waiting.isEmpty()) {
        const Json value = waiting.takeLast();
        if (value.isString())
            visit(value.toString());
        QList<Json> inside;
        for (const Json item : value.items())
            inside.append(item);
        for (const auto entry : value.members())
            inside.append(entry.value());
        std::ranges::reverse(inside); // so that the first value is taken first
        waiting += inside;
    }
}

QStringList placeholdersIn(const Json &settings)
{
    QStringList names;
    QString none;
    const Lookup note = [&names](const QString &name) -> std::optional<QString> {
        if (!names.contains(name) && !isEnvironmentSecret(name))
            names.append(name);
        return QString();
    };
    visitStrings(settings, [&](const QString &text) { replaced(text, note, none); });
    return names;
}

std::expected<Json, QString> substituted(const Json &settings, const Lookup &lookup)
{
    if (settings.isAbsent())
        return settings;
    QString unknown;
    Json out = mapped(settings, [&](const QString &text) { return replaced(text, lookup, unknown); });
    if (!unknown.isEmpty())
        return std::unexpected(unknown);
    return out;
}

QString withoutPlaceholders(const QString &text)
{
    return QString(text).replace(opening, QString(escaped));
}

Json withoutPlaceholders(const Json &settings)
{
    return settings.isAbsent()
        ? settings
        : mapped(settings, [](const QString &text) { return withoutPlaceholders(text); });
}

} // namespace Workbench
