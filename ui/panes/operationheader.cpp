// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/operationheader.h"

#include "core/base/visibletext.h"
#include "core/session/sourcestate.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/words.h"
#include "ui/panes/descriptiontext.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/theme/zoom.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxTags = 6;
constexpr int narrowestChip = 72; // of those that are elided
constexpr int hintFrom = 780; // pixels of width for the shortcut in Invoke
constexpr int wordsFrom = 1050; // pixels of width for the words of all buttons

//! A chip that is elided where the space is too small, and whose tool tip has the whole text.
class ElidedChip final : public Chip {
public:
    ElidedChip(const QString &text, Qt::TextElideMode mode, const QString &iconName, QWidget *parent)
        : Chip(text, parent)
        , m_text(text)
        , m_mode(mode)
    {
        setIconName(iconName);
        m_whole = Chip::sizeHint();
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        setAccessibleName(text);
        setToolTip(text);
    }
    QSize sizeHint() const override { return m_whole; }
    QSize minimumSizeHint() const override
    {
        return {std::min(narrowestChip, m_whole.width()), m_whole.height()};
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        Chip::resizeEvent(event);
        const int room = width() - (m_whole.width() - fontMetrics().horizontalAdvance(m_text));
        setText(width() >= m_whole.width() ? m_text : fontMetrics().elidedText(m_text, m_mode, room));
    }

private:
    QString m_text;
    Qt::TextElideMode m_mode;
    QSize m_whole;
};

} // namespace

