// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demokitchen.h"

#include "app/demo/demotools.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/mcp/envelopeforms.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

const QString tablePrefix = u"demo://kitchen/table/"_s;
constexpr int tables = 12;

Json withAnnotations(const Json &block, const QByteArray &audience, const QByteArray &priority)
{
    const Json annotations =
        Json::object({{u"audience"_s, jsonLiteral(audience)}, {u"priority"_s, Json::numberFromText(priority)},
            {u"lastModified"_s, Json::string(u"2026-07-28T12:00:00Z")}});
    return withMember(block, u"annotations", annotations);
}

Json contentsOf(const QString &uri, const QString &mediaType, const QString &text)
{
    return Json::object({{u"uri"_s, Json::string(uri)}, {u"mimeType"_s, Json::string(mediaType)},
        {u"text"_s, Json::string(text)}});
}

//! The oven heats up and cools down again once a minute.
Json oven()
{
    const qint64 second = QDateTime::currentSecsSinceEpoch() % 60;
    return Json::object({{u"dish"_s, Json::string(u"lasagna")},
        {u"degrees"_s, Json::integer(160 + 2 * std::min(second, 60 - second))}});
}

} // namespace

const QString DemoKitchen::ovenUri = u"demo://kitchen/oven"_s;
const QString DemoKitchen::menuUri = u"demo://kitchen/menu"_s;

QString DemoKitchen::Cooking::status() const
{
    return isCancelled ? u"cancelled"_s : isDone() ? u"completed"_s : u"working"_s;
}

std::chrono::milliseconds DemoKitchen::Cooking::left() const
{
    return std::max(std::chrono::milliseconds(0),
        time - std::chrono::milliseconds(began.msecsTo(QDateTime::currentDateTimeUtc())));
}

DemoKitchen::Cooking &DemoKitchen::cook(std::chrono::milliseconds time)
{
    const QString id = u"dinner-%1"_s.arg(++m_lastTask);
    return tasks[id] = {.id = id, .began = QDateTime::currentDateTimeUtc(), .time = time};
}

QList<Json> DemoKitchen::tools() const
{
    QList<Json> all;
    for (const QString &file : {u"desk-tools"_s, u"kitchen-tools"_s}) {
        for (const Json &definition : demoJson(file).items())
            all.append(definition);
    }
    if (!m_special.isEmpty()) {
        all.append(Json::object(
            {{u"name"_s, Json::string(u"serve-special")}, {u"title"_s, Json::string(u"Serve the special")},
                {u"description"_s, Json::string(QString(u"Special of the day: "_s + m_special))},
                {u"inputSchema"_s, jsonLiteral(R"({"type":"object","properties":{}})")},
                {u"annotations"_s, jsonLiteral(R"({"readOnlyHint":true})")}}));
    }
    return all;
}

void DemoKitchen::setSpecial(const QString &dish)
{
    m_special = dish;
    m_menuChanged = QDateTime::currentDateTimeUtc();
    Q_EMIT menuChanged();
}

QString DemoKitchen::menu() const
{
    const QString special =
        m_special.isEmpty() ? u"There is no special today."_s : u"**Special:** "_s + m_special;
    return u"# Menu\n\n- Lasagna\n- Mushroom risotto\n\n"_s + special + u'\n';
}

Json DemoKitchen::resources() const
{
    const Json annotations = Json::object({{u"audience"_s, jsonLiteral(R"(["user","assistant"])")},
        {u"priority"_s, Json::numberFromText("0.9")},
        {u"lastModified"_s, Json::string(m_menuChanged.toString(Qt::ISODateWithMs))}});
    const Json menuResource = Json::object({{u"uri"_s, Json::string(menuUri)},
        {u"name"_s, Json::string(u"menu")}, {u"title"_s, Json::string(u"Menu")},
        {u"description"_s, Json::string(u"Changes when change-special is called")},
        {u"mimeType"_s, Json::string(u"text/markdown")}, {u"size"_s, Json::integer(menu().toUtf8().size())},
        {u"annotations"_s, annotations}});
    const Json ovenResource = Json::object({{u"uri"_s, Json::string(ovenUri)},
        {u"name"_s, Json::string(u"oven")}, {u"title"_s, Json::string(u"Oven")},
        {u"description"_s, Json::string(u"Changes every second: subscribe to it")},
        {u"mimeType"_s, Json::string(u"application/json")}});
    return Json::array({ovenResource, menuResource});
}

Json DemoKitchen::templates() const
{
    return jsonLiteral(R"([{"uriTemplate":"demo://kitchen/table/{number}","name":"table","title":"Table",)"
                       R"("description":"One of the tables 1 to 12","mimeType":"application/json"}])");
}

Json DemoKitchen::read(const QString &uri) const
{
    if (uri == ovenUri)
        return contentsOf(uri, u"application/json"_s, QString::fromUtf8(oven().toBytes()));
    if (uri == menuUri)
        return contentsOf(uri, u"text/markdown"_s, menu());
    const int number = uri.startsWith(tablePrefix) ? uri.sliced(tablePrefix.size()).toInt() : 0;
    if (number < 1 || number > tables)
        return {};
    const QByteArray seats = QByteArray::number(2 + number % 3 * 2);
    return contentsOf(uri, u"application/json"_s,
        QString::fromUtf8(R"({"number":)" + QByteArray::number(number) + R"(,"seats":)" + seats + '}'));
}

Json DemoKitchen::showDishes() const
{
    DemoTools drawn;
    const Json image = drawn.call(u"draw-dot"_s, jsonLiteral(R"({"color":"#b5482f","size":48})"));
    const Json audio = drawn.call(u"beep"_s, jsonLiteral(R"({"hertz":660})"));
    const Json link = Json::object({{u"type"_s, Json::string(u"resource_link")},
        {u"uri"_s, Json::string(ovenUri)}, {u"name"_s, Json::string(u"oven")},
        {u"title"_s, Json::string(u"Oven")}, {u"mimeType"_s, Json::string(u"application/json")}});
    const Json embedded =
        Json::object({{u"type"_s, Json::string(u"resource")}, {u"resource"_s, read(menuUri)}});
    const Json unknown = jsonLiteral(R"({"type":"smell","intensity":0.7,"data":"Z2FybGlj"})");
    return Json::object({{u"content"_s,
        Json::array(
            {withAnnotations(textBlock(u"Lasagna, as it looks, sounds and smells."_s), R"(["user"])", "1"),
                withAnnotations(image.member("content"_L1).at(0), R"(["user"])", "0.8"),
                withAnnotations(audio.member("content"_L1).at(0), R"(["user"])", "0.3"),
                withAnnotations(link, R"(["user","assistant"])", "0.5"),
                withAnnotations(embedded, R"(["assistant"])", "0.5"),
                withAnnotations(unknown, R"(["user"])", "0.1")})}});
}

} // namespace Workbench

#include "moc_demokitchen.cpp"
