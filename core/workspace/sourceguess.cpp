// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/sourceguess.h"

#include "core/json/jsontexts.h"
#include "core/workspace/commandwords.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype mostNameLetters = 40;

QString fileName(const QString &path)
{
    return path.section(u'/', -1, -1, QString::SectionSkipEmpty);
}

//! Returns the file name without its last extension. A leading dot does not start an extension.
QString stemOf(const QString &path)
{
    const QString name = fileName(path);
    const qsizetype dot = name.lastIndexOf(u'.');
    return dot > 0 ? name.first(dot) : name;
}

bool isGeneric(const QString &word)
{
    static const QStringList generic =
        u"index main server __main__ app cli dist build src bin lib out mcp sse api www "
        "openapi swagger api-docs spec docs target release debug node_modules ws"_s.split(u' ');
    static const QRegularExpression version(u"^v\\d+(\\.\\d+)*$"_s);
    return generic.contains(word.toLower()) || version.match(word).hasMatch();
}

//! Returns the last part of \a path that is not a generic word.
QString nameInPath(const QString &path)
{
    QString name = stemOf(path);
    QString above = path;
    while (isGeneric(name) && above.contains(u'/')) {
        above = above.section(u'/', 0, -2);
        name = stemOf(above);
    }
    return isGeneric(name) || name.startsWith(u'.') ? stemOf(path) : name;
}

//! Returns the bare name in "@scope/server-files@1.2", "pkg==1.0" and "ghcr.io/owner/image:tag".
QString nameInPackage(const QString &package)
{
    QString name = fileName(package);
    static const QRegularExpression version(u"(@|==|:|\\[).*$"_s);
    name.remove(version);
    return name;
}

QString nameInHost(const QUrl &url)
{
    const QString host = url.host();
    const bool isNumber = host.contains(u':') || QRegularExpression(u"^[\\d.]+$"_s).match(host).hasMatch();
    if (isNumber || !host.contains(u'.')) {
        const QString inPath = nameInPath(url.path());
        if (!inPath.isEmpty() && !isGeneric(inPath))
            return inPath;
        return url.port() > 0 ? u"local-%1"_s.arg(url.port()) : host;
    }
    QStringList labels = host.split(u'.');
    labels.removeLast(); // the top-level domain
    while (labels.size() > 1 && isGeneric(labels.constFirst()))
        labels.removeFirst();
    return labels.constLast().size() > 3 || labels.size() == 1 ? labels.constLast() : labels.constFirst();
}

bool isDocument(const QString &path)
{
    return QRegularExpression(u"\\.(json|ya?ml)$"_s, QRegularExpression::CaseInsensitiveOption)
        .match(path)
        .hasMatch();
}

SourceGuess guess(
    const QString &kindId, const QString &kind, const QString &name, const QList<Json::Member> &settings)
{
    return {.kindId = kindId, .source = {sourceNameFrom(name), kind, Json::object(settings)}};
}

SourceGuess guessUrl(const QUrl &url, const Json &headers = {})
{
    const Json address = Json::string(url.toString(QUrl::FullyEncoded));
    if (url.scheme() == "ws"_L1 || url.scheme() == "wss"_L1)
        return guess(u"hub"_s, u"hub"_s, nameInHost(url), {{u"url"_s, address}, {u"headers"_s, headers}});
    const QString path = url.path().toLower();
    const bool isDescription = isDocument(path) || path.contains("openapi"_L1) || path.contains("swagger"_L1)
        || path.contains("api-docs"_L1);
    if (!isDescription)
        return guess(
            u"mcp-http"_s, u"mcp"_s, nameInHost(url), {{u"url"_s, address}, {u"headers"_s, headers}});
    const QString stem = stemOf(url.path());
    return guess(u"openapi"_s, u"openapi"_s, isGeneric(stem) ? nameInHost(url) : stem,
        {{u"document"_s, address}, {u"headers"_s, headers}});
}

//! Returns the index of the first word from \a from on that is not an option or the value of an option.
qsizetype firstOperand(const QStringList &words, const QStringList &withValue, qsizetype from)
{
    qsizetype at = from;
    while (at < words.size() && words.at(at).startsWith(u'-')) {
        const bool isPair = withValue.contains(words.at(at));
        at += isPair ? 2 : 1;
    }
    return at;
}

