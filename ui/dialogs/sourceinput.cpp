// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/sourceinput.h"

#include "core/base/atomicfile.h"
#include "core/base/visibletext.h"
#include "core/checks/configurationfiles.h"
#include "ui/forms/fields.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int longestText = 1 << 20; // characters

//! Reads the configuration file at \a path. May be called on any thread.
Result<ConfigurationImport> importFile(const QString &path, qint64 maxBytes)
{
    const Result<QByteArray> bytes = readWholeFile(path, maxBytes);
    return bytes ? importConfiguration(*bytes, importPlace(path)) : std::unexpected(bytes.error());
}

//! Returns the only server in \a text as a guess for the form. Returns no value if there are several servers,
//! or if the form cannot show everything about the server. The guess contains its secrets in clear text.
std::optional<SourceGuess> onlyServer(const QByteArray &text, const ConfigurationImport &import)
{
    const auto isInForm = [](const ImportedSecret &secret) {
        return !secret.value.isEmpty()
            && (secret.place.startsWith("variable "_L1) || secret.place.startsWith("header "_L1));
    };
    const auto isOfServer = [](const QString &remark) { return !remark.startsWith("the file has"_L1); };
    if (import.sources.size() != 1 || std::ranges::any_of(import.remarks, isOfServer))
        return {};
    const ImportedSource &only = import.sources.constFirst();
    if (only.isDisabled || !only.remarks.isEmpty() || !std::ranges::all_of(only.secrets, isInForm))
        return {};
    const Result<ConfigurationImport> clear =
        importConfiguration(text, {.home = QDir::homePath()}, SecretsInSettings::InClear);
    if (!clear || clear->sources.size() != 1)
        return {};
    const Source source = clear->sources.constFirst().source;
    const bool isCommand = source.settings.hasMember("command"_L1);
    return SourceGuess{.kindId = isCommand ? u"mcp-command"_s : u"mcp-http"_s, .source = source};
}

//! Returns \a path with a slash at its end if it is a folder: guessSource() recognises folders by the slash.
QString pathText(const QString &path)
{
    return QFileInfo(path).isDir() && !path.endsWith(u'/') ? QString(path + u'/') : path;
}

//! Returns the absolute path of the file or folder that \a text names, or an empty string. The path is
//! absolute because the workspace may be opened from another folder later.
QString localPath(const QString &text)
{
    QString path = text.trimmed();
    if (path.size() > 1 && path.startsWith(u'"') && path.endsWith(u'"'))
        path = path.sliced(1, path.size() - 2);
    if (path.startsWith("file:"_L1))
        path = QUrl(path).toLocalFile();
    else if (path.startsWith("~/"_L1))
        path = QDir::homePath() + path.sliced(1);
    const QFileInfo info(path);
    const bool isPath =
        path.contains(u'/') || info.suffix().size() > 1; // otherwise it is a word of a command
    return isPath && info.exists() ? pathText(info.absoluteFilePath()) : QString();
}

QString aboutGuess(const SourceGuess &guess)
{
    const Json settings = guess.source.settings;
    if (guess.kindId == "mcp-command"_L1) {
        const QString command = visibleText(settings.member("command"_L1).toString(), false, 60);
        return guess.package.isEmpty()
            ? SourceInput::tr("Starts %1 and communicates over stdio.").arg(command)
            : SourceInput::tr("%1 starts the package %2 and communicates over stdio.")
                  .arg(command, visibleText(guess.package, false, 80));
    }
    if (guess.kindId == "mcp-http"_L1)
        return SourceInput::tr("Probably an MCP server. Nothing is sent before you test or connect.");
    if (guess.kindId == "openapi"_L1)
        return SourceInput::tr("A document that describes a service. It is read when you test or connect.");
    if (guess.kindId == "hub"_L1)
        return SourceInput::tr("A WebSocket address. Nothing is sent before you test or connect.");
    return SourceInput::tr("A folder of recorded answers.");
}

} // namespace

SourceInput::SourceInput(qint64 maxBytes, QWidget *parent)
    : QWidget(parent)
    , m_maxBytes(maxBytes)
    , m_text(named(new QLineEdit(this), u"sourceText"_s))
    , m_configurations(named(new QMenu(this), u"configurationsMenu"_s))
    , m_kind(named(new Chip({}, this), u"sourceGuess"_s))
    , m_about(named(elidedLabel(ColorRole::TextSecond, FontRole::Small, this), u"sourceGuessText"_s))
{
    setObjectName(u"sourceInput"_s);
    setBackgroundRole(QPalette::Window);
    setAutoFillBackground(true);
    auto *title = new ThemeLabel(tr("Command, address or file"), ColorRole::Text, FontRole::Strong, this);
    auto *further = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this);
    further->setElided(true);
    further->setFullText(tr("You can also paste or drop a configuration or a curl command"));
    further->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    QToolButton *find = named(linkButton(tr("Find configurations"), this), u"findConfigurations"_s);
    find->setToolTip(tr("Lists the configuration files of other programs in their usual places"));
    find->setPopupMode(QToolButton::InstantPopup);
    find->setMenu(m_configurations);
    auto *head = addAll(newRow(16), {title, {further, 1}, find});
    m_text->setAccessibleName(title->text());
    m_text->setAccessibleDescription(further->fullText());
    m_text->setFont(Theme::of(this).font(FontRole::Data));
    m_text->setMaxLength(longestText);
    m_text->setAcceptDrops(false); // the dialog handles drops, which replace the text
    QPushButton *browseFiles = named(plainButton({}, tr("Browse…"), this), u"browseSource"_s);
    browseFiles->setAutoDefault(false);
    auto *field = addAll(newRow(8), {{m_text, 1}, browseFiles});
    m_kind->setColors(ColorRole::OkSoft, ColorRole::Ok);
    m_kind->setIconName(u"check"_s);
    m_kind->hide();
    auto *below = addAll(newRow(8), {m_kind, {m_about, 1}});
    addAll(newColumn(this, {16, 12, 16, 12}, 8), {head, field, below});
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &SourceInput::read);
    connect(m_configurations, &QMenu::aboutToShow, this, &SourceInput::listConfigurations);
    connect(m_configurations, &QMenu::triggered, this,
        [this](const QAction *action) { setText(action->data().toString()); });
    connect(browseFiles, &QPushButton::clicked, this, [this] {
        askForFile(this, tr("Choose a program, a document or a list of servers"), {},
            [this](const QString &path) { setText(path); });
    });
}

