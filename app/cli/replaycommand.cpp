// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/secrets.h"
#include "app/cli/sourcerun.h"
#include "core/base/randombytes.h"
#include "core/base/visibletext.h"
#include "core/fixture/serving/httpmock.h"
#include "core/fixture/serving/hubmock.h"
#include "core/fixture/serving/mcpmock.h"
#include "core/hub/server/hub.h"
#include "core/transport/websocket/websocketserver.h"

#include <QEventLoop>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Cli {

namespace {

constexpr std::chrono::seconds warnedEvery{60};

std::unexpected<Error> wrongReplay(const QString &sentence)
{
    return wrongUsage(sentence + u" (see envelope replay --help)");
}

struct ReplayOptions {
    QString form;
    QHostAddress address{QHostAddress::LocalHost};
    quint16 port = 0;
    QByteArray token{};
    bool isTokenMade = false; //!< the token was generated, because other computers can reach the server
    MockPlayer::Options play{};
};

Result<ReplayOptions> replayOptions(const Arguments &arguments)
{
    ReplayOptions options;
    options.form = arguments.value(u"as"_s);
    static const QStringList forms{u"mcp-stdio"_s, u"mcp-http"_s, u"http"_s, u"hub"_s};
    if (!forms.contains(options.form)) {
        return wrongReplay(options.form.isEmpty()
                ? u"replay needs --as mcp-stdio, mcp-http, http or hub"_s
                : u"replay needs --as mcp-stdio, mcp-http, http or hub, not \"%1\""_s.arg(options.form));
    }
    if (options.form == "mcp-stdio"_L1) {
        for (const QString &option : {u"port"_s, u"listen"_s, u"token"_s}) {
            if (arguments.has(option))
                return wrongReplay(u"--%1 does not apply to --as mcp-stdio"_s.arg(option));
        }
    }
    if (const Result<void> read = readListener(arguments, options.address, options.port); !read)
        return std::unexpected(read.error());
    if (arguments.has(u"speed"_s)) {
        const Result<ReplaySpeed> speed = replaySpeedFromText(arguments.value(u"speed"_s));
        if (!speed)
            return std::unexpected(speed.error());
        options.play.speed = *speed;
    }
    for (const QString &text : arguments.values(u"fault"_s)) {
        const Result<MockFault> fault = mockFaultFromText(text);
        if (!fault)
            return std::unexpected(fault.error());
        options.play.faults.append(*fault);
    }
    if (arguments.has(u"token"_s)) {
        Secrets secrets;
        const Result<QByteArray> token = secrets.value(arguments.value(u"token"_s), u"--token"_s);
        if (!token)
            return std::unexpected(token.error());
        options.token = *token;
    } else if (!options.address.isLoopback()) {
        options.token = randomToken();
        options.isTokenMade = true;
    }
    return options;
}

//! A mock server and the event loop that it runs in.
class Replaying {
public:
    Replaying(const ReplayOptions &options, const Limits &limits, Output &output, FixtureListing listing)
        : m_options(options)
        , m_limits(limits)
        , m_output(output)
        , m_problems(listing.problems)
        , m_fixtures(listing.fixtures.size())
        , m_player(std::make_shared<MockPlayer>(std::move(listing), options.play))
    {
        QObject::connect(&m_interrupt, &Interrupt::interrupted, &m_loop, &QEventLoop::quit);
    }

    int run()
    {
        if (m_options.form == "mcp-stdio"_L1)
            return overStdio();
        return m_options.form == "hub"_L1 ? asHub() : overHttp();
    }

private:
    int overStdio()
    {
        McpMock mock(m_player);
        tellProblems();
        tellLeftOut(mock);
        StdioLines lines(m_limits.mockBodyBytes);
        McpMockStdio server(&mock, &lines);
        bool inOrder = true;
        QObject::connect(&server, &McpMockStdio::ended, &m_loop, [&](bool orderly) {
            inOrder = orderly;
            m_loop.quit();
        });
        m_output.note(u"replaying %1 fixtures over stdin and stdout"_s.arg(m_fixtures));
        lines.start();
        wait();
        return inOrder ? int(ExitCode::Ok) : int(ExitCode::OperationError);
    }

    int overHttp()
    {
        HttpServer server({.limits = m_limits, .token = m_options.token});
        QObject::connect(&server, &HttpServer::refused, &m_loop,
            [this](const QString &peer, int status, const QString &why) { refused(peer, status, why); });
        const bool isMcp = m_options.form == "mcp-http"_L1;
        std::optional<McpMock> mcp;
        std::optional<McpMockHttp> overMcp;
        std::optional<HttpMock> http;
        if (isMcp) {
            mcp.emplace(m_player);
            overMcp.emplace(&*mcp, &server);
        } else {
            http.emplace(m_player, &server);
            QObject::connect(&*http, &HttpMock::unmatched, &m_loop,
                [this](const Error &error) { m_output.note(error.message); });
        }
        if (const Result<void> listening = server.listen(m_options.address, m_options.port); !listening)
            return m_output.fail(listening.error());
        tell(server.url() + (isMcp ? QString::fromLatin1(McpMockHttp::path) : QString()));
        if (mcp)
            tellLeftOut(*mcp);
        wait();
        return ExitCode::Ok;
    }

