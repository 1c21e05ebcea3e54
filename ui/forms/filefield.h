// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/forms/fieldeditor.h"

#include <QFutureWatcher>

#include <functional>

class QPushButton;
class QToolButton;

namespace Workbench::Ui {

//! Lets the user choose a file for the body of a request, reads it on a worker, and shows its name, type and
//! size. The value is {"$file": name, "type": media type, "data": text}. A binary file has "base64" instead
//! of "data".
class FileField : public FieldEditor {
    Q_OBJECT
public:
    FileField(const FieldHint &hint, QWidget *parent);

    //! Returns whether the field described by \a hint takes a file.
    static bool suits(const FieldHint &hint);

    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;
    void setReadOnly(bool readOnly) override;
    //! Reads the file on a worker and then sets it as the value. Shows an error of ErrorKind::Storage or
    //! ErrorKind::Limit below the field.
    void readFile(const QString &path);

private:
    void readEnded();
    void showValue();
    bool isNothing() const;

    QPushButton *m_choose;
    ThemeLabel *m_about;
    QToolButton *m_remove;
    QFutureWatcher<Result<Json>> m_reading;
    bool m_isReadOnly = false;
};

//! Asks for an existing file that matches \a filters, and passes its path to \a chosen. \a name is the object
//! name of the dialog.
void askForFile(QWidget *parent, const QString &title, const QString &name,
    const std::function<void(const QString &)> &chosen, const QStringList &filters = {});

} // namespace Workbench::Ui
