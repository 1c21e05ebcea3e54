// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// A hub, a spoke and a client, each in its own process; one of them is a Node script written only from the
// specification. They call each other, and each is killed at each step. core/hub/README.md 2.8

#include "core/json/jsonparser.h"
#include "core/transport/websocket/websocketclient.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QElapsedTimer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

enum class Role : quint8 { Hub, Spoke, Client };
enum class Step : quint8 { BeforeRequest, DuringCall, MidStream };
constexpr qint64 withinMs = 1000 * Test::slowness;

qsizetype sockets(qint64 pid)
{
    QDir folder(u"/proc/%1/fd"_s.arg(pid));
    qsizetype count = 0;
    for (const QFileInfo &file : folder.entryInfoList(QDir::Files | QDir::System | QDir::Hidden))
        count += file.readSymLink().contains("socket:"_L1) || file.symLinkTarget().contains("socket:"_L1);
    return count;
}

//! Returns whether the process \a pid exists and is not a zombie.
bool runs(const QByteArray &pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(QLatin1StringView(pid)));
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray stat = file.readAll();
    const char state = stat.mid(stat.lastIndexOf(')') + 2, 1).front();
    return state != 'Z' && state != 'X';
}

QList<Json> linesOf(const QByteArray &text)
{
    QList<Json> lines;
    for (const QByteArray &line : text.split('\n')) {
        if (!line.isEmpty())
            lines.append(jsonLiteral(line));
    }
    return lines;
}

} // namespace

class tst_HubProcesses : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void callAndSubscribeAcrossEachOther_data();
    void callAndSubscribeAcrossEachOther();
    void callsGoOverTwoHubs();
    void theCallerLearnsWhatASpokeDidWrong_data();
    void theCallerLearnsWhatASpokeDidWrong();
    void theOtherProcessesNoticeAKilledProcess_data();
    void theOtherProcessesNoticeAKilledProcess();
    void aKilledHubLeavesNoChild();

private:
    using Process = std::unique_ptr<RunningCommand>;
    Process envelope(const QStringList &arguments)
    {
        return std::make_unique<RunningCommand>(run, arguments);
    }
    Process node(const QString &role, const QString &url = {})
    {
        return std::make_unique<RunningCommand>(run,
            QStringList{
                QStringLiteral(TESTS_DIR "/peers/callpeer.mjs"), QStringLiteral(PEERS_FOLDER), role, url},
            QStringLiteral(NODE_PROGRAM));
    }
    void startHub();
    void startSpoke();
    //! Starts a client that is connected and ready to send the request of \a step.
    void startClient(Step step);
    void ask(Step step);
    //! Checks the end that the client receives, and measures when it arrives.
    void clientSeesTheEnd(Role killed, Step step);
    void spokeSeesTheEnd(Role killed, Step step);
    void hubKeepsNothing(Role killed);
    bool hubCounts(int connections);
    CommandResult callOnce(const QString &operation, const QStringList &more);

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    Role inNode = Role::Client;
    Process hub, spoke, client;
    QString address;
    qsizetype hubSockets = 0; //!< open sockets of the hub without connections
    qsizetype socketsEach = 0; //!< additional open sockets for each connection
    void killAndSee(Role killed, Step step);
    //! Records the time at which a process learned of the end.
    void isSeen() { slowest = std::max(slowest, sinceKill.elapsed()); }
    QElapsedTimer sinceKill;
    qint64 slowest = 0; //!< longest time, in ms, until another process learned of the end
};

void tst_HubProcesses::init()
{
    QFile file(run.home() + u"/desk.json");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"version":1,"sources":[{"name":"desk","kind":"local","settings":{"set":"demo"}}]})");
}

void tst_HubProcesses::cleanup()
{
    client.reset();
    spoke.reset();
    hub.reset();
}

void tst_HubProcesses::startHub()
{
    if (inNode == Role::Hub) {
        hub = node(u"hub"_s);
        address = jsonLiteral(hub->line()).member("url"_L1).toString();
    } else {
        hub = envelope({u"serve"_s, u"demo:local"_s, u"--as"_s, u"hub"_s, u"--verbose"_s});
        address = QString::fromUtf8(hub->line()).trimmed();
        hubSockets = sockets(hub->pid());
    }
    QVERIFY(address.startsWith("ws://127.0.0.1:"_L1));
}

