// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/serverpage.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/session/sessions.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/limitsmodel.h"
#include "ui/models/operationlistmodel.h"
#include "ui/models/sourcesmodel.h"
#include "ui/models/words.h"
#include "ui/pages/callquestions.h"
#include "ui/pages/definitionsdialog.h"
#include "ui/pages/sourceaddress.h"
#include "ui/panes/askbar.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/imageblock.h"
#include "ui/panes/metapane.h"
#include "ui/panes/peeraskpane.h"
#include "ui/text/markdownview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int columnsFrom = 860; // pixels; below, one column at a time
constexpr std::chrono::milliseconds countEvery{500};
constexpr std::chrono::seconds clockEvery{20};

constexpr qsizetype maxCapabilities = 60;
constexpr qsizetype maxIconBytes = 256LL << 10; // in base64
constexpr qsizetype maxIcons = 8; // that are tried
constexpr int serverIconSide = 48; // pixels

//! Returns the base64 of an icon's data: URI. Empty if the icon is not such a URI, or is too large.
QByteArray iconIn(const Json &icon)
{
    const QString src = icon.member("src"_L1).toString();
    const qsizetype start = src.indexOf(";base64,"_L1);
    if (!src.startsWith("data:image/"_L1) || start < 0 || src.size() > maxIconBytes)
        return {};
    return src.sliced(start + 8).toLatin1();
}

//! Returns the base64 of the icons that are embedded as data. Those for \a theme come first, then those for
//! any theme.
QByteArrayList iconsIn(const Json &icons, QLatin1StringView theme)
{
    QByteArrayList fitting;
    QByteArrayList general;
    QByteArrayList others;
    for (const Json &icon : icons.items()) {
        const QByteArray base64 = iconIn(icon);
        if (base64.isEmpty())
            continue;
        const QString wanted = icon.member("theme"_L1).toString();
        (wanted == theme ? fitting : wanted.isEmpty() ? general : others).append(base64);
    }
    const QByteArrayList all = fitting + general + others;
    return all.first(std::min(all.size(), maxIcons));
}

//! Returns the first of \a icons that can be decoded, else why the first one cannot. For a worker.
ImageBlock::Decoded decodedIcon(const QByteArrayList &icons)
{
    ImageBlock::Decoded first;
    for (const QByteArray &base64 : icons) {
        ImageBlock::Decoded decoded = ImageBlock::decode(base64);
        if (!decoded.image.isNull())
            return decoded;
        if (first.problem.isEmpty())
            first = decoded;
    }
    return first;
}

