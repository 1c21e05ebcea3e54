// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/rulesdialog.h"

#include "core/base/visibletext.h"
#include "core/fixture/fixturecomparison.h"
#include "ui/forms/themelabel.h"
#include "ui/models/jsontext.h"
#include "ui/models/matchrulesmodel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QMenu>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype mostSuggestions = 20; // number of recordings in the menu

constexpr std::array ruleKinds{MatchRule::Kind::Ignore, MatchRule::Kind::Type, MatchRule::Kind::Pattern,
    MatchRule::Kind::Tolerance, MatchRule::Kind::Unordered};

QString explanationOf(MatchRule::Kind kind)
{
    switch (kind) {
    case MatchRule::Kind::Ignore: return RulesDialog::tr("any value, or no value");
    case MatchRule::Kind::Type: return RulesDialog::tr("any value of the same JSON type");
    case MatchRule::Kind::Pattern: return RulesDialog::tr("a text that matches the expression");
    case MatchRule::Kind::Tolerance: return RulesDialog::tr("a number within the tolerance");
    case MatchRule::Kind::Unordered: return RulesDialog::tr("an array with its items in any order");
    }
    return {};
}

} // namespace

RulesDialog::RulesDialog(
    const StoredFixture &fixture, const QList<StoredFixture> &others, const Limits &limits, QWidget *parent)
    : QDialog(parent)
    , m_fixture(fixture)
    , m_limits(limits)
    , m_model(new MatchRulesModel(this))
    , m_view(named(new RowTreeView(this), u"rulesTable"_s, tr("Rules")))
{
    setObjectName(u"rulesDialog"_s);
    setWindowTitle(tr("Match rules"));
    const QSize room = parent ? parent->window()->size() - QSize(32, 32) : QSize(820, 480);
    resize(QSize(820, 480).boundedTo(room));
    auto *title =
        new ThemeLabel(tr("How %1 is compared").arg(visibleText(fixture.fixture.operation, false, 80)),
            ColorRole::Text, FontRole::Title, this);
    QString explained = fixture.fixture.isStream()
        ? tr("Another answer must be equal except where these rules allow a difference. If several rules "
             "apply to a place, the last one applies. /data and /meta belong to each event, /end is how the "
             "stream ended, /count is the number of events.")
        : tr("Another answer must be equal except where these rules allow a difference. If several rules "
             "apply to a place, the last one applies. /data is the data of the result, /meta is "
             "its metadata.");
    explained.replace(u" /"_s, u" /\u2060"_s); // prevents line breaks after a slash
    auto *words = new ThemeLabel(explained, ColorRole::TextSecond, FontRole::Body, this);
    words->setWordWrap(true);
    auto *head = addAll(newColumn({16, 16, 16, 8}, 4), {title, words});
    auto *tools = newRow({8, 0, 8, 4}, 4);
    QToolButton *adding = named(quietButton(u"plus"_s, tr("Add rule"), this), u"addRule"_s);
    m_remove = named(quietButton(u"minus"_s, tr("Remove rule"), this), u"removeRule"_s);
    m_suggest = quietButton(u"flask"_s, tr("Suggest from another recording…"), this);
    m_suggest->setObjectName(u"suggestRules"_s);
    m_suggest->setToolTip(
        tr("Adds rules under which this recording and another recording of the same call match"));
    auto *menu = new QMenu(m_suggest);
    fillSuggestions(menu, others);
    m_suggest->setMenu(menu);
    m_suggest->setPopupMode(QToolButton::InstantPopup);
    for (QToolButton *button : {adding, m_remove})
        tools->addWidget(button);
    addAll(tools, {Stretch{}, m_suggest});
    head->addLayout(tools);
    makeTable();
    addAll(newColumn(this),
        {head, separator(Qt::Horizontal, this), {m_view, 1}, separator(Qt::Horizontal, this), makeForm(),
            separator(Qt::Horizontal, this), makeFooter()});
    connect(adding, &QToolButton::clicked, this, &RulesDialog::add);
    connect(m_remove, &QToolButton::clicked, this, &RulesDialog::remove);
    m_lookDelay.setSingleShot(true);
    m_lookDelay.setInterval(200ms);
    connect(&m_lookDelay, &QTimer::timeout, this, &RulesDialog::look);
    m_model->setRules(fixture.fixture.match);
    m_view->setCurrentIndex(m_model->index(0, 0));
    showRule();
    look();
}

