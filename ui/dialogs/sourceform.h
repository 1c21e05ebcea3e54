// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

#include <QWidget>

#include <functional>

class QFormLayout;
class QLineEdit;

namespace Workbench::Ui {

//! The fields of one kind of source, made from its settings schema: text, a secret, a switch, a choice, a
//! list of arguments on one line, pairs of names and values, a group of texts. Of a long list the last ones
//! wait behind "More settings". Accepted certificates are listed. Members that the schema does not know, and
//! other lists of objects, stay as they were.
class SourceForm : public QWidget {
    Q_OBJECT
public:
    explicit SourceForm(const SourceKind &kind, QWidget *parent = nullptr);

    const SourceKind &kind() const { return m_kind; }
    Source source() const;
    void setSource(const Source &source);
    //! One setting, for what is chosen beside the form. Absent: left out.
    Json setting(const QString &name) const;
    void setSetting(const QString &name, const Json &value);
    void focusFirst();
    //! The sentence under the form; empty: none.
    void setProblem(const QString &sentence);

Q_SIGNALS:
    void changed();

private:
    struct Field {
        QString name;
        std::function<Json()> read;
        std::function<void(const Json &)> write;
    };
    void addSwitch(const QString &name, const QString &label, const QString &hint);
    QWidget *addGroup(const QString &name, const Json &schema);
    QWidget *withBrowse(QLineEdit *edit, const QString &format);
    void addRow(const QString &label, QWidget *row);
    void addMore();
    void showMore(bool on);
    void addField(const QString &name, const Json &schema, bool required);

    SourceKind m_kind;
    QFormLayout *m_layout;
    QLineEdit *m_name;
    class QLabel *m_problem;
    QList<Field> m_fields;
    QList<QWidget *> m_rows; //!< of the fields
    class QToolButton *m_more = nullptr; //!< shows the rows from firstOfMore on
    Json m_settings; //!< as set, for members that no field shows
};

//! A command line's arguments as a person writes them: split at blanks, quotes and backslashes as in a shell,
//! without anything else of a shell.
QStringList splitArguments(const QString &text);
QString joinArguments(const QStringList &arguments);

} // namespace Workbench::Ui
