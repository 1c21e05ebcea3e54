// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/signins.h"

#include "core/base/settle.h"
#include "core/workspace/truststore.h"

#include <QPointer>
#include <QPromise>
#include <QTimer>

namespace Workbench {

namespace {

//! Returns the facts that the user trusts by allowing the wanted origins.
TrustFacts trustOf(const SignIn &signIn)
{
    TrustFacts facts;
    facts.secrets = {signIn.id};
    facts.destinations = signIn.wantedOrigins;
    return facts;
}

} // namespace

struct SignIns::Open {
    SignIn view;
    std::unique_ptr<Settling<Result<void>>> question{}; //!< while the user is asked
};

SignIns::SignIns(TrustStore *trust, QObject *parent)
    : QObject(parent)
    , m_trust(trust)
{
}

SignIns::~SignIns()
{
    for (const auto &[id, open] : m_open)
        settle(*open, std::unexpected(cancelledSignIn()));
}

SignIns::Open *SignIns::openOf(const QString &id) const
{
    const auto found = m_open.find(id);
    return found == m_open.end() ? nullptr : found->second.get();
}

const SignIn *SignIns::find(const QString &id) const
{
    const Open *open = openOf(id);
    return open ? &open->view : nullptr;
}

QStringList SignIns::ids() const
{
    QStringList all;
    for (const auto &[id, open] : m_open)
        all.append(id);
    return all;
}

void SignIns::settle(Open &open, const Result<void> &result)
{
    if (const auto question = std::move(open.question))
        question->settle(result);
}

void SignIns::allow(const QString &id, bool onlyNow)
{
    Open *open = openOf(id);
    if (!open || open->view.step != SignIn::Step::Origins)
        return;
    if (m_trust)
        m_trust->trust(trustOf(open->view), onlyNow).error_or(Error{}); // holds for this run at least
    open->view.step = SignIn::Step::Waiting;
    Q_EMIT changed(id);
    if (Open *still = openOf(id))
        settle(*still, {});
}

void SignIns::opened(const QString &id)
{
    Open *open = openOf(id);
    if (!open || open->view.step != SignIn::Step::Browser)
        return;
    open->view.step = SignIn::Step::Waiting;
    Q_EMIT changed(id);
    if (Open *still = openOf(id))
        settle(*still, {});
}

void SignIns::cancel(const QString &id, const Error &why)
{
    Open *open = openOf(id);
    if (!open || open->view.isOver())
        return;
    const Error error = why.message.isEmpty() ? cancelledSignIn() : why;
    const std::function<void()> stop = open->view.cancel;
    if (open->question) // the code that asked ends the sign-in with this error
        settle(*open, std::unexpected(error));
    else if (stop)
        stop();
}

QFuture<Result<bool>> SignIns::signOut(const QString &source)
{
    if (!m_signOut)
        return QtFuture::makeReadyValueFuture(Result<bool>(false));
    return m_signOut(source).then(this, [this, source](const Result<bool> &result) {
        Q_EMIT signedOut(source);
        return result;
    });
}

SignIns::Open &SignIns::place(const SignIn &signIn)
{
    auto &open = m_open[signIn.id];
    if (!open)
        open = std::make_unique<Open>();
    settle(*open, std::unexpected(cancelledSignIn()));
    open->view = signIn;
    return *open;
}

QFuture<Result<void>> SignIns::ask(const SignIn &signIn)
{
    if (signIn.step == SignIn::Step::Origins && m_trust && m_trust->isTrusted(trustOf(signIn))) {
        // With makeReadyValueFuture() the compiler warns of an uninitialized error.
        QPromise<Result<void>> yes;
        yes.start();
        yes.emplaceResult();
        yes.finish();
        return yes.future();
    }
    Open &open = place(signIn);
    open.question = std::make_unique<Settling<Result<void>>>();
    const QFuture<Result<void>> answer = open.question->future();
    QTimer::singleShot(0, this, [this, id = signIn.id] { // the caller has its future by then
        if (openOf(id))
            Q_EMIT changed(id);
    });
    return answer;
}

void SignIns::show(const SignIn &signIn)
{
    place(signIn);
    Q_EMIT changed(signIn.id);
}

void SignIns::end(const QString &id, const Result<void> &result, const QString &notice)
{
    const auto found = m_open.find(id);
    if (found == m_open.end())
        return;
    // The sign-in stays listed until all slots have seen its end. Another sign-in may begin meanwhile.
    const std::shared_ptr<Open> over = std::move(found->second);
    over->view.step = result ? SignIn::Step::Done : SignIn::Step::Failed;
    over->view.error = result ? Error{} : result.error();
    over->view.notice = notice;
    found->second = std::make_unique<Open>();
    found->second->view = over->view;
    found->second->view.cancel = {};
    const Open *shown = found->second.get();
    settle(*over, result ? Result<void>() : std::unexpected(result.error()));
    const QPointer<SignIns> alive(this);
    Q_EMIT changed(id);
    if (!alive)
        return;
    if (const auto still = m_open.find(id); still != m_open.end() && still->second.get() == shown)
        m_open.erase(still);
}

void SignIns::setSignOut(std::function<QFuture<Result<bool>>(const QString &)> signOut)
{
    m_signOut = std::move(signOut);
}

} // namespace Workbench

#include "moc_signins.cpp"
