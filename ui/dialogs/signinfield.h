// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class SecretField;
class SegmentControl;

//! How a source signs in: one choice, and only the fields of that choice. What is typed as a secret becomes a
//! reference in the settings; toStore() says what the keychain must get before the settings are used.
class SignInField : public QWidget {
    Q_OBJECT
public:
    enum class Method : quint8 { None, Bearer, Basic, ApiKey, OAuth };
    //! \a properties of the source's settings. Where "auth" can only be oauth, the other methods write a
    //! header instead of it.
    SignInField(const Json &properties, Sessions *sessions, QWidget *parent = nullptr);

    Method method() const;
    void setMethod(Method method);
    //! Fills in what \a settings say. Returns the settings without that.
    Json take(const Json &settings);
    //! Returns \a settings with what is filled in.
    Json put(const Json &settings) const;
    //! Typed secrets that have a place in the settings already, by their names in the keychain.
    QList<std::pair<QString, QString>> toStore() const;
    void forgetTyped(); //!< after they are stored
    void setSourceName(const QString &name); //!< the names of its secrets begin with it
    QWidget *missingField() const; //!< of missing()
    QString missing() const; //!< title of a field that has to be filled in; empty: none is
    void markMissing(bool on);

Q_SIGNALS:
    void changed();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void addOAuth(const Json &schema);
    void addOAuthMember(const QString &name, const Json &schema);
    QLineEdit *addEdit(const QString &title, const QString &hint, const QString &objectName);
    void addRow(Method method, const QString &title, QWidget *row, bool required);
    void showFields();
    QString basicSecret() const;
    struct Missing {
        QString title; //!< empty: nothing is missing
        QWidget *field = nullptr;
    };
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
    SecretField *m_secret; //!< of all methods but OAuth
    QLineEdit *m_user;
    QLineEdit *m_header;
    class QToolButton *m_more = nullptr;
    SecretField *m_clientSecret = nullptr;
    QList<std::pair<QString, QWidget *>> m_oauth; //!< by member: a line edit or a combo box
    Json m_oauthSet; //!< as set, for members without a field
};

} // namespace Workbench::Ui
