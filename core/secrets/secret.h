// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

class QDebug;

namespace Workbench {

//! A value that must not be shown. It does not convert to text, so that it cannot get into a message, a log
//! or a file by accident. \source core/RULES.md P6
class Secret {
public:
    Secret() = default;
    explicit Secret(QByteArray value)
        : m_value(std::move(value))
    {
    }

    bool isEmpty() const { return m_value.isEmpty(); }
    //! Returns the value, for code that puts it on the wire, into a store or into a filter that hides it.
    const QByteArray &reveal() const { return m_value; }

    friend bool operator==(const Secret &, const Secret &) = default;
    friend QDebug operator<<(QDebug, const Secret &) = delete;

private:
    QByteArray m_value;
};

//! Receives every secret that the program gets, with a name that may be shown in its place, before the secret
//! is used. Code that shows or stores frames hides the secret from then on. \source core/RULES.md
using SecretObserver = std::function<void(const Secret &secret, const QString &name)>;

} // namespace Workbench
