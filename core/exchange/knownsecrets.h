// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! Secrets that this program knows, and hides wherever it shows or keeps something. \source core/RULES.md
//!
class KnownSecrets {
public:
    //! From now on `${secret:NAME}` stands in its place. Shorter than four bytes it would turn up by chance,
    //! and is left alone.
    void add(const QByteArray &secret, const QString &name);
    bool isEmpty() const { return m_entries.empty(); }

    //! Without secrets: as they are, percent-encoded, in base64 at any offset, in hexadecimal, or escaped for
    //! JSON or HTML, by any library and more than once.
    QByteArray hidden(QByteArray bytes) const;
    QString hidden(const QString &text) const;
    Json hidden(const Json &value) const;
    Error hidden(Error error) const;

private:
    struct Entry {
        QByteArray secret;
        QByteArrayList forms; //!< plainSecretForms()
        QByteArray shown;
    };
    std::vector<Entry> m_entries;
};

} // namespace Workbench
