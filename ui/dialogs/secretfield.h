// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

#include <array>
#include <functional>

class QComboBox;
class QLineEdit;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! Asks for a secret: an entry of the keychain, an environment variable, or a secret that the user types and
//! that is then stored in the keychain. The value of the field is a reference. A typed secret stays in the
//! field until it is stored.
class SecretField : public QWidget {
    Q_OBJECT
public:
    //! \a title describes the secret for screen readers. \a sessions provides the names in the keychain and
    //! may be null.
    SecretField(Sessions *sessions, const QString &title, QWidget *parent = nullptr);

    //! Returns the reference of the placeholder "${keychain:NAME}" or "${env:NAME}". Returns an empty string
    //! if \a text is anything else.
    static QString referenceIn(const QString &text);
    //! Returns the placeholder for \a reference; empty if \a reference is empty.
    static QString placeholderOf(const QString &reference);

    //! Returns "keychain:NAME" or "env:NAME", or an empty string if the field is empty.
    QString reference() const;
    void setReference(const QString &reference);
    //! Fills in \a secret as if the user had typed it.
    void setTyped(const QString &secret);
    QString typed() const; //!< the secret to store; empty if none was typed
    //! Sets NAME of "SOURCE/NAME", the preferred name in the keychain for a typed secret.
    void setStoredName(const QString &name) { m_storedName = name; }
    //! Sets SOURCE of that name; empty: "source".
    void setSourceName(const QString &source) { m_sourceName = source; }
    //! Returns the name in the keychain for a typed secret: the preferred name, or the first of "NAME-2",
    //! "NAME-3", … that is not taken. Thus the secret of another source is never replaced.
    QString storedName() const;
    //! Sets a function that returns the text to store for a typed secret; by default the secret itself.
    void setStoredText(const std::function<QString(const QString &)> &storedText)
    {
        m_storedText = storedText;
    }
    //! Returns the texts to store for the secrets that were typed in \a parent, as pairs of keychain name and
    //! text. References already contain these names. Disabled fields are skipped.
    static QList<std::pair<QString, QString>> typedIn(const QWidget *parent);
    //! Sets the names in the keychain that are already in use.
    void setTaken(const QStringList &names) { m_taken = names; }
    void setPlaceholder(const QString &text);
    void clearTyped(); //!< Clears the typed secret. Call it after the secret is stored in the keychain.

Q_SIGNALS:
    void changed();

private:
    void showPlace();
    void addKept(const QString &name);

    QComboBox *m_place;
    QLineEdit *m_text;
    QString m_storedName;
    QString m_sourceName; //!< empty: not known yet
    std::function<QString(const QString &)> m_storedText;
    QString m_placeholder;
    //! The texts of the two places that take typed text, kept while another place is shown.
    std::array<QString, 2> m_typed;
    int m_shown = 0;
    QStringList m_taken; //!< names in the keychain that are already in use
};

} // namespace Workbench::Ui
