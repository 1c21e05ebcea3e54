// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/preferencesdialog.h"

#include "core/session/sessions.h"
#include "ui/forms/themelabel.h"
#include "ui/models/limitsmodel.h"
#include "ui/models/preferences.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/theme/zoom.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFontComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QListWidget>
#include <QSettings>
#include <QShortcut>
#include <QSpinBox>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int limitsRow = 1; // of the list of sections
}

PreferencesDialog::PreferencesDialog(Sessions *sessions, WorkbenchStyle *style, bool keeps, QWidget *parent)
    : QDialog(parent)
    , m_sessions(sessions)
    , m_style(style)
    , m_keeps(keeps)
    , m_list(named(new QListWidget(this), u"preferenceSections"_s, tr("Sections")))
    , m_pages(new QStackedWidget(this))
    , m_limits(new LimitsModel(sessions->limits(), this))
{
    setUpDialog(this, u"preferencesDialog"_s, tr("Preferences"), {720, 480});
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_list->viewport()->setBackgroundRole(QPalette::Window);
    m_list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_list->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    addLook();
    addLimits();
    addNetwork();
    addQuestions();
    connect(m_list, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);
    m_list->setCurrentRow(0);
    QPushButton *close = named(plainButton({}, tr("Close"), this), u"close"_s);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    addAll(newColumn(this),
        {{addAll(newRow(), {m_list, separator(Qt::Vertical, this), {m_pages, 1}}), 1},
            separator(Qt::Horizontal, this), addAll(newRow({16, 12, 16, 12}, 8), {Stretch{}, close})});
}

//! Adds a page and returns its layout.
QFormLayout *PreferencesDialog::addSection(const QString &title, const QString &iconName)
{
    auto *item = new QListWidgetItem(title, m_list);
    item->setData(RowRole::IconName, iconName);
    auto *page = new QWidget(m_pages);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto *rows = new QFormLayout(page);
    rows->setContentsMargins(16, 16, 16, 16);
    rows->setSpacing(8);
    rows->setLabelAlignment(Qt::AlignLeading);
    rows->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_pages->addWidget(page);
    return rows;
}

ThemeLabel *PreferencesDialog::note(const QString &text)
{
    auto *label = wrapped(new ThemeLabel(text, ColorRole::TextSecond, FontRole::Small, this));
    label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    return label;
}

