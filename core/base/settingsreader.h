// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QStringList>

#include <optional>

namespace Workbench {

//! Reads the settings of a source, member by member. A function returns the value of a member, or an empty
//! value if the member is absent, null or wrong. The reader remembers the first wrong member, so that the
//! caller asks outcome() once, at the end. Every error has ErrorKind::Usage and begins with
//! `Setting "NAME": `.
class SettingsReader {
public:
    //! The content of an error. Detailed: also the kind of the wrong value, and the name of the setting in
    //! the details {field}, for which the command line shows its option.
    enum class Errors : quint8 { Plain, Detailed };

    //! \a code is the code of the errors. \a prefix stands before each name in an error, such as "oauth/".
    SettingsReader(
        const Json &settings, const QString &code, const QString &prefix = {}, Errors errors = Errors::Plain);

    //! Returns a member of any kind; absent if it is null.
    Json member(QLatin1StringView name) const;
    //! Returns a string without NUL characters.
    QString text(QLatin1StringView name);
    //! Returns the members of an object of strings, in their order.
    QList<std::pair<QString, QString>> textMap(QLatin1StringView name);
    //! Returns a list of strings without NUL characters.
    QStringList textList(QLatin1StringView name);
    //! Returns whether a switch is on.
    bool isOn(QLatin1StringView name);
    //! Returns the value of the word that the member holds. Returns nothing if it is left out or empty.
    template <typename Value>
    std::optional<Value> choice(
        QLatin1StringView name, std::initializer_list<std::pair<QLatin1StringView, Value>> choices)
    {
        const QString written = text(name);
        QStringList words;
        for (const auto &[word, value] : choices) {
            if (written == word)
                return value;
            words.append(word);
        }
        if (!written.isEmpty())
            refuseChoice(name, words);
        return {};
    }

    //! Refuses the setting \a name. \a what is a predicate, such as "expected a ws or wss address".
    void refuse(const QString &name, const QString &what);
    //! Returns the value of \a read, or an empty value. Its error is taken over unchanged.
    template <typename T> T accept(Result<T> read)
    {
        if (!read && m_outcome)
            m_outcome = std::unexpected(read.error());
        return std::move(read).value_or(T());
    }
    //! Returns the value of \a read, or an empty value. Its error message is a predicate on the setting
    //! \a name.
    template <typename T> T accept(const QString &name, Result<T> read)
    {
        if (!read)
            refuse(name, read.error().message);
        return std::move(read).value_or(T());
    }

    //! Returns the error of the first wrong setting, if any.
    const Result<void> &outcome() const { return m_outcome; }

private:
    void expect(const QString &name, const QString &what, const Json &value);
    void refuseChoice(QLatin1StringView name, QStringList words);

    Json m_settings;
    QString m_code;
    QString m_prefix;
    Errors m_errors;
    Result<void> m_outcome;
};

} // namespace Workbench
