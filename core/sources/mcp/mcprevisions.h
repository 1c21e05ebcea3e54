// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QStringList>

namespace Workbench {

//! Returns the revisions of the legacy era, oldest first: those that begin with initialize. They are opaque
//! labels in a known order. \source core/sources/mcp/README.md 1
const QStringList &mcpRevisions();
//! Returns the revisions of the modern era, oldest first: in these each request stands alone.
const QStringList &mcpModernRevisions();
//! Returns \a label, "2024-11-05" for its old label "2024-10-07", or an empty text for a revision that is not
//! of the legacy era.
QString knownRevision(const QString &label);
//! Returns the newest legacy revision that an error of initialize names, in data.supported or else in its
//! words (the message, or the body of an HTTP error), where \a refused does not count; empty: none.
QString revisionOffered(const Error &error, const QString &refused = {});
//! Returns the versions that \a error names in data.supported; empty when it is about something else.
QStringList supportedByServer(const Error &error);
//! Returns the newest modern revision in \a theirs; empty: none.
QString newestModern(const QStringList &theirs);
//! Returns whether \a label can stand in a header, so that a version that is not known here can be agreed on.
bool isPlainLabel(const QString &label);
//! Returns the error for a server that speaks only revisions which are not known here. \a mayGoOn: its lists
//! can be read all the same.
Error unknownRevision(const QString &sourceName, const QStringList &theirs, bool mayGoOn);
//! Returns the error for a server that speaks \a revision while the source is pinned to the other era.
Error otherEra(const QString &sourceName, const QString &revision);
//! Returns why a server of an unknown \a revision serves for lists only.
QString listsOnlyReason(const QString &revision);

//! The era and the revision that a source is spoken to in.
struct McpPin {
    enum class Era : quint8 {
        Legacy, //!< initialize at once
        Auto, //!< server/discover, and initialize if the server does not know it
        Modern, //!< never initialize
    };
    Era era = Era::Legacy;
    QString revision{}; //!< of that era; empty: the newest that both know

    //! Reads "auto", "legacy", "modern" or a revision. ErrorKind::Usage lists them.
    static Result<McpPin> read(const QString &text);
    //! Returns all that read() takes, for a form: "auto" first, the newest revision next.
    static QStringList choices();
};

} // namespace Workbench
