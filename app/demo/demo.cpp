// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demo.h"

#include "app/demo/demohub.h"
#include "app/demo/demoservice.h"
#include "core/json/jsonparser.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace Workbench::App {

namespace {

void copyFixtures(const QString &to)
{
    for (const QString &folder : {u"."_s, u"definitions"_s}) {
        const QDir from(u":/workbench/demo-fixtures/"_s + folder);
        const QDir into(to + u'/' + folder);
        into.mkpath(u"."_s);
        for (const QString &file : from.entryList({u"*.json"_s}, QDir::Files)) {
            if (!QFile::copy(from.filePath(file), into.filePath(file)))
                qWarning("cannot write the fixture %s of the demo", qPrintable(file));
        }
    }
}

Source source(const QString &kind, const QString &name, const QString &setting, const QString &value)
{
    return {name, kind, Json::object({{setting, Json::string(value)}})};
}

} // namespace

Workspace demoWorkspace()
{
    QFile file(u":/workbench/demo.workspace.json"_s);
    const bool isOpen = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(isOpen, "demoWorkspace", "the resource is built in");
    const Result<Workspace> workspace = isOpen ? Workspace::fromBytes(file.readAll()) : Workspace();
    return workspace.value_or(Workspace());
}

Demo::Demo() = default;
Demo::~Demo() = default;

Workspace Demo::start()
{
    if (!m_hub) {
        m_hub = std::make_unique<DemoHub>(nullptr);
        m_service = std::make_unique<DemoService>(nullptr);
        copyFixtures(m_fixtures.path());
    }
    Workspace workspace = demoWorkspace();
    workspace.sources += {source(u"openapi"_s, u"library"_s, u"document"_s, m_service->documentPath()),
        source(u"hub"_s, u"hub"_s, u"url"_s, m_hub->url().toString()),
        source(u"fixtures"_s, u"recorded"_s, u"folder"_s, m_fixtures.path())};
    workspace.inputs = {
        {u"local.weather.now"_s,
            jsonLiteral(
                R"({"location":"Chicago","units":"metric","days":3,"hourly":false,"stations":["KORD","KMDW"]})")},
        {u"tracker.get-weather"_s, jsonLiteral(R"({"city":"Lisbon"})")},
        {u"tracker.get-forecast"_s, jsonLiteral(R"({"city":"Lisbon","days":3})")},
        {u"library.findBooks"_s, jsonLiteral(R"({"words":"moon","limit":10})")},
    };
    workspace.view = jsonLiteral(R"({"first":"local.weather.now"})");
    return workspace;
}

} // namespace Workbench::App
