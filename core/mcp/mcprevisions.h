// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QStringList>

namespace Workbench {

//! Returns the revisions of the legacy era, which begins with initialize, oldest first. They are opaque
//! labels in a known order. \source core/sources/mcp/README.md 1
const QStringList &mcpRevisions();
//! Returns the revisions of the modern era, in which each request stands alone, oldest first.
const QStringList &mcpModernRevisions();
//! Returns \a label, "2024-11-05" for its old label "2024-10-07", or an empty text for a revision that is not
//! of the legacy era.
QString knownRevision(const QString &label);
//! Returns whether \a revision is \a since, which is of the legacy era, or a later one. A revision that is
//! not of the legacy era counts as a later one.
bool isRevisionFrom(const QString &revision, const QString &since);
//! Returns the newest legacy revision that an error of initialize names, or an empty string. It is searched
//! in data.supported, else in the message and the body of an HTTP error, where \a refused does not count.
QString revisionOffered(const Error &error, const QString &refused = {});
//! Returns the versions that \a error lists in data.supported, or an empty list.
QStringList supportedByServer(const Error &error);
//! Returns the newest modern revision in \a theirs, or an empty string.
QString newestModern(const QStringList &theirs);
//! Returns whether \a label can be sent in a header, which an unknown version needs to be agreed on.
bool isPlainLabel(const QString &label);
//! Returns the error for a server that speaks only unknown revisions. If \a mayGoOn, the error offers to read
//! the server's lists.
Error unknownRevision(const QString &sourceName, const QStringList &theirs, bool mayGoOn);
//! Returns the error for a server that speaks \a revision while the source is pinned to the other era.
Error otherEra(const QString &sourceName, const QString &revision);
//! Returns why only the lists are read from a server with an unknown \a revision.
QString listsOnlyReason(const QString &revision);

//! The era and the revision to speak with a source.
struct McpPin {
    enum class Era : quint8 {
        Legacy, //!< initialize at once
        Auto, //!< server/discover, then initialize if the server does not know it
        Modern, //!< never initialize
    };
    Era era = Era::Legacy;
    QString revision{}; //!< a revision of that era; empty: the newest that both sides know

    //! Reads "auto", "legacy", "modern" or a revision; empty: auto. Fails with ErrorKind::Usage, which lists
    //! them.
    static Result<McpPin> read(const QString &text);
    //! Returns all values that read() accepts, for a form: "auto" first, the newest revision next.
    static QStringList choices();
};

} // namespace Workbench
