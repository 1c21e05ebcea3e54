// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/askedsampling.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/session/peerrequests.h"
#include "core/workspace/commandwords.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/panes/contentblock.h"
#include "ui/panes/iconlabel.h"
#include "ui/text/jsonedit.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/zoom.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxShownMessages = 50;
constexpr qsizetype maxShownFact = 2000; // characters
constexpr qsizetype maxShownPrompt = 20'000; // characters
constexpr int charactersOfAToken = 4; // about right for English text
enum AnswerFace { TextFace, JsonFace, CommandFace };

QWidget *inScrollArea(QWidget *inside, const QString &name)
{
    auto *area = named(newScrollArea(inside), name);
    area->viewport()->setBackgroundRole(QPalette::Base);
    return area;
}

QComboBox *answerChoice(const QStringList &words, const QString &name, const QString &spoken)
{
    auto *box = named(new QComboBox, name, spoken);
    box->addItems(words);
    setZoomedHeight(box, 28);
    return box;
}

} // namespace

AskedSampling::AskedSampling(const QString &source, const Json &params, const Json &rule, QWidget *parent)
    : AskedEditor(parent)
    , m_splitter(named(new QSplitter(Qt::Horizontal, this), u"samplingSplitter"_s))
    , m_faces(new QStackedWidget)
    , m_source(source)
    , m_prompt(params.member("systemPrompt"_L1).toString())
    , m_rule(rule)
    , m_maxTokens(params.member("maxTokens"_L1).toInteger().value_or(0))
{
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(makeRequest(params));
    m_splitter->addWidget(makeAnswer());
    for (int side : {0, 1}) {
        m_splitter->widget(side)->setMinimumWidth(200);
        m_splitter->setStretchFactor(side, 1);
    }
    m_splitter->setSizes({500, 500});
    addAll(newColumn(this), {m_splitter});
    answerChanged();
}

QWidget *AskedSampling::makeRequest(const Json &params)
{
    auto *side = new QWidget;
    auto *header = new PaneHeader(tr("Request"), side);
    const Json messages = params.member("messages"_L1);
    header->setFact(tr("%n messages", nullptr, int(messages.size())));
    auto *faces =
        named(new SegmentControl(header), u"samplingRequestFaces"_s, tr("How the request is shown"));
    faces->addSegment(tr("View"));
    faces->addSegment(tr("JSON"));
    header->addWidget(faces);
    auto *content = new QWidget;
    auto *column = newColumn(content, {12, 8, 12, 8}, 8);
    addFacts(column, params);
    if (const QString prompt = params.member("systemPrompt"_L1).toString(); !prompt.isEmpty())
        addText(column, tr("System prompt"), prompt, u"systemPrompt"_s);
    addMessages(column, messages);
    column->addStretch(1);
    auto *json = named(new TextView, u"samplingRequestJson"_s, tr("Request as JSON"));
    json->setJson(params);
    auto *stack = new QStackedWidget;
    stack->addWidget(inScrollArea(content, u"samplingRequest"_s));
    stack->addWidget(json);
    stack->setMinimumHeight(40);
    addAll(newColumn(side), {header, {stack, 1}});
    connect(faces, &SegmentControl::currentChanged, stack, &QStackedWidget::setCurrentIndex);
    faces->setCurrent(0);
    return side;
}

//! Shows the other members of the request, each as received.
void AskedSampling::addFacts(QVBoxLayout *column, const Json &params)
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (const auto &member : params.members()) {
        const QString name = member.key();
        if (name == "messages"_L1 || name == "systemPrompt"_L1 || name == "_meta"_L1)
            continue;
        const int row = grid->rowCount();
        auto *label = new ThemeLabel(visibleText(name, false, 60), ColorRole::TextSecond, FontRole::Body);
        const QString text =
            QString::fromUtf8(member.value().toBytes(Json::Layout::Indented).left(2 * maxShownFact));
        auto *value =
            wrapped(new ThemeLabel(visibleText(text, true, maxShownFact), ColorRole::Text, FontRole::Data));
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        grid->addWidget(label, row, 0, Qt::AlignTop);
        grid->addWidget(value, row, 1);
        if (name == "includeContext"_L1 && member.value().toString() != "none"_L1)
            value->setText(value->text() + u"  "_s + tr("(not supported, ignored)"));
    }
    column->addLayout(grid);
}

void AskedSampling::addText(
    QVBoxLayout *column, const QString &title, const QString &text, const QString &name)
{
    column->addWidget(new ThemeLabel(title, ColorRole::TextSecond, FontRole::Small));
    auto *label = wrapped(named(
        new ThemeLabel(visibleText(text, true, maxShownPrompt), ColorRole::Text, FontRole::Body), name));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
}

