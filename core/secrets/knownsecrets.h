// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! The secrets that this program knows and hides in everything that it shows or keeps.
//! \source core/RULES.md
class KnownSecrets {
public:
    //! Hides \a secret from now on; `${secret:NAME}` replaces it. A secret of fewer than four bytes is
    //! not hidden, because it would occur by chance; only occurIn() finds it.
    void add(const QByteArray &secret, const QString &name);
    bool isEmpty() const { return m_entries.empty(); }
    //! Returns whether \a bytes hold a known secret, in any of the forms that hidden() finds, or as plain
    //! text if the secret is too short to be hidden.
    bool occurIn(const QByteArray &bytes) const;

    //! Returns \a bytes with all secrets replaced. Finds secrets that are plain, percent-encoded, in base64
    //! at any offset, in hexadecimal, or escaped for JSON or HTML, even if they are escaped several times.
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
    QByteArrayList m_short; //!< secrets of fewer than four bytes
};

} // namespace Workbench
