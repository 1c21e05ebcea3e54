// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/peerurl.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>

#include <functional>
#include <map>
#include <memory>

namespace Workbench {

class TrustStore;

//! A sign-in that needs a person, as it stands now.
struct SignIn {
    enum class Step : quint8 {
        Origins, //!< wantedOrigins would get credentials: allow() or cancel()
        Browser, //!< address is to be opened: opened() when that was done
        Waiting, //!< for the browser to come back
        DeviceCode, //!< userCode is to be typed at address
        Done,
        Failed, //!< error says why; of ErrorKind::Cancelled where the user ended it
    };
    QString id;
    QString source;
    QString clientId;
    QStringList tokenOrigins; //!< who gives the tokens
    Step step = Step::Origins;
    QStringList confirmedOrigins; //!< that belong to the source
    QStringList wantedOrigins;
    bool isNamedByServer = false; //!< the source's server named them, not its settings or its document
    UrlFacts address;
    UrlFacts withCode; //!< the same with the code in it; its text is empty: there is none
    QStringList scopes;
    QStringList newScopes; //!< of those the ones that were not asked for before
    QString userCode;
    QDateTime codeEndsAt;
    Error error;
    QString notice; //!< what to know about where the tokens are kept; empty: nothing

    bool isOver() const { return step == Step::Done || step == Step::Failed; }
};

//! Where sources that sign in meet the person: the window's dialog, or the command line. GUI thread.
class SignIns : public QObject {
    Q_OBJECT
public:
    //! \a trust, which must outlive this, remembers the origins that were allowed; null: nothing is
    //! remembered.
    explicit SignIns(TrustStore *trust, QObject *parent = nullptr);
    ~SignIns() override;

    //! Null when there is none. Those that are over are gone when control returns to the event loop.
    const SignIn *find(const QString &id) const;
    QStringList ids() const;

    //! The user's words.
    void allow(const QString &id, bool onlyNow = false); //!< remembered unless \a onlyNow
    void opened(const QString &id);
    //! \a why in place of "cancelled".
    void cancel(const QString &id, const Error &why = {});
    //! Forgets the tokens of a source. Whether there were any.
    QFuture<Result<bool>> signOut(const QString &source);

    //! The side of the user interface that signs in. Each question settles once: with the user's yes, or with
    //! an error.
    QFuture<Result<void>> ask(const SignIn &signIn, std::function<void()> cancel);
    void show(const SignIn &signIn, std::function<void()> cancel); //!< a code: nothing is asked
    void end(const QString &id, const Result<void> &result, const QString &notice);
    void setSignOut(std::function<QFuture<Result<bool>>(const QString &source)> signOut);

Q_SIGNALS:
    void changed(const QString &id);
    void signedOut(const QString &source);

private:
    struct Open;
    Open *openOf(const QString &id) const;
    void settle(Open &open, const Result<void> &result);

    TrustStore *m_trust;
    std::map<QString, std::unique_ptr<Open>> m_open;
    std::function<QFuture<Result<bool>>(const QString &)> m_signOut;
};

} // namespace Workbench
