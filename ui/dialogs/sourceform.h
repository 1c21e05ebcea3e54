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

class PairsField;
class SecretField;
class SignInField;
class ThemeLabel;

//! The fields of one kind of source, made from its settings schema: text, a secret, a switch, a choice, a
//! list of arguments on one line, pairs of names and values, a group of texts, and how to sign in. What few
//! users need waits in the section Advanced, whose line names its values. Members that the schema does not
//! know, and other lists of objects, stay as they were.
class SourceForm : public QWidget {
    Q_OBJECT
public:
    SourceForm(const SourceKind &kind, Sessions *sessions, QWidget *parent = nullptr);

    const SourceKind &kind() const { return m_kind; }
    Source source() const;
    void setSource(const Source &source);
    //! Variables and headers that hold secrets become secrets: the workspace's file does not hold them.
    void keepSecrets();
    //! Shows \a name as a suggestion, which the next one replaces until the user edits it.
    void suggestName(const QString &name);
    bool isNameSuggested() const { return m_isNameSuggested; }
    void setNameSuggested(bool suggested);
    //! One setting, for what is chosen beside the form. Absent: left out.
    Json setting(const QString &name) const;
    void setSetting(const QString &name, const Json &value);
    void setRowShown(const QString &setting, bool shown); //!< of a field that has its place elsewhere for now
    int labelWidth() const; //!< of the column of labels, as far as it is shown
    void focusFirst();
    //! The sentence under the form; empty: none.
    void setProblem(const QString &sentence);
    //! Marks the required fields that are empty, and gives the first one the focus. Returns their titles.
    QStringList markMissing();
    //! Secrets that were typed and that the settings refer to already, by their names in the keychain.
    QList<std::pair<QString, QString>> toStore() const;
    void forgetTyped(); //!< after they are stored

Q_SIGNALS:
    void changed();

private:
    struct Field {
        QString name;
        std::function<Json()> read;
        std::function<void(const Json &)> write;
        std::function<QString()> summary{}; //!< of its value, for the line of Advanced; may be empty
        QString title{};
        QWidget *row = nullptr;
        bool isRequired = false;
        bool isAdvanced = false;
    };
    void makeName();
    void makeFields();
    void addField(const QString &name, const Json &schema, bool required);
    Field makeSwitch(const QString &name, const QString &label, const QString &hint);
    Field makeGroup(const QString &name, const Json &schema);
    Field makeChoice(const QString &name, const Json &schema, const QString &title);
    Field makePairs(const QString &name);
    Field makeSecret(const QString &name, const QString &title, const QString &hint);
    SecretField *addSecret(const QString &name, const QString &title, QWidget *parent);
    Field makeText(const QString &name, const Json &schema, const QString &title, const QString &hint);
    QWidget *withBrowse(QLineEdit *edit, const QString &format);
    void splitCommandLine(QLineEdit *command);
    void addRow(const QString &label, bool required, QWidget *row);
    void addSignIn();
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
    SignInField *m_signIn = nullptr; //!< null: the kind has none
    QList<PairsField *> m_pairs; //!< that may hold secrets
    QList<std::pair<QString, SecretField *>> m_secrets; //!< beside the sign-in, by their names
    QToolButton *m_advanced = nullptr; //!< null: nothing is advanced
    ThemeLabel *m_advancedValues = nullptr;
    Json m_settings; //!< as set, for members that no field shows
    bool m_isNameSuggested = true;
    bool m_isMarked = false; //!< missing fields show that they are
};

} // namespace Workbench::Ui