void tst_HubProcesses::startSpoke()
{
    spoke = inNode == Role::Spoke
        ? node(u"spoke"_s, address)
        : envelope({u"serve"_s, u"desk"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, address, u"--workspace"_s,
              run.home() + u"/desk.json", u"--trace"_s, u"--verbose"_s});
    QVERIFY(spoke->line().contains(inNode == Role::Spoke ? "registered" : "offers 6 operations"));
    socketsEach = sockets(hub->pid()) - hubSockets;
    QVERIFY(socketsEach > 0);
}

void tst_HubProcesses::startClient(Step step)
{
    if (inNode == Role::Client) {
        client = node(u"client"_s, address);
        QVERIFY(client->says("\"open\""));
        return;
    }
    const QString word = step == Step::MidStream ? u"subscribe"_s : u"call"_s;
    const QString operation = step == Step::MidStream ? u"desk.clock.tick"_s : u"desk.report.slow"_s;
    // The client reads its input only after it has connected and found the operation.
    client = envelope({word, address, operation, u"--input"_s, u"-"_s, u"--json"_s, u"--trace"_s});
    QVERIFY(client->saysOnError("inputSchema"));
}

void tst_HubProcesses::ask(Step step)
{
    const bool isStream = step == Step::MidStream;
    const QByteArray input = isStream ? R"({"interval":20})" : R"({"seconds":600})";
    if (inNode == Role::Client) {
        client->write("{\"operationId\":\"" + QByteArray(isStream ? "desk.clock.tick" : "desk.report.slow")
            + "\",\"input\":" + input + '}');
    } else {
        client->write(input);
        client->closeInput();
    }
}

CommandResult tst_HubProcesses::callOnce(const QString &operation, const QStringList &more)
{
    return run(QStringList{u"call"_s, address, operation, u"--data"_s, u"--json"_s} + more);
}

void tst_HubProcesses::callAndSubscribeAcrossEachOther_data()
{
    QTest::addColumn<Role>("role");
    QTest::newRow("the hub in Node") << Role::Hub;
    QTest::newRow("the spoke in Node") << Role::Spoke;
    QTest::newRow("the client in Node") << Role::Client;
}

void tst_HubProcesses::callAndSubscribeAcrossEachOther()
{
    QFETCH(Role, role);
    inNode = role;
    startHub();
    startSpoke();
    QStringList owners{u"desk"_s};
    if (inNode != Role::Hub)
        owners.append(u"local"_s); // the hub's own operations
    for (const QString &owner : std::as_const(owners)) {
        const QString divide = owner + u".math.divide";
        const QString tick = owner + u".clock.tick";
        if (inNode == Role::Client) {
            startClient(Step::BeforeRequest);
            client->write(
                "{\"operationId\":\"" + divide.toUtf8() + "\",\"input\":{\"dividend\":9,\"divisor\":3}}");
            QVERIFY(client->says("\"quotient\":3}"));
            client->write(
                "{\"operationId\":\"" + divide.toUtf8() + "\",\"input\":{\"dividend\":9,\"divisor\":0}}");
            QVERIFY(client->says("\"DIVISION_BY_ZERO\""));
            client->write(
                "{\"operationId\":\"" + tick.toUtf8() + "\",\"input\":{\"interval\":5,\"count\":3}}");
            QVERIFY(client->says("\"call.completed\""));
            QCOMPARE(client->standardOutput().count("\"tick\":"), 3);
            client->write(R"({"operationId":"nobody.knows","input":{}})");
            QVERIFY(client->says("\"OPERATION_NOT_FOUND\""));
            client->write("{\"operationId\":\"" + tick.toUtf8() + "\",\"input\":{\"interval\":5}}");
            QVERIFY(client->says("\"tick\":", 6));
            const QList<Json> said = linesOf(client->standardOutput());
            QString last;
            for (const Json &line : said)
                last = line.member("sent"_L1).toString(last);
            client->write("{\"abort\":\"" + last.toUtf8() + "\"}");
            QVERIFY(hubCounts(2));
            client.reset();
            continue;
        }
        const CommandResult divided = callOnce(divide, {u"dividend:=9"_s, u"divisor:=3"_s});
        QVERIFY2(divided.exitCode == 0, divided.err.constData());
        QCOMPARE(divided.out, QByteArray("{\"quotient\":3}\n"));
        const CommandResult failed = callOnce(divide, {u"dividend:=9"_s, u"divisor:=0"_s});
        QCOMPARE(failed.exitCode, 1);
        QVERIFY2(failed.out.contains("\"DIVISION_BY_ZERO\""), failed.out.constData());
        const CommandResult streamed = run({u"subscribe"_s, address, tick, u"interval:=5"_s, u"count:=3"_s});
        QCOMPARE(streamed.exitCode, 0);
        QCOMPARE(streamed.out.count("\"tick\":"), 3);
        QVERIFY2(streamed.out.endsWith("{\"end\":\"completed\",\"events\":3}\n"), streamed.out.constData());
        const CommandResult stopped =
            run({u"subscribe"_s, address, tick, u"interval:=5"_s, u"--count"_s, u"4"_s});
        QCOMPARE(stopped.exitCode, 0);
        QVERIFY(stopped.out.endsWith("{\"end\":\"count\",\"events\":4}\n"));
    }
    QVERIFY(hubCounts(1));
}

