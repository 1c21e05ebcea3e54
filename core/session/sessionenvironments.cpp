// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The environments of the one door: which there are, which one is active, and who has to connect again.
#include "core/session/effectivesource.h"
#include "core/session/sessions.h"
#include "core/session/sessions_p.h"

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

Error notHere()
{
    return {.kind = ErrorKind::Storage,
        .code = u"secret.store"_s,
        .message = u"there is no place for secrets here"_s};
}

} // namespace

const QList<Environment> &Sessions::environments() const
{
    return d->environments;
}

const QString &Sessions::environment() const
{
    return d->environmentName;
}

void Sessions::setEnvironments(
    const QList<Environment> &environments, const std::optional<QString> &active, Reconnect reconnect)
{
    const QString wanted = active.value_or(d->environmentName);
    const bool exists = std::ranges::contains(environments, wanted, &Environment::name);
    const QString name = exists ? wanted : QString();
    if (d->environments == environments && d->environmentName == name && d->changedSecrets.isEmpty())
        return;
    d->environments = environments;
    d->useEnvironment(name, reconnect);
}

Result<void> Sessions::setEnvironment(const QString &name)
{
    if (name == d->environmentName)
        return {};
    if (!name.isEmpty() && !std::ranges::contains(d->environments, name, &Environment::name)) {
        QStringList names;
        for (const Environment &environment : std::as_const(d->environments))
            names.append(environment.name);
        const QString have = names.isEmpty() ? u"the workspace has none"_s
                                             : QString(u"the workspace has "_s + names.join(u", "_s));
        return std::unexpected(Error{.kind = ErrorKind::Usage,
            .code = u"environment.unknown"_s,
            .message = u"there is no environment \"%1\"; %2"_s.arg(name, have)});
    }
    d->useEnvironment(name, Reconnect::WhatWasConnected);
    return {};
}

void Sessions::Private::useEnvironment(const QString &name, Reconnect reconnect)
{
    const bool isSame = name == environmentName;
    environmentName = name;
    activeEnvironment.reset();
    const auto active = std::ranges::find(environments, name, &Environment::name);
    if (active != environments.end())
        activeEnvironment = std::make_shared<const Environment>(*active);
    const QStringList changed = std::exchange(changedSecrets, {});
    const QString what = isSame ? u"disconnected because its environment was edited"_s
        : name.isEmpty()        ? u"disconnected because no environment is chosen any more"_s
                                : u"disconnected because the environment is \"%1\" now"_s.arg(name);

    QList<std::shared_ptr<SourceConnection>> open;
    QList<std::shared_ptr<SourceConnection>> affected;
    for (const auto &connection : connections) {
        if (!connection->setEnvironment(activeEnvironment, changed))
            continue;
        affected.append(connection);
        const SourceState &state = connection->state();
        if (state.isUsable() || state.phase == SourceState::Phase::Connecting)
            open.append(connection);
    }
    // Whoever hears of it may remove sources, and this.
    const auto keep = q->d;
    const QPointer<Sessions> sessions = q;
    const auto isThere = [&](const std::shared_ptr<SourceConnection> &connection) {
        return sessions && std::ranges::contains(connections, connection);
    };
    for (const auto &connection : std::as_const(affected)) {
        if (isThere(connection))
            connection->close(endedByUser(connection->source().name, what));
    }
    if (sessions)
        Q_EMIT sessions->environmentChanged();
    for (const auto &connection : std::as_const(open)) {
        if (reconnect == Reconnect::WhatWasConnected && isThere(connection))
            connection->open(connection->versions());
    }
}

QFuture<Result<void>> Sessions::keepSecret(const QString &name, const QString &secret)
{
    if (!d->services.secrets.keep)
        return QtFuture::makeReadyValueFuture(Result<void>(std::unexpected(notHere())));
    d->services.exchanges->hideSecret(secret.toUtf8(), name);
    d->changedSecrets.append(u"keychain:"_s + name);
    return d->services.secrets.keep(name, secret);
}

QFuture<Result<bool>> Sessions::forgetSecret(const QString &name)
{
    if (!d->services.secrets.forget)
        return QtFuture::makeReadyValueFuture(Result<bool>(std::unexpected(notHere())));
    return d->services.secrets.forget(name);
}

QFuture<Result<QStringList>> Sessions::keptSecrets() const
{
    if (!d->services.secrets.names)
        return QtFuture::makeReadyValueFuture(Result<QStringList>(std::unexpected(notHere())));
    return d->services.secrets.names();
}

QFuture<Result<QString>> Sessions::readSecret(const QString &reference) const
{
    if (!d->services.secrets.resolve)
        return QtFuture::makeReadyValueFuture(Result<QString>(std::unexpected(notHere())));
    return d->services.secrets.resolve(reference);
}

bool Sessions::secretsAreTemporary() const
{
    return d->services.secrets.isTemporary && d->services.secrets.isTemporary();
}

} // namespace Workbench