SourceGuess guessCommand(QStringList words, const QList<Json::Member> &environment)
{
    const QString program = words.takeFirst();
    const QString base = stemOf(program).toLower();
    static const QStringList packageRunners{u"npx"_s, u"bunx"_s, u"pnpx"_s, u"uvx"_s, u"pipx"_s};
    static const QStringList containers{u"docker"_s, u"podman"_s};
    static const QStringList interpreters{u"node"_s, u"python"_s, u"python3"_s, u"deno"_s, u"bun"_s, u"uv"_s,
        u"ruby"_s, u"php"_s, u"java"_s, u"sh"_s, u"bash"_s, u"dotnet"_s};
    static const QStringList withValue{u"-p"_s, u"--package"_s, u"-e"_s, u"--env"_s, u"-v"_s, u"--volume"_s,
        u"--name"_s, u"--mount"_s, u"--network"_s, u"--directory"_s, u"--from"_s, u"--with"_s, u"--python"_s,
        u"--project"_s};
    QString package;
    QString called = nameInPath(program);
    const bool runsPackage = packageRunners.contains(base);
    const bool isContainer = containers.contains(base);
    qsizetype at = firstOperand(words, withValue, 0);
    const QString verb = words.value(at);
    if (verb == "run"_L1 || verb == "exec"_L1)
        at = firstOperand(words, withValue, at + 1);
    const QString operand = words.value(at);
    if (runsPackage || isContainer) {
        package = operand;
        called = operand.isEmpty() ? called : nameInPackage(operand);
    } else if (interpreters.contains(base)) {
        const qsizetype module = words.indexOf(u"-m"_s);
        called = module >= 0 ? words.value(module + 1) : operand.isEmpty() ? called : nameInPath(operand);
    }
    SourceGuess made = guess(u"mcp-command"_s, u"mcp"_s, called,
        {{u"command"_s, Json::string(program)}, {u"args"_s, words.isEmpty() ? Json() : textArray(words)},
            {u"env"_s, environment.isEmpty() ? Json() : Json::object(environment)}});
    made.package = package;
    return made;
}

//! Returns a source with the address and the headers of a curl command. A source needs no method and no body.
Result<SourceGuess> guessCurl(const QStringList &given)
{
    static const QStringList withValue =
        u"-X --request -d --data --data-raw --data-binary --data-urlencode --json -o "
        "--output -A --user-agent -b --cookie -m --max-time -F --form --cacert --cert "
        "--key -e --referer --connect-timeout --retry --retry-delay --retry-max-time -x "
        "--proxy -U --proxy-user -w --write-out -c --cookie-jar -D --dump-header -T "
        "--upload-file --resolve --interface -r --range --limit-rate --max-redirs -E "
        "--capath --ciphers --tls-max --unix-socket -K --config -y -Y -z --form-string "
        "--keepalive-time"_s.split(u' ');
    static const QStringList ofTheCall{u"content-type"_s, u"accept"_s, u"content-length"_s, u"user-agent"_s,
        u"host"_s, u"accept-encoding"_s, u"connection"_s, u"last-event-id"_s, u"mcp-session-id"_s,
        u"mcp-protocol-version"_s};
    // "--header=X: y", "-HX: y" and "-uA:B" count as two words.
    QStringList words;
    for (const QString &word : given) {
        static const QRegularExpression joined(u"^(--[a-z][a-z-]*)=(.*)$|^(-[HuXdAbmFeo])(.+)$"_s,
            QRegularExpression::DotMatchesEverythingOption);
        const QRegularExpressionMatch parts = joined.match(word);
        if (parts.hasMatch())
            words += parts.captured(1).isEmpty() ? QStringList{parts.captured(3), parts.captured(4)}
                                                 : QStringList{parts.captured(1), parts.captured(2)};
        else
            words += word;
    }
    QUrl url;
    QList<Json::Member> headers;
    for (qsizetype i = 1; i < words.size(); ++i) {
        const QString &word = words.at(i);
        if (word == "-H"_L1 || word == "--header"_L1) {
            const QString header = words.value(++i);
            const QString name = header.section(u':', 0, 0).trimmed();
            if (!name.isEmpty() && !ofTheCall.contains(name.toLower()))
                headers.append({name, Json::string(header.section(u':', 1).trimmed())});
        } else if (word == "-u"_L1 || word == "--user"_L1) {
            headers.append({u"Authorization"_s,
                Json::string(
                    QString(u"Basic " + QString::fromLatin1(words.value(++i).toUtf8().toBase64())))});
        } else if (word == "--oauth2-bearer"_L1) {
            headers.append({u"Authorization"_s, Json::string(QString(u"Bearer " + words.value(++i)))});
        } else if (word == "--url"_L1) {
            url = QUrl(words.value(++i));
        } else if (withValue.contains(word)) {
            ++i;
        } else if (!word.startsWith(u'-') && url.isEmpty()) {
            url = QUrl(word.contains("://"_L1) ? word : QString(u"http://"_s + word));
        }
    }
    if (!url.isValid() || url.host().isEmpty())
        return std::unexpected(
            Error{ErrorKind::Usage, u"source.guess"_s, u"the curl command names no address"_s});
    return guessUrl(url, headers.isEmpty() ? Json() : Json::object(headers));
}