void SourceInput::setText(const QString &text)
{
    const QString path = text.startsWith("file:"_L1) ? QUrl(text.trimmed()).toLocalFile() : QString();
    m_text->setText(path.isEmpty() ? text : pathText(path));
    m_text->setFocus();
}

//! Searches for the files each time the menu opens, and does not read them.
void SourceInput::listConfigurations()
{
    m_configurations->clear();
    const ConfigurationFolders folders = configurationFolders(m_projects);
    for (const ConfigurationFile &file : findConfigurations(folders)) {
        QString path = file.path;
        if (path.startsWith(folders.home + u'/'))
            path.replace(0, folders.home.size(), u"~"_s);
        path = visibleText(QDir::toNativeSeparators(path), false, 120);
        const QString text = tr("%1: %2").arg(file.program, path).replace(u'&', u"&&"_s);
        m_configurations->addAction(text)->setData(file.path);
    }
    if (m_configurations->isEmpty())
        m_configurations->addAction(tr("No configurations in the usual places"))->setEnabled(false);
}

void SourceInput::read()
{
    const QString text = m_text->text();
    ++m_reading;
    if (isServerListText(text)) {
        importWith(
            [bytes = text.toUtf8()] { return importConfiguration(bytes, {.home = QDir::homePath()}); });
        return;
    }
    const QString path = localPath(text);
    const Result<std::optional<SourceGuess>> found = guessSource(path.isEmpty() ? text : path);
    const std::optional<SourceGuess> guess = found.value_or(std::nullopt);
    // Any JSON file may be a list of servers. Reading a local file contacts no server.
    if (path.endsWith(".json"_L1, Qt::CaseInsensitive) && QFileInfo(path).isFile()) {
        importWith([path, maxBytes = m_maxBytes] { return importFile(path, maxBytes); }, guess);
        return;
    }
    Q_EMIT configurationRead({});
    if (guess)
        showGuess(*guess);
    else
        showProblem(found ? QString() : coreText(found.error().message));
}

//! Runs \a work on another thread and shows its result. If the file is not a list of servers, for example an
//! OpenAPI document, shows \a otherwise.
void SourceInput::importWith(
    std::function<Result<ConfigurationImport>()> work, const std::optional<SourceGuess> &otherwise)
{
    QtConcurrent::run(std::move(work))
        .then(this,
            [this, reading = m_reading, otherwise, isSaidToBeList = isServerList(localPath(m_text->text()))](
                const Result<ConfigurationImport> &found) {
                if (reading != m_reading)
                    return;
                const QString pasted = m_text->text();
                const std::optional<SourceGuess> only =
                    found && isServerListText(pasted) ? onlyServer(pasted.toUtf8(), *found) : std::nullopt;
                if (only) {
                    Q_EMIT configurationRead({});
                    showGuess(*only);
                    return;
                }
                Q_EMIT configurationRead(found.value_or(ConfigurationImport()));
                if (found)
                    showAbout(tr("Nothing starts and nothing is saved before you import."), false);
                else if (otherwise && (found.error().code == "import.openapi"_L1 || !isSaidToBeList))
                    showGuess(*otherwise);
                else
                    showProblem(coreText(found.error().message));
            });
}

void SourceInput::showGuess(const SourceGuess &guess)
{
    showAbout(aboutGuess(guess), false);
    Q_EMIT guessed(guess);
}

void SourceInput::showProblem(const QString &text)
{
    m_kind->hide();
    showAbout(text, true);
}

void SourceInput::showAbout(const QString &text, bool isProblem)
{
    m_about->setColorRole(isProblem ? ColorRole::Error : ColorRole::TextSecond);
    m_about->setFullText(visibleText(text, false, 300));
}

void SourceInput::showKind(const QString &title)
{
    m_kind->setText(title);
    m_kind->updateGeometry();
    m_kind->setVisible(!m_text->text().trimmed().isEmpty());
}

} // namespace Workbench::Ui

#include "moc_sourceinput.cpp"
