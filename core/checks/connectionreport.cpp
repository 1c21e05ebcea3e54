// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/connectionreport.h"

#include "core/json/jsonbuilder.h"

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

struct Title {
    QLatin1StringView code;
    QLatin1StringView text;
};

constexpr std::array titles{
    Title{"program"_L1, "Program found"_L1},
    Title{"start"_L1, "Program started"_L1},
    Title{"environment"_L1, "Environment"_L1},
    Title{"firstLine"_L1, "First line"_L1},
    Title{"handshake"_L1, "Handshake"_L1},
    Title{"stderr"_L1, "Standard error"_L1},
    Title{"name"_L1, "Name"_L1},
    Title{"tcp"_L1, "Connection (TCP)"_L1},
    Title{"proxy"_L1, "Proxy"_L1},
    Title{"tls"_L1, "Encryption (TLS)"_L1},
    Title{"http"_L1, "HTTP"_L1},
    Title{"signIn"_L1, "Sign-in"_L1},
    Title{"protocol"_L1, "Protocol and version"_L1},
    Title{"session"_L1, "Session"_L1},
    Title{"capabilities"_L1, "Capabilities"_L1},
};

} // namespace

qsizetype endOfSentence(const QString &text)
{
    bool isQuoted = false;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar c = text.at(at);
        if (c == u'"')
            isQuoted = !isQuoted;
        const bool isEnd = !isQuoted && (c == u'.' || c == u'?') && at + 2 < text.size();
        if (isEnd && text.at(at + 1).isSpace() && text.at(at + 2).isUpper())
            return at + 1;
    }
    return text.size();
}

QString titleOf(const ConnectionStep &step)
{
    const auto found = std::ranges::find(titles, step.code, &Title::code);
    return found == titles.end() ? step.code : QString(found->text);
}

QString stateWord(ConnectionStep::State state)
{
    switch (state) {
    case ConnectionStep::State::Ok: return u"ok"_s;
    case ConnectionStep::State::Warning: return u"warning"_s;
    case ConnectionStep::State::Failed: return u"failed"_s;
    case ConnectionStep::State::Skipped: break;
    }
    return u"skipped"_s;
}

Json toJson(const ConnectionReport &report)
{
    JsonBuilder builder;
    builder.beginObject()
        .add(u"source", report.source)
        .add(u"connected", Json::boolean(report.isConnected()))
        .key(u"steps")
        .beginArray();
    for (const ConnectionStep &step : report.steps) {
        builder.beginObject()
            .add(u"code", step.code)
            .add(u"title", titleOf(step))
            .add(u"state", stateWord(step.state))
            .add(u"observed", step.observed);
        if (!step.advice.isEmpty())
            builder.add(u"advice", step.advice);
        if (!step.detail.isEmpty())
            builder.add(u"detail", step.detail);
        if (step.durationMs >= 0)
            builder.add(u"durationMs", Json::integer(step.durationMs));
        builder.endObject();
    }
    return builder.endArray().endObject().take();
}

} // namespace Workbench
