// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>

#include <functional>

class QWidget;

namespace Workbench::Ui {

//! A file to be saved at a path that the user chooses.
struct FileToSave {
    QString title; //!< the title of the dialog
    QString name; //!< the proposed file name; unsuitable characters are replaced
    std::function<Result<QByteArray>()> bytes; //!< Called on a worker thread.
    //! Called on the GUI thread with a sentence for the user, when the file was written or could not be
    //! written.
    std::function<void(const QString &)> said;
};

//! Asks where to save \a file, and writes it on a worker thread. The dialog belongs to the window, because
//! \a owner may be deleted while the user chooses a name. The file is then written all the same, but \c said
//! is not called, and a dialog says why writing failed.
void saveFile(QWidget *owner, const FileToSave &file);

} // namespace Workbench::Ui
