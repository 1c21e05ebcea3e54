// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/importpage.h"

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/forms/breakable.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype longestValue = 2000; // characters of a value from the file
constexpr qsizetype mostRemarks = 4; // remarks about the file that are shown

bool startsProgram(const Source &source)
{
    return source.settings.hasMember("command"_L1);
}

//! Returns ImportedSecret::place in the language of the window.
QString importedPlace(const QString &place)
{
    const QString name = visibleText(place.section(u' ', 1), false, 80);
    if (place.startsWith("variable "_L1))
        return ImportPage::tr("Variable %1").arg(name);
    if (place.startsWith("header "_L1))
        return ImportPage::tr("Header %1").arg(name);
    if (place.startsWith("argument "_L1))
        return ImportPage::tr("Argument %1").arg(name);
    if (place.startsWith("input "_L1))
        return ImportPage::tr("Input %1").arg(name);
    return ImportPage::tr("Address");
}

//! Returns the members of \a object, one on each line, for example `NAME=value`.
QString membersText(const Json &object, const QString &between)
{
    QStringList lines;
    for (const auto member : object.members()) {
        const QString line = member.key() + between + member.value().toString();
        lines.append(visibleText(line, false, longestValue));
    }
    return lines.join(u'\n');
}

QString secretsText(const QList<ImportedSecret> &secrets)
{
    QStringList lines;
    for (const ImportedSecret &secret : secrets) {
        const QString name = visibleText(secret.name, false, 120);
        lines.append((secret.value.isEmpty()
                ? ImportPage::tr("%1: not in the file; to be stored in the keychain as %2")
                : ImportPage::tr("%1: stored as %2"))
                .arg(importedPlace(secret.place), name));
    }
    return lines.join(u'\n');
}

} // namespace

ImportPage::ImportPage(Sessions *sessions, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_details(named(new QScrollArea(this), u"importDetails"_s, tr("Details of the server")))
    , m_remarks(named(new ThemeLabel({}, ColorRole::Warning, FontRole::Small, this), u"importRemarks"_s))
    , m_store(named(new QCheckBox(this), u"storeSecrets"_s))
    , m_storeNote(named(new ThemeLabel({}, ColorRole::Warning, FontRole::Small, this), u"storeNote"_s))
{
    setObjectName(u"importPage"_s);
    onBase(this);
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setWidgetResizable(true);
    m_remarks->setWordWrap(true);
    m_remarks->setContentsMargins(16, 8, 16, 8);
    m_storeNote->setText(tr("No keychain is available: the secrets are lost when the program ends"));
    m_storeNote->setWordWrap(true);
    auto *both = addAll(newRow(), {{makeList(), 2}, separator(Qt::Vertical, this), {m_details, 3}});
    auto *secrets = addAll(newRow({16, 8, 16, 8}, 12), {m_store, {m_storeNote, 1}});
    addAll(newColumn(this), {{both, 1}, m_remarks, secrets});
    connect(m_model, &QStandardItemModel::itemChanged, this, &ImportPage::choiceChanged);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &current) {
            if (current.isValid())
                m_details->setWidget(makeDetails(m_import.sources.at(current.row())));
            else
                delete m_details->takeWidget();
        });
}

