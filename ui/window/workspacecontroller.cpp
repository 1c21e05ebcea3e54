// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/workspacecontroller.h"

#include "core/json/jsonbuilder.h"
#include "core/session/peerrequests.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr QStringView answerRulesKey = u"answerRules"; // member of the view

//! Returns \a view with the folder of the fixtures, relative to the workspace's file \a path unless the two
//! have nothing but the root in common. The default folder is not written.
Json viewWithFixtures(const Json &view, const QString &folder, const QString &path)
{
    const QDir beside = QFileInfo(path).dir();
    if (folder.isEmpty() || (!path.isEmpty() && folder == beside.filePath(u"fixtures"_s)))
        return withoutMember(view, u"fixtures"_s);
    const QString clean = QDir::cleanPath(folder);
    const QString relative = path.isEmpty() ? clean : beside.relativeFilePath(clean);
    qsizetype up = 0;
    while (QStringView(relative).sliced(up).startsWith("../"_L1))
        up += 3;
    const bool isFar = QDir::isAbsolutePath(relative)
        || (up > 0 && QDir(QDir::cleanPath(beside.filePath(relative.first(up)))).isRoot());
    return withMember(view, u"fixtures"_s, Json::string(isFar ? clean : relative));
}

} // namespace

WorkspaceController::WorkspaceController(Sessions *sessions, QString scratchPath, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_scratchPath(std::move(scratchPath))
    , m_file(WorkspaceFile::create(m_scratchPath))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (const Result<void> saved = save(); !saved)
            Q_EMIT saveFailed(saved.error());
    });
    connect(sessions, &Sessions::sourceAdded, this, &WorkspaceController::schedule);
    connect(sessions, &Sessions::sourceRemoved, this, &WorkspaceController::schedule);
    connect(sessions, &Sessions::environmentChanged, this, &WorkspaceController::schedule);
    if (sessions->peerRequests()) {
        connect(sessions->peerRequests(), &PeerRequests::rulesChanged, this,
            &WorkspaceController::keepAnswerRules);
    }
    connect(sessions, &Sessions::sourceChanged, this, [this] { // edited, or only a new state
        if (m_file.workspace.sources != m_sessions->sources())
            schedule();
    });
}

WorkspaceController::~WorkspaceController()
{
    if (m_timer.isActive())
        save().error_or(Error{}); // the window is closed, so the error cannot be shown
}

QString WorkspaceController::displayName() const
{
    if (m_demo)
        return u"demo.workspace.json"_s;
    if (!m_path.isEmpty())
        return QFileInfo(m_path).fileName();
    return m_sessions->sources().isEmpty() ? QString() : tr("unsaved workspace");
}

void WorkspaceController::take(WorkspaceFile file, const QString &path, bool demo)
{
    const Result<void> saved = m_timer.isActive() ? save() : Result<void>();
    m_file = std::move(file);
    m_path = path;
    m_demo = demo;
    m_taking = true;
    // The sources of the former workspace end first, so that none of their hubs receives the new identity.
    m_sessions->setSources(m_file.workspace.sources);
    m_sessions->setEnvironments(
        m_file.workspace.environments, m_file.workspace.environment, Sessions::Reconnect::Nothing);
    m_sessions->setIdentity(m_file.workspace.identity);
    if (m_sessions->peerRequests())
        m_sessions->peerRequests()->setRules(m_file.workspace.view.member(answerRulesKey));
    m_taking = false;
    Q_EMIT workspaceChanged();
    if (!saved)
        Q_EMIT saveFailed(saved.error());
}

void WorkspaceController::openScratch()
{
    if (m_scratchPath.isEmpty() || !QFileInfo::exists(m_scratchPath)) {
        take(WorkspaceFile::create(m_scratchPath), {}, false);
        return;
    }
    Result<WorkspaceFile> file = WorkspaceFile::open(m_scratchPath);
    if (!file) {
        // The broken file is renamed, so that the user can still read it.
        QFile::rename(m_scratchPath,
            m_scratchPath + u".broken-"_s + QString::number(QDateTime::currentMSecsSinceEpoch()));
        take(WorkspaceFile::create(m_scratchPath), {}, false);
        Q_EMIT saveFailed(file.error());
        return;
    }
    take(*std::move(file), {}, false);
}

