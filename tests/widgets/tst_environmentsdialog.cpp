// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Environments in the window: the button in the top bar, its menu, and the dialog, by clicks.

#include "core/base/atomicfile.h"
#include "core/json/jsonparser.h"
#include "tests/support/ourstyle.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"
#include "ui/dialogs/environmentsdialog.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/sourcescontroller.h"
#include "ui/window/topbar.h"
#include "ui/window/workspacecontroller.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_EnvironmentsDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void aWindowWithoutEnvironmentsSaysSo();
    void createsAnEnvironmentByClicks();
    void theSecretIsInNoFile();
    void choosesAnEnvironmentInTheMenu();
    void asksBeforeASecretIsSent();
    void namesInvalidInput();
    void renamesTheActiveEnvironment();
    void keepsTheIdentityOfTheWorkspace();
    void environmentsKeepTheirIdentities();
    void namesInvalidIdentities();
    void anIdentityThatIsNotEditedStaysExact();
    void duplicatesAndRemovesWithUndo();
    void undoOfARemovalKeepsLaterChanges();
    void restoresARemovedVariable();
    void aSecretIsNeverShownAgain();
    void saysWhenSecretsAreTemporary();
    void aFailingStoreKeepsTheDialogOpen();
    void everyControlHasAName();
    void theTabKeyFollowsThePage();
    void fitsASmallWindow();
    void theTopBarDoesNotOverlap_data();
    void theTopBarDoesNotOverlap();

private:
    template <typename T> T *find(const QString &name, const QWidget *in = nullptr) const
    {
        return (in ? in : m_window.get())->findChild<T *>(name);
    }
    EnvironmentsDialog *open()
    {
        if (!QTest::qWaitFor([this] { return !m_window->findChild<EnvironmentsDialog *>(); }, Test::patience))
            qFatal("the previous dialog is still open");
        find<QAction>(u"editEnvironments"_s)->trigger();
        auto *dialog = m_window->findChild<EnvironmentsDialog *>();
        if (!dialog || !QTest::qWaitForWindowExposed(dialog))
            qFatal("the dialog does not open");
        return dialog;
    }
    void click(const QWidget *dialog, const QString &button)
    {
        auto *found = find<QAbstractButton>(button, dialog);
        QVERIFY2(found && found->isVisible(), qPrintable(button));
        QTest::mouseClick(found, Qt::LeftButton);
    }
    template <typename T> static QList<T *> rows(const QWidget *dialog, const QString &name)
    {
        QList<T *> shown;
        for (T *widget : dialog->findChildren<T *>(name)) {
            if (widget->isVisible())
                shown.append(widget);
        }
        return shown;
    }
    void type(QLineEdit *field, const QString &text)
    {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }
    void addVariable(const QWidget *dialog, const QString &name, const QString &value, bool secret = false)
    {
        click(dialog, u"addVariable"_s);
        type(rows<QLineEdit>(dialog, u"variableName"_s).constLast(), name);
        if (secret)
            rows<QCheckBox>(dialog, u"variableIsSecret"_s).constLast()->click();
        type(rows<QLineEdit>(dialog, u"variableValue"_s).constLast(), value);
    }
    void typeIdentity(
        const QWidget *dialog, const QString &id, const QString &scopes, const QString &resources)
    {
        type(find<QLineEdit>(u"identityId"_s, dialog), id);
        type(find<QLineEdit>(u"identityScopes"_s, dialog), scopes);
        auto *lines = find<QPlainTextEdit>(u"identityResources"_s, dialog);
        lines->selectAll();
        for (const QChar key : resources) {
            if (key == u'\n')
                QTest::keyClick(lines, Qt::Key_Return);
            else
                QTest::keyClick(lines, key.toLatin1());
        }
    }
    Workspace savedWorkspace() const
    {
        return Workspace::load(m_home->filePath(u"w.workspace.json"_s)).value_or(Workspace{});
    }
    void makeStaging()
    {
        EnvironmentsDialog *dialog = open();
        click(dialog, u"addEnvironment"_s);
        type(find<QLineEdit>(u"environmentName"_s, dialog), u"staging"_s);
        addVariable(dialog, u"BASE_URL"_s, u"https://staging.example"_s);
        addVariable(dialog, u"TOKEN"_s, u"hunter2-staging"_s, true);
        click(dialog, u"save"_s);
        QTRY_VERIFY(!m_window->findChild<EnvironmentsDialog *>());
    }
    static QString problem(const QWidget *dialog)
    {
        const auto *label = dialog->findChild<QLabel *>(u"environmentProblem"_s);
        return label->isVisible() ? label->text() : QString();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<SessionsFixture> f;
    std::unique_ptr<MainWindow> m_window;
};