OperationHeader::OperationHeader(QWidget *parent)
    : Strip(parent)
    , m_icon(new IconLabel({}, ColorRole::TextSecond, this))
    , m_title(named(new ThemeLabel({}, ColorRole::Text, FontRole::Title, this), u"operationTitle"_s))
    , m_chips(new QWidget(this))
    , m_chipRow(newRow(m_chips, {}, 8))
    , m_changed(named(new Chip(tr("definition changed"), this), u"definitionChangedChip"_s))
    , m_strict(named(new Chip(tr("strict cast ×"), this), u"strictCastChip"_s))
    , m_description(named(new DescriptionText(this), u"operationDescription"_s))
    , m_faces(named(new SegmentControl(this), u"pageFaces"_s))
    , m_copyDefinition(named(plainButton(u"copy"_s, tr("Copy definition"), this), u"copyDefinition"_s))
    , m_invoke(named(primaryButton(u"play"_s, tr("Invoke"), this), u"invoke"_s))
    , m_cancel(named(plainButton(u"stop"_s, tr("Cancel"), this), u"cancel"_s))
    , m_watch(named(plainButton(u"subscription"_s, tr("Subscribe"), this), u"watch"_s))
    , m_record(named(plainButton(u"record"_s, tr("Record"), this), u"record"_s))
    , m_request(named(plainButton(u"code"_s, tr("Request"), this), u"showRequest"_s))
    , m_more(named(iconButton(u"more"_s, tr("More"), this), u"more"_s))
    , m_menu(new QMenu(this))
    , m_tools(newRow(8))
{
    setObjectName(u"operationHeader"_s);
    m_title->setElided(true);
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_faces->setAccessibleName(tr("The call or the definition of the operation"));
    m_faces->addSegment(tr("Call"), u"play"_s);
    m_faces->addSegment(tr("Definition"), u"info"_s);
    m_copyDefinition->setToolTip(tr("Copy what the source sent for the operation, as JSON"));
    m_invoke->setToolTip(withKeys(tr("Invoke the operation with this input"), Qt::CTRL | Qt::Key_Return));
    m_record->setToolTip(withKeys(tr("Record this result as a fixture"), Qt::CTRL | Qt::Key_E));
    m_request->setCheckable(true);
    m_request->setToolTip(
        withKeys(tr("Show the request that the current input would send"), Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    m_changed->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_changed->setIconName(u"warning"_s);
    m_changed->setClickable(true);
    m_changed->setAccessibleName(tr("The definition changed: show what changed"));
    m_changed->setToolTip(tr("The definition changed since you accepted it. Click to see what changed."));
    m_changed->hide();
    m_strict->setColors(ColorRole::Selection, ColorRole::Accent);
    m_strict->setIconName(u"lock"_s);
    m_strict->setClickable(true);
    m_strict->setAccessibleName(tr("Strict cast is on: switch it off"));
    m_strict->setToolTip(tr(
        "The call fails if its result cannot be made to fit the output schema. Click to switch this off."));
    m_strict->hide();
    m_more->setMenu(m_menu);
    m_more->setPopupMode(QToolButton::InstantPopup);

    auto *titleRow = addAll(newRow(8), {m_icon, m_title, m_chips, m_changed, m_strict, Stretch{}});
    auto *words = addAll(newColumn(2), {Stretch{}, titleRow, m_description, Stretch{}});
    auto *row = addAll(newRow(this, {12, 0, 12, 1}, 8), {{words, 1}, m_tools});
    row->setAlignment(m_tools, Qt::AlignTop); // so that they do not move when the description unfolds
    addAll(m_tools, {m_faces, m_copyDefinition, m_invoke, m_cancel, m_watch, m_record, m_request, m_more});
    connect(m_description, &DescriptionText::heightChanged, this, &OperationHeader::updateHeight);
    connect(m_faces, &SegmentControl::currentChanged, this, [this](int face) {
        if (m_isDefinition != (face == 1))
            Q_EMIT definitionToggled(face == 1);
    });
    connect(m_copyDefinition, &QPushButton::clicked, this, &OperationHeader::copyDefinitionRequested);
    connect(m_invoke, &QPushButton::clicked, this, [this] {
        if (m_isThere || m_isPast)
            Q_EMIT invokeRequested();
        else
            Q_EMIT connectRequested();
    });
    connect(m_cancel, &QPushButton::clicked, this, &OperationHeader::cancelRequested);
    connect(m_watch, &QPushButton::clicked, this,
        [this] { m_hasBothForms ? Q_EMIT otherFormRequested() : Q_EMIT watchToggled(); });
    connect(m_record, &QPushButton::clicked, this, &OperationHeader::recordRequested);
    connect(m_request, &QPushButton::clicked, this, &OperationHeader::requestToggled);
    connect(m_changed, &QAbstractButton::clicked, this, &OperationHeader::changedDefinitionRequested);
    connect(m_strict, &QAbstractButton::clicked, this, &OperationHeader::strictCastDropped);
    setCompact(false);
}

Chip *OperationHeader::addChip(const QString &text)
{
    auto *chip = new Chip(text, m_chips);
    m_chipRow->addWidget(chip);
    return chip;
}

//! Adds the method, path and servers of an HTTP operation. Its tags are not shown: they are the groups of the
//! tree.
void OperationHeader::addRoute(const OperationSpec &spec)
{
    const std::optional<HttpRoute> route = httpRouteOf(spec);
    if (!route)
        return;
    addChip(visibleText(route->method, false, 40))->setObjectName(u"methodChip"_s);
    m_chipRow->addWidget(named(
        new ElidedChip(visibleText(route->path, false, 400), Qt::ElideMiddle, {}, m_chips), u"pathChip"_s));
    const QStringList servers = serversOf(spec);
    if (servers.isEmpty())
        return;
    QStringList lines;
    for (const QString &server : servers.first(std::min<qsizetype>(servers.size(), 20)))
        lines.append(visibleText(server, false, 200));
    Chip *chip = named(addChip(tr("%n servers", nullptr, int(servers.size()))), u"serversChip"_s);
    chip->setToolTip(lines.join(u'\n'));
}

//! Adds what the server says about a resource before the resource is read.
void OperationHeader::addFacts(const OperationSpec &spec)
{
    if (addressOf(spec).isEmpty())
        return;
    if (const QString type = spec.definition.member("mimeType"_L1).toString(); !type.isEmpty())
        addChip(visibleText(type, false, 60))->setObjectName(u"typeChip"_s);
    if (const std::optional<qint64> size = spec.definition.member("size"_L1).toInteger(); size && *size >= 0)
        addChip(sizeText(*size))->setObjectName(u"sizeChip"_s);
}

//! Adds what callers need. It warns only if an identity is set: without one, a hub may know the caller from
//! the connection. The call is allowed in any case, because the peer decides.
void OperationHeader::addAccess(const AccessControl &access, const std::optional<Identity> &identity)
{
    if (!access.isRestricted())
        return;
    const QString needs = needsOf(access).join(u" · "_s);
    const QString missing = missingText(access, identity);
    const bool isLacking = identity && !missing.isEmpty();
    QStringList words{tr("needs %1").arg(needs)};
    if (!missing.isEmpty())
        words.append(missing);
    auto *chip = named(new ElidedChip(tr("needs %1").arg(visibleText(needs, false, 40)), Qt::ElideRight,
                           isLacking ? u"warning"_s : u"key"_s, m_chips),
        u"accessChip"_s);
    m_chipRow->addWidget(chip);
    if (isLacking)
        chip->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    chip->setToolTip(words.join(u'\n'));
    chip->setAccessibleName(words.join(u". "_s));
}

void OperationHeader::setSpec(const OperationSpec &spec, const std::optional<Identity> &identity)
{
    m_isThere = true;
    m_isSubscription = spec.type == OperationType::Subscription;
    m_verb = verbOf(spec);
    m_icon->setIcon(iconOf(spec), m_isSubscription ? ColorRole::Live : ColorRole::TextSecond);
    m_title->setFullText(visibleText(nameOf(spec), false, 300));
    m_description->setMarkdown(descriptionOf(spec));
    qDeleteAll(m_chips->findChildren<Chip *>());
    addChip(wordOf(spec));
    addRoute(spec);
    addFacts(spec);
    if (isDeprecated(spec)) {
        Chip *chip = named(addChip(tr("deprecated")), u"deprecatedChip"_s);
        chip->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    }
    addAccess(spec.accessControl, identity);
    m_title->setStruckOut(isDeprecated(spec));
    if (!httpRouteOf(spec)) {
        // Where the space is too small, the last chips are hidden first. "destructive" must stay longest.
        QStringList claims = claimsOf(spec);
        std::ranges::stable_partition(claims, [](const QString &claim) { return claim == "destructive"_L1; });
        QStringList words = claims + spec.tags;
        words.removeDuplicates();
        for (const QString &word : words.first(std::min(words.size(), maxTags))) {
            Chip *chip = addChip(visibleText(claims.contains(word) ? claimText(word) : word, false, 40));
            if (claims.contains(word))
                chip->setToolTip(tr("A claim of the server. The workbench does not check it."));
            if (word == "destructive"_L1)
                chip->setColors(ColorRole::WarningSoft, ColorRole::Warning);
        }
    }
    updateButtons();
}

void OperationHeader::setPast()
{
    m_isPast = true;
    setHint(m_invoke, {});
    m_invoke->setToolTip(tr("Open the operation with this input. Nothing is sent before you press Invoke."));
    updateButtons();
}

void OperationHeader::setMissing(const QString &title, const QString &iconName, bool isSubscription,
    const QString &sourceName, const SourceState *state)
{
    m_isThere = false;
    m_isSubscription = isSubscription;
    m_connecting = !state || state->isUsable()           ? Connecting::Useless
        : state->phase == SourceState::Phase::Connecting ? Connecting::Running
                                                         : Connecting::Possible;
    const QString name = visibleText(sourceName, false, 60);
    QString reason = tr("\"%1\" is not connected.").arg(name);
    if (!state)
        reason = tr("The workspace has no source \"%1\".").arg(name);
    else if (state->isUsable())
        reason = tr("\"%1\" no longer offers this operation.").arg(name);
    else if (m_connecting == Connecting::Running)
        reason = tr("Connecting to \"%1\"…").arg(name);
    else if (state->phase == SourceState::Phase::Failed && !state->error.message.isEmpty())
        reason = tr("\"%1\" is not connected: %2")
                     .arg(name, visibleText(coreText(state->error.message), false, 300));
    if (m_icon->iconName().isEmpty())
        m_icon->setIcon(iconName, ColorRole::Stale);
    m_title->setFullText(title);
    m_description->setMarkdown(reason);
    updateButtons();
}

void OperationHeader::setRunning(bool running, bool mayRepeat)
{
    // A disabled button would pass the focus to the next widget, so Invoke and Cancel pass it to each other.
    // If the user focused the Cancel of a stream, or another call would lose or destroy something, the page
    // gets it at the end. The next press of Space may be meant to stop a call that has just ended by itself.
    const bool hadFocus = (running ? m_invoke : m_cancel)->hasFocus();
    m_running = running;
    if (running)
        m_isFocusHanded = hadFocus;
    const bool goesBack = m_isFocusHanded && !m_isSubscription && mayRepeat;
    if (hadFocus && (running || goesBack)) {
        QPushButton *next = running ? m_cancel : m_invoke;
        next->setEnabled(true);
        next->show();
        next->setFocus(Qt::OtherFocusReason);
    } else if (hadFocus) {
        parentWidget()->setFocus(Qt::OtherFocusReason);
    }
    updateButtons();
}

void OperationHeader::setWaiting(bool waiting)
{
    m_isWaiting = waiting;
    updateButtons();
}

void OperationHeader::setWatching(bool offered, bool watching)
{
    m_isWatchable = offered || watching;
    m_isWatching = watching;
    updateButtons();
}

void OperationHeader::setForms(bool hasBoth, bool isSubscription)
{
    m_hasBothForms = hasBoth;
    if (hasBoth)
        m_isSubscription = isSubscription;
    updateButtons();
}

void OperationHeader::setRecordable(bool recordable)
{
    m_recordable = recordable;
    updateButtons();
}

void OperationHeader::updateButtons()
{
    const bool isOfVerb = !m_verb.isEmpty() && !(m_hasBothForms && m_isSubscription);
    const QString send = isOfVerb ? m_verb : m_isSubscription ? tr("Subscribe") : tr("Invoke");
    const bool connects = !m_isPast && !m_isThere && m_connecting != Connecting::Useless;
    const QString connectText = m_connecting == Connecting::Running ? tr("Connecting…") : tr("Connect");
    m_invoke->setText(m_isPast ? tr("Edit a copy") : connects ? connectText : send);
    setHint(m_invoke, m_isPast || connects || m_rank == Rank::NoHint ? QString() : returnHint());
    m_invoke->setAccessibleName(m_invoke->text());
    m_faces->setVisible(m_isThere || m_isDefinition);
    m_copyDefinition->setVisible(m_isDefinition);
    m_invoke->setVisible(!m_isDefinition && !(m_isSubscription && m_running));
    m_invoke->setEnabled(
        m_isPast || (m_isThere && !m_running) || (connects && m_connecting == Connecting::Possible));
    m_cancel->setVisible(m_running || (!m_isDefinition && !m_isPast && !m_isSubscription));
    m_cancel->setEnabled(m_running);
    const QString word = m_isWaiting && m_running ? tr("Cancel call") : tr("Cancel");
    const bool isIcon = m_compact || m_rank != Rank::Words;
    m_cancel->setText(isIcon ? QString() : word);
    m_cancel->setAccessibleName(word);
    const bool hasOther = m_hasBothForms && m_isThere;
    m_watch->setVisible((m_isWatchable || hasOther) && !m_isPast && !m_isDefinition);
    m_watch->setEnabled(!m_hasBothForms || !m_running);
    const bool callsInstead = m_hasBothForms && m_isSubscription;
    m_watch->setIcon(icon(callsInstead ? u"play"_s : u"subscription"_s, ColorRole::TextSecond));
    const QString watch = m_isWatching ? tr("Unsubscribe") : callsInstead ? tr("Invoke") : tr("Subscribe");
    m_watch->setText(isIcon ? QString() : watch);
    m_watch->setAccessibleName(watch);
    m_watch->setToolTip(callsInstead ? tr("Invoke the operation instead, for one result")
            : m_hasBothForms         ? tr("Ask for a stream of events instead of one result")
            : m_isWatching           ? tr("End the subscription to this resource")
                                     : tr("Ask the server to report changes of the resource"));
    m_record->setVisible(!m_isDefinition);
    m_record->setEnabled(m_recordable && (m_isSubscription || !m_running));
    m_record->setText(isIcon ? QString() : tr("Record"));
    m_record->setAccessibleName(tr("Record"));
    m_request->setEnabled(m_isThere);
    m_request->setVisible(!m_isPast && !m_isDefinition);
    m_request->setText(isIcon ? QString() : tr("Request"));
    m_request->setAccessibleName(tr("Request"));
    m_cancel->setToolTip(m_isSubscription ? tr("Cancel the stream") : tr("Cancel the call"));
    updateRoom();
}

//! Returns the width that the title and the two chips about the call want.
int OperationHeader::widthOfTitle() const
{
    int width = 0;
    for (const QWidget *widget : QWidgetList{m_icon, m_title, m_changed, m_strict}) {
        if (!widget->isHidden())
            width += widget->sizeHint().width() + layout()->spacing();
    }
    return width;
}

//! Shows the chips about the call with their words or, where the title needs the space, with icons.
void OperationHeader::setShort(bool isShort)
{
    m_changed->setText(isShort ? QString() : tr("definition changed"));
    m_strict->setText(isShort ? u"×"_s : tr("strict cast ×"));
}

//! The title has precedence over the chips: chips that do not fit beside it are hidden, the last ones first.
void OperationHeader::updateRoom()
{
    setShort(m_compact);
    m_faces->setLook(m_compact ? SegmentControl::Look::Icons : SegmentControl::Look::Words);
    if (m_compact)
        return;
    auto *row = static_cast<QHBoxLayout *>(layout());
    const QMargins margins = row->contentsMargins();
    int room = width() - margins.left() - margins.right();
    const auto take = [&room, row](const QWidget *widget, int width) {
        if (!widget->isHidden())
            room -= width + row->spacing();
    };
    for (int i = 0; i < m_tools->count(); ++i) {
        const QWidget *widget = m_tools->itemAt(i)->widget();
        take(widget, widget->sizeHint().width());
    }
    m_roomOfWords = room;
    updateHeight();
    room -= 2 * row->spacing(); // before and after the chips
    setShort(widthOfTitle() > room);
    if (widthOfTitle() > room) {
        room += m_faces->sizeHint().width();
        m_faces->setLook(SegmentControl::Look::Icons);
        room -= m_faces->sizeHint().width();
    }
    room -= widthOfTitle();
    m_title->setMinimumWidth(room >= 0 ? m_title->sizeHint().width() : 0);
    for (int i = 0; i < m_chipRow->count(); ++i) {
        QWidget *chip = m_chipRow->itemAt(i)->widget();
        room -= chip->minimumSizeHint().width() + m_chipRow->spacing();
        chip->setVisible(room >= 0);
    }
}

//! Fits the height to the description, folded or unfolded.
void OperationHeader::updateHeight()
{
    const int usual = zoomed(60); // of the title and one line
    const int aroundDescription = zoomed(40); // the title, the space between and the margins
    const bool isShown = !m_compact && !m_isDefinition && !m_description->markdown().isEmpty();
    m_description->setVisible(isShown);
    int height = m_compact ? zoomed(44) : usual;
    if (isShown && m_roomOfWords > 0) {
        const int text = m_description->heightFor(m_roomOfWords);
        m_description->setFixedHeight(text);
        height = std::max(height, aroundDescription + text);
    }
    setFixedHeight(height);
}

void OperationHeader::setRoom(int height, int lines)
{
    m_description->setRoom(height, lines);
}

void OperationHeader::resizeEvent(QResizeEvent *event)
{
    Strip::resizeEvent(event);
    const Rank rank = width() < hintFrom ? Rank::NoHint : width() < wordsFrom ? Rank::Icons : Rank::Words;
    if (std::exchange(m_rank, rank) != rank)
        updateButtons();
    else
        updateRoom();
}

void OperationHeader::changeEvent(QEvent *event)
{
    Strip::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        updateHeight();
}

void OperationHeader::setCompact(bool compact)
{
    m_compact = compact;
    const int around = compact ? 8 : 16;
    m_tools->setContentsMargins(0, around, 0, around - 1);
    updateHeight();
    m_chips->setVisible(!compact);
    updateButtons();
}

void OperationHeader::setRequestShown(bool shown)
{
    m_request->setChecked(shown);
}

void OperationHeader::setDefinitionShown(bool shown)
{
    m_isDefinition = shown;
    m_faces->setCurrent(shown ? 1 : 0);
    updateButtons();
    updateHeight();
}

void OperationHeader::setDefinitionChanged(bool changed)
{
    m_changed->setVisible(changed);
    updateRoom();
}

void OperationHeader::setStrictCast(bool strict)
{
    m_strict->setVisible(strict);
    updateRoom();
}

} // namespace Workbench::Ui

#include "moc_operationheader.cpp"
