// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

#include <QWidget>

#include <functional>

class QFormLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class SecretField;
class SignInField;
class ThemeLabel;

//! The fields of one kind of source, made from its settings schema. A field is a text, a secret, a switch, a
//! choice, a list of arguments, pairs of names and values, a group of texts, a JSON text, or the sign-in.
//! Settings that few users need are in the section Advanced, whose heading shows their values. Members that
//! the schema does not contain stay unchanged.
class SourceForm : public QWidget {
    Q_OBJECT
public:
    SourceForm(const SourceKind &kind, Sessions *sessions, QWidget *parent = nullptr);

    const SourceKind &kind() const { return m_kind; }
    Source source() const;
    void setSource(const Source &source);
    //! Marks variables and headers whose values look like secrets as secrets, so that the workspace file does
    //! not contain the values.
    void keepSecrets();
    //! Shows \a name as a suggestion. The next suggestion replaces it unless the user has edited the name.
    void suggestName(const QString &name);
    bool isNameSuggested() const { return m_isNameSuggested; }
    void setNameSuggested(bool suggested);
    //! Returns the value of one setting for widgets beside the form; absent if the setting is left out.
    Json setting(const QString &name) const;
    void setSetting(const QString &name, const Json &value);
    //! Shows or hides the row of \a setting while another widget edits that setting.
    void setRowShown(const QString &setting, bool shown);
    int labelWidth() const; //!< width of the column of visible labels, in pixels
    void focusFirst();
    //! Shows \a sentence as an error under the form; an empty one hides the error.
    void setProblem(const QString &sentence);
    //! Marks the required fields that are empty, and gives the first one the focus. Returns their titles.
    QStringList markMissing();
    void forgetTyped(); //!< Clears the typed secrets. Call it after they are stored in the keychain.

Q_SIGNALS:
    void changed();

private:
    struct Field {
        QString name{};
        QString title{};
        QString hint{};
        bool isRequired = false;
        bool isAdvanced = false;
        QWidget *row = nullptr;
        std::function<Json()> read{};
        std::function<void(const Json &)> write{};
        std::function<QString()> summary{}; //!< the value as shown in the heading of Advanced; may be empty
    };
    void makeName();
    void makeFields();
    void addField(const QString &name, const Json &schema, bool required);
    // Each of these functions makes the widgets of a field, and sets its members from row on.
    template <typename Widget> void useWidget(Field &field, Widget *widget);
    void makeSwitch(Field &field);
    void makeGroup(Field &field, const Json &schema);
    void makeChoice(Field &field, const Json &schema);
    void makeSecret(Field &field);
    void makeText(Field &field, const Json &schema);
    void makeJson(Field &field);
    SecretField *addSecret(const QString &name, const QString &title, QWidget *parent);
    QLineEdit *addEdit(const QString &objectName, const QString &title, const QString &hint, QWidget *parent);
    QWidget *withBrowse(QLineEdit *edit, const QString &format);
    void splitCommandLine(QLineEdit *command);
    void addRow(const QString &label, bool required, QWidget *row);
    void addAdvanced();
    void showAdvanced();
    void valueChanged();

    SourceKind m_kind;
    Sessions *m_sessions;
    QFormLayout *m_layout;
    QLineEdit *m_name;
    QLabel *m_suggested;
    QLabel *m_problem;
    QList<Field> m_fields;
    SignInField *m_signIn = nullptr; //!< null if this kind has no sign-in
    QToolButton *m_advanced = nullptr; //!< null if no setting is advanced
    ThemeLabel *m_advancedValues = nullptr;
    Json m_settings; //!< the settings last set; keeps members that have no field
    bool m_isNameSuggested = true;
    bool m_isMarked = false; //!< whether empty required fields are marked
};

} // namespace Workbench::Ui
