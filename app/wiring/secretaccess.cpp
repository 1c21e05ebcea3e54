// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/wiring/secretaccess.h"

namespace Workbench::App {

SecretAccess secretAccess(SecretResolver *resolver, SecretStore *store)
{
    SecretAccess access;
    access.resolve = [resolver](const QString &text) {
        const Result<SecretReference> reference = SecretReference::parse(text);
        if (!reference)
            return QtFuture::makeReadyValueFuture(Result<QString>(std::unexpected(reference.error())));
        return resolver->resolve(*reference).then([](const Result<Secret> &secret) {
            return secret.transform([](const Secret &known) { return QString::fromUtf8(known.reveal()); });
        });
    };
    access.keep = [store](const QString &name, const QString &secret) {
        return store->write(name, Secret(secret.toUtf8()));
    };
    access.forget = [store](const QString &name) { return store->remove(name); };
    access.names = [store] { return store->names(); };
    access.isTemporary = [store] { return !store->notice().isEmpty(); };
    return access;
}

} // namespace Workbench::App