void AskedSampling::addMessages(QVBoxLayout *column, const Json &messages)
{
    qsizetype shown = 0;
    for (const Json &message : messages.items()) {
        if (shown++ == maxShownMessages)
            break;
        column->addWidget(separator(Qt::Horizontal, this));
        column->addLayout(addAll(newRow(8),
            {new IconLabel(u"prompt"_s, ColorRole::TextSecond),
                new ThemeLabel(visibleText(message.member("role"_L1).toString(), false, 40), ColorRole::Text,
                    FontRole::Strong),
                Stretch{}}));
        const Json content = message.member("content"_L1);
        if (content.isObject())
            column->addWidget(new ContentBlock(contentOf(McpBlock::read(content)), {}, this));
        for (const Json &block : content.items())
            column->addWidget(new ContentBlock(contentOf(McpBlock::read(block)), {}, this));
    }
    if (messages.size() > maxShownMessages) {
        column->addWidget(new ThemeLabel(
            tr("%n more messages are shown as JSON.", nullptr, int(messages.size() - maxShownMessages)),
            ColorRole::TextSecond, FontRole::Body));
    }
}

QWidget *AskedSampling::makeAnswer()
{
    auto *side = new QWidget;
    auto *header = new PaneHeader(tr("Answer"), side);
    m_choice = named(new SegmentControl(header), u"samplingAnswerFaces"_s, tr("How the answer is written"));
    m_choice->addSegment(tr("Text"));
    m_choice->addSegment(tr("JSON"));
    m_choice->addSegment(tr("Command"));
    header->addWidget(m_choice);
    m_json = named(new JsonEdit, u"samplingAnswerJson"_s, tr("Answer as JSON"));
    for (QWidget *face : QWidgetList{makeTextAnswer(), m_json, makeCommandAnswer()})
        m_faces->addWidget(face);
    m_always = named(new QCheckBox(tr("Make a rule from this answer")), u"samplingAlways"_s);
    m_ruleNote =
        wrapped(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small), u"samplingRuleNote"_s));
    connect(m_always, &QCheckBox::toggled, this, &AskedSampling::answerChanged);
    m_hint = wrapped(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small), u"samplingHint"_s));
    auto *below = addAll(newColumn({12, 4, 12, 4}, 4), {m_always, m_ruleNote, m_hint});
    addAll(newColumn(side), {header, {m_faces, 1}, below});
    m_choice->setCurrent(TextFace);
    connect(m_choice, &SegmentControl::currentChanged, this, &AskedSampling::showFace);
    connect(m_json, &QPlainTextEdit::textChanged, this, &AskedSampling::answerChanged);
    return side;
}

QWidget *AskedSampling::makeTextAnswer()
{
    auto *fields = new QWidget;
    m_model = named(new QLineEdit(u"by-hand"_s), u"samplingModel"_s, tr("Model"));
    setZoomedHeight(m_model, 28);
    m_role = answerChoice({u"assistant"_s, u"user"_s}, u"samplingRole"_s, tr("Role"));
    m_stopReason = answerChoice(
        {u"endTurn"_s, u"stopSequence"_s, u"maxTokens"_s}, u"samplingStopReason"_s, tr("Stop reason"));
    m_stopReason->setEditable(true);
    m_text = named(new QPlainTextEdit, u"samplingText"_s, tr("Text of the answer"));
    m_text->setPlaceholderText(tr("Write what the model would answer."));
    m_text->setTabChangesFocus(true);
    m_text->setMinimumHeight(48);
    auto *grid = new QGridLayout(fields);
    grid->setContentsMargins(12, 8, 12, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    const auto addField = [grid](int row, const QString &name, QWidget *field) {
        grid->addWidget(
            new ThemeLabel(name, ColorRole::TextSecond, FontRole::Body), row, 0, Qt::AlignVCenter);
        grid->addWidget(field, row, 1);
    };
    addField(0, tr("model"), m_model);
    addField(1, tr("role"), m_role);
    addField(2, tr("stopReason"), m_stopReason);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_text, 3, 0, 1, 2);
    grid->setRowStretch(3, 1);
    connect(m_model, &QLineEdit::textChanged, this, &AskedSampling::answerChanged);
    connect(m_text, &QPlainTextEdit::textChanged, this, &AskedSampling::answerChanged);
    return fields;
}

QWidget *AskedSampling::makeCommandAnswer()
{
    auto *fields = new QWidget;
    m_command = named(new QLineEdit, u"samplingCommand"_s, tr("Command"));
    m_command->setPlaceholderText(tr("program and arguments"));
    m_command->setFont(Theme::of(this).font(FontRole::Data));
    setZoomedHeight(m_command, 28);
    QStringList words;
    for (const Json &word : m_rule.member("command"_L1).items())
        words.append(word.toString());
    m_command->setText(joinArguments(words));
    m_run = named(plainButton(u"play"_s, tr("Run"), fields), u"samplingRun"_s);
    m_commandNote =
        wrapped(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small), u"samplingCommandNote"_s));
    m_commandNote->setText(tr("The command reads the request as JSON from its standard input and prints the "
                              "answer: a text, or an object with role, content and model. You see the answer "
                              "before you send it."));
    auto *row = addAll(newRow(8), {{m_command, 1}, m_run});
    addAll(newColumn(fields, {12, 8, 12, 8}, 8), {row, m_commandNote, Stretch{}});
    m_run->setEnabled(!command().isEmpty());
    connect(m_command, &QLineEdit::textChanged, this, [this] { m_run->setEnabled(!command().isEmpty()); });
    connect(m_run, &QPushButton::clicked, this, [this] { Q_EMIT commandRequested(command()); });
    return fields;
}