//! Returns \a image for an icon of at most serverIconSide pixels, which keeps its shape. \a ratio is the
//! number of pixels of the screen for one pixel.
QPixmap iconOf(const QImage &image, qreal ratio)
{
    QSize size = image.size();
    if (size.width() > serverIconSide || size.height() > serverIconSide)
        size.scale(serverIconSide, serverIconSide, Qt::KeepAspectRatio);
    const QSize onScreen = (QSizeF(size) * ratio).toSize().expandedTo({1, 1});
    auto pixmap = QPixmap::fromImage(image.scaled(onScreen, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

//! Returns whether only servers, or if not \a ofServer only clients, announce the capability \a name.
bool isOnlyOf(bool ofServer, const QString &name)
{
    static const QStringList server{u"completions"_s, u"logging"_s, u"prompts"_s, u"resources"_s, u"tools"_s};
    static const QStringList client{u"elicitation"_s, u"roots"_s, u"sampling"_s};
    return (ofServer ? server : client).contains(name);
}

QScrollArea *quietArea(QWidget *inside, const QString &name)
{
    auto *area = named(new QScrollArea, name);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(inside);
    area->setMinimumWidth(200);
    area->viewport()->setBackgroundRole(QPalette::Base);
    return area;
}

//! Returns the enabled parts of a capability: "listChanged, subscribe". Extensions that belong to MCP itself
//! are named without their prefix. Other long names may wrap after each part.
QString featuresOf(const Json &capability)
{
    constexpr auto ownPrefix = "io.modelcontextprotocol/"_L1;
    QStringList features;
    for (const auto &member : capability.members()) {
        if (member.value().isBoolean() && !member.value().toBoolean())
            continue;
        const bool isOwn = member.key().startsWith(ownPrefix);
        QString name = visibleText(isOwn ? member.key().sliced(ownPrefix.size()) : member.key(), false, 60);
        for (const QChar separator : {u'.', u'/'})
            name.replace(separator, QString(separator) + QChar(0x200B));
        features.append(name);
    }
    return features.join(u", "_s);
}

MetaPane *factsPane(const QString &name, const QString &title)
{
    auto *pane = named(new MetaPane, name);
    pane->header()->setTitle(title);
    return pane;
}

QWidget *stacked(std::initializer_list<std::pair<QWidget *, int>> parts)
{
    auto *side = new QWidget;
    side->setMinimumWidth(220);
    auto *column = newColumn(side);
    for (const auto &[part, stretch] : parts)
        column->addWidget(part, stretch);
    return side;
}

//! Puts a find bar below the header of \a side.
QWidget *withFind(QWidget *side, const QString &what, const FindBar::Find &find)
{
    static_cast<QVBoxLayout *>(side->layout())->insertWidget(1, new FindBar(what, find, side));
    return side;
}

} // namespace

ServerPage::ServerPage(Sessions *sessions, QString source, QWidget *parent)
    : SourcePage(u"serverPage"_s, u"server"_s, tr("Source", "page of a source, in a tab"), sessions,
          std::move(source), parent)
    , m_asks(new PeerAskPane(this))
    , m_ask(named(new AskBar(this), u"askAboutRedirect"_s))
    , m_columns(named(new QSplitter(Qt::Horizontal, this), u"serverColumns"_s))
    , m_definitions(new DefinitionListModel(this))
{
    makeHead();
    fillSplitter(m_columns, {makeAgreed(), makeTold(), makeNumbers()}, {372, 470, 336}, {});
    addAll(newColumn(this), {m_head, makeStatus(), m_ask, {m_asks, 2}, {m_columns, 3}});
    m_asks->setSessions(sessions);
    if (sessions->peerRequests())
        connect(sessions->peerRequests(), &PeerRequests::rulesChanged, this, &ServerPage::readState);
    m_asks->followSource(m_source);
    m_count.setSingleShot(true);
    m_count.setInterval(countEvery);
    connect(&m_count, &QTimer::timeout, this, &ServerPage::count);
    m_clock.setInterval(clockEvery);
    connect(&m_clock, &QTimer::timeout, this, &ServerPage::showAddress);
    for (const auto signal : {&Sessions::sourceChanged, &Sessions::operationsChanged}) {
        connect(sessions, signal, this, [this](const QString &name) {
            if (name == m_source)
                readState();
        });
    }
    connect(sessions->exchanges(), &ExchangeLog::framesChanged, this, &ServerPage::countSoon);
    connect(sessions->exchanges(), &ExchangeLog::recordChanged, this, &ServerPage::countSoon);
    connect(m_parts, &SegmentControl::currentChanged, this, &ServerPage::arrange);
    connect(m_ask, &AskBar::answered, this, [this](bool yes) {
        if (yes && confirmOrigin(m_sessions, m_askedSource, m_wantedOrigin))
            Q_EMIT connectRequested(m_source);
    });
    readState();
    arrange();
}

void ServerPage::makeHead()
{
    m_head = new ToolHead(tabIconName(), tabTitle(),
        tr("What was negotiated with the server, and what the server says about itself"), this);
    m_check = m_head->addButton(primaryButton(u"shield"_s, tr("Check"), this), u"checkSource"_s);
    m_signIn = m_head->addButton(plainButton(u"key"_s, tr("Sign-in"), this), u"showSignIn"_s,
        tr("Show each step of the sign-in, and what the specification says about it"));
    QPushButton *serve = m_head->addButton(plainButton(u"hub"_s, tr("Serve…"), this), u"serveSource"_s,
        tr("Offer the operations of this source to other programs, as a hub"));
    m_reconnect = m_head->addButton(plainButton(u"refresh"_s, tr("Reconnect"), this), u"reconnectSource"_s);
    QPushButton *edit = m_head->addButton(plainButton(u"edit"_s, tr("Edit…"), this), u"editThisSource"_s,
        tr("Protocol, roots, log level and the other settings of this source"));
    connect(m_check, &QPushButton::clicked, this, [this] {
        if (m_sessions->state(m_source).isUsable())
            Q_EMIT checkRequested(m_source);
        else
            Q_EMIT connectionCheckRequested(m_source);
    });
    connect(m_signIn, &QPushButton::clicked, this, [this] { Q_EMIT signInRequested(m_source); });
    connect(serve, &QPushButton::clicked, this, [this] { Q_EMIT serveRequested(m_source); });
    connect(edit, &QPushButton::clicked, this, [this] { Q_EMIT editRequested(m_source); });
    connect(m_reconnect, &QPushButton::clicked, this, [this] {
        m_sessions->disconnectSource(m_source);
        Q_EMIT connectRequested(m_source);
    });
}

QWidget *ServerPage::makeStatus()
{
    auto *status = new QWidget(this);
    setZoomedHeight(status, 36);
    m_icon = new IconLabel(u"state-disconnected"_s, ColorRole::Stale, status);
    m_state = named(elidedLabel(ColorRole::Text, FontRole::Body, status), u"serverState"_s);
    m_state->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred); // before the address
    m_address = named(elidedLabel(ColorRole::TextSecond, FontRole::Body, status), u"serverAddress"_s);
    m_notStored = named(elidedLabel(ColorRole::Error, FontRole::Body, status), u"definitionsNotStored"_s);
    m_notStored->hide();
    m_limit = named(linkButton(tr("Change the limit…"), status), u"changeLimit"_s);
    connect(m_limit, &QToolButton::clicked, this,
        [this] { Q_EMIT limitRequested(limitOf(m_sessions->state(m_source).error), m_source); });
    m_changed = named(new Chip({}, status), u"changedDefinitions"_s);
    m_changed->setIconName(u"warning"_s);
    m_changed->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_changed->setClickable(true);
    m_changed->setToolTip(tr("Show what changed since you accepted the definitions"));
    m_forget = named(linkButton(tr("Forget the rules for answers"), status), u"forgetAnswerRules"_s);
    m_forget->setToolTip(
        tr("Your rules answer the requests of this server. Click to answer them yourself again"));
    m_parts = named(new SegmentControl(status), u"serverParts"_s, tr("Part of the page"));
    for (const QString &part : {tr("Connection"), tr("Definitions"), tr("Statistics")})
        m_parts->addSegment(part);
    m_parts->setCurrent(0);
    addAll(newRow(status, {12, 0, 8, 0}, 8),
        {m_icon, m_state, {m_address, 1}, {m_notStored, 2}, m_limit, m_forget, m_changed, m_parts});
    connect(
        m_forget, &QToolButton::clicked, this, [this] { m_sessions->peerRequests()->setRule(m_source, {}); });
    connect(m_changed, &QAbstractButton::clicked, this, &ServerPage::askAboutChanges);
    return status;
}

QWidget *ServerPage::makeAgreed()
{
    m_agreed = factsPane(u"serverAgreed"_s, tr("Negotiated"));
    m_capabilitiesHeader = new PaneHeader(tr("Capabilities"));
    m_capabilities = named(new QWidget, u"serverCapabilities"_s);
    auto *grid = newLines<QGridLayout>(m_capabilities, 12, 6, {12, 8, 12, 8});
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    return stacked(
        {{m_agreed, 1}, {m_capabilitiesHeader, 0}, {quietArea(m_capabilities, u"capabilitiesArea"_s), 1}});
}

QWidget *ServerPage::makeTold()
{
    m_definitionsHeader = new PaneHeader(tr("Definitions"));
    auto *definitions = named(new RowTreeView, u"serverDefinitions"_s, tr("Definitions of the source"));
    definitions->setHeaderHidden(true);
    definitions->setRootIsDecorated(false);
    definitions->setModel(m_definitions);
    connect(definitions, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        Q_EMIT definitionRequested(m_definitions->operationAt(index.row()));
    });
    auto *instructionsHeader = new PaneHeader(tr("Instructions"));
    instructionsHeader->setFact(tr("Markdown from the server"));
    m_instructions = named(new MarkdownView, u"serverInstructions"_s, tr("Instructions of the server"));
    m_noInstructions =
        new ThemeLabel(tr("The server gives no instructions."), ColorRole::TextSecond, FontRole::Body);
    auto *inside = new QWidget;
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(12, 8, 12, 8);
    addAll(column, {m_instructions, m_noInstructions, Stretch{}});
    QScrollArea *area = quietArea(inside, u"instructionsArea"_s);
    QWidget *list =
        withFind(stacked({{m_definitionsHeader, 0}, {definitions, 1}}), tr("Find in the definitions"),
            [definitions](const QString &text, bool back) { return findIn(definitions, text, back); });
    QWidget *told = withFind(stacked({{instructionsHeader, 0}, {area, 1}}), tr("Find in the instructions"),
        [this, area](const QString &text, bool back) {
            const QString said = findIn(m_instructions, text, back);
            const QPoint at = m_instructions->mapTo(area->widget(), m_instructions->cursorRect().center());
            area->ensureVisible(at.x(), at.y());
            return said;
        });
    return stacked({{list, 1}, {told, 1}});
}

