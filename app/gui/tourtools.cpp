// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/gui/tour.h"
#include "ui/panes/doctorpage.h"
#include "ui/panes/inspectpage.h"
#include "ui/panes/inspecttext.h"
#include "ui/window/pagestack.h"

using namespace Qt::StringLiterals;

namespace Workbench::App {

//! What the demo's server gets wrong on purpose, one after another, each with its explanation.
void Tour::brokenTools()
{
    const QList<std::pair<QString, QByteArray>> tools{{u"count-issues"_s, "{}"}, {u"newest-issue"_s, "{}"},
        {u"list-closed"_s, "{}"}, {u"get-issue"_s, R"({"id":412})"},
        {u"get-forecast"_s, R"({"city":"Lisbon","days":2})"}};
    for (const auto &[tool, input] : tools) {
        invoke(u"tracker"_s, tool, input);
        picture(u"broken-"_s + tool);
    }
    add(u"small"_s, [this] { m_window->resize(800, 600); }, [this] { return m_looks > 4; });
    picture(u"broken-small"_s);
    add(u"close the pages"_s, [this] {
        m_window->resize(1440, 900);
        for (qsizetype i = 0; i < 5; ++i)
            m_window->pageStack()->closeCurrent();
    });
}

//! The pages that are about no single operation: the envelope browser and the check-up of the demo's server.
void Tour::tools()
{
    const auto inspect = [this](const QByteArray &text, const QByteArray &schema) {
        auto *page = qobject_cast<Ui::InspectPage *>(m_window->pageStack()->currentTool());
        page->schema()->setBytes(schema);
        page->text()->setBytes(text);
    };
    add(u"inspect nothing"_s, [this] { m_window->inspectEnvelope(); }, [this] { return m_looks > 4; });
    picture(u"inspect-empty"_s);
    add(
        u"inspect"_s,
        [inspect] {
            inspect(R"({
  "content": [
    {
      "type": "text",
      "text": "{\"ok\":true,\"data\":{\"issues\":[{\"id\":412,\"title\":\"Cancel leaves the row selected\"}],\"total\":1}}"
    }
  ],
  "structuredContent": {
    "ok": true,
    "data": {
      "issues": [{ "id": 412, "title": "Cancel leaves the row selected" }],
      "total": 1
    }
  },
  "isError": false
})",
                R"({
  "type": "object",
  "required": ["issues", "total"],
  "properties": {
    "issues": { "type": "array" },
    "total": { "type": "integer" }
  }
})");
        },
        [this] { return m_looks > 10; });
    picture(u"inspect"_s);
    add(
        u"inspect a failure"_s,
        [inspect] {
            inspect("HTTP/1.1 404 Not Found\nContent-Type: application/json\n\n"
                    "{\"ok\": false, \"error\": {\"code\": \"NOT_FOUND\", \"message\": \"There is no issue "
                    "413\", \"retryable\": false}}",
                {});
        },
        [this] { return m_looks > 10; });
    picture(u"inspect-failure"_s);
    add(u"check up"_s, [this] { m_window->checkUp(u"tracker"_s); }, [this] { return m_looks > 4; });
    picture(u"doctor-empty"_s);
    const auto doctor = [this] {
        return qobject_cast<Ui::DoctorPage *>(m_window->pageStack()->currentTool());
    };
    add(
        u"run the check-up"_s, [doctor] { doctor()->run(); },
        [this, doctor] { return m_looks > 4 && !doctor()->isRunning(); });
    picture(u"doctor"_s);
    add(u"small"_s, [this] { m_window->resize(800, 600); }, [this] { return m_looks > 4; });
    picture(u"doctor-small"_s);
    add(
        u"inspect, small"_s,
        [this] { m_window->pageStack()->openTool(m_window->pageStack()->tools().constFirst()); },
        [this] { return m_looks > 4; });
    picture(u"inspect-small"_s);
    add(
        u"close the tools"_s,
        [this] {
            m_window->resize(1440, 900);
            while (!m_window->pageStack()->tools().isEmpty()) {
                m_window->pageStack()->openTool(m_window->pageStack()->tools().constFirst());
                m_window->pageStack()->closeCurrent();
            }
        },
        [this] { return m_looks > 4; });
}

} // namespace Workbench::App