void tst_EnvironmentsDialog::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    f = std::make_unique<SessionsFixture>();
    MainWindow::Options options;
    options.remember = false;
    options.scratchPath = m_home->filePath(u"w.workspace.json"_s);
    m_window = std::make_unique<MainWindow>(
        f->sessions.get(), static_cast<WorkbenchStyle *>(QApplication::style()), options);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void tst_EnvironmentsDialog::cleanup()
{
    m_window.reset();
    f.reset();
}

void tst_EnvironmentsDialog::aWindowWithoutEnvironmentsSaysSo()
{
    const auto *button = find<QToolButton>(u"environmentButton"_s);
    QCOMPARE(button->text(), u"No environment ▾"_s);
    QCOMPARE(button->accessibleName(), u"No environment"_s);
    QVERIFY(!button->toolTip().isEmpty());
    QVERIFY(find<QAction>(u"environment_"_s)->isChecked());
    const EnvironmentsDialog *dialog = open();
    QVERIFY(find<QLabel>(u"noEnvironments"_s, dialog)->isVisible());
    QVERIFY(!find<QToolButton>(u"removeEnvironment"_s, dialog)->isEnabled());
    QVERIFY(!find<QToolButton>(u"duplicateEnvironment"_s, dialog)->isEnabled());
    QCOMPARE(find<QListWidget>(u"environmentList"_s, dialog)->currentItem()->text(), u"Workspace"_s);
    QVERIFY(!find<QLineEdit>(u"environmentName"_s, dialog)->isVisible());
}

void tst_EnvironmentsDialog::createsAnEnvironmentByClicks()
{
    makeStaging();
    const QList<Environment> made = f->sessions->environments();
    QCOMPARE(made.size(), 1);
    QCOMPARE(made[0].name, u"staging"_s);
    QCOMPARE(made[0].variables.size(), 2);
    QCOMPARE(made[0].variables[0], (EnvironmentVariable{u"BASE_URL"_s, u"https://staging.example"_s}));
    QVERIFY(made[0].variables[1].secret.startsWith(u"keychain:environment/staging/TOKEN/"_s));
    QCOMPARE(f->store.secrets.value(made[0].variables[1].secret.section(u':', 1)), u"hunter2-staging"_s);
    QCOMPARE(f->sessions->environment(), u"staging"_s); // the first environment becomes active
    QCOMPARE(find<QToolButton>(u"environmentButton"_s)->text(), u"staging ▾"_s);
    QCOMPARE(find<QToolButton>(u"environmentButton"_s)->accessibleName(), u"Environment staging"_s);
}

void tst_EnvironmentsDialog::theSecretIsInNoFile()
{
    makeStaging();
    const QString path = m_home->filePath(u"w.workspace.json"_s);
    QTRY_VERIFY(QFileInfo::exists(path)); // saved automatically, a moment later
    const Result<QByteArray> bytes = readWholeFile(path, 1 << 20);
    QVERIFY(bytes);
    QVERIFY(bytes->contains("keychain:environment/staging/TOKEN/"));
    QVERIFY(!bytes->contains("hunter2"));
    const Result<Workspace> saved = Workspace::fromBytes(*bytes);
    QVERIFY(saved);
    QCOMPARE(saved->environments, f->sessions->environments());
    QCOMPARE(saved->environment, u"staging"_s);
    m_window->newWorkspace();
    QCOMPARE(find<QToolButton>(u"environmentButton"_s)->text(), u"No environment ▾"_s);
    QVERIFY(f->sessions->environments().isEmpty());
}

