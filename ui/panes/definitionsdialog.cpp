// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/definitionsdialog.h"

#include "core/base/visibletext.h"
#include "core/json/jsondiff.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsontext.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxOperations = 200;
constexpr qsizetype maxPlaces = 50; // of one operation
constexpr qsizetype maxValue = 400; // characters

void describeOne(const DefinitionPins::Change &change, QStringList &lines)
{
    const QString name = visibleText(change.operation, false, 200);
    if (change.now.isAbsent() || change.before.isAbsent()) {
        lines.append(change.now.isAbsent() ? DefinitionsDialog::tr("%1 is gone").arg(name)
                                           : DefinitionsDialog::tr("%1 is new").arg(name));
        return;
    }
    lines.append(DefinitionsDialog::tr("%1 changed").arg(name));
    const Result<JsonDiff> diff = diffJson(change.before, change.now);
    if (!diff) {
        lines.append(u"  "_s + diff.error().message);
        return;
    }
    const auto value = [](const Json &json) {
        return json.isAbsent() ? u"–"_s : previewText(json, maxValue);
    };
    for (qsizetype i = 0; i < std::min(diff->size(), maxPlaces); ++i) {
        const JsonChange place = diff->at(i);
        lines.append(u"  "_s + visibleText(place.pointer, false, 200));
        lines.append(DefinitionsDialog::tr("    before  %1").arg(value(place.before)));
        lines.append(DefinitionsDialog::tr("    now     %1").arg(value(place.after)));
    }
    if (diff->size() > maxPlaces)
        lines.append(
            DefinitionsDialog::tr("  and in %n more places", nullptr, int(diff->size() - maxPlaces)));
}

} // namespace

QString describedChanges(const QList<DefinitionPins::Change> &changes)
{
    QStringList lines;
    for (qsizetype i = 0; i < std::min(changes.size(), maxOperations); ++i) {
        if (i > 0)
            lines.append(QString());
        describeOne(changes.at(i), lines);
    }
    if (changes.size() > maxOperations) {
        lines.append(QString());
        lines.append(
            DefinitionsDialog::tr("and %n more operations", nullptr, int(changes.size() - maxOperations)));
    }
    return lines.join(u'\n');
}

DefinitionsDialog::DefinitionsDialog(
    const QString &source, qsizetype count, const QString &changes, QWidget *parent)
    : QDialog(parent)
    , m_text(new TextView(this))
{
    setObjectName(u"definitionsDialog"_s);
    setWindowTitle(tr("Changed Definitions"));
    resize(680, 460);
    auto *title = new ThemeLabel(
        tr("%n definitions of %1 changed", nullptr, int(count)).arg(visibleText(source, false, 60)),
        ColorRole::Text, FontRole::Title, this);
    title->setObjectName(u"definitionsTitle"_s);
    auto *words = new ThemeLabel(tr("They are not what they were when they were last accepted. Read them "
                                    "before you trust them: what a "
                                    "tool says about itself is what a model acts on."),
        ColorRole::TextSecond, FontRole::Body, this);
    words->setWordWrap(true);
    m_text->setObjectName(u"definitionsText"_s);
    m_text->setAccessibleName(tr("What changed"));
    m_text->setBytes(changes.toUtf8());
    QPushButton *accept = plainButton(u"check"_s, tr("Accept Definitions"), this);
    accept->setObjectName(u"acceptChanges"_s);
    QPushButton *keep = primaryButton({}, tr("Keep the Old Ones"), this);
    keep->setObjectName(u"keepOld"_s);
    keep->setDefault(true);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(accept);
    buttons->addWidget(keep);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(title);
    column->addWidget(words);
    column->addWidget(m_text, 1);
    column->addLayout(buttons);
    keep->setFocus();
    connect(accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
}

} // namespace Workbench::Ui
