// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/secrets.h"
#include "app/cli/sourcerun.h"
#include "core/auth/oauthaccess.h"
#include "core/base/visibletext.h"

#include <QFile>

#include <termios.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr qint64 longestSecret = 64 << 10;

//! Switches off the echo of the terminal while this object exists. Ctrl-C arrives as a character, so that no
//! signal can leave the terminal without echo.
class SilentTerminal {
public:
    SilentTerminal()
    {
        m_isTerminal = ::tcgetattr(STDIN_FILENO, &m_before) == 0;
        termios silent = m_before;
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG);
        silent.c_cc[VMIN] = 1;
        silent.c_cc[VTIME] = 0;
        if (m_isTerminal)
            ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    ~SilentTerminal()
    {
        if (m_isTerminal)
            ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &m_before);
    }
    Q_DISABLE_COPY_MOVE(SilentTerminal)

private:
    termios m_before{};
    bool m_isTerminal = false;
};

//! Reads one line without showing it.
Result<QByteArray> typedSecret()
{
    const SilentTerminal silence;
    QByteArray line;
    for (char c = 0; ::read(STDIN_FILENO, &c, 1) == 1 && line.size() <= longestSecret;) {
        if (c == '\n' || c == '\r' || c == 0x04) // Enter, Ctrl-D
            return line;
        if (c == 0x03) // Ctrl-C
            break;
        if (c == 0x15) { // Ctrl-U
            line.clear();
        } else if (c == 0x7F || c == 0x08) { // removes one character with all its bytes
            while (!line.isEmpty() && (uchar(line.back()) & 0xC0) == 0x80)
                line.chop(1);
            line.chop(1);
        } else {
            line.append(c);
        }
    }
    return std::unexpected(
        Error{ErrorKind::Cancelled, u"interrupted"_s, u"interrupted; nothing was stored"_s});
}

Result<Secret> secretFromStdin(const QString &name, Output &output)
{
    QByteArray bytes;
    if (::isatty(STDIN_FILENO) == 1) {
        output.explain(u"Type the secret \"%1\" (it is not shown), then press Enter:"_s.arg(name));
        const Result<QByteArray> typed = typedSecret();
        if (!typed)
            return std::unexpected(typed.error());
        bytes = *typed;
    } else {
        QFile file;
        if (file.open(stdin, QIODevice::ReadOnly))
            bytes = file.read(longestSecret + 2);
        if (bytes.endsWith('\n'))
            bytes.chop(1);
        if (bytes.endsWith('\r'))
            bytes.chop(1);
    }
    if (bytes.isEmpty())
        return wrongUsage(u"the secret is empty"_s);
    if (bytes.size() > longestSecret)
        return wrongUsage(u"the secret is longer than %1 KiB"_s.arg(longestSecret >> 10));
    return Secret(bytes);
}

int setSecret(const QString &name, Output &output)
{
    const Result<Secret> secret = secretFromStdin(name, output);
    if (!secret)
        return output.fail(secret.error());
    KeychainStore keychain;
    if (const Result<void> written = waitFor(keychain.write(name, *secret)); !written)
        return output.fail(written.error());
    output.note(u"stored in the keychain; use it as keychain:%1"_s.arg(name));
    return ExitCode::Ok;
}

//! Describes the tokens of a sign-in without showing them; empty if \a name holds no tokens.
QString tokensText(KeychainStore &keychain, const QString &name)
{
    const auto stored = waitFor(keychain.read(name));
    const std::optional<Secret> secret = stored.value_or(std::nullopt);
    const Result<OAuthTokens> tokens = secret ? OAuthTokens::fromSecret(*secret) : std::unexpected(Error{});
    if (!tokens)
        return {};
    QString text = u"signed in as "_s + visibleText(tokens->clientId, false, 100);
    if (!tokens->issuer.isEmpty())
        text += u" at "_s + visibleText(tokens->issuer, false, 200);
    if (!tokens->scopes.isEmpty())
        text += u", for "_s + visibleText(tokens->scopes.join(u' '), false, 200);
    const bool isOver = tokens->isExpiring(QDateTime::currentDateTimeUtc(), std::chrono::seconds(0));
    if (tokens->expiresAt.isValid())
        text += (isOver ? u", expired "_s : u", until "_s) + tokens->expiresAt.toString(Qt::ISODate);
    if (isOver && !tokens->refreshToken.isEmpty())
        text += u" (renewed when it is used)"_s;
    return text;
}

int listSecrets(Output &output)
{
    KeychainStore keychain;
    const Result<QStringList> names = waitFor(keychain.names());
    if (!names)
        return output.fail(names.error());
    QList<Json> items;
    for (const QString &name : *names) {
        items.append(Json::string(name));
        if (output.isJson())
            continue;
        const QString tokens = sourceOfTokens(name) ? tokensText(keychain, name) : QString();
        output.line(tokens.isEmpty() ? name : QString(name + u"  "_s + tokens));
    }
    if (output.isJson())
        output.json(Json::array(items));
    return ExitCode::Ok;
}

int removeSecret(const QString &name, Output &output)
{
    KeychainStore keychain;
    Result<bool> removed = waitFor(keychain.remove(name));
    if (removed && !*removed && name.startsWith("oauth:"_L1)) {
        SecretResolver nothing(&keychain);
        OAuthAccess tokens(&keychain, &nothing, {});
        removed = waitFor(tokens.signOut(name.sliced(6)));
    }
    if (!removed)
        return output.fail(removed.error());
    if (!*removed)
        return output.fail(usageError(u"the keychain has no \"%1\""_s.arg(name)));
    return ExitCode::Ok;
}

} // namespace

int runAuth(const CommandContext &context)
{
    const auto &[arguments, limits, output] = context;
    const QString verb = arguments.positionals.constFirst();
    const QString name = arguments.positionals.value(1);
    const bool takesName = verb == "set"_L1 || verb == "remove"_L1;
    if (!takesName && verb != "list"_L1)
        return output.fail(usageError(u"auth accepts set, list or remove, not \"%1\""_s.arg(verb)));
    if (takesName == name.isEmpty())
        return output.fail(usageError(takesName ? u"auth %1 needs a NAME"_s.arg(verb)
                                                : u"auth list takes no NAME, but got \"%1\""_s.arg(name)));
    if (verb == "list"_L1)
        return listSecrets(output);
    return verb == "set"_L1 ? setSecret(name, output) : removeSecret(name, output);
}

} // namespace Workbench::Cli