// The outer hub forwards calls, because its source is another hub.
void tst_HubProcesses::callsGoOverTwoHubs()
{
    inNode = Role::Spoke;
    startHub();
    startSpoke();
    const Process outer = envelope({u"serve"_s, address, u"--as"_s, u"hub"_s});
    address = QString::fromUtf8(outer->line()).trimmed();
    const CommandResult divided = callOnce(u"hub.desk.math.divide"_s, {u"dividend:=9"_s, u"divisor:=3"_s});
    QCOMPARE(divided.out, QByteArray("{\"quotient\":3}\n"));
    const CommandResult streamed =
        run({u"subscribe"_s, address, u"hub.desk.clock.tick"_s, u"interval:=5"_s, u"--count"_s, u"3"_s});
    QCOMPARE(streamed.exitCode, 0);
    QVERIFY(spoke->says("\"aborted\"")); // the abort passes both hubs
    // So do the deadline and the idle time. Only the program that subscribed ends a silent stream.
    // The deadline leaves the request the time to reach the spoke: a hub does not forward a late one.
    const CommandResult late =
        run({u"call"_s, address, u"hub.desk.report.slow"_s, u"seconds:=600"_s, u"--timeout"_s, u"5s"_s});
    QVERIFY2(late.exitCode == 4, late.err.constData());
    QVERIFY(spoke->says("\"aborted\"", 2));
    const QList<Json> said = linesOf(spoke->standardOutput());
    const auto isLate = [](const Json &line) {
        return line.member("requested"_L1).toString().endsWith("report.slow"_L1)
            && line.member("deadline"_L1).isInteger();
    };
    QVERIFY(std::ranges::any_of(said, isLate));
    const CommandResult silent = run(
        {u"subscribe"_s, address, u"hub.desk.clock.tick"_s, u"interval:=60000"_s, u"--timeout"_s, u"1s"_s});
    QVERIFY2(silent.exitCode == 4, silent.err.constData());
    QVERIFY2(silent.out.contains("idle after 1000ms): \\\"hub\\\" sent no item"), silent.out.constData());
    QVERIFY(spoke->says("\"idleTimeout\":1000"));
    QVERIFY(spoke->says("\"aborted\"", 3));
}

void tst_HubProcesses::theCallerLearnsWhatASpokeDidWrong_data()
{
    QTest::addColumn<QStringList>("command"); // without the address
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    const QStringList aborted{u"call"_s, u"desk.odd.abort"_s};
    const QStringList bare{u"call"_s, u"desk.odd.bare"_s};
    QTest::newRow("the spoke aborts a call")
        << aborted << 1 << QByteArray("was aborted by the spoke \"desk\"");
    QTest::newRow("the spoke aborts a call, as JSON")
        << (aborted + QStringList{u"--json"_s}) << 1 << QByteArray("{\"error\":{\"code\":\"ABORTED\",");
    QTest::newRow("the spoke aborts a stream") << QStringList{u"subscribe"_s, u"desk.odd.abortStream"_s} << 1
                                               << QByteArray("\"hub\" aborted the subscription");
    QTest::newRow("the spoke answers with a bare value") << bare << 0 << QByteArray("sent a bare value");
    QTest::newRow("the spoke answers with a bare value, strictly")
        << (bare + QStringList{u"--strict"_s}) << 7 << QByteArray("sent a bare value");
}

//! A spoke in Node aborts, or answers without an envelope. The caller learns it over the hub.
void tst_HubProcesses::theCallerLearnsWhatASpokeDidWrong()
{
    QFETCH(QStringList, command);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, says);
    inNode = Role::Spoke;
    startHub();
    startSpoke();
    command.insert(1, address);
    const CommandResult result = run(command);
    const QByteArray said = result.out + result.err;
    QVERIFY2(result.exitCode == exitCode, said.constData());
    QVERIFY2(said.contains(says), said.constData());
}

