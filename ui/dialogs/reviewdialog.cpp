// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/reviewdialog.h"

#include "core/base/visibletext.h"
#include "core/fixture/fixturefolder.h"
#include "ui/forms/themelabel.h"
#include "ui/models/reviewmodel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QDir>
#include <QFileDialog>
#include <QHeaderView>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

ReviewDialog::ReviewDialog(const QList<RedactedFixture> &recordings, const QString &folder, QWidget *parent)
    : QDialog(parent)
    , m_model(new ReviewModel(this))
    , m_view(named(new RowTreeView(this), u"reviewTable"_s, tr("Secrets found")))
{
    setObjectName(u"reviewDialog"_s);
    setWindowTitle(tr("Review recording"));
    const QSize room = parent ? parent->window()->size() - QSize(32, 32) : QSize(820, 460);
    resize(QSize(820, 460).boundedTo(room));
    m_model->setRecordings(recordings);
    const qsizetype suspicions = m_model->suspicions();
    auto *title =
        new ThemeLabel(suspicions > 0 ? tr("%n values may be secrets", nullptr, int(suspicions))
                                      : tr("%n secrets were replaced", nullptr, m_model->rowCount()),
            ColorRole::Text, FontRole::Title, this);
    title->setObjectName(u"reviewTitle"_s);
    auto *words = new ThemeLabel(suspicions > 0
            ? tr("Known secrets are replaced in every recording. These values only look like secrets. They "
                 "are replaced too unless you clear their check box. Nothing is written before you confirm.")
            : tr("Placeholders such as ${secret:TOKEN} replace them, so that a replay still matches. Nothing "
                 "is written before you confirm."),
        ColorRole::TextSecond, FontRole::Body, this);
    words->setWordWrap(true);
    m_view->setRootIsDecorated(false);
    m_view->setModel(m_model);
    setZoomedHeight(m_view->header(), 28);
    const QList<int> widths{150, 320, 190};
    for (int column = 0; column < widths.size(); ++column)
        m_view->setColumnWidth(column, widths.at(column));
    m_view->setCurrentIndex(m_model->index(0, 0));
    auto *head = addAll(newColumn({16, 16, 16, 8}, 4), {title, words});
    addAll(newColumn(this),
        {head, separator(Qt::Horizontal, this), {m_view, 1}, separator(Qt::Horizontal, this),
            makeFooter(recordings.size())});
    setFolder(folder);
    m_view->setFocus();
}

QWidget *ReviewDialog::makeFooter(qsizetype count)
{
    auto *footer = new QWidget(this);
    auto *row = newRow(footer, {16, 12, 16, 12}, 8);
    m_target = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, footer), u"reviewTarget"_s);
    m_target->setElided(true, Qt::ElideMiddle);
    m_target->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QToolButton *change = named(linkButton(tr("Change…"), footer), u"reviewChangeFolder"_s);
    change->setAccessibleName(tr("Choose another folder"));
    QPushButton *leave = named(plainButton({}, tr("Do not write"), footer), u"reviewLeave"_s);
    leave->setAutoDefault(false);
    QPushButton *write = primaryButton(u"record"_s, tr("Write %n fixtures", nullptr, int(count)), footer);
    write->setObjectName(u"reviewWrite"_s);
    write->setDefault(true);
    addAll(row, {{m_target, 1}, change, leave, write});
    connect(write, &QPushButton::clicked, this, &QDialog::accept);
    connect(leave, &QPushButton::clicked, this, &QDialog::reject);
    connect(change, &QToolButton::clicked, this, [this] {
        auto *dialog = deletedOnClose(new QFileDialog(this, tr("Fixtures folder"), m_folder));
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
        connect(dialog, &QFileDialog::fileSelected, this, &ReviewDialog::setFolder);
        dialog->open();
    });
    return footer;
}

QList<RedactedFixture> ReviewDialog::reviewed() const
{
    return m_model->reviewed();
}

void ReviewDialog::setFolder(const QString &folder)
{
    m_folder = folder;
    const QString shown = visibleText(QDir::toNativeSeparators(folder), false, 400);
    m_target->setFullText(isInGitWorkTree(folder) ? tr("Written to %1, in a git work tree").arg(shown)
                                                  : tr("Written to %1").arg(shown));
}

} // namespace Workbench::Ui

#include "moc_reviewdialog.cpp"
