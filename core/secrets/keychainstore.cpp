// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/keychainstore.h"

#include "core/base/settle.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontexts.h"

#include <qt6keychain/keychain.h>

#include <deque>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestName = 200;

Error keychainError(const QString &code, const QString &message, const QString &detail = {})
{
    return {ErrorKind::Storage, code, message, detail};
}

//! One job of the keychain. The job of the library may outlive this object, because the keychain calls it
//! back. The library's job deletes itself when it has finished.
class KeychainJob : public QObject {
public:
    struct Ended {
        QKeychain::Error error = QKeychain::OtherError;
        QString problem;
        QByteArray value; //!< the value that a read job returned
        bool isCancelled = false;
    };

    KeychainJob(QKeychain::Job *job, const QString &key, QObject *parent)
        : QObject(parent)
    {
        job->setInsecureFallback(false);
        job->setKey(key);
        connect(job, &QKeychain::Job::finished, this, [this](QKeychain::Job *ended) {
            auto *const reading = qobject_cast<QKeychain::ReadPasswordJob *>(ended);
            m_ended.settle(
                {ended->error(), ended->errorString(), reading ? reading->binaryData() : QByteArray()});
            deleteLater();
        });
        job->start();
    }
    ~KeychainJob() override { m_ended.settle({.problem = {}, .value = {}, .isCancelled = true}); }

    QFuture<Ended> future() const { return m_ended.future(); }

private:
    Settling<Ended> m_ended;
};

using Ended = KeychainJob::Ended;

} // namespace

struct KeychainStore::State {
    QString service;
    bool hasAnswered = false; //!< the keychain has answered, so it exists
    std::deque<std::pair<QString, bool>> nameChanges; //!< name, and whether the secret exists now
    std::shared_ptr<Settling<Result<void>>> naming; //!< set while the entry of names is rewritten
    std::unique_ptr<QObject> jobs = std::make_unique<QObject>();

    QString namesService() const { return service + u" names"_s; }
    QFuture<Ended> read(const QString &place, const QString &key)
    {
        return start(new QKeychain::ReadPasswordJob(place), key);
    }
    QFuture<Ended> write(const QString &place, const QString &key, const QByteArray &value)
    {
        auto *const job = new QKeychain::WritePasswordJob(place);
        job->setBinaryData(value);
        return start(job, key);
    }
    QFuture<Ended> remove(const QString &key)
    {
        return start(new QKeychain::DeletePasswordJob(service), key);
    }
    QFuture<Ended> start(QKeychain::Job *job, const QString &key)
    {
        if (!jobs) { // the store is gone
            delete job;
            return QtFuture::makeReadyValueFuture(Ended{.problem = {}, .value = {}, .isCancelled = true});
        }
        return (new KeychainJob(job, key, jobs.get()))->future();
    }

    //! Returns nothing for success and for "not found". The libraries report a missing keychain with many
    //! different errors, so an error before the first answer counts as a missing keychain.
    std::optional<Error> problemOf(const Ended &ended)
    {
        using namespace QKeychain;
        if (ended.isCancelled)
            return Error{
                ErrorKind::Cancelled, u"keychain.cancelled"_s, u"Access to the keychain was cancelled."_s};
        if (ended.error == NoError || ended.error == EntryNotFound) {
            hasAnswered = true;
            return {};
        }
        if (ended.error == AccessDenied || ended.error == AccessDeniedByUser)
            return keychainError(u"keychain.denied"_s,
                u"The keychain was not opened for this program. Unlock it and try again."_s, ended.problem);
        if (hasAnswered)
            return keychainError(
                u"keychain.failed"_s, u"The keychain failed: %1"_s.arg(ended.problem), ended.problem);
        return keychainError(noKeychain,
            u"This system has no keychain that answers; start one (gnome-keyring, KWallet), or use env: or fd:."_s,
            ended.problem);
    }
};