void tst_HubProcesses::theOtherProcessesNoticeAKilledProcess_data()
{
    QTest::addColumn<Role>("role");
    QTest::addColumn<Role>("killed");
    QTest::addColumn<Step>("step");
    const char *names[] = {"hub", "spoke", "client"};
    const char *steps[] = {"before the request", "during a call", "mid-stream"};
    for (const Role role : {Role::Hub, Role::Spoke, Role::Client}) {
        for (const Role killed : {Role::Hub, Role::Spoke, Role::Client}) {
            for (const Step step : {Step::BeforeRequest, Step::DuringCall, Step::MidStream})
                QTest::addRow(
                    "%s in Node: %s killed %s", names[int(role)], names[int(killed)], steps[int(step)])
                    << role << killed << step;
        }
    }
}

void tst_HubProcesses::theOtherProcessesNoticeAKilledProcess()
{
    QFETCH(Role, role);
    QFETCH(Role, killed);
    QFETCH(Step, step);
    inNode = role;
    for (int time = 0; time < 3; ++time) { // other processes may delay one attempt, but hardly all
        cleanup();
        slowest = 0;
        killAndSee(killed, step);
        if (QTest::currentTestFailed() || slowest < withinMs)
            return;
        qInfo("%lld ms", slowest);
    }
    QFAIL(qPrintable(u"the end came after %1 ms"_s.arg(slowest)));
}

void tst_HubProcesses::killAndSee(Role killed, Step step)
{
    startHub();
    startSpoke();
    startClient(step);
    if (step != Step::BeforeRequest) {
        ask(step);
        const QByteArray sign = step == Step::DuringCall ? "\"operationId\":\"desk.report.slow\""
                                                         : "\"operationId\":\"desk.clock.tick\"";
        if (inNode == Role::Spoke)
            QVERIFY(spoke->says("\"requested\":"));
        else
            QVERIFY(spoke->saysOnError(sign));
        if (step == Step::MidStream)
            QVERIFY(client->says("\"tick\":", 3));
    }
    Process &victim = killed == Role::Hub ? hub : killed == Role::Spoke ? spoke : client;
    sinceKill.start();
    victim->send(SIGKILL);
    QVERIFY(victim->ended());

    if (killed != Role::Client)
        clientSeesTheEnd(killed, step);
    if (QTest::currentTestFailed())
        return;
    if (killed != Role::Spoke)
        spokeSeesTheEnd(killed, step);
    if (QTest::currentTestFailed())
        return;
    if (killed != Role::Hub)
        hubKeepsNothing(killed);
    if (QTest::currentTestFailed())
        return;

    // Each process ends after SIGTERM.
    for (const Process *process : {&client, &spoke, &hub}) {
        (*process)->send(SIGTERM);
        QVERIFY((*process)->ended());
    }
    if (killed != Role::Spoke && inNode != Role::Spoke)
        QCOMPARE(spoke->exitCode(), 0);
    if (killed != Role::Hub && inNode != Role::Hub)
        QCOMPARE(hub->exitCode(), 0);
}

void tst_HubProcesses::clientSeesTheEnd(Role killed, Step step)
{
    if (step == Step::BeforeRequest) {
        if (killed == Role::Spoke && inNode != Role::Spoke) {
            // The hub learns of the end from the kernel. A request before that would end like a running one,
            // so the test waits.
            QTest::qWait(100);
        }
        if (inNode == Role::Client && killed == Role::Hub) {
            QVERIFY(client->says("\"closed\":1006"));
            isSeen();
            return;
        }
        ask(step);
    }
    if (inNode == Role::Client) {
        if (killed == Role::Hub) {
            QVERIFY(client->says("\"closed\":1006"));
            isSeen();
        } else {
            QVERIFY(client->says("\"call.error\""));
            isSeen();
            const Json end = linesOf(client->standardOutput()).constLast().member("payload"_L1);
            const bool wasAsked = step != Step::BeforeRequest;
            QCOMPARE(
                end.member("code"_L1).toString(), wasAsked ? u"EXECUTION_ERROR"_s : u"OPERATION_NOT_FOUND"_s);
            if (wasAsked) {
                const QString message = end.member("message"_L1).toString();
                QVERIFY2(message.startsWith(u"connection closed: the spoke "_s), qPrintable(message));
                QCOMPARE(end.member("details"_L1).member("retryable"_L1), Json::boolean(true));
            }
        }
        return;
    }
    QVERIFY(client->ended());
    isSeen();
    const bool isStream = step == Step::MidStream;
    const bool isAnswered = killed == Role::Spoke; // the hub answers; otherwise the connection is lost
    QCOMPARE(client->exitCode(), isAnswered ? 1 : 3);
    const QByteArray said = isAnswered || isStream ? client->standardOutput() : client->standardError();
    const Json last = linesOf(said.mid(said.lastIndexOf('\n', said.size() - 2) + 1)).constLast();
    const Json error = last.member("error"_L1);
    if (isStream)
        QCOMPARE(last.member("end"_L1).toString(), isAnswered ? u"error"_s : u"closed"_s);
    if (step == Step::BeforeRequest) {
        if (isAnswered)
            QCOMPARE(error.member("code"_L1).toString(), u"OPERATION_NOT_FOUND"_s);
        return;
    }
    const QString lost = isAnswered ? u"connection closed"_s : u"the connection"_s;
    QVERIFY2(error.member("message"_L1).toString().contains(lost), said.constData());
    QCOMPARE(error.member("details"_L1).member("retryable"_L1), Json::boolean(true));
}

