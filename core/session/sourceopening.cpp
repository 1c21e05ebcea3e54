// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The part of a connection that stands before the adapter: variables, trust, secrets.
#include "core/session/sourceconnection.h"

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

Error trustNeededError(const QString &source, const TrustFacts &facts)
{
    Error error{.kind = ErrorKind::Trust, .code = u"trust.needed"_s};
    if (!facts.program.isEmpty()) {
        error.message = u"source \"%1\" starts a program that has not been confirmed yet"_s.arg(source);
        error.detail = facts.commandLine();
    } else {
        error.code = u"trust.secrets"_s;
        error.message = u"source \"%1\" would get secrets, which has not been confirmed yet"_s.arg(source);
        error.detail = u"%1 → %2"_s.arg(facts.secrets.join(u", "_s), facts.destinations.join(u", "_s));
    }
    return error;
}

} // namespace

Result<EffectiveSource> SourceConnection::checkBeforeOpening() const
{
    if (!m_factory) {
        return std::unexpected(Error{.kind = ErrorKind::Usage,
            .code = u"source.kind"_s,
            .message = u"source \"%1\" is of kind \"%2\", which this version does not know"_s.arg(
                m_source.name, m_source.kind)});
    }
    Result<EffectiveSource> effective = effectiveSource(m_source, m_environment.get());
    if (!effective)
        return effective;
    // With secrets the settings are checked again when they are known; a name in their place may not suit.
    if (effective->secrets.isEmpty()) {
        if (const Result<void> checked = m_factory->check(effective->source); !checked)
            return std::unexpected(checked.error());
    }
    const std::optional<TrustFacts> facts = trustFactsOf(*m_factory, *effective);
    if (facts && !m_services.trust->isTrusted(*facts))
        return std::unexpected(trustNeededError(m_source.name, *facts));
    return effective;
}

void SourceConnection::open(Versions versions)
{
    const auto self = shared_from_this();
    if (m_adapter || m_state.phase == SourceState::Phase::Connecting)
        return;
    const quint64 attempt = ++m_attempt;
    m_versions = versions;
    m_refreshing = m_refreshAgain = false;
    m_degradedReason.clear();
    m_listError = {};
    m_state.peer = {};
    Result<EffectiveSource> effective = checkBeforeOpening();
    if (!effective) {
        setPhase(SourceState::Phase::Failed, effective.error());
        return;
    }
    if (effective->secrets.isEmpty())
        makeAdapter(effective->source);
    setPhase(SourceState::Phase::Connecting);
    if (m_attempt != attempt)
        return;
    if (m_adapter)
        QCoro::connect(connectFlow(self, attempt), this, [] { });
    else
        QCoro::connect(secretsFlow(self, attempt, *std::move(effective)), this, [] { });
}

void SourceConnection::makeAdapter(const Source &source)
{
    m_adapter = m_factory->create(source, m_services.limits, m_services.exchanges);
    if (m_versions == Versions::Any)
        m_adapter->acceptAnyVersion();
    listenToAdapter();
}

//! Fetches the secrets, then connects.
Task<void> SourceConnection::secretsFlow(
    std::shared_ptr<SourceConnection> self, quint64 attempt, EffectiveSource effective)
{
    const std::shared_ptr<const Environment> environment = self->m_environment;
    QHash<QString, QString> values;
    for (const QString &reference : std::as_const(effective.secrets)) {
        if (!self->m_services.secrets.resolve) {
            self->fail({.kind = ErrorKind::Usage,
                .code = u"secret.reference"_s,
                .message = u"source \"%1\" needs the secret %2, and there are none here"_s.arg(
                    self->m_source.name, reference)});
            co_return;
        }
        const Result<QString> value = co_await self->m_services.secrets.resolve(reference);
        if (self->m_attempt != attempt)
            co_return;
        if (!value) {
            Error error = value.error();
            error.message.prepend(u"source \"%1\": "_s.arg(self->m_source.name));
            self->fail(error);
            co_return;
        }
        const auto variable =
            std::ranges::find(environment->variables, reference, &EnvironmentVariable::secret);
        self->m_services.exchanges->hideSecret(value->toUtf8(), variable->name);
        values.insert(reference, *value);
    }
    const Source source = withSecrets(self->m_source, environment.get(), values);
    Result<void> checked = self->m_factory->check(source);
    if (const std::optional<TrustFacts> confirmed = trustFactsOf(*self->m_factory, effective);
        checked && confirmed)
        checked = checkAgainst(*confirmed, self->m_factory->trustFacts(source), source.name);
    if (!checked) {
        self->fail(checked.error());
        co_return;
    }
    self->makeAdapter(source);
    co_await connectFlow(self, attempt);
}

bool SourceConnection::setEnvironment(
    const std::shared_ptr<const Environment> &environment, const QStringList &changedSecrets)
{
    const Result<EffectiveSource> before = effectiveSource(m_source, m_environment.get());
    const Result<EffectiveSource> after = effectiveSource(m_source, environment.get());
    m_environment = environment;
    if (!before || !after)
        return before.has_value() != after.has_value() || before.error().message != after.error().message;
    return *before != *after || std::ranges::any_of(after->secrets, [&](const QString &reference) {
        return changedSecrets.contains(reference);
    });
}

} // namespace Workbench