Result<void> WorkspaceController::open(const QString &given)
{
    const QString path = QFileInfo(given).absoluteFilePath(); // later runs may use another working directory
    Result<WorkspaceFile> file = WorkspaceFile::open(path);
    if (!file)
        return std::unexpected(file.error());
    take(*std::move(file), path, false);
    return {};
}

void WorkspaceController::openDemo(const Workspace &demo)
{
    WorkspaceFile file = WorkspaceFile::create({});
    file.workspace = demo;
    take(std::move(file), {}, true);
}

bool WorkspaceController::startNew(const Workspace &content)
{
    m_draft = {};
    if (m_path.isEmpty() && !m_demo) {
        m_timer.stop(); // the pending changes belong to the file that is being replaced
        collect();
        m_draft = m_file.workspace;
    } else if (const auto file = WorkspaceFile::open(m_scratchPath)) {
        m_draft = file->workspace;
    }
    if (!m_scratchPath.isEmpty())
        QFile::remove(m_scratchPath);
    WorkspaceFile file = WorkspaceFile::create(m_scratchPath);
    file.workspace = content;
    take(std::move(file), {}, false);
    if (!content.sources.isEmpty())
        schedule();
    return !m_draft.sources.isEmpty();
}

Result<void> WorkspaceController::saveAs(const QString &given)
{
    const QString path = QFileInfo(given).absoluteFilePath();
    const QString fixtures = fixturesFolder();
    WorkspaceFile file = WorkspaceFile::create(path);
    collect();
    file.workspace = m_file.workspace;
    file.workspace.view = viewWithFixtures(file.workspace.view, fixtures, path);
    if (const Result<void> saved = file.save(true); !saved) // the file dialog has already asked
        return saved;
    m_timer.stop();
    if (m_path.isEmpty() && !m_demo && !m_scratchPath.isEmpty() && path != m_scratchPath)
        QFile::remove(m_scratchPath); // it has a name now; the next start must not open the old draft
    m_file = std::move(file);
    m_path = path;
    m_demo = false;
    Q_EMIT fileChanged();
    return {};
}

Result<void> WorkspaceController::save(bool overwrite)
{
    m_timer.stop();
    collect();
    if (m_file.path().isEmpty())
        return {}; // the demo and tests save nothing
    QDir().mkpath(QFileInfo(m_file.path()).path());
    return m_file.save(overwrite);
}

void WorkspaceController::collect()
{
    m_file.workspace.sources = m_sessions->sources();
    m_file.workspace.environments = m_sessions->environments();
    m_file.workspace.environment = m_sessions->environment();
}

void WorkspaceController::schedule()
{
    if (!m_taking)
        m_timer.start();
}

Json WorkspaceController::input(const OperationId &operation) const
{
    return m_file.workspace.inputs.value(operation.toString());
}

void WorkspaceController::setInput(const OperationId &operation, const Json &input)
{
    Json &saved = m_file.workspace.inputs[operation.toString()];
    if (saved == input)
        return;
    saved = input;
    schedule();
}

void WorkspaceController::setIdentity(const std::optional<Identity> &identity)
{
    if (m_file.workspace.identity == identity)
        return;
    m_file.workspace.identity = identity;
    m_sessions->setIdentity(identity);
    schedule();
}

QString WorkspaceController::fixturesFolder() const
{
    const QString chosen = m_file.workspace.view.member("fixtures"_L1).toString();
    if (chosen.isEmpty())
        return m_path.isEmpty() ? QString() : QFileInfo(m_path).dir().filePath(u"fixtures"_s);
    return m_path.isEmpty() ? chosen : QDir::cleanPath(QFileInfo(m_path).dir().filePath(chosen));
}

//! Saves the rules for answers to servers, which are part of the workspace's view.
void WorkspaceController::keepAnswerRules()
{
    const Json rules = m_sessions->peerRequests()->rules();
    Json &view = m_file.workspace.view;
    view = withMember(view.isObject() ? view : Json::emptyObject(), answerRulesKey, rules);
    schedule();
}

void WorkspaceController::setFixturesFolder(const QString &folder)
{
    if (folder == fixturesFolder())
        return;
    m_file.workspace.view = viewWithFixtures(m_file.workspace.view, folder, m_path);
    schedule();
}

} // namespace Workbench::Ui

#include "moc_workspacecontroller.cpp"