QWidget *ServerPage::makeNumbers()
{
    m_numbers = factsPane(u"serverNumbers"_s, tr("Statistics"));
    m_numbers->setToolTip(
        tr("Counted for this connection, from the calls and frames that History and Wire keep"));
    m_about = factsPane(u"serverAbout"_s, tr("About the server"));
    m_iconPlace = named(new QLabel, u"serverIcon"_s, tr("Icon of the server"));
    m_iconPlace->setContentsMargins(12, 0, 12, 8);
    m_iconPlace->hide();
    return stacked({{m_numbers, 1}, {m_about, 1}, {m_iconPlace, 0}});
}

//! Shows one row for each capability that either side announced.
void ServerPage::showCapabilities(const Json &server, const Json &own)
{
    auto *grid = static_cast<QGridLayout *>(m_capabilities->layout());
    qDeleteAll(m_capabilities->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    QStringList names;
    for (const Json &side : {server, own}) {
        for (const auto &member : side.members()) {
            if (!names.contains(member.key()) && names.size() < maxCapabilities)
                names.append(member.key());
        }
    }
    m_capabilitiesHeader->setFact(QString::number(names.size()));
    const auto put = [grid](int row, int column, const QString &text, ColorRole color, FontRole font) {
        grid->addWidget(wrapped(new ThemeLabel(text, color, font)), row, column, Qt::AlignTop);
    };
    put(0, 0, tr("Capability"), ColorRole::TextSecond, FontRole::Small);
    put(0, 1, tr("Server"), ColorRole::TextSecond, FontRole::Small);
    put(0, 2, tr("Workbench"), ColorRole::TextSecond, FontRole::Small);
    int row = 1;
    for (const QString &name : std::as_const(names)) {
        put(row, 0, visibleText(name, false, 60), ColorRole::Text, FontRole::Body);
        int column = 1;
        for (const Json &side : {server, own}) {
            const Json capability = side.member(QStringView(name));
            const QString features = featuresOf(capability);
            // A side that cannot announce the capability does not lack it.
            const bool canAnnounce = !isOnlyOf(column == 2, name);
            put(row, column++,
                capability.isAbsent()    ? (canAnnounce ? u"–"_s : QString())
                    : features.isEmpty() ? u"✓"_s
                                         : QString(u"✓ "_s + features),
                capability.isAbsent() ? ColorRole::TextSecond : ColorRole::Ok, FontRole::Body);
        }
        ++row;
    }
    grid->setRowStretch(int(maxCapabilities) + 1, 1);
}

//! Shows what the server says about itself.
void ServerPage::showAbout()
{
    const Json handshake = m_sessions->state(m_source).peer.raw;
    Json info = handshake.member("serverInfo"_L1);
    if (!info.isObject())
        info = handshake.member("_meta"_L1).member("io.modelcontextprotocol/serverInfo"_L1);
    Json about = info.isObject() ? info : Json::emptyObject();
    const Json icons = info.member("icons"_L1);
    const QString shown = showIcons(icons);
    if (icons.isArray())
        about = withMember(about, u"icons", Json::string(shown));
    m_about->setFacts(withMember(about, u"_meta", handshake.member("_meta"_L1)));
}

//! Shows one of \a icons that is embedded as data, and returns a sentence about all of them. Nothing is
//! loaded from the network.
QString ServerPage::showIcons(const Json &icons)
{
    const QByteArrayList embedded = iconsIn(icons, Theme::of(this).isDark() ? "dark"_L1 : "light"_L1);
    if (std::exchange(m_iconData, embedded) != embedded) {
        m_iconPlace->hide();
        m_iconProblem.clear();
        QtConcurrent::run(decodedIcon, embedded)
            .then(this, [this, embedded](const ImageBlock::Decoded &decoded) {
                if (embedded != m_iconData)
                    return; // the server has other icons now
                m_iconProblem = decoded.problem;
                if (!decoded.image.isNull())
                    m_iconPlace->setPixmap(iconOf(decoded.image, devicePixelRatioF()));
                m_iconPlace->setVisible(!decoded.image.isNull());
                showAbout();
            });
    }
    const int all = int(icons.size());
    if (embedded.isEmpty())
        return tr("%n icons, not loaded from the network", nullptr, all);
    return m_iconProblem.isEmpty()
        ? tr("%n icons, an embedded one is shown", nullptr, all)
        : tr("%n icons; the embedded ones cannot be shown: %1", nullptr, all).arg(m_iconProblem);
}

//! Shows the address or the command of the source, and for how long it has been connected.
void ServerPage::showAddress()
{
    const Source *source = m_sessions->source(m_source);
    const SourceState state = m_sessions->state(m_source);
    QStringList facts;
    if (source)
        facts.append(addressOf(*source, m_sessions->exchanges()->secrets()));
    if (state.isUsable()) {
        const qint64 minutes = state.connectedSince.secsTo(QDateTime::currentDateTimeUtc()) / 60;
        if (minutes > 0)
            facts.append(tr("connected for %n min", nullptr, int(minutes)));
    }
    facts.removeAll(QString());
    m_address->setFullText(facts.join(u" · "_s));
}

void ServerPage::readState()
{
    const SourceState state = m_sessions->state(m_source);
    const PeerInfo &peer = state.peer;
    const StateLook look = lookOf(state.phase);
    m_icon->setIcon(look.icon, look.color);
    QStringList facts{look.word};
    if (!peer.name.isEmpty())
        facts.append(visibleText(u"%1 %2"_s.arg(peer.name, peer.version).trimmed()));
    if (!state.error.message.isEmpty())
        facts.append(visibleText(coreText(messageWithAdvice(state.error)), false, 300));
    m_state->setFullText(facts.join(u" · "_s));
    m_limit->setVisible(!limitOf(state.error).isEmpty());
    m_head->setButtonText(m_reconnect, state.isUsable() ? tr("Reconnect") : tr("Connect"));
    m_signIn->setVisible(m_sessions->signsIn(m_source));
    const bool hasFailed = state.phase == SourceState::Phase::Failed;
    m_check->setEnabled(state.isUsable() || hasFailed);
    m_head->setButtonText(m_check, hasFailed ? tr("Check connection") : tr("Check"));
    m_check->setToolTip(hasFailed ? tr("Connect step by step, and show where it fails")
                                  : tr("Check the definitions and answers of this source"));

    const Source *source = m_sessions->source(m_source);
    const Json settings = source ? source->settings : Json();
    const Json agreed = peer.agreed;
    const Json handshake = peer.raw;
    QList<Json> remarks;
    for (const QString &remark : state.remarks + peer.notes)
        remarks.append(Json::string(coreText(remark)));
    const Json pin = settings.member("protocol"_L1);
    const bool isModern = agreed.member("era"_L1).toString() == "modern"_L1;
    m_agreed->setFacts(
        Json::object({{u"protocol"_s, textOrAbsent(peer.protocol)},
            {u"revision"_s, agreed.member("revision"_L1)}, {u"era"_s, agreed.member("era"_L1)},
            {u"pin"_s, agreed.hasMember("era"_L1) && !pin.isString() ? Json::string(u"auto") : pin},
            {u"transport"_s, agreed.member("transport"_L1)},
            {u"session"_s,
                agreed.isAbsent() || agreed.hasMember("session"_L1) ? agreed.member("session"_L1)
                                                                    : Json::string(tr("none"))},
            {u"ttlMs"_s, handshake.member("ttlMs"_L1)}, {u"cacheScope"_s, handshake.member("cacheScope"_L1)},
            {u"roots"_s, settings.member("roots"_L1)}, {u"logLevel"_s, settings.member("logLevel"_L1)},
            {u"remarks"_s, remarks.isEmpty() ? Json() : Json::array(remarks)}}),
        isModern && !agreed.hasMember("session"_L1)
            ? QHash<QString, QString>{{u"/session"_s, tr("this protocol revision has no sessions")}}
            : QHash<QString, QString>());
    showCapabilities(agreed.member("serverCapabilities"_L1), agreed.member("clientCapabilities"_L1));

    const OperationList operations = m_sessions->operationList(m_source);
    const QList<DefinitionChange> changes = m_sessions->definitionChanges(m_source);
    m_definitions->setOperations(operations, changes);
    m_definitionsHeader->setFact(QLocale().toString(operations.size()));

    const QString instructions = peer.instructions;
    m_instructions->showMarkdown(instructions);
    m_instructions->setVisible(!instructions.isEmpty());
    m_noInstructions->setVisible(instructions.isEmpty());
    showAbout();
    const PeerRequests *requests = m_sessions->peerRequests();
    m_forget->setVisible(requests && !requests->rule(m_source).isAbsent());
    showAddress();
    showChanges(countsOf(changes));
    count();
    askAboutRedirect(state);
    Q_EMIT tabChanged();
}

//! Asks once for each failed attempt to connect that a redirect to an address ended which is not public.
//! \source core/RULES.md R-21
void ServerPage::askAboutRedirect(const SourceState &state)
{
    const Source *source = m_sessions->source(m_source);
    const QString question = source && state.phase == SourceState::Phase::Failed
        ? redirectQuestion(state.error, *source)
        : QString();
    if (question.isEmpty()) {
        m_ask->hide();
        return;
    }
    if (std::exchange(m_askedSince, state.since) == state.since)
        return;
    m_askedSource = *source;
    m_wantedOrigin = state.error.details.member("wanted"_L1).toString();
    // A source also connects in the background, while the user types elsewhere.
    m_ask->ask(question, tr("Connect"), tr("Do not connect"), isAncestorOf(QApplication::focusWidget()));
}

void ServerPage::showChanges(const DefinitionCounts &counts)
{
    const QString text = changesText(counts);
    const bool isWarning = counts.changed > 0; // new operations can be called
    m_changed->setVisible(!text.isEmpty());
    m_changed->setText(tr("Definitions: %1").arg(text));
    m_changed->setIconName(isWarning ? u"warning"_s : u"info"_s);
    m_changed->setColors(isWarning ? ColorRole::WarningSoft : ColorRole::Header,
        isWarning ? ColorRole::Warning : ColorRole::TextSecond);
    m_changed->setAccessibleName(tr("Definitions: %1").arg(text));
    m_changed->updateGeometry();
}

//! Shows what changed in the definitions, and accepts what the user chooses.
void ServerPage::askAboutChanges()
{
    const auto accept = [this](const QList<DefinitionChange> &chosen) {
        m_notStored->hide();
        m_sessions->acceptDefinitions(m_source, chosen).then(this, [this](const Result<void> &kept) {
            if (kept)
                return;
            m_notStored->setFullText(tr("The accepted definitions are not stored: %1")
                    .arg(visibleText(coreText(kept.error().message), false, 300)));
            m_notStored->show();
        });
    };
    DefinitionsDialog::choose(m_source, m_sessions->definitionChanges(m_source), this, accept);
}

void ServerPage::countSoon()
{
    if (isVisible() && !m_count.isActive())
        m_count.start();
}

//! Counts the calls and frames of the last connection, with its handshake, that the log still keeps.
void ServerPage::count()
{
    const QDateTime since = m_sessions->state(m_source).connectedSince;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const auto isCounted = [this, &since](const QString &source, const QDateTime &at) {
        return source == m_source && since.isValid() && at >= since;
    };
    const ExchangeLog &log = *m_sessions->exchanges();
    QList<qint64> durations;
    qsizetype calls = 0;
    qsizetype failed = 0;
    qsizetype asked = 0;
    const ExchangeRecord *slowest = nullptr;
    for (qsizetype i = 0; i < log.recordCount(); ++i) {
        const ExchangeRecord &record = log.recordAt(i);
        const bool isRunning = record.durationMs < 0;
        // The call that opened the connection began before it.
        if (!isCounted(record.source, isRunning ? now : record.startedAt.addMSecs(record.durationMs)))
            continue;
        ++calls;
        asked += record.asked;
        failed += record.state == ExchangeRecord::State::Failed ? 1 : 0;
        if (isRunning)
            continue;
        durations.append(record.durationMs);
        if (!slowest || record.durationMs > slowest->durationMs)
            slowest = &record;
    }
    std::ranges::sort(durations);
    qsizetype messages = 0;
    qsizetype notifications = 0;
    qint64 sent = 0;
    qint64 received = 0;
    for (qsizetype i = 0; i < log.frameCount(); ++i) {
        const Frame &frame = log.frameAt(i);
        if (!isCounted(frame.source, frame.at))
            continue;
        ++messages;
        (frame.direction == Direction::Sent ? sent : received) += frame.bytes.size();
        if (frame.direction == Direction::Received && frame.label.startsWith("notifications/"_L1))
            ++notifications;
    }
    const auto number = [](qsizetype value) { return Json::integer(value); };
    QList<Json::Member> shown;
    QList<Json::Member> copied; // with the keys of every language
    const auto add = [&shown, &copied](const QString &key, const QString &name, const Json &value) {
        shown.append({name, value});
        copied.append({key, value});
    };
    add(u"calls"_s, tr("calls"), number(calls));
    add(u"failed"_s, tr("failed"), number(failed));
    add(u"serverRequests"_s, tr("server requests"), number(asked));
    add(u"notifications"_s, tr("notifications"), number(notifications));
    add(u"messages"_s, tr("messages"), number(messages));
    if (!durations.isEmpty())
        add(u"medianTime"_s, tr("median time"),
            Json::string(durationText(durations.at(durations.size() / 2))));
    if (slowest) {
        add(u"slowest"_s, tr("slowest"),
            Json::string(u"%1, %2"_s.arg(
                durationText(slowest->durationMs), visibleText(slowest->operation, false, 60))));
    }
    add(u"sent"_s, tr("sent"), Json::string(sizeText(sent)));
    add(u"received"_s, tr("received"), Json::string(sizeText(received)));
    m_numbers->setFacts(Json::object(shown), {}, Json::object(copied));
}

void ServerPage::setCompact(bool compact)
{
    m_head->setCompact(compact);
    m_asks->setCompact(compact);
}

void ServerPage::focusFirst()
{
    if (m_asks->isAsking())
        m_asks->setFocus(Qt::OtherFocusReason); // no key answers there
    else if (m_check->isEnabled())
        m_check->setFocus(Qt::OtherFocusReason);
    else
        m_reconnect->setFocus(Qt::OtherFocusReason);
}

void ServerPage::arrange()
{
    const bool isNarrow = width() < columnsFrom;
    m_parts->setVisible(isNarrow);
    for (int i = 0; i < m_columns->count(); ++i)
        m_columns->widget(i)->setVisible(!isNarrow || i == m_parts->current());
}

void ServerPage::resizeEvent(QResizeEvent *event)
{
    SourcePage::resizeEvent(event);
    arrange();
}

void ServerPage::showEvent(QShowEvent *event)
{
    SourcePage::showEvent(event);
    count();
    showAddress();
    m_clock.start();
}

void ServerPage::hideEvent(QHideEvent *event)
{
    SourcePage::hideEvent(event);
    m_clock.stop();
}

} // namespace Workbench::Ui

#include "moc_serverpage.cpp"
