// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/addsourcedialog.h"

#include "core/base/visibletext.h"
#include "ui/dialogs/certificatedialog.h"
#include "ui/dialogs/servicefacts.h"
#include "ui/dialogs/sourceform.h"
#include "ui/dialogs/trustpanel.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowdelegate.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

AddSourceDialog::AddSourceDialog(Sessions *sessions, QWidget *parent)
    : QDialog(parent)
    , m_sessions(sessions)
{
    setWindowTitle(tr("Add Source"));
    build();
    showKind(0);
}

AddSourceDialog::AddSourceDialog(Sessions *sessions, const Source &existing, QWidget *parent)
    : QDialog(parent)
    , m_sessions(sessions)
    , m_existing(existing.name)
{
    setWindowTitle(tr("Edit Source"));
    build();
    // Of two entries for one kind the one whose required settings are there is meant.
    const QList<SourceKind> kinds = m_sessions->kinds();
    int best = 0;
    for (int i = int(kinds.size()) - 1; i >= 0; --i) {
        bool suits = kinds.at(i).kind == existing.kind;
        for (const Json &name : kinds.at(i).settingsSchema.member("required"_L1).items())
            suits = suits && existing.settings.hasMember(name.toString());
        if (suits)
            best = i;
    }
    m_kinds->setEnabled(false);
    showKind(best);
    form()->setSource(existing);
    update();
}

AddSourceDialog::~AddSourceDialog() = default;

void AddSourceDialog::build()
{
    setObjectName(u"addSourceDialog"_s);
    const QSize usual(840, 540);
    resize(parentWidget() ? usual.boundedTo(parentWidget()->window()->size() - QSize(32, 32)) : usual);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    column->addLayout(middle, 1);

    m_kinds = new QListWidget(this);
    m_kinds->setObjectName(u"sourceKinds"_s);
    m_kinds->setAccessibleName(tr("Kinds of sources"));
    m_kinds->setFixedWidth(232);
    m_kinds->setFrameShape(QFrame::NoFrame);
    m_kinds->setItemDelegate(new RowDelegate(m_kinds));
    m_kinds->viewport()->setBackgroundRole(QPalette::Window);
    m_forms = new QStackedWidget(this);
    for (const SourceKind &kind : m_sessions->kinds()) {
        auto *item = new QListWidgetItem(kind.title, m_kinds);
        item->setData(RowRole::IconName, kind.icon);
        item->setData(RowRole::SecondLine, kind.subtitle);
        item->setSizeHint({0, 48});
        auto *page = new SourceForm(kind, this);
        connect(page, &SourceForm::changed, this, &AddSourceDialog::update);
        m_forms->addWidget(page);
    }
    connect(m_kinds, &QListWidget::currentRowChanged, this, &AddSourceDialog::showKind);
    middle->addWidget(m_kinds);
    middle->addWidget(separator(Qt::Vertical, this));

    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    auto *right = new QWidget(m_scroll);
    right->setBackgroundRole(QPalette::Base);
    right->setAutoFillBackground(true);
    auto *page = new QVBoxLayout(right);
    page->setContentsMargins(16, 16, 16, 16);
    page->setSpacing(16);
    m_forms->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    page->addWidget(m_forms);
    m_trust = new TrustPanel(right);
    page->addWidget(m_trust);
    m_testResult = new QLabel(right);
    m_testResult->setObjectName(u"testResult"_s);
    m_testResult->setTextFormat(Qt::PlainText);
    m_testResult->setWordWrap(true);
    m_testResult->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    page->addWidget(m_testResult);
    m_facts = new ServiceFacts(right);
    connect(m_facts, &ServiceFacts::chosen, this,
        [this](const QString &setting, const Json &value) { form()->setSetting(setting, value); });
    page->addWidget(m_facts);
    page->addStretch(1);
    m_scroll->setWidget(right);
    middle->addWidget(m_scroll, 1);

    column->addWidget(separator(Qt::Horizontal, this));
    auto *footer = new QHBoxLayout;
    footer->setContentsMargins(16, 12, 16, 12);
    footer->setSpacing(8);
    auto *note = new QLabel(tr("Settings are saved in the workspace file"), this);
    note->setFont(Theme::of(this).font(FontRole::Small));
    note->setForegroundRole(QPalette::PlaceholderText);
    footer->addWidget(note, 1);
    QPushButton *cancel = plainButton({}, tr("Cancel"), this);
    cancel->setObjectName(u"cancel"_s);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_test = plainButton({}, tr("Test connection"), this);
    m_test->setObjectName(u"test"_s);
    m_test->setAutoDefault(false);
    connect(m_test, &QPushButton::clicked, this, &AddSourceDialog::test);
    m_connect = plainButton({}, tr("Connect"), this);
    m_connect->setObjectName(u"connect"_s);
    m_connect->setAutoDefault(false);
    connect(m_connect, &QPushButton::clicked, this, [this] { add(true); });
    m_add = primaryButton({}, tr("Add"), this);
    m_add->setObjectName(u"add"_s);
    m_add->setDefault(true);
    // What starts nothing is the default; where nothing would be started, adding means connecting too.
    connect(m_add, &QPushButton::clicked, this, [this] { add(!m_trust->isVisibleTo(this)); });
    for (QPushButton *button : {cancel, m_test, m_connect, m_add})
        footer->addWidget(button);
    column->addLayout(footer);
}

SourceForm *AddSourceDialog::form() const
{
    return static_cast<SourceForm *>(m_forms->currentWidget());
}

