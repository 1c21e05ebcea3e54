// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/secretstore.h"

namespace Workbench {

//! What stands in place of a secret wherever people write one: env:NAME, fd:N or keychain:NAME. Never the
//! secret itself: other programs can read a command line, and a workspace file is given away.
struct SecretReference {
    enum class Place : quint8 { Environment, Descriptor, Keychain };
    Place place = Place::Keychain;
    QString name; //!< of the variable, the number, or the name in the keychain

    QString text() const;
    //! ErrorKind::Usage names the three forms.
    static Result<SecretReference> parse(QStringView text);
    //! Whether \a text begins like one.
    static bool isLike(QStringView text);

    friend bool operator==(const SecretReference &, const SecretReference &) = default;
};

//! Turns references into secrets and tells \c SecretObserver of each. GUI thread.
class SecretResolver {
public:
    //! Without \a store, which must outlive this, keychain: is refused.
    explicit SecretResolver(SecretStore *store, SecretObserver observer = {});
    ~SecretResolver();
    Q_DISABLE_COPY_MOVE(SecretResolver)

    //! The secret, never an empty one. A descriptor is read to its end once, on a worker, and remembered; a
    //! line end behind it is not part of it. ErrorKind::Usage says which reference is wrong,
    //! ErrorKind::Storage what the keychain said. Settled also when the resolver goes meanwhile.
    QFuture<Result<Secret>> resolve(const SecretReference &reference);

    //! Tells the resolver's observer for as long as the resolver is there; for what is part of a secret.
    SecretObserver observer() const;

    struct State;

private:
    std::shared_ptr<State> d;
};

} // namespace Workbench
