// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/forms/fieldeditor.h"

#include <QFutureWatcher>

class QPushButton;
class QToolButton;

namespace Workbench::Ui {

//! A file of a request's body: chosen, read on a worker, shown by its name, type and size. Its value is
//! {"$file": name, "type": media type, "data": text}, with "base64" in place of "data" for what is no text.
class FileField : public FieldEditor {
    Q_OBJECT
public:
    FileField(const FieldHint &hint, QWidget *parent);

    //! Whether a place takes a file.
    static bool suits(const FieldHint &hint);

    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;
    void setReadOnly(bool readOnly) override;
    QWidget *focusTarget() const override;
    //! Reads the file and makes it the value; ErrorKind::Storage or Limit is shown beneath.
    void readFile(const QString &path);

private:
    void choose();
    void readEnded();
    void showValue();
    bool isNothing() const;

    QPushButton *m_choose;
    ThemeLabel *m_about;
    QToolButton *m_remove;
    QFutureWatcher<Result<Json>> m_reading;
    bool m_isReadOnly = false;
};

} // namespace Workbench::Ui
