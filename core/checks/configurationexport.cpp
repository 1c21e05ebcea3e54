// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/configurationexport.h"

#include "core/secrets/substitution.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

//! Writes the sources of one configuration.
class ConfigurationWriter {
public:
    explicit ConfigurationWriter(ConfigurationForm form)
        : m_form(form)
    {
    }

    void add(const Source &source);
    ConfigurationExport take();

private:
    QString hostVariable(const QString &source, const QString &name);
    QString input(const QString &name);
    QString systemVariable(const QString &name) const;

    ConfigurationForm m_form;
    QList<Json::Member> m_servers;
    QList<Json> m_inputs;
    QStringList m_remarks;
};

QString ConfigurationWriter::systemVariable(const QString &name) const
{
    static const QRegularExpression other(u"\\W"_s);
    const QString clean = QString(name).replace(other, u"_"_s);
    return (m_form == ConfigurationForm::ClaudeCode ? u"${%1}"_s : u"${env:%1}"_s).arg(clean);
}

//! Returns `${input:ID}` for \a name, and adds the input. The ID of a secret is its name in the keychain.
QString ConfigurationWriter::input(const QString &name)
{
    const bool isSecret = name.startsWith("keychain:"_L1);
    const QString id = isSecret ? name.section(u':', 1) : name;
    const Json input = Json::object({{u"id"_s, Json::string(id)}, {u"type"_s, Json::string(u"promptString")},
        {u"password"_s, Json::boolean(isSecret)}});
    if (!m_inputs.contains(input))
        m_inputs.append(input);
    return u"${input:%1}"_s.arg(id);
}

//! Returns the variable of the other program for the placeholder \a name of the workbench.
QString ConfigurationWriter::hostVariable(const QString &source, const QString &name)
{
    if (name.startsWith("env:"_L1))
        return systemVariable(name.sliced(4));
    if (m_form == ConfigurationForm::VsCode)
        return input(name);
    const bool isSecret = name.startsWith("keychain:"_L1);
    const QString variable = systemVariable(isSecret ? name.section(u'/', -1).section(u':', -1) : name);
    const QString remark =
        u"%1: define the system variable %2 with the value of \"%3\""_s.arg(source, variable, name);
    if (!m_remarks.contains(remark))
        m_remarks.append(remark);
    return variable;
}

void ConfigurationWriter::add(const Source &source)
{
    if (source.kind != "mcp"_L1) {
        m_remarks.append(u"\"%1\" was left out: it is not an MCP server"_s.arg(source.name));
        return;
    }
    const auto settings = substituted(source.settings, [this, &source](const QString &name) {
        return std::optional(hostVariable(source.name, name));
    }).value_or(source.settings); // the function knows every name
    static const QStringList known{
        u"command"_s, u"args"_s, u"env"_s, u"cwd"_s, u"url"_s, u"headers"_s, u"transport"_s};
    QList<Json::Member> entry;
    if (const QString url = settings.member("url"_L1).toString(); !url.isEmpty()) {
        const bool isSse = settings.member("transport"_L1).toString() == "sse"_L1;
        entry.append({u"type"_s, Json::string(isSse ? u"sse" : u"http")});
    }
    QStringList left;
    for (const auto member : settings.members()) {
        if (!known.contains(member.key()))
            left.append(member.key());
        else if (member.key() != "transport"_L1)
            entry.append({member.key(), member.value()});
    }
    if (!left.isEmpty())
        m_remarks.append(u"%1: not carried over: %2"_s.arg(source.name, left.join(u", "_s)));
    m_servers.append({source.name, Json::object(entry)});
}

ConfigurationExport ConfigurationWriter::take()
{
    const bool isVsCode = m_form == ConfigurationForm::VsCode;
    QList<Json::Member> root{{isVsCode ? u"servers"_s : u"mcpServers"_s, Json::object(std::move(m_servers))}};
    if (!m_inputs.isEmpty())
        root.append({u"inputs"_s, Json::array(m_inputs)});
    return {.configuration = Json::object(root), .remarks = std::move(m_remarks)};
}

} // namespace

ConfigurationExport exportConfiguration(const QList<Source> &sources, ConfigurationForm form)
{
    ConfigurationWriter writer(form);
    for (const Source &source : sources)
        writer.add(source);
    return writer.take();
}

} // namespace Workbench
