// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/addsourcedialog.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/checks/configurationimport.h"
#include "ui/dialogs/certificatedialog.h"
#include "ui/dialogs/connectionstepsview.h"
#include "ui/dialogs/importpage.h"
#include "ui/dialogs/secretfield.h"
#include "ui/dialogs/servicefacts.h"
#include "ui/dialogs/sourceform.h"
#include "ui/dialogs/sourceinput.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/limitsmodel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/zoom.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>

#include <utility>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! A page that is as high as its content at the current width. By default, Qt would request the height that
//! wrapped text needs at the minimum width.
class ScrolledPage final : public QWidget {
public:
    using QWidget::QWidget;
    QSize minimumSizeHint() const override
    {
        const QSize least = QWidget::minimumSizeHint();
        return layout()->hasHeightForWidth() ? QSize(least.width(), 0) : least;
    }
};

} // namespace

AddSourceDialog::AddSourceDialog(Sessions *sessions, QWidget *parent)
    : QDialog(parent)
    , m_sessions(sessions)
{
    setWindowTitle(tr("Add source"));
    build();
    showKind(0);
    m_input->setFocus();
}

AddSourceDialog::AddSourceDialog(Sessions *sessions, const Source &existing, QWidget *parent)
    : QDialog(parent)
    , m_sessions(sessions)
    , m_existing(existing.name)
{
    setWindowTitle(tr("Edit source"));
    build();
    // If two entries have the same kind, choose the entry whose required settings the source has.
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
    form()->focusFirst();
    update();
}

void AddSourceDialog::build()
{
    setObjectName(u"addSourceDialog"_s);
    const QSize usual(860, 600);
    resize(parentWidget() ? usual.boundedTo(parentWidget()->window()->size() - QSize(32, 32)) : usual);
    connect(this, &QDialog::rejected, this, [this] { forgetStored({}); });
    setAcceptDrops(m_existing.isEmpty());
    m_input = new SourceInput(m_sessions->limits().docBytes, this);
    m_input->setVisible(m_existing.isEmpty());
    connect(m_input, &SourceInput::guessed, this, &AddSourceDialog::take);
    connect(m_input, &SourceInput::configurationRead, this, &AddSourceDialog::showImport);
    m_import = new ImportPage(m_sessions, this);
    m_import->hide();
    connect(m_import, &ImportPage::changed, this, &AddSourceDialog::update);
    connect(m_import, &ImportPage::failed, this, [this](const QString &text) { note(text, true); });
    connect(m_import, &ImportPage::imported, this, [this](const QStringList &names) {
        Q_EMIT sourcesImported(names);
        accept();
    });
    addAll(newColumn(this),
        {m_input, separator(Qt::Horizontal, this), {makeMiddle(), 1}, {m_import, 1},
            separator(Qt::Horizontal, this), makeFooter()});
}

QWidget *AddSourceDialog::makeKinds()
{
    auto *row = new QWidget;
    m_kindLabel = new QLabel(tr("Kind"), row);
    m_kinds = named(new QComboBox(row), u"sourceKinds"_s, tr("Kind of the source"));
    setZoomedHeight(m_kinds, 28);
    m_forms = new QStackedWidget;
    for (const SourceKind &kind : m_sessions->kinds()) {
        m_kinds->addItem(icon(kind.icon), kind.title);
        m_kinds->setItemData(m_kinds->count() - 1, kind.subtitle, Qt::ToolTipRole);
        auto *page = new SourceForm(kind, m_sessions, this);
        connect(page, &SourceForm::changed, this, &AddSourceDialog::update);
        m_forms->addWidget(page);
    }
    connect(m_kinds, &QComboBox::activated, this, &AddSourceDialog::chooseKind);
    addAll(newRow(row, {}, 12), {m_kindLabel, {m_kinds, 1}});
    return row;
}