void tst_EnvironmentsDialog::choosesAnEnvironmentInTheMenu()
{
    f->sessions->setEnvironments({{u"staging"_s, {{u"URL"_s, u"https://a.example"_s}}},
        {u"production & more"_s, {{u"URL"_s, u"https://b.example"_s}}}});
    QVERIFY(f->sessions->addSource({u"s"_s, u"fake"_s, jsonLiteral(R"({"url":"${URL}"})")}));
    auto *menu = find<EnvironmentMenu>(u"environmentMenu"_s);
    QCOMPARE(find<QToolButton>(u"environmentButton"_s)->menu(), menu);
    find<QAction>(u"environment_staging"_s)->trigger();
    QCOMPARE(f->sessions->environment(), u"staging"_s);
    f->sessions->connectSource(u"s"_s);
    QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
    auto *other = menu->findChild<QAction *>(u"environment_production & more"_s);
    QCOMPARE(other->text(), u"production && more"_s);
    other->trigger();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(find<QToolButton>(u"environmentButton"_s)->text(), u"production && more ▾"_s);
    QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
    QCOMPARE(f->peer->sources.constLast().settings.member("url"_L1).toString(), u"https://b.example"_s);
    QStringList checked;
    for (const QAction *action : menu->actions()) {
        if (action->isChecked())
            checked.append(action->text());
    }
    QCOMPARE(checked, QStringList{u"production && more"_s});
    QTRY_COMPARE(Workspace::load(m_home->filePath(u"w.workspace.json"_s)).value_or(Workspace{}).environment,
        u"production & more"_s);
}

void tst_EnvironmentsDialog::asksBeforeASecretIsSent()
{
    makeStaging();
    QVERIFY(f->sessions->addSource(
        {u"s"_s, u"fake"_s, jsonLiteral(R"({"url":"${BASE_URL}/x","token":"${TOKEN}"})")}));
    m_window->sources()->connectSource(u"s"_s);
    auto *question = m_window->findChild<TrustDialog *>();
    QVERIFY(question);
    const QString facts = question->findChild<QLabel *>(u"trustCommand"_s)->text();
    QVERIFY2(facts.contains(u"keychain:environment/staging/TOKEN/"_s), qPrintable(facts));
    QVERIFY2(facts.contains(u"https://staging.example"_s), qPrintable(facts));
    QCOMPARE(question->findChild<QPushButton *>(u"leave"_s)->text(), u"Do not connect"_s);
    QTest::mouseClick(question->findChild<QPushButton *>(u"trust"_s), Qt::LeftButton);
    QTRY_COMPARE(f->phase(), SourceState::Phase::Ready);
    QCOMPARE(f->peer->sources.constLast().settings.member("token"_L1).toString(), u"hunter2-staging"_s);
}

void tst_EnvironmentsDialog::namesInvalidInput()
{
    EnvironmentsDialog *dialog = open();
    const auto *save = find<QPushButton>(u"save"_s, dialog);
    click(dialog, u"addEnvironment"_s);
    QVERIFY(save->isEnabled());
    auto *name = find<QLineEdit>(u"environmentName"_s, dialog);
    type(name, u" "_s);
    QCOMPARE(problem(dialog), u"An environment needs a name."_s);
    QVERIFY(!save->isEnabled());
    type(name, u"a"_s);
    addVariable(dialog, u"A B"_s, u"1"_s);
    QVERIFY(problem(dialog).startsWith(u"\"A B\" is not a valid name"_s));
    type(rows<QLineEdit>(dialog, u"variableName"_s).constFirst(), u"A"_s);
    QCOMPARE(problem(dialog), QString());
    addVariable(dialog, u"A"_s, u"2"_s);
    QCOMPARE(problem(dialog), u"Two variables have the name \"A\"."_s);
    type(rows<QLineEdit>(dialog, u"variableName"_s).constLast(), u"T"_s);
    rows<QCheckBox>(dialog, u"variableIsSecret"_s).constLast()->click();
    rows<QLineEdit>(dialog, u"variableValue"_s).constLast()->clear();
    QCOMPARE(problem(dialog), u"Type the secret \"T\" once."_s);
    QVERIFY(!save->isEnabled());
    // The problem is shown while another environment is selected, too.
    click(dialog, u"addEnvironment"_s);
    QCOMPARE(problem(dialog), u"a: Type the secret \"T\" once."_s);
    type(name, u"a"_s);
    QCOMPARE(problem(dialog), u"Two environments have the name \"a\"."_s);
}