void PreferencesDialog::addLook()
{
    QFormLayout *rows = addSection(tr("Appearance"), u"sun"_s);
    auto *scheme = named(new QComboBox(this), u"scheme"_s);
    scheme->addItems({tr("Same as the system"), tr("Light"), tr("Dark")});
    scheme->setCurrentIndex(int(m_style->scheme()));
    connect(m_style, &WorkbenchStyle::themeChanged, scheme,
        [this, scheme] { scheme->setCurrentIndex(int(m_style->scheme())); });
    connect(scheme, &QComboBox::activated, this, [this](int index) {
        m_style->setScheme(WorkbenchStyle::Scheme(index));
        if (m_keeps)
            QSettings().setValue(u"window/scheme"_s, index);
    });
    rows->addRow(tr("Theme"), scheme);

    auto *zoom = named(new QSpinBox(this), u"zoom"_s);
    zoom->setRange(WorkbenchStyle::smallestZoom, WorkbenchStyle::largestZoom);
    zoom->setSingleStep(10);
    zoom->setSuffix(tr(" %"));
    zoom->setValue(m_style->zoom());
    zoom->setKeyboardTracking(false);
    connect(zoom, &QSpinBox::valueChanged, this, [this](int percent) {
        m_style->setZoom(percent);
        if (m_keeps)
            QSettings().setValue(u"window/zoom"_s, m_style->zoom());
    });
    rows->addRow(tr("Text size"), zoom);

    auto *textFont = named(new QFontComboBox(this), u"textFont"_s, tr("Font"));
    textFont->setCurrentFont(QApplication::font());
    auto *dataFont = named(new QFontComboBox(this), u"dataFont"_s, tr("Data font"));
    dataFont->setFontFilters(QFontComboBox::MonospacedFonts);
    dataFont->setCurrentFont(Theme::of(this).font(FontRole::Data));
    const auto useFonts = [this](const QString &textFamily, const QString &dataFamily) {
        m_style->setFontFamilies(textFamily, dataFamily);
        if (!m_keeps)
            return;
        Preferences::setTextFont(textFamily);
        Preferences::setDataFont(dataFamily);
    };
    connect(textFont, &QFontComboBox::currentFontChanged, this,
        [useFonts](const QFont &chosen) { useFonts(chosen.family(), Preferences::dataFont()); });
    connect(dataFont, &QFontComboBox::currentFontChanged, this,
        [useFonts](const QFont &chosen) { useFonts(Preferences::textFont(), chosen.family()); });
    QToolButton *usual = named(linkButton(tr("Use the fonts of the desktop"), this), u"usualFonts"_s);
    connect(usual, &QToolButton::clicked, this, [this, useFonts, textFont, dataFont] {
        useFonts({}, {});
        const QSignalBlocker quietText(textFont);
        const QSignalBlocker quietData(dataFont);
        textFont->setCurrentFont(QApplication::font());
        dataFont->setCurrentFont(Theme::of(this).font(FontRole::Data));
    });
    rows->addRow(tr("Font"), textFont);
    rows->addRow(tr("Data font"), dataFont);
    rows->addRow(QString(), usual);

    auto *language = named(new QComboBox(this), u"language"_s);
    language->addItem(tr("Same as the system"), QString());
    const QString before = u"envelope-workbench_"_s;
    for (QString name : QDir(u":/i18n"_s).entryList({before + u"*.qm"_s})) {
        name = name.sliced(before.size()).chopped(3);
        const QString native = QLocale(name).nativeLanguageName();
        language->addItem(name == "en"_L1 ? u"English"_s : native, name);
    }
    language->setCurrentIndex(std::max(0, language->findData(Preferences::language())));
    connect(language, &QComboBox::activated, this, [this, language] {
        if (m_keeps)
            Preferences::setLanguage(language->currentData().toString());
    });
    rows->addRow(tr("Language"), language);
    rows->addRow(QString(), note(tr("A changed language takes effect at the next start.")));
}

void PreferencesDialog::addLimits()
{
    addSection(tr("Limits"), u"table"_s);
    QWidget *page = m_pages->widget(m_pages->count() - 1);
    delete page->layout();
    m_filter = named(iconField(u"filter"_s, tr("Filter"), page), u"limitsFilter"_s, tr("Filter the limits"));
    auto *filtered = new TextFilterModel(this);
    filtered->setSourceModel(m_limits);
    auto *table = named(new RowTreeView(page), u"limitsTable"_s, tr("Limits"));
    table->setRootIsDecorated(false);
    table->setModel(filtered);
    table->setEditTriggers(QAbstractItemView::AllEditTriggers);
    setZoomedHeight(table->header(), 28);
    new ColumnFit(table, table->header(), {{200, 2}, {100, 1}, {80, 1}});
    m_table = table;
    ThemeLabel *state = named(
        note(tr("A changed limit applies to calls at once, to sources from their next connection, and to "
                "data in memory from the next start. A source can have its own limits.")),
        u"limitsState"_s);
    QPushButton *reset = named(plainButton({}, tr("Use the default"), page), u"resetLimit"_s);
    const auto row = [table, filtered] { return filtered->mapToSource(table->currentIndex()).row(); };
    const auto offer = [this, reset, row] { reset->setEnabled(row() >= 0 && !m_limits->isDefault(row())); };
    offer();
    addAll(newColumn(page, {16, 16, 16, 16}, 8),
        {m_filter, {table, 1}, addAll(newRow(8), {{state, 1}, {reset, 0, Qt::AlignTop}})});
    connect(m_filter, &QLineEdit::textChanged, filtered, &TextFilterModel::setText);
    auto *find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, this, [this] {
        m_list->setCurrentRow(limitsRow);
        m_filter->setFocus(Qt::ShortcutFocusReason);
    });
    connect(table->selectionModel(), &QItemSelectionModel::currentChanged, this, offer);
    connect(table, &QTreeView::activated, table, [table](const QModelIndex &index) {
        if (index.column() != LimitsModel::ValueColumn)
            table->edit(index.siblingAtColumn(LimitsModel::ValueColumn));
    });
    connect(reset, &QPushButton::clicked, this, [this, row] { m_limits->reset(row()); });
    const QString usual = state->text();
    connect(m_limits, &LimitsModel::refused, state, [state](const QString &sentence) {
        state->setColorRole(ColorRole::Text);
        state->setText(sentence);
    });
    connect(m_limits, &LimitsModel::limitsChanged, this, [this, state, usual, offer](const Limits &limits) {
        state->setColorRole(ColorRole::TextSecond);
        state->setText(usual);
        offer();
        m_sessions->setLimits(limits);
        Q_EMIT limitsChanged(limits);
        if (m_keeps)
            Preferences::setLimits(limits);
    });
}

