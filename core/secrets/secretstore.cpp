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

Task<Found> readFrom(StatePointer state, QString name)
{
    if (!state->isMemory) {
        Found found = co_await state->first->read(name);
        if (found || !state->fallsBack(found.error()))
            co_return found;
    }
    co_return co_await state->memory.read(name);
}

Task<Result<void>> writeTo(StatePointer state, QString name, Secret secret)
{
    if (!state->isMemory) {
        Result<void> written = co_await state->first->write(name, secret);
        if (written || !state->fallsBack(written.error()))
            co_return written;
    }
    co_return co_await state->memory.write(name, secret);
}

Task<Result<bool>> removeFrom(StatePointer state, QString name)
{
    if (!state->isMemory) {
        Result<bool> removed = co_await state->first->remove(name);
        if (removed || !state->fallsBack(removed.error()))
            co_return removed;
    }
    co_return co_await state->memory.remove(name);
}

Task<Result<QStringList>> namesIn(StatePointer state)
{
    if (!state->isMemory) {
        Result<QStringList> names = co_await state->first->names();
        if (names || !state->fallsBack(names.error()))
            co_return names;
    }
    co_return co_await state->memory.names();
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
    return asFuture(readFrom(d, name));
}

QFuture<Result<void>> FallbackStore::write(const QString &name, const Secret &secret)
{
    return asFuture(writeTo(d, name, secret));
}

QFuture<Result<bool>> FallbackStore::remove(const QString &name)
{
    return asFuture(removeFrom(d, name));
}

QFuture<Result<QStringList>> FallbackStore::names()
{
    return asFuture(namesIn(d));
}

QString FallbackStore::notice() const
{
    return d->isMemory ? d->memory.notice() : QString();
}

} // namespace Workbench
