// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/definitionsdialog.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/sourcesmodel.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"

#include <QItemSelectionModel>
#include <QStandardItemModel>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

//! Changes of definitions as a text to show.
struct DescribedChanges {
    std::shared_ptr<const TextDocument> text;
    QList<TextView::Mark> marks; //!< the removed and the added lines
    QList<qsizetype> starts; //!< the first line of each described change
};

namespace {

constexpr qsizetype maxOperations = 2000;
constexpr qsizetype maxPlaces = 5000; // of one operation
constexpr qsizetype maxChanges = 1'000'000; // characters of all changes
constexpr qsizetype maxName = 200; // characters

//! The lines of the text, up to maxChanges characters.
struct ChangeLines {
    QStringList list;
    QList<TextView::Mark> marks;
    QList<qsizetype> starts; // the line of each change
    qsizetype left = maxChanges; // characters
    bool isCut = false;

    void append(const QString &line)
    {
        list.append(line);
        left -= line.size() + 1;
    }
    void append(const QString &line, ColorRole role)
    {
        marks.append({list.size(), list.size(), role});
        append(line);
    }
    //! Puts \a line and an empty line before all others.
    void prepend(const QString &line)
    {
        constexpr qsizetype added = 2;
        list.prepend(QString());
        list.prepend(line);
        for (TextView::Mark &mark : marks) {
            mark.firstLine += added;
            mark.lastLine += added;
        }
        for (qsizetype &start : starts)
            start += added;
    }
};

void describeLines(const DefinitionLines &different, ChangeLines &lines)
{
    for (const DefinitionLine &line : different.list) {
        switch (line.kind) {
        case DefinitionLine::Kind::Place: lines.append(u"    "_s + line.text); break;
        case DefinitionLine::Kind::Common: lines.append(u"      "_s + line.text); break;
        case DefinitionLine::Kind::Removed: lines.append(u"    – "_s + line.text, ColorRole::Error); break;
        case DefinitionLine::Kind::Added: lines.append(u"    + "_s + line.text, ColorRole::Ok); break;
        }
        if (!line.readable.isEmpty())
            lines.append(DefinitionsDialog::tr("    as text %1").arg(line.readable));
    }
    lines.isCut = lines.isCut || different.isCut;
}

void describeOne(const DefinitionChange &change, ChangeLines &lines)
{
    const QString name = visibleText(change.operation, false, maxName);
    lines.isCut = lines.isCut || visibleText(change.operation).size() > maxName;
    if (!change.isChanged()) {
        lines.append(!change.now ? DefinitionsDialog::tr("%1 was removed").arg(name)
                                 : DefinitionsDialog::tr("%1 is new").arg(name));
        return;
    }
    lines.append(name.isEmpty() ? DefinitionsDialog::tr("The instructions of the server changed")
                                : DefinitionsDialog::tr("%1 changed").arg(name));
    const DefinitionDifferences differences =
        definitionDifferences(change.before->whole(), change.now->whole(), maxPlaces);
    const auto placeText = [&lines](const DefinitionDifference &difference, const QString &place) {
        lines.isCut = lines.isCut || place.size() > lines.left;
        return shownPlace(difference, place, lines.left);
    };
    for (const DefinitionDifference &difference : differences.list) {
        if (lines.left <= 0) {
            lines.isCut = true;
            return;
        }
        const QString place = placeText(difference, difference.place);
        if (!difference.from.isEmpty()) {
            lines.append(
                DefinitionsDialog::tr("  %1 moved to %2").arg(placeText(difference, difference.from), place));
            continue;
        }
        const qsizetype longest = lines.left / 2;
        lines.append(u"  "_s + place);
        if (const std::optional<DefinitionLines> different = differentLines(difference, longest)) {
            describeLines(*different, lines);
            continue;
        }
        const ValueTexts values =
            valueTexts(difference, {.whole = 400, .context = 80, .longest = longest, .withReadable = true});
        lines.append(DefinitionsDialog::tr("    before  %1").arg(values.before));
        if (!values.readableBefore.isEmpty())
            lines.append(DefinitionsDialog::tr("    as text %1").arg(values.readableBefore));
        lines.append(DefinitionsDialog::tr("    now     %1").arg(values.now));
        if (!values.readable.isEmpty())
            lines.append(DefinitionsDialog::tr("    as text %1").arg(values.readable));
        lines.isCut = lines.isCut || values.isCut;
    }
    if (differences.more > 0) {
        lines.isCut = true;
        lines.append(DefinitionsDialog::tr("  and in %n more places", nullptr, int(differences.more)));
    }
}

ChangeLines linesOf(const QList<DefinitionChange> &changes)
{
    ChangeLines lines;
    for (qsizetype i = 0; i < std::min(changes.size(), maxOperations); ++i) {
        if (i > 0)
            lines.append(QString());
        lines.starts.append(lines.list.size());
        describeOne(changes.at(i), lines);
    }
    if (changes.size() > maxOperations) {
        lines.isCut = true;
        lines.append(QString());
        lines.append(
            DefinitionsDialog::tr("and %n more operations", nullptr, int(changes.size() - maxOperations)));
    }
    if (lines.isCut) // on top, because the end of so much text is hardly read
        lines.prepend(
            DefinitionsDialog::tr("Some of the changes are too long to show and are cut off here."));
    return lines;
}

//! For a worker.
DescribedChanges describe(const QList<DefinitionChange> &changes)
{
    const ChangeLines lines = linesOf(changes);
    return {TextDocument::fromBytes(lines.list.join(u'\n').toUtf8()), lines.marks, lines.starts};
}

QString kindWord(const DefinitionChange &change)
{
    return !change.now  ? DefinitionsDialog::tr("gone")
        : change.before ? DefinitionsDialog::tr("changed")
                        : DefinitionsDialog::tr("new");
}

QString dialogTitle(const QString &source, const DefinitionCounts &counts)
{
    const QString name = visibleText(source, false, 60);
    return counts.added == 0 && counts.gone == 0
        ? DefinitionsDialog::tr("%n definitions of %1 changed", nullptr, int(counts.changed)).arg(name)
        : DefinitionsDialog::tr("Definitions of %1: %2").arg(name, changesText(counts));
}

} // namespace

