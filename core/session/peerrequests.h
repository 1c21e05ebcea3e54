// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/peerurl.h"
#include "core/json/json.h"

#include <QFuture>
#include <QObject>
#include <QSet>

#include <chrono>
#include <deque>
#include <memory>
#include <stop_token>

namespace Workbench {

//! A request to the user that a server makes while it works on a call.
struct PeerRequest {
    enum class Kind : quint8 {
        Form, //!< asks for the values of a form
        Link, //!< asks to open an address
        Sampling, //!< asks for the answer of a language model
    };
    QString id{}; //!< given by PeerRequests
    QString source{}; //!< name of the source whose server asks
    QString exchangeId{}; //!< exchange of the call that causes the request; empty: unknown in this protocol
    QString operation{}; //!< name of the called operation; empty: unknown in this protocol
    Kind kind = Kind::Form;
    QString message{}; //!< text of the server for the user; control characters are visible
    Json params{}; //!< the request as it was received
    Json schema{}; //!< for Form: the schema of the values, an object of plain members
    UrlFacts address{}; //!< for Link: the address to open, and only after the user agreed
    //! Time for the answer, counted from the moment when this request becomes the current one. Without an
    //! answer in this time the request is cancelled.
    std::chrono::milliseconds patience{600'000};
};

//! The answer to a PeerRequest.
struct PeerAnswer {
    enum class Action : quint8 {
        Accept,
        Decline, //!< the user refused
        Cancel, //!< the user did not decide
    };
    Action action = Action::Cancel;
    //! The values of an accepted Form, which checkedFormContent() accepts, or {role, content, model,
    //! stopReason} for an accepted Sampling. Absent otherwise.
    Json content{};
};

//! Connects requests of servers with the user interface: the window, or the command line. The command line
//! shows the current request; the window shows those of each call. Both show one at a time, in the order of
//! arrival. GUI thread.
class PeerRequests : public QObject {
    Q_OBJECT
public:
    explicit PeerRequests(QObject *parent = nullptr);
    ~PeerRequests() override;

    //! Announces that requests of \a kinds are answered. Servers learn it when they are connected (legacy) or
    //! with each call (modern); nothing is announced before this.
    void offer(const QSet<PeerRequest::Kind> &kinds) { m_offered = kinds; }
    bool offers(PeerRequest::Kind kind) const { return m_offered.contains(kind); }

    //! How a request ended.
    enum class End : quint8 {
        Answered,
        Withdrawn, //!< the server withdrew it, or its call or connection is over
        TimeOver, //!< no answer came within its patience
    };
    Q_ENUM(End)

    //! Returns the request that waits longest for its answer, or null if no request waits.
    const PeerRequest *current() const;
    //! Returns the waiting request \a id, which need not be the current one, or null if it is over.
    const PeerRequest *find(const QString &id) const;
    //! Returns the waiting requests in the order of arrival. Each is valid until it is answered or ends.
    QList<const PeerRequest *> waiting() const;
    //! Returns the time until the patience of the waiting request \a id ends. Returns nothing if it has not
    //! begun, because the request is not the current one yet.
    std::optional<std::chrono::milliseconds> timeLeft(const QString &id) const;
    //! Returns the number of waiting requests, including the current one.
    qsizetype count() const { return qsizetype(m_waiting.size()); }
    //! Answers the request \a id, which need not be the current one. Does nothing if the request is over.
    void answer(const QString &id, const PeerAnswer &answer) { end(id, answer, End::Answered); }

    //! Asks the user, for a source. Settles once: with the answer, or with Action::Cancel when \a withdrawn
    //! is requested, when the request's patience ends, or when this object is destroyed.
    QFuture<PeerAnswer> ask(PeerRequest request, std::stop_token withdrawn);
    //! Returns the user's rule for answering sampling requests of \a source; absent: by hand. The rule is
    //! {command: [program, arguments…], automatic, answers: {SYSTEM PROMPT: answer}} and part of the
    //! workspace. \c command answers when the user starts it, or without asking if \c automatic is true;
    //! \c answers are given again without asking.
    Json rule(const QString &source) const { return m_rules.member(QStringView(source)); }
    //! Sets the rule of \a source, or removes it if \a rule is absent. rulesChanged() follows.
    void setRule(const QString &source, const Json &rule);
    const Json &rules() const { return m_rules; } //!< Returns the rules of all sources, by name.
    void setRules(const Json &rules) { m_rules = rules; } //!< Sets the rules of another workspace.

Q_SIGNALS:
    //! Emitted from the event loop when \a id became the current request.
    void asked(const QString &id);
    //! Emitted once, from the event loop, when the request \a id waits, current or not, unless it is over by
    //! then.
    void arrived(const QString &id);
    //! Emitted when \a request needs no answer any more. \a answer is what its server receives.
    void ended(const Workbench::PeerRequest &request, const Workbench::PeerAnswer &answer,
        Workbench::PeerRequests::End end);
    void rulesChanged(const QString &source);

private:
    struct Waiting;
    void announce();
    void end(const QString &id, const PeerAnswer &answer, End end);

    QSet<PeerRequest::Kind> m_offered;
    std::deque<std::unique_ptr<Waiting>> m_waiting; // in the order of arrival
    Json m_rules;
    QString m_announced; // id of the last request for which asked() was emitted
    quint64 m_lastId = 0;
};

//! Returns the values of a form as they are sent: \a content, or an empty object if it is absent. Fails with
//! ErrorKind::Validation if the values do not fit \a schema, whose formats count too.
Result<Json> checkedFormContent(const Json &schema, const Json &content);
//! Returns \a content with the defaults of \a schema for missing members, for an answer that no form of the
//! user completed. Fails as checkedFormContent() does.
Result<Json> formContent(const Json &schema, const Json &content);

//! Returns the answer to a sampling request.
Json samplingAnswer(const QString &text, const QString &model,
    const QString &role = QStringLiteral("assistant"), const QString &stopReason = QStringLiteral("endTurn"));

//! Returns \a answer, an object with role, content and model, as it is sent. A content that is a text becomes
//! a block. Fails with ErrorKind::Validation if \a answer is not such an object.
Result<Json> samplingContent(const Json &answer);

//! Returns what a command printed as the answer to a sampling request: an object with role and content, or
//! else the text, by \a model. Fails with ErrorKind::Validation if it is empty, or if samplingContent()
//! refuses the object.
Result<Json> samplingPrinted(const QByteArray &printed, const QString &model);

//! Returns the name of a kind in files and messages: "form", "url" or "sampling".
QLatin1StringView peerRequestKindName(PeerRequest::Kind kind);

inline size_t qHash(PeerRequest::Kind kind, size_t seed = 0)
{
    return ::qHash(quint8(kind), seed);
}

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::PeerRequest)
Q_DECLARE_METATYPE(Workbench::PeerAnswer)