RulesDialog::~RulesDialog()
{
    m_stop.request_stop();
    m_stopSuggesting.request_stop();
}

void RulesDialog::makeTable()
{
    m_view->setRootIsDecorated(false);
    m_view->setModel(m_model);
    setZoomedHeight(m_view->header(), 28);
    const QList<int> widths{110, 260, 180};
    for (int column = 0; column < widths.size(); ++column)
        m_view->setColumnWidth(column, widths.at(column));
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RulesDialog::showRule);
}

QWidget *RulesDialog::makeForm()
{
    m_form = new QWidget(this);
    auto *form = new QFormLayout(m_form);
    form->setContentsMargins(16, 8, 16, 8);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    m_kind = named(new QComboBox(m_form), u"ruleKind"_s, tr("Kind of the rule"));
    for (const MatchRule::Kind kind : ruleKinds)
        m_kind->addItem(u"%1: %2"_s.arg(wordOf(kind), explanationOf(kind)), int(kind));
    m_place = named(new QLineEdit(m_form), u"rulePlace"_s, tr("Place"));
    m_place->setPlaceholderText(
        m_fixture.fixture.isStream() ? tr("/data/id, /end or /count") : tr("/data/id or $.data[*].id"));
    m_place->setFont(Theme::of(this).font(FontRole::Data));
    m_argument = named(new QLineEdit(m_form), u"ruleArgument"_s);
    m_argument->setFont(Theme::of(this).font(FontRole::Data));
    m_argumentLabel = new QLabel(m_form);
    m_argumentLabel->setBuddy(m_argument);
    m_problem = named(new ThemeLabel({}, ColorRole::Error, FontRole::Small, m_form), u"ruleProblem"_s);
    form->addRow(tr("Rule"), m_kind);
    form->addRow(tr("Place"), m_place);
    form->addRow(m_argumentLabel, m_argument);
    form->addRow(QString(), m_problem);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &RulesDialog::ruleEdited);
    connect(m_place, &QLineEdit::textEdited, this, &RulesDialog::ruleEdited);
    connect(m_argument, &QLineEdit::textEdited, this, &RulesDialog::ruleEdited);
    return m_form;
}

QWidget *RulesDialog::makeFooter()
{
    auto *footer = new QWidget(this);
    auto *row = newRow(footer, {16, 12, 16, 12}, 8);
    auto *note = new ThemeLabel(tr("Saved in %1").arg(visibleText(m_fixture.file, false, 100)),
        ColorRole::TextSecond, FontRole::Small, footer);
    QPushButton *leave = named(plainButton({}, tr("Cancel"), footer), u"rulesCancel"_s);
    leave->setAutoDefault(false);
    m_save = named(primaryButton({}, tr("Save"), footer), u"rulesSave"_s);
    m_save->setDefault(true);
    addAll(row, {{note, 1}, leave, m_save});
    connect(leave, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &QDialog::accept);
    return footer;
}

void RulesDialog::fillSuggestions(QMenu *menu, const QList<StoredFixture> &others)
{
    for (const StoredFixture &other : others.first(std::min(others.size(), mostSuggestions))) {
        const QString text =
            u"%1  %2"_s.arg(visibleText(other.file, false, 60), previewText(other.fixture.input, 60));
        menu->addAction(QString(text).replace(u'&', u"&&"_s), this,
            [this, fixture = other.fixture] { suggestFrom(fixture); });
    }
    m_suggest->setEnabled(!menu->isEmpty());
    if (menu->isEmpty())
        m_suggest->setToolTip(tr("There is no other recording of this operation. Record it again first"));
}

QList<MatchRule> RulesDialog::rules() const
{
    return m_model->rules();
}