QWidget *AddSourceDialog::makeMiddle()
{
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    auto *middle = onBase(new ScrolledPage(m_scroll));
    auto *page = newColumn(middle, {16, 12, 16, 16}, 8);
    addAll(page, {makeKinds(), m_forms});
    m_forms->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    page->addSpacing(4);
    m_trust = new TrustPanel(middle);
    auto *result = new ThemeLabel({}, ColorRole::Text, FontRole::Body, middle);
    m_testResult = named(selectable(wrapped(result)), u"testResult"_s);
    m_testResult->hide();
    m_limit = named(linkButton(tr("Change the limit…"), middle), u"changeLimit"_s);
    m_limit->hide();
    connect(m_limit, &QToolButton::clicked, this, [this] { Q_EMIT limitRequested(m_limitKey); });
    m_steps = new ConnectionStepsView(m_sessions, middle);
    connect(m_steps, &ConnectionStepsView::checked, this, [this] {
        bringIntoSight(m_testResult->isVisibleTo(this) ? static_cast<QWidget *>(m_testResult) : m_steps);
    });
    connect(m_steps, &ConnectionStepsView::signInRequested, this, [this](const QString &source) {
        hide(); // a visible dialog cannot change its modality
        setWindowModality(Qt::NonModal);
        show();
        Q_EMIT signInRequested(source);
    });
    m_facts = new ServiceFacts(m_sessions, middle);
    connect(m_facts, &ServiceFacts::chosen, this,
        [this](const QString &setting, const Json &value) { form()->setSetting(setting, value); });
    addAll(page, {m_trust, m_testResult, {m_limit, 0, Qt::AlignLeft}, m_steps, m_facts, Stretch{}});
    m_scroll->setWidget(middle);
    return m_scroll;
}

QWidget *AddSourceDialog::makeFooter()
{
    auto *footer = new QWidget(this);
    m_note = wrapped(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, footer));
    m_note->setObjectName(u"sourceNote"_s);
    QPushButton *cancel = named(plainButton({}, tr("Cancel"), footer), u"cancel"_s);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_test = named(plainButton({}, tr("Test"), footer), u"test"_s);
    connect(m_test, &QPushButton::clicked, this, &AddSourceDialog::test);
    m_connect = named(plainButton({}, tr("Connect"), footer), u"connect"_s);
    for (QPushButton *button : {cancel, m_test, m_connect})
        button->setAutoDefault(false);
    connect(m_connect, &QPushButton::clicked, this, [this] { add(true); });
    m_add = named(primaryButton({}, tr("Add"), footer), u"add"_s);
    m_add->setDefault(true);
    // The default button starts no program. If there is no program to start, it also connects.
    connect(m_add, &QPushButton::clicked, this, [this] {
        if (isImporting())
            m_import->importChosen();
        else
            add(!m_trust->isVisibleTo(this));
    });
    addAll(newRow(footer, {16, 12, 16, 12}, 8), {{m_note, 1}, cancel, m_test, m_connect, m_add});
    note({}, false);
    return footer;
}

SourceForm *AddSourceDialog::form() const
{
    return static_cast<SourceForm *>(m_forms->currentWidget());
}