void PreferencesDialog::addNetwork()
{
    QFormLayout *rows = addSection(tr("Network and secrets"), u"globe"_s);
    auto *proxy = named(new QLineEdit(Preferences::proxy(), this), u"proxy"_s);
    proxy->setPlaceholderText(tr("Use the variables http_proxy and https_proxy"));
    ThemeLabel *state =
        named(note(tr("A changed proxy takes effect at the next start. It is not used for addresses of "
                      "this computer and for those in the variable no_proxy.")),
            u"proxyState"_s);
    connect(proxy, &QLineEdit::editingFinished, this, [this, proxy, state, usual = state->text()] {
        const Result<void> kept = m_keeps ? Preferences::setProxy(proxy->text()) : Result<void>();
        setInvalid(proxy, !kept);
        state->setText(kept ? usual : kept.error().message);
    });
    rows->addRow(tr("Proxy"), proxy);
    rows->addRow(QString(), state);
    rows->addRow(tr("Secrets"),
        named(note(m_sessions->secretsAreTemporary()
                      ? tr("No keychain is available. Secrets are forgotten when the program ends.")
                      : tr("Secrets are stored in the keychain of the desktop. The workspace contains only "
                           "their names.")),
            u"keychainState"_s));
}

void PreferencesDialog::addQuestions()
{
    QFormLayout *rows = addSection(tr("Confirmations"), u"info"_s);
    rows->addRow(note(tr("Ask before")));
    using enum Preferences::Question;
    for (const auto &[question, name, text] :
        {std::tuple(RemoveSource, u"askRemoveSource"_s, tr("removing a source from the workspace")),
            std::tuple(CancelStreams, u"askCancelStreams"_s, tr("cancelling live streams")),
            std::tuple(RunAgain, u"askRunAgain"_s, tr("repeating a recorded call that may change data"))}) {
        auto *box = named(new QCheckBox(text, this), name);
        box->setChecked(Preferences::asks(question));
        connect(
            box, &QCheckBox::toggled, this, [question](bool asks) { Preferences::setAsks(question, asks); });
        rows->addRow(box);
    }
}

void PreferencesDialog::showLimit(const QString &key)
{
    const LimitInfo *info = findLimit(key);
    if (!info)
        return;
    m_list->setCurrentRow(limitsRow);
    m_filter->setText(info->key.toString());
    const QModelIndex value = m_table->model()->index(0, LimitsModel::ValueColumn);
    m_table->setCurrentIndex(value);
    m_table->setFocus();
}

} // namespace Workbench::Ui

#include "moc_preferencesdialog.cpp"