//! Returns the address in \a text, or nothing if \a text does not look like an address.
std::optional<QUrl> addressIn(const QString &text)
{
    static const QRegularExpression withScheme(
        u"^(https?|wss?)://\\S+$"_s, QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression ofThisComputer(
        u"^(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?(/\\S*)?$"_s);
    static const QRegularExpression ofAHost(u"^([a-z0-9-]+\\.)+[a-z]{2,}(:\\d+(/\\S*)?|/\\S*)$"_s);
    static const QRegularExpression ofANumber(u"^(\\d{1,3}\\.){3}\\d{1,3}(:\\d+)?(/\\S*)?$"_s);
    QUrl url;
    if (withScheme.match(text).hasMatch())
        url = QUrl(text);
    else if (ofThisComputer.match(text).hasMatch() || ofANumber.match(text).hasMatch())
        url = QUrl(u"http://"_s + text);
    else if (ofAHost.match(text).hasMatch())
        url = QUrl(u"https://"_s + text);
    return url.isValid() && !url.host().isEmpty() ? std::optional(url) : std::nullopt;
}

//! Returns \a text as a path, which may hold blanks, or an empty string if \a text is not one path.
QString pathIn(const QString &text)
{
    if (text.contains(u'\n'))
        return {};
    if (text.startsWith("file:"_L1))
        return QUrl(text).toLocalFile();
    const QStringList words = splitArguments(text);
    if (words.size() == 1 && (isDocument(words.constFirst()) || words.constFirst().endsWith(u'/')))
        return words.constFirst();
    // If a folder's name holds blanks, a part of the path follows them. In a command, options or a rooted
    // path follow.
    const bool isRooted = text.startsWith(u'/') || text.startsWith("~/"_L1);
    const bool goesOn = text.indexOf(u'/', text.indexOf(u' ')) > 0;
    const bool isCommand = isDocument(words.value(0)) || text.contains(" -"_L1) || text.contains(" /"_L1);
    return words.size() > 1 && isRooted && goesOn && !isCommand && isDocument(text) ? text : QString();
}

SourceGuess guessPath(const QString &path)
{
    if (isDocument(path))
        return guess(u"openapi"_s, u"openapi"_s, nameInPath(path), {{u"document"_s, Json::string(path)}});
    if (path.endsWith(u'/')) {
        const QString folder = path.size() > 1 ? path.chopped(1) : path;
        return guess(u"fixtures"_s, u"fixtures"_s, nameInPath(folder), {{u"folder"_s, Json::string(folder)}});
    }
    return guessCommand({path}, {});
}

} // namespace

QString sourceNameFrom(const QString &text)
{
    static const QRegularExpression other(u"[^\\w-]+"_s, QRegularExpression::UseUnicodePropertiesOption);
    QString name = text.trimmed().toLower();
    name.replace(other, u"-"_s);
    name = name.left(mostNameLetters);
    while (name.startsWith(u'-'))
        name.removeFirst();
    while (name.endsWith(u'-'))
        name.chop(1);
    return name;
}

bool isServerList(const QString &path)
{
    const QString name = fileName(path).toLower();
    return name.endsWith(".json"_L1)
        && (name.contains("mcp"_L1) || name.contains("claude"_L1) || name == "settings.json"_L1
            || name == "server.json"_L1 || name == "devcontainer.json"_L1);
}

bool isServerListText(const QString &text)
{
    static const QRegularExpression member(u"^\"[^\"]*\"\\s*:"_s);
    const QString trimmed = text.trimmed();
    return trimmed.startsWith(u'{') || member.match(trimmed).hasMatch();
}

Result<std::optional<SourceGuess>> guessSource(const QString &text)
{
    QString trimmed = text.trimmed();
    while (trimmed.startsWith("$ "_L1) || trimmed.startsWith("> "_L1))
        trimmed = trimmed.sliced(2).trimmed();
    if (trimmed.isEmpty())
        return std::nullopt;
    const bool isQuoted =
        trimmed.size() > 2 && trimmed.startsWith(u'"') && trimmed.indexOf(u'"', 1) == trimmed.size() - 1;
    if (const std::optional<QUrl> url = addressIn(isQuoted ? trimmed.sliced(1, trimmed.size() - 2) : trimmed))
        return guessUrl(*url);
    if (const QString path = pathIn(trimmed); !path.isEmpty())
        return guessPath(path);
    QStringList words = splitArguments(trimmed);
    if (words.value(0) == "curl"_L1 || words.value(0) == "curl.exe"_L1)
        return guessCurl(words);
    QList<Json::Member> environment;
    static const QRegularExpression assignment(u"^[A-Za-z_]\\w*="_s);
    while (words.size() > 1 && assignment.match(words.constFirst()).hasMatch()) {
        const QString word = words.takeFirst();
        environment.append({word.section(u'=', 0, 0), Json::string(word.section(u'=', 1))});
    }
    if (words.isEmpty() || words.constFirst().isEmpty())
        return std::nullopt;
    return guessCommand(words, environment);
}

} // namespace Workbench
