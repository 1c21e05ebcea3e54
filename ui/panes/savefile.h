// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>

#include <functional>

class QWidget;

namespace Workbench::Ui {

//! A file to be saved where the user says.
struct FileToSave {
    QString title; //!< of the dialog
    QString name; //!< proposed; the characters that a file name should not have are replaced
    std::function<Result<QByteArray>()> bytes; //!< Called on a worker thread.
    //! Called with a sentence for the user, when the file was written or could not be written.
    std::function<void(const QString &)> said;
};

//! Asks where to save \a file, and writes it on a worker thread. The dialog belongs to the window: \a owner
//! may go, with the result that it shows, while a name is chosen. It is not told then; the file is written
//! all the same, and a dialog says why it could not be.
void saveFile(QWidget *owner, const FileToSave &file);

} // namespace Workbench::Ui