void tst_HubProcesses::spokeSeesTheEnd(Role killed, Step step)
{
    if (killed == Role::Hub) {
        if (inNode == Role::Spoke) {
            QVERIFY(spoke->says("\"closed\":1006"));
            isSeen();
            if (step != Step::BeforeRequest)
                QVERIFY(spoke->says("\"aborted\""));
        } else {
            QVERIFY(spoke->saysOnError("connecting again"));
            isSeen();
            QVERIFY(spoke->saysOnError("0 requests running"));
        }
        return;
    }
    if (step == Step::BeforeRequest) { // the spoke was not affected and still serves
        const CommandResult divided = callOnce(u"desk.math.divide"_s, {u"dividend:=9"_s, u"divisor:=3"_s});
        QCOMPARE(divided.out, QByteArray("{\"quotient\":3}\n"));
        return;
    }
    if (inNode == Role::Spoke) {
        QVERIFY(spoke->says("\"aborted\""));
        isSeen();
        return;
    }
    QVERIFY(spoke->saysOnError("\"call.aborted\""));
    isSeen();
    QTest::qWait(100);
    const QByteArray said = spoke->standardError();
    const qsizetype aborted = said.lastIndexOf("\"call.aborted\"");
    QCOMPARE(said.indexOf("\"call.responded\"", aborted), -1); // no event follows. 2.5
}

//! Returns whether the hub soon has \a connections connections and no running or pending request.
bool tst_HubProcesses::hubCounts(int connections)
{
    const QByteArray counts = inNode == Role::Hub
        ? QByteArray("{\"connections\":%1,\"pending\":0}")
        : QByteArray("%1 connections, 0 requests running, 0 waiting for spokes");
    const auto isSaid = [&](int count) {
        const QByteArray &said = inNode == Role::Hub ? hub->standardOutput() : hub->standardError();
        QByteArrayList lines = said.split('\n'); // a note about a late event may follow the counts
        lines.removeIf([](const QByteArray &line) { return !line.contains("connections"); });
        return !lines.isEmpty()
            && lines.constLast() == QByteArray(counts).replace("%1", QByteArray::number(count));
    };
    // The hub prints its counts when a connection opens or closes.
    WebSocketClient probe({u"probe"_s, QUrl(address)}, {});
    probe.open();
    if (!QTest::qWaitFor([&] { return isSaid(connections + 1); }, patience)) {
        qWarning("with a probe: %s", hub->standardError().constData());
        return false;
    }
    probe.close();
    return QTest::qWaitFor([&] { return isSaid(connections); }, patience);
}

void tst_HubProcesses::hubKeepsNothing(Role killed)
{
    const int left = inNode == Role::Client || killed == Role::Client ? 1 : 0;
    QVERIFY(hubCounts(left));
    if (inNode != Role::Hub)
        QTRY_COMPARE(sockets(hub->pid()), hubSockets + left * socketsEach);
}

void tst_HubProcesses::aKilledHubLeavesNoChild()
{
    hub = envelope({u"serve"_s, u"demo:"_s, u"--as"_s, u"hub"_s});
    QVERIFY(!hub->line().isEmpty());
    QFile children(u"/proc/%1/task/%1/children"_s.arg(hub->pid()));
    if (!children.open(QIODevice::ReadOnly))
        QSKIP("this system does not list children");
    const QByteArrayList pids = children.readAll().simplified().split(' ');
    QCOMPARE(pids.size(), 3); // the demo's MCP servers
    for (const QByteArray &pid : pids)
        QVERIFY(runs(pid));
    hub->send(SIGKILL);
    QVERIFY(hub->ended());
    for (const QByteArray &pid : pids)
        QTRY_VERIFY(!runs(pid));
}

WORKBENCH_TEST(tst_HubProcesses, QCoreApplication)
#include "tst_hubprocesses.moc"