void AddSourceDialog::showKind(int index)
{
    if (index < 0 || index >= m_forms->count())
        return;
    m_kinds->setCurrentIndex(index);
    // Only the current form determines the height.
    for (int i = 0; i < m_forms->count(); ++i)
        m_forms->widget(i)->setSizePolicy(
            QSizePolicy::Preferred, i == index ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    m_forms->setCurrentIndex(index);
    m_testResult->hide();
    m_limit->hide();
    m_steps->clear();
    m_facts->clear();
    m_running.reset();
    m_input->showKind(form()->kind().title);
    note({}, false);
    update();
}

//! Called when the user chooses a kind: the new form takes over the name and the address.
void AddSourceDialog::chooseKind(int index)
{
    const Source before = form()->source();
    const bool wasSuggested = form()->isNameSuggested();
    showKind(index);
    if (form()->source().name.isEmpty() && !before.name.isEmpty()) {
        form()->suggestName(before.name);
        form()->setNameSuggested(wasSuggested);
    }
    const Json url = before.settings.member("url"_L1);
    const Json address = url.isAbsent() ? before.settings.member("document"_L1) : url;
    const Json properties = form()->kind().settingsSchema.member("properties"_L1);
    for (const QString &setting : {u"url"_s, u"document"_s}) {
        if (properties.hasMember(setting) && form()->setting(setting).isAbsent() && !address.isAbsent())
            form()->setSetting(setting, address);
    }
    form()->focusFirst();
}

bool AddSourceDialog::isImporting() const
{
    return m_import->isVisibleTo(this);
}

void AddSourceDialog::showImport(const ConfigurationImport &import)
{
    const bool isImport = !import.sources.isEmpty() || !import.remarks.isEmpty();
    m_scroll->setVisible(!isImport);
    m_import->setVisible(isImport);
    if (isImport) {
        m_import->setImport(import);
        m_input->showKind(tr("Configuration"));
    }
    note({}, false);
    update();
}

void AddSourceDialog::updateImport()
{
    const int count = m_import->chosenCount();
    m_test->hide();
    m_connect->hide();
    m_add->setText(tr("Import %n servers", nullptr, count));
    m_add->setEnabled(count > 0);
}

void AddSourceDialog::update()
{
    if (isImporting()) {
        updateImport();
        return;
    }
    if (m_isIncomplete)
        isComplete(); // updates the list of missing fields
    m_kindLabel->setMinimumWidth(form()->labelWidth());
    m_test->show();
    m_add->setEnabled(true);
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
    m_test->setText(asks ? tr("Trust and test") : tr("Test"));
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

void AddSourceDialog::setText(const QString &text)
{
    m_input->setText(text);
}

void AddSourceDialog::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void AddSourceDialog::dropEvent(QDropEvent *event)
{
    setText(textDropped(*event->mimeData()));
    event->acceptProposedAction();
}

QString AddSourceDialog::textDropped(const QMimeData &dropped)
{
    const QUrl first = dropped.urls().value(0);
    return first.isValid() ? first.toString(QUrl::FullyEncoded) : dropped.text();
}

void AddSourceDialog::setProjects(const QStringList &folders)
{
    m_input->setProjects(folders);
}

//! Applies an edit of the text to the form. Fields that the edit does not concern keep the user's values, and
//! a kind that the user chose stays. Returns false if the form has to be filled in anew.
bool AddSourceDialog::takeChanges(const SourceGuess &guess)
{
    const SourceGuess before = std::exchange(m_guess, guess);
    if (guess.kindId != before.kindId)
        return false;
    if (form()->kind().id != guess.kindId)
        return true;
    const Json was = before.source.settings;
    const Json now = guess.source.settings;
    if (was.member("headers"_L1) != now.member("headers"_L1)) // the sign-in depends on the headers
        return false;
    QStringList names;
    for (const Json &settings : {was, now}) {
        for (const auto entry : settings.members())
            names.append(entry.key());
    }
    names.removeDuplicates();
    for (const QString &name : std::as_const(names)) {
        if (was.member(name) != now.member(name) && form()->setting(name) == was.member(name))
            form()->setSetting(name, now.member(name));
    }
    form()->keepSecrets();
    if (form()->isNameSuggested())
        form()->suggestName(freeSourceName(m_sessions->sources(), guess.source.name));
    update();
    return true;
}

//! Fills in the form of the recognised kind. A name that the user typed is kept.
void AddSourceDialog::take(const SourceGuess &guess)
{
    if (takeChanges(guess))
        return;
    const QString typed = form()->isNameSuggested() ? QString() : form()->source().name;
    for (int i = 0; i < m_forms->count(); ++i) {
        auto *page = static_cast<SourceForm *>(m_forms->widget(i));
        if (page->kind().id != guess.kindId)
            continue;
        showKind(i);
        page->setSource({typed, guess.source.kind, guess.source.settings});
        page->keepSecrets();
        if (typed.isEmpty())
            page->suggestName(freeSourceName(m_sessions->sources(), guess.source.name));
        update();
        return;
    }
}

void AddSourceDialog::note(const QString &text, bool isProblem)
{
    m_isIncomplete = false;
    const QString where = m_sessions->secretsAreTemporary()
        ? tr("No keychain is available: the secrets are lost when the program ends")
        : tr("Settings are saved in the workspace file, secrets in the keychain");
    m_note->setText(text.isEmpty() ? where : text);
    m_note->setColorRole(isProblem ? ColorRole::Error : ColorRole::TextSecond);
}

//! Marks missing fields and lists them beside the buttons. Returns whether no field is missing.
bool AddSourceDialog::isComplete()
{
    const QStringList missing = form()->markMissing();
    note(missing.isEmpty() ? QString() : tr("Missing: %1").arg(missing.join(u", "_s)), !missing.isEmpty());
    m_isIncomplete = !missing.isEmpty();
    return missing.isEmpty();
}

//! Stores typed secrets in the keychain and then calls \a then: the settings only refer to the secrets.
void AddSourceDialog::withSecrets(const std::function<void()> &then)
{
    if (SecretField::typedIn(form()).isEmpty() && SecretField::typedIn(m_facts).isEmpty()) {
        then();
        return;
    }
    m_sessions->keptSecrets().then(this, [this, then, tried = form()](const Result<QStringList> &kept) {
        if (tried != form())
            return; // the user has chosen another kind in the meantime
        QStringList taken = kept.value_or(QStringList());
        taken.removeIf([this](const QString &name) { return m_stored.contains(name); });
        const QList<SecretField *> fields = findChildren<SecretField *>();
        for (SecretField *field : fields)
            field->setTaken(taken);
        storeSecrets(then);
    });
}

void AddSourceDialog::storeSecrets(const std::function<void()> &then)
{
    QList<QFuture<Result<void>>> stored;
    QStringList names;
    for (const auto &[name, secret] : SecretField::typedIn(form()) + SecretField::typedIn(m_facts)) {
        stored.append(m_sessions->keepSecret(name, secret));
        names.append(name);
    }
    QtFuture::whenAll(stored.begin(), stored.end())
        .then(this, [this, then, names, tried = form()](const QList<QFuture<Result<void>>> &results) {
            QString problem;
            for (qsizetype i = 0; i < results.size(); ++i) {
                if (const Result<void> kept = results.at(i).result(); kept)
                    m_stored.append(names.at(i));
                else
                    problem = coreText(kept.error().message);
            }
            if (!problem.isEmpty()) {
                note(problem, true);
                return;
            }
            if (tried != form())
                return; // the user has chosen another kind in the meantime
            form()->forgetTyped();
            then();
        });
}

//! Removes the secrets that this dialog added to the keychain unless the settings \a kept refer to them.
void AddSourceDialog::forgetStored(const Json &kept)
{
    const QString used = QString::fromUtf8(kept.toBytes());
    for (const QString &name : std::as_const(m_stored)) {
        if (!used.contains(u"keychain:"_s + name))
            m_sessions->forgetSecret(name);
    }
    m_stored.clear();
}

void AddSourceDialog::add(bool connectNow)
{
    const QString name = form()->source().name;
    if (name != m_existing && m_sessions->source(name)) { // checked before a secret is stored under the name
        note(tr("The workspace has a source \"%1\" already. Choose another name.")
                 .arg(visibleText(name, false, 60)),
            true);
        form()->focusFirst();
        return;
    }
    if (!isComplete())
        return;
    // Checked before a secret is stored for the source.
    if (const Result<void> checked = m_sessions->checkSource(form()->source(), m_existing); !checked)
        showProblem(checked.error());
    else
        withSecrets([this, connectNow] { addNow(connectNow); });
}

void AddSourceDialog::showProblem(const Error &error)
{
    form()->setProblem(coreText(error.message));
    note(coreText(error.message), true);
}

void AddSourceDialog::addNow(bool connectNow)
{
    const Source source = form()->source();
    const Result<void> added =
        m_existing.isEmpty() ? m_sessions->addSource(source) : m_sessions->replaceSource(m_existing, source);
    if (!added) {
        showProblem(added.error());
        return;
    }
    // Trust that was given for a test ends with the workbench. Connecting makes it permanent. The label of
    // the button asks for trust again if the source has changed since the test.
    if (connectNow)
        m_sessions->confirmTrust(source).error_or(Error{});
    forgetStored(source.settings);
    Q_EMIT sourceReady(source.name, connectNow);
    accept();
}

void AddSourceDialog::checkConnection()
{
    m_steps->check(form()->source());
}

void AddSourceDialog::test()
{
    if (form()->source().name.isEmpty()) { // the server may provide a better name
        form()->suggestName(freeSourceName(m_sessions->sources(), u"source"_s));
        m_isNameOpen = true;
    }
    if (isComplete())
        withSecrets([this] { testNow(); });
}

void AddSourceDialog::testNow()
{
    const Source source = form()->source();
    form()->setProblem({});
    if (m_trust->isVisibleTo(this)) {
        // The button is labelled "Trust and test". The trust ends with the workbench.
        m_sessions->confirmTrust(source, true).error_or(Error{});
    }
    m_running = m_sessions->testSource(source);
    connect(m_running.get(), &SourceTest::finished, this, &AddSourceDialog::testFinished);
    m_steps->clear();
    m_facts->clear();
    form()->setRowShown(u"server"_s, true);
    m_limit->hide();
    m_testResult->setColorRole(ColorRole::TextSecond);
    showTestResult(tr("Connecting…"));
    update();
}

void AddSourceDialog::testFinished()
{
    const Result<SourceState> result = m_running->result();
    m_running.release()->deleteLater(); // it is still emitting the signal
    m_limitKey = result ? QString() : limitOf(result.error());
    m_limit->setVisible(!m_limitKey.isEmpty());
    if (result) {
        m_testResult->setColorRole(ColorRole::Ok);
        const QString peer =
            visibleText(QString(result->peer.name + u' ' + result->peer.version).trimmed(), false, 80);
        m_facts->setFacts(result->peer, form()->source());
        form()->setRowShown(u"server"_s, !m_facts->hasServers());
        const QString name = sourceNameFrom(result->peer.name);
        if (std::exchange(m_isNameOpen, false) && form()->isNameSuggested() && !name.isEmpty())
            form()->suggestName(freeSourceName(m_sessions->sources(), name));
        showTestResult(tr("Connected: %1, %2, %n operation(s)", nullptr, int(result->operations))
                .arg(peer, result->peer.protocol));
    } else {
        m_testResult->setColorRole(ColorRole::Error);
        QString text = visibleText(coreText(messageWithAdvice(result.error())));
        if (!result.error().detail.isEmpty())
            text += u'\n' + visibleText(result.error().detail, true, 2000);
        showTestResult(text);
        m_steps->check(form()->source());
    }
    update();
    if (!result)
        askToAccept(form()->source(), result.error());
}

//! Shows \a text below the form and scrolls to it, because a long form may hide it.
void AddSourceDialog::showTestResult(const QString &text)
{
    m_testResult->setText(text);
    m_testResult->show();
    bringIntoSight(m_testResult);
}

void AddSourceDialog::bringIntoSight(const QWidget *widget)
{
    QTimer::singleShot(0, widget, [this, widget] { // the layout is complete by then
        m_scroll->widget()->layout()->activate();
        const int top = widget->mapTo(m_scroll->widget(), QPoint()).y();
        m_scroll->verticalScrollBar()->setValue(top - m_scroll->widget()->layout()->spacing());
    });
}

//! Asks whether the source may accept the certificate named in \a error. An accepted certificate is added to
//! the form and saved with the source.
void AddSourceDialog::askToAccept(const Source &tested, const Error &error)
{
    const std::optional<RefusedCertificate> refused = RefusedCertificate::of(error);
    if (!refused || !refused->mayBeAccepted)
        return;
    const QStringList before = acceptedFingerprints(tested.settings, refused->host);
    if (before.contains(refused->sha256))
        return; // the source already accepts the certificate
    auto *question = new CertificateDialog(tested.name, *refused, before, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(question, &QDialog::accepted, this, [this, question, tested, certificate = *refused] {
        if (form()->source() != tested)
            return; // the source has changed since the question
        const Json settings =
            withAcceptedCertificate(tested.settings, certificate, question->replacesOthers());
        form()->setSetting(u"certificates"_s, settings.member("certificates"_L1));
        test();
    });
    question->open();
}

} // namespace Workbench::Ui

#include "moc_addsourcedialog.cpp"
