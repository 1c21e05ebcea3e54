// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/definitionsdialog.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxOperations = 2000;
constexpr qsizetype maxPlaces = 5000; // of one operation
constexpr qsizetype maxChanges = 1'000'000; // characters of all changes
constexpr qsizetype maxName = 200; // characters

//! The lines of the text, up to maxChanges characters.
struct ChangeLines {
    QStringList list;
    qsizetype left = maxChanges; // characters
    bool isCut = false;

    void append(const QString &line)
    {
        list.append(line);
        left -= line.size() + 1;
    }
};

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
        const ValueTexts values = valueTexts(
            difference, {.whole = 400, .context = 80, .longest = lines.left / 2, .withReadable = true});
        lines.append(u"  "_s + place);
        lines.append(DefinitionsDialog::tr("    before  %1").arg(values.before));
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

} // namespace

QString describedChanges(const QList<DefinitionChange> &changes)
{
    ChangeLines lines;
    for (qsizetype i = 0; i < std::min(changes.size(), maxOperations); ++i) {
        if (i > 0)
            lines.append(QString());
        describeOne(changes.at(i), lines);
    }
    if (changes.size() > maxOperations) {
        lines.isCut = true;
        lines.append(QString());
        lines.append(
            DefinitionsDialog::tr("and %n more operations", nullptr, int(changes.size() - maxOperations)));
    }
    if (lines.isCut) { // on top, because the end of so much text is hardly read
        lines.list.prepend(QString());
        lines.list.prepend(
            DefinitionsDialog::tr("Some of the changes are too long to show and are cut off here."));
    }
    return lines.list.join(u'\n');
}

QFuture<void> DefinitionsDialog::ask(const QString &source, const QList<DefinitionChange> &changes,
    QWidget *page, const QString &acceptText, const std::function<void()> &accepted)
{
    return QtConcurrent::run(describedChanges, changes)
        .then(page, [source, count = changes.size(), page, acceptText, accepted](const QString &text) {
            delete page->findChild<DefinitionsDialog *>(); // it shows older changes
            auto *dialog = deletedOnClose(new DefinitionsDialog(source, count, text, page, acceptText));
            connect(dialog, &QDialog::accepted, page, accepted);
            dialog->open();
        });
}

DefinitionsDialog::DefinitionsDialog(const QString &source, qsizetype count, const QString &changes,
    QWidget *parent, const QString &acceptText)
    : QDialog(parent)
{
    auto *shown = named(new TextView(this), u"definitionsText"_s, tr("What changed"));
    setObjectName(u"definitionsDialog"_s);
    setWindowTitle(tr("Changed definitions"));
    resize(680, 460);
    auto *title =
        named(new ThemeLabel(
                  tr("%n definitions of %1 changed", nullptr, int(count)).arg(visibleText(source, false, 60)),
                  ColorRole::Text, FontRole::Title, this),
            u"definitionsTitle"_s);
    auto *words = wrapped(new ThemeLabel(
        tr("These definitions changed since you last accepted them. Read the changes before you accept them: "
           "a model acts on what a tool says about itself. An operation is not called until you accept its "
           "definition."),
        ColorRole::TextSecond, FontRole::Body, this));
    shown->setBytes(changes.toUtf8());
    QPushButton *accept = named(
        plainButton(u"check"_s, acceptText.isEmpty() ? tr("Accept") : acceptText, this), u"acceptChanges"_s);
    QPushButton *keep = named(primaryButton({}, tr("Do not accept"), this), u"keepOld"_s);
    keep->setDefault(true);
    auto *buttons = addAll(newRow(8), {Stretch{}, accept, keep});
    addAll(newColumn(this, {12, 12, 12, 12}, 8), {title, words, {shown, 1}, buttons});
    keep->setFocus();
    connect(accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
}

} // namespace Workbench::Ui

#include "moc_definitionsdialog.cpp"