QWidget *ImportPage::makeList()
{
    auto *side = new QWidget(this);
    m_title = named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, side), u"importTitle"_s);
    m_all = named(linkButton({}, side), u"importAll"_s);
    m_model = new QStandardItemModel(side);
    m_list = named(new RowTreeView(side), u"importList"_s, tr("Servers of the configuration"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(false);
    m_list->setHeaderHidden(true);
    m_list->setModel(m_model);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(16, 8, 12, 8);
    addAll(head, {{m_title, 1}, m_all});
    addAll(newColumn(side), {head, {m_list, 1}});
    connect(m_all, &QToolButton::clicked, this, [this] { setAllChosen(chosenCount() == 0); });
    return side;
}

bool ImportPage::isPresent(const ImportedSource &server) const
{
    return m_sessions->sources().contains(server.source);
}

void ImportPage::setImport(const ConfigurationImport &import)
{
    m_import = import;
    m_model->clear();
    for (const ImportedSource &server : std::as_const(m_import.sources)) {
        const bool isLeftOut = server.isDisabled || isPresent(server);
        auto *item = new QStandardItem(visibleText(server.source.name, false, 120));
        item->setEditable(false);
        item->setCheckable(true);
        item->setCheckState(isLeftOut ? Qt::Unchecked : Qt::Checked);
        item->setData(startsProgram(server.source) ? u"terminal"_s : u"globe"_s, RowRole::IconName);
        item->setData(visibleText(importTarget(server.source.settings), false, 300), RowRole::SecondLine);
        item->setData(int(ColorRole::TextSecond), RowRole::SecondLineColor);
        m_model->appendRow(item);
    }
    m_list->setCurrentIndex(m_model->index(0, 0));
    QStringList remarks;
    for (const QString &remark : m_import.remarks.first(std::min(mostRemarks, m_import.remarks.size())))
        remarks.append(breakable(visibleText(coreText(remark), false, 300)));
    if (const qsizetype more = m_import.remarks.size() - remarks.size(); more > 0)
        remarks.append(tr("and %n more notes", nullptr, int(more)));
    m_remarks->setText(remarks.join(u'\n'));
    m_remarks->setVisible(!remarks.isEmpty());
    m_store->setChecked(true);
    choiceChanged();
}

QStringList ImportPage::notesOf(const ImportedSource &server) const
{
    QStringList notes;
    if (isPresent(server))
        notes.append(tr("The workspace has this source already."));
    else if (const QString name = freeSourceName(m_sessions->sources(), server.source.name);
        name != server.source.name)
        notes.append(tr("It is added as %1 because the workspace has another source with its name.")
                .arg(visibleText(name, false, 120)));
    if (server.isDisabled)
        notes.append(tr("The file disables this server."));
    for (const QString &remark : server.remarks)
        notes.append(visibleText(coreText(remark), false, 500));
    return notes;
}

QWidget *ImportPage::makeDetails(const ImportedSource &server)
{
    auto *details = onBase(new QWidget);
    auto *grid = newLines<QGridLayout>(details, 12, 8, {16, 8, 16, 16});
    grid->setColumnStretch(1, 1);
    auto *name = new ThemeLabel({}, ColorRole::Text, FontRole::Strong, details);
    name->setElided(true);
    name->setFullText(visibleText(server.source.name, false, 120));
    grid->addWidget(name, 0, 0, 1, 2);
    const auto add = [grid, details](const QString &title, const QString &text, FontRole font) {
        if (text.isEmpty())
            return;
        const int row = grid->rowCount();
        auto *label = new ThemeLabel(title, ColorRole::TextSecond, FontRole::Small, details);
        auto *value = wrapped(new ThemeLabel(breakable(text), ColorRole::Text, font, details));
        named(value, u"importFact"_s, title);
        grid->addWidget(label, row, 0, Qt::AlignTop);
        grid->addWidget(value, row, 1);
    };
    const Json settings = server.source.settings;
    const QString kindId = startsProgram(server.source) ? u"mcp-command"_s : u"mcp-http"_s;
    for (const SourceKind &kind : m_sessions->kinds()) {
        if (kind.id == kindId)
            add(tr("Kind"), kind.title, FontRole::Body);
    }
    add(startsProgram(server.source) ? tr("Starts") : tr("Connects to"),
        visibleText(importTarget(settings), false, longestValue), FontRole::Data);
    add(tr("Folder"), visibleText(settings.member("cwd"_L1).toString(), false, longestValue), FontRole::Data);
    add(tr("Variables"), membersText(settings.member("env"_L1), u"="_s), FontRole::Data);
    add(tr("Headers"), membersText(settings.member("headers"_L1), u": "_s), FontRole::Data);
    add(tr("Keychain"), secretsText(server.secrets), FontRole::Body);
    add(tr("Notes"), notesOf(server).join(u'\n'), FontRole::Body);
    grid->setRowStretch(grid->rowCount(), 1);
    return details;
}

QList<int> ImportPage::chosenRows() const
{
    QList<int> rows;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->item(row)->checkState() == Qt::Checked)
            rows.append(row);
    }
    return rows;
}

