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

//! A request that a server makes while it works on a call, for the person behind the call.
struct PeerRequest {
    enum class Kind : quint8 {
        Form, //!< asks for the values of a form
        Link, //!< asks to open an address
        Sampling, //!< asks for the answer of a language model
    };
    QString id{}; //!< given by PeerRequests
    QString source{}; //!< name of the source whose server asks
    QString exchangeId{}; //!< of the call during which it asks; empty: the protocol does not tell
    QString operation{}; //!< name of the operation that was called; empty: the protocol does not tell
    Kind kind = Kind::Form;
    QString message{}; //!< what the server says to the person; control characters are visible
    Json params{}; //!< the request as it was received
    Json schema{}; //!< of Form: the schema of the values, an object of plain members
    UrlFacts address{}; //!< of Link: what to open, and only after the person said so
    std::chrono::milliseconds patience{600'000}; //!< without an answer for so long it counts as cancelled
};

//! The answer to a PeerRequest.
struct PeerAnswer {
    enum class Action : quint8 {
        Accept,
        Decline, //!< the person refused
        Cancel, //!< there was no decision
    };
    Action action = Action::Cancel;
    //! Of an accepted Form: the values, checked by formContent(). Of an accepted Sampling: {role, content,
    //! model, stopReason}. Absent otherwise.
    Json content{};
};

//! Where requests of servers meet the person: the window, or the command line. The command line shows the
//! current one, the window those of each call, one at a time in the order of their arrival. GUI thread.
class PeerRequests : public QObject {
    Q_OBJECT
public:
    explicit PeerRequests(QObject *parent = nullptr);
    ~PeerRequests() override;

    //! Announces that requests of \a kinds are answered. Servers are told when they are connected (legacy) or
    //! with each call (modern); nothing is announced before this.
    void offer(const QSet<PeerRequest::Kind> &kinds) { m_offered = kinds; }
    bool offers(PeerRequest::Kind kind) const { return m_offered.contains(kind); }

    //! How a request ended.
    enum class End : quint8 {
        Answered,
        Withdrawn, //!< by its server, or its call or connection is over
        TimeOver, //!< no answer came within its patience
    };
    Q_ENUM(End)

    //! The request that waits for its answer; null: none does.
    const PeerRequest *current() const;
    //! A request that waits, also one that is not the current one; null: it is over.
    const PeerRequest *find(const QString &id) const;
    //! The requests that wait, in the order of their arrival. Each is valid until it is answered or ends.
    QList<const PeerRequest *> waiting() const;
    //! Number of requests that wait, the current one included.
    qsizetype count() const { return qsizetype(m_waiting.size()); }
    //! Answers the request \a id, also one that is not the current one. Nothing happens if it is over.
    void answer(const QString &id, const PeerAnswer &answer);

    //! The side of a source. Settles once: with the answer, or with Action::Cancel when \a withdrawn is
    //! requested, when the request's patience ends, or when this is destroyed.
    QFuture<PeerAnswer> ask(PeerRequest request, std::stop_token withdrawn);
    //! How sampling requests of \a source are answered, as the user said; absent: by hand. {command:
    //! [program, arguments…], automatic, answers: {SYSTEM PROMPT: answer}}: \c command answers when the user
    //! says so, with
    //! \c automatic by itself; \c answers are given again by themselves. Of the workspace.
    Json rule(const QString &source) const { return m_rules.member(QStringView(source)); }
    //! Absent: forgets it. rulesChanged() follows.
    void setRule(const QString &source, const Json &rule);
    const Json &rules() const { return m_rules; } //!< of all sources, by name
    void setRules(const Json &rules) { m_rules = rules; } //!< of another workspace

    //! A source refused \a request because its kind was not offered.
    void refuse(const PeerRequest &request) { Q_EMIT refused(request); }

Q_SIGNALS:
    //! \a id is the current request now. Emitted from the event loop.
    void asked(const QString &id);
    //! \a id waits, current or not. Emitted once, from the event loop, unless it is over by then.
    void arrived(const QString &id);
    //! \a request needs no answer any more. \a answer is what its server receives.
    void ended(const Workbench::PeerRequest &request, const Workbench::PeerAnswer &answer,
        Workbench::PeerRequests::End end);
    void refused(const Workbench::PeerRequest &request);
    void rulesChanged(const QString &source);

private:
    struct Waiting;
    void announce();
    void end(const QString &id, const PeerAnswer &answer, End end);

    QSet<PeerRequest::Kind> m_offered;
    std::deque<std::unique_ptr<Waiting>> m_waiting; // in order
    Json m_rules;
    QString m_announced; // the current one, when asked() was emitted for it
    quint64 m_lastId = 0;
};

//! The values of a form as they are sent: \a content with the defaults of \a schema where it says nothing.
//! ErrorKind::Validation if they do not fit the schema.
Result<Json> formContent(const Json &schema, const Json &content);

//! The answer to a sampling request.
Json samplingAnswer(const QString &text, const QString &model,
    const QString &role = QStringLiteral("assistant"), const QString &stopReason = QStringLiteral("endTurn"));

//! Returns what a command printed as the answer to a sampling request: an object with role and content, or
//! else the text, by \a model. ErrorKind::Validation if it is empty.
Result<Json> samplingPrinted(const QByteArray &printed, const QString &model);

//! "form", "url" or "sampling": the word for a kind in files and messages.
QLatin1StringView peerRequestKindName(PeerRequest::Kind kind);

inline size_t qHash(PeerRequest::Kind kind, size_t seed = 0)
{
    return ::qHash(quint8(kind), seed);
}

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::PeerRequest)
Q_DECLARE_METATYPE(Workbench::PeerAnswer)
