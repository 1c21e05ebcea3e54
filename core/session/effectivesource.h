// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"
#include "core/workspace/environment.h"

#include <QHash>

namespace Workbench {

//! A source in an environment, as far as it may be seen: values are put in, and "${keychain:NAME}" stands for
//! a secret.
struct EffectiveSource {
    Source source;
    QStringList secrets{}; //!< references of those that its settings ask for, each once, in order

    friend bool operator==(const EffectiveSource &, const EffectiveSource &) = default;
};

//! \a environment may be null: none is chosen. ErrorKind::Usage names the variable, the source and the
//! environment.
Result<EffectiveSource> effectiveSource(const Source &source, const Environment *environment);

//! The source as its adapter gets it; \a secrets by reference. Everything that \a environment does not know
//! is empty: effectiveSource() comes first.
Source withSecrets(
    const Source &source, const Environment *environment, const QHash<QString, QString> &secrets);

//! Adds the member "limits" to the schema of the settings of a source: {KEY: TEXT}, for example
//! {"request.timeout": "2min"}.
Json withLimitsSetting(const Json &settingsSchema);
//! Returns \a limits with those that the settings of \a source change. ErrorKind::Usage, naming the source,
//! for an unknown key, a wrong value, or limits that contradict each other. \source core/RULES.md "Limits"
Result<Limits> limitsOf(const Source &source, Limits limits);

//! What has to be confirmed before \a effective is connected: the program that it starts, and the secrets
//! that it gets with the origins that its settings name.
std::optional<TrustFacts> trustFactsOf(const AdapterFactory &factory, const EffectiveSource &effective);

//! Whether \a real, with its secrets, starts what was confirmed: a secret may be an argument, but may not
//! choose the program, its folder or the code that it loads. ErrorKind::Trust.
Result<void> checkAgainst(
    const TrustFacts &confirmed, const std::optional<TrustFacts> &real, const QString &sourceName);

} // namespace Workbench