void AddSourceDialog::showKind(int index)
{
    if (index < 0 || index >= m_forms->count())
        return;
    m_kinds->setCurrentRow(index);
    // only the current form decides the height
    for (int i = 0; i < m_forms->count(); ++i)
        m_forms->widget(i)->setSizePolicy(
            QSizePolicy::Preferred, i == index ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    m_forms->setCurrentIndex(index);
    m_testResult->clear();
    m_facts->clear();
    m_running.reset();
    update();
    form()->focusFirst();
}

void AddSourceDialog::update()
{
    const Source source = form()->source();
    const std::optional<TrustFacts> facts = m_sessions->trustNeeded(source);
    const bool asks = facts.has_value();
    const bool starts = asks && !facts->program.isEmpty();
    m_trust->setVisible(asks);
    if (asks)
        m_trust->setFacts(*facts);
    m_connect->setIcon(asks ? icon(u"shield"_s) : QIcon());
    m_connect->setText(tr("Trust and connect"));
    m_connect->setVisible(asks);
    m_test->setText(asks ? tr("Trust and test") : tr("Test connection"));
    m_test->setEnabled(!m_running);
    if (m_existing.isEmpty())
        m_add->setText(starts ? tr("Add without starting")
                : asks        ? tr("Add without connecting")
                              : tr("Add and connect"));
    else
        m_add->setText(starts ? tr("Save without starting")
                : asks        ? tr("Save without connecting")
                              : tr("Save and connect"));
}

void AddSourceDialog::setCommandLine(const QString &text)
{
    QStringList words = splitArguments(text);
    if (words.isEmpty())
        return;
    for (int i = 0; i < m_forms->count(); ++i) {
        auto *page = static_cast<SourceForm *>(m_forms->widget(i));
        if (!page->kind().settingsSchema.member("properties"_L1).hasMember("command"_L1))
            continue;
        showKind(i);
        QList<Json> arguments;
        for (const QString &word : words.mid(1))
            arguments += Json::string(word);
        QString name = words.constFirst().section(u'/', -1);
        for (const QString &word : words.mid(1)) {
            if (!word.startsWith(u'-')) {
                name = word.section(u'/', -1).section(u'@', 0, 0);
                break;
            }
        }
        page->setSource({name, page->kind().kind,
            Json::object(
                {{u"command"_s, Json::string(words.constFirst())}, {u"args"_s, Json::array(arguments)}})});
        update();
        return;
    }
}

void AddSourceDialog::add(bool connectNow)
{
    const Source source = form()->source();
    const Result<void> added =
        m_existing.isEmpty() ? m_sessions->addSource(source) : m_sessions->replaceSource(m_existing, source);
    if (!added) {
        form()->setProblem(added.error().message);
        return;
    }
    // Only what was asked here is remembered; a yes to a test alone holds for this run.
    if (connectNow && m_trust->isVisibleTo(this))
        m_sessions->confirmTrust(source).error_or(Error{});
    Q_EMIT sourceReady(source.name, connectNow);
    accept();
}

void AddSourceDialog::test()
{
    const Source source = form()->source();
    form()->setProblem({});
    if (m_trust->isVisibleTo(this)) {
        // the button said so: this program may run now, and is asked about again next time
        m_sessions->confirmTrust(source, true).error_or(Error{});
    }
    m_running = m_sessions->testSource(source);
    connect(m_running.get(), &SourceTest::finished, this, &AddSourceDialog::testFinished);
    m_facts->clear();
    showTestResult(tr("Connecting…"));
    update();
}

void AddSourceDialog::testFinished()
{
    const Result<SourceState> result = m_running->result();
    m_running.release()->deleteLater(); // it is emitting
    QPalette palette = m_testResult->palette();
    const Theme &theme = Theme::of(this);
    if (result) {
        palette.setColor(QPalette::WindowText, theme.color(ColorRole::Ok));
        const QString peer =
            visibleText(QString(result->peer.name + u' ' + result->peer.version).trimmed(), false, 80);
        m_facts->setFacts(result->peer, form()->source().settings);
        showTestResult(tr("It answers: %1, %2, %n operation(s)", nullptr, int(result->operations))
                .arg(peer, result->peer.protocol));
    } else {
        palette.setColor(QPalette::WindowText, theme.color(ColorRole::Error));
        QString text = visibleText(result.error().message);
        if (!result.error().detail.isEmpty())
            text += u'\n' + visibleText(result.error().detail, true, 2000);
        showTestResult(text);
    }
    m_testResult->setPalette(palette);
    update();
    if (!result)
        askToAccept(form()->source(), result.error());
}

//! A long form leaves no room for it: it comes into sight, with as much of what follows as there is room for.
void AddSourceDialog::showTestResult(const QString &text)
{
    m_testResult->setText(text);
    QTimer::singleShot(0, m_testResult, [this] { // by then it has its place
        m_scroll->widget()->layout()->activate();
        const int top = m_testResult->mapTo(m_scroll->widget(), QPoint()).y();
        m_scroll->verticalScrollBar()->setValue(top - m_scroll->widget()->layout()->spacing());
    });
}

//! A yes goes into the form, and is kept with it.
void AddSourceDialog::askToAccept(const Source &tested, const Error &error)
{
    const std::optional<RefusedCertificate> refused = RefusedCertificate::of(error);
    if (!refused || !refused->mayBeAccepted)
        return;
    const QStringList before = acceptedFingerprints(tested.settings, refused->host);
    if (before.contains(refused->sha256))
        return; // a yes would change nothing
    auto *question = new CertificateDialog(tested.name, *refused, before, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(question, &QDialog::accepted, this, [this, question, tested, certificate = *refused] {
        if (form()->source() != tested)
            return; // no longer what was asked about
        const Json settings =
            withAcceptedCertificate(tested.settings, certificate, question->replacesOthers());
        form()->setSetting(u"certificates"_s, settings.member("certificates"_L1));
        test();
    });
    question->open();
}

} // namespace Workbench::Ui