void ImportPage::setAllChosen(bool chosen)
{
    {
        const QSignalBlocker quiet(m_model); // emit one change for all servers
        for (int row = 0; row < m_model->rowCount(); ++row)
            m_model->item(row)->setCheckState(chosen ? Qt::Checked : Qt::Unchecked);
    }
    m_list->viewport()->update();
    choiceChanged();
}

void ImportPage::choiceChanged()
{
    int secrets = 0;
    for (const int row : chosenRows())
        secrets += int(std::ranges::count_if(m_import.sources.at(row).secrets,
            [](const ImportedSecret &secret) { return !secret.value.isEmpty(); }));
    m_title->setText(tr("%n servers", nullptr, m_model->rowCount()));
    m_all->setText(chosenCount() == 0 ? tr("Choose all") : tr("Clear all"));
    m_all->setVisible(m_model->rowCount() > 1);
    m_store->setText(tr("Store %n secrets in the keychain", nullptr, secrets));
    m_store->setVisible(secrets > 0);
    m_storeNote->setVisible(secrets > 0 && m_sessions->secretsAreTemporary());
    Q_EMIT changed();
}

void ImportPage::importChosen()
{
    if (!isEnabled())
        return; // an import is running
    if (!m_store->isVisibleTo(this) || !m_store->isChecked()) {
        addChosen();
        return;
    }
    setEnabled(false);
    m_sessions->keptSecrets().then(this, [this](const Result<QStringList> &kept) {
        if (kept)
            storeSecrets(*kept);
        else
            fail(coreText(kept.error().message));
    });
}

//! Stores the secrets of the checked servers. \a kept contains the names in the keychain. If an entry has
//! another value, the import fails: the entry is neither replaced nor used for the new source.
void ImportPage::storeSecrets(const QStringList &kept)
{
    QList<ImportedSecret> missing;
    QList<ImportedSecret> present;
    QList<QFuture<Result<Secret>>> values;
    for (const int row : chosenRows()) {
        for (const ImportedSecret &secret : m_import.sources.at(row).secrets) {
            if (secret.value.isEmpty())
                continue;
            if (!kept.contains(secret.name)) {
                missing.append(secret);
                continue;
            }
            present.append(secret);
            values.append(m_sessions->readSecret(u"keychain:"_s + secret.name));
        }
    }
    QtFuture::whenAll(values.begin(), values.end())
        .then(this, [this, missing, present](const QList<QFuture<Result<Secret>>> &results) {
            for (qsizetype i = 0; i < results.size(); ++i) {
                const Result<Secret> value = results.at(i).result();
                if (!value) {
                    fail(coreText(value.error().message));
                    return;
                }
                if (value->reveal() != present.at(i).value) {
                    fail(tr("The keychain has %1 with another value. Remove it from the keychain, or clear "
                            "the check box to keep that value.")
                            .arg(visibleText(present.at(i).name, false, 120)));
                    return;
                }
            }
            store(missing);
        });
}

void ImportPage::store(const QList<ImportedSecret> &secrets)
{
    QList<QFuture<Result<void>>> stored;
    for (const ImportedSecret &secret : secrets)
        stored.append(m_sessions->keepSecret(secret.name, QString::fromUtf8(secret.value)));
    QtFuture::whenAll(stored.begin(), stored.end())
        .then(this, [this](const QList<QFuture<Result<void>>> &results) {
            for (const QFuture<Result<void>> &result : results) {
                if (const Result<void> done = result.result(); !done) {
                    fail(coreText(done.error().message));
                    return;
                }
            }
            setEnabled(true);
            addChosen();
        });
}

void ImportPage::fail(const QString &text)
{
    setEnabled(true);
    Q_EMIT failed(text);
}

void ImportPage::addChosen()
{
    QStringList added;
    for (const int row : chosenRows()) {
        Source source = m_import.sources.at(row).source;
        source.name = freeSourceName(m_sessions->sources(), source.name);
        if (const Result<void> done = m_sessions->addSource(source); !done) {
            fail(tr("%1 was not added: %2")
                    .arg(visibleText(source.name, false, 80), coreText(done.error().message)));
            return;
        }
        m_model->item(row)->setCheckState(Qt::Unchecked); // a second attempt adds only the remaining servers
        added.append(source.name);
    }
    Q_EMIT imported(added);
}

} // namespace Workbench::Ui

#include "moc_importpage.cpp"
