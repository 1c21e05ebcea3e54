// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

class QDebug;

namespace Workbench {

//! A value that must not be seen. It has no text of its own, so that it gets into no message, log or file by
//! accident. \source core/RULES.md P6
class Secret {
public:
    Secret() = default;
    explicit Secret(QByteArray value)
        : m_value(std::move(value))
    {
    }

    bool isEmpty() const { return m_value.isEmpty(); }
    //! Only for what puts it on the wire, into a store or into a filter that hides it.
    const QByteArray &reveal() const { return m_value; }

    friend bool operator==(const Secret &, const Secret &) = default;
    friend QDebug operator<<(QDebug, const Secret &) = delete;

private:
    QByteArray m_value;
};

//! Told of every secret that the program comes to know, with what it may be called in its place, before the
//! secret goes anywhere. Whoever shows or keeps what went over a wire hides it from then on. \source
//! core/RULES.md
using SecretObserver = std::function<void(const Secret &secret, const QString &name)>;

} // namespace Workbench
