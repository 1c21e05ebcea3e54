// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QWidget>

class QFormLayout;
class QLineEdit;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class SecretField;
class SegmentControl;

//! Edits how a source signs in: a choice of the method, and the fields of the chosen method. A typed secret
//! becomes a reference in the settings. Before the settings are used, store the secrets that
//! SecretField::typedIn() returns in the keychain.
class SignInField : public QWidget {
    Q_OBJECT
public:
    enum class Method : quint8 { None, Bearer, Basic, ApiKey, OAuth };
    //! \a properties are those of the settings schema of the source. If "auth" can only be "oauth" there, the
    //! other methods write a header instead of "auth".
    SignInField(const Json &properties, Sessions *sessions, QWidget *parent = nullptr);

    Method method() const;
    void setMethod(Method method);
    //! Fills in the sign-in from \a settings. Returns the settings without the sign-in.
    Json take(const Json &settings);
    //! Returns \a settings with the sign-in that is filled in.
    Json put(const Json &settings) const;
    //! Shows the fields of the chosen method. Call it after typed secrets were stored in the keychain.
    void showFields();
    //! A required field that is empty.
    struct Missing {
        QString title; //!< empty if no field is missing
        QWidget *field = nullptr;
    };
    //! Marks the first required field that is empty as invalid, and returns it. Removes all other marks.
    Missing markMissing();

Q_SIGNALS:
    void changed();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void addOAuth(const Json &schema);
    void addOAuthMember(const QString &name, const Json &schema);
    QLineEdit *addEdit(const QString &title, const QString &hint, const QString &objectName);
    void addRow(Method method, const QString &title, QWidget *row, bool required);
    Missing firstMissing() const;
    Json takeHeader(const Json &settings);

    Sessions *m_sessions;
    bool m_writesHeader;
    bool m_areMoreShown = false;
    SegmentControl *m_methods;
    QWidget *m_fields;
    QFormLayout *m_rows;
    struct Row {
        Method method;
        QWidget *widget;
        bool isFurther = false;
    };
    QList<Row> m_ofMethods;
    SecretField *m_secret; //!< used by all methods except None and OAuth
    QLineEdit *m_user;
    QLineEdit *m_header;
    SecretField *m_clientSecret = nullptr;
    QList<std::pair<QString, QWidget *>> m_oauth; //!< line edit or combo box of each member
    Json m_oauthSet; //!< "oauth" as it was set; keeps members that have no field
};

} // namespace Workbench::Ui