void RulesDialog::suggestFrom(const Fixture &other)
{
    m_suggest->setEnabled(false);
    Fixture first = m_fixture.fixture;
    first.match = m_model->rules();
    QtConcurrent::run([first, other, limits = m_limits, stop = m_stopSuggesting.get_token()] {
        return suggestRules(first, other, limits, stop);
    }).then(this, [this](const QList<MatchRule> &rules) {
        m_suggest->setEnabled(true);
        const int kept = int(m_model->rules().size());
        m_model->setRules(rules);
        m_view->setCurrentIndex(m_model->index(std::min<int>(kept, int(rules.size()) - 1), 0));
        showRule();
        look();
        Q_EMIT suggested();
    });
}

void RulesDialog::add()
{
    const int row = m_model->addRule({.kind = MatchRule::Kind::Ignore, .at = u"/data"_s});
    m_view->setCurrentIndex(m_model->index(row, 0));
    m_place->setFocus(Qt::OtherFocusReason);
    m_place->selectAll();
    look();
}

void RulesDialog::remove()
{
    m_model->removeRule(m_view->currentIndex().row());
    showRule();
}

void RulesDialog::showRule()
{
    m_isShowing = true;
    const int row = m_view->currentIndex().row();
    const bool isThere = row >= 0 && row < m_model->rowCount();
    m_form->setEnabled(isThere);
    const MatchRule rule = isThere ? m_model->rules().at(row) : MatchRule();
    m_kind->setCurrentIndex(m_kind->findData(int(rule.kind)));
    if (m_place->text() != rule.at)
        m_place->setText(rule.at);
    const QString argument = rule.kind == MatchRule::Kind::Tolerance
        ? QString::fromUtf8(rule.tolerance.numberText())
        : rule.pattern;
    if (!m_argument->hasFocus() || m_argument->text().isEmpty())
        m_argument->setText(argument);
    m_isShowing = false;
    update();
}

void RulesDialog::ruleEdited()
{
    const int row = m_view->currentIndex().row();
    if (m_isShowing || row < 0)
        return;
    MatchRule rule{.kind = MatchRule::Kind(m_kind->currentData().toInt()), .at = m_place->text().trimmed()};
    if (rule.kind == MatchRule::Kind::Pattern)
        rule.pattern = m_argument->text();
    if (rule.kind == MatchRule::Kind::Tolerance)
        rule.tolerance = Json::numberFromText(m_argument->text().trimmed().toUtf8());
    m_model->setRule(row, rule);
    update();
    m_lookDelay.start();
}

//! Finds the values to which each rule applies. Runs on a worker, because a JSONPath may visit all of a large
//! result.
void RulesDialog::look()
{
    m_stop.request_stop();
    m_stop = {};
    const quint64 generation = ++m_generation;
    QtConcurrent::run([rules = m_model->rules(), fixture = m_fixture.fixture, stop = m_stop.get_token()] {
        QList<RuleMatches> matches;
        for (const MatchRule &rule : rules)
            matches.append(stop.stop_requested() ? RuleMatches() : matchesOf(rule, fixture, stop));
        return matches;
    }).then(this, [this, generation](const QList<RuleMatches> &matches) {
        if (generation == m_generation)
            m_model->setMatches(matches);
    });
}

void RulesDialog::update()
{
    const int row = m_view->currentIndex().row();
    const bool isThere = row >= 0 && row < m_model->rowCount();
    const MatchRule rule = isThere ? m_model->rules().at(row) : MatchRule();
    const bool isPattern = rule.kind == MatchRule::Kind::Pattern;
    const bool isTolerance = rule.kind == MatchRule::Kind::Tolerance;
    m_argument->setVisible(isPattern || isTolerance);
    m_argumentLabel->setVisible(isPattern || isTolerance);
    m_argumentLabel->setText(isPattern ? tr("Expression") : tr("At most"));
    m_argument->setAccessibleName(m_argumentLabel->text());
    m_argument->setPlaceholderText(isPattern ? u"^[0-9a-f-]{36}$"_s : u"0.5"_s);
    const QString problem = isThere ? problemOf(rule) : QString();
    m_problem->setText(problem);
    setInvalid(m_place, !problem.isEmpty() && !isPattern && !isTolerance);
    setInvalid(m_argument, !problem.isEmpty() && (isPattern || isTolerance));
    m_remove->setEnabled(isThere);
    m_save->setEnabled(m_model->isValid());
}

} // namespace Workbench::Ui

#include "moc_rulesdialog.cpp"
