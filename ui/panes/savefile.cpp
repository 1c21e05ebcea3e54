// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/savefile.h"

#include "core/base/atomicfile.h"
#include "core/base/visibletext.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Makes a name from a peer safe: it cannot name another folder or a hidden file.
QString proposedName(const QString &name)
{
    constexpr qsizetype longest = 80;
    QString proposed;
    for (const QChar c : name.right(longest))
        proposed += c.isLetterOrNumber() || u"._- "_s.contains(c) ? c : u'_';
    while (proposed.startsWith(u'.') || proposed.startsWith(u' '))
        proposed.remove(0, 1);
    return proposed;
}

} // namespace

void saveFile(QWidget *owner, const FileToSave &file)
{
    QWidget *window = owner->window();
    auto *dialog = deletedOnClose(named(new QFileDialog(window, file.title), u"saveDialog"_s));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QString proposed = proposedName(file.name);
    dialog->setDefaultSuffix(QFileInfo(proposed).suffix());
    dialog->selectFile(proposed);
    const auto save = [window, file, owner = QPointer(owner)](const QString &path) {
        QtConcurrent::run([path, bytes = file.bytes]() -> Result<void> {
            const Result<QByteArray> content = bytes();
            return content ? writeFileAtomically(path, *content) : std::unexpected(content.error());
        })
            .then(window,
                [path, window, owner, title = file.title, said = file.said](const Result<void> &written) {
                    const QString name = visibleText(QFileInfo(path).fileName(), false, 80);
                    const QString words = written
                        ? QCoreApplication::translate("SaveFile", "saved as %1").arg(name)
                        : visibleText(coreText(written.error().message), false, 200);
                    if (owner)
                        said(words);
                    if (owner || written)
                        return;
                    auto *box = new QMessageBox(QMessageBox::Warning, title, words, QMessageBox::Ok, window);
                    box->setTextFormat(Qt::PlainText); // the name may look like HTML
                    deletedOnClose(box)->open();
                });
    };
    QObject::connect(dialog, &QFileDialog::fileSelected, window, save);
    dialog->open();
}

} // namespace Workbench::Ui
