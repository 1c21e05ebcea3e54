// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

#include <array>

class QComboBox;
class QLineEdit;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! Asks for a secret: one of the keychain, a variable of the environment, or one that is typed and then
//! stored in the keychain. Its value is a reference; the secret itself stays in the field until it is stored.
class SecretField : public QWidget {
    Q_OBJECT
public:
    //! \a title says what the secret is, for screen readers and as a part of its name in the keychain.
    SecretField(Sessions *sessions, const QString &title, QWidget *parent = nullptr);

    //! Returns the reference of the placeholder "${keychain:NAME}" or "${env:NAME}". Returns an empty string
    //! if
    //! \a text is anything else.
    static QString referenceIn(const QString &text);

    //! "keychain:NAME" or "env:NAME"; empty while none is given.
    QString reference() const;
    void setReference(const QString &reference);
    //! Fills in a secret as if it was typed.
    void setTyped(const QString &secret);
    QString typed() const; //!< what is to be stored; empty: nothing
    //! The name under which a typed secret is stored.
    void setStoredName(const QString &name) { m_storedName = name; }
    //! That name, or the first of "NAME-2", "NAME-3", … that is not among \a taken ones: what another source
    //! uses is never replaced.
    QString storedName() const;
    void setTaken(const QStringList &names) { m_taken = names; }
    void setPlaceholder(const QString &text);
    void clearTyped(); //!< after it is stored

Q_SIGNALS:
    void changed();

private:
    void showPlace();
    void addKept(const QString &name);

    QComboBox *m_place;
    QLineEdit *m_text;
    QString m_storedName;
    QString m_placeholder;
    std::array<QString, 2> m_typed; //!< of the two places that are typed, while another one is shown
    int m_shown = 0;
    QStringList m_taken; //!< names in the keychain
};

} // namespace Workbench::Ui
