// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"
#include "core/workspace/environment.h"

#include <QHash>

namespace Workbench {

//! A source with the values of an environment, as it may be shown: values are substituted, secrets are not.
//! A placeholder such as "${keychain:NAME}" stands for a secret.
struct EffectiveSource {
    Source source;
    QStringList secrets{}; //!< references of the secrets that the settings use, each once, in order

    friend bool operator==(const EffectiveSource &, const EffectiveSource &) = default;
};

//! Substitutes the values of \a environment, which is null if none is chosen. Fails with ErrorKind::Usage for
//! an unknown variable; the message names the variable, the source and the environment.
Result<EffectiveSource> effectiveSource(const Source &source, const Environment *environment);

//! Returns the source as its adapter gets it, with \a secrets (by reference) substituted. Variables that
//! \a environment does not have become empty, so call effectiveSource() first.
Source withSecrets(
    const Source &source, const Environment *environment, const QHash<QString, QString> &secrets);

//! Adds the member "limits" to the schema of the settings of a source: {KEY: TEXT}, for example
//! {"request.timeout": "2min"}.
Json withLimitsSetting(const Json &settingsSchema);
//! Returns \a limits with the changes that the settings of \a source make. Fails with ErrorKind::Usage,
//! naming the source, for an unknown key, a wrong value, or limits that contradict each other.
//! \source core/RULES.md "Limits"
Result<Limits> limitsOf(const Source &source, Limits limits);

//! Returns what the user has to confirm before \a effective is connected: the program that it starts, and the
//! secrets that it gets with the origins that its settings name. Nothing if there is nothing to confirm.
std::optional<TrustFacts> trustFactsOf(const AdapterFactory &factory, const EffectiveSource &effective);

//! Checks that \a real, with its secrets, starts the program that the user confirmed. A secret may be an
//! argument, but must not choose the program, its folder or the code that it loads; else ErrorKind::Trust.
Result<void> checkAgainst(
    const TrustFacts &confirmed, const std::optional<TrustFacts> &real, const QString &sourceName);

} // namespace Workbench
