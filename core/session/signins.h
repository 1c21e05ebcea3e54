// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/signin.h"

#include <QObject>

#include <map>
#include <memory>

namespace Workbench {

class TrustStore;

//! Connects sources that sign in with the user interface: the window's dialog, or the command line. GUI
//! thread.
class SignIns : public QObject {
    Q_OBJECT
public:
    //! \a trust remembers the allowed origins and must outlive this object. Null: nothing is remembered.
    explicit SignIns(TrustStore *trust, QObject *parent = nullptr);
    ~SignIns() override;

    //! Returns the sign-in \a id, or null. A sign-in that is over is gone once control returns to the event
    //! loop.
    const SignIn *find(const QString &id) const;
    QStringList ids() const;

    //! Allows the wanted origins, for the user. The origins are remembered unless \a onlyNow is true.
    void allow(const QString &id, bool onlyNow = false);
    //! Reports that the address was opened in the browser. The waiting question settles, and the sign-in
    //! waits for the browser.
    void opened(const QString &id);
    //! Cancels the sign-in \a id, for the user. A waiting question settles with \a why, or with
    //! ErrorKind::Cancelled if \a why has no message.
    void cancel(const QString &id, const Error &why = {});
    //! Forgets the tokens of a source. Settles with whether there were any.
    QFuture<Result<bool>> signOut(const QString &source);

    //! Asks the user about \a signIn, for the code that signs in. Settles once: when the user agrees, or with
    //! an error. SignIn::cancel is called if the user cancels after that.
    QFuture<Result<void>> ask(const SignIn &signIn);
    //! Shows \a signIn, for example a user code, without a question. SignIn::cancel is called if the user
    //! cancels.
    void show(const SignIn &signIn);
    //! Ends the sign-in \a id. \a notice is for SignIn::notice.
    void end(const QString &id, const Result<void> &result, const QString &notice);
    void setSignOut(std::function<QFuture<Result<bool>>(const QString &source)> signOut);

Q_SIGNALS:
    void changed(const QString &id);
    void signedOut(const QString &source);

private:
    struct Open;
    Open *openOf(const QString &id) const;
    //! Lists \a signIn in place of an earlier state, whose question settles as cancelled.
    Open &place(const SignIn &signIn);
    void settle(Open &open, const Result<void> &result);

    TrustStore *m_trust;
    std::map<QString, std::unique_ptr<Open>> m_open;
    std::function<QFuture<Result<bool>>(const QString &)> m_signOut;
};

} // namespace Workbench