void tst_EnvironmentsDialog::renamesTheActiveEnvironment()
{
    makeStaging();
    EnvironmentsDialog *dialog = open();
    type(find<QLineEdit>(u"environmentName"_s, dialog), u"test"_s);
    QCOMPARE(find<QListWidget>(u"environmentList"_s, dialog)->item(1)->text(), u"test"_s);
    click(dialog, u"save"_s);
    QCOMPARE(f->sessions->environment(), u"test"_s);
    QCOMPARE(f->sessions->environments()[0].variables.size(), 2);
}

void tst_EnvironmentsDialog::keepsTheIdentityOfTheWorkspace()
{
    EnvironmentsDialog *dialog = open();
    typeIdentity(dialog, u"ana"_s, u"admin, read"_s, u"note:7 = read, drop\n\nlist:a=b = read\n"_s);
    QCOMPARE(problem(dialog), QString());
    click(dialog, u"save"_s);
    const Identity ana{u"ana"_s, {u"admin"_s, u"read"_s},
        {{u"note:7"_s, {u"read"_s, u"drop"_s}}, {u"list:a=b"_s, {u"read"_s}}}};
    QVERIFY(f->sessions->identity() == ana); // calls use it from now on
    QTRY_VERIFY(savedWorkspace().identity == ana); // saved automatically, a moment later

    dialog = open();
    auto *id = find<QLineEdit>(u"identityId"_s, dialog);
    auto *scopes = find<QLineEdit>(u"identityScopes"_s, dialog);
    auto *resources = find<QPlainTextEdit>(u"identityResources"_s, dialog);
    QCOMPARE(id->text(), u"ana"_s);
    QCOMPARE(scopes->text(), u"admin, read"_s);
    QCOMPARE(resources->toPlainText(), u"list:a=b = read\nnote:7 = read, drop"_s);
    id->clear();
    scopes->clear();
    resources->clear();
    click(dialog, u"save"_s);
    QVERIFY(!f->sessions->identity());
    QTRY_VERIFY(!savedWorkspace().identity);
}

void tst_EnvironmentsDialog::environmentsKeepTheirIdentities()
{
    const Identity ana{u"ana"_s, {u"admin"_s}, {}};
    const Identity bo{u"bo"_s, {u"read"_s}, {}};
    m_window->workspace()->setIdentity(ana);
    makeStaging();
    QVERIFY(f->sessions->identity() == ana); // the environment has no identity yet
    EnvironmentsDialog *dialog = open();
    auto *id = find<QLineEdit>(u"identityId"_s, dialog);
    QCOMPARE(id->placeholderText(), u"ana, from the workspace"_s);
    typeIdentity(dialog, u"bo"_s, u"read"_s, {});
    click(dialog, u"duplicateEnvironment"_s);
    QCOMPARE(id->text(), u"bo"_s);
    find<QListWidget>(u"environmentList"_s, dialog)->setCurrentRow(0); // the workspace
    QCOMPARE(id->text(), u"ana"_s);
    find<QListWidget>(u"environmentList"_s, dialog)->setCurrentRow(1);
    QCOMPARE(id->text(), u"bo"_s);
    click(dialog, u"removeEnvironment"_s);
    click(dialog, u"undo"_s);
    click(dialog, u"save"_s);
    const QList<Environment> made = f->sessions->environments();
    QCOMPARE(made.size(), 2);
    QVERIFY(made[0].identity == bo);
    QVERIFY(made[1].identity == bo);
    QVERIFY(f->sessions->identity() == bo);
    QTRY_VERIFY(savedWorkspace().environments == made);
    QVERIFY(savedWorkspace().identity == ana);

    dialog = open();
    QCOMPARE(find<QLineEdit>(u"identityId"_s, dialog)->text(), u"bo"_s);
    find<QLineEdit>(u"identityId"_s, dialog)->clear();
    find<QLineEdit>(u"identityScopes"_s, dialog)->clear();
    click(dialog, u"save"_s);
    QVERIFY(!f->sessions->environments()[0].identity);
    QVERIFY(f->sessions->identity() == ana);
}

