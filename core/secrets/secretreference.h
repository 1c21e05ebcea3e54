// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/secrets/secretstore.h"

namespace Workbench {

//! A reference to a secret, which users write in place of the secret: env:NAME, fd:N or keychain:NAME. The
//! secret itself is never written: other programs can read a command line, and workspace files are shared.
struct SecretReference {
    enum class Place : quint8 { Environment, Descriptor, Keychain };
    Place place = Place::Keychain;
    QString name; //!< the variable, the number of the descriptor, or the name in the keychain

    QString text() const;
    //! Fails with ErrorKind::Usage; the message names the three forms and never \a text, which may be a
    //! secret.
    static Result<SecretReference> parse(QStringView text);
    //! Returns whether \a text begins like a reference.
    static bool isLike(QStringView text);

    friend bool operator==(const SecretReference &, const SecretReference &) = default;
};

//! Turns references into secrets and passes each to the SecretObserver. GUI thread.
class SecretResolver {
public:
    //! \a store must outlive this object. If it is null, references to the keychain are refused.
    explicit SecretResolver(SecretStore *store, SecretObserver observer = {});
    ~SecretResolver();
    Q_DISABLE_COPY_MOVE(SecretResolver)

    //! Returns the secret, which is never empty. A descriptor is read to its end once, on a worker, and its
    //! content is remembered without a final line end. Fails with ErrorKind::Usage for a reference that
    //! cannot be used, and with ErrorKind::Storage for an error of the keychain. The future also settles if
    //! the resolver is deleted.
    QFuture<Result<Secret>> resolve(const SecretReference &reference);
    //! Resolves the reference \a text. Fails with the error of SecretReference::parse() for any other text.
    QFuture<Result<Secret>> resolve(QStringView text);

    //! Returns a function that calls the resolver's observer while the resolver exists. It is for secrets
    //! that are parts of a resolved secret.
    SecretObserver observer() const;

    struct State;

private:
    std::shared_ptr<State> d;
};

} // namespace Workbench