namespace {

using KeychainState = std::shared_ptr<KeychainStore::State>;

constexpr auto namesKey = "names"_L1;

Result<void> checkName(const QString &name)
{
    const bool isPlain = std::ranges::all_of(name, [](QChar c) { return c.isPrint(); });
    if (name.trimmed().isEmpty() || name.size() > longestName || !isPlain)
        return std::unexpected(Error{ErrorKind::Usage, u"keychain.name"_s,
            u"A name in the keychain has 1 to %1 characters, none of them invisible."_s.arg(longestName)});
    return {};
}

Task<Result<QStringList>> readNames(KeychainState state)
{
    const Ended ended = co_await state->read(state->namesService(), namesKey);
    if (const auto problem = state->problemOf(ended))
        co_return std::unexpected(*problem);
    co_return textsOf(parseJson(ended.value).value_or(Json()));
}

//! Writes the list of names until no change is left. Changes at the same time must not overwrite each other.
Task<Result<void>> rewriteNames(KeychainState state)
{
    while (!state->nameChanges.empty()) {
        const auto changes = std::exchange(state->nameChanges, {});
        Result<QStringList> names = co_await readNames(state);
        if (!names)
            co_return std::unexpected(names.error());
        for (const auto &[name, isThere] : changes) {
            names->removeAll(name);
            if (isThere)
                names->append(name);
        }
        names->sort();
        const Ended ended =
            co_await state->write(state->namesService(), namesKey, textArray(*names).toBytes());
        if (const auto problem = state->problemOf(ended))
            co_return std::unexpected(*problem);
    }
    co_return Result<void>();
}

Task<Result<void>> changeNames(KeychainState state, QString name, bool isThere)
{
    state->nameChanges.emplace_back(name, isThere);
    if (state->naming)
        co_return co_await state->naming->future();
    const auto naming = std::make_shared<Settling<Result<void>>>();
    state->naming = naming;
    const Result<void> rewritten = co_await rewriteNames(state);
    state->naming.reset();
    naming->settle(rewritten);
    co_return rewritten;
}

Task<Result<std::optional<Secret>>> readSecret(KeychainState state, QString name)
{
    if (const Result<void> valid = checkName(name); !valid)
        co_return std::unexpected(valid.error());
    const Ended ended = co_await state->read(state->service, name);
    if (const auto problem = state->problemOf(ended))
        co_return std::unexpected(*problem);
    if (ended.error == QKeychain::EntryNotFound)
        co_return std::nullopt;
    co_return Secret(ended.value);
}

Task<Result<void>> writeSecret(KeychainState state, QString name, Secret secret)
{
    if (const Result<void> valid = checkName(name); !valid)
        co_return std::unexpected(valid.error());
    // Read first: the error of a write does not tell a missing keychain from one that refuses.
    const Ended probed = co_await state->read(state->service, name);
    if (const auto problem = state->problemOf(probed))
        co_return std::unexpected(*problem);
    const Ended ended = co_await state->write(state->service, name, secret.reveal());
    if (const auto problem = state->problemOf(ended))
        co_return std::unexpected(*problem);
    co_return co_await changeNames(state, name, true);
}

Task<Result<bool>> removeSecret(KeychainState state, QString name)
{
    const Result<std::optional<Secret>> found = co_await readSecret(state, name);
    if (!found)
        co_return std::unexpected(found.error());
    if (*found) {
        const Ended ended = co_await state->remove(name);
        if (const auto problem = state->problemOf(ended))
            co_return std::unexpected(*problem);
    }
    const Result<void> named = co_await changeNames(state, name, false);
    if (!named)
        co_return std::unexpected(named.error());
    co_return found->has_value();
}

} // namespace

KeychainStore::KeychainStore(QString service)
    : d(std::make_shared<State>())
{
    d->service = std::move(service);
}

KeychainStore::~KeychainStore()
{
    d->jobs.reset(); // settles the running jobs
}

QString KeychainStore::defaultService()
{
    return u"envelope-workbench"_s;
}

QFuture<Result<std::optional<Secret>>> KeychainStore::read(const QString &name)
{
    return asFuture(readSecret(d, name));
}

QFuture<Result<void>> KeychainStore::write(const QString &name, const Secret &secret)
{
    return asFuture(writeSecret(d, name, secret));
}

QFuture<Result<bool>> KeychainStore::remove(const QString &name)
{
    return asFuture(removeSecret(d, name));
}

QFuture<Result<QStringList>> KeychainStore::names()
{
    return asFuture(readNames(d));
}

} // namespace Workbench