void tst_EnvironmentsDialog::namesInvalidIdentities()
{
    EnvironmentsDialog *dialog = open();
    const auto *save = find<QPushButton>(u"save"_s, dialog);
    auto *id = find<QLineEdit>(u"identityId"_s, dialog);
    const QString needsId = u"An identity with scopes or resources needs an ID."_s;
    type(find<QLineEdit>(u"identityScopes"_s, dialog), u"admin"_s);
    QCOMPARE(problem(dialog), needsId);
    QVERIFY(id->property("invalid").toBool());
    QVERIFY(!save->isEnabled());
    click(dialog, u"addEnvironment"_s); // the problem is shown while another page is selected, too
    QCOMPARE(problem(dialog), QString(u"Workspace: "_s + needsId));
    QVERIFY(!id->property("invalid").toBool());
    find<QListWidget>(u"environmentList"_s, dialog)->setCurrentRow(0);
    type(id, u"ana"_s);
    QCOMPARE(problem(dialog), QString());
    QVERIFY(save->isEnabled());
    auto *resources = find<QPlainTextEdit>(u"identityResources"_s, dialog);
    for (const QString &line :
        {u"note"_s, u"note:7"_s, u"note:7 ="_s, u"note = read"_s, u"note: = read"_s, u":7 = read"_s}) {
        typeIdentity(dialog, u"ana"_s, u"admin"_s, line);
        QVERIFY2(problem(dialog).startsWith(u"\"%1\" is not a resource"_s.arg(line)), qPrintable(line));
        QVERIFY(resources->property("invalid").toBool());
        QVERIFY(!save->isEnabled());
    }
    resources->clear();
    QCOMPARE(problem(dialog), QString());
}

void tst_EnvironmentsDialog::anIdentityThatIsNotEditedStaysExact()
{
    const Identity odd{u" ana "_s, {u"read, write"_s, u"two words"_s}, {{u"everything"_s, {}}}};
    m_window->workspace()->setIdentity(odd);
    EnvironmentsDialog *dialog = open();
    QCOMPARE(problem(dialog), QString());
    click(dialog, u"addEnvironment"_s);
    click(dialog, u"save"_s);
    QCOMPARE(f->sessions->environments().size(), 1);
    QVERIFY(m_window->workspace()->identity() == odd);

    dialog = open();
    find<QListWidget>(u"environmentList"_s, dialog)->setCurrentRow(0); // the workspace
    find<QLineEdit>(u"identityId"_s, dialog)->setText(u"bo"_s);
    QCOMPARE(problem(dialog), QString());
    click(dialog, u"save"_s);
    QVERIFY(m_window->workspace()->identity() == Identity({u"bo"_s, odd.scopes, odd.resources}));
}

void tst_EnvironmentsDialog::duplicatesAndRemovesWithUndo()
{
    makeStaging();
    EnvironmentsDialog *dialog = open();
    click(dialog, u"duplicateEnvironment"_s);
    QCOMPARE(find<QLineEdit>(u"environmentName"_s, dialog)->text(), u"staging 2"_s);
    const auto *list = find<QListWidget>(u"environmentList"_s, dialog);
    QCOMPARE(list->count(), 3); // with the row of the workspace
    // A secret typed for the copy does not replace the original's secret.
    type(rows<QLineEdit>(dialog, u"variableValue"_s).constLast(), u"hunter3"_s);
    QVERIFY(!find<QToolButton>(u"undo"_s, dialog)->isVisible());
    click(dialog, u"removeEnvironment"_s);
    QCOMPARE(list->count(), 2);
    QVERIFY(find<QLabel>(u"removedText"_s, dialog)->text().contains(u"staging 2"_s));
    click(dialog, u"undo"_s);
    QCOMPARE(list->count(), 3);
    click(dialog, u"save"_s);
    const QList<Environment> saved = f->sessions->environments();
    QCOMPARE(saved.size(), 2);
    QVERIFY(saved[0].variables[1].secret != saved[1].variables[1].secret);
    QCOMPARE(f->store.secrets.value(saved[0].variables[1].secret.section(u':', 1)), u"hunter2-staging"_s);
    QCOMPARE(f->store.secrets.value(saved[1].variables[1].secret.section(u':', 1)), u"hunter3"_s);
    dialog = open();
    click(dialog, u"removeEnvironment"_s);
    click(dialog, u"save"_s);
    QCOMPARE(f->sessions->environments().size(), 1);
    QCOMPARE(f->sessions->environment(), QString()); // the removed environment was active
    QCOMPARE(f->store.secrets.size(), 1); // its secret is deleted
}

