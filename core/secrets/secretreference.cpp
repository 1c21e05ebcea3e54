// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/secretreference.h"

#include "core/base/advice.h"
#include "core/base/settle.h"

#include <QFile>
#include <QHash>
#include <QtConcurrentRun>

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

struct SecretResolver::State {
    SecretStore *store = nullptr;
    SecretObserver observer;
    QHash<int, QFuture<Result<Secret>>> descriptors; //!< each can be read only once
};

namespace {

using RefPlace = SecretReference::Place;

struct Prefix {
    QLatin1StringView text;
    RefPlace place;
};
constexpr std::array prefixes{Prefix{"env:"_L1, RefPlace::Environment},
    Prefix{"fd:"_L1, RefPlace::Descriptor}, Prefix{"keychain:"_L1, RefPlace::Keychain}};

constexpr qint64 longestSecret = 64 << 10;

std::unexpected<Error> unusable(const QString &sentence)
{
    return std::unexpected(Error{ErrorKind::Usage, u"secret.reference"_s, sentence});
}

Result<Secret> fromEnvironment(const QString &name)
{
    const QByteArray variable = name.toLocal8Bit();
    if (!qEnvironmentVariableIsSet(variable.constData()))
        return unusable(u"the variable %1 is not set"_s.arg(name));
    return Secret(qgetenv(variable.constData()));
}

//! Reads the descriptor to its end. Blocks until the other end closes it.
Result<Secret> fromDescriptor(int descriptor)
{
    QFile file;
    if (!file.open(descriptor, QIODevice::ReadOnly | QIODevice::Unbuffered))
        return unusable(u"\"fd:%1\" cannot be read"_s.arg(descriptor));
    QByteArray bytes;
    while (bytes.size() <= longestSecret) {
        const QByteArray piece = file.read(longestSecret + 1 - bytes.size());
        if (piece.isEmpty())
            break;
        bytes += piece;
    }
    if (file.error() != QFile::NoError)
        return unusable(u"\"fd:%1\" cannot be read"_s.arg(descriptor));
    if (bytes.size() > longestSecret)
        return unusable(u"\"fd:%1\" holds more than %2 KiB, the longest accepted secret"_s.arg(
            QString::number(descriptor), QString::number(longestSecret >> 10)));
    if (bytes.endsWith('\n'))
        bytes.chop(1);
    if (bytes.endsWith('\r'))
        bytes.chop(1);
    return Secret(bytes);
}

Task<Result<Secret>> fromStore(std::shared_ptr<SecretResolver::State> state, QString name)
{
    if (!state->store)
        co_return unusable(u"keychain:%1 cannot be read: no keychain is available"_s.arg(name));
    const Result<std::optional<Secret>> found = co_await state->store->read(name);
    if (!found)
        co_return std::unexpected(found.error());
    const std::optional<Secret> &secret = *found;
    if (!secret)
        co_return std::unexpected(
            advisingSetting(unusable(u"the keychain has no secret \"%1\""_s.arg(name)).error(),
                QString(u"keychain."_s + name)));
    co_return *secret;
}

Task<Result<Secret>> resolveReference(std::shared_ptr<SecretResolver::State> state, SecretReference reference)
{
    Result<Secret> secret;
    switch (reference.place) {
    case RefPlace::Environment: secret = fromEnvironment(reference.name); break;
    case RefPlace::Keychain: secret = co_await fromStore(state, reference.name); break;
    case RefPlace::Descriptor: {
        const int descriptor = reference.name.toInt();
        if (!state->descriptors.contains(descriptor))
            state->descriptors.insert(descriptor, QtConcurrent::run(fromDescriptor, descriptor));
        secret = co_await state->descriptors.value(descriptor);
        break;
    }
    }
    if (!secret)
        co_return secret;
    if (secret->isEmpty())
        co_return unusable(u"%1 is empty"_s.arg(reference.text()));
    if (state->observer)
        state->observer(*secret, reference.name);
    co_return secret;
}

} // namespace

QString SecretReference::text() const
{
    const auto prefix = std::ranges::find(prefixes, place, &Prefix::place);
    return prefix->text + name;
}

Result<SecretReference> SecretReference::parse(QStringView text)
{
    for (const Prefix &prefix : prefixes) {
        if (!text.startsWith(prefix.text))
            continue;
        SecretReference reference{prefix.place, text.sliced(prefix.text.size()).toString()};
        bool isNumber = true;
        if (prefix.place == RefPlace::Descriptor)
            isNumber = reference.name.toInt(&isNumber) >= 0 && isNumber;
        if (reference.name.isEmpty() || !isNumber)
            break;
        return reference;
    }
    return unusable(
        u"expected env:NAME, fd:N or keychain:NAME as the name of a secret; other programs can read a command line"_s);
}

bool SecretReference::isLike(QStringView text)
{
    return std::ranges::any_of(
        prefixes, [text](const Prefix &prefix) { return text.startsWith(prefix.text); });
}

SecretResolver::SecretResolver(SecretStore *store, SecretObserver observer)
    : d(std::make_shared<State>())
{
    d->store = store;
    d->observer = std::move(observer);
}

SecretResolver::~SecretResolver()
{
    d->store = nullptr;
    d->observer = {};
}

SecretObserver SecretResolver::observer() const
{
    return [weak = std::weak_ptr(d)](const Secret &secret, const QString &name) {
        if (const auto state = weak.lock(); state && state->observer)
            state->observer(secret, name);
    };
}

QFuture<Result<Secret>> SecretResolver::resolve(const SecretReference &reference)
{
    return asFuture(resolveReference(d, reference));
}

QFuture<Result<Secret>> SecretResolver::resolve(QStringView text)
{
    const Result<SecretReference> reference = SecretReference::parse(text);
    return reference ? resolve(*reference)
                     : QtFuture::makeReadyValueFuture(Result<Secret>(std::unexpected(reference.error())));
}

} // namespace Workbench
