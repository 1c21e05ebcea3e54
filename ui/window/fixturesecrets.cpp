// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/fixturesecrets.h"

#include "ui/dialogs/secretsdialog.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

FixtureSecrets::FixtureSecrets(Sessions *sessions, QWidget *window, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_window(window)
{
}

void FixtureSecrets::find(const QList<StoredFixture> &fixtures, std::function<void()> next)
{
    giveUp();
    m_found.clear();
    m_missing.clear();
    m_next = std::move(next);
    for (const NeededSecret &secret : neededSecrets(*m_sessions, fixtures)) {
        if (m_given.contains(secret.keptAs))
            take(secret, m_given.value(secret.keptAs));
        else
            m_missing.append(secret);
    }
    if (m_missing.isEmpty()) {
        goOn();
        return;
    }
    m_sessions->keptSecrets().then(this, [this, generation = m_generation](const Result<QStringList> &names) {
        if (generation == m_generation)
            lookIn(names.value_or(QStringList()));
    });
}

void FixtureSecrets::giveUp()
{
    ++m_generation;
    m_next = {};
    if (SecretsDialog *dialog = m_dialog)
        dialog->reject();
}

//! Uses the source's own secrets and those saved for it. Offers a saved secret that only has an equal name.
void FixtureSecrets::lookIn(const QStringList &kept)
{
    for (NeededSecret &secret : m_missing) {
        if (secret.reference.isEmpty() && kept.contains(secret.keptAs))
            secret.reference = u"keychain:"_s + secret.keptAs;
        if (secret.offered.isEmpty() && kept.contains(secret.name))
            secret.offered = u"keychain:"_s + secret.name;
    }
    m_pending = 1; // this function, until all reads are started
    m_afterwards = &FixtureSecrets::ask;
    const QList<NeededSecret> all = m_missing; // reading may remove some at once
    for (const NeededSecret &secret : all) {
        if (!secret.reference.isEmpty())
            read(secret, secret.reference);
    }
    settled();
}

void FixtureSecrets::read(const NeededSecret &secret, const QString &reference)
{
    ++m_pending;
    m_sessions->readSecret(reference).then(
        this, [this, secret, generation = m_generation](const Result<QString> &value) {
            if (generation != m_generation)
                return;
            if (value)
                take(secret, *value);
            settled();
        });
}

void FixtureSecrets::settled()
{
    if (--m_pending == 0)
        (this->*m_afterwards)();
}

void FixtureSecrets::take(const NeededSecret &secret, const QString &value)
{
    m_sessions->exchanges()->hideSecret(value.toUtf8(), secret.name);
    m_found[secret.source].insert(secret.name, value);
    m_missing.removeIf([&](const NeededSecret &one) {
        if (one.keptAs == secret.keptAs)
            m_found[one.source].insert(one.name, value); // another source with the same saved secret
        return one.keptAs == secret.keptAs;
    });
}

void FixtureSecrets::ask()
{
    if (m_missing.isEmpty()) {
        goOn();
        return;
    }
    QList<SecretsDialog::Asked> asked;
    for (const NeededSecret &secret : std::as_const(m_missing))
        asked.append({secret.name, secret.source, secret.fixtures, secret.offered});
    m_dialog = new SecretsDialog(asked, !m_sessions->secretsAreTemporary(), m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QDialog::accepted, this, &FixtureSecrets::answered);
    connect(m_dialog, &QDialog::rejected, this, &FixtureSecrets::goOn);
    m_dialog->open();
}

void FixtureSecrets::answered()
{
    const QList<NeededSecret> asked = m_missing;
    const QStringList typed = m_dialog->typed();
    const bool isKeeping = m_dialog->isKeeping();
    m_pending = 1;
    m_afterwards = &FixtureSecrets::goOn;
    for (qsizetype i = 0; i < asked.size(); ++i) {
        const NeededSecret &secret = asked.at(i);
        const QString value = typed.value(i);
        if (!value.isEmpty()) {
            m_given.insert(secret.keptAs, value);
            take(secret, value);
        } else if (!secret.offered.isEmpty()) {
            read(secret, secret.offered);
        }
        if (value.isEmpty() || !isKeeping)
            continue;
        m_sessions->keepSecret(secret.keptAs, value).then(this, [this](const Result<void> &kept) {
            if (!kept)
                Q_EMIT failed(kept.error());
        });
    }
    settled();
}

void FixtureSecrets::goOn()
{
    if (const auto next = std::exchange(m_next, {}))
        next();
}

QHash<QString, QString> FixtureSecrets::of(const QString &source) const
{
    return m_found.value(source);
}

void FixtureSecrets::forget()
{
    giveUp();
    m_given.clear();
    m_found.clear();
}

} // namespace Workbench::Ui

#include "moc_fixturesecrets.cpp"