void tst_EnvironmentsDialog::undoOfARemovalKeepsLaterChanges()
{
    makeStaging();
    EnvironmentsDialog *dialog = open();
    click(dialog, u"duplicateEnvironment"_s);
    const auto *list = find<QListWidget>(u"environmentList"_s, dialog);
    auto *name = find<QLineEdit>(u"environmentName"_s, dialog);
    click(dialog, u"removeEnvironment"_s); // "staging 2"
    QCOMPARE(name->text(), u"staging"_s);
    click(dialog, u"duplicateEnvironment"_s);
    type(name, u"newer"_s);
    click(dialog, u"undo"_s);
    QStringList names;
    for (int i = 0; i < list->count(); ++i)
        names.append(list->item(i)->text());
    QCOMPARE(names, (QStringList{u"Workspace"_s, u"staging"_s, u"staging 2"_s, u"newer"_s}));
}

void tst_EnvironmentsDialog::restoresARemovedVariable()
{
    makeStaging();
    EnvironmentsDialog *dialog = open();
    const auto removers = rows<QToolButton>(dialog, u"removeVariable"_s);
    QCOMPARE(removers.size(), 2);
    QTest::mouseClick(removers.constFirst(), Qt::LeftButton);
    QCOMPARE(rows<QLineEdit>(dialog, u"variableName"_s).size(), 1);
    click(dialog, u"undo"_s);
    QCOMPARE(rows<QLineEdit>(dialog, u"variableName"_s).constFirst()->text(), u"BASE_URL"_s);
    const QList<Environment> before = f->sessions->environments();
    click(dialog, u"save"_s);
    QCOMPARE(f->sessions->environments(), before);
}

void tst_EnvironmentsDialog::aSecretIsNeverShownAgain()
{
    makeStaging();
    EnvironmentsDialog *dialog = open();
    auto *value = rows<QLineEdit>(dialog, u"variableValue"_s).constLast();
    QCOMPARE(value->text(), QString());
    QCOMPARE(value->echoMode(), QLineEdit::Password);
    const auto state = [&] { return rows<QLabel>(dialog, u"secretState"_s).constLast()->text(); };
    QTRY_COMPARE(state(), u"in keychain"_s);
    // A typed secret is masked, also for a screen reader, and clearing "secret" does not reveal it.
    type(value, u"hunter3"_s);
    QVERIFY(!QAccessible::queryAccessibleInterface(value)->text(QAccessible::Value).contains(u"hunter"_s));
    rows<QCheckBox>(dialog, u"variableIsSecret"_s).constLast()->click();
    QCOMPARE(value->text(), QString());
    QCOMPARE(value->echoMode(), QLineEdit::Normal);
    rows<QCheckBox>(dialog, u"variableIsSecret"_s).constLast()->click();
    type(value, u"env:API_TOKEN"_s);
    QCOMPARE(state(), u"from the variable API_TOKEN"_s);
    click(dialog, u"save"_s);
    QCOMPARE(f->sessions->environments()[0].variables[1].secret, u"env:API_TOKEN"_s);
    QVERIFY(f->store.secrets.isEmpty()); // a secret without a reference is deleted
}

void tst_EnvironmentsDialog::saysWhenSecretsAreTemporary()
{
    makeStaging();
    f->store.isTemporary = true;
    EnvironmentsDialog *dialog = open();
    QTRY_COMPARE(
        rows<QLabel>(dialog, u"secretState"_s).constLast()->text(), u"kept until the program ends"_s);
    click(dialog, u"cancel"_s);
    QTRY_VERIFY(!m_window->findChild<EnvironmentsDialog *>());
    f->store.secrets.clear(); // as after a restart
    dialog = open();
    QTRY_COMPARE(rows<QLabel>(dialog, u"secretState"_s).constLast()->text(), u"missing, type it again"_s);
}

