// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/secretstore.h"

#include "core/base/settle.h"

namespace Workbench {

using namespace Qt::StringLiterals;

using Found = Result<std::optional<Secret>>;

struct FallbackStore::State {
    std::unique_ptr<SecretStore> first;
    std::function<void(const QString &)> told;
    MemoryStore memory;
    bool isMemory = false;

    //! Returns whether \a error means that memory is used from now on; tells the user the first time.
    bool fallsBack(const Error &error)
    {
        if (error.code != noKeychain)
            return false;
        if (!std::exchange(isMemory, true) && told)
            told(memory.notice());
        return true;
    }
};

namespace {

using StatePointer = std::shared_ptr<FallbackStore::State>;

//! Calls \a call of the other store until that has no keychain, and of the memory from then on.
template <typename T, typename... Arguments>
Task<Result<T>> callEither(StatePointer state, QFuture<Result<T>> (SecretStore::*call)(Arguments...),
    std::decay_t<Arguments>... arguments)
{
    if (!state->isMemory) {
        Result<T> result = co_await (state->first.get()->*call)(arguments...);
        if (result || !state->fallsBack(result.error()))
            co_return result;
    }
    co_return co_await (state->memory.*call)(arguments...);
}

} // namespace

QFuture<Found> MemoryStore::read(const QString &name)
{
    const auto found = m_secrets.constFind(name);
    return QtFuture::makeReadyValueFuture(
        Found(found == m_secrets.constEnd() ? std::nullopt : std::optional(*found)));
}

QFuture<Result<void>> MemoryStore::write(const QString &name, const Secret &secret)
{
    m_secrets.insert(name, secret);
    return QtFuture::makeReadyValueFuture(Result<void>());
}

QFuture<Result<bool>> MemoryStore::remove(const QString &name)
{
    return QtFuture::makeReadyValueFuture(Result<bool>(m_secrets.remove(name) > 0));
}

QFuture<Result<QStringList>> MemoryStore::names()
{
    return QtFuture::makeReadyValueFuture(Result<QStringList>(m_secrets.keys()));
}

QString MemoryStore::notice() const
{
    return u"This system has no keychain: secrets are kept in memory and are gone when the program ends."_s;
}

FallbackStore::FallbackStore(std::unique_ptr<SecretStore> first, std::function<void(const QString &)> told)
    : d(std::make_shared<State>())
{
    d->first = std::move(first);
    d->told = std::move(told);
}

FallbackStore::~FallbackStore()
{
    d->told = {};
    d->first.reset(); // settles its running calls; no coroutine uses it again
    d->isMemory = true;
}

QFuture<Found> FallbackStore::read(const QString &name)
{
    return asFuture(callEither(d, &SecretStore::read, name));
}

QFuture<Result<void>> FallbackStore::write(const QString &name, const Secret &secret)
{
    return asFuture(callEither(d, &SecretStore::write, name, secret));
}

QFuture<Result<bool>> FallbackStore::remove(const QString &name)
{
    return asFuture(callEither(d, &SecretStore::remove, name));
}

QFuture<Result<QStringList>> FallbackStore::names()
{
    return asFuture(callEither(d, &SecretStore::names));
}

QString FallbackStore::notice() const
{
    return d->isMemory ? d->memory.notice() : QString();
}

} // namespace Workbench