QString describedChanges(const QList<DefinitionChange> &changes)
{
    return linesOf(changes).list.join(u'\n');
}

QFuture<void> DefinitionsDialog::ask(const QString &source, const QList<DefinitionChange> &changes,
    QWidget *page, const QString &acceptText, const std::function<void()> &accepted)
{
    return start(source, changes, page, acceptText, Choice::All,
        [accepted](const QList<DefinitionChange> &) { accepted(); });
}

QFuture<void> DefinitionsDialog::choose(const QString &source, const QList<DefinitionChange> &changes,
    QWidget *page, const WhenAccepted &accepted)
{
    const bool isChoice = changes.size() > 1 && changes.size() <= maxOperations; // all of them are described
    return start(source, changes, page, {}, isChoice ? Choice::Each : Choice::All, accepted);
}

QFuture<void> DefinitionsDialog::start(const QString &source, const QList<DefinitionChange> &changes,
    QWidget *page, const QString &acceptText, Choice choice, const WhenAccepted &accepted)
{
    return QtConcurrent::run(describe, changes)
        .then(page, [source, changes, page, acceptText, choice, accepted](const DescribedChanges &described) {
            delete page->findChild<DefinitionsDialog *>(); // it shows older changes
            auto *dialog =
                deletedOnClose(new DefinitionsDialog(source, changes, described, page, acceptText, choice));
            connect(dialog, &QDialog::accepted, page, [dialog, accepted] { accepted(dialog->chosen()); });
            dialog->open();
        });
}

DefinitionsDialog::DefinitionsDialog(const QString &source, const QList<DefinitionChange> &changes,
    const DescribedChanges &described, QWidget *parent, const QString &acceptText, Choice choice)
    : QDialog(parent)
    , m_changes(changes)
    , m_text(named(new TextView(this), u"definitionsText"_s, tr("What changed")))
{
    const DefinitionCounts counts = countsOf(changes);
    setObjectName(u"definitionsDialog"_s);
    setWindowTitle(tr("Changed definitions"));
    resize(choice == Choice::Each ? 860 : 680, 460);
    auto *title = named(new ThemeLabel(dialogTitle(source, counts), ColorRole::Text, FontRole::Title, this),
        u"definitionsTitle"_s);
    auto *words = wrapped(new ThemeLabel(counts.changed > 0
            ? tr("These definitions changed since you last accepted them. Read the changes before you accept "
                 "them: a model acts on what a tool says about itself. A changed operation is not called "
                 "until you accept its definition.")
            : tr("Operations were added or removed since you last accepted the definitions. New operations "
                 "can already be called. If you accept the changes, they are no longer marked."),
        ColorRole::TextSecond, FontRole::Body, this));
    m_text->setDocument(described.text);
    m_text->setMarks(described.marks);
    QPushButton *accept = named(
        plainButton(u"check"_s, acceptText.isEmpty() ? tr("Accept") : acceptText, this), u"acceptChanges"_s);
    QPushButton *keep = named(primaryButton({}, tr("Do not accept"), this), u"keepOld"_s);
    keep->setDefault(true);
    auto *parts = new QSplitter(Qt::Horizontal, this);
    if (choice == Choice::Each) {
        QWidget *list = makeList(described);
        fillSplitter(parts, {list, m_text}, {240, 596});
        connect(m_list, &QStandardItemModel::itemChanged, accept,
            [this, accept] { accept->setEnabled(!chosen().isEmpty()); });
    } else {
        parts->addWidget(m_text);
    }
    auto *buttons = addAll(newRow(8), {Stretch{}, accept, keep});
    addAll(newColumn(this, {12, 12, 12, 12}, 8), {title, words, {parts, 1}, buttons});
    keep->setFocus();
    connect(accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
}

QWidget *DefinitionsDialog::makeList(const DescribedChanges &described)
{
    m_list = new QStandardItemModel(this);
    for (const DefinitionChange &change : std::as_const(m_changes)) {
        const QString name = change.operation.isEmpty() ? tr("Instructions of the server")
                                                        : visibleText(change.operation, false, maxName);
        auto *item = new QStandardItem(name);
        item->setEditable(false);
        item->setCheckable(true);
        item->setCheckState(Qt::Checked);
        item->setData(kindWord(change), RowRole::RightText);
        item->setData(tr("%1, %2").arg(name, kindWord(change)), Qt::AccessibleTextRole);
        m_list->appendRow(item);
    }
    auto *view = named(new RowTreeView(this), u"definitionsList"_s, tr("Changes to accept"));
    view->setHeaderHidden(true);
    view->setRootIsDecorated(false);
    view->setProperty("checksByBox", true); // a click on the name shows its changes
    view->setModel(m_list);
    connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this, starts = described.starts](const QModelIndex &index) {
            if (index.isValid() && index.row() < starts.size())
                m_text->scrollToLine(starts.at(index.row()));
        });
    return view;
}

QList<DefinitionChange> DefinitionsDialog::chosen() const
{
    if (!m_list)
        return m_changes;
    QList<DefinitionChange> changes;
    for (int row = 0; row < m_list->rowCount(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked)
            changes.append(m_changes.at(row));
    }
    return changes;
}

} // namespace Workbench::Ui

#include "moc_definitionsdialog.cpp"
