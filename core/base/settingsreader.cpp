// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/settingsreader.h"

#include "core/json/jsontexts.h"

namespace Workbench {

using namespace Qt::StringLiterals;

SettingsReader::SettingsReader(
    const Json &settings, const QString &code, const QString &prefix, Errors errors)
    : m_settings(settings)
    , m_code(code)
    , m_prefix(prefix)
    , m_errors(errors)
{
}

Json SettingsReader::member(QLatin1StringView name) const
{
    const Json value = m_settings.member(name);
    return value.isNull() ? Json() : value;
}

QString SettingsReader::text(QLatin1StringView name)
{
    const Json value = member(name);
    const bool hasNul = value.toString().contains(u'\0');
    if (hasNul && m_errors == Errors::Detailed)
        refuse(name, u"holds a NUL character"_s);
    else if (hasNul || (!value.isAbsent() && !value.isString()))
        expect(name, u"a string"_s, value);
    return value.toString();
}

QList<std::pair<QString, QString>> SettingsReader::textMap(QLatin1StringView name)
{
    const Json value = member(name);
    QList<std::pair<QString, QString>> texts;
    if (!value.isAbsent() && !value.isObject())
        expect(name, u"an object of strings"_s, value);
    for (const auto &entry : value.members()) {
        if (!entry.value().isString())
            expect(name + u'/' + entry.key(), u"a string"_s, entry.value());
        texts.append({entry.key(), entry.value().toString()});
    }
    return texts;
}

QStringList SettingsReader::textList(QLatin1StringView name)
{
    const Json value = member(name);
    QStringList texts;
    if (!value.isAbsent() && !value.isArray())
        expect(name, u"a list of strings"_s, value);
    for (const Json &item : value.items()) {
        if (!item.isString() || item.toString().contains(u'\0'))
            refuse(name, u"expected a list of strings"_s);
        texts.append(item.toString());
    }
    return texts;
}

bool SettingsReader::isOn(QLatin1StringView name)
{
    const Json value = member(name);
    if (!value.isAbsent() && !value.isBoolean())
        expect(name, u"true or false"_s, value);
    return value.toBoolean();
}

void SettingsReader::refuse(const QString &name, const QString &what)
{
    if (!m_outcome)
        return;
    const bool isDetailed = m_errors == Errors::Detailed;
    m_outcome =
        std::unexpected(Error{ErrorKind::Usage, m_code, u"Setting \"%1%2\": %3."_s.arg(m_prefix, name, what),
            {}, isDetailed ? Json::object({{u"field"_s, Json::string(name)}}) : Json()});
}

void SettingsReader::expect(const QString &name, const QString &what, const Json &value)
{
    const QString found = m_errors == Errors::Detailed ? QString(u", got "_s + kindText(value)) : QString();
    refuse(name, u"expected "_s + what + found);
}

void SettingsReader::refuseChoice(QLatin1StringView name, QStringList words)
{
    const QString last = words.takeLast();
    refuse(name, u"expected %1 or %2"_s.arg(words.join(", "_L1), last));
}

} // namespace Workbench