void tst_EnvironmentsDialog::aFailingStoreKeepsTheDialogOpen()
{
    f->store.problem = u"the keychain is locked"_s;
    EnvironmentsDialog *dialog = open();
    click(dialog, u"addEnvironment"_s);
    addVariable(dialog, u"TOKEN"_s, u"hunter2"_s, true);
    click(dialog, u"save"_s);
    QTRY_COMPARE(problem(dialog), u"the keychain is locked"_s);
    QVERIFY(dialog->isVisible());
    QVERIFY(f->sessions->environments().isEmpty());
    f->store.problem.clear();
    type(rows<QLineEdit>(dialog, u"variableValue"_s).constLast(), u"hunter2"_s);
    click(dialog, u"save"_s);
    QTRY_COMPARE(f->sessions->environments().size(), 1);
    QCOMPARE(f->store.secrets.size(), 1);
}

void tst_EnvironmentsDialog::fitsASmallWindow()
{
    m_window->resize(800, 600);
    const EnvironmentsDialog *dialog = open();
    QVERIFY2(dialog->width() <= 800, qPrintable(QString::number(dialog->width())));
    QVERIFY2(dialog->height() <= 600, qPrintable(QString::number(dialog->height())));
}

void tst_EnvironmentsDialog::everyControlHasAName()
{
    makeStaging();
    const EnvironmentsDialog *dialog = open();
    QStringList nameless;
    int controls = 0;
    for (QWidget *widget : dialog->findChildren<QWidget *>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)
            || qobject_cast<QAbstractScrollArea *>(widget->parentWidget())
            || (qobject_cast<QAbstractScrollArea *>(widget) && widget->objectName().isEmpty()))
            continue;
        ++controls;
        const QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
        if (!face || face->text(QAccessible::Name).isEmpty())
            nameless.append(
                widget->objectName() + u' ' + QString::fromLatin1(widget->metaObject()->className()));
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QVERIFY(controls >= 17);
}

void tst_EnvironmentsDialog::theTabKeyFollowsThePage()
{
    makeStaging();
    const EnvironmentsDialog *dialog = open();
    find<QLineEdit>(u"environmentName"_s, dialog)->setFocus();
    QStringList visited;
    while (visited.size() < 20 && dialog->focusWidget()->objectName() != "cancel"_L1) {
        visited.append(dialog->focusWidget()->objectName());
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
    }
    const QStringList variable{
        u"variableName"_s, u"variableValue"_s, u"variableIsSecret"_s, u"removeVariable"_s};
    QCOMPARE(visited,
        QStringList{u"environmentName"_s} + variable + variable
            + (QStringList{u"addVariable"_s, u"identityId"_s, u"identityScopes"_s, u"identityResources"_s}));
}

void tst_EnvironmentsDialog::theTopBarDoesNotOverlap_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("small") << QSize(800, 600);
    QTest::newRow("laptop") << QSize(1280, 800);
}

void tst_EnvironmentsDialog::theTopBarDoesNotOverlap()
{
    QFETCH(QSize, size);
    f->sessions->setEnvironments({{u"the staging environment of the second team in the north"_s, {}}},
        u"the staging environment of the second team in the north"_s);
    QVERIFY(m_window->workspace()->saveAs(m_home->filePath(u"a rather long name.workspace.json"_s)));
    m_window->resize(size);
    QTest::qWait(20);
    const auto *bar = find<TopBar>(u"topBar"_s);
    QList<QWidget *> parts;
    for (auto *part : bar->findChildren<QAbstractButton *>())
        parts.append(part);
    QCOMPARE(parts.size(), 5);
    for (const QWidget *part : std::as_const(parts)) {
        QVERIFY2(bar->rect().contains(part->geometry()), qPrintable(part->objectName()));
        QVERIFY2(part->width() >= part->minimumSizeHint().width(), qPrintable(part->objectName()));
        for (const QWidget *other : std::as_const(parts)) {
            if (part != other)
                QVERIFY2(!part->geometry().intersects(other->geometry()), qPrintable(part->objectName()));
        }
    }
    const auto *button = find<QToolButton>(u"environmentButton"_s);
    QVERIFY(button->text().contains(u"…"_s));
    QVERIFY(button->toolTip().contains(u"the staging environment of the second team in the north"_s));
}

WORKBENCH_TEST(tst_EnvironmentsDialog, QApplication, Workbench::Test::useOurStyle)
#include "tst_environmentsdialog.moc"
