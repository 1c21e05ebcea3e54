// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpresponseparser.h"

#include <QObject>

namespace Workbench {

//! One request that was given to an open connection, and its answer without the framing. The same for every
//! version of HTTP: who listens need not know which it is. Deleting it lets the request go.
class HttpStream : public QObject {
    Q_OBJECT
public:
    //! A piece of what arrived; nothing: no more for now. What is not taken is not read from the peer for
    //! long. Messages of errors are predicates without a subject. Dead after an error or a complete answer.
    virtual std::optional<Result<HttpParsed>> take() = 0;
    //! Whether the request may go to another connection after an error: nothing of it had an effect.
    virtual bool mayBeSentAgain() const = 0;
    virtual bool hasHead() const = 0;
    virtual bool isEventStream() const = 0;
    //! What is known by now.
    virtual RequestTiming timing() const = 0;
    //! Whether the connection leads to a public address, as far as anybody here can know.
    virtual bool isPeerPublic() const = 0;

Q_SIGNALS:
    void arrived(); //!< from the event loop: take() has something
};

} // namespace Workbench
