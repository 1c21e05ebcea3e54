// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/reviewdialog.h"

#include "core/base/visibletext.h"
#include "core/fixture/fixturefolder.h"
#include "ui/forms/themelabel.h"
#include "ui/models/reviewmodel.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"

#include <QBoxLayout>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

ReviewDialog::ReviewDialog(const QList<RedactedFixture> &recordings, const QString &folder, QWidget *parent)
    : QDialog(parent)
    , m_model(new ReviewModel(this))
    , m_view(new RowTreeView(this))
{
    setObjectName(u"reviewDialog"_s);
    setWindowTitle(tr("Review Recording"));
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
            ? tr("Known secrets are replaced in every recording. These values only look like secrets: they "
                 "are replaced too, unless you take their check away. Nothing is written before you say so.")
            : tr("A name such as ${secret:TOKEN} stands in their place, so that a replay still fits. Nothing "
                 "is written before you say so."),
        ColorRole::TextSecond, FontRole::Body, this);
    words->setWordWrap(true);
    m_view->setObjectName(u"reviewTable"_s);
    m_view->setAccessibleName(tr("What was found"));
    m_view->setRootIsDecorated(false);
    m_view->setModel(m_model);
    m_view->header()->setFixedHeight(28);
    const QList<int> widths{150, 320, 190};
    for (int column = 0; column < widths.size(); ++column)
        m_view->setColumnWidth(column, widths.at(column));
    m_view->setCurrentIndex(m_model->index(0, 0));
    auto *head = new QVBoxLayout;
    head->setContentsMargins(16, 16, 16, 8);
    head->setSpacing(4);
    head->addWidget(title);
    head->addWidget(words);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(separator(Qt::Horizontal, this));
    column->addWidget(m_view, 1);
    column->addWidget(separator(Qt::Horizontal, this));
    column->addWidget(makeFooter(recordings.size()));
    setFolder(folder);
    m_view->setFocus();
}

QWidget *ReviewDialog::makeFooter(qsizetype count)
{
    auto *footer = new QWidget(this);
    auto *row = new QHBoxLayout(footer);
    row->setContentsMargins(16, 12, 16, 12);
    row->setSpacing(8);
    m_target = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, footer);
    m_target->setObjectName(u"reviewTarget"_s);
    m_target->setElided(true);
    m_target->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QToolButton *change = linkButton(tr("Change…"), footer);
    change->setObjectName(u"reviewChangeFolder"_s);
    change->setAccessibleName(tr("Choose another folder"));
    QPushButton *leave = plainButton({}, tr("Do Not Write"), footer);
    leave->setObjectName(u"reviewLeave"_s);
    leave->setAutoDefault(false);
    QPushButton *write = primaryButton(u"record"_s, tr("Write %n fixtures", nullptr, int(count)), footer);
    write->setObjectName(u"reviewWrite"_s);
    write->setDefault(true);
    row->addWidget(m_target, 1);
    row->addWidget(change);
    row->addWidget(leave);
    row->addWidget(write);
    connect(write, &QPushButton::clicked, this, &QDialog::accept);
    connect(leave, &QPushButton::clicked, this, &QDialog::reject);
    connect(change, &QToolButton::clicked, this, [this] {
        auto *dialog = new QFileDialog(this, tr("Folder of the Fixtures"), m_folder);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
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
    m_target->setFullText(isInGitWorkTree(folder) ? tr("Goes to %1, in a git work tree").arg(shown)
                                                  : tr("Goes to %1").arg(shown));
}

} // namespace Workbench::Ui