    int asHub()
    {
        HubMock mock(m_player, m_limits);
        Hub hub(mock.describes(),
            {.limits = m_limits, .ownOperations = mock.operations(), .describesVerbatim = true});
        QObject::connect(
            &mock, &HubMock::dropAsked, &hub, [&hub](const QString &id) { hub.removeConnection(id); });
        QObject::connect(&hub, &Hub::logged, &m_loop, [this](const LogLine &line) {
            if (line.level >= LogLine::Level::Warning)
                m_output.note(line.text);
        });
        WebSocketServer::Options options;
        options.limits = m_limits;
        if (!m_options.token.isEmpty()) {
            options.admit = [token = m_options.token](
                                const RequestHead &request) -> std::optional<UpgradeAnswer> {
                if (isSameSecret(tokenOf(request), token))
                    return {};
                return WebSocketServer::unauthorized(!tokenOf(request).isEmpty());
            };
        }
        WebSocketServer first(options);
        WebSocketServer second(options);
        for (WebSocketServer *server : {&first, &second}) {
            QObject::connect(server, &WebSocketServer::channelReady, &hub, [&hub, server] {
                while (std::unique_ptr<WebSocketPeer> channel = server->nextChannel()) {
                    const QString peer = channel->peer();
                    hub.addConnection(std::move(channel), {.address = peer});
                }
            });
            QObject::connect(server, &WebSocketServer::refused, &m_loop,
                [this](const QString &peer, int status, const QString &why) { refused(peer, status, why); });
        }
        if (const Result<void> listening = first.listen(m_options.address, m_options.port); !listening)
            return m_output.fail(listening.error());
        if (m_options.address == QHostAddress(QHostAddress::LocalHost)) // if this computer has IPv6
            std::ignore = second.listen(QHostAddress(QHostAddress::LocalHostIPv6), first.port());
        tell(first.url().toString());
        wait();
        return ExitCode::Ok;
    }

    void tellProblems()
    {
        for (const FixtureProblem &problem : std::as_const(m_problems)) {
            const QString file = visibleText(problem.file);
            const QString why = problem.error.message;
            m_output.note(problem.isNewer
                    ? u"%1 was written by a later version and is not replayed: %2"_s.arg(file, why)
                    : u"%1 is not replayed: %2"_s.arg(file, why));
        }
    }

    void tellLeftOut(const McpMock &mock)
    {
        if (!mock.leftOut().isEmpty())
            m_output.note(u"not offered, because the mock of an MCP server has no streams: %1"_s.arg(
                visibleText(mock.leftOut().join(u", "_s))));
    }

    void refused(const QString &peer, int status, const QString &why)
    {
        const QString answer = status == 0 ? QString() : u" with %1"_s.arg(status);
        m_output.note(u"refused %1%2: %3"_s.arg(peer.isEmpty() ? u"a connection"_s : peer, answer, why));
    }

    //! Writes the address in the first line, and warns if other computers can reach the server. \source
    //! core/RULES.md R-120
    void tell(const QString &address)
    {
        m_output.explain(address);
        if (m_output.isJson()) {
            m_output.jsonLine(
                Json::object({{u"url"_s, Json::string(address)}, {u"fixtures"_s, Json::integer(m_fixtures)},
                    {u"operations"_s, Json::integer(m_player->replay().operations().size())}}));
        }
        tellProblems();
        if (m_options.isTokenMade)
            m_output.explain(u"clients need this token: %1"_s.arg(QString::fromLatin1(m_options.token)));
        if (m_options.address.isLoopback())
            return;
        const auto warn = [this] {
            m_output.explain(
                u"warning: other computers can reach this mock server, and nothing is encrypted"_s);
        };
        warn();
        QObject::connect(&m_warning, &QTimer::timeout, &m_loop, warn);
        m_warning.start(warnedEvery);
    }

    void wait()
    {
        if (!m_interrupt.happened() && !m_output.isClosed())
            m_loop.exec();
    }

    const ReplayOptions &m_options;
    const Limits &m_limits;
    Output &m_output;
    QList<FixtureProblem> m_problems;
    qsizetype m_fixtures;
    std::shared_ptr<MockPlayer> m_player;
    Interrupt m_interrupt;
    QEventLoop m_loop;
    QTimer m_warning;
};

} // namespace

int runReplay(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    const Result<ReplayOptions> options = replayOptions(arguments);
    if (!options)
        return output.fail(options.error());
    const QString folder = arguments.positionals.constFirst();
    Result<FixtureListing> listing = FixtureFolder(folder, limits).read();
    if (!listing)
        return output.fail(listing.error());
    if (listing->fixtures.isEmpty()) {
        return output.fail(Error{ErrorKind::Usage, u"fixture.none"_s,
            u"There is no fixture in %1 that can be replayed."_s.arg(folder)});
    }
    return Replaying(*options, limits, output, *std::move(listing)).run();
}

} // namespace Workbench::Cli