QStringList AskedSampling::command() const
{
    return splitArguments(m_command->text());
}

//! Puts the answer into the JSON editor, where the user can read and change it before it is sent.
void AskedSampling::showPrinted(const Result<QByteArray> &printed)
{
    m_run->setEnabled(true);
    const QString model = QFileInfo(command().value(0)).fileName();
    const Result<Json> answer =
        printed ? samplingPrinted(*printed, model) : Result<Json>(std::unexpected(printed.error()));
    if (!answer) {
        m_commandNote->setColorRole(ColorRole::Error);
        m_commandNote->setText(visibleText(
            QString(coreText(answer.error().message) + u' ' + answer.error().detail), true, maxShownFact));
        return;
    }
    m_ranModel = model;
    m_json->setJson(*answer);
    m_faces->setCurrentIndex(JsonFace); // directly, because showFace() would fill the editor from the text
    m_choice->setCurrent(JsonFace);
    answerChanged();
}

Json AskedSampling::rule() const
{
    if (!m_always->isChecked())
        return {};
    const Json before = m_rule.isObject() ? m_rule : Json::emptyObject();
    if (m_ranModel.isEmpty()) {
        const Json answers = before.member("answers"_L1);
        return withMember(before, u"answers",
            withMember(answers.isObject() ? answers : Json::emptyObject(), m_prompt, content()));
    }
    QList<Json> words;
    for (const QString &word : command())
        words.append(Json::string(word));
    return withMember(withMember(before, u"command", Json::array(words)), u"automatic", Json::boolean(true));
}

//! Fills the JSON editor from the text when the user changes from Text to JSON.
void AskedSampling::showFace(int face)
{
    if (face == JsonFace && m_faces->currentIndex() == TextFace)
        m_json->setJson(content());
    m_faces->setCurrentIndex(face);
    if (face == TextFace)
        m_ranModel.clear(); // the user writes what is sent
    answerChanged();
}

void AskedSampling::answerChanged()
{
    const qsizetype tokens = (m_text->toPlainText().size() + charactersOfAToken - 1) / charactersOfAToken;
    if (m_faces->currentIndex() == JsonFace && !isReady())
        m_hint->setText(tr("Expected an object with role, content and model."));
    else if (m_faces->currentIndex() != TextFace || m_maxTokens <= 0)
        m_hint->clear();
    else
        m_hint->setText(tr("about %L1 of %L2 tokens").arg(tokens).arg(m_maxTokens));
    const QString source = visibleText(m_source, false, 40);
    m_ruleNote->setText(m_ranModel.isEmpty()
            ? tr("Later requests of %1 with this system prompt get the same answer.").arg(source)
            : tr("This command answers later requests of %1 by itself.").arg(source));
    m_always->setToolTip(m_ruleNote->text());
    m_ruleNote->setVisible(m_always->isChecked() && !m_isCompact);
    m_always->setVisible(m_faces->currentIndex() != CommandFace);
    m_hint->setVisible(!m_hint->text().isEmpty() && !m_isCompact);
    Q_EMIT changed();
}

bool AskedSampling::isReady() const
{
    if (m_faces->currentIndex() == CommandFace)
        return false; // the user sees the command's answer first
    if (m_faces->currentIndex() == TextFace)
        return !m_text->toPlainText().isEmpty() && !m_model->text().trimmed().isEmpty();
    const Json answer = content();
    const Json block = answer.member("content"_L1);
    return !answer.member("role"_L1).toString().isEmpty() && answer.member("model"_L1).isString()
        && (block.isObject() || block.isArray());
}

Json AskedSampling::content() const
{
    if (m_faces->currentIndex() == JsonFace)
        return parseJson(m_json->toPlainText().toUtf8()).value_or(Json());
    return samplingAnswer(m_text->toPlainText(), m_model->text().trimmed(), m_role->currentText(),
        m_stopReason->currentText().trimmed());
}

void AskedSampling::setCompact(bool compact)
{
    m_isCompact = compact;
    answerChanged();
    m_splitter->setOrientation(compact ? Qt::Vertical : Qt::Horizontal);
}

void AskedSampling::focusFirst()
{
    QWidget *const fields[] = {m_text, m_json, m_command}; // in the order of AnswerFace
    fields[m_faces->currentIndex()]->setFocus(Qt::OtherFocusReason);
}

} // namespace Workbench::Ui

#include "moc_askedsampling.cpp"
